"""Statements of user programs: their predicates and ground instances.

Predicates whose names begin with an underscore are reserved for edgeasp.

clingo does not report from which rule a ground rule comes. To count the ground instances of a statement, a copy of it
gets a head with all its variables, so that clingo derives one atom per instance. A choice or an aggregate has an
instance for each of its elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Any

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.puzzle.model import Puzzle, degrees
from edgeasp.solvers.clingo.control import ground
from edgeasp.system.errors import InputError
from edgeasp.system.limits import FOREVER, Deadline

Signature = tuple[str, int]
"""A predicate: its name and arity."""


class StatementKind(Enum):
    """Type of a statement."""

    RULE = "rule"
    CHOICE = "choice"
    CONSTRAINT = "constraint"
    SHOW = "show"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a program.

    Attributes:
        file: name of the file.
        line: line on which the statement begins.
        text: the statement as printed by clingo, on one line.
        kind: type of the statement.
        gives: predicates in the head, or of shown terms, each with its line.
        reads: predicates in the body and in conditions.
        endless: predicates that may get infinitely many atoms. The statement derives such atoms from atoms of the
            same predicate, with arithmetic or larger terms, and no literal bounds the values.
    """

    file: str
    line: int
    text: str
    kind: StatementKind
    gives: tuple[tuple[Signature, int], ...] = ()
    reads: frozenset[Signature] = frozenset()
    endless: frozenset[Signature] = frozenset()

    @property
    def place(self) -> str:
        """File and line, such as `rules.lp:3`."""
        return f"{self.file}:{self.line}"


def parse_files(files: Iterable[RulesFile]) -> list[Statement]:
    """Parse the statements of files in order.

    Raises:
        InputError: a file is not a program.
    """
    return [statement for file in files for statement, _ in parse_statements(file)]


