"""Methods of the author of the record with five clues.

    python -m studies.record_ways --clues official,centre, --seeds 1-8 -o instances/results/best/ways.csv

Each method is tested separately in the beam search of `edgeasp best`, against a plain search of some width:

- `turn N` rotates the board with its clues N times before the search.
- `ring late` lets a boundary tile cost a mismatch in the last four of the upper rows, `ring loose` lets it cost two
  below them.
- `end N` takes the boards N squares before the end, the most promising first. It looks for an exact completion that is
  better than the result of the beam search, in four times the time of that search.

Each row has the mismatches, and the processor seconds of the search and of the completion.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np

import edgeasp
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.puzzle import symmetry
from edgeasp.search.best import settings
from edgeasp.search.best.beam import Beam, make_beam_search
from edgeasp.search.best.filling import Filler
from edgeasp.search.best.layout import FREE, BoardLayout, Flags
from edgeasp.search.best.rounds import count_upper_rows, list_layouts
from edgeasp.search.task import Task, make_task
from edgeasp.system.limits import FOREVER
from edgeasp.system.lines import format_csv_row, parse_csv_rows

COLUMNS = ("clues", "way", "width", "seed", "mismatches", "sweep_cpu", "end_cpu")
MOST = 4
"""Most mismatches of a tile, if hardly any board can be extended otherwise."""

ENDS = 12, 16, 20, 24, 32
"""Numbers of squares to complete exactly."""

NODES = 100_000, 400_000, 1_600_000
"""Node limits of an exact completion: for up to 16 squares, up to 24, and more."""

Cost = Callable[[int, int], int]
"""Function from a square and the usual limit to the permitted mismatches, in upper rows or below."""


def main() -> None:
    """Test each method with each seed, and print the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clues", default="official,,", help="official, centre, or nothing for none; joined by commas")
    parser.add_argument("--seeds", default="1-8", help="such as 1-8")
    parser.add_argument("--width", type=int, default=10_000, help="width of the beam search")
    parser.add_argument("-o", "--output", default="instances/results/best/ways.csv", help="the table")
    parser.add_argument("--no-ends", action="store_true", help="leave out the exact ends, which take longest")
    asked = parser.parse_args()
    path, rows = Path(asked.output), dict[tuple[str, ...], list[str]]()
    if path.exists():
        rows = {tuple(row[:4]): row for row in parse_csv_rows(path.read_text(encoding="utf-8"), str(path))[1:]}
    for clues in dict.fromkeys(asked.clues.split(",")):
        task = make_task(edgeasp.load("e2").puzzle, edgeasp.load(f"e2:{clues}").clues if clues else [])
        for seed in parse_seeds(asked.seeds):
            if (clues, "sweep", str(asked.width), str(seed)) in rows:
                continue
            for way, *figures in tries(task, asked.width, seed, () if asked.no_ends else ENDS):
                key = clues, way, str(asked.width), str(seed)
                rows[key] = [*key, *(f"{figure:.4g}" for figure in figures)]
            path.write_text("".join(map(format_csv_row, [COLUMNS, *rows.values()])), encoding="utf-8")
        say(f"clues: {clues or 'none'}, width {asked.width}")
        for way in dict.fromkeys(key[1] for key in rows):
            mine = [row for key, row in rows.items() if key[:3] == (clues, way, str(asked.width))]
            if mine:
                figures = [mean(float(row[column]) for row in mine) for column in (4, 5, 6)]
                say(f"  {way:<12} {len(mine):3} {figures[0]:7.2f} mismatches, {figures[1]:6.2f} + {figures[2]:6.2f} s")


def tries(task: Task, width: int, seed: int, ends: Sequence[int] = ENDS) -> Iterator[tuple[str, float, float, float]]:
    """Yield each method with its mismatches.

    The seconds of the search and of the completion follow.
    """
    sizes = len(task.puzzle.grid.squares)
    for quarters in range(4):
        turned = task_turned(task, quarters)
        [layout] = list_layouts(turned)
        since = time.process_time()
        beams = swept(layout, width, seed, lambda _, usual: usual)
        spent = time.process_time() - since
        least = int(beams[sizes].mismatches.min())
        yield (f"turn {quarters}" if quarters else "sweep"), least, spent, 0.0
        if quarters:
            continue
        for squares in ends:
            since = time.process_time()
            found = ended(layout, beams[sizes - squares], least, squares, 4 * spent)
            yield f"end {squares}", found, spent, time.process_time() - since
        for way in ("ring late", "ring loose"):
            since = time.process_time()
            other = swept(layout, width, seed, ring_cost(layout, late=way == "ring late"))
            yield way, int(other[sizes].mismatches.min()), time.process_time() - since, 0.0


def ring_cost(layout: BoardLayout, *, late: bool) -> Cost:
    """Return the permitted cost of boundary squares.

    It is one mismatch in the last four of the upper rows, or two below them.
    """
    upper, cols = count_upper_rows(layout) * layout.puzzle.cols, layout.puzzle.cols
    ring: Flags = np.any(layout.neighbours < 0, axis=1)

    def cost(square: int, usual: int) -> int:
        if not ring[square] or square < upper - 4 * cols:
            return usual
        return 1 if late and square < upper else usual if late or square < upper else 2

    return cost


def task_turned(task: Task, quarters: int) -> Task:
    """Rotate the board of a task."""
    puzzle, turn = task.effective_puzzle, symmetry.Motion(quarters)
    turned = symmetry.moved_puzzle(puzzle, turn), symmetry.moved_solution(puzzle, task.clues, turn)
    return replace(task, puzzle=turned[0], clues=turned[1])


def swept(layout: BoardLayout, width: int, seed: int, cost: Cost) -> dict[int, Beam]:
    """Run a beam search.

    Returns:
        The beams of the last 32 squares, by the number of filled squares.
    """
    scan = make_beam_search(layout, np.random.default_rng(seed), FOREVER)
    cols, rows, upper = layout.puzzle.cols, layout.puzzle.rows, count_upper_rows(layout)
    beam = scan.start(layout.to_board(layout.clues))
    order = [(square, 0, width) for square in range(upper * cols)]
    last = settings.last_columns_width(width, cols * rows)
    for col in range(cols):
        usual = 2 if col >= cols - settings.LOOSE_COLUMNS else 1
        order += [(row * cols + col, usual, last) for row in range(upper, rows)]
    beams = {}
    for done, (square, usual, boards) in enumerate(order, 1):
        if beam.free[square]:
            extended = None
            for most in range(cost(square, usual), MOST + 1):
                extended = scan.extend(beam, square, boards, most) or extended
                if extended is not None and len(extended) >= min(len(beam), settings.THIN * boards):
                    break
            assert extended is not None, f"square {square} cannot be filled"
            beam = extended
        if done >= len(order) - 32:
            beams[done] = beam
    return beams


def ended(layout: BoardLayout, beam: Beam, least: int, squares: int, seconds: float) -> int:
    """Complete the boards of a beam exactly, within the time.

    Returns:
        The fewest mismatches, at most `least`.
    """
    filler, since = Filler(layout), time.process_time()
    nodes = NODES[(squares > 16) + (squares > 24)]
    for number in range(len(beam)):
        if time.process_time() - since > seconds:
            break
        board = beam.reconstruct_board(number)
        free: Sequence[int] = np.flatnonzero(board == FREE).tolist()
        while (left := least - 1 - int(layout.mismatched(board).sum())) >= 0:
            filled = filler.fill(board, free, left, nodes)
            if filled.board is None:
                break
            least = int(layout.mismatched(filled.board).sum())
    return least


def say(text: str) -> None:
    """Print a line, and flush it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
