"""The compiled search: its statistics, how it is compiled. Its solutions are tested with those of other solvers."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from array import array
from collections import Counter
from itertools import islice
from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Tile, rotate_sides
from edgeasp.puzzle.symmetry import sort_identical_tiles
from edgeasp.solvers import backtrack
from edgeasp.solvers.backtrack import BacktrackRun, ScannedBoards
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import OptionError
from edgeasp.system.processes import memory_in_use
from tests.support import boards, brute
from tests.support.boards import peculiar
from tests.support.counting import COMPILER, pictures, some_clues
from tests.support.raw_scan import UNUSED, check_lanes, for_the_plain_loop, run, with_unused_kinds
from tests.support.solving import as_assignment, as_clues

compiled = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")


@compiled
def test_statistics() -> None:
    search = BacktrackRun(boards.FRAME_3X3)
    assert (search.status, search.statistics) == (Status.UNKNOWN, Statistics())
    next(iter(search))
    assert search.size is not None
    assert search.size.variables == 9
    assert search.statistics.choices is not None
    assert search.statistics.choices >= 9
    assert (search.found, search.status, search.exhausted) == (1, Status.SATISFIABLE, False)


@compiled
def test_nodes_are_counted() -> None:
    """Of four tiles no two can meet: each is laid first, in each of its four rotations."""
    puzzle = Puzzle(2, 2, tuple(Tile((n + 1, n + 2, n + 3, n + 4)) for n in (0, 4, 8, 12)))
    search = BacktrackRun(puzzle, every=True)
    assert list(search) == []
    assert (search.statistics.choices, search.status, search.exhausted) == (16, Status.UNSATISFIABLE, True)


def test_signs() -> None:
    with pytest.raises(OptionError, match="without signs"):
        next(iter(BacktrackRun(boards.planted(1, 3, 3, 3, framed=True, signs=0.5))))


PAIR = [2, *[0, 0, 0, 0], *[0, 1, Side.WEST, 0], *[0, 0], *[1, 1, Side.WEST, 0]]
"""Two squares, side by side, that share one list of candidates."""


def scan(*numbers: int) -> list[int] | None:
    """The first solution of a search over these numbers, which `scan.c` documents: for each square a place."""
    library = backtrack._load_library()
    board = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    state = library.scan_new(board, 0)
    places = (ctypes.c_int32 * numbers[0])()
    solved = library.scan_next(state, places, 1, 10**6)
    library.scan_free(state)
    library.board_free(board)
    return list(places) if solved else None


@compiled
def test_a_list_may_be_longer_than_16_bits_count() -> None:
    """Only the last candidate fits beside itself."""
    others = [0, 1, 2, 3, 4] * 70_000
    assert scan(2, 5, 1, 2, 1, 70_001, *others, *[0, 0, 0, 0, 0], *PAIR) == [70_000] * 2


@compiled
def test_there_may_be_more_kinds_of_tiles_than_16_bits_count() -> None:
    """Only tiles of the last kind fit beside themselves."""
    kinds = 70_000
    others = [number for kind in range(kinds - 1) for number in (kind, 1, 2, 3, 4)]
    last = [kinds - 1, 0, 0, 0, 0]
    lists = [kinds, *others, *last]
    assert scan(2, 5, kinds, *[1] * (kinds - 1), 2, 1, *lists, *PAIR) == [kinds - 1] * 2
    assert scan(2, 5, kinds, *[1] * (kinds - 1), 1, 1, *lists, *PAIR) is None


@compiled
def test_tables_that_are_too_large_are_not_made() -> None:
    """They would take more than 64 MB: of so many colours, each of a candidate takes four bytes."""
    library, made = backtrack._load_library(), []
    for length in (1, 500_000, 1_500_000):
        numbers = np.concatenate([[2, 300, 1, 2, 1, length], np.zeros(5 * length, int), PAIR]).astype(np.int32)
        made.append(library.board_new(numbers.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))))
        library.board_free(made[-1])
    assert [address is not None for address in made] == [True, True, False]


@compiled
def test_a_call_pauses_while_it_looks_at_tiles_that_are_used() -> None:
    """The only tile fits on both squares in 70,000 ways: after each way, as many are tried beside it in vain."""
    library, length = backtrack._load_library(), 70_000
    squares = [1, *[0, 0, 0, 0], *[0, 0], *[0, 0]]
    numbers = [2, 5, 1, 1, 1, length, *([0, 1, 2, 3, 4] * length), *squares]
    board = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    state = library.scan_new(board, 0)
    places = (ctypes.c_int32 * 2)()
    assert not library.scan_next(state, places, 1, 10**9)
    assert not library.scan_is_over(state)
    assert 0 < library.scan_nodes(state) < length
    library.scan_free(state)
    library.board_free(board)


@compiled
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("colours", [20, 1_000])
def test_there_may_be_more_pairs_of_colours_than_a_table_has_entries(colours: int, framed: bool, threads: int) -> None:
    """Where several pairs share an entry, colours are compared."""
    puzzle = boards.planted(colours, 3, 3, colours, framed=framed)
    search = BacktrackRun(puzzle, every=True)
    search.threads, search.split = threads, 2 * (threads > 1)
    assert pictures(search) == brute.solve(puzzle).pictures


@pytest.mark.long
@compiled
def test_a_puzzle_with_a_colour_for_each_diamond_takes_little_memory() -> None:
    """With 1,740 colours, a table by all pairs would have three million entries for each of a dozen tables."""
    puzzle = boards.planted(1, 30, 30, 100_000, framed=True)
    board = backtrack.ScanInput(puzzle, Candidates(puzzle).at, Solution(), list(puzzle.grid.squares), 0)
    numbers, library = board.as_numbers(), backtrack._load_library()
    before = memory_in_use() or 0
    tables = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    assert (memory_in_use() or 0) - before < 20_000_000
    library.board_free(tables)
    assert len(list(BacktrackRun(puzzle, every=True))) == 4


@compiled
@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_the_squares_will_do(seed: int) -> None:
    puzzle = boards.planted(seed, 3, 3, 40 if seed > 3 else 3 + 3 * (seed % 2), framed=seed % 2 == 0)
    search = BacktrackRun(puzzle, every=True)
    search.order = random.Random(seed).sample(list(puzzle.grid.squares), 9)
    assert pictures(search) == brute.solve(puzzle).pictures


@compiled
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("first_try", [1, 7, 1_000])
@pytest.mark.parametrize("threads", [1, 3])
def test_tries_come_to_an_end(seed: int, first_try: int, threads: int) -> None:
    """They find a board, each in another order; and where there is none, one of them is long enough to say so."""
    puzzle = boards.planted(seed, 3, 3, 40 if seed > 3 else 3 + 3 * (seed % 2), framed=seed % 2 == 0)
    search = BacktrackRun(puzzle)
    search.first_try, search.threads = first_try, threads
    solution = next(iter(search))
    picture = tuple(brute.seen(puzzle, lying, puzzle.signed) for lying in as_assignment(puzzle, solution))
    assert picture in brute.solve(puzzle).pictures
    search = BacktrackRun(boards.spoilt(4, boards.planted(4, 3, 3, 4, framed=True)))
    search.first_try, search.threads = first_try, threads
    assert list(search) == []
    assert search.status is Status.UNSATISFIABLE


@compiled
def test_each_try_takes_tiles_in_another_order() -> None:
    puzzle = boards.planted(1, 3, 3, 3)
    library, found = backtrack._load_library(), set()
    numbers = backtrack.ScanInput(puzzle, Candidates(puzzle).at, Solution(), list(puzzle.grid.squares), 0).as_numbers()
    board = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    state = library.scan_new(board, 1)
    places = (ctypes.c_int32 * 9)()
    for seed in range(20):
        assert library.scan_next(state, places, 1, 10**6) == 1
        found.add(tuple(places))
        library.scan_restart(state, seed)
    library.scan_free(state)
    library.board_free(board)
    assert len(found) > 10


@compiled
@pytest.mark.parametrize("first_try", [50, 10**9])
def test_each_thread_has_tries_of_its_own(first_try: int) -> None:
    puzzle = boards.planted(1, 3, 3, 3)
    numbers = backtrack.ScanInput(puzzle, Candidates(puzzle).at, Solution(), list(puzzle.grid.squares), 0).as_numbers()
    library = backtrack._load_library()
    board = library.board_new((ctypes.c_int32 * len(numbers))(*numbers))
    parts = [backtrack._SearchPart(library, library.scan_new(board, 1), 9, 1, bytes) for _ in range(3)]
    for number, part in enumerate(parts):
        part.restart_repeatedly(first_try, number, 3)
    found = [[part.search_slice() for _ in range(10)] for part in parts]
    assert all(len({*of_part}) > 5 for of_part in found)
    assert len({of_part[0] for of_part in found}) == 3
    for part in parts:
        library.scan_free(part.state)
    library.board_free(board)


def test_lengths_of_tries() -> None:
    assert list(islice(backtrack._luby_sequence(), 15)) == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


@compiled
def test_identical_tiles_may_be_stated_in_different_turns() -> None:
    planted = boards.planted(2, 3, 3, 2, framed=True)
    puzzle = Puzzle(3, 3, tuple(Tile(rotate_sides(tile.sides, n % 4)) for n, tile in enumerate(planted.tiles)))
    assert puzzle.identical_tiles()
    search = BacktrackRun(puzzle, every=True)
    found: list[Solution] = []
    for batch in search.batches(1_000, ScannedBoards.as_arrays):
        assert not isinstance(batch, int)
        boards_, arrays = batch
        found += boards_.as_solutions()
        lying = zip(arrays.tiles.tolist(), arrays.turns.tolist(), strict=True)
        by_array = [sorted(map(Placement, tiles, puzzle.grid.squares, turns), key=_tile) for tiles, turns in lying]
        assert by_array == [list(board) for board in boards_.as_solutions()]
    assert len(found) == len(brute.solve(puzzle).pictures)
    assert all(check(puzzle, board).solved for board in found)
    assert all(sort_identical_tiles(puzzle, board) == board for board in found)


_tile = attrgetter("tile")


# ---- lanes ----


def numbers_of(puzzle: Puzzle, clues: Solution = Solution(), order: random.Random | None = None) -> list[int]:
    squares = list(puzzle.grid.squares)
    if order:
        order.shuffle(squares)
    return backtrack.ScanInput(puzzle, Candidates(puzzle).at, clues, squares, 0).as_numbers()


@compiled
@pytest.mark.parametrize("seed", range(30))
def test_lanes_find_what_the_plain_loop_finds(seed: int) -> None:
    """Of every feature that the search supports, and with clues. `make sanitize` does the same for minutes."""
    rng = random.Random(seed)
    puzzle = peculiar(seed, signed=False)
    if seed % 2:
        colours = rng.choice([4, 9, 40])
        puzzle = boards.planted(seed, *rng.choice([(3, 3), (4, 2), (3, 2)]), colours, framed=rng.random() < 0.5)
    clues = rng.choice([{}, *some_clues(str(seed), puzzle)])
    check_lanes(rng, numbers_of(puzzle, as_clues(clues, puzzle), rng if seed % 3 else None))


@compiled
@pytest.mark.parametrize("copies", [1, 7, 8, 9, 31, 33, 63, 64, 65])
def test_a_kind_may_have_any_number_of_tiles(copies: int) -> None:
    """Tiles of three kinds fit everywhere; two kinds have one tile each, which may be on any square."""
    squares, kinds = copies + 2, 3
    candidates = [number for kind in range(kinds) for number in (kind, 0, 0, 0, 0)]
    numbers = [squares, 1, kinds, 1, copies, 1, 1, kinds, *candidates, 1, 0, 0, 0, 0, *[0, 0] * squares]
    outcome = run(numbers, counts=True)
    assert outcome == run(for_the_plain_loop(numbers), counts=True)
    assert outcome.found == squares * (squares - 1)


@compiled
@pytest.mark.parametrize(("cols", "rows"), [(11, 11), (12, 12), (16, 16), (17, 16), (22, 22), (23, 23)])
def test_up_to_512_tiles_have_bits(cols: int, rows: int) -> None:
    """One, two or four registers hold them. With more tiles, the plain loop searches. Most squares have clues."""
    planted = generate(Recipe(cols, rows, 9, 4, seed=1))
    assert planted.solution
    clues = [each for each in planted.solution if (each.square.col + each.square.row) % 2]
    puzzle, given = planted.puzzle, Solution(tuple(clues[: -cols // 2]))
    squares = sorted(puzzle.grid.squares, key=lambda square: square not in {each.square for each in given})
    numbers = backtrack.ScanInput(puzzle, Candidates(puzzle).at, given, squares, 0).as_numbers()
    found, expected = run(numbers), run(for_the_plain_loop(numbers))
    assert (found.tiles, sorted(found.solutions)) == (expected.tiles, sorted(expected.solutions))
    assert expected.found > 0


# ---- another machine ----

AARCH64 = ["aarch64-linux-gnu-gcc", "-static"]
EMULATORS = ("qemu-aarch64", "qemu-aarch64-static")


@compiled
@pytest.mark.long
def test_aarch64_finds_the_same_in_the_same_order(tmp_path: Path) -> None:
    """Under qemu, lists are searched as they are, shuffled and shared."""
    emulator = next(filter(None, map(shutil.which, EMULATORS)), None)
    if not emulator or not shutil.which(AARCH64[0]):
        pytest.skip("there is no qemu or compiler for aarch64 (on Debian: apt install qemu-user gcc-aarch64-linux-gnu)")
    rng, given = random.Random(1), array("i")
    for seed in range(200):
        puzzle = peculiar(seed, signed=False)
        if seed % 2:
            puzzle = boards.planted(seed, *rng.choice([(3, 3), (4, 2), (4, 4)]), rng.choice([5, 9]), framed=True)
        numbers = with_unused_kinds(numbers_of(puzzle), rng.choice(UNUSED))
        given.extend([len(numbers), *numbers])
    found = []
    for compiler, words in (["cc"], []), (AARCH64, [emulator]):
        program = tmp_path / compiler[0]
        sources = ["-I", str(backtrack.SOURCE.parent), str(Path(__file__).parents[1] / "support" / "scans.c")]
        subprocess.run([*compiler, "-O2", "-o", program, *sources], check=True)
        found.append(subprocess.check_output([*words, program], input=given.tobytes()).splitlines())
    assert found[0] == found[1]
    assert Counter(found[0])[b"lanes"] > 150
    assert Counter(found[0])[b"plain loop"] > 10
