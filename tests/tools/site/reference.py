"""Pages that are made from the code: the help of each command, and the docstring of each public name."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import edgeasp
from edgeasp.cli.commands import NAMES
from tests.support.running import COMMANDS, run

WIDTH = "88"
"""Columns of a page, in which the help of a command is set."""


def reference_pages() -> Iterator[tuple[str, str]]:
    """The names of these pages, relative to the top of the site, each with its text."""
    for name in NAMES:
        yield f"docs/commands/{name}.md", _command_page(name)
    public = sorted(edgeasp.__all__)
    errors = [name for name in public if name.endswith("Error")]
    values = [name for name in public if name[0].isupper() and name not in errors]
    functions = [name for name in public if name[0].islower()]
    yield "docs/api/functions.md", _api_page("Functions", functions)
    yield "docs/api/values.md", _api_page("Values", values)
    yield "docs/api/errors.md", _api_page("Errors", errors)


def _command_page(name: str) -> str:
    calls = [call for call in COMMANDS if call.split()[0] == name]
    if calls != [name]:
        calls = [name, *calls]
    return f"# edgeasp {name}\n\n" + "\n".join(
        (f"## edgeasp {call}\n\n" if " " in call else "") + f"```text\n{_help(call)}\n```\n" for call in calls
    )


def _help(call: str) -> str:
    with patch.dict("os.environ", {"COLUMNS": WIDTH, "NO_COLOR": "1", "TERM": "dumb"}):
        text = run(*call.split(), "--help").stdout
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def _api_page(title: str, names: list[str]) -> str:
    return f"# {title}\n\n" + "".join(f"::: {_place(name)}\n\n" for name in names)


def _place(name: str) -> str:
    """The module of a public name, and the name."""
    return f"{getattr(edgeasp, name).__module__}.{name}"
