"""Rounds of the search for the best board, and its windows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import count, permutations, product
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.parallel.best import BestJob, BestSearch, Replay
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Grid, Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best import rounds, settings
from edgeasp.search.best.filling import WindowProof, list_windows, parse_windows
from edgeasp.search.best.layout import BoardLayout, Ints
from edgeasp.search.best.rounds import (
    Event,
    ImprovedBoard,
    ProvedBound,
    Round,
    RoundKind,
    RoundProgress,
    build_first_board,
    improve_windows,
    list_layouts,
    round_events,
)
from edgeasp.search.task import Task, make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import FOREVER, Deadline, Limit, LimitReached, Stopped
from tests.search.best.test_beam import LAYOUTS
from tests.support import boards, brute, strategies
from tests.support.best import fewest, kept_by, random_puzzle, shuffled, with_twins
from tests.support.executing import InThisProcess
from tests.support.lanes import represented, thinned
from tests.support.solving import as_clues

# ---- rounds ----


def clued(cols: int, rows: int, colours: int, *places: tuple[int, int]) -> Task:
    """A framed puzzle with clues on some columns and rows."""
    puzzle, solution = boards.cut_up(cols, rows, colours)
    return make_task(puzzle, Solution(tuple(each for each in solution if (each.square.col, each.square.row) in places)))


SMALL = {
    "framed": make_task(random_puzzle(1, 4, 4, 3)),
    "unframed": make_task(random_puzzle(1, 4, 4, 9, framed=False)),
    "signed": make_task(random_puzzle(2, 4, 4, 3, signs=1.0)),
    "unframed, partly signed": make_task(random_puzzle(2, 4, 4, 9, framed=False, signs=0.4)),
    "odd and signed": make_task(random_puzzle(2, 5, 3, 3, signs=1.0)),
    "wide": make_task(random_puzzle(3, 7, 3, 4)),
    "tall": make_task(random_puzzle(3, 3, 7, 4)),
    "two columns": make_task(random_puzzle(4, 2, 8, 3)),
    "surplus zeros": make_task(boards.planted(2, 4, 4, 3, framed=True, surplus=True)),
    "identical tiles": make_task(with_twins(random_puzzle(4, 4, 4, 3))),
    "one clue": clued(4, 4, 4, (1, 1)),
    "clues": clued(5, 4, 4, (0, 0), (4, 3), (2, 2), (2, 0)),
    "without the frame and signs": make_task(random_puzzle(2, 4, 4, 3, signs=1.0), request=EncodingRequest("decision")),
}
"""Puzzles whose boards are built from their last squares only, but for the narrow ones."""

LARGE = {
    "framed": make_task(boards.cut_up(8, 8, 7)[0]),
    "unframed": make_task(random_puzzle(1, 7, 8, 9, framed=False)),
    "signed": make_task(random_puzzle(1, 8, 7, 5, signs=1.0)),
    "wide": make_task(random_puzzle(3, 10, 5, 5)),
    "tall": make_task(random_puzzle(3, 5, 10, 5)),
    "surplus zeros": make_task(boards.planted(2, 7, 7, 4, framed=True, surplus=True)),
    "clues": clued(8, 7, 6, (0, 0), (3, 1), (4, 4), (7, 2)),
}
"""Puzzles whose boards are built row by row, then column by column."""


def carried_out(round_: Round) -> list[Event]:
    return list(round_events(round_))


def boards_of(events: list[Event], task: Task) -> list[Solution]:
    """The boards of a round, each of which keeps the conditions."""
    found = [each.board for each in events if isinstance(each, ImprovedBoard)]
    assert [kept_by(task, board) for board in found] == [[]] * len(found)
    return found


def filled(task: Task, seed: int = 1) -> Solution:
    [board] = boards_of(carried_out(Round(0, RoundKind.FILL, task, seed)), task)
    return board


def scores(task: Task, found: list[Solution]) -> list[int]:
    return [check(task.puzzle, board).matched for board in found]


# ---- any kind of round ----


@pytest.mark.sample(4)
@thinned("kind, name", list(product(RoundKind, SMALL)), every=3)  # of 13 puzzles, so each has other kinds
def test_a_round_of_a_small_puzzle(kind: RoundKind, name: str) -> None:
    task = SMALL[name]
    start = filled(task) if kind is RoundKind.POLISH else Solution()
    round_ = Round(1, kind, task, 7, start, width=30, windows=5, conflicts=300)
    events = carried_out(round_)
    found = boards_of(events, task)
    assert scores(task, found) == sorted(set(scores(task, found)))
    assert carried_out(round_) == events
    if kind in (RoundKind.FILL, RoundKind.SWEEP):
        assert found
    if kind in (RoundKind.SWEEP, RoundKind.POLISH):
        assert any(isinstance(each, RoundProgress) for each in events)


@represented("name", [*LARGE])
def test_a_sweep_of_a_larger_puzzle(name: str) -> None:
    task = LARGE[name]
    round_ = Round(1, RoundKind.SWEEP, task, 3, width=30)
    events = carried_out(round_)
    found = boards_of(events, task)
    assert found
    assert scores(task, found) == sorted(set(scores(task, found)))
    assert scores(task, found)[-1] > 0.7 * task.puzzle.grid.diamonds
    assert carried_out(round_) == events
    for each in events:
        if isinstance(each, RoundProgress):
            on = [placement.square for placement in each.board]
            assert len(on) == len(set(on))
            assert set(map(task.puzzle.canonical, task.clues)) <= set(each.board)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(8))
def test_a_sweep_of_a_board_that_is_turned(seed: int) -> None:
    """Seeds differ in how the board is turned before it is swept, and back."""
    events = carried_out(Round(1, RoundKind.SWEEP, LARGE["framed"], seed, width=30))
    assert scores(LARGE["framed"], boards_of(events, LARGE["framed"]))[-1] > 0.7 * 112


@pytest.mark.parametrize("kind", [RoundKind.SWEEP, RoundKind.POLISH])
def test_another_seed_gives_another_board(kind: RoundKind) -> None:
    task = SMALL["framed"]
    start = filled(task) if kind is RoundKind.POLISH else Solution()
    last = {
        boards_of(carried_out(Round(1, kind, task, seed, start, width=3, windows=5)), task)[-1] for seed in range(5)
    }
    assert len(last) > 1


# ---- boards to begin with ----


@given(strategies.planted_with_clues(), st.integers(0, 999), st.data())
def test_all_tiles_are_laid_around_those_that_lie(
    case: tuple[Puzzle, Solution, Solution], seed: int, data: st.DataObject
) -> None:
    puzzle, solution, clues = case
    task = make_task(puzzle, clues)
    board = shuffled(task, solution, seed)
    start = Solution(tuple(data.draw(st.lists(st.sampled_from(board.placements), unique=True))))
    [found] = boards_of(carried_out(Round(0, RoundKind.FILL, task, seed, start)), task)
    assert set(map(puzzle.canonical, start)) <= set(map(puzzle.canonical, found))


@given(st.sampled_from([*SMALL]), st.booleans(), st.integers(0, 999))
def test_a_sweep_that_begins_with_a_board(name: str, rebuild: bool, seed: int) -> None:
    """Whichever of the two checkerboards of signs it has."""
    task = SMALL[name]
    start = shuffled(task, filled(task, seed), seed)
    start = start if rebuild else Solution(start.placements[::2])
    events = carried_out(Round(2, RoundKind.SWEEP, task, seed, start, rebuild, width=2))
    for found in boards_of(events, task):
        if not rebuild:
            assert set(map(task.puzzle.canonical, start)) <= set(map(task.puzzle.canonical, found))


@thinned("seed", range(4), every=2)
def test_a_sweep_that_begins_with_a_complete_board_keeps_its_upper_rows(seed: int) -> None:
    """Upper as it happens to be turned: the rows are those on one side."""
    puzzle, solution = boards.cut_up(7, 7, 6)
    task = make_task(puzzle)
    found = boards_of(carried_out(Round(2, RoundKind.SWEEP, task, seed, solution, rebuild=True, width=4)), task)
    sides = [
        [each for each in solution if each.square.row < 2],
        [each for each in solution if each.square.row > 4],
        [each for each in solution if each.square.col < 2],
        [each for each in solution if each.square.col > 4],
    ]
    canonical = [set(map(puzzle.canonical, each)) for each in sides]
    assert all(any(side <= set(map(puzzle.canonical, board)) for side in canonical) for board in found)
    assert found


def test_tiles_that_leave_no_room_for_the_others_do_not_prove_anything() -> None:
    """A zero faces inwards, so there are too few for the frame; but the puzzle has boards."""
    puzzle, _ = boards.cut_up(3, 3, 3)
    corner = next(index for index, tile in enumerate(puzzle.tiles) if tile.sides.count(0) == 2)
    task = make_task(puzzle)
    events = carried_out(Round(0, RoundKind.FILL, task, 1, Solution((Placement(corner, Square(1, 1), 0),))))
    assert len(boards_of(events, task)) == 1
    assert ProvedBound(None) not in events


def test_a_quick_sweep_follows_the_first_board() -> None:
    """With hardly a search, so that a limit or an interrupt in the first long round finds a good board."""
    task = make_task(boards.hard())
    laid, *swept = scores(task, boards_of(carried_out(Round(0, RoundKind.FILL, task, 1, width=settings.QUICK)), task))
    assert 0.65 * task.puzzle.grid.diamonds < laid
    assert 0.9 * task.puzzle.grid.diamonds < swept[-1]


# ---- proofs ----


def proof(events: list[Event], task: Task) -> tuple[int | None, int | None]:
    """The number of mismatches that is proved last, and that of the best board."""
    *less, proved = [each.mismatches for each in events if isinstance(each, ProvedBound)]
    assert less == [*range(1, len(less) + 1)]
    found = scores(task, boards_of(events, task))
    return proved, task.puzzle.grid.diamonds - found[-1] if found else None


PROVED: dict[str, tuple[Puzzle, brute.Clues]] = {name: (puzzle, {}) for name, puzzle in boards.various().items()}
for _seed in range(3):
    PROVED[f"random 3x3 {_seed}"] = random_puzzle(_seed, 3, 3, 2 + _seed), {}
    PROVED[f"random 3x3 {_seed} signed"] = random_puzzle(_seed, 3, 3, 2 + _seed, signs=0.5 + 0.5 * (_seed % 2)), {}
    PROVED[f"random 3x3 {_seed} identical"] = with_twins(random_puzzle(_seed, 3, 3, 2 + _seed)), {}
    PROVED[f"random 2x3 {_seed} unframed"] = random_puzzle(_seed, 2, 3, 9, framed=False, signs=0.5 * (_seed % 2)), {}
    _puzzle = random_puzzle(_seed, 3, 3, 3)
    _corner = next(index for index, tile in enumerate(_puzzle.tiles) if tile.sides.count(0) == 2)
    _rot = next(rot for rot in range(4) if _puzzle.sides(Placement(_corner, Square(0, 0), rot))[::3] == (0, 0))
    PROVED[f"random 3x3 {_seed} with a clue"] = _puzzle, {(0, 0): (_corner, _rot)}
PROVED["no board"] = Puzzle(2, 2, (Tile((0, 0, 1, 1)), Tile((0, 0, 1, 2)), Tile((0, 0, 2, 2)), Tile((0, 1, 2, 2)))), {}
PROVED["no board, zeros opposite"] = Puzzle(2, 2, (*(Tile((0, 0, 1, 1)),) * 3, Tile((0, 1, 0, 1)))), {}


def sort_of(name: str) -> Hashable:
    """What the cases of a proof have in common that differ in size or seed only."""
    return boards.kind(name) if name in boards.various() else name.translate(dict.fromkeys(map(ord, "012")))


@thinned("name", list(PROVED), sort_of, every=2)
def test_the_best_board_is_proved_as_brute_force_says(name: str) -> None:
    puzzle, clues = PROVED[name]
    task = make_task(puzzle, as_clues(clues, puzzle))
    least = fewest(puzzle, clues)
    round_ = Round(1, RoundKind.PROVE, task, 1, conflicts=10**6)
    assert proof(carried_out(round_), task) == (least, least)
    assert proof(carried_out(replace(round_, least=least or 0)), task) == (least, least)


def test_what_is_proved_was_not_always_a_solution() -> None:
    least = [fewest(*PROVED[name]) for name in PROVED if name.startswith("random")]
    assert sum(each is not None and each > 1 for each in least) > len(least) / 2
    assert fewest(*PROVED["no board"]) is None


@pytest.mark.parametrize("name", [name for name in PROVED if name.startswith("random")])
def test_a_search_for_a_solution_finds_one_or_proves_a_mismatch(name: str) -> None:
    puzzle, clues = PROVED[name]
    task = make_task(puzzle, as_clues(clues, puzzle))
    events = carried_out(Round(1, RoundKind.SOLVE, task, 1, conflicts=10**6))
    if brute.solve(puzzle, clues=clues).raw:
        assert scores(task, boards_of(events, task)) == [puzzle.grid.diamonds]
        assert not any(isinstance(each, ProvedBound) for each in events)
    else:
        assert proof(events, task) == (1, None)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [RoundKind.SOLVE, RoundKind.PROVE])
def test_a_proof_that_is_cut_short_proves_nothing(kind: RoundKind) -> None:
    task = make_task(boards.hard())
    events = carried_out(Round(1, kind, task, 1, conflicts=10))
    assert not any(isinstance(each, (ImprovedBoard, ProvedBound)) for each in events)


# ---- interrupted ----


class Enough(Exception):  # noqa: N818  # nothing is wrong
    """Ends a round."""


@pytest.mark.parametrize("kind", [RoundKind.FILL, RoundKind.SWEEP, RoundKind.POLISH, RoundKind.SOLVE])
def test_a_round_ends_when_its_caller_does(kind: RoundKind) -> None:
    task = make_task(boards.hard())
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise Enough

    round_ = Round(1, kind, task, 1, width=10, windows=10**9, conflicts=10**9)
    with pytest.raises(Enough):
        list(
            round_events(
                replace(round_, start=filled(task) if kind is RoundKind.POLISH else Solution()), Deadline(on_tick=ask)
            )
        )
    assert asked == 3


def test_a_sweep_that_became_narrower_is_made_again_by_its_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the clock went; the words of the round name the widths."""
    task, clock = LARGE["framed"], count()
    monkeypatch.setattr(rounds, "monotonic", lambda: float(next(clock)))
    late = carried_out(Round(1, RoundKind.SWEEP, task, 5, width=400, seconds=12.0))
    widths = [event.widths for event in late if isinstance(event, ImprovedBoard)][-1]
    assert len(set(widths)) > 1
    replay = Replay.parse(str(Replay(1, widths)))
    assert replay == Replay(1, widths)
    again = carried_out(Round(1, RoundKind.SWEEP, task, 5, width=widths[0], widths=replay.widths))
    assert boards_of(again, task)[-1] == boards_of(late, task)[-1]


