"""The guesses in tests/api/guesses, and how each is answered.

Unindented lines are prose. Indented by two blanks are an expression (`$ `) and its value, or the error (`! `).
`python -m tests.api.test_guesses` writes them anew.
"""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import edgeasp
from tests.support import boards, laboratory
from tests.support.answers import answered, require_same
from tests.support.executing import carry_out_here

GUESSES = sorted((Path(__file__).parent / "guesses").glob("*.txt"))

MEASURED = re.compile(r"(?<= at )0x\w+|(?<= from )'[^']+'|[\d.,]+ (s|rules|conflicts)\b")
"""What differs from run to run, or from one release of clingo to the next."""

UNCHECKED = """
{ chosenTile(X,Y,T) : tile(T) } = 1 :- col(X), row(Y).
chosenRotation(X,Y,0) :- col(X), row(Y).
"""
"""A program that lays any tile anywhere."""

CENTRE = ":- not chosenTile(2,2,9)."


def rerun(text: str, folder: Path) -> str:
    """Return the guesses with their answers of now, in a folder with the files that they name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        carry_out_here(patch)
        names = _names()
        return answered(text, lambda guess, _: [_answer(guess, names)])


def _names() -> dict[str, Any]:
    """Write the files that guesses name, and return what else they name."""
    puzzle = edgeasp.Instance(boards.FRAME_3X3)
    Path("rules.lp").write_text(CENTRE + "\n", encoding="utf-8")
    Path("frame.puz").write_text(edgeasp.convert(puzzle, "puz"), encoding="utf-8")
    Path("frame.txt").write_text(edgeasp.convert(puzzle, "nesw-bare"), encoding="utf-8")
    board = puzzle.board(next(edgeasp.solve(puzzle)))
    other = edgeasp.load(str(Path(__file__).parents[2] / "instances" / "planted-4x4.puz"))
    return {
        **{name: getattr(edgeasp, name) for name in edgeasp.__all__},
        "edgeasp": edgeasp,
        "puzzle": puzzle,
        "board": board,
        "outcome": edgeasp.solve_all(puzzle),
        "part": puzzle.board(board.solution.placements[:3]),
        "foreign": other.board(edgeasp.parse_solution("0 0 0 0\n", other)),
        "far": edgeasp.Solution((edgeasp.Placement(99, edgeasp.Square(0, 0), 0),)),
        "clashing": edgeasp.Solution(
            (edgeasp.Placement(3, edgeasp.Square(0, 0), 1), edgeasp.Placement(3, edgeasp.Square(2, 0), 0))
        ),
        "RULE": CENTRE,
        "UNCHECKED": UNCHECKED,
        "SPARE": edgeasp.parse("2 3\nc edgeasp spare 1\n" + "2 3 3 1\n" * 2 + "2 3 2 3\n" * 5).puzzle,
        "Path": Path,
    }


def _answer(guess: str, names: dict[str, Any]) -> str:
    try:
        value = eval(guess, names)  # the guesses of these files
        shown = repr(list(value) if guess.startswith("solve(") else value)
    except (TypeError, ValueError, LookupError, AttributeError, edgeasp.EdgeaspError) as error:
        shown = f"! {type(error).__name__}: {error}"
    assert "\n" not in shown
    return MEASURED.sub("#", shown)


@pytest.mark.parametrize("path", GUESSES, ids=lambda path: path.stem)
def test_each_guess_is_answered(path: Path, tmp_path: Path) -> None:
    if path.stem == "laboratory" and not laboratory.HERE:
        pytest.skip("the laboratory is not here")
    written = path.read_text(encoding="utf-8")
    require_same(written, rerun(written, tmp_path))


@pytest.mark.parametrize(
    ("guess", "advice"),
    [
        ("edgeasp.generate(4)", "edgeasp.generate_puzzle(6) generates one"),
        ("edgeasp.draw(board)", "board.svg() is a picture"),
        ("edgeasp.encoding()", "edgeasp.make_task(puzzle).rules().text"),
        ("edgeasp.formats()", "edgeasp.list_formats() lists"),
    ],
)
def test_a_package_is_no_call(guess: str, advice: str) -> None:
    """In a new process, as packages become attributes when they are imported."""
    run = subprocess.run(
        [sys.executable, "-c", f"import edgeasp; {guess}"], capture_output=True, text=True, check=False
    )
    assert f": {advice}" in run.stderr.splitlines()[-1]


def test_advice_is_not_an_attribute() -> None:
    board = edgeasp.Board(boards.FRAME_3X3, edgeasp.Solution())
    for name in ("width", "tile_at", "diff"):
        assert name not in dir(board)
        assert not hasattr(board, name)
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board


if __name__ == "__main__":
    for each in GUESSES:
        with tempfile.TemporaryDirectory() as name:
            each.write_text(rerun(each.read_text(encoding="utf-8"), Path(name)), encoding="utf-8")
