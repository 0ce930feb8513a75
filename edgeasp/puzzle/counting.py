"""Counting without a search: the sides of each colour, contradictions, and mismatches that every board has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sign, Solution, Tile, turned
from edgeasp.system.lines import plural


@dataclass(frozen=True, slots=True)
class Supply:
    """The number of sides of each colour on the tiles of a framed puzzle, by the place of the side on the board.

    Attributes:
        clockwise: sides that face the next border square, going clockwise around the board.
        anticlockwise: sides that face the border square before.
        inner: all other sides, except those on the outside.
    """

    clockwise: Counter[int]
    anticlockwise: Counter[int]
    inner: Counter[int]

    @property
    def ring(self) -> Counter[int]:
        """Sides that face a neighbouring border square in the ring."""
        return self.clockwise + self.anticlockwise


def lonely(puzzle: Puzzle, sides: Counter[int]) -> Counter[int]:
    """The number of sides of each colour that are left if as many as possible meet sides of its partner."""
    left = Counter[int]()
    for colour, number in sides.items():
        partner = puzzle.partner(colour)
        left[colour] = number % 2 if partner == colour else max(0, number - sides[partner])
    return +left


def alike(puzzle: Puzzle, sides: Counter[int]) -> int:
    """In how many ways two sides can be drawn, one after the other, that meet."""
    return sum(
        number * (sides[partner := puzzle.partner(colour)] - (partner == colour)) for colour, number in sides.items()
    )


def kind(tile: Tile) -> int | None:
    """The number of outer sides of the square of a tile, if all zeros lie outside: 2, 1 or 0; None if none fits."""
    return None if tile.has_opposite_zeros else tile.sides.count(FRAME)


def supply(puzzle: Puzzle, excluded: Collection[int] = ()) -> Supply:
    """The number of sides of each colour in the ring and inside, without the excluded tiles.

    Raises:
        ValueError: zeros are missing, or may lie inside, so that the ring is not determined.
    """
    if puzzle.zeros != puzzle.grid.outside or any(kind(tile) is None for tile in puzzle.tiles):
        raise ValueError("the tiles determine the ring only if all sides of the frame colour lie outside")
    counts = Supply(Counter(), Counter(), Counter())
    for index, tile in enumerate(puzzle.tiles):
        if index in excluded:
            continue
        if FRAME not in tile.sides:
            counts.inner.update(tile.sides)
            continue
        # Turned so that the first 0 going clockwise lies in the north, the next side that is no 0 faces clockwise.
        sides = next(turned(tile.sides, rot) for rot in range(4) if tile.sides[rot] == FRAME != tile.sides[rot - 1])
        first = Side.SOUTH if sides[Side.EAST] == FRAME else Side.EAST
        counts.clockwise[sides[first]] += 1
        counts.anticlockwise[sides[Side.WEST]] += 1
        counts.inner.update(sides[first + 1 : Side.WEST])
    return counts


def kind_of(puzzle: Puzzle, outer: Iterable[Side]) -> int | frozenset[Side]:
    """The kind of a tile or a square by its sides on the outside; without a frame all are alike.

    Their number counts, or the sides themselves where no tile may be turned.
    """
    sides = frozenset(outer if puzzle.framed else ())
    return len(sides) if puzzle.turning else sides


@dataclass(frozen=True, slots=True)
class Pool:
    """Sides of which any may meet any other one.

    Attributes:
        one: how many there are, by colour; where directions differ, of those that face right, down or clockwise.
        other: those that face the other way, by the colour of the side that they meet; None where any side meets any.
    """

    one: Counter[int]
    other: Counter[int] | None = None

    def add(self, puzzle: Puzzle, colour: int, *, back: bool) -> None:
        """Add a side that shows a colour, and faces left, up or anticlockwise or not."""
        if back and self.other is not None:
            self.other[puzzle.partner(colour)] += 1
        else:
            self.one[colour] += 1


Pools = dict[str, Pool]
"""By a name: `ring` and `inner`, or where no tile may be turned `across`, `down` and the four parts of the ring."""


def no_pools(puzzle: Puzzle) -> Pools:
    """The pools of a puzzle, without sides."""
    if puzzle.turning:
        ring = {"ring": Pool(Counter(), Counter())} if puzzle.framed else {}
        return ring | {"inner": Pool(Counter())}
    parts = ("top", "bottom", "left", "right") if puzzle.framed else ()
    return {name: Pool(Counter(), Counter()) for name in (*parts, "across", "down")}


def pool_of(puzzle: Puzzle, outer: Collection[Side], side: Side) -> tuple[str, bool]:
    """The pool of an inner side of a square that has these outer sides, and whether the side faces back."""
    outer = outer if puzzle.framed else ()
    if puzzle.turning:
        if Side((side + 3) % 4) in outer:
            return "ring", False
        return ("ring", True) if Side((side + 1) % 4) in outer else ("inner", False)
    across = side in (Side.EAST, Side.WEST)
    along = (Side.NORTH, Side.SOUTH) if across else (Side.WEST, Side.EAST)
    part = next((("top", "right", "bottom", "left")[side_along] for side_along in along if side_along in outer), None)
    return part or ("across" if across else "down"), side in (Side.WEST, Side.NORTH)


def pools(puzzle: Puzzle, excluded: Collection[int] = ()) -> Pools:
    """The inner sides of the tiles, without the excluded ones.

    Raises:
        ValueError: there is a frame, and the tiles do not determine which sides lie at it.
    """
    by_name = no_pools(puzzle)
    if puzzle.framed:
        supply(puzzle)  # raises
    for index, tile in enumerate(puzzle.tiles):
        outer = [side for side in Side if puzzle.framed and tile.sides[side] == FRAME]
        for side in Side if index not in excluded else ():
            if side not in outer:
                name, back = pool_of(puzzle, outer, side)
                by_name[name].add(puzzle, tile.sides[side], back=back)
    return by_name


def demands(puzzle: Puzzle, clues: Solution) -> Pools:
    """The sides of other tiles that meet clues, by the colours that they have to show."""
    on, asked = clues.by_square(), no_pools(puzzle)
    for clue in clues:
        for side in Side:
            beyond = clue.square.neighbour(side)
            if beyond in puzzle.grid and beyond not in on:
                ask(asked, puzzle, clue, side)
    return asked


def ask(asked: Pools, puzzle: Puzzle, clue: Placement, side: Side) -> None:
    """Add the side that lies beside one of a clue, with the colour that it has to show."""
    outer = puzzle.grid.outer_sides(clue.square.neighbour(side))
    name, back = pool_of(puzzle, outer, side.opposite)
    asked[name].add(puzzle, puzzle.partner(puzzle.sides(clue)[side]), back=back)


def contradictions(puzzle: Puzzle, *, framed: bool = True, signed: bool = True) -> list[str]:
    """Reasons, found by counting, why there is no solution, each a clause; an empty list proves nothing.

    Without `framed` or `signed`, the boundary or the sign condition does not apply.
    """
    reasons: list[str] = []
    if framed and puzzle.framed:
        reasons += _frame(puzzle)
    reasons += _colours(puzzle, framed=framed and puzzle.framed)
    if framed and puzzle.framed and not reasons:
        reasons += _ring(puzzle)
    if not puzzle.turning:
        reasons += _directions(puzzle)
    if signed:
        reasons += _signs(puzzle)
    return reasons


def _frame(puzzle: Puzzle) -> Iterator[str]:
    frame, outside = puzzle.names.colour(FRAME), puzzle.grid.outside
    if puzzle.zeros < outside:
        yield f"the outside has {outside} sides, but only {puzzle.zeros} sides have the frame colour {frame}"
    if puzzle.zeros != outside:
        return
    for index, tile in enumerate(puzzle.tiles):
        if tile.has_opposite_zeros:
            yield (
                f"tile {puzzle.names.number(index)} has the frame colour {frame} on sides that no square has outside "
                "together (does the file list the sides in another order than north, east, south, west?)"
            )
            return
    squares = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares)
    tiles = Counter(tile.sides.count(FRAME) for tile in puzzle.tiles)
    for outer, name in ((2, "corner"), (1, "side"), (0, "centre")):
        if squares[outer] != tiles[outer]:
            sides = f"{outer} {plural(outer, 'side')}"
            board = f"the board has {squares[outer]} {name} squares"
            yield f"{board}, but {tiles[outer]} tiles have {sides} of the frame colour {frame}"


def _ring(puzzle: Puzzle) -> Iterator[str]:
    """A colour that faces one way along the ring more often than its partner the other: the ring cannot be closed."""
    if puzzle.zeros != puzzle.grid.outside:
        return
    sides, name = supply(puzzle), puzzle.names.colour
    for colour in sorted(sides.ring):
        partner = puzzle.partner(colour)
        clockwise, anticlockwise = sides.clockwise[colour], sides.anticlockwise[partner]
        if clockwise != anticlockwise:
            other = "" if partner == colour else f"its partner {name(partner)} "
            yield (
                f"in the ring colour {name(colour)} lies on {clockwise} sides that face clockwise "
                f"and {other}on {anticlockwise} that face anticlockwise, but these have to meet"
            )
            return


def _colours(puzzle: Puzzle, *, framed: bool) -> Iterator[str]:
    counts = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    left = lonely(puzzle, counts)
    if framed:
        for colour in sorted(left):
            times = _times(puzzle, colour, counts[colour])
            if (partner := puzzle.partner(colour)) == colour:
                yield f"colour {puzzle.names.colour(colour)} occurs {times}, but its sides have to meet in pairs"
            else:
                other = f"its partner {puzzle.names.colour(partner)} {counts[partner]} times"
                yield f"colour {puzzle.names.colour(colour)} occurs {times} and {other}, but they meet"
    elif left.total() > puzzle.grid.outside:
        what = "sides have none to meet" if puzzle.partners else "colours occur an odd number of times"
        yield f"{left.total()} {what}, but only {puzzle.grid.outside} sides lie outside, where a side meets no other"


def _directions(puzzle: Puzzle) -> Iterator[str]:
    """Reasons of tiles that may not be turned: colours that face right have to meet those facing left, and down up."""
    for side, lines in ((Side.EAST, puzzle.rows), (Side.SOUTH, puzzle.cols)):
        facing = Counter(tile.sides[side] for tile in puzzle.tiles)
        meeting = Counter(puzzle.partner(tile.sides[side.opposite]) for tile in puzzle.tiles)
        for left, word in ((facing - meeting, side.word), (meeting - facing, side.opposite.word)):
            if left.total() > lines:
                yield (
                    f"no tile may be turned, and {left.total()} of the sides at the {word} of tiles have none to meet, "
                    f"but only {lines} lie outside"
                )


def _times(puzzle: Puzzle, colour: int, count: int) -> str:
    """The number of sides of a colour; where it is one, its tile."""
    if count > 1:
        return f"{count} times"
    tile = next(index for index, tile in enumerate(puzzle.tiles) if colour in tile.sides)
    return f"once, on tile {puzzle.names.number(tile)}"


def _signs(puzzle: Puzzle) -> Iterator[str]:
    """Each sign has half of the squares; on a board of odd size one sign has one more."""
    counts = {sign: sum(tile.sign is sign for tile in puzzle.tiles) for sign in Sign}
    less, more = len(puzzle.tiles) // 2, (len(puzzle.tiles) + 1) // 2
    if max(counts.values()) > more:
        yield (
            f"{counts[Sign.PLUS]} tiles bear + and {counts[Sign.MINUS]} bear -, "
            f"but a checkerboard has {less} squares of one kind and {more} of the other"
        )


def fewest_mismatches(puzzle: Puzzle, clues: Solution = Solution(), *, framed: bool = True) -> int:
    """A number of mismatches that every board with the clues has at least; with `framed`, every one with a frame.

    Of each colour, the sides that are left match what clues ask for, and pair among themselves; what they cannot match
    does not, nor does the last one of an odd number. In the ring, only sides of opposite directions pair.
    """
    among = check(puzzle, clues, conditions=[Condition.ADJOINING])
    undecided = puzzle.grid.diamonds - among.matched - len(among.violations)
    placed = {clue.tile for clue in clues}
    exact = framed and puzzle.framed and puzzle.zeros == puzzle.grid.outside
    if exact and all(kind(tile) is not None for tile in puzzle.tiles):
        turning = replace(puzzle, turning=True)
        left, asked = pools(turning, placed), demands(turning, clues)
        matched = _pairs(puzzle, left["inner"].one, asked["inner"].one)
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
            sides[FRAME] -= puzzle.grid.outside - sum(len(puzzle.grid.outer_sides(clue.square)) for clue in clues)
        on = clues.by_square()
        beside = ((clue, side, clue.square.neighbour(side)) for clue in clues for side in Side)
        asked_for = Counter(
            puzzle.partner(puzzle.sides(clue)[side])
            for clue, side, there in beside
            if there in puzzle.grid and there not in on
        )
        matched = _pairs(puzzle, sides, asked_for)
    return len(among.violations) + max(0, undecided - matched)


def _pairs(puzzle: Puzzle, left: Counter[int], asked: Counter[int]) -> int:
    """The most matches of sides with what is asked for, and with one another."""
    met = {colour: min(number, asked[colour]) for colour, number in left.items()}
    others = Counter({colour: number - met[colour] for colour, number in left.items()})
    return sum(met.values()) + (others.total() - lonely(puzzle, others).total()) // 2
