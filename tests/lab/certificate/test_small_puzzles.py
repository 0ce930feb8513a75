"""Certificates of small and larger puzzles."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.formats import files, plain
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import find_anchor, max_variables
from edgeasp.lab.certificate.make import normalise_boards
from edgeasp.lab.certificate.views import Conditions
from edgeasp.lab.cnf.cnf import Formula
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square, Tile
from edgeasp.search.task import make_task
from edgeasp.system.errors import InputError
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, certified
from tests.support import boards, brute
from tests.support.counting import some_clues
from tests.support.lanes import thinned
from tests.support.running import INSTANCES
from tests.support.solving import as_clues, searched

# ---- small ----


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind, every=3)
def test_all_boards(name: str, tmp_path: Path) -> None:
    puzzle = boards.various()[name]
    found = boards_of(puzzle)
    claim = certified(tmp_path, Conditions(puzzle), found)
    assert claim is not None
    assert claim.boards == len(found) == len(brute.solve(puzzle).pictures)
    assert claim.assignments == len(brute.solve(puzzle).assignments)
    verified = verify(str(tmp_path))
    assert verified.claim == claim.claim
    number = f"exactly {len(found)} board" if found else "no board"
    assert number in verified.claim


def odd(number: int) -> Puzzle:
    """A small puzzle in which hardly two sides are alike; of another sort for each number."""
    cols, rows = [(2, 2), (3, 2), (2, 3), (3, 3)][number % 4]
    sort = number // 4 % 4
    signs = 0.5 if sort == 3 else 0.0
    puzzle = boards.planted(number, cols, rows, 99, framed=sort in (1, 2), surplus=sort == 2, signs=signs)
    if number // 16 == 1:
        return replace(puzzle, turning=False)
    heads, tails = puzzle.colours[::2], puzzle.colours[1::2]
    return replace(puzzle, partners=tuple(zip(heads, tails, strict=False))) if number // 16 == 2 else puzzle


@pytest.mark.sample(12)
@pytest.mark.parametrize("number", range(48))
def test_many_colours(number: int, tmp_path: Path) -> None:
    """A formula has the most variables for its size where each side has a colour of its own."""
    puzzle = odd(number)
    claim = certified(tmp_path, Conditions(puzzle), boards_of(puzzle))
    assert claim is not None
    assert claim.variables <= max_variables(puzzle)
    assert verify(str(tmp_path)).claim == claim.claim


def test_the_bound_on_variables_is_reached() -> None:
    """All tiles on all squares in four rotations, 12 diamonds of 11 colours; there are no signs."""
    puzzle = Puzzle(2, 2, tuple(map(Tile, [(21, 14, 4, 30), (10, 11, 20, 18), (15, 11, 4, 11), (16, 5, 20, 14)])))
    assert Formula(puzzle, encoding="direct").variables.count == max_variables(puzzle) - 1 == 5 * 16 + 12 * 11


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind, every=3)
def test_all_boards_that_keep_clues(name: str, tmp_path: Path) -> None:
    puzzle = boards.various()[name]
    for number, clues in enumerate(some_clues(name, puzzle)):
        folder, found = tmp_path / str(number), boards_of(puzzle, clues)
        claim = certified(folder, Conditions(puzzle, as_clues(clues, puzzle)), found)
        assert claim is not None
        assert claim.boards == len(brute.solve(puzzle, clues=clues).pictures)
        if claim.symmetry is not None:
            assert claim.boards_in_all == len(brute.solve(puzzle).pictures)
        assert verify(str(folder)).claim == claim.claim
        assert checkers.refusing(folder) == []


@pytest.mark.parametrize("name", ["golden", "framed 3x3", "unframed 2x3", "framed 4x3 signed", "framed 3x4 spoilt"])
def test_boards_up_to_rotation_of_the_board(name: str, tmp_path: Path) -> None:
    puzzle = boards.various()[name]
    symmetry = find_anchor(puzzle, Solution())
    assert symmetry is not None
    conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
    # Each board comes in all its rotations; one is left.
    found = normalise_boards(conditions, [("brute force", each) for each in boards_of(puzzle)])
    claim = certified(tmp_path, conditions, found)
    assert claim is not None
    assert claim.symmetry is not None
    assert claim.boards_in_all == claim.boards * symmetry.factor == len(brute.solve(puzzle).pictures)
    assert verify(str(tmp_path)).claim == claim.claim


def test_without_a_tile_that_tells_rotations_apart_there_is_no_symmetry() -> None:
    assert find_anchor(boards.various()["all alike"], Solution()) is None


def test_a_corner_clue_stands_for_the_whole_puzzle(tmp_path: Path) -> None:
    clues = {(0, 0): (3, 1)}
    claim = certified(
        tmp_path, Conditions(boards.FRAME_3X3, as_clues(clues, boards.FRAME_3X3)), boards_of(boards.FRAME_3X3, clues)
    )
    assert claim is not None
    assert claim.symmetry is not None
    assert (claim.symmetry.kind, claim.boards_in_all) == ("clue", len(brute.solve(boards.FRAME_3X3).pictures))
    assert "16 boards without the clue" in verify(str(tmp_path)).claim


@pytest.mark.parametrize("clue", [{(1, 0): (3, 1)}, {(0, 0): (3, 0)}, {(1, 1): (8, 0)}])
def test_another_clue_stands_for_itself(clue: brute.Clues) -> None:
    from edgeasp.lab.certificate.claim import find_symmetry

    assert find_symmetry(Conditions(boards.FRAME_3X3, as_clues(clue, boards.FRAME_3X3))) is None


def test_the_parts_of_a_split_search_are_certified_by_themselves(tmp_path: Path) -> None:
    """By the colour of one diamond: together their boards are all boards."""
    puzzle, found = boards.FRAME_3X3, boards_of(boards.FRAME_3X3)
    square, total = Square(1, 1), 0
    for colour in (1, 2, 3, 4):
        conditions = Conditions(puzzle, colours=((square, Side.NORTH, colour),))
        own = [each for each in found if puzzle.sides(each.by_square()[square])[Side.NORTH] == colour]
        claim = certified(tmp_path / str(colour), conditions, own)
        assert claim is not None
        assert verify(str(tmp_path / str(colour))).claim == claim.claim
        total += claim.boards
    assert total == len(found)


def test_a_board_that_is_missing_is_found(tmp_path: Path) -> None:
    assert certified(tmp_path, Conditions(boards.GOLDEN), boards_of(boards.GOLDEN)[1:]) is None
    assert not (tmp_path / "claim.json").exists()
    with pytest.raises(InputError, match="not finished"):
        verification.read_claim(tmp_path)


def test_compressed(tmp_path: Path) -> None:
    claim = certified(tmp_path, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3), compress=True)
    assert claim is not None
    assert {"formula.cnf.gz", "proof.drat.gz", "proof.lrat.gz"} <= set(claim.files)
    assert verify(str(tmp_path)).claim == claim.claim
    assert checkers.refusing(tmp_path) == []


def test_the_same_twice_byte_for_byte(tmp_path: Path) -> None:
    for name in ("one", "two"):
        certified(tmp_path / name, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3), compress=True)
    one, two = ((tmp_path / name / "claim.json").read_bytes() for name in ("one", "two"))
    assert one == two


# ---- larger ----

SUITE = Path(os.environ.get("EDGEASP_SUITE", Path(__file__).parents[4] / "shared" / "data" / "suite"))


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["planted-5x3-unframed", "planted-6x4-signed", "planted-6x6", "planted-8x8", "planted-10x10"]
)
def test_boards_up_to_rotation(name: str, tmp_path: Path) -> None:
    puzzle = plain.read_puz((INSTANCES / f"{name}.puz").read_text(encoding="utf-8"), name)
    symmetry = find_anchor(puzzle, Solution())
    assert symmetry is not None
    conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
    found = searched(make_task(puzzle, up_to_rotation=True)).solutions
    claim = certified(tmp_path, conditions, normalise_boards(conditions, [("clingo", each) for each in found]))
    assert claim is not None
    assert claim.boards_in_all == symmetry.factor * len(found)
    assert verify(str(tmp_path)).claim == claim.claim
    assert checkers.refusing(tmp_path) == []


@pytest.mark.long
@pytest.mark.skipif(not SUITE.exists(), reason="the suite of boards is not here; EDGEASP_SUITE names its folder")
@pytest.mark.parametrize("board", ["6/7", "7/10", "8/13", "10/25"])
def test_boards_of_the_suite(board: str, tmp_path: Path) -> None:
    """With the solutions that the suite lists."""
    folder = next(iter(sorted((SUITE / board).iterdir())))
    puzzle = plain.read_puz((folder / "puzzle.puz").read_text(encoding="utf-8"), "puzzle.puz")
    clues = plain.read_sol((folder / "puzzle.clue").read_text(encoding="utf-8"), puzzle, "puzzle.clue")
    given = [(path, files.read_solution(path, puzzle)) for path in files.solution_files(str(folder))]
    conditions = Conditions(puzzle, clues)
    claim = certified(tmp_path, conditions, normalise_boards(conditions, given), compress=True)
    assert claim is not None
    assert claim.symmetry is not None
    assert claim.symmetry.kind == "clue"
    assert verify(str(tmp_path)).claim == claim.claim
