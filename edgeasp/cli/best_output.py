"""Where the best board goes: a file that is rewritten at each improvement, or standard output at the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from edgeasp.api import best_summary
from edgeasp.api.instance import Board
from edgeasp.batch.best import BestJob, BestResult
from edgeasp.cli import console, delivery, outputs
from edgeasp.formats import registry
from edgeasp.formats.conversion import convert_board
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import Solution

_ENDINGS = {".sol": "sol", ".json": "json", ".html": "html", ".htm": "html", ".svg": "svg", ".png": "png"}
_DRAWN = ("board", "json", "html", "svg", "png")


def form_names() -> list[str]:
    """The names of all forms: formats of boards, and what is drawn."""
    return [*_DRAWN, *dict.fromkeys(each.name for each in registry.boards())]


def choose_form(form: str | None, output: str | None) -> str:
    """The form as given, or by the ending of the file, or for a terminal or a pipe.

    Raises:
        OptionError: there is no such form, or it cannot go there.
    """
    if form is not None and form not in form_names():
        raise OptionError(f"expected --format {', '.join(form_names())}, found {form!r}")
    if output is None:
        delivery.require_no_terminal(form)
        return form or ("board" if console.is_terminal() else "sol")
    delivery.require_no_board(form)
    return delivery.form_of_file(output, form, _ENDINGS)


@dataclass(frozen=True)
class BestOutput:
    """Writes the best boards of a job in one form.

    Attributes:
        job: the job.
        form: one of `form_names`.
        path: the file; None for standard output.
        source: the name of the puzzle's file.
    """

    job: BestJob
    form: str
    path: str | None
    source: str

    def save(self, result: BestResult) -> None:
        """Rewrite the file, whole, if there is one."""
        if self.path is not None and result.board is not None:
            delivery.deliver(self._data(result, result.board), self.path)

    def end(self, result: BestResult) -> None:
        """Write what came of the search."""
        if self.path is not None:
            self.save(result)
        elif self.form == "json":
            console.out(best_summary.json_text(self.job, result, self.source))
        elif result.board is not None and self.form == "board":
            outputs.print_board(self.job.task, result.board)
        elif result.board is not None:
            delivery.deliver(self._data(result, result.board), None)

    def _data(self, result: BestResult, board: Solution) -> str | bytes:
        """The board in the form, with the score in words where there is room for it."""
        if self.form == "json":
            return best_summary.json_text(self.job, result, self.source)
        puzzle, clues = self.job.task.puzzle, self.job.task.clues
        if self.form == "html":
            from edgeasp.draw.page.html import Page

            page = Page(puzzle, clues, Path(self.source).name)
            page.add("best board", board)
            summary = best_summary.score_text(result)
            return page.text([f"{summary[:1].upper()}{summary[1:]}."])
        if self.form in ("svg", "png"):
            shown = Board(puzzle, board, clues)
            return shown.svg() if self.form == "svg" else shown.png()
        return convert_board(board, puzzle, registry.board_format(self.form))
