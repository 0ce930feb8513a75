"""`edgeasp formats`."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.delivery import json_text
from edgeasp.cli.shared_options import Form, ReportFormat
from edgeasp.formats import registry
from edgeasp.formats.document import BoardFormat, Feature, PuzzleFormat

EPILOG = examples("edgeasp formats", "edgeasp convert pieces.txt --from udlr -o new.puz")


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


def formats(form: Form = ReportFormat.TEXT) -> None:
    """List the formats of puzzles and of solutions."""
    if form is ReportFormat.JSON:
        console.out(json_text(_record()))
        return
    console.line("Puzzles:")
    for puzzle in registry.puzzles():
        console.line(_row(puzzle))
    console.line("\nSolutions, complete or partial:")
    for board in registry.boards():
        console.line(_row(board))


def _record() -> FormatsRecord:
    puzzles = (
        FormatRecord(each.name, each.title, each.suffixes, Feature.PARTIAL in each.holds) for each in registry.puzzles()
    )
    boards = (FormatRecord(each.name, each.title, each.suffixes, each.partial) for each in registry.boards())
    return FormatsRecord(puzzles=tuple(puzzles), boards=tuple(boards))


def _row(form: PuzzleFormat | BoardFormat) -> str:
    begin = f"  {form.name:<13} {' '.join(form.suffixes):<11} "
    text = form.title + ("" if form.write else " (read only)")
    return textwrap.fill(text, console.width(), initial_indent=begin, subsequent_indent=" " * len(begin))
