"""What next on a partial board, against all its solutions by brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain, combinations

import pytest

import edgeasp
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.search.hints import Hint, Hinter, HintRule
from edgeasp.system.limits import Deadline, Limits
from tests.search.explain.judging import scattered, solutions, stands
from tests.support.boards import FRAME_3X3, hard, peculiar, unbalanced, various
from tests.support.solving import ground_programs

BOARDS = ["golden", "frame 3x3", "framed 3x3", "framed 2x3 signed", "surplus 2x3", "framed corner twins"]


def hinted(puzzle: Puzzle, board: Solution, clues: Solution = Solution(), everything: bool = False) -> Hint:
    hinter = Hinter(puzzle, board, clues)
    hinter.run(everything=everything)
    return hinter.hint()


def with_board(puzzle: Puzzle, board: Solution) -> list[frozenset[Placement]]:
    wanted = set(map(puzzle.canonical, board))
    return [each for each in solutions(puzzle) if wanted <= each]


@pytest.mark.sample(4)
@pytest.mark.parametrize("right", range(3))
@pytest.mark.parametrize("name", BOARDS)
def test_what_lies_on_each_square_is_what_all_solutions_say(name: str, right: int) -> None:
    puzzle = various()[name]
    board = scattered(right, puzzle, number=right, right=right)
    every = with_board(puzzle, board)
    found = hinted(puzzle, board, everything=True)
    assert found.completable is bool(every)
    if not every:
        assert found.hopeless
        return
    taken = {each.square for each in board}
    assert {each.square for each in found.squares} == set(puzzle.grid.squares) - taken
    for known in found.squares:
        brave = {each for solution in every for each in solution if each.square == known.square}
        assert set(known.possible) == brave
        assert known.open == ()
        assert known.certain == (len(brave) == 1)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", BOARDS)
def test_the_tiles_to_lift_are_the_fewest(name: str, seed: int) -> None:
    puzzle = various()[name]
    board = scattered(seed, puzzle, number=4, right=seed % 2)
    placed = list(map(puzzle.canonical, board))
    found = hinted(puzzle, board)
    every = solutions(puzzle)
    if stands(every, placed):
        assert found.completable
        assert found.lifted is None
        return
    assert found.completable is False
    if not every:
        assert found.hopeless
        return
    assert found.lifted is not None
    assert found.fewest_lifted
    assert stands(every, set(placed) - set(found.lifted))
    least = next(
        size for size in range(5) if any(stands(every, set(placed) - set(out)) for out in combinations(placed, size))
    )
    assert len(found.lifted) == least


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", BOARDS)
def test_the_next_square_may_hold_what_it_does_in_all_solutions(name: str) -> None:
    puzzle = various()[name]
    for right in range(len(puzzle.tiles)):
        board = scattered(right, puzzle, number=right, right=right)
        every = with_board(puzzle, board)
        step = hinted(puzzle, board).step
        if not every:
            assert step is None
            continue
        assert step is not None
        lying = {each for solution in every for each in solution if each.square == step.square}
        assert lying == set(step.placements)
        looks = {puzzle.tiles[each.tile].appearance for each in lying}
        assert not step.forced or len(looks) == 1
        if step.rule is HintRule.ONE_FITS:
            assert len(step.fitting) == 1


@pytest.mark.parametrize(
    ("name", "right", "seed", "rule"),
    [
        ("unframed 2x2 partly signed", 1, 201, HintRule.ONE_SQUARE),
        ("frame 3x3", 1, 1, HintRule.ONE_FITS),
        ("unframed 2x3 partly signed", 4, 204, HintRule.ONE_FITS),
    ],
)
def test_a_tile_that_is_forced_is_named_in_the_ways_that_can_be_completed(
    name: str, right: int, seed: int, rule: HintRule
) -> None:
    puzzle = various()[name]
    board = scattered(seed, puzzle, number=right, right=right)
    step = hinted(puzzle, board).step
    assert step is not None
    assert step.rule is rule
    lying = {each for solution in with_board(puzzle, board) for each in solution if each.square == step.square}
    assert {*step.placements} == lying
    fits = FittingPlacements(puzzle, board).placements_by_square[step.square]
    assert len(lying) < len([each for each in fits if each.tile in step.tiles])


def test_clues_stay_and_the_other_tiles_may_be_lifted() -> None:
    one, other = (sorted(each, key=lambda placement: placement.tile) for each in solutions(FRAME_3X3)[:2])
    clue = next(each for each in one if each not in other)
    found = hinted(FRAME_3X3, Solution(tuple(each for each in other if each.square != clue.square)), Solution((clue,)))
    assert found.completable is False
    assert found.lifted is not None
    assert clue not in found.lifted
    hinter = Hinter(FRAME_3X3, Solution((clue,)), Solution((clue,)))
    assert hinter.board == ()
    assert hinter.board_without(()) == Solution((clue,))


def test_a_complete_solution_has_no_next_square() -> None:
    found = hinted(FRAME_3X3, Solution(tuple(solutions(FRAME_3X3)[0])))
    assert found.completable
    assert found.step is None


def test_a_board_with_a_square_on_which_nothing_fits_cannot_be_completed() -> None:
    boards = [scattered(seed, FRAME_3X3, number=4, right=3) for seed in range(40)]
    stuck = [
        board
        for board in boards
        if not check(FRAME_3X3, board).violations and FittingPlacements(FRAME_3X3, board).dead_ends
    ]
    assert stuck
    for board in stuck[:3]:
        found = hinted(FRAME_3X3, board)
        assert list(found.dead_ends) == list(FittingPlacements(FRAME_3X3, board).dead_ends)
        assert found.completable is False
        assert found.step is None


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["framed 4x3", "framed 4x3 signed", "unframed 3x3", "surplus 3x3", "partners"])
def test_what_lies_beside_a_dead_end_and_the_tiles_that_would_fit_make_it_one(name: str) -> None:
    puzzle = {**various(), "partners": peculiar("partners", framed=False)}[name]
    stuck = 0
    for seed in range(200):
        # Tiles that fit are laid at random, until none does or enough lie.
        rng, board = random.Random(seed), Solution()
        while len(board) < len(puzzle.tiles) - 1 and (
            fits := [*chain(*FittingPlacements(puzzle, board).placements_by_square.values())]
        ):
            board = Solution((*board, rng.choice(fits)))
        fitting = FittingPlacements(puzzle, board)
        for square in fitting.dead_ends:
            against = fitting.blocking_placements(square)
            assert against <= set(board)
            assert square in FittingPlacements(puzzle, Solution(tuple(against))).dead_ends
            stuck += 1
    assert stuck


def test_tiles_that_are_seen_to_clash_are_lifted_without_all_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = generate(Recipe(10, 10, 12, 4, seed=1))
    assert planted.solution is not None
    on = planted.solution.by_square()
    one, other = on[Square(3, 4)], on[Square(7, 6)]
    wrong = (replace(one, tile=other.tile), replace(other, tile=one.tile))
    board = Solution((*(each for each in planted.solution if each not in (one, other)), *wrong)[10:])
    ground = ground_programs(monkeypatch)
    found = hinted(planted.puzzle, board)
    assert found.lifted is not None
    assert set(found.lifted) == set(map(planted.puzzle.canonical, wrong))
    assert found.fewest_lifted
    assert max(len(list(program.possible_atoms("place", 4))) for program in ground) < 1000


def test_limits_give_no_verdict() -> None:
    late = Hinter(hard(), Solution(), deadline=Deadline(Limits(seconds=0)))
    late.run()
    found = late.hint()
    assert found.completable is None
    assert not found.answered
    assert found.step is not None
    few = Hinter(hard(), Solution(), conflicts=20)
    few.run()
    assert few.hint().completable is None
    assert str(few.hint().stopped) == "conflict limit of 20"


@pytest.mark.long
def test_five_wrong_tiles_on_a_board_of_ten_by_ten_are_found() -> None:
    planted = generate(Recipe(10, 10, 20, 5, seed=4, distinct=True))
    assert planted.solution is not None
    inside = [each for each in planted.solution if not planted.puzzle.grid.outer_sides(each.square)]
    wrong = inside[:5]
    moved = [Placement(each.tile, there.square, 0) for each, there in zip(wrong, [*wrong[1:], wrong[0]], strict=True)]
    right = [each for each in planted.solution if each not in wrong][:50]
    hinter = Hinter(planted.puzzle, Solution((*right, *moved)))
    hinter.run()
    found = hinter.hint()
    assert found.lifted is not None
    assert set(found.lifted) == set(map(planted.puzzle.canonical, moved))
    assert found.fewest_lifted


def test_a_puzzle_that_counting_refutes_is_not_searched() -> None:
    found = hinted(unbalanced(), Solution())
    assert found.completable is False
    assert found.hopeless
    assert found.reasons
    assert found.conflicts == 0


@pytest.mark.parametrize("everything", [False, True])
def test_of_a_board_that_can_be_completed_only_what_may_lie_on_empty_squares_is_ground(
    everything: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = generate(Recipe(6, 6, 8, 3))
    assert planted.solution is not None
    board = Solution(tuple(each for each in planted.solution if each.square.row < 5))
    ground = ground_programs(monkeypatch)
    found = hinted(planted.puzzle, board, everything=everything)
    assert (found.completable, found.answered) == (True, True)
    [program] = ground
    # Thirty tiles lie, each of six may lie on six squares, in one rotation along the frame.
    assert len(list(program.possible_atoms("place", 4))) <= 30 + 6 * 6


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(8))
def test_where_fewest_tiles_may_lie_is_said_of_all_squares_or_of_none(seed: int) -> None:
    """On a large board few squares are searched for the next one, unless all are asked for."""
    puzzle = generate(Recipe(4, 4, 3, 2, seed=seed)).puzzle
    found = hinted(puzzle, Solution(), everything=True)
    assert found.step is not None
    tiles = {known.square: {each.tile for each in known.possible} for known in found.squares}
    alike = [square for square, on in tiles.items() if len(set(map(puzzle.appearance, on))) == 1]
    assert found.step.compared
    assert (found.step.square in alike) == bool(alike) == found.step.forced
    assert alike or len(found.step.tiles) == min(map(len, tiles.values()))
    few = hinted(puzzle, Solution()).step
    assert few is not None
    assert few.forced or not few.compared
    words = " ".join(edgeasp.hint(puzzle, Solution()).lines)
    assert ("on no other square fewer" in words) == (not few.forced and few.compared)
