"""Calls of clingo in a thread of their own, and how they end."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from clingo.backend import Observer

from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.formats import plain
from edgeasp.generate import Recipe, generate
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo import control
from edgeasp.solvers.clingo.ground_program import aspif
from tests.support import boards
from tests.support.lanes import represented
from tests.support.waiting import PATIENCE, await_that


class LateLock:
    """A lock whose holder takes its time after it has released it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acquire = self._lock.acquire

    def release(self) -> None:
        self._lock.release()
        time.sleep(0.3)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread ends some time after the call that it was for."""
    monkeypatch.setattr(control, "threading", SimpleNamespace(Lock=LateLock, Thread=threading.Thread))


@pytest.mark.usefixtures("late")
def test_a_call_is_let_go_of_before_its_thread_has_ended() -> None:
    class Held:
        def call(self) -> int:
            return 3

    held = Held()
    seen = weakref.ref(held)
    assert control.in_thread(held.call, lambda: None) == 3
    del held
    assert seen() is None


@pytest.mark.usefixtures("late")
def test_a_ground_program_is_written_whole() -> None:
    """The file is complete once the control is freed."""
    text = aspif(make_task(boards.planted(1, 4, 4, 4, framed=True)).program())
    assert text.startswith("asp 1 0 0")
    lines = text.splitlines()
    assert lines[-1] == "0"
    assert sum(line.startswith("4 ") for line in lines) > 100  # what is shown, which comes last


class Rules(Observer):
    """Counts the rules that are ground; the first waits until nobody waits for the others."""

    def __init__(self) -> None:
        self.number = 0
        self.abandoned = threading.Event()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.number += 1
        assert self.number > 1 or self.abandoned.wait(PATIENCE)


MANY_RULES = "p(1..100). q(X,Y) :- p(X), p(Y).\n"

PADDING = "% more\n" * (control.LARGE_TEXT // 7 + 1)


class EnoughError(Exception):
    pass


def interrupted(text: str, *, stoppable: bool, own: OwnRules = OwnRules()) -> int:
    """The number of rules that are ground if the wait is ended early, once no thread is at it any longer."""
    rules = Rules()
    before = set(threading.enumerate())

    def check() -> None:
        if rules.number:
            raise EnoughError

    with pytest.raises(EnoughError):
        control.ground(
            [], text, prepare=lambda made: made.register_observer(rules), check=check, own=own, stoppable=stoppable
        )
    rules.abandoned.set()
    await_that(lambda: not set(threading.enumerate()) - before)
    return rules.number


def test_grounding_stops_with_the_wait_for_it() -> None:
    assert interrupted(MANY_RULES + PADDING, stoppable=True) < 10


def test_rules_of_a_user_may_be_few_and_endless() -> None:
    endless = OwnRules((RulesFile("s.lp", "p(1). p(X+1) :- p(X).\n"),))
    assert interrupted("a.\n", stoppable=True, own=endless) < 10


def test_it_goes_on_where_the_process_ends_anyway() -> None:
    """And where the program is small: to observe it takes longer than to wait for it."""
    assert interrupted(MANY_RULES + PADDING, stoppable=False) > 100**2
    assert interrupted(MANY_RULES, stoppable=True) > 100**2


def test_an_error_of_the_check_is_not_taken_for_one_of_the_program() -> None:
    def check() -> None:
        raise RuntimeError("of the caller")

    with pytest.raises(RuntimeError, match="of the caller"):
        control.ground([], "a.", check=check)


@pytest.mark.long
@represented(
    "call, side",
    [
        ("solve_all(puzzle, limits=limits)", 60),
        ("solve_all(puzzle, limits=limits)", 20),
        ("solve_all(puzzle, limits=limits, jobs=2)", 60),
        ("solve_all(puzzle, limits=limits, jobs=2)", 20),
    ],
)
def test_a_program_that_has_reached_a_limit_ends_with_its_status(call: str, side: int, tmp_path: Path) -> None:
    """The boards take seconds and hours to ground, and the larger one long from one rule to the next."""
    (tmp_path / "x.puz").write_text(
        plain.write_puz(generate(Recipe(side, side, 18, 6, seed=1)).puzzle), encoding="utf-8"
    )
    lines = [
        "import atexit, edgeasp, sys",
        "puzzle, limits = edgeasp.load('x.puz'), edgeasp.Limits(seconds=1.5)",
        f"print(edgeasp.{call}.result.stopped)",
        "atexit.register(print, 'end')",
        "sys.exit(3)",
    ]
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, check=False, cwd=tmp_path, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "time limit of 1.5 s\nend\n", "")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 8
