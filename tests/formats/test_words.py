"""Colours as words and letters, and answers in the words that were typed."""

from __future__ import annotations

import random
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from edgeasp.formats import files, people, plain
from edgeasp.formats.document import Document
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Names, Puzzle, Tile
from edgeasp.system.errors import FormatError, InputError
from tests.support.running import INSTANCES, run
from tests.support.strategies import puzzles

PUZZLE = files.read_document(str(INSTANCES / "planted-4x4.puz")).document.puzzle
NAMES = ("grey", "red", "green", "blue", "yellow", "pink")


def typed(names: tuple[str, ...] | str, joined: str = " ") -> str:
    return "".join(joined.join(names[colour] for colour in tile.sides) + "\n" for tile in PUZZLE.tiles)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "text",
    [
        typed(NAMES),
        typed(NAMES).title(),
        typed(NAMES, ", "),
        "4 4\n" + typed(NAMES),
        "% tiles of a friend\n4\n" + typed(NAMES),
        typed("XRGBYP"),
        typed("abcdef", ""),
        typed("ABCDEF", ""),
        typed(("#", "rot", "grün", "blau", "gelb", "rosa")),
        typed((".", "cyan", "c", "brown", "dark-green", "i")),
    ],
    ids=["words", "capitals", "commas", "size", "comment", "letters", "jhgk", "JHGK", "umlauts", "odd"],
)
def test_what_people_type_is_the_puzzle(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8")
    found = files.read_document(str(path))
    assert found.format is people.WORDS
    assert found.document.puzzle.framed
    one, other = identify(found.document.puzzle), identify(PUZZLE)
    assert one is not None
    assert other is not None
    assert one.key == other.key
    assert run("solve", path, "--count", "-q").stdout == run("solve", INSTANCES / "planted-4x4.puz", "--count").stdout


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_text_of_windows_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "p.puz"
    path.write_text(plain.write_puz(PUZZLE).replace("\n", "\r\n"), encoding=encoding)
    assert files.read_document(str(path)).document.puzzle == PUZZLE
    path.write_bytes(b"\xff\xfe4\x00\n")
    with pytest.raises(InputError, match="expected text in UTF-8 or UTF-16"):
        files.read_document(str(path))


def test_answers_speak_the_words_that_were_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = typed(NAMES).splitlines()
    Path("right.txt").write_text("\n".join(lines), encoding="utf-8")
    assert run("solve", "right.txt", "-o", "x.sol").status == 0
    board = Path("x.sol").read_text(encoding="utf-8").splitlines()
    swapped = [line.split() for line in board]
    swapped[0][1:3], swapped[1][1:3] = swapped[1][1:3], swapped[0][1:3]
    Path("wrong.sol").write_text("".join(" ".join(each) + "\n" for each in swapped), encoding="utf-8")
    said = run("check", "right.txt", "wrong.sol").stdout
    assert any(f" has {name} on its " in said for name in NAMES)
    assert not any(f" has {number} on its " in said for number in range(6))
    first = lines[0].split()
    wrong = next(name for name in NAMES[1:] if name != first[0])
    Path("slip.txt").write_text("\n".join([" ".join(["violet", *first[1:]]), *lines[1:]]), encoding="utf-8")
    explained = run("explain", "slip.txt").stdout
    assert "not violet" in explained, (explained, wrong)


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    try:
        text = people.write_words(Document(puzzle))
    except FormatError:  # by chance a colour lies as a frame does
        reject()
    again = people.read_words(text, "x").puzzle
    assert again.framed == puzzle.framed
    assert (again.cols, again.rows, len(again.tiles)) == (puzzle.cols, puzzle.rows, len(puzzle.tiles))
    assert [len(set(tile.sides)) for tile in again.tiles] == [len(set(tile.sides)) for tile in puzzle.tiles]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red blue green\n", "x:1: expected a tile"),
        ("2 2\nred blue green grey\n", "x:2: expected 4 tiles for 2 x 2, found 1"),
        ("2 2\nred blue green 7\n" + "red blue green grey\n" * 3, "x:2: expected a colour as a word or a letter"),
        ("", "x: expected a tile"),
    ],
)
def test_what_is_no_tile_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        people.read_words(text, "x")


def test_facts_speak_of_their_colours() -> None:
    puzzle = files.read_document(str(INSTANCES / "golden.lp")).document.puzzle
    tile = random.Random(1).choice(puzzle.tiles)
    assert all(puzzle.names.colour(colour).isalpha() for colour in tile.sides)
    assert check(puzzle, files.read_document(str(INSTANCES / "golden.lp")).document.placements) is not None


def test_accents_that_are_characters_of_their_own(tmp_path: Path) -> None:
    """As some systems write them."""
    names = ("gris", "café", "été", "bleu", "jaune", "rosé")
    texts = [typed(names), normalize("NFD", typed(names)), typed(names, ", ").replace("é", "e\u0301", 5)]
    documents = []
    for text in texts:
        (tmp_path / "x.txt").write_text(text, encoding="utf-8")
        documents.append(files.read_document(str(tmp_path / "x.txt")).document)
    assert documents[0] == documents[1]
    assert documents[0].puzzle == documents[2].puzzle
    assert documents[0].puzzle.names == documents[2].puzzle.names


def test_words_that_may_be_halves_too_are_refused_with_what_to_say(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("é Ü c D\nü É d C\né ü C D\nÉ Ü c d\n", encoding="utf-8")
    assert "which may be colours, or halves of motifs: say --from words, or" in run("info", tmp_path / "x.txt").stderr
    assert run("info", tmp_path / "x.txt", "--from", "words").status == 0


def test_a_puzzle_that_would_be_read_with_another_frame_is_refused() -> None:
    """Of another colour than the frame's, or with one where there is none."""
    tiles = tuple(map(Tile, [(1, 2, 3, 1), (1, 1, 4, 2), (3, 4, 1, 1), (4, 1, 1, 4)]))
    like = Puzzle(2, 2, tiles)
    black = Puzzle(2, 2, tuple(Tile((1, 2, 1, 3)) for _ in range(4)), names=Names(colours=("", "black", "red", "blue")))
    for puzzle, colour in ((like, "red"), (black, "black")):
        assert not puzzle.framed
        with pytest.raises(FormatError, match=f"colour {colour} would be read as the frame: choose nesw"):
            people.write_words(Document(puzzle))
