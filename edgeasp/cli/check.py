"""`edgeasp check`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import console, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.formats import files
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.checker import check as hold
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
        str,
        typer.Argument(
            metavar="SOLUTION", help="A .sol, complete or partial; - for standard input.", show_default=False
        ),
    ],
    options: shared_options.PuzzleOptions,
    rules: Annotated[
        bool,
        typer.Option(
            "--rules", help="Also ask the encoding which of its named rules are broken.", rich_help_panel="Output"
        ),
    ] = False,
) -> None:
    """Say whether a solution solves a puzzle, list what is broken, and give the score.

    The score is the number of inner diamonds whose two sides agree. The exit status is 0 for a solution and
    1 for anything else. The checker shares no code with the encodings and uses no solver.
    """
    files.require_one_stdin(options.inputs(puzzle, solution))
    task = options.task(puzzle)
    board, clues = task.puzzle, task.clues
    placements = files.read_solution(solution, board)
    report = hold(board, placements, clues)
    console.out(_told(board, placements, report))
    if rules:
        names = violated_rules(task, placements)
        console.line("rules: " + (", ".join(names) if names else "none is broken"))
    if not report.solved:
        raise typer.Exit(exit_status.UNANSWERED)


def _told(puzzle: Puzzle, solution: Solution, report: Report) -> str:
    lines = [_verdict(puzzle, solution, report)]
    lines += [f"  {violation.condition.value}: {violation.text}" for violation in report.violations]
    lines.append(f"score: {report.matched} of {report.diamonds} diamonds")
    return "\n".join(lines) + "\n"


def _verdict(puzzle: Puzzle, solution: Solution, report: Report) -> str:
    if report.solved:
        return "solved"
    broken = len(report.violations)
    found = f"{broken} condition{'s' * (broken != 1)} broken" if broken else "nothing broken"
    placed = f"{len(solution)} of {len(puzzle.tiles)} tiles placed"
    return f"not solved: {placed}, {found}" if report.missing else f"not solved: {found}"
