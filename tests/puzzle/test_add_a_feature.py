"""The steps of docs/add-a-feature.md, applied to a copy of the code."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/add-a-feature.md"
SUPPORTING = set(
    re.findall(r"`(\w+)`", GUIDE.read_text(encoding="utf-8").partition("a column: `yes` for")[2].split("which")[0])
)

Sides = tuple[int, ...]
Reserved = Mapping[int, tuple[int, ...]]


def hunks(text: str) -> Iterator[tuple[str, str, str]]:
    """The file, the old lines and the new ones of each change in the guide."""
    for block in re.findall(r"^```diff\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        path, *changes = block.split("@@\n")
        for change in changes:
            lines = change.splitlines(keepends=True)
            old, new = ("".join(line[1:] or line for line in lines if line[0] != sign) for sign in "+-")
            yield path.removeprefix("--- ").strip(), old, new


def apply(folder: Path) -> set[str]:
    """Carry out the guide on a copy, and return the files changed."""
    changed = set()
    for path, old, new in hunks(GUIDE.read_text(encoding="utf-8")):
        text = (folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path} has no longer the lines, or has them twice:\n{old}"
        (folder / path).write_text(text.replace(old, new), encoding="utf-8")
        changed.add(path)
    table = folder / "edgeasp/puzzle/features.py"
    text, rows = re.subn(
        r'^(    "(\w+)": _row\("[^"]*)"',
        lambda row: f'{row[1]} {"yes" if row[2] in SUPPORTING else "-"}"',
        table.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    assert rows > 20
    table.write_text(text, encoding="utf-8")
    return {*changed, "edgeasp/puzzle/features.py"}


def planted(rng: random.Random, cols: int, rows: int, *, framed: bool) -> tuple[list[Sides], list[int]]:
    """Tiles of a board of random colours, turned and shuffled, and the tile of each square."""
    across = {
        (x, y): 0 if framed and x in (0, cols) else rng.randint(1, 3) for x in range(cols + 1) for y in range(rows)
    }
    down = {(x, y): 0 if framed and y in (0, rows) else rng.randint(1, 3) for x in range(cols) for y in range(rows + 1)}
    board = [(down[x, y], across[x + 1, y], down[x, y + 1], across[x, y]) for y in range(rows) for x in range(cols)]
    order = rng.sample(range(cols * rows), cols * rows)
    turned = [board[at][turn:] + board[at][:turn] for at in order for turn in [rng.randrange(4)]]
    return turned, [order.index(at) for at in range(cols * rows)]


def boards(tiles: list[Sides], cols: int, reserved: Reserved, framed: bool) -> int:
    """Count the boards, tile by tile and square by square."""
    on: list[tuple[int, Sides]] = []
    rows = len(tiles) // cols

    def fits(shown: Sides) -> bool:
        at = len(on)
        ends = {0: at < cols, 1: at % cols == cols - 1, 2: at // cols == rows - 1, 3: at % cols == 0}
        if framed and any(shown[side] != 0 for side, is_end in ends.items() if is_end):
            return False
        return (ends[0] or on[at - cols][1][2] == shown[0]) and (ends[3] or on[at - 1][1][1] == shown[3])

    def extended() -> int:
        if len(on) == len(tiles):
            return 1
        found, used = 0, {tile for tile, _ in on}
        for tile in set(reserved.get(len(on), range(len(tiles)))) - used:
            for shown in {tiles[tile][turn:] + tiles[tile][:turn] for turn in range(4)}:
                if fits(shown):
                    on.append((tile, shown))
                    found += extended()
                    on.pop()
        return found

    return extended()


def puz(number: int) -> tuple[str, int]:
    """A puzzle with reserved squares, and its number of boards."""
    rng = random.Random(number)
    cols, rows, framed = 3, 2 + number % 2, number % 3 > 0
    tiles, lying = planted(rng, cols, rows, framed=framed)
    while len({min(tile[turn:] + tile[:turn] for turn in range(4)) for tile in tiles}) < len(tiles):
        tiles, lying = planted(rng, cols, rows, framed=framed)
    chosen = rng.sample(range(len(tiles)), 2)
    reserved = {at: tuple(sorted({lying[at], *rng.sample(range(len(tiles)), rng.randint(0, 3))})) for at in chosen}
    lines = [f"{cols} {rows}"]
    for at, some in sorted(reserved.items(), key=lambda item: (item[0] % cols, item[0])):
        lines.append(f"c edgeasp reserve {'ABC'[at // cols]}{at % cols + 1} {','.join(map(str, some))}")
    return "\n".join([*lines, *(" ".join(map(str, tile)) for tile in tiles)]) + "\n", boards(
        tiles, cols, reserved, framed
    )


CHECK = """
import sys
from dataclasses import replace
from pathlib import Path
import edgeasp
from edgeasp.encoding import facts
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import PuzzleFeature
from edgeasp.puzzle.symmetry import Motion, moved_puzzle

for path in map(Path, sys.argv[1:]):
    puzzle = edgeasp.load(path).puzzle
    assert puzzle.beyond == (PuzzleFeature.RESERVED,)
    assert plain.write_puz(puzzle) == path.read_text()
    assert facts.read_facts(facts.write_facts(puzzle), "x")[0] == puzzle
    found = list(edgeasp.Session(edgeasp.make_task(puzzle)).solve(0))
    by_clingo = list(edgeasp.solve(puzzle, number=0, add="more."))
    free = edgeasp.solve(replace(puzzle, reserved=()), number=0)
    kept = sum(check(puzzle, solution).solved for solution in free)
    turned = edgeasp.count(moved_puzzle(puzzle, Motion(1)))
    print(path.stem, *sorted({edgeasp.count(puzzle), len(found), len(by_clingo), kept, turned}))
    try:
        edgeasp.best(puzzle)
    except edgeasp.EdgeaspError as error:
        assert "reserved squares" in str(error)
    else:
        raise AssertionError("best supports what its row in the table does not have")
"""


def test_reserved_squares_are_added_by_the_guide(tmp_path: Path) -> None:
    """Puzzles with them are read, written, solved, checked and turned; what does not support them refuses."""
    copy = tmp_path / "copy"
    for name in ("edgeasp", "asp"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    assert len(apply(copy)) <= 18
    wanted = {}
    for number in range(8):
        text, wanted[str(number)] = puz(number)
        (tmp_path / f"{number}.puz").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHECK, *map(str, sorted(tmp_path.glob("*.puz")))],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert dict(map(str.split, done.stdout.splitlines())) == {name: str(number) for name, number in wanted.items()}
