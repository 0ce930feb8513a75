"""Rules as a page: comments become text, with the rules that they speak of below them."""

from __future__ import annotations

import re
from itertools import groupby

HEADING = re.compile(r"% -{3,} (.+?) -{3,}$")
GLOSSARY = re.compile(r"(?:^%\*!.*?\*%\n)+", re.DOTALL | re.MULTILINE)
ENTRY = re.compile(r"%\*!\s*(\w+(?:\([^()]*\))?)\s+(.*?)\s*\*%", re.DOTALL)
PREDICATE = re.compile(r"\b(\w+/\d)\b")
MARK = re.compile(r"([\\*_<#|\[\]])")


def rules_page(name: str, text: str) -> str:
    """The page of a file of rules.

    Args:
        name: the file, relative to the top of the checkout; it is the heading, with the title that the file has.
        text: what it holds: rules, comments, and instructions of the template engine, which begin with `%:`.
    """
    parts = [f"# {name}\n"]
    position = 0
    for block in GLOSSARY.finditer(text):
        parts += [*_sections(text[position : block.start()]), _glossary(block[0])]
        position = block.end()
    return "\n".join([*parts, *_sections(text[position:])])


def _sections(text: str) -> list[str]:
    """Comments as text, and rules as blocks, one by one."""
    made = []
    for kind, group in groupby(text.splitlines(), _kind):
        lines = list(group)
        if kind == "heading":
            made += [f"**{_prose(HEADING.match(line)[1])}**\n" for line in lines]  # type: ignore[index]
        elif kind == "comment":
            text = "\n".join(_prose(line.removeprefix("%").strip()) for line in lines)
            # What a file needs and what it gives are lines of their own.
            made.append(re.sub(r"\n(?=(needs|gives) )", "\\\\\n", text) + "\n")
        elif any(line.strip() for line in lines):
            made.append("```prolog\n" + "\n".join(lines).strip("\n") + "\n```\n")
    return made


def _kind(line: str) -> str:
    if HEADING.match(line):
        return "heading"
    return "comment" if re.match(r"%( |$)", line) else "rules"


def _glossary(text: str) -> str:
    """What each predicate means, as a table."""
    rows = [f"| `{atom}` | {_prose(' '.join(meaning.split()))} |\n" for atom, meaning in ENTRY.findall(text)]
    return "| Atom | Meaning |\n|---|---|\n" + "".join(rows)


def _prose(text: str) -> str:
    """Text of a comment: predicates are code, and what Markdown would take for marks is none."""
    parts = PREDICATE.split(text.replace("`", "'"))
    return "".join(f"`{part}`" if number % 2 else MARK.sub(r"\\\1", part) for number, part in enumerate(parts))