# ---- windows ----


def polished(layout: BoardLayout, board: Solution, seed: int, windows: int) -> list[Solution]:
    rng = np.random.default_rng(seed)
    return [layout.to_solution(each) for each in improve_windows(layout, layout.to_board(board), rng, windows, FOREVER)]


@given(strategies.planted_with_clues(), st.integers(0, 99))
def test_each_board_is_better_than_all_before_and_keeps_the_conditions(
    case: tuple[Puzzle, Solution, Solution], seed: int
) -> None:
    puzzle, solution, clues = case
    task = make_task(puzzle, clues)
    board = shuffled(task, solution, seed)
    for plus_on_even in (True, False) if puzzle.signed else (None,):
        layout = BoardLayout(puzzle, clues, puzzle.framed, plus_on_even)
        if not all(layout.fits[square, number] for square, number in layout.number_placements(board)):
            continue
        found = polished(layout, board, seed, 4)
        assert [kept_by(task, each) for each in found] == [[]] * len(found)
        scores = [check(puzzle, each).matched for each in [board, *found]]
        assert scores == sorted(set(scores))
        assert polished(layout, board, seed, 4) == found


@pytest.mark.parametrize("seed", range(3))
def test_a_board_with_a_few_tiles_exchanged_is_mended(seed: int) -> None:
    """A window that holds the mismatches holds the tiles as well."""
    puzzle, solution = boards.cut_up(6, 6, 8)
    board = shuffled(make_task(puzzle), solution, seed, 6)
    assert 0 < puzzle.grid.diamonds - check(puzzle, board).matched < 25
    assert check(puzzle, polished(BoardLayout(puzzle), board, seed, 100)[-1]).solved


