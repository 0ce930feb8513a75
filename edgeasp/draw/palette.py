"""The one palette: a paint and a motif for every colour number.

The 26 paints were found by simulated annealing: as far apart from one another, from the grey of the frame and from
black and white as they can be, to a normal eye and to one without the cones for green (deuteranopia) or for red
(protanopia), none of them very dark, very light or glaring. Distances are Euclidean in OKLab (Ottosson 2020), both
deficiencies as simulated by Machado, Oliveira and Fernandes (2009). What came of it:

| | normal | deuteranopia | protanopia |
|---|---|---|---|
| the two nearest paints | 0.137 | 0.078 | 0.078 |
| the paint nearest to the frame | 0.144 | 0.080 | 0.085 |
| the two nearest paints with the same motif | 0.22 at least, for each eye |||

0.02 can just be told apart side by side. Across a board that takes more than 0.078, so that the motifs are needed by
those who do not see all colours. They were chosen by a search of their own. The paints stand in an order in which few
colours, as small puzzles have, are the furthest apart.
"""

from __future__ import annotations

from edgeasp.puzzle.model import FRAME

FRAME_GREY = "#808080"

PLAIN = "plain"
"""What the frame has in place of a motif."""

MOTIFS = ("disc", "ring", "diamond", "square", "cross", "plus", "star", "stripes", "dots")
"""The shapes that tell apart what colour alone does not."""

_TABLE = (
    *(("#0073da", "diamond"), ("#b1c000", "ring"), ("#a30e00", "plus"), ("#abb4ff", "stripes")),
    *(("#161c8e", "disc"), ("#38ffb9", "cross"), ("#ea6ab8", "dots"), ("#8a81fe", "star")),
    *(("#00b765", "square"), ("#d14b11", "stripes"), ("#cf8b00", "plus"), ("#00a6d3", "ring")),
    *(("#603eb6", "stripes"), ("#a259a9", "cross"), ("#138741", "diamond"), ("#96156c", "square")),
    *(("#ff9ea0", "disc"), ("#e1ff65", "plus"), ("#64d1ce", "diamond"), ("#fccb73", "dots")),
    *(("#005785", "ring"), ("#005a2a", "disc"), ("#520261", "star"), ("#660000", "cross")),
    *(("#bcf4ff", "star"), ("#2d3439", "dots")),
)

COLOURS = len(_TABLE)
"""How many colour numbers have a paint of their own."""


def rgb(colour: int) -> str:
    """The paint of a colour number, as `#rrggbb`; the numbers beyond the palette begin it again."""
    return FRAME_GREY if colour == FRAME else _TABLE[(colour - 1) % COLOURS][0]


def pattern(colour: int) -> str:
    """The motif of a colour number, one of `MOTIFS`, or `PLAIN` for the frame.

    Each time that the palette begins again its motifs move on by one, so that paint and motif together tell
    as many colours apart as there are paints times motifs.
    """
    if colour == FRAME:
        return PLAIN
    again, index = divmod(colour - 1, COLOURS)
    return MOTIFS[(MOTIFS.index(_TABLE[index][1]) + again) % len(MOTIFS)]


def ink(colour: int) -> str:
    """Black or white, whichever can be read better on the paint of the colour."""
    red, green, blue = (_linear(part) for part in _parts(rgb(colour)))
    # The luminance at which black and white have the same contrast, as the guidelines for web content define it.
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def accent(colour: int) -> str:
    """The paint of the motif: that of the colour, most of the way towards its ink."""
    mixed = (0.3 * paint + 0.7 * ink for paint, ink in zip(_parts(rgb(colour)), _parts(ink(colour)), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def _parts(paint: str) -> tuple[float, float, float]:
    red, green, blue = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
