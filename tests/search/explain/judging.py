"""What brute force says of partial boards: whether they can be completed, and which sets of placements clash."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations

from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from tests.support import brute

Laid = frozenset[Placement]


def solutions(puzzle: Puzzle) -> list[Laid]:
    """All solutions, as sets of placements."""
    return [
        frozenset(
            Placement(tile, Square(index % puzzle.cols, index // puzzle.cols), rot)
            for index, (tile, rot) in enumerate(each)
        )
        for each in sorted(brute.solve(puzzle).assignments)
    ]


def stands(found: Iterable[Laid], placements: Iterable[Placement]) -> bool:
    """Whether some solution has all placements."""
    wanted = frozenset(placements)
    return any(wanted <= each for each in found)


def minimal_clashes(found: Sequence[Laid], placements: Sequence[Placement]) -> set[Laid]:
    """The minimal sets of placements that no solution has."""
    minimal: set[Laid] = set()
    for size in range(len(placements) + 1):
        for chosen in map(frozenset, combinations(placements, size)):
            if not stands(found, chosen) and not any(each <= chosen for each in minimal):
                minimal.add(chosen)
    return minimal


def scattered(seed: int, puzzle: Puzzle, number: int, right: int) -> Solution:
    """Placements of different tiles on different squares: some of one solution, if there is one, others anywhere."""
    rng = random.Random(f"scattered {seed} {number} {right}")
    squares, tiles = list(puzzle.grid.squares), list(range(len(puzzle.tiles)))
    found = solutions(puzzle)
    kept = rng.sample(sorted(rng.choice(found), key=lambda each: each.tile), right) if found else []
    free = [square for square in squares if square not in {each.square for each in kept}]
    left = [tile for tile in tiles if tile not in {each.tile for each in kept}]
    rng.shuffle(free)
    rng.shuffle(left)
    others = [Placement(tile, square, rng.randrange(4)) for tile, square in zip(left, free, strict=True)]
    return Solution((*kept, *others[: number - len(kept)]))
