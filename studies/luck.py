"""Measures hard first solutions, which are a matter of luck, as survival curves: one for each policy of restarts.

    python -m studies.luck -o instances/results/scans/luck.csv

The boards are planted, framed, with few colours and five random clues. Each run is `edgeasp solve` with other options,
in processor seconds of the whole command; one that reaches the limit is ended. Rows that are there are kept.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from edgeasp.formats import puz, sol
from edgeasp.generate import Recipe, generate

BOARDS = ((10, 15), (11, 16), (12, 17))
"""Columns, which are as many as rows, and inner colours; five along the frame."""

POLICIES = {
    "as it is": (),
    "clingo": ("--no-scan",),
    "2 % random": ("--heuristic", "none", "--clasp=--rand-freq=0.02"),
    "5 % random, restarts L,100": ("--heuristic", "none", "--clasp=--rand-freq=0.05", "--clasp=--restarts=L,100"),
    "1 % random, restarts L,60": ("--heuristic", "none", "--clasp=--rand-freq=0.01", "--clasp=--restarts=L,60"),
}
MOMENTS = (0.5, 1, 2, 4, 8, 12)
"""Seconds at which the curves are read."""

FIELDS = ("board", "seed", "policy", "solved", "seconds")


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=13, help="processor seconds of a command")
    parser.add_argument("--seeds", type=int, default=20, help="boards of each size")
    parser.add_argument("-o", "--output", default="instances/results/scans/luck.csv", help="the table")
    asked = parser.parse_args()
    path = Path(asked.output)
    rows = list(csv.DictReader(path.open(encoding="utf-8"))) if path.exists() else []
    known = {(row["board"], row["seed"], row["policy"]) for row in rows}
    for seed in range(1, asked.seeds + 1):
        for size, colours in BOARDS:
            for policy in POLICIES:
                if (f"{size}x{size}/{colours}", str(seed), policy) not in known:
                    rows.append(measure(size, colours, seed, policy, asked.limit))
                    print(*rows[-1].values(), sep=", ", flush=True)
                    with path.open("w", encoding="utf-8", newline="") as stream:
                        writer = csv.DictWriter(stream, FIELDS, lineterminator="\n")
                        writer.writeheader()
                        writer.writerows(rows)
    print(table(rows))


def measure(size: int, colours: int, seed: int, policy: str, limit: int) -> dict[str, str]:
    """One command."""
    board = generate(Recipe(size, size, colours, 5, seed=seed, clues=5))
    with tempfile.TemporaryDirectory() as folder:
        puzzle, clue = Path(folder, "board.puz"), Path(folder, "board.clue")
        puzzle.write_text(puz.write(board.puzzle), encoding="utf-8")
        clue.write_text(sol.write(board.clues), encoding="utf-8")
        command = [sys.executable, "-m", "edgeasp", "solve", str(puzzle), "--clue", str(clue), "-o", f"{folder}/x.sol"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        bound = partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit + 1))
        done = subprocess.run([*command, *POLICIES[policy]], capture_output=True, preexec_fn=bound, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    values = (f"{size}x{size}/{colours}", seed, policy, done.returncode == 0, f"{seconds:.2f}")
    return dict(zip(FIELDS, map(str, values), strict=True))


def table(rows: list[dict[str, str]]) -> str:
    """A line a size and policy, in Markdown: how many boards are solved within so many seconds."""
    lines = [f"| board, colours | policy | boards | {' | '.join(f'{each:g} s' for each in MOMENTS)} |"]
    lines.append(f"| --- | --- {'| --: ' * (len(MOMENTS) + 1)}|")
    for board in dict.fromkeys(row["board"] for row in rows):
        for policy in POLICIES:
            runs = [row for row in rows if (row["board"], row["policy"]) == (board, policy)]
            times = [float(row["seconds"]) for row in runs if row["solved"] == "True"]
            solved = " | ".join(str(sum(each <= moment for each in times)) for moment in MOMENTS)
            lines.append(f"| {board} | {policy} | {len(runs)} | {solved} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
