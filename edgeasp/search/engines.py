"""The engines of a search: what gives checked solutions of a task, many at a time, each in its own way.

`Trial` searches the whole board without guidance for a while, `WholeBoard` as long as it takes, also under assumptions
or for the least cost. Regions that come before are `Narrowing`.
`Scan` does without clasp.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from math import exp
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from edgeasp.encoding.facts import Assumption
from edgeasp.search.answers import MANY, Batches, CheckedAnswers, Unread
from edgeasp.search.estimates import SETTINGS, Guidance, Settings, scan_order, unguided
from edgeasp.search.task import Found, Task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import CheckError
from edgeasp.system.limits import Limit, LimitReached, Stopped
from edgeasp.system.processes import lack, memory_in_use, memory_of_machine

if TYPE_CHECKING:
    from edgeasp.puzzle.expected_states import FrontierOrder
    from edgeasp.search.estimates import CubeScan
    from edgeasp.search.plan import Narrowing
    from edgeasp.solvers.clingo.control import AssignmentObserver
    from edgeasp.solvers.clingo.ground_program import GroundProgram, Priced
    from edgeasp.solvers.frontier import FrontierCount
    from edgeasp.solvers.row_scan import RowScanRun


MOST_MEMORY = 8 * 10**9
"""Bytes up to which a count by frontier takes half of the machine's memory, if there is no limit."""

PART_FOR_STATES = 0.75
"""Part of the free memory that the states of such a count may take: tables that grow leave gaps."""

BATCH = 100_000
"""Placements that are read and checked together: so many that arrays pay, in so little time that limits are heeded."""


class Question(NamedTuple):
    """The question to an engine.

    Attributes:
        limit: the number of solutions that are wanted; 0 for all.
        conflicts: the number after which the whole search stops; None for no limit.
        spent: how many of them other engines had.
        assumptions: atoms that the solutions have to fulfil.
        bound: the largest number of violations of soft conditions; any if None.
        counts: whether the solutions are only counted.
        memory: bytes that the process may hold; None for no limit.
    """

    limit: int
    conflicts: int | None = None
    spent: int = 0
    assumptions: Sequence[Assumption] = ()
    bound: int | None = None
    counts: bool = False
    memory: int | None = None

    @property
    def left(self) -> int | None:
        """The number of conflicts that are left; None for no limit."""
        return None if self.conflicts is None else self.conflicts - self.spent


@dataclass
class EngineContext:
    """The task, the options and the callbacks that the engines of a session share.

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: of clasp.
        answers: reads and checks answers.
        check: called some twenty times a second; an exception from it ends the search.
        timed: measures what happens within, given the name of a phase.
        settings: the thresholds.
        guidance: whether the search follows edgeasp's.
        stoppable: whether a limit has to stop grounding, as the process goes on after it.
        narrowing: what was narrowed; None if nothing was.
    """

    task: Task
    options: ClaspOptions
    answers: CheckedAnswers
    check: Callable[[], None]
    timed: Callable[[str], AbstractContextManager[None]]
    settings: Settings = SETTINGS
    guidance: Guidance = Guidance.FOLLOW
    stoppable: bool = False
    narrowing: Narrowing | None = None

    def task_to_ground(self) -> Task:
        """The task, with the guidance that it is to follow after narrowing."""
        task = self.narrowing.task if self.narrowing else self.task
        return unguided(task) if self.guidance is Guidance.LEAVE else task

    def text(self, task: Task) -> tuple[str, str]:
        """The facts of a task, with the candidates that narrowing has left; and the rules."""
        with self.timed("facts"):
            candidates = self.narrowing.facts() if self.narrowing else ""
            self.check()
            instance = task.facts() + candidates
            self.check()
        with self.timed("render"):
            return instance, task.search_rules(narrowed=bool(candidates))


Program = TypeVar("Program", bound="GroundProgram | RowScanRun | FrontierCount")


class Engine(ABC, Generic[Program]):
    """A way to search, which can be asked again and again.

    Attributes:
        program: what it searches; None before it is ground.
    """

    def __init__(self, context: EngineContext) -> None:
        """Get ready; nothing is ground yet."""
        self._context = context
        self.program: Program | None = None

    def ground(self) -> object:
        """Make the program that is searched, unless it is there."""

    @abstractmethod
    def batches(self, question: Question) -> Batches:
        """The solutions by that program; a `LimitReached` ends them before the question is answered."""

    def _amount(self, question: Question) -> tuple[int, bool]:
        """The number of answers that clasp has to give, and whether it may search ahead of their reader.

        Solutions that are filtered do not count, so clasp cannot do the counting then.
        """
        task, limit = self._context.task, question.limit
        filtered = task.needs_symmetry_filter or (bool(task.own) and limit != 1)
        return (0 if filtered else limit), not filtered or limit == 0


