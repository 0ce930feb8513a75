"""The search by signs: all solutions, in the order of the definition, with cores, limits and a later start."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from edgeasp.formats import files
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.signs.conditions import applicable, with_fixed_sign
from edgeasp.puzzle.signs.possible import Link, PossibleSigns, chain, counted
from edgeasp.puzzle.symmetry import board_key
from edgeasp.search.session import Session
from edgeasp.search.sign_search import REQUEST, SignFound, SignSearch
from edgeasp.search.task import make_task
from edgeasp.system.errors import OptionError
from tests.support import boards, signs
from tests.support.running import INSTANCES

SUITE = Path(os.environ.get("EDGEASP_SUITE", Path(__file__).parents[3] / "shared" / "data" / "suite"))
FEW = boards.planted(3, 4, 4, 5, framed=True)
CASES = {
    "4x4": FEW,
    "3x4": boards.planted(2, 3, 4, 2, framed=True),
    "3x3": boards.planted(2, 3, 3, 2, framed=True),
    "signed": boards.planted(3, 4, 3, 2, framed=True, signs=0.2),
    "surplus": boards.planted(5, 3, 3, 2, framed=True, surplus=True),
}


def sign_search(
    puzzle: Puzzle, clues: Solution = Solution(), depth: int | None = None
) -> tuple[SignSearch, list[Link]]:
    puzzle = with_fixed_sign(puzzle, clues)
    space = PossibleSigns(puzzle, clues)
    rows = space.assignments(range(space.count))
    links = chain(counted(rows), space.count)
    return SignSearch(Session(make_task(puzzle, clues, REQUEST)), links, rows, depth), links


def positions(found: list[SignFound]) -> set[tuple[tuple[int, int, int, int], ...]]:
    return {as_key(each.found.solution) for each in found}


def as_key(solution: Solution) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(sorted((each.tile, each.square.col, each.square.row, each.rot) for each in solution))


def plain(puzzle: Puzzle) -> set[tuple[tuple[int, int, int, int], ...]]:
    task = make_task(with_fixed_sign(puzzle), Solution(), replace(REQUEST, redundant=()))
    return {as_key(each.solution) for each in Session(task).solve(0)}


@pytest.mark.sample(4)
@pytest.mark.parametrize("depth", [None, 4, 0])
@pytest.mark.parametrize("name", CASES)
def test_all_solutions_are_found(name: str, depth: int | None) -> None:
    search, _ = sign_search(CASES[name], depth=depth)
    found = list(search.run(0))
    assert len(found) == search.found > 0
    assert positions(found) == plain(CASES[name])
    assert len(positions(found)) == len(found)
    assert search.exhausted
    assert search.settled == len(search) == search.tried + search.excluded
    assert search.stopped is None


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", CASES)
def test_places_and_paths_follow_from_the_definition(name: str) -> None:
    puzzle = with_fixed_sign(CASES[name])
    search, links = sign_search(puzzle)

    def path(plus: list[bool]) -> str:
        return "".join(str(int((plus[link.tile] == plus[link.parent]) != link.alike)) for link in links)

    every = signs.possible(puzzle, Solution(), applicable(puzzle)).tolist()
    keys = sorted((path(row).count("1"), path(row)) for row in every)
    for each in search.run(0):
        even = [False] * len(puzzle.tiles)
        for placement in each.found.solution:
            even[placement.tile] = placement.square.even
        assert each.path == path(even)
        assert each.before == keys.index((each.path.count("1"), each.path))


def test_a_search_goes_on_where_another_one_stopped() -> None:
    every = list(sign_search(FEW)[0].run(0))
    first, _ = sign_search(FEW)
    found = list(first.run(1))
    assert positions(found) < positions(every)
    assert not first.exhausted
    second, _ = sign_search(FEW)
    rest = list(second.run(0, start=first.settled))
    assert positions(found) | positions(rest) == positions(every)
    assert second.exhausted


def test_conflicts_are_limited_over_all_assignments() -> None:
    puzzle, _ = boards.cut_up(4, 4, 3)
    search, _ = sign_search(puzzle)
    found = list(search.run(0, conflicts=20))
    assert str(search.stopped) == "conflict limit of 20"
    assert 20 <= search.conflicts <= 22
    assert search.settled < len(search)
    again, _ = sign_search(puzzle)
    found += again.run(0, conflicts=10**9, start=search.settled)
    assert again.exhausted
    assert positions(found) == plain(puzzle)


def test_cores_exclude_assignments_until_none_is_left() -> None:
    puzzle = files.read_document(str(INSTANCES / "random-4x4.puz")).document.puzzle
    assert not plain(puzzle)
    search, _ = sign_search(puzzle)
    assert list(search.run()) == []
    assert search.exhausted
    assert 0 < search.excluded == len(search) - search.tried


def test_a_start_beyond_the_end_is_refused() -> None:
    search, _ = sign_search(FEW)
    with pytest.raises(OptionError, match="expected at most"):
        list(search.run(start=len(search) + 1))


def suite_boards(*sizes: int) -> list[Path]:
    return [path.parent for size in sizes for path in sorted((SUITE / str(size)).glob("*/board_*/done"))]


def known_are_found(folder: Path, depth: int | None) -> None:
    puzzle = files.read_document(str(folder / "puzzle.puz")).document.puzzle
    clues = files.read_clues(str(folder / "puzzle.clue"), puzzle).clues
    known = {board_key(puzzle, files.read_solution(str(path), puzzle)) for path in folder.glob("*.sol")}
    search, _ = sign_search(puzzle, clues, depth)
    assert {board_key(puzzle, each.found.solution) for each in search.run(0)} == known


@pytest.mark.skipif(not SUITE.exists(), reason="the suite of boards is not here; EDGEASP_SUITE names its folder")
@pytest.mark.parametrize("folder", suite_boards(4, 5)[::7])
def test_known_solutions_of_a_suite(folder: Path) -> None:
    known_are_found(folder, None)


@pytest.mark.long
@pytest.mark.skipif(not SUITE.exists(), reason="the suite of boards is not here; EDGEASP_SUITE names its folder")
@pytest.mark.parametrize("folder", [*suite_boards(4, 5), *suite_boards(6)[:3], *suite_boards(6)[4::2]])
def test_known_solutions_of_a_whole_suite(folder: Path) -> None:
    known_are_found(folder, None)
    known_are_found(folder, 15)
