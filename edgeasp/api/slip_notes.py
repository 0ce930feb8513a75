"""Likely slips of typing, with the lines of the file."""

from __future__ import annotations

from edgeasp.formats.document import Document
from edgeasp.puzzle.slips import likely_slips


def slip_lines(document: Document) -> list[str]:
    """What may have gone wrong when a puzzle without a solution was typed, a line each; nothing if that is not seen."""
    return [f"perhaps {slip.text(map(document.tile_name, slip.tiles))}" for slip in likely_slips(document.puzzle)]
