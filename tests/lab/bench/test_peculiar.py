"""What does not know partners, or tiles that may not be turned, says so in one line."""

from __future__ import annotations

import pytest

from edgeasp.formats.files import convert_board
from edgeasp.formats.recognition import board_format
from edgeasp.lab.bench.systems import CommandSolver, parse
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.system.errors import EncodingError, FormatError

TILES = tuple(map(Tile, [(1, 2, 3, 1), (2, 2, 3, 1), (3, 2, 1, 2), (1, 2, 2, 3)]))
PECULIAR = [
    (Puzzle(2, 2, TILES, ((1, 2),)), r"says which colours meet: write \{puz_with_comments\}"),
    (Puzzle(2, 2, TILES, turning=False), r"says that no tile may be turned: write \{puz_with_comments\}"),
]


@pytest.mark.parametrize(("puzzle", "words"), PECULIAR, ids=["partners", "no turning"])
def test_a_program_that_reads_a_puz_is_not_asked(puzzle: Puzzle, words: str) -> None:
    reads_puz, reads_facts = parse("command=./solver {puz}"), parse("command=./solver {lp}")
    assert isinstance(reads_facts, CommandSolver)
    with pytest.raises(EncodingError, match=words):
        reads_puz.fingerprint(puzzle, 1)
    assert reads_facts.fingerprint(puzzle, 1).encoding_hash


def test_a_site_that_shows_what_matches_gets_no_board_with_partners() -> None:
    with pytest.raises(FormatError, match="it shows what matches"):
        convert_board(Solution(), PECULIAR[0][0], board_format("bucas"))
