"""`edgeasp check`."""

from __future__ import annotations

import shlex
from enum import Enum

import typer

from edgeasp.cli import check_summary, console, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, known
from edgeasp.puzzle.card import make_card
from edgeasp.search.ground import violated_rules

EPILOG = examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
    "edgeasp check board.url --format json",
)


class CheckFormat(Enum):
    """The form of the verdict."""

    TEXT = "text"
    JSON = "json"


@shared_options.with_groups
def check(
    puzzle: shared_options.PuzzleFile,
    solution: str | None = typer.Argument(
        None,
        metavar="SOLUTION",
        help="A .sol, complete or partial, or any other board; - for standard input. Not needed if PUZZLE is a board.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    rules: bool = output_option(False, "--rules", help="Also list the named rules of the encoding that are violated."),
    form: CheckFormat = output_option(CheckFormat.TEXT, "--format", help="How to print it."),
) -> None:
    """Check a solution of a puzzle, list violated conditions, and print the score.

    The score is the number of inner diamonds whose two sides have the same colour. A link or another board alone is
    checked as well, and gets a card: which puzzle it is, its tiles, mismatches, frame and official clues. Squares are
    named as on the board of Eternity II, rows A, B, ... and columns from 1. The exit status is 0 for a solution and 1
    for anything else. The checker shares no code with the encodings and uses no solver.
    """
    files.require_one_stdin(options.inputs(puzzle, solution))
    found = options.document(puzzle, partial=solution is None)
    task = options.task_of(puzzle, found)
    board = task.puzzle
    if solution is not None:
        placements = options.board(solution, board, repeats=True)
    elif found.format.is_board:
        placements = found.document.placements
    else:
        name = files.shown_name(puzzle)
        raise typer.BadParameter(f"expected one, since {name} is no board", param_hint="SOLUTION")
    card = make_card(board, placements, task.clues, known.published(board))
    names = violated_rules(task, placements) if rules else None
    if form is CheckFormat.JSON:
        source = files.shown_name(puzzle), files.shown_name(solution) if solution else None
        console.out(check_summary.json_text(check_summary.record(card, source, names)))
    else:
        console.lines(check_summary.text(card, names, console.width(), with_card=solution is None or card.official))
    if not card.report.solved:
        if solution is not None and form is not CheckFormat.JSON:
            console.flush()
            console.note(f"what next: edgeasp hint {_argument(puzzle, 'PUZZLE')} {_argument(solution, 'BOARD')}")
        raise typer.Exit(exit_status.UNANSWERED)


def _argument(path: str, otherwise: str) -> str:
    """A file as an argument, or another word for a stream or an address."""
    return shlex.quote(path) if files.shown_name(path) == path else otherwise
