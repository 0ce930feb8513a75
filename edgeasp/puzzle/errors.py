"""What can go wrong because of the world outside: every such error is one of these."""

from __future__ import annotations


class EdgeaspError(Exception):
    """The common ancestor: its text is one or two lines that a user can act on."""


class InputError(EdgeaspError):
    """Something that was read is not what it should be.

    Args:
        source: the name of the file, as the user gave it.
        line: the line it stands on, from 1; None if it is about the file as a whole.
        message: what was expected, and what was found.
    """

    def __init__(self, source: str, line: int | None, message: str) -> None:
        super().__init__(f"{source}: {message}" if line is None else f"{source}:{line}: {message}")
        self.source = source
        self.line = line


class OutputError(EdgeaspError):
    """Something cannot be written where the user wants it."""


class EncodingError(EdgeaspError):
    """An encoding that does not exist, or that makes no sense for the puzzle."""


class FormatError(EdgeaspError):
    """A text that no format fits, or several do; or a puzzle that a format cannot hold."""


class OptionError(EdgeaspError):
    """An option or a limit that clingo does not have, or that makes no sense."""


class LimitError(EdgeaspError):
    """A limit struck before the question was answered."""


class SolverError(EdgeaspError):
    """clingo refused a program."""


class AnswerError(EdgeaspError):
    """An answer of a solver that is not exactly one tile and one rotation for each square."""


class CheckError(EdgeaspError):
    """A solver's answer that the independent checker rejects: a fault in edgeasp or in clingo."""
