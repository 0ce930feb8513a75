"""Small wrong changes of a Python module."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

CONDITIONAL = (ast.If, ast.IfExp, ast.While)

DROPPED = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)

UNTOUCHED = {
    *((ast.FunctionDef, field) for field in ("decorator_list", "returns")),
    *((ast.AsyncFunctionDef, field) for field in ("decorator_list", "returns")),
    *((ast.ClassDef, field) for field in ("decorator_list", "bases", "keywords")),
    (ast.arg, "annotation"),
    (ast.AnnAssign, "annotation"),
    (ast.Raise, "exc"),  # messages
}
"""Parts of the syntax that no test of behaviour looks at."""

LONGEST = 160
"""Characters of a change that name it."""


class Mutant(NamedTuple):
    """A change, identified by content, so that it is found again in a later version of its module.

    Attributes:
        path: path of the module, relative to the checkout.
        function: qualified name of the innermost function or class, empty at the top of the module.
        change: code before and after.
        ordinal: number, from 0, among equal changes of the function.
    """

    path: str
    function: str
    change: str
    ordinal: int


class Change(NamedTuple):
    """A place in the syntax tree of a module, and its new content."""

    tree: ast.Module
    function: str
    statement: ast.stmt
    at_import: bool
    parent: ast.AST
    field: str
    position: int | None
    old: ast.AST
    line: int
    new: ast.AST

    @property
    def text(self) -> str:
        """The code before and after."""
        old, new = (ast.unparse(node)[:LONGEST] for node in (self.old, self.new))
        return f"{old} -> {new}"

    def source(self) -> str:
        """Return the changed module, and leave its tree as it was."""
        self._put(self.new)
        changed = ast.unparse(self.tree)
        self._put(self.old)
        return changed

    def _put(self, node: ast.AST) -> None:
        if self.position is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.position] = node


def mutants(root: Path, only: str = "edgeasp", paths: Collection[str] = ()) -> dict[Mutant, Change]:
    """Map mutants to changes, for all modules whose paths begin with `only`, or for some paths."""
    found = {}
    for path in sorted((root / "edgeasp").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name in paths or (not paths and name.startswith(only)):
            tree, seen = ast.parse(path.read_text(encoding="utf-8")), Counter[tuple[str, str]]()
            for change in _changes(tree, tree, "", ast.Pass(), at_import=True):
                key = change.function, change.text
                found[Mutant(name, *key, seen[key])] = change
                seen[key] += 1
    return found


def choose(every: Iterable[Mutant], number: int, seed: int) -> list[Mutant]:
    """Choose random mutants.

    Each mutant is ranked by a digest of its identity. A change elsewhere therefore hardly changes the choice, and a
    shorter list is the beginning of a longer one.
    """
    return sorted(every, key=lambda mutant: sha256(repr((seed, *mutant)).encode()).digest())[:number]


def _changes(
    tree: ast.Module, parent: ast.AST, function: str, statement: ast.stmt, *, at_import: bool
) -> Iterator[Change]:
    for field, value in ast.iter_fields(parent):
        if (type(parent), field) in UNTOUCHED:
            continue
        for index, node in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(node, ast.AST) or _is_untouched(node):
                continue
            inside = node if isinstance(node, ast.stmt) else statement
            for new in _variants(node, parent, field):
                place = index if isinstance(value, list) else None
                line = getattr(node, "lineno", 0)
                yield Change(tree, function, inside, at_import, parent, field, place, node, line, new)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{function}.{node.name}".strip(".")
                deferred = not isinstance(node, ast.ClassDef)
                yield from _changes(tree, node, name, inside, at_import=at_import and not deferred)
            else:
                yield from _changes(tree, node, function, inside, at_import=at_import)


def _is_untouched(node: ast.AST) -> bool:
    match node:
        case ast.If(test=test):
            return ast.unparse(test) in ("TYPE_CHECKING", "__name__ == '__main__'")
        case ast.FunctionDef(name="__repr__") | ast.Assert() | ast.JoinedStr() | ast.keyword(arg="strict"):
            return True
    return False


def _variants(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:
    condition = isinstance(parent, CONDITIONAL) and field == "test"
    if (condition or field == "ifs") and not isinstance(node, ast.Constant):
        if not isinstance(parent, ast.While):
            yield ast.Constant(True)
        yield ast.Constant(False)
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                new = copy(node)
                new.ops = [*ops[:index], OPPOSITE[type(op)](), *ops[index + 1 :]]
                yield new
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(number) | float(number)):
            yield ast.Constant(number + 1)
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case _ if isinstance(node, DROPPED):
            yield ast.Pass()
