"""Running the command as users do, in a pipe or at a terminal, and in the process of the test."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer import testing
from typer.main import get_command

from edgeasp.cli.commands import NAMES, app, load_command
from tests.support.fork_server import SCRIPT
from tests.support.forking import Forked, can_fork, surroundings
from tests.support.waiting import PATIENCE

vars(testing)["_get_command"] = cache(get_command)  # which would build the group anew for each call

INSTANCES = Path(__file__).parents[2] / "instances"
PATIENT = [
    sys.executable,
    "-c",
    "import sys; from edgeasp.__main__ import main; from edgeasp.cli import console, signals; "
    "signals._PATIENCE *= 100; signals._TOGETHER *= 100; console._PATIENCE *= 0; sys.argv[0] = 'edgeasp'; main()",
]
"""The command with more time to end in good order after a signal, and for a second one that belongs to the first: on a
busy machine its own bounds may be too short.

At a terminal it shows its phase at once, not only to a person who has waited for a second.
"""

STEADY = [
    sys.executable,
    "-c",
    "import sys; from edgeasp.__main__ import main; from edgeasp.cli import console; "
    "console._PATIENCE = console._PAUSE = 1e9; sys.argv[0] = 'edgeasp'; main()",
]
"""The command without progress lines: a terminal gets to see the same, however slow the machine is."""


def _leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
    for word, each in (inner or {}).items():
        yield f"{name} {word}", each


COMMANDS: dict[str, Any] = dict(leaf for name in NAMES for leaf in _leaves(name, load_command(name)))
"""Every command by the words that call it, such as `solve` and `suite solve`."""


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    status: int
    stdout: str
    stderr: str


def run(*arguments: str | Path | int, given: str | None = None) -> Run:
    """Run a command in this process; one that a limit stops would end the process."""
    result = testing.CliRunner().invoke(app, list(map(str, arguments)), input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Run(result.exit_code, result.stdout, result.stderr)


def script(*arguments: str | Path, given: str = "", **environment: str) -> Run:
    """Run a command in a process of its own, with pipes all around."""
    with start(*arguments, stdin=subprocess.PIPE, env=surroundings() | environment) as process:
        try:
            out, err = process.communicate(given.encode(), timeout=PATIENCE)
        except BaseException:
            process.kill()
            raise
    return Run(process.returncode, text_of(out), text_of(err))


def text_of(output: bytes) -> str:
    """What was printed, with the ends of lines of this language."""
    return output.decode().replace("\r\n", "\n")


def start(*arguments: str | Path, program: Sequence[str] = (SCRIPT,), **options: Any) -> subprocess.Popen[bytes]:
    """Begin to run a command in a process of its own; standard input is empty unless an option provides one."""
    given: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "env": surroundings(),
    } | options
    make: Any = Forked if can_fork(program, given["env"]) else subprocess.Popen
    started: subprocess.Popen[bytes] = make([*program, *map(str, arguments)], **given)
    return started


@contextmanager
def running(
    *arguments: str | Path, program: Sequence[str] = (SCRIPT,), **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """The same as a context; the process does not outlive it."""
    process = start(*arguments, program=program, **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def read_all(terminal: int) -> bytes:
    """What a terminal gets to see until nobody writes to it any more."""
    seen = b""
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError as error:
            if error.errno != errno.EIO:  # this is how Linux says that the other end is closed
                raise
            return seen
        if not data:
            return seen
        seen += data


def at_terminal(*arguments: str | Path, program: Sequence[str] = STEADY, **environment: str) -> tuple[int, str]:
    """The status of a command that runs at a terminal, and what the terminal gets to see."""
    import pty  # which Windows has not

    ours, theirs = pty.openpty()
    inherited = {name: value for name, value in surroundings().items() if name != "NO_COLOR"}
    process = start(*arguments, program=program, stdout=theirs, stderr=theirs, env=inherited | environment)
    os.close(theirs)
    try:
        seen = read_all(ours)
    finally:
        os.close(ours)
    return process.wait(timeout=PATIENCE), seen.decode().replace("\r\n", "\n")
