"""Which tiles a line is offered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import FRAME, Puzzle, Side
from edgeasp.search.best.beam import Beam
from edgeasp.search.best.layout import FREE, Flags, Layout
from edgeasp.search.best.lines import NEVER, Line, bounds
from edgeasp.search.best.pool import Pool
from tests.support import boards
from tests.support.best import random_puzzle


def with_rows(layout: Layout, rows: int, many: int, seed: int) -> Beam:
    """Boards whose upper rows hold tiles that fit there, matching or not."""
    rng, cols = np.random.default_rng(seed), layout.puzzle.cols
    found = np.full((many, len(layout.squares)), FREE, np.int16)
    used = np.zeros((many, len(layout.puzzle.tiles)), np.bool_)
    for board, gone in zip(found, used, strict=True):
        for square in range(rows * cols):
            board[square] = rng.choice(np.flatnonzero(layout.fits[square] & ~gone[layout.tile]))
            gone[layout.tile[board[square]]] = True
    return Beam(found, used, np.zeros(many, np.int16), np.zeros(many))


def ways(layout: Layout, beam: Beam, number: int, squares: list[int], offered: Flags) -> float:
    """The number of ways to go on at a square of the line that the offered inner tiles leave, on average."""
    tiles = [layout.puzzle.tiles[each] for each in np.flatnonzero(offered & ~beam.used[number])]
    sides = [colour for tile in tiles if FRAME not in tile.sides for colour in tile.sides]
    have = {colour: sides.count(colour) for colour in layout.colours}
    same = sum((count / max(len(sides), 1)) ** 2 for count in have.values())
    logs = []
    for square in squares:
        if all(layout.neighbours[square] >= 0):
            above = beam.boards[number, layout.neighbours[square, Side.NORTH]]
            logs.append(np.log(max(have[layout.colours[layout.sides[above, Side.SOUTH]]], 0.3)))
    return float(same * np.exp(sum(logs) / max(len(logs), 1)))


PUZZLES = [random_puzzle(seed, 6, 6, 3 + seed, framed=seed < 3) for seed in range(4)]


@given(st.sampled_from(PUZZLES), st.integers(1, 3), st.sampled_from([0.8, 1.3, 1.8]), st.integers(0, 99))
def test_the_pool_leaves_enough_ways_or_all_tiles(puzzle: Puzzle, row: int, branching: float, seed: int) -> None:
    layout = Layout(puzzle, framed=puzzle.framed)
    rng = np.random.default_rng(seed)
    pool = Pool.choose(layout, rng)
    beam = with_rows(layout, row, 3, seed)
    squares = [*range(6 * row, 6 * row + 6)]
    offered = pool.offer(beam, squares, branching, rng)
    inner = np.array([FRAME not in tile.sides for tile in puzzle.tiles])
    # Tiles beside the frame are no question of the pool.
    assert offered[:, ~inner].all()
    for number in range(3):
        unused = inner & ~beam.used[number]
        enough = ways(layout, beam, number, squares, offered[number]) >= branching * (1 - 1e-9)
        assert enough or offered[number, unused].all()
    # What is handed on to clasp has no tile that is used already.
    for bound in bounds(layout, Line(tuple(squares), Side.EAST), beam.boards, beam.used, offered):
        which, placement = np.nonzero(bound < NEVER)
        assert not beam.used[which, layout.tile[placement]].any()
        assert offered[which, layout.tile[placement]].all()


@given(st.sampled_from(PUZZLES), st.integers(0, 99))
def test_more_ways_take_more_tiles(puzzle: Puzzle, seed: int) -> None:
    layout = Layout(puzzle, framed=puzzle.framed)
    pool = Pool.choose(layout, np.random.default_rng(seed))
    beam = with_rows(layout, 1, 3, seed)
    few, some, many = (
        pool.offer(beam, range(6, 12), branching, np.random.default_rng(seed)) for branching in (0.8, 1.3, 99.0)
    )
    assert (few <= some).all()
    assert (some <= many).all()
    assert few.sum() < many.sum()


@pytest.mark.parametrize("framed", [True, False])
def test_the_first_line_is_offered_most_of_the_border(framed: bool) -> None:
    puzzle = random_puzzle(5, 8, 8, 6, framed=framed)
    layout = Layout(puzzle, framed=framed)
    rng = np.random.default_rng(1)
    pool = Pool.choose(layout, rng)
    [offered] = pool.offer_rim(with_rows(layout, 0, 1, 1), rng)
    border = np.array([tile.sides.count(FRAME) == 1 for tile in puzzle.tiles])
    assert offered[~border].all()
    assert int(offered[border].sum()) == round(0.6 * int(border.sum()) + 0.49) * framed
    # There are enough of them for a line.
    assert not framed or offered[border].sum() >= puzzle.cols - 2


def test_the_colours_to_use_up_are_those_that_most_inner_tiles_lack() -> None:
    """Of twelve colours, three; here three are on the same few tiles, and so no other choice is as good."""
    puzzle, _ = boards.cut_up(6, 6, 9)
    chosen = [tile for tile in puzzle.tiles if FRAME not in tile.sides][:2]
    tiles = list(puzzle.tiles)
    for tile, sides in zip(chosen, [(10, 11, 12, 10), (11, 12, 10, 12)], strict=True):
        tiles[tiles.index(tile)] = type(tile)(sides)
    layout = Layout(Puzzle(6, 6, tuple(tiles)))
    pool = Pool.choose(layout, np.random.default_rng(1))
    assert [layout.colours[each] for each in pool.colours] == [10, 11, 12]


def test_a_puzzle_of_few_colours_has_none_to_use_up() -> None:
    layout = Layout(boards.cut_up(6, 6, 3)[0])
    rng = np.random.default_rng(1)
    pool = Pool.choose(layout, rng)
    assert pool.colours == ()
    assert pool.offer(with_rows(layout, 1, 2, 1), range(6, 12), 1.3, rng).shape == (2, 36)
