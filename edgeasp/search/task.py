"""A question about a puzzle: the puzzle, its clues, and the encoding that fits both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from edgeasp.encoding import facts, render
from edgeasp.encoding.components import EncodingRequest, EncodingSpec
from edgeasp.puzzle import counting, symmetry
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.errors import EncodingError
from edgeasp.puzzle.model import Puzzle, Solution


@dataclass(frozen=True)
class Task:
    """A puzzle with its clues and the encoding it is solved with; `make_task` makes one.

    >>> task = edgeasp.make_task(edgeasp.load("instances/golden.lp").puzzle)
    >>> task.program().splitlines()[4]  # facts and rules, which clingo alone can run
    'col(1). col(2).'

    Attributes:
        puzzle: the puzzle.
        clues: placements that a solution has to keep.
        encoding: the rules.
        up_to_rotation: whether one solution is asked for of those that are rotations of one another.
        soft: conditions that a board may violate; `Session.solve` takes a bound on the number of violations.
        guarded: conditions that hold only where an assumption `active(...)` says so.
    """

    puzzle: Puzzle
    clues: Solution
    encoding: EncodingSpec
    up_to_rotation: bool = False
    soft: frozenset[Condition] = frozenset()
    guarded: frozenset[Condition] = frozenset()

    @property
    def relaxed(self) -> bool:
        """Whether some condition is soft or guarded."""
        return bool(self.soft or self.guarded)

    @cached_property
    def conditions(self) -> frozenset[Condition]:
        """The conditions that the encoding states everywhere, and that a solution is checked against."""
        return frozenset(Condition) - set(self.omitted_conditions) - self.soft - self.guarded

    @property
    def omitted_conditions(self) -> list[Condition]:
        """The conditions of the puzzle that the encoding leaves out."""
        omitted = []
        if self.puzzle.framed and not self.encoding.framed:
            omitted.append(Condition.BOUNDARY)
        if self.puzzle.signed and not self.encoding.signed:
            omitted.append(Condition.SIGN)
        return omitted

    @cached_property
    def effective_puzzle(self) -> Puzzle:
        """The puzzle that the encoding states: without signs, if it knows none."""
        if self.encoding.signed or not self.puzzle.signed:
            return self.puzzle
        return replace(self.puzzle, tiles=tuple(replace(tile, sign=None) for tile in self.puzzle.tiles))

    @property
    def needs_symmetry_filter(self) -> bool:
        """Whether rotated solutions have to be filtered out afterwards, because no rule excludes them."""
        return self.up_to_rotation and "board-rotations" not in self.encoding.symmetry

    def contradictions(self) -> list[str]:
        """Reasons, found by counting, why there is no solution."""
        if self.relaxed:
            return []
        return counting.contradictions(self.puzzle, framed=self.encoding.framed, signed=self.encoding.signed)

    def facts(self) -> str:
        """The puzzle and its clues as facts."""
        return facts.write(self.puzzle, self.clues)

    def program(self) -> str:
        """The whole ASP program: facts and encoding."""
        return self.facts() + render.render(self.encoding).text

    def search_rules(self) -> str:
        """The encoding that is searched: it shows placements, see `answers.expand_placements`."""
        if self.relaxed:
            soft, guarded = ([each.value for each in names] for names in (self.soft, self.guarded))
            return render.render_relaxed(self.encoding, soft=soft, guarded=guarded).text
        return render.render(self.encoding, placements=True).text


def make_task(
    puzzle: Puzzle,
    clues: Solution | Iterable[Source] = Solution(),
    request: EncodingRequest = EncodingRequest(),
    *,
    up_to_rotation: bool = False,
) -> Task:
    """The task of solving a puzzle.

    >>> edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle).encoding.name
    'framed'

    Args:
        puzzle: the puzzle.
        clues: placements to keep, or several sources of them.
        request: what is asked of the encoding.
        up_to_rotation: ask for one of the solutions that are rotations of one another, as the symmetry
            `board-rotations` does. With a clue there are no such solutions, so it changes nothing.

    Raises:
        EncodingError: the request makes no sense for the puzzle, or asks for the symmetry `polarity` as well: that
            keeps one checkerboard of signs, and the solution that is asked for may have the other.
        InputError: the clues contradict the puzzle or one another.
    """
    sources = [Source("clues", clues)] if isinstance(clues, Solution) else clues
    encoding = request.resolve(framed=puzzle.framed, signed=puzzle.signed)
    task = Task(puzzle, Solution(), encoding)
    task = replace(task, clues=combine(puzzle, sources, task.conditions))
    names = set(encoding.symmetry)
    if task.clues.placements or not (up_to_rotation or "board-rotations" in names):
        return task
    if "polarity" in names:
        raise EncodingError(
            "symmetry 'polarity' and solutions up to rotation of the board exclude each other: both use rotations of "
            "the board"
        )
    # Without an anchor the rule would exclude nothing.
    names = names | {"board-rotations"} if symmetry.anchored(task.effective_puzzle) else names - {"board-rotations"}
    request = replace(request, symmetry=tuple(names))
    return replace(task, encoding=request.resolve(framed=puzzle.framed, signed=puzzle.signed), up_to_rotation=True)


def relax(task: Task, *, soft: Iterable[Condition] = (), guarded: Iterable[Condition] = ()) -> Task:
    """The same task, in the formulation `halves`, with conditions that need not hold everywhere.

    A board may violate `soft` ones, at a cost of 1 each time; `guarded` ones hold only where they are assumed.
    """
    if task.encoding.formulation != "halves":
        raise EncodingError("conditions can be relaxed in the formulation 'halves' only")
    return replace(task, soft=frozenset(soft), guarded=frozenset(guarded), up_to_rotation=False)
