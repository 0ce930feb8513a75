"""Search for the best board in processes, and prove its windows optimal.

A window is a set of squares on a complete board. It is proved optimal if other placements of its tiles on these squares
are proved not to match better.

`BestState` decides which rounds come next. Its methods take events with their times in seconds, and yield instructions.
The caller has to run each instruction before it requests the next one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import groupby
from math import log

from edgeasp.parallel.processes import (
    Call,
    CallContext,
    EndedCall,
    Executor,
    PoolExecutor,
    RetryingExecutor,
    RunningCall,
    qualified_name,
    worker_memory,
)
from edgeasp.parallel.split import SearchEnded, StopCalls
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best import settings
from edgeasp.search.best.filling import WindowProof
from edgeasp.search.best.rounds import (
    Event,
    ImprovedBoard,
    ProvedBound,
    Round,
    RoundKind,
    RoundProgress,
    list_layouts,
    round_events,
)
from edgeasp.search.strategy import log_tiles_to_solve
from edgeasp.search.task import Task
from edgeasp.system.errors import CheckError, InputError, OptionError, SolverError, type_name
from edgeasp.system.limits import FOREVER, Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.lines import is_whole, quoted

# ---- the search for the best board as a job, and its result ----


@dataclass(frozen=True, slots=True)
class Replay:
    """Round to repeat, as described by the value of `--replay`.

    Attributes:
        number: number of the round.
        widths: widths of a beam search. Either a single width, from which the search derives the width of each step, or
            one width per step, up to the step that found the best board. A step fills a row or a column. Empty for
            other rounds.
    """

    number: int
    widths: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Format the round for `--replay`.

        For example, `12:64000`, or `12:64000x9,51200,40000` for a beam search that had to reduce its width.
        """
        runs = [(width, len([*equal])) for width, equal in groupby(self.widths)]
        words = [f"{width}x{times}" if times > 1 else str(width) for width, times in runs]
        return f"{self.number}:{','.join(words)}" if words else str(self.number)

    @classmethod
    def parse(cls, text: str) -> Replay:
        """Parse the value of `--replay`.

        Raises OptionError if the text has another form.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected a round to replay, such as '12' or '12:64000', as text, found {type_name(text)}")
        if not (match := _REPLAY.fullmatch(text)):
            raise OptionError(f"expected a round to replay, such as 12 or 12:64000, found {quoted(text)}")
        runs = [run.partition("x") for run in (match[2] or "").split(",") if run]
        return cls(int(match[1]), tuple(int(width) for width, _, times in runs for _ in range(int(times or 1))))


_WIDTHS = "[1-9][0-9]{0,8}(?:x[1-9][0-9]{0,3})?"
_REPLAY = re.compile(rf"([0-9]{{1,9}})(?::({_WIDTHS}(?:,{_WIDTHS})*))?")


@dataclass(frozen=True)
class BestJob:
    """One search for the best board.

    Attributes:
        task: the puzzle, its clues and the encoding, which determines the conditions on a board.
        start: complete or partial board to start from. The best board is never worse.
        goal: number of matches at which the search stops, None for all.
        limits: limits on time, and on the memory of all processes together.
        rounds: number of rounds, None for no limit. With a number, rounds do not learn from each other, so the result
            is the same on every machine.
        seed: seed of the random numbers.
        jobs: number of processes.
        windows: types of windows to prove optimal after the search, from `search.best.filling.parse_windows`.
        replay: the only round to run, None for all.
    """

    task: Task
    start: Solution = Solution()
    goal: int | None = None
    limits: Limits = Limits()
    rounds: int | None = None
    seed: int = 1
    jobs: int = 1
    windows: tuple[str, ...] = ()
    replay: Replay | None = None

    @property
    def time_for_rounds(self) -> float | None:
        """Time limit of the rounds in seconds, None for no limit.

        The rest of the job's time limit is for the proof of windows.
        """
        seconds = self.limits.seconds
        return seconds if seconds is None or not self.windows else (1 - settings.WINDOW_SHARE) * seconds

    def __post_init__(self) -> None:
        features.require_support("best", self.task.puzzle)
        diamonds = self.task.puzzle.grid.diamonds
        if self.goal is not None and not (is_whole(self.goal) and 0 <= self.goal <= diamonds):
            raise OptionError(f"expected a goal from 0 to {diamonds} edges, found {self.goal!r}")

    def explain_unsuitable(self, board: Solution) -> str | None:
        """Explain why a board cannot start the search.

        Returns None for a suitable board.
        """
        puzzle, conditions = self.task.puzzle, self.task.conditions - {Condition.ADJOINING}
        for violation in check(puzzle, board, conditions=conditions).violations:
            return f"breaks a condition: {violation.text}"
        for clue in self.task.clues:
            if any(self._contradicts(placement, clue) for placement in board):
                tile, square = puzzle.names.number(clue.tile), puzzle.names.place(clue.square)
                if clue.square in board.by_square():
                    return f"has another placement on {square}, where a clue puts tile {tile}"
                return f"has tile {tile} elsewhere, but a clue puts it on {square}"
        return None

    def without_contradictions(self, board: Solution) -> Solution:
        """Remove tiles from a board if they contradict clues."""
        clues = self.task.clues
        return Solution(
            tuple(placement for placement in board if not any(self._contradicts(placement, clue) for clue in clues))
        )

    def _contradicts(self, placement: Placement, clue: Placement) -> bool:
        if placement.square != clue.square:
            return placement.tile == clue.tile
        return self.task.puzzle.canonical(placement) != self.task.puzzle.canonical(clue)


@dataclass(frozen=True, slots=True)
class Improvement:
    """Board that was better than all earlier boards.

    Attributes:
        seconds: Wall time from the start of the command.
        round: Number of the round that found the board, from 0. None for the board that the search started from.
        score: Number of matching edges.
    """

    seconds: float
    round: int | None
    score: int


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A finished round.

    Attributes:
        number: Number of the round, from 0.
        kind: One of `fill` (place all tiles, then run a quick beam search), `sweep` (run a beam search), `polish`
            (improve windows of a board), `solve` (search for a solution) and `prove` (search for the best possible
            board).
        width: Beam width, 0 for rounds without a beam.
        score: Number of matching edges of the round's best board, None without a board.
        seconds: Wall time.
        cpu: Processor time in seconds.
    """

    number: int
    kind: str
    width: int
    score: int | None
    seconds: float
    cpu: float


