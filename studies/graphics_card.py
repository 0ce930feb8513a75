"""Wide beam searches of `edgeasp best` on a graphics card.

    python -m studies.graphics_card e2 --clue e2:official --widths 8000000 --seconds 300 -o searches.csv

They take a hundredth of the time of the processor. Beams have the same boards as in the command: each row of the table
has the `--replay` that reproduces the best board of a search without a card. The best board of all is written next to
the table, as `.sol`.

nvcc has to be installed, and compiles `graphics_card.cu`. With `--compiler g++` the processor replaces the card: slow,
but the same program. A board takes some 1,500 bytes of the memory of the card: 8,000,000 boards take 12 GB for each of
two searches at a time.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from ctypes import CDLL, POINTER, byref, c_int64, c_void_p
from dataclasses import dataclass, replace
from itertools import cycle
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from edgeasp.formats import plain
from edgeasp.lab.bench.instances import read_puzzle_and_clues
from edgeasp.lab.bench.systems import parse_seeds
from edgeasp.parallel.best import BestJob, Replay, round_seed
from edgeasp.puzzle import checker
from edgeasp.puzzle.model import Solution
from edgeasp.search.best import rounds, settings
from edgeasp.search.best.beam import (
    AHEAD,
    Beam,
    BeamSearch,
    BeamStruct,
    BoardMemory,
    CompiledBeamSearch,
    CompiledExpansionData,
    ExpansionData,
    ExpansionStruct,
    Spot,
    SpotStruct,
    Threshold,
    TilesStruct,
    row_arrays,
)
from edgeasp.search.best.layout import BoardLayout, Ints
from edgeasp.search.best.ranking import Array
from edgeasp.search.best.rounds import ImprovedBoard, Round, RoundKind, round_events
from edgeasp.search.task import make_task
from edgeasp.system.limits import FOREVER
from edgeasp.system.lines import format_csv_row

SOURCE = Path(__file__).with_suffix(".cu")
COLUMNS = ("puzzle", "clues", "seed", "round", "width", "mismatches", "seconds", "replay")
SPARE = 1 << 27
"""Memory for expansions in addition to the kept ones: a gigabyte."""

WAY_BITS = 63
"""Bits of an expansion, which is not negative."""

COMPILERS = {
    "nvcc": ("-O3", "-arch=native", "--extended-lambda", "--default-stream", "per-thread", "-Xcompiler", "-fPIC"),
    "g++": ("-O2", "-x", "c++", "-fPIC"),
}
"""Compilers with their flags. Each thread has a separate stream on the card."""


# ---- the memory of the card ----


class Card:
    """Functions of `graphics_card.cu`."""

    def __init__(self, library: Path) -> None:
        self.library = loops = CDLL(str(library))
        beam, tiles, spot, look = map(POINTER, (BeamStruct, TilesStruct, SpotStruct, ExpansionStruct))
        pointer, integer = c_void_p, c_int64
        loops.card_take.restype, loops.card_take.argtypes = pointer, [integer]
        loops.card_give.restype, loops.card_give.argtypes = None, [pointer]
        loops.card_up.restype = loops.card_down.restype = None
        loops.card_up.argtypes = loops.card_down.argtypes = [pointer, pointer, integer]
        loops.card_least_of.restype, loops.card_least_of.argtypes = integer, [pointer, integer, integer, pointer]
        loops.card_met.restype = None
        loops.card_met.argtypes = [beam, beam, tiles, spot]
        loops.card_fitting.restype = loops.card_ways.restype = loops.card_least.restype = integer
        loops.card_fitting.argtypes = [beam, tiles, spot]
        loops.card_ways.argtypes = [beam, tiles, spot, look, *[integer] * 6, pointer, pointer, integer]
        loops.card_drop.restype, loops.card_drop.argtypes = None, [look, pointer, integer, integer]
        loops.card_least.argtypes = [pointer, integer, integer]
        loops.card_sort.restype = loops.card_extended.restype = None
        loops.card_sort.argtypes = [pointer, pointer, integer, integer]
        loops.card_extended.argtypes = [beam, tiles, spot, look, *[pointer] * 3, beam, spot]

    def up(self, array: Array) -> Any:
        """Copy an array to the memory of the card."""
        array = np.ascontiguousarray(array)
        copy = CardArray(self, array.shape, array.dtype)
        self.library.card_up(copy.address, array.ctypes.data, array.nbytes)
        return copy


class CardArray:
    """Array in the memory of a card, freed with its last reference.

    Beams use it instead of arrays of numpy.
    """

    def __init__(
        self, card: Card, shape: tuple[int, ...], dtype: Any, rows: CardArray | None = None, begin: int = 0
    ) -> None:
        """Allocate uninitialised memory, or share the memory of other rows."""
        self.card, self.shape, self.dtype, self._rows = card, shape, np.dtype(dtype), rows
        self.itemsize, entries = self.dtype.itemsize, max(1, int(np.prod(shape)))
        self.address: int = rows.address + begin if rows else card.library.card_take(entries * self.itemsize)
        self.strides: tuple[int, ...] = rows.strides if rows else (entries // max(1, shape[0]) * self.itemsize,)
        self.ctypes = SimpleNamespace(data=self.address)
        self._give = None if rows else card.library.card_give

    def __del__(self) -> None:
        """Free the memory."""
        if self._give:
            self._give(self.address)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, number: int) -> Any:
        """Return an entry, or a row."""
        row = np.empty(self.shape[1:], self.dtype)
        self.card.library.card_down(row.ctypes.data, self.address + int(number) * self.strides[0], row.nbytes)
        return row if self.shape[1:] else row.item()

    def put(self, row: Array) -> None:
        """Write the first row, or the first entry."""
        row = np.ascontiguousarray(row)
        self.card.library.card_up(self.address, row.ctypes.data, row.nbytes)

    def host(self) -> Array:
        """Copy the array to the memory of the machine."""
        return np.array([self[number] for number in range(len(self))], self.dtype).reshape(self.shape)

    def min(self) -> int:
        """Return the least entry."""
        return self._keep_least()[0]

    def argmin(self) -> int:
        """Return the number of the first least entry."""
        return self._keep_least()[1]

    def _keep_least(self) -> tuple[int, int]:
        first = c_int64()
        apart = self.strides[0] // self.itemsize
        return self.card.library.card_least_of(self.address, len(self), apart, byref(first)), first.value


class CardRows(BoardMemory):
    """Memory of a card for the boards of beams."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._card = card

    def copy_boards(self, beam: Beam) -> Beam:
        """Copy a beam of one board to the card."""
        after = self.allocate(beam, 1, beam.facing.shape[1])
        for to, array in zip(row_arrays(after), row_arrays(beam), strict=True):
            to.put(array)
        return replace(after, scores=self._card.up(beam.scores))

    def allocate_rows(self, number: int, size: int) -> Any:
        """Allocate rows of a size in bytes."""
        return CardArray(self._card, (number, size), np.uint8)

    def view_field(self, rows: Any, begin: int, of: Any, shape: tuple[int, ...]) -> Any:
        """Return the column at a byte of each row."""
        return CardArray(self._card, (len(rows), *shape), of, rows, begin)

    def allocate_scores(self, number: int) -> Any:
        """Allocate an array for scores."""
        return CardArray(self._card, (number,), np.int64)


