"""Motifs in halves as people write them: `1A 2a 3A 4a`, `+1 -2 +3 -4`, `1 -2 3 -4`, or `a B c D`, also as `aBcD`.

A motif has a head (`A`, `+`, no sign, a small letter) and a tail (`a`, `-`, a capital), which meet. Where heads bear a
letter or a sign, a bare number is a symmetric motif, which meets itself; 0 is the frame.
"""

from __future__ import annotations

import re
from collections import Counter

from edgeasp.formats.document import ANY_BOARD, Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import CLOCKWISE, read_size, require_count, unsaid_size
from edgeasp.puzzle.model import FRAME, Names, Order, Puzzle, Side, Tile, reordered
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, quoted

_HALF = re.compile(r"(?P<sign>[+-])?(?P<number>[0-9]{1,4})(?P<suffix>[A-Za-z])?|(?P<letter>[A-Za-z])", re.ASCII)
_LETTERS = re.compile(r"[A-Za-z]{4}", re.ASCII)
_SEPARATOR = re.compile(r"[\s,;]+")
_WORDS = {
    Side.NORTH: ("north", "top", "up"),
    Side.EAST: ("east", "right"),
    Side.SOUTH: ("south", "bottom", "down"),
    Side.WEST: ("west", "left"),
}
_TILE = "a tile (four halves of motifs, such as 1A 2a 3A 4a or +1 -2 +3 -4)"


_Half = tuple[int, str]
"""The number of a motif, and its half: a sign, a letter, `small` or `capital`; empty for a bare number."""


