"""Searches for the solutions of a task, step by step.

`run_steps` tries these steps in order: a count over a frontier, the compiled search, an unguided trial of clingo,
domain filtering, a search of the whole board. Each step yields checked solutions. `search/strategy.py` chooses the
steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING

from edgeasp.encoding.facts import AnswerReader, Assumption, Atom, placement_from_atom
from edgeasp.puzzle.model import Solution
from edgeasp.search import strategy
from edgeasp.search.answers import MANY, Batches, CountedSolutions, check_answers, check_board, make_batch_checker
from edgeasp.search.filtering import DomainFilter
from edgeasp.search.task import FoundSolution, Job, Result, Strategy, Task, count_boards, without_heuristic
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status, largest_size
from edgeasp.system.errors import CheckError, type_name
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped, Stopwatch
from edgeasp.system.processes import close_at_exit, machine_memory, memory_in_use, warn_unavailable

if TYPE_CHECKING:
    from edgeasp.puzzle.expected import FrontierOrder
    from edgeasp.solvers.backtrack import BacktrackRun
    from edgeasp.solvers.clingo.control import AssignmentObserver
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.frontier import FrontierCount

MOST_MEMORY = 8 * 10**9
"""Memory for a count over a frontier if there is no limit, in bytes.

It is half of the machine's memory if that is less.
"""

PART_FOR_STATES = 0.75
"""Fraction of the free memory for the states of such a count. Growing tables leave gaps."""

BATCH = 100_000
"""Placements that are decoded and checked together.

Many enough for arrays to pay, few enough to check limits often.
"""

MOST_KEPT = 1_000
"""Number of solutions that a step holds back while another step may take over.

Otherwise the other step would yield them again.
"""

MOST_CHECKED = 10_000_000
"""Number of solutions that are checked when a compiled search counts: checking takes forty times as long."""

PARTS = 1_000
"""Parts of a compiled search per thread, which are fillings of the first squares.

