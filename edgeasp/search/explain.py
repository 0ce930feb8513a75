"""Explanations of puzzles without a solution, by minimal sets of clues, conditions or placements that clash.

Minimal sets that clash (MUS) are found by deletion from cores. All of them are found as by MARCO (Liffiton, Previti,
Malik and Marques-Silva 2016): a map of the sets that are still unexplored proposes one, whose core is shrunk if it
clashes, and which excludes its own subsets if it stands. A largest set that stands leaves out a smallest hitting set of
the clashes that are known (Davies and Bacchus 2011).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from edgeasp.encoding.facts import Assumption, clue_atom, place_atom
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.clues import GivenClue, Source
from edgeasp.puzzle.counting import Slip, SlipKind
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
from edgeasp.search.solve import Session
from edgeasp.search.task import Job, Task, make_task, relax
from edgeasp.system.errors import EncodingError
from edgeasp.system.limits import Deadline, Limit, LimitReached, Limits, Stopped

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram


# ---- sets of parts that can or cannot stand together ----

Parts = frozenset[int]
"""Parts by their numbers, from 0."""

FIRST_EFFORT = 10
"""Conflicts that a test may take which only makes a clash smaller: many of them are decided at once."""

GROWTH = 8
"""The factor of the conflicts that it may take when it is made again, because a set is to be minimal."""

SEEN_EFFORT = FIRST_EFFORT * GROWTH**3
"""Conflicts of a test whether clues clash that are fewer than those seen to: some seconds."""

KEPT_EFFORT = 10_000
"""Conflicts of a search in which clues or laid tiles are facts."""


@dataclass(frozen=True, slots=True)
class Stands:
    """The parts can stand together; so can all that the solution has which was found."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Clash:
    """The parts cannot stand together; nor can those of the core."""

    core: Parts


Verdict = Stands | Clash | None
"""None if the test ended at its own conflict limit."""

Test = Callable[[Parts, int | None], Verdict]
"""Whether parts can stand together, within so many conflicts, if any are given.

It raises an exception when a limit of the whole search is reached.
"""


