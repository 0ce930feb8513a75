"""Select puzzles with one solution and a given difficulty.

Candidates are generated with consecutive seeds, and rated in several processes. The same series selects the same
puzzles with any number of processes: candidates are processed in rounds, in the order of the seeds, and only the end of
a round changes the number of colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from edgeasp.generate import Planted, Recipe, generate
from edgeasp.generate.recipes import colour_capacity, moderate_colours, require_possible, usual_border_colours
from edgeasp.parallel.processes import (
    Call,
    CallContext,
    OnTick,
    PoolExecutor,
    RetryingExecutor,
    qualified_name,
    worker_memory,
)
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.model import DIFFERENT
from edgeasp.search.cubes import DIFFICULTIES, SEARCHES, UNIQUE_LIMIT, Difficulty, Effort, belongs_to_class, rate_puzzle
from edgeasp.system.errors import OptionError, SolverError
from edgeasp.system.lines import Size, with_noun

ROUND, FIRST_ROUNDS = 12, 4
"""Number of candidates of a round, and of the rounds before the first selected puzzle."""

GIVE_UP = 120
"""Consecutive rejected candidates after which the selection ends."""


@dataclass(frozen=True, slots=True)
class Series:
    """Description of puzzles to select.

    Attributes:
        recipe: recipe of the candidates, with the first seed.
        count: number of puzzles.
        difficulty: required difficulty class, None for any puzzle with one solution.
        any_inner: whether the number of inner colours may change from round to round.
        any_border: whether the number of border colours changes along with the number of inner colours.
        limit: conflict limit of a search, after which a candidate is rejected.
    """

    recipe: Recipe
    count: int
    difficulty: Difficulty | None = None
    any_inner: bool = False
    any_border: bool = False
    limit: int = UNIQUE_LIMIT

    def remarks(self, rated: RatedPuzzle) -> list[str]:
        """List comments on a puzzle for its file."""
        text = f"one solution {rated.uniqueness_text}".rstrip()
        if self.difficulty is None:
            return [text]
        conflicts, name = rated.effort.conflicts, self.difficulty.name
        spread = f"the median of {min(conflicts):,} to {max(conflicts):,} in {len(conflicts)} searches"
        return [f"{text}; {name}: {rated.effort.median:,} conflicts, {spread}"]


@dataclass(frozen=True, slots=True)
class RatedPuzzle:
    """A puzzle and the effort to solve it."""

    recipe: Recipe
    planted: Planted
    effort: Effort

    @property
    def uniqueness_text(self) -> str:
        """In what sense the solution is unique, e.g. up to rotations.

        Empty if it is unique without conditions.
        """
        puzzle, clues = self.planted.puzzle, self.planted.clues
        parts = ["that keeps the clues"] if clues.placements else []
        text = f"up to {symmetry.motions_text(puzzle)} of the board"
        parts += [text] if len(symmetry.symmetries(puzzle, clues)) > 1 else []
        return ", ".join(parts)


class PuzzleSelection:
    """Selects the puzzles of a series one by one.

    Attributes:
        tried: number of candidates rated so far.
        given: number of puzzles selected so far.
        given_up: why the selection ended early, empty otherwise.
    """

    def __init__(self, series: Series, jobs: int) -> None:
        """Prepare a selection with a number of processes."""
        self.tried = self.given = 0
        self.given_up = ""
        self._series = series
        self._jobs = jobs
        self._in_vain = 0
        self._efforts: list[Effort] = []

    def run(self, on_tick: OnTick = lambda _: None) -> Generator[RatedPuzzle, None, None]:
        """Yield the selected puzzles in the order of their seeds.

        The selection ends with enough puzzles, or after many unsuitable candidates in a row. `on_tick` is called
        several times a second. If it raises an exception, the selection ends.

        Raises:
            OptionError: the recipe is impossible.
            SolverError: a process failed.
        """
        series = self._series
        recipe = first_recipe(series)
        require_possible(recipe)
        with PoolExecutor(self._jobs, worker_memory(self._jobs)) as pool:
            while True:
                size = ROUND if self.given else FIRST_ROUNDS
                recipes = [replace(recipe, seed=recipe.seed + index) for index in range(size)]
                judged = []
                with closing(self._rate_candidates(pool, recipes, on_tick)) as rated:
                    for candidate in rated:
                        judged.append(candidate.effort)
                        if self._count_and_decide(candidate):
                            yield candidate
                        if self.given == series.count or self.given_up:
                            return
                recipe = replace(next_recipe(series, recipe, judged), seed=recipe.seed + size)

    def _rate_candidates(
        self, pool: PoolExecutor, recipes: Sequence[Recipe], on_tick: OnTick
    ) -> Generator[RatedPuzzle, None, None]:
        """Rate candidates and yield them in order of their seeds."""
        works = [Call(qualified_name(rate_candidate), replace(self._series, recipe=recipe)) for recipe in recipes]
        done: dict[int, RatedPuzzle] = {}
        following = 0
        with closing(RetryingExecutor(pool).run(works, on_tick)) as executed:
            for ended in executed:
                if ended.value is None:
                    raise SolverError(f"a puzzle could not be rated: {ended.failure}")
                done[recipes.index(ended.value.recipe)] = ended.value
                while following in done:
                    yield done.pop(following)
                    following += 1

    def _count_and_decide(self, rated: RatedPuzzle) -> bool:
        """Count a candidate, and return whether to select it."""
        self.tried += 1
        if belongs_to_series(self._series, rated.effort):
            self.given += 1
            self._in_vain = 0
            return True
        self._in_vain += 1
        self._efforts.append(rated.effort)
        if self._in_vain == GIVE_UP:
            self.given_up = self._early_end_text(rated.recipe)
        return False

    def _early_end_text(self, recipe: Recipe) -> str:
        series, lately = self._series, self._efforts[-GIVE_UP:]
        what = f"{series.difficulty.name} puzzle" if series.difficulty else "puzzle"
        words = Counter(map(self._rejection_text, lately))
        reasons = ", ".join(f"{number} {word}" for word, number in words.items())
        other = ["another size", *(["difficulty"] if series.difficulty else [])]
        other += ["limit"] if _limit_text(series) in words else []
        return (
            f"found no {'other ' if self.given else ''}{what} with one solution among the last {GIVE_UP} candidates of "
            f"{recipe.cols} x {recipe.rows}, at last with {recipe.colours}: {reasons}; "
            f"expected {', '.join(other)} or other colours"
        )

    def _rejection_text(self, effort: Effort) -> str:
        if effort.unique is False:
            return "had several solutions"
        if effort.unique is None and (words := _limit_text(self._series)):
            return words
        return "were harder" if _colour_direction(self._series, effort) > 0 else "were easier"


def _limit_text(series: Series) -> str:
    """Report that searches exceeded the conflict limit.

    Empty if a candidate becomes too hard for its class before it reaches the limit.
    """
    within = series.difficulty is None or series.limit <= series.difficulty.most_conflicts
    return f"took more than {with_noun(series.limit, 'conflict')}" if within else ""


def rate_candidate(candidate: Series, context: CallContext) -> RatedPuzzle:
    """Generate and rate a series' first candidate in a process."""
    planted = generate(candidate.recipe)
    effort = rate_puzzle(
        planted.puzzle,
        planted.clues,
        SEARCHES if candidate.difficulty else SEARCHES[:1],
        limit=candidate.limit,
        difficulty=candidate.difficulty,
        on_tick=context.check,
    )
    return RatedPuzzle(candidate.recipe, planted, effort)


