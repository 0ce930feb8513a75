"""Searches for solutions, their progress, and their results, also as text."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NoReturn, TypedDict, TypeVar, Unpack

from edgeasp.api import Advising, with_defaults
from edgeasp.api.instance import (
    PUZZLE_IN_JSON,
    Board,
    Instance,
    Placements,
    Rules,
    as_instance,
    combine_limits,
    draw_gallery,
    draw_html,
    make_task_with_rules,
    read_user_rules,
)
from edgeasp.api.plain import part_entries, table_row
from edgeasp.encoding.own_rules import UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import has_reflections_or_shifts, motions_text, orbit_size
from edgeasp.search.task import PHASES, Job, Result, Search, Task
from edgeasp.solvers.clingo.options import CONFIGURATIONS, MOST_SEED, ClaspOptions
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import EncodingError, InputError, LimitError, OptionError, import_laboratory
from edgeasp.system.limits import (
    MOST_JOBS,
    MOST_SOLUTIONS,
    Deadline,
    Limit,
    LimitReached,
    Limits,
    Stopped,
    enforceable_memory,
)
from edgeasp.system.lines import is_whole, plural, with_noun

if TYPE_CHECKING:
    from edgeasp.api.plain import Value
    from edgeasp.parallel.processes import Executor
    from edgeasp.search.profile import Profile


# ---- the task, the job and the session of a search, its clock, and how far it is ----


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a search, as passed to `on_tick`.

    `on_tick` is called about twenty times a second. Unknown values are None.

    >>> seen = []
    >>> puzzle = edgeasp.load("instances/golden.lp")
    >>> edgeasp.count(puzzle, on_tick=seen.append)
    104
    >>> seen[0].boards, seen[0].seconds < 60
    (0, True)

    docs/python.md shows how to use it for a tqdm progress bar.

    Attributes:
        phase: short name of the current step.
        seconds: wall time since the call.
        boards: number of boards found. For `best`, number of improvements.
        conflicts: conflicts that the solver has reported.
        share: completed fraction of the phase, from 0 to 1. None for a search that is not split.
        score: for `best`, number of matching edges of the best board so far.
        bound: for `best`, proved upper bound on matching edges.
    """

    phase: str
    seconds: float
    boards: int = 0
    conflicts: int | None = None
    share: float | None = None
    score: int | None = None
    bound: int | None = None


OnTick = Callable[[Progress], object]
"""Callback, called about twenty times a second in the thread of the call. If it returns False, the search stops.

An exception that it raises ends the call. After a limit, clingo may continue grounding only if the callback has an
attribute `ends_process` that is True. An attribute `begun` is the monotonic time from which limits count. Default: now.
"""


class Costs(TypedDict, total=False):
    """Limits and callbacks of long calls, with their defaults."""

    limits: Annotated[Limits, Limits()]
    time_limit: Annotated[float | str | None, None]
    on_tick: Annotated[OnTick | None, None]


class SearchArguments(TypedDict, total=False):
    """Arguments of every search for solutions, with their defaults."""

    encoding: Annotated[str | EncodingRequest | None, None]
    add: Annotated[Rules | Iterable[Rules], ()]
    program: Annotated[Rules | None, None]
    limits: Annotated[Limits, Limits()]
    time_limit: Annotated[float | str | None, None]
    scan: Annotated[bool, True]
    jobs: Annotated[int, 1]
    on_tick: Annotated[OnTick | None, None]


class _NumberArgument(TypedDict, total=False):
    number: Annotated[int, 0]


class CountArguments(_NumberArgument, SearchArguments, total=False):
    """Arguments of searches that take a number of solutions."""

    relaxed: Annotated[bool, False]
    up_to_rotation: Annotated[bool, False]


class SolveArguments(CountArguments, total=False):
    """Arguments of a search that yields solutions."""

    seed: Annotated[int, 1]


