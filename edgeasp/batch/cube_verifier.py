"""Checking the cubes of a divided certificate in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from edgeasp.batch.pool import PoolExecutor, worker_memory
from edgeasp.batch.work import Context, Executor, Work, name_of
from edgeasp.certificate.check.contents import read_claim
from edgeasp.certificate.check.verification import Verified, VerifyCubes
from edgeasp.certificate.verifying import verify
from edgeasp.system.errors import EdgeaspError, SolverError


@dataclass(frozen=True, slots=True)
class VerifyOrder:
    """What a worker is asked to do: check the certificate in a folder by a checker."""

    folder: str
    checker: str


def carry_out(order: VerifyOrder, context: Context) -> Verified | EdgeaspError:
    """Check a certificate; what is wrong with it is no exception here."""
    try:
        return verify(order.folder, checker=order.checker, on_progress=lambda *_: context.check())
    except EdgeaspError as error:
        return error


def for_certificate(folder: str, checker: str, jobs: int, on_tick: Callable[[], object]) -> VerifyCubes | None:
    """How the cubes of a certificate are checked, as `in_processes`; None where one process checks all of it.

    Raises:
        InputError: there is no claim, or it is not by its schema.
    """
    return in_processes(checker, jobs, on_tick) if jobs > 1 and read_claim(folder).cubes else None


def in_processes(
    checker: str, jobs: int, on_tick: Callable[[], object], executor: Executor | None = None
) -> VerifyCubes:
    """How cubes are checked, so many at a time, by a checker of `CHECKERS`; `on_tick` is called while that goes on."""

    def verify_cubes(folders: Sequence[str]) -> Iterator[tuple[str, Verified]]:
        works = (Work(name_of(carry_out), VerifyOrder(each, checker)) for each in folders)
        chosen = executor or PoolExecutor(jobs, worker_memory(jobs))
        with closing(chosen.run(works, lambda _: on_tick())) as executed:
            for ended in executed:
                if isinstance(ended.value, EdgeaspError):
                    raise ended.value
                if ended.value is None:
                    raise SolverError(f"a process that checks a cube failed: {ended.failure}")
                yield ended.work.argument.folder, ended.value

    return verify_cubes
