"""Solutions up to rotation of the board beside clues, against brute force over all clue sets of one or two clues."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

import pytest

import edgeasp
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import Puzzle, Sign, Solution, Square, Tile
from edgeasp.search.cubes import measure_search
from edgeasp.search.task import make_task
from tests.support import boards, brute
from tests.support.solving import as_assignment, as_clues, searched


def cut(
    seed: int, cols: int, rows: int, colours: int, *, framed: bool = True, signs: float = 0, half: bool = False
) -> Puzzle:
    """A puzzle of odd sides whose centre tile looks the same after a quarter turn, or after a half turn only."""
    rng = random.Random(f"cut {seed} {cols} {rows} {colours} {framed} {signs} {half}")
    sides: dict[tuple[int, int], list[int]] = {}
    for row in range(rows):
        for col in range(cols):
            outside = [row == 0, col == cols - 1, row == rows - 1, col == 0]
            around = [rng.randint(1, colours) for _ in range(4)]
            if (col, row) == (cols // 2, rows // 2):
                around = [1, 2, 1, 2] if half else [1] * 4
            above, before = sides.get((col, row - 1)), sides.get((col - 1, row))
            around[0] = above[2] if above else around[0]
            around[3] = before[1] if before else around[3]
            if (col, row) == (cols // 2, rows // 2 - 1):
                around[2] = 1
            if (col, row) == (cols // 2 - 1, rows // 2):
                around[1] = 2 if half else 1
            sides[col, row] = [0 if out and framed else colour for out, colour in zip(outside, around, strict=True)]
    tiles = []
    for (col, row), (north, east, south, west) in sides.items():
        sign = (Sign.PLUS if (col + row) % 2 else Sign.MINUS) if rng.random() < signs else None
        tiles.append(Tile((north, east, south, west), sign))
    rng.shuffle(tiles)
    return Puzzle(cols, rows, tuple(tiles))


UNFIT = {
    *("2x2 twins 2", "2x2 twins 4", "2x2 twins 11", "3x3 centre, signs 1", "3x3 centre, signs 2"),
    *("framed 2x2 spoilt", "framed 3x2 spoilt", "framed 3x3 spoilt", "unframed 2x3 spoilt", "unframed 3x2 spoilt"),
    *("golden", "surplus 2x3", "symmetric centre", "twins with and without sign"),
    *("unframed 2x3", "unframed 2x3 partly signed", "unframed 3x2"),
}
"""Without a solution, or with more than a hundred, which have more clue sets than a test has time for."""


@cache
def puzzles() -> dict[str, Puzzle]:
    """Small puzzles: with symmetric tiles in the centre, with identical and symmetric tiles, with signs."""
    found = {name: puzzle for name, puzzle in boards.various().items() if len(puzzle.tiles) <= 9}
    found["centre"] = boards.CENTRE
    for seed in range(4):
        found[f"3x3 centre {seed}"] = cut(seed, 3, 3, 3)
        found[f"3x3 centre, half {seed}"] = cut(seed, 3, 3, 3, half=True)
        found[f"3x3 centre, signs {seed}"] = cut(seed, 3, 3, 2, signs=0.6)
        found[f"5x3 half {seed}"] = cut(seed, 5, 3, 4, half=True)
        found[f"3x3 unframed {seed}"] = cut(seed, 3, 3, 9, framed=False)
    rng = random.Random("twins")
    for number in range(12):
        half = [Tile(rng.choice(boards.necklaces(range(1, 3)))) for _ in range(2)]
        sign = rng.choice([None, Sign.PLUS])
        found[f"2x2 twins {number}"] = Puzzle(2, 2, (*half, *(Tile(tile.sides, sign) for tile in half)))
    return {name: each for name, each in found.items() if name not in UNFIT}


def clue_sets(puzzle: Puzzle) -> Iterator[brute.Clues]:
    """All sets of one or two clues that some solution keeps."""
    seen, assignments = set(), brute.solve(puzzle).assignments
    assert 0 < len(assignments) <= 100
    for assignment in assignments:
        lying = [((place % puzzle.cols, place // puzzle.cols), each) for place, each in enumerate(assignment)]
        for number in (1, 2):
            seen |= set(combinations(lying, number))
    return map(dict, sorted(seen))


def kept(puzzle: Puzzle, clues: brute.Clues) -> list[int]:
    """The rotations that map what one sees of the clues to itself, found square by square."""
    seen = {place: brute.seen(puzzle, lying, puzzle.signed) for place, lying in clues.items()}
    turned, found, cols, rows = seen, [0], puzzle.cols, puzzle.rows
    for quarters in range(1, 4):
        turned = {
            (rows - 1 - row, col): ((west, north, east, south), sign)
            for (col, row), ((north, east, south, west), sign) in turned.items()
        }
        cols, rows = rows, cols
        found += [quarters] if turned == seen and (cols, rows) == (puzzle.cols, puzzle.rows) else []
    return found


def orbits(puzzle: Puzzle, clues: brute.Clues) -> set[frozenset[brute.Board]]:
    """The boards that keep the clues; those together that rotations make of one another which keep the clues."""
    found = set()
    rotations = kept(puzzle, clues)
    for assignment in brute.solve(puzzle).assignments:
        if all(assignment[row * puzzle.cols + col] == lying for (col, row), lying in clues.items()):
            turned = [brute.rows_of(puzzle, picture_of(puzzle, assignment))]
            for _ in range(3):
                turned.append(brute.right(turned[-1]))
            found.add(frozenset(turned[quarters] for quarters in rotations))
    return found


def picture_of(puzzle: Puzzle, assignment: brute.Assignment) -> brute.Picture:
    return tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in assignment)


def test_clues_of_all_kinds_are_tried() -> None:
    """One and two of them, that some rotation maps to themselves and that none does."""
    assert {"centre", "3x3 centre 0", "3x3 centre, signs 0", "5x3 half 0", "2x2 twins 0"} <= set(puzzles())
    kinds = {
        (len(clues), len(kept(puzzle, clues)) > 1)
        for name, puzzle in puzzles().items()
        if name.startswith(("2x2", "5x3", "centre"))
        for clues in clue_sets(puzzle)
    }
    assert kinds == {(1, False), (1, True), (2, False), (2, True)}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", puzzles())
def test_rotations_count_that_map_the_clues_to_themselves(name: str) -> None:
    puzzle = puzzles()[name]
    for clues in clue_sets(puzzle):
        assert [motion.quarters for motion in symmetry.symmetries(puzzle, as_clues(clues, puzzle))] == kept(
            puzzle, clues
        )


def finds_one_of_each_orbit(puzzle: Puzzle, most: int | None) -> None:
    """Compare what the pipeline finds: beside all clue sets, or so many of each kind."""
    kinds: dict[bool, list[brute.Clues]] = {False: [], True: []}
    for clues in clue_sets(puzzle):
        kinds[len(kept(puzzle, clues)) > 1].append(clues)
    for kind in kinds.values():
        random.Random("clues").shuffle(kind)
    for clues in chain(*(kind[:most] for kind in kinds.values())):
        expected = orbits(puzzle, clues)
        search = searched(make_task(puzzle, as_clues(clues, puzzle), up_to_rotation=True))
        found = [brute.rows_of(puzzle, picture_of(puzzle, as_assignment(puzzle, each))) for each in search.solutions]
        assert len(found) == len(expected), clues
        assert {orbit for orbit in expected for board in found if board in orbit} == expected, clues
        assert search.result.exhausted
        assert search.result.counts.boards == len(expected)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", puzzles())
def test_the_search_finds_one_of_each_orbit(name: str) -> None:
    finds_one_of_each_orbit(puzzles()[name], 3)


@pytest.mark.long
@pytest.mark.parametrize("name", puzzles())
def test_the_search_finds_one_of_each_orbit_beside_all_clue_sets(name: str) -> None:
    finds_one_of_each_orbit(puzzles()[name], None)


def test_a_clue_in_the_centre_keeps_all_rotations() -> None:
    assert len(symmetry.symmetries(boards.CENTRE, boards.CENTRE_CLUE)) == 4
    assert edgeasp.is_unique(boards.CENTRE, boards.CENTRE_CLUE)
    assert edgeasp.count(boards.CENTRE, boards.CENTRE_CLUE) == 4
    assert edgeasp.count(boards.CENTRE, boards.CENTRE_CLUE, up_to_rotation=True) == 1
    assert measure_search(boards.CENTRE, boards.CENTRE_CLUE).unique


def test_a_clue_anywhere_else_keeps_one() -> None:
    [corner] = [each for each in next(edgeasp.solve(boards.CENTRE)) if each.square == Square(0, 0)]
    assert symmetry.symmetries(boards.CENTRE, Solution((corner,))) == (symmetry.Motion(),)
    task = make_task(boards.CENTRE, Solution((corner,)), up_to_rotation=True)
    assert not task.up_to_rotation
    assert searched(task).result.counts.boards == 1


def test_the_symmetry_by_name_is_heeded_as_well() -> None:
    """The rule itself does nothing beside a clue."""
    named = make_task(
        boards.CENTRE,
        boards.CENTRE_CLUE,
        EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "board-rotations")),
    )
    assert named == make_task(boards.CENTRE, boards.CENTRE_CLUE, up_to_rotation=True)
    assert len(searched(named).solutions) == 1
