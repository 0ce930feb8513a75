"""Symmetries of boards: rotations, reflections and shifts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, product
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from edgeasp.puzzle.model import WRAPPING, Grid, Placement, Puzzle, Side, Sides, Solution, Square

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


BoardKey = tuple[tuple[Sides, str], ...]
"""Colours and sign of the tile on each square, row by row."""


class Motion(NamedTuple):
    """Reflection, then rotation, then shift of a board.

    Attributes:
        quarters: clockwise quarter turns, 0 to 3.
        mirrored: whether the board is reflected first, left to right.
        right: columns by which a wrap-around board is shifted at the end.
        down: rows by which it is shifted at the end.
    """

    quarters: int = 0
    mirrored: bool = False
    right: int = 0
    down: int = 0

    def move_side(self, side: Side) -> Side:
        """Return the image of a side."""
        return Side(((-side if self.mirrored else side) + self.quarters) % 4)

    def move_rot(self, rot: int) -> int:
        """Return the image of an orientation."""
        turn, back = (-rot % 4, 1 - rot // 4) if self.mirrored else (rot % 4, rot // 4)
        return (turn - self.quarters) % 4 + 4 * back

    def move_square(self, square: Square, grid: Grid, onto: Grid | None = None) -> Square:
        """Return the image of a square.

        Args:
            square: the square.
            grid: its board.
            onto: the board of the image, `grid` by default.
        """
        box, there, onto = bounding_box(grid), bounding_box(onto or grid), onto or grid
        col, row = (square.col - box.left) % grid.cols, (square.row - box.top) % grid.rows
        col, row = self._move_in_box(col, row, box.cols, box.rows)
        return Square((there.left + col + self.right) % onto.cols, (there.top + row + self.down) % onto.rows)

    def _move_in_box(self, col: int, row: int, cols: int, rows: int) -> tuple[int, int]:
        """Reflect and rotate a square's coordinates within a box."""
        if self.mirrored:
            col = cols - 1 - col
        for _ in range(self.quarters):
            col, row, cols, rows = rows - 1 - row, col, rows, cols
        return col, row


class BoundingBox(NamedTuple):
    """Smallest rectangle that contains all squares of a board.

    Attributes:
        left: its first column.
        top: its first row.
        cols: its number of columns.
        rows: its number of rows.
        wraps: `columns`, `rows` or both: directions in which the board wraps around without a gap. A board with a
            single gap is unrolled at the gap.
    """

    left: int
    top: int
    cols: int
    rows: int
    wraps: frozenset[str]


@lru_cache(64)
def bounding_box(grid: Grid) -> BoundingBox:
    """Find the smallest rectangle that contains all squares."""
    left, cols, closed = _line_span({square.col for square in grid.squares}, grid.cols, "columns" in grid.wraps)
    top, rows, rolled = _line_span({square.row for square in grid.squares}, grid.rows, "rows" in grid.wraps)
    kept = (name for name, whole in zip(WRAPPING, (closed, rolled), strict=True) if whole)
    return BoundingBox(left, top, cols, rows, frozenset(kept))


def _line_span(lines: set[int], number: int, wraps: bool) -> tuple[int, int, bool]:
    """Find the extent of a board in one direction.

    A line is a column or a row, and `lines` are the lines with squares.

    Returns:
        The first line, the number of lines, and whether they wrap around without a gap.
    """
    if not wraps:
        return min(lines), max(lines) + 1 - min(lines), False
    starts = [line for line in lines if (line - 1) % number not in lines]
    return (starts[0], len(lines), False) if len(starts) == 1 else (0, number, True)


def board_rotations(puzzle: Puzzle) -> tuple[Motion, ...]:
    """Find the rotations that map a puzzle to itself.

    Each of them rotates board and tiles about the centre. A puzzle has 1, 2 or 4 such rotations, the identity first.
    """
    return tuple(motion for motion in _board_motions(puzzle, shifted=False) if not motion.mirrored)


