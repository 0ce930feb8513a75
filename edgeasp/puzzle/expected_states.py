"""Expected number of states of a frontier count.

A state of the count (`solvers.frontier`) is the set of unused tiles together with the colours on the open sides. There
are at most as many states as ways to choose these. If all were equally likely, F fillings would reach M (1 - exp(-F /
M)) of M states. Without a frame, this is within a third of the numbers reached. With a frame, it is up to fifty times
too high, because the sides along the frame leave fewer choices.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import exp, expm1, inf, log
from typing import NamedTuple

from edgeasp.puzzle.counting import border_class
from edgeasp.puzzle.expected import log_fillings, log_of, log_sum
from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution, Square


class FrontierOrder(NamedTuple):
    """Order of squares for a frontier count, with its expected cost.

    Attributes:
        squares: the squares, beginning with squares that have clues.
        log_states: natural logarithm of the total number of states.
        log_peak: natural logarithm of the number of states at the square with the most states.
        log_steps: natural logarithm of the number of candidates tried over all states.
    """

    squares: tuple[Square, ...]
    log_states: float
    log_peak: float
    log_steps: float


def best_frontier(puzzle: Puzzle, clues: Solution = Solution()) -> FrontierOrder:
    """Choose the frontier order with fewer expected states.

    It fills the board by rows or by columns.

    Raises:
        ValueError: the model of `expected.log_fillings` does not apply.
    """
    laid = [clue.square for clue in clues]
    empty = [square for square in puzzle.grid.squares if square not in set(laid)]
    by_column = sorted(empty, key=lambda square: (square.col, square.row))
    orders = (_expected(puzzle, (*laid, *order), clues) for order in (empty, by_column))
    return min(orders, key=lambda order: order.log_steps)


def _expected(puzzle: Puzzle, order: tuple[Square, ...], clues: Solution) -> FrontierOrder:
    fillings = log_fillings(puzzle, order, clues)
    most = _log_most_states(puzzle, order, clues)
    states = [_log_reached(number, bins) for number, bins in zip(fillings, most, strict=True)]
    # A state is continued by as many candidates as a filling.
    steps = [
        state + max(0.0, after - before)
        for state, (before, after) in zip(states, pairwise(fillings), strict=False)
        if after > -inf
    ]
    return FrontierOrder(order, log_sum(states), max(states), log_sum([0.0, *steps]))


def _log_reached(fillings: float, most: float) -> float:
    """Estimate how many states some fillings reach, as a logarithm."""
    if fillings == -inf or most - fillings > _FEW:
        return fillings
    return most + log(-expm1(-exp(min(fillings - most, _FEW))))


_FEW = 30.0
"""Logarithm of a number of fillings a state, or of states a filling, from which on there is nothing to correct."""


def _log_most_states(puzzle: Puzzle, order: Sequence[Square], clues: Solution) -> list[float]:
    """Bound the number of states after each square, as logarithms.

    A state is a choice of unused tiles and of colours on open sides.
    """
    clued = {clue.tile for clue in clues}
    on = {clue.square for clue in clues}
    chosen = {kind: _log_choices(copies) for kind, copies in _copies(puzzle, clued).items()}
    ring, inner = _log_colours(puzzle)
    used = Counter[object]()
    placed, opened, logs = set[Square](), 0.0, []
    for square in order:
        outside = puzzle.statement.at_frame(square)
        if square not in on:
            used[border_class(puzzle, outside)] += 1
        for side in Side:
            beyond = puzzle.grid.neighbour(square, side)
            if beyond in puzzle.grid and not (square in on and beyond in on):
                colours = ring if outside & puzzle.statement.at_frame(beyond) else inner
                # The colour of a clue is known.
                if beyond in placed:
                    opened -= colours if beyond not in on else 0
                elif square not in on:
                    opened += colours
        placed.add(square)
        logs.append(opened + sum(_at(chosen.get(kind, []), number) for kind, number in used.items()))
    return logs


def _at(logs: Sequence[float], number: int) -> float:
    """Look up the logarithm for N tiles, minus infinity beyond."""
    return logs[number] if number < len(logs) else -inf


def _copies(puzzle: Puzzle, clued: set[int]) -> dict[object, list[int]]:
    """Group identical tiles, and list group sizes by border class."""
    copies: defaultdict[object, list[int]] = defaultdict(list)
    alike = puzzle.identical_tiles(list(clued))
    grouped = {tile for group in alike for tile in group}
    for group in [*alike, *([tile] for tile in range(len(puzzle.tiles)) if tile not in grouped | clued)]:
        sides = puzzle.tiles[group[0]].sides
        copies[border_class(puzzle, (side for side in Side if sides[side] == FRAME))].append(len(group))
    return copies


def _log_choices(copies: Sequence[int]) -> list[float]:
    """Count the distinct choices of each size, as logarithms."""
    ways = [1]
    for number in copies:
        ways = [sum(ways[max(0, total - number) : total + 1]) for total in range(len(ways) + number)]
    return [log_of(number) for number in ways]


def _log_colours(puzzle: Puzzle) -> tuple[float, float]:
    """Return log numbers of border and inner colours."""
    inside = [tile.sides for tile in puzzle.tiles if not (puzzle.framed and FRAME in tile.sides)]
    inner = {colour for sides in inside for colour in sides}
    ring = {
        sides[side - 1]
        for sides in (tile.sides for tile in puzzle.tiles if puzzle.framed)
        for side in Side
        if sides[side] == FRAME != sides[side - 1]
    }
    return log(max(1, len(ring))), log(max(1, len(inner) or len(puzzle.colours)))
