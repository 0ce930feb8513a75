"""What a format holds comes back from its text, and the text is canonical; what it does not hold is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.files import convert
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.system import lines
from edgeasp.system.errors import FormatError
from tests.formats.examples import BOARDS, PUZZLES, READERS, TEXTS, by_square, read_board, write
from tests.support.boards import apart
from tests.support.strategies import partial_solutions, planted, puzzles

each_format = pytest.mark.parametrize("form", PUZZLES, ids=lambda form: form.name)
each_board = pytest.mark.parametrize("form", BOARDS, ids=lambda form: form.name)


def fewer_colours(puzzle: Puzzle, highest: int | None) -> Puzzle:
    """The puzzle with its colours folded into those that a format can hold."""
    if highest is None:
        return puzzle
    tiles = []
    for tile in puzzle.tiles:
        north, east, south, west = (colour and (colour - 1) % highest + 1 for colour in tile.sides)
        tiles.append(replace(tile, sides=(north, east, south, west)))
    return replace(puzzle, tiles=tuple(tiles))


def unsigned(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, tiles=tuple(Tile(tile.sides) for tile in puzzle.tiles))


@st.composite
def documents(draw: st.DrawFn, form: PuzzleFormat) -> Document:
    """A solvable puzzle of the kind that the format holds, with clues or a board if it holds them."""
    holds = form.holds
    framed = None if Feature.UNFRAMED in holds else True
    framed = False if form.name == "foursquares" else framed
    surplus, square = Feature.LOOSE_ZEROS in holds, Feature.RECTANGLES not in holds
    puzzle, solution = draw(planted(framed=framed, surplus=surplus, square=square))
    puzzle = fewer_colours(puzzle, form.colours)
    puzzle = apart(puzzle) if form.name == "ptile" else puzzle
    puzzle = puzzle if Feature.SIGNS in holds else unsigned(puzzle)
    if form.is_board:
        return Document(puzzle, draw(partial_solutions(puzzle, full=True)))
    if Feature.CLUES in holds:
        kept = draw(st.lists(st.sampled_from(solution.placements), unique=True))
        return Document(puzzle, Solution(tuple(kept)))
    return Document(puzzle)


def same(form: PuzzleFormat, one: Document, other: Document) -> bool:
    """Whether two documents say the same.

    In a link, the tiles have no turn but the one in which they lie; in binary, one that is pinned may be turned.
    """
    if not form.is_board and form.name != "binary":
        return one.puzzle == other.puzzle and one.placements == other.placements
    shown = [
        {placement.square: (placement.tile, document.puzzle.sides(placement)) for placement in document.placements}
        for document in (one, other)
    ]
    return shown[0] == shown[1] and [t.appearance for t in one.puzzle.tiles] == [
        t.appearance for t in other.puzzle.tiles
    ]


@pytest.mark.sample(4)
@each_format
@given(st.data())
def test_what_is_written_is_read_again(form: PuzzleFormat, data: st.DataObject) -> None:
    document = data.draw(documents(form))
    text = write(form, document)
    again = form.read(text, "x")
    assert same(form, document, again)
    assert write(form, again) == text
    assert text.endswith("\n")


@pytest.mark.sample(4)
@each_format
@given(puzzle=puzzles(), data=st.data())
def test_any_puzzle_is_refused_or_read_again(form: PuzzleFormat, puzzle: Puzzle, data: st.DataObject) -> None:
    some, all_placed = partial_solutions(puzzle), partial_solutions(puzzle, full=True)
    placements = data.draw(st.one_of(st.just(Solution()), some, all_placed))
    document = Document(fewer_colours(puzzle, data.draw(st.sampled_from([25, 26, None]))), placements)
    try:
        converted = convert(document, form)
    except FormatError:
        return
    again = form.read(converted.text, "x")
    expected = replace(document, puzzle=unsigned(document.puzzle)) if form.is_board else document
    if converted.sidecar:
        assert converted.sidecar == placements
        expected = replace(expected, placements=Solution())
    assert same(form, expected, again)
    assert write(form, again) == converted.text


@each_board
@given(st.data())
def test_boards_come_back(form: BoardFormat, data: st.DataObject) -> None:
    puzzle = fewer_colours(data.draw(puzzles(square=form.name in ("e2dev-url", "boarddoc"))), 25)
    # In a link without signs, only their numbers distinguish identical tiles, and nothing distinguishes rotations.
    solution = data.draw(partial_solutions(puzzle, full=not form.partial))
    text = form.write(solution, puzzle)
    again = read_board(form, text, puzzle)
    if form.shows_tiles:
        solution = Solution(tuple(puzzle.canonical(placement) for placement in solution))
    assert by_square(again) == by_square(solution)
    assert form.write(again, puzzle) == text


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", READERS)
@given(st.data())
def test_blanks_line_ends_and_a_mark_make_no_difference(name: str, data: st.DataObject) -> None:
    text = TEXTS[name]
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    trail = data.draw(st.sampled_from(["", " ", "\t", " \t"]))
    last = data.draw(st.sampled_from(["", end, end + end, end + trail]))
    written = []
    for line in text.splitlines():
        blank = data.draw(st.sampled_from([" ", "\t", "  ", " \t "]))
        written.append(trail + line.replace(" ", blank) + trail)
        written += data.draw(st.sampled_from([[], [trail]]))
    data_read = "\N{BYTE ORDER MARK}".encode() + (end.join(written) + last).encode()
    assert READERS[name](lines.decode_text(data_read, "x"), "x") == READERS[name](text, "x")
