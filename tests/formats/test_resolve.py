"""Boards that show tiles, known puzzles, and published boards."""

from __future__ import annotations

import csv
import os
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats import files, known, viewer
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.formats.resolve import (
    note_nearly_known,
    recognise_picture,
    resolve_board,
    translate_document,
    translate_published,
)
from edgeasp.formats.viewer import parse_link
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, Tile, place_name, rotate_sides
from edgeasp.puzzle.summary import summarize
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError
from tests.formats.examples import PUZZLE, SOLUTION
from tests.support.running import run
from tests.support.strategies import few_colours, partial_solutions, puzzles

# ---- known puzzles ----

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
        tiles.append(Tile(rotate_sides((north, east, south, west), shuffle.randrange(4))))
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
        copy = known.known_copy(puzzle)
        assert copy is not None
        assert copy.difference_text == "colours renamed, tiles in another order, tiles turned"
        assert known.title_of(puzzle) == "Eternity II"
        board = any_board(seed)
        laid = copy.to_file.translate(board)
        names = copy.to_file.colours
        assert picture(puzzle, laid) == {
            square: tuple(names[colour] for colour in sides) for square, sides in picture(E2.puzzle, board).items()
        }
        assert copy.to_published.translate(laid) == Solution(tuple(map(E2.puzzle.canonical, board)))


def test_one_side_that_differs_makes_another_puzzle() -> None:
    first, *rest = E2.puzzle.tiles
    north, east, south, west = first.sides
    other = Puzzle(16, 16, (Tile((north, east, west, south)), *rest))
    assert known.known_copy(other) is None
    assert known.title_of(other) is None


def test_the_published_form_is_a_copy_without_differences() -> None:
    copy = known.known_copy(E2.puzzle)
    assert copy is not None
    assert copy.difference_text == "as published"
    assert known.published_numbers(E2.puzzle) == tuple(range(1, 257))
    numbers = known.published_numbers(copy_of_e2(1))
    assert sorted(numbers) == list(range(1, 257))
    assert numbers != tuple(range(1, 257))


def test_numbers_of_other_puzzles_count_from_1() -> None:
    assert known.published_numbers(Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)) == (1, 2, 3, 4)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_official_clues_lie_upright_on_every_copy(seed: int) -> None:
    puzzle = copy_of_e2(seed)
    clues = files.read_clues("e2:official", puzzle)
    copy = known.known_copy(puzzle)
    assert copy is not None
    assert copy.to_published.translate(clues.clues) == E2.clues["official"]
    assert clues.notes == (
        f"its tiles are the tiles of the puzzle under other names ({copy.difference_text}): translated",
    )


def test_names_stand_for_files() -> None:
    found = files.read("e2")
    assert (found, found.obvious) == (Document(E2.puzzle), True)
    assert files.read("e2:official").clues == E2.clues["official"]
    assert files.read_solution("e2:centre", E2.puzzle) == E2.clues["centre"]
    with pytest.raises(InputError, match=r"^e2:corner: expected e2 or its clues"):
        files.read("e2:corner")
    with pytest.raises(InputError, match=r"^e2: expected clues, such as e2:official"):
        files.read_solution("e2", E2.puzzle)
    other = Puzzle(2, 2, (Tile((1, 2, 3, 4)),) * 4)
    with pytest.raises(InputError, match=r"^e2:official: expected a board of the puzzle, found one of another \(Etern"):
        files.read_solution("e2:official", other)


def test_links_to_a_copy_show_the_published_motifs_and_numbers() -> None:
    puzzle = copy_of_e2(5)
    copy = known.known_copy(puzzle)
    assert copy is not None
    board = any_board(6)
    assert viewer.board_link(puzzle, copy.to_file.translate(board)) == viewer.board_link(E2.puzzle, board)
    assert viewer.write_board_link(copy.to_file.translate(board), puzzle) == viewer.write_board_link(board, E2.puzzle)


# ---- laying tiles ----

Renamed = tuple[Puzzle, Puzzle, Solution, dict[int, int]]


def link_to(solution: Solution, puzzle: Puzzle = E2.puzzle) -> str:
    return viewer.write_board_link(solution, puzzle)


