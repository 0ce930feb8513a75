"""The command generate, with books and selected puzzles."""

from __future__ import annotations

import re
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from pypdf import PdfReader

import edgeasp
from edgeasp.api import generate as generating
from edgeasp.api.generate import plan_book
from edgeasp.cli import commands
from edgeasp.cli.signals import Interrupted
from edgeasp.formats import plain
from edgeasp.generate import Planted, Recipe
from edgeasp.parallel import series
from edgeasp.parallel.series import BookEntry, BookPlan, BookSelection, RatedPuzzle
from edgeasp.puzzle.model import Grid, Placement, Solution, Square
from edgeasp.search.cubes import DIFFICULTIES, measure_search
from tests.generate.test_planting import made
from tests.support import boards
from tests.support.running import run, script
from tests.support.strategies import recipes

# ---- one puzzle ----


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written() -> set[str]:
    return {str(path) for path in Path().rglob("*") if path.is_file()}


@given(recipes())
def test_the_comment_quotes_the_command_that_repeats_it(recipe: Recipe) -> None:
    puzzle = made(recipe).puzzle
    program, *arguments = shlex.split(recipe.command)
    result = run(*arguments)
    assert (program, result.status, result.stderr) == ("edgeasp", commands.ANSWERED, "")
    assert result.stdout == f"c {recipe.command}\n{plain.write_puz(puzzle)}"


def test_puzzles_that_another_process_writes_meanwhile_are_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = generating.generate_from_recipe

    def late(recipe: Recipe) -> generating.Generated:
        if recipe.seed == 2:
            Path("all/puzzle_2.puz").write_text("of another process", encoding="utf-8")
        return usual(recipe)

    monkeypatch.setattr(generating, "generate_from_recipe", late)
    result = run("generate", "--size", "4", "-o", "all", "--number", "3")
    assert (result.status, result.stderr) == (
        commands.USAGE,
        "edgeasp: error: all/puzzle_2.puz: cannot be written: file exists\n",
    )
    assert Path("all/puzzle_2.puz").read_text(encoding="utf-8") == "of another process"
    assert written() == {"all/puzzle_1.puz", "all/puzzle_2.puz"}


def test_the_output_can_be_piped_into_solve() -> None:
    puzzle = script("generate", "--size", "4").stdout
    assert script("solve", "-", "--count", given=puzzle).stdout.startswith("8 boards")


# ---- selected puzzles ----


@pytest.mark.parametrize(
    ("clues", "words"),
    [
        (Solution(), "up to rotation of the board"),
        (boards.CENTRE_CLUE, "that keeps the clues, up to rotation of the board"),
        (Solution((Placement(0, Square(0, 0), 0),)), "that keeps the clues"),
    ],
)
def test_words_for_the_solutions_of_which_a_puzzle_has_one(clues: Solution, words: str) -> None:
    effort = measure_search(boards.CENTRE, clues)
    assert effort.unique
    assert RatedPuzzle(Recipe(3, 3, 9), Planted(boards.CENTRE, None, clues), effort).uniqueness_text == words


@pytest.mark.usefixtures("in_this_process")
def test_a_class_that_no_puzzle_belongs_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "GIVE_UP", 4)
    result = run("generate", "--size", "3", "--difficulty", "hard", "-o", "x.puz")
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert result.stderr.startswith(
        "edgeasp: error: found no hard puzzle with one solution among the last 4 candidates"
    )
    assert not written()


def test_the_help_has_the_bounds_of_each_class() -> None:
    text = run("generate", "--help-all").stdout
    for each in DIFFICULTIES:
        assert f"  {each.name:<9}{each.least:,} to {each.most:,}\n" in text


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        (
            "--size 6 --colours 4 --unique --conflict-limit 5",
            "120 took more than 5 conflicts; expected another size, limit",
        ),
        ("--size 4 --colours 9 --difficulty medium", "were easier"),
    ],
)
def test_a_limit_that_was_reached_is_no_statement_about_the_puzzles(options: str, reasons: str) -> None:
    result = run("generate", *options.split(), "-o", "x.puz")
    assert result.status == commands.UNANSWERED
    assert reasons in result.stderr
    assert "were harder" not in result.stderr


# ---- books ----

EASY, MEDIUM, HARD = DIFFICULTIES


