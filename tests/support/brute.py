"""All solutions of a tiny puzzle by plain backtracking. Shares nothing with the encodings, nor with the checker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

from edgeasp.puzzle.model import Puzzle

Lying = tuple[int, int]
"""A tile and its anticlockwise quarter turns."""

Assignment = tuple[Lying, ...]
"""What lies on each square, row by row."""

Picture = tuple[tuple[tuple[int, ...], str], ...]
"""What one sees on each square, row by row: colours and sign."""

Board = tuple[tuple[tuple[tuple[int, ...], str], ...], ...]
"""Rows of squares, each with its colours and its sign."""


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
    return _solve(puzzle, framed, signed, tuple((clues or {}).items()))


def solvable(puzzle: Puzzle) -> bool:
    """Whether there is any solution; the search ends with the first."""
    framed = any(0 in tile.sides for tile in puzzle.tiles)
    signed = any(tile.sign for tile in puzzle.tiles)
    return next(_solutions(_Board(puzzle, framed, signed, {})), None) is not None


@lru_cache(1000)
def _solve(puzzle: Puzzle, framed: bool, signed: bool, clues: tuple[tuple[tuple[int, int], Lying], ...]) -> Found:
    """The search itself; several tests ask for the same boards."""
    raw = frozenset(_solutions(_Board(puzzle, framed, signed, dict(clues))))
    least = {lying: _least(puzzle, lying) for lying in set(chain.from_iterable(raw))}
    visible = {lying: seen(puzzle, lying, signed) for lying in least.values()}
    assignments = frozenset(tuple(least[lying] for lying in each) for each in raw)
    pictures = frozenset(tuple(visible[lying] for lying in each) for each in assignments)
    return Found(raw, assignments, pictures)


class _Board:
    """A puzzle, with the colours of each tile in each rotation."""

    def __init__(self, puzzle: Puzzle, framed: bool, signed: bool, clues: Clues) -> None:
        self.puzzle, self.framed, self.signed, self.clues = puzzle, framed, signed, clues
        turns = range(4 if puzzle.turning else 1)
        self.lyings = [(tile, turn) for tile in range(len(puzzle.tiles)) for turn in turns]
        self.meets = {colour: colour for tile in puzzle.tiles for colour in tile.sides} | {0: 0}
        for one, other in puzzle.partners:
            self.meets |= {one: other, other: one}
        self.colours = {lying: _colours(puzzle, lying) for lying in self.lyings}
        self.showing: dict[tuple[int | None, int | None], list[Lying]] = {}
        for lying, (north, _, _, west) in self.colours.items():
            for shown in product((north, None), (west, None)):
                self.showing.setdefault(shown, []).append(lying)
        self._known: dict[tuple[int, int | None, int | None], list[Lying]] = {}

    def fitting(self, placed: list[Lying]) -> list[Lying]:
        """What may lie on the next square, as far as its neighbours, the outside and the clues go."""
        row, col = divmod(len(placed), self.puzzle.cols)
        outside = 0 if self.framed else None
        north = self.meets[self.colours[placed[-self.puzzle.cols]][2]] if row else outside
        west = self.meets[self.colours[placed[-1]][1]] if col else outside
        key = len(placed), north, west
        if key not in self._known:
            self._known[key] = list(self._fitting(col, row, north, west))
        return self._known[key]

    def _fitting(self, col: int, row: int, north: int | None, west: int | None) -> Iterator[Lying]:
        east_free = not self.framed or col < self.puzzle.cols - 1
        south_free = not self.framed or row < self.puzzle.rows - 1
        clue = self.clues.get((col, row))
        for lying in self.showing.get((north, west), []):
            _, east, south, _ = self.colours[lying]
            inside = (east_free or not east) and (south_free or not south)
            if inside and (clue is None or _alike(self.puzzle, clue, lying)):
                yield lying


def _solutions(board: _Board) -> Iterator[Assignment]:
    """Every way to fill the squares; what is left to try on each square that is filled, and on the next one, waits."""
    squares = board.puzzle.cols * board.puzzle.rows
    placed: list[Lying] = []
    used: set[int] = set()
    waiting = [iter(board.fitting(placed))]
    while waiting:
        for lying in waiting[-1]:
            if lying[0] not in used:
                break
        else:
            waiting.pop()
            if placed:
                used.remove(placed.pop()[0])
            continue
        if len(placed) + 1 < squares:
            placed.append(lying)
            used.add(lying[0])
            waiting.append(iter(board.fitting(placed)))
        elif not board.signed or _checkered(board.puzzle, [*placed, lying]):
            yield (*placed, lying)


def _colours(puzzle: Puzzle, lying: Lying) -> list[int]:
    """North, east, south, west; one anticlockwise turn brings what was east to the north."""
    colours = list(puzzle.tiles[lying[0]].sides)
    for _ in range(lying[1]):
        colours.append(colours.pop(0))
    return colours


def _alike(puzzle: Puzzle, one: Lying, other: Lying) -> bool:
    return one[0] == other[0] and _colours(puzzle, one) == _colours(puzzle, other)


def _checkered(puzzle: Puzzle, placed: list[Lying]) -> bool:
    """Whether the signs that are given all agree with one checkerboard."""
    seen = set()
    for place, (tile, _) in enumerate(placed):
        sign = puzzle.tiles[tile].sign
        if sign:
            seen.add((sign.value == "+") ^ ((place // puzzle.cols + place % puzzle.cols) % 2 == 1))
    return len(seen) < 2


def _least(puzzle: Puzzle, lying: Lying) -> Lying:
    return next((lying[0], turns) for turns in range(4) if _alike(puzzle, lying, (lying[0], turns)))


def seen(puzzle: Puzzle, lying: Lying, signed: bool) -> tuple[tuple[int, ...], str]:
    sign = puzzle.tiles[lying[0]].sign
    return tuple(_colours(puzzle, lying)), sign.value if sign and signed else ""


def rows_of(puzzle: Puzzle, picture: Picture) -> Board:
    return tuple(tuple(picture[row * puzzle.cols : (row + 1) * puzzle.cols]) for row in range(puzzle.rows))


def right(board: Board) -> Board:
    """Turned clockwise: what was the first column, read upwards, is the first row."""
    columns = zip(*board, strict=True)
    return tuple(
        tuple(((west, north, east, south), sign) for (north, east, south, west), sign in reversed(column))
        for column in columns
    )


def orbit(puzzle: Puzzle, picture: Picture) -> frozenset[Board]:
    """The boards of the same shape that turning makes."""
    turns = [rows_of(puzzle, picture)]
    for _ in range(3):
        turns.append(right(turns[-1]))
    return frozenset(turns if puzzle.cols == puzzle.rows else turns[::2])
