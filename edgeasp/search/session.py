"""Searching for the solutions of a task, again and again over one ground program; every solution is checked."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from edgeasp.encoding.atoms import Assumption
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.errors import OptionError
from edgeasp.search import guidance, narrowing, sharing
from edgeasp.search.checked_answers import CheckedAnswers
from edgeasp.search.guidance import Advice
from edgeasp.search.job import Counts, Found, Job, Result
from edgeasp.search.narrowing import Narrowing, larger
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import close_at_exit
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.solvers.limits import MOST_SOLUTIONS, ConflictLimitReached, Deadline, LimitReached, Limits

if TYPE_CHECKING:
    from edgeasp.search.checked_answers import Searched
    from edgeasp.solvers.clingo import GroundProgram, SharedProgram
    from edgeasp.solvers.clingo.observer import AssignmentObserver
    from edgeasp.solvers.clingo.shown import Answer


class Session:
    """A task and its ground program, which is made when it is first needed, and can be searched again and again.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> [found.report.solved for found in session.solve(2)]
    [True, True]
    >>> session.result().found
    2

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp.
        deadline: the clock; started before, it also covers what came before the search.
        phase: what the session is doing, one of `PHASES`.
        seconds: wall time by phase.
        found: the number of solutions that the last search has given.
        reached: the limit that has ended the last search; None if none has.
    """

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        observer: AssignmentObserver | None = None,
    ) -> None:
        """Make a session; nothing is ground yet. If `deadline` is None, only the limits of jobs hold."""
        self.task = task
        self.options = options
        self.deadline = deadline or Deadline()
        self._takes_limits = deadline is None
        self.phase = ""
        self.seconds: dict[str, float] = {}
        self.found = 0
        self._observer = observer
        self._answers = CheckedAnswers(task, self._timed)
        self._program: GroundProgram | None = None
        self._shared: SharedProgram | None = None
        self._trial: GroundProgram | None = None
        self._advice = Advice.FOLLOW
        self._narrowing: Narrowing | None = None
        self._narrows = False
        self._limit = 1
        self._status = Status.UNKNOWN
        self._exhausted = False
        self.reached: LimitReached | None = None
        self._reasons: tuple[str, ...] = ()
        self._perhaps_best = False

    def run(self, job: Job) -> Generator[Found, None, None]:
        """Carry out a job whose task and clasp options are those of the session; otherwise as `solve`.

        The deadline that the session was made with holds; without one, the limits of the job do, from here on.
        """
        if self._takes_limits:
            self.deadline = Deadline(job.limits)
        # An observer wants to see one search, of the whole board.
        observed = self._observer is not None
        self._narrows = (
            not observed and job.narrow and narrowing.applies(self.task) and guidance.is_guided(self.task, self.options)
        )
        self._advice = Advice.FOLLOW if observed else guidance.advice(self.task, self.options)
        if job.counts:
            return close_at_exit(self._counted(job))
        return self.solve(job.limit, conflicts=job.limits.conflicts, assumptions=job.assumptions)

    def _counted(self, job: Job) -> Generator[Found, None, None]:
        self.count(job.limit, conflicts=job.limits.conflicts, assumptions=job.assumptions)
        yield from ()

    def solve(
        self,
        limit: int = 1,
        *,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[Found, None, None]:
        """Give the solutions, one by one; closing the iterator stops the search.

        A limit that is reached ends the iteration; `result` names it.

        Args:
            limit: the number of solutions after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
            assumptions: atoms that the solutions have to fulfil, such as `place(T,R,X,Y)`.
            bound: the largest number of violations of soft conditions; any if None.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer is not exactly a tile and a rotation for each square.
            InputError: rules of the user are at fault.
            OptionError: clasp does not accept an option; or a number is out of range, which is found at the call.
            ProgramError: an answer to the program of the user is not a solution.
        """
        if not 0 <= limit <= MOST_SOLUTIONS:
            raise OptionError(f"expected a number of solutions from 0 to {MOST_SOLUTIONS:,}, found {limit:,}")
        Limits(conflicts=conflicts)
        return close_at_exit(self._solve(limit, conflicts, assumptions, bound))

    def _solve(
        self, limit: int, conflicts: int | None, assumptions: Sequence[Assumption], bound: int | None
    ) -> Generator[Found, None, None]:
        with closing(self._batches(limit, conflicts, assumptions, bound)) as batches:
            for batch in batches:
                for found in batch:
                    self.found += 1
                    yield found
                    if self._is_enough:
                        return

    def count(self, limit: int = 0, *, conflicts: int | None = None, assumptions: Sequence[Assumption] = ()) -> None:
        """Count the solutions, all or up to `limit`; each is checked, and none is given. Otherwise as `solve`."""
        with closing(self._batches(limit, conflicts, assumptions, None)) as batches:
            for batch in batches:
                self.found += len(batch)
                if self._is_enough:
                    return

    def _batches(
        self, limit: int, conflicts: int | None, assumptions: Sequence[Assumption], bound: int | None
    ) -> Generator[Sequence[Found], None, None]:
        """The solutions, many at a time; who takes them counts them in `found`."""
        self._limit, self.found, self._exhausted, self.reached = limit, 0, False, None
        self._perhaps_best = False
        self._status, self._reasons = Status.UNKNOWN, tuple(self.task.contradictions())
        self._answers.start(single=limit == 1)
        if self._reasons:
            self._status, self._exhausted = Status.UNSATISFIABLE, True
            return
        try:
            # A small puzzle is solved before the limits are checked again.
            self.deadline.check()
            spent = 0
            if self._advice is Advice.TRY_WITHOUT and not (assumptions or self._trial or self._program or self._shared):
                spent = yield from self._try(limit, conflicts)
                if self._answered:
                    return
            # An assumption may not hold in every rotation.
            spent += self._narrow(conflicts, spent, single=limit == 1 and not assumptions)
            yield from self._search(limit, conflicts, spent, assumptions, bound)
        except LimitReached as reached:
            self.reached = reached
            yield from self._best_so_far()
        except KeyboardInterrupt:
            yield from self._best_so_far()
            raise

    def _try(self, limit: int, conflicts: int | None) -> Generator[Sequence[Found], None, int]:
        """Search without guidance for a while; the number of conflicts of that.

        Solutions are given if the question is answered, or if there is no time or conflict left for another search.
        """
        from edgeasp.solvers.clingo import GroundProgram

        task = guidance.unguided(self.task)
        instance, rules = self._text(task)
        with self._timed("ground"):
            program = self._trial = GroundProgram(instance + rules, replace(self.options, guided=False), self._check)
        filtered = self.task.needs_symmetry_filter
        enough = limit if 0 < limit <= guidance.MOST_KEPT else guidance.MOST_KEPT + 1
        trial = guidance.trial(self.options.threads)
        most = trial if conflicts is None else min(conflicts, trial)
        kept: list[Found] = []
        try:
            for found in self._read_all(program, program.batches(0 if filtered else enough, most, ahead=not filtered)):
                kept += found
                if len(kept) >= enough:
                    break
        except (LimitReached, KeyboardInterrupt):
            if kept:
                self._status = Status.SATISFIABLE
                yield kept
            raise
        spent = program.statistics.conflicts or 0
        over = conflicts is not None and spent >= conflicts
        if kept and (program.exhausted or over or len(kept) >= limit > 0):
            self._status = Status.SATISFIABLE
            yield kept
        elif program.exhausted:
            self._status = program.status
        # Who closes the iterator before its end does not hear that these were all.
        self._exhausted = program.exhausted
        if over and not self._answered:
            raise ConflictLimitReached(conflicts)
        return spent

    def _narrow(self, conflicts: int | None, spent: int, *, single: bool) -> int:
        """Narrow the squares, if the job asks for it and nothing is ground yet; the number of conflicts of that."""
        if self._omits_rotations and not single:
            self._narrowing = self._program = self._shared = None
        if not self._narrows or self._program or self._shared or self._narrowing:
            return 0
        self._narrowing = Narrowing(self.task, self.options, self._check, self._timed, single=single)
        self._narrowing.run(None if conflicts is None else conflicts - spent)
        narrowing_conflicts = self._narrowing.statistics.conflicts or 0
        if conflicts is not None and spent + narrowing_conflicts >= conflicts:
            raise ConflictLimitReached(conflicts)
        return narrowing_conflicts

    def ground(self) -> GroundProgram:
        """The ground program, made now unless there is one."""
        if self._program is None:
            from edgeasp.solvers.clingo import GroundProgram
            from edgeasp.solvers.clingo.heads import require_new

            own = self.task.own
            task = self._task_to_ground()
            instance, rules = self._text(task)
            guided = self.options.guided or own.guided or task.encoding.heuristic != "none"
            options = replace(self.options, guided=guided)
            with self._timed("ground"):
                if not own.program:
                    require_new(own.added, rules)
                self._program = GroundProgram(instance + rules, options, self._check, self._observer, own)
        return self._program

    def _task_to_ground(self) -> Task:
        """The task with the guidance that is left after narrowing, and that it is advised to follow."""
        task = self._narrowing.task if self._narrowing else self.task
        return guidance.unguided(task) if self._advice is Advice.LEAVE else task

    def _text(self, task: Task) -> tuple[str, str]:
        """The facts of a task, with what is narrowed by now; and the rules."""
        with self._timed("facts"):
            candidates = self._narrowing.facts() if self._narrowing else ""
            self._check()
            instance = task.facts() + candidates
            self._check()
        with self._timed("render"):
            return instance, task.search_rules(narrowed=bool(candidates))

    def _share(self, limit: int) -> SharedProgram | None:
        """The program for threads that share a search, made now unless there is one; None if they compete."""
        if self._observer is not None or not sharing.shares(self.task, self.options, limit):
            return None
        if self._shared is None:
            from edgeasp.solvers.clingo import SharedProgram

            task = self._task_to_ground()
            guided = task.encoding.heuristic != "none"
            cubes = sharing.board_cubes(task, narrowing.CUBES * self.options.threads, self._check) if guided else []
            if len(cubes) > 1:
                instance, rules = self._text(task)
                with self._timed("ground"):
                    options = replace(self.options, guided=True)
                    self._shared = SharedProgram(instance + rules, cubes, options, self._check)
        return self._shared

    def _check(self) -> None:
        self.deadline.check()

    def guards(self) -> list[Assumption]:
        """The assumptions that switch on all guarded conditions, each in its place: `active(adjoining(1,1,right))`."""
        return [Assumption(atom) for atom in self.ground().atoms("active", 1)]

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that no solution fulfils together; empty unless it had no solution."""
        return self._program.core if self._program else ()

    @property
    def notes(self) -> list[str]:
        """What clingo says about rules of the user that is no error."""
        return self._program.notes if self._program else []

    @property
    def pace(self) -> float | None:
        """Conflicts per second in the last slice of the search; None before there was one."""
        program = self._shared or self._program or self._trial
        return program.pace if program else None

    @property
    def statistics(self) -> Statistics | None:
        """Of all searches, as far as clasp has reported them; None before there was one."""
        searched = [each.statistics for each in self._searched if each.size]
        return sum(searched, Statistics()) if searched else None

    @property
    def _searched(self) -> list[GroundProgram | Narrowing | SharedProgram]:
        return [each for each in (self._trial, self._narrowing, self._program, self._shared) if each]

    def result(self) -> Result:
        """What came of the last search, as far as it has run."""
        best = self._program.best if self._program else None
        return Result(
            status=self._status,
            found=self.found,
            exhausted=self._exhausted,
            answered=self._answered,
            stopped=None if self.reached is None else str(self.reached),
            reasons=self._reasons,
            counts=count(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=larger(*(each.size for each in self._searched)),
            statistics=self.statistics,
            cost=best.cost if best else None,
            cost_proved=bool(best and best.proved),
            narrowed=self._narrowing.narrowed if self._narrowing else None,
        )

    @property
    def _omits_rotations(self) -> bool:
        return self._narrowing is not None and self._narrowing.omits_rotations

    @property
    def _answered(self) -> bool:
        return self._exhausted or (self._is_enough and not self._perhaps_best)

    @property
    def _is_enough(self) -> bool:
        return 0 < self._limit <= self.found

    def _search(
        self, limit: int, conflicts: int | None, spent: int, assumptions: Sequence[Assumption], bound: int | None
    ) -> Iterator[Sequence[Found]]:
        left = None if conflicts is None else conflicts - spent
        # Filtered solutions do not count, so clasp cannot do the counting then.
        filtered = self.task.needs_symmetry_filter or (bool(self.task.own) and limit != 1)
        most, ahead = (0 if filtered else limit), not filtered or limit == 0
        shared = None if assumptions or bound is not None else self._share(limit)
        program: Searched = shared or self.ground()
        if shared:
            batches = shared.batches(most, left, ahead=ahead)
        elif self.task.own.optimises:
            batches = self.ground().best_batches(most, left)
        else:
            batches = self.ground().batches(most, left, assumptions, bound, ahead=ahead)
        for found in self._read_all(program, batches):
            self._status = Status.SATISFIABLE
            yield found
        # Of a solution that was found, rotations may have been left out.
        self._exhausted = program.exhausted and not (self._omits_rotations and self._status is Status.SATISFIABLE)
        if program.status is Status.UNSATISFIABLE:
            self._status = Status.UNSATISFIABLE
        if not self._answered:
            raise LimitReached("solver itself") if conflicts is None else ConflictLimitReached(conflicts)

    def _read_all(self, program: Searched, batches: Generator[list[Answer], None, None]) -> Iterator[Sequence[Found]]:
        """The checked solutions of a search, many at a time."""
        with closing(batches):
            while True:
                with self._timed("solve"):
                    batch = next(batches, None)
                if batch is None:
                    return
                if found := self._checked(program, batch):
                    yield found

    def _best_so_far(self) -> Iterator[Sequence[Found]]:
        """The answer of least cost, if the search was stopped before the least cost was proved."""
        program = self._program
        if program is not None and program.best is not None and not program.best.proved:
            self._perhaps_best, self._status = True, Status.SATISFIABLE
            yield [self._answers.one(program.read(program.best.answer))]

    def _checked(self, program: Searched, batch: Sequence[Answer]) -> Sequence[Found]:
        return self._answers.checked(program, batch)

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        start, self.phase = time.perf_counter(), phase
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start


def count(task: Task, answers: int) -> Counts:
    """The numbers of boards and of assignments behind a number of answers to a task."""
    if task.own:
        # Rules may allow one assignment of a board and not another.
        alike = task.own.relaxed or task.puzzle.identical_tiles([clue.tile for clue in task.clues])
        return Counts(answers, None if alike else answers)
    breaks = task.encoding.symmetry
    swaps = symmetry.assignments_per_board(task.effective_puzzle, task.clues)
    lookalikes = 1
    if "tile-rotations" not in breaks:
        # In so many ways the tiles without a clue can be rotated without changing the picture.
        given = {clue.tile for clue in task.clues}
        lookalikes = prod(4 // tile.period for index, tile in enumerate(task.puzzle.tiles) if index not in given)
    answers_per_board = lookalikes * (1 if "identical-tiles" in breaks else swaps)
    if answers % answers_per_board:
        return Counts(None, None)
    boards = answers // answers_per_board
    if "polarity" in breaks and symmetry.flips(task.effective_puzzle, task.clues):
        boards *= 2
    return Counts(boards, boards * swaps)
