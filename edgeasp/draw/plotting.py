"""The style of plots, and the correlations of signs as a heat map with their chain; needs matplotlib.

The colours are those of Okabe and Ito (2008), which are distinguishable with colour vision deficiencies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from edgeasp.puzzle.model import Puzzle
from edgeasp.puzzle.signs.possible import Correlations, Link
from edgeasp.system import writing
from edgeasp.system.errors import missing

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


_AGREES, _DEPARTS = COLOURS[0], COLOURS[1]


def write_signs(
    puzzle: Puzzle, correlations: Correlations, links: Sequence[Link], path: Path, departs: Sequence[bool] | None = None
) -> None:
    """Draw the correlation of each pair of tiles, in the order of the chain, and the correlation at each link.

    Args:
        puzzle: the puzzle, which numbers its tiles.
        correlations: of the signs of tiles.
        links: the chain.
        path: the file to write, an .svg or .png.
        departs: of each link, whether a solution departs from it, which its colour shows; None without a solution.
    """
    draw(lambda: _figure(puzzle, correlations, links, departs), path)


def _figure(puzzle: Puzzle, correlations: Correlations, links: Sequence[Link], departs: Sequence[bool] | None) -> Any:
    tiles = [links[0].parent, *(link.tile for link in links)]
    drawn, (heat, steps) = figure(11, 5.2, cols=2, sharey=False)
    values: NDArray[Any] = correlations.values[tiles][:, tiles]
    image = heat.imshow(values, cmap="RdBu", vmin=-1, vmax=1, interpolation="nearest")
    heat.grid(visible=False)
    names = list(map(puzzle.names.number, tiles))
    every = -(-len(tiles) // 40)
    heat.set_xticks(range(0, len(tiles), every), names[::every], fontsize=6, rotation=90)
    heat.set_yticks(range(0, len(tiles), every), names[::every], fontsize=6)
    heat.set(xlabel="tile, in the order of the chain", ylabel="tile")
    drawn.colorbar(image, ax=heat, shrink=0.8, label="correlation of signs: 1 same, -1 opposite")
    what = "all" if correlations.exact else "samples"
    heat.set_title(f"{correlations.assignments:,} assignments ({what})", loc="left")
    sizes = [correlations.values[link.parent, link.tile] for link in links]
    marks = departs or [False] * len(links)
    for mark, colour, name in ((False, _AGREES, "the solution agrees"), (True, _DEPARTS, "the solution departs")):
        at = [place for place, other in enumerate(marks) if other == mark]
        steps.bar(at, [sizes[place] for place in at], color=colour, width=0.8, label=name if departs else None)
    steps.axhline(0, color="black", linewidth=0.8)
    labels = [f"{puzzle.names.number(link.tile)} on {puzzle.names.number(link.parent)}" for link in links]
    steps.set_xticks(range(0, len(links), every), labels[::every], fontsize=6, rotation=90)
    steps.set(ylabel="correlation", xlabel="link of the chain: a tile, and the tile on which it depends most")
    steps.set_title("chain of strongest correlations", loc="left")
    if departs:
        steps.legend(fontsize=8)
    return drawn
