"""The clauses that all CNF encodings share: tiles on squares, colours, signs, clues, identical tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from edgeasp.encoding.sat.variables import Clause, Variables
from edgeasp.puzzle.model import Puzzle, Sides, Sign, Solution, canonical_sides


def covering(variables: Variables) -> Iterator[Clause]:
    """Every square holds a tile, and every tile is on a square."""
    on: list[list[int]] = [[] for _ in variables.candidates.squares]
    for squares in variables.tile:
        for square, variable in squares.items():
            on[square].append(variable)
    yield from map(tuple, on)
    for squares in variables.tile:
        yield tuple(squares.values())


def one_square_a_tile(variables: Variables) -> Iterator[Clause]:
    """No tile is on two squares."""
    for squares in variables.tile:
        yield from at_most_one(squares.values())


def one_colour_a_diamond(variables: Variables) -> Iterator[Clause]:
    """Every diamond has exactly one colour."""
    for colours in variables.colour:
        yield tuple(colours.values())
        yield from at_most_one(colours.values())


def at_most_one(variables: Iterable[int]) -> Iterator[Clause]:
    """Of any two variables, one is false."""
    return combinations([-variable for variable in variables], 2)


def signs(variables: Variables) -> Iterator[Clause]:
    """Tiles with a sign are on the squares of their sign in one of the two checkerboards."""
    if variables.plus is None:
        return
    squares = variables.candidates.squares
    for tile, on in zip(variables.candidates.puzzle.tiles, variables.tile, strict=True):
        if tile.sign is not None:
            for square, variable in on.items():
                agrees = (tile.sign is Sign.PLUS) == squares[square].even
                yield -variable, variables.plus if agrees else -variables.plus


def clues(variables: Variables, given: Solution) -> Iterator[Clause]:
    """The tiles of the clues are on their squares, and the diamonds around have the colours of their sides."""
    candidates = variables.candidates
    for clue in map(candidates.puzzle.canonical, given):
        square = candidates.squares.index(clue.square)
        placed = next((each for each in candidates.by_tile[square].get(clue.tile, ()) if each.rot == clue.rot), None)
        if placed is None:
            yield ()  # no model satisfies the empty clause
            continue
        yield (variables.tile[clue.tile][square],)
        for side, diamond in enumerate(candidates.around[square]):
            if diamond is not None:
                yield (variables.colour[diamond][placed.sides[side]],)


def identical_tiles_in_order(variables: Variables, given: Solution) -> Iterator[Clause]:
    """Identical tiles without a clue are in the order of the squares, so that each board is one solution."""
    for group in variables.candidates.puzzle.identical_tiles([clue.tile for clue in given]):
        for first, second in pairwise(group):
            for square, variable in variables.tile[first].items():
                for other, later in variables.tile[second].items():
                    if other <= square:
                        yield -variable, -later


def same_colours_apart(variables: Variables) -> Iterator[Clause]:
    """No two tiles of the same colours are on one square.

    The colours around a square exclude all other pairs of tiles, so with this every square holds at most one tile.
    """
    for group in same_colours(variables.candidates.puzzle):
        for square in range(len(variables.candidates.squares)):
            yield from at_most_one(on[square] for on in (variables.tile[tile] for tile in group) if square in on)


def same_colours(puzzle: Puzzle) -> list[Sequence[int]]:
    """The groups of two or more tiles that have the same colours up to rotation, whatever their signs."""
    groups: dict[Sides, list[int]] = {}
    for index, tile in enumerate(puzzle.tiles):
        groups.setdefault(canonical_sides(tile.sides) if puzzle.turning else tile.sides, []).append(index)
    return [group for group in groups.values() if len(group) > 1]
