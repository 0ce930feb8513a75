"""Puzzles and boards as text, SVG, PNG and pages; drawing is imported when it is asked for."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.guessing import kind_of

if TYPE_CHECKING:
    from edgeasp.api.instance import Board
    from edgeasp.draw.picture.shapes import Picture
    from edgeasp.draw.view import DrawStyle

_WIDEST = 480
"""Pixels that a board has in a notebook, if its squares are not smaller than the next two say."""
_SMALLEST, _LARGEST = 16, 60

SHOWN = 6
"""Boards that a notebook shows of one result; it counts the rest."""


def notebook_style(cols: int) -> DrawStyle:
    """The style of a picture in a notebook."""
    from edgeasp.draw.view import DrawStyle

    return DrawStyle(size=max(_SMALLEST, min(_LARGEST, _WIDEST // cols)))


def text(puzzle: Puzzle, board: Board | None, width: int) -> str:
    """The board, or else the tiles, as text; colours are numbers."""
    from edgeasp.draw.terminal import board_text

    if board is None:
        return board_text.tiles(puzzle, width).plain
    return board_text.board(puzzle, board.solution, width, clues=board.clues, remarks=board.remarks).plain


def svg(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> str:
    """The board, or else the tiles, as SVG."""
    from edgeasp.draw.picture import svg as writer

    picture, style = _picture(puzzle, board, style)
    return writer.write(picture, style.size)


def png(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> bytes:
    """The board, or else the tiles, as PNG."""
    from edgeasp.draw.picture import png as writer

    picture, style = _picture(puzzle, board, style)
    return writer.write(picture, style.size)


def html(
    puzzle: Puzzle, clues: Solution, boards: Iterable[tuple[str, Board]], title: str, notes: Iterable[str] = ()
) -> str:
    """A page with boards by their names, or else with the clues or the tiles."""
    from edgeasp.draw.page.html import Page

    page = Page(puzzle, clues, title or f"{puzzle.cols} x {puzzle.rows}")
    for name, board in boards:
        page.add(name, board.solution, board.remarks)
    return page.text(notes)


def summary(board: Board) -> str:
    """The score of a board, and what is wrong with it, in one line."""
    from edgeasp.draw.view import board_view

    return board_view(board.puzzle, board.solution, board.clues).summary


def gallery(words: Iterable[str], boards: Iterable[Board]) -> str:
    """A part of a page: lines of words, and boards beside one another."""
    every = list(boards)
    shown = every[:SHOWN]
    size = {} if len(shown) == 1 else {"style": "height: 160px; margin: 4px"}
    lines = [f'<div style="white-space: pre-wrap">{escape(line)}</div>' for line in words]
    lines += [_image(board, size) for board in shown]
    if len(every) > SHOWN:
        lines.append(f"<div>and {len(every) - SHOWN:,} more</div>")
    return "\n".join(lines)


def _image(board: Board, attributes: dict[str, str]) -> str:
    """A board as an image of its own: two pictures on one page must not share the names inside them."""
    data = b64encode(board.svg(notebook_style(board.puzzle.cols)).encode()).decode()
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<img alt="{escape(summary(board))}" src="data:image/svg+xml;base64,{data}"{more}>'


def _picture(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> tuple[Picture, DrawStyle]:
    from edgeasp.draw.picture.board import board_picture, tiles_picture
    from edgeasp.draw.view import DrawStyle, board_view

    style = style or DrawStyle()
    if not isinstance(style, DrawStyle):
        raise TypeError(f"expected an edgeasp.DrawStyle(size=...), found {kind_of(style)}")
    if board is None:
        return tiles_picture(puzzle, style), style
    return board_picture(board_view(puzzle, board.solution, board.clues, board.remarks), style), style
