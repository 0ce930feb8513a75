"""Puzzles and boards as people write them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from edgeasp.formats import files, grids, handwritten, known, plain
from edgeasp.formats.document import Document
from edgeasp.formats.files import convert
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.support.boards import cut_up, peculiar
from tests.support.running import INSTANCES, run
from tests.support.strategies import partial_solutions, puzzles

# ---- boards ----


@given(st.data())
def test_a_grid_and_tiles_as_they_lie_are_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(partial_solutions(puzzle))
    again = grids.read_grid(grids.write_grid(board, puzzle), puzzle, "x")
    assert again.by_square() == board.by_square()
    if not puzzle.names.as_facts:
        assert grids.read_table(grids.write_table(board, puzzle), puzzle, "x").by_square() == board.by_square()


def letterless(text: str) -> str:
    return "".join(each for each in text if each not in "rlun")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("cols", "rows"), [(4, 4), (6, 5), (9, 9)])
def test_turns_follow_from_the_neighbours(cols: int, rows: int) -> None:
    puzzle, board = cut_up(cols, rows, 5)
    found = grids.read_grid(letterless(grids.write_grid(board, puzzle)), puzzle, "x")
    assert check(puzzle, found).solved
    assert {each.square: each.tile for each in found} == {each.square: each.tile for each in board}


def test_turns_of_a_board_with_mismatches_and_holes_match_as_much_as_the_board() -> None:
    puzzle, board = cut_up(6, 6, 5)
    placed = list(board)
    placed[8], placed[9] = replace(placed[8], square=placed[9].square), replace(placed[9], square=placed[8].square)
    wrong = Solution(tuple(placed[:20] + placed[22:]))
    found = grids.read_grid(letterless(grids.write_grid(wrong, puzzle)), puzzle, "x")
    assert check(puzzle, found).matched >= check(puzzle, wrong).matched


def test_the_clues_of_eternity_ii_by_their_published_numbers() -> None:
    e2 = known.eternity2()
    official = e2.clues["official"]
    puzzle = files.read("e2").puzzle
    text = grids.write_grid(official, puzzle)
    assert "139" in text
    assert grids.read_grid(text, puzzle, "x").by_square() == official.by_square()


@pytest.mark.parametrize("form", ["grid", "placed"])
def test_commands_read_and_write_what_lies_on_a_table(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    assert run("solve", "p.puz", "-o", "x.sol").status == 0
    assert run("convert", "x.sol", "--puzzle", "p.puz", "--to", form, "-o", "x.txt").status == 0
    assert run("check", "p.puz", "x.txt").stdout.startswith("solved")
    Path("bare.txt").write_text(letterless(Path("x.txt").read_text(encoding="utf-8")), encoding="utf-8")
    assert run("check", "p.puz", "bare.txt").stdout.startswith("solved")


def test_a_tile_of_four_zeros_is_no_empty_square() -> None:
    """As in MacMahon's squares with one colour by the number 0: a line of four zeros is an empty square."""
    tiles = tuple(Tile(sides) for sides in ((0, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 1), (0, 1, 0, 1)))
    board = Solution(tuple(Placement(tile, Square(tile % 2, tile // 2), 0) for tile in range(4)))
    with pytest.raises(
        FormatError, match="placed cannot represent tile 0, as four zeros are an empty square: choose sol"
    ):
        grids.PLACED.write(board, Puzzle(2, 2, tiles))
    assert grids.PLACED.write(Solution(board.placements[1:]), Puzzle(2, 2, tiles)).startswith("0 0 0 0\n1 0 1 0\n")


# ---- heads and tails, and tiles that may not be turned ----

SIDES = [(1, 4, 5, 2), (3, 3, 6, 2), (1, 5, 4, 6), (2, 6, 1, 4)]


def key(puzzle: Puzzle) -> str:
    """What is the same for the same puzzle under other names."""
    found = identify(puzzle)
    assert found is not None
    return found.key


def test_lines_of_a_table_are_those_of_its_tiles() -> None:
    text = "| card | top | right | bottom | left |\n|---|---|---|---|---|\n" + "| 1 | 1A | 1a | 2A | 2a |\n" * 4
    assert recognise(text, Origin("cards.csv", ".csv")).lines == (3, 4, 5, 6)


def test_a_line_of_numbers_or_signs_is_not_taken_for_a_layout() -> None:
    for text in (
        "1 2 3 4 5\n2 2 3 4 5\n",
        "2\n0 1 2 0 +\n1 0 1 2 -\n",
        "3/1 2/0 1/0 4/2\n",
        '{"a": [1, 2]}',
        "tile(1).\n",
    ):
        assert handwritten.strip_table(text, "x") == (text, False, False)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_the_same_puzzle_and_is_read_as_it_is_written(seed: int) -> None:
    puzzle = peculiar(seed, signed=False)
    try:
        text = convert(Document(puzzle), handwritten.HALVES).text
    except FormatError:
        assert not puzzle.turning or not {c for t in puzzle.tiles for c in t.sides} & {
            c for p in puzzle.partners for c in p
        }
        return
    again = recognise(text, Origin("x", ""))
    assert key(puzzle) == key(again.puzzle)
    assert handwritten.write_halves(again) == text


def test_puzzles_whose_tiles_may_be_turned_are_refused() -> None:
    with pytest.raises(FormatError, match="may be rotated"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), handwritten.TETRAVEX)
    with pytest.raises(FormatError, match="heads and tails"):
        convert(Document(Puzzle(2, 2, tuple(map(Tile, SIDES)))), handwritten.HALVES)


# ---- words for colours ----

FOUR_BY_FOUR = files.read(str(INSTANCES / "planted-4x4.puz")).puzzle
COLOURS = ("grey", "red", "green", "blue", "yellow", "pink")


def in_words(names: tuple[str, ...] | str, joined: str = " ") -> str:
    return "".join(joined.join(names[colour] for colour in tile.sides) + "\n" for tile in FOUR_BY_FOUR.tiles)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "text",
    [
        in_words(COLOURS),
        in_words(COLOURS).title(),
        in_words(COLOURS, ", "),
        "4 4\n" + in_words(COLOURS),
        "% tiles of a friend\n4\n" + in_words(COLOURS),
        in_words("XRGBYP"),
        in_words("abcdef", ""),
        in_words("ABCDEF", ""),
        in_words(("#", "rot", "grün", "blau", "gelb", "rosa")),
        in_words((".", "cyan", "c", "brown", "dark-green", "i")),
    ],
    ids=["words", "capitals", "commas", "size", "comment", "letters", "jhgk", "JHGK", "umlauts", "odd"],
)
def test_what_people_type_is_the_puzzle(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8")
    found = files.read(str(path))
    assert found.format is handwritten.WORDS
    assert found.puzzle.framed
    one, other = identify(found.puzzle), identify(FOUR_BY_FOUR)
    assert one is not None
    assert other is not None
    assert one.key == other.key
    assert run("solve", path, "--count", "-q").stdout == run("solve", INSTANCES / "planted-4x4.puz", "--count").stdout


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_text_of_windows_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "p.puz"
    path.write_text(plain.write_puz(FOUR_BY_FOUR).replace("\n", "\r\n"), encoding=encoding)
    assert files.read(str(path)).puzzle == FOUR_BY_FOUR
    path.write_bytes(b"\xff\xfe4\x00\n")
    with pytest.raises(InputError, match="expected text in UTF-8 or UTF-16"):
        files.read(str(path))


def test_answers_speak_the_words_that_were_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = in_words(COLOURS).splitlines()
    Path("right.txt").write_text("\n".join(lines), encoding="utf-8")
    assert run("solve", "right.txt", "-o", "x.sol").status == 0
    board = Path("x.sol").read_text(encoding="utf-8").splitlines()
    swapped = [line.split() for line in board]
    swapped[0][1:3], swapped[1][1:3] = swapped[1][1:3], swapped[0][1:3]
    Path("wrong.sol").write_text("".join(" ".join(each) + "\n" for each in swapped), encoding="utf-8")
    said = run("check", "right.txt", "wrong.sol").stdout
    assert any(f" has {name} on its " in said for name in COLOURS)
    assert not any(f" has {number} on its " in said for number in range(6))
    first = lines[0].split()
    wrong = next(name for name in COLOURS[1:] if name != first[0])
    Path("slip.txt").write_text("\n".join([" ".join(["violet", *first[1:]]), *lines[1:]]), encoding="utf-8")
    explained = run("explain", "slip.txt").stdout
    assert "not violet" in explained, (explained, wrong)


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    try:
        text = handwritten.write_words(Document(puzzle))
    except FormatError:  # by chance a colour lies as a frame does
        reject()
    again = handwritten.read_words(text, "x").puzzle
    assert again.framed == puzzle.framed
    assert (again.cols, again.rows, len(again.tiles)) == (puzzle.cols, puzzle.rows, len(puzzle.tiles))
    assert [len(set(tile.sides)) for tile in again.tiles] == [len(set(tile.sides)) for tile in puzzle.tiles]


def test_facts_speak_of_their_colours() -> None:
    puzzle = files.read(str(INSTANCES / "golden.lp")).puzzle
    tile = random.Random(1).choice(puzzle.tiles)
    assert all(puzzle.names.colour(colour).isalpha() for colour in tile.sides)
    assert check(puzzle, files.read(str(INSTANCES / "golden.lp")).placements) is not None


def test_accents_that_are_characters_of_their_own(tmp_path: Path) -> None:
    """As some systems write them."""
    names = ("gris", "café", "été", "bleu", "jaune", "rosé")
    texts = [in_words(names), normalize("NFD", in_words(names)), in_words(names, ", ").replace("é", "e\u0301", 5)]
    documents = []
    for text in texts:
        (tmp_path / "x.txt").write_text(text, encoding="utf-8")
        documents.append(files.read(str(tmp_path / "x.txt")))
    assert documents[0] == documents[1]
    assert documents[0].puzzle == documents[2].puzzle
    assert documents[0].puzzle.names == documents[2].puzzle.names


def test_words_that_may_be_halves_too_are_refused_with_what_to_say(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("é Ü c D\nü É d C\né ü C D\nÉ Ü c d\n", encoding="utf-8")
    assert "which may be colours, or halves of motifs: use --from words, or" in run("info", tmp_path / "x.txt").stderr
    assert run("info", tmp_path / "x.txt", "--from", "words").status == 0


def test_a_puzzle_that_would_be_read_with_another_frame_is_refused() -> None:
    """Of another colour than the frame's, or with one where there is none."""
    tiles = tuple(map(Tile, [(1, 2, 3, 1), (1, 1, 4, 2), (3, 4, 1, 1), (4, 1, 1, 4)]))
    like = Puzzle(2, 2, tiles)
    black = Puzzle(2, 2, tuple(Tile((1, 2, 1, 3)) for _ in range(4)), names=Names(colours=("", "black", "red", "blue")))
    for puzzle, colour in ((like, "red"), (black, "black")):
        assert not puzzle.framed
        with pytest.raises(FormatError, match=f"colour {colour} would be read as the frame: choose nesw"):
            handwritten.write_words(Document(puzzle))
