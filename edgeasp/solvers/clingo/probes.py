"""Diagnosis of user programs: switchable constraints, and missing atoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.solvers.clingo.syntax import Signature, Statement, StatementKind, nodes_of_type, parse_statements

_ANY = "_any"
_VARIABLE = re.compile(r"\b_*[A-Z]\w*\b")


@dataclass(frozen=True, slots=True)
class Switch:
    """Constraint, or bound of a choice, that the atom `_off(number)` disables.

    Attributes:
        number: argument of `_off`, from 1.
        statement: the constraint or choice.
        body: literals that violate the statement if they hold together.
        variables: variables outside of aggregates. Their values identify a ground instance.
    """

    number: int
    statement: Statement
    body: str
    variables: tuple[str, ...]

    @property
    def is_bound(self) -> bool:
        """Whether the statement is a choice, whose bound is disabled."""
        return self.statement.kind is StatementKind.CHOICE

    @property
    def violation_rule(self) -> str:
        """Rule that derives `_hit(number,values)` for each violation."""
        return f"_hit({self.number},({''.join(f'{name},' for name in self.variables)})) :- {self.body}."

    def instance_text(self, values: str) -> str:
        """Write the statement with the values of a ground instance."""
        from clingo import parse_term

        known = dict(zip(self.variables, map(str, parse_term(values).arguments), strict=True))
        return _VARIABLE.sub(lambda variable: known.get(variable[0], variable[0]), self.statement.text)

    def atoms_of_instance(self, values: str, *, negated: bool) -> list[str]:
        """List the atoms in the body of a ground instance.

        Args:
            values: values of `variables`, as a term.
            negated: whether to list the atoms behind `not` instead of the positive atoms.
        """
        from clingo import ast, parse_term

        atoms: list[str] = []
        sign = ast.Sign.Negation if negated else ast.Sign.NoSign

        def collect(node: Any) -> None:
            for literal in getattr(node, "body", ()):
                if literal.ast_type == ast.ASTType.Literal and literal.sign == sign:
                    text = str(literal.atom)
                    if literal.atom.ast_type == ast.ASTType.SymbolicAtom and not _VARIABLE.search(text):
                        atoms.append(re.sub(r"\b_\b", _ANY, text))

        ast.parse_string(self.instance_text(values), collect)
        return [str(parse_term(term)) for term in atoms]


@dataclass(frozen=True, slots=True)
class SwitchableProgram:
    """User program whose constraints can be disabled one by one.

    `#show`, `#heuristic` and `#minimize` statements are left out.

    Attributes:
        text: the rewritten program.
        switches: constraints and bounds of choices that can be disabled.
    """

    text: str
    switches: tuple[Switch, ...]


def make_switchable(files: Iterable[RulesFile]) -> SwitchableProgram:
    """Rewrite a user program so that constraints can be disabled.

    Raises:
        InputError: a file is not a program.
    """
    from clingo.ast import ASTType

    left_out = {ASTType.Minimize, ASTType.Heuristic, ASTType.ProjectAtom, ASTType.ProjectSignature}
    texts: list[str] = []
    switches: list[Switch] = []
    for statement, node in (pair for file in files for pair in parse_statements(file)):
        body = [str(literal) for literal in getattr(node, "body", ())]
        off = f"not _off({len(switches) + 1})"
        head = getattr(node, "head", None)
        choice = head if head is not None and head.ast_type == ASTType.Aggregate else None
        if statement.kind is StatementKind.CONSTRAINT:
            broken = "; ".join(body) or "#true"
            switches.append(Switch(len(switches) + 1, statement, broken, _global_variables(node)))
            texts.append(f":- {'; '.join([*body, off])}.")
        elif choice is not None and (choice.left_guard or choice.right_guard):
            broken = "; ".join([*body, f"not {choice}"])
            switches.append(Switch(len(switches) + 1, statement, broken, _global_variables(node)))
            texts.append(f"{{ {'; '.join(map(str, choice.elements))} }} :- {'; '.join(body)}.")
            texts.append(f":- {broken}; {off}.")
        elif node.ast_type == ASTType.ShowTerm and statement.gives:
            if not statement.reads.isdisjoint(signature for signature, _ in statement.gives):
                continue  # as a rule, terms built from atoms of their own name would be infinite
            texts.append(f"{node.term} :- {'; '.join(body)}.")
        elif statement.kind is not StatementKind.SHOW and node.ast_type not in left_out:
            texts.append(statement.text)
    return SwitchableProgram("\n".join(texts) + "\n", tuple(switches))


def _global_variables(node: Any) -> tuple[str, ...]:
    """List variables outside of aggregates and conditions, in order."""
    from clingo.ast import ASTType

    apart = {ASTType.ConditionalLiteral, ASTType.BodyAggregateElement}
    variables = (variable.name for literal in node.body for variable in nodes_of_type(literal, ASTType.Variable, apart))
    return tuple(dict.fromkeys(name for name in variables if name != "_"))


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason why a rule derives an atom, or does not derive it.

    Attributes:
        goal: the atom, with `_` for any argument.
        statement: a rule for its predicate.
        literal: the only literal of the rule that does not hold, or None.
        missing: the atom that `literal` requires, or None.
        present: the atom that holds although `literal` negates it, or None.
        holds: whether the rule derives the atom.
    """

    goal: str
    statement: Statement
    literal: str | None = None
    missing: str | None = None
    present: str | None = None
    holds: bool = False

    @property
    def compared(self) -> set[Signature]:
        """Predicates that bind the variables of a failed comparison.

        Empty unless the comparison alone prevents the atom.
        """
        if self.literal is None or self.missing or self.present:
            return set()
        variables = set(_VARIABLE.findall(self.literal))
        atoms = re.findall(r"(\w+)\(([^()]*)\)", self.statement.text.partition(":-")[2])
        names = {(name, terms.count(",") + 1) for name, terms in atoms if variables & set(_VARIABLE.findall(terms))}
        return names & self.statement.reads


