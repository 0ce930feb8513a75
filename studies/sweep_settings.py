"""Settings of the beam search of `edgeasp best`, compared.

    python -m studies.sweep_settings e2 --clue e2:official --boards 100000 --set LAST_SHARE=0.3,0.5,1 --seeds 1-30

The table has the mean mismatches of each value with its standard error, and the processor seconds. Values take turns,
so that other work on the machine affects all of them equally.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from math import sqrt
from statistics import mean, stdev

from edgeasp.lab.bench.instances import read_puzzle_and_clues
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.parallel.best import BestJob, round_seed
from edgeasp.puzzle import checker
from edgeasp.search.best import settings
from edgeasp.search.best.rounds import ImprovedBoard, Round, RoundKind, round_events
from edgeasp.search.task import Task, make_task


def main() -> None:
    """Search with each value and seed, and print the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle", help="a file, or the name of a puzzle that edgeasp knows")
    parser.add_argument("--clue", help="clues, as for edgeasp best")
    parser.add_argument("--boards", type=int, default=100_000, help="width of the beam search")
    parser.add_argument("--set", default="LAST_SHARE=0.5", help="a setting of edgeasp/search/best/settings.py, values")
    parser.add_argument("--seeds", default="1-10", help="such as 1-10")
    asked = parser.parse_args()
    name, _, values = asked.set.partition("=")
    before = getattr(settings, name, None)
    if not isinstance(before, int | float):
        raise SystemExit(f"sweep_settings: expected the name of a setting, got {name}")
    task = make_task(*read_puzzle_and_clues(asked.puzzle, asked.clue))
    figures = defaultdict[str, list[tuple[int, float]]](list)
    for seed in parse_seeds(asked.seeds):
        for value in values.split(","):
            setattr(settings, name, type(before)(value))
            figures[value].append(swept(task, asked.boards, seed))
    for value, both in figures.items():
        mismatches, seconds = zip(*both, strict=True)
        error = stdev(mismatches) / sqrt(len(both)) if len(both) > 1 else 0.0
        means = f"{mean(mismatches):.2f} +-{error:.2f} mismatches, {mean(seconds):.2f} s"
        print(f"{name} {value}: {len(both)} searches, {means}")


def swept(task: Task, boards: int, seed: int) -> tuple[int, float]:
    """Return the fewest mismatches of a search, and processor seconds."""
    since = time.process_time()
    sweep = Round(1, RoundKind.SWEEP, task, round_seed(BestJob(task, seed=seed), 1), width=boards)
    best = [event for event in round_events(sweep) if isinstance(event, ImprovedBoard)][-1].board
    matched = checker.check(task.puzzle, best, task.clues).matched
    return task.puzzle.grid.diamonds - matched, time.process_time() - since


if __name__ == "__main__":
    main()
