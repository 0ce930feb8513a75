"""Explain why a puzzle has no solution.

The explanation is a minimal set of clues, or of conditions at certain squares, that no board satisfies together. Likely
typos are listed as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import ClassVar

from edgeasp.encoding.facts import Assumption, clue_atom, place_atom
from edgeasp.encoding.own_rules import UserRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.clues import ClueFile, GivenClue
from edgeasp.puzzle.counting import Typo, TypoKind
from edgeasp.puzzle.model import (
    SIDE_WORDS,
    Grid,
    Placement,
    Puzzle,
    Side,
    Sides,
    Solution,
    Square,
    canonical_sides,
    place_name,
)
from edgeasp.search.mus import FIRST_EFFORT, GROWTH, Constraints, Core, MusEnumerator, Outcome, Sat
from edgeasp.search.solve import Session
from edgeasp.search.task import Job, Task, make_task, relax
from edgeasp.system.errors import EncodingError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped

SEEN_EFFORT = FIRST_EFFORT * GROWTH**3
"""Conflict limit of a test that shrinks a core found by inspection: some seconds."""

KEPT_EFFORT = 10_000
"""Conflict limit of a search in which clues or placements are facts."""

# ---- tests whether assumptions, placements or conditions in places can hold together ----


class ConflictBudget:
    """Conflict limit shared by several sessions.

    Attributes:
        limit: number of conflicts, None for no limit.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self._sessions: list[Session] = []

    def add(self, session: Session) -> Session:
        """Count the conflicts of a session, and return it."""
        if session not in self._sessions:
            self._sessions.append(session)
        return session

    @property
    def used(self) -> int:
        """Conflicts of all sessions so far."""
        return sum(session.statistics.conflicts or 0 for session in self._sessions if session.statistics)

    @property
    def left(self) -> int | None:
        """Remaining conflicts, None for no limit."""
        return None if self.limit is None else max(0, self.limit - self.used)


class AssumptionTest:
    """Tests whether assumptions can be satisfied together.

    Every solution is checked.

    Attributes:
        session: session that searches.
        assumptions: distinct assumptions. Tests refer to them by index.
        solution: last solution found, None before the first.
    """

    def __init__(self, session: Session, assumptions: Sequence[Assumption], budget: ConflictBudget) -> None:
        self.session = budget.add(session)
        self.assumptions = tuple(assumptions)
        self.solution: Solution | None = None
        self._budget = budget
        self._numbers = {assumption: number for number, assumption in enumerate(assumptions)}

    def __call__(self, constraints: Constraints, conflicts: int | None = None) -> Outcome:
        """Search for a solution that satisfies the given assumptions.

        Args:
            constraints: indices of the assumptions to satisfy.
            conflicts: conflict limit of this search, None for no limit.

        Returns:
            A solution or a core. None if the search reaches `conflicts`.

        Raises:
            LimitReached: a limit shared by all searches is reached.
        """
        self.session.deadline.check()
        left = self._budget.left
        most = min((limit for limit in (conflicts, left) if limit is not None), default=None)
        for answer in self.session.solve(
            conflicts=most, assumptions=[self.assumptions[number] for number in sorted(constraints)]
        ):
            self.solution = answer.solution
            return Sat(constraints | self.satisfied_by(answer.solution))
        result = self.session.result()
        if result.exhausted:
            return Core(frozenset(self._numbers[assumption] for assumption in self.session.core))
        stopped = self.session.stopped
        assert stopped is not None
        if stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(stopped)
        if most != left:
            return None
        raise LimitReached(Stopped(Limit.CONFLICTS, self._budget.limit))

    def satisfied_by(self, solution: Solution) -> Constraints:
        """List assumptions that a solution satisfies, by number.

        Only assumptions that are cheap to test are listed.
        """
        return frozenset()


def make_assumption_task(
    puzzle: Puzzle, clues: Solution | Iterable[ClueFile] = Solution(), own: UserRules = UserRules()
) -> Task:
    """Make a task that accepts any placement as an assumption.

    User rules are added. No symmetry is broken, since symmetry breaking could exclude an assumed placement. There is
    one exception: a tile that shows the same sides in several rotations is placed in only one of them.

    Raises:
        EncodingError: the user rules replace the encoding, minimise a cost, or use the rotation of a tile that shows
            the same sides in several rotations.
    """
    if own.program:
        raise EncodingError("clues are assumed in the rules of edgeasp: add rules to these, and leave out the program")
    if own.optimises:
        raise EncodingError("explanations and hints concern all boards: leave out the rules that minimise a cost")
    alike = any(len(rots) > 1 for looks in puzzle.looks for rots in looks.values())
    if alike and any("chosenRotation" in file.code for file in own.files):
        raise EncodingError("a tile with the same sides in two rotations is tried in one: leave out chosenRotation")
    symmetry = () if own else ("tile-rotations",)
    return make_task(puzzle, clues, EncodingRequest(symmetry=symmetry, heuristic="none"), own=own)


