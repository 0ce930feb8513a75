"""Clues from several places put together; those that contradict the puzzle or one another are found and named."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from edgeasp.puzzle.checker import EVERY, Condition, check
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Placement, Puzzle, Solution


@dataclass(frozen=True, slots=True)
class Source:
    """Clues and where they were read.

    Attributes:
        name: the file.
        clues: the placements.
        lines: the line of each placement in the file, where known.
    """

    name: str
    clues: Solution
    lines: tuple[int, ...] = ()


def combine(puzzle: Puzzle, sources: Iterable[Source], conditions: Collection[Condition] = EVERY) -> Solution:
    """All clues together, each once.

    Raises:
        InputError: a clue is out of range, two clues give one tile two places or one square two tiles, or clues
            break a condition on their own; the later one is named.
    """
    placed: dict[Placement, tuple[str, int | None]] = {}
    for source in sources:
        for index, given in enumerate(source.clues):
            line = source.lines[index] if source.lines else None
            if not puzzle.has_placement(given):
                [violation] = check(puzzle, Solution((given,)), conditions=()).violations
                raise InputError(source.name, line, f"expected a clue for this puzzle, but {violation.text}")
            clue = puzzle.canonical(given)
            for other, place in placed.items():
                if other != clue and (other.tile == clue.tile or other.square == clue.square):
                    raise InputError(
                        source.name,
                        line,
                        f"expected clues that agree, found {_text(clue)}, but {_text(other)} in {_where(place)}",
                    )
            placed.setdefault(clue, (source.name, line))
    clues = Solution(tuple(placed))
    if check(puzzle, clues, conditions=conditions).violations:
        for count, (name, line) in enumerate(placed.values(), start=1):
            broken = check(puzzle, Solution(tuple(placed)[:count]), conditions=conditions).violations
            if broken:
                raise InputError(name, line, f"expected a clue for this puzzle, but {broken[0].text}")
    return clues


def _text(clue: Placement) -> str:
    return f"tile {clue.tile} in column {clue.square.col}, row {clue.square.row} turned {clue.rot}"


def _where(place: tuple[str, int | None]) -> str:
    name, line = place
    return name if line is None else f"{name}:{line}"
