"""The search for the best board: rounds in processes, of which the best board is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

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
from edgeasp.search.best.rounds import Event, Round, RoundProgress, carry_out
from edgeasp.system.limits import Deadline, LimitReached


class _Over(Exception):  # noqa: N818  # it ends the search, but nothing is wrong
    """There is nothing left to do."""


class BestSearch:
    """Searches for the best board of a job.

    Attributes:
        job: the job.
        deadline: the clock.
        running: what the rounds under way are doing, by number.
        state: the best board, and what is known of it.
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
        self.running: dict[int, RoundProgress] = {}
        self._on_improved = on_improved
        self._executor = executor or PoolExecutor(job.jobs, fresh=True)
        self.state = BestState(job)
        self._begun: list[Round] = []

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
        """The result of the search, as far as it has run."""
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
        )

    def _tell(self, event: BestEvent) -> None:
        """Carry out what follows from an event; `_Over` if that is the end of all rounds."""
        stops = False
        for order in self.state.handle(event, self.deadline.seconds()):
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
            yield Work(name_of(run_round), round_, 1, left, None if memory is None else memory // self.job.jobs)

    def _tick(self, running: list[Running]) -> None:
        under_way = {call.work.argument.number for call in running}
        self.running = {number: doing for number, doing in self.running.items() if number in under_way}
        self.deadline.check()

    def _hear(self, work: Work, event: Event) -> None:
        """Take what a round reports while it runs."""
        if isinstance(event, RoundProgress):
            self.running[work.argument.number] = event
        else:
            self._tell(Heard(work.argument, event))


def run_round(round_: Round, context: Context) -> None:
    """Carry out a round in the process of an executor, and report what it does."""
    context.partial = lambda: None
    for event in carry_out(round_, context.check):
        context.report(event)
