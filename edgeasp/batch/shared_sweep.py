"""One sweep of the search for a best board, shared by several processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from edgeasp.batch.pool import PoolExecutor
from edgeasp.batch.work import Context, Work, name_of
from edgeasp.puzzle.errors import SolverError
from edgeasp.search.best.beam import Part
from edgeasp.search.best.layout import Layout


class SharedSweep:
    """Has the parts of a sweep carried out by a pool of processes."""

    def __init__(self, pool: PoolExecutor, check: Callable[[], None]) -> None:
        self._pool, self._check = pool, check

    def __call__(self, layout: Layout, parts: Sequence[Part]) -> Iterator[Any]:
        """Carry out parts, and give what comes of each in their order."""
        # Pickled once: a process that knows these bytes need not read them.
        setting = pickle.dumps((layout.puzzle, layout.clues, layout.framed, layout.plus_on_even))
        works = [Work(name_of(run_part), (number, setting, part)) for number, part in enumerate(parts)]
        made: dict[int, Any] = {}
        for ended in self._pool.run(works, lambda _: self._check()):
            number, _, part = ended.work.argument
            if ended.failure and ended.status >= 0:
                raise SolverError(f"a part of a sweep failed: {ended.failure}")
            # What a process that was killed has left is done here.
            made[number] = part.carry_out(layout, self._check) if ended.failure else ended.value
        return iter([made[number] for number in range(len(parts))])


def run_part(argument: tuple[int, bytes, Part], context: Context) -> Any:
    """Carry out a part of a sweep in a process that keeps the layout for the next one."""
    _, setting, part = argument
    return part.carry_out(_layout(setting), context.check)


@lru_cache(2)
def _layout(setting: bytes) -> Layout:
    return Layout(*pickle.loads(setting))
