"""A board for `--watch`, as large as fits."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal import board_text
from edgeasp.draw.terminal.boxes import blocks
from edgeasp.draw.terminal.cells import DIM, TextStyle
from edgeasp.draw.view import board_view
from edgeasp.puzzle.model import Puzzle, Side, Solution

_HALF = "▀"
_BLOCKS = ((8, 4), (4, 2))
"""Columns and lines of a square."""


def board(puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool) -> Text | None:
    """The largest form of a board that fits; None if none does.

    Args:
        puzzle: the puzzle.
        solution: the placements.
        width: text columns available.
        height: lines available.
        colour: the terminal supports colours.
    """
    for form in _forms(puzzle, solution, width, height, colour=colour):
        lines = form.plain.split("\n")
        if len(lines) <= height and max(map(len, lines)) <= width:
            return form
    return None


def _forms(puzzle: Puzzle, solution: Solution, width: int, height: int, *, colour: bool) -> Iterator[Text]:
    if not colour and 2 * puzzle.rows < height:
        yield board_text.board(puzzle, solution, width)
    if colour:
        for across, down in _BLOCKS:
            if puzzle.cols * across <= width and puzzle.rows * down <= height:
                form = blocks(board_view(puzzle, solution), across, down, TextStyle(colour=True, mismatches=False))
                yield Text("\n").join(form.lines(range(puzzle.cols)))
    yield mosaic(puzzle, solution, colour=colour)


def mosaic(puzzle: Puzzle, solution: Solution, *, colour: bool) -> Text:
    """One line per row and two columns per square: north over west, east over south; without colour, # for a tile."""
    shown = {square: puzzle.sides(placement) for square, placement in solution.by_square().items()}
    text = Text()
    for square in puzzle.squares():
        if square.col == 0 and square.row:
            text.append("\n")
        sides = shown.get(square)
        if sides is None:
            text.append("· ", style=DIM)
        elif colour:
            text.append(_HALF, style=f"{rgb(sides[Side.NORTH])} on {rgb(sides[Side.WEST])}")
            text.append(_HALF, style=f"{rgb(sides[Side.EAST])} on {rgb(sides[Side.SOUTH])}")
        else:
            text.append("# ")
    return text
