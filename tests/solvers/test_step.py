"""Steps: what is written as a ground program says what `asp/best/step.lp` says, and plain enumeration finds."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.model import Side, Sides
from edgeasp.solvers.clingo.ground_program import Fillings, Step, StepEffort, best_filling
from tests.support.steps import Filling, by_clingo

EVERY = StepEffort(models=0, conflicts=10**6)

# ---- what a step asks, said once more ----


def mismatches(step: Step, filling: Filling) -> int:
    """The number of mismatches of a filling."""
    shown = [step.sides[placement] for placement in filling]
    return sum(shown[one][side] != shown[other][side.opposite] for one, other, side in step.links) + sum(
        shown[square][side] != colour for square, side, colour in step.known
    )


def by_brute_force(step: Step) -> set[Filling]:
    """Every choice of candidates that repeats no tile and keeps the bounds."""
    return {
        filling
        for filling in product(*step.candidates)
        if len({step.tiles[placement] for placement in filling}) == len(filling)
        and mismatches(step, filling) <= step.most
    }


# ---- random steps ----


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """A few squares side by side, below tiles that lie already; few colours, so that much fits."""
    cols, rows = draw(st.sampled_from([(1, 1), (2, 1), (3, 1), (1, 3), (2, 2), (4, 1)]))
    squares = [(x, y) for y in range(rows) for x in range(cols)]
    colour = st.integers(0, 2)
    number = draw(st.integers(len(squares), len(squares) + 3))
    rotations = draw(st.lists(st.integers(1, 2), min_size=number, max_size=number))
    tiles = [tile for tile, times in enumerate(rotations) for _ in range(times)]
    sides: list[Sides] = [draw(st.tuples(colour, colour, colour, colour)) for _ in tiles]
    candidates = [
        sorted(draw(st.sets(st.integers(0, len(tiles) - 1), min_size=min(draw(st.integers(0, 2)), len(tiles)))))
        for _ in squares
    ]
    links, known = [], []
    for index, (x, y) in enumerate(squares):
        for side, other in ((Side.EAST, (x + 1, y)), (Side.SOUTH, (x, y + 1))):
            if other in squares and draw(st.booleans()):
                link = (index, squares.index(other), side)
                links.append(link if draw(st.booleans()) else (link[1], link[0], side.opposite))
        if draw(st.booleans()):
            # The colour 3 is on no tile.
            known.append((index, Side.NORTH if y == 0 else Side.WEST, draw(st.integers(0, 3))))
    if cols > 1:
        known = [each for each in known if each[1] is Side.NORTH]
    most = draw(st.integers(0, len(links) + len(known) + 1))
    return Step(tiles, sides, candidates, links, known, most)


# Two tiles, each in two rotations, on two squares, of which one meets a tile.
PAIR = Step(
    tiles=[0, 0, 1, 1],
    sides=[(1, 2, 3, 4), (2, 3, 4, 1), (2, 2, 1, 1), (2, 1, 1, 2)],
    candidates=[[0, 1, 2, 3], [0, 1, 2, 3]],
    links=[(0, 1, Side.EAST)],
    known=[(1, Side.EAST, 2)],
)


@given(steps())
def test_the_answers_of_the_program_are_those_of_brute_force(step: Step) -> None:
    assert by_clingo(step) == by_brute_force(step)


@given(steps(), st.integers(1, 9))
def test_the_best_filling_is_that_of_the_program_and_of_brute_force(step: Step, seed: int) -> None:
    wanted = by_brute_force(step)
    least = min((mismatches(step, each) for each in wanted), default=0)
    best = {each for each in wanted if mismatches(step, each) == least}
    assert by_clingo(step, best=True) == best
    answer = best_filling(step, StepEffort(0, 10**6, seed))
    assert answer.exhausted
    assert bool(answer.placements) == bool(best)
    assert set(answer.placements) <= wanted
    assert not best or answer.placements[-1] in best


@given(steps())
def test_a_trimmed_step_has_the_same_answers_and_no_more_candidates(step: Step) -> None:
    trimmed = step.trimmed()
    assert by_brute_force(trimmed) == by_brute_force(step)
    assert all(set(few) <= set(all_) for few, all_ in zip(trimmed.candidates, step.candidates, strict=True))


def test_trimming_takes_away_what_does_not_match_what_lies_already() -> None:
    assert [list(each) for each in PAIR.trimmed().candidates] == [[0, 1, 2, 3], [0, 2]]
    assert [list(each) for each in PAIR._replace(most=1).trimmed().candidates] == [[0, 1, 2, 3]] * 2


def test_a_small_step_by_hand() -> None:
    """In (0, 3) and (3, 1) the two squares match one another, in the others the second one matches what lies there."""
    assert best_filling(PAIR, EVERY) == Fillings([], exhausted=True)
    one = PAIR._replace(most=1)
    assert by_clingo(one) == {(0, 2), (0, 3), (1, 2), (2, 0), (3, 0), (3, 1)}
    assert set(best_filling(one, EVERY).placements) < by_clingo(one)


@pytest.mark.parametrize("most", [0, 2])
def test_a_square_without_candidates_cannot_be_filled(most: int) -> None:
    step = PAIR._replace(candidates=[[0, 1, 2, 3], []], most=most)
    answer = best_filling(step, EVERY)
    assert (answer.placements, answer.exhausted) == ([], True)


def test_a_limit_on_conflicts_leaves_the_question_open() -> None:
    """Seven squares share six tiles: it takes many conflicts to see that this cannot be."""
    tiles = range(6)
    step = Step(tiles, [(1, 1, 1, 1)] * 6, [list(tiles)] * 7)

    def asked(conflicts: int) -> tuple[list[Filling], bool]:
        answer = best_filling(step, StepEffort(1, conflicts))
        return answer.placements, answer.exhausted

    assert asked(1) == ([], False)
    assert asked(10**6) == ([], True)


def test_a_disk_that_is_full_is_said_and_no_part_of_a_program_is_searched() -> None:
    pytest.importorskip("resource")
    code = """
import resource
from edgeasp.solvers.clingo import ground_program
resource.setrlimit(resource.RLIMIT_FSIZE, (30, 30))
try:
    ground_program._control("asp 1 0 0\\n" + "1 0 1 1 0 0\\n" * 9 + "0\\n", [])
except ground_program.OutputError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.endswith(".aspif: cannot be written: file too large\n"), done