# ---- beam search ----


class CardScan(CompiledBeamSearch):
    """Beam search with arrays in the memory of a card.

    Tables stay there during a search.
    """

    def __init__(self, card: Card, layout: BoardLayout) -> None:
        super().__init__(layout, np.random.default_rng(), FOREVER)
        self._card, self._rows = card, CardRows(card)
        self._on_card: dict[int, tuple[Any, Array]] = {}
        self._room = self._new_array(0)

    def begin(self, random: np.random.Generator) -> None:
        """Start another search with these random numbers."""
        self._random = random

    def start(self, board: Ints) -> Beam:
        """Return a beam of one board."""
        beam = super().start(board)
        if beam.facing.itemsize != 1 or beam.tally.counts.itemsize != 2:
            raise SystemExit("graphics_card: expected fewer than 256 colours, and a smaller puzzle")
        self._on_card.clear()
        return beam

    def _new_array(self, *shape: int, of: Any = np.int64) -> Any:
        return CardArray(self._card, shape, of)

    def _to_device(self, array: Array, *, stays: bool = False) -> Any:
        if not stays:
            return self._card.up(array)
        key = id(array)
        if key not in self._on_card:
            # The reference to the array keeps its `id` in use.
            self._on_card[key] = self._card.up(array), array
        return self._on_card[key][0]

    def _cover_exposed_sides(self, beam: Beam, spot: Spot) -> Beam:
        after = replace(self._rows.allocate(beam, len(beam), beam.facing.shape[1]), scores=beam.scores)
        structs = BeamStruct.of_beam(beam), BeamStruct.of_beam(after), self._tiles, self._spot_struct(spot)
        self._card.library.card_met(*structs)
        return after

    def _select_expansions(self, look: ExpansionData, width: int) -> Array | None:
        """Expand a beam like `BeamSearch._select_expansions`.

        Each chunk omits expansions that earlier ones make useless. The card takes many chunks at once, and counts the
        expansions of each. If these are too many, the expansions of later chunks are dropped and computed again.
        """
        assert isinstance(look, CompiledExpansionData)
        library, beam, (size, _) = self._card.library, look.beam, self._chunk_sizes(look)
        longest = max(1, int(look.lengths.max()))
        if len(self._room) < (room := 2 * width + max(SPARE, size * longest)):
            self._room = self._new_array(room)
        made = self._room
        # Threads for each board. Each thread has some words of tiles, or some placements.
        group = 32 if look.spot.most else 1 if longest <= 16 else 8
        cut, number, first = Threshold(), 0, 0
        while first < len(beam):
            last = min(len(beam), first + max(1, (len(made) - number) // longest // size) * size)
            counted = np.empty(-(-(last - first) // size), np.int64)
            where = first, last, cut.limit, cut.worst, group, size, counted.ctypes.data, made.address, number
            end = library.card_ways(*look.structs, *where)
            full = np.flatnonzero(number + np.cumsum(counted) > 2 * width)
            if not len(full):
                first, number = last, end
                continue
            first = min(last, first + (int(full[0]) + 1) * size)
            library.card_drop(look.structs[-1], made.address, end, first)
            cut.worst, number = library.card_least(made.address, end, width), width
            cut.limit = (cut.worst >> look.shift) + AHEAD
        if not number:
            return None
        if number > width:
            library.card_least(made.address, number, width)
        ways = self._new_array(min(number, width))
        # In the order of the expansions if there are mismatches, and of the boards otherwise.
        library.card_sort(made.address, ways.address, len(ways), WAY_BITS if look.spot.most else look.shift)
        return cast("Array", ways)

    def _count_fitting(self, look: CompiledExpansionData) -> int:
        return int(self._card.library.card_fitting(*look.structs[:3]))

    def _run_extend(self, arguments: tuple[Any, ...], number: int) -> None:
        self._card.library.card_extended(*arguments)


# ---- the command ----


@dataclass(frozen=True)
class Swept:
    """Result of a beam search.

    Attributes:
        replay: number of the round, and the widths of all lines up to the best board.
        width: width of the beam.
        mismatches: mismatches of the best board.
        seconds: wall time.
        board: the best board.
    """

    replay: Replay
    width: int
    mismatches: int
    seconds: float
    board: Solution


def main() -> None:
    """Search for some time, and write a row each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle", help="a file, or the name of a puzzle that edgeasp knows")
    parser.add_argument("--clue", help="clues, as for edgeasp best")
    parser.add_argument("--widths", default="8000000", help="beam widths, joined by commas, used in turn")
    parser.add_argument("--seconds", type=float, default=60, help="of wall time")
    parser.add_argument("--rounds", default="1-9999", help="their numbers, such as 1-20")
    parser.add_argument("--seed", type=int, default=1, help="of the search")
    parser.add_argument("--threads", type=int, default=2, help="beam searches at a time")
    parser.add_argument("--compiler", default="nvcc", choices=COMPILERS, help="g++ does without a card")
    parser.add_argument("-o", "--output", default="sweeps.csv", help="the table")
    asked = parser.parse_args()
    ends = time.time() + asked.seconds
    puzzle, clues = read_puzzle_and_clues(asked.puzzle, asked.clue)
    job, diamonds = BestJob(make_task(puzzle, clues), seed=asked.seed), puzzle.grid.diamonds
    planned = zip(parse_seeds(asked.rounds), cycle(map(int, asked.widths.split(","))), strict=False)
    with TemporaryDirectory() as folder:
        card = Card(compiled(asked.compiler, Path(folder)))
    path, least = Path(asked.output), diamonds + 1
    with path.open("w", encoding="utf-8", newline="") as table:
        table.write(format_csv_row(COLUMNS))
        for swept in sweeps(card, job, planned, ends, asked.threads):
            number, _, widths = str(swept.replay).partition(":")
            said = asked.puzzle, asked.clue or "", asked.seed, number, swept.width, swept.mismatches
            table.write(format_csv_row([*map(str, said), f"{swept.seconds:.2f}", widths]))
            table.flush()
            if swept.mismatches < least:
                least = swept.mismatches
                path.with_suffix(".sol").write_text(plain.write_sol(swept.board), encoding="utf-8")
                left, again = ends - time.time(), f"--seed {asked.seed} --replay {swept.replay}"
                print(f"{diamonds - least} of {diamonds}, {left:.0f} s left: {again}", flush=True)


def compiled(compiler: str, folder: Path) -> Path:
    """Compile the library, and load it."""
    library = folder / "graphics_card.so"
    command = [compiler, "-shared", "-std=c++17", *COMPILERS[compiler], str(SOURCE), "-o", str(library)]
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise SystemExit(f"graphics_card: {compiler} is not found") from None
    except subprocess.CalledProcessError:
        raise SystemExit(f"graphics_card: {compiler} compiles nothing here") from None
    return library


def sweeps(
    card: Card, job: BestJob, planned: Iterator[tuple[int, int]], ends: float, threads: int = 1
) -> Iterator[Swept]:
    """Yield the searches of rounds, by number and width.

    No search may be running at the end. With two at a time, the card runs one while the processor makes tables for the
    other.
    """
    longest, kept = Counter[int](), local()

    def make_scan(layout: BoardLayout, random: np.random.Generator, check: Callable[[], None]) -> CardScan:
        scans: dict[BoardLayout, CardScan] = vars(kept).setdefault("scans", {})
        if layout not in scans:
            scans[layout] = CardScan(card, layout)
        scans[layout].begin(random)
        return scans[layout]

    def sweep(number: int, width: int) -> Swept:
        begun = time.time()
        round_ = Round(number, RoundKind.SWEEP, job.task, round_seed(job, number), width=width)
        boards = [event for event in round_events(round_) if isinstance(event, ImprovedBoard)]
        puzzle, best = job.task.puzzle, boards[-1] if boards else ImprovedBoard(job.task.clues)
        mismatches = puzzle.grid.diamonds - checker.check(puzzle, best.board, job.task.clues).matched
        return Swept(Replay(number, best.widths), width, mismatches, time.time() - begun, best.board)

    with ThreadPoolExecutor(threads) as pool, sweeping_by(make_scan):
        running: set[Future[Swept]] = set()
        while True:
            while len(running) < threads and (following := next(planned, None)) is not None:
                if time.time() + longest[following[1]] > ends:
                    planned = iter(())
                    break
                running.add(pool.submit(sweep, *following))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                swept = each.result()
                longest[swept.width] = max(longest[swept.width], ceil(swept.seconds))
                yield swept


@contextmanager
def sweeping_by(make_scan: Callable[..., BeamSearch]) -> Iterator[None]:
    """Replace the class that extends beams.

    It has memory for the complete history of a beam.
    """
    before = rounds.make_beam_search, settings.LONG_HISTORY  # type: ignore[attr-defined]
    rounds.make_beam_search, settings.LONG_HISTORY = make_scan, 1 << 62  # type: ignore[attr-defined]
    try:
        yield
    finally:
        rounds.make_beam_search, settings.LONG_HISTORY = before  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
