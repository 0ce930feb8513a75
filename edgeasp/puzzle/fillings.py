"""How many ways to fill a part of a board are to be expected: the first moment, as in Brendan Owen's estimates.

Every assignment of tiles to the squares of the part is counted, times the chance that all diamonds within it match: two
sides of the ring, or two other sides, have the same colour as often as two that are drawn from the supply. Colours that
are used up are disregarded, so the numbers hold for parts of a board, not for whole ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import exp, inf, log

from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution, Square
from edgeasp.puzzle.supply import alike, supply


def log_fillings(puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution()) -> list[float]:
    """The natural logarithm of the expected number of ways to fill the first square of an order, the first two, ...

    The squares of clues are filled already, and add nothing. Infinitely small if there are too few tiles of a kind.

    Raises:
        ValueError: the puzzle has a frame, but not exactly as many sides of its colour as the outside has.
    """
    given = {clue.tile for clue in clues}
    ring, inner = _log_chances(puzzle, given)
    tiles = Counter(
        _kind(puzzle, (side for side in Side if tile.sides[side] == FRAME))
        for i, tile in enumerate(puzzle.tiles)
        if i not in given
    )
    filled = {clue.square for clue in clues}
    expected, found = 0.0, []
    for square in order:
        if square not in filled:
            outside = puzzle.outer_sides(square)
            kind = _kind(puzzle, outside)
            # A tile at the frame has one rotation that fits, another one four.
            expected += _log(tiles[kind] * (1 if kind else _rotations(puzzle)))
            tiles[kind] -= 1
            for side in Side:
                beyond = square.neighbour(side)
                if beyond in filled:
                    expected += ring if puzzle.framed and outside & puzzle.outer_sides(beyond) else inner
            filled.add(square)
        found.append(expected)
    return found


def fitting(puzzle: Puzzle) -> float:
    """How many interior tiles are expected to fit beside two neighbours; 0 if there are none.

    Each of N tiles has four rotations, and two sides that meet in the interior have the same colour with a certain
    chance. If all of C colours are as frequent this is 4N/C²; it is more, the less even they are.
    """
    inward: Counter[int] = Counter()
    interior = 0
    for tile in puzzle.tiles:
        out = [puzzle.framed and colour == FRAME for colour in tile.sides]
        interior += not any(out)
        inward.update(
            colour
            for side, colour in enumerate(tile.sides)
            if not (out[side - 1] or out[side] or out[(side + 1) % len(out)])
        )
    return _rotations(puzzle) * interior * exp(2 * _log_alike(puzzle, inward)) if interior else 0.0


def _kind(puzzle: Puzzle, outside: Iterable[Side]) -> int | frozenset[Side]:
    """The kind of a tile or a square by its sides on the outside; without a frame all are alike.

    Their number counts, or the sides themselves where no tile may be turned.
    """
    sides = frozenset(outside if puzzle.framed else ())
    return len(sides) if puzzle.turning else sides


def _rotations(puzzle: Puzzle) -> int:
    return 4 if puzzle.turning else 1


def _log_chances(puzzle: Puzzle, given: set[int]) -> tuple[float, float]:
    """The logarithms of the chances that a diamond of the ring matches, and any other one."""
    if not puzzle.framed:
        return 0.0, _log_alike(
            puzzle,
            Counter(side for i, tile in enumerate(puzzle.tiles) if i not in given for side in tile.sides),
        )
    left = supply(puzzle, given)
    meeting = sum(number * left.anticlockwise[puzzle.partner(colour)] for colour, number in left.clockwise.items())
    ring = _log(meeting) - 2 * _log(left.clockwise.total()) if meeting else -inf
    return ring, _log_alike(puzzle, left.inner)


def _log_alike(puzzle: Puzzle, sides: Counter[int]) -> float:
    """The logarithm of the chance that two sides of a supply match."""
    ways, total = alike(puzzle, sides), sides.total()
    return _log(ways) - _log(total * (total - 1)) if ways else -inf


def _log(number: int) -> float:
    return log(number) if number > 0 else -inf
