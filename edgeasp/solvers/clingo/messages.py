"""Messages of clingo about a program, each with the file and the line that it means.

clingo names no file for a text that it is handed. So rules of a user are handed over behind as many empty lines as make
the number of every line unique.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.system.errors import EdgeaspError, InputError, SolverError

if TYPE_CHECKING:
    from clingo import MessageCode

_PLACE = re.compile(r"<(?:block|string)>:(\d+):(\d+)(?:-[\d:]+)?: (?:(?:error|info|note): )?")

_SAFE = "a variable takes its values from a literal of the body without 'not', and these are in none"
"""Advice behind a message on unsafe variables."""


class Messages:
    """Takes what clingo says while it reads and grounds a program.

    Attributes:
        notes: on rules of a user, what clingo says that is no error.
    """

    def __init__(self, text: str, own: OwnRules) -> None:
        self.notes: list[str] = []
        self._texts: list[tuple[MessageCode, str]] = []
        self._own = own
        self._begins: list[tuple[int, RulesFile]] = []
        begin = text.count("\n") + 1
        for file in own.files:
            self._begins.append((begin, file))
            begin += file.text.count("\n") + 1

    def add(self, code: MessageCode, text: str) -> None:
        """Take a message."""
        self._texts.append((code, text.strip()))

    def own_texts(self) -> Iterator[str]:
        """The files of the user, behind empty lines."""
        for begin, file in self._begins:
            yield "\n" * begin + file.text

    def error(self, error: RuntimeError) -> EdgeaspError:
        """The error for a program that clingo refuses: about a line of the user, if there is one to blame."""
        from clingo import MessageCode

        # That there is no support for a script, clingo says by the exception alone.
        texts = [text for code, text in self._texts if code == MessageCode.RuntimeError] + [str(error)]
        for text in texts:
            if place := self._place(text):
                words = _words(text)
                advice = f" ({_SAFE})" if words.startswith("unsafe variables") else ""
                return InputError(place[0].name, place[1], words + advice)
        return SolverError(f"clingo does not accept the program: {self.first(error)}")

    def first(self, error: RuntimeError) -> str:
        """The first message, on one line."""
        return " ".join((self._texts[0][1] if self._texts else str(error)).split())

    def settle(self) -> None:
        """Make notes of what was said about the user's program.

        Raises:
            InputError: an added rule asks for an atom that no rule gives.
        """
        from clingo import MessageCode

        for code, text in self._texts:
            place = self._place(text)
            if place is None:
                continue
            file, line = place
            words = _words(text)
            if code == MessageCode.AtomUndefined and file in self._own.added:
                raise InputError(file.name, line, words)
            self.notes.append(f"{file.name}:{line}: {words}")

    def _place(self, text: str) -> tuple[RulesFile, int] | None:
        """The file of the user that a message is about, and the line."""
        match = _PLACE.match(text)
        if not match:
            return None
        number = int(match[1])
        for begin, file in reversed(self._begins):
            if number > begin:
                return file, _line(number - begin, file.text)
        return None


def syntax_error(message: str, name: str, text: str) -> InputError:
    """The error for a text that is no program, from clingo's message; the name is that of its file."""
    match = _PLACE.match(message)
    return InputError(name, _line(int(match[1]), text) if match else None, _words(message))


def _line(number: int, text: str) -> int:
    """A line of the text: what is missing at its end, clingo misses on the line after."""
    return min(number, text.rstrip().count("\n") + 1)


def _words(text: str) -> str:
    """A message on one line, without its place."""
    # The text before the first place is empty; two groups stand between a message and the next.
    parts = _PLACE.split(text)[::3][1:] or [text]
    words = "; ".join(" ".join(part.split()) for part in parts)
    # clingo names a condition of its own.
    return re.sub(r"(#void)?:-(\[?#inc_base\]?|0=0);", ":-", words)
