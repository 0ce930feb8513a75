"""Writing a converted puzzle to a file, and what its format cannot hold to one beside it."""

from __future__ import annotations

from pathlib import Path

from edgeasp.formats import files
from edgeasp.formats.conversion import Converted
from edgeasp.formats.document import Document
from edgeasp.formats.registry import SOL
from edgeasp.puzzle.errors import OutputError


def save(converted: Converted, document: Document, path: str) -> str | None:
    """Write both files or none; the name of the second, a `.sol` or `.clue`, or None if nothing is left out.

    Raises:
        OutputError: a file cannot be written, or the second exists with other content.
    """
    number = len(converted.sidecar)
    if not number:
        files.write_text(path, converted.text)
        return None
    beside = str(Path(path).with_suffix(".sol" if number == len(document.puzzle.tiles) else ".clue"))
    text = SOL.write(converted.sidecar, document.puzzle)
    if Path(beside).exists() and files.read_text(beside) != text:
        what = f"{number} placement{'s' * (number > 1)}"
        raise OutputError(f"{beside}: exists with other content: it would hold {what} that {path} cannot")
    with files.writing(beside) as write_sidecar, files.writing(path) as write:
        write_sidecar(text)
        write(converted.text)
    return beside
