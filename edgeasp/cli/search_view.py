"""Progress of a search at a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from edgeasp.cli import console, signals
from edgeasp.cli.console import ProgressLine

if TYPE_CHECKING:
    from rich.text import Text

    from edgeasp.cli.live_view import LiveScreen


class SearchView:
    """Progress of a search: a line, notes, or the picture of `--watch`.

    Attributes:
        search: the running search, None before it starts.
    """

    def __init__(
        self,
        line: Callable[[Any, ProgressLine], object],
        picture: Callable[[Any, LiveScreen], Text | None],
        *,
        watch: bool,
    ) -> None:
        """Prepare the terminal.

        Args:
            line: function that shows the progress of a search in a line.
            picture: function that returns the picture of a search.
            watch: whether to show the picture.
        """
        self.search: Any = None
        self._show, self._picture = line, picture
        self._line, self._screen = ProgressLine(), None
        if watch:
            from edgeasp.cli import live_view

            self._screen = live_view.LiveScreen() if live_view.can_watch() else None

    def tick(self) -> None:
        """Show progress, and stop at a signal."""
        signals.raise_pending()
        if self.search is None:
            return
        if (screen := self._screen) is not None:
            screen.show(lambda: self._picture(self.search, screen))
        elif self._line.due:
            self._show(self.search, self._line)

    def clear_for_result(self) -> None:
        """Restore the terminal if the next result is printed there."""
        if self._screen is None or console.is_terminal():
            self.clear()

    def clear(self) -> None:
        """Restore the terminal before other output."""
        (self._screen or self._line).clear()
