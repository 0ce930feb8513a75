"""The second counter, which shares no code with edgeasp, against a brute force, and what it is asked for."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate, resolve_preset
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.symmetry import Motion, board_key, moved_solution
from studies import counted
from tests.support import brute


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    return counted.compiled(tmp_path_factory.mktemp("second"))


@pytest.mark.sample(6)
@pytest.mark.parametrize("clued", [False, True])
@pytest.mark.parametrize(("cols", "rows", "seed"), [(3, 3, 1), (3, 3, 2), (4, 3, 1), (3, 4, 1), (4, 2, 3), (2, 5, 4)])
def test_it_finds_the_boards_of_the_brute_force(
    cols: int, rows: int, seed: int, clued: bool, program: Path, tmp_path: Path
) -> None:
    planted = generate(Recipe(cols, rows, 2, 2, seed=seed))
    assert planted.solution is not None
    clues = Solution(planted.solution.placements[:1] if clued else ())
    (tmp_path / "it.puz").write_text(plain.write_puz(planted.puzzle), encoding="utf-8")
    (tmp_path / "it.clue").write_text(plain.write_sol(clues), encoding="utf-8")
    again = counted.lines_of(program, tmp_path / "it.puz", tmp_path / "it.clue")
    assert again is not None
    lines, laid = again
    at = {(clue.square.col, clue.square.row): (clue.tile, clue.rot) for clue in clues}
    pictures = brute.solve(planted.puzzle, clues=at).pictures
    assert lines == sorted(" ".join(str(side) for sides, _ in picture for side in sides) + "\n" for picture in pictures)
    assert laid >= len(lines) > 0


def test_halves_make_as_many_boards_as_the_brute_force_finds(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    program = counted.compiled(tmp_path, counted.SOURCE.with_name("halves.c"))
    puzzles = [generate(resolve_preset("macmahon", (3, 2), inner=2)).puzzle]
    sizes = ((3, 2), (4, 2), (3, 4))
    puzzles += [generate(Recipe(cols, rows, rows - 1, 3, distinct=True, seed=3)).puzzle for cols, rows in sizes]
    for puzzle in puzzles:
        (tmp_path / "it.puz").write_text(plain.write_puz(puzzle), encoding="utf-8")
        said = subprocess.run([program, tmp_path / "it.puz"], capture_output=True, text=True, check=True).stdout
        assert int(said.split()[0]) == len(brute.solve(puzzle).pictures)


@pytest.mark.long
def test_sets_are_counted_in_the_order_of_work(program: Path, tmp_path: Path) -> None:
    for cols, height, colours in ((4, 4, 3), (3, 3, 2), (5, 3, 3)):
        puzzle = generate(Recipe(cols, height, colours, 2)).puzzle
        (tmp_path / f"{cols}x{height}.txt").write_text(plain.write_puz(puzzle), encoding="utf-8")
    names = counted.by_work(tmp_path, 1e9)
    assert names == ["3x3.txt", "5x3.txt", "4x4.txt"]
    assert counted.by_work(tmp_path, 500) == ["3x3.txt"]
    counted.carry_on(tmp_path / "sets.csv", names, partial(counted.all_boards, program, tmp_path))
    rows = counted.read(tmp_path / "sets.csv")
    expected = [len(brute.solve(plain.read_puz((tmp_path / name).read_text(), name)).pictures) for name in names]
    assert [int(row["boards"]) for row in rows] == expected
    assert all(len(row["digest"]) == 32 for row in rows)


def row(board: str, boards: int = 1, tiles: float = 5.0, seconds: float = 0.5) -> dict[str, str]:
    """A row of a table of counts."""
    laid = str(int(10**tiles))
    return {"board": board, "boards": str(boards), "log10_tiles": "5.0", "tiles": laid, "processor": str(seconds)}


def test_boards_are_chosen_by_chance_from_all_classes() -> None:
    rows = [row(f"{size}/{size + 2}/board_{index}") for size in (4, 5, 6) for index in range(200)]
    rows[7]["boards"] = "2"
    chosen = counted.tenth(rows)
    assert chosen[0] == rows[7]
    assert 30 < len(chosen) < 100
    assert [row for row in chosen if row in rows[:300]] == counted.tenth(rows[:300])
    rows[0] |= {"log10_tiles": "4.0"}
    names = counted.spread(rows, 7)
    assert len(set(names)) == 7
    assert {name.split("/")[0] for name in names} == {"4", "5", "6"}
    others = counted.spread(rows, 7, names[:3])
    assert len(others) == 4
    assert not {*others} & {*names[:3]}


def test_what_another_board_is_beside_the_first() -> None:
    planted = generate(Recipe(4, 4, 9, 3, seed=2))
    assert planted.solution is not None
    puzzle = planted.puzzle

    def line(quarters: int) -> str:
        key = board_key(puzzle, moved_solution(puzzle, planted.solution or Solution(), Motion(quarters)))
        return " ".join(str(side) for sides, _ in key for side in sides)

    assert [counted.other(line(0), line(quarters)) for quarters in (1, 2, 3)] == ["turned"] * 3
    words = line(0).split()
    words[5], words[40] = "99", "99"
    assert counted.other(line(0), " ".join(words)) == "2"


def test_the_frontier_is_the_fewest_colours_of_which_all_boards_are_counted() -> None:
    classes = [{"cols": "8", "colours": str(colours), "boards": "2"} for colours in (9, 10, 11, 12)]
    names = [f"8/{colours}/board_{index}" for colours in (9, 11, 12) for index in (0, 1)]
    rows = [row(name, seconds=90.0 if name == "8/11/board_1" else 0.5) for name in names]
    assert counted.frontier(rows, classes) == {
        8: {"before": 13, "within a second": 12, "within a minute": 12, "counted": 11}
    }
    table = counted.tables(rows, classes).splitlines()
    assert table[2].startswith("| 8 x 8 | 13 | 12 | 12 | 11 | 6 | 2 | 0 |")
