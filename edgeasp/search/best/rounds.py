"""The rounds of the search for a best board: each gives boards, and can be carried out by a process of its own.

A window is a few squares of a complete board whose tiles are placed anew, as well as can be, again and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle import checker, identity
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution
from edgeasp.search.best import settings
from edgeasp.search.best.compiled import make_scan
from edgeasp.search.best.layout import FREE, Flags, Ints, Layout
from edgeasp.search.best.sweep import first_board, sweep, upper_rows
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.ground_program import Step, StepEffort, best_filling
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.errors import missing
from edgeasp.system.limits import Deadline


class RoundKind(Enum):
    """The kind of a round.

    `FILL` lays all tiles somewhere, then sweeps quickly; `SWEEP` builds boards square by square, `POLISH` improves one
    by windows, `SOLVE` looks for a board without mismatches, and `PROVE` for the best board of all.
    """

    FILL = "fill"
    SWEEP = "sweep"
    POLISH = "polish"
    SOLVE = "solve"
    PROVE = "prove"


@dataclass(frozen=True, slots=True)
class Round:
    """One round; equal rounds give equal boards, on every machine.

    Attributes:
        number: of the round, from 0.
        kind: what to do.
        task: the puzzle, its clues and the encoding, which says what conditions a board has to keep.
        seed: of the random numbers.
        start: placements to begin with, for `FILL` and `SWEEP`; the complete board to improve, for `POLISH`.
        rebuild: whether a sweep keeps no more of a complete `start` than the rows above its tail.
        width: the number of boards that a sweep extends; of `FILL`, that of its quick one, or 0 for none.
        windows: the number of windows by which a board is improved.
        conflicts: after which `SOLVE` and `PROVE` give up.
        seconds: after which a sweep should have ended: it becomes narrower when it is late. No limit if None.
        gpu: whether a graphics card carries out a sweep; the boards do not depend on it.
    """

    number: int
    kind: RoundKind
    task: Task
    seed: int
    start: Solution = Solution()
    rebuild: bool = False
    width: int = 0
    windows: int = 0
    conflicts: int = 0
    seconds: float | None = None
    gpu: bool = False


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The progress of a round.

    Attributes:
        text: in words.
        board: the partial board that is the most promising now.
        predicted: the number of mismatches that is expected of it; None if there is no prediction.
    """

    text: str
    board: Solution
    predicted: float | None = None


@dataclass(frozen=True, slots=True)
class Improved:
    """A complete board that keeps the frame, the signs and the clues."""

    board: Solution


@dataclass(frozen=True, slots=True)
class Proved:
    """It is proved that no board has fewer mismatches; if None, that there is no board at all."""

    mismatches: int | None


Event = RoundProgress | Improved | Proved


def carry_out(round_: Round, check: Callable[[], None] = lambda: None) -> Iterator[Event]:
    """Carry out a round.

    Args:
        round_: the round.
        check: called before each call of clasp; an exception it raises ends the round.
    """
    match round_.kind:
        case RoundKind.FILL:
            return _fill(round_, check)
        case RoundKind.SWEEP:
            return _sweep(round_, check)
        case RoundKind.POLISH:
            return _polish(round_, check)
        case RoundKind.SOLVE:
            return _solve(round_, check)
        case RoundKind.PROVE:
            return _prove(round_)


def _layouts(task: Task, start: Solution = Solution()) -> list[Layout]:
    """The layouts of a task: one for each checkerboard of signs that the clues and the start allow."""
    signed = task.encoding.signed and task.effective_puzzle.signed
    checkerboards = (True, False) if signed else (None,)
    layouts = [
        Layout(task.effective_puzzle, task.clues, task.encoding.framed, plus_on_even) for plus_on_even in checkerboards
    ]
    return [layout for layout in layouts if _keeps_signs(layout, start)]


def _keeps_signs(layout: Layout, start: Solution) -> bool:
    """Whether the clues and the start fit the checkerboard of signs, and whether it has room for all signs."""
    if layout.plus_on_even is None:
        return True
    tiles = layout.puzzle.tiles
    signs = [(clue.square.even, tiles[clue.tile].sign) for clue in (*layout.clues, *start)]
    room = Counter(Sign.PLUS if square.even == layout.plus_on_even else Sign.MINUS for square in layout.squares)
    return all(sign is None or (sign is Sign.PLUS) == (even == layout.plus_on_even) for even, sign in signs) and all(
        sum(tile.sign is sign for tile in tiles) <= room[sign] for sign in Sign
    )


