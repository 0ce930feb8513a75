"""The tables of a benchmark at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from textwrap import fill
from typing import TYPE_CHECKING

from edgeasp.cli import console

if TYPE_CHECKING:
    from edgeasp.batch.bench.report import BenchmarkReport


def show(report: BenchmarkReport) -> None:
    """Print a report: tables and notes on standard output, warnings on standard error."""
    for table in report.tables:
        _print(table.title)
        _table(table.heads, table.rows)
    for note in report.notes:
        _print(note)
    for warning in report.warnings:
        console.note(warning)


def catalogue(what: str) -> None:
    """Print the tiers, the systems or the columns of the table of runs."""
    match what:
        case "tiers":
            from edgeasp.batch.bench import tiers

            rows = [
                (
                    tier.name,
                    f"{tier.defaults['about']}; {len(tier.listed)} instances, systems {tier.defaults['systems']}, "
                    f"tasks {tier.defaults['tasks']}, {tier.defaults['time-limit']} s a run",
                )
                for tier in map(tiers.load, tiers.names())
            ]
        case "systems":
            from edgeasp.batch.bench.systems import SOLVERS

            rows = [form for kind in SOLVERS for form in kind.describe()]
        case _:
            from edgeasp.batch.bench.table import COLUMNS

            rows = list(COLUMNS.items())
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        _print(f"{name:<{wide}}  {text}", wide + 2)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    wide = sum(max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True))
    if wide > console.width() and len(heads) > 3:
        heads = _with_letters(heads)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for index, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if index else "left", overflow="fold", vertical="top")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    page = Console(width=console.width(), highlight=False, color_system=None)
    with page.capture() as captured:
        page.print(table)
    console.out("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))


def _with_letters(heads: Sequence[str]) -> list[str]:
    """Letters in place of long names of systems; prints a line that explains them."""
    if heads[0] == "System":
        return list(heads)
    names = {ascii_uppercase[index % 26]: head for index, head in enumerate(heads[2:])}
    _print(", ".join(f"{letter}: {name}" for letter, name in names.items()))
    return [*heads[:2], *names]


def _print(text: str, indent: int = 0) -> None:
    width = min(console.width(), 100)
    console.line(fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False))
