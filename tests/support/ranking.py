"""The counting argument by which best boards are searched, worked out from a board, in plain Python."""

from __future__ import annotations

from collections import Counter
from math import lgamma, log

from edgeasp.puzzle.model import FRAME, Tile
from edgeasp.search.best.layout import FREE, Ints, Layout


def by_the_book(layout: Layout, board: Ints, before: Ints | None = None) -> float:
    """The number of mismatches that a partial board is expected to have when it is complete.

    How evenly colours are left is that of a board before, if there is one.
    """
    total, predicted = 0.0, float(layout.mismatched(board).sum())
    exact, left = _exact(layout), _left(layout, board)
    kinds = Counter(tile.sides.count(FRAME) if exact else 0 for tile in left)
    total += sum(lgamma(number + 1) for number in kinds.values()) + kinds[0] * log(4)
    outside = layout.neighbours < 0
    edges = 0
    for ring in (True, False):
        have = _have(layout, board, ring=ring)
        asked: Counter[int] = Counter()
        for square in range(len(board)):
            for side in range(4):
                other = layout.neighbours[square, side]
                if board[square] != FREE or other < 0:
                    continue
                if (exact and bool((outside[square] & outside[other]).any())) != ring:
                    continue
                if board[other] != FREE:
                    asked[int(layout.sides[board[other], (side + 2) % 4])] += 1
                    edges += 1
                else:
                    edges += side in (1, 2)
        spare = {colour: max(0, number - asked[colour]) for colour, number in have.items()}
        lost = sum(max(0, number - have[colour]) for colour, number in asked.items())
        total += sum(_fall(number) - _fall(spare[colour]) for colour, number in have.items())
        total -= _fall(sum(have.values())) - _fall(sum(spare.values()))
        total += sum(map(_pairings, spare.values())) - _pairings(sum(spare.values()))
        predicted += lost
    have = _have(layout, board if before is None else before, ring=False)
    same = max(sum(number**2 for number in have.values()) / max(sum(have.values()), 1) ** 2, 1e-9)
    return predicted + _least(total, edges, log(max(1 / same - 1, 1e-9)))


def _exact(layout: Layout) -> bool:
    puzzle = layout.puzzle
    return layout.framed and puzzle.framed and puzzle.zeros == puzzle.grid.outside


def _left(layout: Layout, board: Ints) -> list[Tile]:
    """The tiles that are not on a board."""
    used = {int(layout.tile[placement]) for placement in board.tolist() if placement != FREE}
    return [tile for index, tile in enumerate(layout.puzzle.tiles) if index not in used]


def _have(layout: Layout, board: Ints, *, ring: bool) -> Counter[int]:
    """The sides of each colour on the tiles left, along the ring or elsewhere."""
    have: Counter[int] = Counter()
    exact = _exact(layout)
    for tile in _left(layout, board):
        for side, colour in enumerate(tile.sides):
            beside = FRAME in (tile.sides[side - 1], tile.sides[(side + 1) % 4])
            if (not exact and not ring) or (exact and colour != FRAME and beside == ring):
                have[layout.place[colour]] += 1
    return have


def _least(total: float, edges: int, gain: float) -> float:
    """The least b with total + ln C(edges, b) + b gain >= 0, interpolated; at most all edges."""
    if total >= 0:
        # Of boards that can do without mismatches, the one with more ways comes first.
        return -min(total, 1e3) * 1e-3
    before = total
    for number in range(1, edges + 1):
        after = total + _fall(edges) - _fall(number) - _fall(edges - number) + number * gain
        if after >= 0:
            return number - 1 - before / max(after - before, 1e-9)
        before = after
    return edges


def _fall(number: int) -> float:
    return lgamma(number + 1)


def _pairings(number: int) -> float:
    return number / 2 * log(2) + lgamma((number + 1) / 2) - lgamma(0.5)
