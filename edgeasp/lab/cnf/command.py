"""Command `cnf`."""

from __future__ import annotations

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.commands import examples
from edgeasp.cli.shared_options import encoding_option
from edgeasp.formats import files
from edgeasp.lab.cnf import dimacs
from edgeasp.lab.cnf.cnf import ENCODINGS, Formula
from edgeasp.system import writing
from edgeasp.system.writing import Content

_FORMULAS = "Formulas:\n" + "".join(f"  {name:<10} {meaning}\n" for name, meaning in ENCODINGS.items()) + "\n"


@examples(
    "edgeasp cnf puzzle.puz > puzzle.cnf",
    "edgeasp cnf puzzle.puz --formula direct --clue corner.clue -o puzzle.cnf",
    "cadical puzzle.cnf | edgeasp decode puzzle.puz - --cnf puzzle.cnf",
    before=_FORMULAS,
)
def cnf(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: str = encoding_option("--formula NAME", f"{', '.join(ENCODINGS)}; see below.", "heule-all"),
    output: shared_options.OutputFile = None,
) -> None:
    """Print a puzzle as a DIMACS formula for SAT solvers.

    Each model is a board, and each board has exactly one model. Comments explain the variables. `edgeasp decode --cnf`
    uses them to turn the model that a solver prints into a checked solution.
    """
    delivery.require_writable(output, Content.FORMULA, options.input_files(puzzle))
    task = options.make_task(puzzle)
    formula = Formula(task.puzzle, task.clues, encoding)
    if output is None or output == files.STDIN:
        for piece in dimacs.formula_text(formula):
            console.write(piece)
    else:
        with writing.open_atomically(output) as write:
            for piece in dimacs.formula_text(formula):
                write(piece)
