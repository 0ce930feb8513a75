"""A program statement by statement, and which predicates rules of a user may define, and have to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import Any

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.system.errors import InputError

Signature = tuple[str, int]
"""A predicate: its name and its number of arguments."""


class Kind(Enum):
    """The kind of a statement."""

    RULE = "rule"
    CHOICE = "choice"
    CONSTRAINT = "constraint"
    SHOW = "show"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a program.

    Attributes:
        file: the name of its file.
        line: the line on which it begins.
        text: as clingo writes it, on one line.
        kind: what it is.
        gives: the predicates in its head, or of the terms that it shows, each with its line.
        reads: the predicates in its body and in conditions.
    """

    file: str
    line: int
    text: str
    kind: Kind
    gives: tuple[tuple[Signature, int], ...] = ()
    reads: frozenset[Signature] = frozenset()

    @property
    def place(self) -> str:
        """The file and the line."""
        return f"{self.file}:{self.line}"


def read(files: Iterable[RulesFile]) -> list[Statement]:
    """The statements of files, in their order.

    Raises:
        InputError: a file is not a program.
    """
    return [statement for file in files for statement, _ in parsed(file)]


def parsed(file: RulesFile) -> Iterator[tuple[Statement, Any]]:
    """Each statement of a file but comments, with its syntax tree; within this package.

    Raises:
        InputError: the file is not a program.
    """
    from clingo import ast

    from edgeasp.solvers.clingo.control import syntax_error

    nodes: list[Any] = []
    messages: list[str] = []
    try:
        ast.parse_string(file.text, nodes.append, logger=lambda _, message: messages.append(message))
    except RuntimeError as error:
        raise syntax_error(messages[0] if messages else str(error), file.name, file.text) from None
    for node in nodes:
        if node.ast_type != ast.ASTType.Comment:
            yield _statement(node, file.name), node


def _statement(node: Any, file: str) -> Statement:
    from clingo.ast import ASTType

    gives: list[tuple[Signature, int]] = []
    reads: set[Signature] = set()
    kind = Kind.OTHER
    if node.ast_type == ASTType.Rule:
        kind = _kind(node.head)
        _collect_head(node.head, gives, reads)
    elif node.ast_type == ASTType.External:
        _collect_head(node.atom, gives, reads)
    elif node.ast_type == ASTType.ShowSignature:
        kind = Kind.SHOW
    elif node.ast_type == ASTType.ShowTerm:
        # Terms that are shown are atoms to whoever reads the answer.
        kind = Kind.SHOW
        gives.extend((signature, node.location.begin.line) for signature in _signatures(node.term))
    for literal in getattr(node, "body", ()):
        reads |= {signature for signature, _ in _atoms(literal)}
    return Statement(file, node.location.begin.line, str(node), kind, tuple(gives), frozenset(reads))


def _kind(head: Any) -> Kind:
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        return Kind.CHOICE
    constant = head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.BooleanConstant
    return Kind.CONSTRAINT if constant else Kind.RULE


def _collect_head(head: Any, gives: list[tuple[Signature, int]], reads: set[Signature]) -> None:
    """Add the predicates of a head: behind a colon stands a condition, which is read."""
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate, ASTType.Disjunction):
        for element in head.elements:
            literal = element.condition if element.ast_type == ASTType.HeadAggregateElement else element
            gives.extend(_atoms(literal.literal))
            reads |= {signature for part in literal.condition for signature, _ in _atoms(part)}
    else:
        gives.extend(_atoms(head))


def _atoms(node: Any) -> Iterator[tuple[Signature, int]]:
    """The predicates of all atoms in a part of a statement, each with its line."""
    from clingo import ast

    signatures: list[tuple[Signature, int]] = []

    class Atoms(ast.Transformer):
        def visit_SymbolicAtom(self, atom: Any) -> Any:  # noqa: N802
            signatures.extend((signature, atom.symbol.location.begin.line) for signature in _signatures(atom.symbol))
            return atom

    Atoms().visit(node)
    yield from signatures


def _signatures(symbol: Any) -> Iterator[Signature]:
    """The predicates of an atom; a pool stands for several."""
    from clingo.ast import ASTType

    if symbol.ast_type == ASTType.Function:
        yield symbol.name, len(symbol.arguments)
    elif symbol.ast_type == ASTType.Pool:
        for argument in symbol.arguments:
            yield from _signatures(argument)
    elif symbol.ast_type == ASTType.UnaryOperation:
        # A strongly negated atom: another predicate, but one that excludes the first.
        yield from _signatures(symbol.argument)


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
    known = {signature for statement in read([RulesFile("", encoding)]) for signature, _ in statement.gives} | INPUT
    for file in files:
        for (name, arity), line in (
            signature for statement in read([file]) if statement.kind is not Kind.SHOW for signature in statement.gives
        ):
            if (name, arity) in ANSWER:
                advice = "state a condition on it, as in ':- not chosenTile(1,1,7).'"
            elif (name, arity) in known:
                advice = "choose another name"
            else:
                continue
            raise InputError(file.name, line, f"expected a predicate of your own, found {name}/{arity}: {advice}")


def lacking_answers(program: Sequence[Statement]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each predicate of an answer that a program does not give: what it gives instead, and on which lines."""
    places = {signature: statement.place for statement in program for signature, _ in statement.gives}
    others = [signature for signature in places if signature not in INPUT | ANSWER]
    for name, arity in sorted(ANSWER, reverse=True):
        if (name, arity) in places:
            continue
        close = get_close_matches(name, [one for one, _ in others], 3, 0.6)
        like = [other for other in others if other[0].lower() == name.lower() or other[0] in close]
        text = f"no rule gives {name}/{arity}; the program gives {', '.join(map(signature_words, places)) or 'nothing'}"
        perhaps = f"; perhaps {signature_words(like[0])} is meant" if like else ""
        yield text + perhaps, tuple(dict.fromkeys(places[signature] for signature in like))


def signature_words(signature: Signature) -> str:
    """A predicate as people write it."""
    return f"{signature[0]}/{signature[1]}"
