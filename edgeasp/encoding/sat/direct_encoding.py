"""Matching with a variable for each tile on each square in each rotation, and colours on the diamonds.

Every colour of a diamond is equivalent, on both of its sides, to the placements that show it. So unit propagation
derives everything that follows from the remaining candidates of two neighbouring squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from edgeasp.encoding.sat.variables import Clause, Variables
from edgeasp.puzzle.fillings import growth, origins
from edgeasp.puzzle.model import Placement, Side, Solution, Square


def colours_around(variables: Variables) -> Iterator[Clause]:
    """The colours of the diamonds around a square are those of the placement on it."""
    candidates = variables.candidates
    for square, placements in enumerate(variables.placement):
        for side, diamond in enumerate(candidates.around[square]):
            if diamond is None:
                continue
            colours = variables.colour[diamond]
            shown_by: dict[int, list[int]] = {colour: [] for colour in colours}
            for candidate in candidates.by_square[square]:
                placement = placements[candidate.tile, candidate.rot]
                shown_by[candidate.sides[side]].append(placement)
                yield -placement, colours[candidate.sides[side]]
            for colour, showing in shown_by.items():
                yield -colours[colour], *showing


def outward(variables: Variables, clues: Solution) -> list[int]:
    """The colours of the diamonds, in the order in which `asp/heuristic/outward.lp` decides them."""
    candidates = variables.candidates
    number = {square: each for each, square in enumerate(candidates.squares)}
    halves = (
        candidates.around[number[square]][side]
        for square in growth(candidates.squares, origins(clues))
        for side in (Side.SOUTH, Side.EAST)
    )
    return [colour for half in halves if half is not None for colour in variables.colour[half].values()]


def some_rotation(variables: Variables) -> Iterator[Clause]:
    """A tile is on a square if and only if it is there in some rotation."""
    for square, placements in enumerate(variables.placement):
        for tile, candidates in variables.candidates.by_tile[square].items():
            on_square = variables.tile[tile][square]
            rotations = [placements[tile, candidate.rot] for candidate in candidates]
            if len(rotations) > 1:
                yield -on_square, *rotations
                for rotation in rotations:
                    yield -rotation, on_square


def another_board(variables: Variables, board: Solution) -> Clause:
    """Some tile of the board, which has identical tiles in the order of their squares, is not on its square."""
    puzzle, squares = variables.candidates.puzzle, variables.candidates.squares
    return tuple(
        -variables.placement[squares.index(each.square)][each.tile, each.rot] for each in map(puzzle.canonical, board)
    )


def rotations_of(variables: Variables, tile: int, rotations: Collection[int]) -> Iterator[Clause]:
    """The tile is in one of these rotations, wherever it is."""
    for placements in variables.placement:
        for (placed, rot), variable in placements.items():
            if placed == tile and rot not in rotations:
                yield (-variable,)


def cube(
    variables: Variables, colours: Iterable[tuple[Square, Side, int]], placements: Iterable[Placement]
) -> list[int] | None:
    """The variables that say together that sides have these colours, and tiles these places; None if they cannot."""
    squares = variables.candidates.squares
    found: list[int | None] = []
    for square, side, colour in colours:
        diamond = variables.candidates.around[squares.index(square)][side]
        found.append(None if diamond is None else variables.colour[diamond].get(colour))
    for each in placements:
        found.append(variables.placement[squares.index(each.square)].get((each.tile, each.rot)))
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None


def within(variables: Iterable[int] | None) -> Iterator[Clause]:
    """The board is in the cube."""
    if variables is None:
        yield ()
        return
    for each in variables:
        yield (each,)


def outside(variables: Iterable[int] | None) -> Iterator[Clause]:
    """The board is not in the cube."""
    if variables is not None:
        yield tuple(-each for each in variables)
