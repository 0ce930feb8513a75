"""`edgeasp cnf` and `edgeasp decode`: formulas for SAT solvers, and answers of other solvers."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.api import solve_summary
from edgeasp.cli import console, delivery, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import encoding_option
from edgeasp.encoding.cnf import ENCODINGS, Formula
from edgeasp.encoding.facts import solutions_of_output
from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import dimacs, files, plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, as_facts
from edgeasp.system import writing
from edgeasp.system.errors import AnswerError, InputError
from edgeasp.system.writing import Content

_FORMULAS = "Formulas:\n" + "".join(f"  {name:<10} {meaning}\n" for name, meaning in ENCODINGS.items()) + "\n"


@examples(
    "edgeasp cnf puzzle.puz > puzzle.cnf",
    "edgeasp cnf puzzle.puz --formula direct --clue corner.clue -o puzzle.cnf",
    "cadical puzzle.cnf | edgeasp decode puzzle.puz - --cnf puzzle.cnf",
    before=_FORMULAS,
)
@shared_options.with_groups
def cnf(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: str = encoding_option(
        "heule-all", "--formula", metavar="NAME", help=f"{', '.join(ENCODINGS)}; see below."
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Print a puzzle as a formula for SAT solvers, in DIMACS form.

    Its models are the boards, each once. Comments give the meaning of the variables; `edgeasp decode --cnf` reads
    them, and turns the model that a solver prints into a checked solution.
    """
    delivery.require_writable(output, Content.FORMULA, options.inputs(puzzle))
    task = options.task(puzzle)
    formula = Formula(task.puzzle, task.clues, encoding)
    if output is None or output == files.STDIN:
        for piece in dimacs.write(formula):
            console.out(piece)
    else:
        with writing.writing(output) as write:
            for piece in dimacs.write(formula):
                write(piece)


@examples(
    "edgeasp decode puzzle.puz answer.txt",
    "edgeasp decode puzzle.puz answers.json -o puzzle.sol",
    "edgeasp facts puzzle.puz | clingo - program.lp | edgeasp decode puzzle.puz -",
    "edgeasp decode puzzle.puz answer.txt --relaxed | edgeasp show puzzle.puz -",
    "cadical puzzle.cnf | edgeasp decode puzzle.puz - --cnf puzzle.cnf",
)
@shared_options.with_groups
def decode(
    puzzle: shared_options.PuzzleFile,
    answers: Annotated[
        str,
        typer.Argument(
            metavar="ANSWERS", help="The output of clingo, as text or JSON, or of a SAT solver; - for standard input."
        ),
    ],
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingName = None,
    cnf: str | None = encoding_option(
        None, "--cnf", metavar="FILE", help="ANSWERS are models of the formula in FILE, written by edgeasp cnf."
    ),
    relaxed: bool = encoding_option(
        False, "--relaxed", help="Take boards that break conditions as well, and say which."
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Turn the answers of a stand-alone clingo, or of a SAT solver, into checked solutions.

    The answers of clingo may be those of any encoding of the class; a SAT solver must be given the output of edgeasp
    cnf, and --cnf names that file. An answer that is not a solution is reported on standard error, and the exit status
    is 1. For the answers of an encoding without frame or signs, --encoding decision checks its conditions only; with
    --relaxed, every board is written, even one with empty squares, and the report says what it breaks and its score.
    """
    inputs = options.inputs(puzzle, answers, cnf)
    delivery.require_writable(output, Content.BOARD, inputs)
    files.require_one_stdin(inputs)
    task = options.task(puzzle, EncodingRequest(encoding, heuristic="none"))
    # Answers of clingo are in the terms of facts; a formula has names of its own.
    board = task.puzzle if cnf else as_facts(task.puzzle)
    text, source = files.read_text(answers), files.shown_name(answers)
    if cnf is not None:
        solutions = _of_sat(text, source, board, cnf)
    elif dimacs.is_solver_output(text):
        raise InputError(
            source, None, "expected the output of clingo, found that of a SAT solver: name the formula with --cnf"
        )
    else:
        solutions = solutions_of_output(text, source, board, partial=relaxed)
    texts, wrong = [], 0
    for number, solution in enumerate(solutions, start=1):
        report = check(board, solution, task.clues, task.conditions)
        if relaxed and (note := solve_summary.broken_text(report, number, whole=True)):
            console.note(note)
        if report.solved or relaxed:
            texts.append((f"c solution {number}\n" if len(solutions) > 1 else "") + plain.write_sol(solution))
            continue
        wrong += 1
        first = report.violations[0]
        more = f" and {len(report.violations) - 1} more" if len(report.violations) > 1 else ""
        console.note(f"answer {number} is no solution: {first.condition.value}: {first.text}{more}")
    if texts or not solutions:
        delivery.deliver("".join(texts) or "c UNSATISFIABLE\n", output)
    if wrong:
        raise typer.Exit(exit_status.UNANSWERED)


def _of_sat(text: str, source: str, board: Puzzle, cnf: str) -> list[Solution]:
    head = dimacs.read(files.read_text(cnf), files.shown_name(cnf))
    if head.puzzle != dimacs.digest(board):
        raise InputError(files.shown_name(cnf), None, "expected the formula of this puzzle, found that of another one")
    solutions = []
    for number, model in enumerate(dimacs.read_models(text, source), start=1):
        try:
            if model.largest > head.variables:
                raise AnswerError(f"expected {head.variables} variables, as in the formula, found {model.largest}")
            solutions.append(head.meaning.solution(model.true, board))
        except AnswerError as error:
            raise InputError(source, model.line, f"answer {number}: {error}") from None
    return solutions
