"""Limits of a search, deadlines that enforce them, and time by phase."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from edgeasp.system.errors import OptionError, as_python_number
from edgeasp.system.lines import is_whole
from edgeasp.system.processes import memory_in_use, require_memory_reports

MOST_SOLUTIONS = 2**63 - 1
"""Largest number of solutions that clasp accepts."""

MOST_CONFLICTS = 2**32 - 1
"""Largest conflict limit that clasp accepts."""

MOST_JOBS = 1024
"""Largest number of processes of a search."""

MOST_ROUNDS = 999_999_999
"""Largest number of rounds of a search for the best board."""

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
# At most 15 digits on each side of the point, so that no number overflows.
_TIME = re.compile(
    r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*(?:(s|m|h|d)(?:ec|econd|in|inute|r|our|ay)?s?)?\s*", re.ASCII | re.IGNORECASE
)
_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([kmg]?)(?:i?b)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search, None for no limit.

    >>> limits = edgeasp.Limits(seconds="1m", memory="2G")
    >>> limits.seconds, limits.memory  # text becomes a number
    (60.0, 2000000000)
    >>> edgeasp.count(edgeasp.load("instances/frame-3x3.puz"), limits=limits)
    16

    Attributes:
        seconds: wall time of the whole run, at least 0 and finite.
        conflicts: conflicts of the search, from 0 to `MOST_CONFLICTS`. Unlike time and memory, this limit stops every
            run at the same point.
        memory: bytes that the process may use at any moment of the search, at least 0.

    Raises:
        OptionError: a limit is out of range, or the system does not report memory.
    """

    seconds: float | None = None
    conflicts: int | None = None
    memory: int | None = None

    def __init__(
        self, seconds: float | str | None = None, conflicts: int | None = None, memory: int | str | None = None
    ) -> None:
        """Accept numbers, or text such as `"30m"` and `"2G"`."""
        object.__setattr__(
            self, "seconds", parse_seconds(seconds) if isinstance(seconds, str) else as_python_number(seconds)
        )
        object.__setattr__(self, "conflicts", as_python_number(conflicts))
        object.__setattr__(self, "memory", parse_bytes(memory) if isinstance(memory, str) else as_python_number(memory))
        for what, number in (("seconds", self.seconds), ("conflicts", self.conflicts), ("bytes", self.memory)):
            if number is not None and not (is_whole(number) or (isinstance(number, float) and what == "seconds")):
                raise OptionError(f"expected a number of {what} as a limit, found {number!r}")
        if self.seconds is not None and not 0 <= self.seconds <= sys.float_info.max:
            raise OptionError(f"expected a time limit of 0 seconds or more, and finite, found {self.seconds}")
        if self.conflicts is not None and not 0 <= self.conflicts <= MOST_CONFLICTS:
            raise OptionError(f"expected a conflict limit from 0 to {MOST_CONFLICTS:,}, found {self.conflicts:,}")
        if self.memory is not None and self.memory < 0:
            raise OptionError(f"expected a memory limit of 0 bytes or more, found {self.memory:,}")
        if self.memory is not None:
            require_memory_reports()


class Limit(Enum):
    """Type of limit that can end a search before its answer.

    >>> few = edgeasp.Limits(conflicts=0)
    >>> outcome = edgeasp.solve_all(edgeasp.generate_puzzle(5, colours=4), limits=few)
    >>> outcome.result.stopped.kind is edgeasp.Limit.CONFLICTS
    True
    """

    TIME = "time"
    CONFLICTS = "conflicts"
    MEMORY = "memory"
    ROUNDS = "rounds"
    SOLVER = "solver"
    CALLER = "caller"
    SCHEDULER = "scheduler"


_IN_WORDS = {
    Limit.TIME: "time limit of {:g} s",
    Limit.CONFLICTS: "conflict limit of {:,}",
    Limit.MEMORY: "memory limit of {} MB",
    Limit.ROUNDS: "limit of {:,} rounds",
    Limit.SOLVER: "solver itself",
    Limit.CALLER: "caller",
    Limit.SCHEDULER: "loss of the Dask scheduler",
}


@dataclass(frozen=True, slots=True)
class Stopped:
    """The limit that ended a search before its answer.

    >>> str(edgeasp.Stopped(edgeasp.Limit.CONFLICTS, 5000))
    'conflict limit of 5,000'

    Attributes:
        kind: type of the limit.
        value: the limit in seconds, conflicts, bytes or rounds, None for other types.
    """

    kind: Limit
    value: float | None = None

    def __str__(self) -> str:
        """Describe the limit."""
        if self.kind is Limit.ROUNDS and self.value == 1:
            return "limit of 1 round"
        megabytes = (self.value or 0) / 10**6
        shown = f"{megabytes:,.0f}" if megabytes >= 10 else f"{megabytes:g}"
        return _IN_WORDS[self.kind].format(shown if self.kind is Limit.MEMORY else self.value)


