"""Files, and which format they have."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.own_rules import RulesFile, UserRules, blank_comments, statements_around_program
from edgeasp.formats import files, known, plain, recognition
from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from edgeasp.formats.files import read_rules, rules_in
from edgeasp.formats.recognition import Origin, comparable_meaning, recognise, recognise_board
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, InputError, OutputError
from tests.support.boards import apart, cut_up
from tests.support.reading import read_puzzle

# ---- reading files ----

PUZ = "2 2\n0 0 1 2\n0 0 2 1\n0 0 1 1\n0 0 2 2\n"
PUZZLE = plain.read_puz(PUZ, "x.puz")
FACTS = facts.write_facts(PUZZLE)


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
    assert files.printable_name(name) == shown
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
    bare.write_text(facts.write_facts(PUZZLE, class_only=True), encoding="utf-8")
    assert read_puzzle(str(bare), frame="black")[0] == PUZZLE
    with pytest.raises(FormatError, match=r"only for class facts, and .*x\.puz is puz$"):
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


# ---- files of rules ----


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lay(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def test_included_files_come_first_each_once_and_lines_keep_their_numbers() -> None:
    lay("a/main.lp", '% first\n#include "b.lp".\n#include "c.lp". x.\n')
    lay("a/b.lp", '#include "c.lp".\nb.\n')
    lay("a/c.lp", "c.\n")
    found = read_rules("a/main.lp")
    assert [(file.name, file.text) for file in found] == [
        ("a/c.lp", "c.\n"),
        ("a/b.lp", "\nb.\n"),
        ("a/main.lp", "% first\n\n x.\n"),
    ]


def test_files_may_include_each_other() -> None:
    lay("a.lp", '#include "b.lp".\na.\n')
    lay("b.lp", '#include "a.lp".\nb.\n')
    assert [file.name for file in read_rules("a.lp")] == ["b.lp", "a.lp"]


def test_nothing_is_included_in_comments_and_strings() -> None:
    text = '% #include "no.lp".\n%* #include "no.lp". *%\na("#include").\n'
    lay("a.lp", text)
    assert read_rules("a.lp") == (RulesFile("a.lp", text),)


def test_a_missing_file_is_named_with_the_line_that_includes_it() -> None:
    lay("a.lp", 'a.\n#include "no.lp".\n')
    with pytest.raises(InputError, match=r"^a.lp:2: expected a file to include, found none named 'no.lp'$"):
        read_rules("a.lp")


def test_characters_beyond_ascii_are_for_comments_and_strings() -> None:
    lay("a.lp", '% für\na("für").\n')
    assert read_rules("a.lp")
    lay("a.lp", "a.\nfür.\n")
    with pytest.raises(InputError, match=r"^a.lp:2: expected ASCII but in comments and strings, found '\\xfc'$"):
        read_rules("a.lp")


def test_half_a_character_is_refused_wherever_it_stands() -> None:
    for text in ("a.\n% \ud800", 'a.\nb("\udfff").'):
        with pytest.raises(InputError, match=r"^rules:2: expected characters of UTF-8, found '\\ud"):
            rules_in(text, "rules")


def test_blanks_take_the_place_of_comments_and_strings() -> None:
    assert blank_comments('a("%").% b\n%* c\n*% d.') == "a(   ).   \n    \n   d."
    assert blank_comments('a("%").') == "a(   )."


def test_what_rules_ask_of_the_search() -> None:
    for text, optimises, guided in (
        (":~ a. [1]", True, False),
        ("#maximise { 1 : a }.", True, False),
        ("% #minimize\n:- a.", False, False),
        ("#heuristic a. [1,true]", False, True),
    ):
        rules = UserRules(added=(RulesFile("a.lp", text),))
        assert (rules.optimises, rules.guided) == (optimises, guided)


def test_clues_are_kept_in_every_rotation_that_shows_the_same_sides() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 2, 1, 2)), *(Tile((1, 2, 3, 4)),) * 3))
    text = statements_around_program(puzzle, Solution((Placement(0, Square(1, 0), 1), Placement(1, Square(0, 0), 1))))
    assert text.splitlines()[-4:] == [
        ":- not chosenTile(2,1,1).",
        ":- not chosenRotation(2,1,270), not chosenRotation(2,1,90).",
        ":- not chosenTile(1,1,2).",
        ":- not chosenRotation(1,1,270).",
    ]


# ---- recognition of formats ----


def format_of(text: str, name: str = "x.txt", **options: Any) -> str:
    suffix = name[name.index(".") :] if "." in name else ""
    return recognise(text, Origin(name, suffix, stream=name == "-", **options)).format_name


SQUARES = ("e2dev-url", "nesw-bare", "boarddoc")
"""Formats of square boards only."""


@pytest.mark.parametrize(
    ("form", "cols", "rows"),
    [
        pytest.param(form, cols, rows, id=f"{form.name}-{cols}x{rows}")
        for form in recognition.puzzle_formats()
        # The first has no frame, and never says that it is not nesw-bare; the others hold no such puzzles.
        if form.name not in ("foursquares", "halves", "pictures", "tetravex")
        for cols, rows in ((4, 4), (5, 3))
        if cols == rows or form.name not in SQUARES
    ],
)
def test_each_format_is_recognised_by_what_its_writer_writes(form: PuzzleFormat, cols: int, rows: int) -> None:
    puzzle, solution = cut_up(cols, rows, 5)
    puzzle = apart(puzzle) if form.name == "ptile" else puzzle
    text = form.write(Document(puzzle, solution if form.is_board else Solution()))
    found = recognise(text, Origin("x", form.suffixes[0]))
    assert comparable_meaning(Document(found.puzzle)) == comparable_meaning(Document(puzzle)) or form.is_board
    if form.is_board:
        assert found.puzzle.grid.diamonds == puzzle.grid.diamonds
    assert found.format is form or found.format_name in ("nesw", "udlr") or form.name == "julia"
    assert found.obvious == (form.name in ("puz", "facts"))


def test_of_two_orders_the_one_of_a_known_puzzle_is_meant() -> None:
    puzzle = known.eternity2().puzzle
    up_down = "\n".join(" ".join(str(tile.sides[at]) for at in (0, 2, 3, 1)) for tile in puzzle.tiles)
    found = recognise(f"16 16\n{up_down}\n", Origin("x.txt", ".txt"))
    assert (found.format_name, found.puzzle, found.obvious) == ("udlr", puzzle, False)
    assert found.notes == (
        "its tiles are the tiles of Eternity II in this order of sides, and of no known puzzle in another",
    )
    clockwise = "\n".join(" ".join(map(str, tile.sides)) for tile in puzzle.tiles)
    assert format_of(f"16 16\n{clockwise}\n") == "nesw"


@pytest.mark.parametrize("form", recognition.board_formats(), ids=lambda form: form.name)
def test_solutions_are_recognised(form: BoardFormat) -> None:
    puzzle, solution = cut_up(3, 3, 3)
    text = form.write(solution, puzzle)
    found = recognise_board(text, puzzle, Origin("-", stream=True))
    assert found.format_name == form.name
    # A link does not say which of several identical tiles is meant, and its tiles are not turned.
    assert {each.square: puzzle.sides(each) for each in found.placements} == {
        each.square: puzzle.sides(each) for each in solution
    }


def test_what_makes_two_readings_one_puzzle() -> None:
    one = Puzzle(2, 3, tuple(Tile((1, 2, 3, index)) for index in range(6)))
    turned = Puzzle(3, 2, tuple(Tile((2, 3, index, 1)) for index in range(6)))
    mirrored = Puzzle(2, 3, tuple(Tile((1, index, 3, 2)) for index in range(6)))
    assert comparable_meaning(Document(one)) == comparable_meaning(Document(turned))
    assert comparable_meaning(Document(one)) != comparable_meaning(Document(mirrored))
    assert comparable_meaning(Document(one)) != comparable_meaning(
        Document(one, Solution((Placement(0, Square(0, 0), 0),)))
    )
