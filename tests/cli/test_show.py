"""`edgeasp show`: boards of many sizes fit into 80 columns, and pages have a summary."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import known, plain, viewer
from edgeasp.puzzle.model import Placement, Solution
from tests.formats.test_laying import E2, any_board
from tests.support.boards import cut_up
from tests.support.reading import page_content
from tests.support.running import run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(("size", "colours"), [(4, 5), (10, 20), (16, 55)])
@pytest.mark.parametrize("state", ["tiles", "solved", "scrambled", "partial"])
def test_show_fits_into_80_columns(size: int, colours: int, state: str) -> None:
    puzzle, solution = cut_up(size, size, colours)
    Path("board.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
    placements = list(solution)
    if state == "scrambled":
        placements = [Placement(each.tile, each.square, (each.rot + each.tile) % 4) for each in placements]
    if state == "partial":
        placements = placements[::2]
    given = plain.write_sol(Solution(tuple(placements)))
    result = run("show", "board.puz", *([] if state == "tiles" else ["-"]), given=given)
    assert result.status == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 2 * size
    assert ("*" in result.stdout) == (state == "scrambled")


BOARD = any_board(21)
LINK = viewer.write_board(BOARD, E2.puzzle).strip()


def test_the_page_has_the_card() -> None:
    assert run("show", LINK, "-o", "x.html").status == 0
    page = Path("x.html").read_text(encoding="utf-8")
    data = page + page_content(page)
    assert '["puzzle","Eternity II, tiles as published"]' in data
    assert '["official clues","' in data
    assert '"numbers":[1,2,3,' in data
    assert "<title>Eternity II</title>" in data
    assert known.eternity2().title in data
