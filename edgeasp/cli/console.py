"""The one place that prints."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

from edgeasp.system.lines import printable
from edgeasp.system.machine import SystemWarning, is_closed_pipe

if TYPE_CHECKING:
    from rich.text import Text


STDOUT = "standard output"

_NARROWEST = 40
"""The fewest columns for which lines are broken."""

_NAME = re.compile(r" *\S+(?: \S+){0,2}(?: {2,}\*?) *")
"""The beginning of a line of a list: a name, then blanks; its text goes on below itself."""


class _Results(TextIOWrapper):
    """Standard output, whose errors name it."""

    def write(self, text: str) -> int:
        with _naming_stdout():
            return super().write(text)

    def flush(self) -> None:
        with _naming_stdout():
            super().flush()


class _Messages(TextIOWrapper):
    """Standard error, where a message that cannot be written is lost: that is no reason to fail."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


@contextmanager
def _naming_stdout() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_closed_pipe(error):
            raise BrokenPipeError from None
        error.filename = STDOUT
        raise


def open_streams() -> None:
    """Prepare standard output and standard error; if closed, they lead to the null device."""
    sys.stdout, sys.stderr = _opened(_Results, sys.stdout), _opened(_Messages, sys.stderr)


def _opened(kind: type[TextIOWrapper], stream: TextIO | None) -> TextIOWrapper:
    if not isinstance(stream, TextIOWrapper):
        return kind(open(os.devnull, "wb"), "utf-8")
    # What a pipe or a file gets is the same on every system: no other line ends, and escapes for what the encoding of
    # the system lacks.
    errors = "backslashreplace" if stream.errors == "strict" else stream.errors
    newline = None if stream.isatty() else "\n"
    return kind(stream.buffer, stream.encoding, errors, newline, stream.line_buffering, stream.write_through)


def show_warnings() -> None:
    """From now on, print as a note what edgeasp does without on this system."""
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, SystemWarning):
            note(str(message))
        else:
            usual(message, category, *where, **more)

    warnings.showwarning = show


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def messages_at_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


def out(text: str) -> None:
    """Write text to standard output, in UTF-8 as to a file, whatever the locale."""
    if codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8":
        sys.stdout.write(text)
    else:
        raw(text.encode())


def raw(data: bytes) -> None:
    """Write bytes to standard output as they are."""
    sys.stdout.flush()
    with _naming_stdout():
        sys.stdout.buffer.write(data)


def flush() -> None:
    """Pass to the reader of a pipe what was written so far."""
    sys.stdout.flush()


def line(text: str) -> None:
    """Write a line to standard output: at a terminal, broken at words where it is too long."""
    sys.stdout.write((fold(text, width()) if is_terminal() else text) + "\n")


def lines(text: str) -> None:
    """Write lines that are complete to standard output, each like `line`."""
    for part in text.splitlines():
        line(part)


def aligned(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """The lines of a table: columns to the right, but for those at the `left`; the first row holds the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index in left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def fold(text: str, columns: int) -> str:
    """A text whose lines are broken at words that end beyond so many columns; the rest is indented."""
    return "\n".join(_folded(part, max(columns, _NARROWEST)) for part in text.split("\n"))


def _folded(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    name = _NAME.match(line)
    indent = " " * (name.end() if name and name.end() < columns / 2 else len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


_quiet = False


def set_quiet(quiet: bool) -> None:
    """From now on, print only results and errors; or notes as well."""
    global _quiet  # noqa: PLW0603  # the meaning of --quiet for the one place that prints
    _quiet = quiet


def is_quiet() -> bool:
    """Whether to print only results and errors."""
    return _quiet


def note(text: str) -> None:
    """Print a note on standard error."""
    if not _quiet:
        _message(text)


def error(text: str) -> None:
    """Print an error on standard error."""
    _message(f"error: {text}")


def _message(text: str) -> None:
    """Write lines to standard error, without control sequences that come from input."""
    shown = "\n".join(map(printable, text.split("\n")))
    sys.stderr.write(_fitting(f"edgeasp: {shown}") + "\n")


def _fitting(text: str) -> str:
    """A text for standard error: at a terminal, broken at words where it is too wide."""
    return fold(text, width()) if messages_at_terminal() else text


def width() -> int:
    """The columns of the terminal, or 80 where there is none; the variable COLUMNS overrules."""
    return shutil.get_terminal_size((80, 24)).columns


def supports_colour() -> bool:
    """Whether standard output shows 256 colours or more, and NO_COLOR is not set."""
    from rich.console import Console

    return not os.environ.get("NO_COLOR") and Console().color_system in ("256", "truecolor")


def picture(content: Text) -> None:
    """Print a board: in colour at a terminal, unless NO_COLOR is set; never folded."""
    from rich.console import Console

    if isinstance(sys.stdout, TextIOWrapper):
        # If the locale has no line-drawing characters, question marks are better than no board.
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, soft_wrap=True)
    # rich ends the process by itself if the reader of a pipe is gone.
    with console.capture() as captured:
        console.print(content.plain if os.environ.get("NO_COLOR") else content, markup=False)
    sys.stdout.write(captured.get())