class PlacementTest(AssumptionTest):
    """Tests whether some solution has all given placements."""

    def __init__(self, session: Session, placements: Sequence[Placement], budget: ConflictBudget) -> None:
        puzzle = session.task.puzzle
        self.placements = tuple(map(puzzle.canonical, placements))
        super().__init__(session, [Assumption(place_atom(puzzle, placement)) for placement in self.placements], budget)

    def satisfied_by(self, solution: Solution) -> Constraints:
        """List the placements that a solution has, by number."""
        has = set(map(self.session.task.puzzle.canonical, solution))
        return frozenset(number for number, placement in enumerate(self.placements) if placement in has)

    def test_as_facts(self, constraints: Constraints) -> Outcome:
        """Test placements by adding them to the program as facts.

        Facts keep the ground program small, but yield no core. Returns None at the conflict limit, or if no solution
        has all the placements.

        Raises:
            LimitReached: a limit shared by all searches is reached.
        """
        task = self.session.task
        clues = Solution((*task.clues, *(self.placements[number] for number in sorted(constraints))))
        if check(task.puzzle, clues).violations:
            return None
        task = make_task(task.puzzle, clues, own=task.own)
        # Assumptions need all placements: 9 s at 20 x 20 and 50 s at 30 x 30, instead of 1 s and 5 s with facts.
        session = self._budget.add(Session(task, deadline=self.session.deadline))
        left = self._budget.left
        conflicts = KEPT_EFFORT if left is None else min(left, KEPT_EFFORT)
        for answer in session.run(Job(task, limits=Limits(conflicts=conflicts))):
            self.solution = answer.solution
            return Sat(constraints | self.satisfied_by(answer.solution))
        if session.stopped is not None and session.stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(session.stopped)
        return Core(constraints) if session.result().exhausted and not constraints else None


class ClueTest(PlacementTest):
    """Tests whether some solution has all given clues.

    A test of all clues adds them as facts, like a search for solutions. Only the search for a core needs them as
    assumptions, for which all placements have to be ground.
    """

    def __call__(self, constraints: Constraints, conflicts: int | None = None) -> Outcome:
        """Test the clues with these numbers."""
        outcome = (
            self.test_as_facts(constraints) if conflicts is None and len(constraints) == len(self.placements) else None
        )
        return outcome or super().__call__(constraints, conflicts)


_NAME = re.compile(r"\(?(adjoining|sign)\((\d+),(\d+)(?:,(right|bottom))?\)\)?")


@dataclass(frozen=True, slots=True)
class ConditionInPlace:
    """A condition of solutions at one place on the board.

    Attributes:
        condition: `adjoining` or `sign`, a condition of the checker.
        square: square of the condition. For `adjoining`, the upper or left of two adjacent squares.
        side: for `adjoining`, side towards the other square, `right` or `bottom`, else None.
        other: for `adjoining`, other square, if only a wrap-around board makes the two adjacent, else None.
    """

    JSON: ClassVar = ("condition", "*square", "side")

    condition: Condition
    square: Square
    side: Side | None = None
    other: Square | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """Squares that the condition concerns."""
        return (self.square,) if self.side is None else (self.square, self.other or self.square.neighbour(self.side))

    @property
    def text(self) -> str:
        """The condition as text."""
        places = list(map(place_name, self.squares))
        if self.side is None:
            return f"{places[0]} holds a sign that differs from its neighbours'"
        return f"{places[0]} matches {places[1]}"


def guard_conditions(task: Task) -> Task:
    """Make the conditions on matching sides and signs switchable.

    The other conditions stay in force: each tile is on one square, the boundary has the frame colour, and clues are
    kept.
    """
    return relax(task, guarded=[Condition.ADJOINING, *([Condition.SIGN] if task.encoding.signed else [])])


