"""The files of the package: their statements, what they import and define, and what is prose in them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file, which many tests ask for."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported_names(path: Path) -> frozenset[str]:
    """The modules that a file imports, and each name with that of its module, wherever in the file."""
    names: set[str] = set()
    for statement in statements(parsed(path).body):
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


COMMENT = re.compile(r"(?:^ *|  )(#.*)")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a file, each with the line on which it begins; all of a page.

    What looks like a comment in a text of Python counts as one.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for number, line in enumerate(text.splitlines(), 1):
            if comment := COMMENT.search(line):
                yield number, comment[1]
        for statement in statements(parsed(path).body):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.lineno, str(statement.value.value)
    elif path.suffix == ".md":
        yield 1, text
    else:
        for comment in re.finditer(r"/\*.*?\*/|(?<!:)//[^\n]*", text, re.DOTALL):
            yield text.count("\n", 0, comment.start()) + 1, comment[0]


@cache
def members(package: Path) -> dict[str, set[str]]:
    """What may stand behind a dot: for each folder, module and class, and for a class as variables are called."""
    of: dict[str, set[str]] = defaultdict(set)
    bases: dict[str, set[str]] = defaultdict(set)
    for path in package.rglob("*.py"):
        folders = path.relative_to(package.parent).parts[:-1]
        module = folders[-1] if path.stem == "__init__" else path.stem
        for folder, inner in zip(folders, (*folders[1:], module), strict=True):
            of[folder].add(inner)
        body = parsed(path).body
        of[module] |= _bound(body)
        for node in statements(body):
            if isinstance(node, ast.ClassDef):
                of[node.name] |= _bound(statements(node.body))
                bases[node.name] |= {
                    name.id for base in node.bases for name in ast.walk(base) if isinstance(name, ast.Name)
                }
    for name, of_class in bases.items():
        heirs = [*of_class]
        for base in heirs:
            of[name] |= of.get(base, set())
            heirs += bases.get(base, set()) - {*heirs}
        if not name.startswith("_"):
            of[re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()] |= of[name]
    return dict(of)


@cache
def functions(package: Path) -> set[str]:
    """The functions and classes of all modules."""
    bodies = (parsed(path).body for path in package.rglob("*.py"))
    return {node.name for body in bodies for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _bound(body: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind, those of attributes among them."""
    names: set[str] = set()
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import() | ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in node.names}
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                parts = [part for target in targets for part in ast.walk(target)]
                names |= {part.id for part in parts if isinstance(part, ast.Name)}
                names |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
            case ast.If() | ast.Try():
                names |= _bound([*node.body, *node.orelse])
    return names
