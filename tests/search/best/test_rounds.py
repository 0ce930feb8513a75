"""Rounds: whatever they do, they give boards that keep the frame, the signs and the clues, and the same each time."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from itertools import count, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.encoding.render import EncodingRequest
from edgeasp.parallel.best import Replay
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.search.best import rounds, settings
from edgeasp.search.best.rounds import Event, Improved, Proved, Round, RoundKind, RoundProgress, carry_out
from edgeasp.search.task import Task, make_task
from tests.support import boards, brute, strategies
from tests.support.best import fewest, kept_by, random_puzzle, shuffled, with_twins
from tests.support.lanes import represented, thinned
from tests.support.solving import as_clues


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
    return list(carry_out(round_))


def boards_of(events: list[Event], task: Task) -> list[Solution]:
    """The boards of a round, each of which keeps the conditions."""
    found = [each.board for each in events if isinstance(each, Improved)]
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
    assert Proved(None) not in events


def test_a_quick_sweep_follows_the_first_board() -> None:
    """With hardly a search, so that a limit or an interrupt in the first long round finds a good board."""
    task = make_task(boards.hard())
    laid, *swept = scores(task, boards_of(carried_out(Round(0, RoundKind.FILL, task, 1, width=settings.QUICK)), task))
    assert 0.65 * task.puzzle.grid.diamonds < laid
    assert 0.9 * task.puzzle.grid.diamonds < swept[-1]


# ---- proofs ----


def proof(events: list[Event], task: Task) -> tuple[int | None, int | None]:
    """The number of mismatches that is proved last, and that of the best board."""
    *less, proved = [each.mismatches for each in events if isinstance(each, Proved)]
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
        assert not any(isinstance(each, Proved) for each in events)
    else:
        assert proof(events, task) == (1, None)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [RoundKind.SOLVE, RoundKind.PROVE])
def test_a_proof_that_is_cut_short_proves_nothing(kind: RoundKind) -> None:
    task = make_task(boards.hard())
    events = carried_out(Round(1, kind, task, 1, conflicts=10))
    assert not any(isinstance(each, (Improved, Proved)) for each in events)


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
        list(carry_out(replace(round_, start=filled(task) if kind is RoundKind.POLISH else Solution()), ask))
    assert asked == 3


def test_a_sweep_that_became_narrower_is_made_again_by_its_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the clock went; the words of the round name the widths."""
    task, clock = LARGE["framed"], count()
    monkeypatch.setattr(rounds, "monotonic", lambda: float(next(clock)))
    late = carried_out(Round(1, RoundKind.SWEEP, task, 5, width=400, seconds=12.0))
    widths = [event.widths for event in late if isinstance(event, Improved)][-1]
    assert len(set(widths)) > 1
    replay = Replay.parse(str(Replay(1, widths)))
    assert replay == Replay(1, widths)
    again = carried_out(Round(1, RoundKind.SWEEP, task, 5, width=widths[0], widths=replay.widths))
    assert boards_of(again, task)[-1] == boards_of(late, task)[-1]
