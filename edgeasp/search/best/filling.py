"""Exact filling of a few squares, within a limit of mismatches.

A depth-first search in C fills one square after the other and tries matching placements first. It is pruned by a lower
bound on the mismatches to come. The bound counts exposed sides in excess of the supply of their colour, colours with an
odd number of sides, and border sides that face the same way along the frame. Unlike the predictions of `ranking.py` for
a beam, these mismatches are certain. An exhausted search proves that no filling exists. Without a compiler, clasp fills
the squares with `asp/best/step.lp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from ctypes import CDLL, POINTER, Structure, byref, c_int32, c_int64, c_uint64, c_void_p
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle.model import FRAME, Grid, Side, Solution, as_sides
from edgeasp.puzzle.summary import Windows
from edgeasp.search.best import settings
from edgeasp.search.best.beam import CStruct
from edgeasp.search.best.layout import FREE, BoardLayout, Flags, Ints
from edgeasp.search.best.ranking import Longs, count_supplies, frame_decides_border, side_columns
from edgeasp.solvers.clingo.ground_program import Step, StepEffort, best_filling
from edgeasp.system import libraries
from edgeasp.system.errors import OptionError, type_name
from edgeasp.system.limits import FOREVER, Deadline
from edgeasp.system.lines import quoted

SOURCE = Path(__file__).parent / "filling.c"

# Squares that are filled between two checks of limits and signals: a tenth of a second.
_SLICE = 1 << 20

_SQUARES, _WORDS, _COSTS, _COLUMNS = 64, 4, 5, 128
_OUTSIDE, _LATER, _EARLIER = -1, -2, -3
_EXHAUSTED, _FOUND = 0, 1


@dataclass(frozen=True, slots=True)
class FillingResult:
    """Outcome of a search for a filling.

    Attributes:
        board: board with the squares filled, None if no filling was found.
        exhausted: whether it is proved that no filling exists.
    """

    board: Ints | None
    exhausted: bool


class Filler:
    """Exhaustive search that fills given squares of a board."""

    def __init__(self, layout: BoardLayout, deadline: Deadline = FOREVER) -> None:
        """Prepare searches.

        Args:
            layout: layout of the puzzle.
            deadline: limits, checked periodically.
        """
        self.layout, self._deadline = layout, deadline
        self._library = libraries.load_library_or_warn(SOURCE, _declare_functions)

    def fill(
        self, board: Ints, squares: Sequence[int], most: int, effort: int, fits: Flags | None = None
    ) -> FillingResult:
        """Fill squares of a board with its unused tiles.

        Args:
            board: board on which at least these squares are free.
            squares: squares to fill.
            most: greatest number of mismatches allowed at the sides of these squares.
            effort: greatest number of placements to try, including placements undone by backtracking.
            fits: candidates of each square of the board. None for the candidates of the layout.
        """
        if not squares:
            return FillingResult(board, exhausted=False)
        layout = self.layout
        fits = layout.fits if fits is None else fits
        mine = np.ones(len(layout.puzzle.tiles), np.bool_)
        mine[layout.tile[board[board != FREE]]] = False
        small = len(squares) <= _SQUARES and int(mine[layout.tile].sum()) <= 64 * _WORDS
        if self._library is None or not small or len(self._column_classes) > _COLUMNS or mine.sum() != len(squares):
            return self._fill_by_clasp(board, squares, most, effort, fits & mine[layout.tile])
        return self._fill_by_search(self._library, board, _filling_order(layout, board, squares), most, effort, fits)

    def _fill_by_clasp(self, board: Ints, squares: Sequence[int], most: int, effort: int, fits: Flags) -> FillingResult:
        candidates = [np.flatnonzero(fits[square]).tolist() for square in squares]
        step = build_step(self.layout, board, squares, candidates)._replace(most=most).drop_bad_candidates()
        self._deadline.check()
        answer = best_filling(step, StepEffort(1, max(1, effort // settings.NODES_OF_CONFLICT), 1))
        if not answer.placements:
            return FillingResult(None, answer.exhausted)
        filled = board.copy()
        filled[list(squares)] = answer.placements[-1]
        return FillingResult(filled, exhausted=False)

    # ---- the search in C ----

    @cached_property
    def _supplies(self) -> tuple[Longs, Longs, Longs]:
        return count_supplies(self.layout)

    @property
    def _column_classes(self) -> Longs:
        return self._supplies[2]

    @cached_property
    def _side_columns(self) -> tuple[Ints, Ints]:
        # Column of counts of each placement and side, and the direction along the frame in which a ring side faces. If
        # tiles may be flipped, a side faces either way, and the direction is 0.
        columns = side_columns(self.layout, self._supplies[1])
        grey = self.layout.sides == self.layout.colour_indices.get(FRAME, FREE)
        backs = any(rot >= len(Side) for _, rot in self.layout.placements)
        ring = (columns >= 0) & (self._column_classes[columns] == 1) & (not backs)
        facing = np.where(ring, np.where(np.roll(grey, 1, axis=1), 1, -1), 0)
        return columns.astype(np.int32), facing.astype(np.int32)

    def _fill_by_search(
        self, library: CDLL, board: Ints, squares: list[int], most: int, effort: int, fits: Flags
    ) -> FillingResult:
        problem, numbers = self._build_problem(board, squares, fits)
        search = _SearchStruct()
        library.filling_start(byref(search), byref(problem), most)
        while search.nodes < effort:
            self._deadline.check()
            nodes = min(_SLICE, effort - search.nodes)
            outcome = library.filling_search(byref(search), byref(problem), nodes)
            if outcome == _EXHAUSTED:
                return FillingResult(None, exhausted=True)
            if outcome == _FOUND:
                filled = board.copy()
                filled[squares] = numbers[search.placement[: len(squares)]]
                return FillingResult(filled, exhausted=False)
        return FillingResult(None, exhausted=False)

    def _build_problem(self, board: Ints, squares: list[int], fits: Flags) -> tuple[_FillingStruct, Ints]:
        layout = self.layout
        supply, _, classes = self._supplies
        unused = np.ones(len(layout.puzzle.tiles), np.bool_)
        unused[layout.tile[board[board != FREE]]] = False
        # Tiles of a border class are adjacent, so that the candidates of a square are in few words.
        tiles = np.flatnonzero(unused)[np.argsort(layout.frame_sides[unused], kind="stable")]
        numbers = np.concatenate([np.flatnonzero(layout.tile == tile) for tile in tiles]).astype(np.int32)
        local = np.empty(len(unused), np.int32)
        local[tiles] = np.arange(len(tiles))
        tile = local[layout.tile[numbers]]
        sides, columns, directions = layout.sides[numbers], *(values[numbers] for values in self._side_columns)
        own = tile[None] == np.arange(len(tiles))[:, None]
        fitting = fits[squares][:, numbers]
        meets, met_columns, met_directions = self._surroundings(board, squares)
        asked = -supply[tiles].sum(axis=0)
        excess = np.zeros(len(classes), np.int64)
        first = np.searchsorted(tile, np.arange(len(tiles)))
        for column, direction in zip(columns[first].ravel(), directions[first].ravel(), strict=True):
            excess[column] += direction if column >= 0 else 0
        for column, direction in zip(met_columns.ravel(), met_directions.ravel(), strict=True):
            if column >= 0:
                asked[column] += 1
                excess[column] += direction
        words = -(-len(numbers) // 64)
        showing = sides.T[:, None, :] == np.arange(len(layout.colours))[None, :, None]
        bounded = frame_decides_border(layout) or not (meets == _OUTSIDE).any()
        problem = _FillingStruct(
            *(len(squares), words, len(layout.colours), len(classes), int(bounded)),
            *(_pack_bits(fitting, words), _pack_bits(showing, words), _pack_bits(own, words)),
            *(meets, tile, sides, columns, directions, met_columns, met_directions),
            *(classes == 1, asked, excess, self._earlier_identical_tiles(tiles, fitting, tile)),
        )
        return problem, numbers

    def _surroundings(self, board: Ints, squares: list[int]) -> tuple[Ints, Ints, Ints]:
        # What each side of each square is adjacent to, and the column and direction of a placed side there.
        layout = self.layout
        place = {square: index for index, square in enumerate(squares)}
        meets = np.full((len(squares), 4), _OUTSIDE, np.int32)
        columns, directions = np.full_like(meets, -1), np.zeros_like(meets)
        for index, square in enumerate(squares):
            for side in Side:
                other = int(layout.neighbours[square, side])
                if other in place:
                    meets[index, side] = _LATER if place[other] > index else _EARLIER - place[other]
                elif other >= 0 and board[other] != FREE:
                    meets[index, side] = layout.sides[board[other], side.opposite]
                    columns[index, side], directions[index, side] = (
                        values[board[other], side.opposite] for values in self._side_columns
                    )
        return meets, columns, directions

    def _earlier_identical_tiles(self, tiles: Longs, fitting: Flags, tile: Ints) -> Ints:
        # For each tile, an identical tile before it with the same candidates, or -1. They are tried in this order only.
        alike = np.full(len(tiles), -1, np.int32)
        seen: dict[tuple[bytes, bytes], int] = {}
        for index in range(len(tiles)):
            mine = tile == index
            key = self.layout.sides[self.layout.tile == tiles[index]].tobytes(), fitting[:, mine].tobytes()
            alike[index] = seen.get(key, -1)
            seen[key] = index
        return alike


def _filling_order(layout: BoardLayout, board: Ints, squares: Sequence[int]) -> list[int]:
    # Next is always the square with the most known sides, along the shorter side of the bounding box.
    places = {number: layout.squares[number] for number in squares}
    by_rows = len({square.col for square in places.values()}) <= len({square.row for square in places.values()})
    waiting = sorted(squares, key=lambda number: places[number][:: -1 if by_rows else 1])
    open_, order = set(squares), []
    while waiting:
        known = [sum(int(other) not in open_ for other in layout.neighbours[square]) for square in waiting]
        order.append(waiting.pop(known.index(max(known))))
        open_.discard(order[-1])
    return order


def build_step(layout: BoardLayout, board: Ints, squares: Sequence[int], candidates: Sequence[Sequence[int]]) -> Step:
    """Build the step of `asp/best/step.lp` that fills free squares.

    The step allows any number of mismatches.
    """
    place = {square: index for index, square in enumerate(squares)}
    links, known = [], []
    for index, square in enumerate(squares):
        for side in Side:
            other = int(layout.neighbours[square, side])
            if other < 0:
                continue
            if other in place:
                if side in (Side.EAST, Side.SOUTH):
                    links.append((index, place[other], side))
            elif board[other] != FREE:
                known.append((index, side, int(layout.sides[board[other], side.opposite])))
    tiles = tuple(tile for tile, _ in layout.placements)
    sides = tuple(map(as_sides, layout.sides.tolist()))
    return Step(tiles, sides, candidates, links, known, len(links) + len(known))


def _pack_bits(flags: Flags, words: int) -> NDArray[np.uint64]:
    padded = np.zeros((*flags.shape[:-1], 64 * words), np.bool_)
    padded[..., : flags.shape[-1]] = flags
    return np.ascontiguousarray(np.packbits(padded, axis=-1, bitorder="little")).view("<u8").astype(np.uint64)


class _FillingStruct(CStruct):
    """Struct `Filling` of `filling.c`."""

    _numbers = ("squares", "words", "colours", "columns", "bounded")
    _words = ("fitting", "showing", "own")
    _integers = ("meets", "tile", "sides", "column", "direction", "met_column", "met_direction")
    _columns = ("ring", "asked", "excess", "alike")
    _fields_ = (
        *((name, c_int64) for name in _numbers),
        *((name, c_void_p) for name in (*_words, *_integers, *_columns)),
    )

    def __init__(self, *values: int | NDArray[np.generic]) -> None:
        super().__init__(
            *(
                np.ascontiguousarray(value, value.dtype if value.dtype == np.uint64 else np.int32)
                if isinstance(value, np.ndarray)
                else value
                for value in values
            )
        )


class _SearchStruct(Structure):
    _fields_ = (
        *((name, c_int64) for name in ("depth", "most", "nodes", "lost", "ring_lost", "odd", "excesses")),
        ("used", c_uint64),
        *((name, c_int32 * _COLUMNS) for name in ("asked", "excess")),
        *((name, c_int32 * _SQUARES) for name in ("placement", "level", "before", "levels")),
        ("left", c_uint64 * ((_SQUARES + 1) * _WORDS)),
        ("ways", c_uint64 * (_SQUARES * _COSTS * _WORDS)),
    )


def _declare_functions(library: CDLL) -> None:
    search, filling = POINTER(_SearchStruct), POINTER(_FillingStruct)
    library.filling_start.restype = None
    library.filling_start.argtypes = [search, filling, c_int64]
    library.filling_search.restype = c_int64
    library.filling_search.argtypes = [search, filling, c_int64]


# ---- windows that are proved ----

_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_LINES = "rows", "columns"


def parse_windows(text: str, grid: Grid) -> tuple[str, ...]:
    """Parse types of windows, such as `4x4,rows`.

    Raises:
        OptionError: the text contains an unknown type, or a window that does not fit on the grid.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected windows such as 4x4 or rows, as text, found {type_name(text)}")
    kinds = tuple(dict.fromkeys(text.lower().replace(" ", "").split(",")))
    for kind in kinds:
        size = _SIZE.fullmatch(kind)
        if size is None and kind not in (*_LINES, "around"):
            raise OptionError(f"expected windows such as 4x4, rows, columns or around, found {quoted(kind)}")
        if size and (int(size[1]) > grid.cols or int(size[2]) > grid.rows):
            raise OptionError(f"a window of {size[1]} x {size[2]} does not fit on {grid.cols} x {grid.rows} squares")
    return kinds


