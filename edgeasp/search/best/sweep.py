"""The first board, by a matching; rows without mismatches, then columns with what is left.

The first board takes no search: by Hall's theorem (1935) there is a matching of tiles and squares, or some squares have
too few tiles between them, and augmenting paths find out which. So a puzzle whose tiles cannot fill the board is found
out at once, where a solver would try all ways to put too few pigeons into holes. Then, square by square, the tile that
matches best is laid.

A sweep fills the upper rows of a board without mismatches, then the columns of the rest, which take what is left.
Mismatches are cheapest where few tiles are left to choose from, so all are put off to the last rows; short columns
there let the search choose often. Where hardly a board can go on, mismatches come earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import Placement, Side
from edgeasp.search.best import settings
from edgeasp.search.best.crowd import Crowd, CrowdScan
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


@dataclass(frozen=True)
class Strip:
    """Squares that are filled one after the other.

    Attributes:
        text: its name.
        squares: by number.
        most: the mismatches that each may cost.
        width: the number of boards to keep.
    """

    text: str
    squares: tuple[int, ...]
    most: int
    width: int


def upper_rows(layout: Layout) -> int:
    """The number of rows that a sweep fills row by row."""
    rows, cols = layout.puzzle.rows, layout.puzzle.cols
    clued = any(square // cols >= rows - settings.LAST_ROWS for square in inner_clues(layout))
    return max(0, rows - (settings.LAST_ROWS_WITH_CLUES if clued else settings.LAST_ROWS))


def inner_clues(layout: Layout) -> list[int]:
    """The squares of clues that do not lie on the boundary."""
    return [square for square in layout.pinned if (layout.neighbours[square] >= 0).all()]


def sweep(scan: CrowdScan, board: Ints, width: int, seconds: float | None = None) -> Iterator[tuple[str, Crowd]]:
    """Extend a board to complete ones; give the crowd after each line, with what was filled.

    There are two endings. The second has one more row without mismatches; it costs little, as few boards get there.

    Args:
        scan: extends crowds.
        board: to begin with.
        width: the number of boards in the upper rows.
        seconds: that it may take: it becomes narrower if it is late; no limit if None.
    """
    layout = scan.layout
    upper = upper_rows(layout)
    top = _rows(layout, range(upper), width, upper)
    ending = _columns(layout, upper, width)
    pace = _Pace(seconds, [*top, *ending], board)
    crowd: Crowd | None = scan.start(board)
    for line in top:
        crowd = _filled(scan, crowd, line, pace) if crowd else None
        if crowd:
            yield line.text, crowd
    longer = _rows(layout, range(upper, upper + 1), width, upper + 1) + _columns(layout, upper + 1, width)
    clued = any(square // layout.puzzle.cols >= upper for square in inner_clues(layout))
    for lines in [ending, longer] if 0 < upper < layout.puzzle.rows - 2 and not clued else [ending]:
        last = crowd
        for line in lines:
            last = _filled(scan, last, line, pace) if last else None
            if last:
                yield line.text, last


def _rows(layout: Layout, rows: range, width: int, upper: int) -> list[Strip]:
    cols = layout.puzzle.cols
    return [Strip(f"row {row + 1} of {upper}", tuple(range(row * cols, (row + 1) * cols)), 0, width) for row in rows]


def _columns(layout: Layout, upper: int, width: int) -> list[Strip]:
    """The columns below the upper rows."""
    cols, rows = layout.puzzle.cols, layout.puzzle.rows
    last = settings.last_width(width, cols * rows)
    return [
        Strip(
            f"column {col + 1} of {cols}",
            tuple(range(upper * cols + col, rows * cols, cols)),
            2 if col >= cols - settings.LOOSE_COLUMNS else 1,
            last,
        )
        for col in range(cols)
    ]


def _filled(scan: CrowdScan, crowd: Crowd, line: Strip, pace: _Pace) -> Crowd | None:
    """A crowd with a line filled; None if that cannot be."""
    width = pace.width(line)
    for square in line.squares:
        if not crowd.free[square]:
            continue
        extended = scan.extend(crowd, square, width, line.most)
        for most in range(line.most + 1, 5):
            if extended is not None and len(extended) >= min(len(crowd), settings.THIN * width):
                break
            extended = scan.extend(crowd, square, width, most) or extended
        if extended is None:
            return None
        crowd = extended
    pace.done(line, width)
    # While its history is short, to trim it takes longer than to keep it.
    return crowd.trimmed(scan.xp) if crowd.length > settings.LONG_HISTORY else crowd


class _Pace:
    """The width of a sweep that ends in time."""

    def __init__(self, seconds: float | None, lines: list[Strip], board: Ints) -> None:
        self._seconds, self._begun, self._board = seconds, monotonic(), board
        self._left = sum(map(self._work, lines))
        self._done = 0.0

    def _work(self, line: Strip) -> float:
        return float(line.width * (1 + 2 * line.most) * (self._board[list(line.squares)] == FREE).sum())

    def width(self, line: Strip) -> int:
        """The number of boards for a line."""
        if self._seconds is None or not self._done:
            return line.width
        elapsed = monotonic() - self._begun
        needed = elapsed / self._done * self._left
        share = max(self._seconds - elapsed, 0.0) / max(needed, 1e-9)
        return max(min(line.width, settings.QUICK), int(line.width * min(1.0, share)))

    def done(self, line: Strip, width: int) -> None:
        """A line was filled."""
        work = self._work(line)
        self._left = max(0.0, self._left - work)
        self._done += work * width / line.width
