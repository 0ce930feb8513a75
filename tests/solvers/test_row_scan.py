"""The compiled search: what it tells of itself, how it is compiled. What it finds is tested with the other peers."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.solvers import row_scan
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.solvers.row_scan import RowScanRun
from tests.solvers.sat.counting import COMPILER
from tests.support import boards

compiled = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")


@compiled
def test_what_it_tells() -> None:
    search = RowScanRun(boards.FRAME_3X3)
    assert (search.status, search.statistics) == (Status.UNKNOWN, Statistics())
    next(iter(search))
    assert search.size is not None
    assert search.size.variables == 9
    assert search.statistics.choices is not None
    assert search.statistics.choices >= 9
    assert (search.found, search.status, search.exhausted) == (1, Status.SATISFIABLE, False)


@compiled
def test_nodes_are_counted() -> None:
    """Of four tiles no two can meet: each is laid first, in each of its four rotations."""
    puzzle = Puzzle(2, 2, tuple(Tile((n + 1, n + 2, n + 3, n + 4)) for n in (0, 4, 8, 12)))
    search = RowScanRun(puzzle, every=True)
    assert list(search) == []
    assert (search.statistics.choices, search.status, search.exhausted) == (16, Status.UNSATISFIABLE, True)


def test_signs() -> None:
    with pytest.raises(OptionError, match="without signs"):
        next(iter(RowScanRun(boards.planted(1, 3, 3, 3, framed=True, signs=0.5))))


@compiled
def test_it_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    library = row_scan.compiled()
    assert list(tmp_path.rglob("*.*")) == [library]
    monkeypatch.setenv("CC", "no-such-compiler")
    assert row_scan.compiled() == library


@pytest.mark.parametrize(
    ("compiler", "complaint"),
    [("no-such-compiler", "expected a C compiler"), ("false", "cannot be compiled with .*false")],
)
def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str, complaint: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", compiler)
    with pytest.raises(OptionError, match=complaint):
        row_scan.compiled()
    assert list(tmp_path.rglob("*.*")) == []
