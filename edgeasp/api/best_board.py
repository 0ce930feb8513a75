"""Best board of a puzzle: as a value, as JSON, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, Unpack

from edgeasp.api import with_defaults
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
from edgeasp.api.plain import Value, part_entries, table_row
from edgeasp.api.solving import Clock, Costs, OnTick, Progress, check_callback, require_range, start_clock
from edgeasp.formats import known
from edgeasp.parallel.best import BestJob, BestResult, BestSearch, BoardsWindowProof, ProvedWindows, Replay
from edgeasp.puzzle.checker import Condition, Report
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square, place_name
from edgeasp.puzzle.summary import BoardSummary
from edgeasp.search.best.filling import parse_windows as windows_of
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_JOBS, MOST_ROUNDS, Deadline, Limit, Limits
from edgeasp.system.lines import with_noun

if TYPE_CHECKING:
    from edgeasp.parallel.processes import Executor


@dataclass(frozen=True, repr=False)
class BestBoard:
    """Best board found by a search. A notebook shows it.

    >>> best = edgeasp.best(edgeasp.load("instances/random-4x4.puz"))
    >>> best.board
    Board(4 x 4, 22 of 24 edges match, 2 broken conditions)
    >>> best.proved, best.record()["score"]
    (True, 22)

    Attributes:
        instance: puzzle with all clues.
        job: description of the search.
        result: board with its report, whether it is proved best, and the rounds.
    """

    SCHEMA: ClassVar = ("edgeasp.best", 1)
    JSON: ClassVar = (
        ("board", "Best board, placements by tile, null without one.", "result.board"),
        "score",
        ("edges", "All edges between squares.", "instance.puzzle.grid.diamonds"),
        ("diamonds", "The same number, for one more version.", "instance.puzzle.grid.diamonds"),
        "mismatches",
        *part_entries("result", "proved", "answered", "stopped", "contradictions"),
        PUZZLE_IN_JSON,
        ("encoding", "The variants of the encoding, joined by `+`.", "job.task.encoding.name"),
        ("seed", "Seed of the random number generator.", "job.seed"),
        ("jobs", "The number of processes.", "job.jobs"),
        *part_entries("result", "trajectory", "rounds", "windows"),
        (
            "replay",
            "The round that gave the board, for `--replay` with the same seed; null if it continued from a board.",
            "replay",
        ),
        "seconds=result.seconds",
    )

    instance: Instance
    job: BestJob
    result: BestResult

    @property
    def board(self) -> Board | None:
        """Best board found, or None."""
        return None if self.result.board is None else self.instance.board(self.result.board)

    @property
    def score(self) -> int | None:
        """Number of matching edges, None without a board."""
        return None if self.result.report is None else self.result.report.matched

    @property
    def mismatches(self) -> tuple[tuple[int, int, Literal["right", "bottom"]], ...]:
        """Mismatches as column, row and side, from 0."""
        return _mismatch_positions(self.result)

    @property
    def replay(self) -> str | None:
        """Value of `replay` that reproduces the board with the same seed.

        None if no single round reproduces the board.
        """
        return None if self.result.replay is None else str(self.result.replay)

    @property
    def proved(self) -> bool:
        """Whether it is proved that no board is better."""
        return self.result.proved

    def record(self) -> dict[str, Value]:
        """Return the search as a flat record, without the board.

        The fields are described in docs/schemas.
        """
        return table_row(self, "board", "mismatches", "trajectory", "rounds")

    def __repr__(self) -> str:
        """Show the score."""
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
    """Place all tiles with as many matching edges as possible.

    The frame, the signs and the clues are kept.

    The search stops when the board is proved best, or at the goal or a limit. A large puzzle needs a limit.

    >>> edgeasp.best(edgeasp.load("instances/planted-4x4.puz"), goal=20, rounds=1).score >= 20
    True

    Args:
        puzzle: puzzle, or instance whose clues are kept as well.
        clues: placements to keep.
        start: complete or partial board to start from. The result is never worse.
        goal: number of matching edges at which to stop, None for all edges.
        encoding: encoding whose conditions are kept: `decision`, `framed` or `signed`, None to fit the puzzle.
        rounds: number of rounds after which to stop. The board is then the same on every machine. Default: no limit.
        seed: seed of the random numbers.
        jobs: number of processes.
        prove: types of windows of the best board to prove optimal or improve, joined by commas: sizes such as `4x4`,
            `rows`, `columns`, or `around` (the squares around each mismatch).
        replay: single round to run: the attribute `replay` of a board found with the same seed.
        on_better: function called with each better board.
        limits: limits on time and memory. Conflicts cannot be limited.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        on_tick: function called with a `Progress` about twenty times a second. The search stops if it returns False or
            raises an exception.

    Raises:
        EncodingError: the encoding does not fit the puzzle.
        InputError: the clues contradict the puzzle or each other, or the initial board breaks a condition.
        OptionError: the goal or a number is out of range.
    """
    instance = as_instance(puzzle, clues)
    clock, on_better = start_clock(costs), check_callback(on_better, "on_better", "edgeasp.Board")
    task = make_task(puzzle, clues, encoding)
    if task.encoding.redundant or clock.limits.conflicts is not None:
        raise OptionError("best takes neither implied constraints nor a conflict limit: limit rounds or time")
    require_range("number of processes", jobs, 1, MOST_JOBS)
    require_range("seed", seed, 0, MOST_SEED)
    if rounds is not None:
        require_range("number of rounds", rounds, 0, MOST_ROUNDS)
    begin = as_solution(start, "start", puzzle)
    job = add_parsed_options(BestJob(task, begin, goal, clock.limits, rounds, seed, jobs), prove=prove, replay=replay)

    def report_improvement(board: Solution, _: Report) -> None:
        """Call the caller's function with a better board."""
        if on_better is not None:
            on_better(instance.board(board))

    search = make_search(job, clock, report_improvement)
    clock.progress_at = lambda seconds: Progress(
        next((progress.text for progress in search.running.values()), "search"),
        seconds,
        len(search.state.trajectory),
        score=search.state.score,
        # It is below 0 if no board exists.
        bound=search.state.bound if search.state.bound >= 0 else None,
    )
    return BestBoard(instance, job, search.run())


