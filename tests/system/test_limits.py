"""Limits of memory and time, and errors."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgeasp
from edgeasp.puzzle.model import Solution
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.interface import Status
from edgeasp.system import limits
from edgeasp.system.errors import EdgeaspError, InputError, OptionError
from edgeasp.system.limits import MOST_CONFLICTS, MOST_SOLUTIONS, Deadline, LimitReached, Limits, parse_bytes
from edgeasp.system.processes import peak_memory
from tests.support import boards
from tests.support.solving import searched

# ---- limits ----


@given(st.integers(0, 10**6), st.sampled_from(["", "k", "M", "G"]))
def test_a_unit_multiplies(number: int, unit: str) -> None:
    assert parse_bytes(f"{number}{unit}") == number * {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}[unit]


@given(st.text(max_size=8))
def test_any_text_is_a_size_or_an_option_error(text: str) -> None:
    try:
        assert parse_bytes(text) >= 0
    except OptionError:
        assert not text.strip().isdecimal() or not text.isascii()


def test_clasp_accepts_the_largest_numbers_and_no_larger_ones() -> None:
    control = clingo.Control()
    configuration: Any = control.configuration
    configuration.solve.models = MOST_SOLUTIONS
    configuration.solve.solve_limit = f"{MOST_CONFLICTS},umax"
    with pytest.raises(RuntimeError):
        configuration.solve.models = MOST_SOLUTIONS + 1
    with pytest.raises(RuntimeError):
        configuration.solve.solve_limit = f"{MOST_CONFLICTS + 1},umax"
    most = Limits(0.5 * 10**9, MOST_CONFLICTS, 10**15)
    assert len(searched(make_task(boards.FRAME_3X3), MOST_SOLUTIONS, limits=most).solutions) == 16


def test_without_limits_none_is_reached() -> None:
    deadline = Deadline()
    deadline.check()
    assert deadline.seconds() >= 0


def test_the_time_limit_is_reached_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("edgeasp.system.limits.time.monotonic", lambda: now[0])
    deadline = Deadline(Limits(seconds=2.5))
    now[0] = 102.4
    deadline.check()
    assert deadline.seconds() == pytest.approx(2.4)
    now[0] = 102.5
    with pytest.raises(LimitReached, match=r"^time limit of 2\.5 s$"):
        deadline.check()


def test_the_memory_limit_is_reached_by_a_higher_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    peak = [5 * 10**6]
    monkeypatch.setattr(limits, "memory_in_use", lambda: peak[0])
    deadline = Deadline(Limits(memory=5 * 10**6))
    deadline.check()
    peak[0] += 1
    with pytest.raises(LimitReached, match=r"^memory limit of 5 MB$"):
        deadline.check()


def test_the_peak_is_in_bytes_and_grows() -> None:
    code = (
        "from edgeasp.system.processes import peak_memory\n"
        "before = peak_memory()\n"
        "held = b'x' * 10**8\n"
        "print(before, peak_memory() - before)\n"
    )
    before, grown = map(int, subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert 5 * 10**6 < before < 10**9
    assert 0.9 * 10**8 < grown < 2 * 10**8
    assert (peak_memory() or 0) > 5 * 10**6


@pytest.mark.long
def test_the_peak_is_not_that_of_the_parent_process() -> None:
    held = b"x" * 3 * 10**8
    code = "from edgeasp.system.processes import peak_memory; print(peak_memory())"
    assert int(subprocess.check_output([sys.executable, "-c", code], text=True)) < len(held) / 2


def test_every_check_ticks_even_the_last() -> None:
    ticks: list[int] = []
    deadline = Deadline(Limits(seconds=0), lambda: ticks.append(1))
    for _ in range(3):
        with pytest.raises(LimitReached):
            deadline.check()
    assert len(ticks) == 3


def test_the_search_ticks_while_clingo_is_busy() -> None:
    ticks: list[str] = []
    # Grounding takes many times the interval between two ticks; the clues leave nothing to search for.
    puzzle, solution = boards.cut_up(14, 14, 40)
    task = make_task(puzzle, Solution(solution.placements[:100]))
    session = Session(task, deadline=Deadline(on_tick=lambda: ticks.append(session.phase)))
    assert len(list(session.solve(2))) == 1
    assert {"ground", "solve"} <= set(ticks)


def test_what_a_tick_raises_ends_the_search() -> None:
    """Interrupts and limits reach the caller while clingo is searching."""

    class Enough(Exception):  # noqa: N818
        pass

    begin = time.process_time()

    def tick() -> None:
        if time.process_time() - begin > 0.2:
            raise Enough

    pigeons = "{ in(P,1..11) } = 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."
    grounded = GroundProgram(pigeons, deadline=Deadline(on_tick=tick))
    with pytest.raises(Enough):
        list(grounded.answers())
    assert grounded.status is Status.UNKNOWN
    assert not grounded.exhausted
    assert grounded.statistics.conflicts


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limits(seconds=0), "time limit of 0 s"),
        (Limits(conflicts=3), "conflict limit of 3"),
        (Limits(memory=1000), "memory limit of 0.001 MB"),
    ],
)
def test_a_search_names_the_limit_that_struck(limit: Limits, words: str) -> None:
    found = searched(make_task(boards.planted(1, 3, 3, 3)), limits=limit)
    result = found.result
    assert str(result.stopped) == words
    assert not result.exhausted
    assert not result.answered
    assert result.status is (Status.SATISFIABLE if found.solutions else Status.UNKNOWN)
    assert result.found == len(found.solutions)


def test_the_clock_may_have_been_started_before() -> None:
    deadline = Deadline(Limits(seconds=0.01))
    time.sleep(0.02)
    session = Session(make_task(boards.FRAME_3X3), deadline=deadline)
    assert list(session.solve()) == []
    assert str(session.result().stopped) == "time limit of 0.01 s"
    assert session.result().size is None


def test_memory_that_was_held_before_the_search_does_not_count() -> None:
    """A host that once held much is not stopped at once, though its peak is above the limit."""
    code = (
        "from edgeasp.system.limits import Deadline, Limits\n"
        "from edgeasp.system.processes import memory_in_use, peak_memory\n"
        "held = b'x' * 3 * 10**8\n"
        "del held\n"
        "limit = 2 * 10**8\n"
        "assert memory_in_use() < limit < peak_memory()\n"
        "Deadline(Limits(memory=limit)).check()\n"
    )
    if not Path("/proc/self/status").exists():
        pytest.skip("the system reports the peak only")
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- errors ----


def subclasses(kind: type[EdgeaspError]) -> list[type[EdgeaspError]]:
    return [kind, *(each for child in kind.__subclasses__() for each in subclasses(child))]


def every_error() -> list[type[EdgeaspError]]:
    for module in walk_packages(edgeasp.__path__, "edgeasp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return subclasses(EdgeaspError)


def test_every_error_can_be_pickled() -> None:
    kinds = every_error()
    assert len(kinds) >= 10
    for kind in kinds:
        error = kind("x.puz", 3, "expected") if issubclass(kind, InputError) else kind("text")
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is kind
        assert str(copy) == str(error)
        assert vars(copy) == vars(error)


def test_an_error_of_a_worker_process_arrives(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for name in ("none.puz", "neither.puz"):
            path = str(tmp_path / name)
            with pytest.raises(InputError) as caught:
                pool.submit(edgeasp.load, path).result()
            assert str(caught.value) == f"{path}: cannot be read: no such file or directory"
            assert caught.value.source == path
