"""Errors of edgeasp."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from numbers import Integral, Real
from pathlib import Path
from typing import Any


class EdgeaspError(Exception):
    """Base class of all errors. The message tells users what to do.

    >>> try:
    ...     edgeasp.load("no-such.puz")
    ... except edgeasp.EdgeaspError as error:
    ...     print(error)
    no-such.puz: cannot be read: no such file or directory
    """


class InputError(EdgeaspError):
    r"""An input that cannot be read, or contradicts itself or another input.

    >>> try:
    ...     edgeasp.parse("2 2\n1 1 1 1\n1 1 1\n", format="puz")
    ... except edgeasp.InputError as error:
    ...     print(error.line, error.message)
    3 expected a tile '<top> <right> <bottom> <left> [+|-]', found 3 fields

    Args:
        source: name of the file, as the user typed it.
        line: line number from 1, None if the error concerns the whole file.
        message: expected and actual content.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        # Exceptions are pickled by their arguments.
        super().__init__(source, line, message)
        self.source = source
        self.line = line
        self.message = message

    def __str__(self) -> str:
        """Format the source, the line if known, and the message."""
        source, line, message = self.args
        return f"{source}: {message}" if line is None else f"{source}:{line}: {message}"


class RefutedError(InputError):
    """An incomplete list of boards that is said to be complete."""


class OutputError(EdgeaspError):
    """A file or folder that cannot be written.

    >>> written = edgeasp.save(edgeasp.load("instances/golden.puz"), "no/such/folder.puz")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OutputError: no/such/folder.puz: cannot be written: no such file or directory
    """


class EncodingError(EdgeaspError):
    """An unknown encoding, or one that does not suit the puzzle.

    >>> edgeasp.solve(edgeasp.load("instances/frame-3x3.puz"), encoding="decision+framed")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.EncodingError: 'decision' and 'framed' exclude each other: the class as published has no frame
    """


class FormatError(EdgeaspError):
    """A text or an output in an unsuitable format.

    It is raised if a text has no known format, if several formats can read it with different meanings, or if an output
    format cannot represent the puzzle.

    >>> text = edgeasp.convert(edgeasp.load("instances/golden.puz"), "heule")
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.FormatError: the format heule cannot represent puzzles without a frame
    """


class ProgramError(EdgeaspError):
    """A user program whose answer is not a solution.

    >>> edgeasp.count(edgeasp.load("instances/golden.puz"), program="a.")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.ProgramError: program: an answer is not a board: expected chosenTile(1,1,...), found none; ...
    """


class OptionError(EdgeaspError):
    """An option or a limit that is invalid or contradicts another.

    >>> edgeasp.solve(edgeasp.load("instances/golden.puz"), jobs=0)
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.OptionError: expected a number of processes from 1 to 1,024, found 0
    """


class LimitError(EdgeaspError):
    """A limit that was reached before the question was answered.

    >>> edgeasp.count(edgeasp.load("e2"), limits=edgeasp.Limits(seconds=0))
    Traceback (most recent call last):
    ...
    edgeasp.system.errors.LimitError: stopped by the time limit of 0 s: at least 0 boards
    """


class SolverError(EdgeaspError):
    """A program that clingo rejects.

    The cause is a bug in edgeasp or in clingo.

    >>> issubclass(edgeasp.SolverError, edgeasp.EdgeaspError)
    True
    """


class AnswerError(EdgeaspError):
    """A solver's answer that is not a board.

    A board has one tile and one rotation for each square.

    >>> issubclass(edgeasp.AnswerError, edgeasp.EdgeaspError)
    True
    """


class CheckError(EdgeaspError):
    """A solver's answer that the independent checker rejects.

    The cause is a bug in edgeasp or in the solver.

    >>> issubclass(edgeasp.CheckError, edgeasp.EdgeaspError)
    True
    """


def os_reason(error: OSError) -> str:
    """Return the system's reason, e.g. `no such file or directory`."""
    return (error.strerror or str(error)).lower()


def missing_package(need: str, package: str, extra: str) -> OptionError:
    """Create the error for a package that is not installed.

    The message says how to install the required version of the package itself, not an extra of edgeasp. The advice is
    then right however edgeasp was installed.

    Args:
        need: feature that needs the package, at the beginning of the message.
        package: name of the package.
        extra: extra of edgeasp whose requirements include the package.
    """
    from importlib.metadata import requires  # it takes long to import

    begins = [
        requirement.partition(";") for requirement in requires("edgeasp") or () if requirement.startswith(package)
    ]
    packages = [wanted.strip() for wanted, _, condition in begins if extra in condition]
    return OptionError(f"{need}: {install_command()} '{packages[0] if packages else package}'")


def import_laboratory(module: str, need: str) -> Any:
    """Import a module of `edgeasp.lab`, which may not be installed.

    Args:
        module: full name of the module.
        need: feature that needs the module, at the beginning of the message.

    Raises:
        OptionError: `edgeasp.lab` is not installed.
    """
    if find_spec("edgeasp.lab") is None:
        raise OptionError(f"{need} needs edgeasp.lab, which is not installed: install all of edgeasp")
    return import_module(module)


def install_command() -> str:
    """Return the command that installs packages next to edgeasp."""
    # pipx and uv keep each tool in an environment below a folder of their name.
    places = Path(sys.prefix).parts
    if "pipx" in places:
        return "pipx inject edgeasp"
    if "uv" in places and "tools" in places:
        return "uv tool install edgeasp --with"
    return "pip install"


def as_python_number(value: object) -> object:
    """Convert a number of another library to int or float.

    Numbers in a tuple are converted too. Any other value is returned unchanged.
    """
    if type(value) is tuple:
        return tuple(map(as_python_number, value))
    if isinstance(value, int | float) or not isinstance(value, Real):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def type_name(value: object) -> str:
    """Name the type of a value, for an error message."""
    return "None" if value is None else type(value).__name__
