"""The look of colours: paints, motifs as outlines, and user palettes.

The 26 paints were found by simulated annealing: as far as possible from one another, from the grey of the frame, and
from black and white, with normal vision, deuteranopia and protanopia. Distances are Euclidean in OKLab (Ottosson 2020).
Both deficiencies are simulated after Machado, Oliveira and Fernandes (2009). The smallest distances:

| | normal | deuteranopia | protanopia |
|---|---|---|---|
| between two paints | 0.137 | 0.078 | 0.078 |
| between a paint and the frame | 0.144 | 0.080 | 0.085 |
| between two paints with the same motif | at least 0.22 for each |||

0.02 is just noticeable side by side, but 0.078 is too little across a board, so a motif, chosen by a second search,
distinguishes similar paints. The order of the paints maximises the distances among the first few.

Coordinates of outlines are relative to a side: x runs along it from -50 to 50, y from the side (0) to the centre of the
square (50). A half touches the side and is mirror symmetric, so two halves make one figure. In two dozen motifs, head
and tail differ in their outlines, but not in their widths at the side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import cos, pi, sin
from typing import NamedTuple

from edgeasp.formats import files
from edgeasp.puzzle.model import FRAME, Puzzle
from edgeasp.system import lines
from edgeasp.system.errors import InputError

FRAME_GREY = "#808080"

PLAIN = "plain"
"""The motif of the frame, which has no shape."""

MOTIFS = ("disc", "ring", "diamond", "square", "cross", "plus", "star", "lattice", "dots")
"""The shapes that distinguish similar paints."""

OWN_MOTIFS = (*MOTIFS, "heart", "moon", "tree", "house")
"""All motifs that a user can choose for a colour."""

# The paint of each colour from 1, as `#rrggbb`, and its motif.
_TABLE = (
    *(("#0073da", "diamond"), ("#b1c000", "ring"), ("#a30e00", "plus"), ("#abb4ff", "lattice")),
    *(("#161c8e", "disc"), ("#38ffb9", "cross"), ("#ea6ab8", "dots"), ("#8a81fe", "star")),
    *(("#00b765", "square"), ("#d14b11", "lattice"), ("#cf8b00", "plus"), ("#00a6d3", "ring")),
    *(("#603eb6", "lattice"), ("#a259a9", "cross"), ("#138741", "diamond"), ("#96156c", "square")),
    *(("#ff9ea0", "disc"), ("#e1ff65", "plus"), ("#64d1ce", "diamond"), ("#fccb73", "dots")),
    *(("#005785", "ring"), ("#005a2a", "disc"), ("#520261", "star"), ("#660000", "cross")),
    *(("#bcf4ff", "star"), ("#2d3439", "dots")),
)

# Most letters that a user can put on a side.
_LONGEST = 3

COLOURS = len(_TABLE)
"""Number of distinct paints. Higher colour numbers repeat them."""


def rgb(colour: int) -> str:
    """Return the paint of a colour number as `#rrggbb`.

    Numbers beyond `COLOURS` repeat the paints.
    """
    return FRAME_GREY if colour == FRAME else _TABLE[(colour - 1) % COLOURS][0]


def motif_of(colour: int) -> str:
    """Return the motif of a colour number.

    The frame has the motif `PLAIN`. Numbers beyond `COLOURS` repeat the paints with other motifs, so that paint and
    motif together distinguish many more colours.
    """
    if colour == FRAME:
        return PLAIN
    again, index = divmod(colour - 1, COLOURS)
    return MOTIFS[(MOTIFS.index(_TABLE[index][1]) + again) % len(MOTIFS)]


def ink_on(paint: str) -> str:
    """Return black or white, whichever contrasts more with a paint."""
    # sRGB to linear light (IEC 61966-2-1), since contrast is defined on luminance.
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _rgb_parts(paint)
    )
    # The relative luminance at which black and white have the same contrast (WCAG 2).
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def motif_paint(paint: str) -> str:
    """Return the paint of a motif on a side.

    It is a mixture: 70 % black or white, 30 % of the side's own paint.
    """
    mixed = (0.3 * part + 0.7 * ink for part, ink in zip(_rgb_parts(paint), _rgb_parts(ink_on(paint)), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def _rgb_parts(paint: str) -> tuple[float, float, float]:
    red, green, blue = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


Point = tuple[float, float]
Outline = tuple[Point, ...]

SIZE = 100
"""Length of a side. All coordinates use this unit."""

WEDGE: Outline = ((-50, 0), (50, 0), (0, 50))
"""Triangle between a side and the centre of the square, relative to the side."""


def half_figure(motif: str) -> tuple[Outline, ...]:
    """Return the outlines of a motif on one side.

    They are half of a figure. The adjacent side shows the other half. The tuple is empty for a motif without a shape.
    """
    return _SHAPES.get(motif) or SHAPES.get(motif, ())


def _polar_point(radius: float, angle: float) -> Point:
    # Adding 0.0 turns -0.0 into 0.0, so that files have the same bytes on every machine.
    return round(radius * cos(angle), 2) + 0.0, round(radius * sin(angle), 2) + 0.0


def _half_circle(radius: float) -> Outline:
    return tuple(_polar_point(radius, pi * step / 16) for step in range(17))


def _circle_outline(x: float, y: float, radius: float) -> Outline:
    ring = (_polar_point(radius, 2 * pi * step / 16) for step in range(16))
    return tuple((round(x + dx, 2), round(y + dy, 2)) for dx, dy in ring)


def _rectangle(left: float, right: float, depth: float) -> Outline:
    return (left, 0), (right, 0), (right, depth), (left, depth)


def _heart_outline(width: float, top: float) -> Outline:
    """Return the outline of a heart whose tip points inwards."""
    points = []
    for step in range(32):
        angle = 2 * pi * step / 32
        bow = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
        points.append((round(width * sin(angle) ** 3, 2) + 0.0, round(top + (12 - bow) * width / 16, 2)))
    return tuple(points)


_SHAPES: dict[str, tuple[Outline, ...]] = {
    "disc": (_half_circle(21),),
    "ring": ((*_half_circle(23), *reversed(_half_circle(13))),),
    "diamond": (((-24, 0), (24, 0), (0, 24)),),
    "square": (_rectangle(-18, 18, 18),),
    "cross": (((-6, 0), (6, 0), (22, 16), (16, 22), (0, 6), (-16, 22), (-22, 16)),),
    "plus": (((-25, 0), (25, 0), (25, 5), (5, 5), (5, 25), (-5, 25), (-5, 5), (-25, 5)),),
    "star": (tuple(_polar_point(11 if step % 2 else 27, pi * step / 6) for step in range(7)),),
    # A figure must not change in a quarter turn: two bars alone would look like two motifs.
    "lattice": (_rectangle(-15, -8, 25), _rectangle(8, 15, 25), ((-25, 8), (25, 8), (25, 15), (-25, 15))),
    "dots": (_circle_outline(-14, 12, 7), _circle_outline(14, 12, 7)),
    "heart": (_heart_outline(17, 4),),
    "moon": (
        (
            *_half_circle(24),
            *(
                (round(22 * cos(pi * step / 16), 2) + 0.0, round(10 * sin(pi * step / 16), 2))
                for step in range(16, -1, -1)
            ),
        ),
    ),
    "tree": (((-4, 0), (4, 0), (4, 8), (24, 8), (0, 36), (-24, 8), (-4, 8)),),
    "house": (((-16, 0), (16, 0), (16, 16), (22, 16), (0, 34), (-22, 16), (-16, 16)),),
}


class Look(NamedTuple):
    """Appearance of a colour on the tiles of a puzzle.

    Attributes:
        colour: colour number whose paint is used.
        motif: name of the motif.
        letters: text to draw in place of the motif, empty for the motif.
        paint: another paint as `#rrggbb`, empty for the paint of `colour`.
    """

    colour: int
    motif: str
    letters: str = ""
    paint: str = ""

    @property
    def ground(self) -> str:
        """The paint of the side, as `#rrggbb`."""
        return self.paint or rgb(self.colour)


def looks_of(puzzle: Puzzle) -> Mapping[int, Look]:
    """Choose how each colour of a puzzle is drawn.

    If colours have names, a name is drawn as the motif or paint that it names, e.g. `fish` or `red`. Any other word is
    written on the sides. The head and the tail of a motif get the same paint.
    """
    look_of = {FRAME: Look(FRAME, motif_of(FRAME))}
    words, letters = _motif_words(puzzle), short_colour_names(puzzle)
    # A motif that a name asks for must not show another colour as well.
    free = [name for name in NAMES if name not in words.values()]
    paired = bool(puzzle.partners)
    # Of two matching colours, the lower number is the head.
    heads = [colour for colour in puzzle.colours if colour <= puzzle.partner(colour)]
    for number, head in enumerate(heads, start=1):
        tail, word = puzzle.partner(head), words.get(head, "")
        colour = number if paired else head
        paint = _NAMED_PAINTS.get(word, "")
        if head == tail:
            drawn = word in OWN_MOTIFS or paint or not _is_word(word)
            motif = word if word in OWN_MOTIFS else motif_of(colour)
            look_of[head] = Look(colour, motif, "" if drawn else letters[head], paint)
            continue
        drawn = word in NAMES or not _is_word(word)
        name = word if word in NAMES else free[(number - 1) % len(free)]
        for half, half_of in ((head, "head"), (tail, "tail")):
            look_of[half] = Look(number, f"{name} {half_of}", "" if drawn else letters[half], paint)
    return look_of


# Paints of colour names.
_NAMED_PAINTS = {
    "red": "#d01c1f",
    "orange": "#f58a1f",
    "yellow": "#ffdf33",
    "green": "#2e9e46",
    "blue": "#1f5fd0",
    "purple": "#7b3fa0",
    "violet": "#8f4fd0",
    "pink": "#ff8fc0",
    "brown": "#7a4a21",
    "black": "#1b1b1b",
    "white": "#fafafa",
    "turquoise": "#2fc4c0",
}

# Letters of a word on a side, more only if words would become equal.
_FULL = 4


def _is_word(name: str) -> bool:
    return len(name) >= _LONGEST and name[0].isalpha()


def _motif_words(puzzle: Puzzle) -> dict[int, str]:
    """Map colours to the words in their names.

    Words are in lower case. For a head and a tail, the word is the common part of their names, e.g. `fish` for
    `fish-head` and `fish-tail`.
    """
    words = {}
    for colour in puzzle.colours if puzzle.names.colours else ():
        pair = [puzzle.names.colour(half).lower() for half in (colour, puzzle.partner(colour))]
        starts, ends = _common_prefix(*pair), _common_prefix(*(name[::-1] for name in pair))[::-1]
        words[colour] = max(starts, ends, key=len).strip("-_. ")
    return words


def _common_prefix(one: str, other: str) -> str:
    return "".join(here for here, _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def short_colour_names(puzzle: Puzzle) -> dict[int, str]:
    """Shorten the names of colours to distinct beginnings.

    Heads are in upper case, tails in lower case. If no name has more than three letters, all names are unchanged.
    """
    names = {colour: puzzle.names.colour(colour) for colour in (FRAME, *puzzle.colours)}
    words = {colour: word for colour, word in _motif_words(puzzle).items() if _is_word(word)}
    if max(map(len, names.values())) <= _LONGEST or not words:
        return names
    distinct, longest = set(words.values()), max(map(len, words.values()))
    sizes = (size for size in range(_FULL, longest) if len({word[:size] for word in distinct}) == len(distinct))
    most = next(sizes, None)
    cut = {colour: word[:most] for colour, word in words.items()}
    return names | {colour: word.upper() if colour < puzzle.partner(colour) else word for colour, word in cut.items()}


# Right half of the outline of each head and tail, from the side inwards.
_RIGHT_HALVES: dict[str, Outline] = {
    "turtle head": ((18, 0), (16, 10), (27, 15), (22, 20), (10, 17), (5, 19), (8, 26), (5, 32), (0, 34)),
    "turtle tail": ((18, 0), (16, 8), (25, 17), (18, 21), (10, 16), (3, 19), (0, 29)),
    "fish head": ((15, 0), (14, 12), (9, 23), (0, 31)),
    "fish tail": ((15, 0), (11, 10), (4, 16), (16, 29), (0, 24)),
    "rocket head": ((11, 0), (11, 20), (15, 22), (5, 31), (0, 38)),
    "rocket tail": ((11, 0), (11, 6), (22, 20), (11, 16), (4, 16), (8, 26), (0, 38)),
    "arrow head": ((5, 0), (5, 12), (20, 12), (0, 36)),
    "arrow tail": ((5, 0), (5, 12), (15, 18), (15, 30), (0, 22)),
    "flower head": ((3, 0), (3, 9), (14, 7), (20, 15), (14, 20), (17, 29), (8, 30), (0, 36)),
    "flower tail": ((3, 0), (3, 8), (22, 14), (14, 24), (3, 16), (3, 35), (0, 35)),
    "key head": ((4, 0), (4, 8), (14, 12), (18, 21), (14, 30), (0, 34)),
    "key tail": ((4, 0), (4, 10), (16, 10), (16, 16), (4, 16), (4, 21), (16, 21), (16, 27), (4, 27), (4, 34), (0, 34)),
    "mushroom head": ((8, 0), (8, 13), (26, 13), (20, 22), (9, 28), (0, 30)),
    "mushroom tail": ((8, 0), (9, 14), (14, 24), (12, 29), (0, 29)),
    "butterfly head": ((3, 0), (28, 8), (25, 20), (14, 24), (3, 14), (3, 22), (9, 35), (0, 26)),
    "butterfly tail": ((3, 0), (20, 6), (24, 18), (16, 24), (3, 12), (3, 28), (0, 33)),
    "beetle head": ((16, 0), (15, 9), (9, 15), (9, 21), (14, 31), (10, 31), (5, 23), (0, 24)),
    "beetle tail": ((16, 0), (15, 6), (29, 11), (28, 14), (14, 11), (9, 26), (0, 32)),
    "spoon head": ((4, 0), (4, 7), (11, 13), (14, 22), (11, 31), (0, 35)),
    "spoon tail": ((4, 0), (3, 22), (7, 27), (7, 33), (0, 36)),
    "fir head": ((24, 0), (8, 10), (19, 10), (5, 21), (14, 21), (0, 38)),
    "fir tail": ((24, 0), (5, 4), (5, 22), (16, 25), (16, 29), (0, 29)),
    "house head": ((18, 0), (18, 7), (29, 7), (19, 16), (19, 25), (12, 25), (12, 22), (0, 32)),
    "house tail": ((18, 0), (18, 27), (6, 27), (6, 12), (0, 12)),
    "umbrella head": ((2, 0), (2, 8), (9, 5), (19, 8), (28, 4), (22, 20), (10, 28), (0, 31)),
    "umbrella tail": ((2, 0), (2, 22), (8, 22), (10, 28), (6, 34), (0, 36)),
    "cone head": ((16, 0), (24, 5), (22, 13), (10, 15), (17, 22), (11, 30), (0, 34)),
    "cone tail": ((16, 0), (0, 38)),
    "balloon head": ((8, 0), (18, 9), (22, 19), (16, 30), (0, 35)),
    "balloon tail": ((8, 0), (6, 12), (10, 12), (10, 26), (0, 26)),
    "boat head": ((2, 0), (2, 6), (22, 6), (0, 38)),
    "boat tail": ((2, 0), (2, 8), (28, 8), (20, 24), (0, 24)),
    "anchor head": ((4, 0), (4, 8), (17, 8), (17, 14), (4, 14), (4, 19), (11, 25), (8, 33), (0, 36)),
    "anchor tail": ((4, 0), (4, 16), (16, 12), (22, 4), (28, 14), (16, 27), (0, 32)),
    "sword head": ((6, 0), (6, 24), (0, 38)),
    "sword tail": ((6, 0), (6, 6), (24, 6), (24, 12), (5, 12), (5, 24), (9, 28), (9, 34), (0, 36)),
    "king head": ((10, 0), (13, 8), (22, 23), (11, 17), (0, 36)),
    "king tail": ((10, 0), (12, 12), (19, 18), (19, 26), (0, 26)),
    "bottle head": ((14, 0), (14, 6), (5, 16), (5, 30), (8, 30), (8, 36), (0, 36)),
    "bottle tail": ((14, 0), (16, 12), (16, 30), (0, 26)),
    "lamp head": ((26, 0), (22, 10), (9, 28), (0, 28)),
    "lamp tail": ((26, 0), (3, 3), (3, 25), (14, 27), (14, 32), (0, 32)),
    "carrot head": ((13, 0), (12, 6), (20, 25), (10, 17), (8, 34), (3, 20), (0, 38)),
    "carrot tail": ((13, 0), (14, 8), (7, 12), (8, 20), (3, 24), (3, 32), (0, 40)),
    "squid head": ((12, 0), (12, 8), (26, 18), (12, 22), (0, 38)),
    "squid tail": ((12, 0), (19, 11), (20, 26), (13, 17), (10, 36), (6, 20), (0, 36)),
    "bell head": ((26, 0), (25, 5), (14, 9), (12, 24), (4, 28), (4, 37), (0, 37)),
    "bell tail": ((26, 0), (28, 5), (27, 10), (7, 10), (9, 18), (5, 25), (0, 27)),
}

SHAPES: dict[str, tuple[Outline, ...]] = {
    name: ((*right, *((-x, y) for x, y in reversed(right) if x)),) for name, right in _RIGHT_HALVES.items()
}
"""Complete outlines of the heads and tails."""

NAMES = tuple(name.removesuffix(" head") for name in SHAPES if name.endswith(" head"))
"""Motifs that have a head and a tail."""


COLOUR_BLIND = ("colour-blind", "color-blind", "colourblind", "colorblind", "default")
"""Names that users may type for the default palette, which suits colour-blind readers."""

LETTERS = "letters"
"""Name of the palette that shows a letter for each colour."""

# Line of a palette file: number or name of a colour, motif or letters, and paint.
_LINE = re.compile(
    r"([0-9]{1,9}|[^\s\d=:#,][^\s=:]*)\s*[=:]\s*([^,#]*?)\s*,?\s*(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class OwnLook:
    """Appearance of a colour, chosen by a user.

    Attributes:
        paint: the paint as `#rrggbb`.
        motif: one of `OWN_MOTIFS`, a head or tail such as `fish head`, or `PLAIN`.
        letters: text to draw in place of the motif, empty for the motif.
    """

    paint: str
    motif: str = PLAIN
    letters: str = ""


OwnPalette = Mapping[int, OwnLook]
"""Looks chosen by a user, keyed by colour. Any other colour has its default look."""


def read_palette(
    path: str, colours: int = 0, pairs: Iterable[tuple[int, int]] = (), names: Sequence[str] = ()
) -> OwnPalette:
    """Read a palette file, or build the palette of letters.

    A file has lines such as `1 = heart, #c33` or `2 = A`.

    Args:
        path: name of the file, or `letters`. A name in `COLOUR_BLIND` means the default palette.
        colours: largest colour number, for `letters`.
        pairs: colours of heads and tails, for `letters`. Each pair shares a letter.
        names: names of the colours, from colour 0. A line may begin with a name in place of a number.

    Raises:
        InputError: the file cannot be read, or a line is invalid.
    """
    if path.lower() in COLOUR_BLIND:
        return {}
    if path == LETTERS:
        return _letter_palette(colours, {max(pair): min(pair) for pair in pairs if pair[0] != pair[1]})
    name = files.printable_name(path)
    numbers = {colour: number for number, colour in enumerate(names) if colour}
    looks: dict[int, OwnLook] = {}
    for number, line in enumerate(files.read_text(path).splitlines(), 1):
        words = line.strip()
        # A # begins a paint, so it cannot begin a comment.
        if not words or words.startswith(("c ", "%", "//")):
            continue
        match = _LINE.fullmatch(words)
        named = match[1] if match else ""
        if not match or not (match[2] or match[3]) or not (named.isdecimal() or named in numbers):
            example = next(reversed(numbers), "1")
            expected = f"expected a line such as {example} = heart, #c33, found {lines.quoted(words)}"
            raise InputError(name, number, expected)
        colour, word = numbers[named] if named in numbers else int(named), match[2].strip("\"'")
        if colour in looks:
            raise InputError(name, number, f"expected colour {colour} once, found it again")
        paint = (match[3] or rgb(colour)).lower()
        if len(paint) < 7:
            # As in style sheets, #c33 is short for #cc3333.
            paint = "#" + "".join(2 * digit for digit in paint[1:])
        if word.lower() in (*OWN_MOTIFS, *SHAPES, PLAIN):
            looks[colour] = OwnLook(paint, word.lower())
        elif not word:
            looks[colour] = OwnLook(paint, motif_of(colour))
        elif len(word) <= _LONGEST:
            looks[colour] = OwnLook(paint, letters=word)
        else:
            expected = f"expected a motif ({', '.join(OWN_MOTIFS)}, {PLAIN}) or up to {_LONGEST} letters"
            raise InputError(name, number, f"{expected}, found {lines.quoted(word)}")
    return looks


def _letter_palette(colours: int, head_of: Mapping[int, int]) -> OwnPalette:
    """Assign a letter to each colour.

    Args:
        colours: largest colour number.
        head_of: maps the colour of a tail to the colour of its head. The tail gets the head's letter in lower case.
    """
    palette: dict[int, OwnLook] = {}
    for number, head in enumerate((colour for colour in range(1, colours + 1) if colour not in head_of), start=1):
        # A2 follows Z.
        again, index = divmod(number - 1, 26)
        palette[head] = OwnLook(rgb(number), letters=chr(ord("A") + index) + (str(again + 1) if again else ""))
    tails = {tail: palette[head] for tail, head in head_of.items() if tail <= colours}
    return palette | {tail: replace(look, letters=look.letters.lower()) for tail, look in tails.items()}
