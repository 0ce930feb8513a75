"""Find the next step on a partial board.

If the board cannot be completed, find tiles to remove. On request, find the possible contents of all empty squares.

Each candidate is tested by a search. A solution proves all its placements possible. A candidate that is in no solution
is excluded. Brave and cautious reasoning would find the same result, but here each solution passes the checker, and
intermediate results are valid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from edgeasp.encoding.own_rules import UserRules
from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.search.explain import ConflictBudget, PlacementTest, dead_end_text, make_assumption_task, visible_cores
from edgeasp.search.mus import FIRST_EFFORT, GROWTH, Constraints, Core, MusEnumerator, Outcome, Sat
from edgeasp.search.solve import Session
from edgeasp.system.limits import FOREVER, Deadline, LimitReached, Stopped

# ---- placements on a square in all solutions, or in some ----


@dataclass(frozen=True, slots=True)
class SquareConsequences:
    """Possible placements on an empty square, over all solutions.

    Attributes:
        square: the square.
        possible: placements on the square that occur in some solution.
        open: placements that are not decided yet.
    """

    JSON: ClassVar = ("*square", "possible", "open", "certain")

    square: Square
    possible: tuple[Placement, ...]
    open: tuple[Placement, ...]

    @property
    def certain(self) -> bool:
        """Whether only one placement is possible, so every solution has it."""
        return len(self.possible) == 1 and not self.open


class Consequences:
    """Tests which candidates of empty squares occur in some solution.

    Squares with few candidates come first. The board has to be completable.
    """

    def __init__(
        self, session: Session, candidates: Mapping[Square, Sequence[Placement]], budget: ConflictBudget
    ) -> None:
        """Prepare the tests.

        Args:
            session: session that searches. Its clues are the placements of the board.
            candidates: candidates of each empty square.
            budget: conflict limit of all tests.
        """
        self._squares = sorted(candidates, key=lambda square: (len(candidates[square]), square[::-1]))
        self._on: dict[Square, list[int]] = {}
        placements: list[Placement] = []
        for square in self._squares:
            self._on[square] = list(range(len(placements), len(placements) + len(candidates[square])))
            placements += candidates[square]
        self._test = PlacementTest(session, placements, budget)
        self._possible: set[int] = set()
        self._impossible: set[int] = set()

    def add(self, solution: Solution) -> None:
        """Record that the placements of a solution are possible."""
        self._possible |= self._test.satisfied_by(solution)

    def run(self, squares: Collection[Square] | None = None, most: int | None = None) -> None:
        """Test the candidates of some squares until all are decided.

        Args:
            squares: the squares, None for all.
            most: conflict limit of a single test, None for no limit.

        Raises:
            LimitReached: a limit shared by all searches is reached.
        """
        chosen = [square for square in self._squares if squares is None or square in squares]
        effort = FIRST_EFFORT
        while open_ := [number for square in chosen for number in self._undecided(square)]:
            for number in open_:
                if number not in self._possible:
                    self._test_candidate(number, effort)
            if most is not None and effort >= most:
                return
            effort *= GROWTH

    @property
    def share_done(self) -> float:
        """Fraction of candidates that are decided."""
        known = sum(len(constraints) - len(self._undecided(square)) for square, constraints in self._on.items())
        return known / max(1, sum(map(len, self._on.values())))

    def on_square(self, square: Square) -> SquareConsequences:
        """Return the consequences for a square so far."""
        possible = [number for number in self._on[square] if number in self._possible]
        return SquareConsequences(
            square, self._placements_by_number(possible), self._placements_by_number(self._undecided(square))
        )

    def on_all_squares(self) -> tuple[SquareConsequences, ...]:
        """Return the consequences for all squares, row by row."""
        return tuple(self.on_square(square) for square in sorted(self._squares, key=lambda square: square[::-1]))

    def _test_candidate(self, number: int, effort: int) -> None:
        outcome = self._test(frozenset((number,)), effort)
        if isinstance(outcome, Sat):
            self._possible |= outcome.constraints
        elif isinstance(outcome, Core):
            self._impossible.add(number)

    def _undecided(self, square: Square) -> list[int]:
        return [
            number for number in self._on[square] if number not in self._possible and number not in self._impossible
        ]

    def _placements_by_number(self, constraints: Iterable[int]) -> tuple[Placement, ...]:
        return tuple(self._test.placements[number] for number in constraints)


# ---- tiles that can stay together ----


class BoardTest(PlacementTest):
    """Tests whether some solution keeps given tiles of the board.

    First it looks for a core without a search: violated conditions, and squares without a fitting tile. If most squares
    are filled, it then adds the tiles as facts. Only the search for another core needs the tiles as assumptions, for
    which all placements have to be ground.
    """

    def __init__(self, session: Session, placements: Sequence[Placement], budget: ConflictBudget) -> None:
        """Prepare the tests.

        Args:
            session: session that searches with the clues.
            placements: placements of the board, known to be unsatisfiable together with the clues.
            budget: conflict limit of all searches.
        """
        super().__init__(session, placements, budget)
        self._seen: list[Constraints] = []

    def __call__(self, constraints: Constraints, conflicts: int | None = None) -> Outcome:
        """Test the placements with these numbers.

        If there is a conflict limit, proper subsets of a core that was found without a search are not tested: the limit
        would leave them undecided.
        """
        self.session.deadline.check()
        if conflicts is not None:
            small = any(constraints < clash for clash in self._seen)
            return None if small else super().__call__(constraints, conflicts)
        if (clash := self._visible_core_in(constraints)) is not None:
            self._seen.append(clash)
            return Core(clash)
        laid = len(constraints) + len(self.session.task.clues)
        # If half of the squares are filled by facts, few placements have to be ground. Assumptions need all of them.
        mostly = len(constraints) < len(self.placements) and 2 * laid >= self.session.task.puzzle.grid.size
        return (self.test_as_facts(constraints) if mostly else None) or super().__call__(constraints)

    def _visible_core_in(self, constraints: Constraints) -> Constraints | None:
        """Find a small core without a search."""
        puzzle, numbers = self.session.task.puzzle, sorted(constraints)
        board = Solution((*(self.placements[number] for number in numbers), *self.session.task.clues))
        if check(puzzle, board).violations:
            seen = visible_cores(puzzle, board.placements)
            return next((frozenset(numbers[at] for at in clash if at < len(numbers)) for clash in seen), None)
        fitting = FittingPlacements(puzzle, board)
        number_of = {self.placements[number]: number for number in numbers}
        against = [
            frozenset(number_of[other] for other in fitting.blocking_placements(square) if other in number_of)
            for square in fitting.dead_ends
        ]
        return min(against, key=lambda clash: (len(clash), sorted(clash)), default=None)


# ---- the next step ----

# Number of squares on which candidates are found within tenths of a second.
_AT_A_GLANCE = 400

# Greatest number of squares that are searched for a forced tile.
_SQUARES = 5

# Conflict limit of such a search, for each candidate.
_EFFORT = 5_000


class HintRule(Enum):
    """Reason for choosing the next square."""

    ONE_FITS = "one tile fits"
    ONE_SQUARE = "a tile fits nowhere else"
    OTHERS_FAIL = "all other tiles lead nowhere"
    FEWEST = "fewest tiles"


@dataclass(frozen=True, slots=True)
class HintStep:
    """Next square to fill.

    Attributes:
        square: the square.
        rule: why the square was chosen.
        placements: placements not excluded by a search, as tile, column, row and rotation.
        fitting: tiles that match the neighbours. Of identical tiles, only one is listed.
        around: text that describes the neighbours.
        compared: whether all squares were compared, so that no other square has fewer tiles.
    """

    JSON: ClassVar = ("*square", "rule", "tiles", "placements")

    square: Square
    rule: HintRule
    placements: tuple[Placement, ...]
    fitting: tuple[int, ...]
    around: str
    compared: bool = True

    @property
    def forced(self) -> bool:
        """Whether only one tile remains."""
        return self.rule is not HintRule.FEWEST

    @property
    def tiles(self) -> tuple[int, ...]:
        """Remaining tiles."""
        return tuple(dict.fromkeys(placement.tile for placement in self.placements))


@dataclass(frozen=True, slots=True)
class Hint:
    """Whether a board can be completed, and the next step.

    Attributes:
        completable: whether some solution contains the board, None if unknown.
        reasons: contradictions that counting finds in the puzzle. If there are any, nothing is searched.
        violations: conditions that the board violates, as text.
        dead_ends: empty squares on which no tile fits: column and row.
        stuck: description of each dead end, with its neighbours.
        lifted: tiles to remove so that the board can be completed, None if unknown.
        fewest: lower bound on the number of tiles to remove.
        hopeless: whether it is proved that not even the empty board can be completed.
        step: the next square, None if the board is complete or cannot be completed.
        squares: possible contents of each empty square, empty unless requested.
        stopped: the limit that ended the search, None if the search was answered.
        conflicts: conflicts of all searches.
        seconds: wall time in seconds.
    """

    JSON: ClassVar = (
        *("completable", "reasons", "violations", "dead_ends", "lifted", "fewest", "hopeless", "step", "squares"),
        *("answered", "stopped", "conflicts", "seconds"),
    )

    completable: bool | None
    reasons: tuple[str, ...]
    violations: tuple[str, ...]
    dead_ends: tuple[Square, ...]
    stuck: tuple[str, ...]
    lifted: tuple[Placement, ...] | None
    fewest: int
    hopeless: bool
    step: HintStep | None
    squares: tuple[SquareConsequences, ...]
    stopped: Stopped | None
    conflicts: int
    seconds: float

    @property
    def answered(self) -> bool:
        """Whether everything requested is known."""
        return self.stopped is None

    @property
    def fewest_lifted(self) -> bool:
        """Whether it is proved that fewer removed tiles do not suffice."""
        return self.lifted is not None and len(self.lifted) == self.fewest


class Hinter:
    """Search for the next step on a partial board.

    `hint` returns the result so far.

    Attributes:
        clues: placements that stay.
        board: other placements on the board, which may be removed.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        board: Solution,
        clues: Solution = Solution(),
        *,
        deadline: Deadline | None = None,
        conflicts: int | None = None,
        own: UserRules = UserRules(),
    ) -> None:
        """Prepare a search.

        Args:
            puzzle: the puzzle.
            board: a partial or complete board, with or without the clues. It uses no tile and no square twice.
            clues: placements to keep, which violate no condition.
            deadline: limits on time and memory, None for no limit.
            conflicts: conflict limit of all searches.
            own: user rules.
        """
        self.puzzle = puzzle
        self.clues = Solution(tuple(map(puzzle.canonical, clues)))
        kept = set(self.clues)
        self.board = tuple(placement for placement in map(puzzle.canonical, board) if placement not in kept)
        self._doing = ""
        self._deadline = deadline or Deadline()
        self._budget = ConflictBudget(conflicts)
        self._reasons = tuple(counting.contradictions(puzzle))
        self._own = own
        session = Session(make_assumption_task(puzzle, self.clues, own=own), deadline=self._deadline)
        test = BoardTest(session, self.board, self._budget)
        self._enumerator = MusEnumerator(len(self.board), test, self._deadline)
        self._whole = Solution((*self.clues, *self.board))
        self._violations = check(puzzle, self._whole).violations
        # On a small board, visible steps are reported whatever the limit. On large boards, finding them took too long:
        # at 40 x 40, a hint came 8 s after its limit.
        deadline = self._deadline if puzzle.grid.size > _AT_A_GLANCE else FOREVER
        self._fitting = None if self._violations else FittingPlacements(puzzle, self._whole, deadline)
        self._completable: bool | None = False if self._reasons else None
        self._hopeless = bool(self._reasons)
        self._consequences: Consequences | None = None
        self._step: HintStep | None = None
        self._dead_ends: tuple[Square, ...] = ()
        self._everything = False
        self._stopped: Stopped | None = None

    @property
    def current_step(self) -> str:
        """The current step, for the progress line."""
        fewest, kept = len(self.board) - self._enumerator.bound, self._enumerator.satisfiable
        if self._completable is False and kept is not None and (most := len(self.board) - len(kept)) > fewest:
            return f"{self._doing}, {fewest} to {most} of {len(self.board)}"
        return self._doing

    @property
    def share_done(self) -> float | None:
        """Completed fraction, from 0 to 1, None if unknown."""
        return self._consequences.share_done if self._consequences and self._everything else None

    @property
    def conflicts(self) -> int:
        """Conflicts of all searches so far."""
        return self._budget.used

    def run(self, *, everything: bool = False) -> None:
        """Search for the next step, or for tiles to remove.

        At a limit, the search ends without an error. With `everything`, it also finds the possible contents of each
        empty square.
        """
        self._everything, self._doing = everything, "checking whether the board can be completed"
        try:
            fitting = self._fitting
            if fitting is not None:
                self._dead_ends = fitting.dead_ends
            if self._reasons:
                return
            if fitting is not None:
                # A forced square is forced in every completion, whether there is one or not.
                self._step = _visible_step(fitting)
                if self._look_ahead(fitting):
                    return
            self._completable, self._step = False, None
            self._doing = "looking for tiles to remove"
            self._hopeless = self._enumerator.find_largest_satisfiable() is None
        except LimitReached as reached:
            self._stopped = reached.stopped

    def _look_ahead(self, fitting: FittingPlacements) -> bool:
        """Search for the next step of a completable board.

        The board is added as facts, which keeps the ground program small. Returns False if the board cannot be
        completed.
        """
        # At 16 x 16 with nine tenths filled, facts take 0.5 s instead of 3.5 s with assumptions.
        session = Session(make_assumption_task(self.puzzle, self._whole, own=self._own), deadline=self._deadline)
        test = PlacementTest(session, (), self._budget)
        if isinstance(test(frozenset()), Core):
            return False
        self._completable = True
        assert test.solution is not None
        consequences = Consequences(session, fitting.placements_by_square, self._budget)
        consequences.add(test.solution)
        self._consequences = consequences
        if fitting.empty_squares:
            self._doing = "looking for the next square"
            if self._step is not None and self._step.forced:
                self._step = _drop_impossible(self._step, consequences)
            else:
                self._step = self._step_by_search(fitting, consequences)
        if self._everything:
            self._doing = "finding the tiles that fit on each square"
            consequences.run()
            if self._step is not None and not self._step.forced:
                self._step = self._step_by_search(fitting, consequences, len(fitting.empty_squares))
        return True

    def _step_by_search(self, fitting: FittingPlacements, consequences: Consequences, most: int = _SQUARES) -> HintStep:
        """Choose the square with the fewest remaining tiles.

        Searches the `most` squares with the fewest fitting tiles, and stops at a square with a single remaining tile.
        """
        order = sorted(fitting.empty_squares, key=lambda square: (len(fitting.tiles_on(square)), square[::-1]))
        steps = []
        for square in order[:most]:
            consequences.run([square], _EFFORT)
            known = consequences.on_square(square)
            step = HintStep(
                square,
                HintRule.FEWEST,
                (*known.possible, *known.open),
                fitting.tiles_on(square),
                fitting.requirements_text(square),
            )
            if len(set(map(self.puzzle.appearance, step.tiles))) == 1:
                return HintStep(square, HintRule.OTHERS_FAIL, step.placements, step.fitting, step.around)
            steps.append(step)
        return replace(min(steps, key=lambda step: len(step.tiles)), compared=len(order) <= most)

    def hint(self) -> Hint:
        """Return the hint so far."""
        lifted, fewest = None, 0
        if self._completable is False and not self._hopeless:
            fewest = len(self.board) - self._enumerator.bound
            if (kept := self._enumerator.satisfiable) is not None:
                lifted = tuple(placement for number, placement in enumerate(self.board) if number not in kept)
        shown, fit = self._consequences is not None and self._everything, self._fitting
        return Hint(
            completable=self._completable,
            reasons=self._reasons,
            violations=tuple(violation.text for violation in self._violations),
            dead_ends=self._dead_ends,
            stuck=tuple(dead_end_text(self.puzzle, at, fit.requirements_text(at)) for at in self._dead_ends)
            if fit
            else (),
            lifted=lifted,
            fewest=fewest,
            hopeless=self._hopeless,
            step=self._step,
            squares=self._consequences.on_all_squares() if shown and self._consequences else (),
            stopped=self._stopped,
            conflicts=self._budget.used,
            seconds=self._deadline.seconds(),
        )

    def board_without(self, lifted: Sequence[Placement]) -> Solution:
        """Return the board without some placements, sorted by tile."""
        kept = [placement for placement in self._whole if placement not in lifted]
        return Solution(tuple(sorted(kept, key=lambda placement: placement.tile)))


