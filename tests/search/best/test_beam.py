"""Beam search: expansions, sweeps, and the same on a graphics card."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import edgeasp
from edgeasp.formats import files
from edgeasp.puzzle import checker
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sign, Solution, Square
from edgeasp.search.best import beam, rounds, settings
from edgeasp.search.best import beam as beams
from edgeasp.search.best.beam import Beam, BeamSearch, CompiledBeamSearch, PlacementStep, make_beam_search
from edgeasp.search.best.filling import build_step
from edgeasp.search.best.layout import FREE, BoardLayout
from edgeasp.search.best.ranking import EVEN, ONE, Tally
from edgeasp.system import libraries
from edgeasp.system.limits import FOREVER, Deadline
from edgeasp.system.lines import parse_csv_rows
from edgeasp.system.processes import SystemWarning
from studies import graphics_card
from studies.graphics_card import Card, CardScan
from tests.support import boards
from tests.support.best import fewest, random_puzzle, with_twins
from tests.support.counting import COMPILER
from tests.support.lanes import few_examples
from tests.support.running import run
from tests.support.waiting import by_clingo

# ---- expansions ----


def with_loose_frame(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a side in the colour of the frame more than lie on the outside."""
    tiles = list(puzzle.tiles)
    inner = next(number for number, tile in enumerate(tiles) if FRAME not in tile.sides)
    tiles[inner] = replace(tiles[inner], sides=(FRAME, *tiles[inner].sides[1:]))
    return replace(puzzle, tiles=tuple(tiles))


def featured(**features: Any) -> Puzzle:
    return edgeasp.generate_puzzle(4, colours=4, seed=1, **features).puzzle


CUT, CUT_SOLUTION = boards.cut_up(5, 5, 3)
LAYOUTS: dict[str, BoardLayout] = {
    "framed": BoardLayout(random_puzzle(1, 4, 4, 3)),
    "twins": BoardLayout(with_twins(random_puzzle(4, 4, 4, 3))),
    "unframed": BoardLayout(random_puzzle(1, 4, 4, 5, framed=False), framed=False),
    "signed": BoardLayout(random_puzzle(2, 4, 4, 3, signs=0.7), plus_on_even=True),
    "wide": BoardLayout(random_puzzle(3, 6, 3, 3)),
    "tall": BoardLayout(random_puzzle(3, 3, 6, 3)),
    "clues": BoardLayout(CUT, Solution(CUT_SOLUTION.placements[6:20:6])),
    "shuffled frame": BoardLayout(random_puzzle(5, 4, 4, 3, framed=False)),
    "loose frame": BoardLayout(with_loose_frame(random_puzzle(1, 4, 4, 3))),
    "torus": BoardLayout(replace(random_puzzle(1, 4, 4, 5, framed=False), wraps=frozenset(["columns", "rows"]))),
    "cylinder": BoardLayout(featured(wraps=("columns",))),
    "ring": BoardLayout(featured(holes=[(1, 1), (2, 1)])),
    "rim": BoardLayout(featured(rim={"top": (1, 2), "left": (3,)})),
    "open": BoardLayout(featured(rim={"top": ()})),
    "two-sided": BoardLayout(featured(flipping=True)),
}
SIGNED = LAYOUTS["signed"].puzzle
NO_ROOM = BoardLayout(
    replace(SIGNED, tiles=tuple(replace(tile, sign=Sign.PLUS) for tile in SIGNED.tiles)), plus_on_even=False
)
"""Squares of one kind have no tile that fits, so the sides that are left are more than those of the squares left."""
LAYOUTS["no room"] = NO_ROOM
MANY = [
    BoardLayout(random_puzzle(2, 18, 18, 400, framed=False), framed=False),
    BoardLayout(random_puzzle(6, 40, 25, 3)),
]


COMPILED = pytest.mark.skipif(not COMPILER, reason="there is no C compiler")


def extended(scan: BeamSearch, beam: Beam, squares: list[int], width: int, most: int) -> Beam | None:
    """A beam with some squares filled."""
    last: Beam | None = beam
    for square in squares:
        last = scan.extend(last, square, width, most) if last else None
    return last


