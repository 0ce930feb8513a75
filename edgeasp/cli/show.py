"""`edgeasp show`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp import files
from edgeasp.cli import options, say
from edgeasp.cli.app import examples
from edgeasp.puzzle import FRAME, Puzzle

EPILOG = examples(
    "edgeasp show puzzle.puz",
    "edgeasp show puzzle.puz puzzle.sol",
    "edgeasp solve puzzle.puz | edgeasp show puzzle.puz -",
)


def show(
    puzzle: options.PuzzleFile,
    solution: Annotated[
        str | None,
        typer.Argument(
            metavar="[SOLUTION]", help="A .sol, complete or partial; - for standard input.", show_default=False
        ),
    ] = None,
    signs: options.SignsFile = None,
    frame: options.Frame = None,
) -> None:
    """Show the tiles of a puzzle, or the board of a solution, with the colour of every side.

    Where the sides that meet differ, the board has an asterisk; a dot is an empty square.
    """
    from edgeasp.draw import terminal

    files.require_one_stdin([puzzle, solution, signs])
    board, _ = options.load(puzzle, None, signs, frame)
    if solution is None:
        say.line(_headline(board))
        say.line("")
        say.picture(terminal.tiles(board, say.width()))
    else:
        say.picture(terminal.board(board, files.read_solution(solution, board), say.width()))


def _headline(puzzle: Puzzle) -> str:
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}
    parts = [
        f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}",
        f"{len(puzzle.tiles)} tiles",
        f"{len(colours)} colours",
    ]
    signs = sum(tile.sign is not None for tile in puzzle.tiles)
    return ", ".join([*parts, *[f"{signs} signs"] * (signs > 0)])
