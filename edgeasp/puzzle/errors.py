"""The errors of edgeasp: everything that goes wrong because of input, output or a solver is one of these."""

from __future__ import annotations


class EdgeaspError(Exception):
    """The base class; the text is one or two lines that a user can act on."""


class InputError(EdgeaspError):
    """An input that is not as it should be.

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


class OutputError(EdgeaspError):
    """A file or folder that cannot be written."""


class EncodingError(EdgeaspError):
    """An encoding that does not exist, or that does not fit the puzzle."""


class FormatError(EdgeaspError):
    """A text that fits no format, or several; or a puzzle that a format cannot hold."""


class OptionError(EdgeaspError):
    """An option or a limit that does not exist, or that contradicts another."""


class LimitError(EdgeaspError):
    """A limit was reached before the question was answered."""


class SolverError(EdgeaspError):
    """A program that clingo refuses."""


class AnswerError(EdgeaspError):
    """An answer of a solver that is not exactly one tile and one rotation for each square."""


class CheckError(EdgeaspError):
    """An answer of a solver that the independent checker rejects: a fault in edgeasp or in the solver."""


def os_reason(error: OSError) -> str:
    """The reason that the operating system gives, such as `no such file or directory`."""
    return (error.strerror or str(error)).lower()


def missing(need: str, package: str, extra: str) -> OptionError:
    """The error for an optional package that is not installed.

    It names the package in the version that edgeasp wants, not an extra of edgeasp: that installs it beside an edgeasp
    from anywhere.

    Args:
        need: what is missing, and for what.
        package: the name of the package.
        extra: the extra of edgeasp to which it belongs.
    """
    from importlib.metadata import requires  # it takes long to import

    begins = [each.partition(";") for each in requires("edgeasp") or () if each.startswith(package)]
    found = [wanted.strip() for wanted, _, condition in begins if extra in condition]
    return OptionError(f"{need}: pip install '{found[0] if found else package}'")
