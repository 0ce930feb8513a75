"""What a format is, and what a file can say: a puzzle, placements, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from edgeasp.puzzle.model import Puzzle, Solution


class Feature(Enum):
    """Something a puzzle file may say that not every format can express; the value completes "it cannot hold ..."."""

    CLUES = "clues"
    SIGNS = "signs"
    RECTANGLES = "boards that are not square"
    UNFRAMED = "puzzles without a frame"
    LOOSE_ZEROS = "zeros that do not lie on the outside"
    PARTIAL = "boards with empty squares"
    BARE = "puzzles without a board"


@dataclass(frozen=True, slots=True)
class Document:
    """What a puzzle file says.

    Args:
        puzzle: the puzzle.
        placements: the hints of the file, or its board, if it has some.
        notes: what the reader should be told: what was left out or decided, a sentence each.
    """

    puzzle: Puzzle
    placements: Solution = Solution()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleFormat:
    """A format in which people write puzzles.

    Args:
        name: what `--from` and `--to` call it.
        title: one line on what it is and who uses it.
        suffixes: file name endings that suggest it, with the dot, the first one preferred.
        read: text and the name of its source to what it says; raises InputError.
        write: what is to be said to the canonical text, if writing makes sense.
        holds: what it can express beside framed square puzzles whose zeros lie outside.
        colours: the highest colour number it can hold, if there is a limit.
        frameless: whether its puzzles have no frame.
        is_board: whether its placements are a board that people show one another, and no clues.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[str, str], Document]
    write: Callable[[Document], str] | None
    holds: frozenset[Feature]
    colours: int | None = None
    is_board: bool = False
    frameless: bool = False

    @property
    def summary(self) -> str:
        """What its title says before it says who uses it."""
        return self.title.split(";")[0]


@dataclass(frozen=True, slots=True)
class BoardFormat:
    """A format in which people write solutions, complete or partial, of a puzzle that they keep elsewhere.

    Args:
        name: what `--from` and `--to` call it.
        title: one line on what it is and who uses it.
        suffixes: file name endings that suggest it, with the dot, the first one preferred.
        read: text, puzzle and the name of the source to the placements; raises InputError.
        write: placements and puzzle to the canonical text.
        partial: whether it can express empty squares.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Callable[[str, Puzzle, str], Solution]
    write: Callable[[Solution, Puzzle], str]
    partial: bool = True
