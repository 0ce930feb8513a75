"""Boards and hints, for the formats that have them: each tile and each square once, rotations clockwise."""

from __future__ import annotations

from dataclasses import dataclass, field

from edgeasp.puzzle.errors import FormatError, InputError
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square


def reversed_turns(rot: int) -> int:
    """Clockwise quarter turns as anticlockwise ones, and vice versa."""
    return (4 - rot) % 4


def on_every_square(solution: Solution, puzzle: Puzzle, name: str) -> dict[Square, Placement]:
    """The placements by square, for a format that cannot leave a square empty.

    Raises:
        FormatError: a square is empty.
    """
    on = solution.by_square()
    if len(on) < len(puzzle.tiles):
        empty = len(puzzle.tiles) - len(on)
        raise FormatError(f"{name} holds whole boards only, and {empty} of {len(puzzle.tiles)} squares are empty")
    return on


@dataclass
class BoardBuilder:
    """Collects placements and refuses a repeated tile or square.

    Args:
        puzzle: the puzzle.
        source: the name of the text.
        first_tile: the number of the first tile in the format, for messages.
    """

    puzzle: Puzzle
    source: str
    first_tile: int = 0
    _placed: list[Placement] = field(default_factory=list, init=False)
    _tiles: set[int] = field(default_factory=set, init=False)
    _squares: set[Square] = field(default_factory=set, init=False)

    def place(self, tile: int, square: Square, rot: int, line: int | None, what: str = "") -> None:
        """Add a placement; its numbers are those of a `.sol`, and in range.

        Args:
            tile: the tile, from 0.
            square: the square.
            rot: anticlockwise quarter turns.
            line: the line of the text.
            what: the place in the text where there are no lines, such as `hints[2]: `.

        Raises:
            InputError: the tile or the square is taken.
        """
        if tile in self._tiles:
            name = tile + self.first_tile
            raise InputError(self.source, line, f"{what}expected each piece once, found piece {name} again")
        if square in self._squares:
            where = f"column {square.col}, row {square.row} (from 0)"
            raise InputError(self.source, line, f"{what}expected each square once, found {where} again")
        self._tiles.add(tile)
        self._squares.add(square)
        self._placed.append(Placement(tile, square, rot))

    def solution(self) -> Solution:
        """All placements, in the order of their addition."""
        return Solution(tuple(self._placed))
