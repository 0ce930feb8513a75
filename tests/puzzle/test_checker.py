"""Checks of boards, one by one and many at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.formats import plain
from edgeasp.puzzle.checker import EVERY, Condition, Report, check
from edgeasp.puzzle.mass_checker import NEEDED, MassChecker
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile, place_name
from tests.support.strategies import planted, planted_with_clues, with_placements

# ---- one board ----

# The framed 3x3 of the instances, and one of its solutions.
SIDES = [
    *[(0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 2, 2), (0, 1, 3, 2), (0, 1, 4, 1)],
    *[(0, 2, 3, 1), (0, 2, 4, 2), (3, 3, 4, 4)],
]
PUZZLE = Puzzle(3, 3, tuple(Tile(sides) for sides in SIDES))
PLACES = {
    0: (0, 2, 2), 1: (2, 0, 0), 2: (2, 2, 3), 3: (0, 0, 1), 4: (1, 2, 2),
    5: (2, 1, 3), 6: (0, 1, 1), 7: (1, 0, 0), 8: (1, 1, 2),
}  # fmt: skip


def board(changes: dict[int, tuple[int, int, int] | None] | None = None) -> Solution:
    """The solution of PUZZLE, with some tiles on another square, or in another rotation, or taken away."""
    places = PLACES | (changes or {})
    return Solution(
        tuple(Placement(tile, Square(*at[:2]), at[2]) for tile, at in sorted(places.items()) if at is not None)
    )


def names(report: Report) -> list[str]:
    return [violation.name for violation in report.violations]


def texts(report: Report) -> list[str]:
    return [violation.text for violation in report.violations]


def unframed(signs: str = "....") -> Puzzle:
    """A 2x2 board on which all tiles fit anywhere, with the given signs."""
    given_signs = {"+": Sign.PLUS, "-": Sign.MINUS, ".": None}
    return Puzzle(2, 2, tuple(Tile((1, 1, 1, 1), given_signs[sign]) for sign in signs))


IN_ORDER = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))


def test_a_solution() -> None:
    report = check(PUZZLE, board())
    assert report.solved
    assert report.violations == ()
    assert report.missing == ()
    assert (report.matched, report.diamonds) == (12, 12)


def test_a_partial_solution_is_not_solved_and_breaks_nothing() -> None:
    report = check(PUZZLE, board({8: None, 1: None}))
    assert not report.solved
    assert report.violations == ()
    assert report.missing == (Square(2, 0), Square(1, 1))
    assert (report.matched, report.diamonds) == (6, 12)


def test_nothing_placed() -> None:
    report = check(PUZZLE, Solution())
    assert not report.solved
    assert report.violations == ()
    assert len(report.missing) == 9
    assert report.matched == 0


def test_adjoining_is_reported_by_square_and_side() -> None:
    report = check(PUZZLE, board({8: (1, 1, 0)}))
    assert names(report) == ["adjoining(2,1,bottom)", "adjoining(1,2,right)", "adjoining(2,2,right)",
                             "adjoining(2,2,bottom)"]  # fmt: skip
    assert texts(report)[:2] == [
        "A2 has 4 on its bottom, B2 has 3 on its top",
        "B1 has 3 on its right, B2 has 4 on its left",
    ]
    assert report.violations[0].square == Square(1, 0)
    assert {violation.condition for violation in report.violations} == {Condition.ADJOINING}
    assert report.matched == 8
    assert not report.solved


@pytest.mark.parametrize(
    ("tile", "place", "side", "colour"),
    [
        (7, (1, 0, 1), "boundary(2,1,top)", 2),
        (5, (2, 1, 0), "boundary(3,2,right)", 1),
        (4, (1, 2, 1), "boundary(2,3,bottom)", 2),
        (6, (0, 1, 2), "boundary(1,2,left)", 2),
    ],
)
def test_boundary_is_reported_by_square_and_side(
    tile: int, place: tuple[int, int, int], side: str, colour: int
) -> None:
    report = check(PUZZLE, board({tile: place}))
    found = [violation for violation in report.violations if violation.condition is Condition.BOUNDARY]
    col, row, _ = place
    word = side.removesuffix(")").rpartition(",")[2]
    assert [violation.name for violation in found] == [side]
    assert [violation.text for violation in found] == [
        f"{place_name(Square(col, row))} has {colour} on its {word}, outside is 0"
    ]


def test_an_unframed_puzzle_has_no_boundary_condition() -> None:
    assert check(unframed(), IN_ORDER).solved


def test_a_tile_twice() -> None:
    report = check(unframed(), Solution((*IN_ORDER.placements[:3], Placement(1, Square(1, 1), 0))))
    assert names(report) == ["tile(2)"]
    assert texts(report) == ["tile 1 lies on 2 squares"]
    assert not report.solved


def test_a_square_twice() -> None:
    report = check(unframed(), Solution((*IN_ORDER.placements[:3], Placement(3, Square(0, 1), 0))))
    assert names(report) == ["square(1,2)"]
    assert texts(report) == ["B1 holds 2 tiles"]
    assert report.missing == (Square(1, 1),)
    assert not report.solved


@pytest.mark.parametrize("signs", ["+--+", "-++-", "+...", "-...", ".+..", "..-.", "+..+", "....", ".++.", "-+.-"])
def test_both_checkerboards_of_signs_are_solutions(signs: str) -> None:
    assert check(unframed(signs), IN_ORDER).solved


@pytest.mark.parametrize(
    ("signs", "broken"),
    [
        ("+-++", ["sign(1,2)"]),
        ("-+++", ["sign(2,2)"]),
        ("+--.", []),
        ("++..", ["sign(2,1)"]),
        ("+..-", ["sign(2,2)"]),
        ("++++", ["sign(2,1)", "sign(1,2)"]),
    ],
)
def test_signs_are_held_against_the_checkerboard_that_is_broken_less(signs: str, broken: list[str]) -> None:
    report = check(unframed(signs), IN_ORDER)
    assert names(report) == broken
    assert report.solved == (not broken)
    # Colours agree everywhere, and only they make the score.
    assert report.matched == 4


def test_a_broken_sign_in_words() -> None:
    report = check(unframed("++.."), IN_ORDER)
    assert texts(report) == ["A2 holds a tile with + where the checkerboard of signs has the other"]


def test_a_clue_that_is_kept() -> None:
    assert check(PUZZLE, board(), Solution((Placement(5, Square(2, 1), 3),))).solved


@pytest.mark.parametrize(
    "clue", [Placement(5, Square(2, 1), 2), Placement(7, Square(2, 1), 3)], ids=["other rotation", "other tile"]
)
def test_a_clue_that_is_not_kept(clue: Placement) -> None:
    report = check(PUZZLE, board(), Solution((clue,)))
    assert names(report) == ["clue(3,2)"]
    assert texts(report) == [f"B3 does not hold tile {clue.tile} {PUZZLE.names.turn(clue.rot)}, as a clue says"]
    assert not report.solved


def test_a_clue_whose_square_is_empty() -> None:
    assert names(check(PUZZLE, board({5: None}), Solution((Placement(5, Square(2, 1), 3),)))) == ["clue(3,2)"]


@pytest.mark.parametrize(("rot", "kept"), [(0, False), (1, True), (2, False), (3, True)])
def test_a_clue_is_kept_by_rotations_with_the_same_sides(rot: int, kept: bool) -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), *[Tile((1, 2, 3, 4))] * 3))
    solution = Solution((Placement(0, Square(0, 0), 1),))
    clues = Solution((Placement(0, Square(0, 0), rot),))
    assert (Condition.CLUE not in {each.condition for each in check(puzzle, solution, clues).violations}) == kept


def test_surplus_zeros_meet_inside() -> None:
    tiles = tuple(Tile(sides) for sides in [(0, 0, 1, 0), (0, 0, 1, 0), (1, 0, 0, 0), (1, 0, 0, 0)])
    puzzle = Puzzle(2, 2, tiles)
    report = check(puzzle, IN_ORDER)
    assert puzzle.zeros > puzzle.grid.outside
    assert report.solved
    turned_one = check(puzzle, Solution((Placement(0, Square(0, 0), 1), *IN_ORDER.placements[1:])))
    assert names(turned_one) == ["adjoining(1,1,right)", "adjoining(1,1,bottom)"]


def test_a_side_on_the_outside_is_reported_once() -> None:
    """Where tiles are left over, a side of the frame colour has to lie at the frame, which a rim of colours is not."""
    text = "2 2\nc edgeasp spare 1\nc edgeasp rim right 1 2\n0 1 1 0\n0 1 1 1\n1 1 0 0\n1 1 0 1\n0 1 1 0\n"
    puzzle = plain.read_puz(text, "p.puz")
    board = Solution((Placement(4, Square(1, 1), 3),))
    said = [violation.text for violation in check(puzzle, board).violations]
    assert said == [
        "B2 has 0 on its right, outside is 1 or 2",
        "B2 has 1 on its bottom, outside is 0",
        "B2 has 0 on its top, within the board",
    ]


@pytest.mark.parametrize(
    ("lines", "placement", "expected"),
    [
        ("", Placement(0, Square(0, 0), 4), "0 to 3 quarter turns"),
        ("c edgeasp no turning\n", Placement(0, Square(0, 0), 1), "no quarter turns"),
        ("c edgeasp turning over\n", Placement(0, Square(0, 0), 8), "rotation 0 to 7"),
        ("c edgeasp tiles 0 only 1,3\n", Placement(0, Square(0, 0), 0), "rotation 1 or 3 of this tile"),
        ("c edgeasp tiles 0 only 1,3\n", Placement(9, Square(0, 0), 0), "0 to 3 quarter turns"),
    ],
)
def test_an_orientation_that_a_tile_may_not_have(lines: str, placement: Placement, expected: str) -> None:
    puzzle = plain.read_puz(f"2 2\n{lines}1 2 3 4\n2 1 1 1\n3 3 2 2\n1 1 2 3\n", "p.puz")
    [violation] = check(puzzle, Solution((placement,))).violations
    assert violation.text.endswith(f"row 0 to 1, {expected}")


def test_only_the_given_conditions_are_checked() -> None:
    changes: dict[int, tuple[int, int, int] | None] = {7: (1, 0, 1)}
    every = check(PUZZLE, board(changes))
    relaxed = check(PUZZLE, board(changes), conditions=set(Condition) - {Condition.BOUNDARY})
    assert {violation.condition for violation in every.violations} == {Condition.ADJOINING, Condition.BOUNDARY}
    assert {violation.condition for violation in relaxed.violations} == {Condition.ADJOINING}
    assert Condition.BOUNDARY not in relaxed.conditions


def matching(puzzle: Puzzle, solution: Solution) -> int:
    """Diamonds whose two sides agree, counted on a picture of the board: two cells a side, one a tile."""
    picture: dict[tuple[int, int, int], int] = {}
    for placement in solution:
        tile = [*puzzle.tiles[placement.tile].sides]
        for _ in range(placement.rot):
            tile.append(tile.pop(0))
        x, y = 2 * placement.square.col, 2 * placement.square.row
        # The last coordinate says which of its two squares a diamond belongs to.
        for (dx, dy, half), colour in zip([(0, -1, 1), (1, 0, 0), (0, 1, 0), (-1, 0, 1)], tile, strict=True):
            picture[x + dx, y + dy, half] = colour
    return sum(picture.get((x, y, 1)) == colour for (x, y, half), colour in picture.items() if half == 0)


@given(planted_with_clues())
def test_a_planted_board_is_solved(case: tuple[Puzzle, Solution, Solution]) -> None:
    puzzle, solution, clues = case
    report = check(puzzle, solution, clues)
    assert report.solved
    assert report.matched == report.diamonds == matching(puzzle, solution)


@given(planted())
def test_the_other_checkerboard_of_signs_is_as_good(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    flipped = {Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS, None: None}
    tiles = tuple(replace(tile, sign=flipped[tile.sign]) for tile in puzzle.tiles)
    assert check(replace(puzzle, tiles=tiles), solution).solved


@given(planted(signed=False), st.data())
def test_after_one_rotation(case: tuple[Puzzle, Solution], data: st.DataObject) -> None:
    puzzle, solution = case
    placements = list(solution)
    index = data.draw(st.integers(0, len(placements) - 1))
    old = placements[index]
    placements[index] = replace(old, rot=(old.rot + data.draw(st.integers(1, 3))) % 4)
    changed = Solution(tuple(placements))
    report = check(puzzle, changed)
    assert report.matched == matching(puzzle, changed)
    if puzzle.sides(old) == puzzle.sides(placements[index]):
        assert report.solved
    elif puzzle.framed:
        # A turned tile that shows another picture shows another colour to a neighbour or to the outside.
        assert not report.solved
    around = {old.square, *(old.square.neighbour(side) for side in range(4))}  # type: ignore[arg-type]
    assert {violation.square for violation in report.violations} <= around


@given(planted(signed=False), st.data())
def test_after_one_swap(case: tuple[Puzzle, Solution], data: st.DataObject) -> None:
    puzzle, solution = case
    placements = list(solution)
    one, other = data.draw(st.lists(st.integers(0, len(placements) - 1), min_size=2, max_size=2, unique=True))
    first, second = placements[one], placements[other]
    assume(puzzle.tiles[first.tile].appearance != puzzle.tiles[second.tile].appearance)
    placements[one] = replace(first, square=second.square)
    placements[other] = replace(second, square=first.square)
    changed = Solution(tuple(placements))
    report = check(puzzle, changed)
    assert report.matched == matching(puzzle, changed)
    mismatches = [each for each in report.violations if each.condition is Condition.ADJOINING]
    assert len(mismatches) == report.diamonds - report.matched


@given(with_placements())
def test_the_score_of_anything(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    assert check(puzzle, solution).matched == matching(puzzle, solution)


OUT_OF_RANGE = [
    Placement(-1, Square(0, 0), 1),
    Placement(9, Square(0, 0), 1),
    Placement(3, Square(-1, 0), 1),
    Placement(3, Square(0, 3), 1),
    Placement(3, Square(50, 50), 1),
    Placement(3, Square(0, 0), 4),
    Placement(3, Square(0, 0), -3),
]


@pytest.mark.parametrize("wrong", OUT_OF_RANGE, ids=str)
def test_a_placement_out_of_range_is_no_part_of_a_solution(wrong: Placement) -> None:
    """Neither in place of the right one, as Python would read -1 and 4, nor beside a whole solution."""
    whole = board()
    instead = Solution(tuple(wrong if each.tile == 3 else each for each in whole))
    report = check(PUZZLE, instead)
    assert [each.condition for each in report.violations] == [Condition.RANGE]
    assert report.missing == (Square(0, 0),)
    assert not report.solved
    beside = check(PUZZLE, Solution((*whole, wrong)))
    assert [each.condition for each in beside.violations] == [Condition.RANGE]
    assert not beside.missing
    assert not beside.solved


@pytest.mark.parametrize("wrong", OUT_OF_RANGE, ids=str)
def test_the_range_counts_in_every_relaxation_and_for_clues(wrong: Placement) -> None:
    report = check(PUZZLE, Solution((*board(), wrong)), conditions=[Condition.TILE])
    assert report.violations[0].name.startswith("range(")
    kept = check(PUZZLE, board(), clues=Solution((wrong,)))
    assert [each.condition for each in kept.violations] == [Condition.CLUE]


@given(with_placements(full=True))
def test_a_violation_has_the_square_and_the_side_of_its_name(drawn: tuple[Puzzle, Solution]) -> None:
    for violation in check(*drawn).violations:
        place = [str(violation.square.col + 1), str(violation.square.row + 1)]
        if violation.condition in (Condition.ADJOINING, Condition.BOUNDARY):
            assert violation.side is not None
            place.append(violation.side.word)
        else:
            assert violation.side is None
        if violation.condition is not Condition.TILE:
            assert violation.name == f"{violation.condition.value}({','.join(place)})"


# ---- many boards at a time ----

OPTIONAL = sorted(EVERY - NEEDED, key=lambda condition: condition.value)


def verdicts(checker: MassChecker, puzzle: Puzzle, boards: list[list[Placement]]) -> list[bool]:
    """What the checker says of boards; a square that is not on the board has a number that no square has."""
    number = {square: index for index, square in enumerate(puzzle.grid.squares)}
    rows = [[(each.tile, number.get(each.square, -1), each.rot) for each in board] for board in boards]
    tiles, squares, turns = np.moveaxis(np.array(rows), 2, 0)
    return [bool(each) for each in checker.solved(tiles, squares, turns)]


@st.composite
def changed(draw: st.DrawFn, solution: Solution) -> list[Placement]:
    """The placements of a solution in any order, perhaps with two of them altered."""
    placements = list(draw(st.permutations(list(solution))))
    index = st.integers(0, len(placements) - 1)
    one, other = draw(index), draw(index)
    match draw(st.sampled_from(["as it is", "turned", "exchanged", "twice", "no tile", "no square", "no turn"])):
        case "turned":
            placements[one] = replace(placements[one], rot=draw(st.integers(0, 3)))
        case "exchanged":
            tiles = placements[one].tile, placements[other].tile
            placements[one] = replace(placements[one], tile=tiles[1])
            placements[other] = replace(placements[other], tile=tiles[0])
        case "twice":
            placements[one] = placements[other]
        case "no tile":
            placements[one] = replace(placements[one], tile=draw(st.sampled_from([-1, len(placements)])))
        case "no square":
            placements[one] = replace(placements[one], square=Square(-1, 0))
        case "no turn":
            placements[one] = replace(placements[one], rot=draw(st.sampled_from([-1, 4])))
    return placements


@given(planted_with_clues(), st.data())
def test_the_verdict_is_that_of_the_checker(made: tuple[Puzzle, Solution, Solution], data: st.DataObject) -> None:
    puzzle, solution, clues = made
    boards = data.draw(st.lists(changed(solution), min_size=1, max_size=6))
    for conditions in (EVERY, NEEDED, NEEDED | data.draw(st.sets(st.sampled_from(OPTIONAL)))):
        checker = MassChecker(puzzle, clues, conditions)
        reports = [check(puzzle, Solution(tuple(board)), clues, conditions) for board in boards]
        assert verdicts(checker, puzzle, boards) == [report.solved for report in reports]
        assert {report for report in reports if report.solved} <= {checker.report}


@pytest.mark.parametrize(
    ("signs", "right"), [("....", True), ("+-.+", True), ("-++-", True), ("++..", False), ("+..-", False)]
)
def test_signs(signs: str, right: bool) -> None:
    """On a board of 2x2 squares where everything matches; tiles 0 and 3 lie on one colour of the checkerboard."""
    known = {"+": Sign.PLUS, "-": Sign.MINUS, ".": None}
    puzzle = Puzzle(2, 2, tuple(Tile((1, 1, 1, 1), known[sign]) for sign in signs))
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    assert verdicts(MassChecker(puzzle), puzzle, [board]) == [right] == [check(puzzle, Solution(tuple(board))).solved]


def test_boards_that_match_and_are_no_solutions() -> None:
    """Of tiles with 0 on one side and 1 on the others, so that every corner of the board has a 1 on the outside."""
    equal, corners = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), Puzzle(2, 2, (Tile((0, 1, 1, 1)),) * 4)
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    twice = [replace(board[0], tile=1), *board[1:]]
    assert verdicts(MassChecker(equal), equal, [board, twice]) == [True, False]
    turned = [replace(each, rot=2 * each.square.row) for each in board]
    assert check(corners, Solution(tuple(turned)), conditions=NEEDED).solved
    assert verdicts(MassChecker(corners, conditions=NEEDED), corners, [turned]) == [True]
    assert verdicts(MassChecker(corners), corners, [turned]) == [False]


def test_a_clue_that_cannot_be_fulfilled() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    board = [Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)]
    for clue, right in [(board[2], True), (replace(board[2], tile=1), False), (replace(board[2], tile=7), False)]:
        assert verdicts(MassChecker(puzzle, Solution((clue,))), puzzle, [board]) == [right]


@pytest.mark.parametrize("lost", [Condition.TILE, Condition.SQUARE, Condition.ADJOINING])
def test_boards_that_need_not_match_are_left_to_the_checker(lost: Condition) -> None:
    with pytest.raises(ValueError, match="have to match"):
        MassChecker(Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), conditions=EVERY - {lost})


def test_a_board_has_no_hole() -> None:
    """Of tiles that are all alike, two lie on one square: every other condition holds."""
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    tiles, squares = np.array([[0, 1, 2, 3]] * 3), np.array([[0, 1, 2, 3], [0, 0, 1, 2], [3, 1, 1, 0]])
    solved = MassChecker(puzzle).solved(tiles, squares, np.zeros_like(tiles))
    assert solved.tolist() == [True, False, False]
