"""Facts that somebody wrote, read by clingo's own parser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edgeasp.encoding.atoms import Atom
from edgeasp.puzzle.errors import InputError, SolverError
from edgeasp.solvers.clingo.control import argument, atom, ground

MOST_ATOMS = 1_000_000
"""What one fact with intervals may stand for; more is taken for a damaged file."""


def parse_facts(text: str, source: str) -> list[tuple[Atom, int]]:
    """The atoms of a text that holds nothing but facts, each with the line it stands on.

    Intervals and pools stand for all their atoms.

    Raises:
        InputError: the text does not parse, or holds something that is not a fact.
    """
    from clingo import ast

    for line, code in enumerate(text.split("\n"), start=1):
        # The parser would follow it, and read files that nobody meant.
        if "#include" in code.partition("%")[0]:
            raise InputError(source, line, "expected a fact, found '#include'")
    statements: list[ast.AST] = []
    problems: list[str] = []
    try:
        # An exception would not pass through the parser whole, so the statements are looked at afterwards.
        ast.parse_string(text, statements.append, logger=lambda _, message: problems.append(message))
    except RuntimeError:
        raise _unparsed(problems, source) from None
    facts: list[tuple[Atom, int]] = []
    for statement in statements:
        line = statement.location.begin.line
        # The parser itself begins with `#program base.`, and keeps comments as statements.
        if statement.ast_type == ast.ASTType.Comment or str(statement) == "#program base.":
            continue
        if not _is_fact(statement):
            raise InputError(source, line, f"expected a fact, found {str(statement)[:60]!r}")
        facts.extend((each, line) for each in _expanded(statement, source, line))
    return facts


def _is_fact(statement: Any) -> bool:
    from clingo.ast import ASTType, Sign

    if statement.ast_type != ASTType.Rule or statement.body or statement.head.ast_type != ASTType.Literal:
        return False
    return bool(statement.head.sign == Sign.NoSign and statement.head.atom.ast_type == ASTType.SymbolicAtom)


def _expanded(fact: Any, source: str, line: int) -> Iterator[Atom]:
    """The atoms of one fact: one, unless it holds intervals or pools."""
    from clingo.ast import ASTType

    term = fact.head.atom.symbol
    if term.ast_type == ASTType.Function and all(each.ast_type == ASTType.SymbolicTerm for each in term.arguments):
        yield Atom(term.name, tuple(argument(each.symbol) for each in term.arguments))
        return
    if _extent(term) > MOST_ATOMS:
        raise InputError(source, line, f"expected a fact for at most {MOST_ATOMS:,} atoms, found {str(fact)[:60]!r}")
    problems: list[str] = []
    try:
        control = ground([], str(fact), messages=problems)
    except SolverError as error:
        raise InputError(source, line, f"expected a fact, found {str(fact)[:60]!r} ({error})") from None
    if problems:  # such as `tile(1/0)`, which clingo would pass over
        raise InputError(source, line, f"expected a fact, found {str(fact)[:60]!r}")
    yield from (atom(known.symbol) for known in control.symbolic_atoms)


def _extent(term: Any) -> int:
    """How many atoms the intervals among a fact's arguments stand for, as far as their ends are numbers."""
    from clingo import SymbolType
    from clingo.ast import ASTType

    count = 1
    for each in getattr(term, "arguments", ()):
        if each.ast_type == ASTType.Interval:
            ends = [end.symbol for end in (each.left, each.right) if end.ast_type == ASTType.SymbolicTerm]
            numbers = [end.number for end in ends if end.type == SymbolType.Number]
            if len(numbers) == 2:
                count *= max(1, numbers[1] - numbers[0] + 1)
    return count


def _unparsed(problems: list[str], source: str) -> InputError:
    """Give clingo's first complaint (`<string>:LINE:COLUMN-COLUMN: error: what`) as one of ours."""
    place, _, what = (problems or ["<string>:1:1: error: not ASP"])[0].partition(": error: ")
    line = place.split(":")[1] if place.count(":") >= 2 else "1"
    reason = " ".join(what.split())
    return InputError(source, int(line) if line.isdigit() else None, f"expected facts, found something else ({reason})")