def _drop_impossible(step: HintStep, consequences: Consequences) -> HintStep:
    """Drop placements of a forced tile that no solution has."""
    # The tile fits in several rotations, and some of them may lead nowhere.
    if len(step.placements) > 1:
        consequences.run([step.square], _EFFORT)
        known = consequences.on_square(step.square)
        kept = {*known.possible, *known.open}
        step = replace(step, placements=tuple(placement for placement in step.placements if placement in kept))
    return step


def _visible_step(fitting: FittingPlacements) -> HintStep | None:
    """Choose the next square without a search.

    Prefers a square with one fitting tile, then a tile that fits on one square, then the square with the fewest tiles.
    Returns None if no square is empty, or if no tile fits on some square.
    """
    if not fitting.empty_squares or fitting.dead_ends:
        return None
    tiles = {square: fitting.tiles_on(square) for square in fitting.empty_squares}

    def step(square: Square, rule: HintRule, placements: Sequence[Placement]) -> HintStep:
        return HintStep(square, rule, tuple(placements), tiles[square], fitting.requirements_text(square))

    for square, fits in tiles.items():
        if len(fits) == 1:
            return step(square, HintRule.ONE_FITS, fitting.placements_on(square))
    identical = {tile for group in fitting.puzzle.identical_tiles() for tile in group}
    for tile, square in fitting.only_squares.items():
        if tile not in identical:
            ways = [placement for placement in fitting.placements_on(square) if placement.tile == tile]
            return step(square, HintRule.ONE_SQUARE, ways)
    fewest = min(tiles, key=lambda square: (len(tiles[square]), square[::-1]))
    chosen = step(fewest, HintRule.FEWEST, fitting.placements_on(fewest))
    # The chosen square has the fewest distinct tiles. Another square may have fewer if identical tiles count.
    number = len(chosen.tiles)
    closer = [square for square, fits in tiles.items() if len(fits) < number]
    fewer = any(len({placement.tile for placement in fitting.placements_on(square)}) < number for square in closer)
    return replace(chosen, compared=not fewer)
