"""Answers of a program of a user, judged in the terms of its facts, and other readings that make them right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from edgeasp.encoding.facts import Atom, colour_name, from_atoms, to_atoms
from edgeasp.encoding.inspection import READINGS, Reading
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square, reordered, side_order
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


def other_reading(puzzle: Puzzle, board: Solution, report: Report, clues: Solution = Solution()) -> str:
    """The convention by which a complete board of a file, which is wrong, would be right; empty if there is none.

    A board of which most is right is as it was meant.
    """
    if report.solved or report.missing or report.matched * _MOST_RIGHT[1] > report.diamonds * _MOST_RIGHT[0]:
        return ""
    turned = [reading for reading in READINGS if not reading.permutes]
    if not puzzle.turning:
        turned = [reading for reading in turned if not (reading.swaps or reading.counter or reading.ahead)]
    simple = [reading for reading in turned if reading.differences == 1]
    others = [reading for reading in turned if reading.differences > 1]
    words = _read_otherwise(puzzle, board, clues, simple) or _listed_otherwise(puzzle, board, clues)
    words = words or _read_otherwise(puzzle, board, clues, others)
    return f"the board is right if {words}" if words else ""


def _read_otherwise(puzzle: Puzzle, board: Solution, clues: Solution, readings: Sequence[Reading]) -> str:
    """The first of these readings of squares and turns by which a board is right."""
    for reading in readings:
        atoms = [atom for atom in (reading.of(atom, puzzle) for atom in to_atoms(board)) if atom]
        with suppress(AnswerError):
            if check(puzzle, from_atoms(atoms, puzzle), clues).solved:
                return reading.words if puzzle.names.as_facts else reading.of_a_file
    return ""


def _listed_otherwise(puzzle: Puzzle, board: Solution, clues: Solution) -> str:
    """The order of the sides of tiles by which a board is right."""
    for order in map("".join, permutations("nesw")):
        tiles = tuple(replace(tile, sides=reordered(tile.sides, side_order(order))) for tile in puzzle.tiles)
        if order != "nesw" and check(replace(puzzle, tiles=tiles), board, clues).solved:
            words = ", ".join(side.word for side in side_order(order))
            return f"the sides of tiles are listed in the order {words} ({order})"
    return ""


_MOST_RIGHT = (3, 4)
"""The share of matching diamonds from which on a board is read as it is meant."""


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
