"""Links to viewers: four letters a square, the sides of the rotated tile, and perhaps three digits, its number.

`board_w`, `board_h`, then `board_edges`, row by row, each square clockwise from the top, `a` for 0 to `z` for 25; and
perhaps `board_pieces`, the number of the piece on each square from 1, or 000 for an empty square, whose letters are
`aaaa`. The parameters of e2.bucas.name follow a `#`, those of eternity2.dev a `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from edgeasp.formats.lines import natural, quoted
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Sides, Square

HOSTS = {"bucas": "e2.bucas.name", "dev": "eternity2.dev"}
EMPTY: Sides = (0, 0, 0, 0)
"""The sides of an empty square."""


class OtherSiteError(InputError):
    """A link to another site than that of the format."""


@dataclass(frozen=True, slots=True)
class LinkBoard:
    """The board of a link.

    Attributes:
        squares: the sides on each square, row by row; None for an empty square.
        pieces: the number of the piece on each square, from 1, or 0; None if the link has no numbers.
    """

    cols: int
    rows: int
    squares: tuple[Sides | None, ...]
    pieces: tuple[int, ...] | None

    def places(self) -> Iterator[tuple[Square, Sides | None]]:
        """Each square with its sides."""
        for index, sides in enumerate(self.squares):
            yield Square(index % self.cols, index // self.cols), sides


def parse(text: str, source: str, site: str | None = None) -> LinkBoard:
    """The board of a link; InputError if the text is not one link, or not one to this site."""
    values = _parameters(text, source, site)
    cols, rows = _size(values, source)
    letters = values["board_edges"]
    if len(letters) != 4 * cols * rows:
        wanted = f"{4 * cols * rows} letters in board_edges for {cols} x {rows}"
        raise InputError(source, None, f"expected {wanted}, found {len(letters)}")
    if strange := re.search(r"[^a-z]", letters):
        raise InputError(source, None, f"expected the letters a to z in board_edges, found {quoted(strange[0])}")
    pieces = _pieces(values.get("board_pieces"), cols * rows, source)
    squares: list[Sides | None] = []
    for index in range(cols * rows):
        north, east, south, west = (ord(letter) - ord("a") for letter in letters[4 * index : 4 * index + 4])
        sides = (north, east, south, west)
        # Only a number distinguishes a tile with four zeros from an empty square.
        squares.append(None if sides == EMPTY and not (pieces and pieces[index]) else sides)
    return LinkBoard(cols, rows, tuple(squares), pieces)


def _parameters(text: str, source: str, site: str | None) -> dict[str, str]:
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise InputError(source, None, "expected a link to a viewer, found nothing")
    if len(lines) > 1:
        raise InputError(source, lines[1][0], f"expected one link and nothing else, found {len(lines)} lines")
    line, content = lines[0]
    match = re.match(r"([^?#&=]*)[?#]", content)
    address, parameters = (match[1], content[match.end() :]) if match else ("", content)
    host = address.lower().rpartition("//")[2].partition("/")[0].removeprefix("www.")
    host = host if "." in host else HOSTS["bucas"]
    if site is not None and host != HOSTS[site]:
        raise OtherSiteError(source, line, f"expected a link to {HOSTS[site]}, found one to {quoted(host)}")
    values: dict[str, str] = {}
    for part in re.split(r"[&?#]", parameters):
        key, _, value = part.partition("=")
        if key and key in values:
            raise InputError(source, line, f"expected each parameter once, found {quoted(key)} again")
        values[key] = value
    if "board_edges" not in values:
        raise InputError(source, line, f"expected a link with board_edges, found {quoted(content)}")
    return values


def _size(values: dict[str, str], source: str) -> tuple[int, int]:
    """Columns and rows; eternity2.dev has one number for both."""
    both = values.get("puzzle_size")
    sizes = []
    for key in ("board_w", "board_h"):
        word = values.get(key, both)
        if word is None:
            raise InputError(source, None, f"expected a link with {key}, found none")
        size = natural(word, source, None, key if key in values else "puzzle_size")
        if size < 2:
            raise InputError(source, None, f"expected at least 2 for {key}, found {size}")
        if both not in (None, word):
            raise InputError(source, None, f"expected {key} and puzzle_size to agree, found {quoted(word)}")
        sizes.append(size)
    return sizes[0], sizes[1]


def _pieces(digits: str | None, squares: int, source: str) -> tuple[int, ...] | None:
    if digits is None:
        return None
    if len(digits) != 3 * squares:
        raise InputError(source, None, f"expected {3 * squares} digits in board_pieces, found {len(digits)}")
    if strange := re.search(r"[^0-9]", digits):
        raise InputError(source, None, f"expected digits in board_pieces, found {quoted(strange[0])}")
    return tuple(int(digits[3 * index : 3 * index + 3]) for index in range(squares))
