"""Ctrl-C and SIGTERM in every phase: a clean end, soon, with all that was found and nothing torn."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

import pytest

from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Tile
from tests.support import boards
from tests.support.fork_server import SCRIPT
from tests.support.lanes import represented
from tests.support.running import PATIENT
from tests.support.running import running as running_anywhere
from tests.support.waiting import PATIENCE, asleep, await_that, await_work, needs_proc, status_of

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def first(usual: signal.Signals) -> pytest.MarkDecorator:
    """Both signals; the second one in `make test-all` only, for what follows is the same."""
    other = signal.SIGTERM if usual is signal.SIGINT else signal.SIGINT
    return pytest.mark.parametrize("number", [usual, pytest.param(other, marks=pytest.mark.long)])


PUZ = "3 3\n0 0 1 1\n0 0 1 2\n0 0 2 1\n0 0 2 2\n0 1 3 2\n0 1 4 1\n0 2 3 1\n0 2 4 2\n3 3 4 4\n"
ALIKE = Puzzle(2, 3, (Tile((1, 1, 1, 1)),) * 6)
MILLIONS = ["alike.puz", "--symmetry", "none", "-n", "0"]


@cache
def planted(name: str) -> str:
    """One puzzle takes long to ground; the other is ground at once, but not solved while a test waits."""
    return plain.write_puz(boards.cut_up(30, 30, 30)[0] if name == "large.puz" else boards.hard())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.puz").write_text(PUZ, encoding="utf-8")
    Path("alike.puz").write_text(plain.write_puz(ALIKE), encoding="utf-8")
    for name in ("large.puz", "hard.puz"):
        Path(name).write_text(planted(name), encoding="utf-8")
    return tmp_path


def running(
    *arguments: str, program: Sequence[str] = PATIENT, **options: int
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """A command that has time to end in good order."""
    return running_anywhere(*arguments, program=program, bufsize=0, **options)


@contextmanager
def watched(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[], bytes]]]:
    """A command whose standard error is a terminal, and a function that returns what it has received."""
    ours, theirs = pty.openpty()
    received: list[bytes] = []
    with running(*arguments, stderr=theirs) as process:
        os.close(theirs)

        def watch() -> None:
            received.extend(iter(lambda: read_some(ours), b""))

        reader = threading.Thread(target=watch)
        reader.start()

        def output() -> bytes:
            if process.poll() is not None:
                reader.join(PATIENCE)
            return b"".join(received)

        try:
            yield process, output
        finally:
            process.kill()
            reader.join(PATIENCE)
            os.close(ours)


def read_some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def waiting(stream: int) -> int:
    """The number of unread bytes in a pipe."""
    return int(struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, b"\0" * 4))[0])


def full(process: subprocess.Popen[bytes]) -> Callable[[], bool]:
    """Whether the command has written as much as the pipe takes, so that it waits for a reader."""
    assert process.stdout is not None
    stream = process.stdout.fileno()
    sizes: list[int] = []

    def stalled() -> bool:
        sizes.append(waiting(stream) * asleep(process.pid))
        return sizes[-1] > 30_000 and len(sizes) > 20 and sizes[-1] == sizes[-20]

    return stalled


def nothing_left_over(folder: Path) -> None:
    assert [path.name for path in folder.rglob("*") if "part" in path.name] == []


# ---- starting and ending ----

AROUND = """
import os, signal, sys
from edgeasp.__main__ import main
from edgeasp.cli import commands

def killed(method):
    def kill_and(*args, **options):
        os.kill(os.getpid(), signal.{signal})
        return method(*args, **options)
    return kill_and

def and_killed(method):
    def and_kill(*args, **options):
        result = method(*args, **options)
        os.kill(os.getpid(), signal.{signal})
        return result
    return and_kill

