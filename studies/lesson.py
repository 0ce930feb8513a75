"""Measurements of the steps of the lesson.

`python -m studies.lesson` writes docs/lesson/lesson.csv, its plot and table. Every step finds all boards with one
corner fixed, as a benchmark does, in a separate process. edgeasp is measured in the same way.
"""

from __future__ import annotations

import csv
import io
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from edgeasp.lab import plots
from edgeasp.lab.bench import benchmark
from edgeasp.lab.bench.benchmark import BenchmarkFolder, BenchmarkSpec
from edgeasp.lab.bench.table import RunRow

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "lesson"
STEPS = sorted(FOLDER.glob("[1-9]-*.lp"))
BOARDS = ("frame-3x3", "planted-4x4", "planted-5x5", "distinct-5x5", "planted-6x6")
OWN = "edgeasp"
SECONDS = 45.0
"""Wall time for each run."""


@dataclass(frozen=True)
class Row:
    """Result of a step on a board.

    It has the status, processor seconds, conflicts, ground rules, and number of boards.
    """

    step: str
    board: str
    status: str
    seconds: float
    conflicts: int | None
    rules: int | None
    boards: int | None


def measured() -> list[Row]:
    """Measure all steps on all boards, one after another."""
    os.chdir(ROOT)
    systems = [f"program={step.relative_to(ROOT)}" for step in STEPS]
    what = tuple(f"instances/{board}.puz" for board in BOARDS)
    spec = BenchmarkSpec(what, (",".join([*systems, OWN]),), ("all",), "1", SECONDS, "2G")
    with tempfile.TemporaryDirectory() as folder:
        place = BenchmarkFolder.from_option(f"{folder}/lesson.csv")
        rows = benchmark.measure_missing(benchmark.list_runs(spec, place), place, 1, lambda _: None, lambda _: None)
    found = [_row(row) for row in rows]
    return sorted(found, key=lambda row: (row.step == OWN, row.step, BOARDS.index(row.board)))


def _row(row: RunRow) -> Row:
    step, board = Path(row.system.removeprefix("program=")).stem, Path(row.instance).stem
    return Row(step, board, row.status, round(row.cpu, 2), row.conflicts, row.rules, row.solutions)


def text_of(rows: Sequence[Row]) -> str:
    """Format the rows as CSV."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [each.name for each in fields(Row)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return stream.getvalue()


def read() -> list[Row]:
    """Read the kept rows."""
    with (FOLDER / "lesson.csv").open(encoding="utf-8", newline="") as stream:
        return [
            Row(
                each["step"],
                each["board"],
                each["status"],
                float(each["seconds"]),
                *(int(each[name]) if each[name] else None for name in ("conflicts", "rules", "boards")),
            )
            for each in csv.DictReader(stream)
        ]


def table(rows: Sequence[Row]) -> str:
    """Format rules and seconds on each board, by step."""
    lines = [
        "| step | " + " | ".join(BOARDS) + " |",
        "|---|" + "--:|" * len(BOARDS),
    ]
    for step in dict.fromkeys(row.step for row in rows):
        cells = [_cell(row) for row in rows if row.step == step]
        lines.append(f"| {step} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(row: Row) -> str:
    rules = f"{row.rules:,}" if row.rules else "?"
    return f"{rules}; {row.seconds:.1f} s" if row.status == "solved" else f"{rules}; > {row.seconds:.0f} s"


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw two panels, step by step.

    They show the size of the ground program, and processor seconds.
    """
    plots.require_matplotlib()
    import matplotlib as mpl

    steps = list(dict.fromkeys(row.step for row in rows))
    with mpl.rc_context(plots.STYLE):
        figure, axes = plots.new_figure(7.2, 3.4, cols=2, sharey=False)
        for board, colour, marker in zip(BOARDS, plots.COLOURS, "os^Dv", strict=False):
            mine = [row for row in rows if row.board == board]
            sized = [(steps.index(row.step), row.rules) for row in mine if row.rules]
            axes[0].plot(*zip(*sized, strict=True), color=colour, marker=marker, label=board)
            at = [steps.index(row.step) for row in mine]
            axes[1].plot(at, [row.seconds for row in mine], color=colour, marker=marker, label=board)
            # Runs that reached the limit are hollow.
            stopped = [(steps.index(row.step), row.seconds) for row in mine if row.status != "solved"]
            if stopped:
                axes[1].plot(*zip(*stopped, strict=True), marker, color=colour, markerfacecolor="white")
        for axis, title in zip(axes, ("rules of the ground program", "processor seconds, all boards"), strict=True):
            axis.set_yscale("log")
            axis.set_title(title, fontsize=9)
            axis.set_xticks(range(len(steps)), [re.sub(r"^(\d)-.*", r"\1", step) for step in steps])
            axis.set_xlabel("step")
            plots.label_plain_numbers(axis.yaxis)
        axes[0].legend(fontsize=8)
        plots.save_figure(figure, path)


def with_table(page: str, rows: Sequence[Row]) -> str:
    """Replace the table of the page."""
    return re.sub(r"(?m)^\| step \|.*\n(?:\|.*\n)+", lambda _: table(rows), page)


def main() -> None:
    """Measure, and write table and plot."""
    rows = measured()
    (FOLDER / "lesson.csv").write_text(text_of(rows), encoding="utf-8")
    draw(rows, FOLDER / "lesson.svg")
    page = FOLDER / "README.md"
    page.write_text(with_table(page.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
