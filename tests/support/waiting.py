"""Waiting for events in other processes, with one bound for all of them: no test depends on how fast a machine is."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import clingo
import pytest

from edgeasp.puzzle.model import Side
from edgeasp.solvers.clingo.ground_program import Step

PATIENCE = float(os.environ.get("EDGEASP_TEST_PATIENCE") or 120)
"""Seconds after which an event counts as missing; most take a fraction of one, but the machine may be busy."""

LIMITS = (1.0, 8.0, PATIENCE)
"""Seconds, for a run that a limit is to end, but not before it has begun: longer ones are for a busy machine."""

_PAUSE = 0.01

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")
"""For tests that read the state of a process."""


def await_that(condition: Callable[[], Any], what: str = "the event") -> None:
    """Return as soon as the condition holds; fail if it does not within the bound."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited {PATIENCE:g} s in vain for {what}"
        time.sleep(_PAUSE)


def status_of(process: subprocess.Popen[bytes]) -> int:
    """The exit status of a process, once it has ended."""
    return process.wait(timeout=PATIENCE)


def _stat(path: Path) -> list[str]:
    """The fields of a file /proc/PID/stat after the name; the first is the state."""
    return path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def asleep(pid: int) -> bool:
    """Whether every thread of a process is blocked in a call of the system; true where there is no /proc."""
    states = set()
    for path in Path(f"/proc/{pid}/task").glob("*/stat"):
        with suppress(OSError):
            states.add(_stat(path)[0])
    return states <= {"S"}


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used so far."""
    user, system = _stat(Path(f"/proc/{pid}/stat"))[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def await_work(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a process has used so much more processor time, or has ended."""
    start = cpu_seconds(process.pid)
    await_that(
        lambda: process.poll() is not None or cpu_seconds(process.pid) - start >= seconds, "a process to do some work"
    )


def gone(pid: int) -> bool:
    """Whether no process has this number any more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def kill(pid: int, number: int = signal.SIGKILL) -> bool:
    """Send a signal to a process; whether it was still there."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)
        return True
    return False


def children(process: int) -> list[int]:
    """The processes that a process has started, but for the one that forks itself, where /proc tells it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(_stat(path)[1]) == process and b"tests.support.fork_server" not in _arguments(path.parent):
                found.append(int(path.parent.name))
    return found


def _arguments(process: Path) -> list[bytes]:
    return (process / "cmdline").read_bytes().split(b"\0")


Filling = tuple[int, ...]

STEP, FEWEST = (
    (Path(__file__).parents[2] / "asp" / "best" / name).read_text(encoding="utf-8") for name in ("step.lp", "fewest.lp")
)


def as_facts(step: Step) -> str:
    """The step as facts, as `step.lp` lists them."""
    found = [f"most({step.most})."]
    found += [f"of({placement},{tile})." for placement, tile in enumerate(step.tiles)]
    found += [
        f"side({placement},{side:d},{sides[side]})." for placement, sides in enumerate(step.sides) for side in Side
    ]
    for square, candidates in enumerate(step.candidates):
        found.append(f"free({square}).")
        found += [f"candidate({placement},{square})." for placement in candidates]
    found += [f"link({one},{side:d},{other},{side.opposite:d})." for one, other, side in step.links]
    found += [f"known({square},{side:d},{colour})." for square, side, colour in step.known]
    return "\n".join(found) + "\n"


def by_clingo(step: Step, *, best: bool = False) -> set[Filling]:
    """The answers of `step.lp`; the best ones, with `fewest.lp`."""
    options = ["--models=0", "--warn=none", *["--opt-mode=optN"] * best]
    control = clingo.Control(options)
    control.add("base", [], as_facts(step) + STEP + FEWEST * best)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            # Without a link or a known side there is nothing to minimise, and no cost.
            if best and model.cost and not model.optimality_proven:
                continue
            on = {atom.arguments[1].number: atom.arguments[0].number for atom in model.symbols(shown=True)}
            assert sorted(on) == list(range(len(step.candidates)))
            found.add(tuple(on[square] for square in sorted(on)))
    return found
