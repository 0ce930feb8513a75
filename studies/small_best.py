"""Proved best boards of small random sets of tiles.

    python -m studies.small_best --size 6 --seeds 1-10 -o instances/results/best/small.csv

Such sets hardly ever have a solution. A set has a frame and is drawn at random under all conditions of counting:
reproduce it with `edgeasp generate --random`. The search is `edgeasp best` in one process, in processor seconds.
Existing rows are kept.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

import edgeasp
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.system.lines import format_csv_row, parse_csv_rows

COLUMNS = ("size", "inner_colours", "border_colours", "seed", "score", "diamonds", "proved", "cpu")


def main() -> None:
    """Search, and print the median."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=6, help="columns and rows")
    parser.add_argument("--inner", type=int, default=6, help="colours inside")
    parser.add_argument("--border", type=int, default=3, help="colours along the frame")
    parser.add_argument("--seeds", default="1-10", help="such as 1-10")
    parser.add_argument("--seconds", type=float, default=600, help="wall time of a search")
    parser.add_argument("-o", "--output", default="instances/results/best/small.csv", help="the table")
    asked = parser.parse_args()
    path, rows = Path(asked.output), dict[tuple[str, ...], list[str]]()
    if path.exists():
        rows = {tuple(row[:4]): row for row in parse_csv_rows(path.read_text(encoding="utf-8"), str(path))[1:]}
    for seed in parse_seeds(asked.seeds):
        key = (f"{asked.size}x{asked.size}", str(asked.inner), str(asked.border), str(seed))
        if key not in rows:
            rows[key] = [*key, *map(str, proved(asked.size, asked.inner, asked.border, seed, asked.seconds))]
            path.write_text("".join(map(format_csv_row, [COLUMNS, *rows.values()])), encoding="utf-8")
        say(" ".join(rows[key]))
    mine = [row for row in rows.values() if row[:3] == [*key[:3]]]
    done = sum(row[-2] == "True" for row in mine)
    say(f"{done} of {len(mine)} proved, median {median(float(row[-1]) for row in mine):.1f} s")


def proved(size: int, inner: int, border: int, seed: int, seconds: float) -> Iterable[object]:
    """Search for the best board of a set.

    Returns:
        The score, the number of diamonds, whether the score is proved, and the processor seconds.
    """
    puzzle = edgeasp.generate_puzzle(size, colours=inner, border_colours=border, planted=False, seed=seed)
    before = spent()
    best = edgeasp.best(puzzle, time_limit=seconds)
    return best.score, puzzle.puzzle.grid.diamonds, best.proved, round(spent() - before, 2)


def say(text: str) -> None:
    """Print a line, and flush it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def spent() -> float:
    """Return processor seconds of this process and finished subprocesses."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main()
