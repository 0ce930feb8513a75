"""Several puzzles on paper: contents, sheets of tiles, boards to lay them on, clues, and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil
from typing import Literal

from edgeasp.draw.picture.board import TEXT, NamedBoard, board_pages, on_a_page
from edgeasp.draw.picture.shapes import (
    ENDS,
    SIDE,
    Label,
    Line,
    Paper,
    PrintedPage,
    Shape,
    ShapeGroup,
    page_of,
    shortened,
)
from edgeasp.draw.picture.tile_sheets import WORDY, SheetStyle, sheets, trays
from edgeasp.draw.view import DrawStyle, board_view
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.lines import number_of

_SMALLEST, _LARGEST = 20, 30
"""Tiles that are handled well, in millimetres."""

_ROW = 6.0
"""The height of a line of the contents, in millimetres."""

_COLUMNS = ((0.12, "puzzle"), (0.32, "squares"), (0.5, "class"), (0.68, "tiles, page"), (0.87, "solution, page"))
"""The columns of the contents, in parts of the width."""


PhotoOn = Literal["backs", "tray"]
"""The place of a photograph: on the backs, which make it up together, or on the page where the tiles are laid."""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The texts and boards that sheets have besides tiles.

    Attributes:
        title: what stands above each puzzle, before its number.
        text: lines below that; None for those that say how to play.
        tray: whether there are pages to lay the tiles on.
        photo_on: where a photograph is.
        solved: whether solved boards follow at the end.
        contents: whether a list of the puzzles comes first.
    """

    title: str = ""
    text: tuple[str, ...] | None = ()
    tray: bool = False
    photo_on: PhotoOn = "backs"
    solved: bool = True
    contents: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """A puzzle to print, with its name and its boards; the style says by which numbers its tiles go."""

    name: str
    puzzle: Puzzle
    boards: tuple[Solution, ...] = ()
    clues: Solution = Solution()
    draw: DrawStyle = DrawStyle()
    level: str = ""
    unique: bool = False
    photo: bytes = b""

    @property
    def whole(self) -> Solution | None:
        """A board with all its tiles; None if there is none."""
        return next((board for board in self.boards if len(board) == len(self.puzzle.tiles)), None)

    @property
    def label(self) -> str:
        """Its number, or its name."""
        return f"No. {int(self.name)}" if self.name.isdecimal() else self.name

    def heading(self, title: str) -> str:
        """The line above its tiles: the title, the number or the name, and the class."""
        own = ", ".join(text for text in (self.label, self.level) if text)
        return f"{title} - {own}" if title else own

    def rules(self, *, solved: bool) -> tuple[str, ...]:
        """The rules for people who get the tiles, in a few lines."""
        board = f"{self.puzzle.cols} x {self.puzzle.rows}"
        same = "a head and a tail make one figure" if self.puzzle.partners else "the sides have the same colour"
        meet = f"Where two tiles meet, {same}"
        meet += "; grey sides lie outside, all around" if self.puzzle.framed else "; outside, anything may lie"
        meet += "; plus meets minus" if self.puzzle.signed else ""
        turned = "Tiles may be turned" if self.puzzle.turning else "Tiles stay as they are printed, unturned"
        last = ["There is one solution, but for turns of the whole board"] if self.unique else []
        last += ["this puzzle is " + self.level] if self.level else []
        last += ["the last pages show the solution"] if solved and self.boards else []
        lines = [f"Cut out the tiles and lay them on a board of {board} squares. {turned}.", f"{meet}."]
        return (*lines, *[f"{'; '.join(last).capitalize()}."][: bool(last)])

    def named_boards(self) -> list[NamedBoard]:
        """The boards, numbered if there are several."""
        several = len(self.boards) > 1
        return [
            self._named(self.label + (f", {number}" if several else ""), board)
            for number, board in enumerate(self.boards, start=1)
        ]

    def clue_board(self) -> list[NamedBoard]:
        """The board with the clues alone, if there are any."""
        return [self._named(self.label, self.clues)] if self.clues.placements else []

    def _named(self, name: str, board: Solution) -> NamedBoard:
        """A board whose tiles show their numbers."""
        return NamedBoard(name, board_view(self.puzzle, board, self.clues), replace(self.draw, tiles=True))


@dataclass(frozen=True, slots=True)
class Stack:
    """Printed pages, in their order, each with the beginning of the name of its file; and what they are, in a line."""

    pages: tuple[tuple[str, PrintedPage], ...]
    summary: str


