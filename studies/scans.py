"""clasp and the compiled search on small boards with few colours.

    python -m studies.scans -o instances/results/scans/scans.csv

The task is all solutions with a corner clue. `edgeasp solve --count` counts each board twice, with `--scan` and with
`--no-scan`, in turn. Times are processor seconds of the whole command, which is ended at the limit. Existing rows are
kept.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import geometric_mean

from edgeasp.formats import plain
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.search.strategy import estimate_compiled_search
from edgeasp.search.task import make_task

BOARDS = ((6, 6), (7, 8), (7, 9), (7, 10), (8, 11), (8, 12), (8, 13), (9, 14), (9, 16), (10, 16), (10, 18), (10, 20))
"""Size of a square board, and inner colours. Border colours are a third."""

FIELDS = ("board", "seed", "planned", "how", "status", "seconds", "answer")


def main() -> None:
    """Measure, and print the table."""
    asked, path = arguments(__doc__, limit=60, seeds=2, output="instances/results/scans/scans.csv")
    rows = kept(path)
    known = {(row["board"], row["seed"], row["how"]) for row in rows}
    for seed in range(1, asked.seeds + 1):
        for size, colours in BOARDS:
            for how in ("--scan", "--no-scan"):
                if (f"{size}x{size}/{colours}", str(seed), how) not in known:
                    add(rows, path, FIELDS, measure(size, colours, seed, how, asked.limit))
    print(table(rows, asked.limit))


def measure(size: int, colours: int, seed: int, how: str, limit: int) -> tuple[object, ...]:
    """Measure one command."""
    board = generate(Recipe(size, size, colours, max(3, colours // 3), seed=seed, clues="corner"))
    done, seconds = solve(board, ["--count", how], limit)
    estimate = estimate_compiled_search(make_task(board.puzzle, board.clues), 0)
    planned = estimate is not None and estimate.pays
    status = "limit" if done.returncode < 0 else done.returncode
    return f"{size}x{size}/{colours}", seed, planned, how, status, f"{seconds:.2f}", done.stdout.strip()


def arguments(text: str | None, *, limit: int, seeds: int, output: str) -> tuple[argparse.Namespace, Path]:
    """Parse the arguments of a study of commands."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=limit, help="processor seconds of a command")
    parser.add_argument("--seeds", type=int, default=seeds, help="boards of each size")
    parser.add_argument("-o", "--output", default=output, help="the table")
    asked = parser.parse_args()
    return asked, Path(asked.output)


def kept(path: Path) -> list[dict[str, str]]:
    """Read the existing rows."""
    return list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []


def add(rows: list[dict[str, str]], path: Path, names: Sequence[str], values: Sequence[object]) -> None:
    """Add a row, print it, and write the table."""
    rows.append(dict(zip(names, map(str, values), strict=True)))
    print(*rows[-1].values(), sep=", ", flush=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def solve(board: Planted, options: Sequence[str], limit: int) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run `edgeasp solve` with the clues of a board.

    It is ended at the limit. Returns the process and its processor seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        puzzle, clue = Path(folder, "board.puz"), Path(folder, "board.clue")
        puzzle.write_text(plain.write_puz(board.puzzle), encoding="utf-8")
        clue.write_text(plain.write_sol(board.clues), encoding="utf-8")
        command = [sys.executable, "-m", "edgeasp", "solve", str(puzzle), "--clue", str(clue), *options]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        bound = partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit + 1))
        done = subprocess.run(command, capture_output=True, text=True, preexec_fn=bound, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def table(rows: list[dict[str, str]], limit: int) -> str:
    """Format a Markdown line for each board."""
    lines = [
        "| board, colours | seed | by plan | with the scan | by clasp | ratio |",
        "| --- | --: | --- | --: | --: | --: |",
    ]
    ratios = []
    by_board: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in rows:
        by_board.setdefault((row["board"], row["seed"]), {})[row["how"]] = row
    for (board, seed), both in by_board.items():
        scan, clasp = both["--scan"], both["--no-scan"]
        ratio = float(clasp["seconds"]) / float(scan["seconds"])
        ratios.append(ratio)
        least = "> " * (clasp["status"] == "limit")
        shown = [f"> {limit}" if each["status"] == "limit" else each["seconds"] for each in (scan, clasp)]
        chosen = "the scan" if scan["planned"] == "True" else "clasp"
        lines.append(f"| {board} | {seed} | {chosen} | {shown[0]} | {shown[1]} | {least}{ratio:.1f} |")
    return "\n".join([*lines, f"| geometric mean of {len(ratios)} | | | | | {geometric_mean(ratios):.1f} |"])


if __name__ == "__main__":
    main()
