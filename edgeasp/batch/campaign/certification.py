"""Certifying a campaign: a certificate for each cube, made in several processes, and one that the cubes are all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgeasp.batch.campaign.division import CertifiedCube, Division
from edgeasp.batch.pool import PoolExecutor, worker_memory
from edgeasp.batch.work import Context, Ended, Executor, Running, Work, name_of
from edgeasp.certificate import folder as names
from edgeasp.certificate.check import contents
from edgeasp.certificate.make import making
from edgeasp.certificate.make.proving import ProofOptions
from edgeasp.formats import endings
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import EdgeaspError, OutputError, RefutedError, SolverError
from edgeasp.system.limits import Deadline, LimitReached, Limits, Stopped
from edgeasp.system.lock import LockTaken, locked

_PATIENCE = 2.0
"""Seconds to wait for another process on the certificate: one that was asked to end needs a moment."""


@dataclass(frozen=True, slots=True)
class CertifyOrder:
    """What a worker is asked to do: certify a cube in a folder.

    Attributes:
        cube: with its boards.
        folder: that is new, or was left behind, or has the certificate already.
        conflicts: after which to stop; None for any number.
        spent: how many of them other searches have had.
        memory: bytes that the process may hold; None for any number.
        compress: whether the formula and the proof are compressed.
    """

    cube: CertifiedCube
    folder: str
    conflicts: int | None
    spent: int
    memory: int | None
    compress: bool


@dataclass(frozen=True, slots=True)
class CertifyOutcome:
    """What came of it.

    Attributes:
        made: whether the certificate was made now; False if it was there.
        complete: whether it is there now; False if the solver has found another board.
        conflicts: of the solver.
        stopped: the limit of the worker that was reached, in words.
        error: why the order could not be carried out.
    """

    made: bool = False
    complete: bool = False
    conflicts: int = 0
    stopped: Stopped | None = None
    error: EdgeaspError | None = None


def carry_out(order: CertifyOrder, context: Context) -> CertifyOutcome:
    """Certify a cube, unless that was done before."""
    cube, folder = order.cube, Path(order.folder)
    try:
        if contents.is_there(folder, cube.conditions, cube.boards):
            return CertifyOutcome(complete=True)
        if (folder / names.CLAIM).exists():
            making.reopen(folder)
        making.prepare(order.folder)
        deadline = Deadline(Limits(memory=order.memory), context.check)
        options = ProofOptions(deadline, order.conflicts, order.spent, order.compress, only_needed=True)
        made = making.make(cube.conditions, cube.boards, order.folder, options)
    except LimitReached as reached:
        return CertifyOutcome(stopped=reached.stopped)
    except EdgeaspError as error:
        return CertifyOutcome(error=error)
    return CertifyOutcome(made=True, complete=made.claim is not None, conflicts=made.statistics.conflicts or 0)


@contextmanager
def opened(folder: str) -> Iterator[None]:
    """The folder of a certificate, for this process alone: new, or with what a call that ended early has made.

    Raises:
        OutputError: it holds something else, or another process is busy with it.
    """
    endings.make_folder(folder)
    try:
        with locked(Path(folder), _PATIENCE):
            making.prepare(folder, divided=True)
            yield
    except LockTaken:
        raise OutputError(f"{folder}: another process is busy with this certificate") from None


class Certification:
    """Makes the certificate of a campaign.

    Attributes:
        division: what is certified.
        done: the number of cubes whose certificates are there.
        made: how many of them were made now.
        conflicts: of all solvers, as far as they have ended.
    """

    def __init__(
        self, division: Division, folder: str, limits: Limits, jobs: int, executor: Executor | None = None
    ) -> None:
        """Get ready to certify in a folder that `opened` has made.

        Args:
            division: what is certified.
            folder: of the certificate.
            limits: on conflicts and memory, for all processes together.
            jobs: the number of processes.
            executor: what carries out the calls; processes of this machine if None.

        Raises:
            OutputError: there are cubes in the folder that are none of this campaign.
        """
        self.division = division
        self.done = self.made = self.conflicts = 0
        self._folder, self._limits, self._jobs = folder, limits, jobs
        self._executor = executor or PoolExecutor(jobs, worker_memory(jobs))
        own = {names.cube(Path(folder), number) for number in range(1, len(division.cubes) + 1)}
        for path in names.cubes(Path(folder)):
            if path not in own:
                raise OutputError(f"{path}: expected cubes of this campaign only: choose another folder")

    def run(self, options: ProofOptions) -> making.Made:
        """Prove that every board lies in a cube, certify the cubes, and state the claim.

        Raises:
            RefutedError: there is a board that the campaign has not found.
            LimitReached: a limit is reached; what was made stays for another call.
        """
        division = self.division

        def tick(running: list[Running]) -> None:
            options.deadline.check()

        def certify_cubes(statistics: Statistics) -> None:
            self.conflicts += statistics.conflicts or 0
            with closing(self._executor.run(self._works(options.compress), tick)) as executed:
                for ended in executed:
                    self._take(ended)

        made = making.make_divided(
            division.conditions,
            [cube.conditions for cube in division.cubes],
            sum(len(cube.boards) for cube in division.cubes),
            self._folder,
            options,
            certify_cubes,
        )
        if made.claim is None:
            raise self._refuted("in none of the cubes that were searched")
        return made

    def _refuted(self, where: str) -> RefutedError:
        return RefutedError(
            self.division.source,
            None,
            f"the ledger is wrong: there is a board {where}, that it does not have. An entry was altered or taken out, "
            "and the digests computed anew; or a solver has failed: run the campaign again in a new folder",
        )

    def _works(self, compress: bool) -> Iterator[Work]:
        memory = None if self._limits.memory is None else self._limits.memory // self._jobs
        for number, cube in enumerate(self.division.cubes, start=1):
            folder = str(names.cube(Path(self._folder), number))
            order = CertifyOrder(cube, folder, self._limits.conflicts, self.conflicts, memory, compress)
            yield Work(name_of(carry_out), order)

    def _take(self, ended: Ended) -> None:
        outcome: CertifyOutcome | None = ended.value
        if outcome is None:
            raise SolverError(f"a process that certifies a cube failed: {ended.failure}")
        if outcome.error is not None:
            raise outcome.error
        if outcome.stopped is not None:
            raise LimitReached(outcome.stopped)
        if not outcome.complete:
            order: CertifyOrder = ended.work.argument
            raise self._refuted(f"in cube {Path(order.folder).name}, which is complete by the ledger")
        self.done += 1
        self.made += outcome.made
        self.conflicts += outcome.conflicts