class Clock(Deadline):
    """Deadline of a call that reports progress and can be cancelled.

    Attributes:
        progress_at: function that maps elapsed seconds to the current progress.
    """

    def __init__(self, limits: Limits, on_tick: OnTick | None = None, cancelled: threading.Event | None = None) -> None:
        """Start the clock.

        Raises:
            TypeError: `on_tick` cannot be called with a `Progress`.
        """
        self._call, self._cancelled = check_callback(on_tick, "on_tick", "edgeasp.Progress"), cancelled
        self.progress_at: Callable[[float], Progress] = lambda seconds: Progress("read", seconds)
        ends_process, begun = getattr(on_tick, "ends_process", False), getattr(on_tick, "begun", None)
        super().__init__(limits, self._check_cancelled, ends_process=ends_process, since=begun)

    def track_search(self, search: Search) -> None:
        """Report the progress of a search from now on."""
        self.progress_at = lambda seconds: Progress(
            search.phase or "read",
            seconds,
            search.found,
            search.statistics.conflicts if search.statistics else None,
            search.share,
        )

    def report_progress(self) -> bool:
        """Call `on_tick`, and return whether the search may continue."""
        return self._call is None or self._call(self.progress_at(self.seconds())) is not False

    def _check_cancelled(self) -> None:
        if (self._cancelled is not None and self._cancelled.is_set()) or not self.report_progress():
            raise LimitReached(Stopped(Limit.CALLER))


def start_clock(costs: Costs | SearchArguments, cancelled: threading.Event | None = None) -> Clock:
    """Start the clock of a call, with its limits.

    Raises:
        OptionError: time is limited twice, or by an invalid text.
        TypeError: `limits` is not a `Limits`, or `on_tick` cannot be called.
    """
    return Clock(combine_limits(costs["limits"], costs["time_limit"]), costs["on_tick"], cancelled)


_Call = TypeVar("_Call", bound=Callable[..., object])


def check_callback(call: _Call | None, name: str, what: str) -> _Call | None:
    """Check that a callback takes one argument, and return it.

    Raises:
        TypeError: the callback does not take one argument.
    """
    if call is None:
        return None
    try:
        # A wrong callback fails at the call, not in the middle of a search.
        inspect.signature(call).bind(None)
    except ValueError:  # something of C does not say what it takes
        pass
    except TypeError:
        raise TypeError(f"{name} is called with an {what}: write lambda now: print(now), or print") from None
    return call


def prepare_search(
    puzzle: Puzzle | Instance,
    clues: Placements,
    *,
    unique: bool = False,
    counts: bool = False,
    cancelled: threading.Event | None = None,
    **arguments: Unpack[SolveArguments],
) -> tuple[Job, Search]:
    """Create the search of a call, and start its clock.

    Args:
        puzzle: puzzle to solve.
        clues: placements to keep.
        unique: whether to look for two solutions that are not rotations of each other. With user rules, any two
            solutions suffice.
        counts: whether to count solutions without yielding them.
        cancelled: event that stops the search.
        arguments: further arguments of the call.
    """
    clock = start_clock(arguments, cancelled)
    rules = read_user_rules(arguments["add"], arguments["program"], relaxed=arguments.get("relaxed", False))
    # User rules may distinguish rotations of a board.
    up_to_rotation = not rules if unique else arguments.get("up_to_rotation", False)
    # A second solution is enough to answer whether there is only one.
    seed, number, jobs = arguments.get("seed", 1), 2 if unique else arguments.get("number", 0), arguments["jobs"]
    require_range("seed", seed, 0, MOST_SEED)
    require_range("number of solutions", number, 0, MOST_SOLUTIONS)
    require_range("number of processes", jobs, 1, MOST_JOBS)
    job, search = prepare_job(
        puzzle,
        clues,
        arguments["encoding"],
        rules,
        clock,
        number=number,
        up_to_rotation=up_to_rotation,
        options=ClaspOptions(seed),
        jobs=jobs,
        counts=counts,
        scan=arguments["scan"],
    )
    if jobs > 1:
        from edgeasp.search.cubes import require_splittable

        require_splittable(job.task)
    clock.track_search(search)
    return job, search


def require_range(what: str, value: int, least: int, most: int) -> None:
    """Raise OptionError if a number is out of range."""
    if not is_whole(value) or not least <= value <= most:
        raise OptionError(f"expected a {what} from {least} to {most:,}, found {value!r}")


