"""Certificates of boards that take a search: minutes for all of them, so `make test-all` makes them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from edgeasp.formats import files, plain
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import anchored
from edgeasp.lab.certificate.make import conforming
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import make_task
from tests.lab.support import checkers
from tests.lab.support.certificates import certified
from tests.support.running import INSTANCES
from tests.support.solving import searched

SUITE = Path(os.environ.get("EDGEASP_SUITE", Path(__file__).parents[4] / "shared" / "data" / "suite"))


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["planted-5x3-unframed", "planted-6x4-signed", "planted-6x6", "planted-8x8", "planted-10x10"]
)
def test_boards_up_to_rotation(name: str, tmp_path: Path) -> None:
    puzzle = plain.read_puz((INSTANCES / f"{name}.puz").read_text(encoding="utf-8"), name)
    symmetry = anchored(puzzle, Solution())
    assert symmetry is not None
    conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
    found = searched(make_task(puzzle, up_to_rotation=True)).solutions
    claim = certified(tmp_path, conditions, conforming(conditions, [("clingo", each) for each in found]))
    assert claim is not None
    assert claim.boards_in_all == symmetry.factor * len(found)
    assert verify(str(tmp_path)).claim == claim.claim
    assert checkers.refusing(tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(not SUITE.exists(), reason="the suite of boards is not here; EDGEASP_SUITE names its folder")
@pytest.mark.parametrize("board", ["6/7", "7/10", "8/13", "10/25"])
def test_boards_of_the_suite(board: str, tmp_path: Path) -> None:
    """With the solutions that the suite lists."""
    folder = next(iter(sorted((SUITE / board).iterdir())))
    puzzle = plain.read_puz((folder / "puzzle.puz").read_text(encoding="utf-8"), "puzzle.puz")
    clues = plain.read_sol((folder / "puzzle.clue").read_text(encoding="utf-8"), puzzle, "puzzle.clue")
    given = [(path, files.read_solution(path, puzzle)) for path in files.solution_files(str(folder))]
    conditions = Conditions(puzzle, clues)
    claim = certified(tmp_path, conditions, conforming(conditions, given), compress=True)
    assert claim is not None
    assert claim.symmetry is not None
    assert claim.symmetry.kind == "clue"
    assert verify(str(tmp_path)).claim == claim.claim
