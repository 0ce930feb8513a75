"""Examples in docstrings, which begin with `>>>`, become blocks of code on the pages of the API."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(docstring: str) -> str:
    """A docstring in which each example, up to the next blank line, is a block of Python and what it prints."""
    return EXAMPLE.sub(r"```pycon\n\g<0>\n```", docstring)


class Examples(griffe.Extension):
    """Prepares each docstring before it is parsed."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Mark the examples of an object."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
