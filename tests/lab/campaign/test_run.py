"""Runs of a campaign, and its status."""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import plain
from edgeasp.lab.campaign import ledger
from edgeasp.lab.campaign.ledger import LEDGER, EntryKind, Ledger, LedgerEntry
from edgeasp.lab.campaign.status import (
    FEWEST,
    CampaignProgress,
    WorkerOverheads,
    campaign_status,
    estimate_remaining_work,
    open_ledger,
    parse_assumptions,
    read_progress,
    simulate,
    worker_overheads,
)
from edgeasp.parallel import split
from edgeasp.parallel.processes import PoolExecutor
from edgeasp.parallel.split import OpenCube, OpenCubes, SplitPlan
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.search.cubes import Cube, Order, SearchFingerprint
from edgeasp.solvers import backtrack
from edgeasp.system.errors import EncodingError, InputError, OptionError, OutputError, SolverError
from edgeasp.system.limits import Limits
from tests.lab.campaign.campaigns import PLAN, PUZZLE, audited, carried_on, made
from tests.search.test_scans import MANY_CUBES
from tests.support import boards, brute
from tests.support.lanes import represented
from tests.support.solving import as_assignment, as_clues
from tests.support.thresholds import SCANNED, TunedSession
from tests.support.waiting import children, kill

# ---- runs ----

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
                    kill(self.chance.choice(there))
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
    with open_ledger(stated), pytest.raises(OutputError, match="another process is busy with this campaign"):
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


# ---- scanned cubes ----


@pytest.fixture
def always_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "Session", partial(TunedSession, changed={**SCANNED, "TILES_A_CONFLICT": 1}))
    monkeypatch.setattr(backtrack, "_SLICE", 20)


@pytest.mark.usefixtures("always_scanned")
@represented("order", ["corners", "outward"])
def test_a_campaign_ends_with_all_boards(order: Order, tmp_path: Path) -> None:
    stated = made(tmp_path, MANY_CUBES, SplitPlan(4, 10, order))
    progress = carried_on(stated)
    assert progress.found == len(brute.solve(MANY_CUBES).pictures)
    checked = audited(stated)
    assert (checked.open, checked.solutions) == (0, progress.found)
    assert campaign_status(stated, progress).tiles > 0
    with Ledger(stated.folder, stated.seal) as ledger:
        kinds = Counter((entry.kind.value, "tiles" in entry.body) for entry in ledger.entries())
    assert kinds["verdict", True] > 0
    assert kinds["given up", True] > 0
    assert kinds["split", True] == 0


@pytest.mark.usefixtures("always_scanned")
def test_conflicts_can_be_limited_where_clasp_searches_alone(tmp_path: Path) -> None:
    progress = carried_on(made(tmp_path, MANY_CUBES), Limits(conflicts=5))
    assert progress.open
    assert not any("tiles" in entry.body for entry in progress.costs)


@pytest.mark.long
@pytest.mark.usefixtures("always_scanned")
def test_cubes_can_be_left_to_clasp(tmp_path: Path) -> None:
    progress = carried_on(made(tmp_path, MANY_CUBES), scan=False)
    assert progress.found == len(brute.solve(MANY_CUBES).pictures)
    assert not any("tiles" in entry.body for entry in progress.costs)


# ---- status ----

FREE = WorkerOverheads(0.0, 0.0, 0.0)


def cost(number: int, kind: EntryKind, cube: str, cpu: float, **body: Any) -> LedgerEntry:
    common = {
        "conflicts": 1,
        "cpu": cpu,
        "wall": cpu,
        "ground": 0.0,
        "worker": f"w:{number % 2}",
        "time": 100.0 + number,
    }
    return LedgerEntry(number, kind, cube, {**common, **body})


def flat(seconds: list[float], left: int = 0) -> CampaignProgress:
    """One split into cubes that took so many seconds each, and some that are open."""
    names = [f"half(1,1,right,c{number})" for number in range(len(seconds) + left)]
    split = cost(1, EntryKind.SPLIT, "", 0.0, choices=[{"cube": "", "live": names, "refuted": []}])
    share = 1 / len(names)
    done = [
        cost(number, EntryKind.VERDICT, name, spent, solutions=0)
        for number, (name, spent) in enumerate(zip(names, seconds, strict=False), 2)
    ]
    open_cubes = OpenCubes([OpenCube(Cube(parse_assumptions(name), share)) for name in names[len(seconds) :]])
    open_cubes.done = share * len(done)
    return CampaignProgress(
        open_cubes,
        verdicts=[(share, entry) for entry in done],
        costs=[split, *done],
    )


def test_a_campaign_from_beginning_to_end(tmp_path: Path) -> None:
    stated = made(tmp_path)
    shares = []
    for most in (10, 40, None):
        record = campaign_status(stated, carried_on(stated, Limits(conflicts=most)))
        shares.append(record.done)
        assert record.complete == (record.cubes_open == 0) == (record.done == 1.0)
    assert shares == sorted(shares)
    assert record.answered
    assert record.rest is None
    assert sum(each.orders for each in record.workers) == sum(1 for _ in carried_on(stated).costs)


