"""The format of a text: by its name, by the ending of the file's name, or by the readers that accept it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat, Size
from edgeasp.formats.registry import FACTS, PUZ, SOL, board_format, boards, puzzle_format, puzzles, read_facts
from edgeasp.formats.tiles import misfit
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import FormatError, InputError

_C_LINE = re.compile(r"\s*c(?!(ol|olour|lue)\s*\()")
"""A comment of a `.puz`, not a fact that begins with the same letter."""
_Reading = tuple[PuzzleFormat, Document]
_Format = TypeVar("_Format", PuzzleFormat, BoardFormat)
_ADDRESS = re.compile(r"[a-z]+://|[a-z_]+=")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a text, with the user's options.

    Attributes:
        name: its name in messages.
        suffix: the ending of the file's name; empty for streams.
        stream: whether it is standard input or another pipe, where edgeasp's own formats come first.
        sides: the order of the sides in each line, such as `nswe`.
        frame: for class facts, the name of the colour of the outside.
        size: columns and rows, where the text does not say them.
        partial: whether the text may show a board with empty squares, whose tiles are not known.
    """

    name: str
    suffix: str = ""
    stream: bool = False
    format: str | None = None
    sides: str | None = None
    frame: str | None = None
    size: Size | None = None
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Recognised:
    """A puzzle file that was read.

    Attributes:
        format: its format, or one of several with the same meaning.
        obvious: whether its name or the options determined the format.
    """

    format: PuzzleFormat
    document: Document
    obvious: bool

    @property
    def clues(self) -> Solution:
        """The clues of the file; a board is none, but may have some."""
        return self.document.hints if self.format.is_board else self.document.placements

    def of(self, puzzle: Puzzle) -> Recognised:
        """The same with the puzzle under other names, or with signs."""
        return replace(self, document=replace(self.document, puzzle=puzzle))

    def in_facts(self) -> Recognised:
        """The same with the puzzle in the terms of facts, for a person who writes rules."""
        return self.of(replace(self.document.puzzle, as_facts=True))


@dataclass(frozen=True, slots=True)
class RecognisedBoard:
    """Placements that were read for a given puzzle.

    Attributes:
        format: the name of the format.
        hints: those of them that the text calls clues, if its placements are a board.
        notes: what the reader omitted or decided, a clause each.
    """

    format: str
    solution: Solution
    hints: Solution = Solution()
    notes: tuple[str, ...] = ()


def recognise(text: str, origin: Origin) -> Recognised:
    """Read a puzzle in any format.

    Raises:
        InputError: it is wrong in its format, or in all formats.
        FormatError: formats with different meanings fit, or the options contradict.
    """
    found = _recognise(text, origin)
    puzzle, unknown = found.document.puzzle, found.document.unknown
    if origin.size not in (None, (puzzle.cols, puzzle.rows)):
        cols, rows = origin.size
        raise InputError(origin.name, None, f"expected {cols} x {rows} as --size, found {puzzle.cols} x {puzzle.rows}")
    if unknown and not origin.partial:
        message = (
            f"expected a tile on every square, found {unknown} empty: without all tiles, a link can be shown, "
            "or be read as a board of a given puzzle"
        )
        raise InputError(origin.name, None, message)
    return found


def _recognise(text: str, origin: Origin) -> Recognised:
    if origin.sides is not None:
        return _read_in_order(text, origin, origin.sides)
    if origin.format is not None:
        chosen = puzzle_format(origin.format)
        return Recognised(chosen, _read(chosen, text, origin), obvious=True)
    for each in (PUZ, FACTS):
        if origin.suffix in each.suffixes:
            return Recognised(each, _warned(_read(each, text, origin)), obvious=True)
    claiming = _claiming(puzzles(), text, origin)
    if not claiming and begins_like_facts(text):
        return Recognised(FACTS, _read(FACTS, text, origin), obvious=True)
    return _read_in_any(text, origin, claiming)


