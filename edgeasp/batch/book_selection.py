"""The puzzles of a book: so many of each class, of sizes from small to large, selected and put in rising order."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from edgeasp.batch.series import Rated, Selection, Series
from edgeasp.batch.work import OnTick
from edgeasp.search.difficulty import DIFFICULTIES, Difficulty
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import quoted

Size = tuple[int, int]

SeriesOf = Callable[[Size, int, Difficulty], Series]
"""The series of so many puzzles of a size and a class."""

USUAL = ((5, 5), (6, 6), (7, 7))
"""The sizes of a book that says none."""

_CLASS = re.compile(r"([0-9]{1,4})\s*([a-z]+)", re.ASCII)
_SIZES = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3})|-([0-9]{1,3}))?", re.ASCII | re.IGNORECASE)

_LEAST_TILES = {"medium": 25, "hard": 36}
"""Smaller puzzles are less hard, however their colours are chosen."""


@dataclass(frozen=True, slots=True)
class BookPlan:
    """The puzzles wanted for a book: so many of each class, of these sizes."""

    classes: tuple[tuple[Difficulty, int], ...]
    sizes: tuple[Size, ...] = USUAL

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(number for _, number in self.classes)

    def groups(self) -> list[tuple[Difficulty, Size, int]]:
        """The number of puzzles of each class and size, with the sizes spread over each class from small to large."""
        shared = []
        for difficulty, number in self.classes:
            least = _LEAST_TILES.get(difficulty.name, 0)
            sizes = [size for size in self.sizes if size[0] * size[1] >= least] or [self.sizes[-1]]
            shares = [0] * len(sizes)
            for place in range(number):
                shares[place * len(sizes) // number] += 1
            shared += [(difficulty, size, share) for size, share in zip(sizes, shares, strict=True) if share]
        return shared


def classes(wanted: str | Mapping[str, int]) -> tuple[tuple[Difficulty, int], ...]:
    """So many puzzles of each class, as in `4 easy, 4 hard`.

    Raises:
        OptionError: that is something else.
    """
    known = {difficulty.name: difficulty for difficulty in DIFFICULTIES}
    counts: dict[str, int] = {}
    pairs: list[tuple[str, int]] = []
    if isinstance(wanted, str):
        matches = [_CLASS.fullmatch(part.strip()) for part in re.split(r"[,+]|\band\b", wanted) if part]
        pairs = [("", 0) if match is None else (match[2], int(match[1])) for match in matches]
    elif isinstance(wanted, Mapping):
        pairs = list(wanted.items())
    for name, number in pairs:
        if name not in known or not isinstance(number, int) or number < 1:
            pairs = []
            break
        counts[name] = counts.get(name, 0) + number
    if not pairs:
        shown = quoted(wanted) if isinstance(wanted, str) else repr(wanted)
        raise OptionError(f"expected so many of each class, as in '4 easy, 4 hard', found {shown}")
    return tuple((difficulty, counts[difficulty.name]) for difficulty in DIFFICULTIES if difficulty.name in counts)


def sizes(text: str) -> tuple[Size, ...]:
    """Sizes from small to large, from a text such as `5-7` or `5,6x4,7`.

    Raises:
        OptionError: that is something else.
    """
    chosen: set[Size] = set()
    for part in text.split(","):
        match = _SIZES.fullmatch(part.strip())
        if not match:
            raise OptionError(f"expected sizes such as 5-7, or 5,6x4,7, found {quoted(text)}")
        first, high, last = (None if group is None else int(group) for group in match.groups())
        assert first is not None
        chosen |= {(first, high)} if high else {(side, side) for side in range(first, (last or first) + 1)}
    if not chosen:
        raise OptionError(f"expected sizes from small to large, such as 5-7, found {quoted(text)}")
    return tuple(sorted(chosen, key=lambda size: (size[0] * size[1], size)))


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A puzzle of a book: its class, and what selected it."""

    level: Difficulty
    series: Series
    rated: Rated


@dataclass(slots=True)
class Selecting:
    """The selection of a book, group by group.

    Attributes:
        plan: what the book has.
        found: the puzzles so far.
        level: the class that is being selected.
        given_up: why there are fewer puzzles than planned; a clause each.
    """

    plan: BookPlan
    found: list[BookEntry] = field(default_factory=list)
    level: str = ""
    given_up: list[str] = field(default_factory=list)
    _selections: list[Selection] = field(default_factory=list)

    @property
    def tried(self) -> int:
        """The number of candidates that were judged so far."""
        return sum(selection.tried for selection in self._selections)

    def run(self, series_of: SeriesOf, jobs: int, on_tick: OnTick = lambda _: None) -> Generator[BookEntry, None, None]:
        """Give the puzzles as they are selected, in so many processes.

        Raises:
            OptionError: a recipe is impossible.
            SolverError: a process failed.
        """
        for difficulty, size, number in self.plan.groups():
            series = series_of(size, number, difficulty)
            selection, self.level = Selection(series, jobs), difficulty.name
            self._selections.append(selection)
            with closing(selection.run(on_tick)) as selected:
                for rated in selected:
                    self.found.append(BookEntry(difficulty, series, rated))
                    yield self.found[-1]
            if selection.given_up:
                self.given_up.append(selection.given_up)

    def in_order(self) -> Sequence[BookEntry]:
        """The puzzles so far in rising order: by class, by the effort of solving them, and by size."""
        ranks = {difficulty.name: rank for rank, difficulty in enumerate(DIFFICULTIES)}
        return sorted(
            self.found,
            key=lambda entry: (
                ranks[entry.level.name],
                entry.rated.effort.median,
                len(entry.rated.planted.puzzle.tiles),
            ),
        )
