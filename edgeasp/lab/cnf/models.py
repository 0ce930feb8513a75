"""Boards decoded from the models that SAT solvers print."""

from __future__ import annotations

from edgeasp.formats import files
from edgeasp.lab.cnf import dimacs
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.system.errors import AnswerError, InputError
from edgeasp.system.lines import plural


def read_solutions(text: str, source: str, task: Task, cnf: str) -> list[Solution]:
    """Read solutions from the output of a SAT solver.

    Args:
        text: output of the solver.
        source: file of the output, for messages.
        task: puzzle and clues.
        cnf: file of the formula that was solved.

    Raises:
        InputError: the output or the formula does not fit the task.
    """
    board = task.puzzle
    head = dimacs.read_header(files.read_text(cnf), files.printable_name(cnf), board)
    if head.puzzle != dimacs.puzzle_digest(board):
        raise InputError(
            files.printable_name(cnf), None, "expected the formula of this puzzle, found the formula of another one"
        )
    solutions = []
    for number, model in enumerate(dimacs.read_models(text, source), start=1):
        try:
            if model.largest > head.variables:
                raise AnswerError(f"expected {head.variables} variables, as in the formula, found {model.largest}")
            solutions.append(head.meaning.decode_model(model.true, board))
        except AnswerError as error:
            raise InputError(source, model.line, f"answer {number}: {error}") from None
    if not solutions and (more := head.clues - set(task.clues)):
        words = f"{len(more)} {plural(len(more), 'clue')} more"
        what = f"it has {words}, so its answer says nothing without: name it by --clue"
        raise InputError(files.printable_name(cnf), None, f"expected a formula with these clues: {what}")
    return solutions
