"""Contradictions and likely typos found by counting.

Sides are counted by where they have to be on the board: on the boundary, along the ring in either direction, or
elsewhere inside. If only a few changes of one type, such as swaps of two sides, make all these counts possible, each of
these changes is a likely typo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Tile, as_sides
from edgeasp.system.lines import plural, with_noun


class Supply(NamedTuple):
    """Numbers of sides of each colour, by place on the board.

    Attributes:
        clockwise: sides that face the next border square, going clockwise around the board.
        anticlockwise: sides that face the previous border square.
        inner: all other sides, except sides on the boundary.
    """

    clockwise: Counter[int]
    anticlockwise: Counter[int]
    inner: Counter[int]

    @property
    def ring(self) -> Counter[int]:
        """Numbers of sides of each colour in the ring, in both directions."""
        return self.clockwise + self.anticlockwise


def unmatched_sides(puzzle: Puzzle, sides: Counter[int]) -> Counter[int]:
    """Count, by colour, the sides that have to stay unmatched."""
    left = Counter[int]()
    for colour, number in sides.items():
        meeting = puzzle.meeting(colour)
        others = sum(sides[other] for other in meeting if other != colour)
        left[colour] = max(0, number - others) if colour not in meeting else 0 if others else number % 2
    return +left


def matching_pairs(puzzle: Puzzle, sides: Counter[int]) -> int:
    """Count ordered pairs of matching sides."""
    return sum(
        number * (sum(sides[other] for other in meeting) - (colour in meeting))
        for colour, number in sides.items()
        if (meeting := puzzle.meeting(colour))
    )


def count_frame_sides(tile: Tile) -> int | None:
    """Count the sides of a tile on the frame.

    All its sides of the frame colour are assumed to be on the frame. The count is None if the tile has this colour on
    opposite sides, since it then fits on no square.
    """
    return None if tile.has_opposite_zeros else tile.sides.count(FRAME)


def side_supply(puzzle: Puzzle, excluded: Collection[int] = ()) -> Supply:
    """Count the sides of each colour, without excluded tiles.

    Raises:
        ValueError: sides of the frame colour are missing or may be inside, so the tiles do not determine the ring.
    """
    if not puzzle.determined:
        raise ValueError("the tiles determine the ring only if all sides of the frame colour are on the boundary")
    left = tile_pools(puzzle if puzzle.turning else replace(puzzle, turning=True), excluded)
    clockwise, met = left["ring"]
    return Supply(
        clockwise,
        Counter({puzzle.partner(colour): number for colour, number in (met or {}).items()}),
        left["inner"].one,
    )


def border_class(puzzle: Puzzle, outer: Iterable[Side]) -> int | frozenset[Side]:
    """Classify a tile or square by its frame sides.

    The class is the number of frame sides, or the set of frame sides if tiles may not be rotated.
    """
    sides = frozenset(outer if puzzle.framed else ())
    return len(sides) if puzzle.turning else sides


class SidePool(NamedTuple):
    """Counts of sides that can only be adjacent to each other.

    A pool has directions in the ring, and everywhere if tiles may not be rotated. In a pool with directions, only sides
    that face opposite directions can be adjacent. In any other pool, any two sides can be adjacent.

    Attributes:
        one: number of sides of each colour. In a pool with directions, only sides that face right, down or clockwise
            are counted here.
        other: number of sides that face left, up or anticlockwise, keyed by the colour that matches them. None in a
            pool without directions.
    """

    one: Counter[int]
    other: Counter[int] | None = None

    def add(self, puzzle: Puzzle, colour: int, *, back: bool) -> None:
        """Count a side of a colour.

        With `back`, the side faces left, up or anticlockwise.
        """
        if back and self.other is not None:
            self.other[puzzle.partner(colour)] += 1
        else:
            self.one[colour] += 1


Pools = dict[str, SidePool]
"""Pools by name: `ring` and `inner`, or `across`, `down` and four parts of the ring if tiles may not be rotated."""


def empty_pools(puzzle: Puzzle) -> Pools:
    """Create the empty pools of a puzzle."""
    if puzzle.turning:
        ring = {"ring": SidePool(Counter(), Counter())} if puzzle.framed else {}
        return ring | {"inner": SidePool(Counter())}
    parts = ("top", "bottom", "left", "right") if puzzle.framed else ()
    return {name: SidePool(Counter(), Counter()) for name in (*parts, "across", "down")}


def pool_of_side(puzzle: Puzzle, outer: Collection[Side], side: Side) -> tuple[str, bool]:
    """Return the pool of an inner side, and its direction.

    Args:
        puzzle: the puzzle.
        outer: the sides of the square that are on the frame.
        side: another side of the square.

    Returns:
        The name of the pool, and whether the side faces left, up or anticlockwise. The direction only matters in a pool
        with directions.
    """
    outer = outer if puzzle.framed else ()
    if puzzle.turning:
        return _pool_if_rotatable(outer, side)
    across = side in (Side.EAST, Side.WEST)
    along = (Side.NORTH, Side.SOUTH) if across else (Side.WEST, Side.EAST)
    part = next((("top", "right", "bottom", "left")[side_along] for side_along in along if side_along in outer), None)
    return part or ("across" if across else "down"), side in (Side.WEST, Side.NORTH)


def _pool_if_rotatable(outer: Collection[Side], side: Side) -> tuple[str, bool]:
    if Side((side + 3) % 4) in outer:
        return "ring", False
    return ("ring", True) if Side((side + 1) % 4) in outer else ("inner", False)


def tile_pools(puzzle: Puzzle, excluded: Collection[int] = ()) -> Pools:
    """Count the inner sides of tiles by pool and colour.

    Tiles in `excluded` are left out.

    Raises:
        ValueError: there is a frame, and the tiles do not determine which of their sides are on it.
    """
    by_name = empty_pools(puzzle)
    if puzzle.framed and not puzzle.determined:
        side_supply(puzzle)  # raises
    places: dict[tuple[bool, ...], list[tuple[Side, str, bool]]] = {}
    for index, tile in enumerate(puzzle.tiles):
        # The pools depend only on the sides on the frame, so they are found once for each pattern of these.
        ends = tuple([puzzle.framed and colour == FRAME for colour in tile.sides])
        if ends not in places:
            outer = [side for side in Side if ends[side]]
            places[ends] = [(side, *pool_of_side(puzzle, outer, side)) for side in Side if side not in outer]
        for side, name, back in places[ends] if index not in excluded else ():
            by_name[name].add(puzzle, tile.sides[side], back=back)
    return by_name


def required_sides(puzzle: Puzzle, clues: Solution) -> Pools:
    """Count the colours that clues require on adjacent sides."""
    on, asked = clues.by_square(), empty_pools(puzzle)
    for clue in clues:
        for side in Side:
            beyond = puzzle.grid.neighbour(clue.square, side)
            if beyond in puzzle.grid and beyond not in on:
                require_side(asked, puzzle, clue, side)
    return asked


def require_side(asked: Pools, puzzle: Puzzle, clue: Placement, side: Side) -> None:
    """Count in `asked` the colour that a clue's side requires."""
    outer = puzzle.statement.frame_sides(puzzle.grid.neighbour(clue.square, side))
    name, back = pool_of_side(puzzle, outer, side.opposite)
    asked[name].add(puzzle, puzzle.partner(puzzle.sides(clue)[side]), back=back)


