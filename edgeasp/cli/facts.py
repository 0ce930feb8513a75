"""`edgeasp facts`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import options
from edgeasp.cli.app import examples
from edgeasp.encoding import facts as class_facts

EPILOG = examples(
    "edgeasp facts puzzle.puz > facts.lp",
    "edgeasp facts puzzle.puz --clue corner.clue -o facts.lp",
    "edgeasp facts puzzle.puz --class-only | clingo - your-encoding.lp",
)


def facts(
    puzzle: options.PuzzleFile,
    clue: options.ClueFiles = None,
    signs: options.SignsFile = None,
    frame: options.Frame = None,
    source_format: options.From = None,
    sides: options.Sides = None,
    class_only: Annotated[
        bool,
        typer.Option(
            "--class-only",
            help="Leave out frame, signs and clues, which the class does not know.",
            rich_help_panel="Output",
        ),
    ] = False,
    output: options.OutputFile = None,
) -> None:
    """Print a puzzle as facts of the ASP class "Edge Matching".

    What the class does not know (the colour of the frame, signs, clues) follows in a section of its own.
    """
    options.require_writable(output)
    board, sources = options.load(puzzle, clue, signs, frame, source_format, sides)
    text = class_facts.write(board, options.agreed(board, sources), class_only=class_only)
    options.deliver(text, output)