def test_a_solution_is_left_alone() -> None:
    puzzle, solution = boards.cut_up(4, 4, 5)
    assert polished(BoardLayout(puzzle), solution, 1, 5) == []


def test_a_board_of_clues_only_is_left_alone() -> None:
    puzzle, solution = boards.cut_up(3, 3, 5)
    board = shuffled(make_task(puzzle), solution, 1)
    assert not check(puzzle, board).solved
    assert polished(BoardLayout(puzzle, board), board, 1, 20) == []


def test_the_caller_is_asked_before_each_window() -> None:
    puzzle, solution = boards.cut_up(4, 4, 5)
    layout = BoardLayout(puzzle)
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise LimitReached(Stopped(Limit.CALLER))

    board = layout.to_board(shuffled(make_task(puzzle), solution, 1))
    with pytest.raises(LimitReached):
        list(improve_windows(layout, board, np.random.default_rng(1), 10**9, Deadline(on_tick=ask)))
    assert asked == 3


# ---- windows that are proved ----

KINDS = ("2x2", "3x1", "1x2")


def ways(layout: BoardLayout, board: Ints, window: tuple[int, ...]) -> Iterator[Ints]:
    """All boards with the tiles of a window laid in another way, or in the same."""
    for tiles in permutations(layout.tile[board[list(window)]].tolist()):
        for placements in product(*(np.flatnonzero(layout.tile == tile).tolist() for tile in tiles)):
            if all(layout.fits[square, placement] for square, placement in zip(window, placements, strict=True)):
                other = board.copy()
                other[list(window)] = placements
                yield other


