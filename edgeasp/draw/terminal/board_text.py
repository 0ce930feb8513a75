"""Boards and tiles as coloured text; without colour, the numbers are complete."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from rich.text import Text

from edgeasp.draw.palette import rgb
from edgeasp.draw.terminal.boxes import blocks, boxes, caption
from edgeasp.draw.terminal.cells import DIM, BoardForm, Cell, FormKind, TextStyle, blank, number, text, wedges
from edgeasp.draw.terminal.lattice import lattice, mismatch_list
from edgeasp.draw.view import BoardView, board_view
from edgeasp.puzzle.model import Puzzle, Sides, Solution

_BLOCKS = ((8, 4), (4, 2))
"""Columns and lines of a square without numbers; a character is about twice as high as wide."""


def board(
    puzzle: Puzzle, solution: Solution, width: int, style: TextStyle = TextStyle(), clues: Solution = Solution()
) -> Text:
    """A board of at most `width` columns, if necessary in parts one below the other.

    The form is boxes if they fit; otherwise blocks, in colour, or else a lattice with a list of the mismatches.

    Args:
        puzzle: the puzzle.
        solution: the placements.
        width: columns.
        style: the style.
        clues: the clues; their squares are marked.
    """
    shown = board_view(puzzle, solution, clues)
    margin = _margin(puzzle.rows) if style.coordinates else 0
    form = _form(shown, width - margin, style)
    across = form.fitting(width - margin)
    lines = []
    for start in range(0, puzzle.cols, across):
        cols = range(start, min(start + across, puzzle.cols))
        if len(cols) < puzzle.cols:
            lines += [Text()] * (start > 0) + [Text(f"columns {cols[0]} to {cols[-1]}", style=DIM)]
        part = form.lines(cols)
        lines += _with_coordinates(form, part, cols, puzzle.rows) if style.coordinates else part
    if form.kind is FormKind.LATTICE and style.mismatches:
        lines += mismatch_list(shown, width)
    if form.kind is FormKind.BLOCKS:
        lines += _paint_note(puzzle, width)
    return Text("\n").join(lines)


def tiles(puzzle: Puzzle, width: int, style: TextStyle = TextStyle()) -> Text:
    """The tiles of a puzzle in the order of its file, each with its number and its sign.

    Args:
        puzzle: the puzzle.
        width: columns.
        style: the style.
    """
    digits = _digits(puzzle)
    numbers = not style.colour or style.numbers is not False
    inner = max(2 * digits + 3, len(str(len(puzzle.tiles))) + 2) if numbers else max(4, len(str(len(puzzle.tiles))) + 1)
    across = max(1, (width + 3) // (inner + 3))
    rows = []
    for start in range(0, len(puzzle.tiles), across):
        shown = range(start, min(start + across, len(puzzle.tiles)))
        signs = {index: sign.value for index in shown if (sign := puzzle.tiles[index].sign)}
        rows.append(_spread(Text(f"{index}{signs.get(index, '')}".center(inner), style=DIM) for index in shown))
        squares = [_tile(puzzle.tiles[index].sides, inner, digits if numbers else None, style) for index in shown]
        rows += [_spread(text(cells[line]) for cells in squares) for line in range(len(squares[0]))]
        rows.append(Text())
    return Text("\n").join(rows[:-1])


def _tile(sides: Sides, inner: int, digits: int | None, style: TextStyle) -> list[list[Cell]]:
    height = 2 if digits is None else 3
    cells = wedges(sides, inner, height, ascii_only=style.ascii) if style.colour else blank(inner, height)
    if digits is not None:
        number(cells, sides, digits)
    return cells


def _spread(cells: Iterable[Text]) -> Text:
    line = Text("   ").join(cells)
    line.rstrip()
    return line


def _digits(puzzle: Puzzle) -> int:
    return len(str(max(colour for tile in puzzle.tiles for colour in tile.sides)))


def _form(shown: BoardView, width: int, style: TextStyle) -> BoardForm:
    """The first form that fits, or else one that is divided."""
    cols = shown.puzzle.cols
    digits = _digits(shown.puzzle)
    middle = max(len(caption(field, style)) for field in shown.fields)
    if style.colour and style.numbers is False:
        if style.tiles or style.turns:
            return boxes(shown, max(5, middle + 2), None, style)
        forms = [blocks(shown, *size, style) for size in _BLOCKS]
        return next((form for form in forms if form.width(cols) <= width), forms[-1])
    # With or without a space on both sides of the caption.
    forms = [boxes(shown, 2 * digits + room + max(1, middle), digits, style) for room in (2, 0)]
    for form in forms:
        if form.width(cols) <= width:
            return form
    if style.tiles or style.turns:
        return forms[-1]
    if style.colour and style.numbers is None:
        return blocks(shown, *_BLOCKS[-1], style)
    return lattice(shown, digits, style)


def _paint_note(puzzle: Puzzle, width: int) -> list[Text]:
    """A note for a board without numbers that has more colours than paints."""
    colours = {colour for tile in puzzle.tiles for colour in tile.sides}
    paints = {rgb(colour) for colour in colours}
    if len(paints) == len(colours):
        return []
    note = f"{len(colours)} colours, of which some look alike: only their numbers distinguish them"
    return [Text(line, style=DIM) for line in textwrap.wrap(note, width)]


def _margin(rows: int) -> int:
    """The columns of the row numbers."""
    return len(str(rows - 1)) + 1


def _with_coordinates(form: BoardForm, lines: list[Text], cols: range, rows: int) -> list[Text]:
    """The lines with column numbers above, some left out if the squares are narrow, and row numbers beside."""
    margin = _margin(rows)
    every = 1 + len(str(cols[-1])) // form.pitch
    names = ((str(col) if col % every == 0 else "").center(form.pitch) for col in cols)
    head = " " * (margin + form.left) + "".join(names)
    numbered = [Text(head.rstrip(), style=DIM)]
    for index, line in enumerate(lines):
        row, rest = divmod(index - form.top, form.rhythm)
        name = str(row) if rest == 0 and 0 <= row < rows else ""
        numbered.append(Text.assemble((name.rjust(margin - 1) + " ", DIM), line))
    return numbered
