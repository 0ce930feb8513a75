"""Generation of puzzles: a coloured board, and repair of its tiles.

The tiles come from a solved board, or from a random tile set that satisfies every counting condition of a solved board
but may have no solution. Without a frame, a random tile set consists of pairs of sides of one colour, shuffled over all
tiles. With a frame, the sides of a solved board are shuffled, but only within classes: border sides that come first
clockwise around a tile, border sides that come last, and inner sides, each on even and on odd squares separately. Every
diamond is between an even and an odd square. So the shuffle keeps the counts that a solution requires: each colour is
on as many first border sides as last border sides, and on as many sides of even squares as of odd squares.

The repair is a local search. It ends when all tiles are distinct and none is symmetric, as far as the recipe requires
this. Each step picks a violating tile and changes one of the places around it, which are diamonds and boundary sides:
to another colour or, if the number of places per colour is fixed, by a swap with another place. A step that adds no
violations is kept. Any other step is kept with a small probability, to leave local minima.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import product

from edgeasp.generate.recipes import (
    AT_FRAME,
    FourPlaces,
    Pair,
    PlaceKind,
    Places,
    Planted,
    Recipe,
    Rng,
    board_places,
    choose_clue_squares,
    palette,
    require_possible,
)
from edgeasp.puzzle.model import (
    DIFFERENT,
    Placement,
    Puzzle,
    Sides,
    Sign,
    Solution,
    Square,
    Tile,
    canonical_sides,
    pairs_of_different_colours,
    rotate_sides,
)
from edgeasp.system.errors import OptionError

_STEPS, _STEPS_PER_TILE = 10_000, 30
# Probability of keeping a step, for each violation that it adds.
_ACCEPT_WORSE = 0.02


class Repair:
    """Local search that repairs the tiles of a coloured board."""

    def __init__(
        self,
        around: Sequence[FourPlaces],
        colours: list[Pair],
        palettes: Sequence[Sequence[Pair]],
        partners: Sequence[Sequence[int]] | None,
        recipe: Recipe,
    ) -> None:
        """Count the violations of all tiles.

        Args:
            around: indices of the four places around each tile.
            colours: the colours of each place, which `run` changes.
            palettes: the colours that each place may take.
            partners: the places with which each place may swap colours. None if places draw new colours instead.
            recipe: the requirements on tiles, `distinct` and `symmetric`.
        """
        self._around, self._colours, self._recipe = around, colours, recipe
        self._palettes, self._partners = palettes, partners
        self._tiles: list[list[int]] = [[] for _ in colours]
        for tile, places in enumerate(around):
            for place in places:
                self._tiles[place].append(tile)
        self._canonical = [self._canonical_sides(tile) for tile in range(len(around))]
        self._count: Counter[Sides] = Counter()
        self._candidates: list[int] = []
        self._is_candidate = [False] * len(around)
        for tile in range(len(around)):
            self._count_tile(tile)

    def run(self, rng: Rng) -> bool:
        """Search until no tile violates a requirement.

        Returns:
            Whether the repair succeeded within its number of steps.
        """
        for _ in range(_STEPS + _STEPS_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return True
            self._try_change(tile, rng)
        return not any(map(self._count_violations, range(len(self._canonical))))

    def _next_violating(self, rng: Rng) -> int | None:
        candidates = self._candidates
        while candidates:
            index = rng.randrange(len(candidates))
            tile = candidates[index]
            if self._count_violations(tile):
                return tile
            # The last candidate takes the place of the removed one, so the list is not shifted.
            candidates[index] = candidates[-1]
            candidates.pop()
            self._is_candidate[tile] = False
        return None

    def _try_change(self, tile: int, rng: Rng) -> None:
        """Change the colours at a random place of a tile.

        A change that adds violations is undone, except with a small probability.
        """
        changes = self._draw_change(self._around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({tile_of_place for place, _ in changes for tile_of_place in self._tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply_changes(changes, touched)
        # Each added violation has to be accepted. Without one, no number is drawn.
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply_changes(before, touched)

    def _draw_change(self, place: int, rng: Rng) -> list[tuple[int, Pair]]:
        """Draw new colours or a swap for a place.

        Returns:
            Pairs of a place and its new colours, empty if nothing would change.
        """
        colours = self._colours
        if self._partners is None:
            other = rng.choice(self._palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply_changes(self, changes: list[tuple[int, Pair]], touched: list[int]) -> int:
        """Set colours and return the increase in violations."""
        increase = -sum(self._uncount_tile(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._canonical[tile] = self._canonical_sides(tile)
        return increase + sum(self._count_tile(tile) for tile in touched)

    def _uncount_tile(self, tile: int) -> int:
        violations = self._count_violations(tile)
        self._count[self._canonical[tile]] -= 1
        return violations

    def _count_tile(self, tile: int) -> int:
        """Count a tile, and return the violations that it adds."""
        self._count[self._canonical[tile]] += 1
        violations = self._count_violations(tile)
        if violations and not self._is_candidate[tile]:
            self._is_candidate[tile] = True
            self._candidates.append(tile)
        return violations

    def _count_violations(self, tile: int) -> int:
        north, east, south, west = sides = self._canonical[tile]
        symmetric = north == south and east == west
        return (self._recipe.distinct and self._count[sides] > 1) + (not self._recipe.symmetric and symmetric)

    def _canonical_sides(self, tile: int) -> Sides:
        return self._recipe.appearance(_sides_of_tile(self._colours, self._around[tile]))


# Number of boards to colour and repair before a recipe is refused.
_ATTEMPTS = 8


def _colour_tiles(recipe: Recipe, rng: Rng) -> list[Sides]:
    """Colour the tiles of a recipe, square by square.

    Raises:
        OptionError: the recipe is impossible, or no repair succeeded.
    """
    require_possible(recipe)
    board = board_places(recipe)
    around: Sequence[FourPlaces] = board.around
    of_kind = {kind: palette(recipe, kind) for kind in (*PlaceKind, *dict(recipe.rim))}
    palettes = [of_kind[kind] for kind in board.kinds]
    places = {kind: board.of_kind(kind) for kind in of_kind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    for _ in range(_ATTEMPTS):
        colours = _draw_place_colours(recipe, board, rng)
        if not recipe.planted:
            # Without a planted board each side is a separate place, and swaps colours within its class.
            around = [(side, side + 1, side + 2, side + 3) for side in range(0, 4 * len(board.around), 4)]
            partners, colours = _shuffle_sides(recipe, board, colours, rng)
        # Then any colouring satisfies the recipe, and needs no repair.
        free = recipe.symmetric and not recipe.distinct
        if free or Repair(around, colours, palettes, partners, recipe).run(rng):
            return [_sides_of_tile(colours, places) for places in around]
    wanted = "tiles that all differ" if recipe.distinct else ""
    if not recipe.symmetric:
        wanted += " and none symmetric" if wanted else "none symmetric"
    what = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    raise OptionError(f"found no {what} with {recipe.colours}, seed {recipe.seed}, and {wanted}: expected more colours")


def _all_possible_tiles(recipe: Recipe) -> list[Sides]:
    """List all tiles that a recipe's colours can form."""
    require_possible(recipe)
    colours = recipe.inner_colours
    return [sides for sides in product(colours, colours, colours, colours) if sides == canonical_sides(sides)]


