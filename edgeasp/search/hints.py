"""The next step on a partial board, tiles to lift from it, and what lies on its squares in all solutions or in some.

A candidate that is tested either occurs in a solution, all of whose placements then need no test of their own, or in
none. Brave and cautious reasoning ask the same; here each solution passes the checker, and what is known at any moment
is right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from edgeasp.encoding.own_rules import OwnRules
from edgeasp.puzzle import counting
from edgeasp.puzzle.candidates import Fitting
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.search.explain import (
    FIRST_EFFORT,
    GROWTH,
    Budget,
    Clash,
    Parts,
    PlacementTest,
    Stands,
    Subsets,
    Verdict,
    dead_end_text,
    open_task,
    seen_clashes,
)
from edgeasp.search.solve import Session
from edgeasp.system.limits import FOREVER, Deadline, LimitReached, Stopped

# ---- placements on a square in all solutions, or in some ----


@dataclass(frozen=True, slots=True)
class SquareConsequences:
    """The placements on an empty square in the solutions that keep the board.

    Attributes:
        square: the square.
        possible: placements that occur there in some solution.
        open: placements of which that is not known; none if everything is.
    """

    JSON: ClassVar = ("*square", "possible", "open", "certain")

    square: Square
    possible: tuple[Placement, ...]
    open: tuple[Placement, ...]

    @property
    def certain(self) -> bool:
        """Whether the one possible placement occurs there in every solution."""
        return len(self.possible) == 1 and not self.open


class Consequences:
    """Tests candidates for the empty squares of a board that can be completed, those of little effort first."""

    def __init__(
        self,
        session: Session,
        candidates: Mapping[Square, Sequence[Placement]],
        budget: Budget,
    ) -> None:
        """Get ready, in a session whose clues are the board; what a solution has on an empty square is a candidate."""
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
        """Take a solution that keeps the board."""
        self._possible |= self._test.holding(solution)

    def run(self, squares: Collection[Square] | None = None, most: int | None = None) -> None:
        """Test the candidates of some squares, or of all, until everything is known.

        Args:
            squares: the squares; all if None.
            most: the most conflicts of a single test; any number if None.

        Raises:
            LimitReached: a limit on all searches is reached.
        """
        chosen = [square for square in self._squares if squares is None or square in squares]
        effort = FIRST_EFFORT
        while open_ := [part for square in chosen for part in self._open(square)]:
            for part in open_:
                if part not in self._possible:
                    self._try(part, effort)
            if most is not None and effort >= most:
                return
            effort *= GROWTH

    @property
    def share(self) -> float:
        """The part of all candidates of which it is known whether they occur."""
        known = sum(len(parts) - len(self._open(square)) for square, parts in self._on.items())
        return known / max(1, sum(map(len, self._on.values())))

    def on(self, square: Square) -> SquareConsequences:
        """The consequences for a square so far."""
        possible = [part for part in self._on[square] if part in self._possible]
        return SquareConsequences(square, self._placements(possible), self._placements(self._open(square)))

    def all(self) -> tuple[SquareConsequences, ...]:
        """The consequences for all squares so far, row by row."""
        return tuple(self.on(square) for square in sorted(self._squares, key=lambda square: square[::-1]))

    def _try(self, part: int, effort: int) -> None:
        verdict = self._test(frozenset((part,)), effort)
        if isinstance(verdict, Stands):
            self._possible |= verdict.parts
        elif isinstance(verdict, Clash):
            self._impossible.add(part)

    def _open(self, square: Square) -> list[int]:
        return [part for part in self._on[square] if part not in self._possible and part not in self._impossible]

    def _placements(self, parts: Iterable[int]) -> tuple[Placement, ...]:
        return tuple(self._test.placements[part] for part in parts)


# ---- tiles that can stay together ----


class LaidTest(PlacementTest):
    """Answers whether some solution has some of the tiles that lie, as far as possible without all placements.

    Tiles that clash are seen where they break a condition, or leave a square on which nothing fits. Where most squares
    are laid, the tiles are kept as facts. Only a core of tiles that are not seen to clash needs them as assumptions.
    """

    def __init__(self, session: Session, placements: Sequence[Placement], budget: Budget) -> None:
        """Get ready, in a session whose clues stay; all placements together are known to clash."""
        super().__init__(session, placements, budget)
        self._seen: list[Parts] = []

    def __call__(self, parts: Parts, conflicts: int | None = None) -> Verdict:
        """As for other placements; fewer of those that are seen to clash are not searched for with few conflicts."""
        self.session.deadline.check()
        if conflicts is not None:
            small = any(parts < clash for clash in self._seen)
            return None if small else super().__call__(parts, conflicts)
        if (clash := self._seen_in(parts)) is not None:
            self._seen.append(clash)
            return Clash(clash)
        laid = len(parts) + len(self.session.task.clues)
        mostly = len(parts) < len(self.placements) and 2 * laid >= self.session.task.puzzle.grid.size
        return (self.kept(parts) if mostly else None) or super().__call__(parts)

    def _seen_in(self, parts: Parts) -> Parts | None:
        """The fewest that are seen to clash beside the clues; None if nothing is seen."""
        puzzle, numbers = self.session.task.puzzle, sorted(parts)
        board = Solution((*(self.placements[part] for part in numbers), *self.session.task.clues))
        if check(puzzle, board).violations:
            seen = seen_clashes(puzzle, board.placements)
            return next((frozenset(numbers[at] for at in clash if at < len(numbers)) for clash in seen), None)
        fitting = Fitting(puzzle, board)
        part = {self.placements[number]: number for number in numbers}
        against = [
            frozenset(part[other] for other in fitting.against(square) if other in part) for square in fitting.dead_ends
        ]
        return min(against, key=lambda clash: (len(clash), sorted(clash)), default=None)


# ---- the next step ----

_AT_A_GLANCE = 400
"""Squares on which it takes a few tenths of a second to see what fits."""

_SQUARES = 5
"""The most squares that are searched for one where all tiles but one lead nowhere."""

_EFFORT = 5_000
"""Conflicts for each tile there."""


class Rule(Enum):
    """The reasons why a square is the next one."""

    ONE_FITS = "one tile fits"
    ONE_SQUARE = "a tile fits nowhere else"
    OTHERS_FAIL = "all other tiles lead nowhere"
    FEWEST = "fewest tiles"


@dataclass(frozen=True, slots=True)
class HintStep:
    """The square to go on with.

    Attributes:
        square: the square.
        rule: why it is this one.
        placements: what may lie there, as far as is known: tile, column, row, rotation.
        fitting: the tiles that fit beside what lies around it, one of those that are identical.
        around: what lies around it, in words.
        compared: whether that was asked of all squares, so that none is known where fewer tiles may lie.
    """

    JSON: ClassVar = ("*square", "rule", "tiles", "placements")

    square: Square
    rule: Rule
    placements: tuple[Placement, ...]
    fitting: tuple[int, ...]
    around: str
    compared: bool = True

    @property
    def forced(self) -> bool:
        """Whether one tile alone can lie there."""
        return self.rule is not Rule.FEWEST

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles that may lie there, as far as is known."""
        return tuple(dict.fromkeys(placement.tile for placement in self.placements))


