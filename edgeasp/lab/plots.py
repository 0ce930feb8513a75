"""Plots of benchmarks, suites and campaigns.

In plots of benchmarks, every system has its own colour, marker and line. The colours are the palette of Okabe and Ito
(2008), which people with colour vision deficiencies can distinguish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import accumulate
from math import ceil, isfinite, nan
from pathlib import Path
from statistics import median
from typing import Any

from edgeasp.cli.delivery import require_writable
from edgeasp.lab.bench import best_runs, table
from edgeasp.lab.bench.best_runs import BestRow
from edgeasp.lab.bench.table import RunRow, largest_time_limit
from edgeasp.lab.campaign.status import CampaignProgress
from edgeasp.lab.suite.passes import StatusRow
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, missing_package
from edgeasp.system.writing import Content, format_of_extension, make_folder

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
FORMATS = ("svg", "png")

STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "savefig.dpi": 160,
    # Equal data gives equal bytes.
    "svg.hashsalt": "edgeasp",
    "svg.fonttype": "none",
}
"""Settings for matplotlib's `rc_context`."""


def require_matplotlib() -> None:
    """Raise OptionError if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise missing_package("plots need matplotlib", "matplotlib", "bench")


def require_plottable(picture: Path | None) -> None:
    """Check in advance that a requested plot can be drawn.

    Raises:
        OptionError: the file has another extension, or matplotlib is not installed.
        OutputError: the file cannot be written.
    """
    if picture is None:
        return
    require_matplotlib()
    if format_of_extension(str(picture)) not in ("svg", "png"):
        raise OptionError(f"{picture}: expected a name that ends in .svg or .png")
    require_writable(str(picture), Content.PICTURE)


def new_figure(width: float, height: float, *, rows: int = 1, cols: int = 1, sharey: bool = True) -> tuple[Any, Any]:
    """Create a figure and its axes, sized in inches."""
    # pyplot would need a display, and keep every figure in memory.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(drawn)
    return drawn, drawn.subplots(rows, cols, sharey=sharey)


def label_whole_numbers(axis: Any) -> None:
    """Label an axis with whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, nbins=8))


