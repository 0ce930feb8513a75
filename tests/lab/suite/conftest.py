"""What the tests of suites share: one small suite, generated once and solved once."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.lab.suite import passes
from edgeasp.lab.suite.passes import BoardJob, BoardState, solve_board
from tests.lab.suite.having import bare, generated


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite whose boards are all done, solved one by one in this process; nobody may write to it."""
    root = generated(tmp_path_factory.mktemp("solved") / "suite", [(2, 2), (2, 3), (3, 3), (4, 3)])
    for board in passes.find_boards(root):
        assert solve_board(BoardJob(board)).state is BoardState.DONE
    return root


@pytest.fixture
def fresh(solved: Path, tmp_path: Path) -> Path:
    """The same suite, to be solved."""
    return bare(solved, tmp_path / "fresh")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
