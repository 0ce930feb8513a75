"""Real boards with known solutions, if there are any beside the checkout or in EDGEASP_SUITE."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from edgeasp.encoding.components import EncodingRequest
from edgeasp.formats.files import read_puzzle, read_solution
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
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


@pytest.mark.parametrize("board", [board for board in BOARDS if small(board)], ids=name)
@pytest.mark.parametrize("variant", VARIANTS)
def test_sizes_4_to_6_have_exactly_the_solutions_in_the_directory(board: Path, variant: str) -> None:
    enumerate_both_ways(board, VARIANTS[variant])
