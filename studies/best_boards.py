"""Measures `edgeasp best` on files of puzzles, and adds a row for each run to a CSV file.

    python -m studies.best_boards e2.puz --seconds 60 --seeds 1-3 -o instances/results/best/runs.csv

A run is a process of its own; one whose row is there already is not repeated. `--report` prints the medians.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

COLUMNS = ("board", "seconds", "jobs", "seed", "score", "diamonds", "proved", "cpu", "trajectory", "version", "machine")


def main() -> None:
    """Measure, or report what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="*", help="files of puzzles")
    parser.add_argument("--seconds", type=float, default=60, help="time limit of a run")
    parser.add_argument("--jobs", type=int, default=1, help="processes of a run")
    parser.add_argument("--seeds", default="1-3", help="first and last seed")
    parser.add_argument("--clue", help="a file of clues for all puzzles")
    parser.add_argument("-o", "--output", default="instances/results/best/runs.csv", help="the file of rows")
    parser.add_argument("--report", action="store_true", help="print medians only")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    if not asked.report:
        first, _, last = asked.seeds.partition("-")
        for puzzle in asked.puzzles:
            for seed in range(int(first), int(last or first) + 1):
                key = [name_of(puzzle, asked), str(asked.seconds), str(asked.jobs), str(seed)]
                if any([each[name] for name in COLUMNS[:4]] == key for each in rows):
                    continue
                row = measure(puzzle, asked, seed)
                if row["score"]:
                    rows.append(row)
                    write(path, rows)
                say(f"{row['board']} {asked.seconds:g} s x {row['jobs']}, seed {seed}: {row['score']}")
    report(rows)


def name_of(puzzle: str, asked: argparse.Namespace) -> str:
    """The name of a board, with its clues if a file has them."""
    return Path(puzzle).stem + (f" with {Path(asked.clue).name}" if asked.clue else "")


def measure(puzzle: str, asked: argparse.Namespace, seed: int) -> dict[str, Any]:
    """One run."""
    command = [sys.executable, "-m", "edgeasp", "best", puzzle, "--seed", str(seed), "--jobs", str(asked.jobs)]
    command += ["--time-limit", str(asked.seconds), "--format", "json", "-q"]
    command += ["--clue", asked.clue] if asked.clue else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    found = json.loads(done.stdout)
    return {
        "board": name_of(puzzle, asked),
        "seconds": str(asked.seconds),
        "jobs": str(asked.jobs),
        "seed": str(seed),
        "score": found["score"] or "",
        "diamonds": found["diamonds"],
        "proved": found["proved"],
        "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "trajectory": " ".join(f"{each['seconds']:.1f}:{each['score']}" for each in found["trajectory"]),
        "version": found["versions"]["edgeasp"],
        "machine": f"{model()}, {os.cpu_count()} cores",
    }


def model() -> str:
    """The processor, as far as the system says."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write all rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def report(rows: list[dict[str, Any]]) -> None:
    """Print the scores by board and time, and their means."""
    groups: dict[tuple[str, float, int], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["board"], float(row["seconds"]), int(row["jobs"])].append(row)
    say("| board | seconds | jobs | scores | median | mean |")
    say("| --- | --: | --: | --- | --: | --: |")
    for (board, seconds, jobs), each in sorted(groups.items()):
        scores = [int(row["score"]) for row in each]
        say(
            f"| {board} | {seconds:g} | {jobs} | {', '.join(map(str, scores))} | "
            f"{statistics.median(scores):g} | {statistics.mean(scores):.1f} |"
        )


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
