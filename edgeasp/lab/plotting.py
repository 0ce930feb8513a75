"""The style of plots; needs matplotlib.

The colours are those of Okabe and Ito (2008), which are distinguishable with colour vision deficiencies.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from edgeasp.cli.delivery import require_writable
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, missing
from edgeasp.system.writing import Content, form_of_ending

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
"""Settings for the `rc_context` of matplotlib."""


def require() -> None:
    """Raise an `OptionError` if matplotlib is missing."""
    if find_spec("matplotlib") is None:
        raise missing("plots need matplotlib", "matplotlib", "bench")


def require_plottable(picture: Path | None) -> None:
    """Make sure, before any work, that a plot can be drawn to this file, if one is wanted."""
    if picture is None:
        return
    require()
    if form_of_ending(str(picture)) not in ("svg", "png"):
        raise OptionError(f"{picture}: expected a name that ends in .svg or .png")
    require_writable(str(picture), Content.PICTURE)


def figure(width: float, height: float, *, rows: int = 1, cols: int = 1, sharey: bool = True) -> tuple[Any, Any]:
    """A figure and its grid of axes, which may share the vertical scale; width and height are in inches."""
    # pyplot would need a display and keep every figure.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(drawn)
    return drawn, drawn.subplots(rows, cols, sharey=sharey)


def whole_numbers(axis: Any) -> None:
    """Label an axis with whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, nbins=8))


def plain_numbers(axis: Any) -> None:
    """Label a logarithmic axis with plain numbers, and with more of them if it is short."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    if high / low < 500:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def draw(figure_of: Callable[[], Any | None], *paths: Path) -> list[Path]:
    """Make a figure in the style of all plots, and write it to files; those written, none without a figure."""
    require()
    import matplotlib as mpl

    with mpl.rc_context(STYLE):
        drawn = figure_of()
        written = [] if drawn is None else list(paths)
        for path in written:
            save(drawn, path)
    return written


def save(drawn: Any, path: Path) -> None:
    """Write a figure in the format of the name's ending, without a date."""
    from io import BytesIO

    form = path.suffix.removeprefix(".").lower()
    data = BytesIO()
    drawn.savefig(data, format=form, metadata={"Date": None} if form == "svg" else {})
    writing.write_bytes(str(path), data.getvalue())
