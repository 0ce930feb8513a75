"""Executors for tests: one without processes, as quick as the searches themselves, and some whose processes die."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Generator, Iterable
from functools import partial
from importlib import import_module
from typing import Self

import pytest

from edgeasp.parallel import best, processes, series, split
from edgeasp.parallel.processes import (
    Call,
    CallContext,
    EndedCall,
    OnReport,
    OnTick,
    PoolExecutor,
    RunningCall,
    find_function,
    ignore_report,
)
from tests.support import laboratory
from tests.support.waiting import children, kill

LABORATORY = ("bench.benchmark", "campaign.certification", "suite.passes")
"""Modules of the laboratory, where it is there, that hand calls to processes."""


def carry_out_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands carry out in this process what they hand to others."""

    def here(slots: int, *_: object, fresh: bool = False, **__: object) -> InThisProcess:
        return InThisProcess(1 if fresh else slots)

    names = LABORATORY if laboratory.HERE else ()
    for module in (best, processes, split, series, *(import_module(f"edgeasp.lab.{name}") for name in names)):
        monkeypatch.setattr(module, "PoolExecutor", here)


class InThisProcess:
    """Carries out calls in this process, one after the other.

    Attributes:
        works: the calls so far.
    """

    def __init__(self, ahead: int = 1, *, backwards: bool = False) -> None:
        """Ask for so many calls at a time, as an executor of as many processes does; of these the last may be first."""
        self._ahead, self._backwards = ahead, backwards
        self.works: list[Call] = []
        self._kept: dict[type, object] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(
        self,
        works: Iterable[Call | None],
        on_tick: OnTick,
        on_report: OnReport = ignore_report,
    ) -> Generator[EndedCall, None, None]:
        """Execute calls, and give what came of each."""
        waiting = iter(works)
        while together := [work for _, work in zip(range(self._ahead), waiting, strict=False) if work is not None]:
            self.works += together
            for work in reversed(together) if self._backwards else together:
                on_tick([RunningCall(each, 0.0) for each in together])
                begun, before = time.monotonic(), time.process_time()
                context = CallContext(begun, None, report=partial(on_report, work), kept=self._kept)
                value = find_function(work.function)(work.argument, context)
                yield EndedCall(work, value, "", "", 0, time.monotonic() - begun, time.process_time() - before, 0)


class Dying(InThisProcess):
    """Loses each call for a number of times after it has reported, as a process that is killed does.

    Calls are the same if one attribute of what they are given is.
    """

    def __init__(self, times: int, attribute: str, ahead: int = 1) -> None:
        super().__init__(ahead)
        self._times, self._attribute = times, attribute
        self._lost: Counter[object] = Counter()

    def run(
        self,
        works: Iterable[Call | None],
        on_tick: OnTick,
        on_report: OnReport = ignore_report,
    ) -> Generator[EndedCall, None, None]:
        """Execute calls, and lose some."""
        for ended in super().run(works, on_tick, on_report):
            key = getattr(ended.call.argument, self._attribute)
            if self._lost[key] < self._times:
                self._lost[key] += 1
                yield EndedCall(ended.call, None, "its process was ended by SIGKILL", "", -9, 0.0, 0.0, 0)
            else:
                yield ended


class Deadly:
    """Kills a process of a pool at every other call, as long as there is one to go.

    Attributes:
        deaths: that are still to come.
    """

    def __init__(self, pool: PoolExecutor, deaths: int) -> None:
        self._pool, self.deaths = pool, deaths
        self._asked = 0

    def run(
        self,
        works: Iterable[Call | None],
        on_tick: OnTick,
        on_report: OnReport = ignore_report,
    ) -> Generator[EndedCall, None, None]:
        """Execute calls, and kill processes meanwhile."""

        def watched() -> Generator[Call | None, None, None]:
            for work in works:
                yield work
                processes = children(os.getpid())
                self._asked += 1
                if self.deaths and self._asked % 2 and processes:
                    self.deaths -= kill(processes[(self.deaths - 1) % len(processes)])

        return self._pool.run(watched(), on_tick, on_report)
