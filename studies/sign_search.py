"""The chain of tiles whose signs depend on one another, and a search assignment of signs by assignment along it.

The order of assignments by their departures from the chain is that of limited discrepancy search (Harvey and Ginsberg,
1995; without repetitions: Korf, 1996): first the assignment that follows the chain everywhere, then those that depart
from it once, and so on. Of those with as many departures, late departures come first, since the chain begins with the
strongest correlations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgeasp.encoding.facts import Assumption, Atom
from edgeasp.encoding.render import EncodingRequest
from edgeasp.lab.signs.possible import Marks
from edgeasp.search.solve import Session

REQUEST = EncodingRequest("framed+signed", redundant=("sign-colours", "sign-kinds"))
"""The encoding: these constraints derive a sign for every tile."""


@dataclass(frozen=True, slots=True)
class Link:
    """A step of the chain: a tile, and the tile before it in the chain on whose sign it depends most.

    Attributes:
        tile: the new tile.
        parent: a tile that is in the chain already.
        alike: whether the chain expects the same sign: it is not the less frequent case.
    """

    tile: int
    parent: int
    alike: bool


def counted(rows: Marks) -> NDArray[np.int64]:
    """For each pair of tiles, in how many rows they have the same sign."""
    # Products of floats are fast, and exact for numbers as small as these.
    signs = np.where(rows, 1.0, -1.0)
    return np.asarray((np.rint(signs.T @ signs) + len(rows)) // 2, np.int64)


def chain(same: NDArray[np.int64], assignments: int) -> list[Link]:
    """All tiles in the order of their dependence: from the strongest pair on, always the tile that depends most.

    It is the tree of strongest correlations (Prim), in the order in which it grows; ties go to lower numbers.

    Args:
        same: a symmetric matrix: the number of assignments in which two tiles have the same sign.
        assignments: the number of assignments that were inspected.
    """
    tiles = len(same)
    strength = np.abs(2 * same - assignments)
    np.fill_diagonal(strength, -1)
    root = int(np.argmax(strength)) // tiles
    inside = np.zeros(tiles, np.bool_)
    inside[root] = True
    links: list[Link] = []
    while len(links) < tiles - 1:
        open_ = np.where(inside[:, None] & ~inside, strength, -1)
        parent, tile = divmod(int(np.argmax(open_)), tiles)
        links.append(Link(tile, parent, 2 * int(same[parent, tile]) >= assignments))
        inside[tile] = True
    return links


def paths(links: list[Link], rows: Marks) -> Marks:
    """The path of each assignment: for each link of the chain, whether the assignment departs from it."""
    tiles, parents = [link.tile for link in links], [link.parent for link in links]
    alike = np.array([link.alike for link in links], np.bool_)
    departs: Marks = (rows[:, tiles] == rows[:, parents]) != alike
    return departs


def ordered(links: list[Link], rows: Marks) -> Marks:
    """The assignments in order; opposite ones, which have the same path, keep theirs."""
    departs = paths(links, rows)
    packed = np.packbits(departs, axis=1)
    # The last key is the first to decide.
    return rows[np.lexsort((*packed.T[::-1], departs.sum(axis=1)))]


def search(session: Session, links: Sequence[Link], rows: Marks, depth: int | None = None) -> bool:
    """Whether there is a solution with one of these assignments; False also at a limit, which `session` tells.

    One ground program answers all questions: the signs are assumptions, in the order of the chain. Where there is no
    solution, the signs that clash, a core, exclude every later assignment with these signs as well.

    Args:
        session: the puzzle, in the encoding `REQUEST`.
        links: the chain.
        rows: the assignments, of which no two are opposite.
        depth: the number of links whose signs are assumed; all if None.
    """
    links = list(links)
    followed = links[:depth]
    # Assumed in this order, a core tends to be a beginning of the chain, and excludes many assignments.
    tiles = [links[0].parent, *(link.tile for link in followed)]
    partial = np.zeros_like(rows)
    partial[:, tiles] = rows[:, tiles]
    left = ordered(followed, partial if depth is None else np.unique(partial, axis=0))
    while len(left):
        signs = [Assumption(Atom("sign", (tile + 1, "plus" if left[0, tile] else "minus"))) for tile in tiles]
        if any(True for _ in session.solve(1, assumptions=signs)):
            return True
        if session.stopped is not None:
            return False
        core = [assumption.atom.arguments for assumption in session.core]
        clashing = [int(tile) - 1 for tile, _ in core]
        left = left[(left[:, clashing] != [sign == "plus" for _, sign in core]).any(axis=1)]
    return False
