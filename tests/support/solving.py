"""All answers of an encoding, without the shortcuts of the pipeline, decoded and checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import clingo
import pytest

from edgeasp.encoding import facts, render
from edgeasp.encoding.facts import Assumption
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, degrees
from edgeasp.search.cubes import Cube, Order, Splitter
from edgeasp.search.solve import Session
from edgeasp.search.task import Result, Task, make_task
from edgeasp.solvers.clingo.control import atom_of
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import Deadline, Limits
from tests.support import brute


def searched(task: Task, limit: int = 0, options: ClaspOptions = ClaspOptions(), limits: Limits = Limits()) -> Searched:
    """All that a session finds, and its result."""
    session = Session(task, options, Deadline(limits))
    found = [each.solution for each in session.solve(limit, conflicts=limits.conflicts)]
    return Searched(found, session.result())


@dataclass(frozen=True)
class Searched:
    solutions: list[Solution]
    result: Result


def task_for(puzzle: Puzzle, clues: Solution = Solution(), request: EncodingRequest = EncodingRequest()) -> Task:
    return make_task(puzzle, clues, request)


def all_answers(task: Task, drop: Collection[str] = ()) -> list[frozenset[str]]:
    """The answers, each as the texts of its shown atoms."""
    # Answers share most of their atoms.
    text = cache(str)
    return [frozenset(map(text, symbols)) for symbols in _models(task, drop)]


def number_of_answers(task: Task, drop: Collection[str] = ()) -> int:
    """The number of answers, which is known in half the time."""
    numbers: list[int] = []
    _solved(task, drop, lambda model: numbers.append(model.number))
    return len(numbers)


def solutions(task: Task) -> list[Solution]:
    """The solutions, each of which has passed the checker."""
    found, known = [], cache(atom_of)
    for symbols in _models(task):
        solution = facts.solution_from_atoms(map(known, symbols), task.puzzle)
        report = check(task.puzzle, solution, task.clues, task.conditions)
        assert report.solved, report.violations
        found.append(solution)
    return found


def _models(task: Task, drop: Collection[str] = ()) -> list[Sequence[clingo.Symbol]]:
    """The shown atoms of each answer."""
    found: list[Sequence[clingo.Symbol]] = []
    _solved(task, drop, lambda model: found.append(model.symbols(shown=True)))
    return found


def _solved(task: Task, drop: Collection[str], on_model: Callable[[clingo.Model], None]) -> None:
    """Hand on each answer, by clingo alone: a callback costs less than a search that can be interrupted."""
    options = ClaspOptions(guided=task.encoding.heuristic != "none")
    control = clingo.Control(["0", *options.arguments()])
    control.add("base", [], facts.write_facts(task.puzzle, task.clues) + render.render(task.encoding, drop).text)
    control.ground([("base", [])])
    control.solve(on_model=on_model)


def as_assignment(puzzle: Puzzle, solution: Solution) -> brute.Assignment:
    """A complete solution in the words of the brute force."""
    on = solution.by_square()
    return tuple((on[square].tile, on[square].rot) for square in puzzle.grid.squares)


def as_solution(puzzle: Puzzle, assignment: brute.Assignment) -> Solution:
    """An assignment of the brute force as a complete solution."""
    return Solution(
        tuple(Placement(tile, square, rot) for square, (tile, rot) in zip(puzzle.grid.squares, assignment, strict=True))
    )


def as_atoms(puzzle: Puzzle, assignment: brute.Assignment) -> frozenset[str]:
    """An assignment as the atoms of the class, written out here once more."""
    atoms = set()
    for place, (tile, turns) in enumerate(assignment):
        x, y = place % puzzle.cols + 1, place // puzzle.cols + 1
        atoms |= {f"chosenTile({x},{y},{tile + 1})", f"chosenRotation({x},{y},{degrees(turns)})"}
    return frozenset(atoms)


def as_clues(clues: brute.Clues, puzzle: Puzzle) -> Solution:
    """Clues of the brute force as a partial solution."""
    on = {(square.col, square.row): square for square in puzzle.grid.squares}
    return Solution(tuple(Placement(tile, on[place], turns) for place, (tile, turns) in clues.items()))


def ground_programs(monkeypatch: pytest.MonkeyPatch) -> list[GroundProgram]:
    """The programs that are ground from now on, as they are made."""
    programs: list[GroundProgram] = []
    begin = GroundProgram.__init__

    def counted(program: GroundProgram, *arguments: Any, **named: Any) -> None:
        programs.append(program)
        begin(program, *arguments, **named)

    monkeypatch.setattr(GroundProgram, "__init__", counted)
    return programs


def leaves(session: Session, splits: int, order: Order = "outward") -> tuple[list[Cube], list[Cube]]:
    """The cubes after so many splits, and those that were refuted."""
    splitter, waiting = Splitter(session, order), [Cube()]
    whole: list[Cube] = []
    refuted: list[Cube] = []
    while waiting and splits:
        cube = waiting.pop(0)
        done = splitter.split(cube)
        if done is None:
            whole.append(cube)
            continue
        splits -= 1
        waiting += done.open
        refuted += [
            Cube((*choice.assumptions, Assumption(atom)), 0.0) for choice in done.choices for atom in choice.refuted
        ]
    return waiting + whole, refuted
