"""From a recipe to a puzzle: colour a board, repair its tiles, then turn and shuffle them.

The colours are those of a solved board, or of a random tile set, which satisfies every counting condition of a solved
board but may have no solution. Without a frame, all sides of all tiles of a random set are drawn in pairs of one colour
and shuffled. With a frame, the sides of a solved board are shuffled, but only among sides of one class: border sides
met first going clockwise around a tile, border sides met last, and inner sides, each on the even and on the odd squares
separately. Every diamond lies between an even and an odd square, so the border stays balanced, and the colours still
match in number on the checkerboard of signs.

The repair is a local search until no tile is identical to another or symmetric. Each step picks a tile that violates a
requirement and changes one of its places: to another colour, or, where the number of places of each colour is fixed, by
a swap with another place. The step is kept if there are no more violations than before, and with a small probability
otherwise, to leave local minima.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import product

from edgeasp.generate.recipe import (
    FourPlaces,
    PlaceKind,
    Places,
    Planted,
    Recipe,
    describe,
    places_of_board,
    require_possible,
)
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sides, Sign, Solution, Square, Tile, canonical_sides, turned
from edgeasp.puzzle.rng import Rng
from edgeasp.system.errors import OptionError

_STEPS, _STEPS_PER_TILE = 10_000, 30
_ACCEPT_WORSE = 0.02
"""The probability of keeping a step, for each violation that it adds."""


class Repair:
    """The state of a repair: the colours, and the tiles that may violate a requirement."""

    def __init__(
        self,
        around: Sequence[FourPlaces],
        colours: list[int],
        palettes: Sequence[range],
        partners: Sequence[Sequence[int]] | None,
        recipe: Recipe,
    ) -> None:
        """Count the violations of tiles with the places `around` them; `run` changes the list of colours.

        A place swaps colours with one of its partners or, without partners, takes another colour of its palette.
        """
        self._around = around
        self._colours = colours
        self._palettes = palettes
        self._partners = partners
        self._recipe = recipe
        self._tiles: list[list[int]] = [[] for _ in colours]
        for tile, places in enumerate(around):
            for place in places:
                self._tiles[place].append(tile)
        self._canonical = [self._canonical_sides(tile) for tile in range(len(around))]
        self._count: Counter[Sides] = Counter()
        self._candidates: list[int] = []
        self._is_candidate = [False] * len(around)
        for tile in range(len(around)):
            self._add(tile)

    def run(self, rng: Rng) -> bool:
        """Search until no tile violates a requirement; False if the steps did not suffice."""
        for _ in range(_STEPS + _STEPS_PER_TILE * len(self._canonical)):
            tile = self._next_violating(rng)
            if tile is None:
                return True
            self._step(tile, rng)
        return not any(map(self._violations, range(len(self._canonical))))

    def _next_violating(self, rng: Rng) -> int | None:
        """A random candidate that violates a requirement; drops those that no longer do."""
        candidates = self._candidates
        while candidates:
            index = rng.randrange(len(candidates))
            tile = candidates[index]
            if self._violations(tile):
                return tile
            candidates[index] = candidates[-1]
            candidates.pop()
            self._is_candidate[tile] = False
        return None

    def _step(self, tile: int, rng: Rng) -> None:
        """Change a random place of a tile, and undo the change if it is rejected."""
        changes = self._change(self._around[tile][rng.randrange(4)], rng)
        if not changes:
            return
        touched = sorted({tile_of_place for place, _ in changes for tile_of_place in self._tiles[place]})
        before = [(place, self._colours[place]) for place, _ in changes]
        worse = self._apply(changes, touched)
        if any(rng.random() >= _ACCEPT_WORSE for _ in range(worse)):
            self._apply(before, touched)

    def _change(self, place: int, rng: Rng) -> list[tuple[int, int]]:
        """New colours for a place, and for its partner in a swap; none if nothing would change."""
        colours = self._colours
        if self._partners is None:
            other = rng.choice(self._palettes[place])
            return [] if other == colours[place] else [(place, other)]
        partner = rng.choice(self._partners[place])
        return [] if colours[place] == colours[partner] else [(place, colours[partner]), (partner, colours[place])]

    def _apply(self, changes: list[tuple[int, int]], touched: list[int]) -> int:
        """Set colours; returns the increase in violations."""
        increase = -sum(self._remove(tile) for tile in touched)
        for place, colour in changes:
            self._colours[place] = colour
        for tile in touched:
            self._canonical[tile] = self._canonical_sides(tile)
        return increase + sum(self._add(tile) for tile in touched)

    def _remove(self, tile: int) -> int:
        """Remove a tile from the count; returns the violations that disappear."""
        violations = self._violations(tile)
        self._count[self._canonical[tile]] -= 1
        return violations

    def _add(self, tile: int) -> int:
        """Add a tile to the count; returns the violations that appear."""
        self._count[self._canonical[tile]] += 1
        violations = self._violations(tile)
        if violations and not self._is_candidate[tile]:
            self._is_candidate[tile] = True
            self._candidates.append(tile)
        return violations

    def _violations(self, tile: int) -> int:
        north, east, south, west = sides = self._canonical[tile]
        symmetric = north == south and east == west
        return (self._recipe.distinct and self._count[sides] > 1) + (not self._recipe.symmetric and symmetric)

    def _canonical_sides(self, tile: int) -> Sides:
        sides = self._recipe.shown(*(self._colours[place] for place in self._around[tile]))
        return canonical_sides(sides) if self._recipe.turning else sides


_ATTEMPTS = 8
"""Boards that are coloured and repaired before a recipe is refused."""


def tile_sides(recipe: Recipe, rng: Rng) -> list[Sides]:
    """The colours on each square, row by row; an `OptionError` if the recipe is impossible or none were found."""
    require_possible(recipe)
    board = places_of_board(recipe.cols, recipe.rows, framed=recipe.framed)
    around: Sequence[FourPlaces] = board.around
    palettes = [_palette(recipe, kind) for kind in board.kinds]
    places = {kind: board.of_kind(kind) for kind in PlaceKind}
    partners = [places[kind] for kind in board.kinds] if recipe.balanced else None
    for _ in range(_ATTEMPTS):
        colours = _place_colours(recipe, board, rng)
        if not recipe.planted:
            # Each side is a place of its own, and swaps colours within its class.
            around = [(side, side + 1, side + 2, side + 3) for side in range(0, 4 * len(board.around), 4)]
            partners, colours = _shuffled_sides(recipe, board, colours, rng)
        free = recipe.symmetric and not recipe.distinct
        if free or Repair(around, colours, palettes, partners, recipe).run(rng):
            return [recipe.shown(*(colours[place] for place in places)) for places in around]
    wanted = "tiles that all differ" if recipe.distinct else ""
    if not recipe.symmetric:
        wanted += " and none symmetric" if wanted else "none symmetric"
    what = f"{'board' if recipe.planted else 'tile set for a board'} of {recipe.cols} x {recipe.rows}"
    raise OptionError(
        f"found no {what} with {describe(recipe)}, seed {recipe.seed}, and {wanted}: expected more colours"
    )


def every_tile(recipe: Recipe) -> list[Sides]:
    """All tiles with the colours of a recipe, each once."""
    require_possible(recipe)
    colours = recipe.inner_colours
    return [sides for sides in product(colours, colours, colours, colours) if sides == canonical_sides(sides)]


def _palette(recipe: Recipe, kind: PlaceKind) -> range:
    """The colours that places of a kind may have."""
    if kind is PlaceKind.FRAME:
        return range(FRAME, FRAME + 1)
    return recipe.border_colours if kind is PlaceKind.BORDER else recipe.inner_colours


def _place_colours(recipe: Recipe, board: Places, rng: Rng) -> list[int]:
    """A random colour for each place; drawn place by place or, if balanced, kind by kind."""
    palettes = {kind: _palette(recipe, kind) for kind in PlaceKind}
    if not recipe.balanced:
        return [FRAME if kind is PlaceKind.FRAME else rng.choice(palettes[kind]) for kind in board.kinds]
    colours = [FRAME] * len(board.kinds)
    for kind in (PlaceKind.BORDER, PlaceKind.INNER, PlaceKind.OUTSIDE):
        places = board.of_kind(kind)
        for place, colour in zip(places, _balanced_colours(palettes[kind], len(places), rng), strict=True):
            colours[place] = colour
    return colours


def _balanced_colours(colours: range, number: int, rng: Rng) -> list[int]:
    """`number` colours in random order, each as often as any other or once more."""
    rounds, rest = divmod(number, len(colours)) if number else (0, 0)
    return rng.shuffled([*colours] * rounds + rng.shuffled(colours)[:rest])


def _shuffled_sides(recipe: Recipe, board: Places, colours: list[int], rng: Rng) -> tuple[list[list[int]], list[int]]:
    """The sides in the class of each side, and its colour, shuffled within classes.

    Side `s` of the tile on square `q` has the index `4 * q + s`.
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
        palette, pairs = recipe.inner_colours, range(2 * len(board.around))
        balanced = recipe.balanced
        sides = 2 * (_balanced_colours(palette, len(pairs), rng) if balanced else [rng.choice(palette) for _ in pairs])
    for indices in classes.values():
        shuffled = rng.shuffled([sides[index] for index in indices])
        for index, colour in zip(indices, shuffled, strict=True):
            sides[index] = colour
    return partners, sides


