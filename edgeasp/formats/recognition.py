"""Table of all formats, and recognition of the format of a text.

Each format has a reader, extensions, and a test (`claims`) that recognises texts by their first line or their letters.
`score_formats` scores the formats that a puzzle may be in. A format is certain if an option names it, if the file has
one of edgeasp's own extensions, if its test accepts the text, or if the text begins like facts. Otherwise all readers
that accept the text have to agree on its meaning.

A board may be in a format of boards, or it may be the clues or the board of a puzzle file. `resolve` then maps it to
the tiles of the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeVar

from edgeasp.encoding import facts
from edgeasp.formats import known, marks, plain
from edgeasp.formats.document import (
    ANY_BOARD,
    ANY_TILES,
    BoardFormat,
    BoardPicture,
    Document,
    Feature,
    PuzzleFormat,
    find_misfit,
    without_frame,
)
from edgeasp.puzzle.features import SUPPORT
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import FormatError, InputError
from edgeasp.system.lines import Size, quoted
from edgeasp.system.plugins import load_plugins

# ---- all formats by name ----


_OWN = re.compile(r"^[^\S\n]*c[^\S\n]+edgeasp[^\S\n]", re.MULTILINE)


def _has_own_comment(text: str) -> bool:
    # A comment of edgeasp before a size line means a .puz.
    lines = (line.split() for line in text.split("\n")) if _OWN.search(text) else iter(())
    first = next((words for words in lines if words and words[0] != "c"), [])
    return 0 < len(first) < 3 and all(word.isdecimal() for word in first)


PUZ = PuzzleFormat(
    "puz",
    "size, sides N E S W, perhaps a sign; edgeasp's own",
    plain.read_puz_document,
    lambda document: plain.write_puz(document.puzzle),
    (".puz",),
    _has_own_comment,
    holds=ANY_BOARD | ANY_TILES,
    sized=True,
    remarks=lambda document: marks.note_lost_features(document.puzzle),
)
FACTS = PuzzleFormat(
    "facts",
    'facts of the ASP class "Edge Matching"',
    lambda text, source, frame=None: Document(*facts.read_facts(text, source, frame)),
    lambda document: facts.write_facts(document.puzzle, document.placements),
    (".lp",),
    holds=ANY_BOARD | ANY_TILES | {Feature.CLUES, Feature.PARTIAL},
)
SOL = BoardFormat(
    "sol",
    "<tile> <col> <row> <rot> a line; edgeasp's own",
    plain.read_sol,
    lambda solution, puzzle: plain.write_sol(solution),
    (".sol", ".clue"),
    features=SUPPORT["puz"].features,
)


MARKED = replace(PUZ, name="sol", title=SOL.title, is_board=True)
"""Format of a `.sol` that names its tiles by a hash. Reading it finds the puzzle too."""


@cache
def _own_puzzles() -> tuple[PuzzleFormat, ...]:
    """Return edgeasp's formats of puzzles.

    If several fit a text, earlier ones are preferred.
    """
    # Most runs read a .puz, and need not wait for the import of other formats.
    from edgeasp.formats import handwritten, programs, viewer

    return (
        *(PUZ, FACTS, plain.NESW, plain.NESW_BARE, plain.UDLR, plain.FOURSQUARES, plain.WITH_COLOURS, plain.NUMBERED),
        *(handwritten.HALVES, handwritten.TETRAVEX, programs.HEULE, programs.DRESDEN, plain.PTILE, programs.JULIA),
        *(programs.PYCSP3, viewer.ETERNITY2DEV, viewer.BOARDDOC, programs.BINARY, programs.PICTURES),
        *(viewer.BUCAS, viewer.ETERNITY2DEV_URL, handwritten.WORDS),
    )


@cache
def _own_boards() -> tuple[BoardFormat, ...]:
    from edgeasp.formats import grids, programs, viewer

    return (
        *(SOL, programs.OWEN, programs.ET2, programs.HINTS),
        *(viewer.BOARDDOC_BOARD, viewer.BUCAS_BOARD, viewer.ETERNITY2DEV_BOARD, grids.GRID, grids.CSV, grids.PLACED),
    )


def puzzle_formats() -> tuple[PuzzleFormat, ...]:
    """Return all formats of puzzles, plug-ins last."""
    return (*_own_puzzles(), *_plugin_formats(PuzzleFormat))


def board_formats() -> tuple[BoardFormat, ...]:
    """Return all formats of boards, plug-ins last."""
    return (*_own_boards(), *_plugin_formats(BoardFormat))


def puzzle_format(name: str) -> PuzzleFormat:
    """Return a format of puzzles, or raise FormatError."""
    return _find_format("puzzles", name, _own_puzzles(), PuzzleFormat)


def board_format(name: str) -> BoardFormat:
    """Return a format of boards, or raise FormatError."""
    return _find_format("solutions", name, _own_boards(), BoardFormat)


_Format = TypeVar("_Format", PuzzleFormat, BoardFormat)


def _plugin_formats(wanted: type[object]) -> list[Any]:
    # Finding plug-ins takes a tenth of a short command, so a text is first tried in edgeasp's own formats.
    return [form for form in load_plugins("edgeasp.formats") if isinstance(form, wanted)]


def _find_format(content: str, name: str, own: Sequence[_Format], wanted: type[_Format]) -> _Format:
    every = list(own)
    if not any(form.name == name for form in own):
        every += _plugin_formats(wanted)
    forms = {form.name: form for form in every}
    if name not in forms:
        raise FormatError(f"expected a format of {content} ({', '.join(forms)}), found {name!r}")
    return forms[name]


# ---- the format of a text, and what it says in it ----

# Comment of a `.puz`. A fact may begin with the same letter.
_C_LINE = re.compile(r"\s*c(?!(ol|olour|lue)\s*\()")
# Parts of facts: a bracket, a dot at the end of a line, a comment, a directive.
_FACT = re.compile(r"^\s*%|\(|\.\s*$|^\s*#|:-", re.MULTILINE)
_ADDRESS = re.compile(r"[a-z]+://|[a-z_]+=")
_WORD_WITH_LETTERS = re.compile(r"\s*[0-9]+[A-Za-z]")

SURE, CLAIMED, LIKELY, POSSIBLE = 4, 3, 2, 1
"""Scores of formats: named by an option or file name, recognised by its test, suggested by options, possible."""


class Origin(NamedTuple):
    """Source of a text, and the user's options for reading it.

    Attributes:
        name: name of the text in messages.
        suffix: extension of the file, empty for streams.
        stream: whether the text comes from a pipe. Such text is read in edgeasp's own formats if possible.
        format: name of the format, None to recognise it.
        sides: order of the sides in each line, such as `nswe`.
        frame: name of the frame colour, for class facts.
        size: columns and rows, if the text does not state them.
        partial: whether to accept a board with empty squares, although its puzzle then lacks tiles.
        unframed: whether the format's frame colour is an ordinary colour.
        upright: whether tiles may not be rotated.
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
        """Check that a puzzle has the size of option --size.

        Raises:
            InputError: it has another size.
        """
        if self.size not in (None, (puzzle.cols, puzzle.rows)):
            cols, rows = self.size
            message = f"expected {cols} x {rows} as --size, found {puzzle.cols} x {puzzle.rows}"
            part = f": a part of it is --block {cols}x{rows}" if cols <= puzzle.cols and rows <= puzzle.rows else ""
            raise InputError(self.name, None, message + part)

    def apply_options(self, document: Document) -> Document:
        """Apply the options --unframed and --upright to a puzzle."""
        document = without_frame(document) if self.unframed else document
        try:
            return replace(document, puzzle=replace(document.puzzle, turning=False)) if self.upright else document
        except ValueError:
            raise FormatError(f"{self.name}: --upright, but some of its tiles have to be rotated") from None


