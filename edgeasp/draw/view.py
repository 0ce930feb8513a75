"""The model of a board that all drawings share: its squares, and the violations that the checker reports on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square

_SIDES = {"top": Side.NORTH, "right": Side.EAST, "bottom": Side.SOUTH, "left": Side.WEST}


class Clash(Enum):
    """The kinds of mismatch on a side of a square."""

    COLOUR = "colour"
    """Two adjacent sides have different colours."""
    OUTSIDE = "outside"
    """A side on the outside of a framed puzzle does not have the frame colour."""
    SIGN = "sign"
    """Two adjacent tiles have equal signs."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A mismatch on a side of a square.

    Attributes:
        square: the square; for a diamond the upper or left one of its two squares.
        side: the side of that square; for a diamond east or south.
        clash: the kind of mismatch.
        text: a description.
    """

    square: Square
    side: Side
    clash: Clash
    text: str


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board and its content.

    Attributes:
        square: the square.
        placement: the placement on it; None if the square is empty.
        sides: the colours to the north, east, south and west; None if the square is empty.
        sign: the sign of the tile, if it has one.
        clue: whether the square has a clue.
        violations: the violations that concern the whole square: its sign, its clue, its tile.
    """

    square: Square
    placement: Placement | None
    sides: Sides | None
    sign: Sign | None
    clue: bool
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class BoardView:
    """A complete or partial board with its violations.

    Attributes:
        puzzle: the puzzle.
        fields: all squares, row by row from the top-left.
        mismatches: the mismatches on sides. Those of `Clash.COLOUR` and `Clash.OUTSIDE` are exactly the violations of
            the adjoining and the boundary condition. Those of `Clash.SIGN` are additional: the checker reports equal
            signs for a square, so one of the two squares also has it among its `violations`.
        report: the report of the checker.
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
        """The mismatches by square and side; a colour mismatch comes before equal signs."""
        first: dict[tuple[Square, Side], Mismatch] = {}
        for each in self.mismatches:
            first.setdefault((each.square, each.side), each)
        return first

    @property
    def summary(self) -> str:
        """One line with the score and the numbers of empty squares and violations."""
        report = self.report
        parts = [f"{report.matched} of {report.diamonds} diamonds match"]
        if report.missing:
            parts.append(f"{_counted(len(report.missing), 'empty square')}")
        if report.violations:
            parts.append(f"{_counted(len(report.violations), 'broken condition')}")
        return ", ".join(parts) + (": solved" if report.solved else "")


def board_view(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> BoardView:
    """The view of a complete or partial solution.

    Args:
        puzzle: the puzzle.
        solution: placements on the board.
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
    """The mismatch of a violation whose name ends with a side: `adjoining(1,1,right)`."""
    side = _SIDES[violation.name.rstrip(")").rpartition(",")[2]]
    return Mismatch(violation.square, side, _ON_SIDES[violation.condition], violation.text)


def _equal_signs(puzzle: Puzzle, signs: dict[Square, Sign | None]) -> list[Mismatch]:
    return [
        Mismatch(square, side, Clash.SIGN, f"two tiles with the sign {sign.value} meet")
        for square in puzzle.squares()
        for side in (Side.EAST, Side.SOUTH)
        if (sign := signs[square]) and signs.get(square.neighbour(side)) is sign
    ]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
