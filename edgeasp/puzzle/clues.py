"""Clues from several files combined; contradictions are reported by file and line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from edgeasp.puzzle.checker import EVERY, Condition, Violation, check
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square


@dataclass(frozen=True, slots=True)
class Source:
    """Clues, the name of their file, the line of each of them where known, and what their reader decided."""

    name: str
    clues: Solution
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def combine(puzzle: Puzzle, sources: Iterable[Source], conditions: Collection[Condition] = EVERY) -> Solution:
    """All clues, each once.

    Raises:
        InputError: a clue is out of range, two clues share a tile or a square, or the clues violate a condition; the
            message names the later clue.
    """
    placed: dict[Placement, tuple[str, int | None]] = {}
    by_tile: dict[int, Placement] = {}
    by_square: dict[Square, Placement] = {}
    for source in sources:
        for index, given in enumerate(source.clues):
            line = source.lines[index] if source.lines else None
            if not puzzle.has_placement(given):
                [violation] = check(puzzle, Solution((given,)), conditions=()).violations
                raise InputError(source.name, line, f"expected a clue for this puzzle, but {violation.text}")
            clue = puzzle.canonical(given)
            for other in (by_tile.get(clue.tile, clue), by_square.get(clue.square, clue)):
                if other != clue:
                    name, other_line = placed[other]
                    place = name if other_line is None else f"{name}:{other_line}"
                    message = f"expected clues that agree, found {_text(clue)}, but {_text(other)} in {place}"
                    raise InputError(source.name, line, message)
            placed.setdefault(clue, (source.name, line))
            by_tile[clue.tile] = by_square[clue.square] = clue
    clues = tuple(placed)

    def violations(number: int) -> tuple[Violation, ...]:
        """The violations of the first clues; more clues have no fewer."""
        return check(puzzle, Solution(clues[:number]), conditions=conditions).violations

    if violations(len(clues)):
        first = bisect_left(range(len(clues)), True, key=lambda number: bool(violations(number)))
        name, line = placed[clues[first - 1]]
        raise InputError(name, line, f"expected a clue for this puzzle, but {violations(first)[0].text}")
    return Solution(clues)


def _text(clue: Placement) -> str:
    return f"tile {clue.tile} in column {clue.square.col}, row {clue.square.row} turned {clue.rot}"
