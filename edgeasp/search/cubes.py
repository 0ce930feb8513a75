"""Divide a search into cubes, and rate the difficulty of puzzles.

A cube is a list of assumptions. A split branches on atoms of which every board has exactly one: the colours of a
half-diamond, or the placements on a corner. So each solution belongs to exactly one cube of a split. Diamonds are taken
in the order of the decision heuristic, starting from the clues, as in "cube and conquer" (Heule, Kullmann, Wieringa
and Biere 2011).

The numbering of tiles and colours influences where a search starts, and so how long it takes. The effort of a puzzle is
therefore the median of several searches, each on a copy with another numbering. The first one is the search of `edgeasp
solve --unique`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from edgeasp._version import __version__
from edgeasp.encoding.facts import Assumption, Atom, colour_name
from edgeasp.puzzle.identity import Relabelling
from edgeasp.puzzle.model import Puzzle, Solution, Square, degrees
from edgeasp.search.orders import start_squares
from edgeasp.search.solve import Session
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo import control
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import EncodingError
from edgeasp.system.limits import Deadline, Limits


@dataclass(frozen=True, slots=True)
class SearchFingerprint:
    """Versions of edgeasp and clingo, and a hash of the program.

    The hash consists of the first 16 hexadecimal digits of a SHA-256.
    """

    edgeasp: str
    clingo: str
    program: str

    def __str__(self) -> str:
        return f"edgeasp {self.edgeasp}, clingo {self.clingo}, program {self.program}"


def fingerprint(task: Task) -> SearchFingerprint:
    """Return the fingerprint of the search for a task."""
    from hashlib import sha256  # it loads OpenSSL, and few commands need it

    program = sha256("".join((*task.search_program(), task.own.joined_text())).encode()).hexdigest()
    return SearchFingerprint(__version__, control.clingo_version(), program[:16])


PROBE = 1
"""Conflict limit of a probe. A cube that a probe does not refute is worth a search."""

HALVED = 6
"""Least number of atoms of a choice whose halves are probed first.

If no solution lacks all atoms of one half, a single probe excludes the other half.
"""

Order = Literal["outward", "corners"]
"""What cubes branch on first.

`outward` means the colours of diamonds near the clues, `corners` the tiles on the corners before these colours.
"""


@dataclass(frozen=True, slots=True)
class Cube:
    """Part of the search space: all boards that satisfy some assumptions.

    Attributes:
        assumptions: literals that hold on every board of the cube, such as `half(1,1,right,red)`.
        share: expected fraction of the work: 1 for the whole search, divided evenly at each split.
    """

    assumptions: tuple[Assumption, ...] = ()
    share: float = 1.0

    @property
    def text(self) -> str:
        """The assumptions, separated by spaces."""
        return " ".join(map(str, self.assumptions))


@dataclass(frozen=True, slots=True)
class Choice:
    """Set of atoms with exactly one true atom on each board.

    Attributes:
        assumptions: the assumptions under which the atoms were probed.
        live: atoms that may be true on some board.
        refuted: atoms that are false in every solution with these assumptions.
    """

    assumptions: tuple[Assumption, ...]
    live: tuple[Atom, ...]
    refuted: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Result of splitting a cube.

    Attributes:
        open: cubes that are still to be searched, empty if the cube has no solution.
        choices: choices in the order of probing. The last choice leads to the open cubes. Every earlier choice has a
            single live atom.
    """

    open: tuple[Cube, ...]
    choices: tuple[Choice, ...]


def require_splittable(task: Task) -> None:
    """Raise an error if the search cannot be split.

    Raises:
        EncodingError: the encoding has no atoms for the colours of diamonds.
    """
    if task.own.program or task.own.optimises:
        raise EncodingError("a search with your rules can be split if they are added, and minimise no cost")
    if task.encoding.formulation != "halves":
        raise EncodingError("a search can be split in the formulation 'halves' only")


