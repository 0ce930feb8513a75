"""`edgeasp signs`: the group of its commands."""

from __future__ import annotations

from edgeasp.cli.signs import search
from edgeasp.cli.signs.assignments import count, sample

COMMANDS = (count, sample, search.search)
"""The commands of the group, in the order of its help."""


def signs() -> None:
    """Study the signs that the tiles of a solution can have.

    Lay a checkerboard over a solution, and each tile is plus or minus. In a diamond a plus meets a minus, so half of
    the inner sides of a colour are on plus tiles (the condition colours), and among corner, side and centre tiles there
    are as many plus tiles as plus squares (kinds). An assignment of signs is possible if it meets these conditions, the
    signs that tiles carry, and the clues.
    """
