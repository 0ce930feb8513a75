"""The search for the best board: rounds in processes, of which the best board is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from typing import Annotated

from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.shared_sweep import SharedSweep
from edgeasp.batch.work import Context, Ended, Executor, Running, Work, name_of
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.errors import CheckError, InputError, OptionError, SolverError
from edgeasp.puzzle.model import Solution
from edgeasp.search.best import settings
from edgeasp.search.best.rounds import Event, Improved, Progress, Proved, Round, RoundKind, carry_out
from edgeasp.search.task import Task
from edgeasp.solvers.limits import Deadline, LimitReached, Limits, MemoryLimitReached


@dataclass(frozen=True)
class BestJob:
    """One search for the best board.

    Attributes:
        task: the puzzle, its clues and the encoding, which says what conditions a board has to keep.
        start: a board to begin with, complete or partial; the best board is never worse.
        goal: the number of matched diamonds that is enough; all if None.
        limits: on time and memory; the memory is that of all processes together.
        rounds: the number of rounds; then the rounds do not learn of one another, so the result is the same on every
            machine. No limit if None.
        seed: of the random numbers.
        jobs: the number of processes.
    """

    task: Task
    start: Solution = Solution()
    goal: int | None = None
    limits: Limits = Limits()
    rounds: int | None = None
    seed: int = 1
    jobs: int = 1

    def __post_init__(self) -> None:
        diamonds = self.task.puzzle.diamonds
        if self.goal is not None and not 0 <= self.goal <= diamonds:
            raise OptionError(f"expected a goal from 0 to {diamonds} diamonds, found {self.goal}")


@dataclass(frozen=True, slots=True)
class Improvement:
    """A board that was better than all before."""

    seconds: Annotated[float, "Wall time from the start of the command."]
    round: Annotated[int | None, "The round that found it, from 0; null for the board to begin with."]
    score: Annotated[int, "Matched diamonds."]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round that has ended."""

    number: Annotated[int, "From 0."]
    kind: Annotated[
        str,
        "fill: all tiles laid somewhere, then a quick sweep; sweep: a board built line by line; "
        "polish: a board improved by windows; solve: a search for a solution; "
        "prove: a search for the best board of all.",
    ]
    width: Annotated[int, "The number of boards in the beam of a sweep; 0 for rounds without one."]
    score: Annotated[int | None, "Matched diamonds of its best board; null if it gave none."]
    seconds: Annotated[float, "Wall time."]
    cpu: Annotated[float, "Processor time in seconds."]


@dataclass(frozen=True, slots=True)
class BestResult:
    """What came of a search, as far as it has run.

    Attributes:
        board: the best board; None if there is none.
        report: of the checker on it.
        proved: whether it is proved that no board is better; without a board, that there is none.
        answered: whether the board is proved best, or has reached the goal.
        stopped: the limit that was reached, in words; None if none was.
        contradictions: why no board matches at all diamonds, as far as counting says; each a clause.
        trajectory: the improvements in their order.
        rounds: those that have ended, in that order.
        seconds: wall time.
    """

    board: Solution | None
    report: Report | None
    proved: bool
    answered: bool
    stopped: str | None
    contradictions: tuple[str, ...]
    trajectory: tuple[Improvement, ...]
    rounds: tuple[RoundRecord, ...]
    seconds: float


def objection(task: Task, board: Solution) -> str | None:
    """Why no search of a task can begin with a board, complete or partial; None if one can."""
    for violation in check(task.puzzle, board, conditions=task.conditions - {Condition.ADJOINING}).violations:
        return f"breaks a condition: {violation.text}"
    on = board.by_square()
    for clue in task.clues:
        lying = on.get(clue.square)
        elsewhere = any(each.tile == clue.tile and each.square != clue.square for each in board)
        if elsewhere or (lying is not None and task.puzzle.canonical(lying) != task.puzzle.canonical(clue)):
            return f"contradicts the clue of tile {clue.tile} in column {clue.square.col}, row {clue.square.row}"
    return None


