"""The bounds of a line against every way to fill it."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import Puzzle, Side, Solution
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.lines import NEVER, Line, bounds
from tests.support import boards
from tests.support.best import random_puzzle


def own_cost(layout: Layout, board: list[int], square: int, placement: int) -> int:
    """The mismatches of a placement with the tiles that lie around it."""
    cost = 0
    for side in Side:
        other = int(layout.neighbours[square, side])
        if other >= 0 and board[other] != FREE:
            cost += layout.sides_list[placement][side] != layout.sides_list[board[other]][side.opposite]
    return cost


def by_brute_force(
    layout: Layout, line: Line, board: list[int], allowed: list[Flags]
) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """For each square the least number of mismatches by placement, where there is any way at all.

    First if a tile may be used again and again, then if it may not.

    Args:
        layout: the layout.
        line: the line.
        board: a board.
        allowed: for each square of the line the placements.
    """
    side, back = line.side, line.side.opposite
    repeated, once = ([dict[int, int]() for _ in line.squares] for _ in range(2))
    own = [
        {each: own_cost(layout, board, square, each) for each in np.flatnonzero(mine).tolist()}
        for square, mine in zip(line.squares, allowed, strict=True)
    ]
    meets = [layout.neighbours[one, side] == other for one, other in pairwise(line.squares)]
    sides, tile = layout.sides_list, layout.tile_list
    for filling in product(*own):
        cost = sum(costs[each] for costs, each in zip(own, filling, strict=True))
        for meet, (one, other) in zip(meets, pairwise(filling), strict=True):
            cost += meet and sides[one][side] != sides[other][back]
        unlike = len({tile[each] for each in filling}) == len(filling)
        for found in (repeated, once) if unlike else (repeated,):
            for least, each in zip(found, filling, strict=True):
                least[each] = min(cost, least.get(each, NEVER))
    return repeated, once


CASES: list[tuple[Puzzle, Solution]] = [
    (puzzle, Solution(tuple(boards.cut_up(4, 3, 2)[1].placements[:number])))
    for puzzle in (boards.cut_up(4, 3, 2)[0],)
    for number in (0, 1, 6)
] + [(random_puzzle(seed, 3, 4, 3, framed=seed < 2), Solution()) for seed in range(4)]


@st.composite
def lines(draw: st.DrawFn) -> tuple[Layout, Line, Ints, Flags, Flags | None]:
    """A row or a column, perhaps with gaps, of boards on which some other squares hold tiles, the same on each."""
    puzzle, clues = draw(st.sampled_from(CASES))
    layout = Layout(puzzle, clues, puzzle.framed)
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    across = draw(st.booleans())
    number = draw(st.integers(0, (puzzle.rows if across else puzzle.cols) - 1))
    squares = [index for index, square in enumerate(layout.squares) if (square.row if across else square.col) == number]
    free = [square for square in squares if square not in layout.pinned and rng.random() < 0.85][:3]
    free = free or [next(square for square in range(len(layout.squares)) if square not in layout.pinned)]
    filled = [square for square in range(len(layout.squares)) if square not in free and rng.random() < 0.65]
    filled = sorted({*filled, *layout.pinned})
    boards_, used = [], []
    for _ in range(2):
        board = layout.board(clues)
        tiles = [each for each in rng.permutation(len(puzzle.tiles)) if each not in {clue.tile for clue in clues}]
        for square in filled:
            if square not in layout.pinned:
                board[square] = rng.choice(np.flatnonzero(layout.tile == tiles.pop()))
        boards_.append(board)
        used.append(np.isin(range(len(puzzle.tiles)), layout.tile[board[board != FREE]]))
    offered = rng.random((2, len(puzzle.tiles))) < 0.7 if draw(st.booleans()) else None
    line = Line(tuple(free), Side.EAST if across else Side.SOUTH)
    return layout, line, np.array(boards_), np.array(used), offered


@given(lines())
def test_bounds_are_exact_but_for_tiles_that_are_used_twice(
    case: tuple[Layout, Line, Ints, Flags, Flags | None],
) -> None:
    layout, line, many, used, offered = case
    found = bounds(layout, line, many, used, offered)
    beside = {int(other) for square in layout.pinned for other in layout.neighbours[square]}
    for index, board in enumerate(many):
        unused = ~used[index]
        allowed = [
            layout.fits[square]
            & (unused if offered is None or square in beside else unused & offered[index])[layout.tile]
            for square in line.squares
        ]
        repeated, once = by_brute_force(layout, line, board.tolist(), allowed)
        for bound, wanted in zip(found, repeated, strict=True):
            assert {each: cost for each, cost in enumerate(bound[index].tolist()) if cost < NEVER} == wanted
        for bound, wanted in zip(found, once, strict=True):
            assert all(bound[index, each] <= cost for each, cost in wanted.items())


def test_a_gap_parts_a_line() -> None:
    """The clue lies in between, so the squares on both sides meet it, and not one another."""
    puzzle, solution = boards.cut_up(3, 3, 9)
    west, middle, east = (each for each in solution if each.square.row == 1)
    layout = Layout(puzzle, Solution((middle,)))
    board = layout.board(layout.clues)
    used = np.isin(range(9), [middle.tile])
    left, right = bounds(layout, Line((3, 5), Side.EAST), board[None], used[None])
    [(_, there), (_, here)] = layout.numbered([west, east])
    assert (left[0, there], right[0, here]) == (0, 0)
    # A wrong tile on the left costs a mismatch there; it does not matter to the right.
    wrong = left[0][(left[0] < NEVER) & (left[0] > 0)]
    assert set(wrong.tolist()) == {1}
