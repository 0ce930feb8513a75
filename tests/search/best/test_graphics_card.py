"""The sweeps of a graphics card are those of the command; the processor takes the place of the card here."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgeasp.formats import files
from edgeasp.puzzle import checker
from edgeasp.puzzle.model import Puzzle
from edgeasp.search.best.crowd import CompiledScan, Crowd, LaidTiles
from edgeasp.search.best.ranking import Tally
from edgeasp.system.lines import csv_rows
from studies import graphics_card
from studies.graphics_card import Card, CardScan
from tests.search.best.test_crowd import COMPILED, LAYOUTS, same
from tests.support.running import run

PUZZLE = Path("instances/planted-8x8.puz")

pytestmark = [COMPILED, pytest.mark.skipif(not shutil.which("g++"), reason="there is no compiler of C++")]


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Card:
    return Card(graphics_card.compiled("g++", tmp_path_factory.mktemp("card")))


@pytest.mark.sample(12)
@pytest.mark.parametrize(("width", "most", "chunk"), [(3, 0, 9), (20, 1, 9), (20, 1, 500), (60, 2, 20)])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_crowds_are_those_of_the_processor(
    name: str, width: int, most: int, chunk: int, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is room for one chunk at a time, as where many are looked at together."""
    layout = LAYOUTS[name]
    scan, other = CompiledScan(layout, np.random.default_rng(), lambda: None), CardScan(card, layout)
    scan._chunk = other._chunk = chunk
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    for spare in (0, 1 << 20):
        monkeypatch.setattr(graphics_card, "SPARE", spare)
        scan._random = np.random.default_rng(7)
        other.begin(np.random.default_rng(7))
        here: Crowd | None = scan.start(layout.board(layout.clues))
        there: Crowd | None = other.start(layout.board(layout.clues))
        for square in free:
            assert here is not None
            assert there is not None
            here, there = scan.extend(here, square, width, most), other.extend(there, square, width, most)
            assert same(here, there and on_the_machine(there))
            if here is None or there is None:
                break
            assert here.board().tolist() == there.board().tolist()
            assert here.predicted == there.predicted


def on_the_machine(crowd: Crowd) -> Crowd:
    """A crowd of a card, with its arrays as numpy has them."""

    def host(array: Any) -> Any:
        return array.host()

    last, tally = crowd.laid[-1], crowd.tally
    return replace(
        crowd,
        used=host(crowd.used),
        facing=host(crowd.facing),
        tally=Tally(*map(host, (tally.counts, tally.sums))),
        mismatches=host(crowd.mismatches),
        scores=host(crowd.scores),
        laid=(LaidTiles(last.square, host(last.parents), host(last.placements)),),
    )


@pytest.mark.long
def test_the_command_makes_the_boards_of_its_rows_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has the seed and the round, and the best board of all lies beside the table."""
    table, again = tmp_path / "sweeps.csv", tmp_path / "again.sol"
    asked = [str(PUZZLE), "--seed", "3", "--rounds", "1-3", "--widths", "30,90", "--compiler", "g++"]
    monkeypatch.setattr(sys, "argv", ["graphics_card", *asked, "-o", str(table)])
    graphics_card.main()
    header, *rows = csv_rows(table.read_text(encoding="utf-8"), str(table))
    assert tuple(header) == graphics_card.COLUMNS
    assert sorted((row[3], row[4]) for row in rows) == [("1", "30"), ("2", "90"), ("3", "30")]
    puzzle = files.read_document(str(PUZZLE)).document.puzzle
    mismatches = [int(row[5]) for row in rows]
    for row, least in zip(rows, mismatches, strict=True):
        run("best", PUZZLE, "--seed", row[2], "--replay", f"{row[3]}:{row[7]}", "-o", again)
        assert mismatches_of(again, puzzle) == least
        again.unlink()
    assert mismatches_of(table.with_suffix(".sol"), puzzle) == min(mismatches)


def mismatches_of(path: Path, puzzle: Puzzle) -> int:
    return puzzle.grid.diamonds - checker.check(puzzle, files.read_solution(str(path), puzzle)).matched
