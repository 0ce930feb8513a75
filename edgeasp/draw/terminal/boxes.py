"""Boards as boxes with lines between the squares, and as blocks of colour without lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from edgeasp.draw.terminal.cells import (
    ALARM,
    BROKEN,
    DIM,
    MISMATCH,
    BoardForm,
    Cell,
    FormKind,
    TextStyle,
    blank,
    marks,
    number,
    text,
    wedges,
    write,
)
from edgeasp.draw.view import BoardView, SquareView
from edgeasp.puzzle.model import Side, Square


def boxes(view: BoardView, inner: int, digits: int | None, style: TextStyle) -> BoardForm:
    """Boxes of `inner` columns and three lines, with lines between them.

    Args:
        view: the board.
        inner: columns of a box; at least twice `digits`, plus the caption in the middle.
        digits: the width of colour numbers; None to leave them out.
        style: the style.
    """

    def lines(cols: range) -> list[Text]:
        return [text(line) for line in _ruled(view, cols, inner, digits, style)]

    return BoardForm(FormKind.BOXES, left=1, pitch=inner + 1, top=2, rhythm=4, lines=lines)


def blocks(view: BoardView, width: int, height: int, style: TextStyle) -> BoardForm:
    """Blocks of `width` columns and `height` lines in the colours of each square."""

    def lines(cols: range) -> list[Text]:
        rows = []
        for row in range(view.puzzle.rows):
            squares = [_block(view, view.at[Square(col, row)], width, height, style) for col in cols]
            rows += [text([cell for cells in squares for cell in cells[line]]) for line in range(height)]
        return rows

    return BoardForm(FormKind.BLOCKS, left=0, pitch=width, top=(height - 1) // 2, rhythm=height, lines=lines)


def caption(field: SquareView, style: TextStyle) -> str:
    """The caption in the middle of a square: tile, sign and rotation, or the mark of an empty square."""
    if field.placement is None:
        return marks(style).empty
    tile = str(field.placement.tile) if style.tiles else ""
    turn = marks(style).turns[-field.placement.rot % 4] if style.turns else ""
    return tile + (field.sign.value if field.sign else "") + turn


def _ruled(view: BoardView, cols: range, inner: int, digits: int | None, style: TextStyle) -> Iterator[list[Cell]]:
    upright = marks(style).rules[1]
    for row in range(view.puzzle.rows):
        yield _rule(view, cols, row, inner, style)
        squares = [_box(view.at[Square(col, row)], inner, digits, style) for col in cols]
        for line in range(3):
            across: list[Cell] = [_crossing(view, Square(cols[0], row), Side.WEST, upright, style, line)]
            for col, cells in zip(cols, squares, strict=True):
                across += [*cells[line], _crossing(view, Square(col, row), Side.EAST, upright, style, line)]
            yield across
    yield _rule(view, cols, view.puzzle.rows, inner, style)


def _rule(view: BoardView, cols: range, row: int, inner: int, style: TextStyle) -> list[Cell]:
    """The line above a row of squares, or below the last row."""
    ends = marks(style).corners[0 if row == 0 else 2 if row == view.puzzle.rows else 1]
    level = marks(style).rules[0]
    middle = (inner - 1) // 2
    cells: list[Cell] = [(ends[0], DIM)]
    for col in cols:
        part = [(level, DIM)] * inner
        part[middle] = _crossing(view, Square(col, row), Side.NORTH, level, style)
        cells += [*part, (ends[1], DIM)]
    return [*cells[:-1], (ends[2], DIM)]


def _crossing(view: BoardView, square: Square, side: Side, rule: str, style: TextStyle, line: int = 1) -> Cell:
    """A character of the line along a side: the mark of a mismatch in its middle, if there is one."""
    return (MISMATCH, ALARM) if line == 1 and style.mismatches and has_mismatch(view, square, side) else (rule, DIM)


def has_mismatch(view: BoardView, square: Square, side: Side) -> bool:
    """Whether there is a mismatch on a side, stored for either of the two adjacent squares."""
    return (square, side) in view.clashing or (square.neighbour(side), side.opposite) in view.clashing


def _box(field: SquareView, inner: int, digits: int | None, style: TextStyle) -> list[list[Cell]]:
    cells = blank(inner, 3)
    if field.sides is not None:
        if style.colour:
            cells = wedges(field.sides, inner, 3, ascii_only=style.ascii)
        if digits is not None:
            number(cells, field.sides, digits)
    middle = caption(field, style)
    if middle:
        write(cells, 1, (inner - len(middle)) // 2, middle, DIM if field.placement is None else "bold")
    _corner(cells, field, style)
    return cells


def _block(view: BoardView, field: SquareView, width: int, height: int, style: TextStyle) -> list[list[Cell]]:
    if field.sides is None:
        cells = blank(width, height)
        write(cells, (height - 1) // 2, (width - 1) // 2, marks(style).empty, DIM)
    else:
        cells = wedges(field.sides, width, height, ascii_only=style.ascii)
        middle = (width - 1) // 2, height // 2
        places = ((0, middle[0]), (middle[1], width - 1), (height - 1, middle[0]), (middle[1], 0))
        for side, (line, col) in zip(Side, places, strict=True):
            if style.mismatches and has_mismatch(view, field.square, side):
                write(cells, line, col, MISMATCH, ALARM)
    _corner(cells, field, style)
    return cells


def _corner(cells: list[list[Cell]], field: SquareView, style: TextStyle) -> None:
    """Write the mark of a violation or of a clue."""
    if field.violations and style.mismatches:
        write(cells, 0, 0, BROKEN, ALARM)
    elif field.clue:
        write(cells, 0, 0, marks(style).clue, "bold #000000 on #ffffff")
