"""Files of the package with the first line of their docstrings: `python -m tests.tools.files [PACKAGE...]`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "edgeasp"


def described(package: str = "") -> Iterator[tuple[str, str]]:
    """Yield each file below a package, relative to `edgeasp/`, and what it contains."""
    for path in sorted((PACKAGE / package).rglob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        yield path.relative_to(PACKAGE).as_posix(), " ".join(docstring.partition("\n\n")[0].split())


def main() -> None:
    """Print the files."""
    rows = [row for package in sys.argv[1:] or [""] for row in described(package)]
    width = max(len(name) for name, _ in rows)
    sys.stdout.write("".join(f"{name:<{width}}  {text}\n" for name, text in rows))


if __name__ == "__main__":
    main()
