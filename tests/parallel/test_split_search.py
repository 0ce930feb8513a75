"""A search that is split over processes gives what one process gives, whatever happens to its workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Any

import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.parallel import split
from edgeasp.parallel.processes import Ended, Executor, OnReport, OnTick, PoolExecutor, Work, ignore
from edgeasp.parallel.split import ATTEMPTS, CountReport, SplitSearch
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.cubes import Cube
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import EncodingError, OptionError, SolverError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.processes import memory_in_use
from tests.support import boards
from tests.support.counting import COMPILER
from tests.support.executing import Deadly, Dying, InThisProcess
from tests.support.lanes import represented, thinned
from tests.support.solving import as_assignment, searched
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("small_searches_are_split")

BOARDS = boards.various()
MANY = boards.planted(3, 4, 4, 3, framed=True)


def carried_out(
    task: Task,
    limit: int = 0,
    jobs: int = 1,
    *,
    limits: Limits = Limits(),
    counts: bool = False,
    executor: Executor | None = None,
    options: ClaspOptions = ClaspOptions(),
) -> tuple[list[Solution], Result]:
    """All that a split search finds, and its result."""
    here = executor or InThisProcess(jobs)
    search = SplitSearch(task, options, Deadline(limits), jobs, executor=here)
    found = [each.solution for each in search.run(Job(task, limit, options, limits, counts=counts))]
    result = search.result()
    assert search.frontier.done == pytest.approx(1) or not result.exhausted or result.reasons
    return found, result


def boards_of(puzzle: Puzzle, solutions: list[Solution]) -> Counter[Any]:
    return Counter(as_assignment(puzzle, solution) for solution in solutions)


@pytest.mark.sample(4)
@represented("jobs", [2, 1, 3])
@thinned("name", list(BOARDS), lambda name: boards.kind(name)[:2])  # whether it is a square matters to no process
def test_all_solutions_are_those_of_one_process(name: str, jobs: int) -> None:
    task = make_task(BOARDS[name])
    alone = searched(task)
    found, result = carried_out(task, jobs=jobs)
    assert boards_of(task.puzzle, found) == boards_of(task.puzzle, alone.solutions)
    assert (result.status, result.exhausted, result.found) == (alone.result.status, True, alone.result.found)
    assert result.counts == alone.result.counts
    nothing, counted = carried_out(task, jobs=jobs, counts=True)
    assert (nothing, counted.found, counted.counts) == ([], result.found, result.counts)


@pytest.mark.parametrize("symmetry", ["tile-rotations", "board-rotations", "identical-tiles"])
def test_whatever_symmetry_is_broken(symmetry: str) -> None:
    puzzle = BOARDS["half-turn symmetric twins"]
    task = make_task(puzzle, request=EncodingRequest(symmetry=(symmetry,)))
    assert boards_of(puzzle, carried_out(task, jobs=2)[0]) == boards_of(puzzle, searched(task).solutions)


def test_up_to_rotation() -> None:
    task = make_task(boards.GOLDEN, up_to_rotation=True)
    assert boards_of(boards.GOLDEN, carried_out(task, jobs=2)[0]) == boards_of(boards.GOLDEN, searched(task).solutions)


@pytest.mark.parametrize("counts", [False, True])
def test_a_small_search_is_not_split(counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "TRIAL", 300)
    task, executor = make_task(MANY), InThisProcess()
    found, result = carried_out(task, counts=counts, executor=executor)
    assert [work.argument.cube for work in executor.works] == [Cube()]
    assert (result.found, result.exhausted) == (len(searched(task).solutions), True)
    assert boards_of(MANY, found) == (Counter() if counts else boards_of(MANY, searched(task).solutions))


@pytest.mark.parametrize("counts", [False, True])
@pytest.mark.parametrize(("trial", "batch"), [(1, 100), (300, 3)])
def test_what_was_found_before_a_split_is_given_once(
    trial: int, batch: int, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "TRIAL", trial)
    monkeypatch.setattr(split, "BATCH", batch)
    task, executor = make_task(MANY), InThisProcess()
    found, result = carried_out(task, counts=counts, executor=executor)
    assert any(work.argument.splits for work in executor.works)
    assert (result.found, result.exhausted) == (len(searched(task).solutions), True)
    assert boards_of(MANY, found) == (Counter() if counts else boards_of(MANY, searched(task).solutions))


@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_a_search_that_is_scanned_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "TRIAL", 300)
    task = make_task(MANY)
    search = SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=InThisProcess())
    found = list(search.run(Job(task, 0, scan=True)))
    result = search.result()
    assert (len(found), result.engine, result.exhausted) == (24, "scan", True)
    assert result.scanned


def test_cubes_that_take_too_long_are_split_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "SHARE", 1)
    monkeypatch.setattr(split, "CUBES_PER_JOB", 1)
    task = make_task(MANY)
    executor = InThisProcess()
    found, result = carried_out(task, executor=executor)
    given_up = [work.argument for work in executor.works if work.argument.conflicts is not None]
    assert len(given_up) > 3
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted


class Hearing(InThisProcess):
    """Keeps what workers report, and reaches a limit after so many calls.

    Attributes:
        reports: as they came.
    """

    def __init__(self, calls: int | None = None) -> None:
        super().__init__()
        self.reports: list[Any] = []
        self._calls = calls

    def run(
        self, works: Iterable[Work | None], on_tick: OnTick, on_report: OnReport = ignore
    ) -> Generator[Ended, None, None]:
        def hear(work: Work, report: Any) -> None:
            self.reports.append(report)
            on_report(work, report)

        for number, ended in enumerate(super().run(works, on_tick, hear)):
            if number == self._calls:
                raise LimitReached(Stopped(Limit.TIME, 1.0))
            yield ended


@pytest.mark.parametrize("calls", [2, 4, 6, 9, 12])
def test_at_a_limit_nothing_that_was_found_is_lost(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in cubes that were given up, of which some parts are done by then."""
    monkeypatch.setattr(split, "SHARE", 3)
    monkeypatch.setattr(split, "CUBES_PER_JOB", 1)
    task, executor = make_task(MANY), Hearing(calls)
    found, result = carried_out(task, executor=executor)
    reported = [answer.solution for batch in executor.reports for answer in batch]
    assert boards_of(MANY, found).items() <= boards_of(MANY, searched(task).solutions).items()
    assert boards_of(MANY, found) == Counter({*boards_of(MANY, reported)})
    assert (len(found), result.exhausted, result.status) == (result.found, False, Status.SATISFIABLE)


