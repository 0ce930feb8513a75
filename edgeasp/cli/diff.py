"""The command diff: what changed between two boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, get_args

import typer

from edgeasp.api.instance import Board
from edgeasp.cli import commands, console, delivery, shared_options
from edgeasp.cli.commands import examples
from edgeasp.cli.explain import MarkedFormat
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files
from edgeasp.system.errors import OptionError


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffOptions:
    """Options on the form of the difference, and where it goes."""

    output: shared_options.OutputFile = None
    form: MarkedFormat | None = output_option(
        None,
        "--format",
        help="By the ending of FILE if not given: .txt, .json, .svg, .png, .html. A board at a terminal, or else text.",
    )


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
    wanted: DiffOptions,
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
    output = None if wanted.output == files.STDIN else wanted.output
    default: MarkedFormat = "board" if console.is_terminal() else "text"
    form = delivery.choose(get_args(MarkedFormat), wanted.form, output, default, ".json, .svg, .png, .html, .txt, .htm")
    inputs = options.inputs(puzzle, *boards)
    files.require_one_stdin(inputs)
    delivery.require_writable(output, None, inputs)
    recognised = options.document(puzzle, partial=first)
    content = recognised.document.puzzle
    if first and not recognised.format.is_board:
        raise OptionError(f"{files.shown_name(puzzle)}: is no board: name two boards of it")
    solutions = [recognised.document.placements] if first else []
    solutions += [options.board(path, content) for path in boards]
    before, after = (Board(content, solution, recognised.clues) for solution in solutions)
    changes = changes_of(before, after)
    names = [files.shown_name(path) for path in ([puzzle] if first else []) + boards]
    match form:
        case "board":
            delivery.print_board(changes.board, coordinates=True)
            for line in changes.lines:
                console.line(line)
        case "text":
            delivery.deliver_words("".join(f"{line}\n" for line in changes.lines), output)
        case "json":
            from edgeasp.api.plain import json_document

            head = {"puzzle": files.shown_name(puzzle), "before": names[0], "after": names[1]}
            delivery.deliver(delivery.json_text(json_document(changes, **head)), output)
        case _:
            from edgeasp.draw.view import DrawStyle

            shown = [(names[1], changes.board), (names[0], changes.before)]
            style = DrawStyle(coordinates=True)
            delivery.deliver(delivery.drawn(form, shown, names[1], changes.lines, style), output)
    if changes.squares:
        raise typer.Exit(commands.UNANSWERED)
