"""Boards as all drawings need them: squares, mismatches and remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from edgeasp.draw.palette import Look, OwnLook, OwnPalette
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sides, Sign, Solution, Square, row_name
from edgeasp.puzzle.summary import join_with_limit
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import plural


@dataclass(frozen=True, slots=True)
class DrawStyle:
    """Style of boards and tiles, as text and as pictures.

    >>> tiles = edgeasp.load("instances/frame-3x3.puz")
    >>> tiles.svg(edgeasp.DrawStyle(numbers=True, turns=True, size=40)).startswith("<svg")
    True

    Attributes:
        colour: paint whole sides. Text only.
        numbers: show the numbers of colours. Pictures show them instead of motifs. Default: only in text, if there is
            space. Text without `colour` always shows them.
        ascii: use ASCII characters only. Text only.
        tiles: show the number of each tile.
        turns: show which side of each tile is its north side.
        coordinates: show the letters of rows and the numbers of columns, as in A1.
        mismatches: mark violations.
        size: pixels per square. Pictures only.
        palette: looks of colours chosen by a user, None for the default looks. Pictures only.
        caption: line below the board, in which `{score}`, `{name}` and `{date}` are replaced. Pictures only.
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
        """Return the look chosen by the user, or None."""
        return self.palette.get(colour) if self.palette else None

    def shown(self, colour: int, look: Mapping[int, Look]) -> Look:
        """Return how this style draws a colour.

        Args:
            colour: the colour.
            look: the default looks of the puzzle's colours.
        """
        own, usual = self.look(colour), look[colour]
        chosen = Look(usual.colour, own.motif, own.letters, own.paint) if own else usual
        return chosen._replace(letters=str(colour)) if self.numbers else chosen


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Side of a square whose colour or sign does not match.

    A mismatch between two squares appears once: on the east or south side of one of them.

    Attributes:
        square: the square.
        side: the side.
        condition: the broken condition.
        text: description.
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
        text: the remark, shown in lists and tooltips.
        wrong: whether the square is marked as wrong. Otherwise it is highlighted.
        label: text to show on an empty square, e.g. the number of tiles that fit.
        repeats: whether lists skip the remark, because another square has the same text.
    """

    square: Square
    text: str
    wrong: bool = False
    label: str = ""
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class SquareView:
    """Square of a board with everything that a drawing shows of it.

    Attributes:
        square: the square.
        placement: the tile on it and its rotation, None if it is empty.
        number: displayed number of the tile, None if it is empty.
        sides: colours of its sides, None if it is empty.
        sign: sign of the tile, None without one.
        clue: whether a clue names a tile for it.
        violations: broken conditions on the whole square: on its sign, its clue or its tile. Mismatches on its sides
            are in `BoardView.mismatches`.
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
        """The number of its tile, with an apostrophe if flipped."""
        return f"{self.number}'" if self.placement and self.placement.rot > 3 else str(self.number)

    @property
    def wrong(self) -> bool:
        """Whether the square is marked as wrong.

        The reason is a violation, or a remark whose `wrong` is set.
        """
        return bool(self.violations) or any(remark.wrong for remark in self.remarks)

    @property
    def highlighted(self) -> bool:
        """Whether a remark draws attention to the square."""
        return any(not remark.wrong and not remark.label for remark in self.remarks)

    @property
    def label(self) -> str:
        """Text to show on the empty square, or an empty text."""
        return next((remark.label for remark in self.remarks if remark.label), "")


@dataclass(frozen=True)
class BoardView:
    """Complete or partial board, prepared for drawing.

    Attributes:
        puzzle: the puzzle.
        fields: the squares, row by row.
        mismatches: sides that do not match, by colour or by sign. Two equal signs on adjacent squares are one mismatch
            on their common side, whereas the report lists them as a violation of a square.
        report: report of the checker.
        remarks: all remarks.
    """

    puzzle: Puzzle
    fields: dict[Square, SquareView]
    mismatches: tuple[Mismatch, ...]
    report: Report
    remarks: tuple[Remark, ...] = ()

    @cached_property
    def mismatch_on(self) -> dict[tuple[Square, Side], Mismatch]:
        """The mismatch to draw on each side of a square.

        If neither the colour nor the sign of a side matches, the colour mismatch is drawn.
        """
        first: dict[tuple[Square, Side], Mismatch] = {}
        for mismatch in self.mismatches:
            first.setdefault((mismatch.square, mismatch.side), mismatch)
        return first

    def has_mismatch(self, square: Square, side: Side) -> bool:
        """Whether a side has a mismatch.

        The mismatch may be stored with the adjacent square.
        """
        beyond = self.puzzle.grid.neighbour(square, side)
        return (square, side) in self.mismatch_on or (beyond, side.opposite) in self.mismatch_on

    @property
    def summary(self) -> str:
        """Matching edges, empty squares and violations, in one line."""
        report = self.report
        parts = [f"{report.matched} of {report.diamonds} edges match"]
        if report.missing:
            parts.append(_number_and_noun(len(report.missing), "empty square"))
        if report.violations:
            parts.append(_number_and_noun(len(report.violations), "broken condition"))
        return ", ".join(parts) + (": solved" if report.solved else "")

    @property
    def spare_text(self) -> str:
        """Spare tiles by number, empty unless the board is full."""
        names = [f"tile {self.puzzle.names.number(tile)}" for tile in self.report.left_over]
        return f"spare: {join_with_limit(names)}" if names else ""


def board_view(
    puzzle: Puzzle, solution: Solution, clues: Solution = Solution(), remarks: Sequence[Remark] = ()
) -> BoardView:
    """Prepare a board for drawing.

    Args:
        puzzle: the puzzle.
        solution: the placements on the board.
        clues: the puzzle's clues.
        remarks: remarks of an explanation or a hint.
    """
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
    """Return the letter or number of a row.

    Rows are numbered, from 1, if the puzzle was read from facts.
    """
    return str(row + 1) if puzzle.names.as_facts else row_name(row)


def _number_and_noun(number: int, noun: str) -> str:
    return f"{number} {plural(number, noun)}"
