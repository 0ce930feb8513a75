"""What becomes of the files of the checkout on the site: a page each, in the same folders, with links between them.

A link in a document leads to a file of the checkout. On the site it leads to the page of that file: rules with their
comments, a notebook with its pictures, an example, a list of what a folder holds. Sources of the package and tests are
no pages: who changes them has the checkout, and what leads to them is the name of the file.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.tools.site.navigation import GUIDES, head
from tests.tools.site.playing import on_page
from tests.tools.site.predicates import predicate_pages
from tests.tools.site.reference import notebook_page, options_page, reference_pages, rules_page

ROOT = Path(__file__).parents[3]

FENCED = re.compile(r"^( *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")

LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".cff": "yaml"}
COPIED = {".svg", ".png", ".csv"}
"""Files that are no text to read, or that programs read."""

_INSIDE = re.compile(r"(edgeasp/.*\.py|tests/.*|pyproject\.toml|Makefile|\.ci/.*)$")
"""Files that are no pages."""


def documents() -> list[Path]:
    """The files that become pages whether a link leads to them or not."""
    return [
        *sorted(ROOT.glob("*.md")),
        *(path for folder in ("asp", "docs", "instances", "studies") for path in sorted((ROOT / folder).rglob("*.md"))),
        *(path for folder in ("asp", "docs") for path in sorted((ROOT / folder).rglob("*.lp"))),
        *sorted((ROOT / "docs").rglob("*.ipynb")),
    ]


def gather(folder: Path) -> list[str]:
    """Write the pages of the site to a folder, and give their names in it."""
    pages: dict[str, str] = {}
    waiting = documents()
    seen = set(waiting)
    for name, text in (*reference_pages(), *predicate_pages()):
        pages[name] = _linked(text, ROOT / name, waiting, seen)
    for source in waiting:  # which grows: what a page leads to becomes a page as well
        name = page_name(source)
        if source.suffix in COPIED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            if source.suffix == ".svg":
                (folder / name).write_text(themed(source.read_text(encoding="utf-8")), encoding="utf-8")
            else:
                shutil.copyfile(source, folder / name)
        else:
            pages[name] = _linked(_page(source), source, waiting, seen)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        explained = linked(text, name) if name in GUIDES else text
        (folder / name).write_text(head(name) + explained, encoding="utf-8")
    return sorted(pages)


PAPERLESS = """<style>
svg > path[fill="#ffffff"] { fill: none }
@media (prefers-color-scheme: dark) { svg > text[fill="#444a52"] { fill: #ece7dd } }
</style>
"""
"""Style of drawings without paper of their own."""


def themed(picture: str) -> str:
    """Put a drawing on the paper of the page."""
    return picture.replace("<defs>", f"{PAPERLESS}<defs>", 1)


def page_name(source: Path) -> str:
    """The name of the page of a file or folder, relative to the top of the site."""
    name = source.relative_to(ROOT).as_posix()
    if source.is_dir():
        return f"{name}/README.md"
    return name if source.suffix in COPIED | {".md"} else f"{name}.md"


def _page(source: Path) -> str:
    """The page of a file, with what runs on it."""
    if source.is_dir():
        return _listing(source)
    return _text(source) + on_page(source.relative_to(ROOT).as_posix())


def _text(source: Path) -> str:
    text = source.read_text(encoding="utf-8")
    name = source.relative_to(ROOT).as_posix()
    if name == "docs/options.md":
        return options_page()
    if source.suffix == ".md":
        return folded(text) if name == "CHANGELOG.md" else text
    if source.suffix == ".lp":
        return rules_page(name, text)
    if source.suffix == ".ipynb":
        return notebook_page(text)
    return f"# {name}\n\n```{LANGUAGES.get(source.suffix, 'text')}\n{text}```\n"


def folded(text: str) -> str:
    """Fold each group of changes, such as what was added."""
    parts = re.split(r"^### (.+)$|^(?=## )", text, flags=re.MULTILINE)
    made = [parts[0]]
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        inside = f'<details markdown="1">\n<summary>{title}</summary>\n{body}\n</details>\n\n'
        made.append(inside if title else body)
    return "".join(made)


def _listing(folder: Path) -> str:
    names = sorted(path.name for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    return f"# {folder.relative_to(ROOT).as_posix()}\n\n" + "".join(f"- [{name}]({name})\n" for name in names)


def _linked(text: str, source: Path, waiting: list[Path], seen: set[Path]) -> str:
    """A page whose links lead to pages; files that have none yet are appended to those that wait for one."""
    here = ROOT / page_name(source) if source.exists() else source

    def link(match: re.Match[str]) -> str:
        words = LINK.sub(link, match[1])
        path, mark, anchor = match[2].partition("#")
        if re.match(r"[a-z]+:", path) or not path:
            return f"[{words}]({match[2]})"
        base = source if source.is_dir() else source.parent
        target = Path(os.path.normpath(base / path))
        if target.is_dir() and (target / "README.md").is_file():
            target /= "README.md"
        if target.is_relative_to(ROOT) and _INSIDE.match(target.relative_to(ROOT).as_posix()):
            return words
        if target.exists() and target not in seen:
            seen.add(target)
            waiting.append(target)
        leads = os.path.relpath(ROOT / page_name(target), here.parent) if target.exists() else path
        return f"[{words}]({Path(leads).as_posix()}{mark}{anchor})"

    return "".join(part if part.lstrip().startswith("```") else LINK.sub(link, part) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    yield from FENCED.split(text)


# ---- words of the glossary ----


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