def _board_motions(puzzle: Puzzle, *, shifted: bool = True) -> list[Motion]:
    """Find the motions that map a puzzle to itself."""
    box = bounding_box(puzzle.grid)
    right = range(box.cols if shifted and "columns" in box.wraps else 1)
    down = range(box.rows if shifted and "rows" in box.wraps else 1)
    # A quarter turn exchanges columns and rows, so the box has to be square, and both axes wrap or neither.
    square = box.cols == box.rows and len(box.wraps) != 1
    ways = [Motion(quarters, mirrored) for mirrored in (False, True) for quarters in range(0, 4, 1 if square else 2)]
    # What tiles can show does not depend on shifts, so it is compared before the many shifts of a torus are added.
    ways = [way for way in ways if _keeps_tiles(puzzle, way)]
    every = [way._replace(right=right, down=down) for down, right, way in product(down, right, ways)]
    return [motion for motion in every if _keeps_boundary(puzzle, motion)]


def _keeps_boundary(puzzle: Puzzle, motion: Motion) -> bool:
    """Whether a motion maps the board with its boundary colours to itself."""
    for (square, side), colours in puzzle.statement.boundary.items():
        shown = frozenset(map(puzzle.partner, colours)) if motion.mirrored else colours
        if puzzle.statement.boundary.get((motion.move_square(square, puzzle.grid), motion.move_side(side))) != shown:
            return False
    return True


def _keeps_tiles(puzzle: Puzzle, motion: Motion) -> bool:
    """Whether each tile can show the same sides after a motion."""
    if not {*map(motion.move_rot, puzzle.orientations)} <= {*puzzle.orientations}:
        return False
    return all(
        all(puzzle.shown(tile, motion.move_rot(rots[0])) in puzzle.looks[tile] for rots in puzzle.looks[tile].values())
        for tile in puzzle.restricted
    )


def moved_puzzle(puzzle: Puzzle, motion: Motion) -> Puzzle:
    """Apply a motion to a puzzle."""
    tiles = puzzle.tiles
    if puzzle.restricted:
        only = (tile.only and tuple(sorted(map(motion.move_rot, tile.only))) for tile in tiles)
        tiles = tuple(replace(tile, only=rots) for tile, rots in zip(tiles, only, strict=True))
    quarter = motion.quarters % 2  # whether columns and rows are exchanged
    part = {side.word: motion.move_side(side).word for side in Side}
    rim = (
        (part.get(name, name), tuple(map(puzzle.partner, some)) if motion.mirrored else some)
        for name, some in puzzle.rim
    )
    holes = (motion._move_in_box(*square, puzzle.cols, puzzle.rows) for square in puzzle.holes)
    return replace(
        puzzle,
        cols=puzzle.rows if quarter else puzzle.cols,
        rows=puzzle.cols if quarter else puzzle.rows,
        tiles=tiles,
        rim=tuple(rim),
        holes=frozenset(Square(*square) for square in holes),
        wraps=frozenset(WRAPPING[WRAPPING.index(name) - quarter] for name in puzzle.wraps),
    )


def moved_solution(puzzle: Puzzle, solution: Solution, motion: Motion, of: Puzzle | None = None) -> Solution:
    """Apply a motion to a solution, complete or partial.

    Args:
        puzzle: the puzzle of the solution.
        solution: its placements.
        motion: the motion of the board.
        of: the puzzle of the result, `puzzle` by default. It determines the canonical orientations.
    """
    of = of or puzzle
    placed = (
        Placement(lying.tile, motion.move_square(lying.square, puzzle.grid, of.grid), motion.move_rot(lying.rot))
        for lying in solution
    )
    return Solution(tuple(map(of.canonical, placed)))


def has_anchor_tile(puzzle: Puzzle) -> bool:
    """Whether fixing the rotation of one tile can break rotational symmetry.

    Such a tile is on every board, occurs once, and looks different in all four rotations. Fixing its rotation therefore
    leaves one board of each orbit.
    """
    if not puzzle.turns_freely:
        return False
    identical = {tile for group in puzzle.identical_tiles() for tile in group}
    certain = puzzle.tiles if puzzle.complete else ()
    return any(tile.period == 4 and index not in identical for index, tile in enumerate(certain))


def symmetries(puzzle: Puzzle, clues: Solution = Solution()) -> tuple[Motion, ...]:
    """Find the motions that map puzzle and clues to themselves.

    Reflections are tried if tiles may be flipped, and shifts if the board wraps around. Clues are compared by their
    sides and signs, so identical tiles are interchangeable.
    """
    seen = _looks_by_square(puzzle, clues)
    return tuple(
        motion
        for motion in _board_motions(puzzle)
        if _looks_by_square(puzzle, moved_solution(puzzle, clues, motion)) == seen
    )


