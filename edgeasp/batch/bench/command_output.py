"""What a program of a user has printed, as boards."""

from __future__ import annotations

import re

from edgeasp.encoding import answers
from edgeasp.encoding.answers import read_output
from edgeasp.formats import sol
from edgeasp.formats.recognition import Origin, recognise_board
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import EdgeaspError, ProgramError

_NONE = re.compile(r"^(?:[cs] )?UNSATISFIABLE\b", re.MULTILINE)
_ATOMS = re.compile(r"\bchosenTile\(")
_SEPARATOR = re.compile(r"^c solution\b.*$", re.MULTILINE)


def read_boards(text: str, puzzle: Puzzle, name: str) -> list[Solution]:
    """The boards in the output of a program, which may be none if it says so.

    Raises:
        ProgramError: it says nothing that can be read.
    """
    if _NONE.search(text):
        return []
    if not text.strip():
        raise ProgramError(f"{name} printed nothing: neither a board nor UNSATISFIABLE")
    try:
        if _ATOMS.search(text):
            return [answers.from_atoms(each.atoms, puzzle) for each in read_output(text, "its output")]
        parts = [part for part in _SEPARATOR.split(text) if part.strip()]
        if len(parts) > 1:
            return [sol.read(part, puzzle, "its output") for part in parts]
        return [recognise_board(text, puzzle, Origin("its output", stream=True)).solution]
    except EdgeaspError as error:
        raise ProgramError(f"{name} printed no board: {error}") from None
