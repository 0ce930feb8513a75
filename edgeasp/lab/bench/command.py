"""Command `bench`, including `bench --best` for best boards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from textwrap import fill
from typing import TYPE_CHECKING, Literal

import typer

from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.console import ProgressLine, format_duration
from edgeasp.cli.shared_options import Jobs, matrix_option, output_option
from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.lab.bench.benchmark import BenchmarkFolder, BenchmarkSpec, BenchProgress
    from edgeasp.lab.bench.best_runs import BestRow
    from edgeasp.lab.bench.table import BenchmarkReport, RunRow

CATALOGUES = ("tiers", "systems", "columns")
"""Tables that `--list` prints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """Options of `bench`: the runs, and their report."""

    what: list[str] | None = typer.Argument(
        None,
        metavar="WHAT",
        help="A tier, a list, a puzzle or a folder of puzzles (with --report: results of earlier benchmarks).",
    )
    systems: list[str] | None = matrix_option(
        "--systems NAMES", "The systems to measure, joined by ',' (--list systems lists them)."
    )
    tasks: list[str] | None = matrix_option(
        "--tasks NAMES", "first: find one solution; all: find every solution, with a corner as a clue."
    )
    seeds: str | None = matrix_option("--seeds LIST", "Random seeds, e.g. 1-5 or 1,3,7.")
    half: Literal["development", "validation"] | None = matrix_option(
        "--half", "Use only one half of the lists: to tune on (development), or to confirm (validation)."
    )
    time_limit: float | None = shared_options.time_limit_option("Stop a run")
    memory_limit: str | None = shared_options.memory_limit_option("Stop a run that uses more memory")
    jobs: Jobs = None
    output: str | None = output_option(
        "-o --output DIR|CSV", "Write results here, and continue from results already there. Default: bench-NAME."
    )
    best: bool = matrix_option(
        "--best", "Measure how many edges match after a given time, on puzzles without a solution.", False
    )
    seconds: str | None = matrix_option("--seconds LIST", "With --best: seconds per run, e.g. 5,60. Default: 60.")
    report: bool = output_option("--report", "Report results without measuring.", False)
    reference: str | None = output_option("--reference NAME", "The system that ratios refer to. Default: the first.")
    markdown: str | None = output_option("--markdown FILE", "Write the report as Markdown.")
    plots: str | None = output_option("--plots DIR", "Draw plots to DIR, as SVG and PNG.")
    listed: bool = output_option(
        "--list", "List the available tiers, systems or columns, or all of them, without measuring.", False
    )


@examples(
    "edgeasp bench puzzle.puz --systems edgeasp,cadical195:heule-all",
    "edgeasp bench puzzle.puz --systems edgeasp:config=crafty -o dev.csv",
    "edgeasp bench puzzle.puz --tasks first --seeds 1-5 -o dev.csv",
    "edgeasp bench puzzle.puz -o dev.csv && edgeasp bench --report dev.csv",
    "edgeasp bench puzzle.puz --systems edgeasp,program=mine.lp --tasks first",
    "edgeasp bench puzzle.puz --systems 'command=clingo {lp} mine.lp {number}'",
    "edgeasp bench --best puzzle.puz --seconds 5,60 --seeds 1-2 -o best",
    "edgeasp bench --list systems",
    daily="--systems --tasks --seeds --time-limit --jobs --best --report --list --markdown -o",
)
def bench(wanted: BenchOptions) -> None:
    """Measure edgeasp and other solvers on the same puzzles.

    Each run is a separate process on its own core, and its result is a row of a CSV file. Every solution is checked.
    Repeat the command to continue an interrupted benchmark.

    The tier quick takes a few minutes, other tiers take hours. Each tier has two halves: tune on one, and confirm on
    the other.
    """
    if wanted.listed:
        _print_catalogues(wanted.what or CATALOGUES)
        return
    if not wanted.what and wanted.report:
        raise OptionError("--report: expected folders or tables that bench has written, found none")
    if not wanted.what:
        raise OptionError("expected a tier, a list or puzzles to measure; edgeasp bench --list lists what there is")
    if wanted.plots is not None:
        from edgeasp.lab import plots

        plots.require_matplotlib()
    if wanted.markdown is not None:
        delivery.require_writable(wanted.markdown, Content.MARKDOWN)
    if wanted.best:
        bench_best(wanted, wanted.what)
    elif wanted.seconds is not None:
        raise OptionError("--seconds goes with --best; otherwise --time-limit limits a run")
    elif wanted.report:
        _report_runs([row for name in wanted.what for row in _read_rows(name)], wanted)
    else:
        _run_benchmark(wanted, wanted.what)


