"""What is asked about a program of a user, as rules: which conditions its answers break, whether a board is one."""

from __future__ import annotations

from itertools import product

from edgeasp.encoding import colour_names
from edgeasp.encoding.render import rules_of
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, degrees


def inspection(puzzle: Puzzle, *, framed: bool) -> str:
    """The rules for `_broken(W,S,X,Y)`, with their facts; whether the frame counts."""
    lines = []
    for tile, rot in product(range(len(puzzle.tiles)), range(4)):
        colours = puzzle.sides(Placement(tile, next(puzzle.squares()), rot))
        lines += [
            f"_turned({tile + 1},{degrees(rot)},{side.word},{colour_names.name(colours[side])})." for side in Side
        ]
    for square in puzzle.squares():
        lines.append(f"_square({square.col + 1},{square.row + 1}).")
        if framed and puzzle.framed:
            for side in sorted(puzzle.outer_sides(square)):
                lines.append(f"_outside({square.col + 1},{square.row + 1},{side.word},{colour_names.name(FRAME)}).")
    for one, side, other in puzzle.pairs():
        here, there = (
            f"{one.col + 1},{one.row + 1},{side.word}",
            f"{other.col + 1},{other.row + 1},{side.opposite.word}",
        )
        lines.append(f"_meets({here},{there}).")
    return "\n".join(lines) + "\n" + rules_of("grade/inspect.lp")


def laid(puzzle: Puzzle, board: Solution, *, softly: bool = False) -> str:
    """The rules that keep a board, up to what one cannot see of it; `softly`, but for each `_miss(X,Y)`."""
    lines = ["#defined chosenTile/3.", "#defined chosenRotation/3."]
    for placement in board:
        square, seen = placement.square, puzzle.sides(placement)
        at, sign = f"{square.col + 1},{square.row + 1}", puzzle.tiles[placement.tile].sign
        for tile, rot in product(range(len(puzzle.tiles)), range(4)):
            if puzzle.tiles[tile].sign == sign and puzzle.sides(Placement(tile, square, rot)) == seen:
                lines.append(f"_laid({at}) :- chosenTile({at},{tile + 1}), chosenRotation({at},{degrees(rot)}).")
        lines += (
            [f"{{ _miss({at}) }}.", f":- not _laid({at}), not _miss({at})."] if softly else [f":- not _laid({at})."]
        )
    return "\n".join(lines) + "\n"
