"""Ground programs with assumptions, cores and bounds, and steps in aspif.

A step of a local search fills a few free squares. `asp/best/step.lp` states a step and `asp/best/fewest.lp` its
objective. A local search takes thousands of steps, and grounding a step takes longer than solving it. So this module
writes the ground program of a step itself, in the intermediate format aspif.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.own_rules import UserRules
from edgeasp.puzzle.model import Side, Sides
from edgeasp.solvers.clingo.control import (
    BATCH,
    Answer,
    ModelStream,
    atom_of,
    ground,
    search_counters,
    symbol_numbers,
    symbol_of,
    symbol_reader,
)
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics, Status
from edgeasp.system.errors import OutputError, SolverError, os_reason
from edgeasp.system.limits import FOREVER, Deadline

if TYPE_CHECKING:
    from clingo import Control, Model

    from edgeasp.solvers.clingo.control import AssignmentObserver

Value = TypeVar("Value")

# Conflicts, for a few seconds of search.
_FIRST_SLICE = 5_000


class PricedAnswer(NamedTuple):
    """Answer of an optimising search.

    Attributes:
        answer: the shown symbols.
        cost: cost of the answer for each priority, the highest priority first.
        proved: whether the answer is proved optimal.
    """

    answer: Answer
    cost: tuple[int, ...]
    proved: bool


class GroundProgram:
    """Ground program in a clingo control, which keeps learnt clauses.

    >>> program = GroundProgram("{ place(1..2,0,1,1) } = 1.  chosenTile(1,1,T) :- place(T,0,1,1).  #show chosenTile/3.")
    >>> for batch in program.batches(0):
    ...     for answer in batch:
    ...         print(*program.atoms_in(answer))
    chosenTile(1,1,1)
    chosenTile(1,1,2)
    >>> program.exhausted
    True

    Attributes:
        status: whether there is an answer under the assumptions of the last search.
        exhausted: whether the last search proved that there are no further answers.
        statistics: counters of all searches, as of the last call of clasp.
        size: size of the program. None until a search has ended, because clasp reports it with the statistics.
        pace: conflicts per second in the last call of clasp. None before the first call.
        core: assumptions of the last search that are jointly unsatisfiable. Empty if the search found an answer, or if
            there is no answer even without assumptions.
        notes: messages of clingo about user rules that are not errors.
        deadline: checked some twenty times a second while clingo is busy.
        best: the answer of least cost that `best_batches` has found so far, None before the first answer.
    """

    def __init__(
        self,
        text: str,
        options: ClaspOptions = ClaspOptions(),
        deadline: Deadline = FOREVER,
        observer: AssignmentObserver | None = None,
        own: UserRules = UserRules(),
    ) -> None:
        """Ground a program with its facts and user rules.

        Raises:
            InputError: the user rules are wrong.
        """
        self.status = Status.UNKNOWN
        self.exhausted = False
        self.size: ProblemSize | None = None
        self.statistics = Statistics(0, 0, 0)
        self.pace: float | None = None
        self.core: tuple[Assumption, ...] = ()
        self.notes: list[str] = []
        self.best: PricedAnswer | None = None
        # Answers share most of their atoms.
        self._atoms: dict[int, Atom] = {}
        self.deadline = deadline
        register = (lambda control: control.register_propagator(observer)) if observer else (lambda _: None)
        # Added rules may have several answers per board, which may differ in cost.
        projected = bool(own.added) and not own.program and not own.optimises
        arguments = [*options.arguments(), *(["--project=project"] if projected else [])]
        self._control = ground(arguments, text, prepare=register, deadline=deadline, own=own, note=self.notes.append)
        if options.fixed_order_options and self.possible_atoms("early", 4):
            configuration: Any = self._control.configuration
            for name, value in options.fixed_order_options.items():
                setattr(configuration.solver, name, value)

    def answers(
        self,
        limit: int = 1,
        conflicts: int | None = None,
        assumptions: Sequence[Assumption] = (),
        bound: int | None = None,
    ) -> Generator[list[Atom], None, None]:
        """Search and yield the shown atoms of each answer.

        Arguments are as for `batches`.
        """
        with closing(self.batches(limit, conflicts, assumptions, bound)) as batches:
            for batch in batches:
                for answer in batch:
                    yield self.atoms_in(answer)

    def atoms_in(self, answer: Answer) -> list[Atom]:
        """Return the shown atoms of an answer."""
        return [self.numbered_atom(number) for number in symbol_numbers(answer)]

    def numbered_atom(self, number: int) -> Atom:
        """Return the atom behind a number in an answer."""
        known = self._atoms.get(number)
        if known is None:
            known = self._atoms[number] = atom_of(symbol_of(number))
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
        """Search and yield batches of answers.

        Closing the iterator stops the search. The search for a single answer consists of several calls of clasp, each
        twice as long as the previous call, because clasp reports statistics only after a call. An enumeration is a
        single call.

        Args:
            limit: number of answers, 0 for all.
            conflicts: conflict limit, None for no limit.
            assumptions: assumed atoms. An atom that is not in the ground program is false.
            bound: largest value of the `#minimize` statements, None to ignore these statements.
            ahead: whether the search may run ahead of its reader, which is faster. If the search is stopped, its
                statistics then depend on the clock.
        """
        literals = self._literals_of(assumptions)
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
            yield from self._search(most, literals, ahead, symbol_reader().numbers_of)
            if slice_ is None or self.status is not Status.UNKNOWN:
                return
            slice_ *= 2

    def best_batches(
        self, limit: int = 1, conflicts: int | None = None, *, by_level: bool = False
    ) -> Generator[list[Answer], None, None]:
        """Search and yield batches of answers proved to be optimal.

        An optimal answer has the least value of the `#minimize` statements. `best` can be read at any time.

        Args:
            limit: number of optimal answers, 0 for all.
            conflicts: conflict limit, None for no limit.
            by_level: whether to optimise one priority after the other, which proves the optimum sooner.
        """
        self.status, self.exhausted, self.core, self.best = Status.UNKNOWN, False, (), None
        configuration: Any = self._control.configuration
        configuration.solve.models, configuration.solve.opt_mode = limit, "optN"
        if by_level:
            configuration.solver.opt_strategy = "bb,hier"
        shown = symbol_reader()

        def with_cost(model: Model) -> PricedAnswer:
            # Without ground minimize statements there is no cost, and any answer is optimal.
            return PricedAnswer(shown.numbers_of(model), tuple(model.cost), model.optimality_proven or not model.cost)

        with closing(self._search(conflicts, {}, True, with_cost)) as batches:
            for batch in batches:
                self.best = batch[-1]
                if proved := [model.answer for model in batch if model.proved]:
                    yield proved

    def brave_consequences(
        self, most: int, conflicts: int | None = None, assumptions: Sequence[Assumption] = (), *, partly: bool = False
    ) -> list[Atom] | None:
        """Find the shown atoms that are true in some answer.

        The search looks for answers with an atom that no earlier answer has. Afterwards, `exhausted` tells whether the
        search was completed. If a completed search found no answer, `status` is unsatisfiable.

        Args:
            most: number of answers after which to stop, 0 for no limit.
            conflicts: conflict limit, None for no limit.
            assumptions: assumed atoms.
            partly: whether to return the atoms found by an incomplete search.

        Returns:
            The atoms, None if the search is incomplete and `partly` is false.
        """
        literals = self._literals_of(assumptions)
        if literals is None:
            return []
        configuration: Any = self._control.configuration
        configuration.solve.models, configuration.solve.opt_mode = most, "ignore"
        configuration.solve.enum_mode = "brave"
        last: Answer = b""
        try:
            for batch in self._search(conflicts, literals, True, symbol_reader().numbers_of):
                last = batch[-1]
        finally:
            configuration.solve.enum_mode = "auto"
        return self.atoms_in(last) if self.exhausted or partly else None

    def possible_atoms(self, name: str, arity: int) -> list[Atom]:
        """List the ground atoms of a predicate, sorted by text."""
        symbolic = self._control.symbolic_atoms.by_signature(name, arity)
        return sorted((atom_of(found_atom.symbol) for found_atom in symbolic), key=str)

    def measure_size(self) -> ProblemSize:
        """Return the size of the program.

        clasp reports the size after a search. Before the first search, the method runs a search with one conflict.
        """
        if self.size is None:
            for _ in self.answers(conflicts=1):
                break
        assert self.size is not None
        return self.size

    def clasp_statistics(self) -> dict[str, Any] | None:
        """Return all statistics of clasp on the last search.

        The result is None if clasp was interrupted during preprocessing.
        """
        with suppress(RuntimeError):  # a search interrupted during preprocessing has none
            return {name: part for name, part in self._control.statistics.items() if not name.startswith("user_")}
        return None

    @property
    def _conflicts(self) -> int:
        return self.statistics.conflicts or 0

    def _literals_of(self, assumptions: Sequence[Assumption]) -> dict[int, Assumption] | None:
        """Reset the results, and translate assumptions to literals.

        Returns:
            The assumption of each literal, or None if an assumption cannot hold.
        """
        self.status, self.exhausted, self.core = Status.UNKNOWN, False, ()
        from clingo import parse_term

        literals: dict[int, Assumption] = {}
        for assumption in assumptions:
            # clasp would misread (clingo before 5.8.3) or drop an unknown symbol.
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
        """Call clasp once, and convert each model by `make`."""
        configuration: Any = self._control.configuration
        configuration.solve.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"
        start, before = time.monotonic(), self._conflicts
        stream = ModelStream(make, self.deadline, BATCH if ahead else 1)
        try:
            # Close first: a running search has no statistics.
            with closing(stream.run(self._control, list(literals))) as batches:
                for batch in batches:
                    self.status = Status.SATISFIABLE
                    yield batch
            assert stream.result is not None
            self.exhausted = bool(stream.result.exhausted)
            if stream.result.unsatisfiable:
                self.status = Status.UNSATISFIABLE
                # clingo itself assumes external atoms of a program to be false.
                self.core = tuple(literals[literal] for literal in stream.core if literal in literals)
        finally:
            # A search interrupted during preprocessing has none.
            with suppress(RuntimeError):
                if stream.begun:
                    effort, self.size = search_counters(self._control)
                    self.statistics += effort
            self.pace = (self._conflicts - before) / max(time.monotonic() - start, 1e-6)


def ground_to_aspif(text: str) -> str:
    """Return the ground program in aspif, clasp's input format."""
    from tempfile import TemporaryDirectory

    from clingo.control import BackendType

    with TemporaryDirectory() as folder:
        file = Path(folder) / "ground.aspif"
        ground(["--single-shot"], text, prepare=lambda control: control.register_backend(BackendType.Aspif, str(file)))
        return file.read_text(encoding="utf-8") + "0\n"  # the end of the program, otherwise written by a search


