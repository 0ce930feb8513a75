"""From a recipe to a puzzle: colour a board, then turn and shuffle its tiles."""

from __future__ import annotations

from edgeasp.generate.colouring import tile_sides
from edgeasp.generate.recipe import Planted, Recipe
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile, turned
from edgeasp.puzzle.rng import Rng


def generate(recipe: Recipe) -> Planted:
    """The puzzle of a recipe.

    Random numbers are drawn in this order: colours, repairs (if tiles must be distinct or must not be symmetric),
    rotations, the order of the tiles, signs, clues. So signs and clues do not change the board.
    """
    rng = Rng(recipe.seed)
    board = tile_sides(recipe, rng)
    count = len(board)
    turns = [rng.randrange(4) for _ in board]
    order = rng.shuffled(range(count))
    if not (recipe.turn and recipe.turning):
        turns = [0] * count
    if not recipe.shuffle:
        order = list(range(count))
    squares = [Square(index % recipe.cols, index // recipe.cols) for index in range(count)]
    signs = _signs(recipe, squares, rng)
    tiles = tuple(Tile(turned(board[index], turns[index]), signs[index]) for index in order)
    puzzle = Puzzle(recipe.cols, recipe.rows, tiles, recipe.partners, recipe.turning)
    if not recipe.planted:
        return Planted(puzzle, None, Solution())
    placements = [
        puzzle.canonical(Placement(tile, squares[index], -turns[index] % 4)) for tile, index in enumerate(order)
    ]
    given = set(_clue_squares(recipe, squares, rng))
    clues = [placement for placement in placements if placement.square in given]
    return Planted(puzzle, Solution(tuple(placements)), Solution(tuple(clues)))


def _signs(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Sign | None]:
    """The sign of the tile on each square: plus on even squares, minus on odd ones, or none."""
    signs: list[Sign | None] = [Sign.PLUS if square.even else Sign.MINUS for square in squares]
    signed = int(recipe.signed * len(squares) + 0.5)
    if signed < len(squares):
        for index in rng.shuffled(range(len(squares)))[signed:] if signed else range(len(squares)):
            signs[index] = None
    return signs


def _clue_squares(recipe: Recipe, squares: list[Square], rng: Rng) -> list[Square]:
    """The squares whose placements become clues."""
    cols, rows = recipe.cols, recipe.rows
    centre = Square((cols - 1) // 2, rows // 2)
    match recipe.clues:
        case "none":
            return []
        case "corner":
            return [Square(0, 0)]
        case "centre":
            return [centre]
        case "five":
            return [centre, *(Square(col, row) for row in (2, rows - 3) for col in (2, cols - 3))]
        case count:
            return rng.shuffled(squares)[:count]
