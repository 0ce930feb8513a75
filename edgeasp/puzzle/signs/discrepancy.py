"""Assignments of signs in the order of their discrepancies: how often, and how early, they depart from the chain.

The order is that of limited discrepancy search (Harvey and Ginsberg, 1995; without repetitions: Korf, 1996): first the
assignment that follows the chain everywhere, then those that depart from it once, and so on. Of those with as many
departures, the ones that depart late come first, since the chain begins with the strongest correlations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.signs.correlation import Link, paths
from edgeasp.puzzle.signs.possible import Marks, PossibleSigns


def ordered(links: list[Link], rows: Marks) -> Marks:
    """The assignments in order; opposite ones, which have the same path, keep theirs."""
    return rows[_order(paths(links, rows))]


def place(links: list[Link], rows: Marks, row: Marks) -> int:
    """The number of assignments that come before the given one."""
    departs, [own] = paths(links, rows), paths(links, row[None])
    departures, mine = departs.sum(axis=1), own.sum()
    # Where paths of as many departures differ first, the one that departs there comes later.
    rivals = departs[departures == mine]
    differs = rivals != own
    first = differs.argmax(axis=1)
    earlier = differs.any(axis=1) & own[first]
    return int((departures < mine).sum() + earlier.sum())


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an assignment in the order.

    Attributes:
        path: for each link of the chain 1 if the assignment departs from it, else 0.
        before: the number of possible assignments that come before it; None if not all were inspected.
    """

    path: str
    before: int | None


def place_in(
    possible: PossibleSigns | None, links: list[Link], row: Marks, check: Callable[[], None] = lambda: None
) -> Place:
    """The place of an assignment among all that are possible; its path alone without these."""
    path = path_text(paths(links, row[None])[0])
    if possible is None:
        return Place(path, None)
    before = 0
    for rows in possible.blocks(check):
        before += place(links, rows, row)
    return Place(path, before)


def path_text(path: Marks) -> str:
    """A path as a text: for each link 1 where it departs, else 0."""
    return "".join("01"[mark] for mark in path.tolist())


def _order(departs: Marks) -> NDArray[np.intp]:
    packed = np.packbits(departs, axis=1)
    # The last key is the first to decide.
    return np.lexsort((*packed.T[::-1], departs.sum(axis=1)))
