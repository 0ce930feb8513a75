"""Mismatches that every board has, as counting finds them: never more than the best board by plain search."""

from __future__ import annotations

from hypothesis import given

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import fewest_mismatches
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from tests.support import boards, brute, strategies
from tests.support.best import fewest, random_puzzle
from tests.support.general import most_matches
from tests.support.peculiar import peculiar
from tests.support.solving import as_clues


def bounded(puzzle: Puzzle, clues: brute.Clues) -> tuple[int, int | None]:
    """The number that counting finds, and that of the best board."""
    return fewest_mismatches(puzzle, as_clues(clues, puzzle)), fewest(puzzle, clues)


def small_puzzles() -> list[tuple[Puzzle, brute.Clues]]:
    found: list[tuple[Puzzle, brute.Clues]] = [(puzzle, {}) for puzzle in boards.various().values()]
    for seed in range(6):
        found.append((random_puzzle(seed, 3, 3, 2 + seed % 4), {}))
        found.append((random_puzzle(seed, 2, 4, 3, signs=0.5), {}))
        found.append((random_puzzle(seed, 2, 3, 7, framed=False), {}))
        inner = next(index for index, tile in enumerate(found[-3][0].tiles) if 0 not in tile.sides)
        found.append((found[-3][0], {(1, 1): (inner, seed % 4)}))
    return found


def test_no_board_has_fewer_mismatches_than_counting_says() -> None:
    cases = [bounded(*case) for case in small_puzzles()]
    assert all(least is None or bound <= least for bound, least in cases)
    # It says something, and at times all there is.
    assert sum(bound > 0 for bound, _ in cases) > len(cases) / 4
    assert sum(bound == least > 0 for bound, least in cases if least is not None) >= 3


@given(strategies.planted_with_clues())
def test_a_board_that_matches_everywhere_is_not_excluded(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, clues = case
    assert fewest_mismatches(puzzle, clues) == 0


def test_partners_and_tiles_that_may_not_be_turned() -> None:
    puzzles = [peculiar(f"bound {seed}", 4, signed=False) for seed in range(40)]
    found = [(fewest_mismatches(puzzle), most_matches(puzzle), puzzle.grid.diamonds) for puzzle in puzzles]
    assert all(most is None or bound <= diamonds - most for bound, most, diamonds in found)
    assert any(bound > 0 for bound, _, _ in found)


def test_a_ring_pairs_sides_of_opposite_directions() -> None:
    """Inside, all sides match; in the ring, colour 1 faces clockwise alone, and colour 2 anticlockwise alone."""
    corner, side, centre = Tile((0, 0, 2, 1)), Tile((0, 1, 3, 2)), Tile((3, 3, 3, 3))
    clockwise = Puzzle(3, 3, (corner,) * 4 + (side,) * 4 + (centre,))
    assert fewest_mismatches(clockwise) in (0, 8)
    mixed = Puzzle(3, 3, (corner,) * 4 + (Tile((0, 2, 3, 1)),) * 4 + (centre,))
    assert {fewest_mismatches(clockwise), fewest_mismatches(mixed)} == {0, 8}
    assert {fewest(clockwise), fewest(mixed)} == {0, 8}


def test_clues_that_do_not_match_one_another_count() -> None:
    puzzle, solution = boards.cut_up(4, 4, 4)
    beside = next(each for each in solution if each.square == Square(1, 1))
    inner = next(each for each in solution if each.square == Square(2, 1))
    found = []
    for rot in range(4):
        clues = Solution((beside, Placement(inner.tile, inner.square, rot)))
        wrong = check(puzzle, clues, conditions=[Condition.ADJOINING]).violations
        found.append((len(wrong), fewest_mismatches(puzzle, clues)))
    assert (0, 0) in found
    # Where two colours meet, each has an odd number of other sides: one mismatch more.
    assert any(wrong for wrong, _ in found)
    assert all(bound == 2 for wrong, bound in found if wrong)
