"""Links to viewers, and the boards that they show.

`board_w` and `board_h`, or `puzzle_size`, then `board_edges`, row by row, each square clockwise from the top, `a` for 0
to `z` for 25. Optional: `board_pieces`, the number of the piece on each square from 1, or 000 for an empty square,
whose letters are `aaaa`; `hints`, `<square>.<clockwise quarter turns>` for each square with a clue, squares counted row
by row from 0, joined by `-`; and `motifs_order`, which maps letters to the motifs of Eternity II. The parameters of
e2.bucas.name follow a `#`, the parameters of eternity2.dev a `?`.

A link may be anywhere in a text, be folded as in mails, or be cut off. The letters alone are accepted as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt
from urllib.parse import unquote

from edgeasp.puzzle.model import Sides, Square, as_sides
from edgeasp.system.errors import InputError
from edgeasp.system.lines import natural, quoted

HOSTS = {"bucas": "e2.bucas.name", "dev": "eternity2.dev"}
EMPTY: Sides = (0, 0, 0, 0)
"""The sides of an empty square."""

DEFAULT = "default"
_BLACKWOOD = "abglqejotchmrfkpudinsvw"
ORDERS = {DEFAULT: "", "jef": "atojeqlgbupkfrmhcwvsnid", "jblackwood": _BLACKWOOD, "marie": _BLACKWOOD}
"""For each `motifs_order`, the letters of the default order that its letters a, b, ... mean."""

_LARGEST = 64 * 64
"""The most squares of a board whose letters end too soon; with more, the size is taken for a mistake."""
_KEY = "board_edges="
_TOKEN = re.compile(r"""[^\s"'<>()\[\]{}|`\\]+""")
_BEGIN = re.compile(r"://|#|\?|&|board_w=|puzzle")
"""A sign of the first part of a link that is folded before its letters."""
_CONTINUATION = re.compile(r"[\w=&%+.-]+", re.ASCII)
_BARE = re.compile(r"[a-z]+", re.ASCII)
_FEWEST = 16
"""The letters of the smallest board."""
_HEAD, _LINES = 8, 500
"""The most lines on which the parameters before the letters, and a link as a whole, are folded."""
_NO_TILE = re.compile(r"([^a-z])\1{3}", re.ASCII)
_HINT = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)


