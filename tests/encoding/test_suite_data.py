"""Real boards with known solutions, if there are any beside the checkout or in EDGEASP_SUITE."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path
from typing import Any

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats.files import read_solution
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from tests.support.reading import read_puzzle
from tests.support.solving import as_assignment, solutions, task_for

SUITE = Path(os.environ.get("EDGEASP_SUITE", Path(__file__).parents[3] / "shared" / "data" / "suite"))
BOARDS = sorted(path.parent for path in SUITE.glob("*/*/board_*/puzzle.puz"))

pytestmark = pytest.mark.skipif(not BOARDS, reason="the suite of boards is not here; EDGEASP_SUITE names its folder")


def read(board: Path) -> tuple[Puzzle, Solution, list[Solution]]:
    puzzle, _ = read_puzzle(str(board / "puzzle.puz"))
    known = [read_solution(str(path), puzzle) for path in sorted(board.glob("*.sol"))]
    return puzzle, read_solution(str(board / "puzzle.clue"), puzzle), known


def small(board: Path) -> bool:
    return int(board.parts[-3]) <= 6


def name(board: Path) -> str:
    return "/".join(board.parts[-3:])


def test_all_known_solutions_pass_the_checker() -> None:
    checked = 0
    for board in BOARDS:
        puzzle, clues, known = read(board)
        for solution in known:
            assert check(puzzle, solution, clues).solved, name(board)
            checked += 1
    assert checked >= len(BOARDS)


def enumerate_both_ways(board: Path, request: EncodingRequest) -> None:
    puzzle, clues, known = read(board)
    given_clue = [as_assignment(puzzle, solution) for solution in solutions(task_for(puzzle, clues, request))]
    assert sorted(given_clue) == sorted(as_assignment(puzzle, _canonical(puzzle, solution)) for solution in known)
    assert len(solutions(task_for(puzzle, request=request))) == 4 * len(known)


def _canonical(puzzle: Puzzle, solution: Solution) -> Solution:
    return Solution(tuple(puzzle.canonical(placement) for placement in solution))


VARIANTS = {
    "framed": EncodingRequest("framed"),
    "signed": EncodingRequest("framed+signed"),
    "redundant": EncodingRequest("framed+signed+redundant", redundant=("all",)),
}


def cases() -> Iterator[Any]:
    """Every small board with every variant; the boards of a size and colour count share the variants between them.

    The others are long, and so are boards of size 6 with few colours, which have many solutions.
    """
    groups = groupby(filter(small, BOARDS), key=lambda board: board.parent)
    for number, (board, variant) in (each for _, group in groups for each in enumerate(product(group, VARIANTS))):
        spared = number % (len(VARIANTS) + 1) or board.parts[-3:-1] == ("6", "7")
        yield pytest.param(board, variant, id=f"{variant}-{name(board)}", marks=[pytest.mark.long] * bool(spared))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("board", "variant"), list(cases()))
def test_sizes_4_to_6_have_exactly_the_solutions_in_the_directory(board: Path, variant: str) -> None:
    enumerate_both_ways(board, VARIANTS[variant])
