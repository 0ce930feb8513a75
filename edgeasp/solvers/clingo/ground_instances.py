"""Ground instances of the statements of a program: their numbers, and the values of variables in them.

clingo does not say from which rule a ground rule comes. So each statement is copied, with an atom in its head that has
all its variables: clingo then has one such atom for each instance. A choice or an aggregate has an instance for each of
its elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.solvers.clingo.control import ground
from edgeasp.solvers.clingo.syntax import Statement, parsed


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variables that no literal of the body joins.

    Attributes:
        names: of the variables.
        literals: the first literal with each of them.
        apart: whether these literals have no variable in common, nor others with these variables.
        values: the number of pairs of values that they take.
    """

    names: tuple[str, str]
    literals: tuple[str, str]
    apart: bool
    values: int


@dataclass(frozen=True, slots=True)
class Instances:
    """The ground instances of a statement.

    Attributes:
        statement: the statement.
        number: of its instances.
        pairs: of its variables.
    """

    statement: Statement
    number: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class _Copy:
    """A statement, or an element of one, with an atom in its head.

    Attributes:
        statement: the statement.
        body: what it needs.
        variables: those of the body.
        joined: for each positive literal of the body its text and its variables.
    """

    statement: Statement
    body: tuple[str, ...]
    variables: tuple[str, ...]
    joined: tuple[tuple[str, frozenset[str]], ...]


def instances(facts: str, files: Iterable[RulesFile], check: Callable[[], None] = lambda: None) -> list[Instances]:
    """The ground instances of all statements that have a body or a choice, in their order.

    Raises:
        InputError: a file is not a program, or clingo refuses it.
    """
    files = tuple(files)
    copies = [copy for file in files for statement, node in parsed(file) for copy in _copies(statement, node)]
    rules = (
        f"_instance({index},({''.join(f'{name},' for name in copy.variables)})) :- {'; '.join(copy.body)}."
        for index, copy in enumerate(copies)
    )
    program = "\n".join([facts, *(file.text for file in files), *rules, "#defined _instance/2.\n"])
    control = ground(["--warn=none"], program, check=check, stoppable=True)
    rows: list[list[Sequence[str]]] = [[] for _ in copies]
    for instance in control.symbolic_atoms.by_signature("_instance", 2):
        # A text is read five times as fast as the terms that it is made of.
        index, _, values = str(instance.symbol).removeprefix("_instance(").partition(",")
        rows[int(index)].append(_split(values[1:-2].rstrip(",")))
    by_statement: dict[Statement, Instances] = {}
    for copy, its in zip(copies, rows, strict=True):
        before = by_statement.get(copy.statement, Instances(copy.statement, 0, ()))
        pairs = (*before.pairs, *_pairs(copy, its))
        by_statement[copy.statement] = Instances(copy.statement, before.number + len(its), pairs)
    return list(by_statement.values())


def _split(values: str) -> Sequence[str]:
    """The terms of a list, which may have commas of their own."""
    if "(" not in values and '"' not in values:
        return values.split(",")
    from clingo import parse_term

    return [str(argument) for argument in parse_term(f"({values},)").arguments]


def _copies(statement: Statement, node: Any) -> Iterator[_Copy]:
    """A statement with its body, and with each condition of a choice or an aggregate."""
    from clingo.ast import ASTType

    if node.ast_type not in (ASTType.Rule, ASTType.Minimize, ASTType.ShowTerm, ASTType.External, ASTType.Heuristic):
        return
    body = list(node.body)
    head = getattr(node, "head", None)
    elements = [] if head is None else list(getattr(head, "elements", ()))
    if body and not elements:
        yield _copy(statement, body)
    for element in elements:
        literal = element.condition if element.ast_type == ASTType.HeadAggregateElement else element
        if conditions := [*body, *literal.condition]:
            yield _copy(statement, conditions)
    for index, literal in enumerate(body):
        atom = getattr(literal, "atom", literal)
        if atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
            guarded = _names([guard for guard in (atom.left_guard, atom.right_guard) if guard])
            others = [
                literal_beside
                for literal_beside in (*body[:index], *body[index + 1 :])
                if not guarded & _names([literal_beside])
            ]
            for element in atom.elements:
                # Of `{ a : b }` the atom is counted as well, not only its condition.
                counted = [element.literal] if element.ast_type == ASTType.ConditionalLiteral else []
                yield _copy(statement, [*others, *counted, *element.condition])


def _copy(statement: Statement, literals: Sequence[Any]) -> _Copy:
    from clingo.ast import ASTType, Sign

    variables: dict[str, None] = {}
    joined = []
    for literal in literals:
        if literal.ast_type == ASTType.ConditionalLiteral:
            continue
        atom = literal.atom
        if atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
            names = _names([guard for guard in (atom.left_guard, atom.right_guard) if guard])
        else:
            names = _names([literal])
            if atom.ast_type == ASTType.SymbolicAtom and literal.sign == Sign.NoSign:
                joined.append((str(literal), frozenset(names)))
        variables |= dict.fromkeys(sorted(names))
    return _Copy(statement, tuple(map(str, literals)), tuple(variables), tuple(joined))


def _names(nodes: Iterable[Any]) -> set[str]:
    """The variables in parts of a statement."""
    from clingo import ast

    names: set[str] = set()

    class NamedVariables(ast.Transformer):
        def visit_Variable(self, variable: Any) -> Any:  # noqa: N802
            names.add(variable.name)
            return variable

    for node in nodes:
        NamedVariables().visit(node)
    return names - {"_"}


def _pairs(copy: _Copy, rows: Sequence[Sequence[str]]) -> Iterator[Pair]:
    """Pairs of variables that no literal joins."""
    for (i, one), (j, other) in combinations(enumerate(copy.variables), 2):
        here, there = ([literal for literal in copy.joined if name in literal[1]] for name in (one, other))
        if any(literal in there for literal in here):
            continue
        apart = not any(names & others for _, names in here for _, others in there)
        literals = here[0][0] if here else "", there[0][0] if there else ""
        yield Pair((one, other), literals, apart, len({(row[i], row[j]) for row in rows}))
