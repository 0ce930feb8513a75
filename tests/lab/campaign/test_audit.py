"""Audits and certificates of a campaign."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.certification import (
    CampaignCertification,
    CertifiedCube,
    FinishedCampaign,
    read_finished_campaign,
)
from edgeasp.lab.campaign.ledger import LEDGER, CampaignStatement, EntryKind, Ledger, LedgerEntry
from edgeasp.lab.campaign.ledger_audit import audit_ledger
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import board_appearance
from edgeasp.parallel.processes import ATTEMPTS
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.cubes import Order
from edgeasp.system.errors import EncodingError, InputError, OutputError, RefutedError, SolverError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from edgeasp.system.writing import lock_folder
from tests.lab.campaign.campaigns import PUZZLE, audited, carried_on, made
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of
from tests.support import boards, brute
from tests.support.executing import Dying, InThisProcess
from tests.support.lanes import represented
from tests.support.solving import as_clues

# ---- audits ----

Row = dict[str, Any]


@pytest.fixture(scope="module", params=["outward", "corners"])
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> CampaignStatement:
    stated = made(tmp_path_factory.mktemp("audit"), plan=SplitPlan(8, 20, request.param))
    carried_on(stated)
    return stated


@pytest.fixture
def entries(finished: CampaignStatement) -> Iterator[list[LedgerEntry]]:
    """The entries of a ledger that is right, to be made wrong."""
    with Ledger(finished.folder, finished.seal) as opened:
        yield list(opened.entries())


def first(
    entries: list[LedgerEntry], kind: EntryKind, wanted: Callable[[LedgerEntry], bool] = lambda each: True
) -> int:
    return next(index for index, each in enumerate(entries) if each.kind is kind and wanted(each))


def complaint(stated: CampaignStatement, entries: list[LedgerEntry]) -> str:
    with pytest.raises(InputError) as caught:
        audit_ledger(stated, entries, "ledger")
    return caught.value.message


def changed(entry: LedgerEntry, **body: Any) -> LedgerEntry:
    return LedgerEntry(entry.number, entry.kind, entry.cube, {**json.loads(json.dumps(entry.body)), **body})


@pytest.mark.sample(1)
def test_what_is_right_is_believed(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    found = audit_ledger(finished, entries, "ledger")
    assert (found.open, found.solutions) == (0, len(brute.solve(PUZZLE).pictures))
    assert found.searched == sum(each.kind is EntryKind.VERDICT for each in entries)


@pytest.mark.parametrize("part", ["live", "refuted"])
def test_a_leaf_that_a_split_leaves_out(part: str, finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1][part]) > 1)
    choices = json.loads(json.dumps(entries[index].body["choices"]))
    lost = choices[-1][part].pop()
    entries[index] = changed(entries[index], choices=choices)
    said = complaint(finished, entries)
    assert said.startswith(f"entry {entries[index].number} (split of ")
    assert f"{lost} is left out" in said


def test_a_leaf_that_is_there_twice(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SPLIT)
    choices = json.loads(json.dumps(entries[index].body["choices"]))
    choices[-1]["refuted"] += choices[-1]["live"][:1]
    entries[index] = changed(entries[index], choices=choices)
    assert "once, and no other" in complaint(finished, entries)


def test_a_split_that_is_none(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SPLIT)
    for atom in ("half(9,9,right,red)", "place(1,0,2,2)", "chosenTile(1,1,1)"):
        choices = [{"cube": "", "live": [atom], "refuted": []}]
        said = complaint(finished, [changed(entries[index], choices=choices)])
        assert f"{atom} is neither a colour of a diamond nor a tile on a corner" in said
    other = [{"cube": "half(1,1,right,red)", "live": [], "refuted": []}]
    assert "is made below 'half(1,1,right,red)'" in complaint(finished, [changed(entries[index], choices=other)])
    assert "expected 'choices' in it" in complaint(finished, [LedgerEntry(1, EntryKind.SPLIT, "", {})])


def test_a_place_that_is_split_twice(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1]["live"]) > 1)
    choice = json.loads(json.dumps(entries[index].body["choices"][-1]))
    cube = f"{choice['cube']} {choice['live'][0]}".strip()
    again = LedgerEntry(index + 2, EntryKind.SPLIT, cube, {"choices": [{**choice, "cube": cube}]})
    assert "is decided in the cube already" in complaint(finished, [*entries[: index + 1], again])


def test_several_live_atoms_before_the_last_choice(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SPLIT, lambda each: len(each.body["choices"][-1]["live"]) > 1)
    choice = entries[index].body["choices"][-1]
    following = {**choice, "cube": f"{choice['cube']} {choice['live'][0]}".strip()}
    choices = [*entries[index].body["choices"], following]
    assert "expected one live atom in choice" in complaint(
        finished, [*entries[:index], changed(entries[index], choices=choices)]
    )


@pytest.mark.parametrize("kind", [EntryKind.SPLIT, EntryKind.SOLUTION])
def test_an_entry_that_is_missing(kind: EntryKind, finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    """Of the last split nothing may follow, so the first one is taken out."""
    del entries[first(entries, kind)]
    said = complaint(finished, entries)
    assert ("expected a leaf of the tree" if kind is EntryKind.SPLIT else "solutions, but") in said


def test_a_verdict_that_is_missing_leaves_its_cube_open(
    finished: CampaignStatement, entries: list[LedgerEntry]
) -> None:
    cube = entries[first(entries, EntryKind.VERDICT)].cube
    left = [each for each in entries if each.cube != cube]
    assert audit_ledger(finished, left, "ledger").open == 1


def test_a_verdict_that_is_there_twice(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    again = entries[first(entries, EntryKind.VERDICT)]
    assert "was searched to its end before, entry" in complaint(finished, [*entries, again])


def test_a_verdict_of_another_version(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.VERDICT)
    entries[index] = changed(entries[index], clingo="5.0")
    assert "it was made by edgeasp" in complaint(finished, entries)


def test_a_board_that_is_no_solution(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    index = first(entries, EntryKind.SOLUTION)
    lines = entries[index].body["board"].splitlines()
    words = lines[0].split()
    lines[0] = " ".join([*words[:3], str((int(words[3]) + 1) % 4)])
    entries[index] = changed(entries[index], board="\n".join(lines) + "\n")
    assert "the board is not a solution" in complaint(finished, entries)


def test_a_board_that_occurs_twice(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    one = first(entries, EntryKind.SOLUTION)
    other = first(entries, EntryKind.SOLUTION, lambda each: each.number > entries[one].number)
    entries[other] = changed(entries[other], board=entries[one].body["board"])
    assert "the same board as entry" in complaint(finished, entries)


def test_a_board_in_another_cube(finished: CampaignStatement, entries: list[LedgerEntry]) -> None:
    one = first(entries, EntryKind.SOLUTION)
    other = first(entries, EntryKind.SOLUTION, lambda each: each.cube != entries[one].cube)
    boards = entries[one].body["board"], entries[other].body["board"]
    entries[one] = changed(entries[one], board=boards[1])
    entries[other] = changed(entries[other], board=boards[0])
    assert "the board is outside the cube" in complaint(finished, entries)


# ---- in the file ----


def rows(path: Path) -> int:
    with sqlite3.connect(path) as connection:
        [(number,)] = connection.execute("select count(*) from entry").fetchall()
    return int(number)


@given(data=st.data())
def test_whatever_is_altered_in_the_file_is_named(
    data: st.DataObject, finished: CampaignStatement, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = finished.folder / LEDGER
    whole = path.read_bytes()
    number = data.draw(st.integers(1, rows(path) - 1))
    column = data.draw(st.sampled_from(["kind", "cube", "body", "digest", "all of it"]))
    try:
        with sqlite3.connect(path) as connection:
            if column == "all of it":
                connection.execute("delete from entry where number = ?", (number,))
            else:
                connection.execute(f"update entry set {column} = {column} || ' ' where number = ?", (number,))
        connection.close()
        with pytest.raises(InputError, match=f"entry {number} (is missing|.* was altered)"):
            audited(finished)
    finally:
        path.write_bytes(whole)


def test_a_digest_depends_on_all_before_it() -> None:
    one = ledger._chain_digest("a", "split", "", "{}")
    assert (
        len({one, *(ledger._chain_digest(*words) for words in (("b", "split", "", "{}"), ("a", "split", "{}", "")))})
        == 3
    )


# ---- certificates ----

BOARDS = boards.various()
QUICK = {"framed 3x3 signed", "framed 2x3 spoilt"}
ORDERS: list[Order] = ["corners", "outward"]


def complete(folder: Path, puzzle: Puzzle, order: Order = "outward", clues: Solution = Solution()) -> CampaignStatement:
    stated = made(folder, puzzle, SplitPlan(6, 5, order), clues)
    carried_on(stated)
    return stated


def certified(campaign: FinishedCampaign, folder: Path, limits: Limits = Limits()) -> CampaignCertification:
    """The certificate, made in this process."""
    with make.open_folder(str(folder), campaign.digest):
        going = CampaignCertification(campaign, str(folder), limits, 1, InThisProcess())
        going.run(ProofOptions(Deadline(limits), limits.conflicts))
    return going


def verified(stated: CampaignStatement, folder: Path) -> Sequence[Solution]:
    certified(read_finished_campaign(stated, Deadline()), folder)
    return verify(str(folder), puzzle=stated.puzzle, clues=stated.clues).boards


def pictures(puzzle: Puzzle, found: Sequence[Solution]) -> set[object]:
    return {board_appearance(puzzle, board) for board in found}


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
    campaign, folder = read_finished_campaign(complete(tmp_path, PUZZLE), Deadline()), tmp_path / "proved"
    with pytest.raises(LimitReached, match="conflict limit of 60"):
        certified(campaign, folder, Limits(conflicts=60))
    before = {
        path: (path / names.CLAIM).stat().st_mtime_ns
        for path in names.cube_folders(folder)
        if (path / names.CLAIM).exists()
    }
    assert 0 < len(before) < len(campaign.cubes)
    assert not (folder / names.CLAIM).exists()
    with pytest.raises(InputError, match="not finished"):
        verify(str(folder))
    damaged = next(iter(before))
    (damaged / names.HINTED).write_text("", encoding="utf-8")
    going = certified(campaign, folder)
    assert (going.done, going.made) == (len(campaign.cubes), len(campaign.cubes) - len(before) + 1)
    after = {path: (path / names.CLAIM).stat().st_mtime_ns for path in before}
    assert {path for path in before if before[path] != after[path]} == {damaged}
    assert len(verify(str(folder)).boards) == len(brute.solve(PUZZLE).pictures)
    assert checkers.refusing(folder) == []
    whole = verification.read_claim(folder).clauses
    assert all(verification.read_claim(cube).clauses < whole / 2 for cube in names.cube_folders(folder))
    with pytest.raises(OutputError, match=r"found claim.json in it"):
        certified(campaign, folder)


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="full: expected a new or an empty folder, found other files"):
        certified(campaign, tmp_path / "full")
    with pytest.raises(LimitReached):
        certified(campaign, tmp_path / "proved", Limits(conflicts=0))
    (tmp_path / "proved" / "cubes" / "99").mkdir()
    with pytest.raises(OutputError, match="cubes/99: expected cubes of this campaign only"):
        certified(campaign, tmp_path / "proved")
    with lock_folder(tmp_path / "proved", 0), pytest.MonkeyPatch.context() as patched:
        patched.setattr(make, "_PATIENCE", 0)
        with pytest.raises(OutputError, match="another process makes a certificate there"):
            certified(campaign, tmp_path / "proved")


def test_cubes_of_another_campaign_stay_where_they_are(tmp_path: Path) -> None:
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())
    certified(campaign, tmp_path / "whole")
    some = sorted((tmp_path / "whole" / "cubes").iterdir())[: len(campaign.cubes) // 2]
    with make.open_folder(str(tmp_path / "proved"), campaign.digest):
        for cube in some:
            shutil.copytree(cube, tmp_path / "proved" / "cubes" / cube.name)
    other = replace(campaign, cubes=tuple(reversed(campaign.cubes)))
    with pytest.raises(OutputError, match="proved: holds cubes of another campaign: choose another folder"):
        certified(other, tmp_path / "proved")
    going = certified(campaign, tmp_path / "proved")
    assert going.done - going.made == len(some) > 0


def test_a_campaign_that_missed_something(tmp_path: Path) -> None:
    """A board, or a cube: there is no certificate."""
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())
    full = next(cube for cube in campaign.cubes if cube.boards)
    others = tuple(cube for cube in campaign.cubes if cube is not full)
    with pytest.raises(RefutedError, match="the ledger is wrong: there is a board in none of the cubes"):
        certified(FinishedCampaign(campaign.conditions, others), tmp_path / "one")
    fewer = CertifiedCube(full.conditions, full.boards[1:])
    with pytest.raises(RefutedError, match="the ledger is wrong: there is a board in cube 1, which"):
        certified(FinishedCampaign(campaign.conditions, (fewer, *others)), tmp_path / "two")
    assert not any((tmp_path / name / names.CLAIM).exists() for name in ("one", "two"))


def test_what_cannot_be_certified(tmp_path: Path) -> None:
    def refusal(puzzle: Puzzle, name: str, **options: object) -> str:
        (tmp_path / name).mkdir()
        stated = made(tmp_path / name, puzzle, **options)  # type: ignore[arg-type]
        with pytest.raises((EncodingError, InputError)) as caught:
            read_finished_campaign(stated, Deadline())
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


@pytest.mark.parametrize("name", [names.UNFINISHED, "cubes", "cubes/1", "cubes/1/formula.cnf"])
def test_a_link_in_a_certificate_leads_nothing_out_of_it(name: str, tmp_path: Path) -> None:
    """As one that was begun elsewhere, or has got it since."""
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())
    folder, outside = tmp_path / "proved", tmp_path / "outside"
    with make.open_folder(str(folder), campaign.digest):
        pass
    link = folder / name
    if link.exists():
        link.rename(outside)
    else:
        link.parent.mkdir(exist_ok=True)
        outside.mkdir()
    link.symlink_to(outside)
    before = outside.read_bytes() if outside.is_file() else [*outside.iterdir()]
    with pytest.raises(OutputError, match=f"{link}: expected no symbolic link: put there what it points to"):
        certified(campaign, folder)
    assert (outside.read_bytes() if outside.is_file() else [*outside.iterdir()]) == before


def test_a_link_in_a_campaign_leads_nothing_out_of_it(tmp_path: Path) -> None:
    folder, outside = made(tmp_path).folder, tmp_path / "outside"
    (folder / LEDGER).rename(outside)
    (folder / LEDGER).symlink_to(outside)
    with pytest.raises(OutputError, match=f"{LEDGER}: expected no symbolic link: put there what it points to"):
        ledger.read_statement(str(folder))


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())
    with make.open_folder(str(tmp_path / "proved"), campaign.digest):
        executor = Dying(ATTEMPTS - 1, "folder", ahead=2)
        going = CampaignCertification(campaign, str(tmp_path / "proved"), Limits(), 2, executor)
        going.run(ProofOptions(Deadline()))
    assert going.done == len(campaign.cubes)
    assert len(executor.works) == ATTEMPTS * len(campaign.cubes)
    assert len(verify(str(tmp_path / "proved")).boards) == 16


def test_a_process_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = read_finished_campaign(complete(tmp_path, boards.FRAME_3X3), Deadline())

    class Failing(InThisProcess):
        def run(self, works, on_tick, on_report=None):  # type: ignore[no-untyped-def]
            from edgeasp.parallel.processes import EndedCall

            for work in works:
                yield EndedCall(work, None, "it was killed", "", -9, 0.0, 0.0, 0)

    with (
        make.open_folder(str(tmp_path / "proved"), campaign.digest),
        pytest.raises(SolverError, match="failed: it was killed"),
    ):
        CampaignCertification(campaign, str(tmp_path / "proved"), Limits(), 1, Failing()).run(ProofOptions(Deadline()))