def prepare_job(
    puzzle: Puzzle | Instance,
    clues: Placements,
    encoding: str | EncodingRequest | None,
    rules: UserRules,
    deadline: Deadline,
    *,
    number: int = 0,
    up_to_rotation: bool = False,
    options: ClaspOptions = ClaspOptions(),
    jobs: int = 1,
    counts: bool = False,
    narrow: bool = True,
    scan: bool = True,
    watched: bool = False,
) -> tuple[Job, Search]:
    """Prepare a job and its search, split if useful.

    With `watched`, the search can report its current board, and therefore uses one thread.
    """
    from edgeasp.search.solve import MonitoredSession, Session
    from edgeasp.search.strategy import choose_processes

    task = make_task_with_rules(puzzle, clues, encoding, rules, up_to_rotation=up_to_rotation)
    job = Job(task, number, options, deadline.limits, counts=counts, narrow=narrow, scan=scan)
    if not watched:
        job, jobs = choose_processes(job, jobs, deadline)
    if jobs == 1:
        return job, (MonitoredSession if watched else Session)(job.task, job.options, deadline)
    from edgeasp.parallel.split import SplitSearch

    return job, SplitSearch(job.task, job.options, deadline, jobs, watched=watched)


def parse_clasp_options(seed: int, configuration: str, extra: Iterable[str] = ()) -> ClaspOptions:
    """Read the options of clasp, or raise OptionError."""
    if configuration not in CONFIGURATIONS:
        raise OptionError(f"expected --config {', '.join(CONFIGURATIONS)}, found {configuration!r}")
    import shlex

    words: list[str] = []
    for text in extra:
        try:
            words += shlex.split(text)
        except ValueError as error:
            raise OptionError(f"expected options of clasp, found {text!r} ({str(error).lower()})") from None
    return ClaspOptions(seed, configuration=configuration, extra=tuple(words))


def connect_cluster(scheduler: str, note: Callable[[str], object]) -> tuple[Executor, int]:
    """Connect to a Dask cluster.

    Args:
        scheduler: address of the scheduler.
        note: called with warnings and the number of workers.

    Returns:
        The executor and the current number of workers, at least 1.

    Raises:
        OptionError: there is no such cluster.
    """
    dask = import_laboratory("edgeasp.lab.cluster.dask", "a cluster")
    executor = dask.DaskExecutor(scheduler)
    workers = executor.workers()
    if dask.is_exposed(scheduler):
        note(
            f"warning: {scheduler} is open to its network: whoever reaches it can run programs as you, on its "
            "workers and here; for TLS, see docs/campaigns.md"
        )
    note(f"{scheduler}: {with_noun(workers, 'worker')}")
    # Further workers may join later.
    return executor, max(1, workers)


# ---- results as text ----


def violations_text(report: Report, number: int, *, whole: bool) -> str:
    """Describe the conditions that a board breaks.

    Returns one line, or with `whole` also a line for each violation. Empty if the board is a solution.
    """
    if report.solved:
        return ""
    broken = len(report.violations)
    parts = [f"{report.matched} of {report.diamonds} edges", f"{broken} {plural(broken, 'condition')} broken"]
    if report.missing:
        parts.append(f"{len(report.missing)} {plural(len(report.missing), 'square')} empty")
    lines = [f"  {violation.condition.value}: {violation.text}" for violation in report.violations] if whole else []
    return "\n".join([f"board {number} is not a solution: {', '.join(parts)}", *lines])


@contextmanager
def unlimited_digits() -> Iterator[None]:
    """Context manager: let Python print integers of any length.

    With identical tiles, numbers of assignments have thousands of digits.
    """
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(usual)


@unlimited_digits()
def count_text(job: Job, result: Result) -> str:
    """Format the answer to `--count` as one line."""
    counts = result.counts
    if counts.boards is None:
        return f"{result.found} answers; with these symmetries, the number of boards is not known"
    if result.cost is not None and not result.cost_proved:
        return f"unknown: a board of {_cost_text(result)} was found, but others may cost less"
    least = "" if result.exhausted else "at least "
    differ = counts.assignments not in (counts.boards, None)
    apart = f", {counts.assignments} assignments (some tiles are identical)" if differ else ""
    counted = (
        f"{least}{counts.boards} {plural(counts.boards, 'board')}{_rotation_suffix(job)}{_cost_suffix(result)}{apart}"
    )
    return counted + (_orbits_text(job, counts.boards) if result.exhausted else "")


def _orbits_text(job: Job, boards: int) -> str:
    """Report the number of boards up to reflections and shifts."""
    task = job.task
    if boards < 2 or task.own or task.up_to_rotation or not has_reflections_or_shifts(task.puzzle):
        return ""
    size = orbit_size(task.puzzle, task.clues)
    return f": {boards // size} up to {motions_text(task.puzzle)}" if size > 1 else ""


