"""A notebook as a page: its text, its cells of code, and what they show."""

from __future__ import annotations

import html
import json
from typing import Any


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
