"""Commands in processes that start at once: one process has imported everything, and forks itself for each of them.

To import what a command needs takes longer than most commands of the tests take. What starts here is a process like any
other: with its own standard streams, folder, environment and signals, and with the status of the command. Where the
variable EDGEASP_TEST_FRESH is set, as `make test-all` has it, and on systems other than Linux, each command is a new
interpreter.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from tests.support.fork_server import LARGEST, SCRIPT, Order

STARTED = ("PYTHON", "LC_", "LANG")
"""How variables begin that an interpreter reads when it starts: with others than ours, there has to be a new one."""


def surroundings() -> dict[str, str]:
    """The environment, without what would keep Python from buffering, as it does for most users."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def can_fork(program: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a process that is forked does what a new one would: it is a command, or code from the command line."""
    return (
        sys.platform == "linux"
        and not os.environ.get("EDGEASP_TEST_FRESH")
        and (program[0] == SCRIPT or list(program[:2]) == [sys.executable, "-c"])
        and _settings(environment) == _OURS
    )


def _settings(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(STARTED)}


_OURS = _settings(surroundings())
"""What the process that is forked starts with: a test may change its own environment later."""


class Forked:
    """A process that runs a command; as far as tests go, it is a `subprocess.Popen` that reads and writes bytes.

    Attributes:
        pid: its number.
        returncode: its status, once it is known; after a signal the number of that, negated.
        stdin, stdout, stderr: our ends of its pipes.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        env: Mapping[str, str],
        stdin: int | IO[Any] | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        bufsize: int = -1,
        start_new_session: bool = False,
    ) -> None:
        """Start a process; the arguments mean what they mean for `subprocess.Popen`."""
        self.returncode: int | None = None
        with ExitStack() as theirs:
            ours: list[IO[bytes] | None] = []
            handed = []
            for number, stream in enumerate((stdin, stdout, stderr)):
                end = None
                if stream == subprocess.PIPE:
                    reader, writer = os.pipe()
                    mine, handle = (writer, reader) if number == 0 else (reader, writer)
                    theirs.callback(os.close, handle)
                    end = os.fdopen(mine, "wb" if number == 0 else "rb", bufsize)
                elif stream == subprocess.DEVNULL:
                    handle = os.open(os.devnull, os.O_RDWR)
                    theirs.callback(os.close, handle)
                elif stream is None:
                    handle = number
                else:
                    handle = stream if isinstance(stream, int) else stream.fileno()
                ours.append(end)
                handed.append(handle)
            self.stdin, self.stdout, self.stderr = ours
            order = Order(list(arguments), os.getcwd(), dict(env), start_new_session)
            self._server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._server.connect(server())
            socket.send_fds(self._server, [json.dumps(order).encode()], handed)
        self.pid = int(self._server.recv(LARGEST))

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdout, self.stderr, self.stdin):
            if stream is not None:
                stream.close()
        self.wait()

    def poll(self) -> int | None:
        """The status, if the process has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The status, once the process has ended."""
        if self.returncode is None:
            if not select.select([self._server], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("edgeasp", timeout or 0.0)
            self.returncode = os.waitstatus_to_exitcode(int(self._server.recv(LARGEST)))
            self._server.close()
        return self.returncode

    def communicate(self, given: bytes = b"", timeout: float | None = None) -> tuple[bytes, bytes]:
        """Write to standard input and read what comes, until the process ends."""
        with ThreadPoolExecutor(2) as pool:
            reading = [pool.submit(stream.read) if stream else None for stream in (self.stdout, self.stderr)]
            if self.stdin is not None:
                with suppress(BrokenPipeError):
                    self.stdin.write(given)
                with suppress(BrokenPipeError):
                    self.stdin.close()
            out, err = (each.result(timeout) if each else b"" for each in reading)
        self.wait(timeout)
        return out, err

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)


_STUB = """#!{python} -IS
import json, os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.connect({address!r})
order = [[{script!r}, *sys.argv[1:]], os.getcwd(), dict(os.environ), False]
socket.send_fds(server, [json.dumps(order).encode()], [0, 1, 2])
server.recv({largest})
status = os.waitstatus_to_exitcode(int(server.recv({largest})))
sys.exit(128 - status if status < 0 else status)
"""


def search_path(folder: Path) -> str:
    """The variable PATH for shells that run commands; what is to stand on it is written into the folder."""
    folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
    if can_fork([SCRIPT], surroundings()):
        stub = folder / "edgeasp"
        text = _STUB.format(python=sys.executable, address=server(), script=SCRIPT, largest=LARGEST)
        stub.write_text(text, encoding="utf-8")
        stub.chmod(0o755)
        folders.insert(0, str(folder))
    return os.pathsep.join(folders)


SHARED: list[bytes] = []
"""The address of a server for all workers, where the process that started them has one."""


@cache
def server() -> bytes:
    """The address of a process that forks itself for each order; it ends when the process does that started it."""
    if SHARED:
        return SHARED[0]
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind("")  # to a name of its own, which is no file
    listener.listen(64)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.fork_server", str(listener.fileno())],
        cwd=Path(__file__).parents[2],
        env={name: value for name, value in os.environ.items() if not name.startswith(STARTED)} | _OURS,
        stdin=subprocess.PIPE,
        pass_fds=[listener.fileno()],
        start_new_session=True,  # Ctrl-C is for the tests
    )
    assert process.stdin is not None
    atexit.register(process.wait)
    atexit.register(process.stdin.close)
    address: bytes = listener.getsockname()
    listener.close()
    return address