_MOST_REASONS = 8


def explain_atom(files: Iterable[RulesFile], atoms: Sequence[str], goal: str, *, holds: bool) -> list[Reason]:
    """Explain why an atom holds or is missing.

    The explanation continues from an atom to the atoms that its rules need, until it reaches facts and choices, or
    literals that do not hold. It stops after a few reasons.

    Args:
        files: the user program.
        atoms: the atoms that hold, from facts or an answer.
        goal: the atom, with `_` for any argument.
        holds: whether the atom holds.
    """
    rules = [rule for file in files for rule in parse_statements(file)]
    facts = "".join(f"{atom}.\n" for atom in atoms)
    reasons: list[Reason] = []
    goals = [(goal.replace(_ANY, "_"), holds)]
    for atom, is_there in goals:
        more: list[tuple[str | None, bool]] = []
        if is_there:
            for reason, needed in _find_derivation(rules, facts, atoms, atom):
                reasons.append(reason)
                more += needed
        else:
            lacking = list(_find_obstacles(rules, facts, atoms, atom))
            reasons += lacking
            more = [(reason.missing, False) for reason in lacking] + [(reason.present, True) for reason in lacking]
        goals += [(name, kind) for name, kind in dict.fromkeys(more) if name and (name, kind) not in goals]
        if len(reasons) >= _MOST_REASONS:
            break
    return reasons


def _find_derivation(
    rules: Sequence[tuple[Statement, Any]], facts: str, atoms: Sequence[str], goal: str
) -> Iterator[tuple[Reason, list[tuple[str | None, bool]]]]:
    """Find the first rule that derives an atom.

    Yields at most one reason, with the atoms in the body of the rule. Each atom has a flag: whether it has to hold.
    """
    from clingo import parse_term

    name, arguments = _split_atom(goal)
    program = facts + _goal_facts(arguments, atoms)
    for statement, node in rules:
        if statement.kind is StatementKind.CHOICE or (name, len(arguments)) not in {one for one, _ in statement.gives}:
            continue
        for head, body in _heads_with_bodies(node, name, len(arguments)):
            # Name each `_`, so that atoms can be queried. Behind `not` it remains any term.
            named = [
                literal if literal.startswith("not ") else _name_anonymous_variables(literal, number)
                for number, literal in enumerate(body)
            ]
            asked = [literal for literal in named if re.match(r"(not )?_*[a-z]\w*\b(?![^(]*[<>=])", literal)]
            terms = "".join(re.sub(r"\b_\b", _ANY, f"{literal.removeprefix('not ')},") for literal in asked)
            if answer := _derived_argument(program, f"_why(({terms}))" if terms else "_why(0)", [head, *named]):
                fitting = parse_term(answer).arguments if terms else []
                values = [str(argument).replace(_ANY, "_") for argument in fitting]
                signs = [not literal.startswith("not ") for literal in asked]
                yield Reason(goal, statement, holds=True), list(zip(values, signs, strict=True))
                return


def _name_anonymous_variables(literal: str, number: int) -> str:
    """Replace each `_` in a literal by a separate variable."""
    parts = re.split(r"\b_\b", literal)
    return "".join(f"{part}_V{number}_{index}" for index, part in enumerate(parts[:-1])) + parts[-1]


