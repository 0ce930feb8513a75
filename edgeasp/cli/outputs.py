"""The request of `edgeasp solve`, and where its solutions go: a stream, a file, a folder, or nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from edgeasp.api import solve_summary
from edgeasp.cli import console, delivery, signals
from edgeasp.formats import files, plain
from edgeasp.puzzle.checker import Report
from edgeasp.search.task import Found, Job, Result, Task
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.limits import MOST_SOLUTIONS
from edgeasp.system.writing import make_folder, require_ending

if TYPE_CHECKING:
    from edgeasp.api.instance import Board
    from edgeasp.draw.page.html import Page


SolveFormat = Literal["sol", "json", "html", "atoms", "board", "svg", "png", "pdf"]
"""The forms in which a solution is printed."""


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """The options of the groups "Question" and "Output" together.

    The limit is a number of solutions, 0 for all; the output is a file or folder, None for standard output.
    """

    limit: int
    count: bool
    unique: bool
    form: SolveFormat
    output: str | None
    source: str
    stats: bool = False
    solver_codes: bool = False

    @property
    def several(self) -> bool:
        """Whether there may be more solutions than one."""
        return self.limit != 1

    @property
    def lists(self) -> bool:
        """Whether solutions are written, rather than counted."""
        return not (self.count or self.unique)

    @property
    def folder(self) -> bool:
        """Whether the output is a folder, with a file for each solution."""
        if self.output is None or self.form != "sol":
            return False
        return self.several or writing.names_folder(self.output)

    def require_name(self, inputs: Iterable[str | None]) -> None:
        """Make sure that the output replaces no input, and that its name is not that of something else."""
        files.require_other_file(self.output, inputs)
        content = delivery.content_of(self.form)
        if self.output is not None and not self.folder and content is not None:
            require_ending(self.output, content)


def make_request(
    number: int | None,
    form: SolveFormat | None,
    output: str | None,
    source: str,
    *,
    count: bool = False,
    unique: bool = False,
) -> SolveRequest:
    """The request that the options make; an `OptionError` if they make no sense together."""
    output = None if output == files.STDIN else output
    if number is not None and number > MOST_SOLUTIONS:
        raise OptionError(f"-n: expected at most {MOST_SOLUTIONS:,}, found {number:,}")
    if count and unique:
        raise OptionError("--count and --unique are two questions: ask one")
    if unique and number is not None:
        raise OptionError("--unique looks for two solutions: leave out -n")
    if (count or unique) and form not in (None, "json"):
        raise OptionError("--count and --unique write no solutions: --format json is the only one they know")
    if (count or unique) and output is not None and form != "json":
        raise OptionError("--count and --unique write no solutions: leave out -o, or add --format json")
    if output is not None and form in ("atoms", "board"):
        raise OptionError("-o writes .sol, JSON, a page, a picture or a PDF: send other formats to a file with >")
    limit = 2 if unique else (0 if count else 1) if number is None else number
    chosen = form or _default_form(output)
    if chosen in ("svg", "png") and limit != 1:
        raise OptionError(f"a .{chosen} shows one board: write several to a .pdf, to a page (.html), or to a folder")
    if output is None:
        delivery.require_no_terminal(chosen)
    return SolveRequest(limit, count, unique, chosen, output, source)


def _default_form(output: str | None) -> SolveFormat:
    """The form if none is given: as the name of the file says, and a board at a terminal."""
    if output is None:
        return "board" if console.is_terminal() else "sol"
    named = None if Path(output).is_dir() else writing.form_of_ending(output)
    return next((form for form in get_args(SolveFormat) if form == named), "sol")


class NullSink:
    """Takes solutions one by one and forgets them; the other sinks write them."""

    def add(self, answer: Found, number: int) -> None:
        """Take a solution; the first has the number 1."""

    def end(self, job: Job, result: Result) -> None:
        """Finish, when no more are coming."""


@dataclass
class SolStream(NullSink):
    """`.sol` on standard output, with a `c` line before each solution if there may be several."""

    several: bool

    def add(self, answer: Found, number: int) -> None:
        """Print the solution."""
        console.out((f"c solution {number}\n" if self.several else "") + plain.write_sol(answer.solution))
        console.flush()

    def end(self, job: Job, result: Result) -> None:
        """Print the reason in a comment if there is no solution, or no more."""
        if not result.found:
            console.line(f"c {result.status.value}")
        if result.stopped:
            console.line(f"c stopped by the {result.stopped}")


class AtomStream(NullSink):
    """The atoms of each answer on a line of standard output, as clingo prints them."""

    def add(self, answer: Found, number: int) -> None:
        """Print the atoms."""
        console.line(" ".join(map(str, answer.atoms)))
        console.flush()


@dataclass
class BoardStream(NullSink):
    """Boards on standard output, for people."""

    task: Task
    several: bool

    def add(self, answer: Found, number: int) -> None:
        """Print the board."""
        if self.several:
            console.line(f"solution {number}")
        from edgeasp.api.instance import Board

        delivery.print_board(Board(self.task.puzzle, answer.solution, self.task.clues))
        console.flush()


@dataclass
class _SolFile(NullSink):
    """One solution in a file, which stays as it was if there is none."""

    path: str

    def add(self, answer: Found, number: int) -> None:
        writing.write_text(self.path, plain.write_sol(answer.solution))


class _SolFolder(NullSink):
    """Each solution in a file of its own: `sol_1.sol`, `sol_2.sol`, ...; the folder held none before."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        make_folder(path)
        if solutions := sorted(self._path.glob("sol_*.sol")):
            raise OutputError(f"{path}: expected a folder without solutions, found {solutions[0].name}")

    def add(self, answer: Found, number: int) -> None:
        # Another process may have begun to write to the folder.
        writing.write_new_text(str(self._path / f"sol_{number}.sol"), plain.write_sol(answer.solution))

    def end(self, job: Job, result: Result) -> None:
        writing.settle(str(self._path))