# Most pairs of squares that vote for a shift. Boards with few distinct tiles have many pairs that look equal.
_PAIRS = 1_000_000


def likely_motions(puzzle: Puzzle, one: Solution, other: Solution) -> Iterator[Motion]:
    """Yield motions that may map one board to the other.

    These are all rotations, and then each rotation with the shift that makes most squares agree. Reflections are not
    tried.
    """
    yield from board_rotations(puzzle)
    shifts = {motion for motion in _board_motions(puzzle) if not motion.mirrored and (motion.right or motion.down)}
    there: dict[tuple[Sides, str], list[Square]] = {}
    for square, sides, mark in _looks_by_square(puzzle, other):
        there.setdefault((sides, mark), []).append(square)
    for way in sorted({motion._replace(right=0, down=0) for motion in shifts}):
        votes = Counter[Motion]()
        shown = _looks_by_square(puzzle, moved_solution(puzzle, one, way))
        pairs = ((here, square) for here, sides, mark in shown for square in there.get((sides, mark), ()))
        for here, square in islice(pairs, _PAIRS):
            right, down = (square.col - here.col) % puzzle.cols, (square.row - here.row) % puzzle.rows
            votes[way._replace(right=right, down=down)] += 1
        # Ties are broken by the shift itself, so that every run yields the same motion.
        yield from sorted(shifts & {*votes}, key=lambda motion: (-votes[motion], motion.down, motion.right))[:1]


