"""Scores, against examples computed by hand."""

from __future__ import annotations

from math import inf

import pytest

from edgeasp.lab.bench import table
from tests.lab.bench.rows import row, timeout

OURS = [row("a", 1.0, conflicts=99), row("b", 4.0, conflicts=0), timeout("c")]
PEER = [row("a", 2.0, system="peer"), timeout("b", system="peer"), row("c", 5.0, system="peer")]
OTHER = [
    row("a", 8.0, system="third", conflicts=9),
    row("b", 1.0, system="third", conflicts=3),
    timeout("c", system="third"),
]


def test_scores_of_one_task() -> None:
    found = ours, peer, third = table.score_systems([*OURS, *PEER, *OTHER], "edgeasp")
    assert [score.system for score in found] == ["edgeasp", "peer", "third"]
    assert [(score.solved, score.runs) for score in found] == [(2, 3), (2, 3), (2, 3)]
    assert [score.par2 for score in found] == pytest.approx([(1 + 4 + 20) / 3, (2 + 20 + 5) / 3, (8 + 1 + 20) / 3])
    assert [score.median for score in found] == [4, 5, 8]
    # With the peer we share a: 2 to 1; with the other a and b: the geometric mean of 8 and 1/4.
    assert [score.ratio for score in found] == pytest.approx([1, 2, 2**0.5])
    assert [score.common for score in found] == [2, 1, 2]
    # On b the peer takes more than its limit of 10 to our 4. An instance that only the peer solves does not count.
    assert [score.bound for score in found] == pytest.approx([1, 5**0.5, 2**0.5])
    # Each count with one more: 10 to 100 and 4 to 1. The peer does not count.
    assert [score.conflict_ratio for score in (ours, third)] == pytest.approx([1, 0.4**0.5])
    assert peer.conflict_ratio is None


def test_nothing_in_common() -> None:
    ours, peer = table.score_systems(
        [OURS[0], timeout("b"), timeout("a", system="peer"), row("b", 3, system="peer")], "edgeasp"
    )
    assert (peer.ratio, peer.common) == (None, 0)
    assert peer.bound == pytest.approx(10)
    assert (ours.common, ours.median, peer.median) == (1, inf, inf)


def test_wrong_and_failed_runs_are_not_solved() -> None:
    [ours] = table.score_systems(
        [row("a", 0.1, status="wrong"), row("b", 0.1, status="failed"), row("c", 0.1, status="memory")], "x"
    )
    assert (ours.solved, ours.par2) == (0, 20)


def test_medians_over_seeds() -> None:
    runs = [row("a", 1, seed=1), timeout("a", seed=2), row("a", 3, seed=3)]
    assert table.medians(runs, "edgeasp") == {"hash-a": 3}
    assert table.medians([*runs, timeout("a", seed=4)], "edgeasp") == {"hash-a": inf}
    assert table.medians(runs[::2], "edgeasp") == {"hash-a": 2}
    assert table.medians(runs, "peer") == {}


def test_the_last_of_repeated_runs_counts() -> None:
    again = [row("a", 1), row("b", 2), row("a", 3, time_limit=20.0), row("a", 4, seed=2), row("a", 5, task="first")]
    assert [each.wall for each in table.latest(again)] == [3, 2, 4, 5]


def test_geometric_mean() -> None:
    assert table.geometric_mean([1, 10, 100]) == pytest.approx(10)
    assert table.geometric_mean([]) is None
