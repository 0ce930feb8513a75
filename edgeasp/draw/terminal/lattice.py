"""Boards as a lattice of diamonds with colour numbers: the narrowest form with numbers."""

from __future__ import annotations

from rich.text import Text

from edgeasp.draw.terminal.cells import (
    ALARM,
    BROKEN,
    DIM,
    MISMATCH,
    NOTICE,
    POINTED_OUT,
    BoardForm,
    Cell,
    blank,
    marks,
    painted,
    squares,
    write,
)
from edgeasp.draw.view import BoardView, DrawStyle, Mismatch, SquareView
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.model import Side


def lattice(view: BoardView, digits: int, style: DrawStyle) -> BoardForm:
    """Each diamond once, with lines for the diamonds between two rows of squares.

    The middle and the top-left corner of a square have no diamond and hold marks.
    """

    def cells(cols: range) -> list[list[Cell]]:
        found = blank((2 * len(cols) + 1) * digits, 2 * view.puzzle.rows + 1)
        for field, line, col in squares(view, cols, 2, 2 * digits):
            north, east, south, west = (_diamond(view, field, side, digits, style) for side in Side)
            parts = (_corner(field, style), north), (west, _middle(field, digits, style), east), (("", ""), south)
            for down, part in enumerate(parts):
                for across, (text, look) in enumerate(part):
                    write(found, line + down, col + across * digits, text.rjust(digits), look)
        for row in found[::2]:
            del row[-digits:]
        return found

    return BoardForm(left=digits, pitch=2 * digits, top=1, rhythm=2, cells=cells)


def mismatch_list(view: BoardView, width: int) -> list[Text]:
    """The mismatches, whose marks hide the numbers in the lattice: square, side, and both colours."""
    entries = [_entry(view, each) for each in view.clashing.values()]
    if not entries:
        return []
    pitch = max(map(len, entries)) + 3
    across = max(1, (width + 3) // pitch)
    rows = (entries[start : start + across] for start in range(0, len(entries), across))
    return [Text(), Text(f"{MISMATCH} square, side: colours")] + [
        Text("".join(entry.ljust(pitch) for entry in row).rstrip()) for row in rows
    ]


def _entry(view: BoardView, mismatch: Mismatch) -> str:
    square, side = mismatch.square, mismatch.side
    here, there = view.fields[square], view.fields.get(square.neighbour(side))
    parts = []
    for field, facing in ((here, side), (there, side.opposite)):
        if field is not None and field.sides is not None:
            sign = field.sign.value if mismatch.condition is Condition.SIGN and field.sign else ""
            parts.append(f"{field.sides[facing]}{sign}")
    return f"{view.puzzle.place(square)} {side.word}: {' '.join(parts)}"


def _diamond(view: BoardView, field: SquareView, side: Side, digits: int, style: DrawStyle) -> Cell:
    if style.mismatches and view.has_mismatch(field.square, side):
        return MISMATCH * digits, ALARM
    for each, facing in ((field, side), (view.fields.get(field.square.neighbour(side)), side.opposite)):
        if each is not None and each.sides is not None:
            return str(each.sides[facing]), painted(each.sides[facing])
    return marks(style).empty, DIM


def _corner(field: SquareView, style: DrawStyle) -> Cell:
    """The top-left corner of a square: the mark of a violation, of a remark or of a clue."""
    if field.wrong and style.mismatches:
        return BROKEN, ALARM
    if field.pointed_out:
        return POINTED_OUT, NOTICE
    return (marks(style).clue, "bold") if field.clue else ("", "")


def _middle(field: SquareView, digits: int, style: DrawStyle) -> Cell:
    if field.placement is None:
        return field.label if 0 < len(field.label) <= digits else marks(style).empty, DIM
    return field.sign.value if field.sign else "", "bold"
