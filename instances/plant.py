"""Writes the planted puzzles of this folder: `python instances/plant.py`. Each run gives the same bytes.

A planted puzzle is a board that is coloured first and then taken apart, so it has a solution. Every diamond
gets a colour, drawn uniformly: between two squares of the border one of the frame colours 1..f, elsewhere one
of the inner colours f+1..f+c. The tiles are then turned at random and shuffled.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from edgeasp.formats import puz
from edgeasp.puzzle import FRAME, Puzzle, Side, Sign, Square, Tile, turned


@dataclass(frozen=True)
class Recipe:
    """What a planted puzzle is made from: the board, c inner colours and f frame colours (0: unframed), a seed."""

    cols: int
    rows: int
    inner: int
    frame: int
    seed: int
    signed: bool = False

    @property
    def name(self) -> str:
        """The name of its file."""
        kind = "-unframed" * (not self.frame) + "-signed" * self.signed
        return f"planted-{self.cols}x{self.rows}{kind}.puz"


# Up to 6x6 the inner colours are about as many as make the size hardest; the larger boards have more than that.
RECIPES = (
    Recipe(4, 4, inner=3, frame=2, seed=2),
    Recipe(5, 5, inner=4, frame=3, seed=2),
    Recipe(6, 6, inner=5, frame=3, seed=4),
    Recipe(8, 8, inner=13, frame=3, seed=4),
    Recipe(10, 10, inner=22, frame=4, seed=3),
    Recipe(16, 16, inner=55, frame=5, seed=1),
    Recipe(5, 3, inner=9, frame=0, seed=1),
    Recipe(6, 4, inner=4, frame=2, seed=2, signed=True),
)


def plant(recipe: Recipe) -> Puzzle:
    """The puzzle that a recipe makes."""
    # Of all that random.Random offers, Python promises only of random() that later versions repeat its numbers.
    chance = random.Random(recipe.seed).random
    squares = [Square(col, row) for row in range(recipe.rows) for col in range(recipe.cols)]
    colours = _colours(squares, recipe, chance)
    tiles = []
    for square in squares:
        north, east, south, west = (colours[square, side] for side in Side)
        sides = turned((north, east, south, west), int(4 * chance()))
        tiles.append(Tile(sides, (Sign.PLUS if square.even else Sign.MINUS) if recipe.signed else None))
    return Puzzle(recipe.cols, recipe.rows, tuple(sorted(tiles, key=lambda _: chance())))


def _colours(squares: list[Square], recipe: Recipe, chance: Callable[[], float]) -> dict[tuple[Square, Side], int]:
    """A colour for every side of every square, the same for the two that meet."""

    def border(square: Square) -> bool:
        return any(square.beyond(side) not in squares for side in Side)

    colours: dict[tuple[Square, Side], int] = {}
    for square in squares:
        for side in Side:
            there = square.beyond(side)
            if (there, side.opposite) in colours:
                colours[square, side] = colours[there, side.opposite]
            elif recipe.frame and there not in squares:
                colours[square, side] = FRAME
            elif recipe.frame and border(square) and border(there):
                colours[square, side] = 1 + int(recipe.frame * chance())
            else:
                colours[square, side] = recipe.frame + 1 + int(recipe.inner * chance())
    return colours


if __name__ == "__main__":
    for recipe in RECIPES:
        (Path(__file__).parent / recipe.name).write_text(puz.write(plant(recipe)), encoding="utf-8", newline="")
