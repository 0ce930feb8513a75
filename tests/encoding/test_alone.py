"""Boards by clingo alone, from facts and `asp/edge-matching.lp`, against brute force."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from edgeasp.encoding import facts
from edgeasp.encoding.render import folder
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from tests.support.boards import peculiar
from tests.support.general import KINDS, general, pictures, seen
from tests.support.reading import read_puzzle

INSTANCES = Path(__file__).parents[2] / "instances"


def boards_of(puzzle: Puzzle, text: str) -> list[Solution]:
    """The boards that the stand-alone solver finds from facts."""
    command = [sys.executable, "-m", "clingo", "-", str(folder() / "edge-matching.lp"), "0"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert output.stderr == ""
    return facts.solutions_of_output(output.stdout, "clingo", puzzle)


def assert_all_boards(puzzle: Puzzle, text: str) -> int:
    found = [seen(puzzle, board) for board in boards_of(puzzle, text)]
    assert len(found) == len(set(found))
    assert set(found) == pictures(puzzle)
    return len(found)


@pytest.mark.parametrize(("name", "number"), [("golden.lp", 104), ("foursquares.puz", 72), ("frame-3x3.puz", 16)])
def test_all_boards_of_an_instance(name: str, number: int) -> None:
    puzzle, _ = read_puzzle(str(INSTANCES / name))
    by_hand = name.endswith(".lp")
    text = (INSTANCES / name).read_text(encoding="utf-8") if by_hand else facts.write(puzzle)
    assert assert_all_boards(puzzle, text) == number


def test_all_boards_of_an_instance_with_signs() -> None:
    """Too large for brute force: the checker judges the boards, whose number other encodings agree on."""
    puzzle, _ = read_puzzle(str(INSTANCES / "planted-6x4-signed.puz"))
    boards = boards_of(puzzle, facts.write(puzzle))
    assert len({seen(puzzle, board) for board in boards}) == len(boards) == 4
    assert all(check(puzzle, board).solved for board in boards)


def puzzle_with(feature: str, number: int) -> Puzzle:
    name = f"alone {number}"
    return general(name, [feature]) if feature in KINDS else peculiar(name, 6, signed=feature == "signs")


FEATURES = (*KINDS, "partners", "signs")


@pytest.mark.sample(12)
@pytest.mark.parametrize(("feature", "number"), list(product(FEATURES, range(12))))
def test_all_boards_of_a_puzzle_with_a_feature(feature: str, number: int) -> None:
    puzzle = puzzle_with(feature, number)
    assert_all_boards(puzzle, facts.write(puzzle))


@pytest.mark.long
@pytest.mark.parametrize("feature", FEATURES)
def test_most_of_these_have_boards(feature: str) -> None:
    assert sum(bool(pictures(puzzle_with(feature, number))) for number in range(12)) > 5
