"""Commands at a terminal: what it gets to see, and what is left on it."""

from __future__ import annotations

import os
import re
import struct
from dataclasses import dataclass

import pytest

from tests.support.forking import surroundings
from tests.support.running import PATIENT, read_all, running
from tests.support.waiting import status_of

SIZE = (40, 100)
"""Lines and columns of the terminal."""


@dataclass(frozen=True)
class Seen:
    """What a terminal gets to see: all of it, and what stands there in the end."""

    status: int
    stream: str

    @property
    def left(self) -> list[str]:
        """The lines that are left."""
        return [line for line in screen(self.stream) if line.strip()]


def screen(stream: str) -> list[str]:
    """What a terminal shows after all this; it knows no more than the sequences that occur here."""
    lines, row, col = [""], 0, 0
    for match in re.finditer(r"\x1b\[(\??)(\d*(?:;\d+)*)([A-Za-z])|(\r)|(\n)|(.)", stream, flags=re.DOTALL):
        private, number, command, back, feed, char = match.groups()
        if command == "A":
            row = max(0, row - int(number or 1))
        elif command == "K":
            lines[row] = "" if number == "2" else lines[row][:col]
        elif command:
            assert command == "m" or private, command
        elif back:
            col = 0
        elif feed:
            row += 1
            lines += [""] * (row == len(lines))
        else:
            lines[row] = lines[row].ljust(col)[:col] + char + lines[row][col + 1 :]
            col += 1
    return lines


def watched(*arguments: str, until: str | None = None, number: int = 0, **environment: str) -> Seen:
    """Run a command at a terminal; send it a signal once the terminal has seen a certain text."""
    # Windows has no such terminals.
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    ignored = ("NO_COLOR", "COLUMNS", "LINES")
    inherited = {name: value for name, value in surroundings().items() if name not in ignored}
    terminal = {"stdout": theirs, "stderr": theirs, "env": inherited | {"TERM": "xterm-256color"} | environment}
    with running(*arguments, program=PATIENT, **terminal) as process:
        os.close(theirs)
        stream = b""
        while until is not None and until.encode() not in stream:
            stream += os.read(ours, 65536)
        if until is not None:
            process.send_signal(number)
        stream += read_all(ours)
        os.close(ours)
        return Seen(status_of(process), stream.decode())
