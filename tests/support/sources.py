"""The files of the package: their statements, and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


@cache
def imported_names(path: Path) -> frozenset[str]:
    """The modules that a file imports, and each name with that of its module, wherever in the file."""
    names: set[str] = set()
    for statement in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            assert not statement.level, f"{path}: expected absolute imports"
            names |= {f"{statement.module}", *(f"{statement.module}.{alias.name}" for alias in statement.names)}
    return frozenset(names)


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements, also those within others; expressions, which are most of a tree, hold none."""
    for statement in body:
        yield statement
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from statements(getattr(statement, part, ()))
