"""What a certificate of a campaign is divided into: the cubes that were searched to their end, each with its boards.

Nothing of this is believed by those who check the certificate: a proof of its own says that every board lies in one of
the cubes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from edgeasp.batch.campaign.audit import audit
from edgeasp.batch.campaign.ledger import LEDGER, Ledger
from edgeasp.batch.campaign.progress import Progress, parse, replay
from edgeasp.batch.campaign.statement import Statement
from edgeasp.certificate.claim import lies_in
from edgeasp.certificate.make.making import conforming
from edgeasp.certificate.views import Conditions
from edgeasp.encoding.answers import read_place
from edgeasp.encoding.atoms import Assumption, colour_number
from edgeasp.formats import sol
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import Side, Solution, Square, quarter_turns
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.system.errors import EncodingError, InputError
from edgeasp.system.limits import Deadline


@dataclass(frozen=True, slots=True)
class CertifiedCube:
    """A cube, with all boards in it."""

    conditions: Conditions
    boards: tuple[Solution, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """A campaign as a certificate has it.

    Attributes:
        conditions: of the whole.
        cubes: in the order in which they were searched.
        source: the name of the ledger.
    """

    conditions: Conditions
    cubes: tuple[CertifiedCube, ...]
    source: str = LEDGER


def divide(statement: Statement, deadline: Deadline) -> Division:
    """The cubes of a campaign that is complete.

    Raises:
        EncodingError: the campaign asks for something that cannot be certified.
        InputError: the campaign is not complete, or its ledger is not as it should be.
        LimitReached: a limit is reached while the program is ground.
    """
    task = statement.task()
    _require_certifiable(statement, task)
    with Ledger(statement.folder, statement.seal) as ledger:
        source = str(ledger.path)
        # What is not as it should be is found here, rather than after hours of proofs.
        audit(statement, ledger.entries(), source)
        progress = replay(ledger.entries(), source, statement.limit)
    if progress.open:
        number = f"{len(progress.open):,} cube{'s' * (len(progress.open) != 1)}"
        raise InputError(
            str(statement.folder), None, f"expected a complete campaign, found {number} open: edgeasp campaign run"
        )
    conditions = Conditions(statement.puzzle, task.clues, _anchor(statement, task, deadline))
    return Division(conditions, tuple(_cubes(conditions, progress, source)), source)


def _require_certifiable(statement: Statement, task: Task) -> None:
    if task.omitted_conditions:
        omitted = " and ".join(each.value for each in task.omitted_conditions)
        raise EncodingError(
            f"the campaign leaves out conditions of the puzzle ({omitted}): make one without --encoding"
        )
    if statement.counts:
        raise EncodingError("the campaign counts boards without keeping them: make one without --count")
    if task.needs_symmetry_filter:
        needed = (
            "clues that no rotation maps to themselves"
            if task.clues.placements
            else "a tile that occurs once and has four rotations"
        )
        raise EncodingError(f"the campaign is up to rotation of the board: that needs {needed}")
    if "polarity" in task.encoding.symmetry and symmetry.flips(statement.puzzle, task.clues):
        raise EncodingError("the campaign keeps one checkerboard of signs: make one without the symmetry 'polarity'")


def _anchor(statement: Statement, task: Task, deadline: Deadline) -> tuple[int, tuple[int, ...]] | None:
    """The tile whose rotations the rules restrict, and those that it may have: as the ground program has it."""
    if not task.up_to_rotation:
        return None
    tried = Session(task, statement.options, deadline).ground().atoms("tried", 2)
    [tile] = {each.arguments[0] for each in tried}
    rotations = sorted(quarter_turns(int(each.arguments[1])) for each in tried)
    # 3 is followed by 0.
    rotations = [3, 0] if rotations == [0, 3] else rotations
    return int(tile) - 1, tuple(rotations)


def _cubes(whole: Conditions, progress: Progress, source: str) -> Iterable[CertifiedCube]:
    texts = [entry.cube for _, entry in progress.verdicts]
    cubes = [cube for text in texts if (cube := _cube(whole, parse(text))) is not None]
    inside: list[list[Solution]] = [[] for _ in cubes]
    boards = (sol.read(text, whole.puzzle, source) for text in progress.boards)
    for board in conforming(whole, ((source, each) for each in boards)):
        on = board.by_square()
        number = next((number for number, cube in enumerate(cubes) if lies_in(cube, on)), None)
        if number is None:
            raise InputError(source, None, "a board lies in no cube that was searched: see edgeasp campaign check")
        inside[number].append(board)
    return [CertifiedCube(cube, tuple(found)) for cube, found in zip(cubes, inside, strict=True)]


def _cube(whole: Conditions, assumptions: Iterable[Assumption]) -> Conditions | None:
    """The cube of these atoms; None if no board lies in it, since a tile does not have its least rotation."""
    names = {"right": Side.EAST, "bottom": Side.SOUTH}
    colours, placements = [], []
    for each in assumptions:
        if each.atom.name == "half":
            x, y, side, colour = each.atom.arguments
            number = colour_number(str(colour))
            assert number is not None
            colours.append((Square(int(x) - 1, int(y) - 1), names[str(side)], number))
        else:
            placement = read_place(each.atom)
            assert placement is not None
            placements.append(placement)
    if any(each != whole.puzzle.canonical(each) for each in placements):
        return None
    return replace(whole, colours=tuple(colours), placements=tuple(placements))
