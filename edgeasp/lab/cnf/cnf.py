"""CNF encodings of puzzles, and their models as solutions.

The direct encoding has a variable for each tile on each square in each rotation, and for each colour of a diamond.
A diamond has a colour if and only if a placement on each adjacent square shows the colour there. So unit propagation
derives everything that follows from the remaining candidates of two neighbouring squares.

The encodings of Marijn Heule ("Solving edge-matching problems with satisfiability solvers", 2008) have no variables for
rotations. If a tile is on a square, the four diamonds around the square must show the tile's colours in one of its
rotations. The clauses for this depend on which of the tile's colours are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, compress, count, pairwise, permutations, product

from edgeasp.puzzle import features
from edgeasp.puzzle.candidates import Candidate, Candidates
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Square, Tile, canonical_sides
from edgeasp.search.orders import growth_order, start_squares
from edgeasp.system.errors import AnswerError, EncodingError
from edgeasp.system.limits import FOREVER, Deadline

# ---- puzzles as clauses ----

Clause = tuple[int, ...]
"""Disjunction of literals. A negative number negates a variable."""


@dataclass(frozen=True)
class Variables:
    """Numbers of the variables of a formula.

    Tiles, squares and diamonds are numbered as in `candidates`. The number of a variable depends on the puzzle, and on
    whether placements have variables, but not on the clues.

    Attributes:
        candidates: candidates of the puzzle.
        tile: for each tile, map from square to the variable "the tile is on the square, in any rotation".
        colour: for each diamond, map from colour to the variable "the diamond has the colour".
        plus: variable "tiles with a plus are on the even squares". None if no tile has a sign.
        placement: for each square, map from tile and rotation to the variable "the tile is on the square in this
            rotation". If a tile fits a square in a single rotation only, this is the variable in `tile`. The maps are
            empty if placements have no variables.
        count: number of variables.
    """

    candidates: Candidates
    tile: Sequence[Mapping[int, int]]
    colour: Sequence[Mapping[int, int]]
    plus: int | None
    placement: Sequence[Mapping[tuple[int, int], int]]
    count: int


def number_variables(candidates: Candidates, *, placements: bool = False, deadline: Deadline = FOREVER) -> Variables:
    """Assign numbers to the variables of a puzzle.

    Tiles on squares come first, then colours, the sign, and placements.

    Args:
        candidates: candidates of the puzzle.
        placements: whether placements have variables.
        deadline: deadline of the call.

    Raises:
        LimitReached: the deadline has passed.
    """
    fresh = count(1)  # DIMACS has no variable 0
    by_kind = {kind: candidates.by_tile[kind] for kind in candidates.square_classes}
    squares_of: dict[frozenset[int], list[int]] = {}
    tiles: list[dict[int, int]] = []
    for tile in range(len(candidates.puzzle.tiles)):
        deadline.check()
        fitting = frozenset(kind for kind, by_tile in by_kind.items() if tile in by_tile)
        # Most tiles fit on the same squares, so their lists are computed once.
        if fitting not in squares_of:
            squares_of[fitting] = [square for square, kind in enumerate(candidates.square_classes) if kind in fitting]
        tiles.append(dict(zip(squares_of[fitting], fresh)))  # noqa: B905  # there is no end of numbers
    colours = [{colour: next(fresh) for colour in domain} for domain in candidates.domains]
    plus = next(fresh) if candidates.puzzle.signed else None
    rotations: list[dict[tuple[int, int], int]] = [{} for _ in candidates.squares]
    for tile, on in enumerate(tiles if placements else ()):
        deadline.check()
        rots = {kind: [placement.rot for placement in by_tile.get(tile, ())] for kind, by_tile in by_kind.items()}
        for rot in candidates.puzzle.rots:
            for square, variable in on.items():
                possible = rots[candidates.square_classes[square]]
                if rot in possible:
                    rotations[square][tile, rot] = variable if len(possible) == 1 else next(fresh)
    return Variables(candidates, tiles, colours, plus, rotations, next(fresh) - 1)


def covering_clauses(variables: Variables) -> Iterator[Clause]:
    """Require a tile per square, and a square per tile.

    If there are spare tiles, tiles need no square.
    """
    on: list[list[int]] = [[] for _ in variables.candidates.squares]
    for squares in variables.tile:
        for square, variable in squares.items():
            on[square].append(variable)
    yield from map(tuple, on)
    for squares in variables.tile if variables.candidates.puzzle.complete else ():
        yield tuple(squares.values())


def one_square_per_tile(variables: Variables) -> Iterator[Clause]:
    """Forbid placing a tile on two squares."""
    for squares in variables.tile:
        yield from at_most_one(squares.values())


def one_colour_per_diamond(variables: Variables) -> Iterator[Clause]:
    """Require exactly one colour for each diamond."""
    for colours in variables.colour:
        yield tuple(colours.values())
        yield from at_most_one(colours.values())


def require_matching_colours(variables: Variables) -> Iterator[Clause]:
    """Require matching sides, if a colour may match several colours.

    In such a puzzle, two adjacent sides may have different colours, so each side has colour variables of its own.
    """
    puzzle, squares = variables.candidates.puzzle, variables.candidates.squares
    around = dict(zip(squares, variables.candidates.diamonds_around, strict=True))
    for square, side, beyond in () if puzzle.paired else puzzle.grid.pairs:
        for one, other in permutations((around[square][side], around[beyond][side.opposite]), 2):
            if one is not None and other is not None:
                for colour, shown in variables.colour[one].items():
                    matching = variables.colour[other]
                    yield -shown, *(matching[match] for match in puzzle.meeting(colour) if match in matching)


def at_most_one(variables: Iterable[int]) -> Iterator[Clause]:
    """Forbid any two of the variables to be true."""
    return combinations([-variable for variable in variables], 2)


def sign_clauses(variables: Variables) -> Iterator[Clause]:
    """Restrict signed tiles to one of the two checkerboards."""
    if variables.plus is None:
        return
    squares = variables.candidates.squares
    for tile, on in zip(variables.candidates.puzzle.tiles, variables.tile, strict=True):
        if tile.sign is not None:
            for square, variable in on.items():
                agrees = (tile.sign is Sign.PLUS) == squares[square].even
                yield -variable, variables.plus if agrees else -variables.plus
    if not variables.candidates.puzzle.complete:
        # If all signed tiles are spare, both checkerboards are possible, and a board would have two models.
        signed = (tile.sign is not None for tile in variables.candidates.puzzle.tiles)
        yield variables.plus, *chain.from_iterable(on.values() for on in compress(variables.tile, signed))


def clue_clauses(variables: Variables, placements: Solution) -> Iterator[Clause]:
    """Fix the tiles of clues and the colours around them."""
    candidates = variables.candidates
    for clue in map(candidates.puzzle.canonical, placements):
        square = candidates.squares.index(clue.square)
        placed = next(
            (placement for placement in candidates.by_tile[square].get(clue.tile, ()) if placement.rot == clue.rot),
            None,
        )
        if placed is None:
            yield ()  # no model satisfies the empty clause
            continue
        yield (variables.tile[clue.tile][square],)
        for side, diamond in enumerate(candidates.diamonds_around[square]):
            if diamond is not None:
                yield (variables.colour[diamond][placed.sides[side]],)


def order_identical_tiles(variables: Variables, clues: Solution) -> Iterator[Clause]:
    """Order each group of identical tiles by square.

    Each board then has a single model. Tiles with a clue are not ordered. In a group of identical tiles, the last tiles
    are the spare ones.
    """
    puzzle = variables.candidates.puzzle
    for group in puzzle.identical_tiles([clue.tile for clue in clues]):
        # The order is transitive, so neighbours in the group suffice.
        for first, second in pairwise(group):
            if not puzzle.complete:
                for square, variable in variables.tile[second].items():
                    # A tile needs its predecessor on an earlier square, so the spare tiles are the last ones.
                    yield -variable, *(earlier for other, earlier in variables.tile[first].items() if other < square)
                continue
            for square, variable in variables.tile[first].items():
                for other, later in variables.tile[second].items():
                    if other <= square:
                        yield -variable, -later


def forbid_two_of_same_colours(variables: Variables) -> Iterator[Clause]:
    """Forbid two tiles with equal colours on one square.

    Pairs of tiles with different colours need no clauses: the colours around the square exclude them.
    """
    for group in group_by_colours(variables.candidates.puzzle):
        for square in range(len(variables.candidates.squares)):
            yield from at_most_one(on[square] for on in (variables.tile[tile] for tile in group) if square in on)


def group_by_colours(puzzle: Puzzle) -> list[Sequence[int]]:
    """Group tiles with the same colours, ignoring rotation and sign."""
    groups: dict[Sides, list[int]] = {}
    for index in range(len(puzzle.tiles)):
        faces = puzzle.faces(index)
        groups.setdefault(min(map(canonical_sides, faces) if puzzle.turning else faces), []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def equate_colours_with_placements(variables: Variables) -> Iterator[Clause]:
    """Make each colour equivalent to the placements that show it."""
    candidates = variables.candidates
    for square, placements in enumerate(variables.placement):
        for side, diamond in enumerate(candidates.diamonds_around[square]):
            if diamond is None:
                continue
            colours = variables.colour[diamond]
            shown_by: dict[int, list[int]] = {colour: [] for colour in colours}
            for candidate in candidates.by_square[square]:
                placement = placements[candidate.tile, candidate.rot]
                shown_by[candidate.sides[side]].append(placement)
                yield -placement, colours[candidate.sides[side]]
            for colour, showing in shown_by.items():
                yield -colours[colour], *showing


def decision_order(variables: Variables, clues: Solution) -> list[int]:
    """List colour variables in the order of `asp/heuristic/outward.lp`."""
    candidates = variables.candidates
    number = {square: index for index, square in enumerate(candidates.squares)}
    halves = (
        candidates.diamonds_around[number[square]][side]
        for square in growth_order(candidates.squares, start_squares(clues))
        for side in (Side.SOUTH, Side.EAST)
    )
    return [colour for half in halves if half is not None for colour in variables.colour[half].values()]


def require_some_rotation(variables: Variables) -> Iterator[Clause]:
    """Require a rotation for each tile on a square."""
    for square, placements in enumerate(variables.placement):
        for tile, candidates in variables.candidates.by_tile[square].items():
            on_square = variables.tile[tile][square]
            rotations = [placements[tile, candidate.rot] for candidate in candidates]
            if len(rotations) > 1:
                yield -on_square, *rotations
                for rotation in rotations:
                    yield -rotation, on_square


def exclude_board(variables: Variables, board: Solution) -> Clause:
    """Build the clause that excludes a board.

    Args:
        variables: variables of the direct encoding.
        board: board to exclude, with identical tiles in the order of the squares.
    """
    puzzle, squares = variables.candidates.puzzle, variables.candidates.squares
    return tuple(
        -variables.placement[squares.index(placement.square)][placement.tile, placement.rot]
        for placement in map(puzzle.canonical, board)
    )


def restrict_rotations(variables: Variables, tile: int, rotations: Collection[int]) -> Iterator[Clause]:
    """Restrict a tile to given rotations on all squares."""
    for placements in variables.placement:
        for (placed, rot), variable in placements.items():
            if placed == tile and rot not in rotations:
                yield (-variable,)


def cube_variables(
    variables: Variables, colours: Iterable[tuple[Square, Side, int]], placements: Iterable[Placement]
) -> list[int] | None:
    """List the variables of a cube's colours and placements.

    Returns:
        the variables, or None if a colour or a placement has no variable. The cube then has no boards.
    """
    squares = variables.candidates.squares
    literals: list[int | None] = []
    for square, side, colour in colours:
        diamond = variables.candidates.diamonds_around[squares.index(square)][side]
        literals.append(None if diamond is None else variables.colour[diamond].get(colour))
    for placement in placements:
        literals.append(variables.placement[squares.index(placement.square)].get((placement.tile, placement.rot)))
    known = [variable for variable in literals if variable is not None]
    return known if len(known) == len(literals) else None


def restrict_to_cube(variables: Iterable[int] | None) -> Iterator[Clause]:
    """Restrict boards to a cube.

    Args:
        variables: result of `cube_variables` for the cube.
    """
    if variables is None:
        yield ()
        return
    for variable in variables:
        yield (variable,)


def exclude_cube(variables: Iterable[int] | None) -> Iterator[Clause]:
    """Exclude the boards of a cube.

    Args:
        variables: result of `cube_variables` for the cube.
    """
    if variables is not None:
        yield tuple(-variable for variable in variables)


VariableOf = Callable[[int, int], int]
"""Function that maps a side and a colour to the variable "the diamond at this side has this colour"."""

ANY = tuple(range(4))
NEIGHBOURS = ((0, 1), (1, 2), (2, 3), (3, 0))
OPPOSITE = ((0, 2), (1, 3))


def require_colours_around_tiles(variables: Variables) -> Iterator[Clause]:
    """Require that the colours around a tile fit a rotation."""
    candidates = variables.candidates
    for index, (tile, squares) in enumerate(zip(candidates.puzzle.tiles, variables.tile, strict=True)):
        for square, variable in squares.items():
            around = {
                side: variables.colour[diamond]
                for side, diamond in enumerate(candidates.diamonds_around[square])
                if diamond is not None
            }
            for clause in _rotation_clauses(candidates.puzzle, tile, candidates.by_tile[square][index], around):
                yield -variable, *clause


def forbid_absent_colours(variables: Variables) -> Iterator[Clause]:
    """Forbid colours around a tile other than its own.

    Heule calls these clauses `fbc`, for forbidden colours.
    """
    candidates = variables.candidates
    for tile, squares in enumerate(variables.tile):
        carried = _colours_by_side(candidates.puzzle, tile)
        for square, variable in squares.items():
            for own, diamond in zip(carried, candidates.diamonds_around[square], strict=True):
                if diamond is not None:
                    for colour, shown in variables.colour[diamond].items():
                        if colour not in own:
                            yield -variable, -shown


def _colours_by_side(puzzle: Puzzle, tile: int) -> tuple[Set[int], Set[int], Set[int], Set[int]]:
    shown = {colour for face in puzzle.faces(tile) for colour in face}
    behind = set(map(puzzle.partner, shown))
    return behind, shown, shown, behind


def _rotation_clauses(
    puzzle: Puzzle, tile: Tile, candidates: Sequence[Candidate], around: Mapping[int, Mapping[int, int]]
) -> Iterator[Clause]:
    # These clauses rely on a diamond having a single colour.
    behind = (Side.NORTH, Side.WEST)
    choices = [[colours[placement.sides[side]] for side, colours in around.items()] for placement in candidates]
    if len(candidates) == 1:
        yield from ((variable,) for variable in choices[0])
    elif puzzle.regular and len(around) == 4 and len(candidates) == tile.period:
        yield from require_sides_in_some_rotation(
            tile.sides, lambda side, colour: around[side % 4][puzzle.partner(colour) if side % 4 in behind else colour]
        )
    # At most 4**4 products. Tiles that can be flipped have up to 8 candidates.
    elif len(candidates) <= 4:
        # Some tiles have more sides of the frame than the square has sides on the boundary: not all rotations fit.
        yield from require_one_choice(choices)
    else:
        yield from require_one_choice_stepwise(choices)


def require_sides_in_some_rotation(sides: Sides, shows: VariableOf) -> Iterator[Clause]:
    """Require that the diamonds around a tile fit a rotation.

    The clauses are Heule's. They are sufficient only if each diamond has a single colour.

    Args:
        sides: colours of the tile, clockwise.
        shows: function from a side (modulo 4) and a colour to the variable "the diamond has the colour".
    """
    single = [colour for colour in sides if sides.count(colour) == 1]
    repeated = [colour for colour in dict.fromkeys(sides) if colour not in single]
    opposite = sides[0] == sides[2] or sides[1] == sides[3]
    for colour in single:
        yield tuple(shows(side, colour) for side in ANY)
    match len(repeated), len(single):
        case 1, 0:
            yield from ((shows(side, repeated[0]),) for side in ANY)
        case 1, 1:
            yield from _require_in_pairs(combinations(ANY, 2), repeated[0], shows)
        case 2, 0:
            for colour in repeated:
                yield from _require_in_pairs(NEIGHBOURS if opposite else OPPOSITE, colour, shows)
        case 1, 2:
            yield from _require_in_pairs(NEIGHBOURS if opposite else OPPOSITE, repeated[0], shows)
            first, second = single if sides[(sides.index(single[0]) + 1) % 4] == single[1] else single[::-1]
            step = 2 if opposite else 1
            yield from _imply_colour_at_step(first, second, step, shows)
            yield from _imply_colour_at_step(second, first, -step, shows)
        case _:
            for side in ANY:
                yield from _imply_colour_at_step(sides[side], sides[(side + 1) % 4], 1, shows)


def _require_in_pairs(pairs: Iterable[tuple[int, int]], colour: int, shows: VariableOf) -> Iterator[Clause]:
    for one, other in pairs:
        yield shows(one, colour), shows(other, colour)


def _imply_colour_at_step(colour: int, follower: int, step: int, shows: VariableOf) -> Iterator[Clause]:
    for side in ANY:
        yield -shows(side, colour), shows(side + step, follower)


def require_one_choice(choices: Sequence[Sequence[int]]) -> Iterator[Clause]:
    """Require that some choice is true, by minimal clauses.

    A choice is a list of variables, and is true if all its variables are true.
    """
    clauses = {frozenset(picked) for picked in product(*choices)}
    least = [clause for clause in clauses if not any(other < clause for other in clauses)]
    yield from sorted(tuple(sorted(clause)) for clause in least)


def require_one_choice_stepwise(choices: Sequence[Sequence[int]]) -> Iterator[Clause]:
    """Require that some choice is true, by few clauses.

    A choice is a list of variables, and is true if all its variables are true. All lists must have equal length. At
    each position in the lists, other clauses must ensure that at most one variable is true.
    """
    for place in range(len(choices[0])):
        following: dict[tuple[int, ...], dict[int, None]] = {}
        for choice in choices:
            following.setdefault(tuple(choice[:place]), {})[choice[place]] = None
        for before, variables in following.items():
            yield *(-variable for variable in before), *variables


# ---- formulas and models ----


@dataclass(frozen=True, slots=True)
class TileVariables:
    """Consecutive variables for a tile on some squares, in any rotation.

    Attributes:
        tile: number of the tile.
        first: variable for the first square.
        squares: squares, in the order of their variables.
    """

    tile: int
    first: int
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class ColourVariables:
    """Consecutive variables for the colours of a diamond.

    Attributes:
        square: one of the squares of the diamond.
        side: side of this square on which the diamond is.
        first: variable for the first colour.
        colours: colours, in the order of their variables.
    """

    square: Square
    side: Side
    first: int
    colours: tuple[int, ...]


@dataclass(frozen=True)
class VariableMeanings:
    """Meanings of the variables that determine the board of a model."""

    tiles: tuple[TileVariables, ...]
    colours: tuple[ColourVariables, ...]

    @cached_property
    def _tile_of_variable(self) -> dict[int, tuple[int, Square]]:
        return {run.first + k: (run.tile, square) for run in self.tiles for k, square in enumerate(run.squares)}

    @cached_property
    def _colour_of_variable(self) -> dict[int, tuple[Square, Side, int]]:
        return {
            run.first + k: (run.square, run.side, colour)
            for run in self.colours
            for k, colour in enumerate(run.colours)
        }

    def decode_model(self, true: Collection[int], puzzle: Puzzle) -> Solution:
        """Decode the true variables of a model to a solution.

        Returns:
            the solution, sorted by tile, with canonical rotations.

        Raises:
            AnswerError: the variables are not a model: a square does not have exactly one tile, a diamond does not have
                exactly one colour, or no rotation of a tile shows the colours around it.
        """
        colours: dict[tuple[Square, Side], int] = {}
        tiles: dict[Square, int] = {}
        for variable in true:
            if variable in self._tile_of_variable:
                tile, square = self._tile_of_variable[variable]
                if tiles.setdefault(square, tile) != tile:
                    raise AnswerError(f"expected one tile for {puzzle.names.place(square)}, found two")
            elif variable in self._colour_of_variable:
                square, side, colour = self._colour_of_variable[variable]
                if colours.setdefault((square, side), colour) != colour:
                    raise AnswerError(f"expected one colour for {puzzle.names.place(square)}, {side.word}, found two")
                if puzzle.paired:
                    # Both squares of the diamond see the same colour.
                    colours[puzzle.grid.neighbour(square, side), side.opposite] = colour
        placements = [self._decode_placement(square, tiles, colours, puzzle) for square in puzzle.grid.squares]
        return Solution(tuple(sorted(placements, key=lambda placement: placement.tile)))

    def _decode_placement(
        self, square: Square, tiles: dict[Square, int], colours: dict[tuple[Square, Side], int], puzzle: Puzzle
    ) -> Placement:
        if square not in tiles:
            raise AnswerError(f"expected a tile for {puzzle.names.place(square)}, found none")
        around = []
        for side in Side:
            if side in puzzle.statement.frame_sides(square):
                around.append(FRAME)
            elif (square, side) in colours:
                around.append(colours[square, side])
            else:
                raise AnswerError(f"expected a colour for {puzzle.names.place(square)}, {side.word}, found none")
        # Heule's encodings have no variables for rotations: the colours determine them.
        for rot in puzzle.rotations(tiles[square]):
            placement = Placement(tiles[square], square, rot)
            if puzzle.diamonds_around(placement) == tuple(around):
                return placement
        names, shown = puzzle.names, ", ".join(map(puzzle.names.colour, around))
        where = f"tile {names.number(tiles[square])} on {names.place(square)}"
        raise AnswerError(f"expected {where} to show {shown}; no rotation does")


ENCODINGS = {
    "heule-cmp": "Heule 2008: tiles on squares, colours on diamonds, no rotations",
    "heule-fbc": "heule-cmp, and a tile forbids the colours that it lacks",
    "heule-exp": "heule-cmp, and no tile is on two squares",
    "heule-all": "heule-cmp with the clauses of both",
    "direct": "heule-exp with a variable for each rotation of a tile",
}


@dataclass(frozen=True)
class Formula:
    """CNF formula of a puzzle with clues.

    A board has a single model, since identical tiles without a clue are placed in the order of the squares.

    Attributes:
        puzzle: puzzle to encode.
        clues: placements that every board must contain.
        encoding: name in `ENCODINGS`.
        deadline: deadline for numbering the variables.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    encoding: str = "heule-all"
    deadline: Deadline = field(default=FOREVER, repr=False)

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise EncodingError(f"expected a CNF encoding ({', '.join(ENCODINGS)}), found {self.encoding!a}")
        features.require_support("cnf", self.puzzle)

    @cached_property
    def variables(self) -> Variables:
        """Numbers of the variables."""
        return number_variables(Candidates(self.puzzle), placements=self.encoding == "direct", deadline=self.deadline)

    @cached_property
    def meaning(self) -> VariableMeanings:
        """Meanings of the variables, to decode models."""
        squares, diamonds = self.variables.candidates.squares, self.variables.candidates.diamonds
        tiles = [
            TileVariables(tile, min(on.values()), tuple(squares[square] for square in on))
            for tile, on in enumerate(self.variables.tile)
            if on
        ]
        colours = [
            ColourVariables(diamond.square, diamond.side, min(domain.values()), tuple(domain))
            for diamond, domain in zip(diamonds, self.variables.colour, strict=True)
            if domain
        ]
        return VariableMeanings(tuple(tiles), tuple(colours))

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses, which may be many millions."""
        variables = self.variables
        one_square = self.encoding not in ("heule-cmp", "heule-fbc")
        yield from covering_clauses(variables)
        # With as many tiles as squares, at most one square per tile implies at most one tile per square, and vice
        # versa.
        if one_square or not self.puzzle.complete:
            yield from one_square_per_tile(variables)
        if not (one_square and self.puzzle.complete):
            yield from forbid_two_of_same_colours(variables)
        yield from one_colour_per_diamond(variables)
        yield from require_matching_colours(variables)
        if self.encoding == "direct":
            yield from require_some_rotation(variables)
            yield from equate_colours_with_placements(variables)
        else:
            yield from require_colours_around_tiles(variables)
        if self.encoding in ("heule-fbc", "heule-all"):
            yield from forbid_absent_colours(variables)
        yield from sign_clauses(variables)
        yield from order_identical_tiles(variables, self.clues)
        yield from clue_clauses(variables, self.clues)

    def exclude_shown_board(self, true: Set[int]) -> Clause:
        """Build a clause that excludes only a model's board.

        The clause requires another colour on some diamond, or another tile on some square. Only tiles that have the
        same colours as the tile on the square, but are not identical to it, need to be listed.

        Args:
            true: true variables of the model.
        """
        colours = chain.from_iterable(domain.values() for domain in self.variables.colour)
        clause = [-colour for colour in colours if colour in true]
        # A distinct tile with the same colours, on the square of a tile, makes another board of the same colours.
        on, appearance = self.variables.tile, self.puzzle.appearance
        for group in group_by_colours(self.puzzle):
            for tile in group:
                others = [other for other in group if appearance(other) != appearance(tile)]
                for square in [square for square, variable in on[tile].items() if others and variable in true]:
                    clause += (on[other][square] for other in others)
        return tuple(clause)
