"""Puzzles of `edgeasp generate --unique` and `--difficulty`: selected, written one by one, and reported."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import end_search, run_search
from edgeasp.cli.progress import Progress, duration

if TYPE_CHECKING:
    from collections.abc import Callable

    from edgeasp.batch.series import Rated, Series
    from edgeasp.batch.work import Running


def select(series: Series, jobs: int, write: Callable[[Rated], object], *, summarised: bool) -> list[Rated]:
    """Select puzzles and write each at once; the command ends here if there are not enough, or at an interrupt."""
    from edgeasp.batch.series import Selection

    selection = Selection(series, jobs)
    selected: list[Rated] = []
    progress = Progress(total=series.count)

    def on_tick(_: list[Running]) -> None:
        signals.raise_pending()
        if progress.due:
            pace = selection.tried / max(time.monotonic() - progress.start, 0.1)
            made = f"{selection.given:,} of {series.count:,} puzzles"
            tried = f"{selection.tried:,} candidates, {pace:,.1f} a second"
            progress.show(made, tried, share=selection.given / series.count)

    def search() -> None:
        for rated in selection.run(on_tick):
            write(rated)
            selected.append(rated)

    interrupt = run_search(search, progress)
    if interrupt is not None:
        console.note(f"interrupted: {len(selected):,} of {series.count:,} puzzles written")
    elif selected and summarised:
        tried = f"{selection.tried:,} candidate{'s' * (selection.tried != 1)}"
        console.note(f"{summary(series, selected)}; {tried}, {duration(time.monotonic() - progress.start)}")
    if interrupt is not None:
        end_search(interrupt, answered=False, stopped=True)
    if selection.given_up:
        console.error(selection.given_up)
        raise typer.Exit(exit_status.UNANSWERED)
    return selected


def summary(series: Series, selected: list[Rated]) -> str:
    """One line about the puzzles."""
    first, last, recipe = selected[0], selected[-1], selected[0].recipe
    inner = sorted({each.recipe.inner for each in selected})
    colours = f"{inner[0]} to {inner[-1]}" if len(inner) > 1 else f"{inner[0]}"
    parts = [f"{recipe.cols} x {recipe.rows}", "framed" if recipe.framed else "unframed"]
    parts += [f"{colours} {'inner ' * recipe.framed}{'motifs' if recipe.heads else 'colours'}"]
    if series.difficulty:
        parts.append(f"{series.difficulty.name}")
    many = len(selected) > 1
    parts.append(f"seeds {first.recipe.seed} to {last.recipe.seed}" if many else f"seed {recipe.seed}")
    what = f"{len(selected):,} puzzles with one solution each" if many else "one solution"
    return f"{what}: {', '.join(parts)}"
