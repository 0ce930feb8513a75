"""`edgeasp suite generate`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import boards_option
from edgeasp.cli.suite import suite_options
from edgeasp.system.errors import OptionError

EPILOG = examples(
    "edgeasp suite generate boards --sizes 4-8 --boards 10",
    "edgeasp suite generate boards --sizes 6,8x5 --colours 5-9 --boards 3 --seed 7",
)


def generate(
    folder: suite_options.Folder,
    sizes: Annotated[str, boards_option("--sizes", metavar="LIST", help="Sizes such as 4-8 or 4,6,10x8.")],
    colours: str | None = boards_option(
        None,
        "--colours",
        metavar="LIST",
        help="Numbers of inner colours, such as 5-9,12; around the hardest number if not given.",
    ),
    around: int | None = boards_option(
        None,
        "--around",
        metavar="N",
        min=0,
        max=1000,
        help="Numbers of inner colours from N below to N above the hardest one; 1 if not given.",
    ),
    border_colours: int | None = boards_option(
        None,
        "--border-colours",
        metavar="N",
        min=1,
        help="Number of colours of the diamonds along the frame; the hardest number if not given.",
    ),
    boards: int = boards_option(10, "--boards", metavar="N", min=1, help="Boards of each size and number of colours."),
    distinct: bool = boards_option(False, "--distinct", help="No two tiles identical up to rotation."),
    seed: int = boards_option(1, "--seed", metavar="N", min=0, help="Seed of the random numbers."),
) -> None:
    """Generate framed boards with a planted solution, whose corner tile is a clue.

    Seed, size, colours and number determine a board, so a suite can be extended. Existing boards are kept.
    """
    from edgeasp.batch import suite_boards

    if colours is not None and around is not None:
        raise OptionError("--colours and --around exclude each other")
    numbers = None if colours is None else suite_boards.colour_numbers(colours)
    plan = suite_boards.SuitePlan(
        suite_boards.parse_sizes(sizes), boards, numbers, 1 if around is None else around, border_colours, distinct
    )
    made: Counter[str] = Counter()
    before: Counter[str] = Counter()
    for place, new in suite_boards.make(Path(folder), plan.recipes(), seed):
        (made if new else before)[place.cell] += 1
        if made[place.cell] + before[place.cell] == boards and not console.is_quiet():
            there = f", {before[place.cell]:,} existed" if before[place.cell] else ""
            console.line(f"{place.cell:<10} {_boards(made[place.cell])} made{there}")
    console.note(f"{_boards(made.total())} made in {folder}, {before.total():,} existed")


def _boards(number: int) -> str:
    return f"{number:,} board{'s' * (number != 1)}"