class Splitter:
    """Splits cubes of one session: cube and conquer (Heule and others 2011).

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> for part in Splitter(session).split(Cube()).open:
    ...     print(part.text, part.share)
    half(1,1,bottom,red) 0.5
    half(1,1,bottom,green) 0.5

    Attributes:
        session: session whose ground program probes the cubes.
    """

    def __init__(self, session: Session, order: Order = "outward") -> None:
        self.session = session
        self._order = order

    def split(self, cube: Cube) -> Split | None:
        """Split a cube at a choice with several live atoms.

        If a choice without live atoms comes first, no cubes remain open. Returns None if every choice has a single live
        atom.
        """
        choices: list[Choice] = []
        decided = {_place_of_atom(assumption.atom) for assumption in cube.assumptions}
        path = cube.assumptions
        for atoms in self._choices:
            if _place_of_atom(atoms[0]) in decided:
                continue
            live = self._live_atoms([atom for atom in atoms if atom in self._program_atoms], path)
            choices.append(Choice(path, live, tuple(atom for atom in atoms if atom not in live)))
            longer = [(*path, Assumption(atom)) for atom in live]
            if len(live) != 1:
                return Split(tuple(Cube(path_on, cube.share / len(live)) for path_on in longer), tuple(choices))
            path = longer[0]
        return None

    def _live_atoms(self, atoms: Sequence[Atom], path: tuple[Assumption, ...]) -> tuple[Atom, ...]:
        """List a choice's atoms that probing does not refute.

        Large choices are probed in halves first.
        """
        # For Eternity II with five clues, splits take 160 probes instead of 368.
        if len(atoms) >= HALVED:
            for part in (atoms[::2], atoms[1::2]):
                if self._is_refuted((*path, *(Assumption(atom, holds=False) for atom in part))):
                    return self._live_atoms(part, path)
        return tuple(atom for atom in atoms if not self._is_refuted((*path, Assumption(atom))))

    def _is_refuted(self, path: tuple[Assumption, ...]) -> bool:
        program = self.session.ground()
        for _ in program.batches(1, PROBE, path):
            pass
        return program.status is Status.UNSATISFIABLE

    @cached_property
    def _program_atoms(self) -> frozenset[Atom]:
        program = self.session.ground()
        return frozenset([*program.possible_atoms("half", 4), *program.possible_atoms("place", 4)])

    @cached_property
    def _choices(self) -> list[list[Atom]]:
        chosen = [*(self._corner_choices() if self._order == "corners" else ()), *self._diamond_choices()]
        return [atoms for atoms in chosen if sum(atom in self._program_atoms for atom in atoms) != 1]

    def _corner_choices(self) -> Iterator[list[Atom]]:
        puzzle = self.session.task.puzzle
        corners = {Square(col, row) for col in (0, puzzle.cols - 1) for row in (0, puzzle.rows - 1)}
        for square in sorted(corners.intersection(puzzle.grid.squares)):
            yield [
                Atom("place", (tile + 1, degrees(rot), square.col + 1, square.row + 1))
                for tile in range(len(puzzle.tiles))
                for rot in puzzle.rots
            ]

    def _diamond_choices(self) -> Iterator[list[Atom]]:
        """Yield each diamond's colour atoms, nearest to clues first.

        The atoms describe the half-diamond on the left or upper square.
        """
        puzzle = self.session.task.puzzle
        colours = list(map(colour_name, puzzle.side_colours))
        near = [(square.col + 1, square.row + 1) for square in start_squares(self.session.task.clues)]
        places = [(square.col + 1, square.row + 1, side.word) for square, side, _ in puzzle.grid.pairs]

        def order(place: tuple[int, int, str]) -> tuple[object, ...]:
            x, y, side = place
            return min((x - a) ** 2 + (y - b) ** 2 for a, b in near), x, y, side

        for place in sorted(places, key=order):
            yield [Atom("half", (*place, colour)) for colour in colours]


def _place_of_atom(atom: Atom) -> tuple[object, ...]:
    return atom.arguments[:3] if atom.name == "half" else atom.arguments[2:]


# ---- the difficulty of a puzzle with one solution ----

SEARCHES = (1, 2, 3, 4, 5)
"""Numbers of the searches that decide whether a puzzle is selected."""

