"""Every solver finds the boards of brute force, and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats.recognition import Origin, recognise
from edgeasp.lab.bench.peers import CpSatRun, SatRun
from edgeasp.lab.cnf.cnf import ENCODINGS
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.task import make_task
from edgeasp.solvers.backtrack import BacktrackRun
from tests.support import boards, brute, strategies
from tests.support.counting import pictures, scannable, some_clues
from tests.support.lanes import thinned
from tests.support.solving import as_clues, searched, task_for

# ---- brute force ----


@pytest.mark.sample(2)
@thinned("name", list(boards.various()), boards.kind)
def test_all_boards(name: str) -> None:
    puzzle = boards.various()[name]
    expected = brute.solve(puzzle).pictures
    for encoding in ENCODINGS:
        assert pictures(SatRun(puzzle, encoding=encoding, solver="glucose42", every=True)) == expected, encoding
    assert pictures(CpSatRun(puzzle, every=True)) == expected
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, every=True)) == expected


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind)
def test_all_boards_that_keep_clues(name: str) -> None:
    puzzle = boards.various()[name]
    for number, clues in enumerate(some_clues(name, puzzle)):
        expected, given = brute.solve(puzzle, clues=clues).pictures, as_clues(clues, puzzle)
        for encoding in [*ENCODINGS][number::3]:  # without clues they were all compared
            found = pictures(SatRun(puzzle, given, encoding=encoding, solver="cadical195", every=True))
            assert found == expected, (encoding, clues)
        assert pictures(CpSatRun(puzzle, given, every=True)) == expected, clues
        if scannable(puzzle):
            assert pictures(BacktrackRun(puzzle, given, every=True)) == expected, clues


def test_the_clues_reach_both_outcomes() -> None:
    """What the test before relies on: some of its clues leave a board, some leave none."""
    outcomes = set()
    for name in ("golden", "framed 3x3", "unframed 2x2 partly signed"):
        puzzle = boards.various()[name]
        outcomes |= {bool(brute.solve(puzzle, clues=clues).pictures) for clues in some_clues(name, puzzle)}
    assert outcomes == {True, False}


TILES = st.lists(
    st.builds(Tile, strategies.sides(st.integers(0, 2)), st.one_of(st.none(), strategies.signs)), min_size=4, max_size=4
)


@given(TILES, st.sampled_from(list(ENCODINGS)))
def test_any_tiny_puzzle(tiles: list[Tile], encoding: str) -> None:
    """Often with more zeros than the outside has sides, or fewer, with identical and with symmetric tiles."""
    puzzle = Puzzle(2, 2, tuple(tiles))
    expected = brute.solve(puzzle).pictures
    assert pictures(SatRun(puzzle, encoding=encoding, solver="minisat22", every=True)) == expected
    assert pictures(CpSatRun(puzzle, every=True)) == expected
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, every=True)) == expected


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_as_many_as_edgeasp_itself_counts(encoding: str) -> None:
    """On a board that is too large for brute force."""
    puzzle, solution = boards.cut_up(5, 5, 4)
    clue = Solution((next(each for each in solution if each.square == puzzle.grid.squares[0]),))
    ours = searched(make_task(puzzle, clue)).result
    found = pictures(SatRun(puzzle, clue, encoding=encoding, solver="glucose42", every=True))
    assert len(found) == ours.counts.boards
    assert len(found) > 1


def test_as_many_as_the_others_count() -> None:
    puzzle, solution = boards.cut_up(5, 5, 4)
    clue = Solution((next(each for each in solution if each.square == puzzle.grid.squares[0]),))
    found = pictures(SatRun(puzzle, clue, every=True))
    assert pictures(CpSatRun(puzzle, clue, every=True)) == found
    if scannable(puzzle):
        assert pictures(BacktrackRun(puzzle, clue, every=True)) == found


# ---- published numbers ----

# The cards and the numbers are those of the tests of a program by Lior Sinai (Scramble puzzle solver in Python, 2020),
# which counts solutions up to rotation of the board, and tells identical cards apart; of the planets he finds none.

MONKEYS = "-2-3+1+4 -4+1+4-2 -1-2+1+3 -4+2+3-1 +3-4-2+4 -1-3+2+4 -3+2+3-1 -2-1+4+3 -4-2+3+4"
BIRDS = "+4+1+3-3 +2+4-3+1 -4+2+1-3 -1+3-4+2 -1-2+4+3 -1+2-3-4 -4+3+2-2 -3-4-1-2 +1+3-4+2"
PLANETS = "+3+4+3-4 +2-2+1+3 +3-4+2+1 +3-4-2+1 -4-1+3-4 -1-3+3+1 +2+1-2-4 +2+4+3+1 -3+2-4+4"
AFRICA = "+1-2-4+3 -1-2+4-3 +1+3-4+2 -2-1-3+4 -4+2-3-1 +4-3-1-2 -4-2+4-1 +4-3+1+3 +2-1+3-2"
PLANTS = "-2-1+4+3 -3-2+4+1 -3-4+1+2 -4-3+1+2 -4-2+1+3 -1-3+4+2 -1-3+4+2 -1-2+1+3 -4-3+4+2"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("cards", "published"),
    [(MONKEYS, 2), (BIRDS, 1), (PLANETS, 0), (AFRICA, 2), (PLANTS, 2)],
    ids=["monkeys", "birds", "planets", "Africa", "plants"],
)
def test_as_many_solutions_as_published(cards: str, published: int) -> None:
    lines = (" ".join(card[at : at + 2] for at in range(0, 8, 2)) for card in cards.split())
    puzzle = recognise("\n".join(lines), Origin("cards", "")).puzzle
    found = searched(task_for(puzzle)).result.counts
    assert found.assignments == 4 * published == len(brute.solve(puzzle).assignments)
    boards = brute.solve(puzzle).pictures
    assert found.boards == len(boards)
    assert pictures(SatRun(puzzle, every=True)) == pictures(CpSatRun(puzzle, every=True)) == boards