class ConditionTest(AssumptionTest):
    """Tests whether some board satisfies given conditions.

    Each condition concerns one square, or two adjacent squares (`ConditionInPlace`).
    """

    def __init__(self, session: Session, budget: ConflictBudget) -> None:
        """Ground a task made by `guard_conditions`."""
        super().__init__(session, guard_assumptions(session), budget)
        grid = session.task.puzzle.grid
        self.conditions = tuple(_parse_condition(assumption, grid) for assumption in self.assumptions)


def likely_cores(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> tuple[Constraints, ...]:
    """List two sets of conditions, each likely to be unsatisfiable.

    In the first set, adjacent squares along each side of the board must match. The second set has the conditions that
    concern only inner squares. The list is empty if the puzzle has no frame.
    """
    if not puzzle.framed:
        return ()
    ring = frozenset(number for number, condition in enumerate(conditions) if is_in_ring(puzzle, condition))
    inside = frozenset(
        number
        for number, condition in enumerate(conditions)
        if not any(puzzle.statement.frame_sides(square) for square in condition.squares)
    )
    return ring, inside


def is_in_ring(puzzle: Puzzle, condition: ConditionInPlace) -> bool:
    """Whether squares along one side of the board must match."""
    one, *others = (puzzle.statement.frame_sides(square) for square in condition.squares)
    return condition.condition is Condition.ADJOINING and any(one & other for other in others)


def summarise_conditions(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> str:
    """Describe in a few words which conditions conflict."""
    squares = sorted(
        {square for condition in conditions for square in condition.squares}, key=lambda square: square[::-1]
    )
    if not squares:
        return "no placement of the tiles exists, even with sides that do not match"
    if puzzle.framed and all(is_in_ring(puzzle, condition) for condition in conditions):
        return "the ring cannot be closed"
    left, right = min(square.col for square in squares), max(square.col for square in squares)
    top, bottom = min(square.row for square in squares), max(square.row for square in squares)
    area = (right - left + 1) * (bottom - top + 1)
    where = f"{place_name(Square(left, top))} to {place_name(Square(right, bottom))}"
    which = f"squares {where}" if len(squares) == area else f"{len(squares)} squares within {where}"
    return f"{which} cannot be filled so that their sides match"


def fills_rectangle(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> bool:
    """Whether the conditions are exactly the edges within a rectangle.

    Such conditions need no list, since `summarise_conditions` names the rectangle. The ring is not a rectangle.
    """
    squares = {square for condition in conditions for square in condition.squares}
    if len(squares) < 3 or any(condition.condition is not Condition.ADJOINING for condition in conditions):
        return False
    if puzzle.framed and all(is_in_ring(puzzle, condition) for condition in conditions):
        return False
    area = prod(max(numbers) - min(numbers) + 1 for numbers in zip(*squares, strict=True))
    edges = sum(one in squares and other in squares for one, _, other in puzzle.grid.pairs)
    return len(squares) == area and len(conditions) == edges


def guard_assumptions(session: Session) -> list[Assumption]:
    """List the assumptions that switch on each guarded condition."""
    return [Assumption(atom) for atom in session.ground().possible_atoms("active", 1)]


def _parse_condition(guard: Assumption, grid: Grid) -> ConditionInPlace:
    match = _NAME.fullmatch(str(guard.atom.arguments[0]))
    assert match is not None
    name, x, y, side = match.groups()
    facing = Side(SIDE_WORDS.index(side)) if side else None
    square = Square(int(x) - 1, int(y) - 1)
    return ConditionInPlace(Condition(name), square, facing, None if facing is None else grid.neighbour(square, facing))


# ---- explanations of why a puzzle has no solution ----

Clues = tuple[GivenClue, ...]


@dataclass(frozen=True, slots=True)
class DescribedTypo:
    """Likely typo in a puzzle, with its description.

    Attributes:
        tiles: numbers of the tiles, from 0.
        lines: lines of these tiles in the file, from 1, None if unknown.
        text: the description.
    """

    tiles: tuple[int, ...]
    lines: tuple[int, ...] | None
    text: str


def describe_typos(puzzle: Puzzle, lines: Sequence[int]) -> tuple[DescribedTypo, ...]:
    """Describe the likely typos of a puzzle without a solution."""
    return tuple(_describe_typo(puzzle, lines, slip) for slip in counting.likely_typos(puzzle))


def _describe_typo(puzzle: Puzzle, lines: Sequence[int], slip: Typo, more: str = "") -> DescribedTypo:
    names = puzzle.names

    def tile_name(tile: int) -> str:
        apart = lines and lines[tile] != names.number(tile)
        return f"tile {names.number(tile)}" + (f" (line {lines[tile]})" if apart else "")

    return DescribedTypo(
        slip.tiles,
        tuple(lines[tile] for tile in slip.tiles) if lines else None,
        f"perhaps {slip.describe(map(tile_name, slip.tiles), names.colour)}{more}",
    )


MOST_TRIED = 16
"""Largest number of tiles for which single changes are tried as corrections."""

MOST_CONFLICTS = 10_000
"""Conflict limit of a search that tries a correction."""


def _list_side_swaps(puzzle: Puzzle) -> Iterator[Typo]:
    """Yield typos that swap two sides of a tile.

    Swaps that result in the same tile are yielded once.
    """
    for number, tile in enumerate(puzzle.tiles):
        seen = {_comparable_sides(puzzle, tile.sides)}
        for pair in combinations(Side, 2):
            slip = Typo(TypoKind.SWAPPED, number, pair)
            if (kind := _comparable_sides(puzzle, slip.repaired_puzzle(puzzle).tiles[number].sides)) not in seen:
                seen.add(kind)
                yield slip


def _comparable_sides(puzzle: Puzzle, sides: Sides) -> Sides:
    return canonical_sides(sides) if puzzle.turning else sides


@dataclass(frozen=True, slots=True)
class Explanation:
    """Reasons why a puzzle with its clues has no solution.

    Attributes:
        solvable: whether there is a solution, None if unknown.
        reasons: contradictions found by counting. If there are any, nothing is searched.
        clues: number of clues.
        clashes: minimal sets of clues that no solution has together. Without any one clue of a set, some solution has
            the other clues.
        all_clashes: whether it is proved that `clashes` contains all minimal sets.
        mus: `clashes` as facts, clue(X,Y,T,R): minimal unsatisfiable subsets (MUS).
        mcs: a smallest set of clues to remove so that there is a solution, as facts: a minimal correction set (MCS).
            None if unknown. The search for it has to be requested with `most`.
        narrowed: a set of clues that no solution has together, if a limit left open whether it is minimal, else None.
        kept: largest set of clues known to have a solution, None if none is known.
        most: upper bound on the number of clues that have a solution together.
        without_clues: whether it is proved that there is no solution without the clues either.
        conditions: conditions that no board satisfies together, each in its place. Empty unless `without_clues`.
        conditions_minimal: whether it is proved that without any one of `conditions`, a board satisfies the others.
        slips: likely typos, found by counting. Empty unless `without_clues`.
        stopped: the limit that ended the search, None if the search was answered.
        conflicts: conflicts of all searches.
        seconds: wall time in seconds.
    """

    JSON: ClassVar = (
        *("solvable", "reasons", "clues", "clashes", "all_clashes", "mus", "mcs", "narrowed", "kept", "most"),
        *("without_clues", "conditions", "conditions_minimal", "slips", "answered", "stopped", "conflicts", "seconds"),
    )

    solvable: bool | None
    reasons: tuple[str, ...]
    clues: int
    clashes: tuple[Clues, ...]
    all_clashes: bool
    mus: tuple[tuple[str, ...], ...]
    mcs: tuple[str, ...] | None
    narrowed: Clues | None
    kept: Clues | None
    most: int
    without_clues: bool
    conditions: tuple[ConditionInPlace, ...]
    conditions_minimal: bool
    slips: tuple[DescribedTypo, ...]
    stopped: Stopped | None
    conflicts: int
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether a solution or a minimal reason is found within the limits."""
        return bool(self.solvable or self.reasons or self.clashes or self.conditions_minimal) and not self.stopped


class Explainer:
    """Search for the reasons why a puzzle has no solution.

    `explanation` returns the result so far.

    Attributes:
        puzzle: the puzzle.
        clues: clues of the puzzle, which may contradict one another.
        own: user rules.
        solution: a solution with all clues, None unless one is found.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Sequence[GivenClue] = (),
        *,
        deadline: Deadline | None = None,
        conflicts: int | None = None,
        own: UserRules = UserRules(),
        lines: Sequence[int] = (),
    ) -> None:
        """Prepare a search.

        Args:
            puzzle: the puzzle.
            clues: distinct clues, in range.
            lines: line of each tile in its file, empty if unknown.
            own: user rules. With them, conditions are not examined.
            deadline: limits on time and memory, None for no limit.
            conflicts: conflict limit of all searches.
        """
        self.puzzle = puzzle
        self.clues = tuple(clues)
        self._lines = lines
        self.solution: Solution | None = None
        self._deadline = deadline or Deadline()
        self._budget = ConflictBudget(conflicts)
        self._reasons = tuple(counting.contradictions(puzzle))
        self._solvable: bool | None = False if self._reasons else None
        session = Session(make_assumption_task(puzzle, own=own), deadline=self._deadline)
        self._test = ClueTest(session, [clue.placement for clue in self.clues], self._budget)
        self._enumerator = MusEnumerator(len(self.clues), self._test, self._deadline)
        self._conditions: ConditionTest | None = None
        self._places: MusEnumerator | None = None
        self._stopped: Stopped | None = None
        self._slips: tuple[DescribedTypo, ...] = ()
        self.own = own
        self._doing, self._number = "", 1

    @property
    def current_step(self) -> str:
        """The current step, for the progress line."""
        return self._doing if self._enumerator.core is None else "shrinking the set of conflicting clues"

    @property
    def share_done(self) -> float | None:
        """Completed fraction, from 0 to 1, None if unknown."""
        places = self._places.share_done if self._places else None
        if self._enumerator.core is not None or places is not None:
            return self._enumerator.share_done if places is None else places
        return len(self._enumerator.muses) / self._number if self._number > 1 else None

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return self._budget.used

    @property
    def condition_count(self) -> int:
        """Number of guarded conditions, 0 before they are examined."""
        return len(self._conditions.conditions) if self._conditions else 0

    def run(self, number: int = 1, *, most: bool = False, conditions: bool = True) -> None:
        """Search until everything requested is known.

        At a limit, the search ends without an error.

        Args:
            number: number of MUSes to find, 0 for all.
            most: whether to find a largest set of clues that has a solution, too.
            conditions: whether to find conflicting conditions if the clues are not the reason.
        """
        if self._reasons:
            if conditions:
                # Contradictions found by counting hold whichever limit ends the search for typos.
                with suppress(LimitReached):
                    self._try_corrections()
            return
        self._doing, self._number = "checking whether there is a solution", number
        try:
            cores = visible_cores(self.puzzle, [clue.placement for clue in self.clues])
            # A single visible core suffices, even if it is not proved minimal. Several sets have to be minimal.
            first = self._enumerator.find_first(cores=cores, enough=SEEN_EFFORT if number == 1 else None)
            if first is None:
                self._solvable, self.solution = True, self._test.solution
            elif first:
                self._find_more_cores(number, most)
            elif conditions and not self.own:
                self._doing = "shrinking the set of conflicting conditions"
                session = Session(guard_conditions(make_task(self.puzzle)), deadline=self._deadline)
                self._conditions = ConditionTest(session, self._budget)
                self._places = MusEnumerator(len(self._conditions.conditions), self._conditions, self._deadline)
                self._places.find_first(likely_cores(self.puzzle, self._conditions.conditions), unsatisfiable=True)
                self._try_corrections()
        except LimitReached as reached:
            self._stopped = reached.stopped

    def _try_corrections(self) -> None:
        """Try to correct likely typos, and list working corrections first."""
        likely = counting.likely_typos(self.puzzle)
        # If counting has found a reason, trying to swap any two sides is not worth the time.
        if len(self.puzzle.tiles) > MOST_TRIED or self.own or (self._reasons and not likely):
            return
        self._doing = "correcting likely typos" if likely else "swapping two sides of each tile"
        helping: list[Typo] = []
        # Without a frame, counting finds no typo, so all swaps of two sides are tried.
        for slip in likely or _list_side_swaps(self.puzzle):
            if slip.first is not None:
                continue
            self._deadline.check()
            session = self._budget.add(Session(make_task(slip.repaired_puzzle(self.puzzle)), deadline=self._deadline))
            if any(True for _ in session.solve(conflicts=MOST_CONFLICTS)):
                helping.append(slip)
        tiles = tuple(dict.fromkeys(slip.tile for slip in helping))
        if len(tiles) <= counting.MOST:
            self._slips = (
                *(_describe_typo(self.puzzle, self._lines, slip, ": then there is a solution") for slip in helping),
                *(_describe_typo(self.puzzle, self._lines, slip) for slip in likely if slip not in helping),
            )
        else:
            numbers = ", ".join(str(self.puzzle.names.number(tile)) for tile in tiles)
            lines = tuple(self._lines[tile] for tile in tiles) if self._lines else None
            text = f"perhaps two sides of a tile are swapped: there is a solution if it is one of the tiles {numbers}"
            self._slips = (DescribedTypo(tiles, lines, text),)

    def _find_more_cores(self, number: int, most: bool) -> None:
        if most:
            self._doing = "looking for clues that can stay"
            self._enumerator.find_largest_satisfiable()
        if number != 1:
            self._doing = "looking for further sets"
            for _ in self._enumerator.enumerate_all():
                if len(self._enumerator.muses) == number:
                    break

    def explanation(self) -> Explanation:
        """Return the explanation so far."""
        enumerator, places = self._enumerator, self._places
        muses = tuple(map(self._clues_by_number, enumerator.muses))
        clashes = tuple(filter(None, muses))
        without_clues = bool(self._reasons) or () in muses
        satisfiable = enumerator.satisfiable
        removed = (
            self._clues_by_number(enumerator.constraints - satisfiable)
            if satisfiable is not None and enumerator.is_maximum
            else None
        )
        narrowed = None if enumerator.core is None else self._clues_by_number(enumerator.core)
        solvable = False if muses or narrowed is not None else self._solvable
        named: Constraints = frozenset()
        if places is not None:
            named = places.muses[0] if places.muses else places.core or frozenset()
        return Explanation(
            solvable=solvable,
            reasons=self._reasons,
            clues=len(self.clues),
            clashes=clashes,
            all_clashes=enumerator.complete,
            mus=tuple(map(self._clue_atoms, clashes)),
            mcs=None if removed is None else self._clue_atoms(removed),
            narrowed=narrowed,
            kept=None if satisfiable is None else self._clues_by_number(satisfiable),
            most=enumerator.bound,
            without_clues=without_clues,
            conditions=tuple(self._conditions.conditions[number] for number in sorted(named))
            if self._conditions
            else (),
            conditions_minimal=bool(places and places.muses),
            slips=self._slips or describe_typos(self.puzzle, self._lines) if without_clues else (),
            stopped=self._stopped,
            conflicts=self._budget.used,
            seconds=self._deadline.seconds(),
        )

    def _clues_by_number(self, constraints: Constraints) -> Clues:
        return tuple(self.clues[number] for number in sorted(constraints))

    def _clue_atoms(self, clues: Iterable[GivenClue]) -> tuple[str, ...]:
        return tuple(str(clue_atom(self.puzzle, clue.placement)) for clue in clues)


def visible_cores(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Constraints]:
    """Yield single placements and pairs that violate a condition."""
    # Placements without a violation need no comparison: comparing all pairs took 25 s at 50 x 50.
    if not check(puzzle, Solution(tuple(placements))).violations:
        return
    by_key: dict[int | Square, list[int]] = {}
    pairs = set[tuple[int, int]]()
    for number, placement in enumerate(placements):
        if check(puzzle, Solution((placement,))).violations:
            yield frozenset((number,))
        own: tuple[int | Square, ...] = (placement.tile, placement.square)
        # Two placements can violate a condition only if they share a tile or a square, or are adjacent.
        near = (puzzle.grid.neighbour(placement.square, side) for side in Side)
        pairs.update((other, number) for key in (*own, *near) for other in by_key.get(key, []))
        for key in own:
            by_key.setdefault(key, []).append(number)
    for one, other in sorted(pairs):
        if check(puzzle, Solution((placements[one], placements[other]))).violations:
            yield frozenset((one, other))


def describe_violations(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[str]:
    """Describe the conditions that clues violate."""
    return [violation.text for violation in check(puzzle, Solution(tuple(clue.placement for clue in clues))).violations]


def dead_end_text(puzzle: Puzzle, square: Square, around: str) -> str:
    """Describe a square on which no tile fits.

    `around` describes its neighbours.
    """
    return f"no tile fits on {puzzle.names.place(square)}" + (f", with {around}" if around else "")


def list_dead_ends(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[tuple[Square, str]]:
    """List squares on which no tile fits.

    Returns each square with a description of its neighbours.
    """
    board = Solution(tuple(clue.placement for clue in clues))
    if check(puzzle, board).violations:
        return []
    fitting = FittingPlacements(puzzle, board)
    return [(square, fitting.requirements_text(square)) for square in fitting.dead_ends]
