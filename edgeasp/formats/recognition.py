"""What format a text is in: by name, by the ending of the file's name, or by what reads it. Never by guessing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edgeasp.formats.document import BoardFormat, Document, PuzzleFormat
from edgeasp.formats.registry import FACTS, PUZ, SOL, board_format, boards, puzzle_format, puzzles, read_facts
from edgeasp.formats.tiles import misfit
from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import Puzzle, Solution

_C_LINE = re.compile(r"\s*c(?!(ol|olour|lue)\s*\()")
"""A comment of a `.puz`; a fact may begin with the same letter."""
_ADDRESS = re.compile(r"[a-z]+://|[a-z_]+=")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a text comes from, and what the user said about it.

    Attributes:
        name: what messages call it.
        suffix: the ending of the file's name; empty for streams, which carry edgeasp's own formats unless they cannot.
        stream: whether it is standard input or another pipe.
        format: the name of the format, if the user gave it.
        sides: the order of the sides in each line, such as `nswe`, if the user gave it.
        frame: for class facts, the name of the colour of the outside, if the user gave it.
    """

    name: str
    suffix: str = ""
    stream: bool = False
    format: str | None = None
    sides: str | None = None
    frame: str | None = None

    @classmethod
    def of(cls, path: str, name: str, *, stream: bool) -> Origin:
        """The origin of a file about which the user said nothing more."""
        return cls(name, "" if stream else Path(path).suffix.lower(), stream)


@dataclass(frozen=True, slots=True)
class Recognised:
    """A puzzle file that was read.

    Attributes:
        format: the format that it is in, as far as people have to know.
        document: what it says.
        obvious: whether its name or its user said so already.
    """

    format: PuzzleFormat
    document: Document
    obvious: bool

    @property
    def clues(self) -> Solution:
        """The placements that the file gives as clues; a board that it displays is none."""
        return Solution() if self.format.is_board else self.document.placements


def recognise(text: str, origin: Origin) -> Recognised:
    """Read a puzzle in whatever format it is.

    Raises:
        InputError: it is wrong in its format, or in all that there are.
        FormatError: several formats fit and do not mean the same, or what the user said about it makes no sense.
    """
    if origin.sides is not None:
        return _in_order(text, origin, origin.sides)
    if origin.format is not None:
        chosen = puzzle_format(origin.format)
        return Recognised(chosen, _read(chosen, text, origin), obvious=True)
    for each in (PUZ, FACTS):
        if origin.suffix in each.suffixes:
            return Recognised(each, _warned(_read(each, text, origin)), obvious=True)
    if looks_like_facts(text):
        return Recognised(FACTS, _read(FACTS, text, origin), obvious=True)
    return _whatever_reads(text, origin)


def recognise_board(text: str, puzzle: Puzzle, origin: Origin) -> tuple[BoardFormat, Solution]:
    """Read a solution, or a part of one, in whatever format it is.

    Raises:
        InputError: it is wrong.
        FormatError: there is no format of the name that the user gave.
    """
    if origin.format is not None:
        chosen = board_format(origin.format)
        return chosen, chosen.read(text, puzzle, origin.name)
    suggested = [each for each in boards() if origin.suffix in each.suffixes] or boards()
    errors: dict[BoardFormat, InputError] = {}
    for each in dict.fromkeys((SOL, *suggested)):
        try:
            return each, each.read(text, puzzle, origin.name)
        except InputError as error:
            errors[each] = error
    if _ADDRESS.match(text.lstrip()):
        raise _likeliest(list(errors.items()), text, origin.suffix)
    raise errors[suggested[0]]


def looks_like_facts(text: str) -> bool:
    """Whether the first line that says something begins as a fact or a comment on facts does."""
    first = next((line.strip() for line in text.split("\n") if line.strip() and not _C_LINE.match(line)), "")
    return first.startswith("%") or (first[:1].isalpha() and not _ADDRESS.match(first))


def same(one: Document, other: Document) -> bool:
    """Whether two readings mean one puzzle: the same tiles, however turned, on the same board, however turned."""
    return _meaning(one) == _meaning(other)


def _meaning(document: Document) -> tuple[object, ...]:
    puzzle = document.puzzle
    return (
        sorted((puzzle.cols, puzzle.rows)),
        [tile.appearance for tile in puzzle.tiles],
        sorted(map(puzzle.canonical, document.placements), key=lambda placement: placement.tile),
    )


def _read(chosen: PuzzleFormat, text: str, origin: Origin) -> Document:
    if chosen is FACTS:
        return read_facts(text, origin.name, origin.frame)
    if origin.frame is not None:
        raise FormatError(f"a frame colour can be named for class facts only, and {origin.name} is {chosen.name}")
    return chosen.read(text, origin.name)


