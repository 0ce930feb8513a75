"""The check of a certificate with MiniSat at hand, and its cubes in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.hint_check import ProofError
from edgeasp.lab.certificate.check.proof import Deletion, Lemma
from edgeasp.lab.certificate.check.verification import Verified, VerifyCubes, read_claim
from edgeasp.lab.certificate.propagation import PropagationSolver
from edgeasp.parallel.processes import Context, Executor, PoolExecutor, Work, name_of, worker_memory
from edgeasp.system.errors import EdgeaspError, SolverError


class PlainChecker:
    """MiniSat, which checks a proof without its hints by unit propagation; as a context it is freed at its end."""

    name = "minisat"

    def __init__(self) -> None:
        """Start without clauses; an `OptionError` says that PySAT is not installed."""
        self._solver = PropagationSolver()

    def __enter__(self) -> PlainChecker:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.close()

    def add(self, literals: tuple[int, ...]) -> None:
        """Add the next clause of the formula."""
        self._solver.add(literals)

    def take(self, step: Lemma | Deletion) -> None:
        """Check the next lemma, or delete lemmas; ProofError if it does not follow."""
        if isinstance(step, Lemma):
            if not self._solver.follows(step.literals):
                raise ProofError("expected a lemma that follows by unit propagation")
            return
        for lemma in step.lemmas:
            if not self._solver.delete(lemma):
                raise ProofError("expected a lemma to delete, found one that is not there")

    def end(self) -> None:
        """Nothing is left to do once each step was checked."""


verify = partial(verification.verify, minisat=PlainChecker)
"""Check a certificate, with any of the checkers of `verification.CHECKERS`."""


@dataclass(frozen=True, slots=True)
class VerifyOrder:
    """An order to a worker: check the certificate in a folder by a checker."""

    folder: str
    checker: str


def carry_out(order: VerifyOrder, context: Context) -> Verified | EdgeaspError:
    """Check a certificate; what is wrong with it is no exception here."""
    try:
        return verify(order.folder, checker=order.checker, on_progress=lambda *_: context.check())
    except EdgeaspError as error:
        return error


def for_certificate(folder: str, checker: str, jobs: int, on_tick: Callable[[], object]) -> VerifyCubes | None:
    """The check of the cubes of a certificate, as `in_processes`; None where one process checks all of it.

    Raises:
        InputError: there is no claim, or it is not by its schema.
    """
    return in_processes(checker, jobs, on_tick) if jobs > 1 and read_claim(folder).cubes else None


def in_processes(
    checker: str, jobs: int, on_tick: Callable[[], object], executor: Executor | None = None
) -> VerifyCubes:
    """A check of cubes, so many at a time, by a checker of `CHECKERS`; `on_tick` is called while that goes on."""

    def verify_cubes(folders: Sequence[str]) -> Iterator[tuple[str, Verified]]:
        works = (Work(name_of(carry_out), VerifyOrder(folder, checker)) for folder in folders)
        chosen = executor or PoolExecutor(jobs, worker_memory(jobs))
        with closing(chosen.run(works, lambda _: on_tick())) as executed:
            for ended in executed:
                if isinstance(ended.value, EdgeaspError):
                    raise ended.value
                if ended.value is None:
                    raise SolverError(f"a process that checks a cube failed: {ended.failure}")
                yield ended.work.argument.folder, ended.value

    return verify_cubes
