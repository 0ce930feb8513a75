"""Certificates of campaigns, cube by cube.

Checking the certificate does not rely on the ledger: a separate proof shows that every board is in one of the cubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from edgeasp.encoding.facts import Assumption, colour_number, placement_from_atom
from edgeasp.formats import plain
from edgeasp.lab.campaign.ledger import LEDGER, CampaignStatement, Ledger
from edgeasp.lab.campaign.ledger_audit import audit_ledger
from edgeasp.lab.campaign.status import CampaignProgress, parse_assumptions, replay_ledger
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.claim import is_in_cube
from edgeasp.lab.certificate.make import ProofOptions, normalise_boards
from edgeasp.lab.certificate.views import Conditions
from edgeasp.parallel.processes import (
    Call,
    CallContext,
    EndedCall,
    Executor,
    PoolExecutor,
    RetryingExecutor,
    qualified_name,
    worker_memory,
)
from edgeasp.puzzle import features, symmetry
from edgeasp.puzzle.model import Side, Solution, Square, quarter_turns
from edgeasp.search.solve import Session
from edgeasp.search.task import Task
from edgeasp.solvers.interface import Statistics
from edgeasp.system.errors import EdgeaspError, EncodingError, InputError, OutputError, RefutedError, SolverError
from edgeasp.system.limits import Deadline, LimitReached, Limits, Stopped
from edgeasp.system.lines import with_noun


@dataclass(frozen=True, slots=True)
class CertifiedCube:
    """Cube of a campaign, with all boards found in it."""

    conditions: Conditions
    boards: tuple[Solution, ...]


@dataclass(frozen=True, slots=True)
class FinishedCampaign:
    """Cubes and boards of a finished campaign, to be certified.

    Attributes:
        conditions: puzzle, clues and symmetry of the campaign.
        cubes: cubes in the order in which the campaign finished them.
        source: path of the ledger, for messages.
    """

    conditions: Conditions
    cubes: tuple[CertifiedCube, ...]
    source: str = LEDGER

    @property
    def digest(self) -> str:
        """Digest of the puzzle, the cubes and their boards."""
        whole = self.conditions
        texts = [plain.write_puz(whole.puzzle), plain.write_sol(whole.clues), repr(whole.anchor)]
        for cube in self.cubes:
            texts += [repr((cube.conditions.colours, cube.conditions.placements)), *map(plain.write_sol, cube.boards)]
        return sha256("\n".join(texts).encode()).hexdigest()[:16]


def read_finished_campaign(statement: CampaignStatement, deadline: Deadline) -> FinishedCampaign:
    """Read the cubes and boards of a complete campaign.

    Raises:
        EncodingError: the task of the campaign cannot be certified.
        InputError: the campaign is not complete, or its ledger is invalid.
        LimitReached: a limit is reached during grounding.
    """
    task = statement.task()
    _require_certifiable(statement, task)
    with Ledger(statement.folder, statement.seal) as ledger:
        source = str(ledger.path)
        # The audit is cheap: an invalid ledger is to be refused now rather than after hours of proofs.
        audit_ledger(statement, ledger.entries(), source)
        progress = replay_ledger(ledger.entries(), source, statement.limit)
    if progress.open:
        number, answered = with_noun(len(progress.open), "cube"), 0 < statement.limit <= progress.found
        after = f", as it ends with -n {statement.limit}: make one without -n" if answered else ": edgeasp campaign run"
        raise InputError(str(statement.folder), None, f"expected a complete campaign, found {number} open{after}")
    conditions = Conditions(statement.puzzle, task.clues, _find_anchor(statement, task, deadline))
    return FinishedCampaign(conditions, tuple(_assign_boards_to_cubes(conditions, progress, source)), source)


def _require_certifiable(statement: CampaignStatement, task: Task) -> None:
    features.require_support("certify", statement.puzzle)
    if task.omitted_conditions:
        omitted = " and ".join(condition.value for condition in task.omitted_conditions)
        raise EncodingError(
            f"the campaign leaves out conditions of the puzzle ({omitted}): make one without --encoding"
        )
    if task.up_to_rotation and not statement.puzzle.turns_freely:
        raise EncodingError("the campaign is up to rotation of the board: that needs a rectangle that turns freely")
    if statement.counts:
        raise EncodingError("the campaign counts boards without keeping them: make one without --count")
    if task.needs_symmetry_filter:
        needed = (
            "clues that no rotation maps to themselves"
            if task.clues.placements
            else "a tile that occurs once and has four rotations"
        )
        raise EncodingError(f"the campaign is up to rotation of the board: that needs {needed}")
    if "polarity" in task.encoding.symmetry and symmetry.rotation_swaps_signs(statement.puzzle, task.clues):
        raise EncodingError("the campaign keeps one checkerboard of signs: make one without the symmetry 'polarity'")


def _find_anchor(statement: CampaignStatement, task: Task, deadline: Deadline) -> tuple[int, tuple[int, ...]] | None:
    # The anchor is the tile whose rotations are restricted to exclude rotated boards. The encoding chooses it in the
    # ground program, so the program is asked rather than the choice repeated.
    if not task.up_to_rotation:
        return None
    tried = Session(task, statement.options, deadline).ground().possible_atoms("tried", 2)
    [tile] = {atom.arguments[0] for atom in tried}
    rotations = sorted(quarter_turns(int(atom.arguments[1])) for atom in tried)
    # Half a turn is two consecutive rotations, and 0 follows 3.
    rotations = [3, 0] if rotations == [0, 3] else rotations
    return int(tile) - 1, tuple(rotations)


def _assign_boards_to_cubes(whole: Conditions, progress: CampaignProgress, source: str) -> Iterable[CertifiedCube]:
    texts = [entry.cube for _, entry in progress.verdicts]
    cubes = [cube for text in texts if (cube := _read_cube(whole, parse_assumptions(text))) is not None]
    inside: list[list[Solution]] = [[] for _ in cubes]
    boards = (plain.read_sol(text, whole.puzzle, source) for text in progress.boards)
    for board in normalise_boards(whole, ((source, board) for board in boards)):
        on = board.by_square()
        number = next((number for number, cube in enumerate(cubes) if is_in_cube(cube, on)), None)
        if number is None:
            raise InputError(source, None, "a board is in none of the searched cubes: see edgeasp campaign check")
        inside[number].append(board)
    return [CertifiedCube(cube, tuple(boards)) for cube, boards in zip(cubes, inside, strict=True)]


def _read_cube(whole: Conditions, assumptions: Iterable[Assumption]) -> Conditions | None:
    # Returns None if the cube fixes a tile in a rotation that is not canonical: all boards are canonical.
    names = {"right": Side.EAST, "bottom": Side.SOUTH}
    colours, placements = [], []
    for assumption in assumptions:
        if assumption.atom.name == "half":
            x, y, side, colour = assumption.atom.arguments
            number = colour_number(str(colour))
            assert number is not None
            colours.append((Square(int(x) - 1, int(y) - 1), names[str(side)], number))
        else:
            placement = placement_from_atom(assumption.atom)
            assert placement is not None
            placements.append(placement)
    if any(placement != whole.puzzle.canonical(placement) for placement in placements):
        return None
    return replace(whole, colours=tuple(colours), placements=tuple(placements))


@dataclass(frozen=True, slots=True)
class CertifyTask:
    """Task for a worker: write the certificate of a cube.

    Attributes:
        cube: cube with its boards.
        folder: folder of the certificate. It may already hold a certificate, complete or not.
        conflicts: limit on the conflicts of all cubes together, None for no limit.
        spent: conflicts already spent on other cubes.
        memory: memory limit of the process in bytes, None for no limit.
        compress: whether to compress the formula and the proof.
    """

    cube: CertifiedCube
    folder: str
    conflicts: int | None
    spent: int
    memory: int | None
    compress: bool


@dataclass(frozen=True, slots=True)
class CertifyOutcome:
    """Result of certifying a cube, as the worker returns it.

    Attributes:
        made: whether this call wrote the certificate. False if it found the certificate of an earlier run.
        complete: whether the certificate exists now. False if the solver found a board that the campaign missed.
        conflicts: conflicts of the solver.
        stopped: limit that the worker reached, None if it reached none.
        error: error that ended the worker, None if there was none.
    """

    made: bool = False
    complete: bool = False
    conflicts: int = 0
    stopped: Stopped | None = None
    error: EdgeaspError | None = None


def certify_cube(task: CertifyTask, context: CallContext) -> CertifyOutcome:
    """Certify a cube, unless its certificate exists."""
    cube, folder = task.cube, Path(task.folder)
    try:
        # Certificates that an earlier run finished are kept.
        if verification.has_certificate(folder, cube.conditions, cube.boards):
            return CertifyOutcome(complete=True)
        if (folder / names.CLAIM).exists():
            # This certificate is of other boards, or was altered. `open_folder` refuses a folder with a claim.
            make.remove_claim(folder)
        with make.open_folder(task.folder):
            deadline = Deadline(Limits(memory=task.memory), context.check)
            # Hundreds of cubes would otherwise repeat the formula of the puzzle.
            options = ProofOptions(deadline, task.conflicts, task.spent, task.compress, only_needed=True)
            certificate = make.write_certificate(cube.conditions, cube.boards, task.folder, options)
    except LimitReached as reached:
        return CertifyOutcome(stopped=reached.stopped)
    except EdgeaspError as error:
        # An exception would reach the caller as text only.
        return CertifyOutcome(error=error)
    return CertifyOutcome(
        made=True, complete=certificate.claim is not None, conflicts=certificate.statistics.conflicts or 0
    )


class CampaignCertification:
    """Run of `edgeasp campaign certify`, which certifies cubes in parallel.

    Attributes:
        campaign: puzzle and cubes to certify.
        done: number of cubes with a certificate, including certificates of earlier runs.
        made: number of certificates written by this run.
        conflicts: conflicts spent by this run, excluding proofs in progress.
    """

    def __init__(
        self, campaign: FinishedCampaign, folder: str, limits: Limits, jobs: int, executor: Executor | None = None
    ) -> None:
        """Prepare to certify in a folder locked by `make.open_folder`.

        Args:
            campaign: puzzle and cubes to certify.
            folder: folder of the certificate.
            limits: limits on conflicts and memory, for all processes together.
            jobs: number of processes or workers.
            executor: executor that runs the workers, None for processes of this machine.

        Raises:
            OutputError: the folder has cubes of another campaign.
        """
        self.campaign = campaign
        self.done = self.made = self.conflicts = 0
        self._folder, self._limits, self._jobs = folder, limits, jobs
        self._executor = RetryingExecutor(executor or PoolExecutor(jobs, worker_memory(jobs)))
        own = {names.cube_folder(Path(folder), number) for number in range(1, len(campaign.cubes) + 1)}
        for path in names.cube_folders(Path(folder)):
            if path not in own:
                raise OutputError(f"{path}: expected cubes of this campaign only: choose another folder")

    def run(self, options: ProofOptions) -> make.CertificateResult:
        """Prove that the cubes cover all boards, then certify each.

        Raises:
            RefutedError: the campaign has missed a board.
            LimitReached: a limit is reached. The next call reuses the finished certificates.
        """
        campaign = self.campaign

        def certify_cubes(statistics: Statistics) -> None:
            self.conflicts += statistics.conflicts or 0
            works = self._work_items(bool(options.compress))
            with closing(self._executor.run(works, lambda _: options.deadline.check())) as executed:
                for ended in executed:
                    self._record_outcome(ended)

        certificate = make.write_divided_certificate(
            campaign.conditions,
            [cube.conditions for cube in campaign.cubes],
            sum(len(cube.boards) for cube in campaign.cubes),
            self._folder,
            options,
            certify_cubes,
        )
        if certificate.claim is None:
            raise self._missed_board_error("in none of the cubes that were searched")
        return certificate

    def _missed_board_error(self, where: str) -> RefutedError:
        return RefutedError(
            self.campaign.source,
            None,
            f"the ledger is wrong: there is a board {where}, that it does not have. An entry was altered or taken out, "
            "and the digests computed anew; or a solver has failed: run the campaign again in a new folder",
        )

    def _work_items(self, compress: bool) -> Iterator[Call]:
        # The limit is for all processes together.
        memory = None if self._limits.memory is None else self._limits.memory // self._jobs
        for number, cube in enumerate(self.campaign.cubes, start=1):
            folder = str(names.cube_folder(Path(self._folder), number))
            task = CertifyTask(cube, folder, self._limits.conflicts, self.conflicts, memory, compress)
            yield Call(qualified_name(certify_cube), task)

    def _record_outcome(self, ended: EndedCall) -> None:
        outcome: CertifyOutcome | None = ended.value
        if outcome is None:
            raise SolverError(f"a process that certifies a cube failed: {ended.failure}")
        if outcome.error is not None:
            raise outcome.error
        if outcome.stopped is not None:
            raise LimitReached(outcome.stopped)
        task: CertifyTask = ended.call.argument
        if outcome.complete and not (Path(task.folder) / names.CLAIM).exists():
            raise OutputError(
                f"{task.folder}: expected the certificate that a worker has made: it has to have the same file system"
            )
        if not outcome.complete:
            raise self._missed_board_error(f"in cube {Path(task.folder).name}, which is complete by the ledger")
        self.done += 1
        self.made += outcome.made
        self.conflicts += outcome.conflicts
