"""The site: what becomes of rules, notebooks and links; and that it is built without the network, with no dead link."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

import edgeasp
from edgeasp.cli.commands import NAMES
from tests.support.running import INSTANCES, run
from tests.support.waiting import PATIENCE
from tests.tools.site import sources
from tests.tools.site.examples import fenced
from tests.tools.site.graph import dependencies, picture
from tests.tools.site.navigation import GUIDES, REFERENCE, WORDS, navigation
from tests.tools.site.predicates import PROGRAMS, files_of, predicate_pages
from tests.tools.site.reference import API, notebook_page, reference_pages, rules_page
from tests.tools.site.sources import ROOT, documents, gather, page_name

RULES = """
% ---- pairs: sides meet ------
% needs turn/2
% gives of_kind/3

%*! of_kind(T,R,K)  tile T is of kind K *%
%*! exact           there are 4*3|2
                    of them *%

%: if named
% No tile_1 lies on two *squares*.
:- place(T,_,X,Y), not exact.
%: endif
"""

# ---- pages ----


def test_comments_become_text_and_rules_stay_as_they_are() -> None:
    page = rules_page("asp/pairs.lp", RULES)
    assert page.startswith("# asp/pairs.lp\n\n**pairs: sides meet**\n\nneeds `turn/2`\\\ngives `of_kind/3`\n")
    assert "| `of_kind(T,R,K)` | tile T is of kind K |\n| `exact` | there are 4\\*3\\|2 of them |\n" in page
    assert (
        "\nNo tile\\_1 lies on two \\*squares\\*.\n\n```prolog\n:- place(T,_,X,Y), not exact.\n%: endif\n```\n" in page
    )


@pytest.mark.parametrize("path", sorted((ROOT / "asp").rglob("*.lp")), ids=lambda path: path.name)
def test_no_rule_of_a_file_is_lost_on_its_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = set("".join(re.findall(r"```prolog\n(.*?)```", rules_page("x", text), re.DOTALL)).splitlines())
    rules = re.sub(r"%\*!.*?\*%", "", text, flags=re.DOTALL).splitlines()
    assert {line for line in rules if line.strip() and not re.match(r"%( |$)", line)} == shown - {""}


@pytest.mark.parametrize(
    ("name", "puzzle", "options"),
    [
        ("decision", "planted-4x4", ["--encoding", "decision"]),
        ("framed", "planted-4x4", []),
        ("signed", "planted-6x4-signed", []),
        ("redundant", "planted-6x4-signed", ["--encoding", "framed+signed+redundant", "--redundant", "all"]),
        ("heule", "planted-4x4", ["--formulation", "heule"]),
    ],
)
def test_the_program_of_a_variant_is_a_page(name: str, puzzle: str, options: list[str]) -> None:
    program = run("encode", INSTANCES / f"{puzzle}.puz", *options).stdout.strip()
    assert program in dict(reference_pages())[f"docs/programs/{name}.md"]


def test_a_notebook_shows_its_text_its_code_and_its_pictures() -> None:
    picture = {"data": {"image/svg+xml": ["<svg>\n", "\n", "</svg>"], "text/plain": "Board"}}
    printed = {"output_type": "stream", "text": ["16\n"]}
    cells = [
        {"cell_type": "markdown", "source": ["# A tour\n", "of it"]},
        {"cell_type": "code", "source": ["board"], "outputs": [picture, printed]},
    ]
    assert notebook_page(json.dumps({"cells": cells})) == (
        '# A tour\nof it\n\n```python\nboard\n```\n\n<div class="shown">\n<svg>\n</svg>\n</div>\n\n```text\n16\n```\n'
    )


def test_changes_are_folded_by_kind() -> None:
    text = "# Changes\n\n## 2\n\n### Added\n\n- a\n\n### Fixed\n\n- b\n\n## 1\n\n### Added\n\n- c\n"
    page = sources.folded(text)
    assert re.sub(r"<[^>]*>|\s", "", page) == "#Changes##2Added-aFixed-b##1Added-c"
    assert page.count("<details") == page.count("</details>") == 3
    assert page.index("</details>\n\n## 1") > page.index("- b")


def test_a_drawing_lies_on_the_paper_of_the_page() -> None:
    drawing = (ROOT / "docs" / "pictures" / "nine.svg").read_text(encoding="utf-8")
    themed = sources.themed(drawing)
    assert themed.replace(sources.PAPERLESS, "") == drawing
    assert drawing.index('fill="#ffffff"') > drawing.index("<defs>") == themed.index("<style>")


def test_an_example_in_a_docstring_becomes_a_block() -> None:
    assert fenced("Says so.\n\n>>> 1\n1\n\nMore.") == "Says so.\n\n```pycon\n>>> 1\n1\n```\n\nMore."


def test_a_word_of_the_glossary_leads_there_where_it_is_first_used() -> None:
    text = "# Diamonds\n\n`diamond`, [a diamond](x.md), diamonds and diamonds.\n"
    assert sources.linked(text, "docs/solving.md") == text.replace(", diamonds", ", [diamonds](glossary.md#diamond)", 1)
    assert {"diamond", "ring", "cube", "clue", "condition", "beam", "MUS", "MCS"} <= set(sources.terms())


# ---- predicates ----


def test_every_file_of_rules_belongs_to_a_program() -> None:
    files = [path for name in PROGRAMS for path in files_of(name)]
    assert sorted(files) == sorted(path.relative_to(ROOT / "asp") for path in (ROOT / "asp").rglob("*.lp"))


def test_what_a_rule_reads_leads_to_what_it_gives() -> None:
    text = "a(X) :- b(X), not c(X).\n{ d(X) : e(X) } :- a(X).\nd(X) :- d(X+1), c(X).\n:- d(1).\n#show f(X) : d(X).\n"
    found = {f"{one[0]} {other[0]}": negative for (one, other), negative in dependencies(text).items()}
    assert found == {"b a": False, "c a": True, "e d": False, "a d": False, "c d": False, "d f": False}
    drawn = picture(dependencies(text), "six predicates")
    assert drawn.count("<rect") == 6
    # That d needs c is said by the way through a, which is drawn.
    assert drawn.count("<path") == 5
    assert drawn.count("dasharray") == 1


# ---- contents ----


def listed(contents: object) -> Iterator[str]:
    """The pages in the contents."""
    if isinstance(contents, str):
        yield contents
    else:
        for each in contents.values() if isinstance(contents, dict) else contents:  # type: ignore[attr-defined]
            yield from listed(each)


def test_neither_sources_nor_tests_are_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tools.site.sources.reference_pages", list)
    pages = gather(tmp_path)
    assert len(pages) > 90
    assert [page for page in pages if re.match(r"tests/|edgeasp/.*\.py|pyproject", page)] == []
    contributing = (tmp_path / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "the contents" in contributing
    assert "navigation.py" not in contributing


def test_every_document_is_in_the_contents_once() -> None:
    made = {**dict(reference_pages()), **dict(predicate_pages())}
    pages = sorted({*map(page_name, documents()), *made})
    contents = list(listed(navigation(pages)))
    assert len(contents) == len(set(contents))
    assert set(contents) <= set(pages)
    # Exercises and views are reached from the page of the lesson.
    assert {page for page in set(pages) - set(contents) if page.count("/") < 3 or "lesson" not in page} == set()
    assert {f"docs/commands/{name}.md" for name in NAMES} <= set(made)
    assert "Usage: edgeasp suite solve" in made["docs/commands/suite.md"]
    documented = re.findall(r"^::: edgeasp\.[\w.]*?(\w+)$", "".join(made.values()), re.MULTILINE)
    assert sorted(documented) == sorted(edgeasp.__all__)


# ---- the site ----


class Page(HTMLParser):
    """The names, the links and the fetched files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: set[str] = set()
        self.fetched: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names and where it leads."""
        given = {name: value for name, value in attrs if value}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a":
            self.links |= {given["href"]} if "href" in given else set()
        else:
            self.fetched |= {given[name] for name in ("src", "href", "data") if name in given}


def alone(*command: str) -> list[str]:
    """A command that reaches no network, as far as the system can see to that."""
    apart = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") and subprocess.run([*apart, "true"], check=False, capture_output=True).returncode == 0:
        return [*apart, *command]
    return [*command]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without the network and without a warning."""
    folder = tmp_path_factory.mktemp("site")
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    done = subprocess.run(
        alone(sys.executable, "-m", "tests.tools.site", str(folder)),
        cwd=ROOT,
        env={**os.environ, **nowhere},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_link_leads_somewhere_and_nothing_is_fetched(site: Path) -> None:
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 100
    for path, page in pages.items():
        assert not [link for link in page.fetched if re.match(r"(https?:)?//", link)], path
        for link in page.links | page.fetched:
            where = urlsplit(link)
            if where.scheme or not (where.path or where.fragment):
                continue
            target = Path(os.path.normpath(path.parent / unquote(where.path))) if where.path else path
            assert target.is_file(), (path, link)
            if where.fragment and target in pages:
                names = pages[target].names | {"__search", "__drawer"}
                assert unquote(where.fragment) in names, (path, link)
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    first, *_ = (edgeasp.Puzzle.loose.__doc__ or "").splitlines()
    assert first in index
    board = (site / "asp" / "predicates" / "board.html").read_text(encoding="utf-8")
    assert "side S of square (X,Y) is on the boundary" in board
    assert "ahead/2" not in re.findall(r"<td><a [^>]*><code>(.*?)</code>", board), "no file says what it means"
    explain = (site / "asp" / "predicates" / "explain.html").read_text(encoding="utf-8")
    assert '<a href="../explain/subsets.lp.html">asp/explain/subsets.lp</a>' in explain
    assert {"cell-3", "half-4"} <= pages[site / "asp" / "predicates" / "board.html"].names


@pytest.mark.long
def test_each_page_in_the_contents_leads_to_the_one_before_and_the_one_after(site: Path) -> None:
    made = {page_name(path) for path in documents()} | {name for name, _ in (*reference_pages(), *predicate_pages())}
    contents = list(listed(navigation(sorted(made))))
    for number, page in enumerate(contents):
        name = re.sub(r"(^|/)README\.md$", r"\1index.md", page).removesuffix(".md")
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        assert ("md-footer__link--prev" in text, "md-footer__link--next" in text) == (
            number > 0,
            number < len(contents) - 1,
        ), page


SEARCHES = {
    "README": "tutorial",
    "best-boards": "tonight, overnight, 470, record",
    "campaigns": "cluster, several machines, slurm, resume, weeks",
    "certificates": "proof, drat, trust",
    "citing": "bibtex, cite",
    "commands": "exit status, environment variable, shell completion",
    "commands/check": "verify a board",
    "commands/diff": "compare two boards, difference of boards",
    "debugging": "debug, homework, my program is wrong",
    "encodings": "own rules",
    "eternity-ii": "bucas, paste a link, official clues",
    "explain-and-hint": "half-filled, stuck, next tile, no solution, wrong colour",
    "formats": "csv, convert, file format",
    "glossary": "diamond, what is a cube, mus",
    "installing": "windows, pipx, uninstall",
    "lesson/README": "learn asp",
    "making-puzzles": "difficulty, create a puzzle, random puzzle, easy",
    "measuring": "benchmark, compare solvers",
    "boards-and-tiles": "torus, spare tiles",
    "nine-cards": "type cards by hand, turtles, heads and tails, tetravex",
    "pictures": "picture, png, colour-blind, web page",
    "playing": "phone, drag, undo",
    "puzzle-books": "sell printed puzzles, print tiles, wedding, photo, pdf, a4, school, scissors, teacher",
    "python": "jupyter, progress bar, pandas, api",
    "signs": "plus and minus",
    "solving": (
        "clingo options, configuration, solver statistics, limit, unique, timeout, memory, cores, count all solutions, "
        "faster, sat solver"
    ),
}
"""What people type, by the guide that they look for."""

FOUND = """(top) => [...document.querySelectorAll(".md-search-result__item")].slice(0, 3).map(
  (item) => item.querySelector("a").href.replace(top, "").split(/[?#]/)[0])"""
"""The first pages that are found, relative to the top of the site."""


def test_every_everyday_word_leads_to_a_page() -> None:
    made = {page_name(path) for path in documents()} | {f"docs/commands/{name}.md" for name in NAMES}
    assert set(WORDS) <= made
    assert {page for page in GUIDES if page not in WORDS} == set()
    assert sum(len(each.split(", ")) for each in SEARCHES.values()) >= 50


@pytest.mark.long
def test_what_people_type_finds_the_right_guide_among_the_first_three(site: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    from tests.support.browser import BROWSER, QUIET

    if BROWSER is None:
        pytest.skip("no browser: neither chromium nor google-chrome is on the path")
    missed = []
    with playwright.sync_playwright() as driver:
        tab = driver.chromium.launch(executable_path=BROWSER, args=QUIET).new_page()
        tab.goto((site / "docs" / "solving.html").as_uri())
        search(tab, "colour")
        for guide, texts in SEARCHES.items():
            page = re.sub(r"(^|/)README$", r"\1index", guide if guide == "README" else f"docs/{guide}")
            for text in texts.split(", "):
                search(tab, text)
                found = tab.evaluate(FOUND, f"{site.as_uri()}/")
                missed += [(text, found)] if f"{page}.html" not in found else []
                assert not [each for each in found if ".py" in each or "schema" in each]
    assert missed == []


AXE = ROOT / "tests" / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = (
    "axe.run().then(({violations}) => violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`)))"
)
SCREENS = {"phone": (390, 844, "light"), "desktop": (1280, 900, "light"), "dark": (1280, 900, "dark")}


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
def test_pages_can_be_read_by_everybody(site: Path, screen: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    from tests.support.browser import BROWSER, QUIET

    if BROWSER is None or not AXE.exists():
        pytest.skip("no browser, or axe-core is not installed: npm ci --prefix tests/tools/page")
    width, height, scheme = SCREENS[screen]
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=QUIET)
        size = {"width": width, "height": height}
        tab = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        for page in ("index", "docs/solving", "docs/nine-cards", "docs/commands/solve", "docs/api/solve", "CHANGELOG"):
            tab.goto((site / f"{page}.html").as_uri())
            tab.evaluate(AXE.read_text(encoding="utf-8"))
            assert tab.evaluate(FAULTS) == [], page
        browser.close()


@pytest.mark.long
def test_a_guide_is_a_few_screens_of_a_phone(site: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    from tests.support.browser import BROWSER, QUIET

    if BROWSER is None:
        pytest.skip("no browser: neither chromium nor google-chrome is on the path")
    guides = [*GUIDES, *REFERENCE, "CHANGELOG.md", *(f"docs/commands/{name}.md" for name in NAMES)]
    guides += [f"docs/api/{name}.md" for name in (*API, "errors")]
    most = dict.fromkeys(site.rglob("*.html"), 25)  # reports of measurements, predicates and sources are longer
    most |= {(site / page).with_suffix(".html"): 15 for page in guides}
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=QUIET)
        tab = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False).new_page()
        high = {}
        for page in most:
            tab.goto(page.as_uri())
            high[page] = tab.evaluate("document.documentElement.scrollHeight") / 844
        browser.close()
    assert {page: screens for page, screens in high.items() if screens > most[page]} == {}


def search(tab: Any, text: str) -> None:
    """Type a text into the search, and wait until it has found something for it."""
    tab.evaluate('document.querySelector(".md-search-result__list").innerHTML = ""')
    tab.fill(".md-search__input", text)
    tab.press(".md-search__input", "End")  # the search hears keys
    tab.wait_for_selector(".md-search-result__item", state="attached", timeout=PATIENCE * 1000)


@pytest.mark.long
def test_pages_that_are_opened_as_files_can_be_searched(site: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    from tests.support.browser import BROWSER, QUIET

    if BROWSER is None:
        pytest.skip("no browser: neither chromium nor google-chrome is on the path")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=QUIET)
        tab = browser.new_page()
        requests: list[str] = []
        errors: list[str] = []
        tab.on("request", lambda request: requests.append(request.url))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        # Two folders down, since what is found is named from the top of the site.
        tab.goto((site / "docs" / "commands" / "solve.html").as_uri())
        search(tab, "seam balance")
        tab.locator(".md-search-result__link", has_text="seam-balance.lp").first.click(timeout=PATIENCE * 1000)
        tab.wait_for_url("**/seam-balance.lp.html*")
        browser.close()
    assert errors == []
    assert [each for each in requests if not each.startswith(("file:", "data:"))] == []
