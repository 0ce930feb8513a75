"""A picture of correlations between the signs of tiles: a heat map, and the chain of the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from edgeasp.draw import plotting
from edgeasp.puzzle.model import Puzzle
from edgeasp.puzzle.signs.correlation import Correlations, Link

_AGREES, _DEPARTS = plotting.COLOURS[0], plotting.COLOURS[1]


def write(
    puzzle: Puzzle, found: Correlations, links: Sequence[Link], path: Path, departs: Sequence[bool] | None = None
) -> None:
    """Draw the correlation of each pair of tiles, in the order of the chain, and the correlation at each link.

    Args:
        puzzle: the puzzle, which numbers its tiles.
        found: the correlations.
        links: the chain.
        path: the file to write, an .svg or .png.
        departs: of each link, whether a solution departs from it, which its colour shows; None without a solution.
    """
    plotting.require()
    import matplotlib as mpl

    with mpl.rc_context(plotting.STYLE):
        plotting.save(_figure(puzzle, found, links, departs), path)


def _figure(puzzle: Puzzle, found: Correlations, links: Sequence[Link], departs: Sequence[bool] | None) -> Any:
    tiles = [links[0].parent, *(link.tile for link in links)]
    drawn, (heat, steps) = plotting.figure(11, 5.2, cols=2, sharey=False)
    values: NDArray[Any] = found.values[tiles][:, tiles]
    image = heat.imshow(values, cmap="RdBu", vmin=-1, vmax=1, interpolation="nearest")
    heat.grid(visible=False)
    names = list(map(puzzle.number, tiles))
    every = -(-len(tiles) // 40)
    heat.set_xticks(range(0, len(tiles), every), names[::every], fontsize=6, rotation=90)
    heat.set_yticks(range(0, len(tiles), every), names[::every], fontsize=6)
    heat.set(xlabel="tile, in the order of the chain", ylabel="tile")
    drawn.colorbar(image, ax=heat, shrink=0.8, label="correlation of signs: 1 same, -1 opposite")
    what = "all" if found.exact else "samples"
    heat.set_title(f"{found.assignments:,} assignments ({what})", loc="left")
    sizes = [found.values[link.parent, link.tile] for link in links]
    marks = departs or [False] * len(links)
    for mark, colour, name in ((False, _AGREES, "the solution agrees"), (True, _DEPARTS, "the solution departs")):
        at = [place for place, each in enumerate(marks) if each == mark]
        steps.bar(at, [sizes[place] for place in at], color=colour, width=0.8, label=name if departs else None)
    steps.axhline(0, color="black", linewidth=0.8)
    labels = [f"{puzzle.number(link.tile)} on {puzzle.number(link.parent)}" for link in links]
    steps.set_xticks(range(0, len(links), every), labels[::every], fontsize=6, rotation=90)
    steps.set(ylabel="correlation", xlabel="link of the chain: a tile, and the tile on which it depends most")
    steps.set_title("chain of strongest correlations", loc="left")
    if departs:
        steps.legend(fontsize=8)
    return drawn