def recognise_board(text: str, puzzle: Puzzle, origin: Origin, *, repeats: bool = False) -> RecognisedBoard:
    """Read a solution, complete or partial, in any format, also one of puzzles with clues or a board.

    Args:
        text: the text.
        puzzle: the puzzle.
        origin: the origin of the text.
        repeats: accept a board that shows a tile more often than the puzzle has it.

    Raises:
        InputError: it is wrong, or a board of another puzzle.
        FormatError: there is no format of the given name.
    """
    if origin.format is not None:
        with_clues = {each.name for each in puzzles() if Feature.CLUES in each.holds}
        if origin.format in with_clues:
            return _board_of_document(text, puzzle, origin)
        return _read_board(board_format(origin.format), text, puzzle, origin, repeats)
    suggested = [each for each in boards() if origin.suffix in each.suffixes] or list(boards())
    claiming = _claiming(boards(), text, origin)
    if not claiming and _is_document(text, origin):
        return _board_of_document(text, puzzle, origin)
    errors: dict[BoardFormat, InputError] = {}
    for each in claiming or dict.fromkeys((SOL, *suggested)):
        try:
            return _read_board(each, text, puzzle, origin, repeats)
        except InputError as error:
            errors[each] = error
    if claiming or _ADDRESS.match(text.lstrip()):
        raise _likeliest(list(errors.items()), text, origin.suffix)
    if not begins_like_facts(text):
        with suppress(InputError, FormatError):
            return _board_of_document(text, puzzle, origin)
    raise errors[suggested[0]]


def _claiming(formats: Sequence[_Format], text: str, origin: Origin) -> list[_Format]:
    """The formats that claim a text; what the ending of its name says is no puzzle may only be a board."""
    is_board = any(origin.suffix in each.suffixes for each in boards())
    is_board = is_board and not any(origin.suffix in each.suffixes for each in puzzles())
    kept = [each for each in formats if not is_board or isinstance(each, BoardFormat) or each.is_board]
    return [each for each in kept if each.claims(text)]


def _is_document(text: str, origin: Origin) -> bool:
    """Whether a text is a puzzle by its content, or by the ending of its name."""
    ending = [each for each in puzzles() if origin.suffix in each.suffixes]
    named = ending and not any(origin.suffix in each.suffixes for each in boards())
    return bool(named or _claiming(puzzles(), text, origin))


def _read_board(form: BoardFormat, text: str, puzzle: Puzzle, origin: Origin, repeats: bool) -> RecognisedBoard:
    """The board in a format, with the colours or the numbers of a known puzzle translated."""
    from edgeasp.formats.laying import as_published, lay

    if form.picture is not None:
        picture = form.picture(text, origin.name, (puzzle.cols, puzzle.rows))
        laid = lay(picture, puzzle, origin.name, repeats=repeats)
        return RecognisedBoard(form.name, laid.solution, laid.hints, laid.notes)
    solution = form.read(text, puzzle, origin.name)
    translated = as_published(solution, puzzle)
    return (
        RecognisedBoard(form.name, translated.solution, notes=translated.notes)
        if translated
        else RecognisedBoard(form.name, solution)
    )


def _board_of_document(text: str, puzzle: Puzzle, origin: Origin) -> RecognisedBoard:
    """The clues or the board in a puzzle file, whose puzzle must be the one at hand, under whatever names."""
    from edgeasp.formats.laying import carried_over

    found = recognise(text, origin)
    if not found.document.placements:
        raise InputError(origin.name, None, f"expected placements, found a puzzle without any ({found.format.name})")
    laid = carried_over(found.document, puzzle, origin.name)
    return RecognisedBoard(found.format.name, laid.solution, laid.hints, laid.notes)


def begins_like_facts(text: str) -> bool:
    """Whether the first line that is no comment of a `.puz` begins like a fact or a comment on facts."""
    first = next((line.strip() for line in text.split("\n") if line.strip() and not _C_LINE.match(line)), "")
    return first.startswith("%") or (first[:1].isalpha() and not _ADDRESS.match(first))


def same(one: Document, other: Document) -> bool:
    """Whether two documents mean the same puzzle, up to rotations of tiles and board."""

    def meaning(document: Document) -> tuple[object, ...]:
        puzzle = document.puzzle
        return (
            {puzzle.cols, puzzle.rows},
            [puzzle.appearance(tile) for tile in range(len(puzzle.tiles))],
            (puzzle.partners, puzzle.turning),
            set(map(puzzle.canonical, document.placements)),
        )

    return meaning(one) == meaning(other)


def _read(chosen: PuzzleFormat, text: str, origin: Origin) -> Document:
    if chosen is FACTS:
        return read_facts(text, origin.name, origin.frame)
    if origin.frame is not None:
        raise FormatError(f"a frame colour can be named for class facts only, and {origin.name} is {chosen.name}")
    if origin.size is not None and chosen.sized is not None:
        return chosen.sized(text, origin.name, origin.size)
    return chosen.read(text, origin.name)