@pytest.mark.parametrize(("limits", "scans"), [(Limits(conflicts=10**6), False), (Limits(seconds=1e6), True)])
def test_a_limit_on_conflicts_is_for_clasp(limits: Limits, scans: bool) -> None:
    """A scan has none."""
    task, executor = make_task(MANY), InThisProcess()
    search = SplitSearch(task, ClaspOptions(), Deadline(limits), 1, executor=executor)
    assert len([*search.run(Job(task, 0, limits=limits, scan=True))]) == 24
    assert {work.argument.job.scan for work in executor.works} == {scans}


@pytest.mark.parametrize("counts", [False, True])
def test_a_worker_says_now_and_then_what_it_has(counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "BATCH", 10**9)
    monkeypatch.setattr(split, "_PAUSE", 0.0)
    executor, task = Hearing(), make_task(MANY)
    search = SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=executor)
    given = list(search.run(Job(task, 0, counts=counts, scan=False)))
    assert (len(given), search.found) == (0 if counts else search.found, 24)
    numbers = [report.number if isinstance(report, CountReport) else len(report) for report in executor.reports]
    assert len(numbers) > len(executor.works)
    assert 0 < max(numbers) < search.found


@pytest.mark.parametrize("limit", [1, 2, 7])
@represented("jobs", [2, 1])
def test_as_many_solutions_as_asked_for(limit: int, jobs: int) -> None:
    task = make_task(MANY)
    every = boards_of(MANY, searched(task).solutions)
    assert len(every) > 7
    found, result = carried_out(task, limit, jobs)
    assert len(found) == result.found == limit
    assert boards_of(MANY, found).items() <= every.items()
    assert (result.answered, result.exhausted, result.stopped) == (True, False, None)