def parse_statements(file: RulesFile) -> Iterator[tuple[Statement, Any]]:
    """Yield the statements of a file with their syntax trees.

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
            yield _statement_of(node, file.name), node


def _statement_of(node: Any, file: str) -> Statement:
    from clingo.ast import ASTType

    gives: list[tuple[Signature, int]] = []
    reads: set[Signature] = set()
    kind = StatementKind.OTHER
    if node.ast_type == ASTType.Rule:
        kind = _kind_of_head(node.head)
        _collect_head_predicates(node.head, gives, reads)
    elif node.ast_type == ASTType.External:
        _collect_head_predicates(node.atom, gives, reads)
    elif node.ast_type == ASTType.ShowSignature:
        kind = StatementKind.SHOW
    elif node.ast_type == ASTType.ShowTerm:
        # Shown terms are atoms for readers of the answer.
        kind = StatementKind.SHOW
        gives.extend((signature, node.location.begin.line) for signature in _signatures(node.term))
    for literal in getattr(node, "body", ()):
        reads |= {signature for signature, _ in _predicates_in(literal)}
    own = {signature for signature, _ in gives} & reads if kind is StatementKind.RULE else set()
    endless = frozenset(own) if own and _may_be_infinite(node, own) else frozenset()
    return Statement(file, node.location.begin.line, str(node), kind, tuple(gives), frozenset(reads), endless)


def _may_be_infinite(rule: Any, own: set[Signature]) -> bool:
    """Whether a recursive rule may derive infinitely many atoms.

    `own` are the predicates that are both in its head and in its body.
    """
    from clingo.ast import ASTType, ComparisonOperator, Sign

    grown, bounded = set[str](), set[str]()
    before = dict[str, int]()
    equal: list[tuple[Any, Any]] = []
    for literal in rule.body:
        atom = literal.atom if literal.ast_type == ASTType.Literal else None
        if atom is None or literal.sign != Sign.NoSign:
            continue
        if atom.ast_type == ASTType.SymbolicAtom:
            if own.isdisjoint(_signatures(atom.symbol)):
                bounded |= set(_variable_depths(atom.symbol))
            else:
                before |= _variable_depths(atom.symbol)
        elif atom.ast_type == ASTType.Comparison:
            for guard in atom.guards:
                if guard.comparison != ComparisonOperator.Equal:
                    bounded |= set(_variable_depths(atom.term)) | set(_variable_depths(guard.term))
                elif guard.term.ast_type == ASTType.Interval:
                    bounded |= set(_variable_depths(atom.term))
                elif atom.term.ast_type == ASTType.Interval:
                    bounded |= set(_variable_depths(guard.term))
                else:
                    equal.append((atom.term, guard.term))
    for one, other in equal:
        if not bounded.isdisjoint(_variable_depths(one)) or not bounded.isdisjoint(_variable_depths(other)):
            bounded |= set(_variable_depths(one)) | set(_variable_depths(other))
        grown |= _variables_in_arithmetic(one) | _variables_in_arithmetic(other)
    grown |= _variables_in_arithmetic(rule.head) | {
        name for name, depth in _variable_depths(rule.head).items() if depth > before.get(name, depth)
    }
    return not grown <= bounded


def _variable_depths(node: Any) -> dict[str, int]:
    """Map the variables of a term to their nesting depths.

    If a variable occurs several times, the greatest depth counts.
    """
    from clingo import ast

    depths: dict[str, int] = {}

    class Variables(ast.Transformer):
        def visit_Variable(self, variable: Any, depth: int) -> Any:  # noqa: N802
            depths[variable.name] = max(depth, depths.get(variable.name, 0))
            return variable

        def visit_Function(self, function: Any, depth: int) -> Any:  # noqa: N802
            self.visit_children(function, depth + 1)
            return function

    Variables().visit(node, 0)
    return depths


def _variables_in_arithmetic(node: Any) -> set[str]:
    """Find the variables used in a sum, difference or product.

    Values under a modulo or a bitwise and are excluded, because they are bounded.
    """
    from clingo import ast

    names: set[str] = set()
    operator = ast.BinaryOperator
    rests = {operator.Modulo, operator.And}
    grow = {operator.Plus, operator.Minus, operator.Multiplication, operator.Power}

    class Operations(ast.Transformer):
        def visit_BinaryOperation(self, operation: Any) -> Any:  # noqa: N802
            if operation.operator_type in grow:
                names.update(_variable_depths(operation))
            elif operation.operator_type not in rests:
                self.visit_children(operation)
            return operation

    Operations().visit(node)
    return names


def _kind_of_head(head: Any) -> StatementKind:
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate):
        return StatementKind.CHOICE
    constant = head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.BooleanConstant
    return StatementKind.CONSTRAINT if constant else StatementKind.RULE


def _collect_head_predicates(head: Any, gives: list[tuple[Signature, int]], reads: set[Signature]) -> None:
    """Add the predicates of a rule head to `gives`.

    Predicates in conditions of the head are added to `reads`.
    """
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.HeadAggregate, ASTType.Disjunction):
        for element in head.elements:
            literal = element.condition if element.ast_type == ASTType.HeadAggregateElement else element
            gives.extend(_predicates_in(literal.literal))
            reads |= {signature for part in literal.condition for signature, _ in _predicates_in(part)}
    else:
        gives.extend(_predicates_in(head))


def _predicates_in(node: Any) -> Iterator[tuple[Signature, int]]:
    from clingo.ast import ASTType

    for atom in nodes_of_type(node, ASTType.SymbolicAtom):
        yield from ((signature, atom.symbol.location.begin.line) for signature in _signatures(atom.symbol))


def nodes_of_type(node: Any, kind: Any, apart: Iterable[Any] = ()) -> Iterator[Any]:
    """Yield the nodes of a type in a syntax tree.

    Subtrees whose root has a type in `apart` are skipped.
    """
    from clingo.ast import AST

    if node.ast_type == kind:
        yield node
    elif node.ast_type not in apart:
        for child in (getattr(node, key) for key in node.child_keys):
            for part in [child] if isinstance(child, AST) else child or ():
                yield from nodes_of_type(part, kind, apart)


def _signatures(symbol: Any) -> Iterator[Signature]:
    """Yield the predicates of an atom, several for a pool."""
    from clingo.ast import ASTType

    if symbol.ast_type == ASTType.Function:
        yield symbol.name, len(symbol.arguments)
    elif symbol.ast_type == ASTType.Pool:
        for argument in symbol.arguments:
            yield from _signatures(argument)
    elif symbol.ast_type == ASTType.UnaryOperation:
        # A strongly negated atom belongs to another predicate, but excludes the first.
        yield from _signatures(symbol.argument)


INPUT = frozenset(
    {
        *(("tile", 1), ("colour", 1), ("col", 1), ("row", 1), ("rotation", 1), ("side", 1), ("tileSide", 3)),
        *(("frame", 1), ("tileSign", 2), ("clue", 4)),
    }
)
"""Predicates of the facts of an instance."""

ANSWER = frozenset({("chosenTile", 3), ("chosenRotation", 3)})
"""Predicates of an answer."""

# A term that is a number, as clingo prints it.
_NUMBER = re.compile(r"-?[0-9]+")


def require_new_predicates(files: tuple[RulesFile, ...], encoding: str) -> None:
    """Raise InputError if user rules define existing predicates.

    Raises:
        InputError: the rules define a predicate of the encoding, the facts or the answer, or a file is not a program.
    """
    # Parsing the encoding takes 4 ms, a third of grounding a framed 3 x 3.
    if not files:
        return
    known = _defined_predicates(encoding) | INPUT | ANSWER
    for statement in parse_files(files):
        for signature, line in statement.gives if statement.kind is not StatementKind.SHOW else ():
            if signature in known:
                condition = "state a condition on it, as in ':- not chosenTile(1,1,7).'"
                advice = condition if signature in ANSWER else "choose another name"
                message = f"expected a predicate of your own, found {signature_text(signature)}: {advice}"
                raise InputError(statement.file, line, message)


def impossible_atoms(files: Iterable[RulesFile], puzzle: Puzzle) -> Iterator[str]:
    """Yield messages about answer atoms that cannot be true.

    Such an atom has an argument out of range, e.g. a column that the board does not have.
    """
    from clingo.ast import ASTType

    counted = {"columns": puzzle.cols, "rows": puzzle.rows, "tiles": len(puzzle.tiles)}
    known: dict[str, tuple[Sequence[int], str]] = {
        name: (range(1, number + 1), f"1 to {number}") for name, number in counted.items()
    }
    turns = sorted(map(degrees, puzzle.orientations))
    known["rotations"] = turns, ", ".join(map(str, turns))
    for file in files:
        for atom in (atom for _, node in parse_statements(file) for atom in nodes_of_type(node, ASTType.Function)):
            if (atom.name, len(atom.arguments)) not in ANSWER:
                continue
            names = "columns", "rows", "tiles" if atom.name == "chosenTile" else "rotations"
            for argument, name in zip(map(str, atom.arguments), names, strict=True):
                numbers, words = known[name]
                if _NUMBER.fullmatch(argument) and int(argument) not in numbers:
                    yield f"{file.name}:{atom.location.begin.line}: {atom} is in no answer: {name} are {words}"


@lru_cache(maxsize=8)
def _defined_predicates(text: str) -> frozenset[Signature]:
    return frozenset(signature for statement in parse_files([RulesFile("", text)]) for signature, _ in statement.gives)


def missing_answer_predicates(program: Sequence[Statement]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield messages about answer predicates that no rule derives.

    Each message comes with file and line of rules that derive a predicate with a similar name.
    """
    places = {signature: statement.place for statement in program for signature, _ in statement.gives}
    others = [signature for signature in places if signature not in INPUT | ANSWER]
    for name, arity in sorted(ANSWER, reverse=True):
        if (name, arity) in places:
            continue
        close = get_close_matches(name, [one for one, _ in others], 3, 0.6)
        like = [other for other in others if other[0].lower() == name.lower() or other[0] in close]
        derived = ", ".join(map(signature_text, places)) or "nothing"
        text = f"no rule derives {name}/{arity}; the program derives {derived}"
        perhaps = f"; perhaps {signature_text(like[0])} is meant" if like else ""
        yield text + perhaps, tuple(dict.fromkeys(places[signature] for signature in like))


