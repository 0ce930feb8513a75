"""The contents of the site, in the order of a reader: first steps, guides, rules, reference, results, contributing."""

from __future__ import annotations

from typing import Any

from edgeasp.cli.commands import NAMES
from tests.tools.site.predicates import PROGRAMS


def navigation(pages: list[str]) -> list[dict[str, Any]]:
    """The contents, as MkDocs takes them: titles, each with a page or with more of the same.

    Args:
        pages: all pages there are, relative to the top of the site.
    """
    rules = [page for page in pages if page.startswith("asp/") and page.endswith(".lp.md")]
    predicates = [f"asp/predicates/{name}.md" for name in PROGRAMS]
    steps = [page for page in pages if page.startswith("docs/lesson/") and page.count("/") == 2 and ".lp" in page]
    lesson = "docs/notebooks/lesson.ipynb.md"
    notebooks = [page for page in pages if page.endswith(".ipynb.md") and page != lesson]
    return [
        {"First steps": "README.md"},
        {"Guides": [*GUIDES]},
        {"Lesson": ["docs/lesson/README.md", *(_titled(page) for page in steps), lesson]},
        {"Python": ["docs/python.md", *notebooks, *API]},
        {"Rules": ["docs/encodings.md", "asp/README.md", *predicates, *(_titled(page) for page in rules)]},
        {"Reference": [*REFERENCE, *({f"edgeasp {name}": f"docs/commands/{name}.md"} for name in NAMES)]},
        {"Results": [*RESULTS]},
        {"Contributing": [*CONTRIBUTING]},
    ]


def _titled(page: str) -> dict[str, str]:
    """A page of rules by its file."""
    return {page.removesuffix(".md").partition("/")[2].removeprefix("lesson/"): page}


GUIDES = [
    "docs/installing.md",
    "docs/solving.md",
    "docs/best-boards.md",
    "docs/explain-and-hint.md",
    "docs/playing.md",
    "docs/pictures.md",
    "docs/eternity-ii.md",
    "docs/making-puzzles.md",
    "docs/puzzle-books.md",
    "docs/nine-cards.md",
    "docs/halves-and-frames.md",
    "docs/boards-and-tiles.md",
    "docs/macmahon.md",
    "docs/signs.md",
    "docs/campaigns.md",
    "docs/certificates.md",
    "docs/measuring.md",
    "docs/your-own-program.md",
    "docs/debugging.md",
]
REFERENCE = ["docs/commands.md", "docs/options.md", "docs/formats.md", "docs/glossary.md", "docs/citing.md"]
API = [f"docs/api/{name}.md" for name in ("functions", "values", "errors")]
RESULTS = [
    "docs/counted.md",
    "docs/record-boards.md",
    "instances/README.md",
    "instances/results/README.md",
    "instances/results/best/README.md",
    "instances/results/explain/README.md",
    "instances/results/signs/README.md",
    "instances/results/certificates/README.md",
    "instances/results/counting/README.md",
    "instances/results/jobs/README.md",
    "instances/results/enumeration/README.md",
    "instances/results/frontier-all.md",
    "instances/results/frontier-first.md",
    "instances/results/large.md",
    "instances/results/cliff.md",
    "instances/results/development.md",
    "instances/results/threads.md",
]
CONTRIBUTING = [
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/add-a-format.md",
    "docs/add-a-rule.md",
    "docs/add-a-solver.md",
    "docs/add-a-command.md",
    "docs/add-an-encoding-variant.md",
    "docs/clingo-6.md",
    "studies/README.md",
    "studies/family.md",
    "CHANGELOG.md",
]