def in_letters(link: str, order: str) -> str:
    """The same link with letters of another order, and without the name of the order or numbers of pieces."""
    from edgeasp.formats.document import ORDERS

    back = {letter: chr(ord("a") + index) for index, letter in enumerate(ORDERS[order])}
    head, _, rest = link.partition("board_edges=")
    return head + "board_edges=" + "".join(back.get(letter, letter) for letter in rest.partition("&")[0])


@st.composite
def renamed_boards(draw: st.DrawFn) -> Renamed:
    """A puzzle, the same under other names and turns, and a complete board of it."""
    puzzle = draw(puzzles(few_colours))
    puzzle = replace(puzzle, tiles=tuple(Tile(tile.sides) for tile in puzzle.tiles))
    new = draw(st.permutations(range(1, 26)))
    names = {old: new[old - 1] for old in range(1, 4)} | {FRAME: FRAME}
    order = draw(st.permutations(range(len(puzzle.tiles))))
    tiles = []
    for index in order:
        north, east, south, west = (names[colour] for colour in puzzle.tiles[index].sides)
        tiles.append(Tile(rotate_sides((north, east, south, west), draw(st.integers(0, 3)))))
    return puzzle, replace(puzzle, tiles=tuple(tiles)), draw(partial_solutions(puzzle, full=True)), names


@given(renamed_boards())
def test_a_complete_board_under_other_names_is_translated(
    case: tuple[Puzzle, Puzzle, Solution, dict[int, int]],
) -> None:
    puzzle, other, board, _ = case
    # A tile of four zeros is distinguished from an empty square by its number, which such a board may lack.
    assume(all(any(tile.sides) for tile in puzzle.tiles))
    found = resolve_board(parse_link(link_to(board, puzzle), "x"), other, "x")
    assert len(found.placements) == len(puzzle.tiles)
    assert len({each.tile for each in found.placements}) == len(puzzle.tiles)
    shown, expected = picture(other, found.placements), picture(puzzle, board)
    pairs = {(old, new) for square, sides in expected.items() for old, new in zip(sides, shown[square], strict=True)}
    assert len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})


@given(st.data())
def test_a_board_that_is_shown_is_laid_as_tiles_may_lie(data: st.DataObject) -> None:
    """Where tiles may not be turned, or some of them may lie in some orientations only."""
    puzzle = replace(data.draw(puzzles(few_colours)), turning=data.draw(st.booleans()))
    # A tile of four zeros is distinguished from an empty square by its number, which such a board may lack.
    assume(all(any(tile.sides) for tile in puzzle.tiles))
    some = st.none() | st.sets(st.sampled_from(puzzle.orientations), min_size=1).map(lambda each: tuple(sorted(each)))
    tiles = tuple(replace(tile, sign=None, only=data.draw(some)) for tile in puzzle.tiles)
    puzzle = replace(puzzle, tiles=tiles)
    order = data.draw(st.permutations(range(len(tiles))))[: data.draw(st.integers(1, len(tiles)))]
    rots = [data.draw(st.sampled_from(puzzle.allowed(tile))) for tile in order]
    squares = puzzle.grid.squares
    board = Solution(tuple(Placement(tile, squares[i], rots[i]) for i, tile in enumerate(order)))
    link = re.sub("&board_pieces=[0-9]+", "", link_to(board, puzzle))
    found = resolve_board(parse_link(link, "x"), puzzle, "x").placements
    assert picture(puzzle, found) == picture(puzzle, board)
    assert len({placement.tile for placement in found}) == len(order)
    assert all(placement.rot in puzzle.allowed(placement.tile) for placement in found)


