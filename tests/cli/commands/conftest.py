"""Every test of the commands works in a folder with a puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.formats import viewer
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Solution
from tests.cli.commands.material import (
    CLUE,
    ET2,
    JSON,
    PUZ,
    PUZZLE,
    SIGNS,
    SOL,
    UDLR,
)

LARGER = generate(Recipe(4, 4, 3, 2))
"""A board with room for the windows of an example."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle and what belongs to it, to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in {
        "puzzle.puz": PUZ,
        "facts.lp": facts.write(PUZZLE),
        "x.sol": SOL,
        "puzzle.sol": SOL,
        "corner.clue": CLUE,
        "hints.sol": "8 1 1 2\n",
        "partial.sol": SOL[:16],
        "x.signs": SIGNS,
        "pieces.txt": UDLR,
        "puzzle.json": JSON,
        "x.et2": ET2,
        "board.url": viewer.write_board(LARGER.solution or Solution(), LARGER.puzzle),
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path
