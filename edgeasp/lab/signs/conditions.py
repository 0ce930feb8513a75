"""Necessary conditions on the signs of the tiles, by counting, as equations over the plus tiles.

In a diamond a plus meets a minus. So half of the inner sides of a colour are on plus tiles (`colours`), and among
corner, side and centre tiles there are as many plus tiles as plus squares (`kinds`). These are the redundant
constraints `sign-colours` and `sign-kinds` of the encoding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sign, Solution
from edgeasp.system.errors import OptionError

Assignment = tuple[Sign, ...]
"""The sign of each tile, from tile 0 on."""


class SignCondition(Enum):
    """A condition on the signs of all tiles."""

    COLOURS = "colours"
    KINDS = "kinds"


@dataclass(frozen=True, slots=True)
class SignSystem:
    """Equations over the free tiles: in each, the weights of the plus tiles add up to the target.

    Attributes:
        known: the sign of each tile that has to have it; None for a free tile.
        free: the free tiles, border tiles first.
        ring: the number of border tiles among them.
        weights: for each free tile, its weight in each equation.
        targets: the sum of each equation.
    """

    known: tuple[Sign | None, ...]
    free: tuple[int, ...]
    ring: int
    weights: tuple[tuple[int, ...], ...]
    targets: tuple[int, ...]


def applicable(puzzle: Puzzle) -> frozenset[SignCondition]:
    """The conditions that hold for a puzzle: without a frame, sides outside belong to no diamond."""
    return frozenset(SignCondition) if puzzle.framed else frozenset({SignCondition.KINDS})


def sign_systems(
    puzzle: Puzzle, clues: Solution = Solution(), conditions: Collection[SignCondition] | None = None
) -> list[SignSystem]:
    """The equations for each of the two checkerboards; an assignment of signs solves at most one of the systems.

    Signs that tiles carry are kept, and a tile with a clue has the sign of its square. There is one system where both
    checkerboards lead to the same, and none where each contradicts a sign.

    Args:
        puzzle: the puzzle.
        clues: placements to keep.
        conditions: those to state; all that are `applicable` if None.

    Raises:
        OptionError: a condition does not hold for this puzzle.
    """
    chosen = applicable(puzzle) if conditions is None else frozenset(conditions)
    if chosen - applicable(puzzle):
        raise OptionError(
            "the condition 'colours' needs a frame: without one, sides outside belong to no diamond, "
            "and any number of them may be on plus tiles"
        )
    systems = (_system(puzzle, clues, chosen, plus_on_even=plus) for plus in (True, False))
    return list(dict.fromkeys(system for system in systems if system is not None))


def with_fixed_sign(puzzle: Puzzle, clues: Solution = Solution()) -> Puzzle:
    """The puzzle with a plus on one tile, if it carries no sign: of opposite assignments, it allows one.

    The tile is that of the first clue, or tile 0. The opposite of a possible assignment is possible as well, unless a
    tile carries a sign.
    """
    if puzzle.signed:
        return puzzle
    tile = clues.placements[0].tile if len(clues) else 0
    return with_signs(puzzle, [Sign.PLUS if index == tile else None for index in range(len(puzzle.tiles))])


def with_signs(puzzle: Puzzle, signs: Sequence[Sign | None]) -> Puzzle:
    """The puzzle whose tiles carry these signs in place of their own."""
    tiles = (replace(tile, sign=sign) for tile, sign in zip(puzzle.tiles, signs, strict=True))
    return replace(puzzle, tiles=tuple(tiles))


def signs_of(puzzle: Puzzle, solution: Solution) -> Assignment | None:
    """The signs that a complete solution gives the tiles, as those that they carry demand; None if these contradict.

    If no tile carries a sign, the plus squares are those of the checkerboard colour of the top-left one.
    """
    for plus_on_even in (True, False):
        signs = {placement.tile: _sign(placement, plus_on_even) for placement in solution}
        if all(tile.sign in (None, signs[index]) for index, tile in enumerate(puzzle.tiles)):
            return tuple(signs[index] for index in range(len(puzzle.tiles)))
    return None


def unmet(puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition]) -> list[str]:
    """The conditions that an assignment of signs breaks, each as a clause, for the checkerboard that breaks the fewest.

    It counts sides and tiles one by one, and shares nothing with the equations.
    """
    return min((_unmet(puzzle, clues, signs, conditions, plus) for plus in (True, False)), key=len)


def _system(
    puzzle: Puzzle, clues: Solution, conditions: Collection[SignCondition], *, plus_on_even: bool
) -> SignSystem | None:
    known = [tile.sign for tile in puzzle.tiles]
    for clue in clues:
        sign = _sign(clue, plus_on_even)
        if known[clue.tile] not in (None, sign):
            return None
        known[clue.tile] = sign
    rows: list[tuple[list[int], int]] = []
    if SignCondition.COLOURS in conditions:
        for colour in puzzle.colours:
            partner = puzzle.partner(colour)
            own, other = ([tile.sides.count(one) for tile in puzzle.tiles] for one in (colour, partner))
            # Of two partners one balance is enough: as many are on plus tiles as of the other on minus tiles.
            if colour > partner or not any(own + other):
                continue
            sides = own if colour == partner else [sum(pair) for pair in zip(own, other, strict=True)]
            if sum(sides) % 2 or (colour != partner and sum(own) != sum(other)):
                return None
            rows.append((sides, sum(sides) // 2))
    if SignCondition.KINDS in conditions:
        kinds = _kinds(puzzle)
        for kind, target in sorted(_plus_squares(puzzle, plus_on_even).items()):
            rows.append(([int(kind_of_tile == kind) for kind_of_tile in kinds], target))
    free = [index for index, sign in enumerate(known) if sign is None]
    free.sort(key=lambda index: FRAME not in puzzle.tiles[index].sides)
    kept: list[tuple[list[int], int]] = []
    for sides, total in rows:
        target = total - sum(weight for weight, sign in zip(sides, known, strict=True) if sign is Sign.PLUS)
        weights = [sides[index] for index in free]
        if not 0 <= target <= sum(weights):
            return None
        if any(weights):
            kept.append((weights, target))
    return SignSystem(
        known=tuple(known),
        free=tuple(free),
        ring=sum(FRAME in puzzle.tiles[index].sides for index in free),
        weights=tuple(tuple(weights[place] for weights, _ in kept) for place in range(len(free))),
        targets=tuple(target for _, target in kept),
    )


def _sign(placement: Placement, plus_on_even: bool) -> Sign:
    return Sign.PLUS if placement.square.even == plus_on_even else Sign.MINUS


def _kinds(puzzle: Puzzle) -> list[int]:
    """The kind of each tile: its sides of the frame colour; one kind for all where these do not say where it lies."""
    exact = puzzle.framed and puzzle.zeros == puzzle.grid.outside
    return [tile.sides.count(FRAME) if exact else 0 for tile in puzzle.tiles]


def _plus_squares(puzzle: Puzzle, plus_on_even: bool) -> Counter[int]:
    """The number of plus squares for each kind of tile; zero for a kind without any."""
    exact = puzzle.framed and puzzle.zeros == puzzle.grid.outside
    numbers = Counter(dict.fromkeys(_kinds(puzzle), 0))
    for square in puzzle.grid.squares:
        numbers[len(puzzle.grid.outer_sides(square)) if exact else 0] += square.even == plus_on_even
    return numbers


def _unmet(
    puzzle: Puzzle, clues: Solution, signs: Assignment, conditions: Collection[SignCondition], plus_on_even: bool
) -> list[str]:
    broken = [
        f"tile {puzzle.names.number(index)} carries {tile.sign.value}"
        for index, tile in enumerate(puzzle.tiles)
        if tile.sign not in (None, signs[index])
    ]
    broken += [
        f"tile {puzzle.names.number(clue.tile)} lies on a {_sign(clue, plus_on_even).value} square"
        for clue in clues
        if signs[clue.tile] is not _sign(clue, plus_on_even)
    ]
    if SignCondition.COLOURS in conditions:
        balance: Counter[int] = Counter()
        for tile, sign in zip(puzzle.tiles, signs, strict=True):
            for colour in tile.sides:
                balance[min(colour, puzzle.partner(colour))] += 1 if sign is Sign.PLUS else -1
        del balance[FRAME]
        unequal = ((puzzle.names.colour(colour), abs(more)) for colour, more in balance.items() if more)
        broken += [f"colour {colour} has an excess of {more}" for colour, more in unequal]
    if SignCondition.KINDS in conditions:
        has = Counter(kind for kind, sign in zip(_kinds(puzzle), signs, strict=True) if sign is Sign.PLUS)
        wants = _plus_squares(puzzle, plus_on_even)
        broken += [
            f"{has[kind]} plus tiles with {kind} sides outside, for {wants[kind]} squares"
            for kind in wants
            if has[kind] != wants[kind]
        ]
    return broken
