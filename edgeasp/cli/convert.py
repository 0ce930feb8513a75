"""`edgeasp convert`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import completion, console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option, puzzle_option
from edgeasp.formats import files, registry
from edgeasp.formats.conversion import Converted, choose_format, convert_board, save
from edgeasp.formats.conversion import convert as convert_puzzle
from edgeasp.formats.document import BoardFormat, Document, Feature
from edgeasp.system.errors import FormatError

EPILOG = examples(
    "edgeasp convert pieces.txt -o new.puz",
    "edgeasp convert pieces.txt --sides nswe --to heule > em.txt",
    "edgeasp convert puzzle.json -o new.puz",
    "edgeasp convert x.sol --puzzle puzzle.puz --to bucas",
    "edgeasp convert x.et2 --puzzle puzzle.puz -o new.sol",
)


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A puzzle, or with --puzzle a solution, in any format; - for standard input."
        ),
    ],
    source_format: shared_options.From = None,
    sides: shared_options.Sides = None,
    size: shared_options.BoardSize = None,
    to: str | None = output_option(
        None,
        "--to",
        metavar="FORMAT",
        help="The format to write. By the ending of OUT if not given, or else puz or sol.",
        autocompletion=completion.one_of(completion.formats),
    ),
    puzzle: str | None = puzzle_option(None, "--puzzle", metavar="FILE", help="The puzzle of which IN is a solution."),
    puzzle_format: str | None = puzzle_option(
        None,
        "--puzzle-from",
        metavar="FORMAT",
        help="The format of that puzzle, if edgeasp does not recognise it.",
        autocompletion=completion.one_of(completion.puzzle_formats),
    ),
    signs: shared_options.SignsFile = None,
    frame: shared_options.Frame = None,
    output: str | None = output_option(
        None, "-o", "--output", metavar="OUT", help="Write to OUT, whole or not at all."
    ),
) -> None:
    """Turn a puzzle or a solution from one format into another.

    `edgeasp formats` lists the formats. What the new one cannot express is refused or reported, never dropped
    silently. Clues that it cannot hold go into a .clue beside it, and the board of a link into a .sol.
    """
    files.require_one_stdin([source, puzzle, signs])
    files.require_other_file(output, [puzzle, signs])
    written = None if output == files.STDIN else output
    chosen = choose_format(to, written, solution=puzzle is not None, option="--to")
    if puzzle is None:
        document = (
            shared_options.PuzzleOptions(None, signs, frame, source_format, sides, size).document(source).document
        )
    else:
        options = shared_options.PuzzleOptions(None, signs, frame, puzzle_format, sides, size)
        board = options.document(puzzle).document.puzzle
        document = Document(board, options.board(source, board, form=source_format))
    if isinstance(chosen, BoardFormat):
        if not document.placements:
            raise FormatError(f"{files.shown_name(source)}: holds no placements to write as {chosen.name}")
        delivery.deliver(convert_board(document.placements, document.puzzle, chosen), output)
        return
    if puzzle is not None and Feature.CLUES not in chosen.holds:
        names = ", ".join(each.name for each in registry.boards())
        raise FormatError(f"the format {chosen.name} is for puzzles: a solution goes into {names}")
    _write(convert_puzzle(document, chosen), document, output)


def _write(converted: Converted, document: Document, output: str | None) -> None:
    """Write the text, and placements that the format cannot hold to a file beside it."""
    for note in converted.notes:
        console.note(note)
    number = len(converted.sidecar)
    what = f"{number} placement{'s' * (number > 1)}"
    if output is None or output == files.STDIN:
        if number:
            console.note(f"{what} left out: with -o FILE they are written to a file beside it")
        delivery.deliver(converted.text, output)
    elif beside := save(converted, document, output):
        console.note(f"{what} written to {beside}")
