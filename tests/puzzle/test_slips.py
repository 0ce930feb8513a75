"""Slips of typing: the right line is named among at most three."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from edgeasp.formats.recognition import PUZ
from edgeasp.generate import generate, resolve_preset
from edgeasp.puzzle.counting import MOST, SlipKind, contradictions, likely_slips
from edgeasp.puzzle.model import Puzzle, Tile, as_sides
from edgeasp.search.explain import Explainer, named_slips
from edgeasp.system.errors import InputError
from tests.support import brute
from tests.support.boards import FRAME_3X3, various
from tests.support.typing_slips import KINDS, slip


def named(puzzle: Puzzle, lines: list[list[str]]) -> set[int | None]:
    """The lines that are named when this is read, from 1."""
    text = f"{puzzle.cols} {puzzle.rows}\n" + "".join(" ".join(words) + "\n" for words in lines)
    try:
        document = PUZ.read(text, "x.puz")
    except InputError as error:
        return {error.line}
    return {document.lines[tile] for each in likely_slips(document.puzzle) for tile in each.tiles}


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
    assert likely_slips(puzzle) == []


@pytest.mark.parametrize("name", various())
def test_a_puzzle_whose_counts_agree_has_at_most_a_tile_twice(name: str) -> None:
    board = various()[name]
    for each in likely_slips(board) if not board.framed or board.zeros == board.grid.outside else ():
        assert each.kind in SlipKind
        assert len(each.tiles) <= MOST


def changed(tile: int, sides: tuple[int, int, int, int]) -> Puzzle:
    tiles = list(FRAME_3X3.tiles)
    tiles[tile] = Tile(sides)
    return replace(FRAME_3X3, tiles=tuple(tiles))


def test_a_colour_that_occurs_once_is_named_with_the_one_that_lacks_a_side() -> None:
    [slip] = named_slips(changed(4, (0, 1, 9, 2)), range(2, 11))
    assert slip.text == "perhaps tile 4 (line 6): its bottom side is perhaps 3, not 9"
    assert (slip.tiles, slip.lines) == ((4,), (6,))


def test_a_tile_that_was_typed_twice_is_suspected() -> None:
    [only, *_] = likely_slips(changed(5, FRAME_3X3.tiles[4].sides))
    assert (only.kind, only.tiles) == (SlipKind.DOUBLED, (4, 5))
    assert "typed twice" in only.text(["tile 4", "tile 5"])


def test_two_sides_in_the_wrong_order_are_suspected() -> None:
    # An inner colour is where the ring goes on.
    slips = likely_slips(changed(4, (0, 3, 1, 2)))
    assert any((each.kind, each.tile) == (SlipKind.SWAPPED, 4) for each in slips)


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
    for each in likely_slips(typed):
        text = f"perhaps {each.text(f'tile {number}' for number in each.tiles)}"
        mends = each.first is None and bool(brute.solve(each.mended(typed)).assignments)
        assert (text + HELPS if mends else text) in texts
