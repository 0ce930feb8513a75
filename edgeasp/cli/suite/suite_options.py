"""What the commands on suites share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edgeasp.cli.shared_options import boards_option
from edgeasp.system.errors import OptionError

if TYPE_CHECKING:
    from edgeasp.batch.suite_boards import SuiteBoard

Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the suite.")]
Sizes = Annotated[
    str | None, boards_option("--sizes", metavar="LIST", help="Sizes such as 4-8 or 4,6,10x8; all if not given.")
]
Colours = Annotated[
    str | None,
    boards_option("--colours", metavar="LIST", help="Numbers of inner colours, such as 5-9,12; all if not given."),
]


def boards(folder: str, sizes: str | None, colours: str | None) -> list[SuiteBoard]:
    """The boards that the arguments name; there is at least one."""
    from edgeasp.batch import suite_boards

    wanted_sizes = None if sizes is None else suite_boards.parse_sizes(sizes)
    wanted_colours = None if colours is None else suite_boards.colour_numbers(colours)
    found = suite_boards.select(suite_boards.find_boards(Path(folder)), wanted_sizes, wanted_colours)
    if not found:
        raise OptionError(f"{folder}: no board has one of these sizes and numbers of colours")
    return found