def score_formats(text: str, origin: Origin = Origin()) -> list[tuple[PuzzleFormat, int]]:
    """Score the formats that a puzzle may be in.

    Returns:
        Formats with scores, in the order of `puzzle_formats`. If one format is certain, it is the only entry.
    """
    if origin.sides is not None:
        return [(puzzle_format("nesw"), SURE)]
    if origin.format is not None:
        return [(puzzle_format(origin.format), SURE)]
    # These extensions are edgeasp's own, so other formats need not be tried.
    for own in (PUZ, FACTS):
        if origin.suffix in own.suffixes:
            return [(own, SURE)]
    if claiming := _claimed_by(_own_puzzles(), text, origin):
        return [(form, CLAIMED) for form in claiming]
    if begins_like_facts(text):
        return [(FACTS, SURE)] if _FACT.search(text) else []
    if _is_board_by_name(origin):
        return []
    scores = {"tetravex": LIKELY} if origin.upright and origin.unframed else {}
    return [(form, scores.get(form.name, POSSIBLE)) for form in _own_puzzles() if form is not FACTS]


def recognise(text: str, origin: Origin) -> Document:
    """Read a puzzle in any format.

    Raises:
        InputError: the text is invalid in its format, or fits no format.
        FormatError: the text fits several formats with different meanings, or options contradict each other.
    """
    if not text.isascii():
        from unicodedata import normalize

        # Some systems write a letter with an accent as two characters.
        text = normalize("NFC", text)
    if origin.suffix not in (*PUZ.suffixes, *FACTS.suffixes):
        text, origin = _strip_table(text, origin)
    readings: list[_Interpretation] = []
    errors: list[tuple[PuzzleFormat, InputError]] = []
    for form, score in score_formats(text, origin):
        try:
            document = _read_as(form, text, origin)
            readings.append((replace(document, format=form, obvious=score == SURE), score))
        except InputError as error:
            errors.append((form, error))
    for form in () if readings or origin.format else _plugin_formats(PuzzleFormat):
        with suppress(InputError):
            readings.append((replace(_read_as(form, text, origin), format=form), POSSIBLE))
    if not readings:
        raise _failure(errors, text, origin)
    document, score = readings[0]
    if score != SURE:
        document = _choose_interpretation(readings, text, origin)
    elif document.puzzle.misfits:
        document = _note_opposite_zeros(document, origin)
    if document.format not in (PUZ, FACTS):
        marks.require_no_comment(text, origin.name)
    if origin.size is not None:
        origin.require_size(document.puzzle)
    if document.unknown and not origin.partial:
        expected = f"expected a tile on every square, found {document.unknown} empty"
        advice = "without all tiles, a link can be shown, or be read as a board of a given puzzle"
        raise InputError(origin.name, None, f"{expected}: {advice}")
    return document


