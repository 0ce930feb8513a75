"""The scripts of a page: modules of JavaScript as one, and clingo as WebAssembly.

The policy of a page allows one classic script and no file. A module imports names from others of the same folder, under
these names, and exports declarations only. So all modules can share one scope, in the order of their imports, and the
words `import` and `export` go. A classic script runs where it stands, before what follows it is read: the page is drawn
before the engine, a megabyte, is even there.

clingo is vendored in `clingo/`, which `make engine` writes, and packed so that a page carries it. A browser refuses the
worker of a page from a file, unless it is made of a text that the page has. So the module of clingo becomes a classic
script, before the worker that runs it, `modules/worker.js`; both travel as base64 of gzip, as does the binary.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode, b85encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits

MODULES = Path(__file__).parent / "modules"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |let |class |function |async )", re.MULTILINE)


@cache
def script(*entries: str) -> str:
    """The script that runs these modules, in this order.

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
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if match := re.search(r"^(import|export)\b.*|</script", text, re.MULTILINE | re.IGNORECASE):
        raise ValueError(f"{name}: expected imports and exports of names, found {match[0]!r}")
    return text


FOLDER = Path(__file__).parent / "clingo"
CLINGO_JS, CLINGO_WASM, NOTE = "clingo.js.gz", "clingo.wasm.gz", "engine.json"

_OWN_ADDRESS, _ADDRESSES = "import.meta.url", 3
_EXPORTED = "export default Module;"


@dataclass(frozen=True, slots=True)
class WebClingo:
    """clingo for a page: the script of a worker, and the binary; both base64 of gzip."""

    script: str
    binary: str


@cache
def engine() -> WebClingo:
    """The engine, the same text each time."""
    clingo = gzip.decompress((FOLDER / CLINGO_JS).read_bytes()).decode("utf-8")
    script = classic_script(clingo) + "\n" + (MODULES / "worker.js").read_text(encoding="utf-8")
    return WebClingo(packed(script), b64encode((FOLDER / CLINGO_WASM).read_bytes()).decode())


def classic_script(module: str) -> str:
    """The module of clingo as a classic script, which defines the function `Module`.

    Raises:
        ValueError: the text is not laid out as it is in version 0.6.0 of clingo-wasm.
    """
    if module.count(_OWN_ADDRESS) != _ADDRESSES or module.count(_EXPORTED) != 1:
        raise ValueError(f"expected {_ADDRESSES} times {_OWN_ADDRESS} and once '{_EXPORTED}' in clingo.js")
    return module.replace(_OWN_ADDRESS, '"file:///clingo.js"').replace(_EXPORTED, "")


def packed(text: str) -> str:
    """A text as base64 of gzip, the same bytes each time."""
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


BASE_85 = (digits + ascii_uppercase + ascii_lowercase + "!#$%&()*+-;<=>?@^_`{|}~").encode()
"""The letters of `base64.b85encode`."""
OWN_BASE_85 = bytes(range(ord("("), ord("(") + 85)).replace(b"<", b"}")
"""Those of a page, without `<` and `&`."""


def densely_packed(text: str) -> str:
    """A text as gzip in `OWN_BASE_85`, which `modules/boot.js` reads: a sixteenth less than base64."""
    return b85encode(gzip.compress(text.encode(), 9, mtime=0)).translate(bytes.maketrans(BASE_85, OWN_BASE_85)).decode()
