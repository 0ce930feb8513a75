"""The search for the best board: results, events, and unusual puzzles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.parallel.best import (
    BestInstruction,
    BestJob,
    BestResult,
    BestSearch,
    BestState,
    Replay,
    ShowBoard,
)
from edgeasp.parallel.processes import ATTEMPTS, Call, EndedCall, PoolExecutor
from edgeasp.parallel.split import StopCalls
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.counting import fewest_mismatches
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from edgeasp.search.best import settings
from edgeasp.search.best.rounds import ImprovedBoard, ProvedBound, Round, RoundKind, round_events
from edgeasp.search.solve import Session
from edgeasp.search.strategy import log_tiles_to_solve
from edgeasp.search.task import make_task, relax
from edgeasp.system.errors import CheckError, InputError, OptionError, SolverError
from edgeasp.system.limits import Limit, Limits, Stopped
from tests.support import boards, brute, strategies
from tests.support.best import fewest, kept_by, random_puzzle, shuffled, with_twins
from tests.support.boards import peculiar
from tests.support.executing import Deadly, Dying, InThisProcess
from tests.support.general import most_matches
from tests.support.lanes import represented, thinned
from tests.support.solving import as_clues, as_solution

# ---- results ----


def searched(job: BestJob, *, ahead: int = 1, backwards: bool = False) -> BestResult:
    """Search in this process, and check what every result has to be."""
    return looked_over(job, BestSearch(job, executor=InThisProcess(ahead, backwards=backwards)).run())


def looked_over(job: BestJob, result: BestResult) -> BestResult:
    task = job.task
    scores = [each.score for each in result.trajectory]
    assert scores == sorted(set(scores))
    assert (result.board is None) == (result.report is None) == (not scores)
    if result.board is not None:
        assert kept_by(task, result.board) == []
        assert result.report == check(task.puzzle, result.board, task.clues, task.conditions)
        assert scores[-1] == result.report.matched
        assert max([each.score or 0 for each in result.rounds], default=0) <= scores[-1]
    return result


def score(result: BestResult) -> int:
    assert result.report is not None
    return result.report.matched


# ---- proved best ----


def with_clue(puzzle: Puzzle, seed: int) -> brute.Clues:
    """A clue for a corner, such that the frame is kept."""
    lying = [
        (tile, rot)
        for tile in range(len(puzzle.tiles))
        for rot in range(4)
        if not puzzle.framed or puzzle.sides(Placement(tile, Square(0, 0), rot))[::3] == (0, 0)
    ]
    return {(0, 0): lying[seed % len(lying)]}


def cases() -> Iterator[tuple[str, Puzzle, brute.Clues]]:
    for seed, (cols, rows) in enumerate([(2, 2), (2, 3), (3, 2), (3, 3), (3, 3)]):
        for kind, puzzle in {
            "framed": random_puzzle(seed, cols, rows, 2 + seed % 3),
            "framed, signed": random_puzzle(seed, cols, rows, 3, signs=1.0),
            "framed, partly signed": random_puzzle(seed, cols, rows, 3, signs=0.4),
            "unframed": random_puzzle(seed, cols, rows, 8, framed=False),
            "unframed, signed": random_puzzle(seed, cols, rows, 4, framed=False, signs=1.0),
        }.items():
            # Plain search takes minutes for some larger boards without a frame.
            if cols * rows > 6 and kind.startswith("unframed") and (seed, kind) != (3, "unframed"):
                continue
            yield f"{cols}x{rows} {kind} {seed}", puzzle, {}
            if cols * rows > 6 and kind == "unframed":
                continue
            yield f"{cols}x{rows} {kind}, identical tiles {seed}", with_twins(puzzle), {}
            yield f"{cols}x{rows} {kind}, a clue {seed}", puzzle, with_clue(puzzle, seed)


CASES = {name: (puzzle, clues) for name, puzzle, clues in cases()}


@pytest.mark.sample(4)
@thinned("name", list(CASES), lambda name: "3x3" in name and name.rstrip("0123456789"), every=2)
def test_a_small_board_is_proved_best(name: str) -> None:
    puzzle, clues = CASES[name]
    job = BestJob(make_task(puzzle, as_clues(clues, puzzle)))
    result = searched(job)
    least = fewest(puzzle, clues)
    assert (result.proved, result.answered, result.stopped) == (True, True, None)
    assert (result.report and puzzle.grid.diamonds - result.report.matched) == least


@pytest.mark.long
def test_most_of_these_have_no_solution() -> None:
    least = [fewest(*case) for case in CASES.values()]
    assert sum(each is not None and each > 0 for each in least) > len(least) / 2


@pytest.mark.parametrize(
    "tiles",
    [
        [(0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 2, 2), (0, 1, 2, 2)],
        [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 1, 1), (0, 1, 0, 1)],
    ],
    ids=["too few zeros", "zeros on opposite sides"],
)
def test_a_puzzle_without_a_board(tiles: list[tuple[int, int, int, int]]) -> None:
    result = searched(BestJob(make_task(Puzzle(2, 2, tuple(map(Tile, tiles))))))
    assert (result.board, result.proved, result.answered, result.stopped) == (None, True, True, None)


def test_signs_that_no_checkerboard_has_room_for() -> None:
    tiles = (*(Tile((1, 1, 1, 1), Sign.PLUS),) * 3, Tile((1, 1, 1, 1), Sign.MINUS))
    result = searched(BestJob(make_task(Puzzle(2, 2, tiles))))
    assert (result.board, result.proved) == (None, True)


@represented("size, colours, seed", [(4, 3, 2), (4, 4, 1), (4, 5, 3), (5, 4, 1)])
def test_a_random_board_is_proved_best(size: int, colours: int, seed: int) -> None:
    """The encoding with soft conditions, which shares nothing with the search, has no board with a mismatch less."""
    task = make_task(random_puzzle(seed, size, size, colours))
    result = searched(BestJob(task))
    assert result.proved
    assert result.report is not None
    least = len(result.report.violations)
    assert 0 < least == task.puzzle.grid.diamonds - score(result)
    session = Session(relax(task, soft=[Condition.ADJOINING]))
    assert list(session.solve(bound=least - 1)) == []
    assert session.result().exhausted


# ---- boards to begin with ----


@given(strategies.planted_with_clues(), st.integers(0, 999), st.booleans(), st.data())
def test_a_start_is_never_made_worse(
    case: tuple[Puzzle, Solution, Solution], seed: int, complete: bool, data: st.DataObject
) -> None:
    puzzle, solution, clues = case
    task = make_task(puzzle, clues)
    start = shuffled(task, solution, seed)
    if not complete:
        start = Solution(tuple(data.draw(st.lists(st.sampled_from(start.placements), unique=True))))
    result = searched(BestJob(task, start, rounds=1, seed=seed))
    assert result.board is not None
    if len(start) == len(puzzle.tiles):
        assert score(result) >= check(puzzle, start).matched
        assert (result.trajectory[0].round, result.trajectory[0].score) == (None, check(puzzle, start).matched)


@pytest.mark.long
@represented("seed", range(3))
def test_a_larger_start_is_never_made_worse(seed: int) -> None:
    puzzle, solution = boards.cut_up(7, 6, 6)
    task = make_task(puzzle)
    start = shuffled(task, solution, seed, 8)
    result = searched(BestJob(task, start, rounds=1, seed=seed))
    assert score(result) >= check(puzzle, start).matched


def test_what_a_start_contradicts_is_said() -> None:
    puzzle, solution = boards.cut_up(3, 3, 4)
    corner, border = solution.placements[:2]
    clued = make_task(puzzle, Solution((corner,)))
    framed = r"breaks a condition: A1 has \d on its (top|left), the boundary is 0"
    for start, words in {
        Solution((replace(border, square=Square(0, 0)),)): framed,
        Solution((replace(corner, rot=(corner.rot + 1) % 4),)): framed,
        Solution((corner, replace(corner, square=Square(1, 1)))): "tile 0 is on 2 squares",
        Solution((replace(corner, tile=9),)): "is out of range",
        Solution((replace(corner, square=Square(1, 1)),)): "has tile 0 elsewhere, but a clue puts it on A1",
        Solution(
            (Placement(8, Square(0, 0), (solution.placements[8].rot + 2) % 4),)
        ): "has another placement on A1, where a clue puts tile 0",
    }.items():
        with pytest.raises(InputError, match=words):
            BestSearch(BestJob(clued, start))
    BestSearch(BestJob(clued, Solution((corner, border))))


def test_a_start_that_violates_the_signs_is_refused() -> None:
    puzzle = boards.planted(0, 3, 3, 4, signs=1.0)
    plus = [tile for tile in range(9) if puzzle.tiles[tile].sign is Sign.PLUS]
    start = Solution((Placement(plus[0], Square(0, 0), 0), Placement(plus[1], Square(1, 0), 0)))
    with pytest.raises(InputError, match="where the checkerboard of signs has the other"):
        BestSearch(BestJob(make_task(puzzle), start))


def test_a_solution_to_begin_with_ends_the_search() -> None:
    puzzle, solution = boards.cut_up(8, 8, 5)
    executor = InThisProcess()
    result = BestSearch(BestJob(make_task(puzzle), solution), executor=executor).run()
    assert (result.proved, result.answered, score(result)) == (True, True, puzzle.grid.diamonds)
    assert executor.works == []


# ---- rounds, goals and limits ----


LARGER = make_task(random_puzzle(1, 6, 7, 5))
"""Too large for a proof; a few rounds take some seconds."""


def found_by(job: BestJob, result: BestResult) -> tuple[Solution | None, list[tuple[int | None, int]]]:
    """What does not depend on the clock."""
    looked_over(job, result)
    return result.board, [(each.round, each.score) for each in result.trajectory]


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps and windows that take a moment only, and proofs of boards of 6 x 6 at most."""
    monkeypatch.setattr(settings, "PROVABLE", 36)
    monkeypatch.setattr(settings, "NARROW", 3)
    monkeypatch.setattr(settings, "WINDOWS", 10)
    monkeypatch.setattr(settings, "SOLVE_CONFLICTS", 100)


