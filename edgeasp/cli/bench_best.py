"""`edgeasp bench --best`: how many diamonds match within a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.progress import ProgressLine
from edgeasp.system import writing
from edgeasp.system.errors import OptionError

if TYPE_CHECKING:
    from edgeasp.batch.bench.best_runs import BestRow
    from edgeasp.cli.bench import BenchOptions

_MOST_SECONDS = 10**6


def bench_best(wanted: BenchOptions, what: Sequence[str]) -> None:
    """Measure, unless only a report is wanted, and report."""
    from edgeasp.batch.bench import best_runs, report
    from edgeasp.cli.bench import print_report

    others = (wanted.time_limit, wanted.memory_limit, wanted.reference)
    if wanted.tasks or wanted.half or any(each is not None for each in others):
        raise OptionError("--best takes --systems, --seconds, --seeds and --jobs")
    known = (row for each in what for row in best_runs.read(_table(each)))
    rows = list(known) if wanted.report else _measured(wanted, what)
    if not rows:
        raise OptionError("expected runs to report on, found none")
    found = best_runs.report(rows)
    print_report(found)
    if wanted.markdown is not None:
        writing.write_text(wanted.markdown, report.markdown(found))
    if wanted.plots is not None:
        drawn = draw(rows, Path(wanted.plots))
        console.note(f"plots: {', '.join(path.name for path in drawn)} in {wanted.plots}")
    if any(row.message for row in rows):
        raise typer.Exit(exit_status.UNANSWERED)


def _measured(wanted: BenchOptions, what: Sequence[str]) -> list[BestRow]:
    from edgeasp.batch.bench import best_runs
    from edgeasp.batch.bench.benchmark import BenchmarkFolder, machine, make_folder
    from edgeasp.batch.bench.systems import seeds_of
    from edgeasp.system.machine import available_cores

    place = BenchmarkFolder.of(wanted.output or f"best-{Path(what[0]).stem}")
    puzzles = [best_runs.BestPuzzle.load(each) for each in what]
    systems = best_runs.BestSystem.parse(wanted.systems or ["edgeasp"])
    times, seeds = _seconds_of(wanted.seconds or "60"), seeds_of(wanted.seeds or "1-3")
    runs = [best_runs.BestRun(*each) for each in product(puzzles, systems, times, seeds)]
    cores = available_cores()
    if not 1 <= (wanted.jobs or 1) <= len(cores):
        raise OptionError(f"expected --jobs 1 to {len(cores)}, the cores there are, found {wanted.jobs}")
    widest = max(each.threads for each in systems)
    make_folder(place.folder)
    line, done = ProgressLine(total=len(runs)), 0
    signals.defer()

    def tell(row: BestRow | None) -> None:
        nonlocal done
        signals.raise_pending()
        if row is not None:
            done += 1
            line.clear()
            found = "no board" if row.score is None else row.score
            console.note(f"{row.board}, {row.system}, {row.seconds:g} s, seed {row.seed}: {found}")
        elif line.due:
            line.show(f"{done} of {len(runs)} runs", share=done / len(runs))

    try:
        rows = best_runs.measure_all(runs, place.csv, machine(), cores[: max(wanted.jobs or 1, widest)], tell)
    finally:
        line.clear()
    console.note(f"the rows are in {place.csv}")
    return rows


def _table(path: str) -> Path:
    return Path(path) / "runs.csv" if Path(path).is_dir() else Path(path)


def _seconds_of(text: str) -> list[float]:
    found = []
    for word in text.split(","):
        try:
            found.append(float(word))
        except ValueError:
            raise OptionError(f"expected seconds such as 5,60, found {word.strip()!r}") from None
        if not 0 < found[-1] < _MOST_SECONDS:
            raise OptionError(f"expected seconds from 1 to {_MOST_SECONDS}, found {word.strip()!r}")
    return list(dict.fromkeys(found))


def draw(rows: Sequence[BestRow], folder: Path) -> list[Path]:
    """Draw for each board the median score over time, a line for each system; the files."""
    from edgeasp.draw import plotting

    plotting.require()
    import matplotlib as mpl

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with mpl.rc_context(plotting.STYLE):
        for board in dict.fromkeys(row.board for row in rows):
            figure = _curves([row for row in rows if row.board == board])
            for form in plotting.FORMATS:
                written.append(folder / f"{board}.{form}")
                plotting.save(figure, written[-1])
    return written


def _curves(rows: Sequence[BestRow]) -> Any:
    from edgeasp.batch.bench import best_runs
    from edgeasp.draw import plotting

    figure, axes = plotting.figure(6.4, 4.0)
    longest = {row.system: max(each.seconds for each in rows if each.system == row.system) for row in rows}
    for index, (system, limit) in enumerate(longest.items()):
        own = [row for row in rows if (row.system, row.seconds) == (system, limit)]
        moments = sorted({when for row in own for when, _ in row.curve} | {limit})
        points = [(when, found) for when in moments if (found := best_runs.at(own, when)) is not None]
        colour = plotting.COLOURS[index % len(plotting.COLOURS)]
        times, scores = [when for when, _ in points], [found for _, found in points]
        axes.step(times, scores, where="post", label=f"{system}, {len(own)} runs", color=colour)
    axes.set(xscale="log", xlabel="seconds", ylabel="matched diamonds, median")
    axes.set_title(f"{rows[0].board}, of {rows[0].diamonds} diamonds", loc="left")
    plotting.whole_numbers(axes.yaxis)
    axes.legend(loc="lower right")
    return figure
