"""The table of formats, and which of them a text is in.

The table is that of `registry`: each format has a reader, endings of file names, and a claim on texts by their first
line or their letters. What decides, in this order: an option; the ending of edgeasp's own formats; claims; a beginning
like that of facts; and otherwise the readers, which have to agree. A board may stand in a format of boards, or be the
clues or the board of a puzzle file; then it is laid with the tiles of the puzzle at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from edgeasp.encoding import facts
from edgeasp.formats import known, marks, plain
from edgeasp.formats.document import (
    ANY_BOARD,
    ANY_TILES,
    BoardFormat,
    Document,
    Feature,
    PuzzleFormat,
    misfit,
    unframed,
)
from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import Puzzle, Solution, as_facts
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Size, quoted

if TYPE_CHECKING:
    from edgeasp.formats.links import BoardPicture


# ---- all formats by name ----


def read_facts(text: str, source: str, frame: str | None = None) -> Document:
    """The puzzle and the clues of class facts; the arguments are those of `facts.read`."""
    return Document(*facts.read(text, source, frame))


_OWN = re.compile(r"^[^\S\n]*c[^\S\n]+edgeasp[^\S\n]", re.MULTILINE)


def _is_own(text: str) -> bool:
    """Whether a text has a comment of edgeasp's own, and begins with a size: what follows are tiles of a .puz."""
    lines = (line.split() for line in text.split("\n")) if _OWN.search(text) else iter(())
    first = next((words for words in lines if words and words[0] != "c"), [])
    return 0 < len(first) < 3 and all(word.isdecimal() for word in first)


PUZ = PuzzleFormat(
    name="puz",
    title="size, sides N E S W, perhaps a sign; edgeasp's own",
    suffixes=(".puz",),
    read=plain.document,
    sized=True,
    write=lambda document: plain.write_puz(document.puzzle),
    holds=ANY_BOARD | ANY_TILES,
    remarks=lambda document: marks.remarks(document.puzzle),
    claims=_is_own,
)
FACTS = PuzzleFormat(
    name="facts",
    title='facts of the ASP class "Edge Matching"',
    suffixes=(".lp",),
    read=read_facts,
    write=lambda document: facts.write(document.puzzle, document.placements),
    holds=ANY_BOARD | ANY_TILES | {Feature.CLUES, Feature.PARTIAL},
)
SOL = BoardFormat(
    name="sol",
    title="<tile> <col> <row> <rot> a line; edgeasp's own",
    suffixes=(".sol", ".clue"),
    read=plain.read_sol,
    write=lambda solution, puzzle: plain.write_sol(solution),
    features=SUPPORT["puz"].features,
)


MARKED = replace(PUZ, name="sol", title=SOL.title, is_board=True)
"""A `.sol` that names its tiles, with the puzzle of these."""


@cache
def puzzles() -> tuple[PuzzleFormat, ...]:
    """All formats of puzzles, edgeasp's own first; of two that agree on a text, the first counts."""
    # Most runs read a .puz, and need not wait for the import of other formats.
    from edgeasp.formats import handwritten, programs, viewer

    return (
        PUZ,
        FACTS,
        plain.NESW,
        plain.NESW_BARE,
        plain.UDLR,
        plain.FOURSQUARES,
        plain.WITH_COLOURS,
        plain.NUMBERED,
        handwritten.HALVES,
        handwritten.TETRAVEX,
        programs.HEULE,
        programs.DRESDEN,
        plain.PTILE,
        programs.JULIA,
        programs.PYCSP3,
        viewer.ETERNITY2DEV,
        viewer.BOARDDOC,
        programs.BINARY,
        programs.PICTURES,
        viewer.BUCAS,
        viewer.ETERNITY2DEV_URL,
        handwritten.WORDS,
    )


