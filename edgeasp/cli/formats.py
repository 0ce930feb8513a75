"""`edgeasp formats`."""

from __future__ import annotations

import textwrap

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.formats import registry
from edgeasp.formats.document import BoardFormat, PuzzleFormat

EPILOG = examples("edgeasp formats", "edgeasp convert pieces.txt --from udlr -o new.puz")


def formats() -> None:
    """List the formats of puzzles and of solutions."""
    console.line("Puzzles:")
    for puzzle in registry.puzzles():
        console.line(_row(puzzle))
    console.line("\nSolutions, complete or partial:")
    for board in registry.boards():
        console.line(_row(board))


def _row(form: PuzzleFormat | BoardFormat) -> str:
    begin = f"  {form.name:<13} {' '.join(form.suffixes):<11} "
    text = form.title + ("" if form.write else " (read only)")
    return textwrap.fill(text, console.width(), initial_indent=begin, subsequent_indent=" " * len(begin))
