"""Dividing the fillings of a board, or of a part of one, by the colours of the diamonds that are decided first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
    parts: list[tuple[Part, _Domains]] = [((), candidates)]
    for diamond in diamonds(candidates):
        if len(parts) >= enough:
            break
        parts = [
            ((*part, (diamond, colour)), domains)
            for part, left in parts
            for colour in sorted({each.sides[diamond.side] for each in left[diamond.square]})
            if (domains := _with_colour(left, diamond, colour))
        ]
    parts.sort(key=lambda each: sum(log(len(left)) for left in each[1].values() if left), reverse=True)
    return [part for part, _ in parts]


def _with_colour(candidates: _Domains, diamond: Diamond, colour: int) -> _Domains | None:
    """The candidates if a diamond has a colour; None if none are left for one of its squares."""
    square, side = diamond.square, diamond.side
    beyond = square.neighbour(side)
    here = tuple(each for each in candidates[square] if each.sides[side] == colour)
    there = tuple(each for each in candidates[beyond] if each.sides[side.opposite] == colour)
    return {**candidates, square: here, beyond: there} if here and there else None