def _run_benchmark(wanted: BenchOptions, what: Sequence[str]) -> None:
    from edgeasp.lab.bench.benchmark import BenchmarkFolder, BenchmarkSpec

    default = f"bench-{Path(what[0]).stem or 'puzzles'}"
    place = BenchmarkFolder.from_option(default if wanted.output is None else wanted.output)
    spec = BenchmarkSpec(
        tuple(what),
        tuple(wanted.systems or ()) or None,
        tuple(wanted.tasks or ()) or None,
        wanted.seeds,
        wanted.time_limit,
        wanted.memory_limit,
        wanted.half,
    )
    rows = _measure_runs(spec, place, wanted)
    if place.is_folder:
        markdown = wanted.markdown or str(place.folder / "report.md")
        wanted = replace(wanted, markdown=markdown, plots=wanted.plots or _draw_plots_if_possible(place))
    _report_runs(rows, wanted)
    console.note(f"the rows are in {place.csv}")
    if any(row.status in ("wrong", "failed") for row in rows):
        raise typer.Exit(commands.UNANSWERED)


def _measure_runs(spec: BenchmarkSpec, place: BenchmarkFolder, wanted: BenchOptions) -> list[RunRow]:
    from edgeasp.lab.bench import benchmark

    runs = benchmark.list_runs(spec, place)
    _require_reference(wanted.reference, [run.system.label for run in runs])
    line, state = ProgressLine(total=len(runs)), None

    def show_start(progress: BenchProgress) -> None:
        nonlocal state
        state = progress
        known = f", of which {state.skipped:,} are known" if state.skipped else ""
        console.note(f"{state.total:,} runs{known}, {state.jobs} at a time, each within {runs[0].limits.seconds:g} s")
        signals.defer()

    named: set[tuple[str, str]] = set()

    def show_progress(row: RunRow | None) -> None:
        signals.raise_pending()
        # One message per system and status, as a program that is wrong mostly fails on each instance.
        if row is not None and row.status in ("wrong", "failed") and (row.system, row.status) not in named:
            named.add((row.system, row.status))
            line.clear()
            console.note(
                f"{row.status}: {row.system} on {row.instance}, task {row.task}, seed {row.seed}: {row.message}"
            )
        if state is not None and line.due:
            done = state.skipped + state.done
            failed = f", {state.failed:,} failed or wrong" if state.failed else ""
            text = f"{done:,} of {state.total:,} runs{failed}"
            line.show(text, share=done / state.total, left=state.seconds_left)

    def print_note(text: str) -> None:
        line.clear()
        console.note(text)

    try:
        rows = benchmark.measure_missing(runs, place, wanted.jobs or 1, show_start, show_progress, print_note)
        signals.raise_pending()
    except KeyboardInterrupt:
        line.clear()
        console.note("the same command resumes from here")
        raise
    finally:
        line.clear()
    if state is not None and state.done:
        console.note(f"{state.done:,} runs done in {format_duration(time.monotonic() - line.start)}")
    return rows


def _report_runs(rows: list[RunRow], wanted: BenchOptions) -> None:
    from edgeasp.lab import plots
    from edgeasp.lab.bench import table

    if not rows:
        raise OptionError("expected runs to report on, found none")
    _require_reference(wanted.reference, [row.system for row in rows])
    _publish_report(
        table.build_report(rows, wanted.reference), wanted, lambda folder: plots.plot_benchmark(rows, folder)
    )


def _publish_report(report: BenchmarkReport, wanted: BenchOptions, draw: Callable[[Path], list[Path]]) -> None:
    """Print a report, and write the requested files and plots."""
    from edgeasp.lab.bench import table

    print_report(report)
    if wanted.markdown is not None:
        writing.write_text(wanted.markdown, table.report_as_markdown(report))
        if wanted.markdown != files.STDIN:
            console.note(f"report: {wanted.markdown}")
    if wanted.plots is not None:
        drawn = draw(Path(wanted.plots))
        console.note(f"plots: {', '.join(path.name for path in drawn)} in {wanted.plots}")


def _read_rows(path: str) -> list[RunRow]:
    """Read a table from its file or a benchmark's folder."""
    from edgeasp.lab.bench import table

    csv = _table_path(path)
    rows = table.parse_rows(files.read_text(str(csv)), str(csv))
    if not rows:
        raise InputError(str(csv), None, "expected runs to report on, found none")
    return rows


def _require_reference(reference: str | None, labels: list[str]) -> None:
    if reference is not None and reference not in labels:
        known = ", ".join(dict.fromkeys(labels))
        raise OptionError(f"expected as --reference one of the systems ({known}), found {reference!r}")


def _draw_plots_if_possible(place: BenchmarkFolder) -> str | None:
    from edgeasp.lab import plots

    try:
        plots.require_matplotlib()
    except OptionError as error:
        console.note(str(error))
        return None
    return str(place.folder / "plots")


def print_report(report: BenchmarkReport) -> None:
    """Print a report, with its warnings to standard error."""
    for table in report.tables:
        _print_wrapped(table.title)
        _print_table(table.heads, table.rows)
    for note in report.notes:
        _print_wrapped(note)
    for warning in report.warnings:
        console.note(warning)


def _print_catalogues(wanted: Sequence[str]) -> None:
    for name in wanted:
        if name not in CATALOGUES:
            raise OptionError(f"--list: expected {', '.join(CATALOGUES)}, found {name!r}")
        if len(wanted) > 1:
            console.print_line(f"{name}:")
        _print_catalogue(name)


