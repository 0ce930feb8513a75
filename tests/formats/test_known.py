"""Eternity II as the package carries it, and copies of it under other names."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from edgeasp.formats import files, known, viewer
from edgeasp.formats.document import Document
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile, place_name, turned
from edgeasp.system.errors import InputError

E2 = known.eternity2()
CLUES = {"I8": "ijjm", "C3": "wlmn", "C14": "wswu", "N3": "ujvm", "N14": "qvpr"}
"""The official clues as the letters of links, north first."""


def copy_of_e2(seed: int) -> Puzzle:
    """The tiles with other colour names, in another order, each turned."""
    shuffle = random.Random(seed)
    names = dict(zip(range(1, 23), shuffle.sample(range(1, 60), 22), strict=True)) | {0: 0}
    tiles = []
    for tile in shuffle.sample(E2.puzzle.tiles, 256):
        north, east, south, west = (names[colour] for colour in tile.sides)
        tiles.append(Tile(turned((north, east, south, west), shuffle.randrange(4))))
    return Puzzle(16, 16, tuple(tiles))


def any_board(seed: int, squares: int = 256) -> Solution:
    """Tiles of the published set anywhere."""
    shuffle = random.Random(seed)
    tiles = shuffle.sample(range(256), squares)
    places = shuffle.sample(list(E2.puzzle.grid.squares), squares)
    return Solution(tuple(Placement(tile, at, shuffle.randrange(4)) for tile, at in zip(tiles, places, strict=True)))


def picture(puzzle: Puzzle, solution: Solution) -> dict[Square, tuple[int, ...]]:
    return {each.square: puzzle.sides(each) for each in solution}


def test_the_numbers_are_as_published() -> None:
    puzzle = E2.puzzle
    assert (puzzle.cols, puzzle.rows, len(puzzle.tiles)) == (16, 16, 256)
    kinds = Counter(tile.sides.count(0) for tile in puzzle.tiles)
    assert kinds == {2: 4, 1: 56, 0: 196}
    sides = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    assert sides.pop(0) == 64
    assert [sides[colour] for colour in range(1, 6)] == [24] * 5
    assert sorted(sides[colour] for colour in range(6, 23)) == [48] * 5 + [50] * 12
    assert puzzle.identical_tiles() == []
    assert all(tile.period == 4 for tile in puzzle.tiles)
    assert puzzle.tiles[138].sides == (8, 9, 9, 12)


def test_the_official_clues_lie_where_the_rules_put_them() -> None:
    official = E2.clues["official"]
    shown = {place_name(each.square): E2.puzzle.sides(each) for each in official}
    assert shown == {place: tuple(ord(letter) - ord("a") for letter in word) for place, word in CLUES.items()}
    assert [each.tile + 1 for each in official] == [139, 208, 255, 181, 249]
    assert [place_name(each.square) for each in E2.clues["centre"]] == ["I8"]


def test_a_copy_is_known_and_its_boards_are_translated() -> None:
    for seed in range(3):
        puzzle = copy_of_e2(seed)
        copy = known.copy_of(puzzle)
        assert copy is not None
        assert copy.words == "colours renamed, tiles in another order, tiles turned"
        assert known.title(puzzle) == "Eternity II"
        board = any_board(seed)
        laid = copy.there.solution(board)
        names = copy.there.colours
        assert picture(puzzle, laid) == {
            square: tuple(names[colour] for colour in sides) for square, sides in picture(E2.puzzle, board).items()
        }
        assert copy.back.solution(laid) == Solution(tuple(map(E2.puzzle.canonical, board)))


def test_one_side_that_differs_makes_another_puzzle() -> None:
    first, *rest = E2.puzzle.tiles
    north, east, south, west = first.sides
    other = Puzzle(16, 16, (Tile((north, east, west, south)), *rest))
    assert known.copy_of(other) is None
    assert known.title(other) is None


def test_the_published_form_is_a_copy_without_differences() -> None:
    copy = known.copy_of(E2.puzzle)
    assert copy is not None
    assert copy.words == "as published"
    assert known.numbers(E2.puzzle) == tuple(range(1, 257))
    numbers = known.numbers(copy_of_e2(1))
    assert sorted(numbers) == list(range(1, 257))
    assert numbers != tuple(range(1, 257))


def test_numbers_of_other_puzzles_count_from_1() -> None:
    assert known.numbers(Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)) == (1, 2, 3, 4)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_official_clues_lie_upright_on_every_copy(seed: int) -> None:
    puzzle = copy_of_e2(seed)
    clues = files.read_clues("e2:official", puzzle)
    copy = known.copy_of(puzzle)
    assert copy is not None
    assert copy.back.solution(clues.clues) == E2.clues["official"]
    assert clues.notes == (f"its tiles are those of the puzzle under other names ({copy.words}): translated",)


def test_names_stand_for_files() -> None:
    found = files.read_document("e2")
    assert (found.document, found.obvious) == (Document(E2.puzzle), True)
    assert files.read_document("e2:official").clues == E2.clues["official"]
    assert files.read_solution("e2:centre", E2.puzzle) == E2.clues["centre"]
    with pytest.raises(InputError, match=r"^e2:corner: expected e2 or its clues"):
        files.read_document("e2:corner")
    with pytest.raises(InputError, match=r"^e2: expected clues, such as e2:official"):
        files.read_solution("e2", E2.puzzle)
    other = Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)
    with pytest.raises(InputError, match=r"^e2:official: expected a board of the puzzle, found one of another \(Etern"):
        files.read_solution("e2:official", other)


def test_links_to_a_copy_show_the_published_motifs_and_numbers() -> None:
    puzzle = copy_of_e2(5)
    copy = known.copy_of(puzzle)
    assert copy is not None
    board = any_board(6)
    assert viewer.link(puzzle, copy.there.solution(board)) == viewer.link(E2.puzzle, board)
    assert viewer.write_board(copy.there.solution(board), puzzle) == viewer.write_board(board, E2.puzzle)
