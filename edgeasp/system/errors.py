"""The errors of edgeasp: everything that goes wrong because of input, output or a solver is one of these."""

from __future__ import annotations

import sys
from pathlib import Path


class EdgeaspError(Exception):
    """The base class; the text is one or two lines that a user can act on.

    >>> try:
    ...     edgeasp.load("no-such.puz")
    ... except edgeasp.EdgeaspError as error:
    ...     print(error)
    no-such.puz: cannot be read: no such file or directory
    """


class InputError(EdgeaspError):
    r"""An input that cannot be read, or contradicts itself or another.

    >>> try:
    ...     edgeasp.parse("2 2\n1 1 1 1\n1 1 1\n", format="puz")
    ... except edgeasp.InputError as error:
    ...     print(error.line, error.message)
    3 expected a tile '<north> <east> <south> <west> [+|-]', found 3 fields

    Args:
        source: the name of the file, as the user gave it.
        line: the line, from 1; None if the error concerns the file as a whole.
        message: what was expected, and what was found.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        # Exceptions are pickled by their arguments.
        super().__init__(source, line, message)
        self.source = source
        self.line = line
        self.message = message

    def __str__(self) -> str:
        """The source, the line if there is one, and the message."""
        source, line, message = self.args
        return f"{source}: {message}" if line is None else f"{source}:{line}: {message}"


class RefutedError(InputError):
    """A record of a search that is wrong: there is a board that it does not have."""


class OutputError(EdgeaspError):
    """A file or folder that cannot be written.

    >>> written = edgeasp.save(edgeasp.load("instances/golden.puz"), "no/such/folder.puz")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OutputError: no/such/folder.puz: cannot be written: no such file or directory
    """


class EncodingError(EdgeaspError):
    """An encoding that does not exist, or that does not fit the puzzle.

    >>> edgeasp.solve(edgeasp.load("instances/golden.lp"), encoding="framed")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.EncodingError: 'framed' needs a puzzle with a frame: none of its sides has the colour 0
    """


class FormatError(EdgeaspError):
    """A text that fits no format, or several; or a puzzle that a format cannot hold.

    >>> text = edgeasp.convert(edgeasp.load("instances/golden.puz"), "heule")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.FormatError: the format heule cannot hold puzzles without a frame
    """


class ProgramError(EdgeaspError):
    """A program that a user brings, whose answer is no solution."""


class OptionError(EdgeaspError):
    """An option or a limit that does not exist, or that contradicts another.

    >>> edgeasp.solve(edgeasp.load("instances/golden.puz"), jobs=0)
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OptionError: expected a number of processes from 1 to 1,024, found 0
    """


class LimitError(EdgeaspError):
    """A limit was reached before the question was answered.

    >>> edgeasp.count(edgeasp.load("e2"), limits=edgeasp.Limits(seconds=0))
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.LimitError: stopped by the time limit of 0 s: at least 0 boards
    """


class SolverError(EdgeaspError):
    """A program that clingo refuses.

    >>> issubclass(edgeasp.SolverError, edgeasp.EdgeaspError)  # a fault in edgeasp or clingo, as the next two are
    True
    """


class AnswerError(EdgeaspError):
    """An answer of a solver that is not exactly one tile and one rotation for each square.

    >>> issubclass(edgeasp.AnswerError, edgeasp.EdgeaspError)
    True
    """


class CheckError(EdgeaspError):
    """An answer of a solver that the independent checker rejects: a fault in edgeasp or in the solver.

    >>> issubclass(edgeasp.CheckError, edgeasp.EdgeaspError)
    True
    """


def os_reason(error: OSError) -> str:
    """The reason that the operating system gives, such as `no such file or directory`."""
    return (error.strerror or str(error)).lower()


def missing(need: str, package: str, extra: str) -> OptionError:
    """The error for an optional package that is not installed.

    It names the package in the version that edgeasp wants, not an extra of edgeasp: that installs it beside an edgeasp
    from anywhere, by what has installed that.

    Args:
        need: what is missing, and for what.
        package: the name of the package.
        extra: the extra of edgeasp to which it belongs.
    """
    from importlib.metadata import requires  # it takes long to import

    begins = [
        requirement.partition(";") for requirement in requires("edgeasp") or () if requirement.startswith(package)
    ]
    packages = [wanted.strip() for wanted, _, condition in begins if extra in condition]
    return OptionError(f"{need}: {_installer()} '{packages[0] if packages else package}'")


def _installer() -> str:
    """The command, but for the name, that adds a package to the environment in which this runs."""
    places = Path(sys.prefix).parts
    if "pipx" in places:
        return "pipx inject edgeasp"
    if "uv" in places and "tools" in places:
        return "uv tool install edgeasp --with"
    return "pip install"