def contradictions(puzzle: Puzzle, *, framed: bool = True, signed: bool = True) -> list[str]:
    """List counting arguments that rule out a solution.

    Args:
        puzzle: the puzzle.
        framed: whether the boundary condition applies.
        signed: whether the sign condition applies.
    """
    reasons: list[str] = []
    if framed and puzzle.framed:
        reasons += _frame_contradictions(puzzle)
    # A flipped tile shows partners and faces the other way, so fewer counts are invariant.
    if puzzle.regular or not puzzle.partners:
        reasons += _colour_contradictions(puzzle, framed=framed and puzzle.framed)
    if framed and puzzle.framed and not reasons and puzzle.regular and puzzle.paired:
        reasons += _ring_contradictions(puzzle)
    if puzzle.orientations == (0,) and puzzle.paired:
        reasons += _direction_contradictions(puzzle)
    if framed or not puzzle.framed:
        reasons += _boundary_contradictions(puzzle)
    if signed:
        reasons += _sign_contradictions(puzzle)
    return reasons


def _frame_contradictions(puzzle: Puzzle) -> Iterator[str]:
    frame, outside = puzzle.names.colour(FRAME), puzzle.outside
    if puzzle.zeros < outside:
        yield f"the boundary has {outside} sides, but only {puzzle.zeros} sides have the frame colour {frame}"
    if not (puzzle.exact and puzzle.grid.ringed):
        return
    if len(puzzle.misfits) > puzzle.spare:
        yield (
            f"tile {puzzle.names.number(puzzle.misfits[0])} has the frame colour {frame} on sides that no square has "
            "on the boundary together (does the file list the sides in another order than top, right, bottom, left?)"
        )
        return
    squares = Counter(len(puzzle.statement.frame_sides(square)) for square in puzzle.grid.squares)
    tiles = Counter(tile.sides.count(FRAME) for tile in puzzle.tiles)
    for outer, name in ((2, "corner"), (1, "side"), (0, "centre")):
        if not 0 <= tiles[outer] - squares[outer] <= puzzle.spare:
            sides = f"{outer} {plural(outer, 'side')}"
            board = f"the board has {squares[outer]} {name} squares"
            yield f"{board}, but {tiles[outer]} tiles have {sides} of the frame colour {frame}"


