"""`edgeasp facts`."""

from __future__ import annotations

from edgeasp.cli import delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.encoding import facts as class_facts
from edgeasp.formats.endings import Content

EPILOG = examples(
    "edgeasp facts puzzle.puz > facts.lp",
    "edgeasp facts puzzle.puz --clue corner.clue -o facts.lp",
    "edgeasp facts puzzle.puz --class-only | clingo - your-encoding.lp",
)


@shared_options.with_groups
def facts(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    class_only: bool = output_option(
        False, "--class-only", help="Leave out frame, signs and clues, which the class lacks."
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Print a puzzle as facts of the ASP class "Edge Matching".

    What the class lacks (the colour of the frame, signs, clues) follows in a section of its own.
    """
    delivery.require_writable(output, Content.PROGRAM, options.inputs(puzzle))
    task = options.task(puzzle)
    text = class_facts.write(task.puzzle, task.clues, class_only=class_only)
    delivery.deliver(text, output)
