"""The task, the job and the session of a search, its clock, and how far it is."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, TypedDict, Unpack

from edgeasp.api.arguments import Rules, limits_of, own_rules
from edgeasp.api.instance import Instance, Placements, as_instance, sources_of
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.parallel.split import SplitSearch
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search import task as tasks
from edgeasp.search.cubes import require_splittable
from edgeasp.search.plan import with_threads
from edgeasp.search.session import Session
from edgeasp.search.task import Job, Search, Task
from edgeasp.solvers.clingo.options import MOST_SEED, ClaspOptions
from edgeasp.system.errors import OptionError, guided, kind_of
from edgeasp.system.limits import MOST_JOBS, MOST_SOLUTIONS, Deadline, Limit, LimitReached, Limits, Stopped


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search, as `on_tick` gets it some twenty times a second; None for what is not known, or yet.

    >>> seen = []
    >>> puzzle = edgeasp.load("instances/golden.lp")
    >>> edgeasp.count(puzzle, on_tick=seen.append)
    104
    >>> seen[0].boards, seen[0].seconds < 60
    (0, True)

    docs/python.md shows a bar of tqdm.

    Attributes:
        phase: what the search is doing, in a word or a few.
        seconds: wall time since the call.
        boards: the number of boards that were found so far; of `best`, of those that were the best so far.
        conflicts: of the solver so far, as far as it has reported them.
        share: the part of the phase that is done, from 0 to 1; of a search, only if it is split.
        score: of `best`, the number of diamonds that match on the best board so far.
        bound: of `best`, the number of matched diamonds that no board exceeds, as far as is proved.
    """

    phase: str
    seconds: float
    boards: int = 0
    conflicts: int | None = None
    share: float | None = None
    score: int | None = None
    bound: int | None = None


OnTick = Callable[[Progress], object]
"""Called some twenty times a second in the thread of the call; an exception that it raises ends the search."""


class Costs(TypedDict, total=False):
    """Arguments that every call has which may take long, with their defaults: what it may cost, and whom it tells."""

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


class _Number(TypedDict, total=False):
    number: Annotated[int, 0]


class CountArguments(_Number, SearchArguments, total=False):
    """Arguments of a search whose number of solutions matters."""

    relaxed: Annotated[bool, False]
    up_to_rotation: Annotated[bool, False]


class SolveArguments(CountArguments, total=False):
    """Arguments of a search whose solutions are given."""

    seed: Annotated[int, 1]


class Clock(Deadline):
    """A clock that starts now, that a caller can stop from any thread, and that tells how far a search is.

    Attributes:
        look: asks how far the search is, once there is one, given the seconds so far.
    """

    def __init__(self, limits: Limits, on_tick: OnTick | None = None, cancelled: threading.Event | None = None) -> None:
        """Start the clock.

        Raises:
            TypeError: `on_tick` cannot be called with a `Progress`.
        """
        self._call, self._cancelled = required(on_tick), cancelled
        self.look: Callable[[float], Progress] = lambda seconds: Progress("read", seconds)
        super().__init__(limits, self._tell, outlived=True)

    def follow(self, search: Search) -> None:
        """Tell of a search from now on."""
        self.look = lambda seconds: Progress(
            search.phase or "read",
            seconds,
            search.found,
            search.statistics.conflicts if search.statistics else None,
            search.share,
        )

    def _tell(self) -> None:
        if self._cancelled is not None and self._cancelled.is_set():
            raise LimitReached(Stopped(Limit.CALLER))
        if self._call is not None:
            self._call(self.look(self.seconds()))


def clock_of(costs: Costs | SearchArguments, cancelled: threading.Event | None = None) -> Clock:
    """The clock of a call that starts now, with its limits.

    Raises:
        OptionError: time is limited twice, or by something that is no time.
        TypeError: the limits are none, or `on_tick` cannot be called.
    """
    return Clock(limits_of(costs["limits"], costs["time_limit"]), costs["on_tick"], cancelled)


def required(on_tick: OnTick | None) -> OnTick | None:
    """The same, if it can be called with one argument.

    Raises:
        TypeError: it cannot.
    """
    if on_tick is None:
        return None
    try:
        inspect.signature(on_tick).bind(None)
    except ValueError:  # something of C does not say what it takes
        pass
    except TypeError:
        raise TypeError("on_tick is called with an edgeasp.Progress: write lambda now: print(now), or print") from None
    return on_tick


