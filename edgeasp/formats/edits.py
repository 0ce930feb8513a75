"""Changes that options make to a puzzle: outline, wrapping, boundary, partners, block."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from edgeasp.formats import files
from edgeasp.formats.document import Document
from edgeasp.formats.marks import read_mask, read_partners, read_rim
from edgeasp.puzzle.identity import cut_block as part_of
from edgeasp.puzzle.model import DIFFERENT, ENDS, HOLE, RIM_PARTS, WRAPPING, Partners, Square, square_named
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import quoted, read_size


def apply_edits(
    document: Document,
    *,
    block: str | None,
    at: str | None,
    clued: bool,
    partners: str | None,
    mask: str | None,
    wrap: str | None,
    rim: Iterable[str],
) -> Document:
    """Change a puzzle as the user's options request.

    Args:
        document: the puzzle.
        block: size of a part of the board, which becomes the whole board.
        at: upper left square of this part.
        clued: whether other files have clues for the whole board.
        partners: pairs of matching colours.
        mask: outline of the board, drawn with # and ., or a file with it.
        wrap: axes along which the board wraps around.
        rim: boundary colours, e.g. `top=1,2`.

    Raises:
        OptionError: an option has an invalid value, or does not suit the puzzle.
    """
    if block is not None or at is not None:
        document = _cut_block(document, block, at or "A1", clued=clued)
    if partners is not None:
        puzzle = document.puzzle
        pairs = read_partners(partners.replace(",", " ").split(), "--partners", None, puzzle.tiles)
        document = replace(document, puzzle=replace(puzzle, partners=pairs))
    return document if mask is None and wrap is None and not rim else _change_board(document, mask, wrap, rim)


def _cut_block(document: Document, size: str | None, at: str, *, clued: bool) -> Document:
    if size is None:
        raise OptionError("--at needs a block: add --block, e.g. --block 3x3")
    if clued or document.clues:
        raise OptionError("--block fills a part of the board with any tiles: leave out clues of the whole board")
    cols, rows = read_size(size, "--block as columns and rows")
    square = square_named(at)
    if square is None:
        raise OptionError(f"expected --at as a square, such as A1 or C5, found {quoted(at)}")
    return Document(part_of(document.puzzle, cols, rows, square), lines=document.lines, format=document.format)


def _change_board(document: Document, mask: str | None, wrap: str | None, rim_parts: Iterable[str]) -> Document:
    if document.placements:
        raise OptionError("--mask, --wrap and --rim change the board: leave out its clues")
    puzzle = document.puzzle
    cols, rows, holes = puzzle.cols, puzzle.rows, puzzle.holes
    if mask is not None:
        cols, rows, holes = read_outline(mask)
    wraps = puzzle.wraps if wrap is None else read_wrapping(wrap)
    named = read_rim_parts(rim_parts)
    rim = dict(puzzle.rim) | named
    try:
        puzzle = replace(puzzle, cols=cols, rows=rows, holes=holes, wraps=wraps, rim=tuple(rim.items()))
        if HOLE in rim and not holes:
            raise OptionError(f"--rim {HOLE}: the board has no holes")
        for part in sorted(named.keys() & {side.word for name in wraps for side in ENDS[name]}):
            raise OptionError(f"--rim {part}: the board wraps around there")
    except ValueError as error:  # too few tiles, or signs that cannot alternate
        raise OptionError(f"{'--mask' if mask else '--wrap'}: {error}") from None
    return Document(puzzle, lines=document.lines, format=document.format)


def read_outline(text: str) -> tuple[int, int, frozenset[Square]]:
    """Read columns, rows and holes from a drawn board.

    The text is the drawing, or the name of a file with it.
    """
    # Any other character means the name of a file.
    drawn, source = (text, "--mask") if set(text) <= set("#./") else (files.read_text(text), text)
    (cols, rows), holes = read_mask(drawn, source)
    return cols, rows, holes


def read_rim_parts(texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Read the boundary colours from values of --rim.

    Returns:
        The colours allowed on each part of the boundary. An empty tuple allows any colour.
    """
    rim = dict[str, tuple[int, ...]]()
    for text in texts:
        part, _, colours = text.partition("=")
        if part in rim:
            raise OptionError(f"--rim {part} is given twice: expected it once")
        any_colour = part in RIM_PARTS and colours == "any"
        rim |= {part: ()} if any_colour else read_rim([part, *colours.replace(",", " ").split()], "--rim", None)
    return rim


def read_wrapping(text: str) -> frozenset[str]:
    """Read the axes that the option --wrap names."""
    names = text.split(",")
    if not set(names) <= set(WRAPPING):
        raise OptionError(f"expected --wrap as {', '.join(WRAPPING)}, or both with a comma, found {quoted(text)}")
    return frozenset(names)


def read_pairs(text: str) -> str | Partners:
    """Read the value of the option --partners.

    Returns:
        The pairs of matching colours, or `different`.
    """
    if text == DIFFERENT:
        return text
    words = text.replace(",", " ").split()
    if DIFFERENT in words or not words:
        raise OptionError(f"--partners: expected pairs such as 1-2, or {DIFFERENT} alone, found {quoted(text)}")
    return read_partners(words, "--partners", None, ())
