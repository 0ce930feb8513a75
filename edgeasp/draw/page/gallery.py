"""Many boards as a self-contained HTML page: side by side, each to be enlarged; no network, no script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edgeasp.draw.page.html import policy_hash, subtitle
from edgeasp.draw.picture import svg
from edgeasp.draw.picture.board import board_picture, tiles_picture
from edgeasp.draw.picture.shapes import Picture
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.puzzle.model import Puzzle, Solution

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A board in a gallery, or the tiles of a puzzle without one."""

    name: str
    puzzle: Puzzle
    board: Solution | None = None
    clues: Solution = Solution()
    style: DrawStyle = DrawStyle()


def gallery(exhibits: Sequence[Exhibit], title: str) -> str:
    """The page with the boards in their order; a switch shows the tiles of each puzzle instead."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    style = (_FOLDER / "gallery.css").read_text(encoding="utf-8")
    cards, pictures = [], []
    for exhibit in exhibits:
        tiles = tiles_picture(exhibit.puzzle, exhibit.style)
        board, score = _board(exhibit)
        pictures += [tiles, *([board] if board else [])]
        cards.append(
            {
                "name": exhibit.name,
                "puzzle": subtitle(exhibit.puzzle),
                "score": score,
                "tiles": svg.inline(tiles),
                "board": svg.inline(board) if board else "",
            }
        )
    loader = FileSystemLoader(_FOLDER)
    environment = Environment(loader=loader, undefined=StrictUndefined, autoescape=True, keep_trailing_newline=True)
    return environment.get_template("gallery.html.jinja").render(
        title=title,
        cards=cards,
        definitions=svg.definitions(pictures),
        style=style,
        policy=f"default-src 'none'; style-src {policy_hash(style)}; base-uri 'none'; form-action 'none'",
        boards=sum(exhibit.board is not None for exhibit in exhibits),
    )


def _board(exhibit: Exhibit) -> tuple[Picture | None, str]:
    """The picture of the board, and its score in words."""
    if exhibit.board is None:
        return None, ""
    view = board_view(exhibit.puzzle, exhibit.board, exhibit.clues)
    return board_picture(view, exhibit.style), view.summary