@pytest.mark.parametrize("to", ["placed", "bucas", "e2dev-url", "boarddoc"])
@pytest.mark.parametrize(
    "lines",
    [
        "c edgeasp no turning\n1 2 2 2\n2 2 2 1\n2 2 1 2\n2 1 2 2\n",
        "c edgeasp tiles 2 only 1\n1 1 1 2\n1 2 1 1\n1 1 1 1\n2 1 1 1\n",
        "c edgeasp tiles 0,2 only 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n1 2 1 2\n",
    ],
)
def test_a_board_that_shows_tiles_is_solved_again(lines: str, to: str, tmp_path: Path) -> None:
    """Where tiles that look alike may not lie alike."""
    puzzle, board = tmp_path / "p.puz", tmp_path / "p.sol"
    puzzle.write_text("2 2\n" + lines, encoding="utf-8")
    assert run("solve", puzzle, "-o", board).status == 0
    assert run("convert", board, "--puzzle", puzzle, "--to", to, "-o", tmp_path / "shown").status == 0
    assert run("check", puzzle, tmp_path / "shown").status == 0


@pytest.mark.parametrize("seed", range(4))
def test_tiles_that_differ_in_their_sign_lie_where_signs_alternate(seed: int) -> None:
    """Their sides leave open which is which."""
    planted = generate(Recipe(4, 4, 1, 1, seed=seed, signed=1.0))
    puzzle, board = planted.puzzle, planted.solution
    assert board is not None
    for some in (board, Solution(board.placements[::2])):
        found = resolve_board(
            parse_link(re.sub("&board_pieces=[0-9]+", "", link_to(some, puzzle)), "x"), puzzle, "x"
        ).placements
        assert picture(puzzle, found) == picture(puzzle, some)
        assert len({each.tile for each in found}) == len(some)
        assert not [each for each in check(puzzle, found).violations if each.condition is Condition.SIGN]


@given(st.data())
def test_hints_and_boards_of_puzzle_files_are_carried_over(data: st.DataObject) -> None:
    puzzle, other, _, _ = data.draw(renamed_boards())
    clues = data.draw(partial_solutions(puzzle))
    found = translate_document(Document(puzzle, clues), other, "x")
    assert {each.square for each in found.placements} == {each.square for each in clues}
    direct = translate_document(Document(puzzle, clues), puzzle, "x")
    assert (direct.placements, direct.notes) == (Solution(tuple(map(puzzle.canonical, clues))), ())


def test_placements_of_another_puzzle_are_refused_with_the_reason() -> None:
    with pytest.raises(InputError, match=r"^x: expected a board of the puzzle \(Eternity II\), found one of another$"):
        translate_document(Document(PUZZLE, SOLUTION), E2.puzzle, "x")


@pytest.mark.parametrize("order", ["default", "jef", "jblackwood"])
@pytest.mark.parametrize("squares", [256, 5])
def test_boards_of_eternity_ii_fit_every_copy_in_every_order_of_letters(order: str, squares: int) -> None:
    board = any_board(7, squares)
    for text in (in_letters(link_to(board), order), in_letters(link_to(board), order) + f"&motifs_order={order}"):
        for puzzle in (E2.puzzle, copy_of_e2(3)):
            copy = known.known_copy(puzzle)
            assert copy is not None
            laid = recognise_board(text, puzzle, Origin("x"))
            assert set(copy.to_published.translate(laid.placements)) == set(map(E2.puzzle.canonical, board))
            assert bool(laid.notes) == (puzzle is not E2.puzzle or (order != "default" and "motifs" not in text))


def test_a_copy_without_a_known_lettering_is_translated_by_its_tiles() -> None:
    puzzle = replace(copy_of_e2(4), tiles=tuple(
        Tile(tuple((colour * 7) % 23 for colour in tile.sides)) for tile in E2.puzzle.tiles  # type: ignore[arg-type]
    ))  # fmt: skip
    board = any_board(8)
    letters = "".join(chr(ord("a") + colour) for sides in dict(sorted(
        picture(puzzle, board).items(), key=lambda each: (each[0].row, each[0].col))).values() for colour in sides
    )  # fmt: skip
    found = recognise(f"board_w=16&board_h=16&board_edges={letters}", Origin("x"))
    assert found.puzzle == E2.puzzle
    assert set(found.placements) == set(map(E2.puzzle.canonical, board))
    assert "colours renamed" in found.notes[-1]


