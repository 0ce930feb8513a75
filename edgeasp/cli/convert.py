"""`edgeasp convert` and `edgeasp formats`."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from edgeasp.cli import completion, console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import json_text
from edgeasp.cli.shared_options import Form, output_option, puzzle_option
from edgeasp.formats import files, recognition
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.files import Converted, choose_format, convert_board, save
from edgeasp.formats.files import convert as convert_puzzle
from edgeasp.system.errors import FormatError
from edgeasp.system.lines import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertOptions:
    """Options on the file that is read, and on what is made of it."""

    source_format: shared_options.From = None
    sides: shared_options.Sides = None
    size: shared_options.BoardSize = None
    to: str | None = output_option(
        None,
        "--to",
        metavar="FORMAT",
        help="The format to write. By the ending of OUT if not given, or else puz or sol.",
        autocompletion=completion.one_of(completion.formats),
    )
    puzzle: str | None = puzzle_option(None, "--puzzle", metavar="FILE", help="The puzzle of which IN is a solution.")
    puzzle_format: str | None = puzzle_option(
        None,
        "--puzzle-from",
        metavar="FORMAT",
        help="The format of that puzzle, if edgeasp does not recognise it.",
        autocompletion=completion.one_of(completion.puzzle_formats),
    )
    signs: shared_options.SignsFile = None
    frame: shared_options.Frame = None
    output: str | None = output_option(None, "-o", "--output", metavar="OUT", help="Write to OUT, whole or not at all.")


@examples(
    "edgeasp convert pieces.txt -o new.puz",
    "edgeasp convert pieces.txt --sides nswe --to heule > em.txt",
    "edgeasp convert puzzle.json -o new.puz",
    "edgeasp convert x.sol --puzzle puzzle.puz --to bucas",
    "edgeasp convert x.et2 --puzzle puzzle.puz -o new.sol",
)
@shared_options.with_groups
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A puzzle, or with --puzzle a solution, in any format; - for standard input."
        ),
    ],
    wanted: ConvertOptions,
) -> None:
    """Turn a puzzle or a solution from one format into another.

    `edgeasp formats` lists the formats. What the new one cannot express is refused or reported, never dropped
    silently. Clues that it cannot hold go into a .clue beside it, and the board of a link into a .sol.
    """
    files.require_one_stdin([source, wanted.puzzle, wanted.signs])
    files.require_other_file(wanted.output, [wanted.puzzle, wanted.signs])
    written = None if wanted.output == files.STDIN else wanted.output
    chosen = choose_format(wanted.to, written, solution=wanted.puzzle is not None, option="--to")
    form = wanted.source_format if wanted.puzzle is None else wanted.puzzle_format
    options = shared_options.PuzzleOptions(None, wanted.signs, wanted.frame, form, wanted.sides, wanted.size)
    if wanted.puzzle is None:
        document = options.document(source).document
    else:
        board = options.document(wanted.puzzle).document.puzzle
        document = Document(board, options.board(source, board, form=wanted.source_format))
    if isinstance(chosen, BoardFormat):
        if not document.placements:
            raise FormatError(f"{files.shown_name(source)}: holds no placements to write as {chosen.name}")
        delivery.deliver(convert_board(document.placements, document.puzzle, chosen), wanted.output)
        return
    if wanted.puzzle is not None and Feature.CLUES not in chosen.holds:
        names = ", ".join(form.name for form in recognition.boards())
        raise FormatError(f"the format {chosen.name} is for puzzles: a solution goes into {names}")
    _write(convert_puzzle(document, chosen), document, wanted.output)


def _write(converted: Converted, document: Document, output: str | None) -> None:
    """Write the text, and placements that the format cannot hold to a file beside it."""
    for note in converted.notes:
        console.note(note)
    number = len(converted.sidecar)
    what = f"{number} {plural(number, 'placement')}"
    if output is None or output == files.STDIN:
        if number:
            console.note(f"{what} left out: with -o FILE they are written to a file beside it")
        delivery.deliver(converted.text, output)
    elif beside := save(converted, document, output):
        console.note(f"{what} written to {beside}")


@dataclass(frozen=True, slots=True)
class FormatRecord:
    """A format."""

    name: Annotated[str, "Its name, for options such as `--from` and `--to`."]
    title: Annotated[str, "What it is, and who uses it."]
    endings: Annotated[tuple[str, ...], "Endings of names of files that suggest it, the preferred one first."]
    partial: Annotated[bool, "Whether it can hold a board with empty squares."]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatsRecord:
    """The object that `edgeasp formats --format json` prints."""

    schema: Annotated[Literal["edgeasp.formats"], "The name of this schema."] = "edgeasp.formats"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    puzzles: Annotated[tuple[FormatRecord, ...], "The formats of puzzles, some of which hold a board as well."]
    boards: Annotated[tuple[FormatRecord, ...], "The formats of solutions without the puzzle."]


@examples("edgeasp formats", "edgeasp convert pieces.txt --from udlr -o new.puz")
def formats(form: Form = "text") -> None:
    """List the formats of puzzles and of solutions."""
    if form == "json":
        console.out(json_text(_record()))
        return
    console.line("Puzzles:")
    for puzzle in recognition.puzzles():
        console.line(_row(puzzle))
    console.line("\nSolutions, complete or partial:")
    for board in recognition.boards():
        console.line(_row(board))


def _record() -> FormatsRecord:
    puzzles = (
        FormatRecord(form.name, form.title, form.suffixes, Feature.PARTIAL in form.holds)
        for form in recognition.puzzles()
    )
    boards = (FormatRecord(form.name, form.title, form.suffixes, form.partial) for form in recognition.boards())
    return FormatsRecord(puzzles=tuple(puzzles), boards=tuple(boards))


def _row(form: PuzzleFormat | BoardFormat) -> str:
    begin = f"  {form.name:<13} {' '.join(form.suffixes):<11} "
    text = form.title + ("" if form.write else " (read only)")
    return textwrap.fill(text, console.width(), initial_indent=begin, subsequent_indent=" " * len(begin))
