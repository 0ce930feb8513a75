"""Nine cards that are sold: as many solutions as others have found and published.

The cards and the numbers are those of the tests of a program by Lior Sinai (Scramble puzzle solver in Python, 2020),
which counts solutions up to rotation of the board, and tells identical cards apart; of the planets he finds none.
"""

from __future__ import annotations

import pytest

from edgeasp.formats.recognition import Origin, recognise
from edgeasp.lab.bench.peers import CpSatRun, SatRun
from tests.support import brute
from tests.support.counting import pictures
from tests.support.solving import searched, task_for

MONKEYS = "-2-3+1+4 -4+1+4-2 -1-2+1+3 -4+2+3-1 +3-4-2+4 -1-3+2+4 -3+2+3-1 -2-1+4+3 -4-2+3+4"
BIRDS = "+4+1+3-3 +2+4-3+1 -4+2+1-3 -1+3-4+2 -1-2+4+3 -1+2-3-4 -4+3+2-2 -3-4-1-2 +1+3-4+2"
PLANETS = "+3+4+3-4 +2-2+1+3 +3-4+2+1 +3-4-2+1 -4-1+3-4 -1-3+3+1 +2+1-2-4 +2+4+3+1 -3+2-4+4"
AFRICA = "+1-2-4+3 -1-2+4-3 +1+3-4+2 -2-1-3+4 -4+2-3-1 +4-3-1-2 -4-2+4-1 +4-3+1+3 +2-1+3-2"
PLANTS = "-2-1+4+3 -3-2+4+1 -3-4+1+2 -4-3+1+2 -4-2+1+3 -1-3+4+2 -1-3+4+2 -1-2+1+3 -4-3+4+2"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("cards", "published"),
    [(MONKEYS, 2), (BIRDS, 1), (PLANETS, 0), (AFRICA, 2), (PLANTS, 2)],
    ids=["monkeys", "birds", "planets", "Africa", "plants"],
)
def test_as_many_solutions_as_published(cards: str, published: int) -> None:
    lines = (" ".join(card[at : at + 2] for at in range(0, 8, 2)) for card in cards.split())
    puzzle = recognise("\n".join(lines), Origin("cards", "")).document.puzzle
    found = searched(task_for(puzzle)).result.counts
    assert found.assignments == 4 * published == len(brute.solve(puzzle).assignments)
    boards = brute.solve(puzzle).pictures
    assert found.boards == len(boards)
    assert pictures(SatRun(puzzle, every=True)) == pictures(CpSatRun(puzzle, every=True)) == boards