Many enough that no thread waits long for the last part, few enough that each thread lists them quickly.
"""

Decide = Callable[[Job], Strategy]


class Session:
    """A task and its ground programs, which can be searched repeatedly.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> [found.report.solved for found in session.solve(2)]
    [True, True]
    >>> session.result().found
    2

    Attributes:
        task: the puzzle, its clues and the encoding.
        options: clasp options.
        deadline: limits of the next search. Time counts from the creation of the deadline, not from the start of the
            search.
        timed: stopwatch that measures wall time by phase.
        seconds: wall time by phase.
        whole: ground program of the whole board, None before it is needed.
        unguided: ground program of a trial without guidance, None before it is needed.
        filtering: domain filter, None before it is needed.
        scan: compiled search that the last search used, None if it used none.
        frontier: count over a frontier that the last search used, None if it used none.
        strategy: steps chosen for the last search.
        found: number of solutions that the last search has yielded or counted.
        unchecked: number of solutions that were counted without being read or checked.
        spent: conflicts of the steps that have ended.
        status: whether there is a solution.
        exhausted: whether it is proved that there are no other solutions.
        stopped: the limit that ended the last search, None if the search was answered.
        last: the last solution, None before there is one.
    """

    share: float | None = None
    """Completed fraction, which is unknown in one process."""

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        observer: AssignmentObserver | None = None,
    ) -> None:
        """Prepare a session.

        Grounding starts with the first search. If `deadline` is None, only the limits of jobs hold.

        Raises:
            TypeError: `task` is not a `Task`.
        """
        if not isinstance(task, Task):
            raise TypeError(f"expected a Task, as edgeasp.make_task(puzzle) gives, found {type_name(task)}")
        self.task, self.options, self.observer = task, options, observer
        self.deadline, self._takes_limits = deadline or Deadline(), deadline is None
        self.timed = Stopwatch()
        self.seconds = self.timed.seconds
        self.reader = AnswerReader(task.puzzle)
        self.whole: GroundProgram | None = None
        self.unguided: GroundProgram | None = None
        self.filtering: DomainFilter | None = None
        self.strategy = Strategy()
        self.last: Solution | None = None
        self._reset(Job(task), ())

    def _reset(self, job: Job, reasons: tuple[str, ...]) -> None:
        """Reset for a new search.

        If `reasons` is not empty, it is known already that there is no solution.
        """
        self._limit, self._reasons = job.limit, reasons
        self.found = self.unchecked = self.spent = 0
        self.exhausted = bool(reasons)
        self.stopped: Stopped | None = None
        self.status = Status.UNSATISFIABLE if reasons else Status.UNKNOWN
        self.scan: BacktrackRun | None = None
        self.frontier: FrontierCount | None = None
        for search in (self.whole, self.unguided, self.filtering):
            if search is not None:
                search.deadline = self.deadline

    def run(self, job: Job) -> Generator[FoundSolution, None, None]:
        """Run a job with the session's task and clasp options.

        Unlike `solve`, it may use the compiled search, an unguided trial and domain filtering. The deadline of the
        session applies if it has one. Otherwise the limits of the job apply from now on.
        """
        if self._takes_limits:
            self.deadline = Deadline(job.limits, ends_process=False)
        observed = self.observer is not None
        return close_at_exit(self._search(job, lambda job: strategy.decide(job, self.deadline, observed=observed)))

    def run_cube(self, job: Job) -> Generator[FoundSolution, None, None]:
        """Yield the boards that satisfy the assumptions of a job.

        Unlike `run`, it uses neither an unguided trial nor domain filtering. For the compiled search, a conflict limit
        is converted to a limit on placements.
        """
        observed = self.observer is not None
        return close_at_exit(self._search(job, lambda job: strategy.decide_cube(job, observed=observed)))

    def solve(
        self,
        number: int = 1,
        *,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[FoundSolution, None, None]:
        """Yield the solutions one by one.

        Closing the iterator stops the search.

        If a limit is reached, the iteration ends, and `result` names the limit.

        clingo searches the whole board at once, unlike `edgeasp.solve`, which may first run a trial, filter domains or
        use the compiled search.

        Args:
            number: number of solutions after which to stop, 0 for all.
            conflicts: number of conflicts after which to stop.
            assumptions: atoms that the solutions have to satisfy, such as `place(T,R,X,Y)` in the formulation `halves`.
                An atom that the program does not have is false.
            bound: greatest number of violations of soft conditions, None for any.

        Raises:
            CheckError: the solver's answer is not a solution.
            AnswerError: the solver's answer does not give each square exactly one tile and one rotation.
            InputError: the user rules have an error.
            OptionError: clasp rejects an option, or a number is out of range. Numbers are checked at the call, not
                at the first solution.
            ProgramError: an answer of the user program is not a solution.
        """
        job = Job(
            self.task, number, self.options, Limits(conflicts=conflicts), _check_assumptions(assumptions), bound=bound
        )
        return close_at_exit(self._search_whole_board(job))

    def count(self, number: int = 0, *, conflicts: int | None = None, assumptions: Sequence[Assumption] = ()) -> None:
        """Count all solutions or up to `number`, otherwise like `solve`."""
        job = Job(
            self.task, number, self.options, Limits(conflicts=conflicts), _check_assumptions(assumptions), counts=True
        )
        for _ in self._search_whole_board(job):
            pass

    def _search_whole_board(self, job: Job) -> Generator[FoundSolution, None, None]:
        return self._search(job, lambda _: Strategy(guided=self.strategy.guided))

    def _search(self, job: Job, decide: Decide) -> Generator[FoundSolution, None, None]:
        """Run the steps of a job until one answers it."""
        self._reset(job, tuple(self.task.contradictions()))
        if self._reasons:
            return
        try:
            # The search of a small puzzle ends before it checks the limits.
            self.deadline.check()
            self.strategy = decide(job)
            with closing(run_steps(self, replace(job, strategy=self.strategy))) as batches:
                for batch in batches:
                    self.status = Status.SATISFIABLE
                    if isinstance(batch, CountedSolutions):
                        self.found += batch.number
                        self.unchecked += batch.number
                    elif job.counts:
                        self.found, self.last = self.found + len(batch), batch[-1].solution
                    else:
                        for answer in batch:
                            self.found, self.last = self.found + 1, answer.solution
                            yield answer
                            if self.is_enough:
                                return
                    if self.is_enough:
                        return
        except (LimitReached, KeyboardInterrupt) as end:
            self.stopped = end.stopped if isinstance(end, LimitReached) else None
            if best := unproved_best(self):
                self.status, self.found = Status.SATISFIABLE, self.found + 1
                if not job.counts:
                    yield best
            if isinstance(end, KeyboardInterrupt):
                raise

    def end(self, program: GroundProgram | BacktrackRun | FrontierCount) -> None:
        """Record what the completed search of a step proves."""
        omits_rotations = self.filtering is not None and self.filtering.omits_rotations
        self.exhausted = program.exhausted and not (omits_rotations and self.status is Status.SATISFIABLE)
        if program.status is Status.UNSATISFIABLE:
            self.status = Status.UNSATISFIABLE

    @property
    def is_enough(self) -> bool:
        """Whether the requested number of solutions is reached."""
        return 0 < self._limit <= self.found

    def ground(self) -> GroundProgram:
        """Return the ground program of the whole board, grounded once."""
        if self.whole is None:
            from edgeasp.solvers.clingo.ground_program import GroundProgram

            own = self.task.own
            task = self.filtering.task if self.filtering else self.task
            task = task if self.strategy.guided else without_heuristic(task)
            follows = self.options.guided or own.guided or task.encoding.heuristic != "none"
            with self.timed("facts"):
                candidates = self.filtering.candidate_facts() if self.filtering else ""
            self.deadline.check()
            instance, rules = task.search_program(candidates, self.timed)
            self.deadline.check()
            with self.timed("ground"):
                if own.added and not own.program:
                    from edgeasp.solvers.clingo.syntax import require_new_predicates

                    require_new_predicates(own.added, rules)
                options = replace(self.options, guided=follows)
                self.whole = GroundProgram(instance + rules, options, self.deadline, self.observer, own)
                self.whole.notes += task.impossible_atoms()
        self.whole.deadline = self.deadline
        return self.whole

    @property
    def core(self) -> tuple[Assumption, ...]:
        """Assumptions of the last search that are unsatisfiable together.

        Empty unless the search proved that there is no solution.
        """
        return self.whole.core if self.whole else ()

    @property
    def notes(self) -> list[str]:
        """Messages of clingo about user rules, errors aside."""
        return self.whole.notes if self.whole else []

    @property
    def phase(self) -> str:
        """Current phase, one of `PHASES`, empty before the first."""
        return self.timed.phase

    @property
    def pace(self) -> float | None:
        """Conflicts per second in clasp's last call, None before the first."""
        program = self.whole or self.unguided
        return program.pace if program else None

    @property
    def tiles(self) -> tuple[int, float | None] | None:
        """Numbers of placements of the compiled search: so far, and expected.

        Returns None if clingo searches. The expected number is None if unknown.
        """
        if self.scan is None or (laid := self.scan.statistics.choices) is None:
            return None
        # The estimate counts identical tiles separately, but the search tries one of them and places far fewer.
        known = not (self._limit or self.task.puzzle.identical_tiles())
        return laid, self.strategy.expected_tiles if known else None

    @property
    def statistics(self) -> Statistics | None:
        """Statistics of all searches, None before the first."""
        searched = [program.statistics for program in searched_programs(self)]
        return sum(searched, Statistics()) if searched else None

    def result(self) -> Result:
        """Return the outcome of the last search so far."""
        best, expected = self.whole.best if self.whole else None, self.strategy.frontier
        unproved = best is not None and not best.proved
        return Result(
            status=self.status,
            found=self.found,
            exhausted=self.exhausted,
            answered=self.exhausted or (self.is_enough and not unproved),
            stopped=self.stopped,
            reasons=self._reasons,
            counts=count_boards(self.task, self.found),
            seconds={**self.seconds, "total": self.deadline.seconds()},
            size=largest_size(*(program.size for program in searched_programs(self))),
            statistics=self.statistics,
            cost=best.cost if best else None,
            cost_proved=bool(best and best.proved),
            narrowed=self.filtering.effect if self.filtering else None,
            scanned=self.scan.statistics.choices if self.scan else None,
            expected_tiles=self.strategy.expected_tiles,
            states=self.frontier.states if self.frontier else None,
            expected_states=strategy.rounded_exp(expected.log_states) if expected else None,
            unchecked=self.unchecked,
            rule=self.strategy.rule,
        )


