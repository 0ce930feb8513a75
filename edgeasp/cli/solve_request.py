"""What the user of `edgeasp solve` wants to know, and how it is to be told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from edgeasp.cli import console
from edgeasp.formats import files
from edgeasp.puzzle.errors import OptionError

_PAGES = (".html", ".htm")


class Format(Enum):
    """What to print of a solution."""

    SOL = "sol"
    JSON = "json"
    HTML = "html"
    ATOMS = "atoms"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What the options of the groups "Question" and "Output" ask for together.

    Attributes:
        limit: the number of solutions after which to stop; 0 for all.
        count: only their number is asked for.
        unique: only whether there is one is asked for.
        form: what to print of a solution.
        output: the file or folder to write to; None for standard output.
        stats: whether to tell what it cost.
        solver_codes: whether to exit as clasp does.
        source: what messages call the puzzle.
    """

    limit: int
    count: bool
    unique: bool
    form: Format
    output: str | None
    stats: bool
    solver_codes: bool
    source: str

    @property
    def several(self) -> bool:
        """Whether there may be more solutions than one."""
        return self.limit != 1

    @property
    def folder(self) -> bool:
        """Whether the output is a folder, with a file for each solution."""
        if self.output is None or self.form is not Format.SOL:
            return False
        return self.several or self.output.endswith("/") or Path(self.output).is_dir()


def ask(
    number: int | None,
    count: bool,
    unique: bool,
    form: Format | None,
    output: str | None,
    stats: bool,
    solver_codes: bool,
    source: str,
) -> SolveRequest:
    """Put together what the options ask for; the arguments are the options as they were given.

    Raises:
        OptionError: they make no sense together.
    """
    output = None if output == files.STDIN else output
    if count and unique:
        raise OptionError("--count and --unique are two questions: ask one")
    if unique and number is not None:
        raise OptionError("--unique looks for two solutions: leave out -n")
    if (count or unique) and form not in (None, Format.JSON):
        raise OptionError("--count and --unique write no solutions: --format json is the only one they know")
    if (count or unique) and output is not None and form is not Format.JSON:
        raise OptionError("--count and --unique write no solutions: leave out -o, or add --format json")
    if output is not None and form in (Format.ATOMS, Format.BOARD):
        raise OptionError("-o writes .sol, JSON or HTML: send other formats to a file with >")
    limit = 2 if unique else (0 if count else 1) if number is None else number
    return SolveRequest(limit, count, unique, form or _fitting(output), output, stats, solver_codes, source)


def _fitting(output: str | None) -> Format:
    """The format, if none was asked for: as the name of the file has it, and a board if somebody is looking."""
    if output is None:
        return Format.BOARD if console.is_terminal() else Format.SOL
    return Format.HTML if Path(output).suffix.lower() in _PAGES and not Path(output).is_dir() else Format.SOL
