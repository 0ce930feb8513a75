"""The best board of a puzzle, which may have no known solution: a value, as JSON, in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, Unpack

from edgeasp.api.instance import (
    PUZZLE_IN_JSON,
    Board,
    Instance,
    Placements,
    as_instance,
    as_solution,
    draw_gallery,
    make_task,
)
from edgeasp.api.plain import Value, table_row
from edgeasp.api.solving import Clock, Costs, OnTick, Progress, called_with, clock_of, require
from edgeasp.formats import known
from edgeasp.parallel.best import BestJob, BestResult, BestSearch, Replay
from edgeasp.parallel.windows import BoardsProof, Proved
from edgeasp.puzzle.checker import Condition, Report
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square, place_name
from edgeasp.puzzle.summary import BoardSummary
from edgeasp.search.best.filling import parse as windows_of
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.system.errors import OptionError, with_defaults
from edgeasp.system.limits import MOST_JOBS, MOST_ROUNDS, Deadline, Limit, Limits
from edgeasp.system.lines import number_of

if TYPE_CHECKING:
    from edgeasp.parallel.processes import Executor


@dataclass(frozen=True, repr=False)
class BestBoard:
    """The best board that a search has found, and what is known of it. A notebook shows the board.

    >>> best = edgeasp.best(edgeasp.load("instances/random-4x4.puz"))
    >>> best.board
    Board(4 x 4, 22 of 24 diamonds match, 2 broken conditions)
    >>> best.proved, best.record()["score"]
    (True, 22)

    Attributes:
        instance: the puzzle and all clues.
        job: the search as a value.
        result: the board with its report, whether it is proved best, what the rounds did.
    """

    SCHEMA: ClassVar = ("edgeasp.best", 1)
    JSON: ClassVar = (
        ("board", "The best board, placements by tile; null if there is none.", "result.board"),
        "score",
        ("diamonds", "All inner diamonds.", "instance.puzzle.grid.diamonds"),
        "mismatches",
        "proved=result.proved",
        "answered=result.answered",
        "stopped=result.stopped",
        "contradictions=result.contradictions",
        PUZZLE_IN_JSON,
        ("encoding", "The variants of the encoding, joined by `+`.", "job.task.encoding.name"),
        ("seed", "Seed of the random numbers.", "job.seed"),
        ("jobs", "The number of processes.", "job.jobs"),
        "trajectory=result.trajectory",
        "rounds=result.rounds",
        "windows=result.windows",
        (
            "replay",
            "The round that gave the board, for `--replay` with the same seed; null if it went on from a board.",
            "replay",
        ),
        "seconds=result.seconds",
    )

    instance: Instance
    job: BestJob
    result: BestResult

    @property
    def board(self) -> Board | None:
        """The board; None if there is none, or none was found in time."""
        return None if self.result.board is None else self.instance.board(self.result.board)

    @property
    def score(self) -> int | None:
        """The number of diamonds that match; None without a board."""
        return None if self.result.report is None else self.result.report.matched

    @property
    def mismatches(self) -> tuple[tuple[int, int, Literal["right", "bottom"]], ...]:
        """The places of mismatches: column and row from 0, and the side on which a tile meets its neighbour."""
        return _mismatches(self.result)

    @property
    def replay(self) -> str | None:
        """The round that gave the board, for `replay` of another search with the same seed; None if it takes more."""
        return None if self.result.replay is None else str(self.result.replay)

    @property
    def proved(self) -> bool:
        """Whether it is proved that no board is better."""
        return self.result.proved

    def record(self) -> dict[str, Value]:
        """The search in one flat record, but without the board; its fields are those of docs/schemas."""
        return table_row(self, "board", "mismatches", "trajectory", "rounds")

    def __repr__(self) -> str:
        return f"BestBoard({summary_text(self.result, interrupted=False)})"

    def _repr_html_(self) -> str:
        words = summary_text(self.result, interrupted=False)
        return draw_gallery([words], [self.board] if self.board else [])


@with_defaults
def best(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    *,
    start: Placements = Solution(),
    goal: int | None = None,
    encoding: str | None = None,
    rounds: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    prove: str | None = None,
    replay: str | None = None,
    on_better: Callable[[Board], object] | None = None,
    **costs: Unpack[Costs],
) -> BestBoard:
    """Place all tiles so that as many diamonds as possible match; the frame, the signs and the clues are kept.

    It ends when the board is proved best, at the goal or at a limit, which is no error. A large puzzle needs a limit.

    >>> edgeasp.best(edgeasp.load("instances/planted-4x4.puz"), goal=20, rounds=1).score >= 20
    True

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        start: a board to begin with, complete or partial; it is never made worse.
        goal: the number of matched diamonds that is enough; all if None.
        encoding: `decision`, `framed` or `signed`: the conditions to keep; as fits the puzzle if None.
        rounds: the number of rounds: the same board on every machine.
        seed: of the random numbers.
        jobs: the number of processes.
        prove: windows of the best board that are proved not to improve it, or improve it: sizes such as `4x4`, `rows`,
            `columns`, or `around`, the squares around each mismatch; joined by commas.
        replay: one round alone, as the `replay` of a board says: it makes that board again, with the same seed.
        on_better: called with each better board.
        limits: on time and memory; conflicts are not limited.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; if it answers False, or raises, the search ends.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
        InputError: the clues contradict the puzzle or one another, or the board to begin with breaks a condition.
        OptionError: the goal or a number is out of range.
    """
    instance = as_instance(puzzle, clues)
    clock, on_better = clock_of(costs), called_with(on_better, "on_better", "edgeasp.Board")
    task = make_task(puzzle, clues, encoding)
    if task.encoding.redundant or clock.limits.conflicts is not None:
        raise OptionError("best boards need no implied constraints, and know no conflict limit: limit rounds or time")
    require("number of processes", jobs, 1, MOST_JOBS)
    require("seed", seed, 0, MOST_SEED)
    if rounds is not None:
        require("number of rounds", rounds, 0, MOST_ROUNDS)
    begin = as_solution(start, "start", puzzle)
    job = read_into(BestJob(task, begin, goal, clock.limits, rounds, seed, jobs), prove=prove, replay=replay)

    def improved(board: Solution, _: Report) -> None:
        if on_better is not None:
            on_better(instance.board(board))

    search = search_of(job, clock, improved)
    clock.look = lambda seconds: Progress(
        next((progress.text for progress in search.running.values()), "search"),
        seconds,
        len(search.state.trajectory),
        score=search.state.score,
        bound=search.state.bound if search.state.bound >= 0 else None,
    )
    return BestBoard(instance, job, search.run())


def read_into(job: BestJob, *, prove: str | None, replay: str | None) -> BestJob:
    """The same job with the windows to prove, and the one round to carry out, that texts name."""
    windows = () if prove is None else windows_of(prove, job.task.puzzle.grid)
    if replay is None:
        return replace(job, windows=windows)
    again = Replay.parse(replay)
    if job.start or job.rounds is not None:
        raise OptionError("a round is replayed from nothing: expected neither a start nor a number of rounds")
    return replace(job, windows=windows, replay=again, rounds=again.number)


def with_windows(
    summaries: Sequence[BoardSummary],
    boards: Sequence[Solution],
    clues: Solution,
    kinds: str,
    *,
    jobs: int = 1,
    time_limit: float | None = None,
    on_tick: OnTick | None = None,
) -> Iterator[BoardSummary]:
    """Yield the summaries of boards with their proved windows.

    A board with empty squares, or that breaks more than diamonds, keeps its summary. A limit leaves windows unproved.

    Raises:
        OptionError: there are no such windows.
    """
    puzzle = summaries[0].puzzle
    windows, clock = windows_of(kinds, puzzle.grid), Clock(Limits(time_limit), on_tick)
    require("number of processes", jobs, 1, MOST_JOBS)
    provable = [board for summary, board in zip(summaries, boards, strict=True) if _is_provable(summary)]
    proof = BoardsProof(make_task(puzzle, clues), provable, windows, jobs, clock)
    clock.look = lambda seconds: Progress(
        f"proof of windows, {proof.done} of {number_of(len(provable), 'board')}", seconds
    )
    proved = proof.run()
    for summary in summaries:
        outcome = next(proved) if _is_provable(summary) else Proved(())
        yield replace(summary, windows=outcome.windows, improved=outcome.improved)


def _is_provable(summary: BoardSummary) -> bool:
    """Whether a board is complete and breaks nothing but diamonds."""
    conditions = {violation.condition for violation in summary.report.violations}
    return not summary.report.missing and conditions <= {Condition.ADJOINING}


def search_of(
    job: BestJob,
    deadline: Deadline,
    on_better: Callable[[Solution, Report], object],
    executor: Executor | None = None,
) -> BestSearch:
    """The search of a job: on an executor, or in processes of this machine."""
    return BestSearch(job, deadline, on_better, executor)


_SHOWN = 8
"""Mismatches that are listed for a person; all of them are in the board."""


def score_words(result: BestResult) -> tuple[str, str]:
    """The score, and what is known about it: `458 of 480 diamonds` and `, proved best`."""
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
    more = [f"and {len(mismatches) - _SHOWN} more"] if len(mismatches) > _SHOWN else []
    return f"mismatches: {', '.join([*shown, *more])}"


def origin_texts(result: BestResult, version: str, command: str, *, prove: str | None) -> list[str]:
    """Lines on how a board came about, the last one with the command that makes it again, where there is one.

    Args:
        result: of the search.
        version: of edgeasp.
        command: without the round: the puzzle, what is kept, and the seed.
        prove: the windows that were to be proved, and may have improved the board.
    """
    if not result.trajectory or result.trajectory[-1].round is None:
        return []
    last, widest = result.trajectory[-1], max((done.width for done in result.rounds), default=0)
    sweeps = f", sweeps of up to {widest:,} boards" if widest else ""
    lines = [f"{''.join(score_words(result))}, by edgeasp {version} after {_seconds(last.seconds)}{sweeps}"]
    if result.replay is not None:
        proved = bool(result.windows) and not any(windows.left for windows in result.windows)
        # What windows have improved up to a limit, no command repeats.
        if proved or not result.polished:
            windows = f" --prove {prove}" if proved else ""
            lines.append(f"made again by: {command} --replay {result.replay}{windows}")
    return lines


def window_texts(result: BestResult) -> list[str]:
    """Lines on windows that are proved, one a kind; none for a board that is proved best."""
    return [] if result.proved else [str(windows) for windows in result.windows]


_YARDSTICKS = (
    (480, ""),
    (467, "an hour of one core has brought 467; 470, the record, took another program a month of 64 threads"),
    (466, "five minutes of one core bring 465 or 466; eii, of 2008, found a 466 every 3.2 hours on a PC of its time"),
    (464, "a minute of one core brings 464 or 465; eii, of 2008, found a 464 every 31 s on a PC of its time"),
    (0, "a minute of one core brings 464 or 465, five 465 or 466"),
)
"""Scores of Eternity II without clues, and from each on, what is known of it."""


def yardstick_text(result: BestResult, puzzle: Puzzle, clues: Solution) -> str:
    """A line on how a score of Eternity II without clues compares; empty for any other."""
    if result.report is None or clues.placements or known.copy_of(puzzle) is None:
        return ""
    score = result.report.matched
    words = next(words for least, words in _YARDSTICKS if score >= least)
    return words and f"for comparison: {words}"


def summary_text(result: BestResult, *, interrupted: bool) -> str:
    """One line on a search: the score and the effort."""
    score, known = score_words(result)
    when = f" after {_seconds(result.trajectory[-1].seconds)}" if result.trajectory else ""
    if result.report is None and result.proved:
        score = "no board keeps the frame, the signs and the clues"
    elif result.trajectory and result.trajectory[-1].round is None:
        # Nothing was found: the board is the one to begin with.
        score, when = (score, "") if result.answered else (f"no better board than the {score} to begin with", "")
    numbers, stopped = [done.number for done in result.rounds], result.stopped
    if stopped and stopped.kind is Limit.ROUNDS:
        if numbers == [stopped.value] != [0]:
            # The one that was to be carried out again.
            stopped = None
        else:
            # They are counted without the one that fills the board.
            numbers = [number for number in numbers if number]
    rounds = number_of(len(numbers), "round")
    end = f", {stopped}" if stopped and not interrupted else f" in {_seconds(result.seconds)}"
    return f"{'interrupted: ' if interrupted else ''}{score}{when}{known}; {rounds}{end}"


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
