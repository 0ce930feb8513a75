"""Formats, and the content of files: a puzzle, placements, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from edgeasp.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.formats.links import BoardPicture

Size = tuple[int, int]
"""Columns and rows."""


class Feature(Enum):
    """A feature that not every format can express; the value completes "the format cannot hold ..."."""

    CLUES = "clues"
    SIGNS = "signs"
    RECTANGLES = "boards that are not square"
    UNFRAMED = "puzzles without a frame"
    LOOSE_ZEROS = "zeros that do not lie on the outside"
    PARTIAL = "boards with empty squares"
    BARE = "puzzles without a board"
    PARTNERS = "colours that meet other colours"
    FIXED = "tiles that may not be turned"


ANY_BOARD = frozenset({Feature.RECTANGLES, Feature.UNFRAMED, Feature.LOOSE_ZEROS, Feature.BARE})
"""The features of plain lists of tiles."""


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a puzzle file.

    Attributes:
        placements: the hints of the file, or its board.
        notes: what the reader omitted or decided, a clause each.
        hints: the clues of a file whose placements are a board.
        unknown: the number of tiles that the file does not show, for empty squares; they stand for any tile.
        lines: the line of each tile, from 1; empty where tiles have none.
    """

    puzzle: Puzzle
    placements: Solution = Solution()
    notes: tuple[str, ...] = ()
    hints: Solution = Solution()
    unknown: int = 0
    lines: tuple[int, ...] = field(default=(), compare=False)

    def tile_name(self, tile: int) -> str:
        """A tile with its line, for a person who typed the file: `tile 10 (line 12)`."""
        name = f"tile {self.puzzle.names.number(tile)}"
        return f"{name} (line {self.lines[tile]})" if self.lines else name


@dataclass(frozen=True, slots=True)
class PuzzleFormat:
    """A format of puzzles.

    Attributes:
        name: its name for `--from` and `--to`.
        title: one line on what it is and who uses it.
        read: text and the name of its source to a document; raises InputError.
        write: document to the canonical text; raises FormatError.
        holds: the features beyond framed square puzzles whose zeros lie outside.
        suffixes: file name endings that suggest it, with the dot, the preferred one first.
        colours: the highest colour number; None if there is no limit.
        is_board: whether its placements are a board, not clues.
        frameless: whether its puzzles have no frame.
        claims: whether a text is so clearly meant to be in this format that what is wrong with it is to be said.
        sized: whether `read` takes the `size` of the board, for a text without it.
        remarks: what a reader of the written text has to know, a clause each.
    """

    name: str
    title: str
    read: Callable[..., Document]
    write: Callable[[Document], str]
    holds: frozenset[Feature] = ANY_BOARD
    suffixes: tuple[str, ...] = (".txt",)
    colours: int | None = None
    is_board: bool = False
    frameless: bool = False
    claims: Callable[[str], bool] = lambda text: False
    sized: bool = False
    remarks: Callable[[Document], tuple[str, ...]] = lambda document: ()

    @property
    def summary(self) -> str:
        """The title without its users."""
        return self.title.split(";")[0]

    def of_boards(
        self, read: Callable[[str, Puzzle, str], BoardPicture], write: Callable[[Solution, Puzzle], str]
    ) -> BoardFormat:
        """The same format for boards of a puzzle at hand, which show their tiles."""
        return BoardFormat(self.name, self.title, read, write, self.suffixes, shows_tiles=True, claims=self.claims)


@dataclass(frozen=True, slots=True)
class BoardFormat:
    """A format of solutions without the puzzle, otherwise like `PuzzleFormat`.

    Attributes:
        read: text, the puzzle and the name of the source to placements, or to a picture that `laying.lay` lays.
        partial: whether it has empty squares.
        shows_tiles: whether it shows tiles instead of naming them.
    """

    name: str
    title: str
    read: Callable[[str, Puzzle, str], Solution | BoardPicture]
    write: Callable[[Solution, Puzzle], str]
    suffixes: tuple[str, ...] = (".txt",)
    partial: bool = True
    shows_tiles: bool = False
    claims: Callable[[str], bool] = lambda text: False
