"""Calls of clingo in a thread of their own."""

from __future__ import annotations

import threading
import time
import weakref
from types import SimpleNamespace

import pytest

from edgeasp.search.task import make_task
from edgeasp.solvers.clingo import control
from edgeasp.solvers.clingo.export import aspif
from tests.support import boards


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