class MonitoredSession(Session):
    """Session that shows the board being tried.

    Answers, conflicts and choices are the same as with `Session`. A search takes a tenth longer.
    """

    def __init__(self, task: Task, options: ClaspOptions = ClaspOptions(), deadline: Deadline | None = None) -> None:
        """Prepare a session like `Session`."""
        from edgeasp.solvers.clingo.control import AssignmentObserver

        # A formulation without this atom has no board to show.
        self._placements = AssignmentObserver("place", 4)
        super().__init__(task, options, deadline, self._placements)

    @property
    def most_placed(self) -> int:
        """Largest number of tiles placed at once."""
        return self._placements.max_true

    def candidate(self) -> Solution:
        """Return the tiles placed at this moment of the search."""
        lying = filter(None, map(placement_from_atom, self._placements.true_atoms()))
        on = {placement.square: placement for placement in lying}
        return Solution(tuple(on[square] for square in sorted(on)))


def _check_assumptions(assumptions: Sequence[Assumption]) -> tuple[Assumption, ...]:
    if isinstance(assumptions, Assumption | Atom | str):
        raise TypeError(f"expected a list of assumptions, found {type_name(assumptions)}")
    return tuple(assumptions)


def searched_programs(session: Session) -> list[GroundProgram | DomainFilter]:
    """List ground programs and domain filters that clingo has searched."""
    return [search for search in (session.unguided, session.filtering, session.whole) if search and search.size]


