"""What there is to be seen: the one model of a board that all pictures are made from.

Nothing is judged here. What is broken is what `edgeasp.puzzle.checker` says, at the place that it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square

_SIDES = {"top": Side.NORTH, "right": Side.EAST, "bottom": Side.SOUTH, "left": Side.WEST}


class Clash(Enum):
    """What can be wrong with a side of a square."""

    COLOUR = "colour"
    """The two sides that meet there have different colours."""
    OUTSIDE = "outside"
    """The side lies on the outside of a framed puzzle and has not the colour of the frame."""
    SIGN = "sign"
    """The two tiles that meet there have equal signs."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A side of a square where something is wrong.

    Attributes:
        square: for an inner diamond the upper or left one of its two squares.
        side: the side of that square; for an inner diamond its east or south.
        clash: what is wrong.
        text: the same for a person.
    """

    square: Square
    side: Side
    clash: Clash
    text: str


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board with what lies on it.

    Attributes:
        square: where it is.
        placement: the tile on it and how it is turned; None if the square is empty.
        sides: the colours to be seen to the north, east, south and west; None if the square is empty.
        sign: the sign of the tile, if it has one.
        clue: whether a clue speaks of the square.
        violations: what the checker has against the square as a whole: its sign, its clue, its tile.
    """

    square: Square
    placement: Placement | None
    sides: Sides | None
    sign: Sign | None
    clue: bool
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class BoardView:
    """A board, complete or not, right or wrong, as it is to be drawn.

    Attributes:
        puzzle: the puzzle.
        fields: all squares, row by row from the top-left.
        mismatches: sides of squares where something is wrong. Those of `Clash.COLOUR` and `Clash.OUTSIDE` are, one
            for one, the checker's violations of the adjoining and of the boundary condition. Equal signs that meet
            come besides: there the checker names a square, and one of the two has it among its `violations`.
        report: what the checker says: violations, score, empty squares.
    """

    puzzle: Puzzle
    fields: tuple[SquareView, ...]
    mismatches: tuple[Mismatch, ...]
    report: Report

    @cached_property
    def at(self) -> dict[Square, SquareView]:
        """The fields by their squares."""
        return {field.square: field for field in self.fields}

    @cached_property
    def clashing(self) -> dict[tuple[Square, Side], Mismatch]:
        """The mismatches by square and side; where colour and sign are wrong, that of the colour."""
        first: dict[tuple[Square, Side], Mismatch] = {}
        for each in self.mismatches:
            first.setdefault((each.square, each.side), each)
        return first

    @property
    def summary(self) -> str:
        """The score, how many squares are empty and how many conditions are broken, in one line."""
        report = self.report
        parts = [f"{report.matched} of {report.diamonds} diamonds match"]
        if report.missing:
            parts.append(f"{_counted(len(report.missing), 'empty square')}")
        if report.violations:
            parts.append(f"{_counted(len(report.violations), 'broken condition')}")
        return ", ".join(parts) + (": solved" if report.solved else "")


def board_view(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> BoardView:
    """What there is to be seen of a solution, complete or partial.

    Args:
        puzzle: the puzzle.
        solution: placements, of which none lies outside the board.
        clues: placements that have to be kept.
    """
    report = check(puzzle, solution, clues)
    on, given = solution.by_square(), clues.by_square()
    broken: dict[Square, list[Violation]] = {}
    for violation in report.violations:
        if violation.condition not in _ON_SIDES:
            broken.setdefault(violation.square, []).append(violation)
    fields = []
    for square in puzzle.squares():
        placement = on.get(square)
        fields.append(
            SquareView(
                square,
                placement,
                puzzle.sides(placement) if placement else None,
                puzzle.tiles[placement.tile].sign if placement else None,
                square in given,
                tuple(broken.get(square, ())),
            )
        )
    mismatches = [_on_side(each) for each in report.violations if each.condition in _ON_SIDES]
    mismatches += _equal_signs(puzzle, {field.square: field.sign for field in fields})
    return BoardView(puzzle, tuple(fields), tuple(mismatches), report)


_ON_SIDES = {Condition.ADJOINING: Clash.COLOUR, Condition.BOUNDARY: Clash.OUTSIDE}


def _on_side(violation: Violation) -> Mismatch:
    """A violation that is about a side, which its name ends with: `adjoining(1,1,right)`."""
    side = _SIDES[violation.name.rstrip(")").rpartition(",")[2]]
    return Mismatch(violation.square, side, _ON_SIDES[violation.condition], violation.text)


def _equal_signs(puzzle: Puzzle, signs: dict[Square, Sign | None]) -> list[Mismatch]:
    return [
        Mismatch(square, side, Clash.SIGN, f"two tiles with the sign {sign.value} meet")
        for square in puzzle.squares()
        for side in (Side.EAST, Side.SOUTH)
        if (sign := signs[square]) and signs.get(square.beyond(side)) is sign
    ]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