@cache
def boards() -> tuple[BoardFormat, ...]:
    """All formats of solutions, edgeasp's own first."""
    from edgeasp.formats import grids, programs, viewer

    return (
        SOL,
        programs.OWEN,
        programs.ET2,
        programs.HINTS,
        viewer.BOARDDOC_BOARD,
        viewer.BUCAS_BOARD,
        viewer.ETERNITY2DEV_BOARD,
        grids.GRID,
        grids.CSV,
        grids.PLACED,
    )


def puzzle_format(name: str) -> PuzzleFormat:
    """The format of puzzles that has the name; FormatError if none has."""
    return _named("puzzles", name, puzzles())


def board_format(name: str) -> BoardFormat:
    """The format of solutions that has the name; FormatError if none has."""
    return _named("solutions", name, boards())


_Format = TypeVar("_Format", PuzzleFormat, BoardFormat)


def _named(content: str, name: str, formats: Sequence[_Format]) -> _Format:
    for form in formats:
        if form.name == name:
            return form
    known = ", ".join(form.name for form in formats)
    raise FormatError(f"expected a format of {content} ({known}), found {name!r}")


# ---- the format of a text, and what it says in it ----

_C_LINE = re.compile(r"\s*c(?!(ol|olour|lue)\s*\()")
"""A comment of a `.puz`, not a fact that begins with the same letter."""
_FACT = re.compile(r"^\s*%|\(|\.\s*$|^\s*#|:-", re.MULTILINE)
"""Marks that any facts have: a bracket, a dot at the end of a line, a comment, a directive."""
_Reading = tuple[PuzzleFormat, Document]
_ADDRESS = re.compile(r"[a-z]+://|[a-z_]+=")
_WORD_WITH_LETTERS = re.compile(r"\s*[0-9]+[A-Za-z]")


class Origin(NamedTuple):
    """The origin of a text, with the user's options.

    Attributes:
        name: its name in messages.
        suffix: the ending of the file's name; empty for streams.
        stream: whether it is standard input or another pipe, where edgeasp's own formats come first.
        sides: the order of the sides in each line, such as `nswe`.
        frame: for class facts, the name of the colour of the outside.
        size: columns and rows, where the text does not say them.
        partial: whether the text may show a board with empty squares, whose tiles are not known.
        unframed: whether the colour that the format has for the frame is one like any other.
        upright: whether no tile may be turned.
    """

    name: str = ""
    suffix: str = ""
    stream: bool = False
    format: str | None = None
    sides: str | None = None
    frame: str | None = None
    size: Size | None = None
    partial: bool = False
    unframed: bool = False
    upright: bool = False

    def require_size(self, puzzle: Puzzle) -> None:
        """Raise InputError if the option on the size contradicts the puzzle."""
        if self.size not in (None, (puzzle.cols, puzzle.rows)):
            cols, rows = self.size
            message = f"expected {cols} x {rows} as --size, found {puzzle.cols} x {puzzle.rows}"
            part = f": a part of it is --block {cols}x{rows}" if cols <= puzzle.cols and rows <= puzzle.rows else ""
            raise InputError(self.name, None, message + part)

    def meant(self, document: Document) -> Document:
        """The document as the options say that it is meant."""
        document = unframed(document) if self.unframed else document
        try:
            return replace(document, puzzle=replace(document.puzzle, turning=False)) if self.upright else document
        except ValueError:
            raise FormatError(f"{self.name}: --upright, but some of its tiles may only lie turned") from None


class Recognised(NamedTuple):
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
        return self._replace(document=replace(self.document, puzzle=puzzle))

    def in_facts(self) -> Recognised:
        """The same with the puzzle in the terms of facts, for a person who writes rules."""
        return self.of(as_facts(self.document.puzzle))


