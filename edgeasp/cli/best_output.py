"""Where the best board goes: a file that is rewritten at each improvement, or standard output at the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from edgeasp.batch.best import BestJob, BestResult
from edgeasp.cli import best_summary, console
from edgeasp.formats import files, registry
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
        if form == "png" and console.is_terminal():
            raise OptionError("a terminal cannot show a PNG: write it to a file with -o FILE.png")
        return form or ("board" if console.is_terminal() else "sol")
    named = _ENDINGS.get(Path(output).suffix.lower())
    if form == "board":
        raise OptionError("--format board is for a terminal: leave out -o, or send it to a file with >")
    if form is not None and named not in (form, None):
        raise OptionError(f"{files.shown_name(output)}: a file of that name is no {form}")
    if form is None and named is None:
        raise OptionError(
            f"{files.shown_name(output)}: expected a name that ends in {', '.join(_ENDINGS)}, or a --format"
        )
    return form or named or "sol"


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

    def data(self, board: Solution, summary: str) -> str | bytes:
        """The board in the form, which is not `json`, with a line in words where there is room for one."""
        puzzle, clues = self.job.task.puzzle, self.job.task.clues
        if self.form == "html":
            from edgeasp.draw.page.html import Page

            page = Page(puzzle, clues, Path(self.source).name)
            page.add("best board", board)
            return page.text([f"{summary[:1].upper()}{summary[1:]}."])
        if self.form in ("svg", "png"):
            from edgeasp.draw.picture import png, svg
            from edgeasp.draw.picture.board import board_picture
            from edgeasp.draw.view import DrawStyle, board_view

            picture = board_picture(board_view(puzzle, board, clues), DrawStyle())
            return svg.write(picture, 80) if self.form == "svg" else png.write(picture, 80)
        return convert_board(board, puzzle, registry.board_format(self.form))

    def save(self, result: BestResult) -> None:
        """Rewrite the file, whole, if there is one."""
        if self.path is None or result.board is None:
            return
        data = self._of(result)
        if isinstance(data, bytes):
            files.write_bytes(self.path, data)
        else:
            files.write_text(self.path, data)

    def end(self, result: BestResult) -> None:
        """Write what came of the search."""
        if self.path is not None:
            self.save(result)
        elif self.form == "json":
            console.out(best_summary.json_text(self.job, result, self.source))
        elif result.board is not None and self.form == "board":
            from edgeasp.draw.terminal import board_text
            from edgeasp.draw.view import DrawStyle

            task = self.job.task
            style = DrawStyle(colour=console.supports_colour())
            console.picture(board_text.board(task.puzzle, result.board, console.width(), style, task.clues))
        elif result.board is not None:
            data = self._of(result)
            if isinstance(data, bytes):
                console.raw(data)
            else:
                console.out(data)

    def _of(self, result: BestResult) -> str | bytes:
        if self.form == "json":
            return best_summary.json_text(self.job, result, self.source)
        assert result.board is not None
        return self.data(result.board, best_summary.score_text(result))
