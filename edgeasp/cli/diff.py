"""The command diff: what changed between two boards."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.api.instance import Board
from edgeasp.api.plain import json_document
from edgeasp.cli import commands, shared_options
from edgeasp.cli.commands import examples
from edgeasp.cli.explain import MarkedOutput, deliver_marked
from edgeasp.formats import files
from edgeasp.system.errors import OptionError


@examples(
    "edgeasp diff puzzle.puz x.sol best.sol",
    "edgeasp diff puzzle.puz x.sol best.sol -o changes.svg",
    "edgeasp diff board.url board.url --format json",
)
@shared_options.with_groups
def diff(
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE", help="The puzzle, in any format; not needed if BEFORE is a link or shows its tiles."
        ),
    ],
    boards: Annotated[
        list[str],
        typer.Argument(metavar="BEFORE AFTER", help="Two boards of it, complete or partial.", show_default=False),
    ],
    options: shared_options.PuzzleOptions,
    wanted: MarkedOutput,
) -> None:
    """Say what changed between two boards of a puzzle, square by square.

    What cannot be seen is no difference: identical tiles may be exchanged, and the first board is turned as a whole so
    that most lies alike. The picture is the second board, with the squares marked that show another tile; a page has
    both. The exit status is 0 if the boards show the same, and 1 if not.
    """
    from edgeasp.api.diff import diff as changes_of

    first = len(boards) == 1
    if len(boards) > 2:
        raise OptionError(f"expected two boards, found {len(boards)}")
    to = wanted.chosen(options.inputs(puzzle, *boards))
    recognised = options.document(puzzle, partial=first)
    content = recognised.document.puzzle
    if first and not recognised.format.is_board:
        raise OptionError(f"{files.shown_name(puzzle)}: is no board: name two boards of it")
    solutions = [recognised.document.placements] if first else []
    solutions += [options.board(path, content) for path in boards]
    before, after = (Board(content, solution, recognised.clues) for solution in solutions)
    changes = changes_of(before, after)
    names = [files.shown_name(path) for path in ([puzzle] if first else []) + boards]
    head = {"puzzle": files.shown_name(puzzle), "before": names[0], "after": names[1]}
    shown = [(names[1], changes.board), (names[0], changes.before)]
    deliver_marked(to, changes.board, shown, changes.lines, names[1], lambda: json_document(changes, **head))
    if changes.squares:
        raise typer.Exit(commands.UNANSWERED)