def _fill(round_: Round, check: Callable[[], None]) -> Iterator[Event]:
    start = round_.start
    board = _filled(round_, start, check)
    if board is None and start:
        # With the tiles of the start where they lie, there may be no room for the others.
        start = Solution()
        board = _filled(round_, start, check)
    if board is None:
        yield Proved(None)
        return
    yield Improved(board)
    if not round_.width:
        return
    matched = _matched(round_.task, board)
    for event in _sweep(replace(round_, start=start), check):
        if not isinstance(event, Improved) or _matched(round_.task, event.board) > matched:
            yield event


def _matched(task: Task, board: Solution) -> int:
    return checker.check(task.puzzle, board).matched


def _filled(round_: Round, start: Solution, check: Callable[[], None]) -> Solution | None:
    """All tiles laid around the clues and those of a start; None if that cannot be."""
    random = np.random.default_rng(round_.seed)
    for layout in _layouts(round_.task, start):
        board = first_board(layout, start, random, check)
        if board is not None:
            return layout.solution(board)
    return None


def _sweep(round_: Round, check: Callable[[], None]) -> Iterator[Event]:
    random = np.random.default_rng(round_.seed)
    task = round_.task
    puzzle = task.effective_puzzle
    quarters = _quarters(puzzle, random)
    turned = replace(
        task,
        puzzle=identity.turned_puzzle(puzzle, quarters),
        clues=identity.turned_solution(puzzle, task.clues, quarters),
    )
    start = identity.turned_solution(puzzle, round_.start, quarters)
    layouts = _layouts(turned, start)
    if not layouts:
        return
    layout = layouts[random.integers(len(layouts))]

    def back(board: Ints) -> Solution:
        return identity.turned_solution(layout.puzzle, layout.solution(board), -quarters)

    begin = layout.board(start)
    if round_.rebuild:
        begin[upper_rows(layout) * layout.puzzle.cols :] = FREE
    for square, placement in layout.pinned.items():
        begin[square] = placement
    least = puzzle.grid.diamonds + 1
    xp = namespace(gpu=round_.gpu)
    for text, crowd in sweep(make_scan(layout, random, check, xp), begin, round_.width, round_.seconds):
        yield RoundProgress(text, back(crowd.board()), crowd.predicted)
        mismatches = int(xp.min(crowd.mismatches))
        if not crowd.free.any() and mismatches < least:
            least = mismatches
            yield Improved(back(crowd.board(int(xp.argmin(crowd.mismatches)))))


def namespace(*, gpu: bool) -> Any:
    """The namespace that computes arrays: numpy, or CuPy on a graphics card.

    Raises:
        OptionError: CuPy is missing.
    """
    if not gpu:
        return np
    for module, package in (("cupy", "cupy-cuda12x"), ("array_api_compat", "array-api-compat")):
        if find_spec(module) is None:
            raise missing("a search on a graphics card needs CuPy", package, "gpu")
    return import_module("array_api_compat.cupy")


def _quarters(puzzle: Puzzle, random: np.random.Generator) -> int:
    """Quarter turns of the board after which it has no more columns than rows: a sweep goes along the shorter side."""
    if not puzzle.turning:
        return 0
    if puzzle.cols == puzzle.rows:
        return int(random.integers(4))
    return int(random.choice((1, 3) if puzzle.cols > puzzle.rows else (0, 2)))


def _polish(round_: Round, check: Callable[[], None]) -> Iterator[Event]:
    yield RoundProgress("windows", round_.start)
    random = np.random.default_rng(round_.seed)
    for layout in _layouts(round_.task, round_.start)[:1]:
        for board in polish(layout, layout.board(round_.start), random, round_.windows, check):
            yield Improved(layout.solution(board))


def _solve(round_: Round, check: Callable[[], None]) -> Iterator[Event]:
    yield RoundProgress("a search for a solution", Solution())
    session = Session(round_.task, ClaspOptions(round_.seed), Deadline(on_tick=check))
    for answer in session.solve(conflicts=round_.conflicts):
        yield Improved(answer.solution)
        return
    if session.result().exhausted:
        yield Proved(1)


def _prove(round_: Round) -> Iterator[Event]:
    yield RoundProgress("a proof", Solution())
    boards: list[tuple[int, Solution]] = []
    for layout in _layouts(round_.task):
        fits = _up_to_rotation(layout) if layout.plus_on_even is None else layout.fits
        squares = [square for square in range(len(layout.squares)) if square not in layout.pinned]
        board = layout.board(layout.clues)
        step = step_of(layout, board, squares, [np.flatnonzero(fits[square]).tolist() for square in squares])
        answer = best_filling(step, StepEffort(0, round_.conflicts, round_.seed), core_guided=True)
        if not answer.exhausted:
            return
        if answer.placements:
            board[squares] = answer.placements[-1]
            boards.append((int(layout.mismatched(board).sum()), layout.solution(board)))
    if boards:
        least, best = min(boards, key=lambda item: item[0])
        yield Improved(best)
        yield Proved(least)
    else:
        yield Proved(None)


