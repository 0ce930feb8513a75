"""Plain text with a number of colours in its first line, or with the number of each piece."""

from __future__ import annotations

import pytest

from edgeasp.formats import plain
from edgeasp.formats.document import Document
from edgeasp.formats.recognition import Origin, recognise
from edgeasp.puzzle.model import Puzzle
from edgeasp.system.errors import InputError
from tests.formats.hand import PUZZLE, SOLUTION, solves

LINES = [" ".join(map(str, tile.sides)) for tile in PUZZLE.tiles]
FROM_1 = [f"{number} {line}" for number, line in enumerate(LINES, start=1)]
FROM_0 = [f"{number} {line}" for number, line in enumerate(LINES)]


def read(*lines: str) -> Document:
    return recognise("\n".join(lines), Origin("x.txt", ".txt")).document


@pytest.mark.parametrize("header", ["3 2 7", "3 2 8", "3,2,7", "# a puzzle\n3 2 7"])
@pytest.mark.parametrize("lines", [LINES, FROM_1, FROM_0], ids=["plain", "from 1", "from 0"])
def test_a_number_of_colours_with_or_without_the_frame(header: str, lines: list[str]) -> None:
    assert read(header, *lines) == Document(PUZZLE)
    assert solves(read(header, *lines).puzzle, SOLUTION)


def test_a_wrong_number_of_colours_is_reported() -> None:
    assert read("3 2 22", *LINES).notes == ("line 1 says 22 colours, and the tiles have 7",)


@pytest.mark.parametrize("lines", [FROM_1, FROM_0, FROM_1[::-1], FROM_0[3:] + FROM_0[:3]])
@pytest.mark.parametrize("separator", [" ", ", ", ";"])
def test_pieces_come_in_any_order(lines: list[str], separator: str) -> None:
    assert read("3 2", *(line.replace(" ", separator) for line in lines)) == Document(PUZZLE)


def test_pieces_without_a_size_make_a_square_or_take_the_size_that_is_given() -> None:
    square = Puzzle(2, 2, PUZZLE.tiles[:4])
    assert plain.read_numbered("\n".join(FROM_1[:4]), "x").puzzle == square
    assert recognise("\n".join(FROM_1), Origin("x.txt", ".txt", size=(3, 2))).document == Document(PUZZLE)
    assert recognise("\n".join(FROM_1), Origin("x.txt", ".txt")).document == Document(PUZZLE), "its zeros fit 3 x 2"
    with pytest.raises(InputError, match=r"^x\.txt:6: .*found 6, as for --size 3x2"):
        read(*(line.replace(" 0", " 9") for line in FROM_1))
    with pytest.raises(InputError, match=r"expected 2 x 3 as --size, found 3 x 2"):
        recognise("\n".join(["3 2", *FROM_1]), Origin("x.txt", ".txt", size=(2, 3)))


def test_what_is_written() -> None:
    assert plain.write_numbered(Document(PUZZLE)) == "\n".join(["3 2", *FROM_1]) + "\n"
    assert plain.write_with_colours(Document(PUZZLE)) == "\n".join(["3 2 7", *LINES]) + "\n"
    assert plain.write_numbered(Document(Puzzle(2, 2, PUZZLE.tiles[:4]))) == "\n".join(FROM_1[:4]) + "\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 2 7\n" + "\n".join(LINES[:5]), "x.txt:6: expected 6 tiles for 3 x 2, found 5"),
        ("3 2\n" + "\n".join([*FROM_1[:5], FROM_1[0]]), "x.txt:7: expected each piece once, found piece 1 again"),
        (
            "3 2\n" + "\n".join([*FROM_1[:5], "7 1 2 3 4"]),
            "x.txt:7: expected the number of a piece from 0",
        ),
        ("3 2 7\n" + "\n".join([*LINES[:5], "1 2 x 4"]), "x.txt:7: expected a colour (a natural number), found 'x'"),
    ],
)
def test_what_is_wrong_is_said_by_the_reader_that_it_was_meant_for(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(words)
