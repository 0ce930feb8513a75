"""Lines, fields, comments and natural numbers, for the line-based formats, and quoting for messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edgeasp.puzzle.errors import InputError

DIGITS = 9
"""The most digits of a number; more are a sign of a damaged file."""

_NATURAL = re.compile(r"[0-9]+", re.ASCII)
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+")


def decode(data: bytes, source: str) -> str:
    """The text of a file, without a byte-order mark.

    Raises:
        InputError: the bytes are not UTF-8, or not text.
    """
    if b"\0" in data:
        # clingo would take the byte for the end of the text.
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise InputError(source, line, "expected text in UTF-8, found a null byte")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(source, line, "expected text in UTF-8, found bytes that are not") from None


def fields(text: str) -> Iterator[tuple[int, list[str]]]:
    """The line number (from 1) and the fields of each line that is neither blank nor a `c` comment."""
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if words and not words[0].startswith("c"):
            yield number, words


def records(text: str) -> list[tuple[int, list[str]]]:
    """The line number (from 1) and the fields of each line that is neither blank nor a comment.

    More tolerant than `fields`, for the formats of other programs: `#` and `%` begin a comment as well, and commas
    and semicolons may separate fields and follow the last one.
    """
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.strip()
        if content and content[0] not in "c#%":
            # A pattern with \s* would take quadratic time.
            content = content[:-1].rstrip() if content[-1] in ",;" else content
            found.append((number, _SEPARATOR.split(content)))
    return found


def natural(word: str, source: str, line: int | None, what: str) -> int:
    """The value of a field that must be a natural number.

    Raises:
        InputError: it is not; `what` names the field.
    """
    if not _NATURAL.fullmatch(word):
        raise InputError(source, line, f"expected {what} (a natural number), found {quoted(word)}")
    if len(word) > DIGITS:
        raise InputError(source, line, f"expected {what} of at most {DIGITS} digits, found {quoted(word)}")
    return int(word)


def printable(text: str) -> str:
    """The text with escapes for control characters, line ends included, and for what is not text."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def quoted(word: str) -> str:
    """A field as messages quote it: short, and in ASCII without control characters."""
    return ascii(word if len(word) <= 24 else word[:21] + "...")
