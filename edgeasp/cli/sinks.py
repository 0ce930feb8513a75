"""Where solutions go as they are found: a stream, a file, a folder, or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from edgeasp import files
from edgeasp.cli import say
from edgeasp.cli.record import closing, opening, solution_text
from edgeasp.errors import OutputError
from edgeasp.formats import sol
from edgeasp.pipeline import Search, Solved, Task


class Sink(Protocol):
    """Takes solutions one by one."""

    def add(self, solved: Solved, number: int) -> None:
        """Take a solution; the first has the number 1."""

    def end(self, search: Search) -> None:
        """Finish, when no more are coming."""


class Nowhere:
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
        say.out((f"c solution {number}\n" if self._several else "") + sol.write(solved.solution))
        say.flush()

    def end(self, search: Search) -> None:
        """Say in a comment why there is nothing, or no more."""
        if not search.found:
            say.line(f"c {search.result}")
        if search.stopped:
            say.line(f"c stopped by the {search.stopped}")


class Atoms:
    """The atoms of each answer on a line of standard output, as clingo prints them."""

    def add(self, solved: Solved, number: int) -> None:  # the atoms say it all
        """Print the atoms."""
        say.line(" ".join(map(str, solved.atoms)))
        say.flush()

    def end(self, search: Search) -> None:
        """Do nothing."""


class Boards:
    """Boards on standard output, for people."""

    def __init__(self, task: Task, *, several: bool) -> None:
        self._task = task
        self._several = several

    def add(self, solved: Solved, number: int) -> None:
        """Show the board."""
        from edgeasp.draw import terminal

        if self._several:
            say.line(f"solution {number}")
        say.picture(terminal.board(self._task.puzzle, solved.solution, say.width()))
        say.flush()

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