def _in_order(text: str, origin: Origin, sides: str) -> Recognised:
    """A plain text whose sides stand in the order that the user named."""
    from edgeasp.formats import plain

    if origin.format is not None and origin.format not in _PLAIN:
        raise FormatError(
            f"--sides is for plain text: the format {origin.format} says itself in what order sides stand"
        )
    return Recognised(plain.NESW, plain.read(text, origin.name, sides), obvious=True)


def _whatever_reads(text: str, origin: Origin) -> Recognised:
    """What all formats that can read the text agree on."""
    if any(origin.suffix in each.suffixes for each in boards()) and not _for_puzzles(origin.suffix):
        raise FormatError(f"{origin.name}: expected a puzzle, found a solution by its name (say --from if it is none)")
    readings: list[tuple[PuzzleFormat, Document]] = []
    errors: list[tuple[PuzzleFormat, InputError]] = []
    for each in puzzles():
        if each is not FACTS:
            try:
                readings.append((each, _read(each, text, origin)))
            except InputError as error:
                errors.append((each, error))
    if not readings:
        raise _likeliest(errors, text, origin.suffix)
    own = readings[0] if readings[0][0] is PUZ else None
    if own and _misfit(own[1].puzzle):
        return _in_another_order(text, origin, readings)
    if own and origin.stream:
        return Recognised(*own, obvious=True)
    readings = _neatest(readings)
    readings.sort(key=lambda reading: origin.suffix not in reading[0].suffixes)
    different = _apart(readings)
    if len(different) > 1:
        names = " or ".join(f"{each.name} ({each.summary})" for each, _ in different)
        raise FormatError(f"{origin.name}: can be read as {names}, which are different puzzles\n{_ASK}")
    return Recognised(*readings[0], obvious=False)


_PLAIN = (PUZ.name, "nesw", "nesw-bare", "udlr", "foursquares")
_ASK = "say which with --from NAME, or the order of the sides with --sides, such as --sides nesw"


def _in_another_order(text: str, origin: Origin, readings: list[tuple[PuzzleFormat, Document]]) -> Recognised:
    """A framed puzzle whose zeros say that the sides do not go clockwise from the top."""
    others = _apart([reading for reading in readings if reading[0] is not PUZ])
    if len(others) == 1:
        chosen, document = others[0]
        note = "read clockwise from the top, some tile would have its zeros on opposite sides"
        return Recognised(chosen, replace(document, notes=(note, *document.notes)), obvious=False)
    from edgeasp.formats import plain

    fitting = plain.orders_that_fit(text, origin.name) if not _signed(readings) else []
    raise FormatError(
        f"{origin.name}: read clockwise from the top, some tile has its zeros on opposite sides, where they cannot "
        f"all lie outside\nsay the order of the sides with --sides"
        + (f" (of these the zeros fit: {', '.join(fitting)})" if fitting else "")
        + ", or --from puz if it is as it should be"
    )


def _warned(document: Document) -> Document:
    """The puzzle, with a word on its zeros where those of some tile cannot lie outside."""
    if not _misfit(document.puzzle):
        return document
    note = (
        "some tile has its zeros on opposite sides, so there is no solution; if the sides are not listed clockwise "
        "from the top, say their order with --sides"
    )
    return replace(document, notes=(*document.notes, note))


def _for_puzzles(suffix: str) -> bool:
    return any(suffix in each.suffixes for each in puzzles())


def _signed(readings: list[tuple[PuzzleFormat, Document]]) -> bool:
    return any(document.puzzle.signed for _, document in readings)


def _misfit(puzzle: Puzzle) -> bool:
    return misfit(puzzle.tiles, puzzle.cols, puzzle.rows) is not None


def _neatest(readings: list[tuple[PuzzleFormat, Document]]) -> list[tuple[PuzzleFormat, Document]]:
    """Those with just as many zeros as sides lie outside, if there are some: that is no accident."""
    return [each for each in readings if each[1].puzzle.zeros == each[1].puzzle.outside] or readings


def _apart(readings: list[tuple[PuzzleFormat, Document]]) -> list[tuple[PuzzleFormat, Document]]:
    """The first of the readings for each meaning."""
    different: list[tuple[PuzzleFormat, Document]] = []
    for reading in readings:
        if not any(same(reading[1], other) for _, other in different):
            different.append(reading)
    return different


def _likeliest(
    errors: Sequence[tuple[PuzzleFormat, InputError]] | Sequence[tuple[BoardFormat, InputError]], text: str, suffix: str
) -> InputError:
    """The error of the format that was meant: by the beginning of the text, or its name, or the lines understood."""
    from edgeasp.formats.links import OtherSiteError

    begin = text.lstrip()
    kind = ".json" if begin.startswith("{") else ".url" if _ADDRESS.match(begin) else suffix
    meant = [error for each, error in errors if kind in each.suffixes]
    others = [error for each, error in errors if not {".json", ".url"} & set(each.suffixes)]
    right_site = [error for error in meant if not isinstance(error, OtherSiteError)]
    return max(right_site or meant or others, key=lambda error: error.line or 0)
