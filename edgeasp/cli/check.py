"""`edgeasp check`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import console, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.checker import check as check_solution
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.ground import violated_rules

EPILOG = examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
)


@shared_options.with_groups
def check(
    puzzle: shared_options.PuzzleFile,
    solution: Annotated[
        str, typer.Argument(metavar="SOLUTION", help="A .sol, complete or partial; - for standard input.")
    ],
    options: shared_options.PuzzleOptions,
    rules: bool = output_option(False, "--rules", help="Also list the named rules of the encoding that are violated."),
) -> None:
    """Check a solution of a puzzle, list violated conditions, and print the score.

    The score is the number of inner diamonds whose two sides have the same colour. The exit status is 0 for a
    solution and 1 for anything else. The checker shares no code with the encodings and uses no solver.
    """
    files.require_one_stdin(options.inputs(puzzle, solution))
    task = options.task(puzzle)
    board, clues = task.puzzle, task.clues
    placements = files.read_solution(solution, board)
    report = check_solution(board, placements, clues)
    console.line(_verdict(board, placements, report))
    for violation in report.violations:
        console.line(f"  {violation.condition.value}: {violation.text}")
    console.line(f"score: {report.matched} of {report.diamonds} diamonds")
    if rules:
        names = violated_rules(task, placements)
        console.line(f"rules: {', '.join(names) or 'none is broken'}")
    if not report.solved:
        raise typer.Exit(exit_status.UNANSWERED)


def _verdict(puzzle: Puzzle, solution: Solution, report: Report) -> str:
    if report.solved:
        return "solved"
    broken = len(report.violations)
    found = f"{broken} condition{'s' * (broken != 1)} broken" if broken else "nothing broken"
    placed = f"{len(solution)} of {len(puzzle.tiles)} tiles placed"
    return f"not solved: {placed}, {found}" if report.missing else f"not solved: {found}"