def _note_opposite_zeros(document: Document, origin: Origin) -> Document:
    # If only the extension names the format, zeros that do not fit the boundary deserve a note.
    by_ending = origin.format is None and origin.sides is None and _has_extension(document, origin.suffix)
    if not by_ending or find_misfit(document.puzzle) is None:
        return document
    note = (
        "some tile has its zeros on opposite sides, so there is no solution; if the sides are not listed clockwise "
        "from the top, set their order with --sides"
    )
    return replace(document, notes=(*document.notes, note))


# A text as read in one format, and the score of the format.
_Interpretation = tuple[Document, int]


def _strip_table(text: str, origin: Origin) -> tuple[str, Origin]:
    # A table that names its sides decides their order.
    if origin.format not in (None, "halves", "words", "tetravex"):
        return text, origin

    from edgeasp.formats import handwritten

    text, named, numbers = handwritten.strip_table(text, origin.name)
    if named and origin.sides is not None:
        raise FormatError(f"{origin.name}: a line of it names the sides: leave out --sides")
    return text, origin._replace(sides="nesw") if named and numbers and origin.format is None else origin


def _read_as(form: PuzzleFormat, text: str, origin: Origin) -> Document:
    if origin.sides is not None:
        if origin.format not in (None, *_PLAIN):
            itself = f"the format {origin.format} defines the order of sides itself"
            raise FormatError(f"--sides is for plain text: {itself}")
        return origin.apply_options(
            plain.read_plain(text, origin.name, origin.sides, origin.size, framed=not origin.unframed)
        )
    if origin.unframed and origin.frame is not None:
        raise FormatError("--frame cannot be combined with --unframed: use one of them")
    if origin.frame is not None and form is not FACTS:
        raise FormatError(f"--frame is only for class facts, and {origin.name} is {form.name}")
    options: dict[str, Any] = {"frame": origin.frame} if form is FACTS else {}
    if origin.size is not None and form.sized:
        options["size"] = origin.size
    document: Document = form.read(text, origin.name, **options)
    return origin.apply_options(document) if origin.unframed or origin.upright else document


