"""Reading files, and the names of files: what cannot be read is named."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import files, plain
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, InputError, OutputError
from tests.support.reading import read_puzzle

PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
PUZZLE = plain.read_puz(PUZ, "x.puz")
FACTS = facts.write(PUZZLE)


def pipe_in(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Put text on standard input."""
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))


@pytest.mark.parametrize(
    ("path", "reason"),
    [("none.puz", "no such file or directory"), (".", "is a directory"), ("a.puz/b.puz", "not a directory")],
)
def test_what_cannot_be_read(path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").touch()
    with pytest.raises(InputError) as caught:
        read_puzzle(path)
    assert str(caught.value) == f"{path}: cannot be read: {reason}"


def test_a_name_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read: not a file name$"):
        files.read_text("a\0b")
    with pytest.raises(OutputError, match=r"cannot be written: not a file name$"):
        writing.write_text(f"{tmp_path}/a\0b", "text")


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.puz"
    path.write_bytes(b"2 2\nc caf\xe9\n")
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert str(caught.value) == f"{path}:2: expected text in UTF-8, found bytes that are not"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty.puz", "expected a puzzle (a size line '<cols> [rows]', then tiles), found none"),
        ("empty", "expected a puzzle (a size line '<cols> [rows]', then tiles), found none"),
        ("empty.lp", "expected facts col(1), col(2), ..., found none"),
    ],
)
def test_an_empty_file(name: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize(
    "text",
    [
        PUZ,
        "\ufeff" + PUZ.replace("\n", "\r\n"),
        "c a comment\n\n  c\tanother\n" + PUZ,
        "colours: 3\nclues: none\ncollected by hand\n" + PUZ,
        "c(1). is no fact\n" + PUZ,
        FACTS,
        "\ufeff" + FACTS.replace("\n", "\r\n"),
        "\n\n   % a comment\n" + FACTS,
        "%* a comment *%\n" + FACTS,
        "\n".join(line for line in FACTS.splitlines() if not line.startswith("%")),
        "col(1..2).\n" + FACTS,
        "  colour(red;green).\n" + FACTS,
        "colour (red).\n" + FACTS,
    ],
)
@pytest.mark.parametrize("name", ["-", "puzzle", "puzzle.txt"])
def test_facts_and_puz_are_distinguished_by_their_text(
    name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "-":
        pipe_in(monkeypatch, text)
    else:
        Path(name).write_text(text, encoding="utf-8")
    assert read_puzzle(name) == (PUZZLE, Solution())


def test_facts_that_begin_with_a_clue(tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    path.write_text("clue(1,1,1,90).\n" + FACTS, encoding="utf-8")
    assert read_puzzle(str(path)) == (PUZZLE, Solution((Placement(0, Square(0, 0), 3),)))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.lp", PUZ, ":1: expected a fact that ends with '.', found"),
        ("x.puz", FACTS, ":1: expected a size line '<cols> [rows]', found"),
    ],
)
def test_a_known_suffix_decides(name: str, text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_puzzle(str(path))
    assert f"{path}{words}" in str(caught.value)


def test_standard_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, "2 2\n1 1 1\n")
    with pytest.raises(InputError, match=r"^standard input:2: expected a tile"):
        read_puzzle("-")
    pipe_in(monkeypatch, b"\xff")
    with pytest.raises(InputError, match=r"^standard input:1: expected text in UTF-8"):
        read_puzzle("-")


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^standard input: cannot be read: it is closed$"):
        read_puzzle("-")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("-", "standard input"),
        ("https://e2.bucas.name/#x", "the address"),
        ("caf\u00e9 1.puz", "caf\u00e9 1.puz"),
        ("\x1b[2J\n.puz", r"\x1b[2J\n.puz"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}zup.puz", r"\u202ezup.puz"),
        (os.fsdecode(b"caf\xe9.puz"), r"caf\udce9.puz"),
    ],
)
def test_names_are_shown_without_what_cannot_be_printed(name: str, shown: str) -> None:
    assert files.shown_name(name) == shown
    assert shown.encode().decode().isprintable()


def test_signs_from_a_file_of_their_own(tmp_path: Path) -> None:
    board, marks = tmp_path / "x.puz", tmp_path / "x.signs"
    board.write_text(PUZ, encoding="utf-8")
    marks.write_text("3 -\n", encoding="utf-8")
    puzzle, _ = read_puzzle(str(board), signs_path=str(marks))
    assert [tile.sign for tile in puzzle.tiles] == [None, None, None, Sign.MINUS]


def test_a_frame_can_be_named_for_facts_only(tmp_path: Path) -> None:
    board, bare = tmp_path / "x.puz", tmp_path / "x.lp"
    board.write_text(PUZ, encoding="utf-8")
    bare.write_text(facts.write(PUZZLE, class_only=True), encoding="utf-8")
    assert read_puzzle(str(bare), frame="black")[0] == PUZZLE
    with pytest.raises(FormatError, match=r"for class facts only, and .*x\.puz is puz$"):
        read_puzzle(str(board), frame="black")


def test_clues_know_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.clue"
    path.write_text("c two clues\n0 0 0 1\n\n3 1 1 2\n", encoding="utf-8")
    source = files.read_clues(str(path), PUZZLE)
    assert source.name == str(path)
    assert source.lines == (2, 4)
    assert source.clues == files.read_solution(str(path), PUZZLE)
    assert len(source.clues) == 2


def test_one_file_at_most_is_standard_input() -> None:
    files.require_one_stdin(["-", "a", None])
    files.require_one_stdin(["a", None, "b"])
    with pytest.raises(InputError, match=r"^standard input: expected one file at most to be '-'$"):
        files.require_one_stdin(["-", None, "-"])


def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(PUZ, encoding="utf-8"), daemon=True)
    writer.start()
    puzzle, _ = read_puzzle(str(path))
    writer.join(10)
    assert puzzle == Puzzle(2, 2, tuple(Tile(tile.sides) for tile in PUZZLE.tiles))
