"""Tiles as words: names or letters of four colours, or four digits.

Colours as people name them: a tile a line, `red blue green grey`, `R B G Y` or `jhgk`, clockwise from the top. A first
line may have the size of the board. The colour of the frame lies as a frame does, or has its name.

TetraVex, as games and courses write it: a word of four digits for each tile, clockwise from the top, as many words on a
line as there are columns. No tile may be turned. There is no frame, and 0 is a colour like any other.
"""

from __future__ import annotations

import re
from collections import Counter

from edgeasp.encoding.facts import colour_name, colour_numbers, names_by_number
from edgeasp.formats.document import Document, Feature, PuzzleFormat, Size
from edgeasp.formats.tiles import CLOCKWISE, read_sides, read_size, require_count, unsaid_size, without_zeros
from edgeasp.puzzle.model import Names, Puzzle, Tile, as_sides
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Record, quoted, records

_SEPARATOR = re.compile(r"[\s,;|/]+")
_NAME = re.compile(r"[^\W\d_][\w'-]{0,23}|[.#-]")
_LETTERS = re.compile(r"[a-z]{4}|[A-Z]{4}", re.ASCII)
_TILE = "a tile (four colours, such as red blue green grey, R B G Y, or jhgk)"
_FRAMES = ("frame", "edge", "border", "rim", "outside", "grey", "gray", "black", "-", ".", "#", "a")
"""Names that people give the frame."""
_LOOKED_AT = 200
"""The lines that decide whether a text is in this format."""