def signature_text(signature: Signature) -> str:
    """Format a predicate as name/arity."""
    return f"{signature[0]}/{signature[1]}"


# ---- ground instances of the statements of a program ----


@dataclass(frozen=True, slots=True)
class UnjoinedPair:
    """Two variables of a body that occur together in no positive literal.

    The body may have a ground instance for every combination of their values.

    Attributes:
        names: names of the two variables.
        literals: for each variable, the first positive literal in which it occurs, or "".
        apart: whether the literals of one variable share no variable with the literals of the other.
        values: number of pairs of values in the ground instances.
    """

    names: tuple[str, str]
    literals: tuple[str, str]
    apart: bool
    values: int


@dataclass(frozen=True, slots=True)
class InstanceCount:
    """Number of ground instances of a statement.

    Attributes:
        statement: the statement.
        number: number of its ground instances.
        pairs: pairs of its variables that occur together in no positive literal.
    """

    statement: Statement
    number: int
    pairs: tuple[UnjoinedPair, ...]


@dataclass(frozen=True, slots=True)
class _CountingRule:
    """Rule added to count the instances of a statement.

    Attributes:
        statement: the statement.
        body: literals of the body.
        variables: variables of the body, which become arguments of the head.
        joined: each positive literal of the body, with its variables.
    """

    statement: Statement
    body: tuple[str, ...]
    variables: tuple[str, ...]
    joined: tuple[tuple[str, frozenset[str]], ...]


