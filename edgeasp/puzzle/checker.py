"""Independent checker of solutions, without solver or encodings.

Each condition of a solution has a name. In the encodings, the rule that states the condition has the same name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Square


class Condition(Enum):
    """Condition of a solution.

    `RANGE` requires the tile, square and rotation of every placement to exist.
    """

    RANGE = "range"
    TILE = "tile"
    SQUARE = "square"
    ADJOINING = "adjoining"
    BOUNDARY = "boundary"
    SIGN = "sign"
    CLUE = "clue"


EVERY = frozenset(Condition)


@dataclass(frozen=True, slots=True)
class Violation:
    """Violated condition, with its square.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz").puzzle
    >>> corner = edgeasp.Solution((edgeasp.Placement(3, edgeasp.Square(0, 0), 0),))
    >>> for violation in edgeasp.check(puzzle, corner).violations:
    ...     print(violation.text)
    A1 has 2 on its left, the boundary is 0

    Attributes:
        condition: the condition: range, tile, square, adjoining, boundary, sign or clue.
        square: the square. For `adjoining`, the upper or left square of the two.
        name: the condition with its square, counted from 1 as in facts, such as `adjoining(1,1,right)`.
        text: a human-readable description, with names of squares and tiles.
        side: the side of the square for `adjoining` and `boundary`, else None.
    """

    JSON: ClassVar = ("condition", "*square", "place=square.place", "name", "text")

    condition: Condition
    square: Square
    name: str
    text: str
    side: Side | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """Result of a check.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> report = edgeasp.check(puzzle, next(edgeasp.solve(puzzle)))
    >>> report
    Report(solved, 12 of 12 edges match)
    >>> report.violations, report.missing
    ((), ())

    Attributes:
        violations: violated conditions. For a partial solution, only conditions on its placements.
        missing: squares without a tile.
        matched: the number of inner diamonds whose two sides match.
        diamonds: the number of all inner diamonds, the edges of the score.
        conditions: the conditions that were checked.
        left_over: the tiles not on the board if every square has a tile, else empty.
    """

    JSON: ClassVar = ("matched", "edges", "diamonds", "violations=names", "empty")

    violations: tuple[Violation, ...]
    missing: tuple[Square, ...]
    matched: int
    diamonds: int
    conditions: frozenset[Condition]
    left_over: tuple[int, ...] = ()

    def __repr__(self) -> str:
        broken, empty = len(self.violations), len(self.missing)
        parts = ["solved"] if self.solved else []
        parts += [f"{broken} condition{'s' if broken != 1 else ''} broken"] if broken else []
        parts += [f"{empty} square{'s' if empty != 1 else ''} empty"] if empty else []
        return f"Report({', '.join(parts)}, {self.matched} of {self.diamonds} edges match)"

    @property
    def edges(self) -> int:
        """Number of edges between two squares, which is the maximum score."""
        return self.diamonds

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the violations, such as `adjoining(1,1,right)`."""
        return tuple(violation.name for violation in self.violations)

    @property
    def empty(self) -> int:
        """Number of squares without a tile."""
        return len(self.missing)

    @property
    def solved(self) -> bool:
        """Whether every square has a tile and no condition is violated."""
        return not self.violations and not self.missing


