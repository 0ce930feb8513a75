"""How far a suite is: boards, and the solutions known of them, by size and colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.puzzle.errors import EdgeaspError


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """How far a board is.

    Attributes:
        board: the board.
        done: whether all its solutions are known.
        solutions: how many are known; None if its folder is not what it should be.
        fault: what is wrong with its folder; empty if nothing is.
    """

    board: SuiteBoard
    done: bool
    solutions: int | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class StatusRow:
    """The boards of one size and one number of inner colours.

    Attributes:
        cols: columns.
        rows: rows.
        colours: inner colours.
        boards: how many boards there are: those done, open and bad.
        done: those of which all solutions are known.
        open: those of which there may be more.
        bad: those whose folder is not what it should be.
        solutions: how many solutions are known, of all boards but the bad ones together.
        least: the fewest that are known of one of these boards; None if all boards are bad.
        median: half of these boards have no more, half no fewer.
        most: the most that are known of one.
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


def board_status(board: SuiteBoard) -> BoardStatus:
    """How far a board is; every file in its folder is read and every solution checked."""
    try:
        contents = folders.read(board)
    except EdgeaspError as error:
        return BoardStatus(board, False, None, str(error))
    pictures = {folders.picture(contents.puzzle, solution) for solution in contents.known.values()}
    return BoardStatus(board, board.done, len(pictures))


def table(standings: Iterable[BoardStatus]) -> list[StatusRow]:
    """The boards summed up by size and colours, in the order in which they come."""
    return [
        _row(key, list(group))
        for key, group in groupby(
            standings, lambda each: (each.board.place.cols, each.board.place.rows, each.board.place.colours)
        )
    ]


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