class LimitReached(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """Exception that ends a computation when it reaches a limit.

    Attributes:
        stopped: the limit that was reached.
    """

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped)
        self.stopped = stopped


class Deadline:
    """Limits that a running computation checks, with progress and cancellation.

    The clock starts when the object is created. A computation calls `check` about twenty times a second.

    Attributes:
        limits: limits on time, memory and conflicts. `check` enforces time and memory, the solver enforces conflicts.
        ends_process: whether the process exits soon after a limit. If so, a thread that is still grounding need not be
            stopped.
    """

    def __init__(
        self,
        limits: Limits = Limits(),
        on_tick: Callable[[], None] = lambda: None,
        *,
        ends_process: bool = True,
        since: float | None = None,
    ) -> None:
        """Start the clock.

        Args:
            limits: limits to enforce.
            on_tick: called at each check, e.g. to show progress. It can raise an exception to cancel the computation.
            ends_process: whether the process exits soon after a limit.
            since: monotonic time from which seconds count. Default: now.
        """
        self.ends_process = ends_process
        self.limits = limits
        self._on_tick = on_tick
        self._start = time.monotonic() if since is None else since

    # All deadlines are equal, so that caches and values ignore them: results do not depend on a deadline.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deadline)

    def __hash__(self) -> int:
        return hash(Deadline)

    def check(self) -> None:
        """Call `on_tick`, then compare time and memory with the limits.

        Raises:
            LimitReached: a limit is reached.
        """
        self._on_tick()
        limits = self.limits
        if limits.seconds is not None and self.seconds() >= limits.seconds:
            raise LimitReached(Stopped(Limit.TIME, limits.seconds))
        if limits.memory is not None and (memory_in_use() or 0) > limits.memory:
            raise LimitReached(Stopped(Limit.MEMORY, limits.memory))

    def seconds_left(self) -> float | None:
        """Return the seconds until the time limit, None without one."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds())

    def seconds(self) -> float:
        """Return the seconds since the clock started."""
        return time.monotonic() - self._start


FOREVER = Deadline()
"""Deadline without limits."""


class Stopwatch:
    """Wall time of each phase of a computation.

    Time in a nested phase does not count for the outer phase.

    >>> from edgeasp.system.limits import Stopwatch
    >>> timed = Stopwatch()
    >>> with timed("solve"):
    ...     with timed("check"):
    ...         print(timed.phase)
    check
    >>> timed.phase, sorted(timed.seconds)
    ('solve', ['check', 'solve'])

    Attributes:
        phase: name of the current phase, or of the last one. Empty before the first.
        seconds: seconds of each phase, up to the last change of phase.
    """

    def __init__(self) -> None:
        self.phase = ""
        self.seconds: dict[str, float] = {}
        self._within: list[str] = []
        self._since = 0.0

    @contextmanager
    def __call__(self, phase: str) -> Iterator[None]:
        """Measure a `with` block as part of a phase."""
        self._add_time()
        self._within.append(phase)
        self.phase = phase
        try:
            yield
        finally:
            self._add_time()
            self._within.pop()
            if self._within:
                self.phase = self._within[-1]

    def _add_time(self) -> None:
        now = time.monotonic()
        if self._within:
            self.seconds[self.phase] = self.seconds.get(self.phase, 0.0) + now - self._since
        self._since = now


def parse_seconds(text: str) -> float:
    """Parse a time such as `90`, `30s`, `8h` or `1h30m`.

    Returns:
        Seconds.

    Raises:
        OptionError: the text is not a time.
    """
    parts = list(_TIME.finditer(text.strip()))
    whole = "".join(part[0] for part in parts) == text.strip()
    # Only a single number may lack its unit: `1 30` could mean anything.
    if not parts or not whole or (len(parts) > 1 and not all(part[2] for part in parts)):
        raise OptionError(f"expected a time such as 90, 90s, 30m, 8h or 2d, found {text!r}")
    return float(sum(float(part[1]) * _SECONDS[(part[2] or "").lower()] for part in parts))


def enforceable_memory(number: int) -> int | None:
    """Return a memory limit in bytes if enforceable.

    Returns None if this system does not report memory.
    """
    return None if memory_in_use() is None else number


def parse_bytes(text: str) -> int:
    """Parse an amount of memory such as `500M` or `2G`.

    Returns:
        Bytes.

    Raises:
        OptionError: the text is not an amount of memory.
    """
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise OptionError(f"expected an amount of memory such as 500M or 2G, found {text!r}")
    return int(float(match[1]) * _UNITS[match[2].lower()])
