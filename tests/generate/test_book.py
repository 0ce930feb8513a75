"""`edgeasp generate --book`: so many puzzles of each class, numbered, in rising order, printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

import edgeasp
from edgeasp.cli import exit_status
from edgeasp.cli.generate_book import Book, plan
from edgeasp.search.difficulty import DIFFICULTIES
from edgeasp.system.errors import OptionError
from tests.support.running import run

EASY, MEDIUM, HARD = DIFFICULTIES


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_book_is_numbered_in_rising_order_and_says_how_hard_each_is() -> None:
    done = run("generate", "--book", "3 easy", "--size", "4,4x5", "-o", "book/", "--title", "Winter", "--jobs", "1")
    assert done.status == exit_status.ANSWERED
    assert sorted(path.name for path in Path("book").iterdir()) == [
        *(f"0{number}.{ending}" for number in (1, 2, 3) for ending in ("puz", "sol")),
        "book.pdf",
    ]
    efforts = []
    for number in (1, 2, 3):
        text = Path(f"book/0{number}.puz").read_text(encoding="utf-8")
        found = re.search(r"^c one solution.*; easy: ([\d,]+) conflicts", text, re.MULTILINE)
        assert found
        efforts.append(int(found[1].replace(",", "")))
        puzzle = edgeasp.load(f"book/0{number}.puz")
        assert edgeasp.load_board(f"book/0{number}.sol", puzzle).solved
        assert edgeasp.is_unique(puzzle)
    assert efforts == sorted(efforts)
    assert {edgeasp.load(f"book/0{number}.puz").rows for number in (1, 2, 3)} == {4, 5}
    texts = [page.extract_text() for page in PdfReader("book/book.pdf").pages]
    for number in (1, 2, 3):
        assert texts[2 * number - 2].startswith(f"Winter - No. {number}, easy: ")
        assert "There is one solution, but for turns of the whole board; this puzzle is easy" in texts[2 * number - 2]
    assert "lay the tiles here" in texts[6]
    assert texts[-1].startswith("Solutions\n01\n")
    again = run("generate", "--book", "1 easy", "-o", "book/")
    assert "book/01.puz already exists: expected a folder without puzzles" in again.stderr


def test_sizes_are_spread_over_each_class_and_leave_out_those_that_are_never_as_hard() -> None:
    book = plan("2 hard, 3 easy and 2 medium", "4-7", "x/", {})
    assert book.count == 7
    assert book.groups() == [
        *((EASY, (size, size), 1) for size in (4, 5, 6)),
        *((MEDIUM, (size, size), 1) for size in (5, 6)),
        *((HARD, (size, size), 1) for size in (6, 7)),
    ]


def test_one_size_does_for_all() -> None:
    book = Book(((EASY, 4), (HARD, 1)), ((5, 5),), "x")
    assert book.groups() == [(EASY, (5, 5), 4), (HARD, (5, 5), 1)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("4",), "--book: expected so many of each class, as in '4 easy, 4 hard', found '4'"),
        (("4 esy",), "found '4 esy'"),
        (("0 easy",), "found '0 easy'"),
        (("4 easy", "--size", "big"), "--size: expected sizes such as 5-7, or 5,6x4,7, found 'big'"),
        (("4 easy", "--size", "7-5"), "--size: expected sizes from small to large"),
        (("4 easy", "--difficulty", "easy"), "leave out --difficulty"),
        (("4 easy", "-n", "3"), "leave out --number"),
        (("4 easy", "--format", "json"), "leave out --format json"),
    ],
)
def test_what_is_no_book(options: tuple[str, ...], words: str) -> None:
    done = run("generate", "--book", *options, "-o", "book/")
    assert done.status == exit_status.USAGE
    assert words in done.stderr


def test_a_book_goes_to_a_folder() -> None:
    with pytest.raises(OptionError, match=r"--book: expected a folder, such as -o book/"):
        plan("1 easy", None, None, {})
