"""`edgeasp best --watch`: the best board with its mismatches, the score over time, and what is being tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgeasp.cli.live_screen import LiveScreen

if TYPE_CHECKING:
    from rich.text import Text

    from edgeasp.batch.best import BestResult, BestSearch

_IMPROVEMENTS = 6
"""Of the last improvements, as many are shown."""


class BestView:
    """Shows the search for the best board; erased at the end."""

    def __init__(self) -> None:
        self.search: BestSearch | None = None
        self._screen = LiveScreen()

    def tick(self) -> None:
        """Show everything anew, if it is time."""
        if (search := self.search) is not None:
            self._screen.show(lambda: self._picture(search))

    def clear(self) -> None:
        """Leave the terminal as it was, before something else is printed."""
        self._screen.clear()

    def _picture(self, search: BestSearch) -> Text:
        from rich.text import Text

        from edgeasp.draw.terminal import live

        puzzle, result = search.job.task.puzzle, search.result()
        lines = [_score(search, result), _history(result), *_doing(search)]
        width, height = self._screen.size
        text = Text("\n".join(line[: width - 1] for line in lines if line))
        shown = result.board
        if shown is None:
            return text
        room = height - len(lines) - 2
        board = live.board(puzzle, shown, width - 1, room, colour=self._screen.colour, mismatches=True)
        return Text("\n").join([text, board]) if board else text


def _score(search: BestSearch, result: BestResult) -> str:
    seconds = int(result.seconds)
    score = "no board yet"
    if result.report is not None:
        score = f"{result.report.matched} of {result.report.diamonds} diamonds"
    goal = "" if search.job.goal is None else f", goal {search.job.goal}"
    number = len(result.rounds)
    return f"{seconds // 60}:{seconds % 60:02}, {score}{goal}, {number} round{'s' * (number != 1)} ended"


def _history(result: BestResult) -> str:
    return ", ".join(f"{each.score} at {each.seconds:.0f} s" for each in result.trajectory[-_IMPROVEMENTS:])


def _doing(search: BestSearch) -> list[str]:
    found = []
    for number, each in sorted(search.running.items()):
        predicted = ""
        if each.predicted is not None:
            predicted = f", {search.job.task.puzzle.diamonds - max(each.predicted, 0):.1f} predicted"
        found.append(f"round {number}: {each.text}{predicted}")
    return found
