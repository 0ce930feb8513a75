"""The command generate, with books and selected puzzles."""

from __future__ import annotations

import hashlib
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
from edgeasp.cli import commands
from edgeasp.cli.generate import plan
from edgeasp.cli.signals import Interrupted
from edgeasp.formats import files, plain
from edgeasp.generate import Planted, Recipe
from edgeasp.parallel import series
from edgeasp.parallel.series import BookEntry, BookPlan, Rated, Selecting
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Grid, Placement, Solution, Square
from edgeasp.search.cubes import DIFFICULTIES, search_effort
from edgeasp.system.errors import OptionError
from tests.generate.recipes import recipes
from tests.generate.test_planting import made
from tests.support import boards
from tests.support.reading import read_puzzle
from tests.support.running import run, script

# ---- one puzzle ----


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written() -> set[str]:
    return {str(path) for path in Path().rglob("*") if path.is_file()}


# Of puzzle, solution and clues together, without the comment.
GOLDEN = {
    "--size 10 --preset hardest": "d1c7ccc527d43f7f",
    "--size 10 --preset class": "ff38832dc4649057",
    "--size 7x5 --preset easy --seed 12345678901234567890": "739a6bb9700c78c8",
    "--size 6 --colours 5 --border-colours 3 --shared-palette --signed 0.3 --clues corner": "6185eabd690c8286",
    "--size 6x4 --unframed --colours 3 --distinct --clues 3": "2589b3bd110d85a6",
    "--size 9 --preset hardest --balanced --no-symmetric --no-shuffle --no-turn": "639b5eefdbae9dd6",
    "--preset e2-like --clues five": "c6adbe530cd0edba",
    "--size 8 --preset hardest --random --signed 1": "62e7d11abaf27d3f",
    "--size 6 --preset class --random --distinct --balanced": "37873ebc83f2d07c",
    "--size 5x4 --unframed --heads-and-tails --whole-motifs 0.3 --balanced": "e8b061b434aaec2f",
    "--size 5 --partners different --rim top=1,2 --rim left=any": "88f49527ec0590e1",
    "--size 4 --unframed --partners 1-2,1-3,2-2 --colours 5 --balanced": "3a1e697f70699128",
}


@pytest.mark.parametrize("options", GOLDEN)
def test_the_same_options_give_the_same_bytes_in_every_version(options: str) -> None:
    solution = [] if "--random" in options else ["--save-solution", "x.sol"]
    assert run("generate", *options.split(), "--no-comment", "-o", "x.puz", *solution).status == commands.ANSWERED
    whole = b"".join(Path(name).read_bytes() for name in ("x.puz", "x.sol", "x.clue") if Path(name).exists())
    assert hashlib.sha256(whole).hexdigest()[:16] == GOLDEN[options]


def test_one_puzzle_goes_to_standard_output() -> None:
    result = run("generate", "--size", "4")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    first, _, rest = result.stdout.partition("\n")
    assert first == "c edgeasp generate --size 4 --colours 6 --border-colours 3 --seed 1"
    assert plain.write_puz(plain.read_puz(rest, "x.puz")) == rest
    assert run("generate", "--size", "4", "--no-comment").stdout == rest
    assert not written()


@given(recipes())
def test_the_comment_quotes_the_command_that_repeats_it(recipe: Recipe) -> None:
    puzzle = made(recipe).puzzle
    program, *arguments = shlex.split(recipe.command)
    result = run(*arguments)
    assert (program, result.status, result.stderr) == ("edgeasp", commands.ANSWERED, "")
    assert result.stdout == f"c {recipe.command}\n{plain.write_puz(puzzle)}"


def test_solution_and_clues_beside_the_puzzle() -> None:
    result = run("generate", "--size", "6", "--clues", "3", "-o", "x.puz", "--save-solution", "y.sol")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert result.stderr == "edgeasp: 6 x 6, framed, 12 inner and 4 border colours, seed 1\n"
    assert written() == {"x.puz", "x.clue", "y.sol"}
    puzzle, _ = read_puzzle("x.puz")
    clues = files.read_solution("x.clue", puzzle)
    assert len(clues) == 3
    assert check(puzzle, files.read_solution("y.sol", puzzle), clues).solved
    assert run("check", "x.puz", "y.sol", "--clue", "x.clue").status == commands.ANSWERED


def test_the_solution_can_go_to_standard_output() -> None:
    result = run("generate", "--size", "3", "-o", "x.puz", "--save-solution", "-")
    puzzle, _ = read_puzzle("x.puz")
    assert check(puzzle, plain.read_sol(result.stdout, puzzle, "standard output")).solved


