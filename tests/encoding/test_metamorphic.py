"""Changes that leave a puzzle the same puzzle leave the number of its solutions the same."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from edgeasp.encoding.render import REDUNDANT, EncodingRequest
from edgeasp.puzzle.model import Puzzle, Sides, Sign, Tile, turned
from tests.support import boards
from tests.support.solving import all_answers, number_of_answers, task_for

FEWER = (settings().max_examples + 1) // 2
"""Examples of a property that takes several searches each."""

FLIPPED = {Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS, None: None}


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Small boards of every sort, with solutions or perhaps without."""
    cols, rows = draw(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (4, 3)]))
    framed = draw(st.booleans()) or cols * rows > 6
    puzzle = boards.planted(
        draw(st.integers(0, 10**6)),
        cols,
        rows,
        draw(st.integers(2 if cols * rows <= 6 else 3, 5)),  # of fewer there may be thousands of solutions
        framed=framed,
        surplus=framed and cols * rows <= 6 and draw(st.booleans()),
        signs=draw(st.sampled_from([0.0, 0.4, 1.0])),
    )
    return boards.spoilt(draw(st.integers(0, 99)), puzzle) if draw(st.booleans()) else puzzle


def count(puzzle: Puzzle, request: EncodingRequest = EncodingRequest()) -> int:
    return number_of_answers(task_for(puzzle, request=request))


def mapped(sides: Sides, names: dict[int, int]) -> Sides:
    north, east, south, west = (names[colour] for colour in sides)
    return north, east, south, west


@settings(max_examples=FEWER)
@given(puzzles(), st.randoms(use_true_random=False))
def test_the_same_puzzle_in_other_words(puzzle: Puzzle, rng: random.Random) -> None:
    solutions = count(puzzle)

    shuffled = list(puzzle.tiles)
    rng.shuffle(shuffled)
    assert count(replace(puzzle, tiles=tuple(shuffled))) == solutions

    lying_otherwise = tuple(replace(tile, sides=turned(tile.sides, rng.randrange(4))) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=lying_otherwise)) == solutions

    board_turned = Puzzle(puzzle.rows, puzzle.cols, puzzle.tiles)
    assert count(board_turned) == solutions

    names = rng.sample(range(1, 100), 20)
    renamed = tuple(replace(tile, sides=mapped(tile.sides, dict(enumerate([0, *names])))) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=renamed)) == solutions

    flipped = tuple(replace(tile, sign=FLIPPED[tile.sign]) for tile in puzzle.tiles)
    assert count(replace(puzzle, tiles=flipped)) == solutions


@settings(max_examples=FEWER)
@given(puzzles(), st.sets(st.sampled_from([idea.name for idea in REDUNDANT])))
def test_redundant_constraints_never_change_the_set_of_solutions(puzzle: Puzzle, ideas: set[str]) -> None:
    having = {*["framed"] * puzzle.framed, "signed"}
    chosen = tuple(idea.name for idea in REDUNDANT if idea.name in ideas and idea.needs <= having)
    plain = set(all_answers(task_for(puzzle, request=EncodingRequest("signed"))))
    assert set(all_answers(task_for(puzzle, request=EncodingRequest("signed+redundant", redundant=chosen)))) == plain


def test_mirror_images_are_other_puzzles() -> None:
    """A change that is none of the above may well change the count: the tests above can fail."""
    tiles = tuple(Tile((n, w, s, e)) for n, e, s, w in (tile.sides for tile in boards.GOLDEN.tiles[:1]))
    assert count(replace(boards.GOLDEN, tiles=(*tiles, *boards.GOLDEN.tiles[1:]))) != count(boards.GOLDEN)
