"""Sweeps: rows, then columns, in time, and with a second ending."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest

from edgeasp.puzzle.model import Placement, Solution, Square
from edgeasp.search.best import rounds, settings
from edgeasp.search.best.crowd import Crowd, CrowdScan
from edgeasp.search.best.layout import Layout
from tests.support import boards

PUZZLE, SOLUTION = boards.cut_up(8, 9, 6)


def swept(layout: Layout, width: int, seconds: float | None = None) -> list[tuple[str, Crowd]]:
    scan = CrowdScan(layout, np.random.default_rng(1), lambda: None)
    return [line[:2] for line in rounds.sweep(scan, layout.board(layout.clues), width, seconds)]


def clue(col: int, row: int) -> Solution:
    lying: list[Placement] = [each for each in SOLUTION if each.square == Square(col, row)]
    return Solution(tuple(lying))


def test_the_lines_in_their_order() -> None:
    """The second ending has one row more before its columns."""
    texts = [text for text, _ in swept(Layout(PUZZLE), 100)]
    columns = [f"column {col} of 8" for col in range(1, 9)]
    rows = [f"row {row} of 5" for row in range(1, 6)]
    assert texts == [*rows, *columns, "row 6 of 6", *columns]


def test_the_lines_where_a_clue_lies_in_the_last_rows() -> None:
    texts = [text for text, _ in swept(Layout(PUZZLE, clue(3, 6)), 100)]
    columns = [f"column {col} of 8" for col in range(1, 9)]
    assert texts == [*(f"row {row} of 4" for row in range(1, 5)), *columns, "row 5 of 5", *columns]


def test_both_endings_are_complete_boards() -> None:
    done = [crowd for _, crowd in swept(Layout(PUZZLE), 100) if not crowd.free.any()]
    assert len(done) == 2
    assert all((crowd.board() >= 0).all() for crowd in done)


def test_more_rows_are_left_to_columns_where_a_clue_lies_in_them() -> None:
    assert rounds.upper_rows(Layout(PUZZLE)) == 9 - settings.LAST_ROWS
    assert rounds.upper_rows(Layout(PUZZLE, clue(3, 6))) == 9 - settings.LAST_ROWS_WITH_CLUES
    # One on the boundary takes few choices away, and one above none.
    assert rounds.upper_rows(Layout(PUZZLE, clue(0, 6))) == 9 - settings.LAST_ROWS
    assert rounds.upper_rows(Layout(PUZZLE, clue(3, 1))) == 9 - settings.LAST_ROWS


def test_the_columns_are_narrower_than_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LAST_LEAST_SMALL", 20)
    most = {text: len(crowd) for text, crowd in swept(Layout(PUZZLE), 200)}
    assert 60 < most["row 3 of 5"] <= 200
    assert most["column 2 of 8"] == settings.last_width(200, 72) == int(200 * settings.LAST_SHARE_SMALL)


def test_the_first_rows_are_narrower_than_those_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "FIRST_LEAST", 20)
    most = {text: len(crowd) for text, crowd in swept(Layout(PUZZLE), 200)}
    assert most["row 2 of 5"] <= settings.first_width(200) == int(200 * settings.FIRST_SHARE) < most["row 3 of 5"]
    assert [settings.first_width(width) for width in (10, 20, 60, 200)] == [10, 20, 20, 50]


def test_a_sweep_that_is_late_becomes_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line seems to take some seconds, and there are thirteen of them in the first ending."""

    def sizes(seconds: float | None) -> list[int]:
        clock = count(0.0, 1.0)
        monkeypatch.setattr(rounds, "monotonic", lambda: next(clock))
        return [len(crowd) for _, crowd in swept(Layout(PUZZLE), 400, seconds)]

    free, ample, late = sizes(None), sizes(1000), sizes(6)
    assert free == ample
    assert len(late) == len(free)
    assert sum(late) < sum(free) / 2
    assert min(late[:5]) >= 1
