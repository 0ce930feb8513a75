"""`edgeasp check`."""

from __future__ import annotations

import typer

from edgeasp.cli import check_summary, console, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, known
from edgeasp.puzzle.card import Card, make_card
from edgeasp.puzzle.checker import Condition
from edgeasp.search.ground import violated_rules

EPILOG = examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
    "edgeasp check puzzle.puz x.sol best.sol",
    "edgeasp check board.url --format json",
)


@shared_options.with_groups
def check(
    puzzle: shared_options.PuzzleFile,
    solutions: list[str] = typer.Argument(
        None,
        metavar="SOLUTION...",
        help="A .sol, complete or partial, or any other board; - for standard input; or several, or folders of .sol. "
        "Not needed if PUZZLE is a board.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    rules: bool = output_option(False, "--rules", help="Also list the named rules of the encoding that are violated."),
    form: shared_options.Form = shared_options.ReportFormat.TEXT,
) -> None:
    """Check a solution of a puzzle, list violated conditions, and print the score.

    The score is the number of inner diamonds whose two sides have the same colour. A link or another board alone is
    checked as well, and gets a card: which puzzle it is, its tiles, mismatches, frame and official clues. Squares are
    named as on the board of Eternity II, rows A, B, ... and columns from 1. The exit status is 0 if all are solutions
    and 1 for anything else. The checker shares no code with the encodings and uses no solver. Of several boards each
    gets a line, or as JSON an object in a line.
    """
    boards = [path for given in solutions or () for path in files.solution_files(given)]
    files.require_one_stdin(options.inputs(puzzle, *boards))
    found = options.document(puzzle, partial=not boards)
    task = options.task_of(puzzle, found)
    board = task.puzzle
    if not boards and not found.format.is_board:
        name = files.shown_name(puzzle)
        raise typer.BadParameter(f"expected one, since {name} is no board", param_hint="SOLUTION")
    published, solved = known.published(board), True
    several: list[str | None] = [*boards] or [None]
    for solution in several:
        placements = options.board(solution, board, repeats=True) if solution else found.document.placements
        card = make_card(board, placements, task.clues, published)
        names = violated_rules(task, placements) if rules else None
        if form is shared_options.ReportFormat.JSON:
            source = files.shown_name(puzzle), files.shown_name(solution) if solution else None
            record = check_summary.record(card, source, names)
            console.out(check_summary.json_text(record) if len(boards) < 2 else check_summary.json_line(record))
        elif solution and len(boards) > 1:
            console.line(f"{files.shown_name(solution)}: {check_summary.line(card, names)}")
        else:
            console.lines(check_summary.text(card, names, console.width(), with_card=not solution or card.official))
        solved = solved and card.report.solved
    if not solved:
        if len(boards) == 1 and form is not shared_options.ReportFormat.JSON:
            console.flush()
            console.note(f"what next: {_next(card, puzzle, boards[0], options)}")
        raise typer.Exit(exit_status.UNANSWERED)


def _next(card: Card, puzzle: str, board: str, options: shared_options.PuzzleOptions) -> str:
    """The command for a board that is no solution: to improve it where only diamonds are wrong, else to complete it."""
    placements = shared_options.argument(board, "BOARD")
    conditions = {violation.condition for violation in card.report.violations}
    if card.placed == len(card.puzzle.tiles) and conditions == {Condition.ADJOINING}:
        return f"edgeasp best {options.words(puzzle, '--start', placements)} -o better.sol"
    return f"edgeasp hint {options.words(puzzle, placements)}"
