"""Carries out plans: which engine searches when, what each finds, and whether that answers the question."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from edgeasp.search.engines import Engine, EngineContext, Question, Scan, SharedBoard, Trial, WholeBoard
from edgeasp.search.job import Found, Result, counted
from edgeasp.search.plan import Plan
from edgeasp.solvers.interface import Statistics, Status, larger
from edgeasp.system.limits import Limit, LimitReached, Stopped

if TYPE_CHECKING:
    from edgeasp.search.narrowing import Narrowing
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.clingo.model_stream import AssignmentObserver
    from edgeasp.solvers.clingo.shared_program import SharedProgram


class Execution:
    """The engines of a session, which stay, and the state of the last search.

    Attributes:
        context: what the engines share.
        board: searches the whole board.
        found: the number of solutions that were given, or counted.
        status: what is known of the question.
        exhausted: whether it is proved that there are no other solutions.
    """

    def __init__(self, context: EngineContext, observer: AssignmentObserver | None) -> None:
        """Get ready; nothing is ground yet. An observer sees the assignments of the search of the whole board."""
        self.context = context
        self.board = WholeBoard(context, observer)
        self._shared = SharedBoard(context)
        self._trial: Trial | None = None
        self._scan: Scan | None
        self.start(Question(1))

    def start(self, question: Question, reasons: Sequence[str] = ()) -> None:
        """Forget the last search. Reasons why there is no solution answer the next question at once."""
        self._question, self.found, self.exhausted = question, 0, bool(reasons)
        self.status = Status.UNSATISFIABLE if reasons else Status.UNKNOWN
        self._perhaps_best, self._scan = False, None

    def carry_out(self, plan: Plan, *, counts: bool) -> Generator[Found, None, None]:
        """The solutions by the engines of a plan, until the question is answered; if they are counted, none is given.

        Raises:
            LimitReached: it is not answered; a solution of least cost so far was given.
        """
        self.context.guidance = plan.guidance
        try:
            for engine, question in self._in_turn(plan):
                engine.ground()
                with closing(engine.batches(question)) as batches:
                    for batch in batches:
                        self.status = Status.SATISFIABLE
                        if counts:
                            self.found += len(batch)
                        for answer in () if counts else batch:
                            self.found += 1
                            yield answer
                            if self.is_enough:
                                return
                        if self.is_enough:
                            return
                # Of a solution that was found, rotations may have been left out.
                left_out = self._omits_rotations and self.status is Status.SATISFIABLE
                assert engine.program is not None
                self.exhausted = engine.program.exhausted and not left_out
                if engine.program.status is Status.UNSATISFIABLE:
                    self.status = Status.UNSATISFIABLE
        except (LimitReached, KeyboardInterrupt):
            if best := self.board.best_so_far():
                self._perhaps_best, self.status = True, Status.SATISFIABLE
                self.found += 1
                if not counts:
                    yield best
            raise

    def _in_turn(self, plan: Plan) -> Iterator[tuple[Engine[Any], Question]]:
        """The engines of a plan, each with its question; the next is chosen by what the last one has found."""
        question = self._question
        scan = Scan(self.context, plan.longest_scan, tries=plan.tries, cube=plan.cube) if plan.scans else None
        if scan and scan.can_run():
            self._scan = scan
            yield scan, question
            if scan.given_up and plan.cube and not scan.lacks_memory:
                raise LimitReached(Stopped(Limit.CONFLICTS, question.conflicts))
            if not scan.given_up:
                return
            self._scan = None
        spent = 0
        if plan.trial and not (self._trial or self.board.program or self._shared.program):
            self._trial = Trial(self.context, plan.trial)
            yield self._trial, question
            if self.answered:
                return
            spent = self._trial.conflicts
        spent += self._narrow(plan, spent)
        shared = plan.shares and self._shared.ground()
        rest = Question(question.limit, question.conflicts, spent, question.assumptions, question.bound)
        yield self._shared if shared else self.board, rest
        if not self.answered:
            kind = Limit.SOLVER if question.conflicts is None else Limit.CONFLICTS
            raise LimitReached(Stopped(kind, question.conflicts))

    def _narrow(self, plan: Plan, spent: int) -> int:
        """Narrow the squares, if the plan wants it and nothing is ground yet; the number of conflicts of that."""
        # An assumption may not hold in every rotation.
        context, question = self.context, self._question
        single = question.limit == 1 and not question.assumptions
        if self._omits_rotations and not single:
            context.narrowing = self.board.program = self._shared.program = None
        if not plan.narrows or self.board.program or self._shared.program or context.narrowing:
            return 0
        from edgeasp.search.narrowing import Narrowing

        narrowing = context.narrowing = Narrowing(
            context.task,
            context.options,
            context.check,
            context.timed,
            context.settings,
            single=single,
            stoppable=context.stoppable,
        )
        conflicts = question.conflicts
        narrowing.run(None if conflicts is None else conflicts - spent)
        by_narrowing = narrowing.statistics.conflicts or 0
        if conflicts is not None and spent + by_narrowing >= conflicts:
            raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))
        return by_narrowing

    @property
    def answered(self) -> bool:
        """Whether the question is answered."""
        return self.exhausted or (self.is_enough and not self._perhaps_best)

    @property
    def is_enough(self) -> bool:
        """Whether as many solutions were found as are wanted."""
        return 0 < self._question.limit <= self.found

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        searched = [program.statistics for program in self._searched]
        return sum(searched, Statistics()) if searched else None

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        program = self._shared.program or self.board.program or (self._trial and self._trial.program)
        return program.pace if program else None

    def result(self, stopped: Stopped | None, reasons: tuple[str, ...], seconds: dict[str, float]) -> Result:
        """The outcome of the last search, as far as it has run, with what its session knows of it."""
        best, narrowing = self.board.best, self.context.narrowing
        return Result(
            status=self.status,
            found=self.found,
            exhausted=self.exhausted,
            answered=self.answered,
            stopped=stopped,
            reasons=reasons,
            counts=counted(self.context.task, self.found),
            seconds=seconds,
            size=larger(*(program.size for program in self._searched)),
            statistics=self.statistics,
            cost=best.cost if best else None,
            cost_proved=bool(best and best.proved),
            narrowed=narrowing.narrowed if narrowing else None,
            scanned=self._scan.laid if self._scan else None,
        )

    @property
    def _searched(self) -> list[GroundProgram | Narrowing | SharedProgram]:
        trial = self._trial.program if self._trial else None
        programs = (trial, self.context.narrowing, self.board.program, self._shared.program)
        return [program for program in programs if program and program.size]

    @property
    def _omits_rotations(self) -> bool:
        return self.context.narrowing is not None and self.context.narrowing.omits_rotations
