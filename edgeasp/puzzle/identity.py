"""Rotations of a board, and the same puzzle under other colour names, orders and turns.

Two puzzles are the same if some renaming of colours, which keeps 0 and partners, makes the tiles of one those of the
other, each turned in some way if it may be. The canonical form decides it: the colours are numbered in a way that
depends on nothing else.

Colours are distinguished by what surrounds them on tiles, again and again until nothing changes (colour refinement, as
for graphs: McKay and Piperno 2014). Where several stay alike, each of them is singled out in turn, and the least form
counts; parts of the puzzle that share no such colour are numbered on their own, and a colour is left out if a symmetry
maps one that was tried to it. A round of refinement visits each tile once, and most puzzles take a few rounds:
a second for a hundred thousand tiles. Only tiles with many symmetries of other kinds take more, and are given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice
from math import factorial, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from edgeasp.puzzle.model import (
    FRAME,
    OF_BOARD,
    WRAPPING,
    Kind,
    Placement,
    Puzzle,
    Side,
    Sides,
    Sign,
    Solution,
    Square,
    as_sides,
    canonical_sides,
    moved,
    place_name,
    turned,
)
from edgeasp.system.errors import EncodingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- rotations of the whole board ----

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


# ---- a block of a board, and what goes beyond the usual puzzles ----


def block(puzzle: Puzzle, cols: int, rows: int, at: Square = Square(0, 0)) -> Puzzle:
    """The puzzle of filling a block of the board with any of the tiles; `at` is its upper left square.

    >>> from edgeasp.puzzle.identity import block
    >>> block(edgeasp.load("instances/frame-3x3.puz").puzzle, 2, 2)
    Puzzle(2 x 2, framed, 5 left over, open sides, 9 tiles)

    Raises:
        EncodingError: the block does not lie on the board, or sides of the frame colour may lie inside.
    """
    if not is_heeded(puzzle, OF_ANY_RECTANGLE):
        raise EncodingError("a block is one of a rectangle with a frame, without holes and other rims")
    last = Square(at.col + cols - 1, at.row + rows - 1)
    if not (cols > 1 and rows > 1 and at in puzzle.grid and last in puzzle.grid):
        board = f"a board of {puzzle.cols} x {puzzle.rows}"
        raise EncodingError(f"expected a block of at least 2 x 2 on {board}, found {cols} x {rows} at {place_name(at)}")
    if puzzle.framed and not puzzle.exact:
        raise EncodingError("a block keeps the kinds of tiles, and here sides of the frame colour may lie inside")
    ends = {Side.NORTH: at.row, Side.WEST: at.col}
    ends |= {Side.EAST: puzzle.cols - 1 - last.col, Side.SOUTH: puzzle.rows - 1 - last.row}
    beyond = frozenset(side for side, distance in ends.items() if distance)
    return replace(puzzle, cols=cols, rows=rows, open_sides=beyond | puzzle.open_sides)


HEEDED_BY_BEST = frozenset({Kind.FLIPS, Kind.BY_TILE})
"""The kinds that the search for the best board knows."""

HEEDED_BY_NARROWING = frozenset(Kind) - {Kind.RELATION}
"""Those that the rules of narrowing know: of them, each diamond has one colour."""

HEEDED_BY_ANCHORS = frozenset(Kind) - {Kind.SUBSET, Kind.OUTLINE, Kind.WRAPS}
"""Those with which each corner tile lies in a corner of the board."""

OF_ANY_RECTANGLE = frozenset(Kind) - (OF_BOARD - {Kind.OPEN})
"""The kinds on a rectangle with a frame all around, or on a part of it."""


def is_heeded(puzzle: Puzzle, heeded: frozenset[Kind] = frozenset()) -> bool:
    """Whether a puzzle has nothing beyond the usual ones but what is heeded."""
    return heeded.issuperset(puzzle.beyond)


def require_heeded(puzzle: Puzzle, what: str, heeded: frozenset[Kind] = frozenset(), advice: str = "") -> None:
    """Refuse a puzzle with more beyond the usual ones than is heeded by what is asked of it; with advice, if there is.

    Raises:
        EncodingError: the puzzle has something that is not among `heeded`.
    """
    for kind in puzzle.beyond:
        if kind not in heeded:
            raise EncodingError(f"{what} does not know puzzles with {kind}{f': {advice}' if advice else ''}")


# ---- the identity of a puzzle ----

WORK = 100
"""The most times that the surroundings of each side may be found, and of a thousand sides besides, before the tiles are
given up as too symmetric."""

_Label = tuple[int, int, int, int, int]
"""The labels of the four sides of a tile and its sign, turned so that it is least."""
_Form = tuple[tuple[_Label, ...], tuple["_Form", ...]]
"""The tiles whose colours are all distinguished, and the forms of the parts where colours are still alike."""


@dataclass(frozen=True)
class Identity:
    """The canonical form of a puzzle.

    Attributes:
        key: 16 hexadecimal digits that two puzzles share if they are the same, and practically only then.
        tiles: the tiles of the canonical form, which two puzzles share exactly if they are the same.
        colours: the number of each colour in the canonical form.
        flipped: whether the canonical form has the other sign on each tile.
    """

    key: str
    tiles: tuple[_Label, ...]
    colours: dict[int, int]
    flipped: bool


class Translation(NamedTuple):
    """A translation of placements from one puzzle to another that is the same under other names.

    Attributes:
        colours: the name in the other puzzle of each colour.
        tiles: for each tile the tile of the other puzzle, and the orientation in which that one shows the same.
        quarters: by how many quarters the board is turned clockwise, because columns and rows are exchanged.
    """

    source: Puzzle
    target: Puzzle
    colours: dict[int, int]
    tiles: tuple[tuple[int, int], ...]
    quarters: int = 0

    def solution(self, solution: Solution) -> Solution:
        """The placements for the other puzzle; every square shows the same, with colours renamed."""
        turned_board = turned_solution(self.source, solution, self.quarters) if self.quarters else solution
        placed = []
        for placement in turned_board:
            tile, further = self.tiles[placement.tile]
            rot = moved(further, -placement.rot % 4 + 4 * (placement.rot // 4))
            placed.append(self.target.canonical(Placement(tile, placement.square, rot)))
        return Solution(tuple(placed))

    @property
    def differences(self) -> tuple[str, ...]:
        """The differences between the two descriptions, in words; empty if they say the same in the same way."""
        kinds = {
            "colours renamed": any(old != new for old, new in self.colours.items()),
            "tiles in another order": any(index != tile for index, (tile, _) in enumerate(self.tiles)),
            "tiles turned": any(further for _, further in self.tiles),
            "the board turned by a quarter": bool(self.quarters),
        }
        return tuple(name for name, present in kinds.items() if present)


@lru_cache(16)
def identify(puzzle: Puzzle) -> Identity | None:
    """The canonical form of a puzzle; None if its tiles are too symmetric, or restricted, or the rim names colours."""
    if puzzle.restricted or any(colours for _, colours in puzzle.rim):
        return None
    try:
        forms = [_canonical(puzzle, flip) for flip in ((False, True) if puzzle.signed else (False,))]
    except (_TooSymmetricError, RecursionError):
        return None
    tiles, colours, flipped = min(forms, key=lambda form: form[0])
    from hashlib import sha256  # it loads OpenSSL, and few ask

    content = repr((_size(puzzle), puzzle.framed, puzzle.signed, tiles)) + (" no turning" if not puzzle.turning else "")
    content += repr(sorted(puzzle.open_sides)) if puzzle.open_sides else ""
    content += " turned over" if puzzle.flipping else ""
    content += "" if puzzle.grid.whole else repr((sorted(puzzle.holes), sorted(puzzle.wraps), puzzle.rim))
    return Identity(sha256(content.encode()).hexdigest()[:16], tiles, colours, flipped)


def translation(source: Puzzle, target: Puzzle) -> Translation | None:
    """The translation of placements from the source to the target; None if they are not known to be the same puzzle.

    Where colours have the same names in both, they keep them; of several other ways, one is chosen.
    """
    if counts(source) != counts(target):
        return None
    quarters = int(source.cols != target.cols)
    laid = turned_puzzle(source, quarters)
    names = {colour: colour for tile in source.tiles for colour in tile.sides}
    direct = _matched(laid, target, names, flip=False)
    if direct is not None and all(_as_partners(names, source, target)):
        return Translation(source, target, names, direct, quarters)
    one, other = identify(source), identify(target)
    if one is None or other is None or one.tiles != other.tiles:
        return None
    back = {number: colour for colour, number in other.colours.items()}
    names = {colour: back[one.colours[colour]] for colour in names}
    tiles = _matched(laid, target, names, flip=one.flipped != other.flipped)
    assert tiles is not None, "equal forms have equal tiles"
    return Translation(source, target, names, tiles, quarters)


def counts(puzzle: Puzzle) -> tuple[object, ...]:
    """Numbers that are equal for puzzles that are the same, and quickly counted."""
    sides = Counter(colour for tile in range(len(puzzle.tiles)) for face in puzzle.faces(tile) for colour in face)
    paired = sorted(sorted((sides[one], sides[other])) for one, other in puzzle.partners)
    paired = [pair for pair in paired if pair != [0, 0]]
    board = _size(puzzle), puzzle.open_sides, puzzle.holes, puzzle.wraps, puzzle.rim
    kinds = puzzle.orientations, bool(puzzle.restricted)
    return *board, puzzle.zeros, puzzle.signed, sorted(sides.values()), paired, kinds


def _size(puzzle: Puzzle) -> list[int]:
    """Columns and rows; the lesser first, if the board may be turned, and no side of it is special."""
    free = puzzle.turning and not {*puzzle.beyond} & OF_BOARD
    return sorted((puzzle.cols, puzzle.rows)) if free else [puzzle.cols, puzzle.rows]


def _as_partners(names: dict[int, int], source: Puzzle, target: Puzzle) -> Iterator[bool]:
    """For each colour, whether those that meet it, if tiles have them, are renamed to those that do there."""
    shown = set(names.values())
    for colour, name in names.items():
        yield {names[other] for other in source.meeting(colour) if other in names} == shown & {*target.meeting(name)}


def _matched(
    source: Puzzle, target: Puzzle, names: dict[int, int], *, flip: bool
) -> tuple[tuple[int, int], ...] | None:
    """For each tile of the source, with colours renamed, a tile of the target and its further turn; None if none."""
    signs = {None: None, Sign.PLUS: Sign.MINUS, Sign.MINUS: Sign.PLUS} if flip else {sign: sign for sign in _SIGNS}
    renamed = [
        replace(tile, sides=as_sides(names[colour] for colour in tile.sides), sign=signs[tile.sign])
        for tile in source.tiles
    ]
    left: dict[object, list[int]] = {}
    for index in reversed(range(len(target.tiles))):
        left.setdefault(target.appearance(index), []).append(index)
    chosen: dict[int, int] = {}
    looks = list(map(replace(source, tiles=tuple(renamed)).appearance, range(len(renamed))))
    for index, look in enumerate(looks):
        # Of look-alikes, each keeps its number where it can.
        if look == target.appearance(index):
            chosen[index] = index
            left[look].remove(index)
    for index, look in enumerate(looks):
        if index not in chosen:
            alike = left.get(look)
            if not alike:
                return None
            chosen[index] = alike.pop()
    pairs = []
    for index, tile in enumerate(renamed):
        other = chosen[index]
        pairs.append((other, next(rot for rot in range(8) if target.shown(other, rot) == tile.sides)))
    return tuple(pairs)


_SIGNS = (None, Sign.PLUS, Sign.MINUS)


class _TooSymmetricError(Exception):
    """There are too many symmetries to try."""


def _canonical(puzzle: Puzzle, flip: bool) -> tuple[tuple[_Label, ...], dict[int, int], bool]:
    # A tile with two sides is as two tiles of which each has the other as its back.
    tiles = [
        (face, _sign(tile.sign, flip, puzzle.turning))
        for index, tile in enumerate(puzzle.tiles)
        for face in puzzle.faces(index)
    ]
    # Partners are as one more tile, of a sign of its own: so they stay partners under every renaming.
    shown = {colour for sides, _ in tiles for colour in sides}
    tiles += [((one, other, one, other), _PARTNERS) for one, other in puzzle.partners if shown & {one, other}]
    order = _Numbering(tiles).order()
    # The frame keeps its number.
    numbers = {colour: number for number, colour in enumerate(order, start=0 if FRAME in order else 1)}
    labels = sorted(_label(sides, sign, numbers) for sides, sign in tiles)
    return tuple(labels), numbers, flip


_PARTNERS, _FIXED = 3, 4
"""The sign of partners, and what is added to the signs of tiles that may not be turned."""


def _sign(sign: Sign | None, flip: bool, turning: bool) -> int:
    return (0 if sign is None else 1 if (sign is Sign.PLUS) != flip else 2) + (0 if turning else _FIXED)


def _label(sides: Sides, sign: int, numbers: dict[int, int]) -> _Label:
    named = as_sides(numbers[colour] for colour in sides)
    return (*(named if sign >= _FIXED else canonical_sides(named)), sign)


class _Numbering:
    """Numbers the colours of tiles; each class of colours that are alike has the number of its first one."""

    def __init__(self, tiles: list[tuple[Sides, int]]) -> None:
        self._tiles = tiles
        self._on: dict[int, list[tuple[int, int]]] = {}
        """The tiles and sides that have each colour."""
        for index, (sides, _) in enumerate(tiles):
            for side, colour in enumerate(sides):
                self._on.setdefault(colour, []).append((index, side))
        self._work = WORK * (4 * len(tiles) + 1000)

    def order(self) -> list[int]:
        """The colours in canonical order, the frame first."""
        classes: dict[int, int] = {}
        begin = sorted((colour != FRAME, len(on), colour) for colour, on in self._on.items())
        for _, alike in groupby(begin, key=lambda entry: entry[:2]):
            start = len(classes)
            classes |= {colour: start for _, _, colour in alike}
        colours = set(self._on)
        self._refine(colours, classes, colours)
        return self._part(colours, classes)[1]

    def _refine(self, colours: set[int], classes: dict[int, int], changed: Iterable[int]) -> None:
        """Split the classes of some colours by what surrounds their members, until each class agrees."""
        members: dict[int, list[int]] = {}
        for colour in colours:
            members.setdefault(classes[colour], []).append(colour)
        while changed:
            near = {index for colour in changed for index, _ in self._on[colour]}
            touched = {classes[colour] for index in near for colour in self._tiles[index][0] if colour in colours}
            splits = []
            for kind in sorted(touched):
                if len(members[kind]) == 1:
                    continue
                groups: dict[tuple[_Label, ...], list[int]] = {}
                self._work -= sum(len(self._on[colour]) for colour in members[kind])
                if self._work < 0:
                    raise _TooSymmetricError
                for colour in members[kind]:
                    groups.setdefault(self._surroundings(colour, classes), []).append(colour)
                if len(groups) > 1:
                    splits.append((kind, [groups[key] for key in sorted(groups)]))
            changed = []
            for start, parts in splits:
                number = start
                for part in parts:
                    members[number] = part
                    if number != start:
                        classes |= dict.fromkeys(part, number)
                        changed += part
                    number += len(part)

    def _surroundings(self, colour: int, classes: dict[int, int]) -> tuple[_Label, ...]:
        """The classes around each side that has the colour, clockwise from that side."""
        around = []
        for index, side in self._on[colour]:
            sides, sign = self._tiles[index]
            here, right, across, left = turned(sides, side)
            # The tile shows its own colour in other places as well, which its class alone would not tell.
            own = (right == here) + 2 * (across == here) + 4 * (left == here)
            if sign >= _FIXED:
                own += 8 * side
            around.append((classes[right], classes[across], classes[left], own, sign))
        return tuple(sorted(around))

    def _part(self, colours: set[int], classes: dict[int, int]) -> tuple[_Form, list[int]]:
        """The form of a part of the puzzle whose classes agree, and its colours in canonical order."""
        sizes = Counter(classes[colour] for colour in colours)
        alike = {colour for colour in colours if sizes[classes[colour]] > 1}
        known = sorted(colours - alike, key=classes.__getitem__)
        parts = sorted((self._distinguished(part, classes) for part in self._parts(alike)), key=lambda part: part[0])
        labels = sorted(
            _label(*self._tiles[index], classes)
            for index in {index for colour in known for index, _ in self._on[colour]}
            if alike.isdisjoint(self._tiles[index][0])
        )
        order = known + [colour for _, part in parts for colour in part]
        return (tuple(labels), tuple(form for form, _ in parts)), order

    def _parts(self, alike: set[int]) -> Iterator[set[int]]:
        """The colours divided into parts that share no tile."""
        left = set(alike)
        while left:
            part, new = set(), [left.pop()]
            while new:
                colour = new.pop()
                part.add(colour)
                for index, _ in self._on[colour]:
                    for other in self._tiles[index][0]:
                        if other in left:
                            left.discard(other)
                            new.append(other)
            yield part

    def _distinguished(self, part: set[int], classes: dict[int, int]) -> tuple[_Form, list[int]]:
        """The least form of a part after one of the colours in a smallest class is singled out."""
        members: dict[int, list[int]] = {}
        for colour in part:
            members.setdefault(classes[colour], []).append(colour)
        start, candidates = min(members.items(), key=lambda entry: (len(entry[1]) == 1, len(entry[1]), entry[0]))
        orbits = _Orbits()
        tried: list[tuple[_Form, list[int], int]] = []
        for colour in sorted(candidates):
            if any(orbits.joined(colour, other) for _, _, other in tried):
                continue
            if any(self._exchangeable(colour, other) for _, _, other in tried):
                continue
            others = [other for other in candidates if other != colour]
            singled = {
                neighbour: classes[neighbour] for index in self._near(part) for neighbour in self._tiles[index][0]
            }
            singled |= dict.fromkeys(others, start + 1)
            self._refine(part, singled, others)
            form, order = self._part(part, singled)
            for other_form, other_order, _ in tried:
                if form == other_form:
                    # Two equal forms are a symmetry, which maps one order to the other.
                    for one, other in zip(order, other_order, strict=True):
                        orbits.join(one, other)
                    break
            tried.append((form, order, colour))
        form, order, _ = min(tried, key=lambda entry: entry[0])
        return form, order

    def _near(self, part: set[int]) -> set[int]:
        return {index for colour in part for index, _ in self._on[colour]}

    def _exchangeable(self, one: int, other: int) -> bool:
        """Whether the tiles stay the same if two colours change places."""
        swap = {one: other, other: one}
        before = [self._tiles[index] for index in self._near({one, other})]
        names = {colour: colour for sides, _ in before for colour in sides}
        return sorted(_label(*tile, names) for tile in before) == sorted(_label(*tile, names | swap) for tile in before)


class _Orbits:
    """Colours that symmetries map to one another."""

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def join(self, one: int, other: int) -> None:
        """Put two colours in one orbit."""
        self._parent[self._root(one)] = self._root(other)

    def joined(self, one: int, other: int) -> bool:
        """Whether two colours are in one orbit."""
        return self._root(one) == self._root(other)

    def _root(self, colour: int) -> int:
        while (parent := self._parent.get(colour, colour)) != colour:
            colour = parent
        return colour
