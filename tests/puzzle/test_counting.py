"""Contradictions that counting finds, likely typos, and the fewest mismatches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from edgeasp.formats.recognition import PUZ
from edgeasp.generate import generate, resolve_preset
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.counting import MOST, TypoKind, contradictions, fewest_mismatches, likely_typos
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile, as_sides
from edgeasp.search.explain import Explainer, describe_typos
from edgeasp.system.errors import InputError
from tests.support import boards, brute, strategies
from tests.support.best import fewest, random_puzzle
from tests.support.boards import FRAME_3X3, peculiar, various
from tests.support.general import most_matches
from tests.support.solving import as_clues
from tests.support.strategies import planted

# ---- typos at random ----

KEYS = dict(zip("1234567890", ["2q", "13w", "24e", "35r", "46t", "57y", "68u", "79i", "80o", "9p"], strict=True))
"""The keys beside those of the digits."""

KINDS = ("key", "stuck", "joined", "left out", "twice", "line twice", "swapped")
"""A key beside the right one; a digit that comes twice; two numbers without a blank; a number that is missing, or comes
twice; a line that comes twice in place of the next; two neighbouring numbers of a border tile in the wrong order."""


def slip(rng: random.Random, kind: str, lines: list[list[str]]) -> tuple[list[list[str]], int]:
    """The lines of the tiles with a slip, and which of them, from 0, is wrong then."""
    typed = [list(words) for words in lines]
    at = rng.randrange(len(typed))
    if kind == "line twice":
        at = rng.randrange(1, len(typed))
        typed[at] = list(typed[at - 1])
        return typed, at
    if kind == "swapped":
        at = rng.choice([number for number, words in enumerate(typed) if "0" in words])
    words = typed[at]
    place = rng.randrange(3 if kind in ("joined", "swapped") else 4)
    word = words[place]
    digit = rng.randrange(len(word))
    if kind == "key":
        words[place] = word[:digit] + rng.choice(KEYS[word[digit]]) + word[digit + 1 :]
    elif kind == "stuck":
        words[place] = word[: digit + 1] + word[digit:]
    elif kind == "joined":
        words[place : place + 2] = [word + words[place + 1]]
    elif kind == "left out":
        del words[place]
    elif kind == "twice":
        words.insert(place, word)
    else:
        words[place : place + 2] = [words[place + 1], word]
    return typed, at


# ---- contradictions ----


@given(planted())
def test_a_puzzle_that_has_a_solution_has_no_reason(case: tuple[Puzzle, Solution]) -> None:
    board, _ = case
    for framed in (True, False):
        for signed in (True, False):
            assert contradictions(board, framed=framed, signed=signed) == []


# ---- likely typos ----


def named(puzzle: Puzzle, lines: list[list[str]]) -> set[int | None]:
    """The lines that are named when this is read, from 1."""
    text = f"{puzzle.cols} {puzzle.rows}\n" + "".join(" ".join(words) + "\n" for words in lines)
    try:
        document = PUZ.read(text, "x.puz")
    except InputError as error:
        return {error.line}
    return {document.lines[tile] for each in likely_typos(document.puzzle) for tile in each.tiles}


def found(seeds: range) -> tuple[int, Counter[str]]:
    """In how many of as many random slips the right line is named, and the others by kind."""
    right, missed = 0, Counter[str]()
    for seed in seeds:
        rng = random.Random(f"slip {seed}")
        size = rng.randint(4, 16)
        recipe = resolve_preset(rng.choice(["hardest", "easy"]), (size, size))
        puzzle = generate(replace(recipe, seed=seed)).puzzle
        lines = [list(map(str, tile.sides)) for tile in puzzle.tiles]
        kind, typed = "", lines
        while typed == lines:
            kind = rng.choice(KINDS)
            typed, at = slip(rng, kind, lines)
        lines_named = named(puzzle, typed)
        assert len(lines_named) <= MOST
        if at + 2 in lines_named:
            right += 1
        else:
            missed[kind] += 1
    return right, missed


@pytest.mark.long
def test_of_a_hundred_slips_ninety_are_found() -> None:
    right, missed = found(range(100))
    assert right >= 90, missed


@pytest.mark.long
def test_of_two_thousand_slips_nine_in_ten_are_found() -> None:
    right, missed = found(range(1000, 3000))
    assert right >= 1800, missed


def test_where_signs_alone_clash_no_colour_is_to_blame() -> None:
    rows = "2 3 3 1 -", "2 2 4 3 -", "1 3 1 2 -", "2 2 4 2"
    puzzle = PUZ.read("2 2\n" + "\n".join(rows) + "\n", "x.puz").puzzle
    assert len(contradictions(puzzle)) == 1
    assert likely_typos(puzzle) == []


@pytest.mark.parametrize("name", various())
def test_a_puzzle_whose_counts_agree_has_at_most_a_tile_twice(name: str) -> None:
    board = various()[name]
    for each in likely_typos(board) if not board.framed or board.zeros == board.grid.outside else ():
        assert each.kind in TypoKind
        assert len(each.tiles) <= MOST


def changed(tile: int, sides: tuple[int, int, int, int]) -> Puzzle:
    tiles = list(FRAME_3X3.tiles)
    tiles[tile] = Tile(sides)
    return replace(FRAME_3X3, tiles=tuple(tiles))


def test_a_colour_that_occurs_once_is_named_with_the_one_that_lacks_a_side() -> None:
    [slip] = describe_typos(changed(4, (0, 1, 9, 2)), range(2, 11))
    assert slip.text == "perhaps tile 4 (line 6): its bottom side is perhaps 3, not 9"
    assert (slip.tiles, slip.lines) == ((4,), (6,))


def test_a_tile_that_was_typed_twice_is_suspected() -> None:
    [only, *_] = likely_typos(changed(5, FRAME_3X3.tiles[4].sides))
    assert (only.kind, only.tiles) == (TypoKind.DOUBLED, (4, 5))
    assert "typed twice" in only.describe(["tile 4", "tile 5"])


def test_two_sides_in_the_wrong_order_are_suspected() -> None:
    # An inner colour is where the ring goes on.
    slips = likely_typos(changed(4, (0, 3, 1, 2)))
    assert any((each.kind, each.tile) == (TypoKind.SWAPPED, 4) for each in slips)


HELPS = ": then there is a solution"


@pytest.mark.parametrize("seed", range(12))
def test_slips_without_which_there_is_a_solution_come_first(seed: int) -> None:
    """As brute force says of each; the others are likely by their counts alone."""
    rng = random.Random(seed)
    puzzle = generate(replace(resolve_preset("easy", (3, 3)), seed=seed)).puzzle
    tile, side = rng.randrange(9), rng.randrange(4)
    sides = list(puzzle.tiles[tile].sides)
    sides[side] = rng.choice([colour for colour in puzzle.colours if colour != sides[side]])
    typed = replace(puzzle, tiles=(*puzzle.tiles[:tile], Tile(as_sides(sides)), *puzzle.tiles[tile + 1 :]))
    explainer = Explainer(typed)
    explainer.run()
    explanation = explainer.explanation()
    if explanation.solvable:
        return
    texts = [each.text for each in explanation.slips]
    helpful = [text.endswith(HELPS) for text in texts]
    assert helpful == sorted(helpful, reverse=True)
    for each in likely_typos(typed):
        text = f"perhaps {each.describe(f'tile {number}' for number in each.tiles)}"
        mends = each.first is None and bool(brute.solve(each.repaired_puzzle(typed)).assignments)
        assert (text + HELPS if mends else text) in texts


# ---- fewest mismatches ----


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