@pytest.mark.usefixtures("narrow")
def test_a_number_of_rounds_gives_the_same_board_each_time() -> None:
    job = BestJob(LARGER, rounds=1, seed=3)
    one, other = searched(job), searched(job)
    assert str(one.stopped) == "limit of 1 round"
    assert found_by(job, one) == found_by(job, other)
    assert [each.number for each in one.rounds] == [0, 1]
    assert searched(replace(job, seed=4)).board != one.board


@pytest.mark.long
@pytest.mark.usefixtures("narrow")
def test_some_rounds_do_not_learn_of_one_another() -> None:
    """Round 1 proves that there is no solution; whether it is heard of before round 3 begins depends on the machine."""
    job = BestJob(LARGER, rounds=3)
    one, several = InThisProcess(), InThisProcess(4, backwards=True)
    results = [looked_over(job, BestSearch(job, executor=each).run()) for each in (one, several)]
    assert [each.argument for each in one.works] == [each.argument for each in several.works]
    assert results[0].board == results[1].board


@pytest.mark.long
def test_rounds_in_processes_give_what_rounds_here_give() -> None:
    task = make_task(random_puzzle(2, 4, 4, 4))
    job = BestJob(task, rounds=1)
    here = searched(job)
    there = BestSearch(replace(job, jobs=2)).run()
    assert looked_over(job, there).board == here.board
    assert (there.proved, there.answered) == (here.proved, here.answered)


