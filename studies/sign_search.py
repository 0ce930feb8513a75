"""Search for sign assignments along a chain of correlated tiles.

The order is limited discrepancy search (Harvey and Ginsberg, 1995; without repetitions: Korf, 1996). First comes the
assignment that follows the chain everywhere, then assignments that depart from it once, and so on. Of assignments with
as many departures, late departures come first, since the chain begins with the strongest correlations.
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
"""Encoding whose constraints derive a sign for every tile."""


@dataclass(frozen=True, slots=True)
class Link:
    """Link of the chain: a tile, and the tile that determines it.

    Attributes:
        tile: the new tile.
        parent: a tile that is in the chain already.
        alike: whether the chain expects the same sign. In a tie, it does.
    """

    tile: int
    parent: int
    alike: bool


def counted(rows: Marks) -> NDArray[np.int64]:
    """Count the rows in which two tiles agree in sign."""
    # Products of floats are fast, and exact for numbers as small as these.
    signs = np.where(rows, 1.0, -1.0)
    return np.asarray((np.rint(signs.T @ signs) + len(rows)) // 2, np.int64)


def chain(same: NDArray[np.int64], assignments: int) -> list[Link]:
    """Order all tiles by their dependence, from the strongest pair.

    The next tile is always the tile that depends most on the chain. This is the tree of strongest correlations, in the
    order of Prim's algorithm. Ties go to lower numbers.

    Args:
        same: symmetric matrix of the number of assignments in which two tiles have the same sign.
        assignments: number of inspected assignments.
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
    """Mark the links that each assignment departs from."""
    tiles, parents = [link.tile for link in links], [link.parent for link in links]
    alike = np.array([link.alike for link in links], np.bool_)
    departs: Marks = (rows[:, tiles] == rows[:, parents]) != alike
    return departs


def ordered(links: list[Link], rows: Marks) -> Marks:
    """Sort assignments by their departures.

    The sort is stable, as opposite assignments have the same path.
    """
    departs = paths(links, rows)
    packed = np.packbits(departs, axis=1)
    # The last key is the first to decide.
    return rows[np.lexsort((*packed.T[::-1], departs.sum(axis=1)))]


def search(session: Session, links: Sequence[Link], rows: Marks, depth: int | None = None) -> bool:
    """Whether there is a solution with one of these assignments.

    It is also False at a limit, which `session` reports. One ground program answers all questions: the signs are
    assumptions, in the order of the chain. An unsatisfiable core of signs excludes every later assignment with them.

    Args:
        session: the puzzle, in the encoding `REQUEST`.
        links: the chain.
        rows: the assignments, without opposite pairs.
        depth: number of links whose signs are assumed, None for all.
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