class Subsets:
    """Explores the sets of some parts; what is known at any moment stands in its attributes.

    Attributes:
        every: all parts.
        minimal: sets that clash, each of whose proper subsets stands, in the order of their discovery.
        narrowed: the smallest set that is known to clash, while it is not proved minimal; else None.
        needed: parts of that which are proved to be needed.
        standing: the largest set that is known to stand; None if none is.
        most: how many parts can stand together, at most.
        complete: whether `minimal` are proved to be all such sets.
    """

    def __init__(self, number: int, test: Test) -> None:
        """Begin with nothing known but the number of parts and the test."""
        self.every = frozenset(range(number))
        self.minimal: list[Parts] = []
        self.narrowed: Parts | None = None
        self.needed: set[int] = set()
        self.standing: Parts | None = None
        self.most = number
        self.complete = False
        self._test = test
        self._clashes: list[Parts] = []
        self._maximal: list[Parts] = []

    @property
    def largest_is_known(self) -> bool:
        """Whether the largest set known to stand is a largest one."""
        return self.standing is not None and len(self.standing) == self.most

    @property
    def share(self) -> float | None:
        """The part of all parts that is known to be needed or not, while a clash is narrowed; else None."""
        return None if self.narrowed is None else 1 - len(self.narrowed - self.needed) / len(self.every)

    def first(
        self,
        likely: Iterable[Parts] = (),
        *,
        seen: Iterable[Parts] = (),
        enough: int | None = None,
        known: bool = False,
    ) -> Parts | None:
        """A minimal set that clashes; None if all parts can stand together.

        Args:
            likely: sets to look into before all others.
            seen: sets that are known to clash, of which the first is taken.
            enough: conflicts of a test with which such a set is no longer tried to be made smaller; any number if None.
            known: whether all parts together are known to clash.
        """
        for clash in seen:
            return self.shrink(clash, enough)
        if known:
            self.narrowed = self.every
        for parts in likely:
            verdict = self._ask(parts, FIRST_EFFORT * GROWTH**2)
            if isinstance(verdict, Clash):
                return self.shrink(verdict.core)
        verdict = self._ask(self.every)
        assert verdict is not None
        return self.shrink(verdict.core) if isinstance(verdict, Clash) else None

    def all(self) -> Iterator[Parts]:
        """Every minimal set that clashes, in the order of discovery; `complete` holds at the end."""
        yield from self.minimal
        while (seed := self._unexplored()) is not None:
            verdict = self._ask(seed)
            assert verdict is not None
            if isinstance(verdict, Clash):
                yield self.shrink(verdict.core)
            else:
                self._maximal.append(self._grow(verdict.parts))
        self.complete = True

    def largest(self) -> Parts | None:
        """A largest set that stands; None if not even the empty one does."""
        while not self.largest_is_known:
            kept = self._fewest_left_out()
            if kept is None:
                return None
            # Clashes without a part in common raise the bound by one each.
            while isinstance(verdict := self._ask(kept), Clash):
                clash = self._reduce(verdict.core)
                if not clash:
                    return None
                kept -= clash
        return self.standing

    def shrink(self, clash: Parts, enough: int | None = None) -> Parts:
        """A minimal set within one that is known to clash; the effort grows until every test is decided.

        Or until a test takes `enough` conflicts: then the set is perhaps not minimal, and stays `narrowed`.
        """
        self.narrowed, effort = clash, FIRST_EFFORT
        self.needed = set()
        while open_ := sorted(self.narrowed - self.needed):
            if enough is not None and effort > enough:
                return self.narrowed
            for part in open_:
                if part in self.narrowed:
                    self._delete(part, effort)
            effort *= GROWTH
        narrowed = self.narrowed
        self.minimal.append(narrowed)
        self._clashes.append(narrowed)
        self.narrowed = None
        return narrowed

    def _ask(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        if self.standing is not None and parts <= self.standing:
            return Stands(self.standing)
        for clash in self._clashes:
            if clash <= parts:
                return Clash(clash)
        verdict = self._test(parts, conflicts)
        if isinstance(verdict, Stands) and (self.standing is None or len(verdict.parts) > len(self.standing)):
            self.standing = verdict.parts
        return verdict

    def _delete(self, part: int, effort: int) -> None:
        """Try whether the narrowed set clashes without a part; if it stands, the part is needed."""
        assert self.narrowed is not None
        verdict = self._ask(self.narrowed - {part}, effort)
        if isinstance(verdict, Clash):
            self.narrowed = verdict.core
        elif verdict is not None:
            self.needed.add(part)

    def _reduce(self, clash: Parts) -> Parts:
        """A small set within one that clashes, by tests of little effort."""
        for part in sorted(clash):
            if part in clash and len(clash) > 1:
                verdict = self._ask(clash - {part}, FIRST_EFFORT)
                clash = verdict.core if isinstance(verdict, Clash) else clash
        if clash not in self._clashes:
            self._clashes.append(clash)
        return clash

    def _grow(self, standing: Parts) -> Parts:
        """A set that stands and clashes with each further part."""
        for part in sorted(self.every - standing):
            if part not in standing:
                verdict = self._ask(standing | {part})
                assert verdict is not None
                if isinstance(verdict, Stands):
                    standing = verdict.parts
                else:
                    self._clashes.append(verdict.core)
        return standing

    def _unexplored(self) -> Parts | None:
        """A set that neither contains a clash nor is part of a set that stands; None if there is none."""
        return next(_kept(self._map(self.minimal, self._maximal)), None)

    def _fewest_left_out(self) -> Parts | None:
        """A set without a clash, as far as clashes are known, of the largest size; `most` becomes that size."""
        program = self._map(self._clashes, [], "fewest.\n")
        while self.most >= 0:
            for kept in _kept(program, len(self.every) - self.most):
                return kept
            self.most -= 1
        return None

    def _map(self, clashes: Sequence[Parts], standing: Sequence[Parts], more: str = "") -> GroundProgram:
        from edgeasp.encoding.render import rules_of
        from edgeasp.solvers.clingo.ground_program import GroundProgram
        from edgeasp.solvers.clingo.options import ClaspOptions

        facts = [f"part({part})." for part in sorted(self.every)]
        for number, parts in enumerate(clashes):
            facts += [f"clash({number}).", *(f"clash({number},{part})." for part in sorted(parts))]
        for number, parts in enumerate(standing):
            facts += [f"stands({number}).", *(f"stands({number},{part})." for part in sorted(parts))]
        text = "\n".join(facts) + "\n" + more + rules_of("explain/subsets.lp")
        return GroundProgram(text, ClaspOptions(guided=True))


def _kept(program: GroundProgram, bound: int | None = None) -> Iterator[Parts]:
    """The set of the first answer, if there is one."""
    for atoms in program.answers(bound=bound):
        yield frozenset(int(atom.arguments[0]) for atom in atoms)


# ---- tests whether assumptions, placements or conditions in places can hold together ----


class Budget:
    """A limit on the conflicts of several sessions together.

    Attributes:
        limit: the most conflicts; None for any number.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self._sessions: list[Session] = []

    def add(self, session: Session) -> Session:
        """Count a session, which is given back."""
        if session not in self._sessions:
            self._sessions.append(session)
        return session

    @property
    def used(self) -> int:
        """Conflicts so far."""
        return sum(session.statistics.conflicts or 0 for session in self._sessions if session.statistics)

    @property
    def left(self) -> int | None:
        """Conflicts that are left; None for any number."""
        return None if self.limit is None else max(0, self.limit - self.used)


class AssumptionTest:
    """Answers whether some assumptions can hold together; each solution that shows it was checked.

    Attributes:
        session: whose ground program is searched.
        assumptions: different ones, by their numbers.
        solution: the last solution that was found; None if there was none.
    """

    def __init__(self, session: Session, assumptions: Sequence[Assumption], budget: Budget) -> None:
        self.session = budget.add(session)
        self.assumptions = tuple(assumptions)
        self.solution: Solution | None = None
        self._budget = budget
        self._part = {assumption: part for part, assumption in enumerate(assumptions)}

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        """Whether the assumptions of these numbers can hold together; None if `conflicts` are not enough to decide.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        self.session.deadline.check()
        left = self._budget.left
        most = min((limit for limit in (conflicts, left) if limit is not None), default=None)
        for answer in self.session.solve(
            conflicts=most, assumptions=[self.assumptions[part] for part in sorted(parts)]
        ):
            self.solution = answer.solution
            return Stands(parts | self.holding(answer.solution))
        result = self.session.result()
        if result.exhausted:
            return Clash(frozenset(self._part[assumption] for assumption in self.session.core))
        stopped = self.session.stopped
        assert stopped is not None
        if stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(stopped)
        if most != left:
            return None
        raise LimitReached(Stopped(Limit.CONFLICTS, self._budget.limit))

    def holding(self, solution: Solution) -> Parts:
        """Assumptions that hold in a solution besides those that were asked about, as far as that is easily seen."""
        return frozenset()


def open_task(
    puzzle: Puzzle,
    clues: Solution | Iterable[Source] = Solution(),
    variants: str | None = None,
    own: OwnRules = OwnRules(),
) -> Task:
    """The task in whose ground program any placements can be assumed, beside rules that a user has added.

    To break a symmetry of the puzzle may exclude a placement that is assumed later, so none is broken; a tile is only
    tried in one of several rotations that show the same sides.

    Raises:
        EncodingError: the rules are a program, ask for the least cost, or speak of rotations where a tile shows
            the same sides in several.
    """
    if own.program:
        raise EncodingError("clues are assumed in edgeasp's own rules: leave out the program, and add rules to these")
    if own.optimises:
        raise EncodingError("clashes and hints are about all boards: leave out the rules that ask for the least cost")
    alike = any(len(rots) > 1 for looks in puzzle.looks for rots in looks.values())
    if alike and any("chosenRotation" in file.code for file in own.files):
        raise EncodingError("a tile with the same sides in two rotations is tried in one: leave out chosenRotation")
    symmetry = () if own else ("tile-rotations",)
    return make_task(puzzle, clues, EncodingRequest(variants, symmetry=symmetry, heuristic="none"), own=own)


class PlacementTest(AssumptionTest):
    """Answers whether some solution has all of some placements, which show different boards."""

    def __init__(self, session: Session, placements: Sequence[Placement], budget: Budget) -> None:
        """Get ready, in a session of a task that `open_task` has made."""
        puzzle = session.task.puzzle
        self.placements = tuple(map(puzzle.canonical, placements))
        super().__init__(session, [Assumption(place_atom(puzzle, placement)) for placement in self.placements], budget)

    def holding(self, solution: Solution) -> Parts:
        """The placements that a solution has."""
        has = set(map(self.session.task.puzzle.canonical, solution))
        return frozenset(part for part, placement in enumerate(self.placements) if placement in has)

    def kept(self, parts: Parts) -> Verdict:
        """Whether placements can stand together that are kept as facts: what they decide is not ground.

        None where that is not seen, or where a core is needed.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        task = self.session.task
        clues = Solution((*task.clues, *(self.placements[part] for part in sorted(parts))))
        if check(task.puzzle, clues).violations:
            return None
        task = make_task(task.puzzle, clues, own=task.own)
        session = self._budget.add(Session(task, deadline=self.session.deadline))
        left = self._budget.left
        conflicts = KEPT_EFFORT if left is None else min(left, KEPT_EFFORT)
        for answer in session.run(Job(task, limits=Limits(conflicts=conflicts))):
            self.solution = answer.solution
            return Stands(parts | self.holding(answer.solution))
        if session.stopped is not None and session.stopped.kind is not Limit.CONFLICTS:
            raise LimitReached(session.stopped)
        return Clash(parts) if session.result().exhausted and not parts else None


class ClueTest(PlacementTest):
    """Answers whether some solution has all of some clues.

    All clues together are kept as facts at first, as in a search for solutions: what they decide is not ground. Only a
    core needs them as assumptions, for which all placements are ground.
    """

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        """As for other assumptions; that all can hold together is mostly seen without them."""
        verdict = self.kept(parts) if conflicts is None and len(parts) == len(self.placements) else None
        return verdict or super().__call__(parts, conflicts)


_NAME = re.compile(r"\(?(adjoining|sign)\((\d+),(\d+)(?:,(right|bottom))?\)\)?")


@dataclass(frozen=True, slots=True)
class ConditionInPlace:
    """A condition of a solution in one place.

    Attributes:
        condition: `adjoining` or `sign`, as the checker has it.
        square: the square; for `adjoining` the upper or left one of two.
        side: for `adjoining` the side on which the square meets the other one, `right` or `bottom`; else None.
        other: for `adjoining` the other square, where it is not the neighbour on a board that does not wrap around.
    """

    JSON: ClassVar = ("condition", "*square", "side")

    condition: Condition
    square: Square
    side: Side | None = None
    other: Square | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that it concerns."""
        return (self.square,) if self.side is None else (self.square, self.other or self.square.neighbour(self.side))

    @property
    def text(self) -> str:
        """The condition in words."""
        places = list(map(place_name, self.squares))
        if self.side is None:
            return f"{places[0]} holds a sign that differs from its neighbours'"
        return f"{places[0]} matches {places[1]}"


def guarded(task: Task) -> Task:
    """The task in which sides have to match, and signs to differ, only where that is assumed.

    Still every tile lies on one square, the outside has the frame colour, and clues are kept.
    """
    return relax(task, guarded=[Condition.ADJOINING, *([Condition.SIGN] if task.encoding.signed else [])])


class ConditionTest(AssumptionTest):
    """Answers whether the tiles can be laid so that some conditions hold in their places."""

    def __init__(self, session: Session, budget: Budget) -> None:
        """Ground a task that `guarded` has made."""
        super().__init__(session, guards(session), budget)
        grid = session.task.puzzle.grid
        self.conditions = tuple(_in_place(assumption, grid) for assumption in self.assumptions)


def regions(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> tuple[Parts, ...]:
    """Sets of conditions that people think of first: those in the ring of a framed board, and those inside it."""
    if not puzzle.framed:
        return ()
    ring = frozenset(part for part, condition in enumerate(conditions) if in_ring(puzzle, condition))
    inside = frozenset(
        part
        for part, condition in enumerate(conditions)
        if not any(puzzle.statement.at_frame(square) for square in condition.squares)
    )
    return ring, inside


def in_ring(puzzle: Puzzle, condition: ConditionInPlace) -> bool:
    """Whether a condition concerns two squares that are neighbours along the outside."""
    one, *others = (puzzle.statement.at_frame(square) for square in condition.squares)
    return condition.condition is Condition.ADJOINING and any(one & other for other in others)


def summary(puzzle: Puzzle, conditions: Sequence[ConditionInPlace]) -> str:
    """The clash in one clause."""
    squares = sorted(
        {square for condition in conditions for square in condition.squares}, key=lambda square: square[::-1]
    )
    if not squares:
        return "the tiles cannot be laid, whether their sides match or not"
    if puzzle.framed and all(in_ring(puzzle, condition) for condition in conditions):
        return "the ring cannot be closed"
    left, right = min(square.col for square in squares), max(square.col for square in squares)
    top, bottom = min(square.row for square in squares), max(square.row for square in squares)
    area = (right - left + 1) * (bottom - top + 1)
    where = f"{place_name(Square(left, top))} to {place_name(Square(right, bottom))}"
    which = f"squares {where}" if len(squares) == area else f"{len(squares)} squares within {where}"
    return f"{which} cannot be filled so that their sides match"


def guards(session: Session) -> list[Assumption]:
    """The assumptions that switch on all guarded conditions, each in its place: `active(adjoining(1,1,right))`."""
    return [Assumption(atom) for atom in session.ground().atoms("active", 1)]


def _in_place(guard: Assumption, grid: Grid) -> ConditionInPlace:
    match = _NAME.fullmatch(str(guard.atom.arguments[0]))
    assert match is not None
    name, x, y, side = match.groups()
    facing = Side(SIDE_WORDS.index(side)) if side else None
    square = Square(int(x) - 1, int(y) - 1)
    return ConditionInPlace(Condition(name), square, facing, None if facing is None else grid.neighbour(square, facing))


# ---- explanations of why a puzzle has no solution ----

Clues = tuple[GivenClue, ...]


@dataclass(frozen=True, slots=True)
class NamedSlip:
    """A likely slip of typing, in words.

    Attributes:
        tiles: the tiles that it concerns, from 0.
        lines: their lines, from 1; None where they are not known.
        text: the slip in words.
    """

    tiles: tuple[int, ...]
    lines: tuple[int, ...] | None
    text: str


def named_slips(puzzle: Puzzle, lines: Sequence[int]) -> tuple[NamedSlip, ...]:
    """Likely slips in a puzzle without a solution that was typed, given the line of each tile, where it has one."""
    return tuple(_in_words(puzzle, lines, slip) for slip in counting.likely_slips(puzzle))


def _in_words(puzzle: Puzzle, lines: Sequence[int], slip: Slip, more: str = "") -> NamedSlip:
    names = puzzle.names

    def tile_name(tile: int) -> str:
        apart = lines and lines[tile] != names.number(tile)
        return f"tile {names.number(tile)}" + (f" (line {lines[tile]})" if apart else "")

    return NamedSlip(
        slip.tiles,
        tuple(lines[tile] for tile in slip.tiles) if lines else None,
        f"perhaps {slip.text(map(tile_name, slip.tiles), names.colour)}{more}",
    )


MOST_TRIED = 16
"""The most tiles of a puzzle whose tiles are changed one by one to see whether there is a solution then."""

MOST_CONFLICTS = 10_000
"""Conflicts after which a change is taken for none that helps."""


def _exchanges(puzzle: Puzzle) -> Iterator[Slip]:
    """Two sides of a tile that were swapped, once for all exchanges that make the same tile."""
    for number, tile in enumerate(puzzle.tiles):
        seen = {_kind(puzzle, tile.sides)}
        for pair in combinations(Side, 2):
            slip = Slip(SlipKind.SWAPPED, number, pair)
            if (kind := _kind(puzzle, slip.mended(puzzle).tiles[number].sides)) not in seen:
                seen.add(kind)
                yield slip


def _kind(puzzle: Puzzle, sides: Sides) -> Sides:
    return canonical_sides(sides) if puzzle.turning else sides


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons why a puzzle with its clues has no solution, as far as they are known.

    Attributes:
        solvable: whether there is a solution; None if that is not known.
        reasons: contradictions that counting finds; then nothing was searched.
        clues: the number of clues.
        clashes: minimal sets of clues that cannot stand together: without any one of them there is a solution.
        all_clashes: whether they are proved to be all such sets.
        mus: the clashes as sets of atoms of the facts, clue(X,Y,T,R): minimal unsatisfiable subsets (MUS).
        mcs: as few clues as possible to lift so that the others stand, as atoms: a smallest minimal correction set
            (MCS), which is searched for if `most` is asked for; None if it is not known.
        narrowed: clues that cannot stand together either, when the search ended before that set was minimal; None if
            none.
        kept: the largest set of clues that is known to stand; None if none is known.
        most: how many clues can stand together, at most, as far as is known.
        without_clues: whether it is proved that there is no solution without the clues either.
        conditions: conditions in places that cannot hold together; empty unless `without_clues`.
        conditions_minimal: whether without any one of them the others can hold.
        slips: likely slips of typing, as counting shows; empty unless `without_clues`.
        stopped: what has ended the search before it was answered; None if nothing has.
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
    slips: tuple[NamedSlip, ...]
    stopped: Stopped | None
    conflicts: int
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether everything is known that was asked for: a solution, or a reason that is proved minimal."""
        return bool(self.solvable or self.reasons or self.clashes or self.conditions_minimal) and not self.stopped


class Explainer:
    """Searches for the reasons; `explanation` tells what is known at any moment.

    Attributes:
        puzzle: the puzzle.
        clues: its clues, which may contradict one another.
        own: rules of a user that a solution has to keep as well.
        solution: a solution that keeps all clues, if there is one after all.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        clues: Sequence[GivenClue] = (),
        *,
        deadline: Deadline | None = None,
        conflicts: int | None = None,
        own: OwnRules = OwnRules(),
        lines: Sequence[int] = (),
    ) -> None:
        """Get ready.

        Args:
            puzzle: the puzzle.
            clues: different ones, in range.
            lines: the line of each tile in its file; none if tiles have none.
            own: rules that a solution has to keep as well; without clues to blame, nothing is said of conditions then.
            deadline: the clock; without limits if None.
            conflicts: a limit on the conflicts of all searches.
        """
        self.puzzle = puzzle
        self.clues = tuple(clues)
        self._lines = lines
        self.solution: Solution | None = None
        self._deadline = deadline or Deadline()
        self._budget = Budget(conflicts)
        self._reasons = tuple(counting.contradictions(puzzle))
        self._solvable: bool | None = False if self._reasons else None
        session = Session(open_task(puzzle, own=own), deadline=self._deadline)
        self._test = ClueTest(session, [clue.placement for clue in self.clues], self._budget)
        self._subsets = Subsets(len(self.clues), self._test)
        self._conditions: ConditionTest | None = None
        self._places: Subsets | None = None
        self._stopped: Stopped | None = None
        self._slips: tuple[NamedSlip, ...] = ()
        self.own = own
        self._doing, self._number = "", 1

    @property
    def doing(self) -> str:
        """The present step, in words, for a person who waits."""
        return self._doing if self._subsets.narrowed is None else "narrowing down the clues that clash"

    @property
    def share(self) -> float | None:
        """The part of that which is done, from 0 to 1; None if that is not known."""
        places = self._places.share if self._places else None
        if self._subsets.narrowed is not None or places is not None:
            return self._subsets.share if places is None else places
        return len(self._subsets.minimal) / self._number if self._number > 1 else None

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far."""
        return self._budget.used

    @property
    def conditions(self) -> int:
        """The number of all conditions in places; 0 unless they were asked about."""
        return len(self._conditions.conditions) if self._conditions else 0

    def run(self, number: int = 1, *, most: bool = False, conditions: bool = True) -> None:
        """Search until everything is known that is asked for, or a limit is reached.

        Args:
            number: how many minimal sets of clues to find; 0 for all.
            most: find a largest set of clues that can stay as well.
            conditions: find conditions that clash, if the clues are not to blame.
        """
        if self._reasons:
            if conditions:
                # What counting says is proved, whatever a limit ends.
                with suppress(LimitReached):
                    self._try_slips()
            return
        self._doing, self._number = "asking whether there is a solution", number
        try:
            seen = seen_clashes(self.puzzle, [clue.placement for clue in self.clues])
            # Of one set, what is seen is an answer; among several it has to be a minimal one.
            first = self._subsets.first(seen=seen, enough=SEEN_EFFORT if number == 1 else None)
            if first is None:
                self._solvable, self.solution = True, self._test.solution
            elif first:
                self._further(number, most)
            elif conditions and not self.own:
                self._doing = "narrowing down the conditions that clash"
                session = Session(guarded(make_task(self.puzzle)), deadline=self._deadline)
                self._conditions = ConditionTest(session, self._budget)
                self._places = Subsets(len(self._conditions.conditions), self._conditions)
                self._places.first(regions(self.puzzle, self._conditions.conditions), known=True)
                self._try_slips()
        except LimitReached as reached:
            self._stopped = reached.stopped

    def _try_slips(self) -> None:
        """Put the slips first without which there is a solution; any two sides of a tile where counting knows none."""
        likely = counting.likely_slips(self.puzzle)
        # Where counting has an answer, it does not wait for all exchanges.
        if len(self.puzzle.tiles) > MOST_TRIED or self.own or (self._reasons and not likely):
            return
        self._doing = "mending what was perhaps mistyped" if likely else "exchanging two sides of a tile at a time"
        helping: list[Slip] = []
        for slip in likely or _exchanges(self.puzzle):
            if slip.first is not None:
                continue
            self._deadline.check()
            session = self._budget.add(Session(make_task(slip.mended(self.puzzle)), deadline=self._deadline))
            if any(True for _ in session.solve(conflicts=MOST_CONFLICTS)):
                helping.append(slip)
        tiles = tuple(dict.fromkeys(slip.tile for slip in helping))
        if len(tiles) <= counting.MOST:
            self._slips = (
                *(_in_words(self.puzzle, self._lines, slip, ": then there is a solution") for slip in helping),
                *(_in_words(self.puzzle, self._lines, slip) for slip in likely if slip not in helping),
            )
        else:
            numbers = ", ".join(str(self.puzzle.names.number(tile)) for tile in tiles)
            lines = tuple(self._lines[tile] for tile in tiles) if self._lines else None
            text = f"perhaps two sides of a tile are swapped: there is a solution then with one of the tiles {numbers}"
            self._slips = (NamedSlip(tiles, lines, text),)

    def _further(self, number: int, most: bool) -> None:
        """Find what is asked for beside the first set of clues."""
        if most:
            self._doing = "looking for clues that can stay"
            self._subsets.largest()
        if number != 1:
            self._doing = "looking for further clashes"
            for _ in self._subsets.all():
                if len(self._subsets.minimal) == number:
                    break

    def explanation(self) -> Explanation:
        """The explanation so far."""
        subsets, places = self._subsets, self._places
        every = tuple(map(self._clues_of, subsets.minimal))
        clashes = tuple(clash for clash in every if clash)
        without_clues = bool(self._reasons) or () in every
        standing = subsets.standing
        lifted = None if standing is None or len(standing) < subsets.most else self._clues_of(subsets.every - standing)
        narrowed = None if subsets.narrowed is None else self._clues_of(subsets.narrowed)
        solvable = False if every or narrowed is not None else self._solvable
        named: Parts = frozenset()
        if places is not None:
            named = places.minimal[0] if places.minimal else places.narrowed or frozenset()
        return Explanation(
            solvable=solvable,
            reasons=self._reasons,
            clues=len(self.clues),
            clashes=clashes,
            all_clashes=subsets.complete,
            mus=tuple(map(self._atoms, clashes)),
            mcs=None if lifted is None else self._atoms(lifted),
            narrowed=narrowed,
            kept=None if standing is None else self._clues_of(standing),
            most=subsets.most,
            without_clues=without_clues,
            conditions=tuple(self._conditions.conditions[part] for part in sorted(named)) if self._conditions else (),
            conditions_minimal=bool(places and places.minimal),
            slips=self._slips or named_slips(self.puzzle, self._lines) if without_clues else (),
            stopped=self._stopped,
            conflicts=self._budget.used,
            seconds=self._deadline.seconds(),
        )

    def _clues_of(self, parts: Parts) -> Clues:
        return tuple(self.clues[part] for part in sorted(parts))

    def _atoms(self, clues: Iterable[GivenClue]) -> tuple[str, ...]:
        """Clues as atoms of the facts."""
        return tuple(str(clue_atom(self.puzzle, clue.placement)) for clue in clues)


def seen_clashes(puzzle: Puzzle, placements: Sequence[Placement]) -> Iterator[Parts]:
    """Placements that are seen to clash: one that breaks a condition by itself, and two that do together."""
    if not check(puzzle, Solution(tuple(placements))).violations:
        return
    parts: dict[int | Square, list[int]] = {}
    pairs = set[tuple[int, int]]()
    for part, placement in enumerate(placements):
        if check(puzzle, Solution((placement,))).violations:
            yield frozenset((part,))
        own: tuple[int | Square, ...] = (placement.tile, placement.square)
        near = (puzzle.grid.neighbour(placement.square, side) for side in Side)
        pairs.update((other, part) for key in (*own, *near) for other in parts.get(key, []))
        for key in own:
            parts.setdefault(key, []).append(part)
    for one, other in sorted(pairs):
        if check(puzzle, Solution((placements[one], placements[other]))).violations:
            yield frozenset((one, other))


def broken(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[str]:
    """The conditions that clues break as they lie, in words."""
    return [violation.text for violation in check(puzzle, Solution(tuple(clue.placement for clue in clues))).violations]


def dead_end_text(puzzle: Puzzle, square: Square, around: str) -> str:
    """A square on which nothing fits, given what lies around it in words."""
    return f"no tile fits on {puzzle.names.place(square)}" + (f", with {around}" if around else "")


def dead_ends(puzzle: Puzzle, clues: Sequence[GivenClue]) -> list[tuple[Square, str]]:
    """Squares on which no tile fits beside the clues, each with what lies around it; none if the clues mismatch."""
    board = Solution(tuple(clue.placement for clue in clues))
    if check(puzzle, board).violations:
        return []
    fitting = Fitting(puzzle, board)
    return [(square, fitting.around(square)) for square in fitting.dead_ends]
