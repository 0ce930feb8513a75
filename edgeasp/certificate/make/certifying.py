"""From a task to its certificate: the boards are found, and proved to be all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgeasp.certificate.claim import anchored
from edgeasp.certificate.make import making
from edgeasp.certificate.make.making import Made
from edgeasp.certificate.make.proving import ProofOptions
from edgeasp.certificate.views import Conditions
from edgeasp.puzzle.model import Solution
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.system.errors import CheckError, OptionError
from edgeasp.system.limits import LimitReached


def conditions_of(task: Task, *, up_to_rotation: bool, option: str) -> Conditions:
    """What the boards keep.

    Raises:
        OptionError: boards may be rotations of one another, and no tile tells these apart; the message names the option
            that wants that.
    """
    if task.needs_symmetry_filter and task.clues.placements:
        raise OptionError(f"{option}: a rotation of the board maps these clues to themselves: leave it out")
    if not up_to_rotation or task.clues.placements:
        return Conditions(task.puzzle, task.clues)
    symmetry = anchored(task.puzzle, task.clues)
    if symmetry is None:
        raise OptionError(f"{option} needs a tile that occurs once and has four different rotations: leave it out")
    return Conditions(task.puzzle, anchor=(symmetry.tile, symmetry.rotations))


def certify(
    task: Task, conditions: Conditions, given: Sequence[Solution] | None, folder: str, options: ProofOptions
) -> Made:
    """Write a certificate to a folder that `making.prepare` has made.

    Args:
        task: the puzzle and its clues.
        conditions: what the boards keep.
        given: all boards, as `making.conforming` gives them; they are searched for if None.
        folder: of the certificate.
        options: how the proof is made; its limits hold for the search as well.

    Raises:
        CheckError: there is a board that the search did not find.
        LimitReached: a limit is reached; the boards that were found by then are in the folder.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    if given is not None:
        return making.make(conditions, given, folder, options)
    session = Session(task, deadline=options.deadline)
    boards = search(conditions, session, options.conflicts, folder)
    spent = session.statistics.conflicts or 0 if session.statistics else 0
    made = making.make(conditions, boards, folder, replace(options, spent=options.spent + spent))
    if made.claim is None:
        raise CheckError("the SAT solver finds a board that clingo does not: please report it")
    return made


def search(conditions: Conditions, session: Session, conflicts: int | None, folder: str) -> list[Solution]:
    """All boards, by a search; if it is cut short, those that were found are in the folder."""
    found: list[tuple[str, Solution]] = []
    try:
        for each in session.solve(0, conflicts=conflicts):
            found.append(("clingo", each.solution))
        if session.stopped:
            raise LimitReached(session.stopped)
    except (LimitReached, KeyboardInterrupt):
        making.write_boards(conditions, making.conforming(conditions, found), folder)
        raise
    return making.conforming(conditions, found)