def check(
    puzzle: Puzzle, solution: Solution, clues: Solution = Solution(), conditions: Collection[Condition] = EVERY
) -> Report:
    """Check a complete or partial solution against a puzzle.

    Args:
        puzzle: the puzzle.
        solution: the placements. A placement out of range is reported, and excluded from all other conditions.
        clues: placements that the solution must contain, up to rotations with the same sides.
        conditions: the conditions to check. Fewer conditions relax the puzzle. `RANGE` is always checked.
    """
    conditions = {*conditions, Condition.RANGE}
    violations = _range_violations(puzzle, solution)
    # All other conditions can then look up tiles and squares without a check.
    solution = Solution(tuple(placement for placement in solution if puzzle.has_placement(placement)))
    on = solution.by_square()
    violations += _repetition_violations(puzzle, solution)
    sides = {square: puzzle.sides(placement) for square, placement in on.items()}
    adjoining, matched = _adjoining_violations(puzzle, sides)
    violations += adjoining
    if puzzle.framed or puzzle.rim:
        violations += _boundary_violations(puzzle, sides)
    if puzzle.signed:
        violations += _sign_violations(puzzle, on)
    violations += _clue_violations(puzzle, on, clues)
    missing = tuple(square for square in puzzle.grid.squares if square not in on)
    laid = {placement.tile for placement in solution}
    return Report(
        violations=tuple(violation for violation in violations if violation.condition in conditions),
        missing=missing,
        matched=matched,
        diamonds=puzzle.grid.diamonds,
        conditions=frozenset(conditions),
        left_over=() if missing else tuple(tile for tile in range(len(puzzle.tiles)) if tile not in laid),
    )


def _range_violations(puzzle: Puzzle, solution: Solution) -> list[Violation]:
    """List placements whose tile, square or rotation does not exist."""
    board = f"column 0 to {puzzle.cols - 1}, row 0 to {puzzle.rows - 1}"

    def text(placement: Placement) -> str:
        tile, (col, row), rot = placement.tile, placement.square, placement.rot
        expected = f"expected tile 0 to {len(puzzle.tiles) - 1}, {board}, {_orientations_text(puzzle, tile)}"
        return f"tile {tile} at column {col}, row {row}, rotation {rot} is out of range: {expected}"

    return [
        Violation(Condition.RANGE, placement.square, f"range({_square_in_facts(placement.square)})", text(placement))
        for placement in solution
        if not puzzle.has_placement(placement)
    ]


def _orientations_text(puzzle: Puzzle, tile: int) -> str:
    exists = 0 <= tile < len(puzzle.tiles)
    allowed = puzzle.allowed(tile) if exists else puzzle.orientations
    if allowed == (0,):
        return "no quarter turns"
    if allowed == tuple(range(len(allowed))):
        return f"rotation 0 to {len(allowed) - 1}" if puzzle.flipping else f"0 to {len(allowed) - 1} quarter turns"
    return f"rotation {' or '.join(map(str, allowed))}" + (" of this tile" if exists else "")


def _repetition_violations(puzzle: Puzzle, solution: Solution) -> list[Violation]:
    """List tiles placed twice, and squares with several tiles.

    A missing tile is not a violation.
    """
    tiles: dict[int, list[Square]] = {}
    squares: dict[Square, list[int]] = {}
    for placement in solution:
        tiles.setdefault(placement.tile, []).append(placement.square)
        squares.setdefault(placement.square, []).append(placement.tile)
    names = puzzle.names
    violations = [
        Violation(Condition.TILE, on[0], f"tile({tile + 1})", f"tile {names.number(tile)} is on {len(on)} squares")
        for tile, on in sorted(item for item in tiles.items() if len(item[1]) > 1)
    ]
    violations += [
        Violation(
            Condition.SQUARE,
            square,
            f"square({_square_in_facts(square)})",
            f"{names.place(square)} holds {len(held)} tiles",
        )
        for square, held in sorted(item for item in squares.items() if len(item[1]) > 1)
    ]
    return violations


def _adjoining_violations(puzzle: Puzzle, sides: dict[Square, Sides]) -> tuple[list[Violation], int]:
    violations, matched = [], 0
    for square, side, neighbour in puzzle.grid.pairs:
        if square not in sides or neighbour not in sides:
            continue
        here, there = sides[square][side], sides[neighbour][side.opposite]
        if (here in puzzle.meeting(there)) if puzzle.partners else here == there:
            matched += 1
            continue
        name = f"adjoining({_square_in_facts(square)},{side.word})"
        text = (
            f"{puzzle.names.place(square)} has {puzzle.names.colour(here)} on its {side.word}, "
            f"{puzzle.names.place(neighbour)} has {puzzle.names.colour(there)} on its {side.opposite.word}"
        )
        violations.append(Violation(Condition.ADJOINING, square, name, text, side))
    return violations, matched


