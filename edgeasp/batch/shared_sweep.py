"""One sweep of the search for a best board, shared by several processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
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

    def __call__(self, layout: Layout, parts: Iterable[Part | None]) -> Iterator[Any]:
        """Carry out parts, and give what comes of each in their order."""
        # Pickled once: a process that knows these bytes need not read them.
        setting = pickle.dumps((layout.puzzle, layout.clues, layout.framed, layout.plus_on_even))
        made: dict[int, Any] = {}
        following = 0
        with closing(self._pool.run(_works(setting, parts), lambda _: self._check())) as executed:
            for ended in executed:
                number, _, part = ended.work.argument
                if ended.failure and ended.status >= 0:
                    raise SolverError(f"a part of a sweep failed: {ended.failure}")
                # What a process that was killed has left is done here.
                made[number] = part.carry_out(layout, self._check) if ended.failure else ended.value
                while following in made:
                    yield made.pop(following)
                    following += 1


def _works(setting: bytes, parts: Iterable[Part | None]) -> Iterator[Work | None]:
    """The parts as numbered calls."""
    number = 0
    for part in parts:
        yield None if part is None else Work(name_of(run_part), (number, setting, part))
        number += part is not None


def run_part(argument: tuple[int, bytes, Part], context: Context) -> Any:
    """Carry out a part of a sweep in a process that keeps the layout for the next one."""
    _, setting, part = argument
    return part.carry_out(_layout(setting), context.check)


@lru_cache(2)
def _layout(setting: bytes) -> Layout:
    return Layout(*pickle.loads(setting))