def ground_to_text(text: str) -> str:
    """Return the ground program as readable rules."""
    from tempfile import TemporaryFile

    # Only the stand-alone clingo prints ground rules. It exits with 0 even after an error. Without `-P` it would
    # import modules from the current folder.
    command = [sys.executable, "-P", "-m", "clingo", "--text", "-"]
    # clingo writes word by word: unlike a pipe, a file does not wake this process for each.
    with TemporaryFile("w+", encoding="utf-8") as file:
        done = subprocess.run(
            command, input=text, stdout=file, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", check=False
        )
        if "error:" in done.stderr:
            raise SolverError(f"clingo does not accept the program: {' '.join(done.stderr.split())}")
        file.seek(0)
        return file.read()


# ---- steps ----

Known = tuple[int, Side, int]
"""Index of a square of a step, one of its sides, and the colour next to that side."""

Link = tuple[int, int, Side]
"""Indices of two squares of a step, and the side of the first that touches the second."""


class Step(NamedTuple):
    """Step of a local search: free squares to fill with distinct tiles.

    Attributes:
        tiles: for each placement, its tile.
        sides: for each placement, the colours that it shows.
        candidates: for each free square, the indices of its possible placements.
        links: pairs of adjacent free squares.
        known: sides of free squares that touch a placed tile, with the colour of that tile.
        most: number of mismatches allowed.
    """

    tiles: Sequence[int]
    sides: Sequence[Sides]
    candidates: Sequence[Sequence[int]]
    links: Sequence[Link] = ()
    known: Sequence[Known] = ()
    most: int = 0

    def drop_bad_candidates(self) -> Step:
        """Drop candidates with more than `most` mismatches to placed tiles."""
        around: list[list[tuple[Side, int]]] = [[] for _ in self.candidates]
        for square, side, colour in self.known:
            around[square].append((side, colour))

        def count_mismatches(placement: int, near: Sequence[tuple[Side, int]]) -> int:
            sides = self.sides[placement]
            return sum(sides[side] != colour for side, colour in near)

        every = zip(self.candidates, around, strict=True)
        return self._replace(
            candidates=[[one for one in some if count_mismatches(one, near) <= self.most] for some, near in every]
        )


