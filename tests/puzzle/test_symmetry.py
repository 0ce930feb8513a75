"""Turning the board, against boards that are turned square by square here once more."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import WRAPPING, Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.search.task import make_task
from edgeasp.system.errors import EncodingError
from tests.support import boards, brute, strategies
from tests.support.solving import as_assignment, as_solution, searched, solutions, task_for


def picture_of(puzzle: Puzzle, solution: Solution) -> brute.Picture:
    return tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, solution))


@cache
def unanchored() -> list[Puzzle]:
    """Small boards of pairs of identical tiles and of symmetric tiles, which have symmetric solutions, too."""
    rng = random.Random("unanchored")
    found = [boards.various()["surplus 2x3"], Puzzle(2, 3, (Tile((1, 1, 1, 1)), *(Tile((1, 2, 1, 2)),) * 5))]
    while len(found) < 40:
        half = [Tile(rng.choice(boards.necklaces(range(1, 3)))) for _ in range(2)]
        other = [Tile((1, 2, 1, 2)) if rng.random() < 0.3 else tile for tile in half]
        found.append(Puzzle(2, 2, (*half, *other)))
    return [puzzle for puzzle in found if not symmetry.has_anchor_tile(puzzle)]


def test_turns() -> None:
    assert len(symmetry.board_rotations(boards.GOLDEN)) == 4
    for cols, rows in [(2, 3), (3, 2)]:
        assert len(symmetry.board_rotations(boards.planted(1, cols, rows, 3))) == 2


@given(strategies.puzzles())
def test_an_anchor_is_a_tile_unlike_all_others_and_itself_turned(puzzle: Puzzle) -> None:
    def rotations(tile: Tile) -> list[tuple[tuple[int, ...], Sign | None]]:
        sides = tile.sides
        return [((*sides[k:], *sides[:k]), tile.sign) for k in range(4)]

    others = [
        [each for other in puzzle.tiles if other is not tile for each in rotations(other)] for tile in puzzle.tiles
    ]
    repeated = [sum(rotations(tile)[0] in rotations(other) for other in puzzle.tiles) > 1 for tile in puzzle.tiles]
    assert len(others) == len(repeated)
    alone = [len(set(rotations(tile))) == 4 and not has for tile, has in zip(puzzle.tiles, repeated, strict=True)]
    assert symmetry.has_anchor_tile(puzzle) == any(alone)


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", boards.various())
def test_with_an_anchor_every_orbit_is_full(name: str) -> None:
    puzzle = boards.various()[name]
    sizes = {len(brute.orbit(puzzle, picture)) for picture in brute.solve(puzzle).pictures}
    if symmetry.has_anchor_tile(puzzle):
        assert sizes <= {len(symmetry.board_rotations(puzzle))}


def test_no_size_is_stated_where_orbits_differ() -> None:
    assert not any(map(symmetry.orbit_size, unanchored()))


def test_without_one_some_are_not() -> None:
    sizes = {len(brute.orbit(puzzle, each)) for puzzle in unanchored() for each in brute.solve(puzzle).pictures}
    assert {1, 2, 4} <= sizes


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", boards.various())
def test_one_board_of_each_orbit_is_the_least(name: str) -> None:
    one_of_each(boards.various()[name])


def test_one_board_of_each_orbit_is_the_least_where_boards_are_symmetric() -> None:
    assert sum(one_of_each(puzzle) for puzzle in unanchored()[::2]) > 50


@pytest.mark.parametrize("name", boards.various())
def test_a_board_has_one_key_whichever_tiles_show_it(name: str) -> None:
    puzzle = boards.various()[name]
    found = brute.solve(puzzle)
    assert {symmetry.board_key(puzzle, as_solution(puzzle, each)) for each in found.assignments} == found.pictures


def test_the_key_of_a_turned_board() -> None:
    puzzle = boards.FRAME_3X3
    solution = as_solution(puzzle, min(brute.solve(puzzle).assignments))
    turned = [
        brute.rows_of(
            puzzle, symmetry.board_key(puzzle, symmetry.moved_solution(puzzle, solution, symmetry.Motion(quarters)))
        )
        for quarters in range(4)
    ]
    assert turned == [turned[0], brute.right(turned[0]), brute.right(turned[1]), brute.right(turned[2])]
    assert len(set(turned)) == 4


def one_of_each(puzzle: Puzzle) -> int:
    """Check all solutions of a puzzle; returns the number of orbits."""
    least: dict[frozenset[brute.Board], set[brute.Picture]] = defaultdict(set)
    orbit = symmetry.OrbitFilter(puzzle)
    for assignment in brute.solve(puzzle).assignments:
        solution = as_solution(puzzle, assignment)
        picture = picture_of(puzzle, solution)
        kept = least[brute.orbit(puzzle, picture)]
        if orbit.is_least(solution):
            kept.add(picture)
    for turns, kept in least.items():
        assert [brute.rows_of(puzzle, picture) for picture in kept] == [min(turns)]
    return len(least)


@given(strategies.puzzles(), st.randoms(use_true_random=False))
def test_of_many_boards_at_once_those_are_least_that_are_least_by_themselves(
    puzzle: Puzzle, rng: random.Random
) -> None:
    """Of boards that need not match, with the tiles in any order, beside a clue or none."""
    size = len(puzzle.tiles)
    tiles = np.array([rng.sample(range(size), size) for _ in range(20)])
    turns = np.array([[rng.randrange(4) for _ in range(size)] for _ in range(20)])
    solutions = [
        Solution(tuple(map(Placement, row[0].tolist(), puzzle.grid.squares, row[1].tolist())))
        for row in zip(tiles, turns, strict=True)
    ]
    for clues in (Solution(), Solution(solutions[0].placements[:1])):
        orbit = symmetry.OrbitFilter(puzzle, clues)
        found = orbit.are_least(tiles, turns)
        assert found.tolist() == [orbit.is_least(each) for each in solutions]


@given(strategies.puzzles(), st.booleans(), st.sets(st.sampled_from(WRAPPING)), st.randoms(use_true_random=False))
def test_the_least_board_has_the_least_key_of_all_motions(
    puzzle: Puzzle, flipping: bool, wraps: set[str], rng: random.Random
) -> None:
    """Of boards that wrap around, and of two-sided tiles."""
    odd = [name for name, lines in zip(WRAPPING, (puzzle.cols, puzzle.rows), strict=True) if lines % 2]
    wraps = wraps.difference(odd) if puzzle.signed else wraps
    puzzle = replace(puzzle, flipping=flipping, wraps=frozenset(wraps))
    size = len(puzzle.tiles)
    tiles = np.array([rng.sample(range(size), size) for _ in range(5)])
    turns = np.array([[rng.choice(puzzle.orientations) for _ in range(size)] for _ in range(5)])
    orbit, least = symmetry.OrbitFilter(puzzle), []
    for row in zip(tiles.tolist(), turns.tolist(), strict=True):
        solution = Solution(tuple(map(Placement, row[0], puzzle.grid.squares, row[1])))
        keys = [
            symmetry.board_key(puzzle, symmetry.moved_solution(puzzle, solution, motion)) for motion in orbit.motions
        ]
        assert symmetry.orbit_size(puzzle) in (0, len({*keys}))
        least.append(keys[0] == min(keys))
        assert orbit.is_least(solution) == least[-1]
    assert orbit.are_least(tiles, turns).tolist() == least


def test_the_pipeline_finds_one_of_each_orbit_where_boards_are_symmetric() -> None:
    for puzzle in unanchored()[::3]:
        search = searched(make_task(puzzle, up_to_rotation=True))
        found = [brute.orbit(puzzle, picture_of(puzzle, solution)) for solution in search.solutions]
        expected = {brute.orbit(puzzle, picture) for picture in brute.solve(puzzle).pictures}
        assert len(found) == len(expected)
        assert set(found) == expected
        assert search.result.counts.boards == len(expected)


@given(strategies.puzzles(most=6))
def test_assignments_per_board(puzzle: Puzzle) -> None:
    """As many as there are permutations of the tiles after which one sees the same."""
    appearances = [(min((*t.sides[k:], *t.sides[:k]) for k in range(4)), t.sign) for t in puzzle.tiles]
    same = sum([appearances[k] for k in order] == appearances for order in permutations(range(len(appearances))))
    assert symmetry.assignments_per_board(puzzle, Solution()) == same


def test_a_tile_with_a_clue_is_not_swapped() -> None:
    puzzle = Puzzle(2, 2, (Tile((1, 1, 1, 2)),) * 4)
    clues = tuple(Placement(k, Square(k % 2, k // 2), 0) for k in range(4))
    counts = [symmetry.assignments_per_board(puzzle, Solution(clues[:k])) for k in range(5)]
    assert counts == [24, 6, 2, 1, 1]


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (2, 4), (4, 2)])
def test_a_turn_of_the_board_swaps_the_checkerboards_or_not(size: tuple[int, int]) -> None:
    cols, rows = size
    plus = frozenset((col, row) for row in range(rows) for col in range(cols) if (col + row) % 2 == 0)
    minus = frozenset((col, row) for row in range(rows) for col in range(cols)) - plus
    half = frozenset((cols - 1 - col, rows - 1 - row) for col, row in plus)
    quarter = frozenset((rows - 1 - row, col) for col, row in plus) if cols == rows else half
    tiles = (Tile((1, 1, 1, 1), Sign.PLUS),) * (cols * rows)
    puzzle = Puzzle(cols, rows, tiles)
    assert symmetry.rotation_swaps_signs(puzzle, Solution()) == (minus in (half, quarter))
    assert not symmetry.rotation_swaps_signs(puzzle, Solution((Placement(0, Square(0, 0), 0),)))
    assert not symmetry.rotation_swaps_signs(Puzzle(cols, rows, (Tile((1, 1, 1, 1)),) * (cols * rows)), Solution())


@pytest.mark.parametrize("name", [name for name, puzzle in boards.various().items() if puzzle.signed])
def test_counts_make_up_for_the_checkerboard_that_was_dropped(name: str) -> None:
    puzzle = boards.various()[name]
    search = searched(
        make_task(puzzle, request=EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "polarity")))
    )
    found = brute.solve(puzzle)
    assert (search.result.counts.boards, search.result.counts.assignments) == (
        len(found.pictures),
        len(found.assignments),
    )


def test_to_ask_for_the_symmetry_by_name_is_to_ask_for_it() -> None:
    """So counts say that they are taken up to it, and boards without an anchor are sifted."""
    for puzzle in (boards.GOLDEN, boards.various()["half-turn symmetric twins"]):
        named = make_task(
            puzzle, request=EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "board-rotations"))
        )
        assert named == make_task(puzzle, up_to_rotation=True)
        assert named.up_to_rotation
    clue = Solution(solutions(task_for(boards.FRAME_3X3))[0].placements[:1])
    assert not make_task(boards.FRAME_3X3, clue, EncodingRequest(symmetry=("board-rotations",))).up_to_rotation


def test_the_solutions_that_are_left_are_solutions() -> None:
    everything = {as_assignment(boards.FRAME_3X3, each) for each in solutions(task_for(boards.FRAME_3X3))}
    left = {
        as_assignment(boards.FRAME_3X3, each)
        for each in searched(make_task(boards.FRAME_3X3, up_to_rotation=True)).solutions
    }
    assert left < everything
    assert len(left) == len(everything) // 4


def test_one_checkerboard_and_one_of_each_orbit_are_not_asked_for_together() -> None:
    """On a board without an anchor the checkerboard that is kept may not be that of the least picture."""
    tiles = (*(Tile((5, 1, 1, 5), Sign.PLUS),) * 2, *(Tile((2, 1, 1, 2), Sign.MINUS),) * 2)
    puzzle = Puzzle(2, 2, tiles)
    assert not symmetry.has_anchor_tile(puzzle)
    request = EncodingRequest(symmetry=("tile-rotations", "identical-tiles", "polarity"))
    for board in (puzzle, boards.various()["framed 3x3 signed"]):
        with pytest.raises(EncodingError, match=r"polarity.* exclude each other"):
            make_task(board, request=request, up_to_rotation=True)
    # Each alone is sound, and with a clue neither changes anything.
    assert len({brute.orbit(puzzle, picture) for picture in brute.solve(puzzle).pictures}) == 1
    assert len(searched(make_task(puzzle, up_to_rotation=True)).solutions) == 1
    assert len(searched(make_task(puzzle, request=request)).solutions) > 0
    assert make_task(puzzle, Solution((Placement(0, Square(0, 0), 0),)), request, up_to_rotation=True).clues


def test_counts_with_a_clue_on_a_symmetric_tile() -> None:
    """A clue fixes the rotation of its tile, also where rotations with the same sides count apart."""
    puzzle = boards.various()["half-turn symmetric twins"]
    assignment = min(brute.solve(puzzle).assignments)
    place = next(place for place, (tile, _) in enumerate(assignment) if puzzle.tiles[tile].period == 2)
    given_clues = {(place % 2, place // 2): assignment[place]}
    clues = Solution((as_solution(puzzle, assignment).by_square()[Square(place % 2, place // 2)],))
    search = searched(make_task(puzzle, clues, EncodingRequest(symmetry=("identical-tiles",))))
    assert search.result.counts.assignments == len(brute.solve(puzzle, clues=given_clues).assignments)


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", list(boards.various()))
def test_every_board_has_one_assignment_with_identical_tiles_in_order(name: str) -> None:
    """Whatever assignment it is made from; it shows the same, and identical tiles come in the order of squares."""
    puzzle = boards.various()[name]
    by_picture: dict[brute.Picture, set[Solution]] = defaultdict(set)
    for assignment in sorted(brute.solve(puzzle).assignments)[:300]:
        solution = as_solution(puzzle, assignment)
        ordered = symmetry.sort_identical_tiles(puzzle, solution)
        assert picture_of(puzzle, ordered) == picture_of(puzzle, solution)
        by_picture[picture_of(puzzle, ordered)].add(ordered)
        places = {each.tile: (each.square.row, each.square.col) for each in ordered}
        for group in puzzle.identical_tiles():
            assert [places[tile] for tile in group] == sorted(places[tile] for tile in group)
    assert all(len(ordered) == 1 for ordered in by_picture.values())


def test_a_clue_keeps_its_tile_when_identical_tiles_are_put_in_order() -> None:
    puzzle = boards.various()["framed corner twins"]
    for assignment in boards.solved(puzzle):
        solution = as_solution(puzzle, assignment)
        for clue in solution:
            assert (
                puzzle.canonical(clue) in symmetry.sort_identical_tiles(puzzle, solution, Solution((clue,))).placements
            )