def _read_in_order(text: str, origin: Origin, sides: str) -> Recognised:
    """Read plain text with the given order of sides."""
    from edgeasp.formats import plain

    if origin.format is not None and origin.format not in _PLAIN:
        raise FormatError(
            f"--sides is for plain text: the format {origin.format} says itself in what order sides stand"
        )
    return Recognised(plain.NESW, plain.read(text, origin.name, sides, origin.size), obvious=True)


def _read_in_any(text: str, origin: Origin, claiming: list[PuzzleFormat]) -> Recognised:
    """Read a text in all formats that accept it, or of those that claim it, which must agree."""
    if (
        not claiming
        and any(origin.suffix in each.suffixes for each in boards())
        and not any(origin.suffix in each.suffixes for each in puzzles())
    ):
        raise FormatError(f"{origin.name}: expected a puzzle, found a solution by its name (say --from if it is none)")
    readings: list[_Reading] = []
    errors: list[tuple[PuzzleFormat, InputError]] = []
    for each in claiming or puzzles():
        if each is not FACTS:
            try:
                readings.append((each, _read(each, text, origin)))
            except InputError as error:
                errors.append((each, error))
    if not readings:
        raise _likeliest(errors, text, origin.suffix)
    own = readings[0] if readings[0][0] is PUZ else None
    if own and misfit(own[1].puzzle) is not None:
        return _in_another_order(text, origin, readings)
    if own and origin.stream:
        return Recognised(*own, obvious=True)
    # Just as many zeros as sides lie outside: that is no accident.
    readings = [each for each in readings if each[1].puzzle.zeros == each[1].puzzle.outside] or readings
    readings.sort(key=lambda reading: origin.suffix not in reading[0].suffixes)
    distinct = _different(readings)
    if len(distinct) > 1:
        names = " or ".join(f"{each.name} ({each.summary})" for each, _ in distinct)
        raise FormatError(f"{origin.name}: can be read as {names}, which are different puzzles\n{_ASK}")
    return Recognised(*readings[0], obvious=False)


_PLAIN = (PUZ.name, "nesw", "nesw-bare", "udlr", "foursquares")
_ASK = "say which with --from NAME, or the order of the sides with --sides, such as --sides nesw"


def _in_another_order(text: str, origin: Origin, readings: list[_Reading]) -> Recognised:
    """Read a framed puzzle whose zeros show that the sides are not listed clockwise from the top."""
    others = _different([reading for reading in readings if reading[0] is not PUZ])
    if len(others) == 1:
        chosen, document = others[0]
        note = "read clockwise from the top, some tile would have its zeros on opposite sides"
        return Recognised(chosen, replace(document, notes=(note, *document.notes)), obvious=False)
    from edgeasp.formats import plain

    signed = any(document.puzzle.signed for _, document in readings)
    fitting = [] if signed else plain.orders_that_fit(text, origin.name, origin.size)
    raise FormatError(
        f"{origin.name}: read clockwise from the top, some tile has its zeros on opposite sides, where they cannot "
        f"all lie outside\nsay the order of the sides with --sides"
        + (f" (of these the zeros fit: {', '.join(fitting)})" if fitting else "")
        + ", or --from puz if it is as it should be"
    )


def _warned(document: Document) -> Document:
    """The document, with a note if the zeros of some tile cannot lie outside."""
    if misfit(document.puzzle) is None:
        return document
    note = (
        "some tile has its zeros on opposite sides, so there is no solution; if the sides are not listed clockwise "
        "from the top, say their order with --sides"
    )
    return replace(document, notes=(*document.notes, note))


def _different(readings: list[_Reading]) -> list[_Reading]:
    """The first reading of each meaning."""
    distinct: list[_Reading] = []
    for reading in readings:
        if not any(same(reading[1], other) for _, other in distinct):
            distinct.append(reading)
    return distinct


def _likeliest(
    errors: Sequence[tuple[PuzzleFormat, InputError]] | Sequence[tuple[BoardFormat, InputError]], text: str, suffix: str
) -> InputError:
    """The error of the likeliest format: by the beginning of the text, or its name, or the lines that were read."""
    from edgeasp.formats.links import OtherSiteError

    begin = text.lstrip()
    kind = ".json" if begin.startswith("{") else ".url" if _ADDRESS.match(begin) else suffix
    meant = [error for each, error in errors if kind in each.suffixes]
    others = [error for each, error in errors if not {".json", ".url"} & set(each.suffixes)]
    others = others or [error for _, error in errors]
    right_site = [error for error in meant or others if not isinstance(error, OtherSiteError)]
    return max(right_site or meant or others, key=lambda error: error.line or 0)