def add_parsed_options(job: BestJob, *, prove: str | None, replay: str | None) -> BestJob:
    """Add the windows to prove and the round to replay.

    Both are parsed from texts, see the arguments of `best`.
    """
    windows = () if prove is None else windows_of(prove, job.task.puzzle.grid)
    if replay is None:
        return replace(job, windows=windows)
    again = Replay.parse(replay)
    if job.start or job.rounds is not None:
        raise OptionError("a round is replayed from an empty board: leave out start and rounds")
    return replace(job, windows=windows, replay=again, rounds=again.number)


def add_proofs(
    summaries: Sequence[BoardSummary],
    boards: Sequence[Solution],
    clues: Solution,
    kinds: str,
    *,
    jobs: int = 1,
    time_limit: float | None = None,
    on_tick: OnTick | None = None,
) -> Iterator[BoardSummary]:
    """Prove windows of boards optimal, and add results to summaries.

    The summary of a board stays unchanged if the board has empty squares or violations other than mismatches. After a
    limit, windows may remain unproved.

    Raises:
        OptionError: `kinds` has an unknown type of window, or a window that does not fit on the board.
    """
    puzzle = summaries[0].puzzle
    windows, clock = windows_of(kinds, puzzle.grid), Clock(Limits(time_limit), on_tick)
    require_range("number of processes", jobs, 1, MOST_JOBS)
    provable = [board for summary, board in zip(summaries, boards, strict=True) if _is_provable(summary)]
    proof = BoardsWindowProof(make_task(puzzle, clues), provable, windows, jobs, clock)
    clock.progress_at = lambda seconds: Progress(
        f"proof of windows, {proof.done} of {with_noun(len(provable), 'board')}", seconds
    )
    proved = proof.run()
    for summary in summaries:
        outcome = next(proved) if _is_provable(summary) else ProvedWindows(())
        yield replace(summary, windows=outcome.windows, improved=outcome.improved)


def _is_provable(summary: BoardSummary) -> bool:
    conditions = {violation.condition for violation in summary.report.violations}
    return not summary.report.missing and conditions <= {Condition.ADJOINING}


def make_search(
    job: BestJob, deadline: Deadline, on_better: Callable[[Solution, Report], object], executor: Executor | None = None
) -> BestSearch:
    """Create the search of a job."""
    return BestSearch(job, deadline, on_better, executor)


# Mismatches listed in a text. The board has all.
_SHOWN = 8


def score_and_verdict(result: BestResult) -> tuple[str, str]:
    """Describe the score, and whether the board is proved best.

    For example, `458 of 480 edges` and `, proved best`.
    """
    if result.report is None:
        return "there is no board" if result.proved else "no board so far", ""
    matched, diamonds = result.report.matched, result.report.diamonds
    known = ", solved" if matched == diamonds else ", proved best" if result.proved else ""
    return f"{matched} of {diamonds} edges", known


