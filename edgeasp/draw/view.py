"""What all drawings of a board share: squares, violations and remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from edgeasp.draw.palette import Look, OwnLook, OwnPalette
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, row_name
from edgeasp.puzzle.summary import join_listed
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import plural


@dataclass(frozen=True, slots=True)
class DrawStyle:
    """Style of text and pictures.

    >>> tiles = edgeasp.load("instances/frame-3x3.puz")
    >>> tiles.svg(edgeasp.DrawStyle(numbers=True, turns=True, size=40)).startswith("<svg")
    True

    Attributes:
        colour: paint whole sides in text.
        numbers: show colour numbers, in pictures instead of motifs. None shows them in text if there is space. Text
            without
            `colour` always has them.
        ascii: use ASCII characters only in text.
        tiles: show the number of each tile.
        turns: show the north side of each tile.
        coordinates: show the letters of rows and the numbers of columns, as in A1.
        mismatches: mark violations.
        size: pixels per square of a picture.
        palette: user-defined looks of colours in a picture, None for the default.
        caption: line below the board in a picture, in which `{score}`, `{name}` and `{date}` are replaced.
    """

    colour: bool = False
    numbers: bool | None = None
    ascii: bool = False
    tiles: bool = False
    turns: bool = False
    coordinates: bool = False
    mismatches: bool = True
    size: int = 80
    palette: OwnPalette | None = None
    caption: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.size, int | float) or self.size <= 0:
            raise OptionError(f"expected a number of pixels as the size of a square, found {self.size!r}")

    def look(self, colour: int) -> OwnLook | None:
        """Return the user-defined look of a colour, if any."""
        return self.palette.get(colour) if self.palette else None

    def shown(self, colour: int, look: Mapping[int, Look]) -> Look:
        """Return the look of a colour in this style.

        Args:
            colour: the colour.
            look: the looks of the colours of a puzzle.
        """
        own, usual = self.look(colour), look[colour]
        chosen = Look(usual.colour, own.motif, own.letters, own.paint) if own else usual
        return chosen._replace(letters=str(colour)) if self.numbers else chosen


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A mismatch on a side of a square.

    A mismatch between two squares is stored on the east or south side of one of them.
    """

    square: Square
    side: Side
    condition: Condition
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Remark on a square, from an explanation or a hint.

    Attributes:
        square: the square.
        text: the remark, for lists and for tooltips.
        wrong: whether to mark the square as a violation. Otherwise it is highlighted.
        label: text for an empty square, e.g. the number of candidates.
        repeats: whether a list already has the text for another square.
    """

    square: Square
    text: str
    wrong: bool = False
    label: str = ""
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board with its content, violations and remarks.

    Only violations of the whole square are included: sign, clue, tile.

    Attributes:
        square: the square.
        placement: its tile, None if it is empty.
        number: displayed number of its tile, None if it is empty.
        sides: the sides it shows, None if it is empty.
        sign: the sign of its tile, if any.
        clue: whether it has a clue.
        violations: violations of the whole square.
        remarks: remarks on the square.
    """

    square: Square
    placement: Placement | None
    number: int | None
    sides: Sides | None
    sign: Sign | None
    clue: bool
    violations: tuple[Violation, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def shown_number(self) -> str:
        """The number of its tile, with a prime if flipped."""
        return f"{self.number}'" if self.placement and self.placement.rot > 3 else str(self.number)

    @property
    def wrong(self) -> bool:
        """Whether the square is marked as wrong."""
        return bool(self.violations) or any(remark.wrong for remark in self.remarks)

    @property
    def highlighted(self) -> bool:
        """Whether a remark highlights the square."""
        return any(not remark.wrong and not remark.label for remark in self.remarks)

    @property
    def label(self) -> str:
        """The label of an empty square, or an empty text."""
        return next((remark.label for remark in self.remarks if remark.label), "")


@dataclass(frozen=True)
class BoardView:
    """A complete or partial board with its squares and violations.

    Colour mismatches are exactly the violations of the conditions `adjoining` and `boundary`. Sign mismatches are added
    for both squares, because the checker reports equal signs on one of them only.

    Attributes:
        puzzle: the puzzle.
        fields: the squares, row by row.
        mismatches: all mismatches.
        report: the report of the checker.
        remarks: all remarks.
    """

    puzzle: Puzzle
    fields: dict[Square, SquareView]
    mismatches: tuple[Mismatch, ...]
    report: Report
    remarks: tuple[Remark, ...] = ()

    @cached_property
    def mismatch_on(self) -> dict[tuple[Square, Side], Mismatch]:
        """Mismatches keyed by square and side, colours before signs."""
        first: dict[tuple[Square, Side], Mismatch] = {}
        for mismatch in self.mismatches:
            first.setdefault((mismatch.square, mismatch.side), mismatch)
        return first

    def has_mismatch(self, square: Square, side: Side) -> bool:
        """Whether a side has a mismatch, seen from either square."""
        beyond = self.puzzle.grid.neighbour(square, side)
        return (square, side) in self.mismatch_on or (beyond, side.opposite) in self.mismatch_on

    @property
    def summary(self) -> str:
        """Score and numbers of empty squares and violations, in one line."""
        report = self.report
        parts = [f"{report.matched} of {report.diamonds} edges match"]
        if report.missing:
            parts.append(_counted(len(report.missing), "empty square"))
        if report.violations:
            parts.append(_counted(len(report.violations), "broken condition"))
        return ", ".join(parts) + (": solved" if report.solved else "")

    @property
    def spare_text(self) -> str:
        """The spare tiles of a full board in one line."""
        names = [f"tile {self.puzzle.names.number(tile)}" for tile in self.report.left_over]
        return f"spare: {join_listed(names)}" if names else ""


def board_view(
    puzzle: Puzzle, solution: Solution, clues: Solution = Solution(), remarks: Sequence[Remark] = ()
) -> BoardView:
    """Build the view of a board, optionally with remarks."""
    features.require_support("show", puzzle)
    report = check(puzzle, solution, clues)
    on, clue_on = solution.by_square(), clues.by_square()
    broken: dict[Square, list[Violation]] = {}
    for violation in report.violations:
        if violation.side is None:
            broken.setdefault(violation.square, []).append(violation)
    remarks_on: dict[Square, list[Remark]] = {}
    for remark in remarks:
        remarks_on.setdefault(remark.square, []).append(remark)
    fields = {}
    for square in puzzle.grid.squares:
        placement = on.get(square)
        sides = puzzle.sides(placement) if placement else None
        sign = puzzle.tiles[placement.tile].sign if placement else None
        number = puzzle.names.number(placement.tile) if placement else None
        wrong, remarked = tuple(broken.get(square, ())), tuple(remarks_on.get(square, ()))
        fields[square] = SquareView(square, placement, number, sides, sign, square in clue_on, wrong, remarked)
    mismatches = [
        Mismatch(violation.square, violation.side, violation.condition, violation.text)
        for violation in report.violations
        if violation.side is not None
    ]
    mismatches += [
        Mismatch(square, side, Condition.SIGN, f"two tiles with the sign {field.sign.value} meet")
        for square, field in fields.items()
        for side in (Side.EAST, Side.SOUTH)
        if field.sign and (there := fields.get(puzzle.grid.neighbour(square, side))) and there.sign is field.sign
    ]
    return BoardView(puzzle, fields, tuple(mismatches), report, tuple(remarks))


def row_label(puzzle: Puzzle, row: int) -> str:
    """Return the letter of a row, or its number.

    Puzzles from facts have numbers.
    """
    return str(row + 1) if puzzle.names.as_facts else row_name(row)


def _counted(number: int, noun: str) -> str:
    return f"{number} {plural(number, noun)}"
