"""`.puz`: the size of the board, then a line a tile: north, east, south, west, perhaps a sign; and `.signs`.

Comments say what other programs do not know: `c edgeasp partners 1-2 3-4`, colours that meet each other, and
`c edgeasp no turning`. To a program that skips them it is another puzzle.
"""

from __future__ import annotations

from dataclasses import replace

from edgeasp.formats.document import Document, Size
from edgeasp.formats.tiles import read_size, require_count
from edgeasp.puzzle.model import Partners, Puzzle, Sign, Tile
from edgeasp.system.errors import InputError
from edgeasp.system.lines import Record, fields, natural, quoted


def read(text: str, source: str, size: Size | None = None) -> Puzzle:
    """The puzzle of a `.puz`, whose size line may be absent if the size is given; InputError if the text is none."""
    return document(text, source, size).puzzle


def document(text: str, source: str, size: Size | None = None) -> Document:
    """The puzzle of a `.puz` with the line of each tile; otherwise as `read`."""
    records = list(fields(text, source))
    if not records:
        raise InputError(source, None, "expected a puzzle (a size line '<cols> [rows]', then tiles), found none")
    header, *lines = records
    if size is not None and len(header.words) > 2:
        (cols, rows), lines = size, records
    else:
        cols, rows = read_size(header, "'<cols> [rows]'")
    tiles = tuple(map(_tile, lines[: cols * rows]))
    require_count(lines, cols, rows, header)
    partners, turning = _beyond(text, source)
    return Document(Puzzle(cols, rows, tiles, partners, turning), lines=tuple(record.line for record in lines))


def write(puzzle: Puzzle) -> str:
    """The canonical text: both sizes, one blank between fields, no comments."""
    lines = [f"{puzzle.cols} {puzzle.rows}"]
    if puzzle.partners:
        lines.append(" ".join([_PARTNERS, *(f"{one}-{other}" for one, other in puzzle.partners)]))
    if not puzzle.turning:
        lines.append(_NO_TURNING)
    for tile in puzzle.tiles:
        sign = "" if tile.sign is None else f" {tile.sign.value}"
        lines.append(" ".join(map(str, tile.sides)) + sign)
    return "\n".join(lines) + "\n"


_PARTNERS, _NO_TURNING = "c edgeasp partners", "c edgeasp no turning"

REMARK = (
    "partners, and that no tile may be turned, stand in comments: to a program that skips them it is another puzzle"
)


def _beyond(text: str, source: str) -> tuple[Partners, bool]:
    """The partners that comments name, and whether they leave it open to turn tiles."""
    pairs: list[tuple[int, int]] = []
    turning = True
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if " ".join(words) == _NO_TURNING:
            turning = False
        elif " ".join(words[:3]) == _PARTNERS:
            for word in words[3:]:
                pairs.append(_pair(word, source, number, {colour for pair in pairs for colour in pair}))
    return tuple(pairs), turning


def _pair(word: str, source: str, line: int, used: set[int]) -> tuple[int, int]:
    one, dash, other = word.partition("-")
    if not dash:
        raise InputError(source, line, f"expected pairs such as 1-2 as partners, found {quoted(word)}")
    pair = natural(one, source, line, "a colour", low=1), natural(other, source, line, "a colour", low=1)
    if used & set(pair) or pair[0] == pair[1]:
        raise InputError(source, line, f"expected each colour once among partners, found one again in {quoted(word)}")
    return pair


def _tile(record: Record) -> Tile:
    if not 4 <= len(record.words) <= 5:
        raise record.error(f"expected a tile '<north> <east> <south> <west> [+|-]', found {len(record.words)} fields")
    north, east, south, west = (record.number(index, "a colour") for index in range(4))
    if len(record.words) == 5 and record.words[4].isdecimal():
        raise record.error(
            "expected a tile '<north> <east> <south> <west> [+|-]', found five numbers: the fifth, "
            f"{quoted(record.words[4])}, was taken for the sign of the tile, + or -"
        )
    return Tile((north, east, south, west), sign(record) if len(record.words) == 5 else None)


def sign(record: Record) -> Sign:
    """The sign that the last field names; InputError if it is neither + nor -."""
    try:
        return Sign(record.words[-1])
    except ValueError:
        raise record.error(f"expected a sign (+ or -), found {quoted(record.words[-1])}") from None


def read_signs(text: str, puzzle: Puzzle, source: str) -> Puzzle:
    """The puzzle with the signs of the text, a `.signs`, added to its own: a line a tile, its number from 0 and + or -.

    Raises:
        InputError: the text is not a `.signs`, names a tile twice or contradicts the puzzle.
    """
    signs: dict[int, Sign] = {}
    for record in fields(text, source):
        record.require(2, "'<tile> <+|->'")
        tile = record.number(0, "a tile", high=len(puzzle.tiles) - 1)
        if tile in signs:
            raise record.error(f"expected each tile once, found tile {tile} again")
        signs[tile] = sign(record)
        already = puzzle.tiles[tile].sign
        if already not in (None, signs[tile]):
            raise record.error(f"expected {already.value} as in the puzzle for tile {tile}, found {record.words[1]}")
    tiles = tuple(replace(tile, sign=signs.get(index, tile.sign)) for index, tile in enumerate(puzzle.tiles))
    return replace(puzzle, tiles=tiles)


def write_signs(puzzle: Puzzle) -> str:
    """The signs of the puzzle as a `.signs`, a line for each tile with one."""
    return "".join(f"{index} {tile.sign.value}\n" for index, tile in enumerate(puzzle.tiles) if tile.sign is not None)
