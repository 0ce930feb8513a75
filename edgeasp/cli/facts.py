"""`edgeasp facts`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp.cli import shared_options
from edgeasp.cli.app import examples
from edgeasp.encoding import facts as class_facts

EPILOG = examples(
    "edgeasp facts puzzle.puz > facts.lp",
    "edgeasp facts puzzle.puz --clue corner.clue -o facts.lp",
    "edgeasp facts puzzle.puz --class-only | clingo - your-encoding.lp",
)


def facts(
    puzzle: shared_options.PuzzleFile,
    clue: shared_options.ClueFiles = None,
    signs: shared_options.SignsFile = None,
    frame: shared_options.Frame = None,
    source_format: shared_options.From = None,
    sides: shared_options.Sides = None,
    class_only: Annotated[
        bool,
        typer.Option(
            "--class-only",
            help="Leave out frame, signs and clues, which the class does not know.",
            rich_help_panel="Output",
        ),
    ] = False,
    output: shared_options.OutputFile = None,
) -> None:
    """Print a puzzle as facts of the ASP class "Edge Matching".

    What the class does not know (the colour of the frame, signs, clues) follows in a section of its own.
    """
    shared_options.require_writable(output, [puzzle, signs, *(clue or [])])
    task = shared_options.read_task(shared_options.PuzzleOptions(puzzle, clue, signs, frame, source_format, sides))
    text = class_facts.write(task.puzzle, task.clues, class_only=class_only)
    shared_options.deliver(text, output)
