"""The predicates that rules define, so that rules of a user do not change the meaning of those of an encoding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.system.errors import InputError

INPUT = frozenset(
    {
        *(("tile", 1), ("colour", 1), ("col", 1), ("row", 1), ("rotation", 1), ("side", 1), ("tileSide", 3)),
        *(("frame", 1), ("tileSign", 2), ("clue", 4)),
    }
)
"""The predicates of the facts, by name and number of arguments."""

ANSWER = frozenset({("chosenTile", 3), ("chosenRotation", 3)})
"""Those of an answer."""


def require_new(files: tuple[RulesFile, ...], encoding: str) -> None:
    """Make sure that rules which are added to an encoding define predicates of their own only.

    Raises:
        InputError: they define one of the encoding, the facts or the answer, or are no rules.
    """
    if not files:
        return
    known = {signature for signature, _ in defined(encoding, "")} | INPUT
    for file in files:
        for (name, arity), line in defined(file.text, file.name):
            if (name, arity) in ANSWER:
                advice = "state a condition on it, as in ':- not chosenTile(1,1,7).'"
            elif (name, arity) in known:
                advice = "choose another name"
            else:
                continue
            raise InputError(file.name, line, f"expected a predicate of your own, found {name}/{arity}: {advice}")


def defined(text: str, name: str) -> Iterator[tuple[tuple[str, int], int]]:
    """Each predicate that a rule has in its head, by name and number of arguments, with the line.

    Raises:
        InputError: the text is not a program; `name` is that of its file.
    """
    from clingo import ast

    from edgeasp.solvers.clingo.messages import syntax_error

    found: list[tuple[tuple[str, int], int]] = []

    class Heads(ast.Transformer):
        def visit_ConditionalLiteral(self, node: Any) -> Any:  # noqa: N802
            # Behind the colon stands a condition.
            return self.visit(node.literal) and node

        def visit_SymbolicAtom(self, node: Any) -> Any:  # noqa: N802
            line = node.symbol.location.begin.line
            found.extend((signature, line) for signature in _signatures(node.symbol))
            return node

    def take(statement: Any) -> None:
        if statement.ast_type == ast.ASTType.Rule:
            Heads().visit(statement.head)
        elif statement.ast_type == ast.ASTType.External:
            Heads().visit(statement.atom)

    messages: list[str] = []
    try:
        ast.parse_string(text, take, logger=lambda _, message: messages.append(message))
    except RuntimeError as error:
        raise syntax_error(messages[0] if messages else str(error), name, text) from None
    yield from found


def _signatures(symbol: Any) -> Iterator[tuple[str, int]]:
    """The predicates of an atom; a pool stands for several."""
    from clingo.ast import ASTType

    if symbol.ast_type == ASTType.Function:
        yield symbol.name, len(symbol.arguments)
    elif symbol.ast_type == ASTType.Pool:
        for each in symbol.arguments:
            yield from _signatures(each)
    elif symbol.ast_type == ASTType.UnaryOperation:
        # A strongly negated atom: another predicate, but one that excludes the first.
        yield from _signatures(symbol.argument)
