"""Boards and puzzles that people have published, if they are beside the checkout or in EDGEASP_COMMUNITY."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

import edgeasp
from edgeasp.formats import files, known, viewer
from edgeasp.formats.recognition import Origin, recognise, recognise_board
from edgeasp.puzzle.card import make_card
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Puzzle
from edgeasp.search.session import Session
from edgeasp.search.task import make_task

FOLDER = Path(os.environ.get("EDGEASP_COMMUNITY", Path(__file__).parents[3] / "shared" / "data" / "community"))
BOARDS = FOLDER / "boards.tsv"

pytestmark = pytest.mark.skipif(
    not BOARDS.exists(), reason="no published boards here; EDGEASP_COMMUNITY names a folder"
)

COPIES = {
    "e2": "e2",
    "e2.puz": str(FOLDER.parent / "e2.puz"),
    "official.json": str(FOLDER / "official.json"),
    "official.csv": str(FOLDER / "official.csv"),
}


def published() -> list[tuple[str, int | None, str]]:
    """Name, score and link of each board."""
    if not BOARDS.exists():
        return []
    with BOARDS.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream, delimiter="\t"))[1:]
    return [(name, int(score) if score else None, f"https://e2.bucas.name/#{link}") for name, score, link in rows]


def puzzle_of(copy: str) -> Puzzle:
    return files.read_document(COPIES[copy]).document.puzzle


@pytest.mark.sample(4)
@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize(("name", "score", "link"), published())
def test_every_board_has_its_published_score_on_every_copy(name: str, score: int | None, link: str, copy: str) -> None:
    puzzle = puzzle_of(copy)
    board = recognise_board(link, puzzle, Origin(name))
    card = make_card(puzzle, board.solution, published=known.published(puzzle))
    assert card.published is not None
    assert card.published.title == "Eternity II"
    if score is None:
        assert (card.placed, [each.kept for each in card.clues]) == (5, [True] * 5)
    else:
        assert (card.report.matched, card.placed, card.repeated) == (score, 256, ())
        assert card.clues[0].kept, "the piece at the centre is part of the rules"
        assert card.border == (60, 60)


@pytest.mark.parametrize(("name", "score", "link"), published())
def test_every_board_alone_is_one_of_eternity_ii(name: str, score: int | None, link: str) -> None:
    document = recognise(link, Origin(name)).document
    assert document.puzzle == known.eternity2().puzzle
    card = make_card(document.puzzle, document.placements)
    assert card.report.matched == (score or 0)


def test_all_copies_have_one_identity() -> None:
    found = [identify(puzzle_of(copy)) for copy in COPIES]
    assert len({each.key for each in found if each}) == 1
    assert {known.title(puzzle_of(copy)) for copy in COPIES} == {"Eternity II"}


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("source", ["e2:official", str(FOLDER / "official.json"), str(FOLDER / "official.csv")])
def test_the_official_clues_lie_upright_on_every_copy(copy: str, source: str) -> None:
    puzzle = puzzle_of(copy)
    clues = files.read_clues(source, puzzle).clues
    card = make_card(puzzle, clues, published=known.published(puzzle))
    assert [each.kept for each in card.clues] == [True] * 5


def test_the_boarddoc() -> None:
    path = FOLDER / "boarddoc.json"
    text = path.read_text(encoding="utf-8")
    for copy in COPIES:
        puzzle = puzzle_of(copy)
        board = recognise_board(text, puzzle, Origin("x.json", ".json"))
        assert make_card(puzzle, board.solution).report.matched == 437
    import json

    puzzle = puzzle_of("e2")
    again = json.loads(viewer.write_boarddoc(files.read_solution(str(path), puzzle), puzzle))
    original = json.loads(text)
    assert {key: again[key] for key in ("score", "breaks", "board", "board_hash", "board_edges", "board_pieces")} == {
        key: original[key] for key in ("score", "breaks", "board", "board_hash", "board_edges", "board_pieces")
    }


@pytest.mark.parametrize(
    "number", [1, pytest.param(2, marks=pytest.mark.long), 3, pytest.param(4, marks=pytest.mark.long)]
)
def test_the_clue_puzzles_are_known_and_solved_as_they_come(number: int) -> None:
    puzzle = files.read_document(str(FOLDER / f"clue{number}.json")).document.puzzle
    assert known.title(puzzle) == f"clue puzzle {number} of Eternity II"
    found = next(iter(Session(make_task(puzzle)).solve(1)))
    assert found.report.solved


@pytest.mark.parametrize("path", sorted((FOLDER.parent / "clues").glob("clue*.txt")), ids=lambda path: path.name)
def test_the_clue_puzzles_need_no_size(path: Path) -> None:
    assert known.title(files.read_document(str(path)).document.puzzle) == f"clue puzzle {path.stem[-1]} of Eternity II"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_puzzles_with_a_size_alone_and_hints_are_solved(seed: int) -> None:
    document = files.read_document(str(FOLDER.parent / "cliff" / f"inst_n10_c22_s{seed}.json")).document
    assert len(document.placements) == 5
    instance = edgeasp.Instance(document.puzzle, document.placements)
    assert instance.board(next(edgeasp.solve(instance))).solved
