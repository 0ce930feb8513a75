"""A beam: many partial boards that are extended line by line, of which the most promising are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.lines import Line, bounds
from edgeasp.search.best.ranking import Floats, Ranking
from edgeasp.solvers.clingo.step import Effort, best_filling, fillings


@dataclass(frozen=True)
class Beam:
    """Partial boards with the same free squares, the most promising first.

    Attributes:
        boards: the placement on each square, a row for each board.
        used: which tiles each board has used.
        mismatches: of each board so far.
        predicted: the mismatches of each board when it is complete.
    """

    boards: Ints
    used: Flags
    mismatches: Ints
    predicted: Floats

    def __len__(self) -> int:
        return len(self.boards)


@dataclass(frozen=True, slots=True)
class Width:
    """How widely a beam is extended.

    Attributes:
        boards: how many are kept.
        calls: of clasp for each board, with different seeds.
        models: asked for in each call.
        conflicts: after which a call ends.
        share: the part of the boards kept that may come from one board, unless there are too few others.
    """

    boards: int
    calls: int
    models: int
    conflicts: int
    share: float


class Sweep:
    """Extends beams; everything random comes from one generator."""

    def __init__(self, layout: Layout, random: np.random.Generator, check: Callable[[], None]) -> None:
        """`check` is called before each step; an exception it raises ends the sweep."""
        self.layout = layout
        self._ranking = Ranking(layout)
        self._random = random
        self._check = check

    def start(self, board: Ints) -> Beam:
        """A beam of one board."""
        layout = self.layout
        used = np.zeros(len(layout.puzzle.tiles), np.bool_)
        used[layout.tile[board[board != FREE]]] = True
        mismatches = np.array([layout.mismatched(board).sum()], np.int16)
        return Beam(board[None], used[None], mismatches, np.zeros(1))

    def extend(self, beam: Beam, line: Line, width: Width, *, most: int, offered: Flags | None = None) -> Beam | None:
        """Fill a line of each board in many ways, with the fewest mismatches with which that board can go on.

        The most promising boards are kept; None if nothing fits.

        Args:
            beam: the boards.
            line: squares that are free on all of them.
            width: how widely.
            most: the largest number of mismatches that a line may add.
            offered: for each board which tiles may be used; None for all.
        """
        least = bounds(self.layout, line, beam.boards, beam.used, offered)
        parents: list[int] = []
        costs: list[int] = []
        lines: list[tuple[int, ...]] = []
        for number in range(len(beam)):
            for cost in range(max(int(each[number].min()) for each in least), most + 1):
                candidates = [np.flatnonzero(each[number] <= cost).tolist() for each in least]
                new = self._fill(beam.boards[number], line.squares, candidates, cost, width)
                parents += [number] * len(new)
                costs += [cost] * len(new)
                lines += new
                if new:
                    break
        if not lines:
            return None
        return self._kept(beam, line, np.array(parents), np.array(costs, np.int16), np.array(lines, np.int16), width)

    def _fill(
        self, board: Ints, squares: Sequence[int], candidates: Sequence[Sequence[int]], cost: int, width: Width
    ) -> list[tuple[int, ...]]:
        """Ways to fill a line with just so many mismatches, each once."""
        step = self.layout.step(board, squares, candidates, cost, cost)
        found: dict[tuple[int, ...], None] = {}
        for _ in range(width.calls):
            self._check()
            answer = fillings(step, Effort(width.models, width.conflicts, seed(self._random)))
            found.update(dict.fromkeys(answer.placements))
            if answer.exhausted:
                break
        return list(found)

    def _kept(self, beam: Beam, line: Line, parents: NDArray[np.int64], costs: Ints, lines: Ints, width: Width) -> Beam:
        """The most promising of the new boards."""
        boards, used = beam.boards[parents], beam.used[parents]
        boards[:, line.squares] = lines
        used[np.arange(len(parents))[:, None], self.layout.tile[lines]] = True
        mismatches = beam.mismatches[parents] + costs
        predicted = self._ranking.predict(boards, used, mismatches)
        each = max(1, int(width.boards * width.share), -(-width.boards // len(beam)))
        kept: list[int] = []
        taken = [0] * len(beam)
        for index in np.argsort(predicted, kind="stable").tolist():
            parent = int(parents[index])
            if taken[parent] < each and len(kept) < width.boards:
                taken[parent] += 1
                kept.append(index)
        return Beam(boards[kept], used[kept], mismatches[kept], predicted[kept])

    def finish(self, beam: Beam, boards: int, conflicts: int) -> Iterator[Ints]:
        """Fill the free squares of the most promising boards as well as can be; give each better board.

        Args:
            beam: the boards.
            boards: how many of them to finish.
            conflicts: after which the search for the best way to finish a board ends.
        """
        layout = self.layout
        squares = np.flatnonzero(beam.boards[0] == FREE).tolist()
        best = layout.puzzle.diamonds + 1
        for number in range(min(boards, len(beam))):
            self._check()
            most = best - 1 - int(beam.mismatches[number])
            if most < 0:
                continue
            open_ = layout.fits[squares] & ~beam.used[number][layout.tile]
            step = layout.step(beam.boards[number], squares, [np.flatnonzero(each).tolist() for each in open_])
            step = replace(step, most=min(most, len(step.links) + len(step.known))).trimmed()
            answer = best_filling(step, Effort(0, conflicts, seed(self._random)))
            if answer.placements:
                board = beam.boards[number].copy()
                board[squares] = answer.placements[-1]
                best = int(layout.mismatched(board).sum())
                yield board


def seed(random: np.random.Generator) -> int:
    """A seed for clasp."""
    return int(random.integers(1, 2**31))