class StepEffort(NamedTuple):
    """Limits of a step.

    Attributes:
        models: number of answers after which to stop.
        conflicts: number of conflicts after which to stop.
        seed: seed of the random numbers.
    """

    models: int = 1
    conflicts: int = 3000
    seed: int = 1


class StepFillings(NamedTuple):
    """Fillings that the search has found for a step.

    Attributes:
        placements: for each filling, the index of the placement on each square.
        exhausted: whether there are no other fillings or, after `best_filling`, no better filling.
    """

    placements: list[tuple[int, ...]]
    exhausted: bool


def best_filling(step: Step, effort: StepEffort) -> StepFillings:
    """Find a filling of a step with few mismatches.

    The last entry of `placements` is the best filling found. It is optimal if the search was completed.
    """
    limits = (f"--models={effort.models}", f"--seed={effort.seed}", f"--solve-limit={effort.conflicts}")
    control = _load_aspif(
        _StepWriter(step).text(), [*limits, "--rand-freq=0.05", "--sign-def=rnd", f"--opt-mode=opt,{step.most}"]
    )
    answers, squares = [], len(step.candidates)
    with control.solve(yield_=True) as handle:
        for model in handle:
            filling = [0] * squares
            for symbol in model.symbols(shown=True):
                number = symbol.number
                filling[number % squares] = number // squares
            answers.append(tuple(filling))
        return StepFillings(answers, bool(handle.get().exhausted))


