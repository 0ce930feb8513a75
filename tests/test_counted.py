"""The second counter, which shares no code with edgeasp, against a brute force, and what it is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgeasp.formats import puz, sol
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Solution
from studies import counted
from tests.support import brute


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    return counted.compiled(tmp_path_factory.mktemp("second"))


@pytest.mark.parametrize("clued", [False, True])
@pytest.mark.parametrize(("cols", "rows", "seed"), [(3, 3, 1), (3, 3, 2), (4, 3, 1), (3, 4, 1), (4, 2, 3), (2, 5, 4)])
def test_it_finds_the_boards_of_the_brute_force(
    cols: int, rows: int, seed: int, clued: bool, program: Path, tmp_path: Path
) -> None:
    planted = generate(Recipe(cols, rows, 2, 2, seed=seed))
    assert planted.solution is not None
    clues = Solution(planted.solution.placements[:1] if clued else ())
    (tmp_path / "it.puz").write_text(puz.write(planted.puzzle), encoding="utf-8")
    (tmp_path / "it.clue").write_text(sol.write(clues), encoding="utf-8")
    lines, laid = counted.lines_of(program, tmp_path / "it.puz", tmp_path / "it.clue")
    at = {(clue.square.col, clue.square.row): (clue.tile, clue.rot) for clue in clues}
    pictures = brute.solve(planted.puzzle, clues=at).pictures
    assert lines == sorted(" ".join(str(side) for sides, _ in picture for side in sides) + "\n" for picture in pictures)
    assert laid >= len(lines) > 0


def test_boards_are_chosen_by_chance_from_all_classes() -> None:
    rows = [{"board": f"{size}/{size + 2}/board_{index}", "boards": "1"} for size in (4, 5, 6) for index in range(200)]
    rows[7]["boards"] = "2"
    chosen = counted.tenth(rows)
    assert rows[7] in chosen
    assert 30 < len(chosen) < 100
    assert [row for row in chosen if row in rows[:300]] == counted.tenth(rows[:300])
    names = counted.spread(rows, 7)
    assert len(set(names)) == 7
    assert {name.split("/")[0] for name in names[:3]} == {"4", "5", "6"}
