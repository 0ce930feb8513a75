"""Which commands and engines support which features of puzzles.

A feature is refused unless a table says that it is supported, so a new feature is refused everywhere at first.
"""

from __future__ import annotations

from typing import NamedTuple

from edgeasp.puzzle.model import Puzzle, PuzzleFeature
from edgeasp.system.errors import EncodingError


class Support(NamedTuple):
    """Features that a command or an engine supports.

    Attributes:
        subject: noun phrase that starts the error message.
        features: the supported features.
        reason: why other features are not supported, empty if the caller advises what to do instead.
    """

    subject: str
    features: frozenset[PuzzleFeature]
    reason: str


def _row(cells: str, subject: str, reason: str = "") -> Support:
    marks = zip(PuzzleFeature, cells.split(), strict=True)
    return Support(subject, frozenset(feature for feature, mark in marks if mark == "yes"), reason)


_ALL = "all tiles have to be on the board, and each diamond has one colour"
_BY_ONE = "each clause has to follow from one square or one tile"
_PLAIN = "other systems solve plain rectangles only"
_EQUATIONS = "its equations hold for plain rectangles only"


SUPPORT = {
    #                      relation subset flips by tile outline wraps rim
    # Of solve, hint, explain, check, ground, decode and encode.
    "encoding": _row("    yes      yes    yes   yes     yes     yes   yes", "the encoding"),
    "best": _row("        -        -      yes   yes     yes     yes   yes", "the search for the best board", _ALL),
    "windows": _row("     -        -      yes   yes     yes     yes   yes", "the proof of windows", _ALL),
    "diff": _row("        yes      yes    yes   yes     yes     yes   yes", "diff"),
    "info": _row("        yes      yes    yes   yes     yes     yes   yes", "info"),
    "show": _row("        yes      yes    yes   yes     yes     yes   yes", "a picture"),
    "play": _row("        yes      yes    yes   yes     yes     yes   yes", "a page"),
    "sheets": _row("      yes      yes    yes   yes     yes     yes   yes", "a sheet of tiles"),
    "photograph": _row("  yes      yes    -     yes     yes     yes   yes", "a photograph on backs"),
    "certify": _row("     -        -      yes   yes     yes     yes   yes", "a certificate", _BY_ONE),
    "campaign": _row("    yes      yes    yes   yes     yes     yes   yes", "a campaign"),
    "suite": _row("       yes      yes    yes   yes     yes     yes   yes", "a suite"),
    "bench": _row("       -        -      -     -       -       -     -", "bench", _PLAIN),
    "signs": _row("       -        -      -     -       -       -     -", "the count of signs", _EQUATIONS),
    "grade": _row("       yes      yes    yes   yes     yes     yes   yes", "grade"),
    "facts": _row("       yes      yes    yes   yes     yes     yes   yes", "facts"),
    "cnf": _row("         yes      yes    yes   yes     yes     yes   yes", "a formula"),
    # The formats of edgeasp, .puz and facts.
    "puz": _row("         yes      yes    yes   yes     yes     yes   yes", "a puzzle file"),
    # A board in a file without its puzzle. `BoardFormat.features` may say less.
    "board": _row("       yes      yes    -     yes     -       yes   yes", "a board file"),
    # In these rules each diamond has one colour.
    "filtering": _row("   -        yes    yes   yes     yes     yes   yes", "domain filtering"),
    # Each corner tile has to be in a corner of the board.
    "anchors": _row("     yes      -      yes   yes     -       -     yes", "a corner anchor"),
    # A block is part of a rectangle.
    "block": _row("       yes      yes    yes   yes     -       -     yes", "a block"),
    # The canonical form numbers colours by the tiles that show them.
    "identity": _row("    yes      yes    yes   -       yes     yes   yes", "the canonical form"),
    "model": _row("       -        yes    -     -       yes     yes   yes", "the model of expected numbers"),
}
"""Support by command and engine. Callers use `require_support` or `supports`."""


def supports(name: str, puzzle: Puzzle) -> bool:
    """Whether a command or an engine supports all features of a puzzle."""
    return unsupported_feature(name, puzzle) is None


def unsupported_feature(name: str, puzzle: Puzzle) -> PuzzleFeature | None:
    """Return the first feature that `name` does not support.

    `name` is a command or an engine, a row of `SUPPORT`. The result is None if it supports the puzzle.
    """
    return next((feature for feature in puzzle.beyond if feature not in SUPPORT[name].features), None)


def require_support(name: str, puzzle: Puzzle, *, source: str = "", advice: str = "") -> None:
    """Raise EncodingError if the puzzle has an unsupported feature.

    Args:
        name: command or engine, a row of `SUPPORT`.
        puzzle: the puzzle.
        source: file of the puzzle, if the message has to name it.
        advice: what to do instead, if anything.

    Raises:
        EncodingError: the command or engine does not support a feature of the puzzle.
    """
    if (feature := unsupported_feature(name, puzzle)) is not None:
        refusal = f"{SUPPORT[name].subject} does not support puzzles with {feature}"
        raise EncodingError(": ".join(text for text in (source, refusal, SUPPORT[name].reason, advice) if text))
