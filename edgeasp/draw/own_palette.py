"""A palette of one's own: what stands for a colour, as a motif or a letter, and its paint; for pictures and paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from edgeasp.draw.palette import OWN_MOTIFS, PLAIN, pattern, rgb
from edgeasp.draw.picture.motifs import SHAPES
from edgeasp.formats import files
from edgeasp.system import lines
from edgeasp.system.errors import InputError

LETTERS = "letters"
"""The name of the palette in which each colour has its own letter."""

_LINE = re.compile(r"([0-9]{1,9})\s*[=:]\s*([^,#]*?)\s*,?\s*(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})?", re.ASCII)
_LONGEST = 3
"""The largest number of letters on a side."""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a colour.

    Attributes:
        paint: as `#rrggbb`.
        motif: one of `OWN_MOTIFS`, a head or a tail such as `fish head`, or `PLAIN`.
        letters: in place of a motif; empty if there are none.
    """

    paint: str
    motif: str = PLAIN
    letters: str = ""


@dataclass(frozen=True)
class OwnPalette:
    """The colours that look as their user wants, by their numbers; other ones look as always."""

    looks: tuple[tuple[int, Look], ...]

    @cached_property
    def _by_colour(self) -> dict[int, Look]:
        return dict(self.looks)

    def look(self, colour: int) -> Look | None:
        """The look of a colour; None for one that looks as always."""
        return self._by_colour.get(colour)


def read_palette(path: str, colours: int = 0) -> OwnPalette:
    """The palette in a file with lines such as `1 = heart, #c33` or `2 = A`; or `letters`, for so many colours.

    Raises:
        InputError: the file cannot be read, or a line is something else.
    """
    if path == LETTERS:
        return OwnPalette(
            tuple((colour, Look(rgb(colour), letters=_letter(colour))) for colour in range(1, colours + 1))
        )
    looks: dict[int, Look] = {}
    for number, line in enumerate(files.read_text(path).splitlines(), 1):
        words = line.strip()
        if not words or words.startswith(("c ", "%", "//")):
            continue
        match = _LINE.fullmatch(words)
        if not match or not (match[2] or match[3]):
            expected = f"expected a line such as 1 = heart, #c33, found {lines.quoted(words)}"
            raise InputError(files.shown_name(path), number, expected)
        colour, word = int(match[1]), match[2].strip("\"'")
        if colour in looks:
            raise InputError(files.shown_name(path), number, f"expected colour {colour} once, found it again")
        short = match[3] and len(match[3]) < 7
        paint = (
            "#" + "".join(2 * digit for digit in match[3][1:].lower()) if short else (match[3] or rgb(colour)).lower()
        )
        if word.lower() in (*OWN_MOTIFS, *SHAPES, PLAIN):
            looks[colour] = Look(paint, word.lower())
        elif not word:
            looks[colour] = Look(paint, pattern(colour))
        elif len(word) <= _LONGEST:
            looks[colour] = Look(paint, letters=word)
        else:
            known = ", ".join(OWN_MOTIFS)
            raise InputError(
                files.shown_name(path),
                number,
                f"expected a motif ({known}, {PLAIN}) or up to {_LONGEST} letters, found {lines.quoted(word)}",
            )
    return OwnPalette(tuple(looks.items()))


def _letter(colour: int) -> str:
    again, index = divmod(colour - 1, 26)
    return chr(ord("A") + index) + (str(again + 1) if again else "")