def test_what_is_left_is_in_proportion() -> None:
    rest = estimate_remaining_work(flat([2.0] * 30, left=10))
    assert rest is not None
    assert (rest.cpu_seconds, rest.cpu_seconds_low, rest.cpu_seconds_high) == (20.0, 20.0, 20.0)
    assert rest.done_low == pytest.approx(0.75)
    assert rest.done_high == pytest.approx(0.75)


def test_the_spread_grows_with_that_of_the_cubes() -> None:
    even, uneven = (estimate_remaining_work(flat(seconds, left=10)) for seconds in ([2.0] * 30, [1.0, 3.0] * 15))
    assert even is not None
    assert uneven is not None
    assert uneven.cpu_seconds == even.cpu_seconds
    assert uneven.cpu_seconds_low < even.cpu_seconds_low <= even.cpu_seconds_high < uneven.cpu_seconds_high


def with_parts(done: int, each_takes: float) -> CampaignProgress:
    """Forty cubes: half of them took a second each, the others were given up after two, and split into two parts."""
    names = [f"half(1,1,right,c{number})" for number in range(40)]
    numbers = count(1)
    costs = [cost(next(numbers), EntryKind.SPLIT, "", 0.5, choices=[{"cube": "", "live": names, "refuted": []}])]
    verdicts = [cost(next(numbers), EntryKind.VERDICT, name, 1.0, solutions=0) for name in names[:20]]
    costs += verdicts
    for name in names[20:]:
        costs.append(cost(next(numbers), EntryKind.GIVEN_UP, name, 1.5))
        choices = [{"cube": name, "live": ["half(2,1,right,c1)", "half(2,1,right,c2)"], "refuted": []}]
        costs.append(cost(next(numbers), EntryKind.SPLIT, name, 0.5, choices=choices))
    parts = [f"{name} half(2,1,right,c{number})" for name in names[20:] for number in (1, 2)]
    last = [cost(next(numbers), EntryKind.VERDICT, part, each_takes, solutions=0) for part in parts[:done]]
    open_cubes = OpenCubes([OpenCube(Cube(parse_assumptions(part), 1 / 80)) for part in parts[done:]])
    shares = [*((1 / 40, entry) for entry in verdicts), *((1 / 80, entry) for entry in last)]
    return CampaignProgress(open_cubes, verdicts=shares, costs=[*costs, *last])


def test_parts_of_cubes_that_were_given_up_have_a_proportion_of_their_own() -> None:
    rest = estimate_remaining_work(with_parts(30, 7.0))
    assert rest is not None
    assert (rest.cpu_seconds, rest.cpu_seconds_low, rest.cpu_seconds_high) == (70.0, 70.0, 70.0)


def test_parts_of_which_few_are_done_are_harder_than_what_they_are_parts_of() -> None:
    rest = estimate_remaining_work(with_parts(10, 7.0))
    assert rest is not None
    # Thirty halves of cubes that took two seconds before they were given up.
    assert rest.cpu_seconds == pytest.approx(30 * 2.0)
    assert rest.cpu_seconds_low == pytest.approx(30 * 1.0)
    assert rest.cpu_seconds_high == pytest.approx(30 * 10.0)


def test_too_little_is_done_to_say() -> None:
    assert estimate_remaining_work(flat([1.0] * (FEWEST - 1), left=10)) is None
    assert estimate_remaining_work(flat([1.0] * 30)) is None


# ---- simulation ----


@given(st.lists(st.floats(0.01, 10), min_size=1, max_size=40), st.integers(1, 10))
def test_a_schedule_is_neither_better_nor_much_worse_than_possible(seconds: list[float], workers: int) -> None:
    """List scheduling takes at most twice as long as the best schedule (Graham 1966)."""
    [found] = simulate(flat(seconds), [workers], FREE, "ledger").runs
    best = max(sum(seconds) / workers, *seconds)
    assert best - 0.01 <= found.wall_seconds <= 2 * best + 0.01
    assert found.efficiency == pytest.approx(sum(seconds) / workers / found.wall_seconds, rel=0.5, abs=0.01)


def test_one_worker_takes_the_sum_of_all() -> None:
    [found] = simulate(flat([1.0, 2.0, 3.0]), [1], WorkerOverheads(5.0, 0.5, 0.25), "ledger").runs
    assert found.wall_seconds == 5.0 + 0.5 + 6.0 + 4 * 0.25
    assert found.efficiency == pytest.approx(6.0 / 12.5)


def test_handing_over_bounds_many_workers() -> None:
    [found] = simulate(flat([1.0] * 100), [1000], WorkerOverheads(0.0, 0.0, 0.1), "ledger").runs
    assert found.wall_seconds == pytest.approx(0.1 + 100 * 0.1 + 1.0)


def test_open_cubes_take_as_long_as_those_that_are_done() -> None:
    [found] = simulate(flat([2.0] * 10, left=30), [1], FREE, "ledger").runs
    assert found.wall_seconds == pytest.approx(80.0)


def test_overheads_are_those_recorded() -> None:
    progress = flat([1.0])
    progress.costs[0].body["ground"] = 0.75
    assert worker_overheads(progress, 2.0, 0.1) == WorkerOverheads(2.0, 0.75, 0.1)


def test_nothing_can_be_simulated_before_a_cube_is_done() -> None:
    with pytest.raises(InputError, match="expected cubes that are done"):
        simulate(flat([], left=3), [1], FREE, "ledger")
