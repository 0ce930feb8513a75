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
class BoardStatus:
    """The status of a board.

    Attributes:
        board: the board.
        done: whether all its solutions are known.
        solutions: number of known solutions; None if the board is bad.
        fault: the error in its folder; empty if there is none.
    """

    board: SuiteBoard
    done: bool
    solutions: int | None
    fault: str = ""


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
    statuses = [board_status(board) for board in boards]
    bad = tuple(BadBoard(each.board.place.name, each.fault) for each in statuses if each.fault)
    groups = groupby(statuses, lambda each: (each.board.place.cols, each.board.place.rows, each.board.place.colours))
    return SuiteStatusRecord(rows=tuple(_row(key, list(group)) for key, group in groups), bad=bad)


def board_status(board: SuiteBoard) -> BoardStatus:
    """The status of a board; reads every file in its folder and checks every solution."""
    try:
        contents = folders.read(board)
    except EdgeaspError as error:
        return BoardStatus(board, False, None, str(error))
    boards = {board_key(contents.puzzle, solution) for solution in contents.known.values()}
    return BoardStatus(board, board.done, len(boards))


def _row(key: tuple[int, int, int], boards: list[BoardStatus]) -> StatusRow:
    good = [each for each in boards if not each.fault]
    numbers = [each.solutions or 0 for each in good]
    done = sum(each.done for each in good)
    return StatusRow(
        *key,
        boards=len(boards),
        done=done,
        open=len(good) - done,
        bad=len(boards) - len(good),
        solutions=sum(numbers),
        least=min(numbers, default=None),
        median=float(median(numbers)) if numbers else None,
        most=max(numbers, default=None),
    )
