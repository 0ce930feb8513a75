"""Times of puzzles with fixed rotations, such as TetraVex.

    python -m studies.upright

The table is by size and number of colours. Some solvers in turn search each board for its first solution. Times are
processor seconds of the whole process, which is ended at the limit.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median

from edgeasp.generate import Recipe, generate
from edgeasp.lab.bench.peers import CpSatRun, SatRun
from edgeasp.puzzle.model import Puzzle
from edgeasp.search.orders import expected_nodes
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.backtrack import BacktrackRun

BOARDS = ((6, 10), (7, 10), (8, 10), (9, 10), (10, 10), (10, 12), (10, 14), (10, 16), (10, 20))
"""Size of a square board, and colours."""

WAYS: dict[str, Callable[[Puzzle], Iterable[object]]] = {
    "edgeasp": lambda puzzle: Session(make_task(puzzle)).solve(1),
    "CaDiCaL, direct": lambda puzzle: SatRun(puzzle, encoding="direct"),
    "CaDiCaL, heule-all": lambda puzzle: SatRun(puzzle, encoding="heule-all"),
    "CP-SAT": CpSatRun,
    "row scan": BacktrackRun,
}


def board(size: int, colours: int, seed: int) -> Puzzle:
    """Generate a planted board without a frame."""
    return generate(Recipe(size, size, colours, seed=seed, turning=False)).puzzle


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=30, help="processor seconds of a run")
    parser.add_argument("--seeds", type=int, default=3, help="boards of each size")
    parser.add_argument("--one", nargs=4, metavar=("WAY", "SIZE", "COLOURS", "SEED"), help="a run alone")
    asked = parser.parse_args()
    if asked.one:
        way, *numbers = asked.one
        sys.exit(0 if next(iter(WAYS[way](board(*map(int, numbers)))), None) else 1)
    print(f"| board, colours | nodes row by row | {' | '.join(WAYS)} |")
    print(f"| --- | --: |{' --: |' * len(WAYS)}")
    beaten: set[str] = set()
    for size, colours in BOARDS:
        seeds = range(1, asked.seeds + 1)
        nodes = median(expected_nodes(board(size, colours, seed))[0].log10 for seed in seeds)
        cells = [f"{size} x {size}, {colours}", f"10^{nodes:.1f}"]
        for way in WAYS:
            # A solver that reached the limit skips larger boards with as many colours.
            times = (
                []
                if way in beaten and colours == 10
                else [seconds(way, size, colours, each, asked.limit) for each in seeds]
            )
            found = median(times) if times else asked.limit
            beaten |= {way} if found >= asked.limit and colours == 10 else set()
            cells.append(f"{found:.2f}" if found < asked.limit else f"> {asked.limit}" if times else "")
        print(f"| {' | '.join(cells)} |", flush=True)


def seconds(way: str, size: int, colours: int, seed: int, limit: int) -> float:
    """Return the processor seconds of a run, or the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bound = partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit + 1))
    words = [sys.executable, "-m", "studies.upright", "--one", way, str(size), str(colours), str(seed)]
    done = subprocess.run(words, capture_output=True, preexec_fn=bound, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 0:
        raise SystemExit(f"{way} finds nothing on {size} x {size} with {colours} colours: {done.stderr.decode()}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime if done.returncode == 0 else limit


if __name__ == "__main__":
    main()
