"""Speed of versions of `scan.c` on six boards.

    git show da2ae853:edgeasp/solvers/row_scan/scan.c > build/before.c
    python -m studies.scan_speed build/before.c edgeasp/solvers/backtrack/scan.c

Three of the boards are narrow. The versions take turns on each board, a slice of tiles at a time, so that other work on
the machine slows all of them. Times are processor seconds. A ratio to the first version is the median over the slices.
Each version also searches some small boards to the end. All have to find the same boards, in any order, with as many
tiles.
"""

from __future__ import annotations

import argparse
import ctypes
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from statistics import geometric_mean, median

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Solution
from edgeasp.search.strategy import scan_order
from edgeasp.solvers.backtrack import ScanInput

BOARDS = ((10, 4, 5, 3), (12, 5, 7, 4), (14, 6, 9, 4), (10, 10, 17, 5), (12, 12, 22, 6), (16, 16, 17, 5))
"""Columns, rows, inner and border colours. The narrow boards are like Brendan Owen's."""

TO_THE_END = ((4, 4, 3, 2), (8, 3, 4, 2), (6, 6, 7, 3), (7, 7, 10, 3))
"""The same for the boards that are searched to the end."""

_ROOM = 100
"""Maximum number of boards per call."""


class Version:
    """Compiled source file, and its search."""

    def __init__(self, source: Path, command: Sequence[str], folder: Path) -> None:
        path = folder / f"{len(list(folder.iterdir()))}.so"
        subprocess.run([*command, "-shared", "-fPIC", "-o", str(path), str(source)], check=True)
        self.library = ctypes.CDLL(str(path))
        self.library.scan_new.restype = ctypes.c_void_p
        self.library.scan_nodes.restype = ctypes.c_uint64
        # Older versions start a search from the numbers, newer ones from a shared board.
        self.shares = hasattr(self.library, "board_new")
        if self.shares:
            self.library.board_new.restype = ctypes.c_void_p

    def begin(self, board: ScanInput) -> None:
        """Start the search of a board."""
        numbers = board.as_numbers()
        self.numbers = (ctypes.c_int32 * len(numbers))(*numbers)
        self.squares = len(board.order)
        self.places = (ctypes.c_int32 * (_ROOM * self.squares))()
        self.found: list[tuple[int, ...]] = []
        self.pace: list[float] = []
        self.all_laid = 0
        self._again()

    def _again(self) -> None:
        made: object = self.numbers
        if self.shares:
            made = ctypes.c_void_p(self.library.board_new(self.numbers))
        self.state, self.laid = ctypes.c_void_p(self.library.scan_new(made, 0)), 0

    def step(self, tiles: int) -> None:
        """Continue for a slice.

        A finished search starts again.
        """
        before, ends, begun = self.laid, self.laid + tiles, time.thread_time()
        is_over = False
        while self.laid < ends and not is_over:
            most = ctypes.c_uint64(ends - self.laid)
            boards = self.library.scan_next(self.state, self.places, _ROOM, most)
            self.laid = self.library.scan_nodes(self.state)
            for begin in range(0, boards * self.squares, self.squares):
                self.found.append(tuple(self.places[begin : begin + self.squares]))
            is_over = self.library.scan_is_over(self.state)
        self.over = bool(is_over)
        self.pace.append((self.laid - before) / (time.thread_time() - begun))
        self.all_laid += self.laid - before
        if is_over:
            self._again()


def scan_input(cols: int, rows: int, inner: int, border: int, seed: int) -> ScanInput:
    """Generate a board, with its squares in the best order."""
    puzzle = generate(Recipe(cols, rows, inner, border, seed=seed)).puzzle
    return ScanInput(puzzle, Candidates(puzzle).at, Solution(), scan_order(puzzle, Solution()).squares, 0)


def to_the_end(version: Version, sizes: tuple[int, int, int, int], seed: int) -> tuple[int, ...]:
    """Search a board to its end.

    Returns:
        The number of placed tiles, and the solutions.
    """
    version.begin(scan_input(*sizes, seed))
    version.over = False
    while not version.over:
        version.step(1_000_000)
    return version.all_laid, *chain.from_iterable(sorted(version.found))


def main() -> int:
    """Measure, and print the table.

    The exit status is 1 if the versions find different boards.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path, help="versions of scan.c; the first one is compared with")
    parser.add_argument("--slices", type=int, default=25, help="of each board")
    parser.add_argument("--tiles", type=int, default=4_000_000, help="in a slice")
    parser.add_argument("--compiler", default="cc -O3", help="the compiler, with its options")
    parser.add_argument("--seed", type=int, default=1, help="of the boards")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        versions = [Version(source, shlex.split(asked.compiler), Path(folder)) for source in asked.sources]
    names = [source.name for source in asked.sources]
    print("| board, inner colours |", " | ".join(f"{name}: million a second | ratio" for name in names), "|")
    print("| --- |" + " --: |" * (2 * len(versions)))
    ratios: list[list[float]] = [[] for _ in versions]
    for sizes in BOARDS:
        cols, rows, inner, _ = sizes
        board = scan_input(*sizes, asked.seed)
        for version in versions:
            version.begin(board)
        for _ in range(asked.slices):
            for version in versions:
                version.step(asked.tiles)
        first, cells = versions[0], []
        for version, of in zip(versions, ratios, strict=True):
            of.append(median(own / other for own, other in zip(version.pace, first.pace, strict=True)))
            cells.append(f"{median(version.pace) / 1e6:.1f} | {of[-1]:.2f}")
        print(f"| {cols} x {rows}, {inner} |", " | ".join(cells), "|", flush=True)
    print("| geometric mean |", " | ".join(f" | {geometric_mean(of):.2f}" for of in ratios), "|")
    differ = [sizes for sizes in TO_THE_END if len({to_the_end(each, sizes, asked.seed) for each in versions}) > 1]
    if differ:
        print("the versions find different boards, or place different tiles", file=sys.stderr)
    return int(bool(differ))


if __name__ == "__main__":
    raise SystemExit(main())
