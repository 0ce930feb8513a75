"""Outputs of the best board: a file that gets each better board, or standard output at the end.

What the file holds is never replaced by a worse board: that of an earlier run, nor that of another process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from edgeasp.api import best_board
from edgeasp.api.instance import Board
from edgeasp.cli import console, delivery
from edgeasp.cli.shared_options import PuzzleOptions
from edgeasp.formats import files, recognition
from edgeasp.formats.files import convert_board
from edgeasp.parallel.best import BestJob, BestResult, objection
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import Task
from edgeasp.system.errors import FormatError, InputError, OptionError, OutputError
from edgeasp.system.writing import LockTaken, locked

_PATIENCE = 2.0
"""Seconds to wait while another search writes to the same folder."""
_DRAWN = ("board", "json", "html", *delivery.DRAWN_FORMS)


def form_names() -> list[str]:
    """The names of all forms: formats of boards, and what is drawn."""
    return [*_DRAWN, *dict.fromkeys(form.name for form in recognition.boards())]


def choose_form(form: str | None, output: str | None) -> str:
    """The form as given, or by the ending of the file, or for a terminal or a pipe.

    Raises:
        OptionError: there is no such form, or it cannot go there.
    """
    if form is not None and form not in form_names():
        raise OptionError(f"expected --format {', '.join(form_names())}, found {form!r}")
    default = "board" if console.is_terminal() else "sol"
    return delivery.choose(form_names(), form, output, default, ".sol, .json, .html, .htm, .svg, .png, .pdf")


def held_board(path: str, task: Task, options: PuzzleOptions) -> Solution | None:
    """The board, complete or partial, that the file to write holds from an earlier run; None if it holds nothing.

    Raises:
        OutputError: it holds something else, such as a board of another puzzle, which a board would replace.
    """
    if not os.path.isfile(path) or not os.path.getsize(path):
        return None
    name, instead = files.shown_name(path), "choose another name, or --fresh to write over it"
    try:
        board = options.board(path, task.puzzle)
    except (InputError, FormatError) as error:
        reason = error.message if isinstance(error, InputError) else str(error)
        raise OutputError(f"{name}: holds no board of this puzzle: {reason}\n{instead}") from None
    if (contradiction := objection(task, board)) is not None:
        raise OutputError(f"{name}: holds a board that {contradiction}\n{instead}")
    return board or None


def worth(puzzle: Puzzle, board: Solution) -> tuple[int, bool]:
    """The worth of a board: the number of matched diamonds and, of equally many, whether it is complete."""
    return check(puzzle, board).matched, len(board) == len(puzzle.tiles)


@dataclass
class BestOutput:
    """Writes the best boards of a job in one form.

    Attributes:
        job: the job.
        form: one of `form_names`.
        path: the file; None for standard output.
        source: the name of the puzzle's file.
        fresh: whether the first board replaces what the file holds, whatever that is.
    """

    job: BestJob
    form: str
    path: str | None
    source: str
    fresh: bool = False
    _written: bool = field(default=False, init=False)

    def save(self, result: BestResult) -> None:
        """Rewrite the file, whole, if there is one and the board is better than the one in it."""
        if self.path is None or result.board is None:
            return
        with _alone(self.path):
            if self.fresh or self._in_file() < worth(self.job.task.puzzle, result.board):
                self._write(self.path, result, result.board)

    def end(self, result: BestResult) -> None:
        """Write the result of the search."""
        if self.path is not None:
            self._end_file(self.path, result)
        elif self.form == "json":
            console.out(delivery.json_text(best_board.record(self.job, result, self.source)))
        elif result.board is not None and self.form == "board":
            delivery.print_board(Board(self.job.task.puzzle, result.board, self.job.task.clues))
        elif result.board is not None:
            delivery.deliver(self._data(result, result.board), None)

    def _end_file(self, path: str, result: BestResult) -> None:
        """Write the board with what is known of it at the end, unless the file holds a better one by now."""
        if result.board is None:
            return
        with _alone(path):
            held, reached = self._in_file(), worth(self.job.task.puzzle, result.board)
            if held > reached and not self.fresh:
                score = f"{held[0]} of {self.job.task.puzzle.grid.diamonds} diamonds"
                console.note(f"{files.shown_name(path)}: holds a better board, {score}, and is left as it is")
            elif held < reached or self._written or result.proved:
                self._write(path, result, result.board)

    def _write(self, path: str, result: BestResult, board: Solution) -> None:
        delivery.deliver(self._data(result, board), path)
        self.fresh, self._written = False, True

    def _in_file(self) -> tuple[int, bool]:
        """The worth of the board in the file, perhaps of another process; less than any if there is none."""
        nothing = (-1, False)
        if self.path is None or not os.path.isfile(self.path):
            return nothing
        puzzle = self.job.task.puzzle
        try:
            board = files.read_solution(self.path, puzzle)
        except (InputError, FormatError):
            return nothing
        # While the search ran, a board of another puzzle, or with other clues, may have come there.
        return nothing if objection(self.job.task, board) is not None else worth(puzzle, board)

    def _data(self, result: BestResult, board: Solution) -> str | bytes:
        """The board in the form, with the score in words where there is room for it."""
        if self.form == "json":
            return delivery.json_text(best_board.record(self.job, result, self.source))
        task, title = self.job.task, Path(self.source).name
        if self.form in ("html", *delivery.DRAWN_FORMS):
            summary = "".join(best_board.score_words(result))
            notes = [f"{summary[:1].upper()}{summary[1:]}."]
            name = "best board" if self.form == "html" else title
            shown = [(name, Board(task.puzzle, board, task.clues))]
            return delivery.drawn(self.form, shown, title, notes, kept=True)
        return convert_board(board, task.puzzle, recognition.board_format(self.form))


@contextmanager
def _alone(path: str) -> Iterator[None]:
    """No other search compares its board with the file meanwhile, as far as its folder can be locked."""
    with ExitStack() as stack:
        with suppress(LockTaken, OutputError):
            stack.enter_context(locked(Path(path).parent, _PATIENCE))
        yield
