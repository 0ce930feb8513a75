"""Cost of all solutions by the number of colours.

    python -m studies.frontier_curve -o instances/results/scans/frontier.csv

The curves compare clasp and the compiled search, with one line for each size. `edgeasp solve --count` counts a board of
each number of colours, planted and framed, with a corner clue, with `--scan` and with `--no-scan`. It starts with many
colours and ends with the first command that reaches the limit. Times are processor seconds of the whole command.
Existing rows are kept. A picture is drawn next to the table.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

from edgeasp.generate import Recipe, generate
from edgeasp.lab import plots
from studies.scans import add, arguments, kept, solve

BOARDS = {8: (14, 3), 10: (22, 4), 12: (30, 4), 14: (38, 5), 16: (48, 5)}
"""Most inner colours, and border colours, by the size of a square board."""

WAYS = {"--scan": "scan", "--no-scan": "clasp"}

FIELDS = ("size", "colours", "how", "status", "seconds")

SLOPE_FROM = 1.0
"""Seconds of a command that are mostly search, rather than its start."""


class Point(NamedTuple):
    """Cost of a command, and whether it ended."""

    colours: int
    seconds: float
    ended: bool


def main() -> None:
    """Measure, draw the curves, and print the table."""
    asked, path = arguments(__doc__, limit=30, seeds=1, output="instances/results/scans/frontier.csv")
    rows = kept(path)
    for size, (most, border) in BOARDS.items():
        for how in WAYS:
            for colours in range(most, 2, -1):
                known = [
                    row for row in rows if (row["size"], row["colours"], row["how"]) == (str(size), str(colours), how)
                ]
                if not known:
                    add(rows, path, FIELDS, measure(size, colours, border, how, asked.limit))
                if (known or rows)[-1]["status"] == "limit":
                    break
    curves = curves_of(rows)
    print(table(curves))
    draw(curves, path.with_suffix(".svg"))


def measure(size: int, colours: int, border: int, how: str, limit: int) -> tuple[object, ...]:
    """Measure one command."""
    board = generate(Recipe(size, size, colours, border, seed=1, clues="corner"))
    done, seconds = solve(board, ["--count", how], limit)
    return size, colours, how, "limit" if done.returncode < 0 else done.returncode, f"{seconds:.2f}"


def curves_of(rows: list[dict[str, str]]) -> dict[tuple[int, str], list[Point]]:
    """Collect points by size and solver, most colours first."""
    found: dict[tuple[int, str], list[Point]] = {}
    for row in rows:
        point = Point(int(row["colours"]), float(row["seconds"]), row["status"] != "limit")
        found.setdefault((int(row["size"]), row["how"]), []).append(point)
    return found


def slope(curve: list[Point]) -> float | None:
    """Return the median factor in seconds for one colour less.

    None if too few commands take `SLOPE_FROM` seconds.
    """
    ended = [point for point in curve if point.ended and point.seconds >= SLOPE_FROM]
    return median([more.seconds / less.seconds for less, more in pairwise(ended)]) if len(ended) > 1 else None


def table(curves: dict[tuple[int, str], list[Point]]) -> str:
    """Format a Markdown line for each size and solver.

    It has the fewest colours that are done within some seconds, and the slope.
    """
    moments = (1, 10, 30)
    lines = [
        f"| size | by | {' | '.join(f'colours in {moment} s' for moment in moments)} | a colour less |",
        f"| --- | --- |{' --: |' * (len(moments) + 1)}",
    ]
    for (size, how), curve in curves.items():
        fewest = [min((p.colours for p in curve if p.ended and p.seconds <= each), default=None) for each in moments]
        steep = slope(curve)
        cells = [*("" if each is None else str(each) for each in fewest), f"{steep:.1f} times" if steep else ""]
        lines.append(f"| {size} x {size} | {WAYS[how]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def draw(curves: dict[tuple[int, str], list[Point]], path: Path) -> None:
    """Draw seconds over colours on a logarithmic scale.

    The compiled search has solid lines and clasp dashed ones, in one colour for each size.
    """
    plots.require_matplotlib()
    import matplotlib as mpl

    colour = dict(zip(BOARDS, plots.COLOURS, strict=False))
    with mpl.rc_context(plots.STYLE):
        drawn, axes = plots.new_figure(7.2, 4.2)
        for (size, how), curve in curves.items():
            line = "-o" if how == "--scan" else "--s"
            label = f"{size} x {size}, {WAYS[how]}"
            axes.plot([p.colours for p in curve], [p.seconds for p in curve], line, color=colour[size], label=label)
        axes.set(xlabel="inner colours", ylabel="processor seconds", yscale="log")
        plots.label_plain_numbers(axes.yaxis)
        axes.legend(fontsize=7, ncols=2)
        plots.save_figure(drawn, path)


if __name__ == "__main__":
    main()