def unproved_best(session: Session) -> FoundSolution | None:
    """Return the cheapest solution, unless it is proved optimal."""
    program = session.whole
    if program is None or program.best is None or program.best.proved:
        return None
    answers = (batch for batch in [[program.best.answer]])
    [[best]] = check_answers(session.task, program, answers, session.reader, session.timed)
    return best


# ---- the steps of a search ----

Step = Generator[Sequence[FoundSolution], None, bool]
"""Checked solutions, many at a time. The step returns whether it has answered the question."""


def run_steps(session: Session, job: Job) -> Batches:
    """Yield the solutions of a job, step by step.

    The first step that answers the question is the last one.

    Raises:
        LimitReached: no step has answered it.
    """
    if (yield from count_over_frontier(session, job)):
        return
    if (yield from compiled_search(session, job)):
        return
    if (yield from unguided_trial(session, job)):
        return
    filter_domains(session, job)
    yield from search_whole_board(session, job)


def count_over_frontier(session: Session, job: Job) -> Step:
    """Count all boards over a frontier, without listing them.

    The frontier is the border between filled and empty squares. A compiled search finds the first boards for the
    checker.
    """
    from edgeasp.solvers import backtrack, frontier

    order, task = job.strategy.frontier, session.task
    if order is None or not (frontier.is_available() and backtrack.is_available()):
        return False
    count = session.frontier = frontier.FrontierCount(task.puzzle, task.clues, order.squares)
    with session.timed("solve"):
        number = _run_frontier_count(session, count, order)
    if number is None:
        return False
    if task.up_to_rotation:
        number //= len(task.orbit.motions)
    try:
        few = _find_first_boards(session, number)
    except LimitReached:  # the question is answered
        few = []
    if few:
        yield few
    if number > len(few):
        yield CountedSolutions(number - len(few))
    session.end(count)
    return True