def _find_obstacles(
    rules: Sequence[tuple[Statement, Any]], facts: str, atoms: Sequence[str], goal: str
) -> Iterator[Reason]:
    """Find what prevents the rules from deriving an atom.

    The first rule in which a single literal does not hold is reported.
    """
    name, arguments = _split_atom(goal)
    program = facts + _goal_facts(arguments, atoms)
    nearest: Statement | None = None
    chosen = False
    for statement, node in rules:
        if (name, len(arguments)) not in {signature for signature, _ in statement.gives}:
            continue
        nearest = nearest or statement
        for head, body in _heads_with_bodies(node, name, len(arguments)):
            if not _derived_argument(program, "_why(0)", [head]):
                continue
            nearest = nearest if chosen else statement
            if _derived_argument(program, "_why(0)", [head, *body]):
                # The atom could have been chosen.
                chosen = True
                continue
            lacking = list(_missing_literals(program, goal, statement, head, body))
            # Comparisons are more likely to be wrong than missing atoms.
            if lacking:
                yield from [reason for reason in lacking if not reason.missing] or lacking
                return
    if nearest is not None:
        yield Reason(goal, nearest)


def _missing_literals(
    program: str, goal: str, statement: Statement, head: str, body: Sequence[str]
) -> Iterator[Reason]:
    """Yield a reason for each literal that alone fails.

    The rule would derive the goal without this literal.
    """
    for literal in body:
        others = [other for other in body if other is not literal]
        pattern = _generalise(literal, [head, *others])
        if answer := _derived_argument(program, f"_why({pattern})" if pattern else "_why(0)", [head, *others]):
            missing = re.sub(rf"\b{_ANY}\b", "_", answer) if pattern else None
            behind = (
                _name_anonymous_variables(literal.removeprefix("not "), 0)
                if re.match(r"not _*[a-z]\w*\(", literal)
                else None
            )
            present = _derived_argument(program, f"_why({behind})", [head, *others, behind]) if behind else None
            yield Reason(goal, statement, literal, missing, present)


def _heads_with_bodies(node: Any, name: str, arity: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the heads of a predicate, each with its body.

    A head is written as `_goal((...))`, with the arguments of the predicate.
    """
    from clingo.ast import ASTType

    body = [str(literal) for literal in node.body]
    if node.ast_type == ASTType.ShowTerm:
        yield f"_goal(({''.join(f'{argument},' for argument in node.term.arguments)}))", body
        return
    if node.ast_type == ASTType.External:
        return
    head = node.head
    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction, ASTType.HeadAggregate):
        inner = head.ast_type == ASTType.HeadAggregate
        elements = (element.condition if inner else element for element in head.elements)
        heads = [(element.literal, list(map(str, element.condition))) for element in elements]
    else:
        heads = [(head, [])]
    for literal, conditions in heads:
        symbol = getattr(literal.atom, "symbol", None)
        if symbol is None or symbol.ast_type != ASTType.Function:
            continue
        if (symbol.name, len(symbol.arguments)) == (name, arity):
            yield f"_goal(({''.join(f'{argument},' for argument in symbol.arguments)}))", [*conditions, *body]


def _derived_argument(facts: str, head: str, body: Sequence[str]) -> str | None:
    """Return the least argument of the derived head, or None.

    The result is None if the body does not hold, or if the rule is unsafe.
    """
    from clingo import Control

    control = Control(["--warn=none"], logger=lambda *_: None)
    try:
        control.add("base", [], f"{facts}{head} :- {'; '.join(body)}.")
        control.ground([("base", [])])
    except RuntimeError:
        return None
    return min((str(atom.symbol.arguments[0]) for atom in control.symbolic_atoms.by_signature("_why", 1)), default=None)


def _generalise(literal: str, others: Sequence[str]) -> str | None:
    """Replace variables that only occur in this literal by `_any`.

    Returns:
        The literal, or None if it is negated or not an atom.
    """
    if not re.match(r"_*[a-z]\w*\(", literal) or literal.startswith("not "):
        return None
    known = set(_VARIABLE.findall(" ".join(others)))
    text = _VARIABLE.sub(lambda variable: variable[0] if variable[0] in known else _ANY, literal)
    return re.sub(r"\b_\b", _ANY, text)


def _goal_facts(arguments: Sequence[str], atoms: Sequence[str]) -> str:
    """Write facts `_goal`, with every possible value of `_`."""
    if "_" not in arguments:
        return f"_goal(({''.join(f'{argument},' for argument in arguments)})).\n"
    terms = sorted({term for atom in atoms for term in _split_atom(atom)[1] if re.fullmatch(r"[a-z]\w*|-?\d+", term)})
    names = [f"A{index}" if argument == "_" else argument for index, argument in enumerate(arguments)]
    ranges = "; ".join(f"_term({name})" for name, argument in zip(names, arguments, strict=True) if argument == "_")
    return "".join(f"_term({term}).\n" for term in terms) + f"_goal(({''.join(f'{n},' for n in names)})) :- {ranges}.\n"


def _split_atom(atom: str) -> tuple[str, list[str]]:
    from clingo import parse_term

    symbol = parse_term(re.sub(r"\b_(?=[,)])", _ANY, atom))
    return symbol.name, [re.sub(rf"^{_ANY}$", "_", str(argument)) for argument in symbol.arguments]
