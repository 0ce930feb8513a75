"""A sweep: the upper rows of a board without mismatches, then the columns of the rest, which take what is left.

Mismatches are cheapest where few tiles are left to choose from, so all are put off to the last rows; short columns
there let the search choose often. Where hardly a board can go on, mismatches come earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from edgeasp.search.best import settings
from edgeasp.search.best.crowd import Crowd, Scan
from edgeasp.search.best.layout import FREE, Ints, Layout


@dataclass(frozen=True)
class Line:
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


def sweep(scan: Scan, board: Ints, width: int, seconds: float | None = None) -> Iterator[tuple[str, Crowd]]:
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


def _rows(layout: Layout, rows: range, width: int, upper: int) -> list[Line]:
    cols = layout.puzzle.cols
    return [Line(f"row {row + 1} of {upper}", tuple(range(row * cols, (row + 1) * cols)), 0, width) for row in rows]


def _columns(layout: Layout, upper: int, width: int) -> list[Line]:
    """The columns below the upper rows."""
    cols, rows = layout.puzzle.cols, layout.puzzle.rows
    last = settings.last_width(width)
    return [
        Line(
            f"column {col + 1} of {cols}",
            tuple(range(upper * cols + col, rows * cols, cols)),
            2 if col >= cols - settings.LOOSE_COLUMNS else 1,
            last,
        )
        for col in range(cols)
    ]


def _filled(scan: Scan, crowd: Crowd, line: Line, pace: _Pace) -> Crowd | None:
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
    return crowd.trimmed(scan.xp)


class _Pace:
    """How wide a sweep can be, so that it ends in time."""

    def __init__(self, seconds: float | None, lines: list[Line], board: Ints) -> None:
        self._seconds, self._begun, self._board = seconds, monotonic(), board
        self._left = sum(map(self._work, lines))
        self._done = 0.0

    def _work(self, line: Line) -> float:
        return float(line.width * (1 + 2 * line.most) * (self._board[list(line.squares)] == FREE).sum())

    def width(self, line: Line) -> int:
        """The number of boards for a line."""
        if self._seconds is None or not self._done:
            return line.width
        elapsed = monotonic() - self._begun
        needed = elapsed / self._done * self._left
        share = max(self._seconds - elapsed, 0.0) / max(needed, 1e-9)
        return max(min(line.width, settings.QUICK), int(line.width * min(1.0, share)))

    def done(self, line: Line, width: int) -> None:
        """A line was filled."""
        work = self._work(line)
        self._left = max(0.0, self._left - work)
        self._done += work * width / line.width
