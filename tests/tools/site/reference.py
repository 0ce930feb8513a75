"""Pages that are made from the code: the help of each command, and the docstring of each public name."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from unittest.mock import patch

import edgeasp
from edgeasp.cli.commands import GROUPS, NAMES
from edgeasp.encoding.render import EncodingRequest, render
from tests.support.running import COMMANDS, INSTANCES, run
from tests.tools import options

API = [name for name in sorted(edgeasp.__all__, key=str.swapcase) if not name.endswith("Error")]
"""Public names with a page each: functions, then values."""

WIDTH = "88"
"""Columns of a page, in which the help of a command is set."""


def reference_pages() -> Iterator[tuple[str, str]]:
    """The names of these pages, relative to the top of the site, each with its text."""
    for name in NAMES:
        yield f"docs/commands/{name}.md", _command_page(name)
    for name in RENDERED:
        yield f"docs/programs/{name}.md", program_page(name)
    errors = sorted(name for name in edgeasp.__all__ if name.endswith("Error"))
    yield "docs/api/errors.md", _api_page("Errors", errors)
    for name in API:
        yield f"docs/api/{name}.md", _api_page(name, [name])


RENDERED = {
    "decision": EncodingRequest("decision"),
    "framed": EncodingRequest("framed"),
    "signed": EncodingRequest("framed+signed"),
    "redundant": EncodingRequest("framed+signed+redundant", redundant=("all",)),
    "heule": EncodingRequest("framed", formulation="heule"),
}
"""Variants whose complete programs are pages: those that `edgeasp encode --list` names, and the other formulation."""


def program_page(name: str) -> str:
    """Show the rendered program of a variant."""
    puzzle = "planted-6x4-signed" if "signed" in str(RENDERED[name].variants) else "planted-4x4"
    spec = RENDERED[name].fitting(edgeasp.load(INSTANCES / f"{puzzle}.puz").puzzle)
    text = f"The complete program that `edgeasp encode` prints for an ordinary puzzle: {spec.description()}."
    return f"# The program {name}\n\n{text}\n\n```prolog\n{render(spec).text.strip()}\n```\n"


def _command_page(name: str) -> str:
    calls = [call for call in COMMANDS if call.split()[0] == name]
    if calls != [name]:
        calls = [name, *calls]
    return f"# edgeasp {name}\n\n" + "\n".join(_call(call) for call in calls)


def _call(call: str) -> str:
    """The help of a command or subcommand, and a table of all of its options."""
    heading = f"## edgeasp {call}\n\n" if " " in call else ""
    listed = options.rows(call)
    table = f'\n<div class="edgeasp-options" markdown="1">\n\n{listed}\n\n</div>\n' if listed else ""
    return f"{heading}```text\n{_help(call)}\n```\n{table}"


def options_page() -> str:
    """List the commands, whose pages have their options."""
    table = options.table()
    lines = ["# Options", "", "Each command has a page with all of its options.", ""]
    for heading, names in GROUPS:
        lines += [f"## {heading}", ""]
        lines += [f"- [edgeasp {name}](commands/{name}.md): {table[name]['help']}" for name in names] + [""]
    return "\n".join(lines)


def _help(call: str) -> str:
    with patch.dict("os.environ", {"COLUMNS": WIDTH, "NO_COLOR": "1", "TERM": "dumb"}):
        text = run(*call.split(), "--help").stdout
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def _api_page(title: str, names: list[str]) -> str:
    return f"# {title}\n\n" + "".join(f"::: {_place(name)}\n\n" for name in names)


def _place(name: str) -> str:
    """The module of a public name, and the name."""
    return f"{getattr(edgeasp, name).__module__}.{name}"


# ---- rules ----


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


# ---- notebooks ----


def notebook_page(text: str) -> str:
    """The page of a notebook, which is given as the text of its file."""
    return "\n".join(part for cell in json.loads(text)["cells"] for part in _cell(cell))


def _cell(cell: dict[str, Any]) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [f"{source}\n"]
    return [f"```python\n{source}\n```\n", *(_output(output) for output in cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    """What a cell shows: a picture before a text, as in a notebook."""
    data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
    if "image/svg+xml" in data:
        return _raw(data["image/svg+xml"])
    if "text/html" in data:
        return _raw(data["text/html"])
    if "image/png" in data:
        picture = data["image/png"].replace("\n", "")
        return _raw(f'<img alt="{html.escape(data.get("text/plain", ""))}" src="data:image/png;base64,{picture}">')
    shown = data.get("text/plain", "".join(output.get("text", "")))
    return f"```text\n{shown.rstrip()}\n```\n"


def _raw(picture: str) -> str:
    # A blank line would end what Markdown takes for HTML.
    lines = "\n".join(line for line in picture.splitlines() if line.strip())
    return f'<div class="shown">\n{lines}\n</div>\n'