def _ring_contradictions(puzzle: Puzzle) -> Iterator[str]:
    """Yield a contradiction if the ring cannot be closed.

    Each colour has to be on as many clockwise sides of the ring as its partner is on anticlockwise sides. Only the
    first colour with different counts is reported.
    """
    if not puzzle.determined:
        return
    sides, name = side_supply(puzzle), puzzle.names.colour
    # If a side of the board has no frame, the ring ends there, with a side that is adjacent to no other.
    sides_of = [
        (puzzle.statement.frame_sides(square), puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares
    ]
    free = puzzle.spare + sum(len(outer - frame) for frame, outer in sides_of if frame)
    for colour in sorted(sides.ring):
        partner = puzzle.partner(colour)
        clockwise, anticlockwise = sides.clockwise[colour], sides.anticlockwise[partner]
        if abs(clockwise - anticlockwise) > free:
            other = "" if partner == colour else f"its partner {name(partner)} "
            yield (
                f"in the ring, colour {name(colour)} is on {clockwise} sides that face clockwise "
                f"and {other}on {anticlockwise} that face anticlockwise, but these have to match"
            )
            return


def _colour_contradictions(puzzle: Puzzle, *, framed: bool) -> Iterator[str]:
    counts = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    left = unmatched_sides(puzzle, counts)
    # Sides on a boundary without a frame and sides of spare tiles are adjacent to no other side.
    free = puzzle.grid.outside - (puzzle.outside if framed else 0) + 4 * puzzle.spare
    if framed:
        for colour in sorted(colour for colour, number in left.items() if number > free):
            times = _occurrences_text(puzzle, colour, counts[colour])
            if colour in (meeting := puzzle.meeting(colour)):
                yield f"colour {puzzle.names.colour(colour)} occurs {times}, but its sides have to match in pairs"
            else:
                partners = f"its {plural(len(meeting), 'partner')} {' and '.join(map(puzzle.names.colour, meeting))}"
                other = f"{partners} {sum(counts[partner] for partner in meeting)} times"
                yield f"colour {puzzle.names.colour(colour)} occurs {times} and {other}, but they have to match"
    elif left.total() > free:
        what = "sides have no side to match" if puzzle.partners else "colours occur an odd number of times"
        outside = f"only {puzzle.grid.outside} sides are on the boundary, where they touch no other"
        yield f"{left.total()} {what}, but {outside}"


def _direction_contradictions(puzzle: Puzzle) -> Iterator[str]:
    """Yield contradictions if tiles may not be rotated.

    Sides that face right have to match sides that face left, and sides that face down have to match sides that face up.
    """
    for side in (Side.EAST, Side.SOUTH):
        lines = sum(side in puzzle.grid.outer_sides(square) for square in puzzle.grid.squares)
        facing = Counter(tile.sides[side] for tile in puzzle.tiles)
        meeting = Counter(puzzle.partner(tile.sides[side.opposite]) for tile in puzzle.tiles)
        for left, word in ((facing - meeting, side.word), (meeting - facing, side.opposite.word)):
            if left.total() > lines + puzzle.spare:
                yield (
                    f"tiles may not be rotated, and {left.total()} of the sides at the {word} of tiles have no side to "
                    f"match, but only {lines} are on the boundary"
                )


def _boundary_contradictions(puzzle: Puzzle) -> Iterator[str]:
    """Yield contradictions for boundary colours on too few sides."""
    on = Counter(puzzle.grid.part(*end) for end in puzzle.statement.boundary)
    for part, colours in puzzle.rim:
        faces = map(puzzle.faces, range(len(puzzle.tiles)))
        most = sum(max(sum(colour in colours for colour in face) for face in sides) for sides in faces)
        if colours and most < on[part]:
            shown = " or ".join(map(puzzle.names.colour, colours))
            sides = with_noun(on[part], "side")
            yield f"the boundary needs {shown} on {sides} ({part}), but only {most} sides of tiles have this colour"


def _occurrences_text(puzzle: Puzzle, colour: int, count: int) -> str:
    if count > 1:
        return f"{count} times"
    tile = next(index for index, tile in enumerate(puzzle.tiles) if colour in tile.sides)
    return f"once, on tile {puzzle.names.number(tile)}"


def _sign_contradictions(puzzle: Puzzle) -> Iterator[str]:
    """Yield a contradiction if the signs cannot alternate.

    Each sign has half of the squares. On a board of odd size, one sign has one square more.
    """
    counts = {sign: sum(tile.sign is sign for tile in puzzle.tiles) for sign in Sign}
    even = sum(square.even for square in puzzle.grid.squares)
    less, more = sorted((even, puzzle.grid.size - even))
    if max(counts.values()) > more + puzzle.spare:
        yield (
            f"{counts[Sign.PLUS]} tiles have + and {counts[Sign.MINUS]} have -, "
            f"but a checkerboard has {less} squares of one kind and {more} of the other"
        )


def fewest_mismatches(puzzle: Puzzle, clues: Solution = Solution(), *, framed: bool = True) -> int:
    """Return a lower bound on the mismatches of every board.

    The bound assumes that as many unused sides as possible match a clue or each other. The remaining sides mismatch,
    such as the last side of a colour with an odd number of sides. In the ring, only sides that face opposite directions
    match.

    Args:
        puzzle: the puzzle.
        clues: placements on every board.
        framed: whether the boundary condition applies.
    """
    among = check(puzzle, clues, conditions=[Condition.ADJOINING])
    undecided = puzzle.grid.diamonds - among.matched - len(among.violations)
    placed = {clue.tile for clue in clues}
    # Colours do not pair up then, so the counts below prove nothing.
    if not puzzle.paired or (puzzle.partners and not puzzle.regular):
        return len(among.violations)
    if framed and puzzle.determined and puzzle.regular:
        turning = replace(puzzle, turning=True)
        left, asked = tile_pools(turning, placed), required_sides(turning, clues)
        matched = _count_matches(puzzle, left["inner"].one, asked["inner"].one)
        ring, wanted = left["ring"], asked["ring"]
        facing = ((ring.one, wanted.one), (ring.other or Counter(), wanted.other or Counter()))
        for colour in {colour for have, want in facing for colour in (*have, *want)}:
            one, other = ((have[colour], min(have[colour], want[colour])) for have, want in facing)
            matched += one[1] + other[1] + min(one[0] - one[1], other[0] - other[1])
    else:
        sides = Counter(
            colour for index, tile in enumerate(puzzle.tiles) for colour in tile.sides if index not in placed
        )
        if framed and puzzle.framed:
            sides[FRAME] -= puzzle.outside - sum(len(puzzle.statement.frame_sides(clue.square)) for clue in clues)
        on = clues.by_square()
        beside = ((clue, side, puzzle.grid.neighbour(clue.square, side)) for clue in clues for side in Side)
        asked_for = Counter(
            puzzle.partner(puzzle.sides(clue)[side])
            for clue, side, there in beside
            if there in puzzle.grid and there not in on
        )
        matched = _count_matches(puzzle, sides, asked_for)
    return len(among.violations) + max(0, undecided - matched)


def _count_matches(puzzle: Puzzle, left: Counter[int], asked: Counter[int]) -> int:
    met = {colour: min(number, asked[colour]) for colour, number in left.items()}
    others = Counter({colour: number - met[colour] for colour, number in left.items()})
    return sum(met.values()) + (others.total() - unmatched_sides(puzzle, others).total()) // 2


# ---- likely typos in a puzzle that counting proves unsolvable ----

# Of 2,000 random typos on boards of 4 x 4 to 16 x 16, the right tile is among at most three in 1,813.
MOST = 3
"""Most tiles that are suspected. More would not help to find a typo."""


class TypoKind(Enum):
    """Type of a typo."""

    COLOUR = "a colour"
    DOUBLED = "a tile typed twice"
    SWAPPED = "two sides swapped"


@dataclass(frozen=True, slots=True)
class Typo:
    """Likely typo in a puzzle.

    Attributes:
        kind: the type of the typo.
        tile: the tile with the typo.
        sides: the side for `COLOUR`, the two sides for `SWAPPED`, else empty.
        colour: the colour that the side should have for `COLOUR`, else None.
        first: the earlier tile to which `tile` is identical for `DOUBLED`, else None.
        found: the colour that the side has for `COLOUR`, else None.
    """

    kind: TypoKind
    tile: int
    sides: tuple[Side, ...] = ()
    colour: int | None = None
    first: int | None = None
    found: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """Tiles that may have the typo."""
        return (self.tile,) if self.first is None else (self.first, self.tile)

    def repaired_puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle without the typo.

        If a tile was typed twice, the puzzle is unchanged, since the missing tile is unknown.
        """
        tile = puzzle.tiles[self.tile]
        sides = list(tile.sides)
        match self.kind:
            case TypoKind.COLOUR:
                assert self.colour is not None
                sides[self.sides[0]] = self.colour
            case TypoKind.SWAPPED:
                one, other = self.sides
                sides[one], sides[other] = sides[other], sides[one]
        changed = replace(tile, sides=as_sides(sides))
        return replace(puzzle, tiles=(*puzzle.tiles[: self.tile], changed, *puzzle.tiles[self.tile + 1 :]))

    def describe(self, names: Iterable[str], colour: Callable[[int], str] = str) -> str:
        """Describe the typo.

        Args:
            names: names of `tiles`.
            colour: function that returns the name of a colour.
        """
        *others, name = names
        named = [colour(number) for number in (self.colour, self.found) if number is not None]
        match self.kind:
            case TypoKind.COLOUR:
                return f"{name}: its {self.sides[0].word} side is perhaps {named[0]}, not {named[1]}"
            case TypoKind.DOUBLED:
                return f"{name} is the same as {others[0]}: perhaps it was typed twice, in place of another one"
            case TypoKind.SWAPPED:
                words = " and ".join(side.word for side in self.sides)
                return f"{name}: its {words} sides are perhaps swapped"


def likely_typos(puzzle: Puzzle) -> list[Typo]:
    """List the likeliest typos in an unsolvable puzzle.

    A typo is likely if correcting it makes all counts possible in a solution. The list is empty if it would name more
    than `MOST` tiles. It is also empty if the counts are possible already, unless exactly two tiles are identical.
    """
    reasons = contradictions(puzzle)
    # If only the signs contradict, the colours are not to blame.
    if puzzle.beyond or (reasons and reasons == list(_sign_contradictions(puzzle))):
        return []
    count = _SideCounts(puzzle)
    # One tile typed in place of another changes the number of frame sides by at most two.
    if puzzle.framed and abs(puzzle.zeros - puzzle.outside) > 2:
        return []
    # Without a frame, some heads and tails are on the boundary, so that surplus sides prove nothing.
    if not count.defect or not (puzzle.framed or puzzle.ordinary):
        # Identical tiles are suspicious if no other tiles are identical.
        twice = [*_duplicates(count, adjacent=True), *_duplicates(count, adjacent=False)]
        return twice if len(twice) == 1 else []
    once = [
        typo
        for typo in _rarest_recolourings(count)
        if typo.found is not None and count.sides_by_colour[typo.found] == 1
    ]
    if once:
        return _first_per_tile(once)
    likely: list[Typo] = []
    for typos in (
        _duplicates(count, adjacent=True),
        _rarest_recolourings(count),
        _swap_typos(count),
        _duplicates(count, adjacent=False),
    ):
        named = {tile for typo in (*likely, *typos) for tile in typo.tiles}
        if typos and len(named) <= MOST:
            likely += typos
    if not likely:
        recoloured = _recolourings(count)
        if len({typo.tile for typo in recoloured}) <= MOST:
            likely = recoloured
    return _first_per_tile(likely)


# Border class of a tile that fits no square.
_NOWHERE = 3

Key = tuple[str, int]
"""What is counted: `tiles` of a border class, or sides in a pool, of a colour."""


class _SideCounts:
    """Counts of a puzzle's sides, by colour and place.

    In a solvable framed puzzle, a colour is on as many sides that face clockwise along the ring as on sides that face
    anticlockwise, and on an even number of sides elsewhere inside. Without a frame, a colour with an odd number of
    sides needs a side on the boundary.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.total: Counter[Key] = Counter()
        for tile in puzzle.tiles:
            self.total.update(self.contribution(tile.sides))

    @cached_property
    def defect(self) -> int:
        """Total deviation of the counts from a solvable puzzle."""
        classes = {("tiles", number): 0 for number in range(4)} if self.puzzle.framed else {}
        return sum(self._key_defect(*key, number) for key, number in (classes | dict(self.total)).items())

    @cached_property
    def suspicious(self) -> tuple[int, ...]:
        """Colours whose counts rule out a solution, and their partners."""
        wrong = [key for key, number in self.total.items() if self._key_defect(*key, number)]
        colours = {FRAME if what == "tiles" else colour for what, colour in wrong}
        return tuple(sorted(colours | set(map(self.puzzle.partner, colours))))

    def defect_after(self, old: Sides, new: Sides | None) -> int:
        """Return the defect after changing or removing a tile.

        Args:
            old: the sides of the tile.
            new: its sides after the change, or None if it is removed.
        """
        changed = Counter(self.contribution(old))
        changed.subtract(self.contribution(new) if new else {})
        return self.defect + sum(
            self._key_defect(*key, self.total[key] - less) - self._key_defect(*key, self.total[key])
            for key, less in changed.items()
            if less
        )

    def contribution(self, sides: Sides) -> Counter[Key]:
        """Return one tile's contribution to the counts."""
        counts: Counter[Key] = Counter()
        outer = [side for side in Side if self.puzzle.framed and sides[side] == FRAME]
        number = count_frame_sides(Tile(sides))
        if self.puzzle.framed:
            counts["tiles", _NOWHERE if number is None else number] += 1
        for side in (side for side in Side if side not in outer):
            colour, partner = sides[side], self.puzzle.partner(sides[side])
            place, back = _pool_if_rotatable(outer if number else (), side)
            if place == "ring":
                counts[place, partner if back else colour] += -1 if back else 1
            else:  # sides of partners cancel
                counts[place, min(colour, partner)] += 1 if colour <= partner else -1
        return counts

    def _key_defect(self, what: str, which: int, number: int) -> int:
        if what == "tiles":
            return abs(number - self._squares_by_frame_sides.get(which, 0))
        return abs(number) if what == "ring" or self.puzzle.partner(which) != which else number % 2

    @cached_property
    def _squares_by_frame_sides(self) -> Counter[int]:
        return Counter(len(self.puzzle.statement.frame_sides(square)) for square in self.puzzle.grid.squares)

    @cached_property
    def sides_by_colour(self) -> Counter[int]:
        """Number of sides of each colour."""
        return Counter(colour for tile in self.puzzle.tiles for colour in tile.sides)


def _rarest_recolourings(count: _SideCounts) -> list[Typo]:
    recoloured = _recolourings(count)
    fewest = min((count.sides_by_colour[typo.found] for typo in recoloured if typo.found is not None), default=0)
    rarest = [typo for typo in recoloured if typo.found is not None and count.sides_by_colour[typo.found] == fewest]
    return rarest if len({typo.tile for typo in rarest}) <= MOST else []


def _recolourings(count: _SideCounts) -> list[Typo]:
    """List changes of one side that make all counts possible."""
    typos = []
    colours = count.suspicious
    for index, tile in enumerate(count.puzzle.tiles):
        for side in Side:
            if tile.sides[side] not in colours:
                continue
            for colour in colours:
                changed = list(tile.sides)
                changed[side] = colour
                if colour != tile.sides[side] and not count.defect_after(tile.sides, as_sides(changed)):
                    typos.append(Typo(TypoKind.COLOUR, index, (side,), colour, found=tile.sides[side]))
    return typos


def _swap_typos(count: _SideCounts) -> list[Typo]:
    """List swaps of two sides that make all counts possible."""
    typos = []
    for index, tile in enumerate(count.puzzle.tiles):
        for one, other in combinations(Side, 2):
            changed = list(tile.sides)
            changed[one], changed[other] = changed[other], changed[one]
            if changed != list(tile.sides) and not count.defect_after(tile.sides, as_sides(changed)):
                typos.append(Typo(TypoKind.SWAPPED, index, (one, other)))
    return typos


def _duplicates(count: _SideCounts, *, adjacent: bool) -> list[Typo]:
    """List tiles that were perhaps typed twice.

    Such a tile is identical to an earlier tile, and another tile in its place could make all counts possible. That tile
    can correct at most five counts: one for each of its sides, and the number of tiles in its border class.

    Args:
        count: the counts of the puzzle.
        adjacent: whether to list tiles that directly follow the identical tile in the file, in place of all others.
    """
    typos = []
    for group in count.puzzle.identical_tiles():
        for first, second in combinations(group, 2):
            left = count.defect_after(count.puzzle.tiles[second].sides, None)
            # Four sides, and the border class.
            if (second == first + 1) is adjacent and left <= 1 + 4:
                typos.append(Typo(TypoKind.DOUBLED, second, first=first))
    return typos


def _first_per_tile(typos: list[Typo]) -> list[Typo]:
    first: dict[tuple[TypoKind, int], Typo] = {}
    for typo in typos:
        first.setdefault((typo.kind, typo.tile), typo)
    return list(first.values())