def _sides_of_tile(colours: Sequence[Pair], places: FourPlaces) -> Sides:
    north, east, south, west = places
    return colours[north][1], colours[east][0], colours[south][0], colours[west][1]


def _draw_place_colours(recipe: Recipe, board: Places, rng: Rng) -> list[Pair]:
    """Draw a random pair of colours for each place.

    Draws place by place, or type by type if the recipe is balanced.
    """
    if not recipe.balanced:
        palettes = {kind: palette(recipe, kind) for kind in set(board.kinds)}
        return [AT_FRAME if kind is PlaceKind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [AT_FRAME] * len(board.kinds)
    usual = PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE
    coloured: list[PlaceKind | str] = [*usual, *(part for part, some in recipe.rim if some)]
    for kind in coloured:
        places = board.of_kind(kind)
        for place, colour in zip(places, _draw_balanced_pairs(recipe, kind, len(places), rng), strict=True):
            colours[place] = colour
    return colours


def _draw_balanced_pairs(recipe: Recipe, kind: PlaceKind | str, number: int, rng: Rng) -> list[Pair]:
    """Draw `number` pairs of colours so that frequencies are balanced."""
    colours = {PlaceKind.BORDER: recipe.border_colours, PlaceKind.INNER: recipe.inner_colours}
    if recipe.partners == DIFFERENT and kind in colours and number:
        return _draw_unequal_pairs(colours[PlaceKind(kind)], number, rng)
    return _draw_balanced(palette(recipe, kind), number, rng)


def _draw_unequal_pairs(colours: range, number: int, rng: Rng) -> list[Pair]:
    """Draw `number` pairs of different colours in random order.

    The frequencies of any two colours differ by at most one.
    """
    rounds, rest = divmod(2 * number, len(colours))
    every = sorted([*colours] * rounds + rng.shuffled(colours)[:rest])
    # Sorted colours half the list apart differ, because no colour takes more than half of the list.
    pairs = list(zip(every[:number], every[number:], strict=True))
    for index in range(number):
        other = rng.randrange(number)
        (one, here), (two, there) = pairs[index], pairs[other]
        if one != there and two != here:
            pairs[index], pairs[other] = (one, there), (two, here)
    return [pair if rng.random() < 0.5 else pair[::-1] for pair in rng.shuffled(pairs)]


def _draw_balanced(colours: Sequence[Pair], number: int, rng: Rng) -> list[Pair]:
    """Draw `number` pairs from a list, in random order.

    The frequencies of any two pairs differ by at most one.
    """
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])


