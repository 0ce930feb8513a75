"""Boards as a list, a line a square: for those who hear what is on the screen."""

from __future__ import annotations

from edgeasp.draw.view import BoardView, SquareView
from edgeasp.puzzle.model import Puzzle, Side, Sides


def board(view: BoardView) -> str:
    """A line for each square, row by row, and above them what is to be said of the board."""
    puzzle = view.puzzle
    lines = [f"Board of {puzzle.cols} x {puzzle.rows}: {view.summary}"]
    for field in view.fields.values():
        if field.square.col == 0:
            lines.append("")
        lines.append(f"{puzzle.place(field.square)}: {_content(view, field)}")
    return "\n".join(lines) + "\n"


def tiles(puzzle: Puzzle) -> str:
    """A line for each tile, in the order of the file."""
    lines = [f"{len(puzzle.tiles)} tiles for a board of {puzzle.cols} x {puzzle.rows}", ""]
    for index, tile in enumerate(puzzle.tiles):
        sign = f", sign {tile.sign.value}" if tile.sign else ""
        lines.append(f"tile {puzzle.number(index)}: {_sides(puzzle, tile.sides)}{sign}")
    return "\n".join(lines) + "\n"


def _content(view: BoardView, field: SquareView) -> str:
    if field.placement is None or field.sides is None:
        parts = ["empty, where a clue puts a tile" if field.clue else "empty"]
    else:
        parts = [f"tile {field.number}, {_sides(view.puzzle, field.sides)}"]
        parts += [f"sign {field.sign.value}"] if field.sign else []
        parts += ["a clue"] if field.clue else []
    wrong = [f"no match on its {side.word}" for side in Side if view.has_mismatch(field.square, side)]
    return ", ".join([*parts, *wrong, *(each.text for each in field.violations)])


def _sides(puzzle: Puzzle, sides: Sides) -> str:
    return ", ".join(f"{side.word} {puzzle.colour(sides[side])}" for side in Side)
