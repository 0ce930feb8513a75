"""The status of a suite: numbers of boards and of known solutions, by size and colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Annotated, Literal

from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.puzzle.symmetry import board_key
from edgeasp.system.errors import EdgeaspError


@dataclass(frozen=True, slots=True)
class StatusRow:
    """The boards of one size and one number of inner colours."""

    cols: Annotated[int, "Columns."]
    rows: Annotated[int, "Rows."]
    colours: Annotated[int, "Inner colours."]
    boards: Annotated[int, "Boards: those done, open and bad."]
    done: Annotated[int, "Boards of which all solutions are known."]
    open: Annotated[int, "Boards that may have further solutions."]
    bad: Annotated[int, "Boards with an error in their folder."]
    solutions: Annotated[int, "Known solutions of all boards that are not bad."]
    least: Annotated[int | None, "The fewest known solutions of one of these boards; null if all are bad."]
    median: Annotated[float | None, "The median of the known solutions of these boards; null if all are bad."]
    most: Annotated[int | None, "The most known solutions of one of these boards; null if all are bad."]
    seconds: Annotated[float, "Wall time that passes have spent on these boards, in seconds."]


@dataclass(frozen=True, slots=True)
class BadBoard:
    """A board with an error in its folder."""

    board: Annotated[str, "The folder of the board, within that of the suite."]
    fault: Annotated[str, "The error."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteStatusRecord:
    """The object that `edgeasp suite status --format json` prints."""

    schema: Annotated[Literal["edgeasp.suite-status"], "The name of this schema."] = "edgeasp.suite-status"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    rows: Annotated[tuple[StatusRow, ...], "The boards summed up by size and colours, small boards first."]
    bad: Annotated[tuple[BadBoard, ...], "The boards with an error in their folder."]


def suite_status(boards: Iterable[SuiteBoard], spent: Mapping[str, float]) -> SuiteStatusRecord:
    """The status of the boards; reads every file and checks every solution.

    `spent` are seconds by the name of a board, as `passes.seconds_spent` reads them.
    """
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
    return SuiteStatusRecord(rows=tuple(_row(key, list(group), spent) for key, group in groups), bad=tuple(bad))


def _row(
    key: tuple[int, int, int], boards: list[tuple[SuiteBoard, int | None]], spent: Mapping[str, float]
) -> StatusRow:
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
        seconds=round(sum(spent.get(board.place.name, 0.0) for board, _ in boards), 3),
        least=min(numbers, default=None),
        median=float(median(numbers)) if numbers else None,
        most=max(numbers, default=None),
    )