def _shuffle_sides(recipe: Recipe, board: Places, colours: list[Pair], rng: Rng) -> tuple[list[list[int]], list[Pair]]:
    """Shuffle the colours of sides within their classes.

    Side `s` of the tile on square `q` has the index `4 * q + s`.

    Returns:
        Two lists with an entry for each side: the indices of the sides in its class, and its new colour.
    """
    classes: dict[Hashable, list[int]] = {}
    partners = []
    for square in range(len(board.around)):
        for side in range(4):
            key = _side_class(recipe, board, square, side) if recipe.framed else ()
            partners.append(classes.setdefault(key, []))
            partners[-1].append(4 * square + side)
    if recipe.framed:
        sides = [colours[place] for places in board.around for place in places]
    else:
        colours_outside, number = palette(recipe, PlaceKind.OUTSIDE), 2 * len(board.around)
        every = (rng.choice(colours_outside) for _ in range(number))
        sides = 2 * (_draw_balanced(colours_outside, number, rng) if recipe.balanced else [*every])
    for indices in classes.values():
        shuffled = rng.shuffled([sides[index] for index in indices])
        for index, colour in zip(indices, shuffled, strict=True):
            sides[index] = colour
    return partners, sides


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, recipe.grid.squares[square].even


def generate(recipe: Recipe) -> Planted:
    """Generate the puzzle of a recipe.

    Random numbers are drawn in this order: colours, repairs (if tiles must be distinct or asymmetric), spare tiles,
    rotations, the order of the tiles, signs, clues. Signs and clues therefore do not change the board.
    """
    rng = Rng(recipe.seed)
    board = _all_possible_tiles(recipe) if recipe.every else _colour_tiles(recipe, rng)
    beside = _draw_spare_tiles(recipe, board, rng) if recipe.spare else {}
    board += beside.values()
    count = len(board)
    # Drawn in any case, so that `turn` and `shuffle` do not change what is drawn later.
    turns = [rng.randrange(4) for _ in board]
    order = rng.shuffled(range(count))
    if not (recipe.turn and recipe.turning):
        turns = [0] * count
    if not recipe.shuffle:
        order = list(range(count))
    # Not round(): it rounds halves to even, so 0.5 of 5 tiles would be 2.
    fixed = {*rng.shuffled(range(count))[: int(recipe.fixed * count + 0.5)]} if recipe.fixed else set[int]()
    turns = [0 if index in fixed else turn for index, turn in enumerate(turns)]
    over = [recipe.flipping and recipe.turn and index not in fixed and rng.randrange(2) for index in range(count)]
    squares = list(recipe.grid.squares)
    signs = _draw_signs(recipe, squares, rng)
    if beside:
        others = _draw_signs(recipe, squares, rng)
        signs += (others[index] for index in beside)
    only = dict.fromkeys(fixed, (0,))
    tiles = tuple(Tile(rotate_sides(board[index], turns[index]), signs[index], only.get(index)) for index in order)
    puzzle = Puzzle(
        recipe.cols,
        recipe.rows,
        tiles,
        pairs_of_different_colours(tiles) if recipe.partners == DIFFERENT else recipe.pairs,
        recipe.turning,
        flipping=recipe.flipping,
        holes=recipe.holes,
        wraps=recipe.wraps,
        rim=recipe.rim,
    )
    if any(over):
        faces = [puzzle.faces(tile)[over[index]] for tile, index in enumerate(order)]
        tiles = tuple(replace(tile, sides=face) for tile, face in zip(tiles, faces, strict=True))
        puzzle = replace(puzzle, tiles=tiles)
    if not recipe.planted:
        return Planted(puzzle, None, Solution())
    placements = [
        # The solution rotates each tile back.
        puzzle.canonical(Placement(tile, squares[index], -turns[index] % 4 + 4 * over[index]))
        for tile, index in enumerate(order)
        if index < len(squares)
    ]
    clued = set(choose_clue_squares(recipe, squares, rng))
    clues = [placement for placement in placements if placement.square in clued]
    return Planted(puzzle, Solution(tuple(placements)), Solution(tuple(clues)))


def _draw_spare_tiles(recipe: Recipe, board: Sequence[Sides], rng: Rng) -> dict[int, Sides]:
    """Draw spare tiles from another board of the recipe.

    Returns:
        The sides of each spare tile, keyed by its square on that board.

    Raises:
        OptionError: all tiles have to be distinct, and too few tiles of the other board are new.
    """
    for _ in range(_ATTEMPTS):
        seen = {recipe.appearance(sides) for sides in board} if recipe.distinct else set[Sides]()
        other = _colour_tiles(recipe, rng)
        fitting = [index for index in rng.shuffled(range(len(other))) if recipe.appearance(other[index]) not in seen]
        if len(fitting) >= recipe.spare:
            return {index: other[index] for index in fitting[: recipe.spare]}
    raise OptionError(f"found no {recipe.spare} spare tiles that differ from all others: expected more colours")


def _draw_signs(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Sign | None]:
    signs: list[Sign | None] = [Sign.PLUS if square.even else Sign.MINUS for square in squares]
    # Not round(), as for fixed tiles.
    signed = int(recipe.signed * len(squares) + 0.5)
    if signed < len(squares):
        for index in rng.shuffled(range(len(squares)))[signed:] if signed else range(len(squares)):
            signs[index] = None
    return signs
