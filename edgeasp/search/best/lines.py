"""Lines of squares, as rows and columns: the least number of mismatches with which each candidate can be used.

The bound comes from dynamic programming along the line, for many boards at once. It disregards that no tile is used
twice, so it is a lower bound; candidates that exceed the allowed number never reach the solver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgeasp.puzzle.model import Side
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout

NEVER = 1000
"""The bound of a placement that is no candidate."""


@dataclass(frozen=True)
class Line:
    """Free squares in their order.

    Attributes:
        squares: by number.
        side: on which a square meets the next one, if it does; there may be gaps, where clues lie.
    """

    squares: tuple[int, ...]
    side: Side


def bounds(layout: Layout, line: Line, boards: Ints, used: Flags, offered: Flags | None = None) -> list[Ints]:
    """For each square of a line the least number of mismatches, by board and placement.

    Args:
        layout: the layout.
        line: squares that are free on all boards.
        boards: the placement on each square.
        used: which tiles each board has used.
        offered: which tiles may be used at all; None for all.
    """
    allowed = ~used if offered is None else ~used & offered
    # Whatever lies beside a clue takes any tile: few fit there.
    beside = {int(other) for square in layout.pinned for other in layout.neighbours[square]}
    own = [_own(layout, line, square, boards, ~used if square in beside else allowed) for square in line.squares]
    linked = [
        int(layout.neighbours[one, line.side]) == other
        for one, other in zip(line.squares, line.squares[1:], strict=False)
    ]
    forward = _pass(layout, own, linked, line.side)
    backward = _pass(layout, own[::-1], linked[::-1], line.side.opposite)[::-1]
    # Squares beyond a gap cost what they cost whatever lies here.
    return [np.minimum(one + other - each, NEVER) for one, other, each in zip(forward, backward, own, strict=True)]


def _own(layout: Layout, line: Line, square: int, boards: Ints, allowed: Flags) -> Ints:
    """The mismatches of each candidate with the tiles that lie around it."""
    cost = np.where(layout.fits[square] & allowed[:, layout.tile], 0, NEVER).astype(np.int16)
    for side in Side:
        other = layout.neighbours[square, side]
        if other >= 0 and boards[0, other] != FREE:
            asked = layout.sides[boards[:, other], side.opposite]
            cost += layout.sides[:, side] != asked[:, None]
    return np.minimum(cost, NEVER)


def _pass(layout: Layout, own: list[Ints], linked: list[bool], side: Side) -> list[Ints]:
    """The least cost of the squares up to each one, along the line."""
    shown, met = layout.sides[:, side], layout.sides[:, side.opposite]
    order = np.argsort(shown, kind="stable")
    present, starts = np.unique(shown[order], return_index=True)
    costs = [own[0]]
    for each, link in zip(own[1:], linked, strict=True):
        before = costs[-1]
        if not link:
            costs.append(np.minimum(each + before.min(axis=1, keepdims=True), NEVER))
            continue
        by_colour = np.full((len(before), len(layout.colours)), NEVER, np.int16)
        by_colour[:, present] = np.minimum.reduceat(before[:, order], starts, axis=1)
        by_colour = np.minimum(by_colour, by_colour.min(axis=1, keepdims=True) + 1)
        costs.append(np.minimum(each + by_colour[:, met], NEVER))
    return costs
