"""Frontier counting, compared with the compiled search.

    python -m studies.frontiers --limit 60

The table has expected and reached states, and the time per step and tile. Boards are planted. Both programs only count,
in processor seconds, and the search is stopped at the limit. The threshold `TILES_A_STEP` of `search/strategy.py` comes
from here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import exp
from time import process_time

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.expected import best_frontier_order
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import assignments_per_board
from edgeasp.search.orders import best_scan_order
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.solvers.frontier import FrontierCount
from edgeasp.system.limits import Deadline

BOARDS = (
    *((4, 3, 3, False), (4, 3, 4, False), (4, 3, 5, False), (5, 3, 3, False), (5, 3, 4, False), (5, 3, 5, False)),
    *((4, 4, 3, False), (4, 4, 5, False), (6, 3, 3, False)),
    *((5, 4, 2, True), (5, 5, 3, True), (6, 5, 4, True), (6, 6, 2, True)),
)
"""Columns, rows, inner colours, and whether there is a frame."""

MOST_BYTES = 4 * 10**9

HEADINGS = (
    *("board", "seed", "boards", "expected states", "states", "ns a step", "s"),
    *("expected tiles", "scan: s", "tiles a step"),
)


def main() -> None:
    """Measure, and print the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a search")
    parser.add_argument("--seeds", type=int, default=2)
    asked = parser.parse_args()
    for line in (HEADINGS, ("---", *["--:"] * (len(HEADINGS) - 1))):
        say(line)
    for cols, rows, colours, framed in BOARDS:
        for seed in range(1, asked.seeds + 1):
            puzzle = generate(Recipe(cols, rows, colours, 2 if framed else 0, seed=seed)).puzzle
            say((f"{cols}x{rows}/{colours}{'' if framed else ' unframed'}", seed, *measured(puzzle, asked.limit)))


def say(cells: tuple[object, ...]) -> None:
    """Write a line of the table, and flush it."""
    sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")
    sys.stdout.flush()


def measured(puzzle: Puzzle, limit: float) -> Iterator[str]:
    """Measure both programs on a board."""
    order, scan = best_frontier_order(puzzle), best_scan_order(puzzle)
    count, begun = FrontierCount(puzzle, Solution(), order.squares), process_time()
    number = count.run(MOST_BYTES)
    spent = process_time() - begun
    step = spent / exp(order.log_steps)
    yield "-" if number is None else f"{number:,}"
    yield f"{exp(order.log_states):,.0f}"
    yield f"{count.states:,}"
    yield f"{1e9 * step:.0f}"
    yield f"{spent:.2f}"
    yield f"{exp(scan.log_tiles) / max(1, assignments_per_board(puzzle, Solution())):.2g}"
    seconds, tiles = scanned(puzzle, limit)
    yield f"{seconds:.2f}" if seconds < limit else f"> {limit:g}"
    yield f"{step * tiles / seconds:.1f}"


def scanned(puzzle: Puzzle, limit: float) -> tuple[float, int]:
    """Count by compiled search, and return its seconds and placements."""
    search, begun = BacktrackRun(puzzle, every=True), process_time()
    search.order, search.most_given = best_scan_order(puzzle).squares, 0

    def check() -> None:
        if process_time() - begun > limit:
            raise TimeoutError

    search.deadline = Deadline(on_tick=check)
    try:
        for _ in search.batches(1, len):
            pass
    except TimeoutError:
        return limit, search.statistics.choices or 0
    return process_time() - begun, search.statistics.choices or 0


if __name__ == "__main__":
    main()