def _boundary_violations(puzzle: Puzzle, sides: dict[Square, Sides]) -> list[Violation]:
    violations = []
    for square in (square for square in puzzle.grid.squares if square in sides):
        for side in sorted(puzzle.grid.outer_sides(square)):
            allowed = boundary_colours(puzzle, square, side)
            if allowed and (colour := sides[square][side]) not in allowed:
                name = f"boundary({_square_in_facts(square)},{side.word})"
                text = f"{puzzle.names.place(square)} has {puzzle.names.colour(colour)} on its {side.word}"
                text += f", the boundary is {' or '.join(map(puzzle.names.colour, allowed))}"
                violations.append(Violation(Condition.BOUNDARY, square, name, text, side))
        if puzzle.framed and puzzle.spare:
            violations += _inner_frame_sides(puzzle, square, sides[square])
    return violations


# The checker interprets the description itself, never `Puzzle.statement`: a mistake in one shows against the other.
def boundary_colours(puzzle: Puzzle, square: Square, side: Side) -> tuple[int, ...]:
    """Return the colours allowed on a boundary side.

    The tuple is empty if all colours are allowed.
    """
    part = "hole" if puzzle.grid.neighbour(square, side) in puzzle.holes else side.word
    for name, colours in puzzle.rim:
        if name == part:
            return colours
    return (FRAME,) if puzzle.framed else ()


def _inner_frame_sides(puzzle: Puzzle, square: Square, shown: Sides) -> Iterator[Violation]:
    """Yield frame-coloured sides that are not on the frame.

    With spare tiles these are violations, since a placed tile must have all its frame-coloured sides on the frame.
    """
    outer = puzzle.grid.outer_sides(square)
    for side in Side:
        # `_boundary_violations` has already reported a boundary side whose allowed colours exclude this one.
        allowed = boundary_colours(puzzle, square, side) if side in outer else ()
        if shown[side] == FRAME and not allowed:
            where = "where there is no frame" if side in outer else "within the board"
            text = f"{puzzle.names.place(square)} has {puzzle.names.colour(FRAME)} on its {side.word}, {where}"
            yield Violation(Condition.BOUNDARY, square, f"boundary({_square_in_facts(square)},{side.word})", text, side)


def _sign_violations(puzzle: Puzzle, on: dict[Square, Placement]) -> list[Violation]:
    """List squares that violate the checkerboard of signs.

    Plus signs have to be all on even squares or all on odd squares. The violations of whichever has fewer are listed.
    """
    signs = {square: puzzle.tiles[on[square].tile].sign for square in puzzle.grid.squares if square in on}
    # A tile agrees with the first checkerboard if it has a plus on an even square or a minus on an odd square.
    first = [square for square, sign in signs.items() if sign and (sign is Sign.PLUS) != square.even]
    second = [square for square, sign in signs.items() if sign and (sign is Sign.PLUS) == square.even]
    return [
        Violation(
            Condition.SIGN,
            square,
            f"sign({_square_in_facts(square)})",
            f"{puzzle.names.place(square)} holds a tile with {'+' if signs[square] is Sign.PLUS else '-'} "
            "where the checkerboard of signs has the other",
        )
        for square in (first if len(first) <= len(second) else second)
    ]


def _clue_violations(puzzle: Puzzle, on: dict[Square, Placement], clues: Solution) -> list[Violation]:
    violations = []
    for clue in clues:
        placement = on.get(clue.square)
        if placement is None or not puzzle.has_placement(clue) or puzzle.canonical(placement) != puzzle.canonical(clue):
            name = f"clue({_square_in_facts(clue.square)})"
            tile = f"tile {puzzle.names.number(clue.tile)} {puzzle.names.turn(clue.rot)}"
            text = f"{puzzle.names.place(clue.square)} does not hold {tile}, as a clue says"
            violations.append(Violation(Condition.CLUE, clue.square, name, text))
    return violations


def _square_in_facts(square: Square) -> str:
    return f"{square.col + 1},{square.row + 1}"
