"""Every test of `edgeasp solve` works in a folder with puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import plain
from tests.cli.solve.asking import ALIKE, FRAME, HARD, MANY, TOO_FEW_ZEROS, UNSOLVABLE, lay


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    lay("puzzle.puz", plain.write_puz(FRAME))
    lay("alike.puz", plain.write_puz(ALIKE))
    lay("many.puz", plain.write_puz(MANY))
    lay("hard.puz", plain.write_puz(HARD))
    lay("unsolvable.puz", UNSOLVABLE)
    lay("few-zeros.puz", TOO_FEW_ZEROS)
    return tmp_path
