"""`edgeasp convert` and `edgeasp formats`: what goes where, and what a target cannot express."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from edgeasp.formats import files, plain, recognition
from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from edgeasp.puzzle.model import Solution
from tests.support.boards import apart, cut_up
from tests.support.fork_server import SCRIPT
from tests.support.reading import read_puzzle
from tests.support.running import run

BOARD, SOLVED = cut_up(4, 4, 5)


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


@pytest.mark.parametrize(
    "form",
    [
        each
        for each in recognition.puzzle_formats()
        if each.name not in ("foursquares", "halves", "pictures", "tetravex")
    ],
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


@pytest.mark.parametrize("form", recognition.board_formats(), ids=lambda form: form.name)
def test_solutions_there_and_back(form: BoardFormat) -> None:
    there = f"there{form.suffixes[0]}"
    assert run("convert", "x.sol", "--puzzle", "x.puz", "--to", form.name, "-o", there).status == 0
    assert run("convert", there, "--puzzle", "x.puz", "--from", form.name, "-o", "back.sol").status == 0
    back = files.read_solution("back.sol", BOARD)
    assert {each.square: BOARD.sides(each) for each in back} == {each.square: BOARD.sides(each) for each in SOLVED}
    for command in ("check", "show"):
        assert run(command, "x.puz", there).status == 0


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
