"""Searches that are split over processes: solutions and event sequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.render import EncodingRequest
from edgeasp.parallel import split
from edgeasp.parallel.processes import (
    ATTEMPTS,
    Call,
    EndedCall,
    Executor,
    OnReport,
    OnTick,
    PoolExecutor,
    ignore_report,
)
from edgeasp.parallel.split import (
    CountReport,
    CountSolutions,
    CubeJob,
    CubeOutcome,
    Instruction,
    OpenCube,
    OpenCubes,
    RecordCube,
    RecordEarly,
    SplitPlan,
    SplitSearch,
    SplitState,
    StopCalls,
    YieldSolutions,
)
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution, Tile
from edgeasp.search.cubes import Cube, Split
from edgeasp.search.task import Job, Result, Task, make_task
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Statistics, Status
from edgeasp.system.errors import EncodingError, OptionError, SolverError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped
from edgeasp.system.processes import memory_in_use
from tests.support import boards
from tests.support.answers import answered, require_same
from tests.support.counting import COMPILER
from tests.support.executing import Deadly, Dying, InThisProcess
from tests.support.lanes import represented, thinned
from tests.support.solving import as_assignment, searched
from tests.support.waiting import PATIENCE

# ---- solutions ----

SPLIT_AT_ONCE = pytest.mark.usefixtures("small_searches_are_split")

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
    assert search.open_cubes.done == pytest.approx(1) or not result.exhausted or result.reasons
    return found, result


def boards_of(puzzle: Puzzle, solutions: list[Solution]) -> Counter[Any]:
    return Counter(as_assignment(puzzle, solution) for solution in solutions)


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
@pytest.mark.parametrize("symmetry", ["tile-rotations", "board-rotations", "identical-tiles"])
def test_whatever_symmetry_is_broken(symmetry: str) -> None:
    puzzle = BOARDS["half-turn symmetric twins"]
    task = make_task(puzzle, request=EncodingRequest(symmetry=(symmetry,)))
    assert boards_of(puzzle, carried_out(task, jobs=2)[0]) == boards_of(puzzle, searched(task).solutions)


@SPLIT_AT_ONCE
def test_up_to_rotation() -> None:
    task = make_task(boards.GOLDEN, up_to_rotation=True)
    assert boards_of(boards.GOLDEN, carried_out(task, jobs=2)[0]) == boards_of(boards.GOLDEN, searched(task).solutions)


@SPLIT_AT_ONCE
@pytest.mark.parametrize("counts", [False, True])
def test_a_small_search_is_not_split(counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "TRIAL", 300)
    task, executor = make_task(MANY), InThisProcess()
    found, result = carried_out(task, counts=counts, executor=executor)
    assert [work.argument.cube for work in executor.works] == [Cube()]
    assert (result.found, result.exhausted) == (len(searched(task).solutions), True)
    assert boards_of(MANY, found) == (Counter() if counts else boards_of(MANY, searched(task).solutions))


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
@pytest.mark.skipif(not COMPILER, reason="there is no C compiler")
def test_a_search_that_is_scanned_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "TRIAL", 300)
    task = make_task(MANY)
    search = SplitSearch(task, ClaspOptions(), Deadline(), 1, executor=InThisProcess())
    found = list(search.run(Job(task, 0, scan=True)))
    result = search.result()
    assert (len(found), result.engine, result.exhausted) == (24, "scan", True)
    assert result.scanned


@SPLIT_AT_ONCE
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
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        def hear(work: Call, report: Any) -> None:
            self.reports.append(report)
            on_report(work, report)

        for number, ended in enumerate(super().run(works, on_tick, hear)):
            if number == self._calls:
                raise LimitReached(Stopped(Limit.TIME, 1.0))
            yield ended


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
@pytest.mark.parametrize(("limits", "scans"), [(Limits(conflicts=10**6), False), (Limits(seconds=1e6), True)])
def test_a_limit_on_conflicts_is_for_clasp(limits: Limits, scans: bool) -> None:
    """A scan has none."""
    task, executor = make_task(MANY), InThisProcess()
    search = SplitSearch(task, ClaspOptions(), Deadline(limits), 1, executor=executor)
    assert len([*search.run(Job(task, 0, limits=limits, scan=True))]) == 24
    assert {work.argument.job.scan for work in executor.works} == {scans}


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
@represented("jobs", [2, 1])
def test_a_cube_that_cannot_be_split_has_as_many_as_asked_for(jobs: int) -> None:
    """Tiles that are all alike leave nothing to split on, and have many answers without symmetry breaking."""
    task = make_task(Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4), request=EncodingRequest(symmetry=()))
    result = carried_out(task, 100, jobs, counts=True, limits=Limits(seconds=PATIENCE))[1]
    assert (result.found, result.answered, result.stopped) == (100, True, None)


@SPLIT_AT_ONCE
def test_a_puzzle_without_solutions() -> None:
    found, result = carried_out(make_task(boards.spoilt(1, boards.planted(1, 4, 4, 5, framed=True))), 1, 2)
    assert (found, result.status, result.exhausted) == ([], Status.UNSATISFIABLE, True)


@SPLIT_AT_ONCE
def test_what_counting_refutes_is_not_searched() -> None:
    executor = InThisProcess()
    puzzle = Puzzle(2, 2, (Tile((0, 0, 1, 1)),) * 3 + (Tile((1, 1, 1, 1)),))
    found, result = carried_out(make_task(puzzle), 1, 2, executor=executor)
    assert (found, result.status, executor.works) == ([], Status.UNSATISFIABLE, [])
    assert result.reasons


# ---- limits ----


@SPLIT_AT_ONCE
@pytest.mark.long
@pytest.mark.parametrize("counts", [False, True])
def test_a_conflict_limit_leaves_the_question_open(counts: bool) -> None:
    found, result = carried_out(make_task(boards.hard()), 0, 2, limits=Limits(conflicts=30), counts=counts)
    assert (found, result.status, result.exhausted) == ([], Status.UNKNOWN, False)
    assert str(result.stopped) == "conflict limit of 30"
    assert result.statistics is not None
    assert result.statistics.conflicts is not None
    assert result.statistics.conflicts >= 30


@SPLIT_AT_ONCE
def test_a_time_limit_leaves_the_question_open() -> None:
    _, result = carried_out(make_task(boards.hard()), 1, 2, limits=Limits(seconds=0.5), executor=PoolExecutor(2))
    assert (result.status, result.exhausted, str(result.stopped)) == (Status.UNKNOWN, False, "time limit of 0.5 s")


@SPLIT_AT_ONCE
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
        self, works: Iterable[Call | None], on_tick: OnTick, on_report: OnReport = ignore_report
    ) -> Generator[EndedCall, None, None]:
        for ended in super().run(works, on_tick, on_report):
            yield replace(ended, value=replace(ended.value, stopped=Stopped(Limit.TIME, 3.0)))


@SPLIT_AT_ONCE
def test_the_limit_that_a_worker_has_reached_is_named() -> None:
    assert str(carried_out(make_task(MANY), executor=Limited())[1].stopped) == "time limit of 3 s"


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
@represented("jobs", [2, 1, 3])
def test_processes_find_the_same(jobs: int) -> None:
    task = make_task(MANY)
    found, result = carried_out(task, jobs=jobs, executor=PoolExecutor(jobs))
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted
    assert result.size is not None


@SPLIT_AT_ONCE
@represented("deaths", [2, 1])
def test_a_killed_worker_takes_nothing_with_it(deaths: int) -> None:
    task = make_task(MANY)
    executor = Deadly(PoolExecutor(2), deaths)
    found, result = carried_out(task, jobs=2, executor=executor)
    assert executor.deaths == 0
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted


@SPLIT_AT_ONCE
@pytest.mark.parametrize("times", [1, ATTEMPTS - 1])
def test_a_cube_is_searched_again_and_nothing_counts_twice(times: int) -> None:
    task = make_task(MANY)
    found, result = carried_out(task, executor=Dying(times, "cube"))
    assert boards_of(MANY, found) == boards_of(MANY, searched(task).solutions)
    assert result.exhausted


@SPLIT_AT_ONCE
def test_a_cube_that_kills_every_process_is_a_fault() -> None:
    with pytest.raises(SolverError, match="failed: its process was ended by SIGKILL"):
        carried_out(make_task(MANY), executor=Dying(ATTEMPTS, "cube"))


# ---- followed ----


@SPLIT_AT_ONCE
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


@SPLIT_AT_ONCE
def test_errors_of_a_worker_reach_the_caller() -> None:
    options = ClaspOptions(extra=("--restarts=nonsense",))
    with pytest.raises(OptionError, match="does not accept"):
        carried_out(make_task(MANY), options=options, jobs=2, executor=PoolExecutor(2))


@SPLIT_AT_ONCE
def test_a_formulation_that_cannot_be_split() -> None:
    with pytest.raises(EncodingError, match="'halves' only"):
        carried_out(make_task(MANY, request=EncodingRequest(formulation="heule")))


# ---- event sequences ----

TASK = make_task(boards.FRAME_3X3)
BITS = 3
"""Choices between two atoms, after which a cube has nothing to split on."""

TABLE = Path(__file__).parent / "split.txt"


def child(cube: Cube, bit: int, share: float = 0.5) -> Cube:
    """A cube that one more choice leads to."""
    atom = Atom("half", (len(cube.assumptions) + 1, 1, "right", "ab"[bit]))
    return Cube((*cube.assumptions, Assumption(atom)), cube.share * share)


WHOLE = Cube()


def begun(trial: int) -> OpenCubes:
    """The whole search, which is split at once unless there is a trial."""
    return OpenCubes([OpenCube(WHOLE, splits=not trial)])


def ended(call: CubeJob, outcome: CubeOutcome | None, failure: str = "", *, died: bool = False) -> EndedCall:
    """The end of a call."""
    return EndedCall(Call("run_cube_job", call), outcome, failure, status=-9 if died else 0)


class Story:
    """A search that is told what happens, checked after each.

    Attributes:
        state: the search.
        orders: all that it has ordered.
    """

    def __init__(
        self,
        *,
        limit: int = 0,
        counts: bool = False,
        cubes: int = 1,
        share: int = 10,
        trial: int = 0,
        waits: bool = False,
        jobs: int = 1,
        limits: Limits = Limits(),
    ) -> None:
        ready = CubeJob(Job(TASK, limit, counts=counts))
        plan = SplitPlan(cubes, share, trial=trial, waits=waits)
        self.state = SplitState(ready, plan, jobs, limits, begun(trial))
        self.orders: list[Instruction] = []

    def begin(self) -> CubeJob | None:
        """Begin the next call, if there is one."""
        call = self.state.next_call()
        self.state.validate()
        return call

    def report(self, cube: Cube, solutions: Any) -> list[Instruction]:
        return self._followed(self.state.add_solutions(cube, solutions))

    def count(self, cube: Cube, number: int) -> list[Instruction]:
        self.state.note_count(cube, number)
        return self._followed([])

    def end(self, how: EndedCall) -> list[Instruction]:
        return self._followed(self.state.handle_end(how))

    def stop(self, stopped: Stopped | None = None) -> list[Instruction]:
        return self._followed(self.state.stop(stopped))

    def _followed(self, orders: list[Instruction]) -> list[Instruction]:
        self.state.validate()
        self.orders += orders
        return orders

    def given(self) -> list[Any]:
        return [each for order in self.orders if isinstance(order, YieldSolutions) for each in order.solutions]

    def counted(self) -> int:
        return sum(order.number for order in self.orders if isinstance(order, CountSolutions))


# ---- a table of event sequences ----


def choices(cube: Cube | None) -> str:
    """Name a cube by its choices, as split.txt does."""
    return "-" if cube is None else "".join(str(each.atom.arguments[3]) for each in cube.assumptions) or "*"


def words(order: CubeJob | Instruction) -> str:
    """Write a call or an instruction in a few words."""
    match order:
        case CubeJob() as call:
            name = "prepare" if call.cube is None else f"split {choices(call.cube)}"
            if call.cube and not call.splits:
                name = f"search {choices(call.cube)}"
            limits = (call.conflicts, "conflicts"), (call.solutions or None, "solutions")
            return ", ".join([name, *(f"{number} {unit}" for number, unit in limits if number is not None)])
        case RecordCube(_, end, solutions):
            return " ".join(["record", end.value, *map(str, solutions)])
        case RecordEarly(solutions):
            parts = (f"{choices(cube)} {' '.join(map(str, found))}" for cube, found in solutions.items())
            return f"record early {', '.join(parts)}"
        case YieldSolutions(solutions):
            return " ".join(["give", *map(str, solutions)])
        case CountSolutions(number):
            return f"count {number}"
        case StopCalls(error):
            return f"stop: {error}" if error else "stop"


class Told:
    """A story that is told in the words of split.txt."""

    def __init__(self, options: dict[str, int]) -> None:
        limits = Limits(conflicts=options.pop("conflicts", None), memory=options.pop("memory", None))
        self.calls: dict[str, list[CubeJob]] = {}
        self.story = Story(limits=limits, **options)  # type: ignore[arg-type]

    def hear(self, line: str) -> Sequence[CubeJob | Instruction]:
        what, *arguments = line.split()
        numbers = {name: int(number) for name, _, number in (each.partition("=") for each in arguments) if number}
        plain = [each for each in arguments if "=" not in each]
        stopped = {"time": Stopped(Limit.TIME, 3.0), "memory": Stopped(Limit.MEMORY, 5)}
        if what == "room":
            begun = self.story.begin()
            if begun is not None:
                self.calls.setdefault(choices(begun.cube), []).append(begun)
            return [begun] if begun else []
        if what == "halt":
            return self.story.stop(*map(stopped.__getitem__, plain))
        name, *rest = plain
        call = self.calls[name][0]
        if what in ("found", "counting"):
            assert call.cube is not None
            return self.story.report(call.cube, rest) if what == "found" else self.story.count(call.cube, int(rest[0]))
        self.calls[name].pop(0)
        if what in ("died", "failed"):
            return self.story.end(ended(call, None, "it is broken", died=what == "died"))
        outcome = CubeOutcome("w", statistics=Statistics(conflicts=numbers.get("conflicts", 0)))
        match what:
            case "split":
                assert call.cube is not None
                parts = tuple(child(call.cube, "ab".index(bit), 1 / len(rest)) for bit in rest)
                outcome = replace(outcome, split=Split(parts, ()))
            case "complete" | "partial":
                found, tiles = int(rest[0]) if rest else 0, numbers.get("tiles", 0)
                outcome = replace(outcome, found=found, complete=what == "complete", tiles=tiles)
            case "limited":
                outcome = replace(outcome, stopped=stopped[rest[0]])
            case "refused":
                outcome = replace(outcome, error=OptionError("no such option"))
        return self.story.end(ended(call, outcome))


def ending(state: SplitState) -> str:
    """Describe where a search stands."""
    name = "exhausted" if state.exhausted else "over" if state.over else "open"
    figures = {"found": state.found, "conflicts": state.spent, "tiles": state.placements}
    numbers = [f"{number} {what}" for what, number in figures.items() if number]
    return ", ".join([name, *filter(None, [str(state.stopped or "")]), f"{state.open_cubes.done:g} done", *numbers])


def told(command: str, lines: tuple[str, ...]) -> Iterator[str]:
    """Tell a story, and yield the instructions that follow from each event."""
    options = {name: int(number or 1) for name, _, number in (each.partition("=") for each in command.split()[1:])}
    story = Told(options)
    if command.startswith("halves"):
        story.story.state.open_cubes.filled = True
        for line in ("room", "split * a b", "room", "room"):
            story.hear(line)
    for line in lines:
        yield " -> ".join(filter(None, [line, "; ".join(map(words, story.hear(line)))]))
    yield ending(story.story.state)


def test_instructions_follow_from_events() -> None:
    written = TABLE.read_text(encoding="utf-8")
    require_same(written, answered(written, told))


def test_larger_cubes_come_first_and_then_older_ones() -> None:
    left, right = child(WHOLE, 0), child(WHOLE, 1)
    open_cubes = OpenCubes(
        map(OpenCube, [child(WHOLE, 0, 0.25), child(child(left, 0), 0), child(child(left, 1), 1), right])
    )
    assert [open_cubes.take_next().cube.share for _ in range(4)] == [0.5, 0.25, 0.125, 0.125]
    parts = [child(left, 0), child(left, 1), child(right, 0, 0.25)]
    open_cubes = OpenCubes([OpenCube(parts[0]), OpenCube(parts[1]), OpenCube(parts[2], splits=True)])
    assert [open_cubes.take_next().cube for _ in range(3)] == [parts[2], *parts[:2]]


def test_of_what_is_to_be_found_again_some_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of very many solutions does not keep them all in memory."""
    monkeypatch.setattr(split, "MOST_KEPT", 2)
    lines = ("found a 1", "partial a 1", "found b 2 3", "partial b 2", "halt")
    assert [*told("halves", lines)][-2:] == ["halt -> stop; give 1 2", "over, 0 done, 2 found"]


