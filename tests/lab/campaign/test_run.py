"""A campaign ends with what brute force finds, however often it was stopped."""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.ledger import LEDGER, EntryKind
from edgeasp.lab.campaign.status import CampaignProgress, opened, read_progress
from edgeasp.parallel.processes import PoolExecutor
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.search.cubes import Order, SearchFingerprint
from edgeasp.system.errors import EncodingError, InputError, OptionError, OutputError, SolverError
from edgeasp.system.limits import Limits
from tests.lab.campaign.campaigns import PLAN, PUZZLE, audited, carried_on, made
from tests.support import boards, brute
from tests.support.lanes import represented
from tests.support.solving import as_assignment, as_clues
from tests.support.waiting import children

BOARDS = boards.various()
QUICK = {
    *("frame 3x3", "framed 3x3 signed", "framed 4x3 partly signed", "framed 2x3 spoilt", "surplus 2x2 signed"),
    *("unframed 2x2 partly signed", "half-turn symmetric twins", "framed corner twins", "all alike"),
}
"""Some of each sort, with few solutions."""


def assignments(puzzle: Puzzle, progress: CampaignProgress) -> Counter[Any]:
    return Counter(as_assignment(puzzle, plain.read_sol(board, puzzle, "board")) for board in progress.boards)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in QUICK)) for name in BOARDS]
)
@represented("order", ["corners", "outward"])
def test_it_ends_with_all_boards(name: str, order: Order, tmp_path: Path) -> None:
    puzzle = BOARDS[name]
    stated = made(tmp_path, puzzle, SplitPlan(6, 5, order))
    progress = carried_on(stated)
    found = assignments(puzzle, progress)
    assert set(found) <= brute.solve(puzzle).assignments
    assert max(found.values(), default=1) == 1
    assert len(found) == progress.found == len(brute.solve(puzzle).pictures)
    assert not progress.open
    checked = audited(stated)
    assert (checked.open, checked.solutions) == (0, len(found))


@pytest.mark.long
@represented("seed", [1, 2, 3, 4])
def test_stopped_again_and_again_it_ends_with_the_same(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    stated = made(tmp_path)
    progress = read_progress(stated)
    runs = 0
    while progress.open:
        before = len(progress.costs)
        progress = carried_on(stated, Limits(conflicts=chance.randint(1, 20)))
        runs += 1
        assert len(progress.costs) > before
        audited(stated)
    assert runs > 2
    assert len(assignments(PUZZLE, progress)) == progress.found == len(brute.solve(PUZZLE).pictures)
    assert any(entry.kind is EntryKind.GIVEN_UP for entry in progress.costs)


class Mortal(PoolExecutor):
    """Kills a process of its own now and then."""

    def __init__(self, slots: int, chance: random.Random) -> None:
        super().__init__(slots)
        self.chance = chance

    def run(self, works: Any, on_tick: Any, on_report: Any = None) -> Any:
        def watched() -> Any:
            for work in works:
                if self.chance.random() < 0.1 and (there := children(os.getpid())):
                    os.kill(self.chance.choice(there), 9)
                yield work

        return super().run(watched(), on_tick, on_report)


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 3])
def test_processes_that_die_take_nothing_with_them(jobs: int, tmp_path: Path) -> None:
    stated = made(tmp_path)
    for _ in range(20):
        try:
            progress = carried_on(stated, executor=Mortal(jobs, random.Random(jobs)), jobs=jobs)
        except SolverError:  # one cube has outlived too many processes
            continue
        break
    assert len(assignments(PUZZLE, progress)) == progress.found == len(brute.solve(PUZZLE).pictures)
    assert not progress.open
    audited(stated)


@pytest.mark.long
def test_counting_keeps_no_boards(tmp_path: Path) -> None:
    progress = carried_on(made(tmp_path, counts=True))
    assert (progress.boards, progress.found) == ([], len(brute.solve(PUZZLE).pictures))


def test_as_many_as_asked_for_and_then_no_more(tmp_path: Path) -> None:
    stated = made(tmp_path, limit=3)
    progress = carried_on(stated)
    assert (len(progress.boards), progress.found) == (3, 3)
    assert progress.open
    assert carried_on(stated).costs == progress.costs
    audited(stated)


