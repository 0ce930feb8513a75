"""A puzzle as arrays: boards there and back, what fits where, and mismatches as the checker counts them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Puzzle, Side, Sign, Solution
from edgeasp.search.best.filling import build_step
from edgeasp.search.best.layout import FREE, BoardLayout
from edgeasp.search.best.rounds import list_layouts
from edgeasp.search.task import make_task
from tests.support import boards, strategies
from tests.support.best import shuffled


@given(strategies.with_placements())
def test_a_solution_becomes_a_board_and_again_the_solution(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    layout = BoardLayout(puzzle)
    board = layout.to_board(solution)
    assert int((board != FREE).sum()) == len(solution)
    assert sorted(layout.to_solution(board), key=lambda each: each.square) == sorted(
        map(puzzle.canonical, solution), key=lambda each: each.square
    )
    assert [each.tile for each in layout.to_solution(board)] == sorted(each.tile for each in solution)
    assert np.array_equal(layout.to_board(layout.to_solution(board)), board)


@given(strategies.with_placements())
def test_mismatches_are_those_of_the_checker(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    layout = BoardLayout(puzzle)
    assert len(layout.adjacent_pairs) == puzzle.grid.diamonds
    found = [
        (layout.squares[one], Side(side))
        for (one, _, side), wrong in zip(
            layout.adjacent_pairs, layout.mismatched(layout.to_board(solution)), strict=True
        )
        if wrong
    ]
    adjoining = [
        (each.square, Side.EAST if each.name.endswith("right)") else Side.SOUTH)
        for each in check(puzzle, solution, conditions=[Condition.ADJOINING]).violations
    ]
    assert sorted(found) == sorted(adjoining)


@given(strategies.planted_with_clues(), st.integers(0, 99))
def test_a_board_fits_exactly_if_it_keeps_the_frame_the_signs_and_the_clues(
    case: tuple[Puzzle, Solution, Solution], seed: int
) -> None:
    puzzle, solution, clues = case
    task = make_task(puzzle, clues)
    # A checkerboard that a clue excludes has no layout.
    layouts = list_layouts(task)

    def fits(board: Solution) -> bool:
        return any(
            all(layout.fits[square, number] for square, number in layout.number_placements(board)) for layout in layouts
        )

    def keeps(board: Solution) -> bool:
        violations = check(puzzle, board, clues).violations
        return all(each.condition is Condition.ADJOINING for each in violations)

    assert fits(solution)
    assert keeps(solution)
    assert fits(shuffled(task, solution, seed, 5))
    # Two tiles exchanged: the board may keep everything, or not.
    one, other = solution.placements[seed % len(solution)], solution.placements[seed * 7 % len(solution)]
    exchanged = {one: (other.square, other.rot), other: (one.square, one.rot)}
    board = Solution(
        tuple(
            type(each)(each.tile, *exchanged[each]) if each in exchanged and one != other else each for each in solution
        )
    )
    assert fits(board) == keeps(board)


def test_without_the_frame_and_signs_everything_fits() -> None:
    puzzle = boards.planted(0, 3, 3, 2, framed=True, signs=1.0)
    assert BoardLayout(puzzle, framed=False).fits.all()
    assert not BoardLayout(puzzle).fits.all()


def test_signs_fit_one_checkerboard_or_the_other() -> None:
    puzzle = boards.planted(0, 3, 3, 4, signs=1.0)
    one, other = (BoardLayout(puzzle, framed=False, plus_on_even=each) for each in (True, False))
    plus = np.array([puzzle.tiles[tile].sign is Sign.PLUS for tile in one.tile])
    even = np.array([square.even for square in one.squares])
    assert np.array_equal(one.fits, even[:, None] == plus[None])
    assert np.array_equal(other.fits, ~one.fits)


def test_a_tile_with_a_clue_fits_nowhere_else_and_nothing_else_on_its_square() -> None:
    puzzle, solution = boards.cut_up(4, 3, 4)
    clue = solution.placements[5]
    layout = BoardLayout(puzzle, Solution((clue,)))
    [(square, number)] = layout.pinned.items()
    assert layout.squares[square] == clue.square
    assert np.argwhere(layout.fits[square]).ravel().tolist() == [number]
    assert np.argwhere(layout.fits[:, layout.tile == clue.tile].any(axis=1)).ravel().tolist() == [square]


def test_of_surplus_zeros_some_face_inwards() -> None:
    puzzle = boards.planted(2, 3, 3, 3, framed=True, surplus=True)
    layout = BoardLayout(puzzle)
    assert puzzle.zeros > puzzle.grid.outside
    zero = layout.colours.index(0)
    centre = layout.squares.index(next(square for square in layout.squares if not puzzle.grid.outer_sides(square)))
    assert (layout.sides[layout.fits[centre]] == zero).any()


@given(strategies.with_placements(full=True), st.data())
def test_a_step_counts_the_mismatches_that_its_squares_have(case: tuple[Puzzle, Solution], data: st.DataObject) -> None:
    puzzle, solution = case
    layout = BoardLayout(puzzle)
    whole = layout.to_board(solution)
    squares = data.draw(st.lists(st.sampled_from(range(len(whole))), min_size=1, unique=True))
    gone = data.draw(st.lists(st.sampled_from(range(len(whole))), unique=True))
    rest, filled = whole.copy(), whole.copy()
    rest[[*squares, *gone]] = FREE
    filled[[square for square in gone if square not in squares]] = FREE
    step = build_step(layout, rest, squares, [[int(whole[square])] for square in squares])
    shown = [step.sides[placement] for [placement] in step.candidates]
    counted = sum(shown[one][side] != shown[other][side.opposite] for one, other, side in step.links)
    counted += sum(shown[square][side] != colour for square, side, colour in step.known)
    assert counted == layout.mismatched(filled).sum() - layout.mismatched(rest).sum()


def test_a_board_with_more_placements_than_two_bytes_number() -> None:
    puzzle, solution = boards.cut_up(92, 92, 40)
    layout = BoardLayout(puzzle, framed=False)
    assert len(layout.placements) > 1 << 15
    assert layout.to_solution(layout.to_board(solution)) == Solution(tuple(map(puzzle.canonical, solution)))