def stack(printed: Sequence[Printed], style: SheetStyle, words: SheetWords = SheetWords()) -> Stack:
    """The sheets of all puzzles, then boards to lay tiles on, then clues, then solutions.

    Raises:
        OptionError: not a single tile fits on the page.
    """
    paper = style.paper
    tiles = [list(_sheets(page, style, words, alone=len(printed) == 1)) for page in printed]
    boards = _trays(printed, style, words) if words.tray else []
    clues = board_pages([board for page in printed for board in page.clue_board()], paper, "Clues")
    solved = [board for page in printed if words.solved for board in page.named_boards()]
    solutions = board_pages(solved, paper, "Solutions")
    duplex = style.backs == "duplex"
    before = ceil(len(printed) / _rows(paper)) * words.contents
    # An empty page keeps backs behind their tiles.
    before += before % 2 * duplex
    between = [("", _blank(paper))] if solutions and (len(boards) + len(clues)) % 2 and duplex else []
    sheets_of_tiles = [page for pages in tiles for page in pages]
    rest = [*sheets_of_tiles, *boards, *(("", page) for page in clues), *between]
    pages = [*rest, *(("", page) for page in solutions)]
    listed: list[PrintedPage] = []
    if words.contents:
        at, first = on_a_page(solved, paper), before + len(rest) + 1
        starts = accumulate(map(len, tiles), initial=before + 1)
        boards_before = accumulate((len(page.boards) for page in printed), initial=0)
        lines = []
        for page, start, number in zip(printed, starts, boards_before, strict=False):
            size, solution = f"{page.puzzle.cols} x {page.puzzle.rows}", f"{first + number // at}" if at else ""
            lines.append((page.label, size, page.level, f"{start}", solution if page.boards else ""))
        listed = list(_contents(lines, words.title or "Contents", paper))
        more = [_blank(paper)] * (before - len(listed))
        pages = [("", page) for page in (*listed, *more)] + pages
        pages = [(prefix, _numbered(page, number)) for number, (prefix, page) in enumerate(pages, 1)]
    parts = ["contents"] if listed else []
    parts += [f"{len(sheets_of_tiles)} of tiles" + (" and their backs" if style.backs != "none" else "")]
    others = ((boards, "boards to lay them on"), (clues, "clues"), (solutions, "solutions"))
    parts += [f"{len(more)} of {what}" for more, what in others if more]
    number = len(listed) + len(sheets_of_tiles) + sum(len(more) for more, _ in others)
    return Stack(tuple(pages), f"{number_of(number, 'page')}: {', '.join(parts)}")


def handy(paper: Paper, cols: int, rows: int) -> float:
    """The width of tiles in millimetres with which a puzzle of this size fits on a page, if they are not too small."""
    fitting = min((paper.width - 2 * SIDE) // cols, (paper.height - 2 * WORDY) // rows)
    return float(max(_SMALLEST, min(_LARGEST, fitting)))


def _sheets(
    printed: Printed, style: SheetStyle, words: SheetWords, *, alone: bool
) -> Iterator[tuple[str, PrintedPage]]:
    lines = printed.rules(solved=words.solved) if words.text is None else words.text
    # A present needs no name of a file beside its title.
    title = words.title if words.title and alone else printed.heading(words.title)
    own = replace(style, draw=printed.draw, title=title, lines=lines)
    if printed.photo and printed.whole and words.photo_on == "backs":
        own = replace(own, photo=printed.photo, solution=printed.whole)
    for page in sheets(printed.puzzle, printed.name, own):
        yield f"{printed.name}-", page


def _blank(paper: Paper) -> PrintedPage:
    """An empty page, so that what follows does not come on the other side of something else."""
    return page_of("", paper, 1.0, ("", ""), [])


def _rows(paper: Paper) -> int:
    return int((paper.height - 2 * ENDS - 3 * _ROW) / _ROW)


def _contents(lines: Sequence[tuple[str, ...]], title: str, paper: Paper) -> Iterator[PrintedPage]:
    """The list of the puzzles, a line each, with the pages of their tiles and of their solutions."""
    rows = _rows(paper)
    heads = tuple(name for _, name in _COLUMNS)
    for first in range(0, len(lines), rows):
        shapes: list[Shape | ShapeGroup] = [Label((paper.width / 2, 16), shortened(title), 6, TEXT)]
        for row, cells in enumerate((heads, *lines[first : first + rows])):
            down = ENDS + (row + 1) * _ROW
            for (at, _), text in zip(_COLUMNS, cells, strict=True):
                shapes.append(Label((SIDE + at * (paper.width - 2 * SIDE), down), text, 3.2 if row else 2.8, TEXT))
        under = ENDS + 1.5 * _ROW
        shapes.append(Line(((SIDE, under), (paper.width - SIDE, under)), 0.2, TEXT))
        yield page_of(f"contents-{first // rows + 1}", paper, 1.0, (title, f"{len(lines)} puzzles"), shapes)


def _numbered(page: PrintedPage, number: int) -> PrintedPage:
    """A page with its number at its foot; an empty one stays empty."""
    if not page.picture.shapes:
        return page
    at = (page.paper.width - SIDE) / page.unit, (page.paper.height - 6) / page.unit
    foot = Label(at, f"{number}", 2.8 / page.unit, TEXT)
    return replace(page, picture=replace(page.picture, shapes=(*page.picture.shapes, foot)))


def _trays(printed: Sequence[Printed], style: SheetStyle, words: SheetWords) -> list[tuple[str, PrintedPage]]:
    """Boards to lay tiles on: one for all puzzles of a size, unless clues or a photograph lie on it."""
    boards: dict[tuple[bool, str], list[PrintedPage]] = {}
    for item in printed:
        photo = item.photo if words.photo_on == "tray" else b""
        shared, puzzle = not (item.clues or photo), item.puzzle
        name = f"{puzzle.cols}x{puzzle.rows}{'' if puzzle.framed else '-unframed'}" if shared else item.name
        if (shared, name) not in boards:
            heading = f"Board of {puzzle.cols} x {puzzle.rows} squares" if shared else item.heading(words.title)
            own = replace(style, draw=item.draw, photo=photo)
            boards[shared, name] = trays(puzzle, item.clues, heading, own)
    return [(f"{name}-", page) for (_, name), pages in boards.items() for page in pages]