def _choose_interpretation(readings: list[_Interpretation], text: str, origin: Origin) -> Document:
    """Return the interpretation that all formats share, or the likeliest.

    Raises:
        FormatError: several interpretations are equally likely.
    """
    own = next((document for document, _ in readings if document.format is PUZ), None)
    misread = own is not None and find_misfit(own.puzzle) is not None
    if own and origin.stream and not misread:
        return replace(own, obvious=True)
    documents = [document for document, _ in readings if not (misread and document.format is PUZ)]
    if not misread:
        # As many zeros as sides on the boundary cannot be an accident.
        documents = [document for document in documents if document.puzzle.exact] or documents
        documents.sort(key=lambda document: not _has_extension(document, origin.suffix))
    distinct = _distinct_meanings(documents)
    if meant := _known_puzzle(distinct):
        return meant
    if misread and len(distinct) == 1:
        note = "read clockwise from the top, some tile would have its zeros on opposite sides"
        return replace(distinct[0], notes=(note, *distinct[0].notes))
    if misread:
        raise _other_order_error(text, origin, signed=any(document.puzzle.signed for document, _ in readings))
    score_of = {document.format: score for document, score in readings}
    best = max(score_of[document.format] for document in documents)
    likely = [document for document in documents if score_of[document.format] == best]
    if len(distinct) == 1 or len(_distinct_meanings(likely)) == 1:
        return likely[0]
    names = [document.format_name for document in distinct]
    # Both can read the same words, with different matching: only the user knows.
    if names == ["halves", "words"]:
        raise FormatError(
            f"{origin.name}: are its words halves of motifs, where a head matches a tail, or colours, which match "
            "themselves?\nuse --from halves or --from words"
        )
    summaries = " or ".join(f"{name} ({puzzle_format(name).summary})" for name in names)
    upright = "tiles that may not be turned, as in TetraVex: --from tetravex\n" if "tetravex" in names else ""
    raise FormatError(f"{origin.name}: can be read as {summaries}, which are different puzzles\n{upright}{_ASK}")


def _has_extension(document: Document, suffix: str) -> bool:
    return document.format is not None and suffix in document.format.suffixes


def recognise_board(text: str, puzzle: Puzzle, origin: Origin, *, repeats: bool = False) -> Document:
    """Read a complete or partial board in any format.

    Args:
        text: a board, or a puzzle with clues or a board.
        puzzle: puzzle of the board.
        origin: the user's options for reading the text.
        repeats: whether to accept a board that repeats tiles.

    Raises:
        InputError: the text is invalid, or a board of another puzzle.
        FormatError: the requested format is unknown.
    """
    from edgeasp.formats.resolve import resolve_board

    formats, blamed = _board_shortlist(text, origin)
    errors: dict[BoardFormat | None, InputError] = {}
    for form in formats:
        try:
            content = _read_board_as(form, text, puzzle, origin)
            laid = resolve_board(content, puzzle, origin.name, repeats=repeats)
        except InputError as error:
            errors[form] = error
        except FormatError:
            if form is not formats[0]:
                continue
            raise
        else:
            return laid if form is None else replace(laid, format=form)
    if blamed in errors:
        raise errors[blamed]
    raise _likeliest_error([(form, error) for form, error in errors.items() if form], text, origin.suffix)


