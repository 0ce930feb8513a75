"""The palette: a paint and a motif for every colour number.

The 26 paints were found by simulated annealing: as far as possible from one another, from the grey of the frame, and
from black and white, with normal vision, deuteranopia and protanopia. Distances are Euclidean in OKLab (Ottosson 2020);
both deficiencies are simulated after Machado, Oliveira and Fernandes (2009). The smallest distances:

| | normal | deuteranopia | protanopia |
|---|---|---|---|
| between two paints | 0.137 | 0.078 | 0.078 |
| between a paint and the frame | 0.144 | 0.080 | 0.085 |
| between two paints with the same motif | at least 0.22 for each |||

0.02 is just noticeable side by side, but 0.078 is too little across a board, so a motif, chosen by a second search,
distinguishes similar paints. The order of the paints maximises the distances among the first few.
"""

from __future__ import annotations

from edgeasp.puzzle.model import FRAME

FRAME_GREY = "#808080"

PLAIN = "plain"
"""The motif of the frame: none."""

MOTIFS = ("disc", "ring", "diamond", "square", "cross", "plus", "star", "lattice", "dots")
"""The shapes that distinguish similar paints."""

OWN_MOTIFS = (*MOTIFS, "heart", "moon", "tree", "house")
"""All motifs, also those that only a palette of one's own has."""

_TABLE = (
    *(("#0073da", "diamond"), ("#b1c000", "ring"), ("#a30e00", "plus"), ("#abb4ff", "lattice")),
    *(("#161c8e", "disc"), ("#38ffb9", "cross"), ("#ea6ab8", "dots"), ("#8a81fe", "star")),
    *(("#00b765", "square"), ("#d14b11", "lattice"), ("#cf8b00", "plus"), ("#00a6d3", "ring")),
    *(("#603eb6", "lattice"), ("#a259a9", "cross"), ("#138741", "diamond"), ("#96156c", "square")),
    *(("#ff9ea0", "disc"), ("#e1ff65", "plus"), ("#64d1ce", "diamond"), ("#fccb73", "dots")),
    *(("#005785", "ring"), ("#005a2a", "disc"), ("#520261", "star"), ("#660000", "cross")),
    *(("#bcf4ff", "star"), ("#2d3439", "dots")),
)

COLOURS = len(_TABLE)
"""The number of different paints."""


def rgb(colour: int) -> str:
    """The paint of a colour number as `#rrggbb`; larger numbers repeat the palette."""
    return FRAME_GREY if colour == FRAME else _TABLE[(colour - 1) % COLOURS][0]


def pattern(colour: int) -> str:
    """The motif of a colour number, one of `MOTIFS`, or `PLAIN` for the frame.

    Each repetition of the palette shifts the motifs by one, so paint and motif together distinguish as many colours as
    there are paints times motifs.
    """
    if colour == FRAME:
        return PLAIN
    again, index = divmod(colour - 1, COLOURS)
    return MOTIFS[(MOTIFS.index(_TABLE[index][1]) + again) % len(MOTIFS)]


def ink(colour: int) -> str:
    """Black or white, whichever has more contrast to the paint of the colour."""
    return ink_on(rgb(colour))


def ink_on(paint: str) -> str:
    """Black or white, whichever has more contrast to a paint."""
    parts = _parts(paint)
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    red, green, blue = linear
    # The relative luminance at which black and white have the same contrast (WCAG 2).
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def accent(colour: int) -> str:
    """The paint of the motif of a colour."""
    return accent_on(rgb(colour))


def accent_on(paint: str) -> str:
    """The paint of a motif on a paint: 30 % of that, 70 % ink."""
    mixed = (0.3 * part + 0.7 * ink for part, ink in zip(_parts(paint), _parts(ink_on(paint)), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def _parts(paint: str) -> tuple[float, float, float]:
    red, green, blue = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue
