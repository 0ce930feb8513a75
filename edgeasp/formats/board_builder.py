"""Boards and hints, for the formats that have them: each tile and each square once, rotations clockwise."""

from __future__ import annotations

from dataclasses import dataclass, field

from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, place_name
from edgeasp.system.errors import FormatError, InputError


def reversed_turns(rot: int) -> int:
    """Clockwise quarter turns as anticlockwise ones, and vice versa."""
    return (4 - rot) % 4


def on_every_square(solution: Solution, puzzle: Puzzle, name: str) -> dict[Square, Placement]:
    """The placements by square, for a format that cannot leave a square empty; FormatError if one is."""
    on = solution.by_square()
    if len(on) < len(puzzle.tiles):
        empty = len(puzzle.tiles) - len(on)
        raise FormatError(f"{name} holds whole boards only, and {empty} of {len(puzzle.tiles)} squares are empty")
    return on


@dataclass
class BoardBuilder:
    """Collects placements and refuses a repeated tile or square.

    Args:
        source: the name of the text, for messages.
        first: the number of the first tile in the format, for messages.
        noun: what the format calls a tile, for messages.
    """

    source: str
    first: int = 0
    noun: str = "piece"
    _placements: list[Placement] = field(default_factory=list, init=False)
    _lines: dict[int | Square, int | None] = field(default_factory=dict, init=False)
    """The line of each tile and of each square."""

    def place(self, placement: Placement, line: int | None, where: str = "") -> None:
        """Add a placement whose numbers are in range; InputError if its tile or square is taken.

        Where there are no lines, `where` is the place in the text, such as `hints[2]: `.
        """
        square = placement.square
        names: dict[int | Square, tuple[str, str]] = {
            placement.tile: (self.noun, f"{self.noun} {placement.tile + self.first}"),
            square: ("square", f"square {place_name(square)}"),
        }
        for each, (noun, name) in names.items():
            if each in self._lines:
                before = "" if line is None else f" (first on line {self._lines[each]})"
                raise InputError(self.source, line, f"{where}expected each {noun} once, found {name} again{before}")
            self._lines[each] = line
        self._placements.append(placement)

    def solution(self) -> Solution:
        """All placements, in the order of their addition."""
        return Solution(tuple(self._placements))
