"""Where solutions go and in which form; what a person is told."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from edgeasp.cli import commands, solve
from edgeasp.formats import files, plain
from edgeasp.search.session import Session
from edgeasp.search.task import make_task
from tests.cli.solve.asking import ALIKE, FRAME, MILLIONS, whole
from tests.support.lanes import represented
from tests.support.running import PATIENT, at_terminal, read_all, running, script, start
from tests.support.waiting import PATIENCE, await_that


def test_files_appear_while_the_search_goes_on(folder: Path) -> None:
    with running("solve", *MILLIONS, "-n", "0", "-o", "found") as process:
        try:
            await_that((folder / "found" / "sol_3.sol").exists)
            assert process.poll() is None
            assert whole(ALIKE, *(files.read_solution(f"found/sol_{number}.sol", ALIKE) for number in (1, 2, 3)))
        finally:
            process.kill()


@represented("form", ["sol", "atoms", "board"])
def test_a_stream_arrives_while_the_search_goes_on(form: str) -> None:
    with running("solve", *MILLIONS, "-n", "0", "--format", form, bufsize=0) as process:
        try:
            assert process.stdout is not None
            got = b""
            while len(got) < 1000:
                data = process.stdout.read(1000)
                assert data, got
                got += data
            assert process.poll() is None
        finally:
            process.kill()


@pytest.mark.parametrize("form", ["sol", "atoms", "board"])
def test_each_solution_is_handed_on_at_once(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait in a buffer while the next one is looked for."""
    task = make_task(FRAME)
    made: dict[str, solve.NullSink] = {
        "sol": solve.SolStream(several=True),
        "atoms": solve.AtomStream(),
        "board": solve.BoardStream(task, several=True),
    }
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(pipe), encoding="utf-8"))
    sizes = [0]
    for number, solved in enumerate(Session(task).solve(3), start=1):
        made[form].add(solved, number)
        sizes.append(len(pipe.getvalue()))
    assert sizes[0] < sizes[1] < sizes[2] < sizes[3]
    assert pipe.getvalue().endswith(b"\n")


def peak(*arguments: str) -> int:
    """The most memory that a command held, in bytes."""
    process = start(*arguments, "--stats", stdout=subprocess.DEVNULL)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == commands.ANSWERED
    match = re.search(r"^peak_memory +([\d,]+)$", said.decode(), re.MULTILINE)
    assert match
    return int(match[1].replace(",", ""))


@pytest.mark.long
def test_memory_does_not_grow_with_the_number_of_solutions() -> None:
    assert peak("solve", *MILLIONS, "-n", "6000") - peak("solve", *MILLIONS, "-n", "300") < 20 * 10**6


@pytest.mark.long
@pytest.mark.parametrize("form", ["sol", "json", "atoms"])
def test_memory_does_not_grow_with_many_more_solutions(form: str) -> None:
    few, many = (peak("solve", *MILLIONS, "-n", number, "--format", form) for number in ("2000", "40000"))
    assert many - few < 20 * 10**6


def test_the_default_is_a_sol_in_a_pipe_and_a_board_at_a_terminal() -> None:
    assert whole(FRAME, plain.read_sol(script("solve", "puzzle.puz").stdout, FRAME, "pipe"))
    _, seen = at_terminal("solve", "puzzle.puz", "-n", "2", NO_COLOR="1", TERM="xterm")
    assert seen.startswith("solution 1\n┌")
    assert "\nsolution 2\n┌" in seen
    status, asked = at_terminal("solve", "puzzle.puz", "--format", "sol", TERM="xterm")
    assert status == commands.ANSWERED
    assert whole(FRAME, plain.read_sol(asked.partition("edgeasp: ")[0], FRAME, "terminal"))


def test_stats_at_a_terminal_with_a_board() -> None:
    _, seen = at_terminal("solve", "puzzle.puz", "--stats", TERM="xterm")
    assert "edgeasp: statistics\n" in seen
    assert re.search(r"^peak_memory +[\d,]+$", seen, re.MULTILINE)


def test_progress_is_for_a_person_who_waits() -> None:
    shown = re.compile(rb"(ground|solve), [1-9]\d* s")  # not before he has waited for a second
    ours, theirs = pty.openpty()
    with running("solve", "hard.puz", "--format", "sol", stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        while not shown.search(seen):
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        seen += read_all(ours)
    os.close(ours)
    # The line is gone before anything else is said.
    assert seen.rpartition(b"\x1b[2K")[2].startswith(b"c UNKNOWN\r\n")


def test_no_progress_in_a_pipe_nor_if_quiet() -> None:
    arguments = ["solve", "hard.puz", "--conflict-limit", "50"]
    with running(*arguments, program=PATIENT) as process:
        out, said = process.communicate(timeout=PATIENCE)
    _, seen = at_terminal(*arguments, "--quiet", program=PATIENT, TERM="xterm")
    assert "\x1b" not in seen
    assert len(said.splitlines()) == 1
    assert b"\r" not in out + said


@pytest.mark.parametrize(("colour", "wanted"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color(colour: dict[str, str], wanted: bool) -> None:
    _, seen = at_terminal("solve", "puzzle.puz", TERM="xterm-256color", **colour)
    assert bool(re.search(r"\x1b\[[0-9;]*[34][0-9]", seen)) == wanted