@given(st.sampled_from([*LAYOUTS]), st.integers(0, 999), st.integers(0, 3), st.integers(0, 2), st.integers(1, 2))
def test_the_ways_are_the_answers_of_the_program(name: str, seed: int, most: int, before: int, boards_: int) -> None:
    """For a square of boards that were filled at random, which may have mismatches."""
    layout, random = LAYOUTS[name], np.random.default_rng(seed)
    scan = BeamSearch(layout, random, FOREVER)
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    *squares, square = random.permutation(free)[: int(random.integers(1, len(free)))].tolist()
    beam = extended(scan, scan.start(layout.to_board(layout.clues)), squares, boards_, 2 + before)
    if beam is None:
        return
    wanted = set()
    for board in (beam.reconstruct_board(number) for number in range(len(beam))):
        used = np.isin(layout.tile, layout.tile[board[board != FREE]])
        step = build_step(layout, board, [square], [np.flatnonzero(layout.fits[square] & ~used).tolist()])
        answers = by_clingo(step._replace(most=most))
        wanted |= {(*board[:square].tolist(), placement, *board[square + 1 :].tolist()) for (placement,) in answers}
    after = scan.extend(beam, square, 10**6, most)
    found = [tuple(after.reconstruct_board(number).tolist()) for number in range(len(after))] if after else []
    assert len(found) == len(set(found))
    assert set(found) == wanted


@given(st.sampled_from([*LAYOUTS]), st.integers(0, 999), st.integers(1, 40))
def test_what_is_known_of_a_board_is_what_lies_on_it(name: str, seed: int, width: int) -> None:
    layout = LAYOUTS[name]
    scan = BeamSearch(layout, np.random.default_rng(seed), FOREVER)
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    beam: Beam | None = scan.start(layout.to_board(layout.clues))
    for square in free:
        beam = scan.extend(beam, square, width, 2) if beam else None
        if beam is None:
            return
        assert len(beam) <= width
        made = [beam.reconstruct_board(number) for number in range(len(beam))]
        assert [int(layout.mismatched(board).sum()) for board in made] == beam.mismatches.tolist()
        tiles = [layout.tile[board[board != FREE]] for board in made]
        assert all(len(np.unique(each)) == len(each) for each in tiles)
        assert beam.scores.tolist() == sorted(beam.scores.tolist())
        short = beam.trim_history()
        assert [short.reconstruct_board(number).tolist() for number in range(len(short))] == [
            each.tolist() for each in made
        ]
        assert [len(each.parents) for each in short.laid] <= [len(each.parents) for each in beam.laid]
        assert all(
            len(one.parents) <= len(other.parents) for one, other in zip(short.laid, short.laid[1:], strict=False)
        )
        assert set(layout.pinned.items()) <= set(enumerate(beam.reconstruct_board().tolist()))


SMALL = {
    **{f"framed {seed}": BoardLayout(random_puzzle(seed, 3, 3, 2 + seed)) for seed in range(3)},
    "unframed": BoardLayout(random_puzzle(1, 2, 2, 9, framed=False)),
    "signed": BoardLayout(random_puzzle(2, 3, 3, 3, signs=1.0), plus_on_even=True),
}


@pytest.mark.parametrize("name", [*SMALL])
def test_a_beam_of_all_boards_has_the_best_one(name: str) -> None:
    layout = SMALL[name]
    most = 4
    scans = [layout] if layout.plus_on_even is None else [layout, replace(layout, plus_on_even=False)]
    least = []
    for each in scans:
        scan = BeamSearch(each, np.random.default_rng(1), FOREVER)
        beam = extended(scan, scan.start(each.to_board(())), list(range(len(each.squares))), 10**6, most)
        if beam is not None:
            least.append(int(beam.mismatches.min()))
            # Where nothing is free, what is predicted is what is there.
            assert abs(int(beam.scores[0]) / ONE - 16 - least[-1]) < 0.5
    assert min(least) == fewest(layout.puzzle)


