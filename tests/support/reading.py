"""Reading files as the tests need them."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b85decode
from pathlib import Path
from typing import Any

from edgeasp.draw.page.html import BASE_85, OWN_BASE_85
from edgeasp.formats import files
from edgeasp.formats.recognition import Origin
from edgeasp.puzzle.model import Puzzle, Solution


def read_puzzle(path: str, *, signs_path: str | None = None, frame: str | None = None) -> tuple[Puzzle, Solution]:
    """A puzzle in any format, with the clues of its file."""
    found = files.read(path, Origin(frame=frame), signs_path)
    return found.puzzle, found.clues


def page_content(text: str) -> str:
    """The markup of a page as its script writes it: packed, or as it stands."""
    packed = re.search(r'<script type="text/plain" id="packed">(.*?)</script>', text)
    if packed is None:
        return text
    standard = packed[1].encode().translate(bytes.maketrans(OWN_BASE_85, BASE_85))
    return gzip.decompress(b85decode(standard)).decode().split("\0")[1]


def page_data(path: str) -> dict[str, Any]:
    """What the script of a page is given: its puzzles."""
    content = page_content(Path(path).read_text(encoding="utf-8"))
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', content, flags=re.DOTALL)
    found: dict[str, Any] = json.loads(data)
    return found