def _board_shortlist(text: str, origin: Origin) -> tuple[Sequence[BoardFormat | None], BoardFormat | None]:
    # In the list, None means a puzzle file. The second value is the format whose error is reported.
    if origin.format is not None:
        with_clues = {form.name for form in puzzle_formats() if Feature.CLUES in form.holds}
        form = None if origin.format in with_clues else board_format(origin.format)
        return [form], form
    if claiming := _claimed_by(_own_boards(), text, origin):
        return claiming, None
    by_name = _with_extension(origin.suffix, _own_puzzles()) and not _with_extension(origin.suffix, _own_boards())
    if by_name:
        return [None], None
    if _claimed_by(_own_puzzles(), text, origin):
        from edgeasp.formats.grids import GRID

        # Three tile numbers in the first row of a grid look like the header of a puzzle.
        return [None, GRID], None
    suggested = _with_extension(origin.suffix, _own_boards()) or list(_own_boards())
    formats = list(dict.fromkeys((SOL, *suggested)))
    if _ADDRESS.match(text.lstrip()):
        return formats, None
    return formats if begins_like_facts(text) else [*formats, None], suggested[0]


def _read_board_as(
    form: BoardFormat | None, text: str, puzzle: Puzzle, origin: Origin
) -> Solution | BoardPicture | Document:
    if form is not None:
        for words in form.missing_features(puzzle):
            raise InputError(origin.name, None, f"{words}: give a .sol")
        content: Solution | BoardPicture = form.read(text, puzzle, origin.name)
        return content
    document = recognise(text, origin)
    if not document.placements:
        raise InputError(origin.name, None, f"expected placements, found a puzzle without any ({document.format_name})")
    return document


def _with_extension(suffix: str, formats: Sequence[_Format]) -> list[_Format]:
    return [form for form in formats if suffix in form.suffixes]


def _is_board_by_name(origin: Origin) -> bool:
    return bool(_with_extension(origin.suffix, _own_boards())) and not _with_extension(origin.suffix, _own_puzzles())


def _claimed_by(formats: Sequence[_Format], text: str, origin: Origin) -> list[_Format]:
    is_board = _is_board_by_name(origin)
    return [form for form in formats if (form.is_board or not is_board) and form.claims(text)]


