"""Words that the documents, messages, docstrings and comments of the package do without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import edgeasp

REPOSITORY = Path(__file__).parents[1]
REFUSED = re.compile(
    r"\b(told|looks? (the same|alike)|looked|somebody|nobody|wish(es)?|struck|glimpsed?|twins?)\b", re.I
)
"""The field has a noun for what these words go around."""

FOLDERS = [Path(edgeasp.__file__).parent, REPOSITORY / "asp"]
DOCUMENTS = [
    *REPOSITORY.glob("*.md"),
    *(path for path in (REPOSITORY / "docs").rglob("*.*") if path.suffix != ".png"),
    *(
        path
        for folder in ("examples", "studies")
        for path in (REPOSITORY / folder).rglob("*.*")
        if path.suffix != ".pyc"
    ),
]


def refused(text: str) -> list[tuple[int, str]]:
    """Each refused word with its line."""
    return [(number, found[0]) for number, line in enumerate(text.splitlines(), 1) if (found := REFUSED.search(line))]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_package_does_without_the_refused_words(folder: Path) -> None:
    files = [path for path in folder.rglob("*.*") if path.suffix in (".py", ".lp", ".md", ".js", ".css", ".html")]
    assert len(files) > 10
    for path in files:
        assert refused(path.read_text(encoding="utf-8")) == [], path


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_documents_do_without_the_refused_words(path: Path) -> None:
    assert refused(path.read_text(encoding="utf-8")) == []


def test_a_refused_word_is_found_where_it_stands() -> None:
    assert refused("a model\nas the caller was Told\nan answer") == [(2, "Told")]
    assert refused("A solver looks for a model") == []
