"""The ground program of a task: its size, its text, and the rules that a board violates."""

from __future__ import annotations

from collections.abc import Callable

from edgeasp.encoding import answers, render
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.solvers.interface import ProblemSize


def ground_size(task: Task, note: Callable[[str], object] = lambda _: None) -> ProblemSize:
    """The size of the ground program that is searched.

    `note` is called with what clingo says about rules of the user that is no error.
    """
    from edgeasp.solvers.clingo import GroundProgram

    program = GroundProgram(task.facts() + task.search_rules(), own=task.own)
    for each in program.notes:
        note(each)
    return program.measure()


def ground_text(task: Task, note: Callable[[str], object] = lambda _: None, *, aspif: bool) -> str:
    """The ground program, as aspif or as readable rules; `note` as in `ground_size`."""
    from edgeasp.solvers import clingo

    if task.own:
        ground_size(task, note)  # names the file and the line of what is wrong
    return (clingo.aspif if aspif else clingo.ground_rules)(task.program())


def violated_rules(task: Task, solution: Solution) -> list[str]:
    """The names of the rules that placements violate by the encoding, such as `adjoining(1,1,right)`."""
    from edgeasp.solvers.clingo import GroundProgram

    given = "".join(f"{atom}.\n" for atom in answers.to_atoms(solution))
    text = task.facts() + given + render.render_violations(task.encoding).text
    [atoms] = GroundProgram(text).answers()
    # The argument of `violated/1` is a term that stands in parentheses.
    return sorted(str(atom.arguments[0]).removeprefix("(").removesuffix(")") for atom in atoms)
