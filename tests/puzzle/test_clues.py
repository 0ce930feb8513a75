"""Clues from several files: put together where they agree, named where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given

from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system.errors import InputError
from tests.support.strategies import planted_with_clues

SIDES = [(0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 1, 1), (0, 0, 2, 2)]
PUZZLE = Puzzle(2, 2, tuple(Tile(sides) for sides in SIDES))
# A half turn does not change the sides (1,2,1,2).
LOOSE = Puzzle(2, 2, (Tile((1, 2, 1, 2)), Tile((1, 1, 1, 1)), Tile((2, 2, 2, 2)), Tile((1, 2, 2, 1))))


def source(name: str, *places: tuple[int, int, int, int], lines: tuple[int, ...] = ()) -> Source:
    """Clues as a file would give them: tile, column, row, rotation; and the line of each."""
    return Source(name, Solution(tuple(Placement(t, Square(x, y), r) for t, x, y, r in places)), lines)


def message(puzzle: Puzzle, *sources: Source) -> str:
    with pytest.raises(InputError) as caught:
        combine(puzzle, sources)
    return str(caught.value)


@given(planted_with_clues())
def test_clues_of_a_solution_agree(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, clues = case
    half = len(clues) // 2
    first, second = Solution(clues.placements[:half]), Solution(clues.placements[half:])
    together = combine(puzzle, [Source("a", first), Source("b", second), Source("c", clues)])
    assert together == Solution(tuple(puzzle.canonical(clue) for clue in clues))


def test_no_clues() -> None:
    assert combine(PUZZLE, []) == combine(PUZZLE, [source("a")]) == Solution()


def test_the_same_picture_is_one_clue() -> None:
    clues = combine(LOOSE, [source("a", (0, 0, 0, 3)), source("b", (0, 0, 0, 1))])
    assert clues == Solution((Placement(0, Square(0, 0), 1),))


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ((1, 0, 0, 0), (1, 1, 0, 0), "tile 1 on A2 upright, but tile 1 on A1 upright"),
        ((1, 0, 0, 0), (2, 0, 0, 0), "tile 2 on A1 upright, but tile 1 on A1 upright"),
        ((3, 0, 0, 0), (3, 0, 0, 2), "tile 3 on A1 upside down, but tile 3 on A1 upright"),
    ],
    ids=["one tile, two squares", "one square, two tiles", "two rotations"],
)
def test_clues_that_contradict_one_another(
    first: tuple[int, int, int, int], second: tuple[int, int, int, int], words: str
) -> None:
    text = message(LOOSE, source("a.clue", first, lines=(3,)), source("b.clue", second, lines=(7,)))
    assert text == f"b.clue:7: expected clues that agree, found {words} in a.clue:3"


def test_a_clue_without_a_line_is_named_by_its_file() -> None:
    text = message(LOOSE, source("facts.lp", (1, 0, 0, 0)), source("b.clue", (1, 1, 0, 0), lines=(1,)))
    assert text.startswith("b.clue:1: expected clues that agree")
    assert text.endswith("in facts.lp")


@pytest.mark.parametrize(
    ("clue", "words"),
    [
        ((0, 0, 1, 0), "B1 has 1 on its bottom, outside is 0"),
        ((0, 0, 1, 3), "B1 has 1 on its left, outside is 0"),
    ],
)
def test_a_clue_that_breaks_the_boundary(clue: tuple[int, int, int, int], words: str) -> None:
    text = message(PUZZLE, source("a.clue", (1, 1, 0, 0), clue, lines=(2, 5)))
    assert text == f"a.clue:5: expected a clue for this puzzle, but {words}"


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_neighbours_that_do_not_match_the_later_is_named(swapped: bool) -> None:
    left, right = source("left.clue", (1, 0, 0, 0), lines=(4,)), source("right.clue", (2, 1, 0, 0), lines=(9,))
    innocent = source("last.clue", (3, 1, 1, 0), lines=(1,))
    text = message(LOOSE, *((right, left) if swapped else (left, right)), innocent)
    place = "left.clue:4" if swapped else "right.clue:9"
    words = "A1 has 1 on its right, A2 has 2 on its left"
    assert text == f"{place}: expected a clue for this puzzle, but {words}"


def test_the_first_clue_that_violates_a_condition_is_named() -> None:
    text = message(LOOSE, source("a.clue", (1, 0, 0, 0), (2, 1, 0, 0), (3, 1, 1, 0), lines=(4, 5, 6)))
    assert text.startswith("a.clue:5: expected a clue for this puzzle, but A1 has 1 on its right")


def test_clues_that_break_the_checkerboard_of_signs() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1), Sign.PLUS),) * 2 + (Tile((1, 1, 1, 1), Sign.MINUS),) * 2)
    text = message(puzzle, source("a.clue", (0, 0, 0, 0), (2, 1, 0, 0), (1, 0, 1, 0), lines=(1, 2, 3)))
    assert text.startswith("a.clue:3: expected a clue for this puzzle, but B1 holds a tile with +")


def test_conditions_that_do_not_count_may_be_broken() -> None:
    clues = source("a.clue", (0, 0, 0, 0))
    assert combine(PUZZLE, [clues], set(Condition) - {Condition.BOUNDARY}) == clues.clues


@pytest.mark.parametrize(
    "wrong",
    [Placement(99, Square(0, 0), 0), Placement(-1, Square(0, 0), 0), Placement(0, Square(5, 0), 0),
     Placement(0, Square(0, 0), 4)],
    ids=str,
)  # fmt: skip
def test_a_clue_out_of_range_is_refused(wrong: Placement) -> None:
    """Left to the encodings it would say that there is no solution."""
    with pytest.raises(InputError, match=r"a.clue:7: expected a clue for this puzzle, .* out of range"):
        combine(PUZZLE, [Source("a.clue", Solution((wrong,)), (7,))])


@pytest.mark.long
def test_many_clues_take_no_quadratic_time() -> None:
    """That would be minutes."""
    size = 80
    puzzle = Puzzle(size, size, (*(Tile((1, 1, 1, 1)),) * (size * size - 1), Tile((2, 2, 2, 2))))
    given = [(index, index % size, index // size, 0) for index in range(size * size)]
    lines = tuple(range(1, len(given) + 1))
    assert len(combine(puzzle, [source("a.clue", *given[:-1], lines=lines)])) == len(given) - 1
    assert message(puzzle, source("a.clue", *given, lines=lines)).startswith(f"a.clue:{size * size}: expected a clue")
