"""The model of a board that all drawings share: its squares, and the violations that the checker reports on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from edgeasp.draw.palette import OwnLook, OwnPalette
from edgeasp.puzzle import features
from edgeasp.puzzle.card import listed
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, row_name
from edgeasp.system.errors import OptionError, guided_class
from edgeasp.system.lines import plural


@guided_class
@dataclass(frozen=True, slots=True)
class DrawStyle:
    """The style of text and pictures.

    >>> tiles = edgeasp.load("instances/frame-3x3.puz")
    >>> tiles.svg(edgeasp.DrawStyle(numbers=True, turns=True, size=40)).startswith("<svg")
    True

    Attributes:
        colour: paint whole sides of a text.
        numbers: show colour numbers, in pictures instead of motifs; None to show them in a text where there is room.
            A text without `colour` always has them.
        turns: show where the north side of each tile is.
        tiles: show the number of each tile.
        coordinates: show the letters of rows and the numbers of columns, as in A1.
        mismatches: mark violations.
        size: pixels per square of a picture.
        palette: how colours look in a picture, if not as always.
        caption: a line below the board in a picture; `{score}`, `{name}` and `{date}` stand for those of the board.
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
        """The look of a colour in a picture; None if as always."""
        return self.palette.get(colour) if self.palette else None

    def lettering(self, colour: int) -> str:
        """The number or the letters of a colour in a picture; empty if it has a motif."""
        own = self.look(colour)
        return str(colour) if self.numbers else own.letters if own else ""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A mismatch on a side of a square; a diamond is the east or south side of one of its two squares."""

    square: Square
    side: Side
    condition: Condition
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of an explanation or a hint on a square.

    Attributes:
        square: the square.
        text: what is said, for lists and for those who point at the square.
        wrong: whether the square is marked as a violation is; else it is pointed out.
        label: shown in the square if it is empty, such as the number of tiles that may lie there.
        repeats: whether a list has the text already, of another square.
    """

    square: Square
    text: str
    wrong: bool = False
    label: str = ""
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class SquareView:
    """A square of the board: its content, violations that concern the whole square (sign, clue, tile), and remarks.

    Attributes:
        number: the number of its tile for people; None if it is empty.
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
    def numbered(self) -> str:
        """The number of its tile, with a prime if that is turned over."""
        return f"{self.number}'" if self.placement and self.placement.rot > 3 else str(self.number)

    @property
    def wrong(self) -> bool:
        """Whether the square is marked as wrong."""
        return bool(self.violations) or any(remark.wrong for remark in self.remarks)

    @property
    def pointed_out(self) -> bool:
        """Whether a remark points the square out."""
        return any(not remark.wrong and not remark.label for remark in self.remarks)

    @property
    def label(self) -> str:
        """The text of an empty square; empty for a dot."""
        return next((remark.label for remark in self.remarks if remark.label), "")


@dataclass(frozen=True)
class BoardView:
    """A complete or partial board with its squares, row by row, and its violations.

    The mismatches of the adjoining and the boundary condition are exactly the violations of these. Those of the sign
    condition are additional: the checker reports equal signs for one of the two squares.
    """

    puzzle: Puzzle
    fields: dict[Square, SquareView]
    mismatches: tuple[Mismatch, ...]
    report: Report
    remarks: tuple[Remark, ...] = ()

    @cached_property
    def clashing(self) -> dict[tuple[Square, Side], Mismatch]:
        """The mismatches by square and side; a colour mismatch comes before equal signs."""
        first: dict[tuple[Square, Side], Mismatch] = {}
        for mismatch in self.mismatches:
            first.setdefault((mismatch.square, mismatch.side), mismatch)
        return first

    def has_mismatch(self, square: Square, side: Side) -> bool:
        """Whether there is a mismatch on a side, stored for either of the two adjacent squares."""
        beyond = self.puzzle.grid.neighbour(square, side)
        return (square, side) in self.clashing or (beyond, side.opposite) in self.clashing

    @property
    def summary(self) -> str:
        """One line with the score and the numbers of empty squares and violations."""
        report = self.report
        parts = [f"{report.matched} of {report.diamonds} diamonds match"]
        if report.missing:
            parts.append(_counted(len(report.missing), "empty square"))
        if report.violations:
            parts.append(_counted(len(report.violations), "broken condition"))
        return ", ".join(parts) + (": solved" if report.solved else "")

    @property
    def left_over(self) -> str:
        """One line with the tiles that are left over beside a full board; empty if none is."""
        names = [f"tile {self.puzzle.names.number(tile)}" for tile in self.report.left_over]
        return f"left over: {listed(names)}" if names else ""


def board_view(
    puzzle: Puzzle, solution: Solution, clues: Solution = Solution(), remarks: Sequence[Remark] = ()
) -> BoardView:
    """The view of a complete or partial solution, perhaps with remarks on squares."""
    features.require("show", puzzle)
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
    """The label beside a row: its letter, or its number where facts are spoken of."""
    return str(row + 1) if puzzle.names.as_facts else row_name(row)


def _counted(number: int, noun: str) -> str:
    return f"{number} {plural(number, noun)}"