def _print_catalogue(what: str) -> None:
    """Print the tiers, the systems or the table's columns."""
    match what:
        case "tiers":
            from edgeasp.lab.bench import instances

            rows = [
                (
                    tier.name,
                    f"{tier.defaults['about']}; {len(tier.listed)} instances, systems {tier.defaults['systems']}, "
                    f"tasks {tier.defaults['tasks']}, {tier.defaults['time-limit']} s a run",
                )
                for tier in map(instances.load_tier, instances.tier_names())
            ]
        case "systems":
            from edgeasp.lab.bench.systems import solver_classes

            rows = [form for kind in solver_classes() for form in kind.describe()]
        case _:
            from edgeasp.lab.bench.table import COLUMNS

            rows = list(COLUMNS.items())
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        _print_wrapped(f"{name:<{wide}}  {text}", wide + 2)


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    wide = sum(max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True))
    if wide > console.width() and len(heads) > 3:
        heads = _abbreviate_heads(heads)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for index, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if index else "left", overflow="fold", vertical="top")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    # Printed to a text first, as rich pads lines with blanks to the width of the table.
    page = Console(width=console.width(), highlight=False, color_system=None)
    with page.capture() as captured:
        page.print(table)
    console.write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))


def _abbreviate_heads(heads: Sequence[str]) -> list[str]:
    """Replace long column heads by letters, and print a legend."""
    if heads[0] == "System":
        return list(heads)
    names = {ascii_uppercase[index % 26]: head for index, head in enumerate(heads[2:])}
    _print_wrapped(", ".join(f"{letter}: {name}" for letter, name in names.items()))
    return [*heads[:2], *names]


def _print_wrapped(text: str, indent: int = 0) -> None:
    width = min(console.width(), 100)
    console.print_line(fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False))


_MOST_SECONDS = 10**6


def bench_best(wanted: BenchOptions, what: Sequence[str]) -> None:
    """Measure searches for best boards, or report on a table."""
    from edgeasp.lab import plots
    from edgeasp.lab.bench import best_runs

    others = (wanted.time_limit, wanted.memory_limit, wanted.reference)
    if wanted.tasks or wanted.half or any(option is not None for option in others):
        raise OptionError("--best takes --systems, --seconds, --seeds and --jobs")
    known = (row for name in what for row in best_runs.read_table(_table_path(name)))
    rows = list(known) if wanted.report else _measure_best(wanted, what)
    if not rows:
        raise OptionError("expected runs to report on, found none")
    _publish_report(best_runs.build_report(rows), wanted, lambda folder: plots.plot_best(rows, folder))
    if any(row.message for row in rows):
        raise typer.Exit(commands.UNANSWERED)


def _measure_best(wanted: BenchOptions, what: Sequence[str]) -> list[BestRow]:
    from edgeasp.lab.bench import best_runs, instances
    from edgeasp.lab.bench.benchmark import BenchmarkFolder, describe_machine, list_cores
    from edgeasp.lab.bench.systems import parse_seeds

    place = BenchmarkFolder.from_option(wanted.output or f"best-{Path(what[0]).stem}")
    puzzles = [puzzle for path in what for puzzle in instances.load_without_extra_clues(path)]
    systems = best_runs.BestSystem.parse(wanted.systems or ["edgeasp"])
    times, seeds = _parse_time_limits(wanted.seconds or "60"), parse_seeds(wanted.seeds or "1-3")
    runs = [best_runs.BestRun(*choice) for choice in product(puzzles, systems, times, seeds)]
    jobs = wanted.jobs or 1
    cores = list_cores(jobs)
    widest = max(system.threads for system in systems)
    place.create()
    line, done = ProgressLine(total=len(runs)), 0
    signals.defer()

    def show_progress(row: BestRow | None) -> None:
        nonlocal done
        signals.raise_pending()
        if row is not None:
            done += 1
            line.clear()
            score = "no board" if row.score is None else row.score
            console.note(f"{row.board}, {row.system}, {row.seconds:g} s, seed {row.seed}: {score}")
        elif line.due:
            line.show(f"{done} of {len(runs)} runs", share=done / len(runs))

    try:
        rows = best_runs.measure_missing(runs, place.csv, describe_machine(), cores[: max(jobs, widest)], show_progress)
    finally:
        line.clear()
    console.note(f"the rows are in {place.csv}")
    return rows


def _table_path(path: str) -> Path:
    return Path(path) / "runs.csv" if Path(path).is_dir() else Path(path)


def _parse_time_limits(text: str) -> list[float]:
    times = []
    for word in text.split(","):
        try:
            times.append(float(word))
        except ValueError:
            raise OptionError(f"expected seconds such as 5,60, found {word.strip()!r}") from None
        if not 0 < times[-1] < _MOST_SECONDS:
            raise OptionError(f"expected seconds from 1 to {_MOST_SECONDS}, found {word.strip()!r}")
    return list(dict.fromkeys(times))
