"""The one door to clingo: text in, plain values out. No clingo object leaves this module."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgeasp.atoms import Argument, Atom
from edgeasp.errors import InputError, SolverError

if TYPE_CHECKING:
    import clingo

MOST_ATOMS = 1_000_000
"""What one fact with intervals may stand for; more is taken for a damaged file."""

POLL = 0.1
"""Seconds between two looks at whether somebody has interrupted us."""

AUTO = ("--configuration=frumpy", "--sign-def=rnd")
"""The clasp options that were fastest on edge-matching puzzles, with the heuristic Vsids."""


@dataclass(frozen=True, slots=True)
class Options:
    """How clasp searches.

    Attributes:
        seed: of clasp's random numbers.
        guided: whether `#heuristic` statements of the program are followed.
    """

    seed: int = 1
    guided: bool = False

    def arguments(self) -> list[str]:
        """The command line that clasp would get."""
        heuristic = "Domain" if self.guided else "Vsids"
        return [*AUTO, f"--heuristic={heuristic}", f"--seed={self.seed}"]


@dataclass(frozen=True, slots=True)
class GroundSize:
    """How large a ground program is: rules and atoms of the program, variables and constraints in clasp."""

    rules: int
    atoms: int
    variables: int
    constraints: int
    tight: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search has cost so far."""

    conflicts: int
    choices: int
    restarts: int


class Grounded:
    """A ground program, ready to be searched once.

    Attributes:
        satisfiable: True or False once that is known, None before.
        exhausted: whether the search has proved that there are no further answers.
    """

    def __init__(self, text: str, options: Options = Options(), name: str = "program") -> None:
        """Ground a program.

        Raises:
            SolverError: clingo does not accept the text or an option.
        """
        self.satisfiable: bool | None = None
        self.exhausted = False
        self._searched = False
        self._control = _control(options.arguments(), text, name)

    def answers(self, limit: int = 1) -> Generator[list[Atom], None, None]:
        """The shown atoms of one answer after the other; at most `limit` of them, or all if it is 0.

        The iterator may be abandoned: closing it stops the search.
        """
        self._searched = True
        self._configuration.solve.models = limit
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                # Waiting without a bound would keep Python from seeing an interrupt.
                while not handle.wait(POLL):
                    pass
                model = handle.model()
                if model is None:
                    break
                self.satisfiable = True
                yield [_atom(symbol) for symbol in model.symbols(shown=True)]
            result = handle.get()
            self.satisfiable = result.satisfiable
            self.exhausted = result.exhausted

    def size(self) -> GroundSize:
        """The size of the ground program."""
        statistics = self._statistics()
        program, solver = statistics["problem"]["lp"], statistics["problem"]["generator"]
        return GroundSize(
            rules=int(program["rules"]),
            atoms=int(program["atoms"]),
            variables=int(solver["vars"]),
            constraints=int(solver["constraints"] + solver["constraints_binary"] + solver["constraints_ternary"]),
            tight=int(program["sccs"]) == 0,
        )

    def effort(self) -> Effort:
        """The cost of the search."""
        solvers = self._statistics()["solving"]["solvers"]
        return Effort(int(solvers["conflicts"]), int(solvers["choices"]), int(solvers["restarts"]))

    @property
    def _configuration(self) -> Any:
        return self._control.configuration

    def _statistics(self) -> dict[str, Any]:
        if not self._searched:
            # clasp counts what it was given once it has begun a search; one conflict will do.
            self._configuration.solve.solve_limit = "1,umax"
            self._control.solve()
            self._configuration.solve.solve_limit = "umax,umax"
            self._searched = True
        return self._control.statistics


def aspif(text: str) -> str:
    """The ground program of a text in clasp's input format.

    Raises:
        SolverError: clingo does not accept the text.
    """
    from clingo.control import BackendType

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ground.aspif"
        _control(
            ["--single-shot"], text, "program", lambda control: control.register_backend(BackendType.Aspif, str(file))
        )
        return file.read_text(encoding="utf-8") + "0\n"  # the end of the program, which only a search would write


def ground_rules(text: str) -> str:
    """The ground program of a text as rules for people to read.

    Raises:
        SolverError: clingo does not accept the text.
    """
    # Only the stand-alone program prints ground rules; its exit status says nothing.
    done = subprocess.run(
        [sys.executable, "-m", "clingo", "--text", "-"], input=text, capture_output=True, text=True, check=False
    )
    if "error:" in done.stderr:
        raise SolverError(f"clingo does not accept the program: {' '.join(done.stderr.split())}")
    return done.stdout


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
        facts.extend((atom, line) for atom in _expanded(statement, source, line))
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
        yield Atom(term.name, tuple(_argument(each.symbol) for each in term.arguments))
        return
    if _extent(term) > MOST_ATOMS:
        raise InputError(source, line, f"expected a fact for at most {MOST_ATOMS:,} atoms, found {str(fact)[:60]!r}")
    problems: list[str] = []
    try:
        control = _control([], str(fact), "fact", problems=problems)
    except SolverError as error:
        raise InputError(source, line, f"expected a fact, found {str(fact)[:60]!r} ({error})") from None
    if problems:  # such as `tile(1/0)`, which clingo would pass over
        raise InputError(source, line, f"expected a fact, found {str(fact)[:60]!r}")
    yield from (_atom(known.symbol) for known in control.symbolic_atoms)


def _extent(term: Any) -> int:
    """How many atoms the intervals among a fact's arguments stand for, as far as their ends are numbers."""
    from clingo import SymbolType
    from clingo.ast import ASTType

    count = 1
    for argument in getattr(term, "arguments", ()):
        if argument.ast_type == ASTType.Interval:
            ends = [end.symbol for end in (argument.left, argument.right) if end.ast_type == ASTType.SymbolicTerm]
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


def _control(
    arguments: Iterable[str],
    text: str,
    name: str,
    prepare: Callable[[clingo.Control], None] = lambda _: None,
    problems: list[str] | None = None,
) -> clingo.Control:
    """Ground the text, after whatever has to be prepared before that; collect what clingo says about it."""
    import clingo

    said: list[str] = [] if problems is None else problems
    try:
        control = clingo.Control(list(arguments), logger=lambda _, message: said.append(message.strip()))
        prepare(control)
        control.add("base", [], text)
        _interruptible(lambda: control.ground([("base", [])]))
    except RuntimeError as error:
        detail = said[0] if said else str(error)
        raise SolverError(f"clingo does not accept the {name}: {' '.join(detail.split())}") from None
    return control


def _interruptible(work: Callable[[], None]) -> None:
    """Do the work in another thread, so that an interrupt reaches this one while clingo is busy."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(POLL)
    if failures:
        raise failures[0]


def _atom(symbol: clingo.Symbol) -> Atom:
    name = symbol.name if symbol.positive else f"-{symbol.name}"
    return Atom(name, tuple(_argument(argument) for argument in symbol.arguments))


def _argument(symbol: clingo.Symbol) -> Argument:
    from clingo import SymbolType

    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.Function and not symbol.arguments and symbol.positive and symbol.name:
        return symbol.name
    return f"({symbol})"
