"""Tiles that fit on empty squares, and clues."""

from __future__ import annotations

import pytest
from hypothesis import given

from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.clues import ClueFile, merge_clues
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system.errors import InputError
from tests.support.boards import FRAME_3X3, solved, various
from tests.support.strategies import planted_with_clues

# ---- tiles that fit ----

SEEN = {Condition.ADJOINING, Condition.BOUNDARY, Condition.SIGN, Condition.TILE}


@pytest.mark.parametrize(
    "name", ["golden", "frame 3x3", "framed 2x3 signed", "framed 3x3 partly signed", "surplus 2x3"]
)
def test_what_fits_is_what_breaks_no_condition(name: str) -> None:
    puzzle = various()[name]
    squares = list(puzzle.grid.squares)
    for assignment in solved(puzzle)[:3]:
        right = [Placement(tile, square, rot) for square, (tile, rot) in zip(squares, assignment, strict=True)]
        board = Solution(tuple(right[::2]))
        fitting = FittingPlacements(puzzle, board)
        for placement in right[1::2]:
            assert placement in fitting.placements_by_square[placement.square]
        exact = puzzle.zeros == puzzle.grid.outside
        for square, found in fitting.placements_by_square.items():
            for tile in range(len(puzzle.tiles)):
                for rot in range(puzzle.tiles[tile].period):
                    each = Placement(tile, square, rot)
                    report = check(puzzle, Solution((*board, each)))
                    inward = exact and any(
                        colour == 0 and side not in puzzle.grid.outer_sides(square)
                        for side, colour in enumerate(puzzle.sides(each))
                    )
                    fits = not any(violation.condition in SEEN for violation in report.violations)
                    assert (each in found) == (fits and not inward)


def test_what_lies_around_a_square() -> None:
    corner = Placement(0, Square(0, 0), 3)
    fitting = FittingPlacements(FRAME_3X3, Solution((corner,)))
    east = FRAME_3X3.sides(corner)[1]
    assert fitting.requirements_text(Square(1, 0)) == f"0 on its top and {east} on its left"
    assert fitting.requirements_text(Square(1, 1)) == ""
    assert set(fitting.tiles_on(Square(1, 1))) == {8}
    assert fitting.only_squares[8] == Square(1, 1)


def test_a_square_beside_a_head_wants_its_tail() -> None:
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(5, 1, 3, 5), (5, 5, 4, 2), (4, 6, 5, 5), (3, 5, 5, 6)])), ((1, 2), (3, 4)))
    fitting = FittingPlacements(puzzle, Solution((Placement(0, Square(0, 0), 0),)))
    assert fitting.requirements_text(Square(1, 0)) == "2 on its left"
    assert fitting.requirements_text(Square(0, 1)) == "4 on its top"
    assert fitting.tiles_on(Square(1, 0)) == (1,)


# ---- clues ----

SIDES = [(0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 1, 1), (0, 0, 2, 2)]
PUZZLE = Puzzle(2, 2, tuple(Tile(sides) for sides in SIDES))
# A half turn does not change the sides (1,2,1,2).
LOOSE = Puzzle(2, 2, (Tile((1, 2, 1, 2)), Tile((1, 1, 1, 1)), Tile((2, 2, 2, 2)), Tile((1, 2, 2, 1))))


def source(name: str, *places: tuple[int, int, int, int], lines: tuple[int, ...] = ()) -> ClueFile:
    """Clues as a file would give them: tile, column, row, rotation; and the line of each."""
    return ClueFile(name, Solution(tuple(Placement(t, Square(x, y), r) for t, x, y, r in places)), lines)


def message(puzzle: Puzzle, *sources: ClueFile) -> str:
    with pytest.raises(InputError) as caught:
        merge_clues(puzzle, sources)
    return str(caught.value)


@given(planted_with_clues())
def test_clues_of_a_solution_agree(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, _, clues = case
    half = len(clues) // 2
    first, second = Solution(clues.placements[:half]), Solution(clues.placements[half:])
    together = merge_clues(puzzle, [ClueFile("a", first), ClueFile("b", second), ClueFile("c", clues)])
    assert together == Solution(tuple(puzzle.canonical(clue) for clue in clues))


def test_no_clues() -> None:
    assert merge_clues(PUZZLE, []) == merge_clues(PUZZLE, [source("a")]) == Solution()


def test_the_same_picture_is_one_clue() -> None:
    clues = merge_clues(LOOSE, [source("a", (0, 0, 0, 3)), source("b", (0, 0, 0, 1))])
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
        ((0, 0, 1, 0), "B1 has 1 on its bottom, the boundary is 0"),
        ((0, 0, 1, 3), "B1 has 1 on its left, the boundary is 0"),
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
    assert merge_clues(PUZZLE, [clues], set(Condition) - {Condition.BOUNDARY}) == clues.clues


@pytest.mark.parametrize(
    "wrong",
    [Placement(99, Square(0, 0), 0), Placement(-1, Square(0, 0), 0), Placement(0, Square(5, 0), 0),
     Placement(0, Square(0, 0), 4)],
    ids=str,
)  # fmt: skip
def test_a_clue_out_of_range_is_refused(wrong: Placement) -> None:
    """Left to the encodings it would say that there is no solution."""
    with pytest.raises(InputError, match=r"a.clue:7: expected a clue for this puzzle, .* out of range"):
        merge_clues(PUZZLE, [ClueFile("a.clue", Solution((wrong,)), (7,))])


@pytest.mark.long
def test_many_clues_take_no_quadratic_time() -> None:
    """That would be minutes."""
    size = 80
    puzzle = Puzzle(size, size, (*(Tile((1, 1, 1, 1)),) * (size * size - 1), Tile((2, 2, 2, 2))))
    given = [(index, index % size, index // size, 0) for index in range(size * size)]
    lines = tuple(range(1, len(given) + 1))
    assert len(merge_clues(puzzle, [source("a.clue", *given[:-1], lines=lines)])) == len(given) - 1
    assert message(puzzle, source("a.clue", *given, lines=lines)).startswith(f"a.clue:{size * size}: expected a clue")