@dataclass(frozen=True, slots=True)
class BestResult:
    """Result of a search so far.

    Attributes:
        board: the best board, or None.
        report: the checker's report on the board.
        proved: whether it is proved that no board is better, or that there is no board.
        answered: whether the board is proved best, or has reached the goal.
        stopped: the limit that ended the search, None if the search was answered.
        contradictions: reasons, found by counting, why no board matches everywhere.
        trajectory: improvements in order.
        rounds: finished rounds in order.
        seconds: wall time.
        windows: counts of windows, and of windows proved optimal, by type. None unless requested.
        replay: the round that produced the board, None if the seed does not reproduce the board.
        polished: whether the proof of windows improved the board after the last round.
    """

    board: Solution | None
    report: Report | None
    proved: bool
    answered: bool
    stopped: Stopped | None
    contradictions: tuple[str, ...]
    trajectory: tuple[Improvement, ...]
    rounds: tuple[RoundRecord, ...]
    seconds: float
    windows: tuple[Windows, ...] = ()
    replay: Replay | None = None
    polished: bool = False


# ---- the state of the search, and the rounds that come next ----


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Instruction to report a new best board."""

    board: Solution
    report: Report


BestInstruction = ShowBoard | StopCalls


class BestState:
    """The best board so far, and the next rounds.

    Attributes:
        job: description of the search.
        board: the best board, or None.
        report: the checker's report on the board.
        proved: whether it is proved that no board is better.
        bound: proved upper bound on matches, -1 if it is proved that there is no board.
        contradictions: reasons, found by counting, why no board matches everywhere.
        over: whether the search has ended, so that no instructions follow.
        stopped: the limit that ended the search, None if the search was answered.
        trajectory: improvements in order.
        records: finished rounds in order.
        seconds_per_board: wall time per board in the latest beam search, None before the first.
        polished: whether the proof of windows improved the board after the last round.
        number: number of the next round.
    """

    def __init__(self, job: BestJob) -> None:
        """Prepare a search.

        Raises:
            InputError: the initial board violates the frame, the signs or a clue.
        """
        self.job = job
        self.board: Solution | None = None
        self.report: Report | None = None
        self._from_round = -1
        self.proved = self.over = self.polished = False
        self.contradictions = tuple(job.task.contradictions())
        self.bound = job.task.puzzle.grid.diamonds - max(job.task.fewest_mismatches(), bool(self.contradictions))
        self.stopped: Stopped | None = None
        self.trajectory: list[Improvement] = []
        self.records: list[RoundRecord] = []
        self._scores: dict[int, int] = {}
        self._begun: set[int] = set()
        # Seconds per board of the latest beam search: later widths follow from this.
        self.seconds_per_board: float | None = None
        # Bytes per process. Without a limit, half of the machine's memory is left free.
        most, jobs = job.limits.memory, job.jobs
        usual = min(settings.MEMORY // jobs, worker_memory(jobs) or settings.MEMORY)
        self._memory = usual if most is None else most // jobs
        # If the number of rounds is fixed, reports wait until all earlier rounds have ended.
        self._turn = self.number = job.replay.number if job.replay else int(_is_complete(job, job.start))
        # The round that found the best board, and the widths of its lines so far.
        self._origin: tuple[Round, tuple[int, ...]] | None = None
        self._under_way: set[int] = set()
        # The rounds that no limit interrupted.
        self._whole: set[int] = set()
        self._ended: dict[int, EndedCall] = {}
        self._waiting: dict[int, list[tuple[Round, ImprovedBoard | ProvedBound]]] = {}
        if (reason := job.explain_unsuitable(job.start)) is not None:
            raise InputError("the board to start from", None, reason)

    @property
    def score(self) -> int | None:
        """Number of matches of the best board, or None."""
        return None if self.report is None else self.report.matched

    @property
    def replay(self) -> Replay | None:
        """Round that reproduces the best board from its seed, or None."""
        if self._origin is None or self._origin[0].start:
            return None
        round_, widths = self._origin
        is_sweep = round_.kind is RoundKind.SWEEP
        if round_.number in self._whole and not (is_sweep and (round_.seconds is not None or round_.widths)):
            return Replay(round_.number, (round_.width,) if is_sweep else ())
        # An interrupted round may give a better board if it is run to its end.
        return Replay(round_.number, widths) if widths or round_.kind is not RoundKind.FILL else None

    @property
    def answered(self) -> bool:
        """Whether the board is proved best, or has reached the goal."""
        goal = self.job.task.puzzle.grid.diamonds if self.job.goal is None else self.job.goal
        return self.proved or (self.score is not None and self.score >= goal)

    def start(self, seconds: float) -> Iterator[BestInstruction]:
        """Accept the initial board if it is complete."""
        if _is_complete(self.job, self.job.start):
            yield from self._accept_board(self.job.start, None, seconds)

    def stop(self, stopped: Stopped | None, seconds: float) -> Iterator[BestInstruction]:
        """End the search, at a limit if `stopped` names one.

        First, reports that were waiting for the end of earlier rounds are processed.
        """
        if self.over:
            return
        self.over, self.stopped = True, stopped
        while self._waiting:
            self._turn = min(self._waiting)
            for round_, report in self._waiting.pop(self._turn):
                yield from self._process_report(round_, report, seconds)

    def validate(self) -> None:
        """Check the invariants: boards never worsen, each round ends once."""
        scores = [improvement.score for improvement in self.trajectory]
        assert scores == sorted(set(scores))
        assert (self.board is None) == (self.report is None) == (not scores)
        assert not scores or scores[-1] == self.score
        assert self.over or not self.answered
        ended = [record.number for record in self.records] + list(self._ended)
        assert len(ended) == len(set(ended))
        assert not self._under_way & set(ended)
        assert self._under_way | set(ended) == self._begun
        assert all(number >= self._turn for number in (*self._waiting, *self._ended)) or self.over

    # ---- beginning ----

    def begin_round(self, seconds: float) -> Round | None:
        """Begin the next round, if there is one."""
        rounds = self.job.rounds
        if self.over:
            return None
        if rounds is None or self.number <= rounds:
            number = self.number
            self.number += 1
            self._begun.add(number)
            self._under_way.add(number)
            return self.next_round(number, seconds)
        if not self._under_way:
            self.over, self.stopped = True, Stopped(Limit.ROUNDS, rounds)
        return None

    def next_round(self, number: int, seconds: float) -> Round:
        """Make the round with this number.

        If the job sets a number of rounds, the round depends only on `number` and the job.
        """
        job = self.job
        if job.replay and job.replay.widths:
            return _replayed_round(job, job.replay)
        if number == 0:
            # A quick round comes first, since a limit or an interrupt may end the first long round.
            return Round(0, RoundKind.FILL, job.task, round_seed(job, 0), job.start, width=settings.QUICK)
        seed = round_seed(job, number)
        exact = self._exact_round(number, seed)
        if exact is not None:
            return exact
        board = job.start if job.rounds is not None else self.board or job.start
        if number == 1 and _is_complete(job, job.start):
            return Round(number, RoundKind.POLISH, job.task, seed, board, windows=settings.WINDOWS)
        squares = job.task.puzzle.grid.size
        widest = settings.varied_width(settings.greatest_width(squares), number - 1, squares)
        counted = min(settings.untimed_width(number - 1), widest)
        width = counted if job.rounds is not None else self.choose_width(number, seconds)
        if width is None and _is_complete(job, board):
            return Round(number, RoundKind.POLISH, job.task, seed, board, windows=10**9)
        # Every other beam search keeps what it can of an initial board.
        keeps = bool(job.start) and number % 2 == 0
        start, rebuild = (board, True) if _is_complete(job, board) else (job.start, False)
        limit = job.time_for_rounds if job.rounds is None else None
        return Round(
            number,
            RoundKind.SWEEP,
            job.task,
            seed,
            start if keeps else Solution(),
            rebuild and keeps,
            width or settings.QUICK,
            seconds=None if limit is None else settings.TIME_SHARE * (limit - seconds),
        )

    def _exact_round(self, number: int, seed: int) -> Round | None:
        """Make a round of exact search, or return None.

        A round is exact if its number is odd, and if such a search is expected to end. Each exact round has a higher
        conflict limit than the previous one.
        """
        task = self.job.task
        if number % 2 == 0:
            return None
        growth = 4 ** min(number // 2, 8)
        diamonds = task.puzzle.grid.diamonds
        # If the number of rounds is fixed, proofs of other processes are ignored: their timing depends on the machine.
        bound = self.bound if self.job.rounds is None else diamonds
        if task.puzzle.grid.size - len(task.clues) <= settings.PROVABLE:
            conflicts = settings.PROOF_CONFLICTS * growth
            return Round(number, RoundKind.PROVE, task, seed, conflicts=conflicts, least=diamonds - bound)
        solvable = not self.contradictions and bound == diamonds
        tiles = log_tiles_to_solve(task)
        ends = task.puzzle.grid.size <= settings.SOLVABLE if tiles is None else tiles <= log(settings.SOLVE_TILES)
        # A search for a solution is worthwhile only if it is expected to end.
        if solvable and ends:
            return Round(number, RoundKind.SOLVE, task, seed, conflicts=settings.SOLVE_CONFLICTS * growth)
        return None

    def choose_width(self, number: int, seconds: float) -> int | None:
        """Choose the next beam width within time and memory.

        Returns None if there is no time for a beam search.
        """
        jobs, squares = self.job.jobs, self.job.task.puzzle.grid.size
        widest = settings.greatest_width(squares)
        widest = max(settings.QUICK, min(widest, (self._memory - settings.BASE_BYTES) // settings.BYTES))
        turn = (number - 1) // jobs
        widest = settings.varied_width(widest, turn, squares)
        if self.job.time_for_rounds is None:
            return min(settings.untimed_width(turn), widest)
        grown = settings.timed_width(turn)
        if self.seconds_per_board is None:
            return min(grown, widest)
        available = settings.TIME_SHARE * (self.job.time_for_rounds - seconds)
        enough = int(available / self.seconds_per_board) - settings.OVERHEAD
        if enough < settings.QUICK:
            return None
        # If no wider beam search would follow, this one takes the remaining time.
        return min(grown if grown * (1 + settings.GROWTH) <= enough else enough, widest)

    # ---- what rounds give ----

    def handle_report(
        self, round_: Round, report: ImprovedBoard | ProvedBound, seconds: float
    ) -> Iterator[BestInstruction]:
        """Process a board or a bound that a round reports."""
        if self.over:
            return
        if self.job.rounds is not None and round_.number != self._turn:
            self._waiting.setdefault(round_.number, []).append((round_, report))
        else:
            yield from self._process_report(round_, report, seconds)

    def _process_report(
        self, round_: Round, report: ImprovedBoard | ProvedBound, seconds: float
    ) -> Iterator[BestInstruction]:
        match report:
            case ImprovedBoard(board, widths):
                for order in self._accept_board(board, round_.number, seconds):
                    if self.board is board:
                        self._origin = round_, widths
                    yield order
            case ProvedBound(mismatches):
                # None means that no board exists.
                diamonds = self.job.task.puzzle.grid.diamonds
                self.bound = -1 if mismatches is None else min(self.bound, diamonds - mismatches)
                if self.score is not None and self.score > self.bound:
                    self.over = True
                    yield _stop_with_fault(_IMPOSSIBLE, str(self.score))
                elif mismatches is None or self.score == self.bound:
                    self.proved = True
                    yield from self._end_search()

    def _accept_board(self, board: Solution, number: int | None, seconds: float) -> Iterator[BestInstruction]:
        """Check a board, and keep it if it is better.

        Among equally good boards, the earliest round wins.
        """
        task = self.job.task
        report = check(task.puzzle, board, task.clues, task.conditions)
        wrong = [violation.text for violation in report.violations if violation.condition is not Condition.ADJOINING]
        if wrong or report.missing:
            self.over = True
            yield _stop_with_fault(
                "a round returned something that is not a board", *(wrong[:3] or ["squares are empty"])
            )
            return
        if report.matched > self.bound:
            self.over = True
            yield _stop_with_fault(_IMPOSSIBLE, str(report.matched))
            return
        score, source = report.matched, -1 if number is None else number
        if number is not None:
            self._scores[number] = max(score, self._scores.get(number, 0))
        if self.score is not None and (score, -source) <= (self.score, -self._from_round):
            return
        better = self.score is None or score > self.score
        self.board, self.report, self._from_round = board, report, source
        if better:
            self.trajectory.append(Improvement(round(seconds, 3), number, score))
        yield ShowBoard(board, report)
        self.proved = score == self.bound
        if self.answered:
            yield from self._end_search()

    def accept_improvement(self, board: Solution, seconds: float) -> Iterator[BestInstruction]:
        """Accept a better board found while proving windows."""
        self.polished = True
        yield from self._accept_board(board, self.number, seconds)

    def _end_search(self) -> Iterator[BestInstruction]:
        if not self.over:
            self.over = True
            yield StopCalls()

    # ---- ending ----

    def end_round(self, ended: EndedCall, seconds: float) -> Iterator[BestInstruction]:
        """Record the end of a round."""
        if self.over:
            return
        number = ended.call.argument.number
        self._under_way.discard(number)
        if not ended.killed:
            self._whole.add(number)
        self._ended[number] = ended
        if ended.killed == "memory":
            yield StopCalls()
            yield from self.stop(Stopped(Limit.MEMORY, self.job.limits.memory), seconds)
        elif ended.failure and not ended.killed:
            self.over = True
            yield StopCalls(SolverError(f"a round of the search failed: {ended.failure}"))
        elif self.job.rounds is None:
            self._record_round(self._ended.pop(number))
        else:
            # Reports were held back until their turn.
            while not self.over and (last := self._ended.pop(self._turn, None)) is not None:
                self._record_round(last)
                self._turn += 1
                for round_, report in self._waiting.pop(self._turn, []):
                    yield from self._process_report(round_, report, seconds)
                    if self.over:
                        return

    def _record_round(self, ended: EndedCall) -> None:
        round_: Round = ended.call.argument
        score = self._scores.pop(round_.number, None)
        if round_.width and not ended.killed:
            self.seconds_per_board = ended.wall / (round_.width + settings.OVERHEAD)
        self.records.append(
            RoundRecord(
                round_.number, round_.kind.value, round_.width, score, round(ended.wall, 3), round(ended.cpu, 3)
            )
        )


_IMPOSSIBLE = "a board is better than was proved to be possible"


def _stop_with_fault(words: str, *details: str) -> StopCalls:
    return StopCalls(CheckError(f"{words}; this is a fault in edgeasp, please report it: {'; '.join(details)}"))


def _is_complete(job: BestJob, board: Solution) -> bool:
    return len(board) == job.task.puzzle.grid.size


def round_seed(job: BestJob, number: int) -> int:
    """Return the seed of a round."""
    return (job.seed * 1_000_003 + number) % 2**32 if number else job.seed


def _replayed_round(job: BestJob, replay: Replay) -> Round:
    """Make the round that `--replay` describes.

    From a single width, the beam search derives the widths of all rows and columns, as in the original round.
    """
    widths, seed = replay.widths, round_seed(job, replay.number)
    lines = widths if len(widths) > 1 else ()
    return Round(replay.number, RoundKind.SWEEP, job.task, seed, width=widths[0], widths=lines)


# ---- the search for the best board ----


class BestSearch:
    """Search for the best board of a job.

    Attributes:
        job: description of the search.
        deadline: clock and limits.
        running: progress of the running rounds, by round number.
        state: best board, bounds and records of the rounds.
    """

    def __init__(
        self,
        job: BestJob,
        deadline: Deadline | None = None,
        on_improved: Callable[[Solution, Report], object] = lambda board, report: None,
        executor: Executor | None = None,
    ) -> None:
        """Prepare a search.

        Args:
            job: description of the search.
            deadline: the limits. Time counts from the creation of the deadline, not from the start of the search.
            on_improved: called with each better board.
            executor: executor of the rounds, None for processes of this machine.

        Raises:
            InputError: the initial board violates the frame, the signs or a clue.
        """
        self.job = job
        self.deadline = deadline or Deadline(job.limits)
        self.running: dict[int, RoundProgress] = {}
        self._on_improved = on_improved
        self._executor = RetryingExecutor(executor or PoolExecutor(job.jobs, fresh=True))
        self.state = BestState(job)
        self._proof: WindowProof | None = None

    def run(self) -> BestResult:
        """Search until answered or a limit is reached.

        An interrupt leaves `result` valid.
        """
        try:
            self._follow_instructions(self.state.start(self.deadline.seconds()))
            with closing(self._executor.run(self._next_calls(), self._tick, self._handle_report)) as executed:
                for ended in executed:
                    self._follow_instructions(self.state.end_round(ended, self.deadline.seconds()))
            self.state.begin_round(self.deadline.seconds())
        except SearchEnded:
            pass
        except LimitReached as reached:
            self._follow_instructions(self.state.stop(reached.stopped, self.deadline.seconds()))
        except KeyboardInterrupt:
            self._follow_instructions(self.state.stop(None, self.deadline.seconds()))
            self._proof = self._prepare_window_proof()
            raise
        self.running = {}
        self._proof = self._prepare_window_proof()
        if self._proof is not None:
            self._prove_windows(self._proof)
        return self.result()

    def _prepare_window_proof(self) -> WindowProof | None:
        """Prepare the proof of windows of the best board.

        Returns None unless the job requests windows.
        """
        if not self.job.windows or self.state.board is None:
            return None
        layout, *_ = layouts = list_layouts(self.job.task)
        return WindowProof(
            layouts, layout.to_board(self.state.board), self.job.windows, Deadline(on_tick=self._tick_while_proving)
        )

    def _prove_windows(self, proof: WindowProof) -> None:
        """Prove windows of the best board optimal, until a limit.

        If a window can be improved, the proof continues with the windows of the better board.
        """
        with suppress(LimitReached):
            for better in proof.run():
                for order in self.state.accept_improvement(proof.to_solution(better), self.deadline.seconds()):
                    if isinstance(order, ShowBoard):
                        self._on_improved(order.board, order.report)

    def _tick_while_proving(self) -> None:
        self.running = {self.state.number: RoundProgress("proof of windows", self.state.board or Solution())}
        self.deadline.check()

    def result(self) -> BestResult:
        """Return the result so far."""
        state = self.state
        return BestResult(
            state.board,
            state.report,
            state.proved,
            state.answered,
            state.stopped,
            state.contradictions,
            tuple(state.trajectory),
            tuple(state.records),
            self.deadline.seconds(),
            self._proof.windows if self._proof else (),
            state.replay,
            state.polished,
        )

    def _follow_instructions(self, orders: Iterator[BestInstruction]) -> None:
        """Run instructions, then raise `SearchEnded` if one stops the search.

        Instructions after the stop are run, too, so that the caller receives all boards.
        """
        stops = False
        for order in orders:
            match order:
                case ShowBoard(board, report):
                    self._on_improved(board, report)
                case StopCalls(None):
                    stops = True
                case StopCalls(error) if error is not None:
                    raise error
        if stops:
            raise SearchEnded

    def _next_calls(self) -> Iterator[Call | None]:
        """Yield one round per free slot, or None to wait.

        If the process of a round dies, the round begins again, and finds the same boards.
        """
        while True:
            round_ = self.state.begin_round(self.deadline.seconds())
            if round_ is None:
                yield None
                continue
            seconds, memory = self.job.time_for_rounds, self.job.limits.memory
            left = None if seconds is None else max(0.0, seconds - self.deadline.seconds())
            yield Call(qualified_name(run_round), round_, 1, left, None if memory is None else memory // self.job.jobs)

    def _tick(self, running: list[RunningCall]) -> None:
        under_way = {call.call.argument.number for call in running}
        self.running = {number: doing for number, doing in self.running.items() if number in under_way}
        self.deadline.check()
        if self.job.time_for_rounds is not None and self.deadline.seconds() >= self.job.time_for_rounds:
            raise LimitReached(Stopped(Limit.TIME, self.job.limits.seconds))

    def _handle_report(self, work: Call, event: Event) -> None:
        if isinstance(event, RoundProgress):
            self.running[work.argument.number] = event
        else:
            self._follow_instructions(self.state.handle_report(work.argument, event, self.deadline.seconds()))


def run_round(round_: Round, context: CallContext) -> None:
    """Run a round in a process, and report its events."""
    context.partial = lambda: None
    for event in round_events(round_, Deadline(on_tick=context.check)):
        context.report(event)


# ---- windows of several boards, proved in processes of this machine ----

# Seconds between two reports of a process: after an interrupt, what it proved since the last one is lost.
_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class ProvedWindows:
    """Windows of a board, and how many are proved optimal.

    Attributes:
        windows: counts of windows, and of windows proved optimal, by type.
        improved: number of matching edges after improving windows. None if no window could be improved.
    """

    windows: tuple[Windows, ...]
    improved: int | None = None


@dataclass(frozen=True, slots=True)
class _WindowsPart:
    """Windows of a board that one process has to prove optimal.

    The process gets every `parts`-th window, starting with number `part`.
    """

    task: Task
    kinds: tuple[str, ...]
    number: int
    board: Solution
    part: int
    parts: int

    def prepare_proof(self, deadline: Deadline) -> WindowProof:
        layout, *_ = layouts = list_layouts(self.task)
        return WindowProof(layouts, layout.to_board(self.board), self.kinds, deadline, self.part, self.parts)


class BoardsWindowProof:
    """Proofs that windows of complete boards cannot be improved.

    Attributes:
        done: number of boards whose proof has ended.
    """

    def __init__(
        self, task: Task, boards: Sequence[Solution], kinds: tuple[str, ...], jobs: int, deadline: Deadline
    ) -> None:
        """Prepare the proof.

        Args:
            task: puzzle, clues and encoding.
            boards: complete boards without violations other than mismatches.
            kinds: types of windows, as `search.best.filling.parse_windows` returns them.
            jobs: number of processes.
            deadline: limits of the whole proof. The remaining time is divided equally among the remaining boards.
        """
        features.require_support("windows", task.puzzle)
        self.done = 0
        self._task, self._boards, self._jobs, self._deadline = task, boards, jobs, deadline
        parts = -(-jobs // max(1, len(boards)))
        self._shares = [
            [_WindowsPart(task, kinds, number, board, part, parts) for part in range(parts)]
            for number, board in enumerate(boards)
        ]
        self._latest: list[dict[int, ProvedWindows]] = [{} for _ in boards]

    def run(self) -> Iterator[ProvedWindows]:
        """Yield which windows are proved optimal, board by board.

        At a limit, yields what has been proved so far.

        Raises:
            SolverError: a process failed.
        """
        wanted = [len(shares) for shares in self._shares]
        with (
            suppress(LimitReached),
            closing(
                RetryingExecutor(PoolExecutor(self._jobs)).run(self._next_calls(), self._tick, self._handle_report)
            ) as calls,
        ):
            for ended in calls:
                share = ended.call.argument
                if ended.failure and not ended.killed:
                    raise SolverError(f"a proof of windows failed: {ended.failure}")
                if ended.value is not None:
                    self._handle_report(ended.call, ended.value)
                wanted[share.number] -= 1
                while self.done < len(wanted) and not wanted[self.done]:
                    self.done += 1
                    yield self._combine_parts(self.done - 1)
        while self.done < len(wanted):
            self.done += 1
            yield self._combine_parts(self.done - 1)

    def _next_calls(self) -> Iterator[Call]:
        waiting = [share for shares in self._shares for share in shares]
        for index, share in enumerate(waiting):
            left = self._deadline.seconds_left()
            seconds = None if left is None else left * min(1, self._jobs / (len(waiting) - index))
            yield Call(qualified_name(prove_windows_part), share, seconds=seconds)

    def _tick(self, running: list[RunningCall]) -> None:
        self._deadline.check()

    def _handle_report(self, work: Call, proved: ProvedWindows) -> None:
        self._latest[work.argument.number][work.argument.part] = proved

    def _combine_parts(self, number: int) -> ProvedWindows:
        """Combine the results of all processes for a board.

        Windows count as not proved if their process never started.
        """
        shares = [
            self._latest[number].get(share.part) or ProvedWindows(share.prepare_proof(FOREVER).windows)
            for share in self._shares[number]
        ]
        improved = [proved.improved for proved in shares if proved.improved is not None]
        kinds = zip(*(proved.windows for proved in shares), strict=True)
        windows = tuple(
            Windows(kind[0].kind, sum(of.number for of in kind), sum(of.proved for of in kind)) for kind in kinds
        )
        return ProvedWindows((), max(improved)) if improved else ProvedWindows(windows)


def prove_windows_part(share: _WindowsPart, context: CallContext) -> ProvedWindows:
    """Prove a process's windows optimal, and report progress."""
    improved: int | None = None
    due = time.monotonic() + _PAUSE

    def tick() -> None:
        nonlocal due
        context.check()
        now = time.monotonic()
        if context.deadline is not None and now >= context.deadline:
            raise LimitReached(Stopped(Limit.TIME))
        if now >= due:
            context.report(ProvedWindows(proof.windows, improved))
            due = time.monotonic() + _PAUSE

    proof = share.prepare_proof(Deadline(on_tick=tick))
    with suppress(LimitReached):
        for board in proof.run():
            improved = _confirmed_matches(share, proof.to_solution(board))
    return ProvedWindows(proof.windows, improved)


def _confirmed_matches(share: _WindowsPart, better: Solution) -> int:
    """Return the matches of a better board.

    Raises CheckError unless the checker confirms that the board is better.
    """
    puzzle, clues = share.task.puzzle, share.task.clues
    report = check(puzzle, better, clues)
    broken = {violation.condition for violation in report.violations} - {Condition.ADJOINING}
    if broken or report.matched <= check(puzzle, share.board, clues).matched:
        raise CheckError("a window made a board worse; this is a fault in edgeasp, please report it")
    return report.matched
