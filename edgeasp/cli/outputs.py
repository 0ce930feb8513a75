"""Where solutions go as they are found: a stream, a file, a folder, or nowhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from edgeasp.cli import console, report, signals
from edgeasp.cli.record import closing, opening, solution_text
from edgeasp.cli.solve_request import Format, SolveRequest
from edgeasp.formats import files, sol
from edgeasp.puzzle.errors import OutputError
from edgeasp.search.pipeline import Search, Solved, Task

if TYPE_CHECKING:
    from edgeasp.draw.page.html import Page


class Sink(Protocol):
    """Takes solutions one by one."""

    def add(self, solved: Solved, number: int) -> None:
        """Take a solution; the first has the number 1."""

    def end(self, search: Search) -> None:
        """Finish, when no more are coming."""


class NullSink:
    """For those who only want to know how many there are."""

    def add(self, solved: Solved, number: int) -> None:
        """Forget the solution."""

    def end(self, search: Search) -> None:
        """Do nothing."""


class SolStream:
    """`.sol` on standard output, with a `c` line before each solution if there may be several."""

    def __init__(self, *, several: bool) -> None:
        self._several = several

    def add(self, solved: Solved, number: int) -> None:
        """Print the solution."""
        console.out((f"c solution {number}\n" if self._several else "") + sol.write(solved.solution))
        console.flush()

    def end(self, search: Search) -> None:
        """Say in a comment why there is nothing, or no more."""
        if not search.found:
            console.line(f"c {search.result}")
        if search.stopped:
            console.line(f"c stopped by the {search.stopped}")


class Atoms:
    """The atoms of each answer on a line of standard output, as clingo prints them."""

    def add(self, solved: Solved, number: int) -> None:  # the atoms say it all
        """Print the atoms."""
        console.line(" ".join(map(str, solved.atoms)))
        console.flush()

    def end(self, search: Search) -> None:
        """Do nothing."""


class Boards:
    """Boards on standard output, for people."""

    def __init__(self, task: Task, *, several: bool) -> None:
        self._task = task
        self._several = several

    def add(self, solved: Solved, number: int) -> None:
        """Show the board."""
        from edgeasp.cli.look import coloured
        from edgeasp.draw.terminal import board_text
        from edgeasp.draw.terminal.cells import TextStyle

        if self._several:
            console.line(f"solution {number}")
        look = TextStyle(colour=coloured())
        console.picture(board_text.board(self._task.puzzle, solved.solution, console.width(), look, self._task.clues))
        console.flush()

    def end(self, search: Search) -> None:
        """Do nothing."""


class File:
    """One solution in a file, which stays as it was if there is none."""

    def __init__(self, path: str) -> None:
        self._path = path

    def add(self, solved: Solved, number: int) -> None:  # there is one
        """Write the file."""
        files.write_text(self._path, sol.write(solved.solution))

    def end(self, search: Search) -> None:
        """Do nothing."""


class Folder:
    """Each solution in a file of its own: `sol_1.sol`, `sol_2.sol`, and so on."""

    def __init__(self, path: str) -> None:
        """Make the folder, if it is not there.

        Raises:
            OutputError: it cannot be made, or holds solutions already.
        """
        self._path = Path(path)
        files.make_folder(path)
        if any(self._path.glob("sol_*.sol")):
            raise OutputError(
                f"{path}: expected a folder without solutions, found {min(self._path.glob('sol_*.sol')).name}"
            )

    def add(self, solved: Solved, number: int) -> None:
        """Write the next file."""
        files.write_text(str(self._path / f"sol_{number}.sol"), sol.write(solved.solution))

    def end(self, search: Search) -> None:
        """Do nothing."""


class Json:
    """One JSON object, written while the solutions come in."""

    def __init__(self, write: Callable[[str], object], read_from: str, *, keep: bool) -> None:
        self._write = write
        self._keep = keep
        self._read_from = read_from
        self._opened = False

    def add(self, solved: Solved, number: int) -> None:
        """Write the solution, unless only their number is asked for."""
        self._open()
        if self._keep:
            self._write((",\n  " if number > 1 else "\n  ") + solution_text(solved.solution))

    def end(self, search: Search) -> None:
        """Write everything else."""
        self._open()
        self._write(closing(search, self._read_from))

    def _open(self) -> None:
        """Write the beginning, once it is clear that there is going to be an end."""
        if not self._opened:
            self._write(opening())
            self._opened = True


class Html:
    """One page with all solutions, written whole at the end; until then they are kept."""

    def __init__(self, write: Callable[[str], object], task: Task, title: str, notes: Sequence[str]) -> None:
        from edgeasp.draw.page.html import Page

        self._write = write
        self._page: Page = Page(task.puzzle, task.clues, title=title)
        self._notes = notes

    def add(self, solved: Solved, number: int) -> None:
        """Keep the solution."""
        self._page.add(f"solution {number}", solved.solution)

    def end(self, search: Search) -> None:
        """Write the page, which says how it ended."""
        told = report.summary(search, done=None, interrupted=signals.asked() is not None)
        self._write(self._page.text([*self._notes, f"{told[:1].upper()}{told[1:]}."]))


def choose(ask: SolveRequest, task: Task, notes: Sequence[str], stack: ExitStack) -> Sink:
    """Where the solutions go; what cannot be written is found out here, before the search.

    Args:
        ask: what the user wants.
        task: what is solved.
        notes: what a page should say of the task.
        stack: closes a file at the end.

    Raises:
        OutputError: the output cannot be written.
    """
    if ask.form in (Format.JSON, Format.HTML):
        write = console.out if ask.output is None else stack.enter_context(files.writing(ask.output))
        if ask.form is Format.HTML:
            return Html(write, task, Path(ask.source).name, notes)
        return Json(write, ask.source, keep=not (ask.count or ask.unique))
    if ask.count or ask.unique:
        return NullSink()
    if ask.output is not None and ask.folder:
        return Folder(ask.output)
    if ask.output is not None:
        files.require_writable(ask.output)
        return File(ask.output)
    if ask.form is Format.BOARD:
        return Boards(task, several=ask.several)
    return Atoms() if ask.form is Format.ATOMS else SolStream(several=ask.several)
