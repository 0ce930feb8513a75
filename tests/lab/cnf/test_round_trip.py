"""`edgeasp cnf`, a SAT solver, `edgeasp decode`: from a puzzle to its checked solutions."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from pysat.formula import CNF  # type: ignore[import-untyped]
from pysat.solvers import Solver  # type: ignore[import-untyped]

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.lab.cnf.cnf import ENCODINGS, Formula
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from tests.support import boards, brute
from tests.support.lanes import thinned
from tests.support.running import run
from tests.support.solving import as_assignment, as_clues
from tests.support.waiting import PATIENCE
from tests.test_architecture import imported_by_command

FRAME = boards.FRAME_3X3
UNSOLVABLE = "2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lay("puzzle.puz", plain.write_puz(FRAME))
    return tmp_path


def lay(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def read(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def clasp(cnf: str, *options: str) -> str:
    """What clasp prints for a formula: it is a SAT solver, too, and it can enumerate."""
    command = [sys.executable, "-m", "clingo", "--mode=clasp", *options]
    return subprocess.run(command, input=cnf, capture_output=True, text=True, check=False, timeout=PATIENCE).stdout


def some_solver(cnf: str) -> str:
    """What a solver of the SAT competitions prints: lines of limited length."""
    with Solver("minisat22", bootstrap_with=CNF(from_string=cnf).clauses) as solver:
        if not solver.solve():
            return "c done\ns UNSATISFIABLE\n"
        literals = [str(literal) for literal in solver.get_model()] + ["0"]
    values = ["v " + " ".join(literals[start : start + 20]) + "\n" for start in range(0, len(literals), 20)]
    return "c done\ns SATISFIABLE\n" + "".join(values)


def minisat(cnf: str) -> str:
    """The result file of MiniSat."""
    printed = some_solver(cnf)
    if "UNSAT" in printed:
        return "UNSAT\n"
    return "SAT\n" + " ".join(line[2:] for line in printed.splitlines() if line.startswith("v")) + "\n"


def solutions(text: str, puzzle: Puzzle) -> list[Solution]:
    parts = re.split(r"^c solution \d+\n", text, flags=re.MULTILINE)
    return [plain.read_sol(part, puzzle, "stdout") for part in parts if part]


@pytest.mark.sample(4)
@pytest.mark.parametrize("solver", [clasp, some_solver, minisat])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_from_puzzle_to_solution(encoding: str, solver: object) -> None:
    assert callable(solver)
    made = run("cnf", "puzzle.puz", "--formula", encoding)
    assert (made.status, made.stderr) == (commands.ANSWERED, "")
    lay("x.cnf", made.stdout)
    lay("answer.txt", solver(made.stdout))
    result = run("decode", "puzzle.puz", "answer.txt", "--cnf", "x.cnf")
    assert (result.status, result.stderr) == (commands.ANSWERED, "")
    assert "c " not in result.stdout
    [solution] = solutions(result.stdout, FRAME)
    assert check(FRAME, solution).solved


@pytest.mark.sample(4)
@thinned(
    "encoding, name",
    list(product(ENCODINGS, ["golden", "framed 3x2 partly signed", "surplus 2x3", "half-turn symmetric twins"])),
    every=3,  # of four boards, so each is looked at
)
def test_the_models_are_the_boards_each_once(encoding: str, name: str) -> None:
    """Counted by a solver that knows nothing of boards."""
    puzzle = boards.various()[name]
    lay("board.puz", plain.write_puz(puzzle))
    assert run("cnf", "board.puz", "--formula", encoding, "-o", "x.cnf").status == commands.ANSWERED
    lay("answers.txt", clasp(read("x.cnf"), "0"))
    found = solutions(run("decode", "board.puz", "answers.txt", "--cnf", "x.cnf").stdout, puzzle)
    pictures = {
        tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each)) for each in found
    }
    assert pictures == brute.solve(puzzle).pictures
    assert len(found) == len(pictures)


@pytest.mark.parametrize("solver", [clasp, some_solver, minisat])
def test_no_solution(solver: object) -> None:
    assert callable(solver)
    lay("unsolvable.puz", UNSOLVABLE)
    made = run("cnf", "unsolvable.puz", "-o", "x.cnf")
    assert (made.status, made.stdout, made.stderr) == (commands.ANSWERED, "", "")
    lay("answer.txt", solver(read("x.cnf")))
    result = run("decode", "unsolvable.puz", "answer.txt", "--cnf", "x.cnf")
    assert (result.status, result.stdout, result.stderr) == (commands.ANSWERED, "c UNSATISFIABLE\n", "")


def test_clues_are_kept() -> None:
    """Those of the command and those of the file of the puzzle."""
    assignment = boards.solved(FRAME)[-1]
    lay("two.clue", plain.write_sol(as_clues({(0, 0): assignment[0], (1, 0): assignment[1]}, FRAME)))
    lay("x.cnf", run("cnf", "puzzle.puz", "--clue", "two.clue").stdout)
    lay("answers.txt", clasp(read("x.cnf"), "0"))
    found = solutions(run("decode", "puzzle.puz", "answers.txt", "--cnf", "x.cnf", "--clue", "two.clue").stdout, FRAME)
    expected = brute.solve(FRAME, clues={(0, 0): assignment[0], (1, 0): assignment[1]}).assignments
    assert {as_assignment(FRAME, each) for each in found} == expected


@pytest.mark.parametrize("command", [["cnf", "puzzle.puz"], ["decode", "puzzle.puz", "model.txt", "--cnf", "x.cnf"]])
def test_neither_command_needs_a_solver(command: list[str], folder: Path) -> None:
    lay("x.cnf", run("cnf", "puzzle.puz").stdout)
    lay("model.txt", some_solver(read("x.cnf")))
    assert not imported_by_command(command, folder) & {"clingo", "pysat", "jinja2", "rich", "ortools"}


# ---- what goes wrong ----


def refused(*arguments: str, given: str | None = None) -> str:
    result = run("decode", "puzzle.puz", *arguments, given=given)
    assert (result.status, result.stdout) == (commands.USAGE, "")
    assert re.fullmatch(r"edgeasp: error: [^\n]*\n", result.stderr), result.stderr
    return result.stderr.removeprefix("edgeasp: error: ").strip()


@pytest.fixture
def model() -> str:
    """A formula in x.cnf; what is returned is a model of it."""
    lay("x.cnf", run("cnf", "puzzle.puz").stdout)
    return some_solver(read("x.cnf"))


def changed(model: str, *turned: int) -> str:
    """The model with some variables turned over."""
    literals = [int(word) for line in model.splitlines() if line.startswith("v") for word in line.split()[1:]]
    literals = [-literal if abs(literal) in turned else literal for literal in literals]
    return f"v {' '.join(map(str, literals))}\n"


def test_models_of_something_else(model: str) -> None:
    """Each is told apart by the first thing that makes no sense."""
    variables = Formula(FRAME).variables
    true = {int(word) for word in model.split() if word.lstrip("-").isdigit() and int(word) > 0}
    on = {
        tile: next(square for square, v in squares.items() if v in true) for tile, squares in enumerate(variables.tile)
    }
    [centre] = variables.tile[8].values()
    corner, other = (variables.tile[tile][on[0]] for tile in (0, 1))
    shown = [next(colour for colour, v in palette.items() if v in true) for palette in variables.colour]
    top = variables.colour[0]
    another = next(colour for colour in top if colour != shown[0])
    place = f"{'ABC'[on[0] // 3]}{on[0] % 3 + 1}"
    cases = {
        (centre,): "expected a tile for B2, found none",
        (other,): f"expected one tile for {place}, found two",
        (corner,): f"expected a tile for {place}, found none",
        (top[shown[0]],): "expected a colour for A1, right, found none",
        (top[another],): "expected one colour for A1, right, found two",
        (top[shown[0]], top[another]): r"expected tile \d on A\d to show 0, \d, \d, \d; no rotation does",
    }
    for turned, message in cases.items():
        lay("bad.txt", changed(model, *turned))
        assert re.fullmatch(f"bad.txt:1: answer 1: {message}", refused("bad.txt", "--cnf", "x.cnf")), turned


def test_a_model_that_is_no_solution(model: str) -> None:
    """A solution of the puzzle that breaks a clue, or a tile that lies twice."""
    kept = boards.solved(FRAME)[0]
    lay("broken.clue", plain.write_sol(as_clues({(0, 0): (kept[0][0], kept[0][1])}, FRAME)))
    [solution] = solutions(run("decode", "puzzle.puz", "-", "--cnf", "x.cnf", given=model).stdout, FRAME)
    mine = as_assignment(FRAME, solution)
    other = next(each for each in boards.solved(FRAME) if each[0] != mine[0])
    lay("broken.clue", plain.write_sol(as_clues({(0, 0): other[0]}, FRAME)))
    result = run("decode", "puzzle.puz", "-", "--cnf", "x.cnf", "--clue", "broken.clue", given=model)
    assert (result.status, result.stdout) == (commands.UNANSWERED, "")
    assert result.stderr.startswith("edgeasp: answer 1 is not a solution: clue: A1 does not hold tile")
