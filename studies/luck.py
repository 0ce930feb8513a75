"""Measures hard first solutions, which are a matter of luck, as survival curves: one for each policy of restarts.

    python -m studies.luck -o instances/results/scans/luck.csv

The boards are planted, framed, with few colours and five random clues. Each run is `edgeasp solve` with other options,
in processor seconds of the whole command; one that reaches the limit is ended. Rows that are there are kept.
"""

from __future__ import annotations

from edgeasp.generate import Recipe, generate
from studies.scans import add, arguments, kept, solve

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
    """One command."""
    board = generate(Recipe(size, size, colours, 5, seed=seed, clues=5))
    done, seconds = solve(board, POLICIES[policy], limit)
    return f"{size}x{size}/{colours}", seed, policy, done.returncode == 0, f"{seconds:.2f}"


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
