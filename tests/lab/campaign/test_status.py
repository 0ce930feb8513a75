"""What is said of a campaign while it runs, and what a simulation makes of it."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.lab.campaign.ledger import Entry, EntryKind
from edgeasp.lab.campaign.status import (
    FEWEST,
    CampaignProgress,
    Overheads,
    campaign_status,
    estimate_rest,
    overheads,
    parse,
    simulate,
)
from edgeasp.parallel.split import Frontier, OpenCube
from edgeasp.search.cubes import Cube
from edgeasp.system.errors import InputError
from edgeasp.system.limits import Limits
from tests.lab.campaign.campaigns import carried_on, made

FREE = Overheads(0.0, 0.0, 0.0)


def cost(number: int, kind: EntryKind, cube: str, cpu: float, **body: Any) -> Entry:
    common = {
        "conflicts": 1,
        "cpu": cpu,
        "wall": cpu,
        "ground": 0.0,
        "worker": f"w:{number % 2}",
        "time": 100.0 + number,
    }
    return Entry(number, kind, cube, {**common, **body})


def flat(seconds: list[float], left: int = 0) -> CampaignProgress:
    """One split into cubes that took so many seconds each, and some that are open."""
    names = [f"half(1,1,right,c{number})" for number in range(len(seconds) + left)]
    split = cost(1, EntryKind.SPLIT, "", 0.0, choices=[{"cube": "", "live": names, "refuted": []}])
    share = 1 / len(names)
    done = [
        cost(number, EntryKind.VERDICT, name, spent, solutions=0)
        for number, (name, spent) in enumerate(zip(names, seconds, strict=False), 2)
    ]
    frontier = Frontier([OpenCube(Cube(parse(name), share)) for name in names[len(seconds) :]])
    frontier.done = share * len(done)
    return CampaignProgress(
        frontier,
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
    rest = estimate_rest(flat([2.0] * 30, left=10))
    assert rest is not None
    assert (rest.cpu_seconds, rest.cpu_seconds_low, rest.cpu_seconds_high) == (20.0, 20.0, 20.0)
    assert rest.done_low == pytest.approx(0.75)
    assert rest.done_high == pytest.approx(0.75)


def test_the_spread_grows_with_that_of_the_cubes() -> None:
    even, uneven = (estimate_rest(flat(seconds, left=10)) for seconds in ([2.0] * 30, [1.0, 3.0] * 15))
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
    frontier = Frontier([OpenCube(Cube(parse(part), 1 / 80)) for part in parts[done:]])
    shares = [*((1 / 40, entry) for entry in verdicts), *((1 / 80, entry) for entry in last)]
    return CampaignProgress(frontier, verdicts=shares, costs=[*costs, *last])


def test_parts_of_cubes_that_were_given_up_have_a_proportion_of_their_own() -> None:
    rest = estimate_rest(with_parts(30, 7.0))
    assert rest is not None
    assert (rest.cpu_seconds, rest.cpu_seconds_low, rest.cpu_seconds_high) == (70.0, 70.0, 70.0)


def test_parts_of_which_few_are_done_are_harder_than_what_they_are_parts_of() -> None:
    rest = estimate_rest(with_parts(10, 7.0))
    assert rest is not None
    # Thirty halves of cubes that took two seconds before they were given up.
    assert rest.cpu_seconds == pytest.approx(30 * 2.0)
    assert rest.cpu_seconds_low == pytest.approx(30 * 1.0)
    assert rest.cpu_seconds_high == pytest.approx(30 * 10.0)


def test_too_little_is_done_to_say() -> None:
    assert estimate_rest(flat([1.0] * (FEWEST - 1), left=10)) is None
    assert estimate_rest(flat([1.0] * 30)) is None


# ---- simulation ----


@given(st.lists(st.floats(0.01, 10), min_size=1, max_size=40), st.integers(1, 10))
def test_a_schedule_is_neither_better_nor_much_worse_than_possible(seconds: list[float], workers: int) -> None:
    """List scheduling takes at most twice as long as the best schedule (Graham 1966)."""
    [found] = simulate(flat(seconds), [workers], FREE, "ledger").runs
    best = max(sum(seconds) / workers, *seconds)
    assert best - 0.01 <= found.wall_seconds <= 2 * best + 0.01
    assert found.efficiency == pytest.approx(sum(seconds) / workers / found.wall_seconds, rel=0.5, abs=0.01)


def test_one_worker_takes_the_sum_of_all() -> None:
    [found] = simulate(flat([1.0, 2.0, 3.0]), [1], Overheads(5.0, 0.5, 0.25), "ledger").runs
    assert found.wall_seconds == 5.0 + 0.5 + 6.0 + 4 * 0.25
    assert found.efficiency == pytest.approx(6.0 / 12.5)


def test_handing_over_bounds_many_workers() -> None:
    [found] = simulate(flat([1.0] * 100), [1000], Overheads(0.0, 0.0, 0.1), "ledger").runs
    assert found.wall_seconds == pytest.approx(0.1 + 100 * 0.1 + 1.0)


def test_open_cubes_take_as_long_as_those_that_are_done() -> None:
    [found] = simulate(flat([2.0] * 10, left=30), [1], FREE, "ledger").runs
    assert found.wall_seconds == pytest.approx(80.0)


def test_overheads_are_those_recorded() -> None:
    progress = flat([1.0])
    progress.costs[0].body["ground"] = 0.75
    assert overheads(progress, 2.0, 0.1) == Overheads(2.0, 0.75, 0.1)


def test_nothing_can_be_simulated_before_a_cube_is_done() -> None:
    with pytest.raises(InputError, match="expected cubes that are done"):
        simulate(flat([], left=3), [1], FREE, "ledger")
