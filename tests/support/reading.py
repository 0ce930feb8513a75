"""Reading files as the tests need them."""

from __future__ import annotations

from edgeasp.formats import files
from edgeasp.puzzle.model import Puzzle, Solution


def read_puzzle(path: str, *, signs_path: str | None = None, frame: str | None = None) -> tuple[Puzzle, Solution]:
    """A puzzle in any format, with the clues of its file."""
    found = files.read_document(path, signs_path=signs_path, frame=frame)
    return found.document.puzzle, found.clues