@pytest.mark.sample(2)
@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
@represented("jobs", [2, 1, 3])
@pytest.mark.parametrize("share", [1, split.SHARE])
def test_as_many_are_counted_as_asked_for(share: int, limit: int, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where cubes are given up in between; cubes together may have more."""
    monkeypatch.setattr(split, "SHARE", share)
    task = make_task(MANY)
    number = searched(task).result.found
    nothing, result = carried_out(task, limit, jobs, counts=True, limits=Limits(seconds=PATIENCE))
    assert (nothing, result.found, result.counts.boards) == ([], min(limit, number), min(limit, number))
    assert (result.answered, result.exhausted, result.stopped) == (True, limit > number, None)


@represented("jobs", [2, 1])
def test_a_cube_that_cannot_be_split_has_as_many_as_asked_for(jobs: int) -> None:
    """Tiles that are all alike leave nothing to split on, and have many answers without symmetry breaking."""
    task = make_task(Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), request=EncodingRequest(symmetry=()))
    result = carried_out(task, 100, jobs, counts=True, limits=Limits(seconds=PATIENCE))[1]
    assert (result.found, result.answered, result.stopped) == (100, True, None)


def test_a_puzzle_without_solutions() -> None:
    found, result = carried_out(make_task(boards.spoilt(1, boards.planted(1, 4, 4, 5, framed=True))), 1, 2)
    assert (found, result.status, result.exhausted) == ([], Status.UNSATISFIABLE, True)


def test_what_counting_refutes_is_not_searched() -> None:
    executor = InThisProcess()
    puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 3 + (Tile((1, 1, 1, 1)),))
    found, result = carried_out(make_task(puzzle), 1, 2, executor=executor)
    assert (found, result.status, executor.works) == ([], Status.UNSATISFIABLE, [])
    assert result.reasons


# ---- limits ----


@pytest.mark.long
@pytest.mark.parametrize("counts", [False, True])
def test_a_conflict_limit_leaves_the_question_open(counts: bool) -> None:
    found, result = carried_out(make_task(boards.hard()), 0, 2, limits=Limits(conflicts=30), counts=counts)
    assert (found, result.status, result.exhausted) == ([], Status.UNKNOWN, False)
    assert str(result.stopped) == "conflict limit of 30"
    assert result.statistics is not None
    assert result.statistics.conflicts is not None
    assert result.statistics.conflicts >= 30


def test_a_time_limit_leaves_the_question_open() -> None:
    _, result = carried_out(make_task(boards.hard()), 1, 2, limits=Limits(seconds=0.5), executor=PoolExecutor(2))
    assert (result.status, result.exhausted, str(result.stopped)) == (Status.UNKNOWN, False, "time limit of 0.5 s")


def test_a_memory_limit_is_divided_among_the_processes() -> None:
    """This process holds more than a hundredth of the limit, but less than all of it."""
    limit = 2 * (memory_in_use() or 0)
    jobs = 100
    task = make_task(boards.hard())
    _, result = carried_out(task, 1, jobs, limits=Limits(memory=limit), executor=PoolExecutor(2))
    assert (result.status, str(result.stopped)) == (Status.UNKNOWN, f"memory limit of {limit / 10**6:,.0f} MB")


class Limited(InThisProcess):
    """Its workers reach a limit that no job has."""

    def run(
        self, works: Iterable[Work | None], on_tick: OnTick, on_report: OnReport = ignore
    ) -> Generator[Ended, None, None]:
        for ended in super().run(works, on_tick, on_report):
            yield replace(ended, value=replace(ended.value, stopped=Stopped(Limit.TIME, 3.0)))


def test_the_limit_that_a_worker_has_reached_is_named() -> None:
    assert str(carried_out(make_task(MANY), executor=Limited())[1].stopped) == "time limit of 3 s"


@pytest.mark.long
def test_what_was_found_before_a_limit_is_given() -> None:
    """Also the solutions of a cube that is not complete."""
    puzzle = boards.planted(1, 5, 5, 4, framed=True)
    whole = boards_of(puzzle, searched(make_task(puzzle)).solutions)
    numbers = set()
    for conflicts in (50, 150):
        limits = Limits(conflicts=conflicts)
        found, result = carried_out(make_task(puzzle), limits=limits)
        numbers.add(len(found))
        assert result.exhausted == (result.stopped is None)
        assert boards_of(puzzle, found).items() <= whole.items()
        counted = carried_out(make_task(puzzle), limits=limits, counts=True)[1]
        assert len(found) == result.found == counted.found
    assert any(0 < number < len(whole) for number in numbers)


# ---- processes ----


@represented("jobs", [2, 1, 3])
def test_processes_find_the_same(jobs: int) -> None:
    task = make_task(MANY)
    found, result = carried_out(task, jobs=jobs, executor=PoolExecutor(jobs))
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted
    assert result.size is not None


@represented("deaths", [2, 1])
def test_a_killed_worker_takes_nothing_with_it(deaths: int) -> None:
    task = make_task(MANY)
    executor = Deadly(PoolExecutor(2), deaths)
    found, result = carried_out(task, jobs=2, executor=executor)
    assert executor.deaths == 0
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted


@pytest.mark.parametrize("times", [1, ATTEMPTS - 1])
def test_a_cube_is_searched_again_and_nothing_counts_twice(times: int) -> None:
    task = make_task(MANY)
    found, result = carried_out(task, executor=Dying(times, "cube"))
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted


def test_a_cube_that_kills_every_process_is_a_fault() -> None:
    with pytest.raises(SolverError, match="failed: its process was ended by SIGKILL"):
        carried_out(make_task(MANY), executor=Dying(ATTEMPTS, "cube"))


# ---- followed ----


def test_a_search_that_is_followed_takes_the_same_path_and_gives_boards_that_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split, "_PAUSE", 0.0)
    results = []
    for watched in (False, True):
        task = make_task(MANY)
        search = SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=InThisProcess(), watched=watched)
        list(search.run(Job(task, 0)))
        results.append((search.result().statistics, search.most_placed > 0, bool(search.candidate().placements)))
        assert check(task.puzzle, search.candidate()).violations == ()
    (alone, *nothing), (followed, *something) = results
    assert alone == followed
    assert (nothing, something[:1]) == ([False, False], [True])


# ---- what cannot be ----


def test_errors_of_a_worker_reach_the_caller() -> None:
    options = ClaspOptions(extra=("--restarts=nonsense",))
    with pytest.raises(OptionError, match="does not accept"):
        carried_out(make_task(MANY), options=options, jobs=2, executor=PoolExecutor(2))


def test_a_formulation_that_cannot_be_split() -> None:
    with pytest.raises(EncodingError, match="'halves' only"):
        carried_out(make_task(MANY, request=EncodingRequest(formulation="heule")))
