"""Pictures of # and . whose borders meet, as in Advent of Code 2020, day 20: made at random, turned and turned over."""

from __future__ import annotations

import random

ACROSS = 10
"""The pixels along a picture."""


def pictures_text(side: int, seed: int) -> str:
    """A square of so many pictures along each side; each border fits in one place, and is none in reverse."""
    rng = random.Random(seed)
    used: set[str] = set()

    def border(first: str, last: str) -> str:
        while True:
            pixels = first + "".join(rng.choice("#.") for _ in range(ACROSS - 2)) + last
            if pixels not in used and pixels != pixels[::-1]:
                used.update((pixels, pixels[::-1]))
                return pixels

    ends = [[rng.choice("#.") for _ in range(side + 1)] for _ in range(side + 1)]
    across = [[border(*ends[row][col : col + 2]) for col in range(side)] for row in range(side + 1)]
    down = [[border(ends[row][col], ends[row + 1][col]) for col in range(side + 1)] for row in range(side)]
    blocks = []
    for number, place in zip(rng.sample(range(1000, 10000), side * side), range(side * side), strict=True):
        row, col = divmod(place, side)
        pixels = [
            down[row][col][line] + "".join(rng.choice("#.") for _ in range(ACROSS - 2)) + down[row][col + 1][line]
            for line in range(ACROSS)
        ]
        pixels[0], pixels[-1] = across[row][col], across[row + 1][col]
        for _ in range(rng.randrange(4)):
            pixels = ["".join(line) for line in zip(*pixels[::-1], strict=True)]
        pixels = [line[::-1] for line in pixels] if rng.randrange(2) else pixels
        blocks.append("\n".join([f"Tile {number}:", *pixels, ""]))
    rng.shuffle(blocks)
    return "\n".join(blocks)