def label_plain_numbers(axis: Any) -> None:
    """Label a logarithmic axis with plain numbers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    # Powers of ten alone would be too few labels.
    if high / low < 500:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def draw_plot(figure_of: Callable[[], Any | None], *paths: Path) -> list[Path]:
    """Draw a figure in the common style to files.

    Args:
        figure_of: draws the figure, or returns None if the figure would be empty.
        *paths: files to write.

    Returns:
        the files written.
    """
    require_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        drawn = figure_of()
        written = [] if drawn is None else list(paths)
        for path in written:
            save_figure(drawn, path)
    return written


def save_figure(drawn: Any, path: Path) -> None:
    """Write a figure without a date, for reproducible bytes."""
    from io import BytesIO

    form = path.suffix.removeprefix(".").lower()
    data = BytesIO()
    drawn.savefig(data, format=form, metadata={"Date": None} if form == "svg" else {})
    writing.write_bytes(str(path), data.getvalue())


MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h")
LINES = ("-", "--", "-.", ":")

_MOST_PANELS = 12


def plot_benchmark(rows: Iterable[RunRow], folder: Path) -> list[Path]:
    """Draw the plots of a benchmark, as SVG and PNG."""
    require_matplotlib()
    kept = table.keep_latest(rows)
    names = table.system_labels(kept)
    written = []
    make_folder(str(folder))
    for task in ("all", "first"):
        part = [row for row in kept if row.task == task]
        if not part:
            continue
        for name, draw in {
            "cactus": _plot_cactus,
            "size": _plot_time_by_size,
            "colours": _plot_time_by_colours,
        }.items():
            written += draw_plot(partial(draw, part, names), *_plot_paths(folder, f"{task}-{name}"))
    return written


def _plot_paths(folder: Path, name: str) -> list[Path]:
    return [folder / f"{name}.{form}" for form in FORMATS]


def _plot_cactus(rows: Sequence[RunRow], names: Sequence[str]) -> Any:
    """Draw a cactus plot: runs solved within a given time."""
    figure, axes = new_figure(6.4, 4.2)
    runs = Counter(row.system for row in rows)
    for name in filter(runs.get, names):
        walls = sorted(row.wall for row in rows if row.system == name and row.solved)
        # A dozen markers: one per run would hide the line.
        marked = [*range(0, len(walls) - 1, max(1, len(walls) // 12)), *([len(walls) - 1] if walls else [])]
        label = f"{name} ({len(walls)})"
        axes.plot(range(1, len(walls) + 1), walls, label=label, markevery=marked, **_line_style(names, name))
    limit = largest_time_limit(rows)
    axes.axhline(limit, color="#888888", linewidth=0.8, linestyle=(0, (2, 2)))
    axes.annotate("time limit", (0, limit), xytext=(4, 3), textcoords="offset points", color="#666666", fontsize=8)
    most = max(runs.values())
    axes.set(yscale="log", xlabel=f"runs solved, of {most}", ylabel="seconds for each", xlim=(0, most * 1.02 + 0.5))
    axes.set_title(f"Task {rows[0].task}: runs solved within a time", loc="left")
    label_whole_numbers(axes.xaxis)
    label_plain_numbers(axes.yaxis)
    _add_legend(figure, axes)
    return figure


def _plot_time_by_size(rows: Sequence[RunRow], names: Sequence[str]) -> Any | None:
    # Returns None if all boards have the same size.
    sizes = sorted({_size_sort_key(row) for row in rows})
    if len(sizes) < 2:
        return None
    figure, axes = new_figure(6.4, 4.2)
    positions = {size: index for index, size in enumerate(sizes)}
    _plot_medians(axes, rows, names, lambda row: positions[_size_sort_key(row)])
    axes.set_xticks(range(len(sizes)), [f"{cols}x{rows_}" for _, cols, rows_ in sizes])
    axes.set(yscale="log", xlabel="board", ylabel="seconds")
    axes.set_title(f"Task {rows[0].task}: seconds by size of the board, medians", loc="left")
    label_plain_numbers(axes.yaxis)
    _add_legend(figure, axes)
    return figure


def _plot_time_by_colours(rows: Sequence[RunRow], names: Sequence[str]) -> Any | None:
    # A panel per size. Returns None if no size has boards with different numbers of colours.
    sizes = sorted({_size_sort_key(row) for row in rows})
    sizes = [size for size in sizes if len({row.colours for row in rows if _size_sort_key(row) == size}) > 1][
        :_MOST_PANELS
    ]
    if not sizes:
        return None
    across = min(3, len(sizes))
    down = ceil(len(sizes) / across)
    figure, grid = new_figure(2.9 * across + 1.0, 2.6 * down + 0.8, rows=down, cols=across)
    panels = list(grid.flat) if len(sizes) > 1 else [grid]
    for axes, size in zip(panels, sizes, strict=False):
        part = [row for row in rows if _size_sort_key(row) == size]
        _plot_medians(axes, part, names, lambda row: row.colours)
        axes.set(yscale="log", xlabel="inner colours")
        axes.set_title(f"{size[1]}x{size[2]}", loc="left")
        label_whole_numbers(axes.xaxis)
        label_plain_numbers(axes.yaxis)
    for axes in panels[len(sizes) :]:
        axes.set_visible(False)
    for axes in panels[::across]:
        axes.set_ylabel("seconds")
    figure.suptitle(f"Task {rows[0].task}: seconds by number of colours, medians", x=0.01, ha="left", fontsize=10.5)
    _add_legend(figure, panels[0])
    return figure


def _plot_medians(axes: Any, rows: Sequence[RunRow], names: Sequence[str], position: Callable[[RunRow], int]) -> None:
    """Draw each system's median time as a line.

    Each instance is also drawn as a point. Unsolved runs are drawn at the time limit. `position` returns where on the
    horizontal axis a run is drawn, e.g. its number of colours.
    """
    limit = largest_time_limit(rows)
    axes.axhline(limit, color="#888888", linewidth=0.8, linestyle=(0, (2, 2)))
    present = [name for name in names if any(row.system == name for row in rows)]
    for number, name in enumerate(present):
        own = [row for row in rows if row.system == name]
        positions = sorted(set(map(position, own)))
        style = _line_style(names, name)
        shift = 0.09 * (number - (len(present) - 1) / 2)
        middle = []
        for at in positions:
            walls = list(table.median_seconds([row for row in own if position(row) == at], name).values())
            shown = [min(wall, limit) for wall in walls]
            axes.scatter([at + shift] * len(shown), shown, s=9, color=style["color"], alpha=0.35, linewidths=0)
            middle.append(median(walls))
        # A line along the limit would suggest known times, so it only leads to the first unsolved point.
        drawn = [
            min(wall, limit) if any(map(isfinite, middle[max(0, index - 1) : index + 2])) else nan
            for index, wall in enumerate(middle)
        ]
        axes.plot([at + shift for at in positions], drawn, label=name, **style)
        beyond = [at + shift for at, value in zip(positions, middle, strict=True) if not isfinite(value)]
        # Hollow markers: the true value is above the limit.
        axes.plot(beyond, [limit] * len(beyond), **{**style, "linestyle": "", "markerfacecolor": "white"})


def _line_style(names: Sequence[str], name: str) -> dict[str, Any]:
    index = names.index(name)
    return {
        "color": COLOURS[index % len(COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": LINES[index // len(COLOURS) % len(LINES)],
    }


def _add_legend(figure: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    # Long labels need wide columns.
    columns = 1 if max(map(len, labels)) > 40 else 2 if max(map(len, labels)) > 24 else 3
    figure.legend(handles, labels, loc="outside lower left", ncols=min(columns, len(labels)), fontsize=8)


def _size_sort_key(row: RunRow) -> tuple[int, int, int]:
    cols, rows = map(int, row.size.split("x"))
    return cols * rows, cols, rows


_OPEN, _DONE, _BAD = COLOURS[4], COLOURS[2], COLOURS[1]


def plot_campaign(progress: CampaignProgress, path: Path) -> None:
    """Draw a campaign's progress, and the time of each cube."""
    draw_plot(lambda: _plot_progress(progress), path)


