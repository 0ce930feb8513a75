"""Write the Python of README and guides as scripts into `build/guides`, for type checkers: `make lint`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "guides"


def script(page: str) -> str:
    """Return what a page types at the prompt of Python, without the answers."""
    lines = []
    for block in re.findall(r"^```pycon\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        lines += [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... ", "..."))]
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write a script for each page that has Python in it."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if text := script(path.read_text(encoding="utf-8")):
            name = path.stem.lower().replace("-", "_")
            (FOLDER / f"{name}.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
