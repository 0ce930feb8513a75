"""The clauses that all CNF encodings share: what lies where, colours, signs, clues, identical tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from edgeasp.puzzle.model import Puzzle, Sides, Sign, Solution, canonical_sides
from edgeasp.solvers.sat.variables import Clause, Variables


def covering(variables: Variables) -> Iterator[Clause]:
    """On every square lies a tile, and every tile lies on a square."""
    on: list[list[int]] = [[] for _ in variables.candidates.squares]
    for squares in variables.tile:
        for square, variable in squares.items():
            on[square].append(variable)
    yield from map(tuple, on)
    for squares in variables.tile:
        yield tuple(squares.values())


def one_square_a_tile(variables: Variables) -> Iterator[Clause]:
    """No tile lies on two squares."""
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
    """Tiles with a sign lie on the squares that one of the two checkerboards gives to their sign."""
    if variables.plus is None:
        return
    squares = variables.candidates.squares
    for tile, on in zip(variables.candidates.puzzle.tiles, variables.tile, strict=True):
        if tile.sign is not None:
            for square, variable in on.items():
                agrees = (tile.sign is Sign.PLUS) == squares[square].even
                yield -variable, variables.plus if agrees else -variables.plus


def clues(variables: Variables, given: Solution) -> Iterator[Clause]:
    """The tiles of the clues lie where they shall, and the diamonds around have the colours that this gives."""
    candidates = variables.candidates
    for clue in map(candidates.puzzle.canonical, given):
        square = candidates.squares.index(clue.square)
        fit = next((fit for fit in candidates.by_tile[square].get(clue.tile, ()) if fit.rot == clue.rot), None)
        if fit is None:
            yield ()  # nothing fulfils the empty clause
            continue
        yield (variables.tile[clue.tile][square],)
        for side, diamond in enumerate(candidates.around[square]):
            if diamond is not None:
                yield (variables.colour[diamond][fit.sides[side]],)


def identical_tiles_in_order(variables: Variables, given: Solution) -> Iterator[Clause]:
    """Identical tiles without a clue lie in the order of the squares, so that each board is one solution."""
    for group in variables.candidates.puzzle.identical_tiles([clue.tile for clue in given]):
        for first, second in pairwise(group):
            for square, variable in variables.tile[first].items():
                for other, later in variables.tile[second].items():
                    if other <= square:
                        yield -variable, -later


def lookalikes_apart(variables: Variables) -> Iterator[Clause]:
    """Tiles of the same colours do not share a square.

    All other tiles are kept apart by the colours around the square, so with this every square holds one tile at most.
    """
    for group in lookalikes(variables.candidates.puzzle):
        for square in range(len(variables.candidates.squares)):
            yield from at_most_one(on[square] for on in (variables.tile[tile] for tile in group) if square in on)


def lookalikes(puzzle: Puzzle) -> list[Sequence[int]]:
    """The groups of two or more tiles that have the same colours up to rotation, whatever their signs."""
    groups: dict[Sides, list[int]] = {}
    for index, tile in enumerate(puzzle.tiles):
        groups.setdefault(canonical_sides(tile.sides), []).append(index)
    return [group for group in groups.values() if len(group) > 1]
