"""Puzzles with partners, or whose tiles may not be turned: tiny ones at random, mostly with a solution."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations_with_replacement, product

from edgeasp.puzzle.model import Puzzle, Sign, Tile, turned

SIZES = ((2, 2), (3, 2), (2, 3), (3, 3))


def peculiar(seed: int | str, most: int = 9, *, framed: bool | None = None, signed: bool | None = None) -> Puzzle:
    """A puzzle of at most so many tiles."""
    rng = random.Random(f"peculiar {seed}")
    cols, rows = rng.choice([size for size in SIZES if size[0] * size[1] <= most])
    colours = list(range(1, rng.choice([4, 5, 6] if cols * rows == 9 else [2, 3, 4]) + 1))
    partners = tuple(pair for pair in zip(colours[::2], colours[1::2], strict=False) if rng.random() < 0.8)
    turning = rng.random() < 0.6 if partners else False
    meets = {one: other for pair in partners for one, other in (pair, pair[::-1])}
    framed = rng.random() < 0.3 if framed is None else framed
    east: dict[tuple[int, int], int] = {}
    south: dict[tuple[int, int], int] = {}
    tiles = []
    plus_on_even, share = rng.random() < 0.5, (0.5 if rng.random() < 0.3 else 0.0) if signed is None else 0.5 * signed
    for row, col in product(range(rows), range(cols)):
        above, left = south.get((col, row - 1)), east.get((col - 1, row))
        outside = 0 if framed else rng.choice(colours)
        north = outside if above is None else meets.get(above, above)
        west = (0 if framed else rng.choice(colours)) if left is None else meets.get(left, left)
        east[col, row] = 0 if framed and col == cols - 1 else rng.choice(colours)
        south[col, row] = 0 if framed and row == rows - 1 else rng.choice(colours)
        sign = Sign.PLUS if ((col + row) % 2 == 0) == plus_on_even else Sign.MINUS
        lying = north, east[col, row], south[col, row], west
        sides = turned(lying, rng.randrange(4) if turning else 0)
        tiles.append(Tile(sides, sign if rng.random() < share else None))
    if rng.random() < 0.15:
        north, east_, south_, west = (rng.choice(colours) for _ in range(4))
        tiles[0] = replace(tiles[0], sides=(north, east_, south_, west))
    if rng.random() < 0.3:
        tiles[1] = tiles[-1]
    rng.shuffle(tiles)
    return Puzzle(cols, rows, tuple(tiles), partners, turning)


def every_small(colours: int, partners: tuple[tuple[int, int], ...], *, turning: bool) -> list[Puzzle]:
    """All puzzles of 2 x 2 over so many colours whose tiles are listed as they lie; in one of all orders."""
    any_colour = range(1, colours + 1)
    tiles = [Tile(sides) for sides in product(any_colour, any_colour, any_colour, any_colour)]
    if turning:
        tiles = [tile for tile in tiles if tile.appearance[0] == tile.sides]
    return [Puzzle(2, 2, four, partners, turning) for four in combinations_with_replacement(tiles, 4)]
