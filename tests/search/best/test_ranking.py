"""Predictions by difference, against the counting argument worked out from each board."""

from __future__ import annotations

from collections import Counter
from math import lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, Tile
from edgeasp.search.best import ranking
from edgeasp.search.best.beam import Beam, BeamSearch
from edgeasp.search.best.layout import FREE, BoardLayout, Ints
from edgeasp.system.limits import FOREVER
from tests.support import boards
from tests.support.best import random_puzzle
from tests.support.lanes import few_examples

# ---- counting argument, in plain Python ----


def by_the_book(layout: BoardLayout, board: Ints, before: Ints | None = None) -> float:
    """The number of mismatches that a partial board is expected to have when it is complete.

    How evenly colours are left is that of a board before, if there is one.
    """
    total, predicted = 0.0, float(layout.mismatched(board).sum())
    exact, left = is_exact(layout), tiles_left(layout, board)
    kinds = Counter(tile.sides.count(FRAME) if exact else 0 for tile in left)
    total += sum(lgamma(number + 1) for number in kinds.values()) + kinds[0] * log(4)
    outside = layout.neighbours < 0
    edges = 0
    for ring in (True, False):
        have = sides_left(layout, board, ring=ring)
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
        total += sum(log_factorial(number) - log_factorial(spare[colour]) for colour, number in have.items())
        total -= log_factorial(sum(have.values())) - log_factorial(sum(spare.values()))
        total += sum(map(log_pairings, spare.values())) - log_pairings(sum(spare.values()))
        predicted += lost
    have = sides_left(layout, board if before is None else before, ring=False)
    same = max(sum(number**2 for number in have.values()) / max(sum(have.values()), 1) ** 2, 1e-9)
    return predicted + least_mismatches(total, edges, log(max(1 / same - 1, 1e-9)))


def is_exact(layout: BoardLayout) -> bool:
    puzzle = layout.puzzle
    return layout.framed and puzzle.framed and puzzle.zeros == puzzle.grid.outside


def tiles_left(layout: BoardLayout, board: Ints) -> list[Tile]:
    """The tiles that are not on a board."""
    used = {int(layout.tile[placement]) for placement in board.tolist() if placement != FREE}
    return [tile for index, tile in enumerate(layout.puzzle.tiles) if index not in used]


def sides_left(layout: BoardLayout, board: Ints, *, ring: bool) -> Counter[int]:
    """The sides of each colour on the tiles left, along the ring or elsewhere."""
    have: Counter[int] = Counter()
    exact = is_exact(layout)
    for tile in tiles_left(layout, board):
        for side, colour in enumerate(tile.sides):
            beside = FRAME in (tile.sides[side - 1], tile.sides[(side + 1) % 4])
            if (not exact and not ring) or (exact and colour != FRAME and beside == ring):
                have[layout.colour_indices[colour]] += 1
    return have


def least_mismatches(total: float, edges: int, gain: float) -> float:
    """The least b with total + ln C(edges, b) + b gain >= 0, interpolated; at most all edges."""
    if total >= 0:
        # Of boards that can do without mismatches, the one with more ways comes first.
        return -min(total, 1e3) * 1e-3
    before = total
    for number in range(1, edges + 1):
        after = total + log_factorial(edges) - log_factorial(number) - log_factorial(edges - number) + number * gain
        if after >= 0:
            return number - 1 - before / max(after - before, 1e-9)
        before = after
    return edges


def log_factorial(number: int) -> float:
    return lgamma(number + 1)


def log_pairings(number: int) -> float:
    return number / 2 * log(2) + lgamma((number + 1) / 2) - lgamma(0.5)


# ---- predictions ----