def mismatch_text(result: BestResult) -> str | None:
    """Format the mismatches on one line.

    Returns None if there are no mismatches.
    """
    mismatches = _mismatch_positions(result)
    if not mismatches:
        return None
    shown = [f"{place_name(Square(col, row))} {side}" for col, row, side in mismatches[:_SHOWN]]
    more = [f"and {len(mismatches) - _SHOWN} more"] if len(mismatches) > _SHOWN else []
    return f"mismatches: {', '.join([*shown, *more])}"


def origin_texts(result: BestResult, version: str, command: str, *, prove: str | None) -> list[str]:
    """Describe how a board was found and can be reproduced.

    The last text is the command that reproduces the board. It is left out if no single round reproduces the board.

    Args:
        result: result of the search.
        version: version of edgeasp.
        command: command line with puzzle, clues and seed, but without the round.
        prove: types of windows that the search had to prove or improve, None for none.
    """
    if not result.trajectory or result.trajectory[-1].round is None:
        return []
    last, widest = result.trajectory[-1], max((done.width for done in result.rounds), default=0)
    width = f", beam width up to {widest:,}" if widest else ""
    lines = [f"{''.join(score_and_verdict(result))}, by edgeasp {version} after {_format_seconds(last.seconds)}{width}"]
    if result.replay is not None:
        proved = bool(result.windows) and not any(windows.unproved for windows in result.windows)
        # What windows have improved up to a limit, no command repeats.
        if proved or not result.polished:
            windows = f" --prove {prove}" if proved else ""
            lines.append(f"reproduce with: {command} --replay {result.replay}{windows}")
    return lines


def window_texts(result: BestResult) -> list[str]:
    """Describe which windows are proved optimal, one line per type.

    Returns no lines for a board that is proved best.
    """
    return [] if result.proved else [str(windows) for windows in result.windows]


# Scores of Eternity II without clues, and from each on, what is known of it.
_YARDSTICKS = (
    (480, ""),
    (467, "one core has reached 467 in an hour; the record, 470, took another program a month on 64 threads"),
    (466, "one core usually reaches 465 or 466 in five minutes; in 2008, the program eii found a 466 every 3.2 hours"),
    (464, "one core usually reaches 464 or 465 in a minute; in 2008, the program eii found a 464 every 31 s"),
    (0, "one core usually reaches 464 or 465 in a minute, and 465 or 466 in five"),
)


def yardstick_text(result: BestResult, puzzle: Puzzle, clues: Solution) -> str:
    """Compare a score of Eternity II with typical results.

    Returns an empty text if the puzzle is not Eternity II, or has clues.
    """
    if result.report is None or clues.placements or known.known_copy(puzzle) is None:
        return ""
    score = result.report.matched
    words = next(words for least, words in _YARDSTICKS if score >= least)
    return words and f"for comparison: {words}"


def summary_text(result: BestResult, *, interrupted: bool) -> str:
    """Summarise a search in one line: score and effort."""
    score, known = score_and_verdict(result)
    when = f" after {_format_seconds(result.trajectory[-1].seconds)}" if result.trajectory else ""
    if result.report is None and result.proved:
        score = "no board keeps the frame, the signs and the clues"
    elif result.trajectory and result.trajectory[-1].round is None:
        # Nothing was found: the board is the one to begin with.
        score, when = (score, "") if result.answered else (f"no improvement on the {score} it started from", "")
    numbers, stopped = [done.number for done in result.rounds], result.stopped
    if stopped and stopped.kind is Limit.ROUNDS:
        if numbers == [stopped.value] != [0]:
            # The replayed round found nothing better.
            stopped = None
        else:
            # The round that fills the board does not count.
            numbers = [number for number in numbers if number]
    rounds = with_noun(len(numbers), "round")
    end = f", {stopped}" if stopped and not interrupted else f" in {_format_seconds(result.seconds)}"
    return f"{'interrupted: ' if interrupted else ''}{score}{when}{known}; {rounds}{end}"


def _format_seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:,.0f} s"


def _mismatch_positions(result: BestResult) -> tuple[tuple[int, int, Literal["right", "bottom"]], ...]:
    if result.report is None:
        return ()
    return tuple(
        (violation.square.col, violation.square.row, "right" if violation.side is Side.EAST else "bottom")
        for violation in result.report.violations
        if violation.condition is Condition.ADJOINING
    )
