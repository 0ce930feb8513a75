"""The shapes of the motifs, as halves that two matching sides complete.

Coordinates are those of a side: x runs along the side from -50 to 50, y from the side (0) to the centre of the square
(50). Each half is mirror symmetric, so two halves make one figure.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

Point = tuple[float, float]
Outline = tuple[Point, ...]

SIZE = 100
"""The length of a side, in the units of all coordinates."""

WEDGE: Outline = ((-50, 0), (50, 0), (0, 50))
"""The quarter of a square next to a side."""


@cache
def halves(motif: str) -> tuple[Outline, ...]:
    """The outlines of half a motif; none for `PLAIN`."""
    return _SHAPES.get(motif, ())


def _at(radius: float, angle: float) -> Point:
    return round(radius * cos(angle), 2) + 0.0, round(radius * sin(angle), 2) + 0.0


def _arc(radius: float, steps: int = 16) -> Outline:
    return tuple(_at(radius, pi * step / steps) for step in range(steps + 1))


def _circle(x: float, y: float, radius: float, steps: int = 16) -> Outline:
    ring = (_at(radius, 2 * pi * step / steps) for step in range(steps))
    return tuple((round(x + dx, 2), round(y + dy, 2)) for dx, dy in ring)


def _block(left: float, right: float, depth: float) -> Outline:
    return (left, 0), (right, 0), (right, depth), (left, depth)


def _star(outer: float, inner: float, points: int) -> Outline:
    return tuple(_at(inner if step % 2 else outer, pi * step / points) for step in range(points + 1))


def _heart(width: float, top: float) -> Outline:
    """A whole heart, whose tip points to the centre of the square."""
    found = []
    for step in range(32):
        angle = 2 * pi * step / 32
        bow = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
        found.append((round(width * sin(angle) ** 3, 2) + 0.0, round(top + (12 - bow) * width / 16, 2)))
    return tuple(found)


_SHAPES: dict[str, tuple[Outline, ...]] = {
    "disc": (_arc(21),),
    "ring": ((*_arc(23), *reversed(_arc(13))),),
    "diamond": (((-24, 0), (24, 0), (0, 24)),),
    "square": (_block(-18, 18, 18),),
    "cross": (((-6, 0), (6, 0), (22, 16), (16, 22), (0, 6), (-16, 22), (-22, 16)),),
    "plus": (((-25, 0), (25, 0), (25, 5), (5, 5), (5, 25), (-5, 25), (-5, 5), (-25, 5)),),
    "star": (_star(27, 11, 6),),
    # A quarter turn makes each motif itself: two bars would be two motifs.
    "lattice": (_block(-15, -8, 25), _block(8, 15, 25), ((-25, 8), (25, 8), (25, 15), (-25, 15))),
    "dots": (_circle(-14, 12, 7), _circle(14, 12, 7)),
    "heart": (_heart(17, 4),),
    "moon": (
        (
            *(_at(24, pi * step / 16) for step in range(17)),
            *(
                (round(22 * cos(pi * step / 16), 2) + 0.0, round(10 * sin(pi * step / 16), 2))
                for step in range(16, -1, -1)
            ),
        ),
    ),
    "tree": (((-4, 0), (4, 0), (4, 8), (24, 8), (0, 36), (-24, 8), (-4, 8)),),
    "house": (((-16, 0), (16, 0), (16, 16), (22, 16), (0, 34), (-22, 16), (-16, 16)),),
}
