"""A complete campaign is certified cube by cube, with the boards that brute force finds."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.lab.campaign.certification import Certification, CertifiedCube, Division, divide
from edgeasp.lab.campaign.ledger import CampaignStatement
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import looks_of
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.cubes import Order
from edgeasp.system.errors import EncodingError, InputError, OutputError, RefutedError, SolverError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from edgeasp.system.writing import locked
from tests.lab.campaign.campaigns import PUZZLE, carried_on, made
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of
from tests.support import boards, brute
from tests.support.executing import InThisProcess
from tests.support.lanes import represented
from tests.support.solving import as_clues

BOARDS = boards.various()
QUICK = {"framed 3x3 signed", "framed 2x3 spoilt"}
ORDERS: list[Order] = ["corners", "outward"]


def complete(folder: Path, puzzle: Puzzle, order: Order = "outward", clues: Solution = Solution()) -> CampaignStatement:
    stated = made(folder, puzzle, SplitPlan(6, 5, order), clues)
    carried_on(stated)
    return stated


def certified(division: Division, folder: Path, limits: Limits = Limits()) -> Certification:
    """The certificate, made in this process."""
    with make.opened(str(folder), division.digest):
        going = Certification(division, str(folder), limits, 1, InThisProcess())
        going.run(ProofOptions(Deadline(limits), limits.conflicts))
    return going


def verified(stated: CampaignStatement, folder: Path) -> Sequence[Solution]:
    certified(divide(stated, Deadline()), folder)
    return verify(str(folder), puzzle=stated.puzzle, clues=stated.clues).boards


def pictures(puzzle: Puzzle, found: Sequence[Solution]) -> set[object]:
    return {looks_of(puzzle, board) for board in found}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in QUICK)) for name in BOARDS]
)
@represented("order", ORDERS)
def test_all_boards(name: str, order: Order, tmp_path: Path) -> None:
    puzzle = BOARDS[name]
    found = verified(complete(tmp_path, puzzle, order), tmp_path / "proved")
    assert pictures(puzzle, found) == pictures(puzzle, boards_of(puzzle))
    assert len(found) == len(brute.solve(puzzle).pictures)


@represented("order", ORDERS)
@represented("clues", [{(0, 0): (3, 1)}, {(1, 1): (8, 0)}, {(0, 0): (3, 1), (2, 2): (2, 3)}])
def test_clues(clues: brute.Clues, order: Order, tmp_path: Path) -> None:
    puzzle = boards.FRAME_3X3
    stated = complete(tmp_path, puzzle, order, as_clues(clues, puzzle))
    found = verified(stated, tmp_path / "proved")
    assert pictures(puzzle, found) == pictures(puzzle, boards_of(puzzle, clues))


@represented("order", ORDERS)
@represented("name", ["framed 4x3 signed", "framed 3x3", "golden", "unframed 2x3", "framed 3x4 spoilt"])
def test_up_to_rotation(name: str, order: Order, tmp_path: Path) -> None:
    """The anchor is that of the rules of the campaign, and the claim says how many boards there are in all."""
    puzzle = BOARDS[name]
    stated = made(tmp_path, puzzle, SplitPlan(6, 5, order), up_to_rotation=True)
    carried_on(stated)
    found = verified(stated, tmp_path / "proved")
    claim = verification.read_claim(tmp_path / "proved")
    assert claim.symmetry is not None
    assert claim.boards == len(found)
    assert claim.boards_in_all == len(brute.solve(puzzle).pictures)


@represented("order", ORDERS)
@represented("name", ["framed corner twins", "half-turn symmetric twins", "twins with and without sign", "all alike"])
def test_a_campaign_that_breaks_no_symmetry(name: str, order: Order, tmp_path: Path) -> None:
    """It finds each board several times, in several cubes; in the certificate each lies in one."""
    puzzle = BOARDS[name]
    stated = made(tmp_path, puzzle, SplitPlan(6, 5, order), request=EncodingRequest(symmetry=()))
    carried_on(stated)
    assert pictures(puzzle, verified(stated, tmp_path / "proved")) == pictures(puzzle, boards_of(puzzle))


@pytest.mark.long
def test_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    """After a limit; what was damaged since is made again."""
    division, folder = divide(complete(tmp_path, PUZZLE), Deadline()), tmp_path / "proved"
    with pytest.raises(LimitReached, match="conflict limit of 60"):
        certified(division, folder, Limits(conflicts=60))
    before = {
        path: (path / names.CLAIM).stat().st_mtime_ns for path in names.cubes(folder) if (path / names.CLAIM).exists()
    }
    assert 0 < len(before) < len(division.cubes)
    assert not (folder / names.CLAIM).exists()
    with pytest.raises(InputError, match="not finished"):
        verify(str(folder))
    damaged = next(iter(before))
    (damaged / names.HINTED).write_text("", encoding="utf-8")
    going = certified(division, folder)
    assert (going.done, going.made) == (len(division.cubes), len(division.cubes) - len(before) + 1)
    after = {path: (path / names.CLAIM).stat().st_mtime_ns for path in before}
    assert {path for path in before if before[path] != after[path]} == {damaged}
    assert len(verify(str(folder)).boards) == len(brute.solve(PUZZLE).pictures)
    assert checkers.refusing(folder) == []
    whole = verification.read_claim(folder).clauses
    assert all(verification.read_claim(cube).clauses < whole / 2 for cube in names.cubes(folder))
    with pytest.raises(OutputError, match=r"found claim.json in it"):
        certified(division, folder)


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    division = divide(complete(tmp_path, boards.FRAME_3X3), Deadline())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="full: expected a new or an empty folder, found other files"):
        certified(division, tmp_path / "full")
    with pytest.raises(LimitReached):
        certified(division, tmp_path / "proved", Limits(conflicts=0))
    (tmp_path / "proved" / "cubes" / "99").mkdir()
    with pytest.raises(OutputError, match="cubes/99: expected cubes of this campaign only"):
        certified(division, tmp_path / "proved")
    with locked(tmp_path / "proved", 0), pytest.MonkeyPatch.context() as patched:
        patched.setattr(make, "_PATIENCE", 0)
        with pytest.raises(OutputError, match="another process makes a certificate there"):
            certified(division, tmp_path / "proved")


def test_cubes_of_another_campaign_stay_where_they_are(tmp_path: Path) -> None:
    division = divide(complete(tmp_path, boards.FRAME_3X3), Deadline())
    certified(division, tmp_path / "whole")
    some = sorted((tmp_path / "whole" / "cubes").iterdir())[: len(division.cubes) // 2]
    with make.opened(str(tmp_path / "proved"), division.digest):
        for cube in some:
            shutil.copytree(cube, tmp_path / "proved" / "cubes" / cube.name)
    other = replace(division, cubes=tuple(reversed(division.cubes)))
    with pytest.raises(OutputError, match="proved: holds cubes of another campaign: choose another folder"):
        certified(other, tmp_path / "proved")
    going = certified(division, tmp_path / "proved")
    assert going.done - going.made == len(some) > 0


def test_a_campaign_that_missed_something(tmp_path: Path) -> None:
    """A board, or a cube: there is no certificate."""
    division = divide(complete(tmp_path, boards.FRAME_3X3), Deadline())
    full = next(cube for cube in division.cubes if cube.boards)
    others = tuple(cube for cube in division.cubes if cube is not full)
    with pytest.raises(RefutedError, match="the ledger is wrong: there is a board in none of the cubes"):
        certified(Division(division.conditions, others), tmp_path / "one")
    fewer = CertifiedCube(full.conditions, full.boards[1:])
    with pytest.raises(RefutedError, match="the ledger is wrong: there is a board in cube 1, which"):
        certified(Division(division.conditions, (fewer, *others)), tmp_path / "two")
    assert not any((tmp_path / name / names.CLAIM).exists() for name in ("one", "two"))


def test_what_cannot_be_certified(tmp_path: Path) -> None:
    def refusal(puzzle: Puzzle, name: str, **options: object) -> str:
        (tmp_path / name).mkdir()
        stated = made(tmp_path / name, puzzle, **options)  # type: ignore[arg-type]
        with pytest.raises((EncodingError, InputError)) as caught:
            divide(stated, Deadline())
        return str(caught.value)

    signed = BOARDS["surplus 2x2 signed"]
    assert "1 cube open: edgeasp campaign run" in refusal(PUZZLE, "open")
    assert "without --count" in refusal(boards.FRAME_3X3, "counts", counts=True)
    assert "conditions of the puzzle (boundary)" in refusal(
        boards.FRAME_3X3, "decision", request=EncodingRequest(variants="decision")
    )
    assert "'polarity'" in refusal(
        signed, "polarity", request=EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "polarity"))
    )
    assert "a tile that occurs once" in refusal(BOARDS["all alike"], "alike", up_to_rotation=True)


def test_a_process_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    division = divide(complete(tmp_path, boards.FRAME_3X3), Deadline())

    class Failing(InThisProcess):
        def run(self, works, on_tick, on_report=None):  # type: ignore[no-untyped-def]
            from edgeasp.parallel.processes import Ended

            for work in works:
                yield Ended(work, None, "it was killed", "", -9, 0.0, 0.0, 0)

    with (
        make.opened(str(tmp_path / "proved"), division.digest),
        pytest.raises(SolverError, match="failed: it was killed"),
    ):
        Certification(division, str(tmp_path / "proved"), Limits(), 1, Failing()).run(ProofOptions(Deadline()))