class OtherSiteError(InputError):
    """Link to another site than the format's."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Board shown by a viewer, without a list of tiles.

    Attributes:
        squares: the sides on each square, row by row, as the letters stand; None for an empty square.
        pieces: the number of the piece on each square, from 1, or 0; None if there are no numbers.
        turns: the clockwise quarter turns of the piece on each square, where the text has them.
        order: the order of letters, one of `ORDERS`.
        pinned: the squares with a clue, counted row by row from 0.
        notes: what the reader omitted or decided, a clause each.
    """

    cols: int
    rows: int
    squares: tuple[Sides | None, ...]
    pieces: tuple[int, ...] | None = None
    order: str = DEFAULT
    pinned: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    turns: tuple[int, ...] | None = None

    @property
    def orders(self) -> list[str]:
        """List all orders of letters, the board's own first."""
        return sorted(ORDERS, key=lambda order: order != self.order)

    def square(self, index: int) -> Square:
        """Return the square with a number."""
        return Square(index % self.cols, index // self.cols)

    def places(self, order: str | None = None) -> Iterator[tuple[int, Square, Sides]]:
        """Yield number, square and sides of each tile."""
        table = {index: ord(letter) - ord("a") for index, letter in enumerate(ORDERS[order or self.order])}
        for index, sides in enumerate(self.squares):
            if sides is not None:
                yield index, self.square(index), as_sides(table.get(colour, colour) for colour in sides)


def is_link(text: str) -> bool:
    """Whether a text has a link or its letters, not JSON."""
    if _links(text):
        return '"board_edges"' not in text and '"pieces"' not in text
    return _bare_letters(text) is not None


def titled(text: str) -> list[tuple[str, str]]:
    """List title and address of each link in a list.

    One link per line, nothing for any other text. The title is the first field of a line with tabs, the name in the
    link, or `link 3`. The first line may be a heading, and comments begin with `#`.


    """
    lines = [line for line in text.splitlines() if line.strip() and (_KEY in line or not line.startswith("#"))]
    lines = lines if lines and _KEY in lines[0] else lines[1:]
    if not all(_KEY in line and '"board_edges"' not in line for line in lines):
        return []
    links = []
    for number, line in enumerate(lines, start=1):
        *_, link = _links(line)
        field, tab, _ = line.partition("\t")
        named = dict(part.partition("=")[::2] for part in re.split(r"[&#?]", link)).get("puzzle", "")
        title = field.strip() if tab and _KEY not in field else unquote(named)
        links.append((title or f"link {number}", link))
    return links


def parse(text: str, source: str, site: str | None = None, size: tuple[int, int] | None = None) -> BoardPicture:
    """Read the board of the link in a text.

    Args:
        text: text with a link. The last of several counts.
        source: name of the text, for messages.
        site: required site, None for any.
        size: columns and rows, if the link lacks them.

    Raises:
        InputError: there is no link to this site, or a parameter is invalid.
    """
    line, link, notes = _find(text, source)
    values = _parameters(link, source, line, site)
    cols, rows = _size(values, source, size)
    letters = values["board_edges"]
    wanted = cols * rows
    # A link that was cut off has lost its end; where letters and digits agree, the size is wrong.
    agree = 3 * len(letters) == 4 * len(values.get("board_pieces", ""))
    if len(letters) > 4 * wanted or (len(letters) < 4 * wanted and (wanted > _LARGEST or agree)):
        expected = f"{4 * wanted} letters in board_edges for {cols} x {rows}"
        raise InputError(source, None, f"expected {expected}, found {len(letters)}")
    if len(letters) < 4 * wanted:
        missing = wanted - len(letters) // 4
        words = f"the last {missing} squares are" if missing > 1 else "the last square is"
        notes.append(f"board_edges ends after {len(letters)} of {4 * wanted} letters: {words} missing")
    pieces = _pieces(values.get("board_pieces"), wanted, source, notes)
    order = values.get("motifs_order", "").lower() or DEFAULT
    if order not in ORDERS:
        known = ", ".join(ORDERS)
        notes.append(f"motifs_order {quoted(order)} is not known ({known} are): read as {DEFAULT}")
        order = DEFAULT
    squares = tuple(_sides(letters[4 * index : 4 * index + 4], source) for index in range(wanted))
    # Only a number distinguishes a tile with four zeros from an empty square.
    shown = tuple(
        None if sides == EMPTY and not (pieces and pieces[index]) else sides for index, sides in enumerate(squares)
    )
    pinned = _hints(values.get("hints", ""), shown, source, notes)
    return BoardPicture(cols, rows, shown, pieces, order, pinned, tuple(notes))


def _find(text: str, source: str) -> tuple[int | None, str, list[str]]:
    if not text.strip():
        raise InputError(source, None, "expected a link to a viewer, found nothing")
    links = _links(text)
    if links:
        link, number = list(links.items())[-1]
        notes = [f"holds {len(links)} links that differ: the last is read"] if len(links) > 1 else []
        return number, link, notes
    letters = _bare_letters(text)
    if letters is not None:
        return None, _KEY + letters, []
    lines = enumerate(text.split("\n"), start=1)
    number, line = next((number, line) for number, line in lines if line.strip())
    raise InputError(source, number, f"expected a link with board_edges, found {quoted(line.strip())}{_way_on(line)}")


_ADDRESS = re.compile(r"\s*(?:https?|ftp)://[^#]*(#.*=)?", re.IGNORECASE)


def _way_on(text: str) -> str:
    # A shell cuts a link at the first & unless it is in quotes.
    if (match := _ADDRESS.match(text)) is None:
        return ""
    return ": put the link in quotes" if match[1] else ": open it, wait for the board, and copy the address again"


def _links(text: str) -> dict[str, int]:
    links: dict[str, int] = {}
    if "=" not in text:
        return links
    if "=3D" in text:
        # Quoted-printable, as in mails.
        text = re.sub(r"=\r?\n", "", text).replace("=3D", "=")
    lines = text.replace("&amp;", "&").replace("\\u0026", "&").split("\n")
    folded = 0
    for index, line in enumerate(lines):
        if index < folded:
            continue
        tokens = [match[0] for match in _TOKEN.finditer(line)]
        for token in tokens:
            last = token is tokens[-1]
            if _KEY in token or (last and _BEGIN.search(token)):
                link, further = _unfolded(token, lines[index + 1 : index + 1 + _LINES] if last else [])
                if _KEY in link:
                    links[link] = index + 1
                    folded = index + 1 + further
    return links


def _bare_letters(text: str) -> str | None:
    lines = [stripped for line in text.split("\n") if (stripped := line.strip())]
    whole = "".join(lines)
    # Four letters a line are tiles, with colours as letters.
    tiles = len(lines) > 1 and all(len(line) == 4 for line in lines)
    if len(whole) >= _FEWEST and not tiles and _BARE.fullmatch(whole):
        return whole
    long = [line for line in lines if len(line) >= 4 * _FEWEST and not len(line) % 4 and _BARE.fullmatch(line)]
    return long[-1] if long else None


def _unfolded(link: str, following: list[str]) -> tuple[str, int]:
    unfolded = link = link.rstrip(".,;:!?*~")
    number = 0
    for line in following:
        part = line.strip().lstrip("> ")
        inside_a_name = part.startswith("&") or "=" not in unfolded.rpartition("&")[2]
        wanting = number < _HEAD if _KEY not in unfolded else inside_a_name or min(_lengths(unfolded), default=0) < 0
        wanting = wanting and not (_KEY in unfolded and _KEY in part)
        if not wanting or not _CONTINUATION.fullmatch(part):
            break
        unfolded += part
        number += 1
    return (link, 0) if number and max(_lengths(unfolded), default=0) > 0 else (unfolded, number)


def _lengths(link: str) -> Iterator[int]:
    values = dict(part.partition("=")[::2] for part in re.split(r"[&#]|^[^&=#]*\?", link))
    sizes = [values.get(key) or values.get("puzzle_size", "") for key in ("board_w", "board_h")]
    if all(re.fullmatch("[0-9]{1,3}", size, re.ASCII) for size in sizes):
        squares = int(sizes[0]) * int(sizes[1])
        yield len(values.get("board_edges", "")) - 4 * squares
        if "board_pieces" in values:
            yield len(values["board_pieces"]) - 3 * squares


def _parameters(link: str, source: str, line: int | None, site: str | None) -> dict[str, str]:
    match = re.match(r"([^?#&=]*)[?#]", link)
    address, parameters = (match[1], link[match.end() :]) if match else ("", link)
    host = address.lower().rpartition("//")[2].partition("/")[0].removeprefix("www.")
    host = host if "." in host else HOSTS["bucas"]
    if site is not None and host != HOSTS[site]:
        raise OtherSiteError(source, line, f"expected a link to {HOSTS[site]}, found one to {quoted(host)}")
    values: dict[str, str] = {}
    for part in re.split(r"[&#]", parameters):
        key, _, value = part.partition("=")
        if key and key in values:
            raise InputError(source, line, f"expected each parameter once, found {quoted(key)} again")
        values[key] = unquote(value)
    if "board_edges" not in values:
        raise InputError(source, line, f"expected a link with board_edges, found {quoted(link)}{_way_on(link)}")
    return values


def _size(values: dict[str, str], source: str, size: tuple[int, int] | None) -> tuple[int, int]:
    # eternity2.dev has one number for both, and bare letters have none.
    both = values.get("puzzle_size")
    sizes: dict[str, int] = {}
    for key in ("board_w", "board_h"):
        word = values.get(key, both)
        if word is None:
            continue
        sizes[key] = natural(word, source, None, key if key in values else "puzzle_size")
        if sizes[key] < 2:
            raise InputError(source, None, f"expected at least 2 for {key}, found {sizes[key]}")
        if both not in (None, word):
            raise InputError(source, None, f"expected {key} and puzzle_size to agree, found {quoted(word)}")
    if len(sizes) == 2:
        return sizes["board_w"], sizes["board_h"]
    if size is not None:
        return size
    squares = len(values["board_edges"]) // 4
    if sizes:
        [known] = sizes.values()
        other = squares // known if not squares % known and squares >= 2 * known else known
        return (known, other) if "board_w" in sizes else (other, known)
    root = isqrt(squares)
    if root < 2 or root * root != squares:
        instead = f"found neither, and letters for {squares} squares"
        raise InputError(source, None, f"expected board_w and board_h, {instead}: say --size COLSxROWS")
    return root, root


def _sides(letters: str, source: str) -> Sides:
    # Missing letters mean an empty square.
    if len(letters) < 4 or _NO_TILE.fullmatch(letters):
        return EMPTY
    if strange := re.search(r"[^a-z]", letters):
        raise InputError(source, None, f"expected the letters a to z in board_edges, found {quoted(strange[0])}")
    return as_sides(ord(letter) - ord("a") for letter in letters)


def _pieces(digits: str | None, squares: int, source: str, notes: list[str]) -> tuple[int, ...] | None:
    if digits is None:
        return None
    if len(digits) > 3 * squares:
        raise InputError(source, None, f"expected {3 * squares} digits in board_pieces, found {len(digits)}")
    if strange := re.search(r"[^0-9]", digits):
        raise InputError(source, None, f"expected digits in board_pieces, found {quoted(strange[0])}")
    if len(digits) < 3 * squares:
        notes.append(f"board_pieces ends after {len(digits)} of {3 * squares} digits")
        digits = digits[: len(digits) // 3 * 3].ljust(3 * squares, "0")
    return tuple(int(digits[3 * index : 3 * index + 3]) for index in range(squares))


def _hints(text: str, squares: tuple[Sides | None, ...], source: str, notes: list[str]) -> tuple[int, ...]:
    indices = []
    for entry in text.split("-") if text else ():
        match = _HINT.fullmatch(entry)
        if not match:
            raise InputError(source, None, f"expected hints '<square>.<turns>' joined by '-', found {quoted(entry)}")
        indices.append(natural(match[1], source, None, "the square of a hint", high=len(squares) - 1))
        natural(match[2] or "0", source, None, "the turns of a hint", high=3)
    empty = [str(index) for index in indices if squares[index] is None]
    if empty:
        notes.append(f"hints for empty squares are ignored: {', '.join(empty)}")
    return tuple(dict.fromkeys(index for index in indices if squares[index] is not None))
