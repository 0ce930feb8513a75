"""What the ending of a file's name says of its content, so that a file of one kind is never written over by another.

A name with an ending that says nothing, such as .txt, is fit for anything.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from pathlib import Path

from edgeasp.system import writing
from edgeasp.system.errors import OutputError
from edgeasp.system.lines import printable


class Content(Enum):
    """What a file holds: in words, and the endings that are for it alone."""

    PUZZLE = "a puzzle", (".puz",)
    BOARD = "a board", (".sol",)
    CLUES = "clues", (".clue",)
    SIGNS = "signs", (".signs",)
    PROGRAM = "facts or rules", (".lp",)
    ASPIF = "a ground program", (".aspif",)
    FORMULA = "a formula", (".cnf",)
    JSON = "JSON", (".json",)
    TABLE = "a table", (".csv",)
    PAGE = "a page", (".html", ".htm")
    PICTURE = "a picture", (".svg", ".png")
    SHEETS = "pages to print", (".pdf",)
    MARKDOWN = "Markdown", (".md",)
    LINES = "lines of text", ()
    FOLDER = "a folder", ()

    def __init__(self, words: str, endings: tuple[str, ...]) -> None:
        self.words = words
        self.endings = endings


_MEANINGS = {ending: content for content in Content for ending in content.endings}


def require_ending(path: str, content: Content) -> None:
    """Make sure that the name of an output is not that of something else; OutputError if it is."""
    require_ending_of(path, content.words, content.endings)


def require_ending_of(path: str, words: str, endings: Collection[str]) -> None:
    """The same of a content in words, with the endings that fit."""
    ending = Path(path).suffix.lower()
    meaning = _MEANINGS.get(ending)
    if meaning is None or ending in endings:
        return
    fitting = f", which ends in {' or '.join(endings)}" if endings else ""
    message = f"{printable(path)}: expected the name of a file for {words}{fitting}, found one for {meaning.words}"
    if words == Content.FOLDER.words:
        message = f"{printable(path)}: expected the name of a folder, found one of a file for {meaning.words}"
    raise OutputError(message)


def make_folder(path: str) -> None:
    """Make a folder, if it is not there, that files can be written to; OutputError if its name is that of a file."""
    if not writing.names_folder(path):
        require_ending(path, Content.FOLDER)
    writing.make_folder(path)
