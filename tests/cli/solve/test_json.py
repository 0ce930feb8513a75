"""`--format json` and its schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from tests.cli.solve.asking import record
from tests.support.running import run


@pytest.mark.long
def test_json_says_what_narrowing_came_to() -> None:
    assert record(run("solve", "puzzle.puz", "--format", "json"))["narrowed"] is None
    large = generate(Recipe(11, 11, inner=60, border=4, seed=2, clues="corner"))
    Path("large.puz").write_text(plain.write_puz(large.puzzle), encoding="utf-8")
    Path("large.clue").write_text(plain.write_sol(large.clues), encoding="utf-8")
    given = ("solve", "large.puz", "--no-scan", "--clue", "large.clue", "-n", "0")
    said = record(run(*given, "--format", "json"))
    assert said["narrowed"]["before"] > 50 * said["narrowed"]["after"] >= 50 * 121
    assert said["narrowed"]["programs"] > 1
    assert "narrowed           before " in run(*given, "--stats").stderr
    assert said["counts"]["boards"] == 1
