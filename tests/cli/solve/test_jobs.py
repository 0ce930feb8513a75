"""`solve --jobs`: the same questions, answered by several processes."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from edgeasp.cli import commands
from edgeasp.formats import plain
from tests.cli.solve.asking import FRAME, record, stream
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


@pytest.mark.usefixtures("in_this_process")
def test_a_folder_of_solutions() -> None:
    result = run("solve", "puzzle.puz", "-n", "0", "--jobs", "2", "-o", "all/")
    assert result.status == commands.ANSWERED
    found = {plain.read_sol(path.read_text(encoding="utf-8"), FRAME, path.name) for path in Path("all").iterdir()}
    assert {as_assignment(FRAME, each) for each in found} == brute.solve(FRAME).assignments


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("question", [["--count"], ["--count", "--up-to-rotation"], ["--unique"]], ids=str)
def test_the_answer_is_that_of_one_process(question: list[str]) -> None:
    alone, together = (run("solve", "puzzle.puz", *question, "--jobs", jobs) for jobs in (1, 2))
    assert (together.status, together.stdout) == (alone.status, alone.stdout)


@pytest.mark.usefixtures("in_this_process")
def test_json_tells_the_number_of_processes() -> None:
    alone, together = (record(run("solve", "puzzle.puz", "-n", "0", "--jobs", n, "--format", "json")) for n in (1, 3))
    assert [said["options"]["jobs"] for said in (alone, together)] == [1, 3]
    same = ("status", "exhausted", "answered", "stopped", "counts", "encoding")
    assert [alone[key] for key in same] == [together[key] for key in same]
    assert len(together["solutions"]) == 16
    assert together["ground"]["rules"] == alone["ground"]["rules"]


@pytest.mark.usefixtures("in_this_process")
def test_one_solution_with_a_clue() -> None:
    Path("part.sol").write_text(run("solve", "puzzle.puz").stdout.splitlines()[0] + "\n", encoding="utf-8")
    result = run("solve", "puzzle.puz", "--clue", "part.sol", "--jobs", "2")
    assert result.status == commands.ANSWERED
    clue = plain.read_sol(Path("part.sol").read_text(encoding="utf-8"), FRAME, "part.sol")
    assert set(clue) <= set(plain.read_sol(result.stdout, FRAME, "found"))


@pytest.mark.usefixtures("in_this_process")
def test_without_solutions() -> None:
    assert run("solve", "unsolvable.puz", "--jobs", "2", "--solver-exit-codes").status == commands.SOLVER_UNSATISFIABLE


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("options", [["--formulation", "heule"], ["--jobs", "all"], ["--program", "program.lp"]])
def test_what_cannot_be_split_uses_threads(options: list[str]) -> None:
    Path("program.lp").write_text(run("encode", "puzzle.puz").stdout, encoding="utf-8")
    assert run("solve", "puzzle.puz", "--count", "--jobs", "2", *options).stdout == "16 boards\n"


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
