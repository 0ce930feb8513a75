"""clingo as WebAssembly for the page, fetched and packed: `make engine`, or `python -m tests.tools.engine VERSION`.

npm fetches the package and names the hash that the registry has for it; what comes has to have that hash. The version
that is vendored has to have the hash noted beside it, too. The same version gives the same bytes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from edgeasp.draw.page.html import CLINGO_JS, CLINGO_WASM, FOLDER, NOTE, classic_script

PACKAGE = "clingo-wasm"


def npm(*arguments: str, folder: str | Path) -> str:
    done = subprocess.run(["npm", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def fetch(version: str) -> None:
    """Write the files of that version, its licence and its note to the folder of the page."""
    noted = json.loads((FOLDER / NOTE).read_text(encoding="utf-8")) if (FOLDER / NOTE).exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        published = json.loads(npm("view", f"{PACKAGE}@{version}", "--json", "dist.integrity", folder=folder))
        archive = Path(folder) / npm("pack", "--silent", f"{PACKAGE}@{version}", folder=folder).splitlines()[-1]
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        expected = {published} | ({noted["integrity"]} if noted.get("version") == version else set())
        if expected != {integrity}:
            sys.exit(f"expected {' and '.join(sorted(expected))}, found {integrity}")
        with tarfile.open(archive) as package:
            files = {name: package.extractfile(f"package/{name}") for name in ("dist/clingo.js", "dist/clingo.wasm")}
            contents = {name: file.read() for name, file in files.items() if file is not None}
            licence = package.extractfile("package/LICENSE")
            assert licence is not None
            (FOLDER / "LICENSE").write_bytes(licence.read())
    script, binary = contents["dist/clingo.js"], contents["dist/clingo.wasm"]
    classic_script(script.decode())  # which refuses a script that it cannot change
    FOLDER.joinpath(CLINGO_JS).write_bytes(gzip.compress(script, 9, mtime=0))
    FOLDER.joinpath(CLINGO_WASM).write_bytes(gzip.compress(binary, 9, mtime=0))
    note = {
        "package": PACKAGE,
        "version": version,
        "integrity": integrity,
        "licence": "Apache-2.0",
        "contains": {"clingo": "MIT", "Lua": "MIT"},
        "sha256": {
            "clingo.js": hashlib.sha256(script).hexdigest(),
            "clingo.wasm": hashlib.sha256(binary).hexdigest(),
        },
    }
    (FOLDER / NOTE).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    fetch(sys.argv[1] if len(sys.argv) > 1 else json.loads((FOLDER / NOTE).read_text(encoding="utf-8"))["version"])
