"""Limits on time, conflicts and memory, and the watch that says when one has struck."""

from __future__ import annotations

import re
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from edgeasp.puzzle.errors import OptionError

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([kmg]?)b?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may cost; None for no limit.

    Attributes:
        seconds: wall time, over everything.
        conflicts: of the search; this limit is deterministic.
        memory: bytes that the process may hold at its peak.
    """

    seconds: float | None = None
    conflicts: int | None = None
    memory: int | None = None


class LimitReached(Exception):  # noqa: N818  # it ends a search, but nothing is wrong
    """A limit has struck; the text says which."""


class Deadline:
    """Looks at the clock and at the memory, from when it was made."""

    def __init__(self, limits: Limits = Limits(), on_tick: Callable[[], None] = lambda: None) -> None:
        """Start the clock.

        Args:
            limits: what to look for.
            on_tick: called at each look, to show progress.
        """
        self._limits = limits
        self._on_tick = on_tick
        self._start = time.monotonic()

    def check(self) -> None:
        """Look at the clock and at the memory.

        Raises:
            LimitReached: a limit has struck.
        """
        self._on_tick()
        limits = self._limits
        if limits.seconds is not None and self.seconds() >= limits.seconds:
            raise LimitReached(f"time limit of {limits.seconds:g} s")
        if limits.memory is not None and peak_memory() > limits.memory:
            raise LimitReached(f"memory limit of {limits.memory / 10**6:,.0f} MB")

    def seconds(self) -> float:
        """Seconds since the watch was made."""
        return time.monotonic() - self._start


def peak_memory() -> int:
    """The most memory that this process has held, in bytes."""
    # Linux tells it here; in the other place it counts what the parent held when this process was made.
    with suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def size(text: str) -> int:
    """A number of bytes such as `500M` or `2G`.

    Raises:
        OptionError: the text is anything else.
    """
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise OptionError(f"expected an amount of memory such as 500M or 2G, found {text!r}")
    return int(float(match[1]) * _UNITS[match[2].lower()])
