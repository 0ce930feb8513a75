"""Searches in threads and in coroutines: side by side, cancelled, and left."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import edgeasp
from tests.support import boards
from tests.support.waiting import PATIENCE

FRAME = boards.FRAME_3X3
GOLDEN = boards.GOLDEN
HARD = boards.hard()


def solved(puzzle: edgeasp.Puzzle) -> list[edgeasp.Solution]:
    return list(edgeasp.solve(puzzle))


def test_two_solves_in_two_threads_give_what_they_give_alone() -> None:
    puzzles = [FRAME, GOLDEN] * 4
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(solved, puzzles)) == [solved(FRAME), solved(GOLDEN)] * 4


def test_one_search_is_shared_by_threads() -> None:
    solutions = edgeasp.solve(FRAME)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda _: list(solutions), range(4)))
    assert sorted(map(hash, (each for part in parts for each in part))) == sorted(map(hash, solved(FRAME)))


def test_solves_in_coroutines() -> None:
    async def both() -> list[list[edgeasp.Solution]]:
        return await asyncio.gather(*(asyncio.to_thread(solved, puzzle) for puzzle in (FRAME, GOLDEN)))

    async def one_by_one() -> list[edgeasp.Solution]:
        return [solution async for solution in edgeasp.solve(FRAME)]

    assert asyncio.run(both()) == [solved(FRAME), solved(GOLDEN)]
    assert asyncio.run(one_by_one()) == solved(FRAME)


def test_a_search_is_cancelled_from_another_thread() -> None:
    """As soon as it searches, however long that would take."""
    begun = threading.Event()
    solutions = edgeasp.solve(HARD, on_tick=lambda _: begun.set())

    def cancel() -> None:
        assert begun.wait(PATIENCE)
        solutions.cancel()

    with ThreadPoolExecutor(1) as pool:
        cancelling = pool.submit(cancel)
        with pytest.raises(edgeasp.LimitError, match=r"^stopped by the caller$"):
            next(solutions)
        cancelling.result()
    assert next(solutions, None) is None
    assert repr(solutions) == "Solutions(0 found, ended)"


def test_a_coroutine_that_is_cancelled_stops_its_search() -> None:
    solutions = edgeasp.solve(HARD)

    async def give_up() -> None:
        await asyncio.wait_for(anext(solutions), 0.2)

    # `asyncio.run` ends only when the thread has, in which the search ran.
    with pytest.raises(TimeoutError):
        asyncio.run(give_up())
    assert str(solutions.result().stopped) == "caller"


def test_leaving_a_search_stops_it() -> None:
    with edgeasp.solve(boards.planted(1, 3, 3, 3)) as solutions:
        assert next(solutions)
        assert repr(solutions) == "Solutions(1 found, open)"
    assert list(solutions) == []


def test_an_exception_of_the_caller_ends_any_search() -> None:
    def interrupted(_: edgeasp.Progress) -> None:
        raise KeyboardInterrupt

    for call in (edgeasp.solve_all, edgeasp.count, edgeasp.explain):
        with pytest.raises(KeyboardInterrupt):
            call(HARD, on_tick=interrupted)


def test_a_search_whose_caller_answers_false_gives_what_is_known() -> None:
    stopped = edgeasp.Stopped(edgeasp.Limit.CALLER)
    explained = edgeasp.explain(HARD, on_tick=lambda _: False)
    hinted = edgeasp.hint(HARD, edgeasp.Solution(), on_tick=lambda _: False)
    for answer in (explained, hinted):
        assert (answer.found.stopped, answer.found.answered) == (stopped, False)
        assert answer.lines[-1].startswith("interrupted: ")
    assert edgeasp.solve_all(HARD, on_tick=lambda _: False).result.stopped == stopped
    assert edgeasp.explain(HARD, on_tick=lambda _: None, limits=edgeasp.Limits(conflicts=1)).found.stopped != stopped