@guided
def make_task(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    encoding: str | EncodingRequest | None = None,
    *,
    add: Rules | Iterable[Rules] = (),
    program: Rules | None = None,
    relaxed: bool = False,
    up_to_rotation: bool = False,
) -> Task:
    """The task of solving a puzzle, for a `Session`, or for its program as text.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz")).encoding.name
    'framed'

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        encoding: variants joined by `+`, such as `framed+signed`, or a request; as fits the puzzle if None.
        add: rules to add, which may use `chosenTile/3` and `chosenRotation/3`: a text, a file, or several.
        program: a program in place of edgeasp's rules, which reads the facts: a text or a file.
        relaxed: give boards of the program that break conditions, too.
        up_to_rotation: ask for one of the solutions that are rotations of one another, as the symmetry
            `board-rotations` does. Beside clues only rotations that map these to themselves count, as one sees them:
            identical tiles are alike. Most clues are mapped to themselves by none; then it changes nothing.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle, or beside rules of a user.
        InputError: the clues contradict the puzzle or one another; a file of rules cannot be read.
        TypeError: something is no puzzle, no solution, or no rules.
    """
    own = own_rules(add, program, relaxed=relaxed)
    return task_of(puzzle, clues, encoding, own, up_to_rotation=up_to_rotation)


def task_of(
    puzzle: Puzzle | Instance,
    clues: Placements,
    encoding: str | EncodingRequest | None,
    own: OwnRules,
    *,
    up_to_rotation: bool,
) -> Task:
    """The task of a puzzle with rules of a user that were read; otherwise as `make_task`."""
    if encoding is not None and not isinstance(encoding, str | EncodingRequest):
        raise TypeError(f"expected a name such as 'framed', or an EncodingRequest, found {kind_of(encoding)}")
    request = encoding if isinstance(encoding, EncodingRequest) else EncodingRequest(encoding)
    tiles = as_instance(puzzle, clues).puzzle
    return tasks.make_task(tiles, sources_of(puzzle, clues), request, up_to_rotation=up_to_rotation, own=own)


def search_of(
    puzzle: Puzzle | Instance,
    clues: Placements,
    *,
    unique: bool = False,
    counts: bool = False,
    cancelled: threading.Event | None = None,
    **arguments: Unpack[SolveArguments],
) -> tuple[Job, Search]:
    """The search that a guided call asks for, whose clock starts now.

    Args:
        puzzle: the puzzle.
        clues: placements to keep.
        unique: ask for two solutions that are no rotations of one another; with rules of one's own, for any two.
        counts: count solutions, and give none.
        cancelled: stops the search, when it is set.
        arguments: the others of the call.
    """
    clock = clock_of(arguments, cancelled)
    rules = own_rules(arguments["add"], arguments["program"], relaxed=arguments.get("relaxed", False))
    up_to_rotation = not rules if unique else arguments.get("up_to_rotation", False)
    task = task_of(puzzle, clues, arguments["encoding"], rules, up_to_rotation=up_to_rotation)
    seed, number = arguments.get("seed", 1), 2 if unique else arguments.get("number", 0)
    require("seed", seed, 0, MOST_SEED)
    require("number of solutions", number, 0, MOST_SOLUTIONS)
    job = Job(task, number, ClaspOptions(seed), clock.limits, counts=counts, scan=arguments["scan"])
    return session_of(job, clock, arguments["jobs"])


def require(what: str, value: int, least: int, most: int) -> None:
    """Make sure that a number is in its range; OptionError if it is not."""
    if not isinstance(value, int) or not least <= value <= most:
        raise OptionError(f"expected a {what} from {least} to {most:,}, found {value!r}")


def session_of(job: Job, clock: Clock, jobs: int) -> tuple[Job, Search]:
    """A job made ready, and its search: in this process, or split over several.

    Raises:
        EncodingError: the search is to be split, and cannot be.
        OptionError: the number of processes is out of range.
    """
    require("number of processes", jobs, 1, MOST_JOBS)
    if jobs > 1:
        require_splittable(job.task)
    job, jobs = with_threads(job, jobs, check=clock.check)
    search: Search = (
        Session(job.task, job.options, clock) if jobs == 1 else SplitSearch(job.task, job.options, clock, jobs)
    )
    clock.follow(search)
    return job, search