@dataclass
class _JsonSink(NullSink):
    """One JSON object, written while the solutions come in; its beginning, once there is going to be an end."""

    write: Callable[[str], object]
    source: str
    keep: bool
    reports: list[Report] | None = None
    opening: str = '{"schema": "edgeasp.solve", "schema_version": 2,\n "solutions": ['

    def add(self, answer: Found, number: int) -> None:
        self._open()
        if self.keep:
            import json

            self.write((",\n  " if number > 1 else "\n  ") + json.dumps(plain.quadruples(answer.solution)))
            if self.reports is not None:
                self.reports.append(answer.report)

    @solve_summary.all_digits()
    def end(self, job: Job, result: Result) -> None:
        self._open()
        import json

        from edgeasp.api import solve_record

        rest = json.dumps(solve_record.after_solutions(job, result, self.source, self.reports or ()), indent=1)
        self.write("],\n" + rest.removeprefix("{\n") + "\n")

    def _open(self) -> None:
        self.write(self.opening)
        self.opening = ""


class _HtmlSink(NullSink):
    """One page with all solutions, which are kept until it is written whole at the end."""

    def __init__(self, write: Callable[[str], object], task: Task, title: str, notes: Sequence[str]) -> None:
        from edgeasp.draw.page.html import Page

        self._write = write
        self._page: Page = Page(task.puzzle, task.clues, title)
        self._notes = notes

    def add(self, answer: Found, number: int) -> None:
        self._page.add(f"solution {number}", answer.solution)

    def end(self, job: Job, result: Result) -> None:
        text = solve_summary.summary_text(job, result, done=None, interrupted=signals.pending() is not None)
        self._write(self._page.text([*self._notes, f"{text[:1].upper()}{text[1:]}."]))


class _DrawnSink(NullSink):
    """One picture of a solution, or a PDF with all, written whole at the end; nothing if there is none."""

    def __init__(self, form: str, output: str | None, task: Task, title: str) -> None:
        from edgeasp.cli import delivery

        delivery.require_drawable(form)
        self._form, self._output, self._task, self._title = form, output, task, title
        self._boards: list[tuple[str, Board]] = []

    def add(self, answer: Found, number: int) -> None:
        from edgeasp.api.instance import Board

        name = f"{self._title}, {len(self._boards) + 1}"
        self._boards.append((name, Board(self._task.puzzle, answer.solution, self._task.clues)))

    def end(self, job: Job, result: Result) -> None:
        from edgeasp.cli import delivery

        boards = [(self._title, self._boards[0][1])] if len(self._boards) == 1 else self._boards
        if boards:
            delivery.deliver(delivery.drawn(self._form, boards, self._title, kept=True), self._output)


def choose(request: SolveRequest, task: Task, notes: Sequence[str], stack: ExitStack) -> NullSink:
    """The sink for a request, before the search; a page has the notes, and the stack closes a file at the end.

    Raises:
        OutputError: the output cannot be written.
    """
    form, output = request.form, request.output
    if form in ("json", "html"):
        write = console.out if output is None else stack.enter_context(writing.writing(output))
        if form == "html":
            return _HtmlSink(write, task, Path(request.source).name, notes)
        return _JsonSink(write, request.source, request.lists, [] if task.own.relaxed else None)
    if not request.lists:
        return NullSink()
    if form in delivery.DRAWN_FORMS:
        if output is not None:
            writing.require_writable(output)
        return _DrawnSink(form, output, task, Path(request.source).name)
    if output is not None and request.folder:
        return _SolFolder(output)
    if output is not None:
        writing.require_writable(output)
        return _SolFile(output)
    if form == "board":
        return BoardStream(task, several=request.several)
    return AtomStream() if form == "atoms" else SolStream(several=request.several)
