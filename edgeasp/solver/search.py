"""Grounding a program and searching for its answers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from edgeasp.atoms import Atom
from edgeasp.solver.control import POLL, atom, ground
from edgeasp.solver.options import Options


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
        searched: whether a search has begun, so that there are statistics.
    """

    def __init__(self, text: str, options: Options = Options(), look: Callable[[], None] = lambda: None) -> None:
        """Ground a program.

        Args:
            text: the program, with its facts.
            options: how it will be searched.
            look: called some twenty times a second while clingo is busy; what it raises ends the wait.

        Raises:
            OptionError: clingo does not have an option.
            SolverError: clingo does not accept the text.
        """
        self.satisfiable: bool | None = None
        self.exhausted = False
        self._look = look
        self.searched = False
        self._control = ground(options.arguments(), text, look=look)

    def answers(self, limit: int = 1, conflicts: int | None = None) -> Generator[list[Atom], None, None]:
        """The shown atoms of one answer after the other.

        The iterator may be abandoned: closing it stops the search.

        Args:
            limit: the number of answers after which to stop; 0 for all.
            conflicts: the number of conflicts after which to stop.
        """
        self.searched = True
        self._configuration.solve.models = limit
        if conflicts is not None:
            self._configuration.solve.solve_limit = f"{conflicts},umax"
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                # Waiting without a bound would keep Python from seeing an interrupt.
                while not handle.wait(POLL):
                    self._look()
                model = handle.model()
                if model is None:
                    break
                self.satisfiable = True
                yield [atom(symbol) for symbol in model.symbols(shown=True)]
                self._look()
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
        if not self.searched:
            # clasp counts what it was given once it has begun a search; one conflict will do.
            for _ in self.answers(conflicts=1):
                break
            self._configuration.solve.solve_limit = "umax,umax"
        return self._control.statistics