def uniqueness_text(job: Job, result: Result) -> str:
    """Format the answer to `--unique` as one line."""
    if result.found > 1:
        return "not unique"
    if not result.exhausted:
        return "unknown"
    return f"unique{_rotation_suffix(job)}{_cost_suffix(result)}" if result.found else f"no solution{_rules_text(job)}"


def summary_text(job: Job, result: Result, *, done: str | None, interrupted: bool) -> str:
    """Summarise a search in one line: answer and effort."""
    if result.reasons:
        return f"no solution: {'; '.join(result.reasons)}"
    text = done if done and result.answered else _answer_text(job, result)
    if result.unchecked:
        text += f", the first {result.found - result.unchecked:,} of {result.found:,} checked"
    if interrupted:
        text = f"interrupted: {text}"
    elif result.stopped:
        text = f"stopped by the {result.stopped}: {text}"
    if result.engine == "frontier":
        return f"{text}; {result.seconds['total']:.2f} s, over a frontier in C, {result.states:,} states"
    if result.scanned is not None:
        return f"{text}; {result.seconds['total']:.2f} s, compiled search, {result.scanned:,} placements"
    text = f"{text}; {result.seconds['total']:.2f} s, {job.task.name}"
    if result.size and result.statistics:
        conflicts = with_noun(result.statistics.conflicts or 0, "conflict")
        text += f", {result.size.rules:,} rules, {conflicts}"
    return text


def _answer_text(job: Job, result: Result) -> str:
    if result.found == 1 == job.limit and not job.task.own.relaxed:
        return "solved and checked" + (f": a board{_cost_suffix(result)}" if result.cost is not None else "")
    if result.found:
        others = ", and no others" if result.exhausted and job.limit != 1 else ""
        noun = "board" if job.task.own.relaxed else "solution"
        return f"{with_noun(result.found, noun)}{_cost_suffix(result)}{others}"
    return f"no solution{_rules_text(job)}: the search is complete" if result.exhausted else "no solution so far"


def _rules_text(job: Job) -> str:
    own = job.task.own
    if own.program:
        return f" by {own.program_name}{' with the added rules' if own.added else ''}"
    return " with the added rules" if own.added else ""


def _cost_suffix(result: Result) -> str:
    if result.cost is None:
        return ""
    return (
        f" of least {_cost_text(result)}" if result.cost_proved else f" of {_cost_text(result)}, perhaps not the least"
    )


def _cost_text(result: Result) -> str:
    return f"cost {' '.join(map(str, result.cost or (0,)))}"


def _rotation_suffix(job: Job) -> str:
    return f" up to {motions_text(job.task.puzzle)} of the board" if job.task.up_to_rotation else ""


# ---- the grounding of user programs: its limits, and a profile ----


def list_endless_rules(task: Task) -> list[str]:
    """List user rules whose grounding may never end."""
    from edgeasp.search.profile import endless_rule_texts

    return endless_rule_texts(task.own)


# Default memory limit for grounding a user program, in bytes.
_MOST_MEMORY = 2 * 10**9

# Default limits in seconds and bytes for a profile, and for programs whose grounding may never end.
_UNLESS_SAID = 60.0, 10**9

SIZES = (3, 4, 5)
"""Columns, and rows, of the square boards on which a profile measures growth."""

# Boards to use if these have too many ground rules: columns, rows and inner colours.
_SMALLER = ((2, 2, 0), (3, 2, 1))


def grounding_limits(limits: Limits, task: Task, *, profiled: bool) -> Limits:
    """Add default limits if grounding may take too long."""
    # User rules may have any number of ground instances, unlike the rules of the encodings.
    seconds, memory = limits.seconds, limits.memory
    long = profiled or bool(list_endless_rules(task))
    if long and seconds is None:
        seconds = _UNLESS_SAID[0]
    if (long or task.own) and memory is None:
        memory = enforceable_memory(_UNLESS_SAID[1] if long else _MOST_MEMORY)
    # Grounding has no conflicts to limit.
    return Limits(seconds, memory=memory)


