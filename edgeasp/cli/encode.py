"""Commands `facts` and `encode`."""

from __future__ import annotations

import typer

from edgeasp.cli import delivery, shared_options
from edgeasp.cli.commands import examples
from edgeasp.cli.shared_options import UserRulesOptions, encoding_option, output_option
from edgeasp.system.errors import OptionError
from edgeasp.system.writing import Content


@examples(
    "edgeasp facts puzzle.puz > facts.lp",
    "edgeasp facts puzzle.puz --clue corner.clue -o facts.lp",
    "edgeasp facts puzzle.puz --class-only | clingo - your-encoding.lp",
)
def facts(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    class_only: bool = output_option(
        "--class-only", "Omit frame, signs and clues, which the class does not have.", False
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Print a puzzle as facts of the class "Edge Matching".

    This benchmark class was used in the second ASP Competition (2009). Facts that it does not define (the frame colour,
    signs, clues) follow in a separate section.
    """
    delivery.require_writable(output, Content.PROGRAM, options.input_files(puzzle))
    from edgeasp.api.instance import Instance
    from edgeasp.api.instance import facts as facts_of

    task = options.make_task(puzzle)
    delivery.deliver(facts_of(Instance(task.puzzle, task.clues), class_only=class_only), output)


@examples(
    "edgeasp encode --encoding framed > program.lp",
    "edgeasp encode puzzle.puz -o program.lp",
    "edgeasp facts puzzle.puz | clingo - program.lp",
    "edgeasp encode puzzle.puz --add rules.lp > program.lp",
    "edgeasp encode --list",
)
def encode(
    puzzle: str | None = typer.Argument(
        None, metavar="[PUZZLE]", help="The puzzle to encode. Default: any framed puzzle without signs."
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    listing: bool = encoding_option("--list", "List variants, formulations and components.", False),
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions(),
    own: UserRulesOptions = UserRulesOptions(),
    output: shared_options.OutputFile = None,
) -> None:
    """Print the answer set program for a puzzle's facts.

    The program fits the puzzle as read with the options of the group "Puzzle". Pass the same options to edgeasp facts.
    """
    inputs = [puzzle, *options.input_files(), *own.input_files()]
    delivery.require_writable(output, Content.LINES if listing else Content.PROGRAM, inputs)
    from edgeasp.api.instance import components_text, encoding_text

    if listing:
        delivery.deliver_wrapped_text(components_text(), output)
        return
    rules = own.read_user_rules(encoding)
    if puzzle is None and options != shared_options.PuzzleOptions():
        raise OptionError("options for reading a puzzle need a PUZZLE")
    board = None if puzzle is None else options.read_document(puzzle).puzzle
    delivery.deliver(encoding_text(board, encoding.make_request(), rules), output)
