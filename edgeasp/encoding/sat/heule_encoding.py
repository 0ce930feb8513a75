"""Matching as Marijn Heule states it ("Solving edge-matching problems with satisfiability solvers", 2008).

Placements have no rotation: a tile on a square implies that the colours of the four diamonds around it are those of
the tile in one of its rotations, by clauses that depend on which of its colours are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from edgeasp.encoding.sat.variables import Clause, Variables
from edgeasp.puzzle.candidates import Candidate
from edgeasp.puzzle.model import Puzzle, Sides, Tile

Literal = Callable[[int, int], int]
"""The variable for a side of a square and a colour: the diamond at that side has the colour."""

ANY = tuple(range(4))
NEIGHBOURS = ((0, 1), (1, 2), (2, 3), (3, 0))
OPPOSITE = ((0, 2), (1, 3))


def colours_around(variables: Variables) -> Iterator[Clause]:
    """The diamonds around a square have the colours of its tile, in one of the rotations that fit."""
    candidates = variables.candidates
    for index, (tile, squares) in enumerate(zip(candidates.puzzle.tiles, variables.tile, strict=True)):
        for square, variable in squares.items():
            around = {
                side: variables.colour[diamond]
                for side, diamond in enumerate(candidates.around[square])
                if diamond is not None
            }
            for clause in _some_rotation(candidates.puzzle, tile, candidates.by_tile[square][index], around):
                yield -variable, *clause


def lacking_colours(variables: Variables) -> Iterator[Clause]:
    """The diamonds around a square have no colour that its tile lacks (`fbc`)."""
    candidates = variables.candidates
    for tile, squares in zip(candidates.puzzle.tiles, variables.tile, strict=True):
        carried = _diamonds(candidates.puzzle, tile.sides)
        for square, variable in squares.items():
            for own, diamond in zip(carried, candidates.around[square], strict=True):
                if diamond is not None:
                    for colour, shown in variables.colour[diamond].items():
                        if colour not in own:
                            yield -variable, -shown


def _diamonds(puzzle: Puzzle, colours: Sides) -> tuple[Sides, Sides, Sides, Sides]:
    """By side of a square, the colours that its diamond has where the square shows these: see `as_diamonds`."""
    around = zip(*(puzzle.as_diamonds((colour, colour, colour, colour)) for colour in colours), strict=True)
    return tuple(around) if puzzle.partners else (colours,) * 4  # type: ignore[return-value]  # four of four


def _some_rotation(
    puzzle: Puzzle, tile: Tile, candidates: Sequence[Candidate], around: Mapping[int, Mapping[int, int]]
) -> Iterator[Clause]:
    """The diamonds around, which have one colour each, show the tile in one of the rotations that fit."""
    if len(candidates) == 1:
        for side, colours in around.items():
            yield (colours[candidates[0].sides[side]],)
    elif len(around) == 4 and len(candidates) == tile.period:
        if puzzle.partners:
            turned = {each: _diamonds(puzzle, (each, each, each, each)) for each in tile.sides}
            around = {side: {each: around[side][turned[each][side][0]] for each in tile.sides} for side in ANY}
        yield from any_rotation(tile.sides, lambda side, colour: around[side % 4][colour])
    else:
        # With more zeros than there are sides on the outside, only some of the rotations fit.
        yield from one_of([[colours[each.sides[side]] for side, colours in around.items()] for each in candidates])


def any_rotation(sides: Sides, shows: Literal) -> Iterator[Clause]:
    """Four diamonds, which have one colour each, show these sides in some rotation.

    `shows` takes a side modulo 4.
    """
    single = [colour for colour in sides if sides.count(colour) == 1]
    repeated = [colour for colour in dict.fromkeys(sides) if colour not in single]
    opposite = sides[0] == sides[2] or sides[1] == sides[3]
    for colour in single:
        yield tuple(shows(side, colour) for side in ANY)
    match len(repeated), len(single):
        case 1, 0:
            yield from ((shows(side, repeated[0]),) for side in ANY)
        case 1, 1:
            yield from _among(combinations(ANY, 2), repeated[0], shows)
        case 2, 0:
            for colour in repeated:
                yield from _among(NEIGHBOURS if opposite else OPPOSITE, colour, shows)
        case 1, 2:
            yield from _among(NEIGHBOURS if opposite else OPPOSITE, repeated[0], shows)
            first, second = single if sides[(sides.index(single[0]) + 1) % 4] == single[1] else single[::-1]
            step = 2 if opposite else 1
            yield from _follows(first, second, step, shows)
            yield from _follows(second, first, -step, shows)
        case _:
            for side in ANY:
                yield from _follows(sides[side], sides[(side + 1) % 4], 1, shows)


def _among(pairs: Iterable[tuple[int, int]], colour: int, shows: Literal) -> Iterator[Clause]:
    """At least one diamond of each pair has the colour."""
    for one, other in pairs:
        yield shows(one, colour), shows(other, colour)


def _follows(colour: int, follower: int, step: int, shows: Literal) -> Iterator[Clause]:
    """Wherever one colour is, the other is `step` sides further clockwise."""
    for side in ANY:
        yield -shows(side, colour), shows(side + step, follower)


def one_of(choices: Sequence[Sequence[int]]) -> Iterator[Clause]:
    """All variables of one of the choices are true, in conjunctive normal form without implied clauses."""
    clauses = {frozenset(picked) for picked in product(*choices)}
    least = [clause for clause in clauses if not any(other < clause for other in clauses)]
    yield from sorted(tuple(sorted(clause)) for clause in least)
