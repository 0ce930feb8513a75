"""Survival curves of hard first solutions, by restart policy.

    python -m studies.luck -o instances/results/scans/luck.csv

The time to a first solution is a matter of luck. The boards are planted and framed, with few colours and five random
clues. Each run is `edgeasp solve` with other options, in processor seconds of the whole command, and ended at the
limit. Existing rows are kept.
"""

from __future__ import annotations

from edgeasp.generate import Recipe, generate
from studies.scans import add, arguments, kept, solve

BOARDS = ((10, 15), (11, 16), (12, 17))
"""Size of a square board, and inner colours. All have five border colours."""

POLICIES = {
    "as it is": (),
    "clingo": ("--no-scan",),
    "2 % random": ("--heuristic", "none", "--clasp=--rand-freq=0.02"),
    "5 % random, restarts L,100": ("--heuristic", "none", "--clasp=--rand-freq=0.05", "--clasp=--restarts=L,100"),
    "1 % random, restarts L,60": ("--heuristic", "none", "--clasp=--rand-freq=0.01", "--clasp=--restarts=L,60"),
}
MOMENTS = (0.5, 1, 2, 4, 8, 12)
"""Seconds in the table."""

FIELDS = ("board", "seed", "policy", "solved", "seconds")


def main() -> None:
    """Measure, and print the table."""
    asked, path = arguments(__doc__, limit=13, seeds=20, output="instances/results/scans/luck.csv")
    rows = kept(path)
    known = {(row["board"], row["seed"], row["policy"]) for row in rows}
    for seed in range(1, asked.seeds + 1):
        for size, colours in BOARDS:
            for policy in POLICIES:
                if (f"{size}x{size}/{colours}", str(seed), policy) not in known:
                    add(rows, path, FIELDS, measure(size, colours, seed, policy, asked.limit))
    print(table(rows))


def measure(size: int, colours: int, seed: int, policy: str, limit: int) -> tuple[object, ...]:
    """Measure one command."""
    board = generate(Recipe(size, size, colours, 5, seed=seed, clues=5))
    done, seconds = solve(board, POLICIES[policy], limit)
    return f"{size}x{size}/{colours}", seed, policy, done.returncode == 0, f"{seconds:.2f}"


def table(rows: list[dict[str, str]]) -> str:
    """Format a Markdown line for each size and policy.

    It has the number of boards that are solved by each of the `MOMENTS`.
    """
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
