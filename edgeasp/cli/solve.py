"""`edgeasp solve`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from edgeasp.cli import options, say
from edgeasp.cli.app import examples
from edgeasp.formats import sol
from edgeasp.pipeline import Search, Solved, Task, prepare

EPILOG = examples(
    "edgeasp solve puzzle.puz",
    "edgeasp solve puzzle.puz -o puzzle.sol",
    "edgeasp solve puzzle.puz --clue corner.clue --clue hints.sol",
    "edgeasp solve facts.lp --encoding decision > x.sol",
)


def solve(
    puzzle: options.PuzzleFile,
    clue: options.ClueFiles = None,
    signs: options.SignsFile = None,
    frame: options.Frame = None,
    encoding: options.EncodingName = None,
    formulation: options.FormulationName = "halves",
    redundant: options.RedundantNames = None,
    symmetry: options.SymmetryNames = None,
    heuristic: options.HeuristicName = "none",
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Seed of the solver's random numbers.", rich_help_panel="Search")
    ] = 1,
    output: options.OutputFile = None,
) -> None:
    """Find a solution, check it, and show it.

    At a terminal you see the board; in a pipe, or with -o, the output is a .sol. The solution has passed
    a checker that shares nothing with the encoding.
    """
    start = time.perf_counter()
    options.require_writable(output)
    board, sources = options.load(puzzle, clue, signs, frame)
    plain = prepare(board, request=options.request(encoding, formulation, redundant, symmetry, heuristic))
    task = Task(board, options.agreed(board, sources, plain.conditions), plain.encoding)
    for condition in task.relaxed:
        say.note(
            f"the encoding {task.encoding.name} knows no {_WORD[condition.value]}: "
            "what it solves is a relaxation of the puzzle"
        )

    search = Search(task, seed=seed)
    solved = next(iter(list(search)), None)
    if solved is not None:
        _deliver(task, solved, output)
    elif output is None and not say.person():
        say.line("c UNSATISFIABLE")
    summary = _summary(search, solved, time.perf_counter() - start)
    if say.person() and output is None:
        say.line(summary)
    else:
        say.note(summary)


_WORD = {"boundary": "frame", "sign": "signs"}


def _deliver(task: Task, solved: Solved, output: str | None) -> None:
    if output is None and say.person():
        from edgeasp.draw import terminal

        say.picture(terminal.board(task.puzzle, solved.solution, say.width()))
    else:
        options.deliver(sol.write(solved.solution), output)


def _summary(search: Search, solved: Solved | None, seconds: float) -> str:
    """One line on the run: what was found, how long it took, and how hard it was."""
    if search.reasons:
        return f"no solution: {'; '.join(search.reasons)}"
    found = (
        f"solved, {solved.report.matched} of {solved.report.diamonds} diamonds match"
        if solved
        else "no solution: the search is complete"
    )
    parts = [f"{found}; {seconds:.2f} s, encoding {search.task.encoding.name}"]
    if search.size and search.effort:
        parts.append(
            f"{search.size.rules:,} rules, {search.size.variables:,} variables, {search.effort.conflicts:,} conflicts"
        )
    return "; ".join(parts)
