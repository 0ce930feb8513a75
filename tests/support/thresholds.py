"""Other thresholds of a search than usual, so that small boards are searched like large ones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

import pytest

from edgeasp.search import filtering, solve, strategy
from edgeasp.search.solve import Session
from edgeasp.search.task import FoundSolution, Job, Strategy, Task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline

Thresholds = dict[str, float]
"""Values by the names of constants."""

SCANNED: Thresholds = {"CLINGO_SECOND": 1e-150, "SCAN_SECOND": 1e150, "ENDLESS": float("inf")}
"""Every board is scanned that can be, and none is counted over a frontier."""


@contextmanager
def thresholds(changed: Thresholds) -> Iterator[None]:
    """Change constants for what is searched within."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in changed.items():
            [module] = [module for module in (filtering, solve, strategy) if hasattr(module, name)]
            patch.setattr(module, name, value)
        yield


class TunedSession(Session):
    """A session that searches with other thresholds."""

    def __init__(
        self,
        task: Task,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline | None = None,
        *,
        changed: Thresholds | None = None,
    ) -> None:
        super().__init__(task, options, deadline)
        self._changed = changed or {}

    def _search(self, job: Job, decide: Callable[[Job], Strategy]) -> Generator[FoundSolution, None, None]:
        with thresholds(self._changed):
            yield from super()._search(job, decide)