def mismatches(layout: BoardLayout, board: Ints) -> int:
    return int(layout.mismatched(board).sum())


@hypothesis(max_examples=2)
@given(st.sampled_from(["framed", "twins", "unframed", "signed", "clues", "shuffled frame"]), st.integers(0, 99))
def test_no_way_to_lay_the_tiles_of_a_proved_window_is_better(name: str, seed: int) -> None:
    layout = LAYOUTS[name]
    begin = build_first_board(layout, Solution(), np.random.default_rng(seed), FOREVER)
    assert begin is not None
    proof = WindowProof([layout], begin, KINDS, FOREVER)
    scores = [mismatches(layout, begin), *(mismatches(layout, better) for better in proof.run())]
    assert scores == sorted(set(scores), reverse=True)
    assert mismatches(layout, proof.board) == scores[-1]
    assert all(window.proved == window.number for window in proof.windows)
    for kind in KINDS:
        for window in list_windows(kind, layout, proof.board):
            assert min(mismatches(layout, other) for other in ways(layout, proof.board, window)) == scores[-1]


@pytest.mark.parametrize(("last", "mismatched"), [(None, 0), (Sign.PLUS, 1)])
def test_signs_that_all_lie_in_a_window_may_change_their_checkerboard(last: Sign | None, mismatched: int) -> None:
    """The lower two rows hold all signs: laid by the other checkerboard, they match, unless one lies above."""
    plus = Sign.PLUS
    sides = [(4, 5, 3, 2), (5, 3, 4, 4), (5, 5, 2, 6), (5, 2, 5, 5), (5, 5, 5, 2), (2, 6, 5, 5)]
    puzzle = Puzzle(2, 3, tuple(map(Tile, sides, (None, plus, None, plus, None, last))))
    lying = [(1, 2, 1), (0, 2, 1), (1, 0, 0), (1, 1, 1), (0, 1, 1), (0, 0, 0)]
    board = Solution(tuple(Placement(tile, Square(col, row), rot) for tile, (col, row, rot) in enumerate(lying)))
    assert len(check(puzzle, board).violations) == 1
    job = BestJob(make_task(puzzle), board, rounds=0, windows=("2x2",))
    result = BestSearch(job, executor=InThisProcess()).run()
    assert result.board is not None
    assert len(check(puzzle, result.board).violations) == mismatched
    assert [str(windows) for windows in result.windows] == ["no window of 2 x 2 improves it (2 proved)"]


