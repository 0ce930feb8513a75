"""The search for the best board: rounds in processes, of which the best board is kept."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import lru_cache
from typing import Any

from edgeasp.batch.best_state import (
    BeginRound,
    BestEvent,
    BestJob,
    BestResult,
    BestState,
    Heard,
    RoundEnded,
    Show,
    Started,
)
from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.split_state import Halted, Room, Stop
from edgeasp.batch.work import Context, Executor, Running, Work, name_of
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import Solution
from edgeasp.search.best.beam import Part
from edgeasp.search.best.layout import Layout
from edgeasp.search.best.rounds import Event, Progress, Round, carry_out
from edgeasp.system.errors import SolverError
from edgeasp.system.limits import Deadline, LimitReached


class _Over(Exception):  # noqa: N818  # it ends the search, but nothing is wrong
    """There is nothing left to do."""


class BestSearch:
    """Searches for the best board of a job.

    Attributes:
        job: the job.
        deadline: the clock.
        running: what the rounds under way are doing, by number.
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
        self._state = BestState(job, local=executor is None)
        self._begun: list[Round] = []

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Why no board matches at all diamonds, as far as counting says."""
        return self._state.contradictions

    @property
    def score(self) -> int | None:
        """The number of matched diamonds of the best board; None if there is none."""
        return self._state.score

    @property
    def bound(self) -> int:
        """The number of matched diamonds that no board exceeds, as far as is proved."""
        return self._state.bound

    @property
    def improvements(self) -> int:
        """The number of boards that were the best so far."""
        return len(self._state.trajectory)

    def run(self) -> BestResult:
        """Search until the question is answered or a limit is reached; an interrupt leaves `result` as it was."""
        try:
            self._tell(Started())
            with closing(self._executor.run(self._works(), self._tick, self._hear)) as executed:
                for ended in executed:
                    round_ = ended.work.argument
                    self._tell(RoundEnded(round_, ended.wall, ended.cpu, ended.failure, ended.killed))
            self._tell(Room())
        except _Over:
            pass
        except LimitReached as reached:
            self._tell(Halted(reached.stopped))
        except KeyboardInterrupt:
            self._tell(Halted())
            raise
        return self.result()

    def result(self) -> BestResult:
        """What came of the search, as far as it has run."""
        state = self._state
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
        )

    def _tell(self, event: BestEvent) -> None:
        """Carry out what follows from an event; `_Over` if that is the end of all rounds."""
        stops = False
        for order in self._state.handle(event, self.deadline.seconds()):
            match order:
                case BeginRound(round_):
                    self._begun.append(round_)
                case Show(board, report):
                    self._on_improved(board, report)
                case Stop(None):
                    stops = True
                case Stop(error) if error is not None:
                    raise error
        if stops:
            raise _Over

    def _works(self) -> Iterator[Work]:
        """Rounds as calls, each made when it can begin."""
        while True:
            self._tell(Room())
            if not self._begun:
                return
            round_ = self._begun.pop()
            seconds, memory = self.job.limits.seconds, self.job.limits.memory
            left = None if seconds is None else max(0.0, seconds - self.deadline.seconds())
            # A sweep that is shared has one process more, which deals out the parts.
            processes = self.job.jobs + (round_.processes > 1)
            each = None if memory is None else memory // processes
            yield Work(name_of(run_round), replace(round_, memory=each), round_.processes, left, each)

    def _tick(self, running: list[Running]) -> None:
        under_way = {each.work.argument.number for each in running}
        self.running = {number: doing for number, doing in self.running.items() if number in under_way}
        self.deadline.check()

    def _hear(self, work: Work, event: Event) -> None:
        """Take what a round reports while it runs."""
        if isinstance(event, Progress):
            self.running[work.argument.number] = event
        else:
            self._tell(Heard(work.argument, event))


def run_round(round_: Round, context: Context) -> None:
    """Carry out a round in the process of an executor, and report what it does."""
    context.partial = lambda: None
    with ExitStack() as stack:
        spread = None
        if round_.processes > 1:
            spread = SharedSweep(stack.enter_context(PoolExecutor(round_.processes, round_.memory)), context.check)
        for event in carry_out(round_, context.check, spread):
            context.report(event)


class SharedSweep:
    """Has the parts of a sweep carried out by a pool of processes."""

    def __init__(self, pool: PoolExecutor, check: Callable[[], None]) -> None:
        self._pool, self._check = pool, check

    def __call__(self, layout: Layout, parts: Iterable[Part | None]) -> Iterator[Any]:
        """Carry out parts, and give what comes of each in their order."""
        # Pickled once: a process that knows these bytes need not read them.
        setting = pickle.dumps((layout.puzzle, layout.clues, layout.framed, layout.plus_on_even))
        made: dict[int, Any] = {}
        following = 0
        with closing(self._pool.run(_works(setting, parts), lambda _: self._check())) as executed:
            for ended in executed:
                number, _, part = ended.work.argument
                if ended.failure and ended.status >= 0:
                    raise SolverError(f"a part of a sweep failed: {ended.failure}")
                # What a process that was killed has left is done here.
                made[number] = part.carry_out(layout, self._check) if ended.failure else ended.value
                while following in made:
                    yield made.pop(following)
                    following += 1


def _works(setting: bytes, parts: Iterable[Part | None]) -> Iterator[Work | None]:
    """The parts as numbered calls."""
    number = 0
    for part in parts:
        yield None if part is None else Work(name_of(run_part), (number, setting, part))
        number += part is not None


def run_part(argument: tuple[int, bytes, Part], context: Context) -> Any:
    """Carry out a part of a sweep in a process that keeps the layout for the next one."""
    _, setting, part = argument
    return part.carry_out(_layout(setting), context.check)


@lru_cache(2)
def _layout(setting: bytes) -> Layout:
    return Layout(*pickle.loads(setting))