class _StepWriter:
    """Writer of the ground rules of a step, as instances of `asp/best/step.lp`.

    The atom of placement P on square Q is shown as the number Q + n * P, where n is the number of free squares.
    """

    def __init__(self, step: Step) -> None:
        self._step = step
        self._lines = ["asp 1 0 0"]
        self._atoms = 0
        # Atoms of the candidates of each square.
        self._placed: list[list[int]] = []

    def text(self) -> str:
        """Return the ground program in aspif."""
        self._write_places()
        mismatches = [*self._write_links(), *self._write_known()]
        if self._step.most < len(mismatches):  # :- most + 1 { mismatch(Q,S) }.
            self._lines.append(_at_least_constraint(self._step.most + 1, mismatches))
        return "\n".join([*self._lines, f"2 0 {_weighted_atoms(mismatches)}", "0\n"])

    def _new_atom(self) -> int:
        self._atoms += 1
        return self._atoms

    def _write_places(self) -> None:
        """Write { place(P,Q) : candidate(P,Q) } = 1 :- free(Q).

        Then write :- of(_,T), 2 { place(P,Q) : of(P,T) }.
        """
        step, add = self._step, self._lines.append
        count, last = len(step.candidates), 0
        tiles = step.tiles
        by_tile: defaultdict[int, list[int]] = defaultdict(list)
        shared: set[int] = set()
        for square, candidates in enumerate(step.candidates):
            atoms = list(range(last + 1, last + len(candidates) + 1))
            last += len(candidates)
            self._placed.append(atoms)
            here: set[int] = set()
            for number, placement in zip(atoms, candidates, strict=True):
                shown = str(square + count * placement)
                add(f"4 {len(shown)} {shown} 1 {number}")
                tile = tiles[placement]
                if tile in by_tile and tile not in here:
                    shared.add(tile)
                by_tile[tile].append(number)
                here.add(tile)
            if candidates:
                add(f"1 1 {len(atoms)} {' '.join(map(str, atoms))} 0 0")
                if len(atoms) > 1:
                    add(_at_least_constraint(2, atoms))
            add(f"1 0 0 0 {_negated_atoms(atoms)}")
        self._atoms = last
        for tile in shared:
            add(_at_least_constraint(2, by_tile[tile]))

    def _atoms_by_colour(self, square: int, side: Side) -> dict[int, list[int]]:
        by_colour: defaultdict[int, list[int]] = defaultdict(list)
        sides = self._step.sides
        for number, placement in zip(self._placed[square], self._step.candidates[square], strict=True):
            by_colour[sides[placement][side]].append(number)
        return by_colour

    def _write_disjunction(self, atoms: list[int]) -> int:
        """Write shows(Q,S,C) :- place(P,Q), side(P,S,C).

        Returns the atom that is true if one of `atoms` is. A single atom needs no rule.
        """
        if len(atoms) == 1:
            return atoms[0]
        shows = self._new_atom()
        self._lines.append(f"1 0 1 {shows} 1 1 {_weighted_atoms(atoms)}")
        return shows

    def _write_links(self) -> Iterator[int]:
        """Write the mismatches between squares of the step.

        mismatch(Q,S) :- shows(Q,S,C), not shows(N,O,C). mismatch(Q,S) :- shows(N,O,C), not shows(Q,S,C).
        """
        add, soft = self._lines.append, self._step.most > 0
        for one, other, side in self._step.links:
            here = {
                colour: self._write_disjunction(atoms) for colour, atoms in self._atoms_by_colour(one, side).items()
            }
            there = {
                colour: self._write_disjunction(atoms)
                for colour, atoms in self._atoms_by_colour(other, side.opposite).items()
            }
            head = f"1 {mismatch}" if soft and (mismatch := self._new_atom()) else "0"
            for colour, shown in here.items():
                add(f"1 0 {head} 0 2 {shown} -{there[colour]}" if colour in there else f"1 0 {head} 0 1 {shown}")
            for colour, shown in there.items():
                add(f"1 0 {head} 0 2 {shown} -{here[colour]}" if colour in here else f"1 0 {head} 0 1 {shown}")
            if soft:
                yield mismatch

    def _write_known(self) -> Iterator[int]:
        """Write mismatch(Q,S) :- known(Q,S,C), not shows(Q,S,C)."""
        add, soft = self._lines.append, self._step.most > 0
        for square, side, colour in self._step.known:
            atoms = self._atoms_by_colour(square, side).get(colour, [])
            head = f"1 {mismatch}" if soft and (mismatch := self._new_atom()) else "0"
            add(f"1 0 {head} 0 {_negated_atoms(atoms)}")
            if soft:
                yield mismatch


