"""`edgeasp generate`: output, files, reproducible bytes, refused options."""

from __future__ import annotations

import hashlib
import shlex
from pathlib import Path

import pytest
from hypothesis import given

from edgeasp.api import generate as generating
from edgeasp.cli import commands
from edgeasp.formats import files, plain
from edgeasp.generate import Recipe
from edgeasp.puzzle.checker import check
from tests.generate.recipes import recipes
from tests.generate.test_planting import made
from tests.support.reading import read_puzzle
from tests.support.running import run, script


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
