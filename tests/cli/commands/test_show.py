"""`edgeasp show` in text."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.puzzle.model import Placement, Solution
from tests.cli.commands.material import (
    run,
)
from tests.support.boards import cut_up


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
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) > 2 * size
    assert ("*" in result.stdout) == (state == "scrambled")