PUZZLES: dict[str, BoardLayout] = {
    "framed": BoardLayout(random_puzzle(1, 6, 6, 4)),
    "unframed": BoardLayout(random_puzzle(1, 5, 6, 9, framed=False), framed=False),
    "signed": BoardLayout(random_puzzle(2, 6, 5, 3, signs=1.0), plus_on_even=True),
    "wide": BoardLayout(random_puzzle(3, 8, 4, 4)),
    "clues": BoardLayout(boards.cut_up(6, 6, 5)[0], Solution(boards.cut_up(6, 6, 5)[1].placements[7:30:8])),
    "without the frame": BoardLayout(random_puzzle(4, 5, 5, 4), framed=False),
}


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without noise."""
    monkeypatch.setattr(ranking, "_NOISE", 0.0)


def predictions(beam: Beam) -> list[float]:
    return [(score - ranking.EVEN) / ranking.ONE for score in beam.scores.tolist()]


@few_examples
@given(st.sampled_from([*PUZZLES]), st.integers(0, 99), st.integers(0, 2), st.sampled_from([1, 5]))
def test_the_predictions_are_those_of_the_counting_argument(name: str, seed: int, most: int, width: int) -> None:
    """How evenly colours are left is taken from the first board before."""
    layout, random = PUZZLES[name], np.random.default_rng(seed)
    scan = BeamSearch(layout, random, FOREVER)
    board = layout.to_board(layout.clues)
    beam = scan.start(board)
    free = [square for square in range(len(board)) if square not in layout.pinned]
    # Near the end, tables for the mean of a beam no longer hold for each of its boards.
    for square in free[:-8]:
        extended = scan.extend(beam, square, width, most) or scan.extend(beam, square, width, 4)
        if extended is None:
            return
        before, beam = beam.reconstruct_board(0), extended
        if square % 4:
            continue
        expected = [by_the_book(layout, beam.reconstruct_board(number), before) for number in range(len(beam))]
        assert predictions(beam) == pytest.approx(expected, abs=0.05)
    # Without mismatches boards lie in the order of those before.
    assert not most or predictions(beam) == sorted(predictions(beam))


def test_the_logarithms_of_a_large_board() -> None:
    """A sum holds them besides the sides that are lost."""
    layout = BoardLayout(random_puzzle(7, 56, 56, 12, framed=False), framed=False)
    scan = BeamSearch(layout, np.random.default_rng(1), FOREVER)
    beam = scan.extend(scan.start(layout.to_board(())), 0, 1, 0)
    assert beam is not None
    assert predictions(beam) == pytest.approx([by_the_book(layout, beam.reconstruct_board())])


def one_free(last: tuple[int, int, int, int], shown: tuple[int, int]) -> float:
    """The prediction for a 2x2 board without a frame whose last square meets these colours above and to its left."""
    tiles = (Tile((9, 9, 9, 9)), Tile((9, 9, shown[0], 9)), Tile((9, shown[1], 9, 9)), Tile(last))
    layout = BoardLayout(Puzzle(2, 2, tiles), framed=False)
    lying = [Placement(0, Square(0, 0), 0), Placement(1, Square(1, 0), 0), Placement(2, Square(0, 1), 0)]
    return by_the_book(layout, layout.to_board(lying))


def test_a_last_tile_that_fits_in_every_rotation() -> None:
    """It matches for sure; a thousandth of ln 4 tells how many ways there are."""
    assert one_free((1, 1, 1, 1), (1, 1)) == pytest.approx(-log(4) / 1000)


@pytest.mark.parametrize(("shown", "lost"), [((2, 1), 1), ((2, 3), 2)])
def test_a_colour_that_is_asked_for_and_has_run_out_is_a_mismatch(shown: tuple[int, int], lost: int) -> None:
    assert one_free((1, 1, 1, 1), shown) == pytest.approx(lost, abs=0.01)


def test_a_last_tile_that_seldom_fits() -> None:
    """Two of its four sides, drawn one after the other, are those asked for in one of twelve cases."""
    ways, same = 4 / 12, (1 + 1 + 4) / 16
    # That is less than one way; with a mismatch on one of two sides there is more than one.
    assert ways * 2 * (1 / same - 1) > 1
    assert one_free((1, 2, 3, 3), (1, 2)) == pytest.approx(log(1 / ways) / log(2 * (1 / same - 1)))


def test_the_board_whose_colours_are_left_comes_first() -> None:
    """Both have no mismatch yet; what the first one asks for is on many tiles, the other's on none that is left."""
    tiles = (*(Tile((1, 1, 1, 1)),) * 4, *(Tile((2, 2, 2, 2)),) * 2, *(Tile((1, 1, 1, 1)),) * 3)
    layout = BoardLayout(Puzzle(3, 3, tiles), framed=False)
    scan = BeamSearch(layout, np.random.default_rng(1), FOREVER)
    last: Beam | None = scan.start(layout.to_board(()))
    for square in range(3):
        last = scan.extend(last, square, 1000, 4) if last else None
    assert last is not None
    below = [
        [puzzle_side(layout, each) for each in last.reconstruct_board(number)[:3].tolist()]
        for number in (0, len(last) - 1)
    ]
    assert below[0] == [1, 1, 1]
    assert below[1].count(2) == 2


def puzzle_side(layout: BoardLayout, placement: int) -> int:
    return layout.colours[int(layout.sides[placement, 2])]


def test_the_same_for_every_machine() -> None:
    """Scores are integers."""
    scan = BeamSearch(PUZZLES["framed"], np.random.default_rng(1), FOREVER)
    beam = scan.extend(scan.start(PUZZLES["framed"].to_board(())), 0, 100, 0)
    assert beam is not None
    assert beam.scores.dtype == beam.tally.sums.dtype == np.int64