def test_a_series_in_a_folder() -> None:
    options = ["--size", "5x4", "--unframed", "--seed", "7", "--clues", "corner"]
    result = run("generate", *options, "--number", "3", "-o", "all", "--save-solution", "hidden/")
    assert (result.status, result.stdout) == (commands.ANSWERED, "")
    assert result.stderr == "edgeasp: 3 puzzles: 5 x 4, unframed, 13 colours, seeds 7 to 9\n"
    numbers = (7, 8, 9)
    assert written() == {
        *(f"all/puzzle_{number}.{suffix}" for number in numbers for suffix in ("puz", "clue")),
        *(f"hidden/puzzle_{number}.sol" for number in numbers),
    }
    options[options.index("7")] = "8"
    assert run("generate", *options, "-o", "one.puz").status == commands.ANSWERED
    assert Path("one.puz").read_bytes() == Path("all/puzzle_8.puz").read_bytes()
    assert Path("one.clue").read_bytes() == Path("all/puzzle_8.clue").read_bytes()


def test_a_folder_takes_a_single_puzzle_and_more_of_a_series() -> None:
    Path("all").mkdir()
    assert run("generate", "--size", "3", "-o", "all").status == commands.ANSWERED
    assert run("generate", "--size", "3", "-o", "all", "--seed", "2", "--number", "2").status == commands.ANSWERED
    assert written() == {f"all/puzzle_{number}.puz" for number in (1, 2, 3)}


def test_puzzles_that_another_process_writes_meanwhile_are_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = generating.made

    def late(recipe: Recipe) -> generating.Generated:
        if recipe.seed == 2:
            Path("all/puzzle_2.puz").write_text("of another process", encoding="utf-8")
        return usual(recipe)

    monkeypatch.setattr(generating, "made", late)
    result = run("generate", "--size", "4", "-o", "all", "--number", "3")
    assert (result.status, result.stderr) == (
        commands.USAGE,
        "edgeasp: error: all/puzzle_2.puz: cannot be written: file exists\n",
    )
    assert Path("all/puzzle_2.puz").read_text(encoding="utf-8") == "of another process"
    assert written() == {"all/puzzle_1.puz", "all/puzzle_2.puz"}


def test_existing_puzzles_are_not_overwritten() -> None:
    run("generate", "--size", "3", "-o", "all/", "--seed", "2")
    before = Path("all/puzzle_2.puz").read_bytes()
    result = run("generate", "--size", "4", "-o", "all", "--number", "3")
    assert result.status == commands.USAGE
    assert "all/puzzle_2.puz already exists" in result.stderr
    assert written() == {"all/puzzle_2.puz"}
    assert Path("all/puzzle_2.puz").read_bytes() == before


def test_options_override_presets() -> None:
    def first_line(*options: str) -> str:
        return run("generate", "--size", "8", *options).stdout.partition("\n")[0].removeprefix("c edgeasp generate ")

    assert first_line("--colours", "13") == "--size 8 --colours 13 --border-colours 4 --seed 1"
    border = first_line("--preset", "hardest", "--border-colours", "4")
    assert border == "--size 8 --colours 7 --border-colours 4 --seed 1"
    alike = first_line("--preset", "e2-like", "--uniform", "--any-tiles", "--symmetric")
    assert alike == first_line("--preset", "hardest")
    assert first_line("--preset", "moderate", "--unframed") == first_line("--unframed")


NOWHERE = "cannot be written: no such file or directory\nthe folder nowhere is not there: mkdir -p nowhere"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", "expected a size, such as 10 or 10x8"),
        ("--size big", "expected --size as columns and rows from 2, such as 12x6, found 'big'"),
        ("--size 1", "expected --size as columns and rows from 2, such as 12x6, found '1'"),
        (
            "--size 4 --clues center -o x.puz",
            "--clues: expected corner, centre, five or a number, found 'center'\ndid you mean centre?",
        ),
        ("--size 4 --clues 1", "--clues: expected -o, too: the clues go to a .clue beside the puzzle"),
        ("--size 4 --number 2", "-n: expected a folder for several puzzles, such as -o puzzles/"),
        ("--size 4 --number 2 -o -", "-n: expected a folder for several puzzles, such as -o puzzles/"),
        ("--size 4 --random --save-solution x.sol", "--save-solution: a random tile set has no planted solution"),
        (
            "--size 4 --save-solution -",
            "--save-solution: expected a file, or -o for the puzzle: both cannot be printed",
        ),
        ("--size 4 -o x.puz --save-solution x.puz", "x.puz: expected different names for puzzle, solution and clues"),
        ("--size 4 -o x.clue --clues 1", "x.clue: expected different names for puzzle, solution and clues"),
        ("--size 4 --signed 2", "expected a share of signed tiles from 0 to 1, not 2"),
        (
            "--size 12 --colours 3 --border-colours 4 --distinct",
            "a framed board of 12 x 12 takes 100 different centre tiles, but 3 inner and 4 border colours make 24: "
            "expected at least 5 inner and 4 border colours",
        ),
        (
            "--size 4 -o nowhere/x.puz",
            f"nowhere/x.puz: {NOWHERE}",
        ),
        (
            "--size 4 -o x.puz --save-solution nowhere/x.sol",
            f"nowhere/x.sol: {NOWHERE}",
        ),
    ],
)
def test_bad_options_are_one_line_and_write_nothing(options: str, message: str) -> None:
    result = run("generate", *options.split())
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert result.stderr == f"edgeasp: error: {message}\n"
    assert not written()