def _up_to_rotation(layout: Layout) -> Flags:
    """The candidates of each square, so that of boards that are rotations of each other one is left."""
    puzzle, fits = layout.puzzle, layout.fits.copy()
    if layout.pinned:
        return fits
    # A corner tile leaves one corner of four; without a frame any tile will do.
    tile = int(layout.zeros.argmax())
    for square, where in enumerate(layout.squares):
        placed = Solution((Placement(tile, where, 0),))
        turns = range(0, 4, 4 // identity.turns(puzzle))
        if where != min(identity.turned_solution(puzzle, placed, rot).placements[0].square for rot in turns):
            fits[square, layout.tile == tile] = False
    return fits


_SHAPES = ((3, 4), (4, 3), (2, 6), (6, 2), (4, 4), (2, 8), (8, 2), (3, 5), (5, 3))


def polish(
    layout: Layout, board: Ints, random: np.random.Generator, windows: int, check: Callable[[], None]
) -> Iterator[Ints]:
    """Walk from board to board by windows, and give each one that is better than all before."""
    current, least = board.copy(), int(layout.mismatched(board).sum())
    for _ in range(windows):
        check()
        wrong = layout.pairs[layout.mismatched(current)]
        if not len(wrong):
            return
        now = len(wrong)
        squares = _window(layout, wrong, random)
        uphill = now == least and random.random() < settings.UPHILL
        changed = _improved(layout, current, squares, uphill, int(random.integers(1, 2**31)))
        if changed is None:
            continue
        current = changed
        cost = int(layout.mismatched(current).sum())
        if cost < least:
            least = cost
            yield current.copy()


def _window(layout: Layout, wrong: NDArray[np.int32], random: np.random.Generator) -> list[int]:
    """Squares around a random mismatch: several mismatches, a rectangle, or a cluster."""
    one, other, _ = wrong[random.integers(len(wrong))]
    kind = random.random()
    free = [square not in layout.pinned for square in range(len(layout.squares))]
    if kind < 0.35:
        order = random.permutation(len(wrong))
        chosen: list[int] = []
        size = int(random.integers(10, 15))
        for index in order:
            for square in map(int, wrong[index, :2]):
                if free[square] and square not in chosen and len(chosen) < size:
                    chosen.append(square)
        return sorted(chosen)
    cols, rows = layout.puzzle.cols, layout.puzzle.rows
    if kind < 0.7:
        across, down = _SHAPES[random.integers(len(_SHAPES))]
        across, down = min(across, cols), min(down, rows)
        col, row = int(one) % cols, int(one) // cols
        left = int(np.clip(col - random.integers(across), 0, cols - across))
        top = int(np.clip(row - random.integers(down), 0, rows - down))
        return [y * cols + x for y in range(top, top + down) for x in range(left, left + across) if free[y * cols + x]]
    chosen = [int(one), int(other)]
    touched = set(map(int, wrong[:, :2].ravel()))
    size = int(random.integers(12, 15))
    while len(chosen) < min(size, len(free)):
        edge = [int(n) for square in chosen for n in layout.neighbours[square] if n >= 0 and int(n) not in chosen]
        weights = np.array([4.0 if square in touched else 1.0 for square in edge])
        chosen.append(edge[random.choice(len(edge), p=weights / weights.sum())])
    return sorted(square for square in chosen if free[square])


def _improved(layout: Layout, board: Ints, squares: list[int], uphill: bool, number: int) -> Ints | None:
    """The board with tiles of some squares placed anew, not worse, or by one mismatch if uphill; or None."""
    if len(squares) < 2:
        return None
    tiles = layout.tile[board[squares]]
    mine = np.isin(layout.tile, tiles)
    rest = board.copy()
    rest[squares] = FREE
    before = int(layout.mismatched(board).sum()) - int(layout.mismatched(rest).sum())
    if not before:
        return None
    candidates = [np.flatnonzero(layout.fits[square] & mine).tolist() for square in squares]
    step = replace(step_of(layout, rest, squares, candidates), most=before + uphill).trimmed()
    answer = best_filling(step, StepEffort(1 if uphill else 0, settings.POLISH_CONFLICTS, number))
    if not answer.placements:
        return None
    changed = rest
    changed[squares] = answer.placements[-1]
    return changed


def step_of(layout: Layout, board: Ints, squares: Sequence[int], candidates: Sequence[Sequence[int]]) -> Step:
    """The step that fills some squares of a board which are free there, with any number of mismatches."""
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
    return Step(tiles, layout.sides_list, candidates, links, known, len(links) + len(known))