sys.argv = ["edgeasp", "formats"]
{place}
main()
"""
PLACES = {
    "before the arguments": "commands.app = killed(commands.app)",
    "at the arguments": "commands.LazyGroup.make_context = killed(commands.LazyGroup.make_context)",
    "before the command": "commands.load_command = killed(commands.load_command)",
    "after the command": "commands.LazyGroup.invoke = and_killed(commands.LazyGroup.invoke)",
}


@pytest.mark.parametrize(("place", "number"), [*zip(PLACES, SIGNALS * 2, strict=True)])
def test_starting_and_ending(place: str, number: signal.Signals) -> None:
    code = AROUND.format(signal=number.name, place=PLACES[place])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 128 + number
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("Puzzles:") == (place == "after the command")


TOGETHER = """
import os, signal
from edgeasp.cli import signals
signals.install_handlers()
signals.{mode}
both = [signal.SIGINT, signal.SIGTERM]
signal.pthread_sigmask(signal.SIG_BLOCK, both)
for number in both:
    os.kill(os.getpid(), number)
try:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, both)
    signals.raise_pending()
except KeyboardInterrupt as interrupt:
    os._exit(signals.exit_status(interrupt))
"""


@pytest.mark.parametrize("mode", ["set_raising(True)", "set_raising(False)", "defer()"])
def test_two_signals_at_once(mode: str) -> None:
    code = TOGETHER.format(mode=mode)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode in (130, 143)
    assert done.stderr == ""


# ---- reading ----


def written(path: str, process: subprocess.Popen[bytes]) -> IO[str]:
    """The write end of a named pipe, as soon as the command reads it; fails if the command has ended."""
    found: list[int] = []

    def opened() -> bool:
        assert process.poll() is None, process.stderr and process.stderr.read()
        with suppress(OSError):
            found.append(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        return bool(found)

    await_that(opened)
    return os.fdopen(found[0], "w", encoding="utf-8")


READING = [["solve", "f"], ["solve", "puzzle.puz", "--clue", "f"], ["facts", "f"], ["decode", "puzzle.puz", "f"]]


@needs_proc
@pytest.mark.parametrize(("command", "number"), [*zip(READING, SIGNALS * 2, strict=True)])
def test_reading(command: list[str], number: signal.Signals) -> None:
    os.mkfifo("f")
    with running(*command) as process:
        with written("f", process):
            # Between two calls of the system, Python would notice the signal only after the second.
            await_that(lambda: asleep(process.pid))
            process.send_signal(number)
            assert status_of(process) == 128 + number
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == b""
        assert process.stderr.read() == b"edgeasp: error: interrupted\n"


@needs_proc
@first(signal.SIGINT)
def test_reading_standard_input(number: signal.Signals, folder: Path) -> None:
    os.mkfifo("f")
    with running("solve", "f", "--clue", "-", "-o", "x.sol", stdin=subprocess.PIPE) as process:
        with written("f", process) as puzzle:
            puzzle.write(PUZ)
        await_that(lambda: asleep(process.pid))  # in the other file
        process.send_signal(number)
        assert status_of(process) == 128 + number
    assert not (folder / "x.sol").exists()
    nothing_left_over(folder)


# ---- grounding and solving ----


@needs_proc
@pytest.mark.parametrize(
    ("name", "phase", "number"),
    [("large.puz", b"ground", signal.SIGINT), ("hard.puz", b"solve", signal.SIGTERM)],
)
def test_grounding_and_solving(name: str, phase: bytes, number: signal.Signals, folder: Path) -> None:
    Path("x.sol").write_text("c old\n", encoding="utf-8")
    with watched("solve", name, "-o", "x.sol", "--stats") as (process, output):
        await_that(lambda: phase in output())
        await_work(process, 0.2)
        process.send_signal(number)
        assert status_of(process) == 128 + number
        result = output().decode()
    assert "Traceback" not in result
    assert "edgeasp: interrupted: no solution so far; " in result
    assert "\nstatus             UNKNOWN\r\n" in result
    assert (re.search(r"^conflicts +[1-9]", result, re.MULTILINE) is not None) == (phase == b"solve")
    assert Path("x.sol").read_text(encoding="utf-8") == "c old\n"
    nothing_left_over(folder)


@pytest.mark.parametrize(
    ("name", "phase", "number"),
    [
        pytest.param("large.puz", b"ground", signal.SIGTERM, marks=pytest.mark.long),
        ("hard.puz", b"solve", signal.SIGINT),
    ],
)
def test_json_is_whole(name: str, phase: bytes, number: signal.Signals) -> None:
    with watched("solve", name, "--format", "json") as (process, output):
        await_that(lambda: phase in output())
        process.send_signal(number)
        assert status_of(process) == 128 + number
        assert process.stdout is not None
        result = json.loads(process.stdout.read())
    assert [result[key] for key in ("status", "exhausted", "answered", "stopped")] == ["UNKNOWN", False, False, None]
    assert result["solutions"] == []


def test_the_status_as_clasp_has_it() -> None:
    with watched("solve", "hard.puz", "--solver-exit-codes") as (process, output):
        await_that(lambda: b"solve" in output())
        process.send_signal(signal.SIGINT)
        assert status_of(process) == 1


# ---- writing ----


@first(signal.SIGTERM)
def test_writing_a_folder(number: signal.Signals, folder: Path) -> None:
    with running("solve", *MILLIONS, "-o", "found") as process:
        await_that((folder / "found" / "sol_20.sol").exists)
        process.send_signal(number)
        assert status_of(process) == 128 + number
        assert process.stderr is not None
        result = process.stderr.read().decode()
    names = {path.name for path in (folder / "found").iterdir()}
    assert names == {f"sol_{count}.sol" for count in range(1, len(names) + 1)}
    texts = [path.read_text(encoding="utf-8") for path in (folder / "found").iterdir()]
    assert all(check(ALIKE, plain.read_sol(text, ALIKE, "sol")).solved for text in texts)
    assert re.match(rf"edgeasp: interrupted: {len(names):,} solutions; ", result)
    assert len(result.splitlines()) == 1


@first(signal.SIGINT)
def test_writing_a_stream(number: signal.Signals) -> None:
    """What a reader gets, however slow he is, ends with a whole solution."""
    with running("solve", *MILLIONS) as process:
        assert process.stdout is not None
        await_that(full(process))
        process.send_signal(number)
        text = process.stdout.read(1).decode()
        text += b"".join(iter(lambda: process.stdout.read(65536), b"")).decode()  # type: ignore[union-attr]
        assert status_of(process) == 128 + number
    parts = re.split(r"^c solution (\d+)\n", text, flags=re.MULTILINE)
    assert parts[1::2] == [str(count) for count in range(1, len(parts) // 2 + 1)]
    assert all(check(ALIKE, plain.read_sol(part, ALIKE, "stream")).solved for part in parts[2::2])


@first(signal.SIGTERM)
def test_writing_json(number: signal.Signals) -> None:
    with running("solve", *MILLIONS, "--format", "json") as process:
        assert process.stdout is not None
        await_that(full(process))
        process.send_signal(number)
        result = json.loads(b"".join(iter(lambda: process.stdout.read(65536), b"")))  # type: ignore[union-attr]
        assert status_of(process) == 128 + number
    assert (result["status"], result["exhausted"], result["answered"]) == ("SATISFIABLE", False, False)
    assert len(result["solutions"]) > 100
    assert {len(solution) for solution in result["solutions"]} == {6}


@first(signal.SIGINT)
def test_writing_json_into_a_file(number: signal.Signals, folder: Path) -> None:
    with running("solve", *MILLIONS, "--format", "json", "-o", "run.json") as process:
        await_that(lambda: any(path.stat().st_size > 10_000 for path in folder.glob(".run.json*")))
        process.send_signal(number)
        assert status_of(process) == 128 + number
    assert len(json.loads(Path("run.json").read_text(encoding="utf-8"))["solutions"]) > 100
    nothing_left_over(folder)


@represented("form, number", [("json", signal.SIGTERM), ("sol", signal.SIGINT)])
def test_writing_to_a_pipe_that_is_not_read(form: str, number: signal.Signals) -> None:
    with running("solve", *MILLIONS, "--format", form, program=[SCRIPT]) as process:
        await_that(full(process))
        process.send_signal(number)
        assert status_of(process) == 128 + number
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


# ---- a second signal, and a signal that is ignored ----


def heeded(process: subprocess.Popen[bytes], *how: str) -> int:
    """The signals that a process catches (`Cgt`) or ignores (`Ign`), as bits; none once it has ended."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    found = [re.search(rf"^Sig{word}:\s*([0-9a-f]+)$", status, re.MULTILINE) for word in how]
    assert all(found)
    return sum(int(match[1], 16) for match in found if match) & sum(1 << (number - 1) for number in SIGNALS)


