"""`edgeasp generate --unique` and `--difficulty`: files, comments, refused options."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.cli import commands, console
from edgeasp.generate import Planted, Recipe
from edgeasp.parallel import series
from edgeasp.parallel.series import Rated
from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.search.cubes import DIFFICULTIES, search_effort
from tests.generate.test_command import written
from tests.support import boards
from tests.support.running import run


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(console, "_quiet", False)  # --quiet is for the whole process


def test_a_series_with_solutions() -> None:
    result = run(
        "generate", "--size", "4", "--difficulty", "easy", "-n", "2", "-o", "book/", "--save-solution", "book/"
    )
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    said = "edgeasp: 2 puzzles with one solution each: 4 x 4, framed, 6 inner and 3 border colours, easy, "
    assert result.stderr.startswith(said)
    puzzles = sorted(name for name in written() if name.endswith(".puz"))
    assert written() == {*puzzles, *(name.replace(".puz", ".sol") for name in puzzles)}
    for name in puzzles:
        first, second, *_ = Path(name).read_text(encoding="utf-8").splitlines()
        assert second.startswith("c one solution up to rotation of the board; easy: ")
        assert run(*first.split()[2:]).stdout.splitlines()[1:] == Path(name).read_text("utf-8").splitlines()[2:]
        assert run("solve", name, "--unique").stdout == "unique up to rotation of the board\n"
        assert run("check", name, name.replace(".puz", ".sol")).status == commands.ANSWERED


@pytest.mark.usefixtures("in_this_process")
def test_one_puzzle_with_clues() -> None:
    options = ["--size", "4", "--colours", "4", "--unique", "--clues", "2", "--jobs", "1"]
    assert run("generate", *options, "-o", "x.puz", "--quiet").stderr == ""
    assert written() == {"x.puz", "x.clue"}
    assert "\nc one solution that keeps the clues\n" in Path("x.puz").read_text(encoding="utf-8")
    assert run("solve", "x.puz", "--clue", "x.clue", "--count").stdout.startswith("1 board")


@pytest.mark.parametrize(
    ("clues", "words"),
    [
        (Solution(), "up to rotation of the board"),
        (boards.CENTRE_CLUE, "that keeps the clues, up to rotation of the board"),
        (Solution((Placement(0, Square(0, 0), 0),)), "that keeps the clues"),
    ],
)
def test_words_for_the_solutions_of_which_a_puzzle_has_one(clues: Solution, words: str) -> None:
    effort = search_effort(boards.CENTRE, clues)
    assert effort.unique
    assert Rated(Recipe(3, 3, 9), Planted(boards.CENTRE, None, clues), effort).alone == words


@pytest.mark.usefixtures("in_this_process")
def test_of_a_board_that_does_not_turn_there_is_one_solution() -> None:
    result = run("generate", "--size", "3", "--upright", "--unique", "--seed", "2")
    assert result.stdout.splitlines()[1] == "c one solution"


@pytest.mark.usefixtures("in_this_process")
def test_what_is_found_goes_to_standard_output_alone() -> None:
    result = run("generate", "--size", "4", "--unique", "--no-comment")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    assert result.stdout.startswith("4 4\n")


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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--difficulty harder", "--difficulty: expected easy, medium, hard, found 'harder'\ndid you mean hard?"),
        ("--unique --random", "--random makes tile sets that may have no solution: expected it without --unique"),
        ("--conflict-limit 9", "--conflict-limit goes with --unique or --difficulty"),
        ("--unique -n 3", "-n: expected a folder for several puzzles, such as -o puzzles/"),
    ],
)
def test_refused(options: str, message: str) -> None:
    result = run("generate", "--size", "4", *options.split())
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert result.stderr == f"edgeasp: error: {message}\n"


def test_a_folder_with_later_puzzles_is_left_alone() -> None:
    Path("book").mkdir()
    Path("book/puzzle_900.puz").write_text("mine", encoding="utf-8")
    result = run("generate", "--size", "4", "--unique", "-n", "2", "-o", "book")
    assert result.status == commands.USAGE
    assert result.stderr.startswith("edgeasp: error: book/puzzle_900.puz already exists")
    assert written() == {"book/puzzle_900.puz"}


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


def test_a_limit_below_the_class_is_refused() -> None:
    result = run("generate", "--size", "4", "--difficulty", "medium", "--conflict-limit", "149", "-o", "x.puz")
    said = "edgeasp: error: --conflict-limit: expected at least 150 for medium puzzles, found 149\n"
    assert (result.status, result.stderr) == (commands.USAGE, said)
