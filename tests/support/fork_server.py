"""The process that forks itself for each command, on orders from `tests/support/forking.py`.

An order arrives on a connection of its own, with the standard streams of the command; the number of the new process
goes back and, once it has ended, how.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import select
import socket
import sys
import threading
import types
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SCRIPT = str(Path(sys.executable).with_name("edgeasp"))

LARGEST = 1 << 17
"""Bytes of the longest message."""

LIBRARIES = ("clingo", "clingo.ast", "jinja2", "rich.console", "rich.live", "rich.progress", "rich.table", "numpy")
"""What commands import besides modules of edgeasp; what few of them need is left to them."""


class Order(NamedTuple):
    """A process to start: its program, folder and environment, and whether it leads a session of its own."""

    program: list[str]
    folder: str
    environment: dict[str, str]
    apart: bool


def prepare() -> None:
    """Import what commands need, and read the templates."""
    import edgeasp

    for name in LIBRARIES:
        importlib.import_module(name)
    for module in pkgutil.walk_packages(edgeasp.__path__, "edgeasp."):
        if module.name != "edgeasp.__main__":
            importlib.import_module(module.name)
    from edgeasp.cli import commands
    from edgeasp.encoding import render
    from edgeasp.encoding.render import EncodingRequest

    for name in commands.NAMES:
        commands.load_command(name)
    render.render(EncodingRequest().resolve(framed=True, signed=True))
    # Else each process would copy all that was imported, to count references to it.
    gc.collect()
    gc.freeze()


def next_order(listener: socket.socket) -> Order:
    """Fork for each order that arrives, and return in the new process, with its streams in place."""
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        ready, _, _ = select.select([listener.fileno(), 0, *running], [], [])
        for handle in running.keys() & set(ready):
            process, connection = running.pop(handle)
            os.close(handle)
            _, status = os.waitpid(process, 0)
            with connection, suppress(OSError):
                connection.send(str(status).encode())
        if listener.fileno() in ready:
            connection, _ = listener.accept()
            message, streams, _, _ = socket.recv_fds(connection, LARGEST, 3)
            process = os.fork()
            if process == 0:
                for each in (listener, connection, *(other for _, other in running.values())):
                    each.close()
                for handle in running:
                    os.close(handle)
                place(streams)
                return Order(*json.loads(message))
            for handle in streams:
                os.close(handle)
            with suppress(OSError):
                connection.send(str(process).encode())
            running[os.pidfd_open(process)] = process, connection
        if 0 in ready:  # the tests have ended
            os._exit(0)


def place(streams: Sequence[int]) -> None:
    """Make these the standard streams, as Python does when it starts."""
    for number, handle in enumerate(streams):
        os.dup2(handle, number)
        os.close(handle)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before: io.TextIOWrapper = getattr(sys, name)
        stream = io.TextIOWrapper(
            os.fdopen(number, "wb" if number else "rb", closefd=False),
            before.encoding,
            before.errors,
            newline="\n",
            line_buffering=number == 2 or os.isatty(number),
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def execute(order: Order) -> None:
    """Become the program; what it raises, and its status, are those of this process."""
    if order.apart:
        os.setsid()
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environment)
    if order.program[0] == SCRIPT:
        sys.argv, sys.path[0] = order.program, str(Path(SCRIPT).parent)
        code = "from edgeasp.__main__ import main; main()"
    else:
        sys.argv, sys.path[0] = ["-c", *order.program[3:]], ""
        code = order.program[2]
    sys.modules["__main__"] = module = types.ModuleType("__main__")
    exec(compile(code, "<string>", "exec"), module.__dict__)


def end(status: int) -> None:
    """End in good order, but without taking apart what was imported, which would take long."""
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            thread.join()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main() -> None:
    """Serve; in the new process, execute the order."""
    prepare()
    order = next_order(socket.socket(fileno=int(sys.argv[1])))
    try:
        execute(order)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            raise
        end(ended.code or 0)
    end(0)


if __name__ == "__main__":
    main()
