"""Merging of clues from several files, with file and line in errors."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from edgeasp.puzzle.checker import EVERY, Condition, Violation, check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.errors import InputError


class ClueFile(NamedTuple):
    """Clues of a file.

    Attributes:
        name: name of the file, for messages.
        clues: its clues.
        lines: the line of each clue, from 1. Empty if unknown.
        notes: messages for the user from reading the file.
    """

    name: str
    clues: Solution
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenClue:
    """Clue with the place in a file where it was read.

    Attributes:
        placement: its tile, square and rotation.
        source: the name of its file.
        line: its line, from 1, or None if unknown.
    """

    JSON: ClassVar = ("*placement", "source", "line")

    placement: Placement
    source: str
    line: int | None

    @property
    def place(self) -> str:
        """File and line for messages, such as `clues.sol:3`."""
        return self.source if self.line is None else f"{self.source}:{self.line}"


def distinct_clues(puzzle: Puzzle, sources: Iterable[ClueFile]) -> tuple[GivenClue, ...]:
    """List the clues of several files without duplicates.

    Each clue has its canonical rotation. Clues that contradict each other are all listed.

    Raises:
        InputError: the tile, the square or the rotation of a clue does not exist.
    """
    clues: dict[Placement, GivenClue] = {}
    for source in sources:
        for index, placement in enumerate(source.clues):
            line = source.lines[index] if source.lines else None
            if not puzzle.has_placement(placement):
                [violation] = check(puzzle, Solution((placement,)), conditions=()).violations
                raise InputError(source.name, line, f"expected a clue for this puzzle, but {violation.text}")
            clue = puzzle.canonical(placement)
            clues.setdefault(clue, GivenClue(clue, source.name, line))
    return tuple(clues.values())


def merge_clues(puzzle: Puzzle, sources: Iterable[ClueFile], conditions: Collection[Condition] = EVERY) -> Solution:
    """Merge the clues of several files, and check them.

    Raises:
        InputError: a clue is out of range, two clues share a tile or a square, or the clues violate a condition. The
            message names the later clue.
    """
    every = distinct_clues(puzzle, sources)
    by_tile: dict[int, GivenClue] = {}
    by_square: dict[Square, GivenClue] = {}
    for clue in every:
        placement = clue.placement
        for other in (by_tile.get(placement.tile), by_square.get(placement.square)):
            if other is not None:
                here, there = _clue_text(puzzle, placement), _clue_text(puzzle, other.placement)
                message = f"expected clues that agree, found {here}, but {there} in {other.place}"
                raise InputError(clue.source, clue.line, message)
        by_tile[placement.tile] = by_square[placement.square] = clue
    clues = tuple(clue.placement for clue in every)

    def violations(number: int) -> tuple[Violation, ...]:
        """List the conditions that the first `number` clues violate."""
        return check(puzzle, Solution(clues[:number]), conditions=conditions).violations

    if violations(len(clues)):
        # More clues never have fewer violations, so bisection finds the first clue that causes one.
        first = bisect_left(range(len(clues)), True, key=lambda number: bool(violations(number)))
        clue = every[first - 1]
        raise InputError(clue.source, clue.line, f"expected a clue for this puzzle, but {violations(first)[0].text}")
    return Solution(clues)


def _clue_text(puzzle: Puzzle, clue: Placement) -> str:
    return f"tile {puzzle.names.number(clue.tile)} on {puzzle.names.place(clue.square)} {puzzle.names.turn(clue.rot)}"
