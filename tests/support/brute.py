"""All solutions of a tiny puzzle by plain backtracking. Shares nothing with the encodings, nor with the checker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from edgeasp.puzzle.model import Puzzle

Lying = tuple[int, int]
"""A tile and its anticlockwise quarter turns."""

Assignment = tuple[Lying, ...]
"""What lies on each square, row by row."""

Picture = tuple[tuple[tuple[int, ...], str], ...]
"""What one sees on each square, row by row: colours and sign."""


Clues = Mapping[tuple[int, int], Lying]
"""A tile and its turns for some (column, row)."""


@dataclass(frozen=True)
class Found:
    """All solutions of a puzzle.

    Attributes:
        raw: every tile on a square in every rotation, even if rotations look the same.
        assignments: rotations that look the same counted once.
        pictures: identical tiles not told apart.
    """

    raw: frozenset[Assignment]
    assignments: frozenset[Assignment]
    pictures: frozenset[Picture]


def solve(
    puzzle: Puzzle, *, framed: bool | None = None, signed: bool | None = None, clues: Clues | None = None
) -> Found:
    """Search square by square, row by row.

    Args:
        puzzle: a tiny one.
        framed: whether the outside has to be 0; as the puzzle says if None.
        signed: whether signs count; as the puzzle says if None.
        clues: tile and turns for some (column, row).
    """
    framed = any(0 in tile.sides for tile in puzzle.tiles) if framed is None else framed
    signed = any(tile.sign for tile in puzzle.tiles) if signed is None else signed
    raw = frozenset(_extend(puzzle, framed, signed, clues or {}, []))
    assignments = frozenset(tuple(_least(puzzle, lying) for lying in each) for each in raw)
    pictures = frozenset(tuple(seen(puzzle, lying, signed) for lying in each) for each in assignments)
    return Found(raw, assignments, pictures)


def _extend(puzzle: Puzzle, framed: bool, signed: bool, clues: Clues, lain: list[Lying]) -> Iterator[Assignment]:
    if len(lain) == puzzle.cols * puzzle.rows:
        if not signed or _checkered(puzzle, lain):
            yield tuple(lain)
        return
    row, col = divmod(len(lain), puzzle.cols)
    for tile in range(len(puzzle.tiles)):
        if any(tile == other for other, _ in lain):
            continue
        for turns in range(4):
            if (col, row) in clues and not _alike(puzzle, clues[col, row], (tile, turns)):
                continue
            if _fits(puzzle, framed, lain, col, row, _colours(puzzle, (tile, turns))):
                yield from _extend(puzzle, framed, signed, clues, [*lain, (tile, turns)])


def _colours(puzzle: Puzzle, lying: Lying) -> list[int]:
    """North, east, south, west; one anticlockwise turn brings what was east to the north."""
    colours = list(puzzle.tiles[lying[0]].sides)
    for _ in range(lying[1]):
        colours.append(colours.pop(0))
    return colours


def _alike(puzzle: Puzzle, one: Lying, other: Lying) -> bool:
    return one[0] == other[0] and _colours(puzzle, one) == _colours(puzzle, other)


def _fits(puzzle: Puzzle, framed: bool, lain: list[Lying], col: int, row: int, colours: list[int]) -> bool:
    north, east, south, west = colours
    if row and _colours(puzzle, lain[(row - 1) * puzzle.cols + col])[2] != north:
        return False
    if col and _colours(puzzle, lain[-1])[1] != west:
        return False
    if not framed:
        return True
    outside = [row == 0 and north, col == puzzle.cols - 1 and east, row == puzzle.rows - 1 and south, col == 0 and west]
    return not any(outside)


def _checkered(puzzle: Puzzle, lain: list[Lying]) -> bool:
    """Whether the signs that are given all agree with one checkerboard."""
    seen = set()
    for place, (tile, _) in enumerate(lain):
        sign = puzzle.tiles[tile].sign
        if sign:
            seen.add((sign.value == "+") ^ ((place // puzzle.cols + place % puzzle.cols) % 2 == 1))
    return len(seen) < 2


def _least(puzzle: Puzzle, lying: Lying) -> Lying:
    return next((lying[0], turns) for turns in range(4) if _alike(puzzle, lying, (lying[0], turns)))


def seen(puzzle: Puzzle, lying: Lying, signed: bool) -> tuple[tuple[int, ...], str]:
    sign = puzzle.tiles[lying[0]].sign
    return tuple(_colours(puzzle, lying)), sign.value if sign and signed else ""
