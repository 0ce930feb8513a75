"""Times of `edgeasp solve --count` with one core and with two.

    python -m studies.split_runs 7-9-3-1 8-14-4-2 --pairs 3

The runs take turns, and each adds a row to a CSV file. A board is named by size, inner and border colours and seed, in
the order of `edgeasp generate`, and is counted up to rotation. Or it is a file, with its clues in `puzzle.clue` in the
same folder. `--report` prints the ratios.
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

from studies.best_boards import model, say

ONE = "one"
WAYS: dict[str, list[object]] = {ONE: [], "threads": [], "jobs": ["--jobs", 2]}
"""Options by name. `threads` only occurs in kept rows: its option no longer exists."""

COLUMNS = ("board", "way", "pair", "seconds", "cpu", "conflicts", "boards", "machine")


def main() -> None:
    """Measure, or report the kept rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", help="names or files")
    parser.add_argument("--ways", nargs="+", choices=["jobs"], default=["jobs"], help="besides one core")
    parser.add_argument("--pairs", type=int, default=3, help="runs of each kind")
    parser.add_argument("-o", "--output", default="instances/results/jobs/runs.csv", help="the file of rows")
    parser.add_argument("--report", action="store_true", help="print ratios only")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    for name in [] if asked.report else asked.boards:
        for pair in range(asked.pairs):
            added = [measure(name, way, pair) for way in (ONE, *asked.ways)]
            rows += added
            write(path, rows)
            say(f"{name}: " + ", ".join(f"{row['way']} {row['seconds']} s" for row in added))
    report(rows)


def measure(name: str, way: str, pair: int) -> dict[str, Any]:
    """Measure one run."""
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(name)
        if not puzzle.exists():
            size, inner, border, seed = name.split("-")
            puzzle = Path(folder) / "puzzle.puz"
            options = ["--size", size, "--colours", inner, "--border-colours", border, "--seed", seed]
            edgeasp("generate", *options, "-o", puzzle)
        clue = puzzle.with_name("puzzle.clue")
        clues = ["--clue", clue] if clue.exists() else ["--up-to-rotation"]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        text = edgeasp("solve", puzzle, *clues, "--count", *WAYS[way], "--format", "json")
        seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(text)
    return {
        "board": name,
        "way": way,
        "pair": pair,
        "seconds": round(seconds, 2),
        "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
        "conflicts": found["conflicts"],
        "boards": found["counts"]["boards"],
        "machine": model(),
    }


def edgeasp(*arguments: object) -> str:
    """Run a command, and return its output."""
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
    groups: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[row["board"]][row["way"]].append(row)
    say("| board | one: s | conflicts | two cores | s | conflicts | faster | processor time |")
    say("| --- | --: | --: | --- | --: | --: | --: | --: |")
    ratios: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for board, by_way in sorted(groups.items()):
        for way in [way for way in WAYS if way in by_way and way != ONE]:
            one, two = (
                {key: statistics.median(float(row[key]) for row in by_way[each]) for key in COLUMNS[3:6]}
                for each in (ONE, way)
            )
            assert len({int(row["boards"]) for each in (ONE, way) for row in by_way[each]}) == 1, board
            faster, dearer = one["seconds"] / two["seconds"], two["cpu"] / one["cpu"]
            ratios[way].append((faster, dearer))
            say(
                f"| {board} | {one['seconds']:.1f} | {one['conflicts']:,.0f} | {way} | {two['seconds']:.1f} | "
                f"{two['conflicts']:,.0f} | {faster:.2f} | {dearer:.2f} |"
            )
    for way, pairs in ratios.items():
        faster, dearer = (statistics.geometric_mean(each) for each in zip(*pairs, strict=True))
        say(f"{way}: geometric means: {faster:.2f} times faster, {dearer:.2f} times the processor time")


if __name__ == "__main__":
    main()