def test_a_part_of_a_board_of_eternity_ii_is_known_by_its_letters() -> None:
    board = any_board(9, 40)
    found = recognise(link_to(board), Origin("x"))
    assert (found.puzzle, found.unknown) == (E2.puzzle, 0)
    assert set(found.placements) == set(map(E2.puzzle.canonical, board))
    assert found.notes == ("its tiles are the tiles of Eternity II, numbered as published",)


def test_a_tile_that_lies_twice_is_placed_twice_where_that_is_accepted() -> None:
    first, second, *rest = any_board(10).placements
    twice = Solution((first, Placement(first.tile, second.square, 1), *rest))
    text = link_to(twice)
    with pytest.raises(InputError, match="found no remaining tile that shows"):
        recognise_board(text, E2.puzzle, Origin("x"))
    laid = recognise_board(text, E2.puzzle, Origin("x"), repeats=True)
    assert set(laid.placements) == set(map(E2.puzzle.canonical, twice))
    alone = recognise_picture(parse_link(text, "x"))
    assert alone is not None
    assert set(alone.placements) == set(laid.placements)


def test_tiles_that_are_none_of_eternity_ii_are_named_by_their_squares() -> None:
    board = any_board(11)
    text = link_to(board)
    start = text.index("board_edges=") + 12
    strange = text[: start + 4] + "zzzz" + text[start + 8 :]
    assert recognise_picture(parse_link(strange, "x")) is None
    note = "all but 1 of 256 tiles are tiles of Eternity II; not A2"
    assert note_nearly_known(parse_link(strange, "x")) == note
    assert note in recognise(strange, Origin("x")).notes
    with pytest.raises(InputError, match=r"found no remaining tile that shows 25 25 25 25, on A2$"):
        recognise_board(strange, E2.puzzle, Origin("x"))
    assert note_nearly_known(parse_link("#board_w=16&board_h=16&board_edges=" + "bcde" * 256, "x")) is None


def test_placements_by_number_that_are_those_of_the_published_tiles() -> None:
    puzzle = copy_of_e2(12)
    copy = known.known_copy(puzzle)
    assert copy is not None
    official = E2.clues["official"]
    found = translate_published(official, puzzle)
    assert found is not None
    assert found.placements == copy.to_file.translate(official)
    assert found.notes[0].startswith("its numbers and turns are the published ones of Eternity II")
    assert translate_published(copy.to_file.translate(official), puzzle) is None, "they are the puzzle's own"
    assert translate_published(official, E2.puzzle) is None
    assert translate_published(SOLUTION, PUZZLE) is None
    assert translate_published(Solution((Placement(200, Square(5, 5), 0),)), puzzle) is None, "it could be either"


def test_a_board_of_eternity_ii_is_named_where_it_is_none_of_the_puzzle() -> None:
    other = Puzzle(16, 16, (Tile((1, 2, 3, 4)),) * 256)
    with pytest.raises(InputError, match=r"^x: this board is from Eternity II: use e2 as PUZZLE"):
        recognise_board(link_to(any_board(1)), other, Origin("x"))


def test_another_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"^x: expected a 3 x 2 board, found 2 x 3$"):
        resolve_board(parse_link("#board_w=2&board_h=3&board_edges=" + "a" * 24, "x"), PUZZLE, "x")


# ---- published boards ----

FOLDER = Path(os.environ.get("EDGEASP_COMMUNITY", Path(__file__).parents[3] / "shared" / "data" / "community"))
BOARDS = FOLDER / "boards.tsv"

NEEDS_COMMUNITY = pytest.mark.skipif(
    not BOARDS.exists(), reason="no published boards here; EDGEASP_COMMUNITY names a folder"
)

COPIES = {
    "e2": "e2",
    "e2.puz": str(FOLDER.parent / "e2.puz"),
    "official.json": str(FOLDER / "official.json"),
    "official.csv": str(FOLDER / "official.csv"),
}


def published() -> list[tuple[str, int | None, str]]:
    """Name, score and link of each board."""
    if not BOARDS.exists():
        return []
    with BOARDS.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream, delimiter="\t"))[1:]
    return [(name, int(score) if score else None, f"https://e2.bucas.name/#{link}") for name, score, link in rows]


def puzzle_of(copy: str) -> Puzzle:
    return files.read(COPIES[copy]).puzzle


