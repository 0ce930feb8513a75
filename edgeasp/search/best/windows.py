"""Windows of a board: squares whose tiles lie as well as they can, which is proved, or can improve it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from edgeasp.puzzle.card import Windows
from edgeasp.puzzle.model import Grid
from edgeasp.search.best import settings
from edgeasp.search.best.filling import Filler
from edgeasp.search.best.layout import FREE, Ints, Layout
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import quoted

_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_LINES = "rows", "columns"


def parse(text: str, grid: Grid) -> tuple[str, ...]:
    """The kinds of windows that a text names, such as `4x4,rows`; an `OptionError` says which is none."""
    kinds = tuple(dict.fromkeys(text.lower().replace(" ", "").split(",")))
    for kind in kinds:
        size = _SIZE.fullmatch(kind)
        if size is None and kind not in (*_LINES, "around"):
            raise OptionError(f"expected windows such as 4x4, rows, columns or around, found {quoted(kind)}")
        if size and (int(size[1]) > grid.cols or int(size[2]) > grid.rows):
            raise OptionError(f"a window of {size[1]} x {size[2]} does not fit on {grid.cols} x {grid.rows} squares")
    return kinds


def squares_of(kind: str, layout: Layout, board: Ints) -> list[tuple[int, ...]]:
    """The windows of a kind, each as the squares in it that hold no clue."""
    cols, rows = layout.puzzle.cols, layout.puzzle.rows
    number = np.arange(cols * rows).reshape(rows, cols)
    if kind == "around":
        distances = [
            np.minimum(*(abs(number // cols - one // cols) + abs(number % cols - one % cols) for one in pair[:2]))
            for pair in layout.pairs[layout.mismatched(board)].tolist()
        ]
        whole = [number[distance <= settings.AROUND] for distance in distances]
    else:
        size = _SIZE.fullmatch(kind)
        across, down = (int(size[1]), int(size[2])) if size else (cols, 1) if kind == "rows" else (1, rows)
        corners = [(top, left) for top in range(rows - down + 1) for left in range(cols - across + 1)]
        whole = [number[top : top + down, left : left + across] for top, left in corners]
    return [tuple(square for square in window.ravel().tolist() if square not in layout.pinned) for window in whole]


class WindowProof:
    """Proves windows of a board, and improves it where one can be.

    Attributes:
        board: the board, the best one so far.
        windows: what is proved, by kind.
    """

    def __init__(self, layouts: Sequence[Layout], board: Ints, kinds: Sequence[str], check: Callable[[], None]) -> None:
        """Get ready; `layouts` are those that the board keeps, and `check` is called again and again."""
        self.board = board.copy()
        self._fillers, self._kinds = [Filler(layout, check) for layout in layouts], kinds
        self._known: set[bytes] = set()

    @property
    def windows(self) -> tuple[Windows, ...]:
        """The windows of each kind, with the number of those that are proved."""
        number = [self._windows(kind) for kind in self._kinds]
        proved = [sum(self._key(window) in self._known for window in windows) for windows in number]
        return tuple(
            Windows(kind, len(all_), done) for kind, all_, done in zip(self._kinds, number, proved, strict=True)
        )

    def run(self) -> Iterator[Ints]:
        """Prove all windows, the easy ones first; give each better board, whose windows are proved again."""
        effort = settings.WINDOW_NODES
        while left := [window for window in self._every() if self._key(window) not in self._known]:
            for window in left:
                better = self._tried(window, effort)
                if better is not None:
                    self.board, effort = better, settings.WINDOW_NODES
                    yield better.copy()
                    break
            else:
                effort *= settings.WINDOW_GROWTH

    def _windows(self, kind: str) -> list[tuple[int, ...]]:
        return squares_of(kind, self._fillers[0].layout, self.board)

    def _every(self) -> Iterator[tuple[int, ...]]:
        for kind in self._kinds:
            yield from self._windows(kind)

    def _key(self, window: tuple[int, ...]) -> bytes:
        """A window with what lies in it and around it: more does not matter."""
        squares = np.array(window, np.int32)
        around = self._fillers[0].layout.neighbours[squares]
        return squares.tobytes() + self.board[squares].tobytes() + self.board[around].tobytes()

    def _tried(self, window: tuple[int, ...], effort: int) -> Ints | None:
        """A better board by a window; None if there is none, which is then known, or none was found."""
        layout = self._fillers[0].layout
        rest = self.board.copy()
        rest[list(window)] = FREE
        mismatches = int(layout.mismatched(self.board).sum() - layout.mismatched(rest).sum())
        exhausted = True
        for filler in self._fillers if mismatches else ():
            filled = filler.fill(rest, window, mismatches - 1, effort)
            if filled.board is not None:
                return filled.board
            exhausted = exhausted and filled.exhausted
        if exhausted:
            self._known.add(self._key(window))
        return None
