"""Modules of JavaScript, joined to the one classic script of a page: its policy allows that script and no file.

A module imports names from others of the same folder, under these names, and exports declarations only. So all modules
can share one scope, in the order of their imports, and the words `import` and `export` go. A classic script runs where
it stands, before what follows it is read: the page is drawn before the engine, a megabyte, is even there.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

MODULES = Path(__file__).parent / "modules"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |let |class |function |async )", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_CAST = re.compile(r" ?/\*\* @(?:type|param) [^\n]*?\*/ ?")
_BLANK = re.compile(r"\n{2,}")


@cache
def script(*entries: str) -> str:
    """The script that runs these modules, in this order, without comments.

    Raises:
        ValueError: a module imports or exports in another way.
    """
    joined: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in joined:
            joined[name] = ""  # so that modules may import each other
            text = (MODULES / name).read_text(encoding="utf-8")
            for match in _IMPORT.finditer(text):
                add(match[1])
            del joined[name]
            joined[name] = _plain(name, text)

    for entry in entries:
        add(entry)
    return '(() => {\n"use strict";\n' + "".join(joined.values()) + "})();\n"


def _plain(name: str, text: str) -> str:
    text = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
    text = _CAST.sub(" ", text)
    if found := re.search(r"^(import|export)\b.*|</script", text, re.MULTILINE | re.IGNORECASE):
        raise ValueError(f"{name}: expected imports and exports of names, found {found[0]!r}")
    return _BLANK.sub("\n", text)