class RecognisedBoard(NamedTuple):
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
    text, origin = _undressed(_composed(text), origin)
    formats, certain = _shortlist(text, origin)
    readings: list[_Reading] = []
    errors: list[tuple[PuzzleFormat, InputError]] = []
    for form in formats:
        try:
            readings.append((form, origin.meant(_reader(form, origin)(text, origin.name))))
        except InputError as error:
            errors.append((form, error))
    if not readings and len(formats) > 1 and _WORD_WITH_LETTERS.match(text):
        raise _unknown(text, origin.name)
    if not readings:
        raise _likeliest(errors, text, origin.suffix)
    recognised = _certain(*readings[0], origin) if certain else _agreed(readings, text, origin)
    if recognised.format not in (PUZ, FACTS):
        marks.require_no_comment(text, origin.name)
    puzzle, unknown = recognised.document.puzzle, recognised.document.unknown
    origin.require_size(puzzle)
    if unknown and not origin.partial:
        message = (
            f"expected a tile on every square, found {unknown} empty: without all tiles, a link can be shown, "
            "or be read as a board of a given puzzle"
        )
        raise InputError(origin.name, None, message)
    return recognised


def _composed(text: str) -> str:
    """The text with one character for each letter with an accent, which some systems write as two."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def _undressed(text: str, origin: Origin) -> tuple[str, Origin]:
    """A table of people as a list of tiles; if it names the sides of numbers, their order is said."""
    if origin.format not in (None, "halves", "words", "tetravex") or _ending_in(origin.suffix, (PUZ, FACTS)):
        return text, origin

    from edgeasp.formats import handwritten

    text, named, numbers = handwritten.undressed(text, origin.name)
    if named and origin.sides is not None:
        raise FormatError(f"{origin.name}: a line of it names the sides: leave out --sides")
    return text, origin._replace(sides="nesw") if named and numbers and origin.format is None else origin


def _shortlist(text: str, origin: Origin) -> tuple[Sequence[PuzzleFormat], bool]:
    """The formats of puzzles that a text may have, and whether it is the only one beyond doubt."""
    if origin.sides is not None:
        if origin.format is not None and origin.format not in _PLAIN:
            raise FormatError(
                f"--sides is for plain text: the format {origin.format} says itself in what order sides stand"
            )
        return [puzzle_format("nesw")], True
    if origin.format is not None:
        return [puzzle_format(origin.format)], True
    if own := _ending_in(origin.suffix, (PUZ, FACTS)):
        return own, True
    if claiming := _claiming(puzzles(), text, origin):
        return claiming, False
    if begins_like_facts(text):
        if not _FACT.search(text):
            raise _unknown(text, origin.name)
        return [FACTS], True
    if _is_board_by_name(origin):
        raise FormatError(f"{origin.name}: expected a puzzle, found a solution by its name (say --from if it is none)")
    return [form for form in puzzles() if form is not FACTS], False


def _reader(form: PuzzleFormat, origin: Origin) -> Callable[[str, str], Document]:
    """The reader of a format, with the options of the user that it takes."""
    if origin.sides is not None:
        return partial(plain.read, order=origin.sides, size=origin.size, framed=not origin.unframed)
    if origin.unframed and origin.frame is not None:
        raise FormatError("a puzzle with the frame of --frame is not --unframed: leave one out")
    if form is FACTS:
        return partial(read_facts, frame=origin.frame)
    if origin.frame is not None:
        raise FormatError(f"a frame colour can be named for class facts only, and {origin.name} is {form.name}")
    return partial(form.read, size=origin.size) if origin.size is not None and form.sized else form.read


def _certain(form: PuzzleFormat, document: Document, origin: Origin) -> Recognised:
    """The puzzle in the only format; with a note if only the ending says so, and zeros of a tile cannot lie outside."""
    by_ending = origin.format is None and origin.sides is None and origin.suffix in form.suffixes
    if by_ending and misfit(document.puzzle) is not None:
        note = (
            "some tile has its zeros on opposite sides, so there is no solution; if the sides are not listed clockwise "
            "from the top, say their order with --sides"
        )
        document = replace(document, notes=(*document.notes, note))
    return Recognised(form, document, obvious=True)


def _agreed(readings: list[_Reading], text: str, origin: Origin) -> Recognised:
    """The puzzle of readings that all mean the same; FormatError if they differ."""
    own = readings[0] if readings[0][0] is PUZ else None
    if own and misfit(own[1].puzzle) is not None:
        return _in_another_order(text, origin, readings)
    if own and origin.stream:
        return Recognised(*own, obvious=True)
    # Just as many zeros as sides lie outside: that is no accident.
    readings = [reading for reading in readings if reading[1].puzzle.exact] or readings
    readings.sort(key=lambda reading: origin.suffix not in reading[0].suffixes)
    distinct = _different(readings)
    if meant := _known(distinct):
        return meant
    if [form.name for form, _ in distinct] == ["halves", "words"]:
        raise FormatError(
            f"{origin.name}: are its words halves of motifs, where a head meets a tail, or colours, which meet "
            "themselves?\nsay --from halves or --from words"
        )
    if len(distinct) > 1:
        names = " or ".join(f"{form.name} ({form.summary})" for form, _ in distinct)
        raise FormatError(f"{origin.name}: can be read as {names}, which are different puzzles\n{_ASK}")
    return Recognised(*readings[0], obvious=False)


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
    from edgeasp.formats.resolve import lay

    formats, blamed = _board_shortlist(text, origin)
    errors: dict[BoardFormat | None, InputError] = {}
    for form in formats:
        try:
            name, content = _board_in(form, text, puzzle, origin)
            laid = lay(content, puzzle, origin.name, repeats=repeats)
        except InputError as error:
            errors[form] = error
        except FormatError:
            if form is not formats[0]:
                continue
            raise
        else:
            return RecognisedBoard(name, laid.solution, laid.hints, laid.notes)
    if blamed in errors:
        raise errors[blamed]
    raise _likeliest([(form, error) for form, error in errors.items() if form], text, origin.suffix)


def _board_shortlist(text: str, origin: Origin) -> tuple[Sequence[BoardFormat | None], BoardFormat | None]:
    """The formats of boards that a text may have, None for a puzzle file; and the one whose error counts, if any."""
    if origin.format is not None:
        with_clues = {form.name for form in puzzles() if Feature.CLUES in form.holds}
        form = None if origin.format in with_clues else board_format(origin.format)
        return [form], form
    if claiming := _claiming(boards(), text, origin):
        return claiming, None
    by_name = _ending_in(origin.suffix, puzzles()) and not _ending_in(origin.suffix, boards())
    if by_name or _claiming(puzzles(), text, origin):
        return [None], None
    suggested = _ending_in(origin.suffix, boards()) or list(boards())
    formats = list(dict.fromkeys((SOL, *suggested)))
    if _ADDRESS.match(text.lstrip()):
        return formats, None
    return formats if begins_like_facts(text) else [*formats, None], suggested[0]


def _board_in(
    form: BoardFormat | None, text: str, puzzle: Puzzle, origin: Origin
) -> tuple[str, Solution | BoardPicture | Document]:
    """The name of the format and the board of a text, in a format of boards or in a puzzle file."""
    if form is not None:
        for words in form.lacking(puzzle):
            raise InputError(origin.name, None, f"{words}: give a .sol")
        return form.name, form.read(text, puzzle, origin.name)
    recognised = recognise(text, origin)
    if not recognised.document.placements:
        raise InputError(
            origin.name, None, f"expected placements, found a puzzle without any ({recognised.format.name})"
        )
    return recognised.format.name, recognised.document


def _ending_in(suffix: str, formats: Sequence[_Format]) -> list[_Format]:
    return [form for form in formats if suffix in form.suffixes]


def _is_board_by_name(origin: Origin) -> bool:
    return bool(_ending_in(origin.suffix, boards())) and not _ending_in(origin.suffix, puzzles())


def _claiming(formats: Sequence[_Format], text: str, origin: Origin) -> list[_Format]:
    """The formats that claim a text; what the ending of its name says is no puzzle may only be a board."""
    is_board = _is_board_by_name(origin)
    kept = [form for form in formats if not is_board or isinstance(form, BoardFormat) or form.is_board]
    return [form for form in kept if form.claims(text)]


def _unknown(text: str, source: str) -> InputError:
    """The error of a text that begins with a word, and is neither facts nor tiles by words."""
    number, line = next((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    message = f"expected a puzzle, found {quoted(line.strip()[:60])}, which "
    try:
        puzzle_format("words").read(text, source)
    except InputError:
        message += "no format has: a tile a line, such as 0 1 2 0, red blue green grey or 1A 2a 3A 4a"
        message += " (edgeasp formats lists them)"
    else:
        message += "may be colours, or halves of motifs: say --from words, or name halves as in 1A 2a 3A 4a"
    return InputError(source, number, message)


def begins_like_facts(text: str) -> bool:
    """Whether the first line that is no comment of a `.puz` begins like a fact, a comment on facts, or a directive."""
    first = next((line.strip() for line in text.split("\n") if line.strip() and not _C_LINE.match(line)), "")
    return first.startswith(("%", "#const", "#show")) or (first[:1].isalpha() and not _ADDRESS.match(first))


def same(one: Document, other: Document) -> bool:
    """Whether two documents mean the same puzzle, up to rotations of tiles and board."""

    def meaning(document: Document) -> tuple[object, ...]:
        puzzle = document.puzzle
        return (
            {puzzle.cols, puzzle.rows},
            [puzzle.appearance(tile) for tile in range(len(puzzle.tiles))],
            (puzzle.partners, puzzle.orientations, puzzle.holes, puzzle.wraps, puzzle.rim),
            set(map(puzzle.canonical, document.placements)),
        )

    return meaning(one) == meaning(other)


_PLAIN = (PUZ.name, "nesw", "nesw-bare", "udlr", "foursquares")
_ASK = "say which with --from NAME, or the order of the sides with --sides, such as --sides nesw"


def _in_another_order(text: str, origin: Origin, readings: list[_Reading]) -> Recognised:
    """Read a framed puzzle whose zeros show that the sides are not listed clockwise from the top."""
    others = _different([reading for reading in readings if reading[0] is not PUZ])
    if meant := _known(others):
        return meant
    if len(others) == 1:
        chosen, document = others[0]
        note = "read clockwise from the top, some tile would have its zeros on opposite sides"
        return Recognised(chosen, replace(document, notes=(note, *document.notes)), obvious=False)
    signed = any(document.puzzle.signed for _, document in readings)
    fitting = [] if signed else plain.orders_that_fit(text, origin.name, origin.size)
    raise FormatError(
        f"{origin.name}: read clockwise from the top, some tile has its zeros on opposite sides, where they cannot "
        f"all lie outside\nsay the order of the sides with --sides"
        + (f" (of these the zeros fit: {', '.join(fitting)})" if fitting else "")
        + ", or --from puz if it is as it should be"
    )


def _known(readings: list[_Reading]) -> Recognised | None:
    """Of several readings, the only one whose tiles are those of a known puzzle: it is meant."""
    titles = [(reading, title) for reading in readings[1:] and readings if (title := known.title(reading[1].puzzle))]
    if len(titles) != 1:
        return None
    (form, document), title = titles[0]
    note = f"its tiles are those of {title} in this order of sides, and of no known puzzle in another"
    return Recognised(form, replace(document, notes=(*document.notes, note)), obvious=False)


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
    meant = [error for form, error in errors if kind in form.suffixes]
    others = [error for form, error in errors if not {".json", ".url"} & set(form.suffixes)]
    others = others or [error for _, error in errors]
    right_site = [error for error in meant or others if not isinstance(error, OtherSiteError)]
    return max(right_site or meant or others, key=lambda error: error.line or 0)


_OF_SAT = re.compile(r"^(?:v[ \t]+-?[0-9]|-?[0-9]|SAT\s*$|UNSAT\s*$)", re.ASCII | re.MULTILINE)


def is_sat_output(text: str) -> bool:
    """Whether the text is probably the output of a SAT solver rather than that of clingo."""
    return bool(_OF_SAT.search(text))