def _plot_progress(progress: CampaignProgress) -> Any:
    drawn, (course, cubes) = new_figure(7.2, 3.0, cols=2, sharey=False)
    shares = {entry.number: share for share, entry in progress.verdicts}
    spent = list(accumulate(entry.body["cpu"] for entry in progress.costs))
    done = list(accumulate(shares.get(entry.number, 0.0) for entry in progress.costs))
    course.step([0.0, *spent], [0.0, *done], where="post", color=COLOURS[0])
    course.set(ylim=(0, 1.02), xlabel="processor time in seconds")
    course.set_title("part that was searched", loc="left")
    cubes.set_title("seconds that a cube took", loc="left")
    if progress.verdicts:
        # A logarithmic scale has no zero.
        seconds = [max(entry.body["cpu"], 1e-4) for _, entry in progress.verdicts]
        cubes.plot([share for share, _ in progress.verdicts], seconds, ".", color=COLOURS[2])
        cubes.set(xscale="log", yscale="log", xlabel="share of the search that a cube is")
    return drawn


def plot_suite(rows: Sequence[StatusRow], path: Path) -> None:
    """Draw how many boards are done, and their solution counts.

    Solution counts are left out if there are more than 40 rows.
    """
    draw_plot(lambda: _plot_states_and_solutions(rows) if len(rows) <= _MOST_BARS else _plot_states_by_size(rows), path)


# Largest number of rows that are each drawn as a bar with the numbers of solutions.
_MOST_BARS = 40


def _state_bars(rows: Sequence[StatusRow]) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """Yield each state's name, colour, bar starts and bar lengths."""
    begun = [0.0] * len(rows)
    for name, colour in (("done", _DONE), ("open", _OPEN), ("bad", _BAD)):
        parts = [getattr(row, name) / row.boards for row in rows]
        if any(parts):
            yield name, colour, begun, parts
        begun = [start + part for start, part in zip(begun, parts, strict=True)]