@pytest.mark.long
def test_a_book_is_numbered_in_rising_order_and_says_how_hard_each_is() -> None:
    done = run("generate", "--book", "3 easy", "--size", "4,4x5", "-o", "book/", "--title", "Winter", "--jobs", "1")
    assert done.status == commands.ANSWERED
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
        assert texts[2 * number].startswith(f"Winter - No. {number}, easy: ")
        assert re.search(r"\bone solution\b.+\bwhole board\b.+\bthis puzzle is easy\b", texts[2 * number])
    assert "place the tiles here" in texts[8]
    assert texts[-1].startswith("Solutions\nNo. 1\n")
    # The contents: of each puzzle its page, and that of its solution; an empty page keeps backs behind their tiles.
    assert texts[0].splitlines()[0] == "Winter"
    title, *cells = texts[1].splitlines()
    assert (title, cells[:5]) == ("Contents", ["puzzle", "squares", "class", "tiles, page", "solution, page"])
    listed = [cells[5 * row : 5 * row + 5] for row in (1, 2, 3)]
    assert [row[0] for row in listed] == ["No. 1", "No. 2", "No. 3"]
    assert [row[3:] for row in listed] == [[str(2 * number + 1), str(len(texts))] for number in (1, 2, 3)]
    # Every page but the empty ones has its number at its foot.
    assert all(text.splitlines()[-1].strip() == str(page) for page, text in enumerate(texts, 1) if text.strip())
    again = run("generate", "--book", "1 easy", "-o", "book/")
    assert "book/01.puz already exists: expected a folder without puzzles" in again.stderr


def test_sizes_are_spread_over_each_class_and_leave_out_those_that_are_never_as_hard() -> None:
    book = plan_book("2 hard, 3 easy and 2 medium", "4-7", "x/")
    assert book.count == 7
    assert book.group_sizes() == [
        *((EASY, (size, size), 1) for size in (4, 5, 6)),
        *((MEDIUM, (size, size), 1) for size in (5, 6)),
        *((HARD, (size, size), 1) for size in (6, 7)),
    ]


def test_one_size_does_for_all() -> None:
    book = BookPlan(((EASY, 4), (HARD, 1)), ((5, 5),))
    assert book.group_sizes() == [(EASY, (5, 5), 4), (HARD, (5, 5), 1)]


def test_all_boards_of_a_book_have_the_outline_that_is_drawn() -> None:
    done = run("generate", "--book", "2 easy", "--mask", "####/#.##/####", "-o", "book/", "--seed", "3")
    assert done.status == commands.ANSWERED
    grids = {edgeasp.load(f"book/0{number}.puz").puzzle.grid for number in (1, 2)}
    assert grids == {Grid(4, 3, frozenset({Square(1, 1)}))}


def test_an_interrupted_book_says_how_much_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = BookSelection.run

    def interrupted(self: BookSelection, *arguments: Any) -> Iterator[BookEntry]:
        yield next(iter(usual(self, *arguments)))
        raise Interrupted(signal.SIGINT)

    monkeypatch.setattr(BookSelection, "run", interrupted)
    monkeypatch.setattr(f"{commands.__name__}.os._exit", sys.exit)
    done = run("generate", "--book", "3 easy", "--size", "4", "-o", "book/", "--jobs", "1")
    assert done.status == 130
    assert "edgeasp: interrupted: 1 of 3 puzzles\n" in done.stderr
    assert [path.name for path in Path("book").glob("*.puz")] == ["01.puz"]


@pytest.mark.long
def test_a_book_in_python_is_that_of_the_command() -> None:
    run("generate", "--book", "2 easy", "--size", "4", "-o", "typed/", "--title", "Winter", "--jobs", "1")
    book = edgeasp.generate_book({"easy": 2}, [4], seed=1)
    made = book.save("made", title="Winter")
    assert [puzzle.rows for puzzle in book] == [4, 4]
    for path in Path("typed").iterdir():
        if path.name != "book.pdf":
            assert path.read_bytes() == (made / path.name).read_bytes(), path.name
    one, other = ([page.extract_text() for page in PdfReader(f"{name}/book.pdf").pages] for name in ("typed", "made"))
    assert one == other
    with pytest.raises(edgeasp.OutputError, match=r"01\.puz already exists: expected a folder without puzzles"):
        book.save("made")


@pytest.mark.long
def test_sheets_list_several_puzzles_on_a_page_if_asked() -> None:
    edgeasp.generate_book("2 easy", 4).write(str(Path().absolute()))
    done = run("sheets", "01.puz", "01.sol", "02.puz", "-o", "x.pdf", "--contents", "--backs", "none")
    assert done.stderr == "edgeasp: 4 pages: contents, 2 of tiles, 1 of solutions\n"
    texts = [page.extract_text() for page in PdfReader("x.pdf").pages]
    lines = texts[0].splitlines()
    assert lines[0] == "Contents"
    assert lines[6:] == ["No. 1", "4 x 4", "easy", "2", "4", "No. 2", "4 x 4", "easy", "3", "1"]