@hypothesis(max_examples=3)
@given(st.integers(0, 10_000))
def test_a_proved_window_of_a_board_with_few_signs_has_no_better_way(seed: int) -> None:
    """All ways to lay the tiles of each window are judged by the checker."""
    rng = Random(seed)
    sides = [tuple(rng.choices((1, 2, 3), k=4)) for _ in range(6)]
    signs = rng.choices((None, Sign.PLUS, Sign.MINUS), (3, 1, 1), k=6)
    puzzle = Puzzle(2, 3, tuple(Tile(*each) for each in zip(sides, signs, strict=True)))  # type: ignore[arg-type]
    layouts = list_layouts(make_task(puzzle))
    random_ = np.random.default_rng(seed)
    firsts = [build_first_board(layout, Solution(), random_, FOREVER) for layout in layouts]
    begin = next((board for board in firsts if board is not None), None)
    assume(begin is not None)
    assert begin is not None
    proof = WindowProof(layouts, begin, ["2x2"], FOREVER)
    for _ in proof.run():
        pass
    best = proof.to_solution(proof.board)
    wrong = len(check(puzzle, best).violations)
    assert all(violation.condition is Condition.ADJOINING for violation in check(puzzle, best).violations)
    for top in range(2):
        inside = [lying for lying in best if top <= lying.square.row < top + 2]
        outside = [lying for lying in best if lying not in inside]
        for order in permutations(inside):
            for rots in product(range(4), repeat=4):
                placed = zip(inside, order, rots, strict=True)
                ways = [Placement(tile.tile, here.square, rot) for here, tile, rot in placed]
                violations = check(puzzle, Solution((*outside, *ways))).violations
                others = any(violation.condition is not Condition.ADJOINING for violation in violations)
                assert others or len(violations) >= wrong


