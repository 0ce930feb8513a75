"""The only module that prints: results, notes, and the progress line.

Names and comments in a file may contain any text, so control characters are escaped here. What `write` and
`write_bytes` send to a file or a pipe is not changed.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
import time
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

from edgeasp.cli import clock, signals
from edgeasp.system.lines import make_printable
from edgeasp.system.processes import SystemWarning, is_closed_pipe

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.text import Text

    from edgeasp.api.solving import Progress

STDOUT = "standard output"

# Minimum width for wrapping, in columns.
_NARROWEST = 40

# Start of a list line: a name and blanks. Continuation lines are indented to the text after it.
_NAME = re.compile(r" *\S+(?: \S+){0,2}(?: {2,}\*?) *")


class _StandardOutput(TextIOWrapper):
    """Standard output that names itself in write errors."""

    def write(self, text: str) -> int:
        """Write text, and name standard output in errors."""
        with _name_stdout_in_errors():
            return super().write(text)

    def flush(self) -> None:
        """Flush, and name standard output in errors."""
        with _name_stdout_in_errors():
            super().flush()


class _StandardError(TextIOWrapper):
    """Standard error that drops messages it cannot write."""

    def write(self, text: str) -> int:
        """Write text, and ignore errors."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, and ignore errors."""
        with suppress(OSError):
            super().flush()


@contextmanager
def _name_stdout_in_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_closed_pipe(error):
            raise BrokenPipeError from None
        error.filename = STDOUT
        raise


def open_streams() -> None:
    """Wrap standard output and standard error.

    A closed stream then fails at the first write, like a full disk.
    """
    sys.stdout, sys.stderr = _reopen(_StandardOutput, sys.stdout), _reopen(_StandardError, sys.stderr)


def _reopen(kind: type[TextIOWrapper], stream: TextIO | None) -> TextIOWrapper:
    if not isinstance(stream, TextIOWrapper):
        # What cannot be written to fails as a closed one does.
        return kind(open(os.open(os.devnull, os.O_RDONLY), "wb"), "utf-8")
    # What a pipe or a file gets is the same on every system: no other line ends, and escapes for what the encoding of
    # the system lacks.
    errors = "backslashreplace" if stream.errors == "strict" else stream.errors
    newline = None if stream.isatty() else "\n"
    return kind(stream.buffer, stream.encoding, errors, newline, stream.line_buffering, stream.write_through)


def show_warnings() -> None:
    """Print system warnings as notes from now on."""
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        """Print a system warning as a note."""
        if issubclass(category, SystemWarning):
            note(str(message))
        else:
            usual(message, category, *where, **more)

    warnings.showwarning = show


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def stderr_is_terminal() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


_NOT_ASCII_TEXT = re.compile(r"[^\n\t -~]+")


def escape_controls(text: str) -> str:
    """Escape control characters, except tabs and line ends."""
    return _NOT_ASCII_TEXT.sub(lambda match: make_printable(match[0]), text)


def replace_controls(content: Text) -> Text:
    """Replace control characters in a drawing, keeping its width."""
    shown = content.copy()
    shown.plain = "".join(letter if letter == "\n" or letter.isprintable() else "\ufffd" for letter in content.plain)
    return shown


