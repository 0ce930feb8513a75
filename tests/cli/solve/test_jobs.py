"""`solve --jobs`: the same questions, answered by several processes."""

from __future__ import annotations

import os
import re
import signal

import pytest

from edgeasp.cli import commands
from tests.cli.solve.asking import FRAME, stream
from tests.support import brute
from tests.support.lanes import represented
from tests.support.running import PATIENT, at_terminal, run, running
from tests.support.solving import as_assignment
from tests.support.waiting import PATIENCE, await_that, children, gone

pytestmark = pytest.mark.usefixtures("small_searches_are_split")


def test_all_solutions() -> None:
    result = run("solve", "puzzle.puz", "-n", "0", "--jobs", "2")
    found = stream(result.stdout, FRAME)
    assert len(found) == 16
    assert {as_assignment(FRAME, each) for each in found} == brute.solve(FRAME).assignments
    assert (result.status, result.stderr.partition(";")[0]) == (
        commands.ANSWERED,
        "edgeasp: 16 solutions, and no others",
    )


@represented("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_processes(number: signal.Signals) -> None:
    with running("solve", "hard.puz", "--jobs", "2", program=PATIENT) as process:
        await_that(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        process.send_signal(number)
        said, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert (said, told.partition(b";")[0]) == (b"c UNKNOWN\n", b"edgeasp: interrupted: no solution so far")
    await_that(lambda: all(map(gone, workers)))


def test_where_the_parent_is_killed_its_processes_end() -> None:
    with running("solve", "hard.puz", "--jobs", "2") as process:
        await_that(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        await_that(lambda: all(map(gone, workers)))


@pytest.mark.long
def test_the_search_can_be_followed() -> None:
    status, shown = at_terminal("solve", "many.puz", "--count", "--jobs", "2", "--watch", COLUMNS="100", LINES="40")
    assert status == commands.ANSWERED
    assert re.search(r"trying \d+ of \d+ tiles, \d+ at most so far", shown)
    assert "% done" in shown
