"""Runs `edgeasp` as its program does, and prints the functions a puzzle passes as JSON: see test_architecture.py.

At each key event of `solve`, the functions of edgeasp are taken down that stand on the call stack, also on that of the
main thread where it waits for another one.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import NoReturn

import edgeasp
from edgeasp.__main__ import main
from edgeasp.cli import console

PACKAGE = str(Path(edgeasp.__file__).parent) + os.sep
CHECKED = "the board is checked"
CALLS = {
    ("puzzle/model.py", "Puzzle.__post_init__"): "a puzzle is made",
    ("encoding/render.py", "EncodingRequest.resolve"): "the rules are chosen",
    ("puzzle/counting.py", "contradictions"): "it is counted",
    ("encoding/facts.py", "write"): "its facts are written",
    ("encoding/render.py", "render"): "the rules are rendered",
    ("encoding/facts.py", "from_atoms"): "an answer is read",
    ("puzzle/checker.py", "check"): CHECKED,
    ("formats/plain.py", "write_sol"): "the board is written",
}
"""Events that are the call of a function of edgeasp."""

OF_CLINGO = {"ground": "clingo grounds", "solve": "clasp solves"}
"""The same of a method of `clingo.Control`."""

WRAPPERS = ("with_groups.<locals>", "guided.<locals>")
"""Functions of decorators, which stand for what they decorate."""

Function = tuple[str, str]

stops: dict[str, list[Function]] = {}


def of_package(frame: FrameType) -> Function | None:
    """The file and the name of a function of edgeasp; None for another one, and for a comprehension or a lambda."""
    code = frame.f_code
    if not code.co_filename.startswith(PACKAGE) or code.co_qualname.endswith(">"):
        return None
    if code.co_qualname.startswith(WRAPPERS):
        return None
    return code.co_filename.removeprefix(PACKAGE).replace(os.sep, "/"), code.co_qualname


def take_down(event: str, frame: FrameType) -> None:
    """Keep the functions on the stack at an event, the first time that it happens."""
    if event in stops:
        return
    stops[event] = []
    main_thread = threading.main_thread()
    waiting = [] if threading.current_thread() is main_thread else [sys._current_frames()[main_thread.ident or 0]]
    for top in (*waiting, frame):
        stack = []
        below: FrameType | None = top
        while below:
            stack.append(of_package(below))
            below = below.f_back
        stops[event] += [function for function in reversed(stack) if function]


def on_call(frame: FrameType, event: str, _: object) -> None:
    """Called at each call of a function, and at other moments that do not matter."""
    if event != "call":
        return
    if function := of_package(frame):
        # Clues are checked before; of them there are none.
        if function in CALLS and (CALLS[function] != CHECKED or "an answer is read" in stops):
            take_down(CALLS[function], frame)
    elif frame.f_code.co_filename.endswith(os.path.join("clingo", "control.py")) and frame.f_code.co_name in OF_CLINGO:
        take_down(OF_CLINGO[frame.f_code.co_name], frame)


def on_audit(event: str, arguments: tuple[object, ...]) -> None:
    """Called when a file is opened, among others."""
    if event == "open" and str(arguments[0]) == sys.argv[2]:
        take_down("the file is read", sys._getframe(1))


class Messages:
    """Standard error, through which the summary goes."""

    def __init__(self) -> None:
        self._stream = sys.stderr

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a message."""
        if "solved and checked" in text:
            take_down("the summary is said", sys._getframe(1))
        return self._stream.write(text)


def leave(status: int) -> NoReturn:
    """End the process, with what was taken down on standard output."""
    sys.setprofile(None)
    sys.stdout.write(json.dumps(stops) + "\n")
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    open_streams = console.open_streams

    def open_and_follow() -> None:
        """Open the streams; the summary is looked for among the messages."""
        open_streams()
        sys.stderr = Messages()

    console.open_streams = open_and_follow
    sys.argv[0] = "edgeasp"
    sys.addaudithook(on_audit)
    threading.setprofile(on_call)
    sys.setprofile(on_call)
    try:
        main()
    except SystemExit:
        leave(0)