def profile_program(task: Task, deadline: Deadline) -> Profile:
    """Profile a program's ground instances on small boards.

    Raises:
        InputError: the program is too large even on the smallest board.
    """
    from edgeasp.generate import Recipe, generate
    from edgeasp.search import profile
    from edgeasp.solvers.clingo.control import TooManyRules

    # Rules may depend on the frame, so the boards have one if the puzzle has.
    border = 2 if task.puzzle.framed else 0
    boards = [generate(Recipe(size, size, 3, border)).puzzle for size in SIZES]
    smaller = [generate(Recipe(*size, border) if border else Recipe(*size[:2], 3, 0)).puzzle for size in _SMALLER]
    try:
        return profile.profile_grounding(task.own, boards, len(task.puzzle.tiles), deadline, smaller=smaller)
    except TooManyRules:
        cols, rows, _ = _SMALLER[0]
        expected = f"expected at most {profile.MOST_RULES:,} ground rules on {cols} x {rows} squares, found more"
        raise InputError(task.own.files[0].name, None, expected) from None


# Number of statements that are listed, those with the most instances.
_LISTED = 8


def profile_text(puzzle: Puzzle, profile: Profile) -> tuple[list[list[str]], str]:
    """Format a profile as a table and a text.

    Returns the rows of the table, headings first, and the text below it.
    """
    from textwrap import shorten

    sizes = [f"{cols} x {rows}" for cols, rows in profile.boards]
    boards = [*sizes, "share", "grows as", f"{puzzle.cols} x {puzzle.rows}"]
    rows = [["", *boards, "statement"]]
    for growth in profile.statements[:_LISTED]:
        share = f"{100 * growth.numbers[-1] / max(1, profile.instances):.0f} %"
        grows = "" if growth.exponent is None else f"squares^{growth.exponent:.1f}"
        numbers = [*(f"{number:,}" for number in growth.numbers), share, grows, f"{growth.expected:,}"]
        rows.append([growth.statement.place, *numbers, shorten(growth.statement.text, 36, placeholder=" ...")])
    first = profile.statements[0]
    text = f"{first.statement.place}: some {first.expected:,} instances are expected on this puzzle"
    if pair := first.blamed:
        (one, other), (here, there) = pair.names, pair.literals
        places = f"{one} in {here} and {other} in {there}" if here and there else f"{one} and {other}"
        text += f"; no literal joins {places}, which take {pair.values:,} pairs of values"
    if profile.left_out:
        cols, rows_there = profile.left_out
        text += f"\nlarger boards are left out: from {cols} x {rows_there} on, there are too many instances to count"
    return rows, text


# ---- solutions one by one, all of them, or their number ----


class Solutions(Iterator[Solution]):
    """Iterator over the solutions of a puzzle, returned by `solve`.

    The search only runs while a solution is requested.

    Closing the iterator, leaving its `with` block, or dropping it stops the search. Threads can share an iterator: one
    thread at a time gets a solution, and other threads wait. `cancel` never waits. Several searches can run in
    parallel.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> with edgeasp.solve(puzzle) as solutions:
    ...     board = puzzle.board(next(solutions))
    >>> board.solved, solutions.result().found
    (True, 1)

    In a coroutine, `async for` leaves the event loop free. Cancelling the task stops the search:

    >>> import asyncio
    >>> async def first():
    ...     async for solution in edgeasp.solve(puzzle):
    ...         return solution
    >>> asyncio.run(first())
    Solution(9 placements)

    Attributes:
        instance: the puzzle and all clues.
        job: description of the search.
    """

    def __init__(self, instance: Instance, job: Job, session: Search, cancelled: threading.Event) -> None:
        """Start a search. Users call `solve`."""
        self.instance = instance
        self.job = job
        self._session = session
        self._cancelled = cancelled
        # A generator: nothing is searched before the first request.
        self._found = session.run(job)
        self._busy = threading.Lock()
        self._ended = False

    def __next__(self) -> Solution:
        """Return the next solution, or raise LimitError at a limit."""
        with self._busy:
            # A generator runs in one thread at a time.
            answer = next(self._found, None)
            if answer is not None:
                return answer.solution
            stopped = None if self._ended else self._session.result().stopped
            self._ended = True
        if stopped:
            raise LimitError(f"stopped by the {stopped}")
        raise StopIteration

    def __getitem__(self, index: object) -> NoReturn:
        """Raise TypeError, since solutions come one by one."""
        raise TypeError("solutions come one by one: next(solutions) is the first, edgeasp.solve_all(puzzle) has all")

    def board(self) -> Board | None:
        """Return the next solution as a board, or None."""
        solution = next(self, None)
        return None if solution is None else self.instance.board(solution)

    def result(self) -> Result:
        """Return the result of the search so far."""
        return self._session.result()

    def cancel(self) -> None:
        """Cancel the search.

        Thread-safe. A blocked `next()` raises LimitError.
        """
        self._cancelled.set()

    def close(self) -> None:
        """Stop the search, and wait until it has stopped."""
        self.cancel()
        with self._busy:
            self._ended = True
            self._found.close()

    def __enter__(self) -> Solutions:
        """Return the iterator."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the search."""
        self.close()

    def __aiter__(self) -> Solutions:
        """Return the iterator."""
        return self

    async def __anext__(self) -> Solution:
        """Find the next solution in a thread."""
        import asyncio

        try:
            # StopIteration cannot leave a future, so None marks the end.
            solution = await asyncio.to_thread(next, self, None)
        except asyncio.CancelledError:
            self.cancel()
            raise
        if solution is None:
            raise StopAsyncIteration
        return solution

    def __repr__(self) -> str:
        """Show the number of solutions and the state."""
        state = "ended" if self._ended else "open"
        return f"Solutions({self._session.found:,} found, {state})"