def _boards_done_text(rows: Sequence[StatusRow]) -> str:
    return f"{sum(row.done for row in rows):,} of {sum(row.boards for row in rows):,} boards done"


def _plot_states_by_size(rows: Sequence[StatusRow]) -> Any:
    # A stacked bar for each size and number of colours.
    sizes = list(dict.fromkeys((row.cols, row.rows) for row in rows))
    drawn, axes = new_figure(1.2 + 0.6 * len(sizes), 5.4)
    # Bars are 0.9 wide, and centred on their size.
    at = [sizes.index((row.cols, row.rows)) - 0.45 for row in rows]
    for name, colour, begun, parts in _state_bars(rows):
        left = [place + 0.9 * start for place, start in zip(at, begun, strict=True)]
        wide = [0.9 * part for part in parts]
        axes.barh([row.colours for row in rows], wide, left=left, color=colour, height=0.8, label=name)
    axes.set_xticks(range(len(sizes)), [f"{cols}x{rows}" for cols, rows in sizes])
    axes.set(xlabel="size", ylabel="inner colours")
    axes.set_title(_boards_done_text(rows), loc="left")
    axes.legend(loc="upper left", fontsize=8)
    return drawn


def _plot_states_and_solutions(rows: Sequence[StatusRow]) -> Any:
    drawn, (shares, numbers) = new_figure(7.2, 1.4 + 0.24 * len(rows), cols=2)
    places = range(len(rows))
    for name, colour, begun, parts in _state_bars(rows):
        shares.barh(places, parts, left=begun, color=colour, height=0.7, label=name)
    shares.set_yticks(places, [f"{row.cols}x{row.rows}, {row.colours} colours" for row in rows])
    shares.set(xlim=(0, 1), xlabel="share of the boards")
    shares.set_title(_boards_done_text(rows), loc="left")
    known = [(place, row) for place, row in zip(places, rows, strict=True) if row.median is not None]
    # A logarithmic scale has no zero: it is drawn at 0.5.
    least, middle, most = ([max(getattr(row, name), 0.5) for _, row in known] for name in ("least", "median", "most"))
    at = [place for place, _ in known]
    numbers.hlines(at, least, most, color=COLOURS[0], linewidth=1.4)
    numbers.plot(middle, at, "o", color=COLOURS[0])
    numbers.set(xscale="log", xlabel="known solutions: fewest, median, most")
    label_plain_numbers(numbers.xaxis)
    shares.set_ylim(len(rows) - 0.4, -0.6)  # the first row is at the top
    handles, labels = shares.get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower left", ncols=3, fontsize=8)
    return drawn


def plot_best(rows: Sequence[BestRow], folder: Path) -> list[Path]:
    """Draw the median score over time, one plot per board.

    Returns:
        the files written.
    """
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for board in dict.fromkeys(row.board for row in rows):
        own = [row for row in rows if row.board == board]
        written += draw_plot(partial(_plot_scores, own), *_plot_paths(folder, board))
    return written


def _plot_scores(rows: Sequence[BestRow]) -> Any:
    figure, axes = new_figure(6.4, 4.0)
    # Runs with the longest limit of a system also show what it reaches within shorter ones.
    longest = {row.system: max(other.seconds for other in rows if other.system == row.system) for row in rows}
    for index, (system, limit) in enumerate(longest.items()):
        own = [row for row in rows if (row.system, row.seconds) == (system, limit)]
        moments = sorted({when for row in own for when, _ in row.improvements} | {limit})
        points = [(when, score) for when in moments if (score := best_runs.median_score_at(own, when)) is not None]
        colour = COLOURS[index % len(COLOURS)]
        times, scores = [when for when, _ in points], [score for _, score in points]
        axes.step(times, scores, where="post", label=f"{system}, {len(own)} runs", color=colour)
    axes.set(xscale="log", xlabel="seconds", ylabel="matching edges, median")
    axes.set_title(f"{rows[0].board}, of {rows[0].diamonds} edges", loc="left")
    label_whole_numbers(axes.yaxis)
    axes.legend(loc="lower right")
    return figure
