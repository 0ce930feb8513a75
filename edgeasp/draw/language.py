"""Translations of printed text, one table per language, keyed by English text.

Text without a translation stays English, so a language can be added step by step: as a table here, or as a file with
lines such as `Solutions = Lösungen`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from edgeasp.formats import files
from edgeasp.system.errors import InputError
from edgeasp.system.lines import quoted


@dataclass(frozen=True, slots=True)
class Language:
    """Translations of English templates with the same placeholders."""

    texts: Mapping[str, str]

    def translate(self, text: str, **values: object) -> str:
        """Translate a template and fill in its placeholders."""
        return self.texts.get(text, text).format(**values)


ENGLISH = Language({})


def _parse_lines(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield line number, line, English text and translation."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("%"):
            english, _, own = line.partition(" = ")
            yield number, line, english.strip(), own.strip()


_DE = Path(__file__).with_name("de.txt").read_text(encoding="utf-8")
GERMAN = Language({english: own for _, _, english, own in _parse_lines(_DE)})

LANGUAGES = {"en": ENGLISH, "de": GERMAN}
"""Built-in languages, keyed by their codes."""

_PLACES = re.compile(r"\{\w+\}")


def read_language(name: str) -> Language:
    """Return a built-in language, or read one from a file.

    Args:
        name: code of the language, or a file with lines such as `Solutions = Lösungen`.

    Raises:
        InputError: the file cannot be read, or a line does not translate a known text with the same placeholders.
    """
    if name in LANGUAGES:
        return LANGUAGES[name]
    shown, texts = files.printable_name(name), dict[str, str]()
    for number, line, english, own in _parse_lines(files.read_text(name)):
        if not own or english not in GERMAN.texts:
            raise InputError(shown, number, f"expected a line such as Solutions = Lösungen, found {quoted(line)}")
        if sorted(_PLACES.findall(own)) != sorted(_PLACES.findall(english)) or set("{}") & set(_PLACES.sub("", own)):
            places = ", ".join(_PLACES.findall(english)) or "no braces"
            raise InputError(shown, number, f"expected {places} in {quoted(own)}")
        texts[english] = own
    return Language(texts)