def test_the_windows_of_a_kind() -> None:
    layout = LAYOUTS["wide"]
    board = build_first_board(layout, Solution(), np.random.default_rng(1), FOREVER)
    assert board is not None
    assert list_windows("3x2", layout, board)[:2] == [(0, 1, 2, 6, 7, 8), (1, 2, 3, 7, 8, 9)]
    assert [len(list_windows(kind, layout, board)) for kind in ("3x2", "6x3", "rows", "columns")] == [8, 1, 3, 6]
    assert list_windows("rows", layout, board)[1] == (6, 7, 8, 9, 10, 11)
    around = list_windows("around", layout, board)
    wrong = layout.adjacent_pairs[layout.mismatched(board)]
    assert len(around) == len(wrong) > 0
    assert all({int(pair[0]), int(pair[1])} <= set(window) for pair, window in zip(wrong, around, strict=True))


def test_a_clue_stays_where_it_lies() -> None:
    layout = LAYOUTS["clues"]
    board = build_first_board(layout, Solution(), np.random.default_rng(1), FOREVER)
    assert board is not None
    assert all(square not in layout.pinned for window in list_windows("3x3", layout, board) for square in window)


def test_a_limit_says_what_is_left_unproved() -> None:
    layout, looks = LAYOUTS["framed"], 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise LimitReached(Stopped(Limit.TIME, 1))

    board = build_first_board(layout, Solution(), np.random.default_rng(1), FOREVER)
    assert board is not None
    proof = WindowProof([layout], board, ["3x3"], Deadline(on_tick=check))
    with pytest.raises(LimitReached):
        list(proof.run())
    [windows] = proof.windows
    assert windows.number == 4
    assert windows.proved < 4
    assert str(windows) == f"{4 - windows.proved} of 4 windows of 3 x 3 left unproved"


def test_what_is_proved_in_words() -> None:
    assert str(Windows("4x4", 169, 169)) == "no window of 4 x 4 improves it (169 proved)"
    assert str(Windows("rows", 16, 16)) == "no row improves it (16 proved)"
    assert str(Windows("columns", 16, 5)) == "11 of 16 columns left unproved"
    assert str(Windows("around", 10, 10)) == "no window around a mismatch improves it (10 proved)"


def test_windows_that_are_none_are_refused() -> None:
    grid = Grid(6, 4)
    assert parse_windows("4x4, Rows,4x4", grid) == ("4x4", "rows")
    for text in ("", "4", "0x3", "4x4,diagonals"):
        with pytest.raises(OptionError, match="expected windows such as 4x4"):
            parse_windows(text, grid)
    with pytest.raises(OptionError, match="a window of 4 x 5 does not fit on 6 x 4 squares"):
        parse_windows("4x5", grid)