# With a factor of 2, one of a hundred medium 6 x 6 puzzles was easy in three further searches.
MARGIN = 3
"""Safety factor within the conflict bounds of a class.

Searches with other numberings of the same puzzle take more or fewer conflicts.
"""

UNIQUE_LIMIT = 30_000
"""Conflict limit after which uniqueness remains unknown: some ten seconds on 8 x 8 squares."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """Difficulty class of puzzles, by the conflicts of a complete search.

    Attributes:
        name: name of the class, such as `easy`.
        least: smallest number of conflicts in the class.
        most: largest number of conflicts in the class.
    """

    name: str
    least: int
    most: int

    @property
    def fewest_conflicts(self) -> int:
        """Fewest conflicts for which a puzzle is selected."""
        return MARGIN * self.least

    @property
    def most_conflicts(self) -> int:
        """Most conflicts for which a puzzle is selected."""
        return self.most // MARGIN


DIFFICULTIES = (Difficulty("easy", 0, 50), Difficulty("medium", 50, 2_000), Difficulty("hard", 2_000, 50_000))
"""The difficulty classes. Their bounds were chosen by measurement: see docs/puzzle-books.md."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Effort to decide whether a puzzle has a single solution.

    Attributes:
        unique: whether there is one solution, up to rotation of the board. None if a limit left this open.
        conflicts: conflicts of each search, in order. All searches answer the same question.
    """

    unique: bool | None
    conflicts: tuple[int, ...]

    @property
    def median(self) -> int:
        """The effort: the median number of conflicts."""
        # Importing it takes three milliseconds, and few commands need it.
        from statistics import median_low

        return median_low(self.conflicts)


def measure_search(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    number: int = 1,
    limit: int = UNIQUE_LIMIT,
    on_tick: Callable[[], None] = lambda: None,
) -> Effort:
    """Measure the conflicts of a search for a second solution.

    The search ends at a second solution, at a proof that no other solution exists, or at the limit.

    Args:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        number: number of the search, from 1. Each search numbers tiles and colours differently. The first is the search
            of `edgeasp solve --unique`.
        limit: conflict limit.
        on_tick: called about twenty times a second. If it raises an exception, the search ends.
    """
    copy = Relabelling(puzzle, clues, number - 1)
    session = Session(
        make_task(copy.puzzle, copy.clues, up_to_rotation=True), ClaspOptions(number), Deadline(Limits(), on_tick)
    )
    solutions = sum(1 for _ in session.solve(2, conflicts=limit))
    result = session.result()
    conflicts = (result.statistics.conflicts or 0) if result.statistics else 0
    return Effort(solutions == 1 if result.answered else None, (conflicts,))


def rate_puzzle(
    puzzle: Puzzle,
    clues: Solution = Solution(),
    searches: Iterable[int] = SEARCHES,
    *,
    limit: int = UNIQUE_LIMIT,
    difficulty: Difficulty | None = None,
    on_tick: Callable[[], None] = lambda: None,
) -> Effort:
    """Measure the conflicts of several searches for a second solution.

    Each search numbers the tiles and colours differently.

    Args:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        searches: number of each search to run, from 1, as for `measure_search`.
        limit: conflict limit of each search.
        difficulty: required class, None for any. The measurement stops after the first search outside its bounds.
        on_tick: called about twenty times a second. If it raises an exception, the measurement ends.
    """
    conflicts: tuple[int, ...] = ()
    for number in searches:
        # One conflict more than the class allows is enough to reject a puzzle.
        bound = limit if difficulty is None else min(limit, difficulty.most_conflicts + 1)
        effort = measure_search(puzzle, clues, number, bound, on_tick)
        conflicts += effort.conflicts
        if not effort.unique or (difficulty and not belongs_to_class(difficulty, effort)):
            return Effort(effort.unique, conflicts)
    return Effort(True, conflicts)


def belongs_to_class(difficulty: Difficulty, effort: Effort) -> bool:
    """Whether a puzzle belongs to a difficulty class.

    The puzzle must have one solution, and every search must stay within the bounds of the class, tightened by a safety
    factor.
    """
    return effort.unique is True and all(
        difficulty.fewest_conflicts <= number <= difficulty.most_conflicts for number in effort.conflicts
    )