@NEEDS_COMMUNITY
@pytest.mark.sample(4)
@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize(("name", "score", "link"), published())
def test_every_board_has_its_published_score_on_every_copy(name: str, score: int | None, link: str, copy: str) -> None:
    puzzle = puzzle_of(copy)
    board = recognise_board(link, puzzle, Origin(name))
    card = summarize(puzzle, board.placements, published=known.published_details(puzzle))
    assert card.published is not None
    assert card.published.title == "Eternity II"
    if score is None:
        assert (card.placed, [each.kept for each in card.clues]) == (5, [True] * 5)
    else:
        assert (card.report.matched, card.placed, card.repeated) == (score, 256, ())
        assert card.clues[0].kept, "the piece at the centre is part of the rules"
        assert card.border == (60, 60)


@NEEDS_COMMUNITY
@pytest.mark.parametrize(("name", "score", "link"), published())
def test_every_board_alone_is_one_of_eternity_ii(name: str, score: int | None, link: str) -> None:
    document = recognise(link, Origin(name))
    assert document.puzzle == known.eternity2().puzzle
    card = summarize(document.puzzle, document.placements)
    assert card.report.matched == (score or 0)


@NEEDS_COMMUNITY
def test_all_copies_have_one_identity() -> None:
    found = [identify(puzzle_of(copy)) for copy in COPIES]
    assert len({each.key for each in found if each}) == 1
    assert {known.title_of(puzzle_of(copy)) for copy in COPIES} == {"Eternity II"}


@NEEDS_COMMUNITY
@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("source", ["e2:official", str(FOLDER / "official.json"), str(FOLDER / "official.csv")])
def test_the_official_clues_lie_upright_on_published_boards(copy: str, source: str) -> None:
    puzzle = puzzle_of(copy)
    clues = files.read_clues(source, puzzle).clues
    card = summarize(puzzle, clues, published=known.published_details(puzzle))
    assert [each.kept for each in card.clues] == [True] * 5


@NEEDS_COMMUNITY
def test_the_boarddoc() -> None:
    path = FOLDER / "boarddoc.json"
    text = path.read_text(encoding="utf-8")
    for copy in COPIES:
        puzzle = puzzle_of(copy)
        board = recognise_board(text, puzzle, Origin("x.json", ".json"))
        assert summarize(puzzle, board.placements).report.matched == 437
    import json

    puzzle = puzzle_of("e2")
    again = json.loads(viewer.write_boarddoc(files.read_solution(str(path), puzzle), puzzle))
    original = json.loads(text)
    assert {key: again[key] for key in ("score", "breaks", "board", "board_hash", "board_edges", "board_pieces")} == {
        key: original[key] for key in ("score", "breaks", "board", "board_hash", "board_edges", "board_pieces")
    }


@NEEDS_COMMUNITY
@pytest.mark.parametrize(
    "number", [1, pytest.param(2, marks=pytest.mark.long), 3, pytest.param(4, marks=pytest.mark.long)]
)
def test_the_clue_puzzles_are_known_and_solved_as_they_come(number: int) -> None:
    puzzle = files.read(str(FOLDER / f"clue{number}.json")).puzzle
    assert known.title_of(puzzle) == f"clue puzzle {number} of Eternity II"
    found = next(iter(Session(make_task(puzzle)).solve(1)))
    assert found.report.solved


@NEEDS_COMMUNITY
@pytest.mark.parametrize("path", sorted((FOLDER.parent / "clues").glob("clue*.txt")), ids=lambda path: path.name)
def test_the_clue_puzzles_need_no_size(path: Path) -> None:
    assert known.title_of(files.read(str(path)).puzzle) == f"clue puzzle {path.stem[-1]} of Eternity II"


@NEEDS_COMMUNITY
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_puzzles_with_a_size_alone_and_hints_are_solved(seed: int) -> None:
    document = files.read(str(FOLDER.parent / "cliff" / f"inst_n10_c22_s{seed}.json"))
    assert len(document.placements) == 5
    instance = edgeasp.Instance(document.puzzle, document.placements)
    assert instance.board(next(edgeasp.solve(instance))).solved