def read(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a text with or without a line with its size, and with or without one that names the sides.

    Raises:
        InputError: a line is not as it should be, or the notation changes.
    """
    header, *tiles = listed = _records(text, source)
    if len(header.words) <= 2:
        cols, rows = read_size(header, "'<cols> <rows>' or '<size>'")
    else:
        tiles = listed
        cols, rows = size or (0, 0)
    order = _order(tiles[0]) if tiles else None
    tiles = tiles[1:] if order else tiles
    if not cols and tiles:
        cols, rows = unsaid_size(tiles)
    require_count(tiles, cols, rows, listed[0])
    return _document(tiles, cols, rows, order or CLOCKWISE)


def _records(text: str, source: str) -> list[Record]:
    """The lines that are no comments; four letters in one word are four words."""
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = [word.strip("\"'") for word in _SEPARATOR.split(line.strip(" \t\r,;")) if word]
        if len(words) == 1 and _LETTERS.fullmatch(words[0]):
            words = list(words[0])
        if words and words[0][:1] not in ("#", "%") and not (words[0] == "c" and not _is_tile(words)):
            lines.append(Record(source, number, words))
    if not lines:
        raise InputError(source, None, f"expected {_TILE}, found none")
    return lines


def _is_tile(words: list[str]) -> bool:
    return len(words) == 4 and all(map(_HALF.fullmatch, words))


def _order(record: Record) -> Order | None:
    """The order of sides that a line names; None if it names none."""
    sides = [side for word in record.words for side, words in _WORDS.items() if word.lower() in words]
    if len(record.words) != 4 or sorted(sides) != sorted(Side):
        return None
    north, east, south, west = sides
    return north, east, south, west


def _document(records: list[Record], cols: int, rows: int, order: Order) -> Document:
    halves = [_halves(record) for record in records]
    marks: list[str] = []
    for record, four in zip(records, halves, strict=True):
        for _, mark in four:
            if mark and mark not in marks:
                if len(marks) == 2 or (marks and _notation(mark) != _notation(marks[0])):
                    raise record.error("expected halves of motifs in one notation, with two signs or letters for them")
                marks.append(mark)
    if not marks:
        raise records[0].error("expected a half of a motif somewhere, such as 1A or -1, found none")
    head = {"signs": "+", "letters": "small"}.get(_notation(marks[0]), min(marks))
    bare_heads = marks == ["-"]
    halved: dict[int, bool] = {}
    words: dict[int, str] = {FRAME: "0"}
    tiles = []
    for record, four in zip(records, halves, strict=True):
        listed = []
        for motif, mark in four:
            is_half = bool(mark) or bare_heads
            if motif and halved.setdefault(motif, is_half) != is_half:
                raise record.error(f"expected motif {motif} always in halves or never, found both")
            colour = 2 * motif - (mark in ("", head)) if motif else FRAME
            words.setdefault(colour, _word(motif, mark))
            listed.append(colour)
        tiles.append(Tile(reordered(listed, order)))
    partners = tuple((2 * motif - 1, 2 * motif) for motif, is_half in halved.items() if is_half)
    both = {"signs": ["" if bare_heads else "+", "-"], "letters": ["small", "capital"]}.get(_notation(marks[0]), marks)
    for one, other in partners:
        words |= {one if mark in ("", head) else other: _word(other // 2, mark) for mark in both}
    names = tuple(words.get(colour, "") for colour in range(max(words) + 1))
    puzzle = Puzzle(cols, rows, tuple(tiles), partners, names=Names(colours=names))
    notes = ["motif 1 has the colours 1, its head, and 2, its tail, motif 2 has 3 and 4, and so on"]
    on = [(colour, record.line) for record, tile in zip(records, tiles, strict=True) for colour in tile.sides]
    shown = Counter(colour for colour, _ in on)
    for colour, line in on:
        if shown[colour] == 1 and puzzle.partner(colour) not in (colour, *shown):
            notes.append(f"line {line}: only here is a side {words[colour]}, and nowhere its other half: a slip?")
    return Document(puzzle, notes=tuple(notes), lines=tuple(record.line for record in records))


def _word(motif: int, mark: str) -> str:
    """Half a motif as it was written."""
    if mark in ("small", "capital"):
        letter = chr(ord("a") + motif - 1)
        return letter if mark == "small" else letter.upper()
    return f"{mark}{motif}" if mark in ("+", "-") else f"{motif}{mark}"


def _notation(mark: str) -> str:
    return "signs" if mark in "+-" else "letters" if mark in ("small", "capital") else "suffixes"


def _halves(record: Record) -> list[_Half]:
    record.require(4, _TILE)
    halves = []
    for word in record.words:
        match = _HALF.fullmatch(word)
        mark = (match["sign"] or match["suffix"] or "") if match else ""
        if match is None or (mark and (not int(match["number"]) or (match["sign"] and match["suffix"]))):
            raise record.error(f"expected a half of a motif, such as 1A or -1, found {quoted(word)}")
        if letter := match["letter"]:
            halves.append((ord(letter.lower()) - ord("a") + 1, "small" if letter.islower() else "capital"))
        else:
            halves.append((int(match["number"]), mark))
    return halves


def write(document: Document) -> str:
    """The canonical text: both sizes, then the tiles with halves such as `+1 -2`; motifs by their least colour.

    Raises:
        FormatError: no colour has a partner, so that the text would say something else.
    """
    puzzle = document.puzzle
    if not any(puzzle.partner(colour) != colour for tile in puzzle.tiles for colour in tile.sides):
        raise FormatError("the format halves cannot hold puzzles without heads and tails: choose nesw")
    motifs = sorted({min(colour, puzzle.partner(colour)) for colour in puzzle.colours})
    words = {FRAME: "0"}
    for number, head in enumerate(motifs, start=1):
        tail = puzzle.partner(head)
        words |= {head: f"{number}"} if head == tail else {head: f"+{number}", tail: f"-{number}"}
    lines = [" ".join(words[colour] for colour in tile.sides) for tile in puzzle.tiles]
    return "\n".join([f"{puzzle.cols} {puzzle.rows}", *lines]) + "\n"


def claims(text: str) -> bool:
    """Whether some line has four halves, one of them with a sign or a letter, and no line a colon or a bracket."""
    lines = [_SEPARATOR.split(line.strip()) for line in text.split("\n")[:1000]]
    letters = {word for words in lines if _is_tile(words) for word in words}
    if letters and all(word.isalpha() for word in letters) and not any(word.swapcase() in letters for word in letters):
        return False  # heads without tails: these are colours by letters
    return any(
        (_is_tile(words) and any(not word.isdecimal() for word in words))
        or (len(words) == 1 and bool(_LETTERS.fullmatch(words[0])) and words[0].lower() != words[0])
        for words in lines
    ) and not set(":([=") & set(text[:10_000])


HALVES = PuzzleFormat(
    name="halves",
    title="heads and tails: +1 -2 +3 -4, 1A 2a 3A 4a, aBcD",
    suffixes=(".txt", ".csv"),
    read=read,
    write=write,
    holds=ANY_BOARD | {Feature.PARTNERS},
    claims=claims,
    sized=True,
)
