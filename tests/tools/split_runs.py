"""Measures `edgeasp solve --count --jobs N` against one process, pairwise, and adds a row for each run to a CSV file.

    python -m tests.tools.split_runs 7-9-3-1 8-14-4-2 --jobs 2 --pairs 3 -o instances/results/jobs/runs.csv

A board is named by size, inner and border colours and seed, as `edgeasp generate` takes them, or it is a file; a file
`puzzle.clue` beside it holds its clues. `--report` prints the ratios.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.tools.best_boards import model, say

COLUMNS = ("board", "jobs", "pair", "seconds", "cpu", "conflicts", "boards", "machine")


def main() -> None:
    """Measure, or report what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", help="names or files")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the split search")
    parser.add_argument("--pairs", type=int, default=3, help="runs of each kind")
    parser.add_argument("-o", "--output", default="instances/results/jobs/runs.csv", help="the file of rows")
    parser.add_argument("--report", action="store_true", help="print ratios only")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    for name in [] if asked.report else asked.boards:
        for pair in range(asked.pairs):
            rows += [measure(name, jobs, pair) for jobs in (1, asked.jobs)]
            write(path, rows)
            say(f"{name}: " + ", ".join(f"{row['jobs']} jobs {row['seconds']} s" for row in rows[-2:]))
    report(rows)


def measure(name: str, jobs: int, pair: int) -> dict[str, Any]:
    """One run."""
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(name)
        if not puzzle.exists():
            size, inner, border, seed = name.split("-")
            puzzle = Path(folder) / "puzzle.puz"
            options = ["--size", size, "--colours", inner, "--border-colours", border, "--seed", seed]
            edgeasp("generate", *options, "-o", puzzle)
        clue = puzzle.with_name("puzzle.clue")
        clues = ["--clue", clue] if clue.exists() else ["--up-to-symmetry"]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        text = edgeasp("solve", puzzle, *clues, "--count", "--jobs", jobs, "--format", "json")
        seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(text)
    return {
        "board": name,
        "jobs": jobs,
        "pair": pair,
        "seconds": round(seconds, 2),
        "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
        "conflicts": found["conflicts"],
        "boards": found["counts"]["boards"],
        "machine": model(),
    }


def edgeasp(*arguments: object) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "edgeasp", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write all rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def report(rows: list[dict[str, Any]]) -> None:
    """Print medians by board, and geometric means of the ratios."""
    groups: dict[str, dict[int, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[row["board"]][int(row["jobs"])].append(row)
    say("| board | jobs | one: s | conflicts | split: s | conflicts | faster | processor time |")
    say("| --- | --: | --: | --: | --: | --: | --: | --: |")
    faster, dearer = [], []
    for board, by_jobs in sorted(groups.items()):
        for jobs in sorted(set(by_jobs) - {1}):
            one, split = (
                {key: statistics.median(float(row[key]) for row in by_jobs[each]) for key in COLUMNS[3:6]}
                for each in (1, jobs)
            )
            assert len({int(row["boards"]) for each in (1, jobs) for row in by_jobs[each]}) == 1, board
            faster.append(one["seconds"] / split["seconds"])
            dearer.append(split["cpu"] / one["cpu"])
            say(
                f"| {board} | {jobs} | {one['seconds']:.1f} | {one['conflicts']:,.0f} | {split['seconds']:.1f} | "
                f"{split['conflicts']:,.0f} | {faster[-1]:.2f} | {dearer[-1]:.2f} |"
            )
    if faster:
        means = [statistics.geometric_mean(each) for each in (faster, dearer)]
        say(f"geometric means: {means[0]:.2f} times faster, {means[1]:.2f} times the processor time")


if __name__ == "__main__":
    main()
