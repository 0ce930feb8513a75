"""Boards as a lattice of diamonds with colour numbers: the narrowest form with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from edgeasp.draw.terminal.boxes import has_mismatch
from edgeasp.draw.terminal.cells import (
    ALARM,
    BROKEN,
    DIM,
    MISMATCH,
    BoardForm,
    Cell,
    FormKind,
    TextStyle,
    marks,
    painted,
)
from edgeasp.draw.view import BoardView, Clash, Mismatch, SquareView
from edgeasp.puzzle.model import Side, Square

_WORDS = ("top", "right", "bottom", "left")


def lattice(view: BoardView, digits: int, style: TextStyle) -> BoardForm:
    """Each diamond once, with lines for the diamonds between two rows of squares.

    The middle and the top-left corner of a square have no diamond and hold marks.
    """

    def lines(cols: range) -> list[Text]:
        return list(_lines(view, cols, digits, style))

    return BoardForm(FormKind.LATTICE, left=digits, pitch=2 * digits, top=1, rhythm=2, lines=lines)


def mismatch_list(view: BoardView, width: int) -> list[Text]:
    """The mismatches, whose marks hide the numbers in the lattice: square, side, and both colours."""
    entries = [_entry(view, each) for each in view.clashing.values()]
    if not entries:
        return []
    pitch = max(map(len, entries)) + 3
    across = max(1, (width + 3) // pitch)
    rows = (entries[start : start + across] for start in range(0, len(entries), across))
    return [Text(), Text(f"{MISMATCH} column, row, side: colours")] + [
        Text("".join(entry.ljust(pitch) for entry in row).rstrip()) for row in rows
    ]


def _entry(view: BoardView, mismatch: Mismatch) -> str:
    square, side = mismatch.square, mismatch.side
    here, there = view.at[square], view.at.get(square.neighbour(side))
    parts = []
    for field, facing in ((here, side), (there, side.opposite)):
        if field is not None and field.sides is not None:
            sign = field.sign.value if mismatch.clash is Clash.SIGN and field.sign else ""
            parts.append(f"{field.sides[facing]}{sign}")
    return f"{square.col}, {square.row}, {_WORDS[side]}: {' '.join(parts)}"


def _lines(view: BoardView, cols: range, digits: int, style: TextStyle) -> Iterator[Text]:
    last = view.puzzle.rows - 1
    for row in range(view.puzzle.rows):
        above, level = Text(), Text()
        for col in cols:
            field = view.at[Square(col, row)]
            above += _slot(_corner(field, style), digits) + _diamond(view, field.square, Side.NORTH, digits, style)
            level += _diamond(view, field.square, Side.WEST, digits, style) + _slot(_middle(field, style), digits)
        yield above
        yield level + _diamond(view, Square(cols[-1], row), Side.EAST, digits, style)
    below = (_diamond(view, Square(col, last), Side.SOUTH, digits, style) for col in cols)
    yield Text().join(part for diamond in below for part in (Text(" " * digits), diamond))


def _diamond(view: BoardView, square: Square, side: Side, digits: int, style: TextStyle) -> Text:
    if style.mismatches and has_mismatch(view, square, side):
        return Text(MISMATCH * digits, style=ALARM)
    for field, facing in ((view.at.get(square), side), (view.at.get(square.neighbour(side)), side.opposite)):
        if field is not None and field.sides is not None:
            return _slot((str(field.sides[facing]), painted(field.sides[facing])), digits)
    return _slot((marks(style).empty, DIM), digits)


def _corner(field: SquareView, style: TextStyle) -> Cell:
    """The top-left corner of a square: the mark of a violation or of a clue."""
    if field.violations and style.mismatches:
        return BROKEN, ALARM
    return (marks(style).clue, "bold") if field.clue else ("", "")


def _middle(field: SquareView, style: TextStyle) -> Cell:
    if field.placement is None:
        return marks(style).empty, DIM
    return field.sign.value if field.sign else "", "bold"


def _slot(cell: Cell, digits: int) -> Text:
    return Text(cell[0].rjust(digits), style=cell[1])
