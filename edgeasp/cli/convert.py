"""`edgeasp convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, registry
from edgeasp.formats.conversion import Converted, convert_board
from edgeasp.formats.conversion import convert as convert_puzzle
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.puzzle.errors import FormatError, OutputError

EPILOG = examples(
    "edgeasp convert pieces.txt -o new.puz",
    "edgeasp convert pieces.txt --sides nswe --to heule > em.txt",
    "edgeasp convert puzzle.json -o new.puz",
    "edgeasp convert x.sol --puzzle puzzle.puz --to bucas",
    "edgeasp convert x.et2 --puzzle puzzle.puz -o new.sol",
)

Target = PuzzleFormat | BoardFormat


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
    to: str | None = typer.Option(
        None,
        "--to",
        metavar="FORMAT",
        help="The format to write. By the ending of OUT, or else puz or sol, if not given.",
    ),
    puzzle: str | None = typer.Option(None, "--puzzle", metavar="FILE", help="The puzzle of which IN is a solution."),
    puzzle_format: str | None = typer.Option(
        None, "--puzzle-from", metavar="FORMAT", help="The format of that puzzle, if it is not clear."
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
    target = _target(to, output, solution=puzzle is not None)
    if puzzle is None:
        document = (
            shared_options.PuzzleOptions(None, signs, frame, source_format, sides, size).document(source).document
        )
    else:
        options = shared_options.PuzzleOptions(None, signs, frame, puzzle_format, sides, size)
        board = options.document(puzzle).document.puzzle
        document = Document(board, options.board(source, board, form=source_format))
    if isinstance(target, BoardFormat):
        if not document.placements:
            raise FormatError(f"{files.shown_name(source)}: holds no placements to write as {target.name}")
        shared_options.deliver(convert_board(document.placements, document.puzzle, target), output)
        return
    if puzzle is not None and Feature.CLUES not in target.holds:
        names = ", ".join(each.name for each in registry.boards())
        raise FormatError(f"the format {target.name} is for puzzles: a solution goes into {names}")
    _write(convert_puzzle(document, target), document, output)


def _target(name: str | None, output: str | None, *, solution: bool) -> Target:
    """The format to write: by name, by the ending of the file, or edgeasp's own."""
    boards, puzzles = registry.boards(), registry.puzzles()
    everything: list[Target] = [*boards, *puzzles] if solution else [*puzzles, *boards]
    if name is not None:
        for each in everything:
            if each.name == name:
                return each
        names = ", ".join(dict.fromkeys(each.name for each in everything))
        raise FormatError(f"expected --to {names}, found {name!r}")
    if output is None or output == files.STDIN:
        return registry.SOL if solution else registry.PUZ
    suffix = Path(output).suffix.lower()
    fitting = {each.name: each for each in reversed(everything) if suffix in each.suffixes}
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        names = ", ".join(reversed(fitting))
        raise FormatError(f"{files.shown_name(output)}: several formats end in {suffix}: say which with --to ({names})")
    raise FormatError(f"{files.shown_name(output)}: no format ends in {suffix or 'nothing'!r}: say which with --to")


def _write(converted: Converted, document: Document, output: str | None) -> None:
    """Write the text, and placements that the format cannot hold to a file beside it."""
    for note in converted.notes:
        console.note(note)
    number = len(converted.sidecar)
    what = f"{number} placement{'s' * (number > 1)}"
    if not number or output is None or output == files.STDIN:
        if number:
            console.note(f"{what} left out: with -o FILE they are written to a file beside it")
        shared_options.deliver(converted.text, output)
        return
    path = str(Path(output).with_suffix(".sol" if number == len(document.puzzle.tiles) else ".clue"))
    text = registry.SOL.write(converted.sidecar, document.puzzle)
    if Path(path).exists() and files.read_text(path) != text:
        raise OutputError(f"{path}: exists with other content: it would hold {what} that {output} cannot")
    with files.writing(path) as write_sidecar, files.writing(output) as write:
        write_sidecar(text)
        write(converted.text)
    console.note(f"{what} written to {path}")
