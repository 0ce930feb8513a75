"""Windows: a few squares of a complete board whose tiles are placed anew, as well as can be, again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import Side
from edgeasp.search.best import settings
from edgeasp.search.best.layout import FREE, Ints, Layout
from edgeasp.solvers.clingo.step import Step, StepEffort, best_filling

_SHAPES = ((3, 4), (4, 3), (2, 6), (6, 2), (4, 4), (2, 8), (8, 2), (3, 5), (5, 3))


def polish(
    layout: Layout, board: Ints, random: np.random.Generator, windows: int, check: Callable[[], None]
) -> Iterator[Ints]:
    """Walk from board to board by windows, and give each one that is better than all before."""
    current, least = board.copy(), int(layout.mismatched(board).sum())
    for _ in range(windows):
        check()
        wrong = layout.pairs[layout.mismatched(current)]
        if not len(wrong):
            return
        now = len(wrong)
        squares = _window(layout, wrong, random)
        uphill = now == least and random.random() < settings.UPHILL
        changed = _improved(layout, current, squares, uphill, int(random.integers(1, 2**31)))
        if changed is None:
            continue
        current = changed
        cost = int(layout.mismatched(current).sum())
        if cost < least:
            least = cost
            yield current.copy()


def _window(layout: Layout, wrong: NDArray[np.int32], random: np.random.Generator) -> list[int]:
    """Squares around a random mismatch: several mismatches, a rectangle, or a cluster."""
    one, other, _ = wrong[random.integers(len(wrong))]
    kind = random.random()
    free = [square not in layout.pinned for square in range(len(layout.squares))]
    if kind < 0.35:
        order = random.permutation(len(wrong))
        chosen: list[int] = []
        size = int(random.integers(10, 15))
        for index in order:
            for square in map(int, wrong[index, :2]):
                if free[square] and square not in chosen and len(chosen) < size:
                    chosen.append(square)
        return sorted(chosen)
    cols, rows = layout.puzzle.cols, layout.puzzle.rows
    if kind < 0.7:
        across, down = _SHAPES[random.integers(len(_SHAPES))]
        across, down = min(across, cols), min(down, rows)
        col, row = int(one) % cols, int(one) // cols
        left = int(np.clip(col - random.integers(across), 0, cols - across))
        top = int(np.clip(row - random.integers(down), 0, rows - down))
        return [y * cols + x for y in range(top, top + down) for x in range(left, left + across) if free[y * cols + x]]
    chosen = [int(one), int(other)]
    touched = set(map(int, wrong[:, :2].ravel()))
    size = int(random.integers(12, 15))
    while len(chosen) < min(size, len(free)):
        edge = [int(n) for square in chosen for n in layout.neighbours[square] if n >= 0 and int(n) not in chosen]
        weights = np.array([4.0 if square in touched else 1.0 for square in edge])
        chosen.append(edge[random.choice(len(edge), p=weights / weights.sum())])
    return sorted(square for square in chosen if free[square])


def _improved(layout: Layout, board: Ints, squares: list[int], uphill: bool, number: int) -> Ints | None:
    """The board with tiles of some squares placed anew, not worse, or by one mismatch if uphill; or None."""
    if len(squares) < 2:
        return None
    tiles = layout.tile[board[squares]]
    mine = np.isin(layout.tile, tiles)
    rest = board.copy()
    rest[squares] = FREE
    before = int(layout.mismatched(board).sum()) - int(layout.mismatched(rest).sum())
    if not before:
        return None
    candidates = [np.flatnonzero(layout.fits[square] & mine).tolist() for square in squares]
    step = replace(step_of(layout, rest, squares, candidates), most=before + uphill).trimmed()
    answer = best_filling(step, StepEffort(1 if uphill else 0, settings.POLISH_CONFLICTS, number))
    if not answer.placements:
        return None
    changed = rest
    changed[squares] = answer.placements[-1]
    return changed


def step_of(layout: Layout, board: Ints, squares: Sequence[int], candidates: Sequence[Sequence[int]]) -> Step:
    """The step that fills some squares of a board which are free there, with any number of mismatches."""
    place = {square: index for index, square in enumerate(squares)}
    links, known = [], []
    for index, square in enumerate(squares):
        for side in Side:
            other = int(layout.neighbours[square, side])
            if other < 0:
                continue
            if other in place:
                if side in (Side.EAST, Side.SOUTH):
                    links.append((index, place[other], side))
            elif board[other] != FREE:
                known.append((index, side, int(layout.sides[board[other], side.opposite])))
    tiles = tuple(tile for tile, _ in layout.placements)
    return Step(tiles, layout.sides_list, candidates, links, known, len(links) + len(known))
