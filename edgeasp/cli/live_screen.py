"""A live picture on standard error, drawn again and again, and erased at the end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from edgeasp.cli import console
from edgeasp.system.errors import OptionError
from edgeasp.system.machine import moves_the_cursor

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

_PAUSE = 0.2
_SHARE = 10
"""Drawing takes at most one part in so many of the time."""


class LiveScreen:
    """Shows a picture from time to time."""

    def __init__(self) -> None:
        from rich.console import Console

        colour = None if os.environ.get("NO_COLOR") else "auto"
        self._console: Console = Console(stderr=True, highlight=False, color_system=colour)  # type: ignore[arg-type]
        self._live: Live | None = None
        self._next = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return self._console.size

    @property
    def colour(self) -> bool:
        """Whether the picture may have colours."""
        return self._console.color_system is not None

    def show(self, picture: Callable[[], Text]) -> None:
        """Draw the picture, if it is time."""
        now = time.monotonic()
        if now < self._next:
            return
        if self._live is None:
            from rich.live import Live

            self._live = Live(
                console=self._console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
                vertical_overflow="crop",
            )
            self._live.start()
        self._live.update(picture(), refresh=True)
        self._next = time.monotonic() + max(_PAUSE, (_SHARE - 1) * (time.monotonic() - now))

    def clear(self) -> None:
        """Leave the terminal as it was, before something else is printed."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def wanted(watch: bool) -> bool:
    """Whether to show it: `--watch` asks for it, and there is a terminal.

    Raises:
        OptionError: `--quiet` asks for the opposite.
    """
    if watch and console.is_quiet():
        raise OptionError("--watch shows what --quiet hides: leave out one")
    if watch and not possible():
        console.note("--watch needs a terminal on standard error: there is none")
    return watch and possible()


def possible() -> bool:
    """Whether there is a terminal to show it on."""
    return sys.stderr.isatty() and moves_the_cursor()
