"""`edgeasp campaign new`."""

from __future__ import annotations

import shlex
from enum import Enum

from edgeasp.cli import completion, console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option, question_option, search_option
from edgeasp.solvers.clingo.options import CONFIGURATIONS, ClaspOptions
from edgeasp.system.errors import OptionError


class SplitOrder(Enum):
    """What is chosen first when the search is split."""

    OUTWARD = "outward"
    CORNERS = "corners"


EPILOG = examples(
    "edgeasp campaign new puzzle.puz -o campaign",
    "edgeasp campaign new puzzle.puz --clue corner.clue --count -o campaign",
    "edgeasp campaign new puzzle.puz --split corners -o campaign",
)


@shared_options.with_groups
def new(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    number: int = question_option(
        0,
        "-n",
        "--number",
        metavar="N|all",
        min=0,
        show_default=False,
        help="Find N solutions, or all. All if not given.",
    ),
    count: bool = question_option(False, "--count", help="Count all solutions without writing them."),
    up_to_rotation: bool = question_option(
        False, "--up-to-rotation", help="Of boards that are rotations of one another, take one."
    ),
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions(),
    seed: shared_options.Seed = 1,
    config: str = search_option(
        "auto",
        "--config",
        metavar="NAME",
        help=f"clasp's configuration: {', '.join(CONFIGURATIONS)}.",
        autocompletion=completion.one_of(lambda: [(name, "") for name in CONFIGURATIONS]),
    ),
    split: SplitOrder = search_option(
        SplitOrder.OUTWARD,
        "--split",
        help="By the colours of diamonds, those near the clues first; or first by what lies in the corners.",
    ),
    cubes: int = search_option(
        200, "--cubes", metavar="N", min=1, max=10**7, help="Make so many cubes before the first is searched."
    ),
    share: int = search_option(
        50_000, "--share", metavar="N", min=1, max=2**32 - 1, help="Split a cube again that takes N conflicts, or more."
    ),
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the campaign, new or empty."),
) -> None:
    """Make a campaign: say what is searched, and how it is split.

    Nothing is searched yet: edgeasp campaign run does that. The search is split into cubes, each of all boards on which
    some diamonds have certain colours. A cube that takes long is split again, so that no straggler decides when the
    campaign ends.
    """
    from edgeasp.batch.campaign import statement
    from edgeasp.batch.frontier import SplitPlan

    if config not in CONFIGURATIONS:
        raise OptionError(f"expected --config {', '.join(CONFIGURATIONS)}, found {config!r}")
    task = options.task(puzzle, encoding.request(), up_to_rotation=up_to_rotation)
    statement.write(
        output,
        task.puzzle,
        task.clues,
        encoding.request(),
        ClaspOptions(seed, configuration=config),
        SplitPlan(cubes, share, split.value),
        up_to_rotation=up_to_rotation,
        limit=number,
        counts=count,
    )
    size = f"{task.puzzle.cols} x {task.puzzle.rows} squares"
    console.note(f"{output}: {size}, nothing searched yet: edgeasp campaign run {shlex.quote(output)}")
