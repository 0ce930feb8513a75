"""Puzzles with one solution and of a difficulty, written one by one or as a printed book."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import end_search, run_search
from edgeasp.cli.console import ProgressLine, duration
from edgeasp.cli.sheets import SheetOutput
from edgeasp.draw.shapes import PAPERS
from edgeasp.draw.sheets import SheetStyle, SheetWords, handy
from edgeasp.formats import files
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from edgeasp.cli.generate_options import GenerateOptions
    from edgeasp.parallel.processes import Running
    from edgeasp.parallel.series import BookPlan, Rated, Series


def select(series: Series, jobs: int, write: Callable[[Rated], object], *, summarised: bool) -> list[Rated]:
    """Select puzzles and write each at once; the command ends here if there are not enough, or at an interrupt."""
    from edgeasp.parallel.series import Selection

    selection = Selection(series, jobs)
    selected: list[Rated] = []
    progress = ProgressLine(total=series.count)

    def on_tick(_: list[Running]) -> None:
        signals.raise_pending()
        if progress.due:
            pace = selection.tried / max(time.monotonic() - progress.start, 0.1)
            so_far = f"{selection.given:,} of {series.count:,} puzzles"
            tried = f"{selection.tried:,} candidates, {pace:,.1f} a second"
            progress.show(so_far, tried, share=selection.given / series.count)

    def search() -> None:
        for rated in selection.run(on_tick):
            write(rated)
            selected.append(rated)

    interrupt = run_search(search, progress.clear)
    if interrupt is not None:
        console.note(f"interrupted: {len(selected):,} of {series.count:,} puzzles written")
    elif selected and summarised:
        tried = number_of(selection.tried, "candidate")
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
    inner = sorted({rated.recipe.inner for rated in selected})
    colours = f"{inner[0]} to {inner[-1]}" if len(inner) > 1 else f"{inner[0]}"
    parts = [f"{recipe.cols} x {recipe.rows}", "framed" if recipe.framed else "unframed"]
    parts += [f"{colours} {'inner ' if recipe.framed else ''}{'motifs' if recipe.heads else 'colours'}"]
    if series.difficulty:
        parts.append(f"{series.difficulty.name}")
    many = len(selected) > 1
    parts.append(f"seeds {first.recipe.seed} to {last.recipe.seed}" if many else f"seed {recipe.seed}")
    what = f"{len(selected):,} puzzles with one solution each" if many else "one solution"
    return f"{what}: {', '.join(parts)}"


def plan(text: str, size: str | None, output: str | None) -> BookPlan:
    """The book that the options ask for.

    Raises:
        OptionError: they ask for none.
        OutputError: the folder has puzzles already.
    """
    from edgeasp.api.book import require_empty
    from edgeasp.parallel import series as book

    if output is None or output == files.STDIN:
        raise OptionError("--book: expected a folder, such as -o book/")
    try:
        classes = book.classes(text)
    except OptionError as error:
        raise OptionError(f"--book: {error}") from None
    try:
        sizes = book.sizes(size) if size else book.USUAL
    except OptionError as error:
        raise OptionError(f"--size: {error}") from None
    require_empty(output)
    return book.BookPlan(classes, sizes)


def make(wanted: GenerateOptions, words: SheetWords) -> NoReturn:
    """Select the puzzles, write them numbered, in rising order, and print them; the command ends here."""
    from edgeasp.api.book import book_of
    from edgeasp.parallel.series import Selecting

    for option, value in (
        ("--difficulty", wanted.difficulty),
        ("--number", wanted.count),
        ("--save-solution", wanted.solution),
        ("--random", wanted.random),
        ("--format json", wanted.form == "json"),
    ):
        if value:
            raise OptionError(f"--book says which puzzles, and where they go: leave out {option}")
    planned, folder = plan(str(wanted.book), wanted.size, wanted.output), str(wanted.output)
    target = SheetOutput.choose(wanted.sheets or str(Path(folder) / "book.pdf"))
    progress, selecting = ProgressLine(total=planned.count), Selecting(planned)

    def tick(_: list[Running]) -> None:
        signals.raise_pending()
        if progress.due:
            done = f"{len(selecting.found):,} of {planned.count:,} puzzles"
            tried = f"{selecting.level}, {selecting.tried:,} candidates"
            progress.show(done, tried, share=len(selecting.found) / planned.count)

    interrupt = run_search(lambda: [*selecting.run(wanted.series, wanted.jobs or 1, tick)], progress.clear)
    for given_up in selecting.given_up:
        console.error(given_up)
    if not selecting.found:
        if interrupt is not None:
            end_search(interrupt, answered=False, stopped=True)
        raise typer.Exit(exit_status.UNANSWERED)
    book = book_of(selecting.in_order())
    book.write(folder)
    paper = PAPERS[wanted.paper]
    pages = target.write(book.printed(), SheetStyle(paper, handy(paper, *planned.sizes[-1])), words)
    classes = ", ".join(f"{book.levels.count(name)} {name}" for name in dict.fromkeys(book.levels))
    console.note(f"{len(book)} puzzles with one solution each: {classes}; {folder}")
    console.note(f"{files.shown_name(target.path)}: {pages}")
    if interrupt is not None:
        end_search(interrupt, answered=False, stopped=True)
    raise typer.Exit(exit_status.UNANSWERED if selecting.given_up else exit_status.ANSWERED)