def test_the_output_can_be_piped_into_solve() -> None:
    puzzle = script("generate", "--size", "4").stdout
    assert script("solve", "-", "--count", given=puzzle).stdout.startswith("8 boards")


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ("--wrap columns", "(a board that wraps around) stands in comments, which programs skip"),
        ("--upright -n 2 --unique", "that no tile may be turned stands in comments"),
        ("--book '1 easy' --heads-and-tails", "partners stand in comments"),
        ("--signed 1", ""),
    ],
)
def test_what_stands_in_comments_of_the_files_is_noted_once(options: str, note: str) -> None:
    words = shlex.split(options)
    result = run("generate", "--size", "4", *words, "-o", "many" if {"-n", "--book"} & {*words} else "one.puz")
    assert result.status == commands.ANSWERED
    assert result.stderr.count("in comments") == (note != "")
    assert note in result.stderr


@pytest.mark.parametrize(
    "options", ["--title Mine", "--text Hello", "--paper letter", "--language de", "--from-one", "--palette p.csv"]
)
def test_what_says_how_to_print_goes_with_pages(options: str) -> None:
    Path("p.csv").write_text("1 = heart, #c33\n", encoding="utf-8")
    result = run("generate", "--size", "3", "-o", "x.puz", *options.split())
    said = f"edgeasp: error: {options.split(maxsplit=1)[0]} goes with --sheets or --book\n"
    assert (result.status, result.stderr) == (commands.USAGE, said)
    assert written() == {"p.csv"}


# ---- selected puzzles ----


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
        assert "There is one solution, but for turns of the whole board; this puzzle is easy" in texts[2 * number]
    assert "lay the tiles here" in texts[8]
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
    book = plan("2 hard, 3 easy and 2 medium", "4-7", "x/")
    assert book.count == 7
    assert book.groups() == [
        *((EASY, (size, size), 1) for size in (4, 5, 6)),
        *((MEDIUM, (size, size), 1) for size in (5, 6)),
        *((HARD, (size, size), 1) for size in (6, 7)),
    ]


def test_one_size_does_for_all() -> None:
    book = BookPlan(((EASY, 4), (HARD, 1)), ((5, 5),))
    assert book.groups() == [(EASY, (5, 5), 4), (HARD, (5, 5), 1)]


def test_all_boards_of_a_book_have_the_outline_that_is_drawn() -> None:
    done = run("generate", "--book", "2 easy", "--mask", "####/#.##/####", "-o", "book/", "--seed", "3")
    assert done.status == commands.ANSWERED
    grids = {edgeasp.load(f"book/0{number}.puz").puzzle.grid for number in (1, 2)}
    assert grids == {Grid(4, 3, frozenset({Square(1, 1)}))}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("4",), "--book: expected so many of each class, as in '4 easy, 4 hard', found '4'"),
        (("4 esy",), "found '4 esy'"),
        (("0 easy",), "found '0 easy'"),
        (("4 easy", "--size", "big"), "--size: expected sizes from 2, such as 5-7 or 5,6x4,7, found 'big'"),
        (("4 easy", "--size", "7-5"), "--size: expected sizes from 2, such as 5-7 or 5,6x4,7, found '7-5'"),
        (("4 easy", "--difficulty", "easy"), "leave out --difficulty"),
        (("4 easy", "-n", "3"), "leave out --number"),
        (("4 easy", "--mask", "###/#.#/###", "--size", "4"), "--mask gives the size of the board: leave out --size"),
        (("4 easy", "--format", "json"), "leave out --format json"),
    ],
)
def test_what_is_no_book(options: tuple[str, ...], words: str) -> None:
    done = run("generate", "--book", *options, "-o", "book/")
    assert done.status == commands.USAGE
    assert words in done.stderr


def test_an_interrupted_book_says_how_much_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Selecting.run

    def interrupted(self: Selecting, *arguments: Any) -> Iterator[BookEntry]:
        yield next(iter(usual(self, *arguments)))
        raise Interrupted(signal.SIGINT)

    monkeypatch.setattr(Selecting, "run", interrupted)
    monkeypatch.setattr(f"{commands.__name__}.os._exit", sys.exit)
    done = run("generate", "--book", "3 easy", "--size", "4", "-o", "book/", "--jobs", "1")
    assert done.status == 130
    assert "edgeasp: interrupted: 1 of 3 puzzles\n" in done.stderr
    assert [path.name for path in Path("book").glob("*.puz")] == ["01.puz"]


def test_a_link_in_the_folder_of_a_book_leads_nothing_out_of_it() -> None:
    Path("book").mkdir()
    Path("book/book.pdf").symlink_to("../mine.pdf")
    result = run("generate", "--book", "1 easy", "-o", "book")
    assert (result.status, result.stdout, result.stderr) == (
        commands.USAGE,
        "",
        "edgeasp: error: book/book.pdf: expected no symbolic link: put there what it points to\n",
    )
    assert not Path("mine.pdf").exists()


def test_a_book_goes_to_a_folder() -> None:
    with pytest.raises(OptionError, match=r"--book: expected a folder, such as -o book/"):
        plan("1 easy", None, None)


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