def belongs_to_series(series: Series, effort: Effort) -> bool:
    """Whether a puzzle that takes this effort belongs to the series."""
    return effort.unique is True if series.difficulty is None else belongs_to_class(series.difficulty, effort)


def first_recipe(series: Series) -> Recipe:
    """Choose the recipe of the first round, with many colours.

    The hardest candidates take longest to rate, and many colours make them rare.
    """
    recipe = series.recipe
    if series.difficulty is None or not series.any_inner:
        return recipe
    inner = moderate_colours(recipe.cols, recipe.rows, recipe.border or 0)
    return _with_inner_colours(series, recipe, _FEW if recipe.partners == DIFFERENT else inner) or recipe


# Number of inner colours if any two different colours match.
#
# With more colours, puzzles have many solutions.
_FEW = 3


def next_recipe(series: Series, recipe: Recipe, judged: Sequence[Effort]) -> Recipe:
    """Choose the recipe of the next round.

    The recipe stays the same if a third of the candidates fits. Otherwise it gets more colours if most candidates were
    too hard, and fewer colours if most were too easy.
    """
    fitting = sum(belongs_to_series(series, effort) for effort in judged)
    if not series.any_inner or 3 * fitting >= len(judged):
        return recipe
    balance = sum(_colour_direction(series, effort) for effort in judged)
    # If no candidate fits, larger steps reach a suitable number sooner.
    step = 1 if fitting else max(1, recipe.inner // 10)
    if recipe.partners == DIFFERENT:
        balance = -balance  # with more colours, more pairs match, so puzzles have more solutions
    inner = recipe.inner + (step if balance > 0 else -step if balance < 0 else 0)
    return _with_inner_colours(series, recipe, inner) or recipe


def _colour_direction(series: Series, effort: Effort) -> int:
    """Return 1 for more colours, -1 for fewer, else 0."""
    if belongs_to_series(series, effort):
        return 0
    if not effort.unique or series.difficulty is None:
        return 1
    return 1 if effort.conflicts[-1] > series.difficulty.most_conflicts else -1


def _with_inner_colours(series: Series, recipe: Recipe, inner: int) -> Recipe | None:
    """Return a recipe with another number of inner colours.

    Returns None if no puzzle can have that number.
    """
    border = recipe.border
    if series.any_border and border and inner > 0:
        border = min(usual_border_colours(recipe.cols, recipe.rows, inner), colour_capacity(recipe)[0])
    changed = replace(recipe, inner=inner, border=border)
    try:
        require_possible(changed)
    except OptionError:
        return None
    return changed


SeriesOf = Callable[[Size, int, Difficulty], Series]
"""Makes a series from size, count and class."""

USUAL = ((5, 5), (6, 6), (7, 7))
"""Sizes of a book for which none are requested."""

# Fewest tiles by class: smaller puzzles are easier, however their colours are chosen.
_LEAST_TILES = {"medium": 25, "hard": 36}


@dataclass(frozen=True, slots=True)
class BookPlan:
    """Plan of a book: numbers of puzzles by class, and their sizes."""

    classes: tuple[tuple[Difficulty, int], ...]
    sizes: tuple[Size, ...] = USUAL

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(number for _, number in self.classes)

    def group_sizes(self) -> list[tuple[Difficulty, Size, int]]:
        """Return how many puzzles each class and size gets.

        The puzzles of a difficulty class are divided evenly among the sizes, listed from small to large. A class skips
        sizes that are too small for it. If all are too small, its puzzles have the last size.
        """
        shared = []
        for difficulty, number in self.classes:
            least = _LEAST_TILES.get(difficulty.name, 0)
            sizes = [size for size in self.sizes if size[0] * size[1] >= least] or [self.sizes[-1]]
            shares = [0] * len(sizes)
            for place in range(number):
                shares[place * len(sizes) // number] += 1
            shared += [(difficulty, size, share) for size, share in zip(sizes, shares, strict=True) if share]
        return shared


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A puzzle of a book, with its difficulty class and its rating."""

    level: Difficulty
    series: Series
    rated: RatedPuzzle


@dataclass(slots=True)
class BookSelection:
    """Selects the puzzles of a book, group by group.

    Attributes:
        plan: the plan of the book.
        found: puzzles selected so far.
        level: difficulty class for which puzzles are being selected.
        given_up: reasons why there are fewer puzzles than planned.
    """

    plan: BookPlan
    found: list[BookEntry] = field(default_factory=list)
    level: str = ""
    given_up: list[str] = field(default_factory=list)
    _selections: list[PuzzleSelection] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """Number of candidates rated so far."""
        return sum(selection.tried for selection in self._selections)

    def run(self, series_of: SeriesOf, jobs: int, on_tick: OnTick = lambda _: None) -> Generator[BookEntry, None, None]:
        """Yield puzzles as they are selected.

        `jobs` is the number of processes.

        Raises:
            OptionError: a recipe is impossible.
            SolverError: a process failed.
        """
        for difficulty, size, number in self.plan.group_sizes():
            series = series_of(size, number, difficulty)
            selection, self.level = PuzzleSelection(series, jobs), difficulty.name
            self._selections.append(selection)
            with closing(selection.run(on_tick)) as selected:
                for rated in selected:
                    self.found.append(BookEntry(difficulty, series, rated))
                    yield self.found[-1]
            if selection.given_up:
                self.given_up.append(selection.given_up)

    def sorted_entries(self) -> Sequence[BookEntry]:
        """Return the puzzles, sorted by class, effort and size."""
        ranks = {difficulty.name: rank for rank, difficulty in enumerate(DIFFICULTIES)}
        return sorted(
            self.found,
            key=lambda entry: (
                ranks[entry.level.name],
                entry.rated.effort.median,
                len(entry.rated.planted.puzzle.tiles),
            ),
        )
