"""An executor without processes: what many searches have in common is tested in the time that the searches take."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from functools import partial
from importlib import import_module
from typing import Self

import pytest

from edgeasp.parallel import best, processes, series, split
from edgeasp.parallel.processes import Context, Ended, OnReport, OnTick, Running, Work, find, ignore
from tests.support import laboratory

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
        self.works: list[Work] = []
        self._kept: dict[type, object] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(
        self,
        works: Iterable[Work | None],
        on_tick: OnTick,
        on_report: OnReport = ignore,
    ) -> Generator[Ended, None, None]:
        """Execute calls, and give what came of each."""
        waiting = iter(works)
        while together := [work for _, work in zip(range(self._ahead), waiting, strict=False) if work is not None]:
            self.works += together
            for work in reversed(together) if self._backwards else together:
                on_tick([Running(each, 0.0) for each in together])
                begun, before = time.monotonic(), time.process_time()
                context = Context(begun, None, report=partial(on_report, work), kept=self._kept)
                value = find(work.function)(work.argument, context)
                yield Ended(work, value, "", "", 0, time.monotonic() - begun, time.process_time() - before, 0)