def _run_frontier_count(session: Session, count: FrontierCount, order: FrontierOrder) -> int | None:
    """Run the count over a frontier.

    Returns None if there is not enough memory.
    """
    allowed = session.deadline.limits.memory or min(MOST_MEMORY, (machine_memory() or MOST_MEMORY) // 2)
    room = max(0, int((allowed - (memory_in_use() or 0)) * PART_FOR_STATES))
    if not count.fits or exp(order.log_peak) * count.bytes_per_state > room:
        return None
    try:
        return count.run(room, session.deadline)
    except MemoryError:
        return None
    except LimitReached as reached:
        if reached.stopped.kind is Limit.MEMORY:
            return None
        raise


def _find_first_boards(session: Session, number: int) -> Sequence[FoundSolution]:
    """Find and check the first boards by a compiled search.

    The search takes at most about a tenth of a second.

    Raises:
        CheckError: the search finds more boards than were counted, or ends with fewer boards.
    """
    from edgeasp.solvers.backtrack import TooManyTiles

    job = Job(session.task, MANY - 1, session.options, strategy=Strategy(most_tiles=int(strategy.SCAN_SECOND / 10)))
    run, few = _prepare_run(session, job), list[FoundSolution]()
    try:
        for batch in _limited_boards(session, job, run):
            few += batch
    except (TooManyTiles, MemoryError):
        few = []
    if len(few) > number or (run.exhausted and len(few) != number):
        raise CheckError(
            f"the frontier count is {number}, but a search finds {len(few)} boards; "
            "this is a fault in edgeasp, please report it"
        )
    return few


def compiled_search(session: Session, job: Job) -> Step:
    """Run the compiled backtracking search.

    Solutions are held back until it is certain that clingo will not take over.
    """
    from edgeasp.solvers import backtrack

    chosen = job.strategy
    if chosen.order is None or not backtrack.is_available():
        return False
    run = session.scan = _prepare_run(session, job)
    kept: list[FoundSolution] | None = [] if chosen.most_tiles and chosen.candidates is None else None
    try:
        with closing(_limited_boards(session, job, run)) as batches:
            for batch in batches:
                if kept is None:
                    yield batch
                    continue
                kept += batch
                if len(kept) > MOST_KEPT:
                    yield kept
                    run.most_tiles, kept = 0, None
    except backtrack.TooManyTiles:
        if chosen.candidates is not None:
            raise LimitReached(Stopped(Limit.CONFLICTS, job.limits.conflicts)) from None
        session.scan = None
        return False
    except MemoryError:
        if session.found:
            raise
        warn_unavailable("not enough memory for the compiled search: using clingo")
        session.scan = None
        return False
    except (LimitReached, KeyboardInterrupt):
        if kept:
            yield kept
        raise
    if kept:
        yield kept
    session.end(run)
    return True


def _prepare_run(session: Session, job: Job) -> BacktrackRun:
    """Prepare a compiled search."""
    from edgeasp.solvers.backtrack import FIRST_TRY, BacktrackRun

    task, chosen, threads = session.task, job.strategy, session.options.threads
    few = 0 < job.limit < MANY
    run = BacktrackRun(task.puzzle, task.clues, every=not few, seed=session.options.seed - 1)
    if job.counts and not (job.limit or task.up_to_rotation or chosen.candidates):
        run.most_given = MOST_CHECKED
    order = chosen.order or strategy.scan_order(task.puzzle, task.clues)
    run.at, run.deadline, run.most_tiles = chosen.candidates, session.deadline, chosen.most_tiles
    run.order = (*(clue.square for clue in task.clues), *order.squares)
    if chosen.restarts:
        run.first_try, run.threads = FIRST_TRY, threads
    # Threads divide the fillings of the first squares. With restarts, each tries orders of tiles of its own instead.
    elif prefix := order.prefix_length(PARTS * threads) if threads > 1 else 0:
        run.threads, run.split = threads, len(task.clues.placements) + prefix
    return run


def _limited_boards(session: Session, job: Job, run: BacktrackRun) -> Batches:
    """Yield checked boards, up to the limit of the job."""
    reached = 0
    with closing(_checked_boards(session, job, run)) as batches:
        while True:
            with session.timed("solve"):
                batch = next(batches, None)
            if batch is None:
                return
            wanted = batch[: job.limit - reached] if job.limit else batch
            if wanted:
                reached += len(wanted)
                yield wanted
            if reached == job.limit > 0:
                return


def _checked_boards(session: Session, job: Job, run: BacktrackRun) -> Batches:
    """Yield checked boards, in batches if all boards are requested."""
    task, timed, limit = session.task, session.timed, job.limit
    if not run.every:
        with closing(iter(run)) as boards:
            for board in boards:
                yield check_board(task, board, timed)
        return
    most = max(1, BATCH // len(run.order))
    read = make_batch_checker(task, timed if run.threads == 1 else lambda _: nullcontext())
    with closing(run.batches(min(most, limit) if limit else most, read)) as batches:
        for batch in batches:
            if isinstance(batch, int):
                yield CountedSolutions(batch)
                continue
            scanned, together = batch
            if together is None:
                together = [answer for board in scanned.as_solutions() for answer in check_board(task, board, timed)]
            yield together


def unguided_trial(session: Session, job: Job) -> Step:
    """Search the whole board briefly, without guidance.

    The strategy sets the conflict limit. Solutions are yielded only at the end, if they answer the question or if no
    other step follows.
    """
    from edgeasp.solvers.clingo.ground_program import GroundProgram

    if not job.strategy.trial or session.unguided or session.whole:
        return False
    task, limit, conflicts = session.task, job.limit, job.limits.conflicts
    session.deadline.check()
    instance, rules = without_heuristic(task).search_program(timed=session.timed)
    with session.timed("ground"):
        options = replace(session.options, guided=False)
        program = session.unguided = GroundProgram(instance + rules, options, session.deadline)
    enough = limit if 0 < limit <= MOST_KEPT else MOST_KEPT + 1
    most = job.strategy.trial if conflicts is None else min(conflicts, job.strategy.trial)
    filtered = task.needs_symmetry_filter
    answers = program.batches(0 if filtered else enough, most, ahead=not filtered)
    kept: list[FoundSolution] = []
    try:
        with closing(
            check_answers(task, program, answers, session.reader, session.timed, distinct=limit != 1)
        ) as batches:
            for batch in batches:
                kept += batch
                if len(kept) >= enough:
                    break
    except (LimitReached, KeyboardInterrupt):
        if kept:
            yield kept
        raise
    session.spent = program.statistics.conflicts or 0
    over = conflicts is not None and session.spent >= conflicts
    answered = program.exhausted or len(kept) >= limit > 0
    if kept and (answered or over):
        yield kept
    if over and not answered:
        raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))
    session.end(program)
    return session.exhausted


