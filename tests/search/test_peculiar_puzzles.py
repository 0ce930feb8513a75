"""Puzzles with partners, and those whose tiles may not be turned: every way to search has the boards of brute force."""

from __future__ import annotations

import random
from math import factorial, prod
from pathlib import Path

import pytest

from edgeasp.certificate.claim import anchored
from edgeasp.certificate.make.making import conforming
from edgeasp.certificate.verifying import verify
from edgeasp.certificate.views import Conditions
from edgeasp.encoding.components import FORMULATIONS, HEURISTICS, REDUNDANT, EncodingRequest
from edgeasp.encoding.formula import ENCODINGS
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.solvers.cp_sat import CpSatRun
from edgeasp.solvers.row_scan import RowScanRun
from edgeasp.solvers.sat.sat_search import SatRun
from edgeasp.system.errors import EncodingError, InputError
from tests.encoding.test_variants import expected
from tests.search.test_narrowing import EVERYWHERE
from tests.search.test_narrowing import searched as narrowed_search
from tests.solvers.sat.counting import pictures, scannable
from tests.support import brute
from tests.support.certificates import boards_of, certified, change
from tests.support.lanes import thinned
from tests.support.peculiar import every_small, peculiar
from tests.support.solving import all_answers, as_assignment, as_atoms, as_clues, searched, task_for

SYMMETRIES: tuple[tuple[str, ...] | None, ...] = (
    None,
    ("tile-rotations",),
    ("identical-tiles",),
    ("tile-rotations", "identical-tiles", "board-rotations"),
    ("tile-rotations", "identical-tiles", "polarity"),
)


def requests(seed: object, number: int) -> list[EncodingRequest]:
    rng = random.Random(f"requests {seed}")
    return [
        EncodingRequest(
            rng.choice([None, "partners", "redundant"]),
            rng.choice([None, ("all",), *((each.name,) for each in REDUNDANT)]),
            rng.choice(FORMULATIONS).name,
            rng.choice(SYMMETRIES),
            rng.choice(HEURISTICS).name,
        )
        for _ in range(number)
    ]


def number_of_answers(puzzle: Puzzle, every: brute.Found, symmetry: tuple[str, ...]) -> int:
    """As `asp/symmetry/` says."""
    count = len(every.raw)
    if "tile-rotations" in symmetry:
        count //= prod(puzzle.lookalikes(tile) for tile in range(len(puzzle.tiles)))
    if "identical-tiles" in symmetry:
        count //= prod(factorial(len(group)) for group in puzzle.identical_tiles())
    return count


def compare_encodings(puzzle: Puzzle, asked: list[EncodingRequest]) -> int:
    """How many encodings of those asked for were compared."""
    compared = 0
    for request in asked:
        try:
            task = task_for(puzzle, request=request)
        except EncodingError:
            continue
        every = brute.solve(puzzle, framed=task.encoding.framed, signed=task.encoding.signed)
        got = all_answers(task)
        symmetry = task.encoding.symmetry
        turned = {"board-rotations", "polarity"} & set(symmetry)
        should = expected(puzzle, task.encoding) if turned else number_of_answers(puzzle, every, symmetry)
        assert len(got) == len(set(got)) == should, (puzzle, request)
        assert {as_atoms(puzzle, assignment) for assignment in every.raw} >= set(got)
        compared += 1
    return compared


def compare_searches(puzzle: Puzzle) -> int:
    """How many searches were compared."""
    found = brute.solve(puzzle).pictures
    shown = [
        tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, each))
        for each in searched(task_for(puzzle)).solutions
    ]
    assert len(shown) == len(set(shown))
    assert set(shown) == found
    runs = [SatRun(puzzle, encoding=name, every=True, seed=seed) for seed, name in enumerate(ENCODINGS)]
    peers = [*runs, CpSatRun(puzzle, every=True), *([RowScanRun(puzzle, every=True)] if scannable(puzzle) else [])]
    for peer in peers:
        assert pictures(peer) == found, (peer, puzzle)
    return 1 + len(peers)