class Trial(Engine["GroundProgram"]):
    """A search of the whole board without guidance, for some conflicts.

    It gives its solutions at its end, and only if they answer the question or if no other search can follow: so none is
    given twice.

    Attributes:
        conflicts: how many it had.
    """

    def __init__(self, context: EngineContext, most: int) -> None:
        """Get ready for a trial of so many conflicts of each thread; nothing is ground yet."""
        super().__init__(context)
        self._most = most
        self.conflicts = 0

    def ground(self) -> None:
        """Make the program without guidance."""
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        context = self._context
        instance, rules = context.text(unguided(context.task))
        with context.timed("ground"):
            options = replace(context.options, guided=False)
            self.program = GroundProgram(instance + rules, options, context.check, stoppable=context.stoppable)

    def batches(self, question: Question) -> Batches:
        """The solutions, all at once, if they answer the question; otherwise none."""
        assert self.program is not None, "ground it first"
        program, context, limit, conflicts = self.program, self._context, question.limit, question.conflicts
        filtered = context.task.needs_symmetry_filter
        enough = limit if 0 < limit <= context.settings.most_kept else context.settings.most_kept + 1
        most = self._most if conflicts is None else min(conflicts, self._most)
        kept: list[Found] = []
        try:
            answers = program.batches(0 if filtered else enough, most, ahead=not filtered)
            for solutions in context.answers.checked(program, answers):
                kept += solutions
                if len(kept) >= enough:
                    break
        except (LimitReached, KeyboardInterrupt):
            if kept:
                yield kept
            raise
        self.conflicts = program.statistics.conflicts or 0
        over = conflicts is not None and self.conflicts >= conflicts
        answered = program.exhausted or len(kept) >= limit > 0
        if kept and (answered or over):
            yield kept
        if over and not answered:
            raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))


class WholeBoard(Engine["GroundProgram"]):
    """A search of the whole board, as the job has it: guided or not, under assumptions, or for the least cost."""

    def __init__(self, context: EngineContext, observer: AssignmentObserver | None = None) -> None:
        """Get ready; nothing is ground yet. An observer sees the assignments of the search."""
        super().__init__(context)
        self._observer = observer

    def ground(self) -> GroundProgram:
        """The ground program, made now unless there is one."""
        if self.program is None:
            from edgeasp.solvers.clingo.ground_program import GroundProgram

            context, own = self._context, self._context.task.own
            task = context.task_to_ground()
            instance, rules = context.text(task)
            guided = context.options.guided or own.guided or task.encoding.heuristic != "none"
            with context.timed("ground"):
                if own.added and not own.program:
                    from edgeasp.solvers.clingo.syntax import require_new

                    require_new(own.added, rules)
                options = replace(context.options, guided=guided)
                self.program = GroundProgram(
                    instance + rules, options, context.check, self._observer, own, stoppable=context.stoppable
                )
        return self.program

    @property
    def best(self) -> Priced | None:
        """The answer of least cost so far, where rules of the user ask for one."""
        return self.program.best if self.program else None

    def best_so_far(self) -> Found | None:
        """The solution of least cost so far, unless it is proved to be the best one."""
        if self.program is None or self.program.best is None or self.program.best.proved:
            return None
        return self._context.answers.one(self.program.read(self.program.best.answer))

    def batches(self, question: Question) -> Batches:
        """The solutions as clasp finds them."""
        assert self.program is not None, "ground it first"
        most, ahead = self._amount(question)
        if self._context.task.own.optimises:
            answers = self.program.best_batches(most, question.left)
        else:
            answers = self.program.batches(most, question.left, question.assumptions, question.bound, ahead=ahead)
        return self._context.answers.checked(self.program, answers)