@with_defaults
def solve(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SolveArguments]) -> Solutions:
    """Yield the checked solutions of a puzzle one by one.

    You can abandon the iterator at any time. Closing or dropping it stops the search. `solve_all` returns several
    solutions with statistics. For searches under assumptions, use a `Session`.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> next(edgeasp.solve(puzzle))
    Solution(9 placements)
    >>> sum(1 for solution in edgeasp.solve(puzzle, up_to_rotation=True))
    4
    >>> centre = ":- not chosenTile(2,2,9)."  # the last tile is in the centre
    >>> sum(1 for solution in edgeasp.solve(puzzle, add=centre, time_limit=60))
    16

    Args:
        puzzle: puzzle, or instance whose clues are kept as well.
        clues: placements to keep.
        number: number of solutions after which to stop, 0 for all.
        encoding: variants joined by `+`, such as `framed+signed`, or a request, None to fit the puzzle.
        add: further rules, as a text, a file, or several. They may use `chosenTile/3` and `chosenRotation/3`.
        program: text or file of a program that reads the facts and replaces edgeasp's encodings.
        relaxed: whether to yield boards that break conditions, if a program is passed.
        up_to_rotation: whether to yield only one of several solutions that are rotations of each other.
        limits: limits of the search. Default: none.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        seed: seed of the random numbers. The same seed yields the same solutions in the same order.
        scan: whether to use the compiled backtracking search if it is expected to be faster than clingo.
        jobs: number of processes. With several, the order of solutions may vary.
        on_tick: called with a `Progress` about twenty times a second. An exception stops the search.

    Raises:
        EncodingError: the encoding does not fit the puzzle. The call itself raises this error and the next two.
        InputError: the clues contradict the puzzle or each other.
        OptionError: the seed or the number of processes is out of range.
        LimitError: a limit is reached, so there may be further solutions. If the limit is reached while clingo is
            grounding, clingo continues in its own thread, and the interpreter waits for it at exit.
    """
    instance = as_instance(puzzle, clues)
    cancelled = threading.Event()
    job, session = prepare_search(puzzle, clues, cancelled=cancelled, **arguments)
    return Solutions(instance, job, session, cancelled)


