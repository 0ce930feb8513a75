"""Likely slips of typing in a puzzle that has no solution, as counting shows: which single change would mend it.

A puzzle is counted by where its sides have to lie: outside, along the ring in either direction, or elsewhere inside.
A change that makes all these counts agree is a likely slip, if few changes of its kind do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations

from edgeasp.puzzle.model import FRAME, Puzzle, Side, Sides, as_sides, turned

MOST = 3
"""The most tiles that are suspected: more would be no help."""


class SlipKind(Enum):
    """The kind of a slip."""

    COLOUR = "a colour"
    DOUBLED = "a tile typed twice"
    SWAPPED = "two sides swapped"


@dataclass(frozen=True, slots=True)
class Slip:
    """A likely slip.

    Attributes:
        kind: what was done wrong.
        tile: the tile.
        sides: for `COLOUR` its side, for `SWAPPED` the two sides; else empty.
        colour: for `COLOUR` the colour that the side should have; else None.
        first: for `DOUBLED` the tile that is identical; else None.
        found: for `COLOUR` the colour that the side has; else None.
    """

    kind: SlipKind
    tile: int
    sides: tuple[Side, ...] = ()
    colour: int | None = None
    first: int | None = None
    found: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles that it names."""
        return (self.tile,) if self.first is None else (self.first, self.tile)

    def text(self, names: Iterable[str], colour: Callable[[int], str] = str) -> str:
        """The slip in words, with names for its tiles, such as `tile 10 (line 12)`, and for colours."""
        *others, name = names
        named = [colour(number) for number in (self.colour, self.found) if number is not None]
        match self.kind:
            case SlipKind.COLOUR:
                return f"{name}: its {self.sides[0].word} side is perhaps {named[0]}, not {named[1]}"
            case SlipKind.DOUBLED:
                return f"{name} is the same as {others[0]}: perhaps it was typed twice, in place of another one"
            case SlipKind.SWAPPED:
                words = " and ".join(side.word for side in self.sides)
                return f"{name}: its {words} sides are perhaps swapped"


def likely_slips(puzzle: Puzzle) -> list[Slip]:
    """The likeliest slips in a puzzle without a solution, which name at most `MOST` tiles.

    There are none if too many changes would do, or if all counts agree and no two tiles alone are the same.
    """
    count = _Count(puzzle)
    if puzzle.framed and abs(puzzle.zeros - puzzle.grid.outside) > 2:
        return []
    # Without a frame, some heads and tails lie outside, and what is left over says nothing.
    if not count.defect or not (puzzle.framed or puzzle.ordinary):
        # Two tiles that are the same are suspicious where no others are.
        twice = [*_doubled(count, adjacent=True), *_doubled(count, adjacent=False)]
        return twice if len(twice) == 1 else []
    once = [slip for slip in _rare(count) if slip.found is not None and count.sides_of[slip.found] == 1]
    if once:
        return _one_each(once)
    likely: list[Slip] = []
    for slips in (_doubled(count, adjacent=True), _rare(count), _swapped(count), _doubled(count, adjacent=False)):
        named = {tile for slip in (*likely, *slips) for tile in slip.tiles}
        if slips and len(named) <= MOST:
            likely += slips
    if not likely:
        recoloured = _recoloured(count)
        if len({slip.tile for slip in recoloured}) <= MOST:
            likely = recoloured
    return _one_each(likely)


_NOWHERE = 3
"""The kind of a tile that no square takes."""

Key = tuple[str, int]
"""A thing that is counted: tiles of a kind, or sides of a colour in a class of places."""