class OrbitFilter:
    """Symmetries of a puzzle, to select one board of each orbit.

    An orbit consists of all boards that these symmetries map to each other.

    Attributes:
        motions: motions that keep the puzzle and its clues.
    """

    def __init__(self, puzzle: Puzzle, clues: Solution = Solution()) -> None:
        self.motions = symmetries(puzzle, clues)
        self._grid, self._squares = puzzle.grid, puzzle.grid.squares
        tiles = range(len(puzzle.tiles))
        looks = [
            [(puzzle.shown(tile, rot), _distinguishing_mark(puzzle, tile)) for rot in puzzle.rots] for tile in tiles
        ]
        number = {look: number for number, look in enumerate(sorted({look for shown in looks for look in shown}))}
        self._numbers = [[number[look] for look in shown] for shown in looks]
        # Inverses suffice, since the motions form a group: after the inverse, a square shows what was on its image.
        self._ways = [(way, sorted(puzzle.rots, key=way.move_rot)) for way in self.motions[1:]]

    def is_least(self, solution: Solution) -> bool:
        """Whether a complete solution has the least `board_key` of its orbit."""
        on = {lying.square: (lying.tile, lying.rot) for lying in solution}
        shown = [self._numbers[tile][rot] for tile, rot in map(on.__getitem__, self._squares)]
        # Compared square by square, since most motions differ on the first: with that, 195,648 boards of a 4 x 4 torus
        # are counted in 3.1 s instead of 12.3 s.
        for motion, after in self._ways:
            for here, square in zip(shown, self._squares, strict=True):
                tile, rot = on[motion.move_square(square, self._grid)]
                if (there := self._numbers[tile][after[rot]]) != here:
                    if there < here:
                        return False
                    break
        return True

    def are_least(self, tiles: NDArray[np.int64], turns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Mark the boards with the least key in their orbits.

        Args:
            tiles: tile on each square, row by row, one row per board.
            turns: orientations of these tiles.
        """
        import numpy as np  # importing it takes longer than solving a small puzzle

        number_of = {square: number for number, square in enumerate(self._squares)}
        numbers = np.array(self._numbers)
        shown, least = numbers[tiles, turns], np.ones(len(tiles), np.bool_)
        for motion, after in self._ways:
            before = [number_of[motion.move_square(square, self._grid)] for square in self._squares]
            # Most boards are soon known not to be the least.
            left = np.flatnonzero(least)
            here, other = shown[left], numbers[tiles[left], np.array(after)[turns[left]]][:, before]
            first = (here != other).argmax(axis=1)[:, None]
            least[left] = np.take_along_axis(here <= other, first, axis=1)[:, 0]
        return least


def rotation_swaps_signs(puzzle: Puzzle, clues: Solution) -> bool:
    """Whether a rotation of the board exchanges the two checkerboards of signs."""
    odd = puzzle.cols % 2, puzzle.rows % 2
    exchanged = sum(odd) == 1 or (puzzle.cols == puzzle.rows and not any(odd))
    return puzzle.signed and puzzle.turns_freely and exchanged and not clues.placements


def count_unseen_rotations(puzzle: Puzzle, clues: Solution) -> int:
    """Count the ways to rotate tiles without a visible change.

    Tiles with a clue are not rotated. Returns 0 if the number depends on the board.
    """
    clued = {clue.tile for clue in clues}
    alike = [_orientations_per_look(puzzle, tile) for tile in range(len(puzzle.tiles)) if tile not in clued]
    return prod(alike) if puzzle.complete or max(alike, default=1) == 1 else 0


def _orientations_per_look(puzzle: Puzzle, tile: int) -> int:
    """Count the orientations that show the same sides.

    Returns 0 if this number differs between the looks of the tile.
    """
    ways = set(map(len, puzzle.looks[tile].values()))
    return ways.pop() if len(ways) == 1 else 0


def assignments_per_board(puzzle: Puzzle, clues: Solution) -> int:
    """Count the assignments of numbered tiles to one board.

    It is the product of k! over groups of k identical tiles. Tiles with a clue are fixed. Returns 0 if some identical
    tiles may be unused, since the number then depends on the board.
    """
    groups = puzzle.identical_tiles([clue.tile for clue in clues])
    return prod(factorial(len(group)) for group in groups) if puzzle.complete or not groups else 0


def sort_identical_tiles(puzzle: Puzzle, solution: Solution, clues: Solution = Solution()) -> Solution:
    """Swap identical tiles until their numbers ascend row by row.

    Tiles with a clue are not swapped. The solution must be complete and contain the clues.
    """
    clued = [clue.tile for clue in clues]
    on = {placement.tile: placement for placement in solution}
    for group in puzzle.identical_tiles(clued):
        by_row = sorted((on[tile] for tile in group), key=lambda placed: (placed.square.row, placed.square.col))
        for tile, placed in zip(group, by_row, strict=True):
            on[tile] = Placement(tile, placed.square, puzzle.looks[tile][puzzle.sides(placed)][0])
    return Solution(tuple(puzzle.canonical(on[tile]) for tile in sorted(on)))


def board_key(puzzle: Puzzle, solution: Solution) -> BoardKey:
    """Return the colours and signs of a complete board."""
    by_row = sorted(_looks_by_square(puzzle, solution), key=lambda shown: (shown[0].row, shown[0].col))
    return tuple((sides, mark) for _, sides, mark in by_row)


def board_digest(puzzle: Puzzle, solution: Solution) -> bytes:
    """Hash a board, complete or partial, to 16 bytes.

    With 16 bytes each, the keys of millions of boards fit in memory.
    """
    from hashlib import blake2b  # it loads OpenSSL, and few ask

    return blake2b(repr(_looks_by_square(puzzle, solution)).encode(), digest_size=16).digest()


def _looks_by_square(puzzle: Puzzle, solution: Solution) -> list[tuple[Square, Sides, str]]:
    return sorted(
        (placement.square, puzzle.sides(placement), _distinguishing_mark(puzzle, placement.tile))
        for placement in solution
    )


def _distinguishing_mark(puzzle: Puzzle, tile: int) -> str:
    """Return a tile's sign, and its orientations if restricted."""
    return puzzle.mark(tile) + (repr(puzzle.appearance(tile)[0]) if puzzle.restricted else "")


def orbit_size(puzzle: Puzzle, clues: Solution = Solution()) -> int:
    """Count the boards in the orbit of a board.

    Returns 0 if the number depends on the board, because some tiles are identical or spare.
    """
    if puzzle.identical_tiles() or not puzzle.complete:
        return 0
    _, *others = symmetries(puzzle, clues)
    moved = all(any(way.move_square(square, puzzle.grid) != square for square in puzzle.grid.squares) for way in others)
    return 1 + len(others) if moved else 0


def has_reflections_or_shifts(puzzle: Puzzle) -> bool:
    """Whether boards of the puzzle may be reflected or shifted."""
    return puzzle.flipping or bool(puzzle.wraps)


def motions_text(puzzle: Puzzle) -> str:
    """Name the types of motions, e.g. `rotation and shift`."""
    *first, last = ["rotation", *(["reflection"] if puzzle.flipping else []), *(["shift"] if puzzle.wraps else [])]
    return f"{', '.join(first)} and {last}" if first else last