def swept(layout: BoardLayout, width: int) -> list[list[int]]:
    scan = BeamSearch(layout, np.random.default_rng(3), FOREVER)
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    beam = scan.start(layout.to_board(layout.clues))
    for square in free:
        following = scan.extend(beam, square, width, 1) or scan.extend(beam, square, width, 4)
        if following is None:
            break
        beam = following.trim_history()
    return [beam.reconstruct_board(number).tolist() for number in range(len(beam))]


@few_examples
@COMPILED
@given(
    st.sampled_from([*LAYOUTS]), st.integers(0, 99), st.integers(1, 60), st.integers(0, 2), st.sampled_from([9, 500])
)
@example("loose frame", 0, 20, 1, 9)
def test_the_compiled_loops_give_the_same_beams(name: str, seed: int, width: int, most: int, chunk: int) -> None:
    """Every entry, with ways taken some at a time, and squares in any order."""
    layout = LAYOUTS[name]
    scans = [kind(layout, np.random.default_rng(seed), FOREVER) for kind in (BeamSearch, CompiledBeamSearch)]
    for scan in scans:
        scan._chunk = chunk
    both: list[Beam | None] = [scan.start(layout.to_board(layout.clues)) for scan in scans]
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    for square in np.random.default_rng(seed).permutation(free).tolist() if seed % 2 else free:
        both = [scan.extend(beam, square, width, most) for scan, beam in zip(scans, both, strict=True) if beam]
        assert same(*both)
        if None in both:
            return


@few_examples
@pytest.mark.parametrize("kind", [BeamSearch, pytest.param(CompiledBeamSearch, marks=COMPILED)])
@given(st.sampled_from([*LAYOUTS]), st.integers(0, 99), st.integers(1, 60), st.integers(0, 2))
def test_boards_do_not_depend_on_whether_it_is_known_what_follows(
    kind: type[BeamSearch], name: str, seed: int, width: int, most: int
) -> None:
    layout = LAYOUTS[name]
    scans = [kind(layout, np.random.default_rng(seed), FOREVER) for _ in range(2)]
    beams: list[Beam | None] = [scan.start(layout.to_board(layout.clues)) for scan in scans]
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    for square, following in zip(free, [*free[1:], None], strict=True):
        ends = None, following if seed % 3 or square % 4 else None
        both = zip(scans, beams, ends, strict=True)
        beams = [scan.extend(beam, square, width, most, end) for scan, beam, end in both if beam]
        one, other = (beam and (beam.scores.tolist(), beam.reconstruct_board().tolist()) for beam in beams)
        assert one == other
        if None in beams:
            return


@COMPILED
@pytest.mark.parametrize("layout", MANY)
def test_the_compiled_loops_take_many_colours_and_many_sides(layout: BoardLayout) -> None:
    """Colours that a byte does not hold, and counts that two bytes do not hold."""
    scans = [kind(layout, np.random.default_rng(1), FOREVER) for kind in (BeamSearch, CompiledBeamSearch)]
    both: list[Beam | None] = [scan.start(layout.to_board(layout.clues)) for scan in scans]
    assert [(beam.facing.itemsize, beam.tally.counts.itemsize) for beam in both if beam] == [
        (4, 2) if len(layout.colours) > 255 else (1, 4)
    ] * 2
    for square in range(12):
        both = [scan.extend(beam, square, 5, 4) for scan, beam in zip(scans, both, strict=True) if beam]
        assert same(*both)
        assert None not in both


@pytest.mark.parametrize("kind", [BeamSearch, pytest.param(CompiledBeamSearch, marks=COMPILED)])
def test_squares_on_which_nothing_fits(kind: type[BeamSearch]) -> None:
    """The sides left are then more than predictions expect."""
    scan = kind(NO_ROOM, np.random.default_rng(1), FOREVER)
    odd = [index for index, square in enumerate(NO_ROOM.squares) if not square.even]
    beam = extended(scan, scan.start(NO_ROOM.to_board(())), odd, 20, 4)
    assert beam is not None
    assert (beam.tally.counts % scan.ranking.have).sum() > scan.ranking.totals_of_free_squares(beam.free).have[0]
    assert (scan.extend(beam, 0, 20, 4), scan.extend(beam, 5, 20, 4)) == (None, None)


