"""The ground program of a task: its size, its text, and the rules that a board violates."""

from __future__ import annotations

from edgeasp.encoding import answers, render
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.solvers.interface import ProblemSize


def ground_size(task: Task) -> ProblemSize:
    """The size of the ground program that is searched."""
    from edgeasp.solvers.clingo import GroundProgram

    return GroundProgram(task.facts() + task.search_rules(), own=task.own).measure()


def ground_text(task: Task, *, aspif: bool) -> str:
    """The ground program, as aspif or as readable rules."""
    from edgeasp.solvers import clingo

    if task.own:
        ground_size(task)  # names the file and the line of what is wrong
    return (clingo.aspif if aspif else clingo.ground_rules)(task.program())


def violated_rules(task: Task, solution: Solution) -> list[str]:
    """The names of the rules that placements violate by the encoding, such as `adjoining(1,1,right)`."""
    from edgeasp.solvers.clingo import GroundProgram

    given = "".join(f"{atom}.\n" for atom in answers.to_atoms(solution))
    text = task.facts() + given + render.render_violations(task.encoding).text
    [atoms] = GroundProgram(text).answers()
    # The argument of `violated/1` is a term that stands in parentheses.
    return sorted(str(atom.arguments[0]).removeprefix("(").removesuffix(")") for atom in atoms)
