"""Checks of boards, one by one and many at a time."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgeasp.formats import plain
from edgeasp.puzzle.checker import EVERY, Condition, check
from edgeasp.puzzle.mass_checker import NEEDED, MassChecker
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from tests.support.answers import answered, require_same, unescaped
from tests.support.strategies import planted, planted_with_clues, with_placements

# ---- one board ----

TABLE = Path(__file__).parent / "checker.txt"

# The framed 3x3 of the instances, and one of its solutions.
SIDES = [
    *[(0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 2, 2), (0, 1, 3, 2), (0, 1, 4, 1)],
    *[(0, 2, 3, 1), (0, 2, 4, 2), (3, 3, 4, 4)],
]
PUZZLE = Puzzle(3, 3, tuple(Tile(sides) for sides in SIDES))
SOLVED = ["0@0,2.2", "1@2,0.0", "2@2,2.3", "3@0,0.1", "4@1,2.2", "5@2,1.3", "6@0,1.1", "7@1,0.0", "8@1,1.2"]


def placements(words: list[str]) -> Solution:
    """Tiles, columns and rows, and quarter turns, such as `3@0,2.1`."""
    return Solution(
        tuple(
            Placement(int(tile), Square(int(col), int(row)), int(rot))
            for tile, col, row, rot in (re.split("[@,.]", word) for word in words)
        )
    )


def outcome(command: str, lines: tuple[str, ...]) -> list[str]:
    """The whole report of a board, as checker.txt says it."""
    name, *words = command.split()
    options = dict(word.split("=") for word in words if "=" in word)
    tiles = [word for word in words if "=" not in word]
    if name == "solved":
        puzzle = PUZZLE
        gone = [word.lstrip("-").partition("@")[0] for word in tiles if not word.startswith("+")]
        tiles = [word.lstrip("+") for word in tiles if "@" in word]
        tiles = [word for word in SOLVED if word.partition("@")[0] not in gone] + tiles
    else:
        puzzle = plain.read_puz(unescaped(lines), "x")
    clues = placements([options["clue"]] if "clue" in options else [])
    conditions = set(Condition) - {Condition(options["without"])} if "without" in options else EVERY
    report = check(puzzle, placements(sorted(tiles)), clues, conditions)
    missing = "".join(f" {square.place}" for square in report.missing)
    head = f"{report.matched} of {report.diamonds}{', solved' * report.solved}{', missing' * bool(missing)}{missing}"
    return [head, *(f"{each.name}: {each.text}" for each in report.violations)]


def test_whole_reports() -> None:
    written = TABLE.read_text(encoding="utf-8")
    require_same(written, answered(written, outcome))


def test_only_the_given_conditions_are_reported() -> None:
    report = check(PUZZLE, placements(SOLVED), conditions=set(Condition) - {Condition.BOUNDARY})
    assert Condition.BOUNDARY not in report.conditions


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
    return [bool(each) for each in checker.are_solutions(tiles, squares, turns)]


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
    solved = MassChecker(puzzle).are_solutions(tiles, squares, np.zeros_like(tiles))
    assert solved.tolist() == [True, False, False]


if __name__ == "__main__":
    TABLE.write_text(answered(TABLE.read_text(encoding="utf-8"), outcome), encoding="utf-8")