def _side_class(recipe: Recipe, board: Places, square: int, side: int) -> Hashable:
    """The class of a side on a framed board: sides of one class may be exchanged."""
    places = board.around[square]
    kind = board.kinds[places[side]]
    if kind is PlaceKind.FRAME:
        return kind
    clockwise = kind is PlaceKind.BORDER and board.kinds[places[side - 1]] is PlaceKind.FRAME
    return kind, clockwise, sum(divmod(square, recipe.cols)) % 2


def generate(recipe: Recipe) -> Planted:
    """The puzzle of a recipe.

    Random numbers are drawn in this order: colours, repairs (if tiles must be distinct or must not be symmetric),
    rotations, the order of the tiles, signs, clues. So signs and clues do not change the board.
    """
    rng = Rng(recipe.seed)
    board = every_tile(recipe) if recipe.every else tile_sides(recipe, rng)
    count = len(board)
    turns = [rng.randrange(4) for _ in board]
    order = rng.shuffled(range(count))
    if not (recipe.turn and recipe.turning):
        turns = [0] * count
    if not recipe.shuffle:
        order = list(range(count))
    squares = [Square(index % recipe.cols, index // recipe.cols) for index in range(count)]
    signs = _signs(recipe, squares, rng)
    tiles = tuple(Tile(turned(board[index], turns[index]), signs[index]) for index in order)
    puzzle = Puzzle(recipe.cols, recipe.rows, tiles, recipe.partners, recipe.turning)
    if not recipe.planted:
        return Planted(puzzle, None, Solution())
    placements = [
        puzzle.canonical(Placement(tile, squares[index], -turns[index] % 4)) for tile, index in enumerate(order)
    ]
    clued = set(_clue_squares(recipe, squares, rng))
    clues = [placement for placement in placements if placement.square in clued]
    return Planted(puzzle, Solution(tuple(placements)), Solution(tuple(clues)))


def _signs(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Sign | None]:
    """The sign of the tile on each square: plus on even squares, minus on odd ones, or none."""
    signs: list[Sign | None] = [Sign.PLUS if square.even else Sign.MINUS for square in squares]
    signed = int(recipe.signed * len(squares) + 0.5)
    if signed < len(squares):
        for index in rng.shuffled(range(len(squares)))[signed:] if signed else range(len(squares)):
            signs[index] = None
    return signs


def _clue_squares(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Square]:
    """The squares whose placements become clues."""
    cols, rows = recipe.cols, recipe.rows
    centre = Square((cols - 1) // 2, rows // 2)
    match recipe.clues:
        case "none":
            return []
        case "corner":
            return [Square(0, 0)]
        case "centre":
            return [centre]
        case "five":
            return [centre, *(Square(col, row) for row in (2, rows - 3) for col in (2, cols - 3))]
        case count:
            return rng.shuffled(squares)[:count]
