"""How many sides of each colour face along the ring, and how many do not, where the tiles determine that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution, Tile, turned


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


def unbalanced(puzzle: Puzzle, supply: Supply) -> str:
    """Why the ring cannot be closed, if a colour faces one way more often than its partner the other; else empty."""
    for colour in sorted(supply.ring):
        partner = puzzle.partner(colour)
        clockwise, anticlockwise = supply.clockwise[colour], supply.anticlockwise[partner]
        if clockwise != anticlockwise:
            other = "" if partner == colour else f"its partner {partner} "
            return (
                f"in the ring colour {colour} lies on {clockwise} sides that face clockwise and {other}on "
                f"{anticlockwise} that face anticlockwise, but these have to meet"
            )
    return ""


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
    if puzzle.zeros != puzzle.outside or any(kind(tile) is None for tile in puzzle.tiles):
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


def demand(puzzle: Puzzle, clues: Solution) -> Supply:
    """The sides of other tiles that meet clues, by the colours that they must have to match."""
    on, counts = clues.by_square(), Supply(Counter(), Counter(), Counter())
    for clue in clues:
        for side in Side:
            there = clue.square.neighbour(side)
            if not puzzle.has_square(there) or there in on:
                continue
            # A side that faces clockwise along the ring has the outside to its left, the side it meets to its right.
            left, right = (Side((side + turn) % 4) in puzzle.outer_sides(clue.square) for turn in (3, 1))
            pool = counts.anticlockwise if left else counts.clockwise if right else counts.inner
            pool[puzzle.partner(puzzle.sides(clue)[side])] += 1
    return counts
