"""Motions of a board, and what a board looks like after one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from edgeasp.puzzle.model import (
    WRAPPING,
    Placement,
    Puzzle,
    Side,
    Sides,
    Solution,
    Square,
    moved,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BoardKey = tuple[tuple[Sides, str], ...]
"""The colours and the marks on each square, row by row: the sign, or none."""


def turns(puzzle: Puzzle) -> int:
    """The number of rotations of the board that keep its shape and its tiles, the identity included: 4, 2 or 1."""
    return sum(motion < 4 for motion in _motions(puzzle, shifted=False))


def _motions(puzzle: Puzzle, *, shifted: bool = True) -> list[int]:
    """The motions of the board that keep its shape, and map each tile to what it may show; 0, the identity, first.

    A motion is a natural number: clockwise quarters, or 4 more if the board is mirrored before, left to right.
    Where the board wraps around, it is `shifted` after that: 8 more for each column, and for the columns of each row.
    """
    wraps = puzzle.wraps if shifted else ()
    cols, rows = puzzle.cols if "columns" in wraps else 1, puzzle.rows if "rows" in wraps else 1
    shifts = [8 * (right + puzzle.cols * down) for down in range(rows) for right in range(cols)]
    ways, board = [way for way in range(8) if _keeps_tiles(puzzle, way)], _turned_board(puzzle, 0)
    return [shift + way for shift in shifts for way in ways if _turned_board(puzzle, shift + way) == board]


def _keeps_tiles(puzzle: Puzzle, motion: int) -> bool:
    """Whether each tile may show after a motion of the board whatever it may show before."""
    if not {moved(rot, motion) for rot in puzzle.orientations} <= {*puzzle.orientations}:
        return False
    return all(
        {puzzle.shown(tile, rot) for rot in puzzle.allowed(tile)}
        >= {puzzle.shown(tile, moved(rot, motion)) for rot in puzzle.allowed(tile)}
        for tile in puzzle.restricted
    )


def _turned_board(puzzle: Puzzle, motion: int) -> dict[str, Any]:
    """The columns, rows and what else says the shape of the board, after a motion."""
    quarter, mirror = motion % 2, motion % 8 > 3
    moved_to = {side.word: _moved_side(side, motion).word for side in Side}
    rim = (
        (moved_to.get(part, part), tuple(map(puzzle.partner, colours)) if mirror else colours)
        for part, colours in puzzle.rim
    )
    return {
        "cols": puzzle.rows if quarter else puzzle.cols,
        "rows": puzzle.cols if quarter else puzzle.rows,
        "open_sides": frozenset(_moved_side(side, motion) for side in puzzle.open_sides),
        "rim": tuple(sorted((part, tuple(sorted(colours))) for part, colours in rim)),
        "holes": frozenset(_moved_square(puzzle, square, motion) for square in puzzle.holes),
        "wraps": frozenset(WRAPPING[WRAPPING.index(name) - quarter] for name in puzzle.wraps),
    }


def turned_puzzle(puzzle: Puzzle, motion: int) -> Puzzle:
    """The puzzle whose solutions are those of this one after a motion of the board: clockwise quarters, or as above."""
    tiles = puzzle.tiles
    if puzzle.restricted:
        only = (tile.only and tuple(sorted(moved(rot, motion) for rot in tile.only)) for tile in tiles)
        tiles = tuple(replace(tile, only=rots) for tile, rots in zip(tiles, only, strict=True))
    return replace(puzzle, tiles=tiles, **_turned_board(puzzle, motion))


def _moved_side(side: Side, motion: int) -> Side:
    return Side(((side if motion % 8 < 4 else -side) + motion) % 4)


def _moved_square(puzzle: Puzzle, square: Square, motion: int) -> Square:
    """The square to which a motion of the board takes one."""
    col, row = square if motion % 8 < 4 else (puzzle.cols - 1 - square.col, square.row)
    cols, rows = puzzle.cols, puzzle.rows
    for _ in range(motion % 4):
        col, row, cols, rows = rows - 1 - row, col, rows, cols
    right, down = shift(puzzle, motion)
    return Square((col + right) % cols, (row + down) % rows)


def shift(puzzle: Puzzle, motion: int) -> tuple[int, int]:
    """The columns and the rows by which a motion of the board shifts it at the end."""
    down, right = divmod(motion // 8, puzzle.cols)
    return right, down


def turned_solution(puzzle: Puzzle, solution: Solution, motion: int, of: Puzzle | None = None) -> Solution:
    """A solution of a puzzle, complete or partial, after a motion of the board: clockwise quarters, or as above.

    It is a solution of another puzzle if one is named: there, tiles may have other orientations that show the same.
    """
    placed = (
        Placement(lying.tile, _moved_square(puzzle, lying.square, motion), moved(lying.rot, motion))
        for lying in solution
    )
    return Solution(tuple(map((of or puzzle).canonical, placed)))


def anchored(puzzle: Puzzle) -> bool:
    """Whether the board turns freely, and some tile lies on every board, is unique and has four distinct rotations.

    If so, the orbit of every solution has `turns` elements, and fixing the rotation of that tile leaves one of them.
    """
    if not puzzle.turns_freely:
        return False
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    certain = puzzle.tiles if puzzle.complete else ()
    return any(tile.period == 4 and index not in identical for index, tile in enumerate(certain))


def rotations(puzzle: Puzzle, clues: Solution = Solution()) -> tuple[int, ...]:
    """The rotations of the board, in clockwise quarters, that map the clues to themselves; 0 is always the first.

    Where tiles may be turned over, the board may be as well: 4 more stands for a board that is mirrored before. Clues
    count as one sees them, by the sides and the sign on their squares: identical tiles are alike. Without a clue these
    are all that keep the shape of the board.
    """
    seen = _seen(puzzle, clues)
    return tuple(motion for motion in _motions(puzzle) if _seen(puzzle, turned_solution(puzzle, clues, motion)) == seen)


_PAIRS = 1_000_000
"""The most pairs of squares that show the same from which a shift is taken; boards of few tiles have many."""


def likely_motions(puzzle: Puzzle, one: Solution, other: Solution) -> Iterator[int]:
    """The rotations of the board, and after each the shift by which most squares of one show the same as on another.

    Not those that mirror the board.
    """
    motions = [motion for motion in _motions(puzzle) if motion % 8 < 4]
    yield from (motion for motion in motions if motion < 4)
    shifts = {motion for motion in motions if motion > 7}
    there: dict[tuple[Sides, str], list[Square]] = {}
    for square, sides, mark in _seen(puzzle, other):
        there.setdefault((sides, mark), []).append(square)
    for quarters in sorted({motion % 8 for motion in shifts}):
        votes = Counter[int]()
        shown = _seen(puzzle, turned_solution(puzzle, one, quarters))
        pairs = ((here, square) for here, sides, mark in shown for square in there.get((sides, mark), ()))
        for here, square in islice(pairs, _PAIRS):
            right, down = (square.col - here.col) % puzzle.cols, (square.row - here.row) % puzzle.rows
            votes[8 * (right + puzzle.cols * down) + quarters] += 1
        yield from sorted(shifts & {*votes}, key=lambda motion: (-votes[motion], motion))[:1]


class Orbit:
    """The motions of a board that map its clues to themselves: of boards that these map to one another, one is least.

    Attributes:
        motions: those of `rotations`.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution()) -> None:
        """Find the motions, and number what tiles show, in the order of `board_key`."""
        self.motions = rotations(puzzle, clues)
        self._puzzle, self._squares = puzzle, puzzle.grid.squares
        tiles = range(len(puzzle.tiles))
        looks = [[(puzzle.shown(tile, rot), _mark(puzzle, tile)) for rot in puzzle.rots] for tile in tiles]
        number = {look: number for number, look in enumerate(sorted({look for shown in looks for look in shown}))}
        self._numbers = [[number[look] for look in shown] for shown in looks]
        # They are a group. After the inverse of one, a square shows what lay where that one takes it.
        self._ways = [(way, sorted(puzzle.rots, key=lambda rot: moved(rot, way))) for way in self.motions[1:]]

    def is_least(self, solution: Solution) -> bool:
        """Whether none of the motions gives a complete solution a lesser `board_key`."""
        on = {lying.square: (lying.tile, lying.rot) for lying in solution}
        shown = [self._numbers[tile][rot] for tile, rot in map(on.__getitem__, self._squares)]
        for motion, after in self._ways:
            for here, square in zip(shown, self._squares, strict=True):
                tile, rot = on[_moved_square(self._puzzle, square, motion)]
                if (there := self._numbers[tile][after[rot]]) != here:
                    if there < here:
                        return False
                    break
        return True

    def are_least(self, tiles: NDArray[np.int64], turns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """`is_least` of many boards: of each a row of tiles and one of turns, square after square, row by row."""
        import numpy as np

        number_of = {square: number for number, square in enumerate(self._squares)}
        numbers = np.array(self._numbers)
        shown, least = numbers[tiles, turns], np.ones(len(tiles), np.bool_)
        for motion, after in self._ways:
            before = [number_of[_moved_square(self._puzzle, square, motion)] for square in self._squares]
            # Most boards are soon known not to be the least.
            left = np.flatnonzero(least)
            here, other = shown[left], numbers[tiles[left], np.array(after)[turns[left]]][:, before]
            first = (here != other).argmax(axis=1)[:, None]
            least[left] = np.take_along_axis(here <= other, first, axis=1)[:, 0]
        return least


def flips(puzzle: Puzzle, clues: Solution) -> bool:
    """Whether a rotation of the board exchanges the two checkerboards of signs."""
    odd = puzzle.cols % 2, puzzle.rows % 2
    exchanged = sum(odd) == 1 or (puzzle.cols == puzzle.rows and not any(odd))
    return puzzle.signed and puzzle.turns_freely and exchanged and not clues.placements


def lookalikes(puzzle: Puzzle, clues: Solution) -> int:
    """The number of ways to turn the tiles without a clue that leave a board as it looks; 0 if boards differ."""
    clued = {clue.tile for clue in clues}
    alike = [_alike(puzzle, tile) for tile in range(len(puzzle.tiles)) if tile not in clued]
    return prod(alike) if puzzle.complete or max(alike, default=1) == 1 else 0


def _alike(puzzle: Puzzle, tile: int) -> int:
    """The number of orientations in which a tile shows the same; 0 if some of its looks have more than others."""
    if puzzle.tiles[tile].only is None:  # orientations are a group
        return len(puzzle.orientations) // len(puzzle.rotations(tile))
    ways = set(Counter(puzzle.shown(tile, rot) for rot in puzzle.allowed(tile)).values())
    return ways.pop() if len(ways) == 1 else 0


def assignments_per_board(puzzle: Puzzle, clues: Solution) -> int:
    """The number of assignments of tiles that show one board: the product of k! over groups of k identical tiles.

    Tiles with a clue are fixed. 0 if boards differ, as some of those tiles may be left over.
    """
    groups = puzzle.identical_tiles([clue.tile for clue in clues])
    return prod(factorial(len(group)) for group in groups) if puzzle.complete or not groups else 0


def in_order(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> Solution:
    """The assignment of the same board that keeps the clues and has other identical tiles in the order of squares.

    The solution is complete and keeps the clues.
    """
    clued = [clue.tile for clue in clues]
    on = {placement.tile: placement for placement in solution}
    for group in puzzle.identical_tiles(clued):
        by_row = sorted((on[tile] for tile in group), key=lambda placed: (placed.square.row, placed.square.col))
        for tile, placed in zip(group, by_row, strict=True):
            sides = puzzle.sides(placed)
            rot = next(rot for rot in puzzle.rotations(tile) if puzzle.shown(tile, rot) == sides)
            on[tile] = Placement(tile, placed.square, rot)
    return Solution(tuple(puzzle.canonical(on[tile]) for tile in sorted(on)))


def board_key(puzzle: Puzzle, solution: Solution, motion: int = 0) -> BoardKey:
    """A key that two complete solutions share exactly if they show the same board after a motion, see `rotations`."""
    on = {
        _moved_square(puzzle, lying.square, motion): (
            puzzle.shown(lying.tile, moved(lying.rot, motion)),
            _mark(puzzle, lying.tile),
        )
        for lying in solution
    }
    return tuple(on[square] for square in sorted(on, key=lambda square: (square.row, square.col)))


def board_digest(puzzle: Puzzle, solution: Solution) -> bytes:
    """The key of a board, complete or partial, in 16 bytes: of millions of boards all can be kept."""
    from hashlib import blake2b  # it loads OpenSSL, and few ask

    return blake2b(repr(_seen(puzzle, solution)).encode(), digest_size=16).digest()


def _seen(puzzle: Puzzle, solution: Solution) -> list[tuple[Square, Sides, str]]:
    """The squares of a board, complete or partial, each with its colours and its sign."""
    return sorted((placement.square, puzzle.sides(placement), _mark(puzzle, placement.tile)) for placement in solution)


def _mark(puzzle: Puzzle, tile: int) -> str:
    """The marks of a tile besides its colours: its sign, and where orientations differ by tile, what it may show."""
    sign = puzzle.tiles[tile].sign
    return (sign.value if sign else "") + (repr(puzzle.appearance(tile)[0]) if puzzle.restricted else "")


def motions_text(puzzle: Puzzle) -> str:
    """The motions of the board with all that lies on it, in words."""
    *first, last = ["rotation", *(["reflection"] if puzzle.flipping else []), *(["shift"] if puzzle.wraps else [])]
    return f"{', '.join(first)} and {last}" if first else last
