"""The loops over the boards of a crowd and the ways to extend them, in C, where there is a compiler.

`crowd.c` computes what the arrays of `crowd.py` and `ranking.py` do: the same boards, several times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from ctypes import CDLL, POINTER, Structure, c_int64, c_void_p
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from edgeasp.search.best.crowd import NOISES, Crowd, CrowdLook, CrowdScan, Cut, Edge, Spot
from edgeasp.search.best.layout import Layout
from edgeasp.search.best.ranking import EVEN, GAIN_SHIFT, Array, Tally
from edgeasp.system import compiling

_FITTING = np.dtype([("placement", np.int32), ("place", np.uint16), ("cost", np.uint16)])

_BOARDS = 1 << 12
"""Boards of one call: of a large puzzle they have 7 MB, and take a hundredth of a second."""

_WAYS = 1 << 18
"""The same in ways; a fiftieth of a second at most."""

SOURCE = Path(__file__).parent / "crowd.c"


def make_scan(layout: Layout, random: np.random.Generator, check: Callable[[], None], xp: Any = np) -> CrowdScan:
    """The fastest way here to extend crowds; the arguments are those of `CrowdScan`."""
    if xp is np and compiling.loaded_or_none(SOURCE, _declare, check) is not None:
        return CompiledScan(layout, random, check)
    return CrowdScan(layout, random, check, xp)


class _Struct(Structure):
    """A struct of `crowd.c`: numbers, and addresses of arrays, which it keeps alive."""

    def __init__(self, *values: int | Array | None) -> None:
        self._arrays = [value for value in values if isinstance(value, np.ndarray)]
        assert all(array.flags.c_contiguous for array in self._arrays)
        super().__init__(*(value.ctypes.data if isinstance(value, np.ndarray) else value for value in values))


class _Crowd(_Struct):
    _numbers = ("number", "words", "shown", "shown_bytes", "colours", "count_bytes")
    _arrays_of = ("used", "facing", "counts", "sums", "squares", "mismatches", "scores")
    _fields_ = (*((name, c_int64) for name in _numbers), *((name, c_void_p) for name in _arrays_of))

    @classmethod
    def of(cls, crowd: Crowd) -> _Crowd:
        used, facing, tally = crowd.used, crowd.facing, crowd.tally
        counts = tally.counts
        sizes = used.shape[1], facing.shape[1], facing.itemsize, counts.shape[1], counts.itemsize
        return cls(
            *(len(facing), *sizes),
            *(used, facing, counts, tally.sums, tally.squares, crowd.mismatches, crowd.scores),
        )


class _Tiles(_Struct):
    _fields_ = tuple((name, c_void_p) for name in ("place", "sides", "values"))


class _Spot(_Struct):
    _fields_ = (
        *(("known", c_int64), ("side", 4 * c_int64), ("column", 4 * c_int64), ("keyed", c_int64)),
        *(("open", c_int64), ("open_side", 4 * c_int64), ("open_column", 4 * c_int64)),
        *(("limited", c_int64), ("most", c_int64), ("change", c_void_p)),
    )


class _Look(_Struct):
    _fields_ = (
        *((name, c_void_p) for name in ("fitting", "starts", "lengths", "inner", "ring", "least", "gain")),
        *((name, c_int64) for name in ("exact", "highest", "span", "shift", "gains", "gain_shift")),
        *(("noises", c_void_p), ("noise_mask", c_int64), ("factor", 2 * c_int64)),
        *(("dear", c_void_p), ("begun", c_int64), ("places", c_int64), ("score_shift", c_int64)),
        ("score_most", c_int64),
    )


@dataclass(frozen=True)
class _CompiledLook(CrowdLook):
    """A look with what the loops are given.

    Attributes:
        structs: the crowd, the tiles, the square and the look.
    """

    structs: tuple[_Struct, ...]


class CompiledScan(CrowdScan):
    """Extends crowds by three loops in C.

    Raises:
        OptionError: they cannot be compiled, or not be loaded.
    """

    def __init__(self, layout: Layout, random: np.random.Generator, check: Callable[[], None]) -> None:
        self._library = compiling.loaded(SOURCE, "the search for best boards", _declare, check)
        super().__init__(layout, random, check)
        self._change: dict[tuple[int, ...], Array] = {}
        self._packed: dict[int, tuple[Array, Array]] = {}
        self._unused = np.empty(len(layout.placements) + 1, _FITTING)

    def start(self, board: Array) -> Crowd:
        """A crowd of one board."""
        crowd = super().start(board)
        self._change.clear()
        values = np.stack(self.ranking.values, axis=1)
        self._tiles = _Tiles(self.layout.tile.astype(np.int32), self.layout.sides.astype(np.int32), values)
        return crowd

    def _met(self, crowd: Crowd, spot: Spot) -> Tally:
        tally = Tally(crowd.tally.counts.copy(), crowd.tally.sums.copy(), crowd.tally.squares)
        boards = _Crowd.of(replace(crowd, tally=tally))
        for side, column in spot.known:
            code, begin = (shown[int(self.ranking.in_ring[spot.square, side])] for shown in self.ranking.shown)
            arrays = code.ctypes.data, begin.ctypes.data
            for first, last in self._some(len(crowd)):
                self._library.crowd_met(boards, self._tiles, column, *arrays, self.ranking.have, first, last)
        return tally

    def _look(self, crowd: Crowd, spot: Spot) -> CrowdLook:
        look = super()._look(crowd, spot)
        scale = look.scale
        struct = _Look(
            *(self._fittings(look), look.starts, look.lengths, *scale.lost, scale.least, scale.gain),
            *(int(self.ranking.exact), scale.highest, len(scale.least), scale.shift, len(scale.gain), GAIN_SHIFT),
            *(look.noises, NOISES - 1, look.factors),
            *(None if self.dear is None else self.dear[spot.square], EVEN, look.places, look.shift, look.most),
        )
        return _CompiledLook(**vars(look), structs=(_Crowd.of(crowd), self._tiles, self._spot(spot, {}), struct))

    def _some_ways(self, look: CrowdLook, first: int, last: int, cut: Cut) -> Array:
        assert isinstance(look, _CompiledLook)
        lengths, number, parts = look.lengths[first:last], 0, [first, last]
        ways = np.empty(int(lengths.sum()), np.int64)
        if len(ways) > _WAYS:
            parts[1:1] = (first + 1 + np.flatnonzero(np.diff(np.cumsum(lengths) // _WAYS))).tolist()
        for begin, end in pairwise(parts):
            self._check()
            room = self._unused.ctypes.data, ways[number:].ctypes.data
            number += self._library.crowd_ways(*look.structs, begin, end, cut.limit, cut.way, *room)
        return ways[:number]

    def _laid(self, crowd: Crowd, spot: Spot, columns: dict[Edge, int], boards: Array, placements: Array) -> Crowd:
        number, tally = len(boards), crowd.tally
        width = max(crowd.facing.shape[1], *(column + 1 for column in columns.values()), 0)
        after = replace(
            crowd,
            used=np.empty((number, self.words), np.int64),
            facing=np.zeros((number, width), crowd.facing.dtype),
            tally=Tally(
                np.empty((number, tally.counts.shape[1]), tally.counts.dtype),
                np.empty(number, np.int64),
                np.empty(number, np.int64),
            ),
            mismatches=np.empty(number, np.int64),
        )
        places = boards.ctypes.data, placements.ctypes.data
        before, spot_struct, extended = _Crowd.of(crowd), self._spot(spot, columns), _Crowd.of(after)
        for first, last in self._some(number):
            self._library.crowd_extended(before, self._tiles, spot_struct, *places, extended, first, last)
        return after

    def _some(self, number: int) -> Iterator[tuple[int, int]]:
        """So many boards, some at a time; limits and signals are heeded between them."""
        for first in range(0, number, _BOARDS):
            self._check()
            yield first, min(first + _BOARDS, number)

    def _fittings(self, look: CrowdLook) -> Array:
        """The placements of a look with their tiles and costs; the same array again for the same ones."""
        key = id(look.fitting)
        if key not in self._packed:
            packed = np.empty(len(look.fitting), _FITTING)
            packed["placement"], packed["cost"] = look.fitting, look.missed
            packed["place"] = self.layout.tile[look.fitting]
            # With the array itself, so that its number stays taken.
            self._packed[key] = packed, look.fitting
        return self._packed[key][0]

    def _spot(self, spot: Spot, columns: dict[Edge, int]) -> _Spot:
        """A square; the columns are needed where it is filled."""
        if spot.open not in self._change:
            codes, begins, amounts = self.ranking.changes(spot.open)
            self._change[spot.open] = np.concatenate([codes, begins, amounts]).T.astype(np.int32, order="C")
        opened = [columns.get((spot.square, side), 0) for side in spot.open]
        return _Spot(
            *(len(spot.known), _four(side for side, _ in spot.known), _four(column for _, column in spot.known)),
            *(spot.keyed, len(spot.open), _four(spot.open), _four(opened)),
            *(int(spot.limited), spot.most, self._change[spot.open]),
        )


def _four(values: Iterable[int]) -> Any:
    return (4 * c_int64)(*values)


def _declare(library: CDLL) -> None:
    crowd, tiles, spot, look = map(POINTER, (_Crowd, _Tiles, _Spot, _Look))
    library.crowd_met.restype = library.crowd_extended.restype = None
    library.crowd_met.argtypes = [crowd, tiles, c_int64, c_void_p, c_void_p, *[c_int64] * 3]
    library.crowd_ways.restype = c_int64
    library.crowd_ways.argtypes = [crowd, tiles, spot, look, *[c_int64] * 4, c_void_p, c_void_p]
    library.crowd_extended.argtypes = [crowd, tiles, spot, c_void_p, c_void_p, crowd, c_int64, c_int64]