@pytest.mark.parametrize("seed", range(8))
def test_encodings(seed: int) -> None:
    assert sum(compare_encodings(peculiar(f"{seed} {each}", 6), requests(each, 2)) for each in range(3))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(5))
def test_searches(seed: int) -> None:
    compare_searches(peculiar(seed, 6))


def test_a_partner_that_no_tile_has() -> None:
    tiles = tuple(map(Tile, [(1, 2, 3, 1), (2, 2, 3, 1), (3, 2, 1, 2), (1, 2, 2, 3)]))
    for partners in (((1, 9),), ((1, 9), (2, 3)), ((2, 3), (7, 8))):
        puzzle = Puzzle(2, 2, tiles, partners)
        assert compare_searches(puzzle)
        assert compare_encodings(puzzle, requests("none", 4))


@pytest.mark.long
def test_ten_thousand_comparisons() -> None:
    """Of all puzzles of 2 x 2 over two partners, or over three colours, and of larger ones, as many as that takes."""
    small = [
        *every_small(2, ((1, 2),), turning=True),
        *every_small(2, ((1, 2),), turning=False),
        *every_small(3, ((1, 2),), turning=True),
        *every_small(2, (), turning=False),
    ]
    some = random.Random("small").sample(small, 700)
    compared = sum(compare_encodings(puzzle, requests(index, 3)) for index, puzzle in enumerate(some))
    compared += sum(compare_searches(puzzle) for puzzle in some[:350])
    number = 0
    while compared < 10_000:
        puzzle = peculiar(f"long {number}")
        compared += compare_encodings(puzzle, requests(f"long {number}", 4)) + compare_searches(puzzle)
        number += 1


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(6))
def test_narrowing_loses_no_board(seed: int) -> None:
    puzzle = peculiar(f"narrow {seed}", framed=bool(seed % 2), signed=False)
    for symmetry in (None, (), ("tile-rotations",)):
        task = task_for(puzzle, request=EncodingRequest(symmetry=symmetry))
        narrowed, result = narrowed_search(task, settings=EVERYWHERE)
        assert narrowed == narrowed_search(task, narrow=False)[0]
        assert result.counts.boards == len(brute.solve(puzzle).pictures)


@pytest.mark.sample(1)
@thinned("seed", range(12), every=4)
def test_certificates(seed: int, tmp_path: Path) -> None:
    puzzle = peculiar(f"certificate {seed}", 6)
    claim = certified(tmp_path / "all", Conditions(puzzle), boards_of(puzzle))
    assert claim is not None
    assert claim.boards == len(brute.solve(puzzle).pictures)
    assert verify(str(tmp_path / "all"), puzzle=puzzle).claim == claim.claim
    symmetry = anchored(puzzle, as_clues({}, puzzle))
    assert puzzle.turning or symmetry is None
    if symmetry is not None:
        conditions = Conditions(puzzle, anchor=(symmetry.tile, symmetry.rotations))
        found = conforming(conditions, [("brute force", each) for each in boards_of(puzzle)])
        claim = certified(tmp_path / "one", conditions, found)
        assert claim is not None
        assert claim.boards_in_all == len(brute.solve(puzzle).pictures)
        assert verify(str(tmp_path / "one")).claim == claim.claim


@pytest.mark.long
def test_a_certificate_without_its_partners_is_refused(tmp_path: Path) -> None:
    puzzle = next(each for each in map(peculiar, range(99)) if each.partners and brute.solvable(each))
    assert certified(tmp_path, Conditions(puzzle), boards_of(puzzle))
    change(tmp_path, "puzzle.puz", lambda text: "\n".join(each for each in text.split("\n") if "partners" not in each))
    with pytest.raises(InputError):
        verify(str(tmp_path))