@pytest.mark.long
@COMPILED
def test_more_placements_than_two_bytes_number() -> None:
    layout = BoardLayout(random_puzzle(1, 91, 91, 30))
    scans = [kind(layout, np.random.default_rng(1), FOREVER) for kind in (BeamSearch, CompiledBeamSearch)]
    start = layout.to_board([Placement(91 * 91 - 1, Square(90, 90), 0)])
    both: list[Beam | None] = [scan.start(start) for scan in scans]
    for square in range(90):
        both = [scan.extend(beam, square, 20, 0) for scan, beam in zip(scans, both, strict=True) if beam]
        assert same(*both)
    assert both[0] is not None
    board = both[0].reconstruct_board()
    assert board.max() > 32_767
    assert layout.mismatched(board).sum() == both[0].mismatches[0]


@COMPILED
@few_examples
@given(st.sampled_from([*LAYOUTS]), st.integers(0, 999), st.integers(0, 4), st.just(60))
@example("unframed", 1, 2, 3000)
@example("unframed", 1, 3, 3000)
def test_squares_in_any_order_are_filled_alike_in_c(name: str, seed: int, most: int, width: int) -> None:
    """The last ones meet a tile on each side."""
    layout = LAYOUTS[name]
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    scans = [kind(layout, np.random.default_rng(seed), FOREVER) for kind in (BeamSearch, CompiledBeamSearch)]
    both: list[Beam | None] = [scan.start(layout.to_board(layout.clues)) for scan in scans]
    for square in np.random.default_rng(seed).permutation(free).tolist():
        both = [scan.extend(beam, square, width, most) for scan, beam in zip(scans, both, strict=True) if beam]
        assert same(*both)
        if both[0] is None:
            return


