"""A beam: many partial boards that are extended line by line, of which the most promising are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.lines import Line, bounds
from edgeasp.search.best.ranking import Floats, Ranking
from edgeasp.solvers.clingo.step import Effort, best_filling, fillings

PIECES = 6
"""Parts for each process in which a step is divided, so that none of them waits for another one for long."""

TOGETHER = 16
"""Boards that may be finished at the same time: each has to be better than all before those."""


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


class Part(Protocol):
    """A part of a step of a sweep; equal parts give equal results, whichever process carries them out."""

    def carry_out(self, layout: Layout, check: Callable[[], None]) -> Any:
        """Carry it out; `check` is called before each call of clasp, and an exception it raises ends it."""


Spread = Callable[[Layout, Iterable[Part | None]], Iterator[Any]]
"""Carries out parts, and gives what comes of each in their order.

A part is asked for when it can begin; None stands for one that has to wait until more was given.
"""


@dataclass(frozen=True)
class Extended:
    """The most promising ways to fill a line of some boards.

    Attributes:
        parents: the number of the board for each way.
        lines: the placement on each square of the line, a row for each way.
        mismatches: of each board with its line.
        predicted: the mismatches of each board when it is complete.
    """

    parents: NDArray[np.int64]
    lines: Ints
    mismatches: Ints
    predicted: Floats

    def chosen(self, boards: int, of_one: int) -> Extended:
        """So many of the ways, the most promising first, and of each board no more than `of_one`."""
        kept: list[int] = []
        taken = dict.fromkeys(self.parents.tolist(), 0)
        for index in np.argsort(self.predicted, kind="stable").tolist():
            parent = int(self.parents[index])
            if taken[parent] < of_one and len(kept) < boards:
                taken[parent] += 1
                kept.append(index)
        return Extended(self.parents[kept], self.lines[kept], self.mismatches[kept], self.predicted[kept])


@dataclass(frozen=True)
class Extension(Part):
    """Some boards of a beam, of which a line is to be filled in many ways.

    Attributes:
        boards: the placement on each square, a row for each board.
        used: which tiles each board has used.
        mismatches: of each board so far.
        offered: for each board which tiles may be used; None for all.
        line: squares that are free on all boards.
        width: how widely.
        of_one: how many of the new boards may come from one board.
        most: the largest number of mismatches that the line may add.
        seeds: of each call of clasp, a row for each board.
    """

    boards: Ints
    used: Flags
    mismatches: Ints
    offered: Flags | None
    line: Line
    width: Width
    of_one: int
    most: int
    seeds: NDArray[np.int64]

    def carry_out(self, layout: Layout, check: Callable[[], None]) -> Extended:
        """The most promising ways to fill the line, for each board with the fewest mismatches that it takes."""
        least = bounds(layout, self.line, self.boards, self.used, self.offered)
        numbers: list[int] = []
        costs: list[int] = []
        lines: list[tuple[int, ...]] = []
        for number in range(len(self.boards)):
            cost, new = self._extended(layout, number, [each[number] for each in least], check)
            numbers += [number] * len(new)
            costs += [cost] * len(new)
            lines += new
        shaped = np.array(lines, np.int16).reshape(len(lines), len(self.line.squares))
        return self._ranked(layout, np.array(numbers, np.int64), np.array(costs, np.int16), shaped)

    def _ranked(self, layout: Layout, parents: NDArray[np.int64], costs: Ints, lines: Ints) -> Extended:
        if not len(parents):
            return Extended(parents, lines, costs, np.zeros(0))
        boards, used = filled(layout, self.boards[parents], self.used[parents], self.line, lines)
        mismatches = self.mismatches[parents] + costs
        predicted = _ranking(layout).predict(boards, used, mismatches)
        return Extended(parents, lines, mismatches, predicted).chosen(self.width.boards, self.of_one)

    def _extended(
        self, layout: Layout, number: int, least: Sequence[Ints], check: Callable[[], None]
    ) -> tuple[int, list[tuple[int, ...]]]:
        for cost in range(max(int(each.min()) for each in least), self.most + 1):
            candidates = [np.flatnonzero(each <= cost).tolist() for each in least]
            if found := self._fill(layout, number, candidates, cost, check):
                return cost, found
        return self.most, []

    def _fill(
        self,
        layout: Layout,
        number: int,
        candidates: Sequence[Sequence[int]],
        cost: int,
        check: Callable[[], None],
    ) -> list[tuple[int, ...]]:
        """Ways to fill the line with just so many mismatches, each once."""
        step = layout.step(self.boards[number], self.line.squares, candidates, cost, cost)
        found: dict[tuple[int, ...], None] = {}
        for seed_ in self.seeds[number].tolist():
            check()
            answer = fillings(step, Effort(self.width.models, self.width.conflicts, seed_))
            found.update(dict.fromkeys(answer.placements))
            if answer.exhausted:
                break
        return list(found)


_ranking = lru_cache(2)(Ranking)


def filled(layout: Layout, boards: Ints, used: Flags, line: Line, lines: Ints) -> tuple[Ints, Flags]:
    """Boards with a line each, and which tiles they have used; the arrays given are changed."""
    boards[:, line.squares] = lines
    used[np.arange(len(lines))[:, None], layout.tile[lines]] = True
    return boards, used


@dataclass(frozen=True)
class Completion(Part):
    """A board of which the free squares are to be filled as well as can be.

    Attributes:
        board: the placement on each square.
        used: which tiles it has used.
        most: the largest number of mismatches that may be added; if it is negative, nothing is searched.
        effort: of the call of clasp.
    """

    board: Ints
    used: Flags
    most: int
    effort: Effort

    def carry_out(self, layout: Layout, check: Callable[[], None]) -> Ints | None:
        """The complete board; None if there is none that is good enough."""
        if self.most < 0:
            return None
        check()
        squares = np.flatnonzero(self.board == FREE).tolist()
        open_ = layout.fits[squares] & ~self.used[layout.tile]
        step = layout.step(self.board, squares, [np.flatnonzero(each).tolist() for each in open_])
        step = replace(step, most=min(self.most, len(step.links) + len(step.known))).trimmed()
        answer = best_filling(step, self.effort)
        if not answer.placements:
            return None
        board = self.board.copy()
        board[squares] = answer.placements[-1]
        return board


class Sweep:
    """Extends beams; everything random comes from one generator."""

    def __init__(
        self,
        layout: Layout,
        random: np.random.Generator,
        check: Callable[[], None],
        spread: Spread | None = None,
        processes: int = 1,
    ) -> None:
        """Get ready.

        Args:
            layout: of the puzzle.
            random: where everything random comes from.
            check: called before each call of clasp; an exception it raises ends the sweep.
            spread: carries out the parts of each step; this process if None.
            processes: of `spread`.
        """
        self.layout = layout
        self._random = random
        self._spread = spread or (lambda layout, parts: (part.carry_out(layout, check) for part in parts if part))
        self._processes = processes

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
        seeds = self._random.integers(1, 2**31, (len(beam), width.calls))
        pieces = 1 if self._processes == 1 else min(len(beam), PIECES * self._processes)
        of_one = max(1, int(width.boards * width.share), -(-width.boards // len(beam)))
        divided = np.array_split(np.arange(len(beam)), pieces)
        parts = [
            Extension(
                beam.boards[numbers],
                beam.used[numbers],
                beam.mismatches[numbers],
                None if offered is None else offered[numbers],
                line,
                width,
                of_one,
                most,
                seeds[numbers],
            )
            for numbers in divided
        ]
        made: list[Extended] = list(self._spread(self.layout, parts))
        parents = np.concatenate([each.parents + numbers[0] for each, numbers in zip(made, divided, strict=True)])
        if not len(parents):
            return None
        lines, mismatches, predicted = (
            np.concatenate([getattr(each, name) for each in made]) for name in ("lines", "mismatches", "predicted")
        )
        kept = Extended(parents, lines, mismatches, predicted).chosen(width.boards, of_one)
        boards, used = filled(self.layout, beam.boards[kept.parents], beam.used[kept.parents], line, kept.lines)
        return Beam(boards, used, kept.mismatches, kept.predicted)

    def finish(self, beam: Beam, boards: int, conflicts: int) -> Iterator[Ints]:
        """Fill the free squares of the most promising boards as well as can be; give each better board.

        Args:
            beam: the boards.
            boards: how many of them to finish.
            conflicts: after which the search for the best way to finish a board ends.
        """
        layout = self.layout
        # The fewest mismatches after each board that is finished: what may begin must not depend on who is quick.
        best = [layout.puzzle.diamonds + 1]

        def parts() -> Iterator[Part | None]:
            for number in range(min(boards, len(beam))):
                while (finished := number + 1 - TOGETHER) >= len(best):
                    yield None
                most = best[max(0, finished)] - 1 - int(beam.mismatches[number])
                effort = Effort(0, conflicts, seed(self._random))
                yield Completion(beam.boards[number], beam.used[number], most, effort)

        for board in self._spread(layout, parts()):
            mismatches = best[-1] if board is None else int(layout.mismatched(board).sum())
            best.append(min(best[-1], mismatches))
            if best[-1] < best[-2]:
                yield board


def seed(random: np.random.Generator) -> int:
    """A seed for clasp."""
    return int(random.integers(1, 2**31))