@pytest.mark.usefixtures("narrow")
def test_a_goal_that_is_reached_ends_the_search() -> None:
    diamonds = LARGER.puzzle.grid.diamonds
    result = searched(BestJob(LARGER, goal=diamonds // 2))
    assert score(result) >= diamonds // 2
    assert (result.answered, result.proved, result.stopped) == (True, False, None)
    # It is not exceeded by much, since each better board is heard of at once.
    assert len(result.rounds) <= 3


def test_a_goal_out_of_range_is_refused() -> None:
    for goal in (-1, LARGER.puzzle.grid.diamonds + 1):
        with pytest.raises(OptionError, match=f"expected a goal from 0 to {LARGER.puzzle.grid.diamonds} edges"):
            BestJob(LARGER, goal=goal)
    BestJob(LARGER, goal=LARGER.puzzle.grid.diamonds)


def test_no_rounds_leave_what_the_tiles_give_anyhow() -> None:
    result = searched(BestJob(LARGER, rounds=0))
    assert [each.kind for each in result.rounds] == ["fill"]
    assert (result.answered, str(result.stopped)) == (False, "limit of 0 rounds")


@represented("size, colours", [(8, 10), (12, 24)])
def test_a_planted_board_is_solved(size: int, colours: int) -> None:
    puzzle, _ = boards.cut_up(size, size, colours)
    result = searched(BestJob(make_task(puzzle)))
    assert (score(result), result.proved, result.answered) == (puzzle.grid.diamonds, True, True)


def test_each_better_board_is_handed_on_at_once() -> None:
    handed: list[tuple[Solution, Report]] = []
    job = BestJob(make_task(random_puzzle(1, 4, 4, 4)))

    def hand(board: Solution, report: Report) -> None:
        handed.append((board, report))
        assert (search.result().board, search.result().report) == (board, report)

    search = BestSearch(job, on_improved=hand, executor=InThisProcess())
    result = search.run()
    assert handed[-1] == (result.board, result.report)
    assert {report.matched for _, report in handed} == {each.score for each in result.trajectory}


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_a_search_that_is_cut_off_says_how_its_board_is_made_again(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    """At any moment: the round that it names gives the same board; none does where it would go on to a better one."""
    monkeypatch.setattr(settings, "NARROW", 100)
    monkeypatch.setattr(settings, "LAST_LEAST_SMALL", 100)
    monkeypatch.setattr(settings, "SOLVE_TILES", 1.0)
    job = BestJob(make_task(boards.cut_up(8, 8, 6)[0]), limits=Limits(seconds=seconds), seed=6)
    state, named = BestState(job), list[tuple[Replay | None, Solution | None]]()

    def note(orders: Iterable[BestInstruction]) -> None:
        list(orders)
        named.append((state.replay, state.board))

    first, second = state.begin_round(0.0), state.begin_round(0.0)
    assert first is not None
    assert second is not None
    laid, *swept = (event for event in round_events(first) if isinstance(event, ImprovedBoard))
    note(state.handle_report(first, laid, 1.0))
    assert named.pop() == (None, laid.board)
    for better in swept:
        note(state.handle_report(first, better, 1.0))
    for event in round_events(second):
        if isinstance(event, ImprovedBoard):
            note(state.handle_report(second, event, 1.0))
    note(state.end_round(ended(second, wall=1.0, cpu=1.0), 1.0))
    # A quick sweep, two endings of the next one, each better than all before, and its end.
    assert [len(replay.widths) if replay else 0 for replay, _ in named] == [12, 12, 21, 21 if seconds else 1]
    for replay, board in named:
        assert replay is not None
        assert Replay.parse(str(replay)) == replay
        again = replace(job, replay=replay, rounds=replay.number, limits=Limits())
        assert searched(again).board == board


@pytest.mark.parametrize("first", ["board", "proof"])
def test_a_proof_that_a_board_refutes_is_a_fault(first: str) -> None:
    """However they come, and nothing is said to be proved."""
    task = make_task(boards.cut_up(4, 4, 3)[0])
    state = BestState(BestJob(task))
    first_round = state.begin_round(0.0)
    assert first_round is not None
    board = next(event for event in round_events(first_round) if isinstance(event, ImprovedBoard))
    proof = ProvedBound(task.puzzle.grid.diamonds)
    reports: list[ImprovedBoard | ProvedBound] = [board, proof] if first == "board" else [proof, board]
    orders = [order for report in reports for order in state.handle_report(first_round, report, 1.0)]
    assert isinstance(orders[-1], StopCalls)
    assert "better than was proved to be possible; this is a fault in edgeasp" in str(orders[-1].error)
    assert state.over
    assert not state.proved


def test_a_limit_on_time_leaves_the_question_open() -> None:
    job = BestJob(LARGER, limits=Limits(seconds=0))
    result = looked_over(job, BestSearch(job, executor=PoolExecutor(1, fresh=True)).run())
    assert (result.proved, result.answered, str(result.stopped)) == (False, False, "time limit of 0 s")


def test_sweeps_are_as_wide_as_time_and_memory_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    def widths(pace: float | None, seconds: float | None, memory: int | None = None, jobs: int = 1) -> list[int | None]:
        state = BestState(BestJob(large, limits=Limits(seconds=seconds, memory=memory), jobs=jobs))
        state.seconds_per_board = pace
        return [state.choose_width(number, 0.0) for number in range(1, 5)]

    large, narrow = make_task(boards.cut_up(16, 16, 9)[0]), settings.NARROW
    assert widths(None, None) == [narrow, 2 * narrow, 4 * narrow, 8 * narrow]
    assert widths(None, None, jobs=2) == [narrow, narrow, 2 * narrow, 2 * narrow]
    assert widths(1e-5, 1000) == [narrow, 4 * narrow, 16 * narrow, 64 * narrow]
    # There is no time for another one after the fourth, so it takes what there is.
    most = int(settings.TIME_SHARE * 100_000) - settings.OVERHEAD
    assert widths(1e-3, 100) == [narrow, 4 * narrow, 16 * narrow, most]
    assert widths(1.0, 10)[0] is None  # the quick board is improved by windows
    room = (10**9 - settings.BASE_BYTES) // settings.BYTES
    assert max(each or 0 for each in widths(1e-9, 10**6, memory=10**9)) <= room
    assert widths(None, None, memory=10**6)[0] == settings.QUICK
    # Without a limit, many processes have 8 GB between them, or half of what the machine has.
    for machine, share in ((32 * 10**9, 8 * 10**9 // 30), (4 * 10**9, 2 * 10**9 // 30)):
        monkeypatch.setattr("edgeasp.parallel.processes.machine_memory", lambda bytes_=machine: bytes_)
        room = max(settings.QUICK, (share - settings.BASE_BYTES) // settings.BYTES)
        state = BestState(BestJob(large, limits=Limits(seconds=10**6), jobs=30))
        state.seconds_per_board = 1e-9
        assert state.choose_width(10**4, 0.0) == room


def test_sweeps_on_a_small_board_become_more_instead_of_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edgeasp.parallel.processes.machine_memory", lambda: 32 * 10**9)

    def widths(size: int, *, timed: bool) -> set[int]:
        limits, rounds = (Limits(seconds=10**6), None) if timed else (Limits(), 100)
        state = BestState(BestJob(make_task(boards.cut_up(size, size, 9)[0]), limits=limits, rounds=rounds))
        state.seconds_per_board = 1e-5
        return {state.next_round(number, 0.0).width for number in range(30, 60)}

    for timed in (False, True):
        assert widths(16, timed=timed) == {settings.WIDE}
        assert widths(10, timed=timed) == {settings.WIDE_SMALL >> less for less in range(settings.VARIED)}
        assert widths(14, timed=timed) == {4 * settings.WIDE_SMALL >> less for less in range(settings.VARIED)}
    small, large = (settings.LAST_LEAST_SMALL, settings.LAST_SHARE_SMALL), (settings.LAST_LEAST, settings.LAST_SHARE)
    for squares, (least, share) in ((100, small), (256, large)):
        assert settings.last_columns_width(least, squares) == settings.last_columns_width(least + 1, squares) == least
        assert settings.last_columns_width(10**6, squares) == int(10**6 * share)


def test_a_sweep_knows_its_time_unless_rounds_are_counted() -> None:
    job = BestJob(LARGER, limits=Limits(seconds=100))
    assert BestState(job).next_round(2, 20.0).seconds == pytest.approx(80 * settings.TIME_SHARE)
    assert BestState(replace(job, rounds=5)).next_round(2, 20.0).seconds is None


@pytest.mark.usefixtures("narrow")
def test_no_search_for_a_solution_where_counting_finds_that_there_is_none() -> None:
    """A colour that occurs an odd number of times: all boards have a mismatch, and rounds are for the best of these."""
    tiles = list(LARGER.puzzle.tiles)
    inner = next(index for index, tile in enumerate(tiles) if 0 not in tile.sides)
    tiles[inner] = Tile((9, *tiles[inner].sides[1:]))
    job = BestJob(make_task(replace(LARGER.puzzle, tiles=tuple(tiles))), rounds=1)
    result = searched(job)
    assert any("colour 9 occurs once" in each for each in result.contradictions)
    assert [each.kind for each in result.rounds] == ["fill", "sweep"]
    assert score(result) < job.task.puzzle.grid.diamonds


def test_a_board_with_one_mismatch_is_proved_best_where_counting_excludes_a_solution() -> None:
    puzzle, solution = boards.cut_up(8, 8, 6)
    inner = next(index for index, tile in enumerate(puzzle.tiles) if 0 not in tile.sides)
    tile = puzzle.tiles[inner]
    tiles = (*puzzle.tiles[:inner], Tile((99, *tile.sides[1:])), *puzzle.tiles[inner + 1 :])
    job = BestJob(make_task(replace(puzzle, tiles=tiles)), solution)
    executor = InThisProcess()
    result = BestSearch(job, executor=executor).run()
    assert (score(result), result.proved, executor.works) == (puzzle.grid.diamonds - 1, True, [])


def test_a_frame_that_lacks_a_side_is_refuted_at_once() -> None:
    """A solver would try all ways to put 35 tiles on 36 squares of the border."""
    puzzle = boards.hard()
    border = next(index for index, tile in enumerate(puzzle.tiles) if tile.sides.count(0) == 1)
    sides = puzzle.tiles[border].sides
    north, east, south, west = (colour or 1 for colour in sides)
    tiles = (*puzzle.tiles[:border], Tile((north, east, south, west)), *puzzle.tiles[border + 1 :])
    result = searched(BestJob(make_task(Puzzle(10, 10, tiles))))
    assert (result.board, result.proved, result.answered) == (None, True, True)
    assert "the boundary has 40 sides, but only 39 sides have the frame colour 0" in result.contradictions


def test_a_limit_on_memory_leaves_the_question_open() -> None:
    job = BestJob(LARGER, limits=Limits(memory=10**6))
    result = looked_over(job, BestSearch(job, executor=PoolExecutor(1, fresh=True)).run())
    assert (result.proved, result.answered, str(result.stopped)) == (False, False, "memory limit of 1 MB")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_tile_that_may_lie_in_some_ways_only_lies_in_one_of_them(seed: int) -> None:
    """It shows the same in others, and sweeps turn the board by a seed."""
    ways = {0: (0, 6, 7), 1: (6,)}
    sides = [(1, 0, 0, 1), (3, 1, 0, 3), (0, 1, 1, 0), (3, 2, 0, 0), (1, 0, 3, 2), (2, 0, 0, 3)]
    tiles = tuple(Tile(each, only=ways.get(index)) for index, each in enumerate(sides))
    result = searched(BestJob(make_task(Puzzle(3, 2, tiles, flipping=True)), rounds=0, seed=seed))
    assert result.board is not None
    assert all(lying.rot in ways.get(lying.tile, range(8)) for lying in result.board)


def test_windows_polish_a_board_after_the_rounds() -> None:
    puzzle, solution = boards.cut_up(6, 7, 5)
    task = make_task(puzzle)
    start = shuffled(task, solution, 1, 8)
    for windows in ((), ("3x3",)):
        result = searched(BestJob(task, start, rounds=0, windows=windows))
        assert result.polished == (score(result) > check(puzzle, start).matched) == bool(windows)


def test_an_interrupt_leaves_all_windows_unproved() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    search = BestSearch(BestJob(LARGER, windows=("3x3", "rows")), on_improved=interrupt, executor=InThisProcess())
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert [str(windows) for windows in search.result().windows] == [
        "20 of 20 windows of 3 x 3 left unproved",
        "7 of 7 rows left unproved",
    ]


@pytest.mark.usefixtures("narrow")
def test_rounds_whose_processes_die_give_the_same_board() -> None:
    """Also the last one, where no other is to begin."""
    job = BestJob(LARGER, rounds=1)
    dying = looked_over(job, BestSearch(job, executor=Dying(ATTEMPTS - 1, "number", ahead=3)).run())
    assert (dying.board, str(dying.stopped)) == (searched(job).board, "limit of 1 round")
    assert [record.number for record in dying.rounds] == [0, 1]


@pytest.mark.usefixtures("narrow")
def test_a_round_that_kills_every_process_ends_the_search_which_keeps_its_board() -> None:
    search = BestSearch(BestJob(LARGER, rounds=2), executor=Dying(ATTEMPTS, "number"))
    with pytest.raises(SolverError, match="a round of the search failed: its process was ended by SIGKILL"):
        search.run()
    assert search.result().board is not None


def test_a_killed_process_takes_nothing_with_it() -> None:
    job = BestJob(make_task(boards.cut_up(10, 10, 8)[0]), rounds=1, jobs=2)
    executor = Deadly(PoolExecutor(2, fresh=True), 1)
    result = looked_over(job, BestSearch(job, executor=executor).run())
    assert executor.deaths == 0
    assert [record.number for record in result.rounds] == [0, 1]
    assert result.board == searched(replace(job, jobs=1)).board


# ---- partners, and tiles that may not be turned ----


def test_counting_never_says_too_much() -> None:
    for seed in range(20):
        puzzle = peculiar(f"bound {seed}", 9, signed=False)
        for assignment in list(brute.solve(puzzle).assignments)[:2]:
            clues = Solution(as_solution(puzzle, assignment).placements[: seed % 4])
            assert fewest_mismatches(puzzle, clues) == 0


@thinned("seed", range(12), every=4)
def test_the_best_board_is_proved(seed: int) -> None:
    puzzle = peculiar(f"best {seed}", 4, framed=seed % 3 == 0, signed=False)
    most = most_matches(puzzle)
    result = searched(BestJob(make_task(puzzle)))
    assert (score(result) if result.board else None) == most
    assert most is None or fewest_mismatches(puzzle) <= puzzle.grid.diamonds - most


@pytest.mark.parametrize("seed", range(2))
def test_a_solution_is_found(seed: int) -> None:
    larger = (peculiar(f"{seed} {number}", 9, signed=False) for number in range(99))
    puzzle = next(each for each in larger if len(each.tiles) == 9 and brute.solvable(each))
    assert score(searched(BestJob(make_task(puzzle)))) == puzzle.grid.diamonds


# ---- event sequences ----

PUZZLE, SOLUTION = boards.cut_up(6, 6, 5)
TASK = make_task(PUZZLE)
MOST = PUZZLE.grid.diamonds


def matched(board: Solution) -> int:
    return check(PUZZLE, board).matched


BOARDS = sorted((shuffled(TASK, SOLUTION, seed, 4 + seed) for seed in range(8)), key=matched)
"""Complete boards without a frame that breaks, the worst first."""


def test_these_boards_are_no_solutions() -> None:
    assert matched(BOARDS[0]) < matched(BOARDS[-2]) < MOST > matched(BOARDS[-1])


def ended(round_: Round, **how: Any) -> EndedCall:
    """The end of a round."""
    return EndedCall(Call("run_round", round_), **how)


class Story:
    """A search that is told what happens, checked after each; a second passes between two."""

    def __init__(self, job: BestJob) -> None:
        self.state = BestState(job)
        self.seconds = 0.0

    def tell(self, *all_told: tuple[Round, ImprovedBoard | ProvedBound] | EndedCall | Stopped) -> list[BestInstruction]:
        orders: list[BestInstruction] = []
        for told in all_told:
            self.seconds += 1
            match told:
                case EndedCall():
                    following = self.state.end_round(told, self.seconds)
                case Stopped():
                    following = self.state.stop(told, self.seconds)
                case round_, report:
                    following = self.state.handle_report(round_, report, self.seconds)
            orders += self.follow(following)
        return orders

    def follow(self, following: Iterable[BestInstruction]) -> list[BestInstruction]:
        orders = []
        for order in following:
            orders.append(order)
            if isinstance(order, ShowBoard):
                assert (self.state.board, self.state.report) == (order.board, order.report)
        self.state.validate()
        return orders

    def ask(self) -> Round | None:
        self.seconds += 1
        round_ = self.state.begin_round(self.seconds)
        self.state.validate()
        return round_

    def begin(self) -> Round:
        round_ = self.ask()
        assert round_ is not None
        return round_


def shown(orders: list[BestInstruction]) -> list[Solution]:
    return [order.board for order in orders if isinstance(order, ShowBoard)]


def test_better_boards_are_shown_and_others_are_not() -> None:
    story = Story(BestJob(TASK))
    first = story.begin()
    assert (first.number, first.kind) == (0, RoundKind.FILL)
    low, high = BOARDS[0], BOARDS[-1]
    assert matched(low) < matched(high)
    orders = story.tell((first, ImprovedBoard(low)), (first, ImprovedBoard(high)), (first, ImprovedBoard(low)))
    assert shown(orders) == [low, high]
    assert [(each.round, each.score) for each in story.state.trajectory] == [(0, matched(low)), (0, matched(high))]
    story.tell(ended(first, wall=2.0, cpu=1.0))
    assert story.state.records[0].score == matched(high)
    assert story.state.seconds_per_board == 2.0 / (settings.QUICK + settings.OVERHEAD)
    assert story.begin().number == 1


def test_a_board_that_matches_everywhere_ends_the_search() -> None:
    story = Story(BestJob(TASK))
    first = story.begin()
    assert story.tell((first, ImprovedBoard(SOLUTION)))[1:] == [StopCalls()]
    assert (story.state.proved, story.state.answered, story.state.stopped) == (True, True, None)
    assert (story.ask(), story.tell(ended(first))) == (None, [])


def test_a_goal_or_a_proof_ends_the_search() -> None:
    board = BOARDS[-1]
    story = Story(BestJob(TASK, goal=matched(board)))
    assert story.tell((story.begin(), ImprovedBoard(board)))[1:] == [StopCalls()]
    assert (story.state.proved, story.state.answered) == (False, True)
    story = Story(BestJob(TASK))
    round_ = story.begin()
    assert story.tell((round_, ImprovedBoard(board)), (round_, ProvedBound(MOST - matched(board) - 1)))[1:] == []
    assert story.tell((round_, ProvedBound(MOST - matched(board)))) == [StopCalls()]
    assert (story.state.proved, story.state.answered) == (True, True)


def test_a_proof_goes_on_where_the_one_before_it_was_cut_short() -> None:
    """With a number of rounds it begins anew, as what others have proved by then depends on the machine."""
    for rounds, least in ((None, 2), (9, 0)):
        story = Story(BestJob(TASK, rounds=rounds))
        first, proof = story.begin(), story.begin()
        assert (proof.kind, proof.least) == (RoundKind.PROVE, 0)
        story.tell(ended(first), (proof, ProvedBound(2)), ended(proof))
        story.begin()
        again = story.begin()
        assert (again.kind, again.least, again.conflicts > proof.conflicts) == (RoundKind.PROVE, least, True)


def test_a_start_that_is_complete_is_the_first_board() -> None:
    story = Story(BestJob(TASK, BOARDS[0]))
    assert shown(story.follow(story.state.start(1.0))) == [BOARDS[0]]
    assert story.state.trajectory[0].round is None
    assert (story.begin().number, story.state.over) == (1, False)


def test_of_equally_good_boards_that_of_the_earliest_round_is_kept() -> None:
    several = [shuffled(TASK, SOLUTION, seed) for seed in range(40)]
    one, other = next(pair for pair in combinations(several, 2) if matched(pair[0]) == matched(pair[1]))
    story = Story(BestJob(TASK))
    first, second = story.begin(), story.begin()
    assert shown(story.tell((second, ImprovedBoard(one)), (second, ImprovedBoard(other)))) == [one]
    assert shown(story.tell((first, ImprovedBoard(other)), (second, ImprovedBoard(one)))) == [other]
    assert len(story.state.trajectory) == 1


def test_a_number_of_rounds_is_a_limit() -> None:
    story = Story(BestJob(TASK, rounds=1))
    rounds = [story.begin(), story.begin()]
    assert story.ask() is None
    story.tell(ended(rounds[1]))
    assert (story.ask(), story.state.over, story.state.records) == (None, False, [])
    story.tell(ended(rounds[0]))
    assert story.ask() is None
    assert (story.state.over, str(story.state.stopped)) == (True, "limit of 1 round")
    assert [each.number for each in story.state.records] == [0, 1]


def test_boards_that_wait_for_an_earlier_round_are_taken_before_a_limit_ends_the_search() -> None:
    story = Story(BestJob(TASK, rounds=3))
    _, second, third = story.begin(), story.begin(), story.begin()
    assert story.tell((third, ImprovedBoard(BOARDS[-1])), (second, ImprovedBoard(BOARDS[0]))) == []
    assert shown(story.tell(Stopped(Limit.TIME, 5.0))) == [BOARDS[0], BOARDS[-1]]
    assert str(story.state.stopped) == "time limit of 5 s"


def test_a_solution_is_searched_for_where_such_a_search_is_expected_to_end() -> None:
    """How many tiles fit decides, not the size of the board; where there are signs, nothing is expected."""

    def searched_for(puzzle: Puzzle) -> bool:
        state = BestState(BestJob(make_task(puzzle), limits=Limits(seconds=60)))
        return any(state.next_round(number, 1.0).kind is RoundKind.SOLVE for number in range(1, 9))

    many, few = boards.cut_up(12, 12, 24)[0], boards.cut_up(10, 10, 8)[0]
    assert (searched_for(many), searched_for(few)) == (True, False)
    for size, puzzle in ((10, few), (11, boards.cut_up(11, 11, 8)[0])):
        signs = [(Sign.PLUS, Sign.MINUS)[number % 2] for number in range(size * size)]
        signed = Puzzle(
            size, size, tuple(Tile(tile.sides, sign) for tile, sign in zip(puzzle.tiles, signs, strict=True))
        )
        assert log_tiles_to_solve(make_task(signed)) is None
        assert searched_for(signed) == (size * size <= settings.SOLVABLE)


def test_rounds_that_fail() -> None:
    def end(**how: str) -> tuple[list[BestInstruction], BestState]:
        story = Story(BestJob(TASK, limits=Limits(memory=10**6)))
        return story.tell(ended(story.begin(), **how)), story.state

    orders, state = end(failure="it was killed", killed="memory")
    assert (orders, state.over, str(state.stopped)) == ([StopCalls()], True, "memory limit of 1 MB")
    orders, state = end(failure="it took too long", killed="timeout")
    assert (orders, state.over) == ([], False)
    [stop], state = end(failure="it broke")
    assert isinstance(stop, StopCalls)
    assert isinstance(stop.error, SolverError)
    assert state.over


def test_boards_that_a_round_reports_again_are_not_shown_again() -> None:
    """A round whose process dies is run again, from the start."""
    story = Story(BestJob(TASK, rounds=1))
    round_ = story.begin()
    low, high = BOARDS[0], BOARDS[-1]
    assert shown(story.tell((round_, ImprovedBoard(low)))) == [low]
    assert shown(story.tell((round_, ImprovedBoard(low)), (round_, ImprovedBoard(high)), ended(round_))) == [high]
    assert [record.number for record in story.state.records] == [0]
    [stop] = story.tell(ended(story.begin(), failure="it was killed", status=-9))
    assert isinstance(stop, StopCalls)
    assert str(stop.error) == "a round of the search failed: it was killed"
    assert story.state.board == high


def test_what_is_no_board_is_a_fault() -> None:
    story = Story(BestJob(TASK))
    [stop] = story.tell((story.begin(), ImprovedBoard(Solution(SOLUTION.placements[1:]))))
    assert isinstance(stop, StopCalls)
    assert isinstance(stop.error, CheckError)
    assert story.state.board is None


Reports = list[list[int]]
"""The boards that each round reports, by their numbers."""


def finished(reports: Reports, jobs: int, chance: random.Random, goal: int) -> BestState:
    """A search with a number of rounds, of which so many are under way at a time, and report in any order."""
    story = Story(BestJob(TASK, rounds=len(reports) - 1, goal=goal, jobs=jobs))
    left = {number: list(numbers) for number, numbers in enumerate(reports)}
    under_way: list[Round] = []
    while not story.state.over:
        if len(under_way) < jobs and (begun := story.ask()):
            under_way.append(begun)
        if not under_way:
            continue
        round_ = chance.choice(under_way)
        if left[round_.number]:
            story.tell((round_, ImprovedBoard(BOARDS[left[round_.number].pop(0)])))
        else:
            under_way.remove(round_)
            story.tell(ended(round_))
    return story.state


@given(
    st.lists(st.lists(st.integers(0, len(BOARDS) - 1), max_size=4), min_size=1, max_size=6),
    st.integers(2, 4),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_a_number_of_rounds_gives_the_same_board_in_whatever_order_they_report(
    reports: Reports, jobs: int, chance: random.Random, has_goal: bool
) -> None:
    goal = matched(BOARDS[-2]) if has_goal else MOST
    one, several = finished(reports, 1, chance, goal), finished(reports, jobs, chance, goal)
    assert one.board == several.board
    trajectories = [[replace(each, seconds=0.0) for each in state.trajectory] for state in (one, several)]
    assert trajectories[0] == trajectories[1]
    assert one.stopped == several.stopped
