"""The request of `edgeasp solve`: its question, and the form of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from edgeasp.cli import console, delivery
from edgeasp.formats import files
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_SOLUTIONS
from edgeasp.system.writing import require_ending


class SolveFormat(Enum):
    """The forms in which a solution is printed."""

    SOL = "sol"
    JSON = "json"
    HTML = "html"
    ATOMS = "atoms"
    BOARD = "board"
    SVG = "svg"
    PNG = "png"
    PDF = "pdf"


DRAWN = (SolveFormat.SVG, SolveFormat.PNG, SolveFormat.PDF)


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
        if self.output is None or self.form is not SolveFormat.SOL:
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
    if (count or unique) and form not in (None, SolveFormat.JSON):
        raise OptionError("--count and --unique write no solutions: --format json is the only one they know")
    if (count or unique) and output is not None and form is not SolveFormat.JSON:
        raise OptionError("--count and --unique write no solutions: leave out -o, or add --format json")
    if output is not None and form in (SolveFormat.ATOMS, SolveFormat.BOARD):
        raise OptionError("-o writes .sol, JSON, a page, a picture or a PDF: send other formats to a file with >")
    limit = 2 if unique else (0 if count else 1) if number is None else number
    chosen = form or _default_form(output)
    if chosen in (SolveFormat.SVG, SolveFormat.PNG) and limit != 1:
        raise OptionError(
            f"a .{chosen.value} shows one board: write several to a .pdf, to a page (.html), or to a folder"
        )
    if output is None:
        delivery.require_no_terminal(chosen.value)
    return SolveRequest(limit, count, unique, chosen, output, source)


def _default_form(output: str | None) -> SolveFormat:
    """The form if none is given: as the name of the file says, and a board at a terminal."""
    if output is None:
        return SolveFormat.BOARD if console.is_terminal() else SolveFormat.SOL
    named = delivery.form_of_ending(output)
    return next((form for form in SolveFormat if form.value == named), SolveFormat.SOL)