HASTY = [*PATIENT[:2], PATIENT[2].replace("signals._TOGETHER *= 100; ", "")]
"""The patient command, for which a second signal counts by itself as soon as usual."""


@needs_proc
@represented("second", SIGNALS)
def test_a_second_signal_ends_at_once(second: signal.Signals) -> None:
    with running("solve", *MILLIONS, program=HASTY) as process:
        await_that(full(process))
        assert heeded(process, "Cgt") == sum(1 << (number - 1) for number in SIGNALS)
        process.send_signal(signal.SIGINT)
        # It cannot end yet, since its output is not read.
        await_that(lambda: not heeded(process, "Cgt", "Ign"))
        process.send_signal(second)
        assert status_of(process) == -second


@needs_proc
@represented("number", SIGNALS)
def test_a_signal_that_comes_twice_is_one(number: signal.Signals) -> None:
    """As `timeout` sends it, to its child and then to its group."""
    with watched("solve", "hard.puz", "--count") as (process, output):
        await_that(lambda: b"solve" in output())
        process.send_signal(number)
        await_that(lambda: not heeded(process, "Cgt"))
        process.send_signal(number)
        assert status_of(process) == 128 + number
        assert b"edgeasp: interrupted: " in output()


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As a shell has it for what a script leaves running in the background."""
    with subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", SCRIPT, "solve", *MILLIONS],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        try:
            await_that(full(process))
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            for _ in range(4):
                assert len(process.stdout.read(65536)) > 0
            assert process.poll() is None
            process.terminate()
            assert status_of(process) == 143
        finally:
            process.kill()


def test_what_was_found_is_drawn_to_the_end_and_nothing_after() -> None:
    """However long that takes: a process that goes on without a word would lose it."""
    code = """if True:
        import os, signal, time
        from edgeasp.cli import signals
        signals._PATIENCE = 0.3
        signals.install_handlers()
        signals.defer()
        os.kill(os.getpid(), signal.SIGINT)
        with signals.DrawingGuard():
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                pass
            print("drawn", flush=True)
        while True:
            pass
    """
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, check=False, timeout=PATIENCE, text=True
    )
    assert (done.returncode, done.stdout) == (130, "drawn\n")


@pytest.mark.parametrize("name", ["same.puz", "./same.puz"])
def test_a_puzzle_is_not_converted_into_its_own_file(name: str, tmp_path: Path) -> None:
    text = "c mine\n2 2\n" + 4 * "1 1 1 1\n"
    (tmp_path / "same.puz").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "edgeasp", "convert", "same.puz", "-o", name],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        check=False,
        timeout=PATIENCE,
        text=True,
    )
    assert done.returncode == 2
    assert "is an input, which the output would replace" in done.stderr
    assert (tmp_path / "same.puz").read_text(encoding="utf-8") == text
