"""Squares and tiles have one name each for people; after rules of one's own, that of the facts."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.formats import files, known, plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.counting import contradictions
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square, Tile, named_as_in_facts
from tests.support.running import INSTANCES, run
from tests.support.strategies import partial_solutions, puzzles

TURNS = ("upright", "turned left", "upside down", "turned right")
"""The words of 0 to 3 anticlockwise quarter turns."""

FROM_ZERO = re.compile(r"\bcolumn 0\b|\brow 0\b|\(from 0\)|from 0:")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A puzzle, the same as facts, a clue, and a board that breaks it: tile 6 lies on A3 where a clue wants another."""
    monkeypatch.chdir(tmp_path)
    Path("p.puz").write_bytes((INSTANCES / "planted-4x4.puz").read_bytes())
    Path("p.lp").write_text(run("facts", "p.puz").stdout, encoding="utf-8")
    placed = [line.split() for line in run("solve", "p.puz").stdout.splitlines()]
    [there] = [words for words in placed if words[1:3] == ["2", "0"]]
    [corner] = [words for words in placed if words[1:3] == ["0", "0"]]
    Path("good.clue").write_text(f"{' '.join(there)}\n", encoding="utf-8")
    Path("bad.sol").write_text(f"{corner[0]} 2 0 0\n", encoding="utf-8")
    return tmp_path


def clue() -> tuple[int, int]:
    """The tile of the clue, and its rotation."""
    words = Path("good.clue").read_text(encoding="utf-8").split()
    return int(words[0]), int(words[3])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "line",
    [
        "check p.puz bad.sol",
        "solve p.puz --clue bad.sol",
        "hint p.puz part.sol --level 3",
        "hint p.puz part.sol --all",
        "explain p.puz --clue part.sol --clue bad.clue",
        "best p.puz --rounds 1 --start part.sol --clue bad.clue",
    ],
)
def test_nothing_that_people_read_counts_from_zero(line: str) -> None:
    Path("part.sol").write_text("\n".join(run("solve", "p.puz").stdout.splitlines()[:9]) + "\n", encoding="utf-8")
    Path("bad.clue").write_text("7 2 0 0\n", encoding="utf-8")
    done = run(*line.split())
    assert done.stdout + done.stderr
    assert FROM_ZERO.search(done.stdout + done.stderr) is None


def test_the_tiles_of_eternity_ii_have_their_published_numbers() -> None:
    puzzle = files.read("e2").puzzle
    assert [puzzle.names.number(tile) for tile in range(256)] == list(range(1, 257))
    [centre] = known.eternity2().clues["centre"]
    assert (puzzle.names.place(centre.square), puzzle.names.number(centre.tile)) == ("I8", 139)
    report = check(puzzle, Solution((replace(centre, rot=(centre.rot + 1) % 4),)), Solution((centre,)))
    assert report.violations[0].text == f"I8 does not hold tile 139 {TURNS[centre.rot]}, as a clue says"


@given(st.data())
def test_every_violation_has_a_text_in_both_terms(data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(partial_solutions(puzzle))
    plain, facts = check(puzzle, board), check(named_as_in_facts(puzzle), board)
    assert [each.name for each in plain.violations] == [each.name for each in facts.violations]
    for one, other in zip(plain.violations, facts.violations, strict=True):
        assert FROM_ZERO.search(one.text + other.text) is None
        if one.condition.value in ("adjoining", "boundary", "square", "sign"):
            assert one.text.startswith(f"{puzzle.names.place(one.square)} ")
            assert other.text.startswith(f"column {one.square.col + 1}, row {one.square.row + 1} ")


def test_rotations_are_words_or_degrees() -> None:
    puzzle = files.read(str(INSTANCES / "planted-4x4.puz")).puzzle
    facts = named_as_in_facts(puzzle)
    assert tuple(puzzle.names.turn(rot) for rot in range(4)) == TURNS
    assert [facts.names.turn(rot) for rot in range(4)] == [f"turned {angle} degrees" for angle in (0, 270, 180, 90)]
    assert puzzle == facts
    assert plain.write_sol(Solution((Placement(0, Square(0, 0), 1),))) == "0 0 0 1\n"


def test_a_ring_that_cannot_be_closed_names_the_colour() -> None:
    puzzle = Puzzle(2, 2, (Tile((0, 1, 2, 0)),) * 4, names=Names(colours=("grey", "red", "blue")))
    assert contradictions(puzzle) == [
        "in the ring, colour red is on 4 sides that face clockwise and on 0 that face anticlockwise, "
        "but these have to match"
    ]