@COMPILED
def test_limits_are_looked_at_between_calls_that_take_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many boards there are, and however many ways a few of them have."""
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1

    layout = LAYOUTS["unframed"]
    scan = CompiledBeamSearch(layout, np.random.default_rng(1), Deadline(on_tick=check))
    states = extended(scan, scan.start(layout.to_board(())), [0, 1, 2], 10_000, 4)
    assert states is not None
    before, looks = same_after(scan, states), 0
    for name in ("_BOARDS", "_WAYS"):
        monkeypatch.setattr(beam, name, 100)
    assert same(before, same_after(scan, states))
    # Each side met, the ways, and the boards that come about.
    assert looks > 3 * len(states) // 100


def same_after(scan: BeamSearch, beam: Beam) -> Beam | None:
    """A beam with one more square filled, by the same random numbers each time."""
    scan._random = np.random.default_rng(2)
    return scan.extend(beam, 5, 10_000, 4)


def same(one: Beam | None, other: Beam | None) -> bool:
    """Whether two beams are the same, whatever their history."""
    if one is None or other is None:
        return one is other
    assert (one.columns, one.free.tolist()) == (other.columns, other.free.tolist())
    shown = [*one.columns.values()]
    pairs = [
        *((one.used, other.used), (one.facing[:, shown], other.facing[:, shown])),
        *((one.mismatches, other.mismatches), (one.scores, other.scores)),
        *((one.tally.counts, other.tally.counts[:, : one.tally.counts.shape[1]]), (one.tally.sums, other.tally.sums)),
        (one.laid[-1].parents, other.laid[-1].parents),
        (one.laid[-1].placements, other.laid[-1].placements),
    ]
    return all(np.array_equal(here, there) and here.dtype == there.dtype for here, there in pairs)


@COMPILED
@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(0, 31), st.integers(0, 3)), min_size=1, max_size=4, unique_by=lambda way: way[0]
        ),
        min_size=1,
        max_size=60,
    ),
    st.sampled_from([1, 30_000, 70_000]),
    st.integers(1, 80),
)
@example([[(5, 0), (3, 0), (4, 0)]], 1, 2)
def test_the_best_ways_are_selected(boards_: list[list[tuple[int, int]]], apart: int, width: int) -> None:
    """Ties go to the first boards, then placements; scores may be far apart."""
    scan = CompiledBeamSearch(LAYOUTS["framed"], np.random.default_rng(1), FOREVER)
    ways = [
        score * apart << 12 | number << 5 | placement
        for number, placements in enumerate(boards_)
        for placement, score in placements
    ]
    for most in (0, 1):
        none, spot, look = beams.BeamStruct(0, 0, 0, 1, 2), beams.SpotStruct(), beams.ExpansionStruct()
        spot.most, look.places, look.score_shift = most, 5, 12
        made, ordered = np.array(ways), np.empty(len(ways), np.int64)
        progress = width, 1, 1, 0, 0, len(ways), min(ways), 0, 0
        selection = beams.SelectionStruct(*progress, made, ordered, *scan._scratch)
        assert not scan._library.beam_ways(none, beams.TilesStruct(), spot, look, selection)
        best = sorted(ways)[:width]
        found = (ordered if most else made)[: selection.number].tolist()
        assert found == (best if most else [way for way in ways if way in best])


def test_memory_is_taken_again_once_no_array_lies_in_it() -> None:
    rows = beams.BoardMemory()
    first = rows.allocate_rows(10, 100)
    addresses = [first.ctypes.data]
    assert not first.ctypes.data % 64
    part = rows.view_field(first, 8, np.dtype(np.int64), (2,))
    del first
    addresses.append((other := rows.allocate_rows(5, 200)).ctypes.data)
    part[:] = 7
    other[:] = 0
    assert (part == 7).all()
    del part
    addresses.append((again := rows.allocate_rows(3, 300)).ctypes.data)
    assert again.shape == (3, 300)
    assert addresses[0] == addresses[2] != addresses[1]


def test_boards_have_fewer_columns_once_clues_are_met() -> None:
    """Those of the clues that are met first are the last ones."""
    layout = LAYOUTS["clues"]
    scan = make_beam_search(layout, np.random.default_rng(1), FOREVER)
    beam = scan.start(layout.to_board(layout.clues))
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    columns = []
    for square in free[:-1]:
        beam = scan.extend(beam, square, 20, 4) or beam
        columns.append(max(beam.columns.values()) + 1)
    assert columns == sorted(columns, reverse=True)
    assert columns[0] > columns[-1]


def test_without_a_library_arrays_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "_outcomes", {beams.SOURCE: "beam.c is not compiled"})
    with pytest.warns(SystemWarning, match="beam.c is not compiled"):
        assert type(make_beam_search(LAYOUTS["framed"], np.random.default_rng(1), FOREVER)) is BeamSearch


@given(st.integers(0, 99), st.integers(1, 60))
def test_the_best_boards_are_kept_in_the_order_of_those_before_or_of_their_scores(seed: int, width: int) -> None:
    layout = BoardLayout(random_puzzle(seed, 4, 4, 2))
    scan = BeamSearch(layout, np.random.default_rng(seed), FOREVER)

    def filled(beam: Beam, width: int, most: int) -> Beam | None:
        scan._random = np.random.default_rng(seed)
        return scan.extend(beam, 4, width, most)

    beam = extended(scan, scan.start(layout.to_board(())), list(range(4)), 100, 1)
    assert beam is not None
    for most in (0, 1):
        every, some = filled(beam, 10**6, most), filled(beam, width, most)
        if every is None or some is None:
            continue
        order = some.scores if most else some.laid[-1].parents
        assert (np.diff(order) >= 0).all()
        assert sorted(some.scores.tolist()) == sorted(every.scores.tolist())[:width]
        assert some.predicted_mismatches == (min(some.scores.tolist()) - EVEN) / ONE
        assert some.reconstruct_board().tolist() == some.reconstruct_board(int(some.scores.argmin())).tolist()


def test_in_how_many_parts_a_beam_is_extended_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """If boards are left out early only where none of their ways would be kept."""
    monkeypatch.setattr(beams, "AHEAD", 10 * ONE)
    layout = BoardLayout(random_puzzle(1, 6, 6, 3))
    whole = swept(layout, 30)
    monkeypatch.setattr(beams, "CHUNK", 50)
    assert swept(layout, 30) == whole


def test_where_colours_are_many_one_side_chooses_and_the_other_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [swept(LAYOUTS[name], 20) for name in ("framed", "clues")]
    for large in (100, 10):
        monkeypatch.setattr(beams, "_LARGE", large)
        assert [swept(LAYOUTS[name], 20) for name in ("framed", "clues")] == whole
        scan = BeamSearch(LAYOUTS["framed"], np.random.default_rng(1), FOREVER)
        beam = extended(scan, scan.start(LAYOUTS["framed"].to_board(())), list(range(6)), 100, 0)
        assert beam is not None
        assert not beam.mismatches.any()


# ---- sweeps ----

EIGHT_BY_NINE, EIGHT_BY_NINE_SOLVED = boards.cut_up(8, 9, 6)


def lines_swept(layout: BoardLayout, width: int, seconds: float | None = None) -> list[tuple[str, Beam]]:
    scan = BeamSearch(layout, np.random.default_rng(1), FOREVER)
    return [line[:2] for line in rounds.run_beam_search(scan, layout.to_board(layout.clues), width, seconds)]


def clue(col: int, row: int) -> Solution:
    lying: list[Placement] = [each for each in EIGHT_BY_NINE_SOLVED if each.square == Square(col, row)]
    return Solution(tuple(lying))


def test_the_lines_in_their_order() -> None:
    """The second ending has one row more before its columns."""
    texts = [text for text, _ in lines_swept(BoardLayout(EIGHT_BY_NINE), 100)]
    columns = [f"column {col} of 8" for col in range(1, 9)]
    rows = [f"row {row} of 5" for row in range(1, 6)]
    assert texts == [*rows, *columns, "row 6 of 6", *columns]


def test_the_lines_where_a_clue_lies_in_the_last_rows() -> None:
    texts = [text for text, _ in lines_swept(BoardLayout(EIGHT_BY_NINE, clue(3, 6)), 100)]
    columns = [f"column {col} of 8" for col in range(1, 9)]
    assert texts == [*(f"row {row} of 4" for row in range(1, 5)), *columns, "row 5 of 5", *columns]


def test_both_endings_are_complete_boards() -> None:
    done = [beam for _, beam in lines_swept(BoardLayout(EIGHT_BY_NINE), 100) if not beam.free.any()]
    assert len(done) == 2
    assert all((beam.reconstruct_board() >= 0).all() for beam in done)


def test_more_rows_are_left_to_columns_where_a_clue_lies_in_them() -> None:
    assert rounds.count_upper_rows(BoardLayout(EIGHT_BY_NINE)) == 9 - settings.LAST_ROWS
    assert rounds.count_upper_rows(BoardLayout(EIGHT_BY_NINE, clue(3, 6))) == 9 - settings.LAST_ROWS_WITH_CLUES
    # One on the boundary takes few choices away, and one above none.
    assert rounds.count_upper_rows(BoardLayout(EIGHT_BY_NINE, clue(0, 6))) == 9 - settings.LAST_ROWS
    assert rounds.count_upper_rows(BoardLayout(EIGHT_BY_NINE, clue(3, 1))) == 9 - settings.LAST_ROWS


def test_the_columns_are_narrower_than_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "LAST_LEAST_SMALL", 20)
    most = {text: len(beam) for text, beam in lines_swept(BoardLayout(EIGHT_BY_NINE), 200)}
    assert 60 < most["row 3 of 5"] <= 200
    assert most["column 2 of 8"] == settings.last_columns_width(200, 72) == int(200 * settings.LAST_SHARE_SMALL)


def test_the_first_rows_are_narrower_than_those_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "FIRST_LEAST", 20)
    most = {text: len(beam) for text, beam in lines_swept(BoardLayout(EIGHT_BY_NINE), 200)}
    assert most["row 2 of 5"] <= settings.first_rows_width(200) == int(200 * settings.FIRST_SHARE) < most["row 3 of 5"]
    assert [settings.first_rows_width(width) for width in (10, 20, 60, 200)] == [10, 20, 20, 50]


def test_a_sweep_that_is_late_becomes_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line seems to take some seconds, and there are thirteen of them in the first ending."""

    def sizes(seconds: float | None) -> list[int]:
        clock = count(0.0, 1.0)
        monkeypatch.setattr(rounds, "monotonic", lambda: next(clock))
        return [len(beam) for _, beam in lines_swept(BoardLayout(EIGHT_BY_NINE), 400, seconds)]

    free, ample, late = sizes(None), sizes(1000), sizes(6)
    assert free == ample
    assert len(late) == len(free)
    assert sum(late) < sum(free) / 2
    assert min(late[:5]) >= 1


