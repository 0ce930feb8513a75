"""Words that the documents, messages, docstrings and comments of the package do without."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import edgeasp
from tests.support.sources import parsed, statements

REPOSITORY = Path(__file__).parents[1]
REFUSED = re.compile(
    r"\b(told|looks? (the same|alike)|looked|somebody|nobody|wish(es)?|struck|glimpsed?|twins?)\b", re.I
)
"""The field has a noun for what these words go around."""

OPENINGS = re.compile(
    r"^(what|how|where|which|when|why)\b"
    r"|\bwhat (came|comes|becomes?) of\b|\bas (it is|they are) to be\b|\bthe ones? that\b",
    re.I,
)
"""Refused in the first paragraph of a docstring, where a noun says it."""

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


def test_the_documents_do_without_the_refused_words() -> None:
    assert len(DOCUMENTS) > 100
    for path in DOCUMENTS:
        assert refused(path.read_text(encoding="utf-8")) == [], path


def test_a_refused_word_is_found_where_it_stands() -> None:
    assert refused("a model\nas the caller was Told\nan answer") == [(2, "Told")]
    assert refused("A solver looks for a model") == []


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The first paragraph of each docstring, also of those below names, with its line."""
    for statement in statements(tree.body):
        match statement:
            case ast.Expr(ast.Constant(str(words))):
                yield statement.lineno, " ".join(words.split("\n\n")[0].split())


def test_docstrings_open_with_the_noun_of_the_thing() -> None:
    openings = [
        f"{path.relative_to(FOLDERS[0])}:{line}: {words}"
        for path in sorted(FOLDERS[0].glob("*/**/*.py"))
        for line, words in docstrings(parsed(path))
        if OPENINGS.search(words)
    ]
    assert openings == []


def test_an_opening_that_is_refused_is_found() -> None:
    text = '''"""What it does."""\nx = 1\n"""The one that counts."""\nlimit = 5\n"""How many."""\n'''
    text += '''def f():\n    """Say what came\n    of it."""\n'''
    assert [line for line, words in docstrings(ast.parse(text)) if OPENINGS.search(words)] == [1, 3, 5, 7]


VAGUE = {"each", "found", "made", "given", "said"}
"""Names that say nothing of a value, or what was done with it. Fields may have them, as schemas do."""

SUPPLIED = ("puzzle", "search", "solvers")
"""Rooms that count supply and demand, where the sides that are asked for are a noun."""


def unnamed(tree: ast.Module, names: set[str]) -> list[int]:
    """The lines on which a loop, a parameter or another value has one of the names."""
    nodes = [*ast.walk(tree)]
    fields = {
        id(statement.target)
        for node in nodes
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    return [
        node.lineno
        for node in nodes
        if (
            (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in names)
            and id(node) not in fields
        )
        or (isinstance(node, ast.arg) and node.arg in names)
    ]


def test_values_have_the_noun_of_the_thing_as_their_name() -> None:
    lines = {
        f"{path.relative_to(FOLDERS[0])}:{line}"
        for path in FOLDERS[0].rglob("*.py")
        for line in unnamed(
            parsed(path),
            VAGUE | ({"asked"} if path.relative_to(FOLDERS[0]).parts[0] not in SUPPLIED else set()),
        )
    }
    assert lines == set()
    loops = "for each in boards:\n    pass\nf = lambda each: [clue for clue in each]\n"
    assert unnamed(ast.parse(loops), {"each"}) == [1, 3]
    assert unnamed(ast.parse("class Result:\n    found: int\nfound = 1\n"), VAGUE) == [3]
