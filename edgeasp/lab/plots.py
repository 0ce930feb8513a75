"""Plots of benchmarks, in which every system has its own colour, marker and line style; of suites and of campaigns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import ceil, isfinite, nan
from pathlib import Path
from statistics import median
from typing import Any

from edgeasp.lab import plotting
from edgeasp.lab.bench import best_runs, report
from edgeasp.lab.bench.best_runs import BestRow
from edgeasp.lab.bench.report import limit_of
from edgeasp.lab.bench.run_table import RunRow
from edgeasp.lab.campaign.run import CampaignProgress
from edgeasp.lab.suite.passes import StatusRow
from edgeasp.system.writing import make_folder

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h")
LINES = ("-", "--", "-.", ":")

_MOST_PANELS = 12


def write_benchmark(rows: Iterable[RunRow], folder: Path) -> list[Path]:
    """Draw all plots that have points, each as SVG and as PNG, and return their files."""
    plotting.require()
    kept = report.latest(rows)
    names = report.systems(kept)
    written = []
    make_folder(str(folder))
    for task in ("all", "first"):
        part = [row for row in kept if row.task == task]
        if not part:
            continue
        for name, draw in {"cactus": _cactus, "size": _by_size, "colours": _by_colours}.items():
            written += plotting.draw(partial(draw, part, names), *_files(folder, f"{task}-{name}"))
    return written


def _files(folder: Path, name: str) -> list[Path]:
    """The files of a plot, in each format."""
    return [folder / f"{name}.{form}" for form in plotting.FORMATS]


def _cactus(rows: Sequence[RunRow], names: Sequence[str]) -> Any:
    """Cactus plot: the number of runs solved within a time each."""
    figure, axes = plotting.figure(6.4, 4.2)
    runs = Counter(row.system for row in rows)
    for name in filter(runs.get, names):
        walls = sorted(row.wall for row in rows if row.system == name and row.solved)
        marked = [*range(0, len(walls) - 1, max(1, len(walls) // 12)), *([len(walls) - 1] if walls else [])]
        label = f"{name} ({len(walls)})"
        axes.plot(range(1, len(walls) + 1), walls, label=label, markevery=marked, **_style(names, name))
    limit = limit_of(rows)
    axes.axhline(limit, color="#888888", linewidth=0.8, linestyle=(0, (2, 2)))
    axes.annotate("time limit", (0, limit), xytext=(4, 3), textcoords="offset points", color="#666666", fontsize=8)
    most = max(runs.values())
    axes.set(yscale="log", xlabel=f"runs solved, of {most}", ylabel="seconds for each", xlim=(0, most * 1.02 + 0.5))
    axes.set_title(f"Task {rows[0].task}: runs solved within a time", loc="left")
    plotting.whole_numbers(axes.xaxis)
    plotting.plain_numbers(axes.yaxis)
    _legend(figure, axes)
    return figure


def _by_size(rows: Sequence[RunRow], names: Sequence[str]) -> Any | None:
    """Seconds by size of the board: each instance, and the median of each size."""
    sizes = sorted({_size(row) for row in rows})
    if len(sizes) < 2:
        return None
    figure, axes = plotting.figure(6.4, 4.2)
    positions = {size: index for index, size in enumerate(sizes)}
    _lines(axes, rows, names, lambda row: positions[_size(row)])
    axes.set_xticks(range(len(sizes)), [f"{cols}x{rows_}" for _, cols, rows_ in sizes])
    axes.set(yscale="log", xlabel="board", ylabel="seconds")
    axes.set_title(f"Task {rows[0].task}: seconds by size of the board, medians", loc="left")
    plotting.plain_numbers(axes.yaxis)
    _legend(figure, axes)
    return figure


def _by_colours(rows: Sequence[RunRow], names: Sequence[str]) -> Any | None:
    """Seconds by number of inner colours, with a panel for each size that has several."""
    sizes = sorted({_size(row) for row in rows})
    sizes = [size for size in sizes if len({row.colours for row in rows if _size(row) == size}) > 1][:_MOST_PANELS]
    if not sizes:
        return None
    across = min(3, len(sizes))
    down = ceil(len(sizes) / across)
    figure, grid = plotting.figure(2.9 * across + 1.0, 2.6 * down + 0.8, rows=down, cols=across)
    panels = list(grid.flat) if len(sizes) > 1 else [grid]
    for axes, size in zip(panels, sizes, strict=False):
        part = [row for row in rows if _size(row) == size]
        _lines(axes, part, names, lambda row: row.colours)
        axes.set(yscale="log", xlabel="inner colours")
        axes.set_title(f"{size[1]}x{size[2]}", loc="left")
        plotting.whole_numbers(axes.xaxis)
        plotting.plain_numbers(axes.yaxis)
    for axes in panels[len(sizes) :]:
        axes.set_visible(False)
    for axes in panels[::across]:
        axes.set_ylabel("seconds")
    figure.suptitle(f"Task {rows[0].task}: seconds by number of colours, medians", x=0.01, ha="left", fontsize=10.5)
    _legend(figure, panels[0])
    return figure


def _lines(axes: Any, rows: Sequence[RunRow], names: Sequence[str], position: Callable[[RunRow], int]) -> None:
    """For each system, a line through the medians and a dot for each instance; unsolved ones lie at the limit."""
    limit = limit_of(rows)
    axes.axhline(limit, color="#888888", linewidth=0.8, linestyle=(0, (2, 2)))
    present = [name for name in names if any(row.system == name for row in rows)]
    for number, name in enumerate(present):
        own = [row for row in rows if row.system == name]
        positions = sorted(set(map(position, own)))
        style = _style(names, name)
        shift = 0.09 * (number - (len(present) - 1) / 2)
        middle = []
        for at in positions:
            walls = list(report.medians([row for row in own if position(row) == at], name).values())
            shown = [min(wall, limit) for wall in walls]
            axes.scatter([at + shift] * len(shown), shown, s=9, color=style["color"], alpha=0.35, linewidths=0)
            middle.append(median(walls))
        # A line along the limit would suggest times that are unknown.
        drawn = [
            min(wall, limit) if any(map(isfinite, middle[max(0, index - 1) : index + 2])) else nan
            for index, wall in enumerate(middle)
        ]
        axes.plot([at + shift for at in positions], drawn, label=name, **style)
        beyond = [at + shift for at, value in zip(positions, middle, strict=True) if not isfinite(value)]
        # Hollow markers: the true value lies above the limit.
        axes.plot(beyond, [limit] * len(beyond), **{**style, "linestyle": "", "markerfacecolor": "white"})


def _style(names: Sequence[str], name: str) -> dict[str, Any]:
    index = names.index(name)
    return {
        "color": plotting.COLOURS[index % len(plotting.COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": LINES[index // len(plotting.COLOURS) % len(LINES)],
    }


def _legend(figure: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    columns = 1 if max(map(len, labels)) > 40 else 2 if max(map(len, labels)) > 24 else 3
    figure.legend(handles, labels, loc="outside lower left", ncols=min(columns, len(labels)), fontsize=8)


def _size(row: RunRow) -> tuple[int, int, int]:
    cols, rows = map(int, row.size.split("x"))
    return cols * rows, cols, rows


_OPEN, _DONE, _BAD = plotting.COLOURS[4], plotting.COLOURS[2], plotting.COLOURS[1]


def write_campaign(progress: CampaignProgress, path: Path) -> None:
    """Draw the part that is done over processor time, and the time of each cube over its share."""
    plotting.draw(lambda: _course(progress), path)


def _course(progress: CampaignProgress) -> Any:
    drawn, (course, cubes) = plotting.figure(7.2, 3.0, cols=2, sharey=False)
    shares = {entry.number: share for share, entry in progress.verdicts}
    spent = list(accumulate(entry.body["cpu"] for entry in progress.costs))
    done = list(accumulate(shares.get(entry.number, 0.0) for entry in progress.costs))
    course.step([0.0, *spent], [0.0, *done], where="post", color=plotting.COLOURS[0])
    course.set(ylim=(0, 1.02), xlabel="processor time in seconds")
    course.set_title("part that was searched", loc="left")
    cubes.set_title("seconds that a cube took", loc="left")
    if progress.verdicts:
        # Zero has no place on a logarithmic scale.
        seconds = [max(entry.body["cpu"], 1e-4) for _, entry in progress.verdicts]
        cubes.plot([share for share, _ in progress.verdicts], seconds, ".", color=plotting.COLOURS[2])
        cubes.set(xscale="log", yscale="log", xlabel="share of the search that a cube is")
    return drawn


def write_suite(rows: Sequence[StatusRow], path: Path) -> None:
    """Draw the shares of boards done, open and bad, and the range of known solutions, of each row.

    Of many rows, draw the shares alone, by size and colours.
    """
    plotting.draw(lambda: _shares(rows) if len(rows) <= _MOST_BARS else _frontier(rows), path)


_MOST_BARS = 40
"""Sizes and numbers of colours that have a line each."""


def _states(rows: Sequence[StatusRow]) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """For each state of boards its colour, and where its part of each row begins and how long it is."""
    begun = [0.0] * len(rows)
    for name, colour in (("done", _DONE), ("open", _OPEN), ("bad", _BAD)):
        parts = [getattr(row, name) / row.boards for row in rows]
        if any(parts):
            yield name, colour, begun, parts
        begun = [start + part for start, part in zip(begun, parts, strict=True)]


def _title(rows: Sequence[StatusRow]) -> str:
    return f"{sum(row.done for row in rows):,} of {sum(row.boards for row in rows):,} boards done"


def _frontier(rows: Sequence[StatusRow]) -> Any:
    """A bar for each size and number of colours, where these are on the axes."""
    sizes = list(dict.fromkeys((row.cols, row.rows) for row in rows))
    drawn, axes = plotting.figure(1.2 + 0.6 * len(sizes), 5.4)
    at = [sizes.index((row.cols, row.rows)) - 0.45 for row in rows]
    for name, colour, begun, parts in _states(rows):
        left = [place + 0.9 * start for place, start in zip(at, begun, strict=True)]
        wide = [0.9 * part for part in parts]
        axes.barh([row.colours for row in rows], wide, left=left, color=colour, height=0.8, label=name)
    axes.set_xticks(range(len(sizes)), [f"{cols}x{rows}" for cols, rows in sizes])
    axes.set(xlabel="size", ylabel="inner colours")
    axes.set_title(_title(rows), loc="left")
    axes.legend(loc="upper left", fontsize=8)
    return drawn


def _shares(rows: Sequence[StatusRow]) -> Any:
    drawn, (shares, numbers) = plotting.figure(7.2, 1.4 + 0.24 * len(rows), cols=2)
    places = range(len(rows))
    for name, colour, begun, parts in _states(rows):
        shares.barh(places, parts, left=begun, color=colour, height=0.7, label=name)
    shares.set_yticks(places, [f"{row.cols}x{row.rows}, {row.colours} colours" for row in rows])
    shares.set(xlim=(0, 1), xlabel="share of the boards")
    shares.set_title(_title(rows), loc="left")
    known = [(place, row) for place, row in zip(places, rows, strict=True) if row.median is not None]
    # Zero has no place on a logarithmic scale, so 0.5 stands for it.
    least, middle, most = ([max(getattr(row, name), 0.5) for _, row in known] for name in ("least", "median", "most"))
    at = [place for place, _ in known]
    numbers.hlines(at, least, most, color=plotting.COLOURS[0], linewidth=1.4)
    numbers.plot(middle, at, "o", color=plotting.COLOURS[0])
    numbers.set(xscale="log", xlabel="known solutions: fewest, median, most")
    plotting.plain_numbers(numbers.xaxis)
    shares.set_ylim(len(rows) - 0.4, -0.6)
    handles, labels = shares.get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower left", ncols=3, fontsize=8)
    return drawn


def write_best(rows: Sequence[BestRow], folder: Path) -> list[Path]:
    """Draw for each board the median score over time, a line for each system; the files."""
    plotting.require()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for board in dict.fromkeys(row.board for row in rows):
        own = [row for row in rows if row.board == board]
        written += plotting.draw(partial(_curves, own), *_files(folder, board))
    return written


def _curves(rows: Sequence[BestRow]) -> Any:
    figure, axes = plotting.figure(6.4, 4.0)
    longest = {row.system: max(other.seconds for other in rows if other.system == row.system) for row in rows}
    for index, (system, limit) in enumerate(longest.items()):
        own = [row for row in rows if (row.system, row.seconds) == (system, limit)]
        moments = sorted({when for row in own for when, _ in row.curve} | {limit})
        points = [(when, score) for when in moments if (score := best_runs.at(own, when)) is not None]
        colour = plotting.COLOURS[index % len(plotting.COLOURS)]
        times, scores = [when for when, _ in points], [score for _, score in points]
        axes.step(times, scores, where="post", label=f"{system}, {len(own)} runs", color=colour)
    axes.set(xscale="log", xlabel="seconds", ylabel="matched diamonds, median")
    axes.set_title(f"{rows[0].board}, of {rows[0].diamonds} diamonds", loc="left")
    plotting.whole_numbers(axes.yaxis)
    axes.legend(loc="lower right")
    return figure