@dataclass(frozen=True, repr=False)
class Outcome(Advising):
    """Solutions that a search has found, and its effort.

    A notebook shows the boards.

    >>> outcome = edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz"))
    >>> len(outcome.solutions), outcome.result.exhausted
    (16, True)
    >>> outcome.boards[0]
    Board(3 x 3, 12 of 12 edges match: solved)
    >>> row = outcome.record()  # a row of a table: pandas.DataFrame([row, ...])
    >>> row["puzzle_source"], row["counts_boards"], row["stopped"]
    ('instances/frame-3x3.puz', 16, None)

    Attributes:
        instance: the puzzle and all clues.
        job: description of the search.
        result: status, counts, seconds and statistics of the search.
        solutions: solutions found, each checked, with placements by tile.
        reports: report of the checker on each solution. Empty unless conditions of the puzzle are relaxed.
    """

    SCHEMA: ClassVar = ("edgeasp.solve", 2)
    JSON: ClassVar = (
        "solutions",
        "boards=reports",
        *part_entries("result", "status", "exhausted", "answered", "stopped"),
        (
            "counts",
            "How many solutions were found.",
            (
                *part_entries("result.counts", "boards", "assignments"),
                "up_to_rotation=job.task.up_to_rotation",
                "unchecked=result.unchecked",
            ),
        ),
        "reasons=result.reasons",
        "omitted_conditions=job.task.omitted_conditions",
        PUZZLE_IN_JSON,
        (
            "encoding",
            "The encoding.",
            (
                ("name", "The variants, joined by `+`; of a program, the conditions.", "job.task.encoding.name"),
                "description=job.task.encoding.description",
                "program",
                "added",
                "hash",
            ),
        ),
        (
            "options",
            "The options of the search.",
            (
                "limit=job.limit",
                ("seed", "Seed of clasp's random numbers.", "job.options.seed"),
                "threads=job.options.threads",
                "jobs=result.processes",
                "configuration=job.options.configuration",
                "extra=job.options.extra",
            ),
        ),
        "limits=job.limits",
        (
            "seconds",
            "Wall time in seconds by phase, summed over all processes except for the total.",
            (
                ("read", "Reading the files.", "seconds.read"),
                ("facts", "Writing the facts.", "seconds.facts"),
                ("render", "Rendering the encoding.", "seconds.render"),
                ("ground", "Grounding.", "seconds.ground"),
                ("solve", "Searching.", "seconds.solve"),
                ("decode", "Turning answers into solutions.", "seconds.decode"),
                ("check", "Checking solutions.", "seconds.check"),
                ("total", "Everything, from the start of the command.", "seconds.total"),
            ),
        ),
        (
            "ground",
            "The size of the ground program (of the largest, if domains were filtered).",
            part_entries("result.size", "variables", "constraints", "rules", "atoms", "tight"),
        ),
        (
            "narrowed",
            "The effect of domain filtering; null if it was not requested, or would not save time.",
            part_entries("result.narrowed", "before", "after", "programs"),
        ),
        *part_entries("result", "engine", "rule", "expected_tiles", "scanned", "expected_states", "states"),
        *part_entries("result.statistics", "conflicts", "choices", "restarts"),
        *part_entries("result", "cost", "cost_proved"),
        "peak_memory",
        "clasp=result.clasp",
    )

    instance: Instance
    job: Job
    result: Result
    solutions: tuple[Solution, ...] = ()
    reports: tuple[Report, ...] = ()

    @property
    def program(self) -> str | None:
        """File of a program that replaces the encoding, or None."""
        return self.job.task.own.program_name or None

    @property
    def added(self) -> tuple[str, ...]:
        """Files of added rules, with the files that they include."""
        return tuple(file.name for file in self.job.task.own.added)

    @property
    def hash(self) -> str:
        """First 12 digits of the SHA-256 of the encoding's text."""
        return self.job.task.rules().hash

    @property
    def seconds(self) -> dict[str, float]:
        """Wall time of each phase in seconds, to the microsecond."""
        return {phase: round(self.result.seconds.get(phase, 0.0), 6) for phase in (*PHASES, "total")}

    @property
    def peak_memory(self) -> int | None:
        """Peak memory of the process in bytes, None if unknown."""
        from edgeasp.system.processes import peak_memory

        return peak_memory()

    @property
    def boards(self) -> tuple[Board, ...]:
        """The solutions as boards."""
        return tuple(map(self.instance.board, self.solutions))

    def record(self) -> dict[str, Value]:
        """Return the search as a flat record, without the solutions.

        Unknown values are None.

        The fields are described in docs/schemas/solve.schema.json.
        """
        return table_row(self, "solutions", "boards", "clasp")

    def html(self, title: str = "") -> str:
        """Return an HTML page with all boards, usable offline."""
        named = [(f"solution {number}", board) for number, board in enumerate(self.boards, 1)]
        return draw_html(self.instance.puzzle, self.instance.clues, named, title, [f"{self._summary}."])

    def __iter__(self) -> Iterator[Solution]:
        """Iterate over the solutions."""
        return iter(self.solutions)

    def __len__(self) -> int:
        """Return the number of solutions."""
        return len(self.solutions)

    def __getitem__(self, index: int) -> Solution:
        """Return a solution by its index."""
        return self.solutions[index]

    @property
    def statistics(self) -> Statistics | None:
        """Statistics of the search, or None before it begins."""
        return self.result.statistics

    @property
    def _summary(self) -> str:
        return summary_text(self.job, self.result, done=None, interrupted=False)

    def __repr__(self) -> str:
        """Show a one-line summary."""
        return f"Outcome({self._summary})"

    def _repr_html_(self) -> str:
        return draw_gallery([self._summary], self.boards)