def filter_domains(session: Session, job: Job) -> None:
    """Filter the domains if the strategy requests it.

    Raises:
        LimitReached: a limit is reached, e.g. on conflicts.
    """
    conflicts = job.limits.conflicts
    # An assumption may not hold in every rotation.
    single = job.limit == 1 and not job.assumptions
    if session.filtering and session.filtering.omits_rotations and not single:
        session.filtering = session.whole = None
    if not job.strategy.filters or session.whole or session.filtering:
        return
    filtering = session.filtering = DomainFilter(
        session.task, session.options, session.deadline, session.timed, single=single
    )
    if strategy.filtering_pays(filtering):
        filtering.run(None if conflicts is None else conflicts - session.spent)
    session.spent += filtering.statistics.conflicts or 0
    if conflicts is not None and session.spent >= conflicts:
        raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))


def search_whole_board(session: Session, job: Job) -> Batches:
    """Search the whole board with clingo.

    This step supports assumptions, costs and the decision heuristic.

    Raises:
        LimitReached: the question is not answered.
    """
    task, conflicts = session.task, job.limits.conflicts
    program = session.ground()
    # If solutions are dropped after the search, clasp cannot count them.
    filtered = task.needs_symmetry_filter or (bool(task.own) and job.limit != 1)
    most, left = 0 if filtered else job.limit, None if conflicts is None else conflicts - session.spent
    if task.own.optimises:
        answers = program.best_batches(most, left)
    else:
        ahead = not filtered or job.limit == 0
        answers = program.batches(most, left, job.assumptions, job.bound, ahead=ahead)
    yield from check_answers(task, program, answers, session.reader, session.timed, distinct=job.limit != 1)
    session.end(program)
    if not session.exhausted:
        raise LimitReached(Stopped(Limit.SOLVER if conflicts is None else Limit.CONFLICTS, conflicts))
