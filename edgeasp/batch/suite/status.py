"""The status of a suite: numbers of boards and of known solutions, by size and colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Literal

from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.puzzle.errors import EdgeaspError
from edgeasp.puzzle.symmetry import board_key


@dataclass(frozen=True, slots=True)
class StatusRow:
    """The boards of one size and one number of inner colours.

    Attributes:
        cols: Columns.
        rows: Rows.
        colours: Inner colours.
        boards: Boards: those done, open and bad.
        done: Boards of which all solutions are known.
        open: Boards that may have further solutions.
        bad: Boards with an error in their folder.
        solutions: Known solutions of all boards that are not bad.
        least: The fewest known solutions of one of these boards; null if all are bad.
        median: The median of the known solutions of these boards; null if all are bad.
        most: The most known solutions of one of these boards; null if all are bad.
    """

    cols: int
    rows: int
    colours: int
    boards: int
    done: int
    open: int
    bad: int
    solutions: int
    least: int | None
    median: float | None
    most: int | None


@dataclass(frozen=True, slots=True)
class BadBoard:
    """A board with an error in its folder.

    Attributes:
        board: The folder of the board, within that of the suite.
        fault: The error.
    """

    board: str
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteStatusRecord:
    """The object that `edgeasp suite status --format json` prints.

    Attributes:
        schema: The name of this schema.
        schema_version: Increases when a field changes its meaning or is removed.
        rows: The boards summed up by size and colours, small boards first.
        bad: The boards with an error in their folder.
    """

    schema: Literal["edgeasp.suite-status"] = "edgeasp.suite-status"
    schema_version: Literal[1] = 1
    rows: tuple[StatusRow, ...]
    bad: tuple[BadBoard, ...]


def suite_status(boards: Iterable[SuiteBoard]) -> SuiteStatusRecord:
    """The status of the boards; reads every file and checks every solution."""
    counted: list[tuple[SuiteBoard, int | None]] = []
    bad: list[BadBoard] = []
    for board in boards:
        try:
            contents = folders.read(board)
        except EdgeaspError as error:
            bad.append(BadBoard(board.place.name, str(error)))
            counted.append((board, None))
        else:
            known = {board_key(contents.puzzle, solution) for solution in contents.known.values()}
            counted.append((board, len(known)))
    groups = groupby(counted, lambda each: (each[0].place.cols, each[0].place.rows, each[0].place.colours))
    return SuiteStatusRecord(rows=tuple(_row(key, list(group)) for key, group in groups), bad=tuple(bad))


def _row(key: tuple[int, int, int], boards: list[tuple[SuiteBoard, int | None]]) -> StatusRow:
    """The row of some boards with their numbers of known solutions; None for a bad board."""
    numbers = [known for _, known in boards if known is not None]
    done = sum(board.done for board, known in boards if known is not None)
    return StatusRow(
        *key,
        boards=len(boards),
        done=done,
        open=len(numbers) - done,
        bad=len(boards) - len(numbers),
        solutions=sum(numbers),
        least=min(numbers, default=None),
        median=float(median(numbers)) if numbers else None,
        most=max(numbers, default=None),
    )