def write(text: str) -> None:
    """Write UTF-8 text to standard output, whatever the locale."""
    if is_terminal():
        text = escape_controls(text)
    if codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8":
        sys.stdout.write(text)
    else:
        write_bytes(text.encode())


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output as they are."""
    sys.stdout.flush()
    with _name_stdout_in_errors():
        sys.stdout.buffer.write(data)


def flush() -> None:
    """Flush standard output, for the reader of a pipe."""
    sys.stdout.flush()


def print_line(text: str) -> None:
    """Write a line to standard output, wrapped at a terminal."""
    text = escape_controls(text)
    sys.stdout.write((wrap_lines(text, width()) if is_terminal() else text) + "\n")


def print_lines(text: str) -> None:
    """Write each line of a text to standard output."""
    for part in escape_controls(text).splitlines():
        print_line(part)


_FILLER = "\0"


def _pad_wide_characters(text: str) -> str:
    # A character of two columns, e.g. Chinese, is followed by a filler, so that len() counts columns.
    if text.isascii():
        return text
    from unicodedata import east_asian_width

    return "".join(letter + _FILLER if east_asian_width(letter) in "WF" else letter for letter in text)


def align_columns(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """Format rows as lines with aligned columns.

    Columns whose index is in `left` are aligned to the left, all others to the right.
    """
    wide = [list(map(_pad_wide_characters, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*wide, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index in left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        .replace(_FILLER, "")
        for row in wide
    ]


def wrap_lines(text: str, columns: int) -> str:
    """Wrap lines at words, indenting the continuation lines."""
    wide = (_wrap_line(_pad_wide_characters(part), max(columns, _NARROWEST)) for part in text.split("\n"))
    return "\n".join(wide).replace(_FILLER, "")


def _wrap_line(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    name = _NAME.match(line)
    indent = " " * (name.end() if name and name.end() < columns / 2 else len(line) - len(line.lstrip()) + 2)
    # Options and names of files stay in one piece.
    return textwrap.fill(line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


_quiet = False


def set_quiet(quiet: bool) -> None:
    """Choose whether only results and errors are printed."""
    global _quiet  # noqa: PLW0603  # the meaning of --quiet for the one place that prints
    _quiet = quiet


def is_quiet() -> bool:
    """Whether to print only results and errors."""
    return _quiet


def error(text: str) -> None:
    """Print an error on standard error."""
    note(f"error: {text}", always=True)


def print_error_lines(text: str) -> None:
    """Print lines on standard error as they are."""
    sys.stderr.write(f"{escape_controls(text)}\n")


def note(text: str, *, always: bool = False) -> None:
    """Print a note on standard error, unless quiet."""
    if _quiet and not always:
        return
    words = f"edgeasp: {escape_controls(text)}"
    sys.stderr.write((wrap_lines(words, width()) if stderr_is_terminal() else words) + "\n")


def width() -> int:
    """Return the terminal's columns, or 80 without a terminal."""
    return shutil.get_terminal_size((80, 24)).columns


def supports_colour() -> bool:
    """Whether standard output shows 256 colours, and NO_COLOR is unset."""
    from rich.console import Console

    # https://no-color.org: the variable is set, and not empty.
    return not os.environ.get("NO_COLOR") and Console().color_system in ("256", "truecolor")


def lacks_box_drawing() -> bool:
    """Whether standard output cannot encode box-drawing characters."""
    try:
        "┌─◆·↑█▄".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return True
    return False


def print_picture(content: Text) -> None:
    """Print a board unwrapped, in colour at a terminal."""
    from rich.console import Console

    if isinstance(sys.stdout, TextIOWrapper):
        # If the locale has no line-drawing characters, question marks are better than no board.
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, soft_wrap=True)
    # rich ends the process by itself if the reader of a pipe is gone.
    shown = replace_controls(content)
    with console.capture() as captured:
        console.print(shown.plain if os.environ.get("NO_COLOR") else shown, markup=False)
    sys.stdout.write(captured.get())


# A progress line that disappears sooner only flickers.
_PATIENCE = 0.5
_PAUSE = 0.25
# In a log, one note a minute shows that the command is alive.
_PAUSE_IN_PIPE = 60.0