class _Count:
    """A puzzle counted by the places of its sides.

    In a framed puzzle a colour has to be as often on sides that face clockwise along the ring as on those that face
    anticlockwise, and an even number of times elsewhere inside; without a frame the odd ones have to lie outside.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.total: Counter[Key] = Counter()
        for tile in puzzle.tiles:
            self.total.update(self.shares(tile.sides))

    @cached_property
    def defect(self) -> int:
        """The distance of the counts from agreement; 0 if they agree."""
        kinds = {("tiles", kind): 0 for kind in range(4)} if self.puzzle.framed else {}
        return sum(self._key_defect(*key, number) for key, number in (kinds | dict(self.total)).items())

    @cached_property
    def suspicious(self) -> tuple[int, ...]:
        """The colours whose counts do not agree."""
        wrong = [key for key, number in self.total.items() if self._key_defect(*key, number)]
        kinds = {FRAME for kind, _ in wrong if kind == "tiles"}
        colours = {colour for kind, colour in wrong if kind != "tiles"}
        return tuple(sorted(kinds | colours | set(map(self.puzzle.partner, colours))))

    def after(self, old: Sides, new: Sides | None) -> int:
        """The defect if a tile had other sides, or if it were left out."""
        changed = Counter(self.shares(old))
        changed.subtract(self.shares(new) if new else {})
        return self.defect + sum(
            self._key_defect(kind, which, self.total[kind, which] - less)
            - self._key_defect(kind, which, self.total[kind, which])
            for (kind, which), less in changed.items()
            if less
        )

    def shares(self, sides: Sides) -> Counter[Key]:
        """The counts of one tile."""
        if not self.puzzle.framed:
            return self._inside(sides)
        opposite = sides[0] == sides[2] == FRAME or sides[1] == sides[3] == FRAME
        kind = _NOWHERE if opposite else sides.count(FRAME)
        counts: Counter[Key] = Counter({("tiles", kind): 1})
        if kind in (0, _NOWHERE):
            counts.update(self._inside(colour for colour in sides if colour != FRAME))
            return counts
        start = next(rot for rot in range(4) if sides[rot] == FRAME != sides[rot - 1])
        after = [colour for colour in turned(sides, start) if colour != FRAME]
        counts["ring", after[0]] += 1
        counts["ring", self.puzzle.partner(after[-1])] -= 1
        counts.update(self._inside(after[1:-1]))
        return counts

    def _inside(self, colours: Iterable[int]) -> Counter[Key]:
        """Sides inside by colour; a tail counts against its head."""
        counts: Counter[Key] = Counter()
        for colour in colours:
            head = min(colour, self.puzzle.partner(colour))
            counts["inside", head] += 1 if colour == head else -1
        return counts

    def _key_defect(self, kind: str, which: int, number: int) -> int:
        if kind == "tiles":
            return abs(number - self._squares.get(which, 0))
        return abs(number) if kind == "ring" or self.puzzle.partner(which) != which else number % 2

    @cached_property
    def _squares(self) -> Counter[int]:
        return Counter(len(self.puzzle.grid.outer_sides(square)) for square in self.puzzle.grid.squares)

    @cached_property
    def sides_of(self) -> Counter[int]:
        """The number of sides that have each colour."""
        return Counter(colour for tile in self.puzzle.tiles for colour in tile.sides)


def _rare(count: _Count) -> list[Slip]:
    """Changes of a colour that hardly another side has, or of one that does so along the ring."""
    recoloured = _recoloured(count)
    fewest = min((count.sides_of[slip.found] for slip in recoloured if slip.found is not None), default=0)
    rarest = [slip for slip in recoloured if slip.found is not None and count.sides_of[slip.found] == fewest]
    return rarest if len({slip.tile for slip in rarest}) <= MOST else []


def _recoloured(count: _Count) -> list[Slip]:
    """Every change of one colour after which all counts agree."""
    slips = []
    colours = count.suspicious
    for index, tile in enumerate(count.puzzle.tiles):
        for side in Side:
            if tile.sides[side] not in colours:
                continue
            for colour in colours:
                changed = list(tile.sides)
                changed[side] = colour
                if colour != tile.sides[side] and not count.after(tile.sides, as_sides(changed)):
                    slips.append(Slip(SlipKind.COLOUR, index, (side,), colour, found=tile.sides[side]))
    return slips


def _swapped(count: _Count) -> list[Slip]:
    """Every exchange of two sides of a tile after which all counts agree."""
    slips = []
    for index, tile in enumerate(count.puzzle.tiles):
        for one, other in combinations(Side, 2):
            changed = list(tile.sides)
            changed[one], changed[other] = changed[other], changed[one]
            if changed != list(tile.sides) and not count.after(tile.sides, as_sides(changed)):
                slips.append(Slip(SlipKind.SWAPPED, index, (one, other)))
    return slips


def _doubled(count: _Count, *, adjacent: bool) -> list[Slip]:
    """Tiles that are the same as an earlier one, and that another tile could replace so that all counts agree.

    Another tile changes at most one count for each of its sides, besides the number of tiles of its kind.
    """
    slips = []
    for group in count.puzzle.identical_tiles():
        for first, second in combinations(group, 2):
            left = count.after(count.puzzle.tiles[second].sides, None)
            if (second == first + 1) is adjacent and left <= 1 + 4:
                slips.append(Slip(SlipKind.DOUBLED, second, first=first))
    return slips


def _one_each(slips: list[Slip]) -> list[Slip]:
    """The first slip of each kind and tile: one change of a tile is enough to point at it."""
    first: dict[tuple[SlipKind, int], Slip] = {}
    for slip in slips:
        first.setdefault((slip.kind, slip.tile), slip)
    return list(first.values())
