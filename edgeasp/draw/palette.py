"""The one palette: a colour for every colour number."""

from __future__ import annotations

from edgeasp.puzzle import FRAME

FRAME_GREY = "#808080"

_PALETTE = (
    *("#e6194b", "#3cb44b", "#4363d8", "#ffe119", "#f58231", "#911eb4", "#46f0f0", "#f032e6"),
    *("#9a6324", "#fabed4", "#bcbcbc", "#fffac8", "#808000", "#008080", "#000075", "#800000"),
    *("#bfef45", "#dcbeff", "#aaffc3", "#ffd8b1", "#5f87af", "#af5f00", "#00af87", "#d75f87"),
)


def rgb(colour: int) -> str:
    """The paint of a colour number, as `#rrggbb`; the numbers beyond the palette begin it again."""
    return FRAME_GREY if colour == FRAME else _PALETTE[(colour - 1) % len(_PALETTE)]


def ink(colour: int) -> str:
    """Black or white, whichever can be read on the paint of the colour."""
    paint = rgb(colour)
    red, green, blue = (int(paint[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
