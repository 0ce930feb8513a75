"""The one place that prints."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from edgeasp.formats.lines import printable

if TYPE_CHECKING:
    from rich.text import Text


STDOUT = "standard output"


class _Results(TextIOWrapper):
    """Standard output, whose errors name it."""

    def write(self, text: str) -> int:
        """Write the text."""
        with _naming_stdout():
            return super().write(text)

    def flush(self) -> None:
        """Write what is in the buffer."""
        with _naming_stdout():
            super().flush()


class _Messages(TextIOWrapper):
    """Standard error, where a message that cannot be written is lost: that is no reason to fail."""

    def write(self, text: str) -> int:
        """Write the text, if possible."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is in the buffer, if possible."""
        with suppress(OSError):
            super().flush()


@contextmanager
def _naming_stdout() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = STDOUT
        raise


def open_streams() -> None:
    """Prepare standard output and standard error; one that is closed takes everything and keeps nothing."""
    sys.stdout, sys.stderr = _opened(_Results, sys.stdout), _opened(_Messages, sys.stderr)


def _opened(kind: type[TextIOWrapper], stream: TextIO | None) -> TextIOWrapper:
    if not isinstance(stream, TextIOWrapper):
        return kind(open(os.devnull, "wb"), "utf-8")
    return kind(
        stream.buffer,
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def is_terminal() -> bool:
    """Whether somebody is looking at standard output."""
    return sys.stdout.isatty()


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
    """Hand on to the reader of a pipe what was written so far."""
    sys.stdout.flush()


def line(text: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(text + "\n")


_quiet = False


def set_quiet() -> None:
    """From now on, tell nothing beside results and errors."""
    global _quiet  # noqa: PLW0603  # what --quiet means for the one place that prints
    _quiet = True


def is_quiet() -> bool:
    """Whether nothing beside results and errors is to be told."""
    return _quiet


def note(text: str) -> None:
    """Tell something beside the result, on standard error."""
    if not _quiet:
        _message(text)


def error(text: str) -> None:
    """Say what went wrong, on standard error."""
    _message(f"error: {text}")


def _message(text: str) -> None:
    """Write lines to standard error; what was read must not reach the terminal as a control sequence."""
    sys.stderr.write("edgeasp: " + "\n".join(map(printable, text.split("\n"))) + "\n")


def width() -> int:
    """The columns of the terminal, or 80 where there is none; the variable COLUMNS overrules."""
    return shutil.get_terminal_size((80, 24)).columns


def supports_colour() -> bool:
    """Whether standard output shows 256 colours or more, and NO_COLOR is not set."""
    from rich.console import Console

    return not os.environ.get("NO_COLOR") and Console().color_system in ("256", "truecolor")


def picture(content: Text) -> None:
    """Show a board: in colour at a terminal, unless NO_COLOR is set; never folded."""
    from rich.console import Console

    if isinstance(sys.stdout, TextIOWrapper):
        # Where the locale has no line-drawing characters, a board with question marks is better than none.
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, soft_wrap=True)
    # Where the reader of a pipe has gone, rich would end the process in a way of its own.
    with console.capture() as captured:
        console.print(content.plain if os.environ.get("NO_COLOR") else content, markup=False)
    sys.stdout.write(captured.get())
