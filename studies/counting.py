"""Overhead of counting and writing many solutions, compared with plain clingo.

    python -m studies.counting -o instances/results/counting/runs.csv

prints medians of processor seconds and writes a row for each run. clingo has the same program and options. The boards
have many solutions that are found with few conflicts, so that the work per solution weighs as much as possible. The
last board is stopped after a million solutions.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from studies.best_boards import model, say

OPTIONS = ("--configuration=frumpy", "--restarts=D,50,0.7", "--sign-def=pos", "--heuristic=Vsids,98", "--seed=1")
"""Options that edgeasp passes to clasp without a decision heuristic, as on these boards."""

BOARDS = (("3x3", 3, 1, 0, 3), ("3x3", 3, 5, 0, 3), ("3x3", 3, 6, 0, 3), ("4x3", 3, 1, 1_000_000, 1))
"""Size, colours and seed of unframed puzzles, the number of solutions to stop at, and how many times they are run."""

COLUMNS = ("board", "what", "run", "cpu", "seconds", "megabytes", "machine")


class Run(NamedTuple):
    """Cost of a process."""

    cpu: float
    seconds: float
    megabytes: float


def measure(command: list[str]) -> Run:
    """Run a command without its output."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    return Run(used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1000)


def edgeasp(*words: object) -> list[str]:
    """Return a command line of edgeasp."""
    return [sys.executable, "-m", "edgeasp", *map(str, words)]


def commands(folder: Path, limit: int, number: int) -> dict[str, list[str]]:
    """Return the compared command lines by name.

    Each run writes to a folder of its own.
    """
    puzzle, program = folder / "x.puz", [str(folder / "x.lp"), str(folder / "rules.lp")]
    found = {
        "clingo": [sys.executable, "-m", "clingo", *program, str(limit), "--quiet", *OPTIONS],
        "count": edgeasp("solve", puzzle, "--count", *(["-n", limit] if limit else [])),
        "all": edgeasp("solve", puzzle, "-n", limit, "--format", "sol"),
    }
    if not limit:
        found["files"] = edgeasp("solve", puzzle, "-n", 0, "-o", folder / f"solutions-{number}")
    return found


def main() -> None:
    """Measure, write the rows, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default="instances/results/counting/runs.csv", help="the file of rows")
    path = Path(parser.parse_args().output)
    path.parent.mkdir(parents=True, exist_ok=True)
    say("| board | solutions | clingo | count | ratio | all | ratio | files | ratio | megabytes |")
    say("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for size, colours, seed, limit, times in BOARDS:
            with tempfile.TemporaryDirectory() as name:
                folder, runs = Path(name), dict[str, list[Run]]()
                make(folder, size, colours, seed)
                counted = subprocess.run(
                    commands(folder, limit, 0)["count"], check=True, capture_output=True, text=True
                )
                for number in range(times):
                    for what, command in commands(folder, limit, number).items():
                        run = measure(command)
                        runs.setdefault(what, []).append(run)
                        rows.writerow([f"{size}-{colours}-{seed}", what, number, *(round(x, 2) for x in run), model()])
                        file.flush()
                say(row(f"{size}-{colours}-{seed}", counted.stdout, runs))


def make(folder: Path, size: str, colours: int, seed: int) -> None:
    """Write a puzzle, its facts and its rules."""
    puzzle = folder / "x.puz"
    made = ("generate", "--size", size, "--colours", colours, "--unframed", "--seed", seed, "-o", puzzle)
    for words in (made, ("facts", puzzle, "-o", folder / "x.lp"), ("encode", puzzle, "-o", folder / "rules.lp")):
        subprocess.run(edgeasp(*words), check=True, capture_output=True)


def row(name: str, counted: str, runs: dict[str, list[Run]]) -> str:
    """Format a row of the table.

    It has medians of processor seconds, and their ratios to clingo's.
    """
    cpu = {what: median(run.cpu for run in all_) for what, all_ in runs.items()}
    boards = next(word for word in counted.split() if word.isdigit())
    cells = [f"{cpu['clingo']:.2f}"]
    for what in ("count", "all", "files"):
        cells += [f"{cpu[what]:.2f}", f"{cpu[what] / cpu['clingo']:.2f}"] if what in cpu else ["", ""]
    most = max(run.megabytes for what in runs if what != "clingo" for run in runs[what])
    return f"| {name} | {int(boards):,} | {' | '.join(cells)} | {most:.0f} |"


if __name__ == "__main__":
    main()