class Scan(Engine["RowScanRun"]):
    """A search square by square in C, which learns nothing, in the order in which it has to lay the fewest tiles.

    As long as it may be given up, it keeps its solutions, up to a number.

    Attributes:
        given_up: whether it was, with no solution given.
        lacks_memory: whether it was because it cannot have its memory.
    """

    def __init__(
        self, context: EngineContext, longest: int = 0, *, tries: bool = False, cube: CubeScan | None = None
    ) -> None:
        """Get ready for a scan that is given up after so many tiles, 0 for any number.

        Args:
            context: what engines share.
            longest: that number.
            tries: whether there are several tries for one solution.
            cube: which is scanned; nothing that is found in it is kept. The whole board if None.
        """
        super().__init__(context)
        self._longest, self._tries, self._cube = longest, tries, cube
        self.given_up = self.lacks_memory = False

    def can_run(self) -> bool:
        """Whether it is compiled."""
        from edgeasp.solvers import row_scan

        return row_scan.is_able()

    @property
    def laid(self) -> int | None:
        """The number of tiles that were laid; None before the search."""
        return self.program.statistics.choices if self.program else None

    def batches(self, question: Question) -> Batches:
        """The solutions, many at a time; none if it is given up."""
        kept: list[Found] | None = [] if self._longest and not self._cube else None
        begun = False
        try:
            with closing(self._found(question)) as batches:
                for solutions in batches:
                    if kept is None:
                        begun = True
                        yield solutions
                        continue
                    kept += solutions
                    if len(kept) > self._context.settings.most_kept:
                        begun = True
                        yield kept
                        self._longest, kept = 0, None
        except _TooLongError:
            self.given_up = True
            return
        except MemoryError:
            if begun:
                raise
            lack("there is no memory to search square by square in C: clingo searches")
            self.given_up = self.lacks_memory = True
            return
        except (LimitReached, KeyboardInterrupt):
            if kept:
                yield kept
            raise
        if kept:
            yield kept

    def _check(self) -> None:
        self._context.check()
        if 0 < self._longest < (self.laid or 0):
            raise _TooLongError

    def _found(self, question: Question) -> Batches:
        from edgeasp.solvers.row_scan import RowScanRun

        context, task, limit = self._context, self._context.task, question.limit
        few = 0 < limit < MANY
        scan = self.program = RowScanRun(task.puzzle, task.clues, every=not few, seed=context.options.seed - 1)
        if question.counts and not (limit or task.up_to_rotation or self._cube):
            scan.most_given = context.settings.most_checked
        order = self._cube.order if self._cube else scan_order(task.puzzle, task.clues)
        scan.at = self._cube.at if self._cube else None
        scan.order = (*(clue.square for clue in task.clues), *order.squares)
        scan.check = self._check
        threads = context.options.threads
        if self._tries:
            scan.first_try, scan.threads = context.settings.first_try, threads
        elif prefix := order.prefix(context.settings.parts * threads) if threads > 1 else 0:
            scan.threads, scan.split = threads, len(task.clues.placements) + prefix
        reached = 0
        with closing(self._read(scan, limit)) as batches:
            while True:
                with context.timed("solve"):
                    solutions = next(batches, None)
                if solutions is None:
                    return
                wanted = solutions[: limit - reached] if limit else solutions
                if wanted:
                    reached += len(wanted)
                    yield wanted
                if reached == limit > 0:
                    return

    def _read(self, scan: RowScanRun, limit: int) -> Batches:
        """The boards of a scan, checked: few of them one by one, many by the threads that have found them."""
        answers, most = self._context.answers, max(1, BATCH // len(scan.order))
        if not scan.every:
            with closing(iter(scan)) as boards:
                for board in boards:
                    yield answers.of(board)
            return
        check = answers.reading(alone=scan.threads == 1)
        with closing(scan.batches(min(most, limit) if limit else most, check)) as batches:
            for batch in batches:
                yield Unread(batch) if isinstance(batch, int) else answers.scanned(*batch)


class Frontier(Engine["FrontierCount"]):
    """A count in C over a frontier, which lists no board. Some boards are found by a scan, and checked.

    Attributes:
        given_up: whether it was, with nothing counted: it needs more memory than there is.
    """

    def __init__(self, context: EngineContext, order: FrontierOrder) -> None:
        """Get ready for a count along an order of squares."""
        super().__init__(context)
        self._order = order
        self.given_up = False

    def can_run(self) -> bool:
        """Whether both programs in C are compiled."""
        from edgeasp.solvers import frontier, row_scan

        return frontier.is_able() and row_scan.is_able()

    @property
    def states(self) -> int | None:
        """The number of states so far; None before the count."""
        return self.program.states if self.program else None

    def batches(self, question: Question) -> Batches:
        """The boards that were checked, and the number of all others; none if it is given up."""
        from edgeasp.solvers.frontier import FrontierCount

        context, task = self._context, self._context.task
        count = self.program = FrontierCount(task.puzzle, task.clues, self._order.squares)
        with context.timed("solve"):
            number = self._counted(count, question)
        if number is None:
            self.given_up = True
            return
        if task.up_to_rotation:
            number //= len(task.orbit.motions)
        try:
            checked = self._checked(number)
        except LimitReached:  # the question is answered
            checked = []
        if checked:
            yield checked
        if number > len(checked):
            yield Unread(number - len(checked))

    def _counted(self, count: FrontierCount, question: Question) -> int | None:
        """The number of boards; None if there is not enough memory."""
        allowed = question.memory or min(MOST_MEMORY, (memory_of_machine() or MOST_MEMORY) // 2)
        room = max(0, int((allowed - (memory_in_use() or 0)) * PART_FOR_STATES))
        if not count.fits or exp(self._order.log_peak) * count.bytes_a_state > room:
            return None
        try:
            return count.run(room, self._context.check)
        except MemoryError:
            return None
        except LimitReached as reached:
            if reached.stopped.kind is Limit.MEMORY:
                return None
            raise

    def _checked(self, number: int) -> Sequence[Found]:
        """The first boards that a scan finds, checked.

        Raises:
            CheckError: the scan finds more boards than were counted, or in the end fewer.
        """
        scan = Scan(self._context, self._context.settings.longest_scan_for_check)
        few = [solution for batch in scan.batches(Question(MANY - 1)) for solution in batch]
        ended = bool(scan.program and scan.program.exhausted)
        if len(few) > number or (ended and len(few) != number):
            raise CheckError(
                f"the count by frontier is {number}, but a scan finds {len(few)} boards; "
                "this is a fault in edgeasp, please report it"
            )
        return few


class _TooLongError(Exception):
    """A scan has laid more tiles than it may."""
