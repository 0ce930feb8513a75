"""Answers of a program of a user, judged in the terms of its facts, and other readings that make them right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from edgeasp.encoding.facts import Atom, colour_name, from_atoms
from edgeasp.encoding.inspection import READINGS, Reading
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.syntax import ANSWER, lacking_answers, read
from edgeasp.system.errors import AnswerError

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.clingo.shared_program import SharedProgram
if TYPE_CHECKING:
    Searched: TypeAlias = GroundProgram | SharedProgram
    """A program that gives answers, and knows which atoms they show."""


def suspicion(task: Task, shown: Sequence[Atom]) -> str:
    """The suspected fault of a program with an answer that is wrong; empty if there is none."""
    if lacking := [text for text, _ in lacking_answers(read(task.own.files))]:
        return lacking[0]
    atoms = [atom for atom in shown if (atom.name, len(atom.arguments)) in ANSWER]
    meant = next((reading for reading in READINGS if reads_right(reading, task, atoms)), None)
    return f"the answer is right if {meant.words}" if meant else ""


def reads_right(reading: Reading, task: Task, atoms: Sequence[Atom]) -> bool:
    """Whether an answer is a board, read in another way."""
    read_so = list(filter(None, (reading.of(atom, task.puzzle) for atom in atoms)))
    _, report, _ = judged(task, read_so)
    return len(read_so) == len(atoms) and report is not None and report.solved


def judged(task: Task, atoms: Sequence[Atom]) -> tuple[Solution | None, Report | None, str]:
    """The board that an answer says, the checker's report, and what is wrong in the terms of the facts."""
    try:
        board = from_atoms(atoms, task.puzzle, partial=True)
    except AnswerError as error:
        return None, None, str(error)
    report = check(task.puzzle, board, task.clues, task.conditions)
    texts = [in_facts(task.puzzle, board, violation) for violation in report.violations]
    texts += [f"{_at(square)} has no tile" for square in report.missing]
    more = f", and {len(texts) - 2} more" if len(texts) > 2 else ""
    return board, report, "; ".join(texts[:2]) + more


def in_facts(puzzle: Puzzle, board: Solution, violation: Violation) -> str:
    """A violated condition in the terms of the facts: columns, rows and tiles from 1, and the names of colours."""
    square, side, on = violation.square, violation.side, board.by_square()
    at = _at(square)
    if side is None:
        number = int(match[1]) if (match := re.fullmatch(r"tile\((\d+)\)", violation.name)) else 0
        return f"tile {number} lies on two squares" if number else f"{violation.condition.value} at {at}"
    here = f"{at} shows {_colour(puzzle, on[square], side)} at {side.word}"
    if violation.condition is Condition.BOUNDARY:
        return f"{here}, the outside is {colour_name(FRAME)}"
    other = square.neighbour(side)
    return f"{here}, {_at(other)} shows {_colour(puzzle, on[other], side.opposite)} at {side.opposite.word}"


def _at(square: Square) -> str:
    return f"column {square.col + 1}, row {square.row + 1}"


def _colour(puzzle: Puzzle, placement: Placement, side: Side) -> str:
    return colour_name(puzzle.sides(placement)[side])