# ---- any story ----


def inside(cube: Cube, solution: str) -> bool:
    """Whether a solution, a letter for each choice, lies in a cube."""
    return solution.startswith("".join(str(each.atom.arguments[3]) for each in cube.assumptions))


class AnyStory(RuleBasedStateMachine):
    """Workers that split, search, give up, die and reach limits in any order."""

    @initialize(
        solutions=st.lists(st.sampled_from(["".join(word) for word in product("ab", repeat=BITS)]), max_size=6),
        limit=st.integers(0, 5),
        counts=st.booleans(),
        cubes=st.integers(1, 6),
        trial=st.sampled_from([0, 2]),
        jobs=st.integers(1, 3),
        conflicts=st.none() | st.integers(0, 40),
    )
    def start(
        self,
        solutions: list[str],
        limit: int,
        counts: bool,
        cubes: int,
        trial: int,
        jobs: int,
        conflicts: int | None,
    ) -> None:
        self.story = Story(
            limit=limit,
            counts=counts,
            cubes=cubes,
            share=3,
            trial=trial,
            jobs=jobs,
            limits=Limits(conflicts=conflicts),
        )
        self.state = self.story.state
        self.limit, self.counts = limit, counts
        # Several solutions may have the same letters, and are told apart by their numbers.
        self.solutions = [(word, number) for number, word in enumerate(solutions)]
        self.calls: list[CubeJob] = []
        self.reported: Counter[str] = Counter()
        self.failed = self.halted = False
        # All that was reported, whatever became of it, and the most that were counted in one cube.
        self.seen: set[Any] = set()
        self.most = 0

    def report_to(self, cube: Cube, solutions: list[tuple[str, int]]) -> None:
        if not self.state.over:
            self.seen |= {*solutions}
        self.story.report(cube, solutions)

    def tell_end(self, call: CubeJob, outcome: CubeOutcome | None, failure: str = "", *, died: bool = False) -> None:
        if outcome is not None and self.counts and not self.state.over:
            self.most = max(self.most, outcome.found)
        for order in self.story.end(ended(call, outcome, failure, died=died)):
            self.failed |= isinstance(order, StopCalls) and order.error is not None

    def take(self, number: int) -> CubeJob:
        return self.calls.pop(number % len(self.calls))

    def of(self, cube: Cube) -> list[tuple[str, int]]:
        return [each for each in self.solutions if inside(cube, each[0])]

    @rule()
    def ask(self) -> None:
        if call := self.story.begin():
            self.calls.append(call)

    @precondition(lambda self: self.calls)
    @rule(number=st.integers(0, 9), conflicts=st.integers(0, 5), gives_up=st.booleans(), refutes=st.booleans())
    def end(self, number: int, conflicts: int, gives_up: bool, refutes: bool) -> None:
        call = self.take(number)
        cube, statistics = call.cube, Statistics(conflicts=conflicts)
        if cube is None:
            self.tell_end(call, CubeOutcome("w"))
        elif call.splits:
            parts = [child(cube, bit) for bit in (0, 1)]
            live = [part for part in parts if self.of(part) or not refutes]
            live = [Cube(part.assumptions, cube.share / len(live)) for part in live]
            outcome = CubeOutcome("w", Split(tuple(live), ()), statistics=statistics)
            if len(cube.assumptions) == BITS:
                outcome = CubeOutcome("w", statistics=statistics)
            self.tell_end(call, outcome)
        else:
            self.search(call, cube, statistics, gives_up=gives_up)

    def search(self, call: CubeJob, cube: Cube, statistics: Statistics, *, gives_up: bool) -> None:
        solutions = self.of(cube)
        done = self.reported.pop(cube.text, 0)
        complete = call.conflicts is None or not gives_up
        if self.counts:
            found = len(solutions) if complete else max(done, len(solutions) // 2)
            if self.limit and found >= self.limit:
                complete, found = False, self.limit
        else:
            if complete and solutions[done:]:
                self.report_to(cube, solutions[done:])
            found = len(solutions) if complete else done
        self.tell_end(call, CubeOutcome("w", found=found, complete=complete, statistics=statistics))

    @precondition(lambda self: not self.counts and any(call.cube and not call.splits for call in self.calls))
    @rule(number=st.integers(0, 9))
    def report(self, number: int) -> None:
        searching = [call.cube for call in self.calls if call.cube and not call.splits]
        cube = searching[number % len(searching)]
        done = self.reported[cube.text]
        if solutions := self.of(cube)[done : done + 1]:
            self.reported[cube.text] += 1
            self.report_to(cube, solutions)

    @precondition(lambda self: self.counts and any(call.cube and not call.splits for call in self.calls))
    @rule(number=st.integers(0, 9), most=st.integers(0, 6))
    def count(self, number: int, most: int) -> None:
        searching = [call.cube for call in self.calls if call.cube and not call.splits]
        cube = searching[number % len(searching)]
        self.reported[cube.text] = max(self.reported[cube.text], min(most, len(self.of(cube))))
        if not self.state.over:
            self.most = max(self.most, self.reported[cube.text])
        self.story.count(cube, self.reported[cube.text])

    @precondition(lambda self: self.calls)
    @rule(times=st.sampled_from([0] * 9 + [1]))
    def halt(self, times: int) -> None:
        if times:
            self.halted |= not self.state.over
            self.story.stop()

    @precondition(lambda self: self.calls)
    @rule(number=st.integers(0, 9))
    def die(self, number: int) -> None:
        call = self.take(number)
        if call.cube is not None:
            self.reported.pop(call.cube.text, 0)
        self.tell_end(call, None, "killed", died=True)

    @precondition(lambda self: self.calls)
    @rule(number=st.integers(0, 9), times=st.sampled_from([0] * 9 + [1]))
    def reach_a_limit(self, number: int, times: int) -> None:
        if times:
            self.tell_end(self.take(number), CubeOutcome("w", stopped=Stopped(Limit.TIME, 1.0)))

    @invariant()
    def nothing_is_given_twice_or_too_often(self) -> None:
        if not hasattr(self, "story"):
            return
        given = self.story.given()
        assert len(given) == len(set(given))
        assert set(given) <= set(self.solutions)
        assert self.state.found == len(given) + self.story.counted() <= len(self.solutions)
        assert not self.limit or self.state.found <= self.limit
        if self.state.over and not self.failed:
            # Nothing that was found is lost.
            found = max(len(self.seen), self.most)
            assert self.state.found >= min(found, self.limit or found)

    def teardown(self) -> None:
        """Without further deaths and limits it ends, with all solutions."""
        if not hasattr(self, "story"):
            return
        for _ in range(200):
            if self.state.over:
                break
            self.ask()
            if self.calls:
                self.end(0, 0, gives_up=False, refutes=True)
        assert self.state.over
        wanted = min(self.limit or len(self.solutions), len(self.solutions))
        if self.state.exhausted or (self.state.stopped is None and not self.failed and not self.halted):
            assert self.state.found == wanted
        ended = self.state.exhausted or self.failed or self.state.stopped or self.halted
        assert ended or self.state.found == self.limit > 0


TestAnyStory = AnyStory.TestCase


if __name__ == "__main__":
    TABLE.write_text(answered(TABLE.read_text(encoding="utf-8"), told), encoding="utf-8")