def count_instances(
    facts: str, files: Iterable[RulesFile], deadline: Deadline = FOREVER, most: int | None = None
) -> list[InstanceCount]:
    """Count the ground instances of all statements, in order.

    Statements that have neither a body nor a choice are left out. `most` limits the number of ground rules.

    Raises:
        TooManyRules: the program and the copies of its statements have more ground rules than `most`.
        InputError: a file is not a program, or clingo rejects it.
    """
    files = tuple(files)
    copies = [
        copy
        for file in files
        for statement, node in parse_statements(file)
        for copy in _counting_rules(statement, node)
    ]
    rules = (
        f"_instance({index},({''.join(f'{name},' for name in copy.variables)})) :- {'; '.join(copy.body)}."
        for index, copy in enumerate(copies)
    )
    program = "\n".join([facts, *(file.text for file in files), *rules, "#defined _instance/2.\n"])
    control = ground(["--warn=none"], program, deadline=deadline, most=most)
    rows: list[list[Sequence[str]]] = [[] for _ in copies]
    for instance in control.symbolic_atoms.by_signature("_instance", 2):
        # Splitting text is five times as fast as parsing terms.
        index, _, values = str(instance.symbol).removeprefix("_instance(").partition(",")
        rows[int(index)].append(_split_instance(values[1:-2].rstrip(",")))
    by_statement: dict[Statement, InstanceCount] = {}
    for copy, its in zip(copies, rows, strict=True):
        before = by_statement.get(copy.statement, InstanceCount(copy.statement, 0, ()))
        pairs = (*before.pairs, *_unjoined_pairs(copy, its))
        by_statement[copy.statement] = InstanceCount(copy.statement, before.number + len(its), pairs)
    return list(by_statement.values())


def _split_instance(values: str) -> Sequence[str]:
    """Split a list of terms at commas outside of terms."""
    if "(" not in values and '"' not in values:
        return values.split(",")
    from clingo import parse_term

    return [str(argument) for argument in parse_term(f"({values},)").arguments]


def _counting_rules(statement: Statement, node: Any) -> Iterator[_CountingRule]:
    """Yield a rule for the body and for each element.

    Choices in the head and aggregates in the body have elements.
    """
    from clingo.ast import ASTType

    if node.ast_type not in (ASTType.Rule, ASTType.Minimize, ASTType.ShowTerm, ASTType.External, ASTType.Heuristic):
        return
    body = list(node.body)
    head = getattr(node, "head", None)
    elements = [] if head is None else list(getattr(head, "elements", ()))
    if body and not elements:
        yield _counting_rule(statement, body)
    for element in elements:
        literal = element.condition if element.ast_type == ASTType.HeadAggregateElement else element
        if conditions := [*body, *literal.condition]:
            yield _counting_rule(statement, conditions)
    for index, literal in enumerate(body):
        atom = getattr(literal, "atom", literal)
        if atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
            guarded = _guard_variables(atom)
            others = [other for at, other in enumerate(body) if at != index and not guarded & _variable_names([other])]
            for element in atom.elements:
                # Count the atom of `{ a : b }` as well as its condition.
                counted = [element.literal] if element.ast_type == ASTType.ConditionalLiteral else []
                yield _counting_rule(statement, [*others, *counted, *element.condition])


def _counting_rule(statement: Statement, literals: Sequence[Any]) -> _CountingRule:
    from clingo.ast import ASTType, Sign

    variables: dict[str, None] = {}
    joined = []
    for literal in literals:
        if literal.ast_type == ASTType.ConditionalLiteral:
            continue
        atom = literal.atom
        if atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
            names = _guard_variables(atom)
        else:
            names = _variable_names([literal])
            if atom.ast_type == ASTType.SymbolicAtom and literal.sign == Sign.NoSign:
                joined.append((str(literal), frozenset(names)))
        variables |= dict.fromkeys(sorted(names))
    return _CountingRule(statement, tuple(map(str, literals)), tuple(variables), tuple(joined))


def _guard_variables(aggregate: Any) -> set[str]:
    return _variable_names(guard for guard in (aggregate.left_guard, aggregate.right_guard) if guard)


def _variable_names(parts: Iterable[Any]) -> set[str]:
    from clingo.ast import ASTType

    return {variable.name for part in parts for variable in nodes_of_type(part, ASTType.Variable)} - {"_"}


def _unjoined_pairs(copy: _CountingRule, rows: Sequence[Sequence[str]]) -> Iterator[UnjoinedPair]:
    """Yield pairs of variables that no positive literal joins."""
    for (i, one), (j, other) in combinations(enumerate(copy.variables), 2):
        here, there = ([literal for literal in copy.joined if name in literal[1]] for name in (one, other))
        if any(literal in there for literal in here):
            continue
        apart = not any(names & others for _, names in here for _, others in there)
        literals = here[0][0] if here else "", there[0][0] if there else ""
        yield UnjoinedPair((one, other), literals, apart, len({(row[i], row[j]) for row in rows}))