def test_clues_are_kept(tmp_path: Path) -> None:
    assignment = min(brute.solve(PUZZLE).assignments)
    clues = as_clues({(1, 2): assignment[9]}, PUZZLE)
    progress = carried_on(made(tmp_path, clues=clues))
    wanted = brute.solve(PUZZLE, clues={(1, 2): assignment[9]})
    assert 0 < len(assignments(PUZZLE, progress)) == len(wanted.pictures) < len(brute.solve(PUZZLE).pictures)
    assert all(set(clues) <= set(plain.read_sol(board, PUZZLE, "board")) for board in progress.boards)


def test_what_counting_refutes_is_complete(tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 3 + (Tile((1, 1, 1, 1)),))
    stated = made(tmp_path, puzzle)
    progress = carried_on(stated)
    assert (progress.open, progress.found, progress.costs[0].body["solutions"]) == ({}, 0, 0)
    assert progress.costs[0].body["reasons"]
    audited(stated)


# ---- what is refused ----


def test_a_worker_with_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stated = made(tmp_path)
    monkeypatch.setattr(
        "edgeasp.parallel.split.fingerprint", lambda task: SearchFingerprint("9.9", "5.0", stated.made_of.program)
    )
    with pytest.raises(OptionError, match=r"worker .* has edgeasp 9\.9, clingo 5\.0, .* it is refused"):
        carried_on(stated)
    assert read_progress(stated).costs == []


@pytest.mark.long
def test_one_process_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.lab.campaign.status._PATIENCE", 0.0)
    stated = made(tmp_path)
    with opened(stated), pytest.raises(OutputError, match="another process is busy with this campaign"):
        carried_on(stated)
    carried_on(stated)


def test_a_folder_with_files_in_it(tmp_path: Path) -> None:
    made(tmp_path)
    with pytest.raises(OutputError, match="expected a new or an empty folder"):
        made(tmp_path)


def test_a_formulation_that_cannot_be_split(tmp_path: Path) -> None:
    with pytest.raises(EncodingError, match="'halves' only"):
        made(tmp_path, request=EncodingRequest(formulation="heule"))
    assert not (tmp_path / "campaign").exists()


@pytest.mark.parametrize("name", ["campaign.json", "puzzle.puz", "clues.sol"])
def test_a_statement_that_was_altered(name: str, tmp_path: Path) -> None:
    stated = made(tmp_path)
    path = stated.folder / name
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    altered = ledger.read_statement(str(stated.folder))
    with pytest.raises(InputError, match=r"ledger\.sqlite: it belongs to another campaign, or .* was altered since"):
        carried_on(altered)


def test_a_ledger_that_lost_its_seal(tmp_path: Path) -> None:
    stated = made(tmp_path)
    with closing(sqlite3.connect(stated.folder / ledger.LEDGER)) as connection, connection:
        connection.execute("delete from seal")
    with pytest.raises(InputError, match=r"ledger\.sqlite: it belongs to another campaign, or .* was altered since"):
        carried_on(stated)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected JSON"),
        ("{}", "expected a campaign of version 1"),
        ('{"format": "edgeasp-campaign", "version": 1}', "expected 'question' in the object, found none"),
        ('{"format": "edgeasp-campaign", "version": 2}', "expected a campaign of version 1"),
    ],
)
def test_a_statement_that_is_none(text: str, message: str, tmp_path: Path) -> None:
    stated = made(tmp_path)
    (stated.folder / "campaign.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        ledger.read_statement(str(stated.folder))


def test_a_folder_that_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected the folder of a campaign"):
        ledger.read_statement(str(tmp_path))


def test_a_ledger_that_is_missing_or_no_ledger(tmp_path: Path) -> None:
    stated = made(tmp_path)
    (stated.folder / LEDGER).write_text("no ledger at all, but a text that is long enough to be one" * 20)
    with pytest.raises(InputError, match=r"ledger\.sqlite: expected the ledger of a campaign"):
        carried_on(stated)
    (stated.folder / LEDGER).unlink()
    with pytest.raises(InputError, match="expected the ledger of a campaign, found none"):
        carried_on(stated)


def test_a_plan_is_kept(tmp_path: Path) -> None:
    assert made(tmp_path).plan == PLAN
