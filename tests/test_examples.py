"""The examples: each runs in a process of its own, prints what it should, and its parts do what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import edgeasp
from edgeasp.solvers.interface import SolverRun
from examples import assumptions, enumerate  # noqa: A004  # a script of that name
from examples.plugin.edgeasp_example.brute_force import BruteForce
from tests.support import boards, brute
from tests.support.counting import pictures, some_clues
from tests.support.solving import as_clues
from tests.support.waiting import PATIENCE

FOLDER = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(FOLDER.glob("*.py"))

PRINTED = {
    "enumerate": r"""planted-4x4: 4 boards, 32 assignments
planted-4x4, up to rotation: 1 boards, 8 assignments
golden: 104 boards, and no others
golden: at least \d+ boards, stopped by the conflict limit of 5
""",
    "assumptions": r"""the 20 placements of the ring: solvable
and place\(27,0,4,4\): not solvable
core of \d+ placements, \d of them minimal:( place\(\d+,\d+,\d,\d\))+
""",
    "generate_and_rate": r"""inner colours  expected solutions  median of conflicts
            3            7\.73e\+10 +\d+
            5             4\.72e\+2 +\d+
            7             3\.32e-3 +\d+
            9             1\.07e-7 +\d+
""",
    "stand_alone": r"""encoding: framed; formulation halves; symmetry tile-rotations,identical-tiles; heuristic outward
atoms: chosenRotation, chosenTile
check: 60 of 60 edges match, solved: True
""",
}
"""What each prints; figures that another version of clingo may change are left open."""

LASTING = {"generate_and_rate"}
"""Those that take a second and more; `make test-all` runs them."""


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "script",
    [pytest.param(each, id=each.stem, marks=[pytest.mark.long] * (each.stem in LASTING)) for each in SCRIPTS],
)
def test_an_example_runs_from_anywhere(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(PRINTED[script.stem], done.stdout), done.stdout


@pytest.mark.parametrize(
    "name",
    [
        *("golden", "unframed 2x2 partly signed", "unframed 2x2 spoilt", "framed 2x2 spoilt", "framed 3x3 signed"),
        *("framed 3x3 partly signed", "surplus 2x3", "surplus 2x2 signed", "all alike", "half-turn symmetric twins"),
        *("twins with and without sign", "framed corner twins"),
    ],
)
def test_the_own_solver_finds_the_boards_of_brute_force(name: str) -> None:
    puzzle = boards.various()[name]

    def search(clues: edgeasp.Solution = edgeasp.Solution()) -> SolverRun:
        return BruteForce("brute-force").run(puzzle, clues, every=True, seed=1)

    assert pictures(search()) == brute.solve(puzzle).pictures
    for clues in some_clues(name, puzzle):
        assert pictures(search(as_clues(clues, puzzle))) == brute.solve(puzzle, clues=clues).pictures


def test_the_own_solver_stops_after_one_board() -> None:
    run = BruteForce("brute-force").run(boards.GOLDEN, edgeasp.Solution(), every=False, seed=1)
    assert (len(list(run)), run.found, run.exhausted) == (1, 1, False)


def test_a_shrunk_core_is_minimal() -> None:
    """Of all placements of two boards, which exclude one another in many ways."""
    session = edgeasp.Session(edgeasp.make_task(boards.FRAME_3X3))
    one, *_, other = [found.solution for found in session.solve(0)]
    both = [assumptions.place(each) for each in {*one, *other}]
    assert not assumptions.solvable(session, both)
    clash = assumptions.shrunk(session, session.core)

    def solvable(given: Iterable[edgeasp.Assumption]) -> bool:
        """By a session that has learnt nothing."""
        return assumptions.solvable(edgeasp.Session(session.task), list(given))

    assert set(clash) <= set(both)
    assert not solvable(clash)
    assert all(solvable(other for other in clash if other != each) for each in clash)


def test_a_count_within_limits_that_suffice_is_complete() -> None:
    instance = edgeasp.Instance(boards.FRAME_3X3)
    assert enumerate.count_within(instance, edgeasp.Limits(seconds=600)) == "16 boards, and no others"