@dataclass(frozen=True, slots=True)
class Hint:
    """Whether a board can be completed, and the next step on it.

    Attributes:
        completable: whether some solution has the board; None if that is not known.
        reasons: contradictions that counting finds in the puzzle; then nothing was searched.
        violations: conditions that the board violates as it is, in words.
        dead_ends: empty squares on which no tile fits: column and row.
        stuck: the same in words, with what lies around them.
        lifted: tiles to lift so that the board can be completed; None if none are known.
        fewest: how many have to be lifted at least, as far as is known.
        hopeless: whether it is proved that not even the empty board can be completed.
        step: the square to go on with; None if the board is complete, or cannot be completed.
        squares: what lies on each empty square in the solutions; empty unless asked for.
        stopped: what has ended the search before it was answered; None if nothing has.
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
        """Whether everything is known that was asked for."""
        return self.stopped is None

    @property
    def fewest_lifted(self) -> bool:
        """Whether the tiles to lift are proved to be as few as possible."""
        return self.lifted is not None and len(self.lifted) == self.fewest


class Hinter:
    """Searches for hints; `hint` tells what is known at any moment.

    Attributes:
        puzzle: the puzzle.
        clues: placements that stay.
        board: the placements on the board beside the clues, which may be lifted.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        board: Solution,
        clues: Solution = Solution(),
        *,
        deadline: Deadline | None = None,
        conflicts: int | None = None,
        own: OwnRules = OwnRules(),
    ) -> None:
        """Get ready.

        Args:
            puzzle: the puzzle.
            board: a partial or complete board, with or without the clues, each tile and each square once.
            clues: placements to keep, which break no condition.
            deadline: the clock; without limits if None.
            conflicts: a limit on the conflicts of all searches.
            own: rules that a solution has to keep as well.
        """
        self.puzzle = puzzle
        self.clues = Solution(tuple(map(puzzle.canonical, clues)))
        kept = set(self.clues)
        self.board = tuple(placement for placement in map(puzzle.canonical, board) if placement not in kept)
        self._doing = ""
        self._deadline = deadline or Deadline()
        self._budget = Budget(conflicts)
        self._reasons = tuple(counting.contradictions(puzzle))
        self._own = own
        session = Session(open_task(puzzle, self.clues, own=own), deadline=self._deadline)
        self._subsets = Subsets(len(self.board), LaidTest(session, self.board, self._budget))
        self._whole = Solution((*self.clues, *self.board))
        self._violations = check(puzzle, self._whole).violations
        # On a small board, what can be seen is said whatever the limit.
        deadline = self._deadline if puzzle.grid.size > _AT_A_GLANCE else FOREVER
        self._fitting = None if self._violations else Fitting(puzzle, self._whole, deadline)
        self._completable: bool | None = False if self._reasons else None
        self._hopeless = bool(self._reasons)
        self._consequences: Consequences | None = None
        self._step: HintStep | None = None
        self._dead_ends: tuple[Square, ...] = ()
        self._everything = False
        self._stopped: Stopped | None = None

    @property
    def doing(self) -> str:
        """The present step, in words, for a person who waits."""
        fewest, standing = len(self.board) - self._subsets.most, self._subsets.standing
        if self._completable is False and standing is not None and (most := len(self.board) - len(standing)) > fewest:
            return f"{self._doing}, {fewest} to {most} of {len(self.board)}"
        return self._doing

    @property
    def share(self) -> float | None:
        """The part of that which is done, from 0 to 1; None if that is not known."""
        return self._consequences.share if self._consequences and self._everything else None

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far."""
        return self._budget.used

    def run(self, *, everything: bool = False) -> None:
        """Search until the next step is known, or what to lift, or a limit is reached.

        With `everything`, also find what lies on each empty square in the solutions.
        """
        self._everything, self._doing = everything, "asking whether the board can be completed"
        try:
            fitting = self._fitting
            if fitting is not None:
                self._dead_ends = fitting.dead_ends
            if self._reasons:
                return
            if fitting is not None:
                # It holds for every completion, whether there is one or not.
                self._step = _seen(fitting)
                if self._look_ahead(fitting):
                    return
            self._completable, self._step = False, None
            self._doing = "looking for tiles to lift"
            self._hopeless = self._subsets.largest() is None
        except LimitReached as reached:
            self._stopped = reached.stopped

    def _look_ahead(self, fitting: Fitting) -> bool:
        """Search for the next step, and for all that lies on the squares; false if the board cannot be completed.

        The board is kept as facts: what it decides is not ground.
        """
        session = Session(open_task(self.puzzle, self._whole, own=self._own), deadline=self._deadline)
        test = PlacementTest(session, (), self._budget)
        if isinstance(test(frozenset()), Clash):
            return False
        self._completable = True
        assert test.solution is not None
        consequences = Consequences(session, fitting.on_squares, self._budget)
        consequences.add(test.solution)
        self._consequences = consequences
        if fitting.squares:
            self._doing = "looking for the next square"
            if self._step is not None and self._step.forced:
                self._step = _going_on(self._step, consequences)
            else:
                self._step = self._searched(fitting, consequences)
        if self._everything:
            self._doing = "asking what lies on each square"
            consequences.run()
            if self._step is not None and not self._step.forced:
                self._step = self._searched(fitting, consequences, len(fitting.squares))
        return True

    def _searched(self, fitting: Fitting, consequences: Consequences, most: int = _SQUARES) -> HintStep:
        """A square where all tiles but one lead nowhere, or else the one with the fewest tiles, of so many squares."""
        order = sorted(fitting.squares, key=lambda square: (len(fitting.tiles_on(square)), square[::-1]))
        steps = []
        for square in order[:most]:
            consequences.run([square], _EFFORT)
            known = consequences.on(square)
            step = HintStep(
                square, Rule.FEWEST, (*known.possible, *known.open), fitting.tiles_on(square), fitting.around(square)
            )
            if len(set(map(self.puzzle.appearance, step.tiles))) == 1:
                return HintStep(square, Rule.OTHERS_FAIL, step.placements, step.fitting, step.around)
            steps.append(step)
        return replace(min(steps, key=lambda step: len(step.tiles)), compared=len(order) <= most)

    def hint(self) -> Hint:
        """The hint so far."""
        lifted, fewest = None, 0
        if self._completable is False and not self._hopeless:
            fewest = len(self.board) - self._subsets.most
            if (standing := self._subsets.standing) is not None:
                lifted = tuple(placement for part, placement in enumerate(self.board) if part not in standing)
        shown, fit = self._consequences is not None and self._everything, self._fitting
        return Hint(
            completable=self._completable,
            reasons=self._reasons,
            violations=tuple(violation.text for violation in self._violations),
            dead_ends=self._dead_ends,
            stuck=tuple(dead_end_text(self.puzzle, at, fit.around(at)) for at in self._dead_ends) if fit else (),
            lifted=lifted,
            fewest=fewest,
            hopeless=self._hopeless,
            step=self._step,
            squares=self._consequences.all() if shown and self._consequences else (),
            stopped=self._stopped,
            conflicts=self._budget.used,
            seconds=self._deadline.seconds(),
        )

    def mended(self, lifted: Sequence[Placement]) -> Solution:
        """The board and its clues without the tiles to lift, by tile."""
        kept = [placement for placement in self._whole if placement not in lifted]
        return Solution(tuple(sorted(kept, key=lambda placement: placement.tile)))


def _going_on(step: HintStep, consequences: Consequences) -> HintStep:
    """A step that was seen, without the ways of laying its tile that lead nowhere."""
    if len(step.placements) > 1:
        consequences.run([step.square], _EFFORT)
        known = consequences.on(step.square)
        kept = {*known.possible, *known.open}
        step = replace(step, placements=tuple(placement for placement in step.placements if placement in kept))
    return step


def _seen(fitting: Fitting) -> HintStep | None:
    """The square that can be seen to be forced, or else the one with the fewest tiles; None if none is empty."""
    if not fitting.squares or fitting.dead_ends:
        return None
    tiles = {square: fitting.tiles_on(square) for square in fitting.squares}

    def step(square: Square, rule: Rule, placements: Sequence[Placement]) -> HintStep:
        return HintStep(square, rule, tuple(placements), tiles[square], fitting.around(square))

    for square, fits in tiles.items():
        if len(fits) == 1:
            return step(square, Rule.ONE_FITS, fitting.on(square))
    identical = {tile for group in fitting.puzzle.identical_tiles() for tile in group}
    for tile, square in fitting.only_squares.items():
        if tile not in identical:
            ways = [placement for placement in fitting.on(square) if placement.tile == tile]
            return step(square, Rule.ONE_SQUARE, ways)
    fewest = min(tiles, key=lambda square: (len(tiles[square]), square[::-1]))
    chosen = step(fewest, Rule.FEWEST, fitting.on(fewest))
    # It is the one with the fewest that differ, and copies may be more; where as many differ, there are no fewer.
    number = len(chosen.tiles)
    closer = [square for square, fits in tiles.items() if len(fits) < number]
    fewer = any(len({placement.tile for placement in fitting.on(square)}) < number for square in closer)
    return replace(chosen, compared=not fewer)
