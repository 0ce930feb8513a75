"""Beam searches that start from the first rows of good boards.

    python -m studies.good_rows --seeds 1-80 --good 20 --rows 1-5 --again 8

The question is whether they are better than complete ones. Complete beam searches of Eternity II with its five clues
come first, one for each seed. From the first rows of each board with few mismatches, `--again` further searches
continue, which differ in their noise alone. The study prints the mismatches by the number of rows, and how many boards
have the same result for all searches.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from statistics import mean

import numpy as np

import edgeasp
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.search.best.beam import make_beam_search
from edgeasp.search.best.layout import BoardLayout, Ints
from edgeasp.search.best.rounds import list_layouts, run_beam_search
from edgeasp.search.task import make_task
from edgeasp.system.limits import FOREVER
from studies.record_ways import say, task_turned


def main() -> None:
    """Search with each seed and from good rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-80", help="such as 1-80")
    parser.add_argument("--width", type=int, default=30_000, help="width of a complete beam search")
    parser.add_argument("--wide", type=int, help="width of a beam search that starts from rows. Default: the same")
    parser.add_argument("--good", type=int, default=20, help="mismatches of a good board at most")
    parser.add_argument("--rows", default="1-5", help="numbers of rows that are kept, such as 1-5")
    parser.add_argument("--again", type=int, default=8, help="beam searches from each board and number of rows")
    asked = parser.parse_args()
    task = make_task(edgeasp.load("e2").puzzle, edgeasp.load("e2:official").clues)
    ends, alike = defaultdict[int, Counter[int]](Counter), defaultdict[int, list[bool]](list)
    for seed in parse_seeds(asked.seeds):
        [layout] = list_layouts(task_turned(task, seed % 4))
        empty = layout.to_board(layout.clues)
        least, board = best_of(layout, empty, asked.width, seed)
        ends[0][least] += 1
        for rows in parse_seeds(asked.rows) if least <= asked.good else ():
            kept = rows * layout.puzzle.cols
            begin = empty.copy()
            begin[:kept] = board[:kept]
            seeds = (1000 * seed + number for number in range(asked.again))
            found = [best_of(layout, begin, asked.wide or asked.width, other)[0] for other in seeds]
            ends[rows].update(found)
            alike[rows].append(len({*found}) == 1)
    for rows, number in sorted(ends.items()):
        what = f"{rows} rows" if rows else "whole"
        same = f", {mean(alike[rows]):.0%} of the boards end identically" if rows else ""
        counts = ", ".join(f"{least}: {times}" for least, times in sorted(number.items()))
        say(f"{what:<8} {number.total():4} searches, {mean(number.elements()):.2f} mismatches{same} ({counts})")


def best_of(layout: BoardLayout, begin: Ints, width: int, seed: int) -> tuple[int, Ints]:
    """Return the fewest mismatches, and the board."""
    scan = make_beam_search(layout, np.random.default_rng(seed), FOREVER)
    complete = [beam for _, beam, _ in run_beam_search(scan, begin, width) if not beam.free.any()]
    best = min(complete, key=lambda beam: int(beam.mismatches.min()))
    return int(best.mismatches.min()), best.reconstruct_board(int(best.mismatches.argmin()))


if __name__ == "__main__":
    main()
