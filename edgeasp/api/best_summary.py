"""A search for the best board summed up: as the JSON record of `edgeasp best`, and in lines for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.api.solve_record import PuzzleRecord, VersionsRecord, puzzle_record, versions_record
from edgeasp.batch.best_state import BestJob, BestResult, Improvement, RoundRecord
from edgeasp.formats import sol
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Side, Square, place_name

_SHOWN = 8
"""Mismatches that are listed for a person; all of them are in the board."""


@dataclass(frozen=True, slots=True)
class BestRecord:
    """The output of `edgeasp best --format json`: the best board, its score, and how it was found."""

    schema: Annotated[Literal["edgeasp.best"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    board: Annotated[
        tuple[tuple[int, int, int, int], ...] | None,
        "Placements by tile: tile, column, row, anticlockwise quarter turns, all from 0; null if there is no board.",
    ]
    score: Annotated[int | None, "Matched diamonds, counted by the checker; null if there is no board."]
    diamonds: Annotated[int, "All inner diamonds."]
    mismatches: Annotated[
        tuple[tuple[int, int, Literal["right", "bottom"]], ...],
        "Where they lie: column and row from 0, and the side on which a tile meets its neighbour.",
    ]
    proved: Annotated[bool, "Whether it is proved that no board is better; without a board, that there is none."]
    answered: Annotated[bool, "Whether the board is proved best, or has reached the goal."]
    stopped: Annotated[str | None, "The limit that was reached, in words; null if none was."]
    contradictions: Annotated[tuple[str, ...], "Why no board matches at all diamonds, if counting finds that."]
    puzzle: Annotated[PuzzleRecord, "The puzzle."]
    encoding: Annotated[str, "The variants of the encoding, joined by `+`."]
    seed: Annotated[int, "Seed of the random numbers."]
    jobs: Annotated[int, "The number of processes."]
    trajectory: Annotated[tuple[Improvement, ...], "The improvements in their order."]
    rounds: Annotated[tuple[RoundRecord, ...], "The rounds that have ended, in that order."]
    seconds: Annotated[float, "Wall time from the start of the command."]
    versions: Annotated[VersionsRecord, "Versions."]


def record(job: BestJob, result: BestResult, source: str) -> BestRecord:
    """Everything about a search."""
    task, board = job.task, result.board
    return BestRecord(
        schema="edgeasp.best",
        schema_version=1,
        board=None if board is None else sol.quadruples(board),
        score=None if result.report is None else result.report.matched,
        diamonds=task.puzzle.grid.diamonds,
        mismatches=_mismatches(result),
        proved=result.proved,
        answered=result.answered,
        stopped=None if result.stopped is None else str(result.stopped),
        contradictions=result.contradictions,
        puzzle=puzzle_record(task, source),
        encoding=task.encoding.name,
        seed=job.seed,
        jobs=job.jobs,
        trajectory=result.trajectory,
        rounds=result.rounds,
        seconds=round(result.seconds, 3),
        versions=versions_record(),
    )


def score_text(result: BestResult) -> str:
    """The score, and what is known about it: `458 of 480 diamonds`."""
    return "".join(_score(result))


def _score(result: BestResult) -> tuple[str, str]:
    if result.report is None:
        return "there is no board" if result.proved else "no board so far", ""
    matched, diamonds = result.report.matched, result.report.diamonds
    known = ", solved" if matched == diamonds else ", proved best" if result.proved else ""
    return f"{matched} of {diamonds} diamonds", known


def mismatch_text(result: BestResult) -> str | None:
    """The places of the mismatches, in one line; None if there are none."""
    mismatches = _mismatches(result)
    if not mismatches:
        return None
    shown = [f"{place_name(Square(col, row))} {side}" for col, row, side in mismatches[:_SHOWN]]
    more = [f"and {len(mismatches) - _SHOWN} more"] * (len(mismatches) > _SHOWN)
    return f"mismatches: {', '.join([*shown, *more])}"


def summary_text(result: BestResult, *, interrupted: bool) -> str:
    """One line on a search: the score and the effort."""
    score, known = _score(result)
    when = f" after {_seconds(result.trajectory[-1].seconds)}" if result.trajectory else ""
    if result.report is None and result.proved:
        score = "no board keeps the frame, the signs and the clues"
    elif result.trajectory and result.trajectory[-1].round is None:
        # Nothing was found: the board is the one to begin with.
        score, when = (score, "") if result.answered else (f"no better board than the {score} to begin with", "")
    rounds = f"{len(result.rounds):,} round{'s' * (len(result.rounds) != 1)}"
    end = f", {result.stopped}" if result.stopped and not interrupted else f" in {_seconds(result.seconds)}"
    return f"{'interrupted: ' * interrupted}{score}{when}{known}; {rounds}{end}"


def _seconds(seconds: float) -> str:
    """Seconds in few letters, so that the line fits into 80 columns."""
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:,.0f} s"


def _mismatches(result: BestResult) -> tuple[tuple[int, int, Literal["right", "bottom"]], ...]:
    if result.report is None:
        return ()
    return tuple(
        (violation.square.col, violation.square.row, "right" if violation.side is Side.EAST else "bottom")
        for violation in result.report.violations
        if violation.condition is Condition.ADJOINING
    )