class ProgressLine:
    """Progress line on a terminal, or one note per minute elsewhere."""

    def __init__(self, total: int | None = None) -> None:
        """Start measuring time.

        Args:
            total: number of steps, shown as a bar, None if unknown.
        """
        self.start = time.monotonic()
        self._total = total
        self._terminal = stderr_is_terminal() and not is_quiet()
        self._notes = not (stderr_is_terminal() or is_quiet())
        patience = _PATIENCE if total is None else _PAUSE
        self._next = self.start + (patience if self._terminal else _PAUSE_IN_PIPE)
        self._first: tuple[float, float] | None = None
        self._share = 0.0
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    @property
    def due(self) -> bool:
        """Whether the line is due for a refresh."""
        return (self._terminal or self._notes) and time.monotonic() >= self._next

    def show(
        self,
        doing: str,
        *more: str,
        share: float | None = None,
        left: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """Show phase, progress, elapsed time and estimated time left.

        Args:
            doing: name of the phase.
            more: further figures, e.g. the rate, or an empty text.
            share: completed fraction, from 0 to 1, None if unknown. A lower value than before starts a new phase.
            left: estimated seconds left, None to compute them from the rate.
            at_most: seconds until the time limit, None without a limit.
        """
        now = time.monotonic()
        if share is not None and (self._first is None or share < self._share):
            # A new phase has a rate of its own.
            self._first = now, share
        self._share = share or 0.0
        if left is None and share is not None and self._first is not None:
            left = _estimate_time_left(now - self._first[0], share - self._first[1], 1 - share)
        parts = [
            doing,
            "" if share is None else f"{share:.0%} done",
            format_duration(now - self.start),
            _time_left_text(left, at_most),
            *more,
        ]
        done = 0 if share is None else round(share * (self._total or 0))
        text = escape_controls(", ".join(filter(None, parts)))
        if self._notes:
            self._next = time.monotonic() + _PAUSE_IN_PIPE
            note(text)
        if not self._terminal:
            return
        self._next = time.monotonic() + _PAUSE
        if self._bar is None:
            self._bar = _new_bar(self._total)
            self._task = self._bar.add_task("", total=self._total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=text, completed=done, refresh=True)

    def clear(self) -> None:
        """Erase the line, before other output."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class ProgressCallback:
    """Callback `on_tick` of a command: shows progress, stops after a signal."""

    ends_process = True

    def __init__(self, line: ProgressLine, seconds: float | None) -> None:
        self._line, self._seconds = line, seconds
        self.begun = clock.start_time()

    def __call__(self, now: Progress) -> bool:
        """Show progress if it is due.

        Returns False after a signal, which stops the search.
        """
        if self._line.due:
            conflicts = f"{now.conflicts:,} conflicts" if now.conflicts else ""
            left = None if self._seconds is None else max(0.0, self._seconds - now.seconds)
            self._line.show(now.phase, conflicts, share=now.share, at_most=left)
        return signals.pending() is None


@contextmanager
def show_progress(seconds: float | None = None) -> Iterator[ProgressCallback]:
    """Context manager: defer signals, and show progress.

    Yields the `on_tick` callback of the search. `seconds` is its time limit, None for no limit.
    """
    signals.defer()
    line = ProgressLine()
    try:
        yield ProgressCallback(line, seconds)
    finally:
        line.clear()


def _time_left_text(left: float | None, at_most: float | None) -> str:
    if at_most is not None and (left is None or left > at_most):
        return f"at most {format_duration(at_most)} left"
    return "" if left is None else f"about {format_duration(left)} left"


def _estimate_time_left(seconds: float, gained: float, wanting: float) -> float | None:
    # Before that, the rate is mostly noise.
    return seconds / gained * wanting if seconds >= 1 and gained >= 0.005 else None


def _new_bar(total: int | None) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn
    from rich.progress import Progress as Bar

    begin = SpinnerColumn() if total is None else BarColumn(20)
    text = TextColumn("{task.description}", markup=False)
    return Bar(begin, text, console=Console(stderr=True, highlight=False), auto_refresh=False, transient=True)


def format_duration(seconds: float) -> str:
    """Format seconds as a rounded time, such as `5 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:,.1f} h" if seconds < 1e7 else f"{seconds / 3600:.0e} h"
