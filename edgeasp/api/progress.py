"""How far a search is: what `on_tick` gets, and the clock that calls it."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from edgeasp.search.job import Search
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is, as `on_tick` gets it some twenty times a second; None for what is not known, or yet.

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


class Look(TypedDict, total=False):
    """What a search tells of itself: the fields of `Progress` but the time."""

    phase: str
    boards: int
    conflicts: int | None
    share: float | None
    score: int | None
    bound: int | None


class Clock(Deadline):
    """A clock that starts now, that a caller can stop from any thread, and that tells how far a search is.

    Attributes:
        look: asks the search, once there is one.
    """

    def __init__(self, limits: Limits, on_tick: OnTick | None = None, cancelled: threading.Event | None = None) -> None:
        """Start the clock.

        Raises:
            TypeError: `on_tick` cannot be called with a `Progress`.
        """
        self._call, self._cancelled = required(on_tick), cancelled
        self.look: Callable[[], Look] = lambda: {"phase": "read"}
        super().__init__(limits, self._tell, outlived=True)

    def follow(self, search: Search) -> None:
        """Tell of a search from now on."""
        self.look = lambda: outlook_of(search)

    def _tell(self) -> None:
        if self._cancelled is not None and self._cancelled.is_set():
            raise LimitReached(Stopped(Limit.CALLER))
        if self._call is not None:
            self._call(Progress(**{"phase": "", "seconds": self.seconds(), **self.look()}))  # type: ignore[arg-type]


def outlook_of(search: Search) -> Look:
    """How far a search is."""
    statistics = search.statistics
    return {
        "phase": search.phase or "read",
        "boards": search.found,
        "conflicts": statistics.conflicts if statistics else None,
        "share": search.share,
    }


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
