"""The contents of the site, in the order of a reader: first steps, guides, rules, reference, results, contributing."""

from __future__ import annotations

import re
from typing import Any

from edgeasp.cli.commands import NAMES
from tests.tools.site.predicates import PROGRAMS


def navigation(pages: list[str]) -> list[dict[str, Any]]:
    """The contents, as MkDocs takes them: titles, each with a page or with more of the same.

    Args:
        pages: all pages there are, relative to the top of the site.
    """
    rules = [page for page in pages if page.startswith("asp/") and page.endswith(".lp.md")]
    rendered = [page for page in pages if page.startswith("docs/programs/")]
    predicates = [f"asp/predicates/{name}.md" for name in PROGRAMS]
    steps = [page for page in pages if page.startswith("docs/lesson/") and page.count("/") == 2 and ".lp" in page]
    lesson = "docs/notebooks/lesson.ipynb.md"
    notebooks = [page for page in pages if page.endswith(".ipynb.md") and page != lesson]
    api = [page for page in pages if page.startswith("docs/api/") and page != "docs/api/errors.md"]
    return [
        {"First steps": "README.md"},
        {"Guides": [*GUIDES]},
        {"Lesson": ["docs/lesson/README.md", *(_titled(page) for page in steps), lesson]},
        {"Python": ["docs/python.md", *notebooks, *api, "docs/api/errors.md"]},
        {"Rules": ["docs/encodings.md", "asp/README.md", *rendered, *predicates, *(_titled(page) for page in rules)]},
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
    "docs/propagators.md",
    "docs/debugging.md",
]
REFERENCE = [
    "docs/commands.md",
    "docs/options.md",
    "docs/formats.md",
    "docs/glossary.md",
    "docs/stability.md",
    "docs/citing.md",
]
RESULTS = [
    "docs/counted.md",
    "docs/record-boards.md",
    "instances/README.md",
    "instances/results/README.md",
    "instances/results/best/README.md",
    "instances/results/best/search.md",
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
    "docs/add-a-feature.md",
    "docs/add-an-encoding-variant.md",
    "docs/testing.md",
    "docs/writing.md",
    "docs/releasing.md",
    "docs/clingo-6.md",
    "SECURITY.md",
    "studies/README.md",
    "studies/family.md",
    "CHANGELOG.md",
]


# ---- search ----


WORDS = {
    "README.md": "start begin tutorial quickstart overview",
    "docs/installing.md": "install setup pip pipx uv windows mac linux offline upgrade uninstall version extras",
    "docs/solving.md": (
        "solve solver all unique uniqueness limit timeout time memory ram cores threads parallel faster slow stop "
        "progress clues count enumerate hang sat clingo clasp options configuration statistics stats heuristic seed"
    ),
    "docs/best-boards.md": "tonight overnight score record best improve optimise optimum partial mismatches almost 470",
    "docs/explain-and-hint.md": (
        "solution stuck half-filled half hint help wrong mistake error next unsolvable unsatisfiable impossible why "
        "clash conflict"
    ),
    "docs/playing.md": "phone tablet mobile touch drag play game hand table undo lay app",
    "docs/pictures.md": (
        "picture image draw svg png html page website screenshot poster colour-blind colours terminal show board"
    ),
    "docs/eternity-ii.md": "eternity e2 link url bucas viewer mail paste pieces official 256",
    "docs/making-puzzles.md": "generate create make new random difficulty difficult hard easy own seed design level",
    "docs/puzzle-books.md": (
        "print printer tiles paper cut scissors sheet sheets a4 letter pdf book school class teacher children wedding "
        "sell sold licence commercial "
        "gift present photo photograph duplex back"
    ),
    "docs/nine-cards.md": (
        "scramble squares nine cards words type typed hand motif motifs legend turtle turtles halves heads tails "
        "tetravex 3x3 crazy"
    ),
    "docs/halves-and-frames.md": "halves partners signs frame tetravex hardness upright complexity",
    "docs/boards-and-tiles.md": "holes mask torus cylinder wrap wraps flipped double-sided left over spare rim outline",
    "docs/macmahon.md": "macmahon 24 three colours squares classic 1921 history",
    "docs/signs.md": "sign signs plus minus polarity",
    "docs/campaigns.md": (
        "week weeks days long cluster slurm dask resume continue interrupt interrupted server machines distributed"
    ),
    "docs/certificates.md": "proof prove proved verify trust lrat drat certificate certify",
    "docs/measuring.md": "benchmark bench compare comparison speed plot measure fair performance",
    "docs/counted.md": "counted suite enumerated enumeration all boards open frontier how many",
    "docs/debugging.md": "debug debugging bug warning homework student exercise wrong own program",
    "docs/your-own-program.md": "grade grading homework student teacher own program correct",
    "docs/propagators.md": "propagator propagators theory theories multi-shot incremental clingo control script",
    "docs/encodings.md": "encoding rules constraint own custom add formulation symmetry redundant",
    "docs/lesson/README.md": "learn lesson course teach exercise asp introduction",
    "docs/python.md": "python api library script notebook jupyter pandas import callback tqdm",
    "docs/formats.md": "format formats file convert import export csv json read write input output",
    "docs/commands.md": "command commands exit status options environment variable shell completion",
    "docs/options.md": "option options flags arguments default",
    "docs/glossary.md": "glossary meaning definition word term diamond ring cube mus mcs",
    "docs/citing.md": "cite citing citation bibtex paper papers doi reference literature",
    "docs/commands/diff.md": "compare two boards difference differences changed squares",
    "docs/commands/check.md": "score verify valid correct count mismatches",
    "docs/commands/convert.md": "convert another format export",
}
"""Everyday words by the guide that they lead to."""

FIRST, LATER, LAST = 4, 0.3, 0.1
"""How much the hits of a page count: of guides and commands; of rules and notebooks; of results and insides."""


def head(page: str) -> str:
    """The head of a page, from which the search learns about it; a page is named relative to the top of the site."""
    if re.match(r"(docs/schemas|examples|instances/manifest)", page) and page != "examples/README.md":
        return "---\nsearch:\n  exclude: true\n---\n"
    tags = f"tags: [{', '.join(WORDS[page].split())}]\n" if page in WORDS else ""
    return f"---\n{tags}search:\n  boost: {_boost(page)}\n---\n"


def _boost(page: str) -> float:
    if page in WORDS or page.startswith("docs/commands/"):
        return FIRST
    inside = ("instances/results", "studies", "docs/architecture", "CHANGELOG", "CONTRIBUTING", "LICENSE", "edgeasp")
    if page.startswith(inside):
        return LAST
    return LATER if page.startswith(("asp/", "docs/programs/", "docs/lesson/", "docs/notebooks/", "docs/add-")) else 1