def _unknown_format(text: str, source: str) -> InputError:
    from edgeasp.formats import handwritten

    if uneven := handwritten.find_uneven_line(text, source):
        return uneven
    number, line = next((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    message = f"expected a puzzle, found {quoted(line.strip()[:60])}, which "
    try:
        puzzle_format("words").read(text, source)
    except InputError:
        message += "matches no format: write one tile per line, such as 0 1 2 0, red blue green grey or 1A 2a 3A 4a"
        message += " (edgeasp formats lists them)"
    else:
        message += "may be colours, or halves of motifs: use --from words, or write halves as in 1A 2a 3A 4a"
    return InputError(source, number, message)


def begins_like_facts(text: str) -> bool:
    """Whether a text begins like an ASP program.

    Comments of a .puz do not count.
    """
    first = next((line.strip() for line in text.split("\n") if line.strip() and not _C_LINE.match(line)), "")
    return first.startswith(("%", "#const", "#show")) or (first[:1].isalpha() and not _ADDRESS.match(first))


def comparable_meaning(document: Document) -> tuple[object, ...]:
    """Return a value that is equal for equivalent documents.

    Rotations of tiles, and of the whole board, make no difference.
    """
    puzzle = document.puzzle
    return (
        frozenset({puzzle.cols, puzzle.rows}),
        tuple(map(puzzle.appearance, range(len(puzzle.tiles)))),
        (puzzle.partners, puzzle.orientations, puzzle.holes, puzzle.wraps, puzzle.rim),
        frozenset(map(puzzle.canonical, document.placements)),
    )


_PLAIN = (PUZ.name, "nesw", "nesw-bare", "udlr", "foursquares")
_ASK = "choose one with --from NAME, or set the order of the sides with --sides, such as --sides nesw"


def _other_order_error(text: str, origin: Origin, *, signed: bool) -> FormatError:
    # Zeros on opposite sides show that the sides are not listed clockwise from the top.
    fitting = [] if signed else plain.orders_that_fit(text, origin.name, origin.size)
    return FormatError(
        f"{origin.name}: read clockwise from the top, some tile has its zeros on opposite sides, so they cannot "
        f"all be on the boundary\nset the order of the sides with --sides"
        + (f" (the zeros fit: {', '.join(fitting)})" if fitting else "")
        + ", or use --from puz if this is intended"
    )


def _known_puzzle(documents: list[Document]) -> Document | None:
    # If a single interpretation has the tiles of a known puzzle, it is meant.
    titled = [
        (document, title) for document in documents[1:] and documents if (title := known.title_of(document.puzzle))
    ]
    if len(titled) != 1:
        return None
    [(document, title)] = titled
    note = f"its tiles are the tiles of {title} in this order of sides, and of no known puzzle in another"
    return replace(document, notes=(*document.notes, note))


def _distinct_meanings(documents: list[Document]) -> list[Document]:
    distinct: dict[object, Document] = {}
    for document in documents:
        distinct.setdefault(comparable_meaning(document), document)
    return [*distinct.values()]


def _failure(errors: list[tuple[PuzzleFormat, InputError]], text: str, origin: Origin) -> InputError | FormatError:
    if not errors and not begins_like_facts(text):
        name = f"{origin.name}: looks like a solution by its name, but a puzzle is needed"
        return FormatError(f"{name} (else use --from)")
    if not errors or (len(errors) > 1 and _WORD_WITH_LETTERS.match(text)):
        return _unknown_format(text, origin.name)
    return _likeliest_error(errors, text, origin.suffix)


def _likeliest_error(
    errors: Sequence[tuple[PuzzleFormat, InputError]] | Sequence[tuple[BoardFormat, InputError]], text: str, suffix: str
) -> InputError:
    from edgeasp.formats.viewer import OtherSiteError

    begin = text.lstrip()
    kind = ".json" if begin.startswith("{") else ".url" if _ADDRESS.match(begin) else suffix
    meant = [error for form, error in errors if kind in form.suffixes]
    others = [error for form, error in errors if not {".json", ".url"} & set(form.suffixes)]
    others = others or [error for _, error in errors]
    right_site = [error for error in meant or others if not isinstance(error, OtherSiteError)]
    # The reader that came furthest was probably meant.
    return max(right_site or meant or others, key=lambda error: error.line or 0)


_OF_SAT = re.compile(r"^(?:v[ \t]+-?[0-9]|-?[0-9]|SAT\s*$|UNSAT\s*$)", re.ASCII | re.MULTILINE)


def is_sat_output(text: str) -> bool:
    """Whether a text looks like the output of a SAT solver."""
    return bool(_OF_SAT.search(text))


@dataclass(frozen=True, slots=True)
class Formats:
    """List of all formats.

    Attributes:
        puzzles: formats of puzzles, some of which also have a board.
        boards: formats of boards without the puzzle.
    """

    SCHEMA: ClassVar = ("edgeasp.formats", 1)

    puzzles: tuple[PuzzleFormat, ...]
    boards: tuple[BoardFormat, ...]