def _at_least_constraint(number: int, atoms: Sequence[int]) -> str:
    """Write the constraint :- number { atoms }."""
    return f"1 0 0 1 {number} {_weighted_atoms(atoms)}"


def _weighted_atoms(atoms: Sequence[int]) -> str:
    """Format atoms as weighted literals of aspif, with weight 1."""
    return " ".join([str(len(atoms)), *(f"{atom} 1" for atom in atoms)])


def _negated_atoms(atoms: Sequence[int]) -> str:
    return " ".join(map(str, (len(atoms), *(-atom for atom in atoms))))


def _load_aspif(text: str, arguments: Sequence[str]) -> Control:
    """Load a program in aspif through a temporary file.

    Raises:
        OutputError: the temporary file cannot be written completely.
    """
    from tempfile import mkstemp

    import clingo

    control = clingo.Control(arguments)
    # Windows requires closing it before clingo opens it. Removed at once, because the process may be killed.
    handle, name = mkstemp(prefix="edgeasp-", suffix=".aspif")
    try:
        try:
            with open(handle, "wb") as file:
                file.write(text.encode())
        except OSError as error:
            raise OutputError(f"{name}: cannot be written: {os_reason(error)}") from None
        control.load_aspif([name])
    finally:
        os.unlink(name)
    return control
