"""A puzzle with the clues of its file, a board of it, and their pictures."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from edgeasp.puzzle import checker
from edgeasp.puzzle.checker import EVERY, Condition, Report
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.system.errors import guided, kind_of
from edgeasp.system.lines import plural

if TYPE_CHECKING:
    from edgeasp.draw.shapes import Picture
    from edgeasp.draw.view import DrawStyle, Remark


Placements: TypeAlias = "Solution | Board | Collection[Placement]"
"""Wherever placements go: a solution, a board, or the placements one by one."""


class _WithPuzzle:
    """Questions to a puzzle, answered by values that have one."""

    puzzle: Puzzle

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self.puzzle.cols

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.puzzle.rows

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, as the puzzle numbers them."""
        return self.puzzle.tiles


@dataclass(frozen=True)
class Instance(_WithPuzzle):
    """A puzzle and its clues, as a file has them; often there are none.

    A notebook shows the tiles, or, where there are clues, the board with these.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> puzzle
    Instance(3 x 3, framed, 9 tiles, 0 clues)
    >>> puzzle.svg().startswith("<svg")
    True
    >>> print(puzzle.text(width=50))
      0       1       2       3       4       5
      0       0       0       0       0       0
    1   0   2   0   1   0   2   0   2   1   1   1
      1       1       2       2       3       4
    <BLANKLINE>
      6       7       8
      0       0       3
    1   2   2   2   4   3
      3       4       4

    Attributes:
        puzzle: the puzzle.
        clues: the placements that solutions keep.
        source: the name of the file; empty if it was not read from one.
        notes: what its reader decided or translated, a clause each.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    source: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.puzzle, Puzzle):
            raise TypeError(f"expected a Puzzle, found {kind_of(self.puzzle)}: edgeasp.load reads an Instance")
        object.__setattr__(self, "clues", as_solution(self.clues, "clues"))

    def board(self, solution: Placements) -> Board:
        """The board that a solution, complete or partial, makes."""
        return Board(self.puzzle, as_solution(solution, "a solution"), self.clues)

    @guided
    def text(self, width: int = 80) -> str:
        """The tiles, or the clues on the board, with numbers as colours, at most so many columns wide."""
        return draw_text(self.puzzle, self._shown, width)

    @guided
    def svg(self, style: DrawStyle | None = None) -> str:
        """A picture of the tiles, or of the clues on the board, as SVG."""
        return draw_svg(self.puzzle, self._shown, style)

    @guided
    def png(self, style: DrawStyle | None = None) -> bytes:
        """The same as PNG; OptionError without Pillow, which the extra `png` installs."""
        return draw_png(self.puzzle, self._shown, style)

    @guided
    def html(self, title: str = "") -> str:
        """A page of its own, which needs no network, as `edgeasp show -o x.html` writes it."""
        return draw_html(self.puzzle, self.clues, [], title or self.source)

    @property
    def _shown(self) -> Board | None:
        return self.board(self.clues) if self.clues else None

    def __repr__(self) -> str:
        inside = repr(self.puzzle).removeprefix("Puzzle(").removesuffix(")")
        return f"{type(self).__name__}({inside}, {len(self.clues)} {plural(len(self.clues), 'clue')})"

    def _repr_svg_(self) -> str:
        return self.svg(notebook_style(self.puzzle.cols))


@dataclass(frozen=True)
class Board(_WithPuzzle):
    """Placements on the squares of a puzzle, to be drawn, judged and saved.

    A notebook shows it with its mismatches. `print` shows it as text.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> board
    Board(3 x 3, 12 of 12 diamonds match: solved)
    >>> board.score, board.solved
    (12, True)
    >>> board.svg(edgeasp.DrawStyle(size=40, tiles=True)).count("<use")  # the coloured sides
    36

    Attributes:
        puzzle: the puzzle.
        solution: the placements, all of them or some.
        clues: those that have to be kept; their squares are marked.
        remarks: what an explanation or a hint says of squares.
    """

    puzzle: Puzzle
    solution: Solution
    clues: Solution = Solution()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "puzzle", as_instance(self.puzzle).puzzle)
        object.__setattr__(self, "solution", as_solution(self.solution, "a solution"))
        object.__setattr__(self, "clues", as_solution(self.clues, "clues"))

    @cached_property
    def report(self) -> Report:
        """The report of the checker."""
        return checker.check(self.puzzle, self.solution, self.clues)

    @property
    def score(self) -> int:
        """The number of diamonds that match."""
        return self.report.matched

    @property
    def solved(self) -> bool:
        """Whether every square holds a tile and no condition is violated."""
        return self.report.solved

    @guided
    def text(self, width: int = 80) -> str:
        """The board with numbers as colours, at most so many columns wide if possible."""
        return draw_text(self.puzzle, self, width)

    @guided
    def svg(self, style: DrawStyle | None = None) -> str:
        """A picture as SVG."""
        return draw_svg(self.puzzle, self, style)

    @guided
    def png(self, style: DrawStyle | None = None) -> bytes:
        """A picture as PNG; OptionError without Pillow, which the extra `png` installs."""
        return draw_png(self.puzzle, self, style)

    @guided
    def html(self, title: str = "") -> str:
        """A page of its own, which needs no network, as `edgeasp show -o x.html` writes it."""
        return draw_html(self.puzzle, self.clues, [("board", self)], title)

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.solution)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Board({self.puzzle.cols} x {self.puzzle.rows}, {board_summary(self)})"

    def _repr_svg_(self) -> str:
        return self.svg(notebook_style(self.puzzle.cols))


def as_solution(placements: Placements, what: str) -> Solution:
    """Placements as a solution; `what` they are for stands in the error.

    Raises:
        TypeError: they are none.
    """
    if isinstance(placements, Solution):
        return placements
    if isinstance(placements, Board):
        return placements.solution
    if isinstance(placements, Collection) and not isinstance(placements, str):
        listed = tuple(placements)
        if all(isinstance(placement, Placement) for placement in listed):
            return Solution(tuple(replace(placement, square=Square(*placement.square)) for placement in listed))
    if isinstance(placements, str | PathLike):
        hint = f": edgeasp.load_solution({str(placements)!r}, puzzle) reads one"
    else:
        advice = ": each is an edgeasp.Placement(tile, square, rot)" if isinstance(placements, Collection) else ""
        hint = _INSTEAD.get(type(placements).__name__, advice)
    raise TypeError(f"expected a Solution, a Board or placements as {what}, found {kind_of(placements)}{hint}")


def as_instance(puzzle: Puzzle | Instance, clues: Placements = Solution()) -> Instance:
    """The puzzle with its own clues and those that are given as well, which are not judged.

    Raises:
        TypeError: it is neither a puzzle nor an instance, or the clues are no placements.
    """
    if not isinstance(puzzle, Puzzle | Instance):
        reads = f": edgeasp.load({str(puzzle)!r}) reads one" if isinstance(puzzle, str | PathLike) else ""
        hint = reads or _INSTEAD.get(type(puzzle).__name__, "")
        raise TypeError(f"expected a Puzzle or an Instance, found {kind_of(puzzle)}{hint}")
    more = as_solution(clues, "clues")
    if isinstance(puzzle, Puzzle):
        return Instance(puzzle, more)
    merged = tuple(dict.fromkeys((*more, *puzzle.clues)))
    return Instance(puzzle.puzzle, Solution(merged), puzzle.source)


_INSTEAD = {
    "Board": ": write board.puzzle, and clues=board to keep what lies",
    "Solution": ": write puzzle.board(solution)",
    "Solutions": ": next(...) gives a solution",
    "Outcome": ": its .boards are some",
    "BestBoard": ": its .board is one",
    "Hinted": ": its .board is one",
    "Explained": ": its .board is one",
    "Instance": ": write puzzle.clues",
    "Generated": ": write puzzle.clues, or puzzle.planted",
}


def sources_of(puzzle: Puzzle | Instance, clues: Placements) -> list[Source]:
    """The clues of a call and those of the instance, by the names that messages have for them."""
    own = [Source(puzzle.source or "clues of the instance", puzzle.clues)] if isinstance(puzzle, Instance) else []
    return [Source("clues", as_solution(clues, "clues")), *own]


@guided
def check(
    puzzle: Puzzle | Instance,
    solution: Placements,
    clues: Placements = Solution(),
    conditions: Collection[Condition] = EVERY,
) -> Report:
    """Check a solution, complete or partial, without a solver.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> edgeasp.check(puzzle, next(edgeasp.solve(puzzle)))
    Report(solved, 12 of 12 diamonds match)
    >>> edgeasp.check(puzzle, edgeasp.Solution())
    Report(9 squares empty, 0 of 12 diamonds match)

    Args:
        puzzle: the puzzle; the clues of an instance have to be kept as well.
        solution: the placements, or a board; one out of range is reported, and excluded from all other conditions.
        clues: placements that the solution must contain, up to rotations with the same sides.
        conditions: the conditions to check, for a relaxation of the puzzle; all of them by default.
    """
    instance = as_instance(puzzle, clues)
    return checker.check(instance.puzzle, as_solution(solution, "a solution"), instance.clues, conditions)


_WIDEST = 480
"""Pixels that a board has in a notebook, if its squares are not smaller than the next two say."""
_SMALLEST, _LARGEST = 16, 60

SHOWN = 6
"""Boards that a notebook shows of one result; it counts the rest."""


def notebook_style(cols: int) -> DrawStyle:
    """The style of a picture in a notebook."""
    from edgeasp.draw.view import DrawStyle

    return DrawStyle(size=max(_SMALLEST, min(_LARGEST, _WIDEST // cols)))


def draw_text(puzzle: Puzzle, board: Board | None, width: int) -> str:
    """The board, or else the tiles, as text; colours are numbers."""
    from edgeasp.draw import terminal

    if board is None:
        return terminal.tiles(puzzle, width).plain
    return terminal.board(puzzle, board.solution, width, clues=board.clues, remarks=board.remarks).plain


def draw_svg(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> str:
    """The board, or else the tiles, as SVG."""
    from edgeasp.draw import shapes

    picture, style = _picture(puzzle, board, style)
    return shapes.write_svg(picture, style.size)


def draw_png(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> bytes:
    """The board, or else the tiles, as PNG."""
    from edgeasp.draw import shapes

    picture, style = _picture(puzzle, board, style)
    return shapes.write_png(picture, style.size)


def draw_html(
    puzzle: Puzzle, clues: Solution, boards: Iterable[tuple[str, Board]], title: str, notes: Iterable[str] = ()
) -> str:
    """A page with boards by their names, or else with the clues or the tiles."""
    from edgeasp.draw.page.html import Page

    page = Page(puzzle, clues, title or f"{puzzle.cols} x {puzzle.rows}")
    for name, board in boards:
        page.add(name, board.solution, board.remarks)
    return page.text(notes)


def board_summary(board: Board) -> str:
    """The score of a board, and what is wrong with it, in one line."""
    from edgeasp.draw.view import board_view

    return board_view(board.puzzle, board.solution, board.clues).summary


def draw_gallery(words: Iterable[str], boards: Iterable[Board]) -> str:
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
    return f'<img alt="{escape(board_summary(board))}" src="data:image/svg+xml;base64,{data}"{more}>'


def _picture(puzzle: Puzzle, board: Board | None, style: DrawStyle | None) -> tuple[Picture, DrawStyle]:
    from edgeasp.draw.board import board_picture, tiles_picture
    from edgeasp.draw.view import DrawStyle, board_view

    style = style or DrawStyle()
    if not isinstance(style, DrawStyle):
        raise TypeError(f"expected an edgeasp.DrawStyle(size=...), found {kind_of(style)}")
    if board is None:
        return tiles_picture(puzzle, style), style
    return board_picture(board_view(puzzle, board.solution, board.clues, board.remarks), style), style