def read(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a text, with the names of its colours; InputError if it is none."""
    records = _records(text)
    if not records:
        raise InputError(source, None, f"expected {_TILE}, found none")
    header, *tiles = [Record(source, line, words) for line, words in records]
    if all(word.isdecimal() for word in header.words) and len(header.words) <= 2:
        cols, rows = read_size(header, "'<cols> <rows>' or '<size>'")
    else:
        tiles = [header, *tiles]
        cols = rows = 0
    named = [_sides(record) for record in tiles]
    if not cols:
        cols, rows = size or unsaid_size(tiles)
    require_count(tiles, cols, rows, header)
    frame = _frame(named, cols, rows)
    numbers = colour_numbers(list(dict.fromkeys(name for sides in named for name in sides)), frame)
    by_number = {number: name for name, number in numbers.items()}
    names = names_by_number(by_number)
    listed = tuple(Tile(as_sides(numbers[name] for name in sides)) for sides in named)
    puzzle = Puzzle(cols, rows, listed, names=Names(colours=names))
    note = f"the colour of the frame is {frame}" if frame else "no colour lies as a frame does: read as without one"
    return Document(puzzle, notes=(note,), lines=tuple(record.line for record in tiles))


def write(document: Document) -> str:
    """The canonical text: both sizes, then the tiles by the names of their colours, from a table if they have none."""
    puzzle = document.puzzle
    name = puzzle.names.colour if puzzle.names.colours else colour_name
    lines = [" ".join(map(name, tile.sides)) for tile in puzzle.tiles]
    return "\n".join([f"{puzzle.cols} {puzzle.rows}", *lines]) + "\n"


def claims(text: str) -> bool:
    """Whether the lines are tiles by words, and some colour is no number."""
    records = _records(text, _LOOKED_AT)
    if records and all(word.isdecimal() for word in records[0][1]) and len(records[0][1]) <= 2:
        records = records[1:]
    letters = {word for _, words in records for word in words if len(word) == 1 and word.isalpha()}
    small = {letter for letter in letters if letter.islower()}
    if any(letter.upper() in letters for letter in small) and len(small) < 26:
        return False  # heads and tails: for other colours there are letters left
    return bool(records) and all(len(words) == 4 and all(map(_NAME.fullmatch, words)) for _, words in records)


def _records(text: str, most: int | None = None) -> list[tuple[int, list[str]]]:
    """The lines that are no comments, with their numbers; four letters in one word are four words."""
    numbered = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = [word for word in _SEPARATOR.split(line.strip()) if word]
        if len(words) == 1 and _LETTERS.fullmatch(words[0]):
            words = list(words[0])
        if not words or words[0][0] in "%" or (words[0] in ("c", "#") and len(words) != 4):
            continue
        numbered.append((number, words))
        if most is not None and len(numbered) == most:
            break
    return numbered


def _sides(record: Record) -> list[str]:
    record.require(4, _TILE)
    for word in record.words:
        if not _NAME.fullmatch(word):
            raise record.error(f"expected a colour as a word or a letter, found {quoted(word)}")
    # A letter may stand for another colour as a capital; a word is the same with one.
    return [word if len(word) == 1 else word.lower() for word in record.words]


def _frame(named: list[list[str]], cols: int, rows: int) -> str | None:
    """The colour that lies as a frame does; of several or none, the one with a name of the frame."""
    names = dict.fromkeys(name for sides in named for name in sides)
    like = [name for name in names if _lies_as_frame(name, named, cols, rows)]
    called = [name for frame in _FRAMES for name in names if name.lower() == frame]
    if len(like) == 1:
        return like[0]
    return next((name for name in called if not like or name in like), None)


def _lies_as_frame(name: str, named: list[list[str]], cols: int, rows: int) -> bool:
    """Whether four tiles have the colour on two sides that meet, as many as border squares on one, and no other any."""
    kinds: Counter[int] = Counter()
    for sides in named:
        on = [side for side, colour in enumerate(sides) if colour == name]
        if len(on) > 2 or (len(on) == 2 and (on[1] - on[0]) % 2 == 0):
            return False
        kinds[len(on)] += 1
    return (kinds[2], kinds[1]) == (4, 2 * (cols + rows - 4))


WORDS = PuzzleFormat(
    name="words",
    title="colours as words or letters: red blue grey, jhgk",
    suffixes=(".txt", ".csv"),
    read=read,
    write=write,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE}),
    claims=claims,
    sized=True,
)


_DIGITS = re.compile(r"[0-9]{4}", re.ASCII)
_CONTENT = "words of four digits, one for each tile"


def read_tetravex(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a text; InputError if it is none."""
    lines = records(text, source, _CONTENT)
    words = []
    for line in lines:
        for word in line.words:
            if not _DIGITS.fullmatch(word):
                raise line.error(f"expected {_CONTENT}, found {quoted(word)}")
            words.append(Record(source, line.line, list(word)))
    cols = len(words) // len(lines)
    if size is not None:
        cols, rows = size
    else:
        cols, rows = (cols, len(lines)) if cols > 1 else unsaid_size(words)
        if rows < 2:
            raise lines[0].error("expected at least 2 columns and 2 rows, found 1 row")
    require_count(words, cols, rows, lines[0])
    sides, notes = without_zeros([read_sides(word, CLOCKWISE) for word in words])
    lines_of = tuple(word.line for word in words)
    return Document(Puzzle(cols, rows, tuple(map(Tile, sides)), turning=False), notes=notes, lines=lines_of)


def write_tetravex(document: Document) -> str:
    """The canonical text: the tiles in rows; a tenth colour is 0. FormatError if tiles may be turned."""
    puzzle = document.puzzle
    if puzzle.turning:
        raise FormatError("the format tetravex cannot hold puzzles whose tiles may be turned: choose nesw")
    words = ["".join(str(colour % 10) for colour in tile.sides) for tile in puzzle.tiles]
    starts = range(0, len(words), puzzle.cols)
    return "".join(" ".join(words[start : start + puzzle.cols]) + "\n" for start in starts)


def claims_tetravex(text: str) -> bool:
    """Whether the text has words of four digits alone, which are no lines of four numbers."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    words = [word for line in lines for word in line]
    tiles = bool(words) and all(map(_DIGITS.fullmatch, words))
    return tiles and (any(len(line) != 4 for line in lines) or any(word[0] == "0" for word in words))


TETRAVEX = PuzzleFormat(
    name="tetravex",
    title="words of four digits, no turning; TetraVex",
    read=read_tetravex,
    write=write_tetravex,
    holds=frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.BARE, Feature.FIXED}),
    colours=10,
    frameless=True,
    claims=claims_tetravex,
    sized=True,
)
