"""`edgeasp convert` and `edgeasp formats`: what goes where, and what a target cannot express."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from edgeasp.formats import files, plain, recognition
from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Tile
from tests.support.boards import apart, cut_up, planted
from tests.support.fork_server import SCRIPT
from tests.support.reading import read_puzzle
from tests.support.running import run

BOARD, SOLVED = cut_up(4, 4, 5)
HINTS = Solution(SOLVED.placements[:2])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("x.puz").write_text(plain.write_puz(BOARD), encoding="utf-8")
    Path("x.sol").write_text(plain.write_sol(SOLVED), encoding="utf-8")
    return tmp_path


def written(form: str, document: Document) -> str:
    """The document in a format that has a writer."""
    write = recognition.puzzle_format(form).write
    assert write is not None
    return write(document)


def refused(*arguments: str, given: str | None = None) -> str:
    """The message of a conversion that is refused, and changes no file."""
    before = {path: path.read_bytes() for path in Path().iterdir()}
    done = run("convert", *arguments, given=given)
    assert (done.status, done.stdout) == (2, "")
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
    return done.stderr.removeprefix("edgeasp: error: ")


@pytest.mark.parametrize(
    "form",
    [each for each in recognition.puzzles() if each.name not in ("foursquares", "halves", "pictures", "tetravex")],
    ids=lambda f: f.name,
)
def test_there_and_back(form: PuzzleFormat) -> None:
    there = f"there{form.suffixes[0]}"
    board = apart(BOARD) if form.name == "ptile" else BOARD
    Path("x.puz").write_text(plain.write_puz(board), encoding="utf-8")
    if form.is_board:
        assert run("convert", "x.sol", "--puzzle", "x.puz", "--to", form.name, "-o", there).status == 0
    else:
        assert run("convert", "x.puz", "--to", form.name, "-o", there).status == 0
    done = run("convert", there, "--from", form.name, "-o", "back.puz")
    assert done.status == 0
    back, _ = read_puzzle("back.puz")
    if form.is_board:
        assert "16 placements written to back.sol" in done.stderr
        shown = files.read_solution("back.sol", back)
        assert {each.square: back.sides(each) for each in shown} == {each.square: BOARD.sides(each) for each in SOLVED}
    elif form.name == "julia":
        assert [tile.appearance for tile in back.tiles] == [tile.appearance for tile in BOARD.tiles]
    else:
        assert back == board
        notes = {"words": "edgeasp: there.txt: the colour of the frame is black\n"}
        assert done.stderr == notes.get(form.name, "")


@pytest.mark.parametrize("form", recognition.boards(), ids=lambda form: form.name)
def test_solutions_there_and_back(form: BoardFormat) -> None:
    there = f"there{form.suffixes[0]}"
    assert run("convert", "x.sol", "--puzzle", "x.puz", "--to", form.name, "-o", there).status == 0
    assert run("convert", there, "--puzzle", "x.puz", "--from", form.name, "-o", "back.sol").status == 0
    back = files.read_solution("back.sol", BOARD)
    assert {each.square: BOARD.sides(each) for each in back} == {each.square: BOARD.sides(each) for each in SOLVED}
    for command in ("check", "show"):
        assert run(command, "x.puz", there).status == 0


def test_the_target_is_edgeasps_own_by_default() -> None:
    Path("udlr.txt").write_text(recognition.puzzle_format("udlr").write(Document(BOARD)), encoding="utf-8")
    done = run("convert", "udlr.txt")
    assert done.stdout == plain.write_puz(BOARD)
    assert done.stderr.startswith("edgeasp: udlr.txt: read as udlr: plain text, sides up, down, left, right")
    assert run("convert", "x.sol", "--puzzle", "x.puz").stdout == plain.write_sol(SOLVED)
    assert run("convert", "-", given=plain.write_puz(BOARD)).stdout == plain.write_puz(BOARD)


@pytest.mark.sample(1)
@pytest.mark.parametrize("limit", [0, 1])
def test_a_puzzle_and_its_clues_are_written_together_or_not_at_all(limit: int, tmp_path: Path) -> None:
    """In blocks, 0 leaves room for neither, 1 for the clues alone."""
    puzzle, solution = cut_up(16, 16, 20)
    text = written("eternity2dev", Document(puzzle, Solution(solution.placements[:1])))
    Path("big.json").write_text(text, encoding="utf-8")
    before = set(tmp_path.iterdir())
    # The limit holds for all files: Python must not keep the first half of what it compiles.
    command = f"ulimit -f {limit}; PYTHONDONTWRITEBYTECODE=1 '{SCRIPT}' convert big.json -o new.puz"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"(?s).*edgeasp: error: new\.(puz|clue): cannot be written: file too large\n", done.stderr)
    assert set(tmp_path.iterdir()) == before


def test_hints_become_a_clue_file_beside_the_puzzle() -> None:
    hinted = written("eternity2dev", Document(BOARD, HINTS))
    Path("x.json").write_text(hinted, encoding="utf-8")
    done = run("convert", "x.json", "-o", "new.puz")
    assert (done.status, Path("new.clue").read_text(encoding="utf-8")) == (0, plain.write_sol(HINTS))
    assert "2 placements written to new.clue" in done.stderr
    assert "2 placements left out: with -o FILE they are written" in run("convert", "x.json").stderr
    assert "clue(" in run("convert", "x.json", "--to", "facts").stdout
    assert json.loads(run("convert", "x.json", "--to", "eternity2dev").stdout)["hints"] != []
    assert run("convert", "x.json", "--to", "sol").stdout == plain.write_sol(HINTS)
    assert run("solve", "x.json").stdout.count("\n") == 16
    Path("new.clue").write_text("0 0 0 0\n", encoding="utf-8")
    assert refused("x.json", "-o", "new.puz").endswith(
        "new.clue: exists with other content: it would hold 2 placements that new.puz cannot\n"
    )


def test_the_board_of_a_link_becomes_a_solution() -> None:
    url = run("convert", "x.sol", "--puzzle", "x.puz", "--to", "bucas").stdout.strip()
    assert url.startswith("https://e2.bucas.name/#")
    done = run("convert", url, "-o", "new.puz")
    assert done.status == 0
    assert run("check", "new.puz", "new.sol").stdout.startswith("solved\n")
    assert "the address: its board is ignored" in run("solve", url, "-n", "1").stderr
    assert run("convert", url, "--to", "sol").stdout == Path("new.sol").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("puzzle", "to", "message"),
    [
        (Puzzle(4, 4, (Tile(BOARD.tiles[0].sides, Sign.PLUS), *BOARD.tiles[1:])), "nesw", "signs: choose puz or facts"),
        (planted(1, 5, 3, 4, framed=True), "nesw-bare", "boards that are not square"),
        (planted(1, 3, 3, 4), "heule", "puzzles without a frame"),
        (BOARD, "foursquares", "puzzles with a frame"),
        (BOARD, "bucas", "puzzles without a board: give a board of it, which a command takes with --puzzle"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(puzzle: Puzzle, to: str, message: str) -> None:
    Path("x.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    text = refused("x.puz", "--to", to, "-o", "new")
    assert text.startswith(f"the format {to} cannot hold ")
    assert message in text


def test_a_link_holds_25_colours() -> None:
    many, whole = cut_up(5, 5, 60)
    Path("many.puz").write_text(plain.write_puz(many), encoding="utf-8")
    Path("many.sol").write_text(plain.write_sol(whole), encoding="utf-8")
    text = refused("many.sol", "--puzzle", "many.puz", "--to", "bucas")
    assert text.startswith("a link holds the frame and colours up to 25, and this puzzle has colour ")


def test_a_solution_with_empty_squares() -> None:
    Path("part.sol").write_text(plain.write_sol(HINTS), encoding="utf-8")
    assert refused("part.sol", "--puzzle", "x.puz", "--to", "owen") == (
        "the format owen cannot hold boards with empty squares, and 14 are empty\n"
    )
    assert "---/-" in run("convert", "part.sol", "--puzzle", "x.puz", "--to", "et2").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.puz", "-o", "new.txt"], "new.txt: several formats end in .txt: say which with --to (nesw, "),
        (["x.puz", "-o", "new"], "new: no ending says in which format: say which with --to"),
        (
            ["x.puz", "--to", "puzz"],
            "expected --to puz, facts, bucas or another that edgeasp formats lists, found 'puzz': did you mean puz?",
        ),
        (["x.puz", "--to", "sol"], "x.puz: holds no placements to write as sol"),
        (
            ["x.sol", "--puzzle", "x.puz", "--to", "puz"],
            "the format puz is for puzzles: a solution goes into sol, owen",
        ),
        (["-", "--puzzle", "-"], "standard input: expected one file at most to be '-'"),
        (["x.sol", "--puzzle", "x.puz", "--from", "puz"], "expected a format of solutions (sol, "),
    ],
)
def test_what_makes_no_sense(arguments: list[str], message: str) -> None:
    assert refused(*arguments, given="").startswith(message)


def test_formats_lists_them_all() -> None:
    text = run("formats").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) == len(recognition.puzzles()) + len(recognition.boards()) + 3
    listed = [(form.name, form.suffixes[0]) for form in recognition.puzzles()]
    listed += [(form.name, form.suffixes[0]) for form in recognition.boards()]
    for name, suffix in listed:
        assert f"\n  {name} " in text
        assert suffix in text


def test_what_a_board_in_a_link_does_not_show_is_named() -> None:
    text = "2 2\nc edgeasp no turning\n1 2 3 4\n5 4 6 2\n3 7 1 8\n6 8 5 7\n"
    Path("upright.puz").write_text(text, encoding="utf-8")
    Path("upright.sol").write_text("0 0 0 0\n1 1 0 0\n2 0 1 0\n3 1 1 0\n", encoding="utf-8")
    found = run("convert", "upright.sol", "--puzzle", "upright.puz", "--to", "bucas")
    assert found.stderr == "edgeasp: left out, which bucas cannot show: tiles that may not be turned\n"
    assert run("convert", "upright.sol", "--puzzle", "upright.puz", "--to", "grid").stderr == ""


def test_owens_boards_have_a_line_for_each_tile() -> None:
    text = "2 2\nc edgeasp spare 1\n1 2 3 4\n1 1 2 2\n2 3 1 1\n3 1 2 4\n4 4 1 1\n"
    Path("spare.puz").write_text(text, encoding="utf-8")
    Path("spare.sol").write_text("0 0 0 0\n1 1 0 0\n2 0 1 0\n3 1 1 0\n", encoding="utf-8")
    found = run("convert", "spare.sol", "--puzzle", "spare.puz", "--to", "owen")
    assert found.stderr == "edgeasp: error: the format owen cannot hold tiles left over: choose sol\n"


def test_another_board_is_written_with_what_it_has() -> None:
    Path("it.puz").write_text(plain.write_puz(planted(1, 4, 4, 6, framed=False)), encoding="utf-8")
    run("convert", "it.puz", "--wrap", "columns", "-o", "cylinder.puz")
    assert read_puzzle("cylinder.puz")[0].wraps == {"columns"}
