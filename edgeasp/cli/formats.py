"""`edgeasp formats`."""

from __future__ import annotations

import textwrap

from edgeasp.cli import say
from edgeasp.cli.app import examples
from edgeasp.formats import registry
from edgeasp.formats.document import BoardFormat, PuzzleFormat

EPILOG = examples("edgeasp formats", "edgeasp convert pieces.txt --from udlr -o new.puz")


def formats() -> None:
    """List the formats of puzzles and of solutions that can be read and written."""
    say.line("Puzzles:")
    for puzzle in registry.puzzles():
        say.line(_row(puzzle))
    say.line("\nSolutions, complete or partial:")
    for board in registry.boards():
        say.line(_row(board))


def _row(form: PuzzleFormat | BoardFormat) -> str:
    begin = f"  {form.name:<13} {' '.join(form.suffixes):<11} "
    text = form.title + ("" if form.write else " (read only)")
    return textwrap.fill(text, say.width(), initial_indent=begin, subsequent_indent=" " * len(begin))
