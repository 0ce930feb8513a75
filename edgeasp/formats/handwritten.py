"""Hand-written puzzles: heads and tails, words and letters, TetraVex.

A motif has two halves, a head (`A`, `+`, no sign, a small letter) and a tail (`a`, `-`, a capital), which match each
other. If heads have a letter or a sign, a bare number is a symmetric motif, which matches itself. 0 is the frame.
Motifs may have names: `turtle-head turtle-tail`, `Th Tt`, `T+ T-`, `TURTLE turtle`. With any other two endings, such as
`T1 T2`, words are ambiguous: they may be halves or colours, so edgeasp asks the user. It also asks if capitals do not
distinguish the halves of every motif.

The list of tiles may be formatted as a table: with bars as in Markdown, in brackets, with a card number before each
row, or below a line that names the sides, in any order and among other columns.

Colours have names: one tile per line, `red blue green grey`, `R B G Y` or `jhgk`, clockwise from the top. A first line
may have the size of the board. The frame colour is recognised by its positions or its name.

A TetraVex puzzle has a word of four digits for each tile, clockwise from the top, and as many words on a line as
columns. Digits may have separators, as in `9,8,3,5`. Tiles may not be rotated. There is no frame, and 0 is an ordinary
colour.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import isqrt

from edgeasp.encoding.facts import assign_colour_numbers, colour_name, names_by_number
from edgeasp.formats.document import (
    ANY_BOARD,
    Document,
    Feature,
    PuzzleFormat,
    board_size,
    infer_size,
    read_sides,
    renumber_zero,
    require_count,
)
from edgeasp.puzzle.model import FRAME, Names, Puzzle, Side, Tile, as_sides
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, Size, quoted, records

# ---- layouts of lists ----

_SIDE_NAMES = ("north top up n t oben", "east right e r rechts", "south bottom down s b unten", "west left w l links")
_SIDE_OF = {name: side for side, names in zip(Side, _SIDE_NAMES, strict=True) for name in names.split()}
# Beginning of JSON or of a list of numbers, which are never tables.
_NO_LAYOUT = re.compile(r"\s*\{|[\s0-9,;]{1000}|[\s0-9,;]*\Z")
_BETWEEN_CELLS = re.compile(r"[,;|\t]")
# Line below the heading of a table in Markdown.
_BAR = re.compile(r"\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?")
# Four halves without blanks, as in `3A1A4A1A`.
_FOUR_HALVES = re.compile(
    r"([0-9]{1,4}[A-Za-z])[-/.]?" * 3 + "([0-9]{1,4}[A-Za-z])|" + r"([+-][0-9]{1,4})" * 4, re.ASCII
)
_AROUND = ("[]", "()", "||")
_MARKS_OF_LISTS = ("-", "*", "\N{BULLET}")


def strip_table(text: str, source: str) -> tuple[str, bool, bool]:
    """Remove a table's markup, leaving four sides per line.

    Any other text is returned unchanged.

    Returns:
        The text, whether a line named the sides, and whether all sides are numbers.

    Raises:
        InputError: a line has more or fewer cells than the line that names the sides.
    """
    if _NO_LAYOUT.match(text):
        return text, False, False
    lines = text.split("\n")
    rows = [(at, cells) for at, line in enumerate(lines) if (cells := _split_row(line))]
    rows = rows[len(rows[0][1]) <= 2 and rows[0][1][0].isdecimal() :] if rows else []
    names = [_SIDE_OF.get(cell.lower()) for cell in rows[0][1]] if rows else []
    others = {cell for _, cells in rows[1:] for cell in cells}
    named = all(names.count(side) == 1 for side in Side) and not others & set(rows[0][1])
    # A column named "square" means a board, not a list of tiles.
    if named and "square" not in rows[0][1]:
        columns = [names.index(side) for side in Side]
        lines[rows.pop(0)[0]] = ""
        for at, cells in rows:
            if len(cells) != len(names):
                message = f"expected {len(names)} cells, as in the line that names the sides, found {len(cells)}"
                raise InputError(source, at + 1, message)
    elif rows and all(len(cells) == 5 for _, cells in rows) and _are_numbered_rows([cells for _, cells in rows]):
        columns = [1, 2, 3, 4]
    elif rows and all(len(cells) == 4 for _, cells in rows) and any(_has_table_marks(lines[at]) for at, _ in rows):
        columns = [0, 1, 2, 3]
    else:
        return text, False, False
    for at, cells in rows:
        lines[at] = ", ".join(cells[column] for column in columns)
    numbers = all(cells[column].isdecimal() for _, cells in rows for column in columns)
    return "\n".join("" if _BAR.fullmatch(line.strip()) else line for line in lines), named, numbers


def _split_row(line: str) -> list[str]:
    line = line.strip().strip(",;").strip()
    if not line or line[0] == "%" or line.startswith(("# ", "c ")) or _BAR.fullmatch(line):
        return []
    line = line[1:-1] if line[0] + line[-1] in _AROUND else line
    if four := _FOUR_HALVES.fullmatch(line):
        return [half for half in four.groups() if half]
    cells = _BETWEEN_CELLS.split(line) if _BETWEEN_CELLS.search(line) else line.split()
    cells = [cell.strip("\"' ") for cell in cells]
    return [f"{one} {two}" for one, two in zip(cells[::2], cells[1::2], strict=True)] if len(cells) == 8 else cells


def _are_numbered_rows(rows: list[list[str]]) -> bool:
    first = ["".join(filter(str.isdecimal, cells[0])) for cells in rows]
    counted = [*map(str, range(len(rows) + 1))]
    marked = {cells[0] for cells in rows} in ({mark} for mark in _MARKS_OF_LISTS)
    numbers = all(cell.isdecimal() or cell in "+-" for cells in rows for cell in cells[1:])
    return (first in (counted[:-1], counted[1:]) or marked) and not numbers


def _has_table_marks(line: str) -> bool:
    line = line.strip().strip(",;").strip()
    return line[0] + line[-1] in _AROUND or bool(_FOUR_HALVES.fullmatch(line))


# ---- motifs in halves as people write them ----

_HALF = re.compile(r"(?P<sign>[+-])?(?P<number>[0-9]{1,4})(?P<suffix>[A-Za-z])?|(?P<letter>[A-Za-z])", re.ASCII)
_HALF_LETTERS = re.compile(r"[A-Za-z]{4}", re.ASCII)
_HALF_SEPARATOR = re.compile(r"[\s,;]+")
# Number of a card before its sides, as in `1. 3A 1A 4A 1A`.
_ORDINAL = re.compile(r"(?:(?:card|tile|no\.?)\s*)?[0-9]{1,4}\s*[.:)]\s+(?=\S)", re.ASCII | re.IGNORECASE)
_HALF_TILE = "a tile (four halves of motifs, such as 1A 2a 3A 4a or +1 -2 +3 -4)"


# Half of a numbered motif: the motif's number, and the mark of the half. The mark is a sign, a letter, `small` or
# `capital`, and empty for a bare number.
_Half = tuple[int, str]


def read_halves(text: str, source: str, size: Size | None = None) -> Document:
    """Read a puzzle of heads and tails.

    Raises:
        InputError: a line is invalid, or halves are written in different notations.
    """
    if not _has_numbered_halves(text) and (spelling := _find_notation(named := _split_named_rows(text))):
        return _named_halves(named, source, size, spelling)
    if not _has_numbered_halves(text) and (error := find_uneven_line(text, source)):
        raise error
    tiles = _half_records(text, source)
    header = tiles.pop(0) if len(tiles[0].words) <= 2 else None
    return _halves_document(tiles, *board_size(tiles, header, size))


def _half_records(text: str, source: str) -> list[Record]:
    # Four letters in one word, as in `aBcD`, are four halves.
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        sides = _ORDINAL.sub("", line.strip(" \t\r,;"))
        words = [word.strip("\"'") for word in _HALF_SEPARATOR.split(sides) if word]
        if len(words) == 1 and _HALF_LETTERS.fullmatch(words[0]):
            words = list(words[0])
        if words and words[0][:1] not in ("#", "%") and not (words[0] == "c" and not _is_tile(words)):
            lines.append(Record(source, number, words))
    if not lines:
        raise InputError(source, None, f"expected {_HALF_TILE}, found none")
    return lines


def _is_tile(words: list[str]) -> bool:
    return len(words) == 4 and all(map(_HALF.fullmatch, words))


def _halves_document(records: list[Record], cols: int, rows: int) -> Document:
    halves = [_parse_halves(record) for record in records]
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
            words.setdefault(colour, _half_name(motif, mark))
            listed.append(colour)
        tiles.append(Tile(as_sides(listed)))
    partners = tuple((2 * motif - 1, 2 * motif) for motif, is_half in halved.items() if is_half)
    both = {"signs": ["" if bare_heads else "+", "-"], "letters": ["small", "capital"]}.get(_notation(marks[0]), marks)
    for one, other in partners:
        words |= {one if mark in ("", head) else other: _half_name(other // 2, mark) for mark in both}
    names = tuple(words.get(colour, "") for colour in range(max(words) + 1))
    puzzle = Puzzle(cols, rows, tuple(tiles), partners, names=Names(_numbers_from_1(tiles), names))
    notes = ["motif 1 has the colours 1, its head, and 2, its tail, motif 2 has 3 and 4, and so on"]
    return _document_with_typo_notes(puzzle, notes, tuple(record.line for record in records))


def _numbers_from_1(tiles: Sequence[object]) -> tuple[int, ...]:
    return tuple(range(1, len(tiles) + 1))


def _document_with_typo_notes(puzzle: Puzzle, notes: list[str], lines: tuple[int, ...]) -> Document:
    # A half that occurs once, without its other half, is probably a typo.
    on = [(colour, line) for line, tile in zip(lines, puzzle.tiles, strict=True) for colour in tile.sides]
    shown = Counter(colour for colour, _ in on)
    for colour, line in on:
        if shown[colour] == 1 and puzzle.partner(colour) not in (colour, *shown):
            name = puzzle.names.colour(colour)
            notes.append(f"line {line}: only here is a side {name}, and nowhere its other half: a typo?")
    return Document(puzzle, notes=tuple(notes), lines=lines)


# ---- motifs in halves by names ----

# Marks of heads and tails of named motifs.
_MARKS = (
    ("head", "tail"),
    ("front", "back"),
    ("top", "bottom"),
    ("upper", "lower"),
    ("left", "right"),
    ("kopf", "schwanz"),
    ("h", "t"),
    ("+", "-"),
)
_FIELD_SEPARATOR = re.compile(r"\t\s*[,;|/]\s*|[,;|/\t]\s*")
_WORD = re.compile(r"\w[\w'-]*")
_NO_SIDE = ("0", "frame", "edge", "border", "rim", "outside")
# One in this number of words may be something else than a half.
_MOST_STRANGE = 4
# Line number, and the words of the line.
_NamedRow = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class _MotifHalfNotation:
    """Notation for the halves of named motifs.

    Attributes:
        pattern: pattern of a half: the group `stem` is the motif, the group `mark` tells heads from tails.
        marks: mark of heads, and mark of tails.
        certain: whether such words can only be halves. Otherwise they may be colours.
        capital: function that writes a word as a head. None unless heads differ from tails only by capitals.
    """

    pattern: re.Pattern[str]
    marks: tuple[str, str]
    certain: bool
    capital: Callable[[str], str] | None = None

    def parse_half(self, word: str) -> tuple[str, bool] | None:
        """Return a word's motif, and whether it is the head.

        Returns None if the word is not a half.
        """
        match = self.pattern.fullmatch(word)
        if match is None:
            return None
        if self.capital:
            small = word.lower()
            return (small, word != small) if word in (small, self.capital(small)) and small[1:] else None
        return match["stem"].lower(), match["mark"].lower() == self.marks[0]

    def opposite_half(self, word: str) -> str:
        if self.capital:
            return self.capital(word) if word == word.lower() else word.lower()
        match = self.pattern.fullmatch(word)
        assert match is not None
        mark = self.marks[match["mark"].lower() == self.marks[0]]
        mark = mark.upper() if match["mark"].isupper() else mark
        return word[: match.start("mark")] + mark + word[match.end("mark") :]


def _split_named_rows(text: str, most: int | None = None) -> list[_NamedRow]:
    # `bike head, fish tail` means `bike-head fish-tail`.
    rows = []
    for number, full in enumerate(text.split("\n"), start=1):
        line = _ORDINAL.sub("", full.strip().strip(",;|"))
        if not line or line[0] in "%#" or line.startswith("c "):
            continue
        # A pattern that begins with blanks would take quadratic time if many blanks precede no separator.
        fields = [field.strip().strip("\"' ") for field in _FIELD_SEPARATOR.split(line)]
        words = [word.strip("\"'") for word in line.split()]
        if len(fields) == 1:
            pairs = [f"{name} {mark}" for name, mark in zip(words[::2], words[1::2], strict=False)]
            fields = pairs if len(words) == 8 else words
        rows.append((number, ["-".join(field.split()) for field in fields]))
        if len(rows) == most:
            break
    return rows


def _split_size_row(rows: list[_NamedRow]) -> tuple[list[_NamedRow], list[_NamedRow]]:
    sized = bool(rows) and _is_size(rows[0][1])
    return rows[:sized], rows[sized:]


def _find_notation(rows: list[_NamedRow]) -> _MotifHalfNotation | None:
    """Find the notation of the halves, or return None."""
    _, tiles = _split_size_row(rows)
    words = [word for _, words in tiles for word in words if word.lower() not in _NO_SIDE]
    if (
        not words
        or sum(not word.isdecimal() for word in words) * 4 < len(words) * 3
        or any(len(words) != 4 for _, words in tiles)
    ):
        return None
    for marks in _MARKS:
        one, other = map(re.escape, marks)
        stem = r"(?P<stem>\w[\w'-]*?)"
        separator = "" if marks == ("+", "-") else "[-_.]?"
        # Marks come after the motif or before it: fish-head, head-fish.
        for pattern in (rf"{stem}{separator}(?P<mark>{one}|{other})", rf"(?P<mark>{one}|{other})[-_.]?{stem}"):
            if len(one) == 1 and pattern.startswith("(?P<mark>"):
                continue  # t-bike is not a tail
            spelling = _MotifHalfNotation(re.compile(pattern, re.IGNORECASE), marks, certain=True)
            if _look_like_halves(spelling, words, _MOST_STRANGE):
                return spelling
    if capitals := _find_capital_notation(rows, words):
        return capitals
    ends = dict.fromkeys(re.split(r"(?<=\w)[-_.](?=\w)", word.lower())[-1] for word in words)
    if len(ends) != 2:
        ends = dict.fromkeys(word.lower()[-1:] for word in words)
    if len(ends) != 2:
        return None
    first, second = ends
    pattern = rf"(?P<stem>\w[\w'-]*?)[-_.]?(?P<mark>{re.escape(first)}|{re.escape(second)})"
    spelling = _MotifHalfNotation(re.compile(pattern, re.IGNORECASE), (first, second), certain=False)
    return spelling if _look_like_halves(spelling, words, len(words) + 1) else None


def _find_capital_notation(rows: list[_NamedRow], words: Sequence[str]) -> _MotifHalfNotation | None:
    """Find a notation in which heads have capitals: `TURTLE turtle`.

    The notation is certain if every motif has both halves, and the boundary has enough sides for surplus halves.
    Capitals at the beginning of lines do not count.

    Returns:
        The notation, None if capitals do not distinguish halves.
    """
    heads, tiles = _split_size_row(rows)
    upper = _MotifHalfNotation(_WORD, ("capital", "small"), certain=False, capital=str.upper)
    is_upper = _look_like_halves(upper, words, _MOST_STRANGE)
    spelling = upper if is_upper else replace(upper, capital=str.capitalize)
    halves = Counter(map(spelling.parse_half, words))
    stems = {half[0] for half in halves if half}
    paired = not halves[None] and all(halves[stem, True] and halves[stem, False] for stem in stems)
    if is_upper:
        surplus = sum(abs(halves[stem, True] - halves[stem, False]) for stem in stems)
        # Surplus halves can only be on the boundary, where nothing has to match them.
        sizes = [int(word) for _, words in heads for word in words if word.isdecimal()] or [isqrt(len(tiles))]
        around = 2 * (sizes[0] + sizes[-1]) if sizes[0] * sizes[-1] == len(tiles) else 0
        return replace(upper, certain=paired and surplus <= around - (4 * len(tiles) - len(words)))
    later = (spelling.parse_half(word) for _, line in tiles for word in line[1:])
    return spelling if paired and len(stems) > 1 and any(half and half[1] for half in later) else None


def _look_like_halves(spelling: _MotifHalfNotation, words: Sequence[str], most_strange: int) -> bool:
    """Whether the words look like heads and tails of motifs.

    Args:
        spelling: notation of the halves.
        words: the words.
        most_strange: how many words there must be for each word that is not a half, e.g. 10 to accept one in ten.
    """
    halves = [half for word in words if (half := spelling.parse_half(word))]
    stems = {stem for stem, _ in halves}
    both = [stem for stem in stems if {(stem, True), (stem, False)} <= set(halves)]
    return (len(words) - len(halves)) * most_strange <= len(words) and len(both) >= min(2, max(1, len(stems)))


def _named_halves(rows: list[_NamedRow], source: str, size: Size | None, spelling: _MotifHalfNotation) -> Document:
    heads, tiles = _split_size_row(rows)
    listed = [Record(source, line, words) for line, words in tiles]
    cols, rows_ = board_size(listed, Record(source, *heads[0]) if heads else None, size)
    times = Counter(word.lower() for record in listed for word in record.words)
    marked = {half[0] for word in times if (half := spelling.parse_half(word))}
    motifs: dict[str, int] = {}
    names: dict[int, str] = {FRAME: "0"}
    partners: dict[int, tuple[int, int]] = {}
    laid = []
    for record in listed:
        sides = []
        for word in record.words:
            half = spelling.parse_half(word)
            if word.lower() in _NO_SIDE:
                sides.append(FRAME)
                continue
            if half is None and (times[word.lower()] == 1 or word.lower() in marked):
                known = next(known for known in times if spelling.parse_half(known))
                pair = f"{known} or {spelling.opposite_half(known)}"
                raise record.error(f"expected a half of a motif, such as {pair}, found {quoted(word)}")
            if half is None and not _WORD.fullmatch(word):
                raise record.error(f"expected a name of letters, digits, _, - and ', found {quoted(word)}")
            motif, is_head = half or (word.lower(), True)
            number = motifs.setdefault(motif, len(motifs) + 1)
            colour = 2 * number - is_head
            names.setdefault(colour, word)
            if half is not None:
                partners[number] = (2 * number - 1, 2 * number)
                names.setdefault(4 * number - 1 - colour, spelling.opposite_half(word))
            sides.append(colour)
        laid.append(Tile(as_sides(sides)))
    by_number = tuple(names.get(colour, "") for colour in range(max(names) + 1))
    puzzle = Puzzle(cols, rows_, tuple(laid), tuple(partners.values()), names=Names(_numbers_from_1(laid), by_number))
    one = min(partners)
    note = f"{by_number[2 * one - 1]} is a head and matches {by_number[2 * one]}, its tail, and so on"
    # The title of the format explains halves as numbers and letters, which would confuse users of words.
    return replace(_document_with_typo_notes(puzzle, [note], tuple(record.line for record in listed)), explained=True)


def _half_name(motif: int, mark: str) -> str:
    if mark in ("small", "capital"):
        letter = chr(ord("a") + motif - 1)
        return letter if mark == "small" else letter.upper()
    return f"{mark}{motif}" if mark in ("+", "-") else f"{motif}{mark}"


def _notation(mark: str) -> str:
    return "signs" if mark in "+-" else "letters" if mark in ("small", "capital") else "suffixes"


def _parse_halves(record: Record) -> list[_Half]:
    record.require(4, _HALF_TILE)
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


def write_halves(document: Document) -> str:
    """Format a puzzle in the notation `+1 -2` for halves.

    Raises:
        FormatError: each colour matches only itself. The text would then be read as a different puzzle.
    """
    puzzle = document.puzzle
    if not any(puzzle.partner(colour) != colour for tile in puzzle.tiles for colour in tile.sides):
        raise FormatError("the format halves cannot represent puzzles without heads and tails: choose nesw")
    motifs = sorted({min(colour, puzzle.partner(colour)) for colour in puzzle.colours})
    words = {FRAME: "0"}
    for number, head in enumerate(motifs, start=1):
        tail = puzzle.partner(head)
        words |= {head: f"{number}"} if head == tail else {head: f"+{number}", tail: f"-{number}"}
    lines = [" ".join(words[colour] for colour in tile.sides) for tile in puzzle.tiles]
    return "\n".join([f"{puzzle.cols} {puzzle.rows}", *lines]) + "\n"


def are_halves(text: str) -> bool:
    """Whether a text has halves of motifs."""
    return _has_numbered_halves(text) or _find_notation(_split_named_rows(text, _LOOKED_AT)) is not None


def _has_numbered_halves(text: str) -> bool:
    # The beginning decides, so that any large file is rejected quickly.
    listed = [_ORDINAL.sub("", line.strip(" \t\r,;")) for line in text[:100_000].split("\n")[:1000]]
    lines = [_HALF_SEPARATOR.split(line) for line in listed]
    letters = {word for words in lines if _is_tile(words) for word in words}
    if letters and all(word.isalpha() for word in letters) and not any(word.swapcase() in letters for word in letters):
        return False  # no head has its tail, so the letters are colours
    return any(
        (_is_tile(words) and any(not word.isdecimal() for word in words))
        or (len(words) == 1 and bool(_HALF_LETTERS.fullmatch(words[0])) and words[0].lower() != words[0])
        for words in lines
    ) and not set(":([=") & set("".join(listed)[:10_000])


HALVES = PuzzleFormat(
    name="halves",
    title="heads and tails: +1 -2 +3 -4, 1A 2a 3A 4a, aBcD",
    suffixes=(".txt", ".csv"),
    read=read_halves,
    write=write_halves,
    holds=ANY_BOARD | {Feature.PARTNERS},
    claims=are_halves,
    sized=True,
)


_NAMED_SIDE = re.compile(r"[^\W_][\w'-]*[+-]?|[.#-]")


def find_uneven_line(text: str, source: str) -> InputError | None:
    """Return an error for the first tile without four sides.

    Returns:
        The error. None if all tiles have four sides, or if most lines do not look like tiles.
    """
    _, tiles = _split_size_row(_split_named_rows(text))
    if all(len(words) == 1 and words[0].isalpha() for _, words in tiles):
        tiles = [(number, list(words[0])) for number, words in tiles]
    odd = [(number, words) for number, words in tiles if len(words) != 4]
    named = all(map(_NAMED_SIDE.fullmatch, chain.from_iterable(words for _, words in tiles)))
    if not odd or 2 * len(odd) >= len(tiles) or not named:
        return None
    number, words = odd[0]
    # `bike head fish tail wheel head` has three sides, as `bike-head` is one elsewhere.
    pairs = [f"{name}-{mark}" for name, mark in zip(words[::2], words[1::2], strict=False)]
    if {*pairs} <= {word for _, others in tiles if len(others) == 4 for word in others}:
        words = pairs
    return InputError(source, number, f"expected four sides, found {len(words)}: {quoted(' '.join(words))}")


# ---- tiles as words ----

_SEPARATOR = re.compile(r"[\s,;|/]+")
_NAME = re.compile(r"[^\W\d_][\w'-]{0,23}|[.#-]")
_LETTERS = re.compile(r"[a-z]{4}|[A-Z]{4}", re.ASCII)
_TILE = "a tile (four colours, such as red blue green grey, R B G Y, or jhgk)"
# Names that people use for the frame colour.
_FRAMES = ("frame", "edge", "border", "rim", "outside", "grey", "gray", "black", "-", ".", "#", "a")
# Number of lines that decide whether a text is in this format.
_LOOKED_AT = 200


def read_words(text: str, source: str, size: Size | None = None) -> Document:
    """Read a puzzle whose colours are words or letters."""
    records = _split_words(text)
    if not records:
        raise InputError(source, None, f"expected {_TILE}, found none")
    tiles = [Record(source, line, words) for line, words in records]
    header = tiles.pop(0) if _is_size(tiles[0].words) else None
    named = list(map(_colour_words, tiles))
    cols, rows = board_size(tiles, header, size)
    frame = _guess_frame(named, cols, rows)
    numbers = assign_colour_numbers(list(dict.fromkeys(name for sides in named for name in sides)), frame)
    by_number = {number: name for name, number in numbers.items()}
    names = names_by_number(by_number)
    listed = tuple(Tile(as_sides(numbers[name] for name in sides)) for sides in named)
    puzzle = Puzzle(cols, rows, listed, names=Names(_numbers_from_1(listed), names))
    note = (
        f"the colour of the frame is {frame}"
        if frame
        else "no colour occurs like a frame: read as a puzzle without a frame"
    )
    return Document(puzzle, notes=(note,), lines=tuple(record.line for record in tiles))


def write_words(document: Document) -> str:
    """Format a puzzle with the names of its colours.

    Raises:
        FormatError: a reader would take another colour for the frame.
    """
    puzzle = document.puzzle
    name = puzzle.names.colour if puzzle.names.colours else colour_name
    named = [list(map(name, tile.sides)) for tile in puzzle.tiles]
    frame = _guess_frame(named, puzzle.cols, puzzle.rows)
    if frame != (name(FRAME) if puzzle.framed else None):
        wrong = f"{frame} would be read as" if frame else f"{name(FRAME)} would not be read as"
        raise FormatError(f"the format words cannot represent a puzzle whose colour {wrong} the frame: choose nesw")
    return "\n".join([f"{puzzle.cols} {puzzle.rows}", *map(" ".join, named)]) + "\n"


def _is_size(words: Sequence[str]) -> bool:
    return len(words) <= 2 and all(map(str.isdecimal, words))


def are_words(text: str) -> bool:
    """Whether all lines are tiles whose colours are words."""
    records = _split_words(text, _LOOKED_AT)
    records = records[bool(records) and _is_size(records[0][1]) :]
    letters = {word for _, words in records for word in words if len(word) == 1 and word.isalpha()}
    small = {letter for letter in letters if letter.islower()}
    if (spelling := _find_notation(_split_named_rows(text, _LOOKED_AT))) and spelling.certain:
        return False
    if any(letter.upper() in letters for letter in small) and len(small) < 26:
        return False  # these are heads and tails, because other letters are free for colours
    return bool(records) and all(len(words) == 4 and all(map(_NAME.fullmatch, words)) for _, words in records)


def _split_words(text: str, most: int | None = None) -> list[tuple[int, list[str]]]:
    # Four letters in one word, as in `jhgk`, are four colours.
    numbered = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = [word for word in _SEPARATOR.split(_ORDINAL.sub("", line.strip())) if word]
        if len(words) == 1 and _LETTERS.fullmatch(words[0]):
            words = list(words[0])
        if not words or words[0][0] in "%" or (words[0] in ("c", "#") and len(words) != 4):
            continue
        numbered.append((number, words))
        if most is not None and len(numbered) == most:
            break
    return numbered


def _colour_words(record: Record) -> list[str]:
    record.require(4, _TILE)
    for word in record.words:
        if not _NAME.fullmatch(word):
            raise record.error(f"expected a colour as a word or a letter, found {quoted(word)}")
    # A capital letter may mean another colour. Words are compared without case.
    return [word if len(word) == 1 else word.lower() for word in record.words]


def _guess_frame(named: list[list[str]], cols: int, rows: int) -> str | None:
    """Guess the frame colour, by position and then by name."""
    names = dict.fromkeys(name for sides in named for name in sides)
    like = [name for name in names if _occurs_as_frame(name, named, cols, rows)]
    called = [name for frame in _FRAMES for name in names if name.lower() == frame]
    if len(like) == 1:
        return like[0]
    return next((name for name in called if not like or name in like), None)


def _occurs_as_frame(name: str, named: list[list[str]], cols: int, rows: int) -> bool:
    kinds: Counter[int] = Counter()
    for sides in named:
        on = [side for side, colour in enumerate(sides) if colour == name]
        if len(on) > 2 or (len(on) == 2 and (on[1] - on[0]) % 2 == 0):
            return False
        # Tiles by number of sides with the colour: 2 in a corner, 1 on the border.
        kinds[len(on)] += 1
    return (kinds[2], kinds[1]) == (4, 2 * (cols + rows - 4))


WORDS = PuzzleFormat(
    name="words",
    title="colours as words or letters: red blue grey, jhgk",
    suffixes=(".txt", ".csv"),
    read=read_words,
    write=write_words,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE}),
    claims=are_words,
    sized=True,
)


_DIGITS = re.compile(r"[0-9]{4}", re.ASCII)
_JOINED = re.compile(r"(?<=[0-9])[-/|.:](?=[0-9])")
_BETWEEN = ("-", "/", "|")
_CONTENT = "words of four digits, one for each tile"


def read_tetravex(text: str, source: str, size: Size | None = None) -> Document:
    """Read a TetraVex puzzle."""
    lines = records(text, source, _CONTENT)
    words = []
    for line in lines:
        for word in _join_digits(line.words):
            if not _DIGITS.fullmatch(word):
                raise line.error(f"expected {_CONTENT}, found {quoted(word)}")
            words.append(Record(source, line.line, list(word)))
    across = len(words) // len(lines)
    cols, rows = size or ((across, len(lines)) if across > 1 else infer_size(words))
    if rows < 2:
        raise lines[0].error("expected at least 2 columns and 2 rows, found 1 row")
    require_count(words, cols, rows, lines[0])
    sides, notes = renumber_zero(list(map(read_sides, words)))
    puzzle = Puzzle(cols, rows, tuple(map(Tile, sides)), turning=False, names=Names(_numbers_from_1(sides)))
    return Document(puzzle, notes=notes, lines=tuple(word.line for word in words))


def _join_digits(words: list[str]) -> list[str]:
    digits = [_JOINED.sub("", word) for word in words if word not in _BETWEEN]
    # Digits with blanks between them, four for each tile.
    if len(digits) % 4 == 0 and all(len(digit) == 1 for digit in digits):
        return ["".join(digits[start : start + 4]) for start in range(0, len(digits), 4)]
    return digits


def write_tetravex(document: Document) -> str:
    """Format a TetraVex puzzle in rows of tiles.

    A tenth colour is written as 0.

    Raises:
        FormatError: tiles may be rotated.
    """
    puzzle = document.puzzle
    if puzzle.turning:
        raise FormatError("the format tetravex cannot represent puzzles whose tiles may be rotated: choose nesw")
    words = ["".join(str(colour % 10) for colour in tile.sides) for tile in puzzle.tiles]
    starts = range(0, len(words), puzzle.cols)
    return "".join(" ".join(words[start : start + puzzle.cols]) + "\n" for start in starts)


def are_tetravex(text: str) -> bool:
    """Whether a text consists of words of four digits."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    words = [word for line in lines for word in line]
    tiles = bool(words) and all(map(_DIGITS.fullmatch, words))
    return tiles and (any(len(line) != 4 for line in lines) or any(word[0] == "0" for word in words))


TETRAVEX = PuzzleFormat(
    name="tetravex",
    title="words of four digits, no rotation; TetraVex",
    read=read_tetravex,
    write=write_tetravex,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE, Feature.FIXED}),
    colours=10,
    frameless=True,
    claims=are_tetravex,
    sized=True,
)
