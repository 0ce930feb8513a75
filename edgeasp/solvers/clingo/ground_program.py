"""A ground program: assumptions, core, bound; and ground programs as text."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.solvers.clingo.control import atom, ground
from edgeasp.solvers.clingo.model_stream import BATCH, Answer, ModelStream, counts, numbers_in, shown_symbols, symbol
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import SolverError

if TYPE_CHECKING:
    from clingo import Model

    from edgeasp.solvers.clingo.model_stream import AssignmentObserver


Value = TypeVar("Value")

_FIRST_SLICE = 5_000
"""Conflicts: a few seconds of search."""


@dataclass(frozen=True, slots=True)
class Priced:
    """An answer, its cost by priority, and whether it is proved that none costs less."""

    answer: Answer
    cost: tuple[int, ...]
    proved: bool


class GroundProgram:
    """A ground program in one clingo control; clasp keeps what it has learnt from one search to the next.

    >>> program = GroundProgram("{ place(1..2,0,1,1) } = 1.  chosenTile(1,1,T) :- place(T,0,1,1).  #show chosenTile/3.")
    >>> for batch in program.batches(0):
    ...     for answer in batch:
    ...         print(*program.read(answer))
    chosenTile(1,1,1)
    chosenTile(1,1,2)
    >>> program.exhausted
    True

    Attributes:
        status: whether there is an answer, by the last search and under its assumptions.
        exhausted: whether the last search proved that there are no further answers.
        statistics: of all searches, as far as clasp has reported them: it does so when a slice of a search ends.
        size: None before a search has ended, since clasp reports it with the statistics.
        pace: conflicts per second in the last slice; None before there was one.
        core: assumptions of the last search that cannot hold together; empty unless it was unsatisfiable, and if it
            is so without any.
        notes: what clingo says about rules of a user that is no error.
        best: the answer of least cost that the last `best_batches` found; None before there was one.
    """

    def __init__(
        self,
        text: str,
        options: ClaspOptions = ClaspOptions(),
        check: Callable[[], None] = lambda: None,
        observer: AssignmentObserver | None = None,
        own: OwnRules = OwnRules(),
        *,
        stoppable: bool = False,
    ) -> None:
        """Ground a program with its facts, and rules of a user behind it.

        `check` is called some twenty times a second while clingo is busy; an exception it raises ends the wait, and the
        grounding as well if that is `stoppable`, see `control.ground`.

        Raises:
            InputError: the rules of the user are at fault.
        """
        self.status = Status.UNKNOWN
        self.exhausted = False
        self.size: ProblemSize | None = None
        self.statistics = Statistics(0, 0, 0)
        self.pace: float | None = None
        self.core: tuple[Assumption, ...] = ()
        self.notes: list[str] = []
        self.best: Priced | None = None
        # Answers share most of their atoms.
        self._atoms: dict[int, Atom] = {}
        self._check = check
        register = (lambda control: control.register_propagator(observer)) if observer else (lambda _: None)
        # Added rules may have several answers for one board; but these may differ in cost.
        projected = bool(own.added) and not own.program and not own.optimises
        arguments = [*options.arguments(), *(["--project=project"] if projected else [])]
        self._control = ground(
            arguments,
            text,
            prepare=register,
            check=check,
            own=own,
            note=self.notes.append,
            stoppable=stoppable,
        )
        if options.of_fixed_order and self.atoms("early", 4):
            configuration: Any = self._control.configuration
            for name, value in options.of_fixed_order.items():
                setattr(configuration.solver, name, value)

    def answers(
        self,
        limit: int = 1,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[list[Atom], None, None]:
        """Search, and give the shown atoms of one answer after the other; arguments as of `batches`."""
        with closing(self.batches(limit, conflicts, assumptions, bound)) as batches:
            for batch in batches:
                for answer in batch:
                    yield self.read(answer)

    def read(self, answer: Answer) -> list[Atom]:
        """The shown atoms of an answer."""
        return [self.atom(number) for number in numbers_in(answer)]

    def atom(self, number: int) -> Atom:
        """The atom that has a number in an answer."""
        known = self._atoms.get(number)
        if known is None:
            known = self._atoms[number] = atom(symbol(number))
        return known

    def batches(
        self,
        limit: int = 1,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
        *,
        ahead: bool = True,
    ) -> Generator[list[Answer], None, None]:
        """Search, and give the answers, many at a time; closing the iterator stops the search.

        `limit` is 0 for all answers, and `bound` the largest value of the `#minimize` statements. An assumed atom that
        is not in the ground program is false. With `ahead`, the search may have found some more answers than it gave,
        which is faster; statistics of a search that is stopped then depend on the clock.

        The search for a single answer runs in slices, each twice as long as the one before, because clasp reports
        statistics only between them. An enumeration cannot be sliced.
        """
        literals = self._literals(assumptions)
        if literals is None:
            return
        configuration: Any = self._control.configuration
        configuration.solve.models = limit
        configuration.solve.opt_mode = "ignore" if bound is None else f"enum,{bound}"
        before, slice_ = self._conflicts, _FIRST_SLICE if limit == 1 else None
        while True:
            left = None if conflicts is None else conflicts - (self._conflicts - before)
            if left is not None and left <= 0:
                return
            most = min((limit for limit in (slice_, left) if limit is not None), default=None)
            yield from self._search(most, literals, ahead, shown_symbols().of)
            if slice_ is None or self.status is not Status.UNKNOWN:
                return
            slice_ *= 2

    def best_batches(self, limit: int = 1, conflicts: int | None = None) -> Generator[list[Answer], None, None]:
        """Search, and give the answers of least cost by the `#minimize` statements, once that cost is proved.

        Otherwise like `batches`; `best` is there at any time.
        """
        self.status, self.exhausted, self.core, self.best = Status.UNKNOWN, False, (), None
        configuration: Any = self._control.configuration
        configuration.solve.models, configuration.solve.opt_mode = limit, "optN"
        shown = shown_symbols()

        def priced(model: Model) -> Priced:
            return Priced(shown.of(model), tuple(model.cost), model.optimality_proven)

        with closing(self._search(conflicts, {}, True, priced)) as batches:
            for batch in batches:
                self.best = batch[-1]
                if proved := [model.answer for model in batch if model.proved]:
                    yield proved

    def possible(
        self,
        most: int,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        *,
        partly: bool = False,
    ) -> list[Atom] | None:
        """The shown atoms that occur in some answer (brave consequences); None if they are not known.

        Each answer has an atom that those before have not; the search is given up after `most` answers, if that is not
        0. `exhausted` says whether it has ended by itself; then, without an answer, `status` is unsatisfiable. With
        `partly`, what a search that was given up has found is enough.
        """
        literals = self._literals(assumptions)
        if literals is None:
            return []
        configuration: Any = self._control.configuration
        configuration.solve.models, configuration.solve.opt_mode = most, "ignore"
        configuration.solve.enum_mode = "brave"
        last: Answer = b""
        try:
            for batch in self._search(conflicts, literals, True, shown_symbols().of):
                last = batch[-1]
        finally:
            configuration.solve.enum_mode = "auto"
        return self.read(last) if self.exhausted or partly else None

    def atoms(self, name: str, arity: int) -> list[Atom]:
        """The atoms of a predicate that may be true, in a fixed order."""
        symbolic = self._control.symbolic_atoms.by_signature(name, arity)
        return sorted((atom(found_atom.symbol) for found_atom in symbolic), key=str)

    def measure(self) -> ProblemSize:
        """The size of the program, by a search of one conflict unless there was a search."""
        if self.size is None:
            for _ in self.answers(conflicts=1):
                break
        assert self.size is not None
        return self.size

    @property
    def _conflicts(self) -> int:
        return self.statistics.conflicts or 0

    def _literals(self, assumptions: Sequence[Assumption]) -> dict[int, Assumption] | None:
        """The program literals of assumptions for a new search; None if one of them cannot hold, which ends it."""
        self.status, self.exhausted, self.core = Status.UNKNOWN, False, ()
        from clingo import parse_term

        literals: dict[int, Assumption] = {}
        for assumption in assumptions:
            # An unknown symbol handed to clasp itself would be misread (clingo before 5.8.3) or dropped.
            symbolic = self._control.symbolic_atoms[parse_term(str(assumption.atom))]
            if symbolic is not None:
                literals.setdefault(symbolic.literal if assumption.holds else -symbolic.literal, assumption)
            elif assumption.holds:
                self.status, self.exhausted, self.core = Status.UNSATISFIABLE, True, (assumption,)
                return None
        return literals

    def _search(
        self, conflicts: int | None, literals: dict[int, Assumption], ahead: bool, make: Callable[[Model], Value]
    ) -> Generator[list[Value], None, None]:
        """One call of clasp; `make` is called with each model."""
        configuration: Any = self._control.configuration
        configuration.solve.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"
        start, before = time.monotonic(), self._conflicts
        stream = ModelStream(make, self._check, BATCH if ahead else 1)
        try:
            # Closed before statistics are asked for, which a search that runs cannot give.
            with closing(stream.run(self._control, list(literals))) as batches:
                for batch in batches:
                    self.status = Status.SATISFIABLE
                    yield batch
            assert stream.result is not None
            self.exhausted = bool(stream.result.exhausted)
            if stream.result.unsatisfiable:
                self.status = Status.UNSATISFIABLE
                self.core = tuple(literals[literal] for literal in stream.core)
        finally:
            # A search that was interrupted while clasp prepared the program has none.
            with suppress(RuntimeError):
                if stream.begun:
                    effort, self.size = counts(self._control)
                    self.statistics += effort
            self.pace = (self._conflicts - before) / max(time.monotonic() - start, 1e-6)


def aspif(text: str) -> str:
    """The ground program in clasp's input format."""
    from tempfile import TemporaryDirectory

    from clingo.control import BackendType

    with TemporaryDirectory() as folder:
        file = Path(folder) / "ground.aspif"
        ground(["--single-shot"], text, prepare=lambda control: control.register_backend(BackendType.Aspif, str(file)))
        return file.read_text(encoding="utf-8") + "0\n"  # the end of the program, which only a search writes


def ground_rules(text: str) -> str:
    """The ground program as rules for people to read."""
    from tempfile import TemporaryFile

    # Only the stand-alone program prints ground rules; it exits with 0 even after an error. Without `-P` it would
    # import modules from the current folder.
    command = [sys.executable, "-P", "-m", "clingo", "--text", "-"]
    # clingo writes each word by itself; a pipe would wake us for each of them, a file does not.
    with TemporaryFile("w+", encoding="utf-8") as file:
        done = subprocess.run(
            command, input=text, stdout=file, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False
        )
        if "error:" in done.stderr:
            raise SolverError(f"clingo does not accept the program: {' '.join(done.stderr.split())}")
        file.seek(0)
        return file.read()
