"""The compiled search by its C functions: what `BacktrackRun` builds on."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence
from typing import NamedTuple

from edgeasp.solvers import backtrack


class Outcome(NamedTuple):
    """What searches of a board have found together.

    Attributes:
        tiles: placed.
        found: number of solutions.
        solutions: for each square the position of its candidate, in the order in which they came.
    """

    tiles: int
    found: int
    solutions: list[tuple[int, ...]]


def run(
    numbers: Sequence[int],
    *,
    most: int = 10**6,
    room: int = 100,
    counts: bool = False,
    seed: int | None = None,
    split: int = 0,
    searches: int = 1,
) -> Outcome:
    """Search a board to its end, `most` tiles of each search in turn.

    Args:
        numbers: input of `board_new`.
        most: tiles between two pauses.
        room: solutions between two pauses.
        counts: whether solutions are only counted.
        seed: of shuffled lists, None for lists as they are.
        split: depth at which searches divide the board, 0 for one search.
        searches: number of searches.
    """
    library, squares = backtrack._load_library(), numbers[0]
    board = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    every = [library.scan_new(board, seed is not None) for _ in range(searches)]
    taken, places = ctypes.c_int64(), (ctypes.c_int32 * (room * squares))()
    for state in every:
        if seed is not None:
            library.scan_restart(state, seed)
        if split:
            library.scan_share(state, split, taken)
    found, solutions, running = 0, [], [*every]
    while running:
        for state in [*running]:
            number = library.scan_next(state, None if counts else places, 10**9 if counts else room, most)
            found += number
            if not counts:
                flat = places[: number * squares]
                solutions += [tuple(flat[begin : begin + squares]) for begin in range(0, len(flat), squares)]
            if library.scan_is_over(state):
                running.remove(state)
    tiles = sum(library.scan_nodes(state) for state in every)
    for state in every:
        library.scan_free(state)
    library.board_free(board)
    return Outcome(tiles, found, solutions)


def for_the_plain_loop(numbers: Sequence[int]) -> list[int]:
    """Return the same board with more colours than lanes take."""
    return [numbers[0], max(numbers[1], 300), *numbers[2:]]


def with_unused_kinds(numbers: Sequence[int], copies: Sequence[int]) -> list[int]:
    """Return the same board with more kinds of tiles, none of which fits anywhere, before its own."""
    squares, colours, kinds, *rest = numbers
    tiles, [lists, *rest] = rest[:kinds], rest[kinds:]
    shifted: list[int] = []
    for _ in range(lists):
        length, rest = rest[0], rest[1:]
        shifted.append(length)
        for begin in range(0, 5 * length, 5):
            shifted += [rest[begin] + len(copies), *rest[begin + 1 : begin + 5]]
        rest = rest[5 * length :]
    return [squares, colours, kinds + len(copies), *copies, *tiles, lists, *shifted, *rest]


UNUSED = ((), [1] * 120, [1] * 250, [1] * 370, [64, 63], [64] * 3, [64] * 7, [64] * 8)
"""Copies of unused kinds, with which the tiles of a small board have bits in any register of one, two or four."""


def check_lanes(rng: random.Random, numbers: Sequence[int]) -> None:
    """Check that lanes find what the plain loop finds, and place as many tiles, however they are asked."""
    numbers = with_unused_kinds(numbers, rng.choice(UNUSED))
    plain, seed = for_the_plain_loop(numbers), rng.randrange(1000)
    expected = run(plain)
    assert expected.found == len(set(expected.solutions))
    whole = run(numbers)
    assert _sorted(whole) == _sorted(expected)
    few = rng.choice([1, 2, 3, 7]) if expected.tiles < 10_000 else 1_000
    assert run(numbers, most=few, room=rng.choice([1, 2, 100])) == whole, "the order depends on pauses"
    assert run(numbers, most=rng.choice([few, 10**6]), counts=True) == (expected.tiles, expected.found, [])
    assert _sorted(run(numbers, seed=seed)) == _sorted(run(plain, seed=seed))
    if numbers[0] > 1:
        split = rng.randint(1, numbers[0] - 1)
        assert _sorted(run(numbers, most=few, split=split)) == _sorted(run(plain, split=split))
        shared = run(numbers, most=few, split=split, searches=rng.randint(2, 3))
        assert sorted(shared.solutions) == sorted(expected.solutions)


def _sorted(outcome: Outcome) -> Outcome:
    return outcome._replace(solutions=sorted(outcome.solutions))
