"""Dividing the fillings of a board, or of a part of one, by the colours of the diamonds that are decided first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import log

from edgeasp.puzzle.candidates import Candidate, Diamond
from edgeasp.puzzle.model import Side, Square

Part = tuple[tuple[Diamond, int], ...]
"""The fillings in which some diamonds have certain colours."""

_Domains = Mapping[Square, tuple[Candidate, ...]]


def diamonds(squares: Collection[Square]) -> Iterator[Diamond]:
    """The diamonds between squares as a search decides them: square by square, the one below and the one to the right.

    So does `asp/heuristic/outward.lp`, with the squares in the order of `growth`.
    """
    for square in squares:
        for side in (Side.SOUTH, Side.EAST):
            if square.neighbour(side) in squares:
                yield Diamond(square, side)


def partition(candidates: _Domains, enough: int) -> list[Part]:
    """Parts that have all fillings between them, each filling in one; the part with most to search comes first.

    A part has colours for the first diamonds, as many as it takes to have enough parts. Those are left out in which
    no candidate is left for some square. How much there is to search is judged by the candidates for each square.

    Args:
        candidates: what may lie on each square; the squares in the order in which they are to be filled.
        enough: the number of parts that will do; there are fewer if the diamonds have fewer colours.
    """
    # Each part with the squares on which it leaves fewer candidates: after the same diamonds, these are the same.
    parts: list[tuple[Part, _Domains]] = [((), {})]
    for diamond in diamonds(candidates):
        if len(parts) >= enough:
            break
        parts = [
            ((*part, (diamond, colour)), {**left, **domains})
            for part, left in parts
            for colour, domains in _by_colour(left, candidates, diamond)
        ]
    parts.sort(key=lambda each: sum(log(len(left)) for left in each[1].values() if left), reverse=True)
    return [part for part, _ in parts]


def _by_colour(left: _Domains, candidates: _Domains, diamond: Diamond) -> Iterator[tuple[int, _Domains]]:
    """What is left on both squares of a diamond, by its colour; without colours that leave nothing on one of them."""
    square, side = diamond.square, diamond.side
    beyond = square.neighbour(side)
    here = _showing(_at(square, left, candidates), side)
    there = _showing(_at(beyond, left, candidates), side.opposite)
    for colour in sorted(here.keys() & there.keys()):
        yield colour, {square: tuple(here[colour]), beyond: tuple(there[colour])}


def _showing(candidates: Iterable[Candidate], side: Side) -> dict[int, list[Candidate]]:
    """Candidates by the colour of a side."""
    found: dict[int, list[Candidate]] = defaultdict(list)
    for each in candidates:
        found[each.sides[side]].append(each)
    return found


def _at(square: Square, left: _Domains, candidates: _Domains) -> tuple[Candidate, ...]:
    """The candidates for a square."""
    return left[square] if square in left else candidates[square]