def _add_clasp_statistics(result: Result, search: Search) -> Result:
    from edgeasp.search.solve import Session

    program = search.whole or search.unguided if isinstance(search, Session) else None
    return replace(result, clasp=program.clasp_statistics() if program else None)


def make_outcome(instance: Instance, job: Job, session: Search, *, clasp: bool) -> Outcome:
    """Collect the result of a search, without its solutions.

    If `clasp` is set, the result includes clasp's own statistics.
    """
    result = session.result()
    return Outcome(instance, job, _add_clasp_statistics(result, session) if clasp else result)


def json_without_solutions(outcome: Outcome) -> dict[str, Any]:
    """Return the JSON of a search without its solutions."""
    from edgeasp.api.plain import json_document

    document = json_document(outcome)
    return {name: document[name] for name in document if name not in ("schema", "schema_version", "solutions")}


def statistics_text(outcome: Outcome) -> str:
    """Format the JSON fields of a search as lines."""
    document = json_without_solutions(outcome)
    del document["expected_tiles"], document["expected_states"], document["clasp"]
    return "\n".join(f"{name:<18} {shown}" for name, part in document.items() if (shown := _format_value(part)))


def _format_value(value: Any) -> str:
    match value:
        case None:
            return ""
        # Before int, since True is an int.
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}"
        case list():
            return ", ".join(map(str, value))
        case dict():
            return ", ".join(f"{key} {shown}" for key, part in value.items() if (shown := _format_value(part)))
        case _:
            return str(value)


@with_defaults
def solve_all(
    puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SolveArguments]
) -> Outcome:
    """Find and check all solutions, or at most `number` solutions.

    Reaching a limit does not raise an error here.

    >>> edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz"), number=3).result.found
    3
    >>> hard = edgeasp.generate_puzzle(6, colours=3, seed=1)
    >>> print(edgeasp.solve_all(hard, limits=edgeasp.Limits(conflicts=1)).result.stopped)
    conflict limit of 1

    The arguments are as in `solve`.

    Raises:
        EncodingError: the encoding does not fit the puzzle.
        InputError: the clues contradict the puzzle or each other.
        OptionError: a number is out of range.
    """
    job, session = prepare_search(puzzle, clues, **arguments)
    solutions = tuple(answer.solution for answer in session.run(job))
    return replace(make_outcome(as_instance(puzzle, clues), job, session, clasp=True), solutions=solutions)


@with_defaults
def count(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[CountArguments]) -> int:
    """Count the boards that solve a puzzle.

    Swapping identical tiles does not make another board.

    The first ten million boards are checked. The compiled search may count further boards without checking them.

    >>> edgeasp.count(edgeasp.load("instances/golden.lp"))
    104
    >>> edgeasp.count(edgeasp.load("instances/golden.lp"), number=100)  # at least 100
    100

    Arguments and errors are as in `solve`, without `seed`.

    Raises:
        EncodingError: symmetries are not broken, so the number of boards cannot be computed from the answers.
        LimitError: a limit is reached. The message has the number of boards found.
    """
    job, session = prepare_search(puzzle, clues, counts=True, **arguments)
    for _ in session.run(job):
        pass
    result = session.result()
    boards = result.counts.boards
    if result.stopped:
        raise LimitError(
            f"stopped by the {result.stopped}" + ("" if boards is None else f": at least {boards:,} boards")
        )
    if boards is None:
        raise EncodingError(count_text(job, result))
    return boards


@with_defaults
def is_unique(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SearchArguments]) -> bool:
    """Whether a puzzle has exactly one solution.

    Rotations of the board are not counted as other solutions, unless there are user rules.

    >>> edgeasp.is_unique(edgeasp.load("instances/planted-5x5.puz"))
    True

    Arguments and errors are as in `solve`, without `number`, `seed`, `relaxed` and `up_to_rotation`.

    Raises:
        LimitError: a limit is reached before the answer is known.
    """
    job, session = prepare_search(puzzle, clues, unique=True, **arguments)
    number = sum(1 for _ in session.run(job))
    result = session.result()
    if number < 2 and result.stopped:
        raise LimitError(f"stopped by the {result.stopped}")
    return number == 1
