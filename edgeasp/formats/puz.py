"""`.puz`: the size of the board, then a line a tile: north, east, south, west, perhaps a sign."""

from __future__ import annotations

from edgeasp.formats.lines import fields, natural, quoted
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Puzzle, Sign, Tile


def read(text: str, source: str) -> Puzzle:
    """The puzzle of a `.puz`.

    Raises:
        InputError: the text is not a `.puz`.
    """
    lines = fields(text)
    line, words = next(lines, (None, []))
    if line is None:
        raise InputError(source, None, "expected a puzzle (a size line '<cols> [rows]', then tiles), found none")
    cols, rows = _size(words, source, line)
    tiles: list[Tile] = []
    for line, words in lines:
        if len(tiles) == cols * rows:
            found = len(tiles) + 1 + sum(1 for _ in lines)
            raise InputError(source, line, f"expected {cols * rows} tiles for {cols} x {rows}, found {found}")
        tiles.append(_tile(words, source, line))
    if len(tiles) < cols * rows:
        raise InputError(source, line, f"expected {cols * rows} tiles for {cols} x {rows}, found {len(tiles)}")
    return Puzzle(cols, rows, tuple(tiles))


def write(puzzle: Puzzle) -> str:
    """The canonical text: both sizes, one blank between fields, no comments."""
    lines = [f"{puzzle.cols} {puzzle.rows}"]
    for tile in puzzle.tiles:
        sign = "" if tile.sign is None else f" {tile.sign.value}"
        lines.append(" ".join(map(str, tile.sides)) + sign)
    return "\n".join(lines) + "\n"


def _size(words: list[str], source: str, line: int) -> tuple[int, int]:
    if len(words) > 2:
        raise InputError(source, line, f"expected a size line '<cols> [rows]', found {len(words)} fields")
    size = [natural(word, source, line, "a number of columns and perhaps of rows") for word in words]
    cols, rows = size[0], size[-1]
    if min(size) < 2:
        raise InputError(source, line, f"expected at least 2 columns and 2 rows, found {cols} x {rows}")
    return cols, rows


def _tile(words: list[str], source: str, line: int) -> Tile:
    if not 4 <= len(words) <= 5:
        raise InputError(
            source, line, f"expected a tile '<north> <east> <south> <west> [+|-]', found {len(words)} fields"
        )
    north, east, south, west = (natural(word, source, line, "a colour") for word in words[:4])
    return Tile((north, east, south, west), sign(words[4], source, line) if len(words) == 5 else None)


def sign(word: str, source: str, line: int) -> Sign:
    """The sign that a field names.

    Raises:
        InputError: it is neither + nor -.
    """
    try:
        return Sign(word)
    except ValueError:
        raise InputError(source, line, f"expected a sign (+ or -), found {quoted(word)}") from None
