"""Translations of printed text: a table from English text for each language.

Text without a translation stays English, so a language can be added step by step. Its table is a file with lines such
as `Solutions = Lösungen`.
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
    """Translations of text templates from English.

    Attributes:
        texts: maps an English template to its translation, which has the same placeholders in braces.
    """

    texts: Mapping[str, str]

    def translate(self, text: str, **values: object) -> str:
        """Translate a template, then fill in its placeholders."""
        return self.texts.get(text, text).format(**values)


ENGLISH = Language({})


def _parse_translations(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Yield the translations in a text.

    Each comes as its line number, the whole line, the English template and its translation.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("%"):
            english, _, own = line.partition(" = ")
            yield number, line, english.strip(), own.strip()


_DE = Path(__file__).with_name("de.txt").read_text(encoding="utf-8")
GERMAN = Language({english: own for _, _, english, own in _parse_translations(_DE)})

LANGUAGES = {"en": ENGLISH, "de": GERMAN}
"""Built-in languages, keyed by code."""

_PLACES = re.compile(r"\{\w+\}")


def read_language(name: str) -> Language:
    """Return a built-in language, or read one from a file.

    Args:
        name: code of a built-in language, or name of a file with lines such as `Solutions = Lösungen`.

    Raises:
        InputError: the file cannot be read, a line does not translate a known template, or its placeholders differ.
    """
    if name in LANGUAGES:
        return LANGUAGES[name]
    shown, texts = files.printable_name(name), dict[str, str]()
    for number, line, english, own in _parse_translations(files.read_text(name)):
        # German has a translation of every template.
        if not own or english not in GERMAN.texts:
            raise InputError(shown, number, f"expected a line such as Solutions = Lösungen, found {quoted(line)}")
        # Any other brace would make `str.format` fail.
        if sorted(_PLACES.findall(own)) != sorted(_PLACES.findall(english)) or set("{}") & set(_PLACES.sub("", own)):
            places = ", ".join(_PLACES.findall(english)) or "no braces"
            raise InputError(shown, number, f"expected {places} in {quoted(own)}")
        texts[english] = own
    return Language(texts)
