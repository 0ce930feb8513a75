"""A first board: a tile for each square by a matching, then, square by square, the tile that matches best.

It takes no search: by Hall's theorem (1935) there is a matching, or some squares have too few tiles between them, and
augmenting paths find out which. So a puzzle whose tiles cannot fill the board is found out at once, where a solver
would try all ways to put too few pigeons into holes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import Placement, Side
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout

_Numbers = NDArray[np.int64]


def first_board(
    layout: Layout, start: Iterable[Placement], random: np.random.Generator, check: Callable[[], None]
) -> Ints | None:
    """All tiles laid around the clues and those of a start, and few mismatches; None if that cannot be.

    Args:
        layout: the layout.
        start: placements to keep.
        random: decides between tiles that match equally well.
        check: called for each square; an exception that it raises ends this.
    """
    board = layout.board((*layout.clues, *start))
    unused = np.ones(len(layout.zeros), np.bool_)
    unused[layout.tile[board[board != FREE]]] = False
    squares, tiles = np.flatnonzero(board == FREE), np.flatnonzero(unused)
    may = layout.fits_tile[np.ix_(squares, tiles)]
    tile_of = matching(may, check)
    if tile_of is None:
        return None
    square_of = np.argsort(tile_of)
    placements = np.flatnonzero(unused[layout.tile])
    sides, fits = layout.sides[placements], layout.fits[:, placements]
    # The tile of each placement, as a column of `may`.
    columns = np.searchsorted(tiles, layout.tile[placements])
    for row, square in enumerate(squares.tolist()):
        check()
        # A tile may come here if it lies on no square before, and the one that leaves may go where it came from.
        old = int(tile_of[row])
        holders = square_of[columns]
        able = np.flatnonzero(fits[square] & (holders >= row) & may[holders, old])
        matched = np.zeros(len(able), np.int64)
        for side in Side:
            other = int(layout.neighbours[square, side])
            if other >= 0 and board[other] != FREE:
                matched += sides[able, side] == layout.sides[board[other], side.opposite]
        chosen = int(random.choice(able[matched == matched.max()]))
        board[square] = placements[chosen]
        new, holder = int(columns[chosen]), int(holders[chosen])
        tile_of[holder], square_of[old] = old, holder
        tile_of[row], square_of[new] = new, row
    return board


def matching(may: Flags, check: Callable[[], None] = lambda: None) -> _Numbers | None:
    """For each row a column in which `may` is true, each column once; None if there are none such.

    Args:
        may: as many rows as columns.
        check: called for each row; an exception that it raises ends this.
    """
    size = len(may)
    column_of, row_of = np.full(size, -1), np.full(size, -1)
    # Rows with few columns to choose from come first.
    for row in np.argsort(may.sum(axis=1), kind="stable").tolist():
        check()
        end, came_from = _free_column(may, row, row_of)
        if end < 0:
            return None
        # Each row on the way passes its column on to the one before it.
        while end >= 0:
            giver = int(came_from[end])
            row_of[end] = giver
            column_of[giver], end = end, int(column_of[giver])
    return column_of


def _free_column(may: Flags, row: int, row_of: _Numbers) -> tuple[int, _Numbers]:
    """A column without a row that rows can make room for, breadth first, and from which row each column was reached.

    The column is -1 if there is none.
    """
    came_from = np.full(len(may), -1)
    waiting = [row]
    for current in waiting:
        columns = np.flatnonzero(may[current] & (came_from < 0))
        came_from[columns] = current
        free = columns[row_of[columns] < 0]
        if len(free):
            return int(free[0]), came_from
        waiting += row_of[columns].tolist()
    return -1, came_from
