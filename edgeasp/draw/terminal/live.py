"""A board for `--watch`, as large as fits."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal import board_text
from edgeasp.draw.terminal.boxes import blocks
from edgeasp.draw.terminal.cells import DIM, text
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.puzzle.model import Puzzle, Side, Solution

_HALF = "▀"


def board(
    puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool, mismatches: bool = False
) -> Text | None:
    """The largest form of a board that fits, perhaps with its mismatches marked; None if none does."""
    for form in _forms(puzzle, solution, width, height, colour=colour, mismatches=mismatches):
        lines = form.plain.split("\n")
        if len(lines) <= height and max(map(len, lines)) <= width:
            return form
    return None


def _forms(
    puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool, mismatches: bool
) -> Iterator[Text]:
    if not colour and 2 * puzzle.rows < height:
        yield board_text.board(puzzle, solution, width)
    if colour:
        for across, down in board_text.BLOCKS:
            if puzzle.cols * across <= width and puzzle.rows * down <= height:
                form = blocks(board_view(puzzle, solution), across, down, DrawStyle(colour=True, mismatches=mismatches))
                yield Text("\n").join(map(text, form.cells(range(puzzle.cols))))
    yield mosaic(puzzle, solution, colour=colour)


def mosaic(puzzle: Puzzle, solution: Solution, *, colour: bool) -> Text:
    """One line per row and two columns per square: north over west, east over south; without colour, # for a tile."""
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}
    mosaic = Text()
    for square in puzzle.squares():
        if square.col == 0 and square.row:
            mosaic.append("\n")
        sides = shown.get(square)
        if sides is None:
            mosaic.append("· ", style=DIM)
        elif colour:
            mosaic.append(_HALF, style=f"{rgb(sides[Side.NORTH])} on {rgb(sides[Side.WEST])}")
            mosaic.append(_HALF, style=f"{rgb(sides[Side.EAST])} on {rgb(sides[Side.SOUTH])}")
        else:
            mosaic.append("# ")
    return mosaic