class _Answered(Exception):  # noqa: N818  # it ends the search, but nothing is wrong
    """There is nothing left to do."""


class BestSearch:
    """Searches for the best board of a job.

    Attributes:
        job: the job.
        deadline: the clock.
        running: what the rounds under way are doing, by number.
        contradictions: why no board matches at all diamonds, as far as counting says.
    """

    def __init__(
        self,
        job: BestJob,
        deadline: Deadline | None = None,
        on_improved: Callable[[Solution, Report], object] = lambda board, report: None,
        executor: Executor | None = None,
    ) -> None:
        """Get ready.

        Args:
            job: the job.
            deadline: started before, it also covers what came before the search.
            on_improved: called with each better board.
            executor: where rounds are carried out; processes of this machine if None.

        Raises:
            InputError: the board to begin with violates the frame, the signs or a clue.
        """
        self.job = job
        self.deadline = deadline or Deadline(job.limits)
        self.running: dict[int, Progress] = {}
        self._on_improved = on_improved
        self._executor = executor or PoolExecutor(job.jobs, fresh=True)
        # Elsewhere a round has one place on one machine.
        self._local = executor is None
        self._board: Solution | None = None
        self._report: Report | None = None
        self._from_round = -1
        self._proved = False
        self.contradictions = tuple(job.task.contradictions())
        # No board has more matched diamonds.
        self._most = job.task.puzzle.diamonds - bool(self.contradictions)
        self._stopped: str | None = None
        self._trajectory: list[Improvement] = []
        self._records: list[RoundRecord] = []
        self._scores: dict[int, int] = {}
        # When each round began, and the seconds of a sweep for each board in its beam: later widths follow from that.
        self._begun: dict[int, float] = {}
        self._pace: float | None = None
        # The seconds of the quick sweep, from which follows whether there is time for a wider one.
        self._quick: float | None = None
        # With a number of rounds, what a round gives waits until those before it have ended.
        self._turn = 1 if self._is_complete(job.start) else 0
        self._ended: dict[int, Ended] = {}
        self._waiting: dict[int, list[tuple[Round, Event]]] = {}
        if (reason := objection(job.task, job.start)) is not None:
            raise InputError("the board to start from", None, reason)

    @property
    def score(self) -> int | None:
        """The number of matched diamonds of the best board; None if there is none."""
        return None if self._report is None else self._report.matched

    def run(self) -> BestResult:
        """Search until the question is answered or a limit is reached; an interrupt leaves `result` as it was."""
        try:
            if self._is_complete(self.job.start):
                self._take(self.job.start, None)
            with closing(self._executor.run(self._works(), self._tick, self._hear)) as executed:
                for ended in executed:
                    self._end(ended)
            if self._stopped is None:
                self._stopped = f"limit of {self.job.rounds} round{'s' * (self.job.rounds != 1)}"
        except _Answered:
            pass
        except LimitReached as reached:
            self._stopped = str(reached)
            self._hurry()
        except KeyboardInterrupt:
            self._hurry()
            raise
        return self.result()

    def result(self) -> BestResult:
        """What came of the search, as far as it has run."""
        return BestResult(
            self._board,
            self._report,
            self._proved,
            self._proved or self._is_enough(),
            self._stopped,
            self.contradictions,
            tuple(self._trajectory),
            tuple(self._records),
            self.deadline.seconds(),
        )

    def _is_complete(self, board: Solution) -> bool:
        return len(board) == len(self.job.task.puzzle.tiles)

    def _is_enough(self) -> bool:
        goal = self.job.task.puzzle.diamonds if self.job.goal is None else self.job.goal
        return self.score is not None and self.score >= goal

    def _works(self) -> Iterator[Work]:
        """Rounds as calls, each made when it can begin."""
        for round_ in self._rounds():
            seconds, memory = self.job.limits.seconds, self.job.limits.memory
            left = None if seconds is None else max(0.0, seconds - self.deadline.seconds())
            self._begun[round_.number] = self.deadline.seconds()
            # A sweep that is shared has one process more, which deals out the parts.
            processes = self.job.jobs + (round_.processes > 1)
            each = None if memory is None else memory // processes
            yield Work(name_of(run_round), replace(round_, memory=each), round_.processes, left, each)

    def _rounds(self) -> Iterator[Round]:
        job = self.job
        if not self._is_complete(job.start):
            # A good board is there before the first long round, which a limit or an interrupt may end.
            width = settings.QUICK if len(job.task.puzzle.tiles) <= settings.QUICK_SQUARES else 0
            yield Round(0, RoundKind.FILL, job.task, job.seed, job.start, width=width)
        number = 1
        while job.rounds is None or number <= job.rounds:
            yield self._next(number)
            number += 1

    def _next(self, number: int) -> Round:
        """The next round; with a number of rounds it depends on nothing but its number."""
        job = self.job
        seed = (job.seed * 1_000_003 + number) % 2**32
        exact = self._exact(number, seed)
        if exact is not None:
            return exact
        board = job.start if job.rounds is not None else self._board or job.start
        if number == 1 and self._is_complete(job.start):
            return Round(number, RoundKind.POLISH, job.task, seed, board, windows=settings.WINDOWS)
        width = settings.width(number - 1) if job.rounds is not None else self._width(number)
        if width is None and self._is_complete(board):
            return Round(number, RoundKind.POLISH, job.task, seed, board, windows=10**9)
        # Of a board to begin with, every other sweep keeps what it can.
        keeps = bool(job.start) and number % 2 == 0
        start, rebuild = (board, True) if self._is_complete(board) else (job.start, False)
        return Round(
            number,
            RoundKind.SWEEP,
            job.task,
            seed,
            start if keeps else Solution(),
            rebuild and keeps,
            width or settings.NARROW,
            min(width or settings.NARROW, settings.WINDOWS),
            processes=self.job.jobs if self._shares(number) else 1,
        )

    def _exact(self, number: int, seed: int) -> Round | None:
        """A round that leaves the work to one search, where that has a chance: every other one, longer each time."""
        task, tiles = self.job.task, len(self.job.task.puzzle.tiles)
        if number % 2 == 0:
            return None
        growth = 4 ** min(number // 2, 8)
        if tiles - len(task.clues) <= settings.PROVABLE:
            return Round(number, RoundKind.PROVE, task, seed, conflicts=settings.PROOF_CONFLICTS * growth)
        # With a number of rounds, what others have proved by now does not count: it depends on the machine.
        solvable = not self.contradictions and (self.job.rounds is not None or self._most == task.puzzle.diamonds)
        if tiles <= settings.SOLVABLE and solvable:
            return Round(number, RoundKind.SOLVE, task, seed, conflicts=settings.SOLVE_CONFLICTS * growth)
        return None

    def _shares(self, number: int) -> bool:
        """Whether all processes share the sweep of a number: after a first one each, unless the rounds are given.

        One wide sweep finds better boards than several narrow ones in the same time.
        """
        return self._local and self.job.jobs > 1 and self.job.rounds is None and number > self.job.jobs

    def _width(self, number: int) -> int | None:
        """The width of the next sweep, so that the time suffices; None if it does not suffice for any."""
        limit, jobs = self.job.limits.seconds, self.job.jobs
        shares = self._shares(number)
        if self._pace is None and self._quick is not None and limit is not None:
            times = settings.TIME_SHARE * (limit - self.deadline.seconds()) / self._quick
            widest = settings.QUICK + (times - 1) * settings.QUICK_GROWTH
            return None if widest < 2 * settings.QUICK else min(int(widest), settings.NARROW)
        if self._pace is None or limit is None:
            return settings.width(number - jobs if shares else (number - 1) // jobs)
        widest = settings.TIME_SHARE * (limit - self.deadline.seconds()) / self._pace
        widest *= settings.SHARED_PACE * jobs if shares else 1.0
        return None if widest < settings.NARROW else min(int(widest), settings.WIDE)

    def _tick(self, running: list[Running]) -> None:
        under_way = {each.work.argument.number for each in running}
        self.running = {number: doing for number, doing in self.running.items() if number in under_way}
        self.deadline.check()

    def _hear(self, work: Work, event: Event) -> None:
        """Take what a round reports while it runs."""
        self._consider(work.argument, event)

    def _consider(self, round_: Round, event: Event) -> None:
        number = round_.number
        match event:
            case Progress():
                self.running[number] = event
            case _ if self.job.rounds is not None and number != self._turn:
                self._waiting.setdefault(number, []).append((round_, event))
            case Improved(board):
                if round_.kind is RoundKind.SWEEP and self._pace is None:
                    self._pace = (self.deadline.seconds() - self._begun[number]) / round_.width
                self._take(board, number)
            case Proved(mismatches):
                self._bound(mismatches)

    def _take(self, board: Solution, number: int | None) -> None:
        """Check a board, and keep it if it is the best; of equally good ones, that of the earliest round."""
        task = self.job.task
        report = check(task.puzzle, board, task.clues, task.conditions)
        wrong = [each.text for each in report.violations if each.condition is not Condition.ADJOINING]
        if wrong or report.missing:
            raise CheckError(
                "a round gave something that is no board; this is a fault in edgeasp, please report it: "
                + "; ".join(wrong[:3] or ["squares are empty"])
            )
        score, found = report.matched, -1 if number is None else number
        if number is not None:
            self._scores[number] = max(score, self._scores.get(number, 0))
        if self.score is not None and (score, -found) <= (self.score, -self._from_round):
            return
        better = self.score is None or score > self.score
        self._board, self._report, self._from_round = board, report, found
        if better:
            self._trajectory.append(Improvement(round(self.deadline.seconds(), 3), number, score))
        self._on_improved(board, report)
        self._proved = score == self._most
        if self._proved or self._is_enough():
            raise _Answered

    def _bound(self, mismatches: int | None) -> None:
        """Take a proof that no board has fewer mismatches; None: that there is no board."""
        diamonds = self.job.task.puzzle.diamonds
        self._most = -1 if mismatches is None else min(self._most, diamonds - mismatches)
        if mismatches is None or self.score == self._most:
            self._proved = True
            raise _Answered

    def _end(self, ended: Ended) -> None:
        """Take down what came of a round."""
        round_ = ended.work.argument
        if ended.killed == "memory":
            raise MemoryLimitReached(self.job.limits.memory)
        if ended.failure and not ended.killed:
            raise SolverError(f"a round of the search failed: {ended.failure}")
        if self.job.rounds is None:
            self._record(ended)
            return
        self._ended[round_.number] = ended
        while (last := self._ended.pop(self._turn, None)) is not None:
            self._record(last)
            self._turn += 1
            for waited in self._waiting.pop(self._turn, []):
                self._consider(*waited)

    def _hurry(self) -> None:
        """Take all that waits for rounds which will not end."""
        while self._waiting:
            self._turn = min(self._waiting)
            for waited in self._waiting.pop(self._turn):
                with suppress(_Answered):
                    self._consider(*waited)

    def _record(self, ended: Ended) -> None:
        round_ = ended.work.argument
        score = self._scores.pop(round_.number, None)
        if round_.kind is RoundKind.FILL and round_.width:
            self._quick = ended.wall
        self._records.append(
            RoundRecord(
                round_.number, round_.kind.value, round_.width, score, round(ended.wall, 3), round(ended.cpu, 3)
            )
        )


def run_round(round_: Round, context: Context) -> None:
    """Carry out a round in the process of an executor, and report what it does."""
    context.partial = lambda: None
    with ExitStack() as stack:
        spread = None
        if round_.processes > 1:
            spread = SharedSweep(stack.enter_context(PoolExecutor(round_.processes, round_.memory)), context.check)
        for event in carry_out(round_, context.check, spread):
            context.report(event)
