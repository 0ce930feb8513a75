"""`edgeasp suite`: one file a command."""

from __future__ import annotations

import typer

from edgeasp.cli.app import Command, Subgroup
from edgeasp.cli.suite import generate, solve, status

app = typer.Typer(cls=Subgroup, no_args_is_help=True, rich_markup_mode=None, add_completion=False)

for module, function in ((generate, generate.generate), (solve, solve.solve), (status, status.status)):
    app.command(cls=Command, epilog=module.EPILOG)(function)


@app.callback()
def suite() -> None:
    """Generate puzzles by size and colours, solve them in passes, see how far they are.

    A suite is a folder with boards in folders such as 8/12/board_1: size 8 x 8, 12 inner colours, number 1; a board of
    10 x 6 squares lies in 10x6/12/board_1. In there puzzle.puz is the puzzle, puzzle.clue what solutions have to keep,
    default_sol.sol the planted solution, sol_1.sol and so on are others, and done says that there are no more.
    """