def list_windows(kind: str, layout: BoardLayout, board: Ints) -> list[tuple[int, ...]]:
    """List the windows of a type as tuples of squares.

    A window contains neither holes nor squares with a clue. Windows that cover only holes are not listed.
    """
    number, places = layout.square_numbers, np.array(layout.squares)
    rows, cols = number.shape
    if kind == "around":
        distances = [
            np.minimum(*(abs(places - places[one]).sum(axis=1) for one in pair[:2]))
            for pair in layout.adjacent_pairs[layout.mismatched(board)].tolist()
        ]
        whole = [np.flatnonzero(distance <= settings.AROUND).astype(np.int32) for distance in distances]
    else:
        size = _SIZE.fullmatch(kind)
        across, down = (int(size[1]), int(size[2])) if size else (cols, 1) if kind == "rows" else (1, rows)
        corners = [(top, left) for top in range(rows - down + 1) for left in range(cols - across + 1)]
        whole = [number[top : top + down, left : left + across] for top, left in corners]
    inside = (window[window >= 0].tolist() for window in whole if (window >= 0).any())
    return [tuple(square for square in window if square not in layout.pinned) for window in inside]


class WindowProof:
    """Attempt to prove that no window of a board can be improved.

    Attributes:
        board: best board so far, replaced whenever a window is improved.
    """

    def __init__(
        self,
        layouts: Sequence[BoardLayout],
        board: Ints,
        kinds: Sequence[str],
        deadline: Deadline,
        part: int = 0,
        parts: int = 1,
    ) -> None:
        """Prepare the proof.

        Args:
            layouts: layouts that the clues allow.
            board: complete board.
            kinds: types of windows, as `parse_windows` returns them.
            deadline: limits, checked periodically.
            part: index of the first window to prove, if several processes share the windows of a board.
            parts: number of processes. Starting with `part`, every `parts`-th window is proved.
        """
        self.board = board.copy()
        self._fillers, self._kinds, self._deadline = [Filler(layout, deadline) for layout in layouts], kinds, deadline
        self._mine = slice(part, None, parts)
        self._known: set[bytes] = set()

    @property
    def windows(self) -> tuple[Windows, ...]:
        """Number of windows, and of proved windows, for each type."""
        number = [self._windows_of(kind) for kind in self._kinds]
        proved = [sum(self._window_key(window) in self._known for window in windows) for windows in number]
        return tuple(
            Windows(kind, len(all_), done) for kind, all_, done in zip(self._kinds, number, proved, strict=True)
        )

    def to_solution(self, board: Ints) -> Solution:
        """Return a board as a solution."""
        return self._fillers[0].layout.to_solution(board)

    def run(self) -> Iterator[Ints]:
        """Yield better boards until all windows are proved optimal.

        Easy windows come first. After an improvement, the proof is repeated for the windows that changed.
        """
        effort = settings.WINDOW_NODES
        while left := [window for window in self._all_windows() if self._window_key(window) not in self._known]:
            mismatched = self._mismatched_squares()
            for window in left:
                self._deadline.check()
                if mismatched.isdisjoint(window):
                    self._known.add(self._window_key(window))
                    continue
                better = self._improve_window(window, effort)
                if better is not None:
                    self.board, effort = better, settings.WINDOW_NODES
                    yield better.copy()
                    break
            else:
                effort *= settings.WINDOW_GROWTH

    def _windows_of(self, kind: str) -> list[tuple[int, ...]]:
        return list_windows(kind, self._fillers[0].layout, self.board)[self._mine]

    def _all_windows(self) -> Iterator[tuple[int, ...]]:
        for kind in self._kinds:
            yield from self._windows_of(kind)

    def _window_key(self, window: tuple[int, ...]) -> bytes:
        squares = np.array(window, np.int32)
        around = self._fillers[0].layout.neighbours[squares]
        kept = bytes(self._fillers.index(filler) for filler in self._possible_fillers(window))
        return squares.tobytes() + self.board[squares].tobytes() + self.board[around].tobytes() + kept

    def _possible_fillers(self, window: tuple[int, ...]) -> list[Filler]:
        if len(self._fillers) == 1:
            return self._fillers
        # A window that contains all signed tiles may take the other checkerboard of signs.
        outside = np.setdiff1d(np.arange(len(self.board)), window)
        return [filler for filler in self._fillers if filler.layout.fits[outside, self.board[outside]].all()]

    def _mismatched_squares(self) -> frozenset[int]:
        layout = self._fillers[0].layout
        return frozenset(layout.adjacent_pairs[layout.mismatched(self.board)][:, :2].ravel().tolist())

    def _improve_window(self, window: tuple[int, ...], effort: int) -> Ints | None:
        layout = self._fillers[0].layout
        rest = self.board.copy()
        rest[list(window)] = FREE
        mismatches = int(layout.mismatched(self.board).sum() - layout.mismatched(rest).sum())
        exhausted = True
        for filler in self._possible_fillers(window):
            filled = filler.fill(rest, window, mismatches - 1, effort)
            if filled.board is not None:
                return filled.board
            exhausted = exhausted and filled.exhausted
        if exhausted:
            self._known.add(self._window_key(window))
        return None
