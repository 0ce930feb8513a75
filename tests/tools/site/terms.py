"""Words of the glossary: where a guide first uses one, it leads there."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"

_TERM = re.compile(r'^\| <a id="([a-z]+)"></a>(\S+) \|', re.MULTILINE)
_KNOWN = {
    "tile",
    "side",
    "edge",
    "square",
    "board",
    "solution",
    "seed",
    "round",
    "frame",
    "score",
    "sign",
    "core",
    "model",
    "typo",
}
"""Common words, and words with several meanings, such as the cores of a machine."""

_KEPT = re.compile(
    r"(^ *```.*?^ *```$|^#[^\n]*$|^\|[^\n]*$|<[^>]*>|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\))", re.MULTILINE | re.DOTALL
)
"""Parts of a page in which nothing is linked: code, headings, tables, links."""


@cache
def terms() -> dict[str, str]:
    """The words that are linked, with their anchors."""
    found = _TERM.findall(GLOSSARY.read_text(encoding="utf-8"))
    return {word: anchor for anchor, word in found if word not in _KNOWN}


def linked(text: str, page: str) -> str:
    """A page whose first use of each word of the glossary is a link to it."""
    leads = os.path.relpath("docs/glossary.md", os.path.dirname(page))
    for word, anchor in terms().items():
        pattern = re.compile(rf"\b{word}(e?s)?\b", re.IGNORECASE if word.islower() else 0)
        parts = _KEPT.split(text)
        for index in range(0, len(parts), 2):
            parts[index], number = pattern.subn(lambda found: f"[{found[0]}]({leads}#{anchor})", parts[index], 1)  # noqa: B023
            if number:
                break
        text = "".join(parts)
    return text