# ---- graphics card ----

PUZZLE = Path("instances/planted-8x8.puz")

CPP = pytest.mark.skipif(not shutil.which("g++"), reason="there is no compiler of C++")


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Card:
    return Card(graphics_card.compiled("g++", tmp_path_factory.mktemp("card")))


@COMPILED
@CPP
@pytest.mark.sample(12)
@pytest.mark.parametrize(("width", "most", "chunk"), [(3, 0, 9), (20, 1, 9), (20, 1, 500), (60, 2, 20)])
@pytest.mark.parametrize("name", LAYOUTS)
def test_the_beams_are_those_of_the_processor(
    name: str, width: int, most: int, chunk: int, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is room for one chunk at a time, as where many are looked at together."""
    layout = LAYOUTS[name]
    scan, other = CompiledBeamSearch(layout, np.random.default_rng(), FOREVER), CardScan(card, layout)
    scan._chunk = other._chunk = chunk
    free = [square for square in range(len(layout.squares)) if square not in layout.pinned]
    for spare in (0, 1 << 20):
        monkeypatch.setattr(graphics_card, "SPARE", spare)
        scan._random = np.random.default_rng(7)
        other.begin(np.random.default_rng(7))
        here: Beam | None = scan.start(layout.to_board(layout.clues))
        there: Beam | None = other.start(layout.to_board(layout.clues))
        for square in free:
            assert here is not None
            assert there is not None
            here, there = scan.extend(here, square, width, most), other.extend(there, square, width, most)
            assert same(here, there and on_the_machine(there))
            if here is None or there is None:
                break
            assert here.reconstruct_board().tolist() == there.reconstruct_board().tolist()
            assert here.predicted_mismatches == there.predicted_mismatches


def on_the_machine(beam: Beam) -> Beam:
    """A beam of a card, with its arrays as numpy has them."""

    def host(array: Any) -> Any:
        return array.host()

    last, tally = beam.laid[-1], beam.tally
    return replace(
        beam,
        used=host(beam.used),
        facing=host(beam.facing),
        tally=Tally(*map(host, (tally.counts, tally.sums))),
        mismatches=host(beam.mismatches),
        scores=host(beam.scores),
        laid=(PlacementStep(last.square, host(last.parents), host(last.placements)),),
    )


@COMPILED
@CPP
@pytest.mark.long
def test_the_command_makes_the_boards_of_its_rows_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has the seed and the round, and the best board of all lies beside the table."""
    table, again = tmp_path / "sweeps.csv", tmp_path / "again.sol"
    asked = [str(PUZZLE), "--seed", "3", "--rounds", "1-3", "--widths", "30,90", "--compiler", "g++"]
    monkeypatch.setattr(sys, "argv", ["graphics_card", *asked, "-o", str(table)])
    graphics_card.main()
    header, *rows = parse_csv_rows(table.read_text(encoding="utf-8"), str(table))
    assert tuple(header) == graphics_card.COLUMNS
    assert sorted((row[3], row[4]) for row in rows) == [("1", "30"), ("2", "90"), ("3", "30")]
    puzzle = files.read(str(PUZZLE)).puzzle
    mismatches = [int(row[5]) for row in rows]
    for row, least in zip(rows, mismatches, strict=True):
        run("best", PUZZLE, "--seed", row[2], "--replay", f"{row[3]}:{row[7]}", "-o", again)
        assert mismatches_of(again, puzzle) == least
        again.unlink()
    assert mismatches_of(table.with_suffix(".sol"), puzzle) == min(mismatches)


def mismatches_of(path: Path, puzzle: Puzzle) -> int:
    return puzzle.grid.diamonds - checker.check(puzzle, files.read_solution(str(path), puzzle)).matched
