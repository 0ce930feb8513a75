"""Rounds of the search for the best board.

The first board needs no search. Augmenting paths look for a perfect matching of tiles and squares. Without one, some
squares have too few candidates (Hall's theorem, 1935), and the tiles cannot fill the board. A solver would need
exponential time to prove this, as for any pigeonhole problem. If there is a matching, each square in turn swaps its
tile for one that matches its neighbours best, provided that the matching stays perfect.

A beam search fills the upper rows of a board without mismatches, then the columns below. Mismatches are cheapest once
few tiles are left to choose from, so all of them are postponed to the last rows, whose short columns let the search
choose often. Mismatches are allowed earlier if hardly any board can be extended without them.

A window is a few squares of a complete board. To improve a window is to replace its tiles so that fewer diamonds
mismatch. A round of type `POLISH` tries to improve many windows, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from edgeasp.puzzle import checker, symmetry
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution
from edgeasp.puzzle.symmetry import Motion
from edgeasp.search.best import settings
from edgeasp.search.best.beam import Beam, BeamSearch, make_beam_search
from edgeasp.search.best.filling import Filler, build_step
from edgeasp.search.best.layout import FREE, BoardLayout, Flags, Ints
from edgeasp.search.solve import Session
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.ground_program import StepEffort, best_filling
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.system.limits import FOREVER, Deadline

# ---- a round, and what it reports ----


class RoundKind(Enum):
    """Type of a round."""

    FILL = "fill"
    """Place all tiles somewhere, then run a narrow beam search."""
    SWEEP = "sweep"
    """Run a beam search."""
    POLISH = "polish"
    """Improve the windows of a board."""
    SOLVE = "solve"
    """Search for a board without mismatches."""
    PROVE = "prove"
    """Search for a best board, with a proof."""


@dataclass(frozen=True, slots=True)
class Round:
    """Parameters of a round. Equal rounds yield equal boards on every machine.

    Attributes:
        number: number of the round, from 0.
        kind: type of the round.
        task: puzzle, clues and encoding, which decides the conditions on a board.
        seed: seed of the random numbers.
        start: for `FILL` and `SWEEP`, placements to start from. For `POLISH`, complete board to improve.
        rebuild: whether a beam search starts from the upper rows of a complete `start`.
        width: width of the beam search. 0 skips the beam search of `FILL`.
        windows: number of windows that `POLISH` tries to improve.
        conflicts: conflict limit of `SOLVE` and `PROVE`.
        least: lower bound on the mismatches of every board, from which `PROVE` starts.
        seconds: time limit of a beam search, which reduces its width if it is late. None for no limit.
        widths: widths of an earlier beam search, one per row or column, to repeat it up to its best board.
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
    least: int = 0
    seconds: float | None = None
    widths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """Progress of a round.

    Attributes:
        text: name of the step, e.g. `row 3 of 12`.
        board: most promising partial board.
        predicted: number of mismatches predicted for the complete board, None without a prediction.
    """

    text: str
    board: Solution
    predicted: float | None = None


@dataclass(frozen=True, slots=True)
class ImprovedBoard:
    """New best board of a round.

    Attributes:
        board: complete board without violations of frame, signs and clues.
        widths: widths of the beam search so far, one per row or column, to repeat it. Empty for other rounds.
    """

    board: Solution
    widths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ProvedBound:
    """Result of a proof that no board has fewer mismatches.

    Attributes:
        mismatches: proved lower bound on the mismatches of every board, None if there is no board at all.
    """

    mismatches: int | None


Event = RoundProgress | ImprovedBoard | ProvedBound


def round_events(round_: Round, deadline: Deadline = FOREVER) -> Iterator[Event]:
    """Run a round, and yield its events.

    Args:
        round_: parameters of the round.
        deadline: limits, checked periodically.
    """
    rounds = {
        RoundKind.FILL: _run_fill_round,
        RoundKind.SWEEP: _run_beam_round,
        RoundKind.POLISH: _run_polish_round,
        RoundKind.SOLVE: _run_solve_round,
        RoundKind.PROVE: _run_proof_round,
    }
    return rounds[round_.kind](round_, deadline)


# ---- the five kinds of rounds ----


def _run_fill_round(round_: Round, deadline: Deadline) -> Iterator[Event]:
    start = round_.start
    board = _place_all_tiles(round_, start, deadline)
    if board is None and start:
        # With the start in place, the other tiles may not fit.
        start = Solution()
        board = _place_all_tiles(round_, start, deadline)
    if board is None:
        yield ProvedBound(None)
        return
    yield ImprovedBoard(board)
    if not round_.width:
        return
    matched = _count_matches(round_.task, board)
    for event in _run_beam_round(replace(round_, start=start), deadline):
        if not isinstance(event, ImprovedBoard) or _count_matches(round_.task, event.board) > matched:
            yield event


def _place_all_tiles(round_: Round, start: Solution, deadline: Deadline) -> Solution | None:
    random = np.random.default_rng(round_.seed)
    for layout in list_layouts(round_.task, start):
        board = build_first_board(layout, start, random, deadline)
        if board is not None:
            return layout.to_solution(board)
    return None


def _count_matches(task: Task, board: Solution) -> int:
    return checker.check(task.puzzle, board).matched


def _run_beam_round(round_: Round, deadline: Deadline) -> Iterator[Event]:
    random = np.random.default_rng(round_.seed)
    task = round_.task
    puzzle = task.effective_puzzle
    quarters = _draw_rotation(puzzle, random)
    turn = Motion(quarters)
    other = symmetry.moved_puzzle(puzzle, turn)
    turned = replace(task, puzzle=other, clues=symmetry.moved_solution(puzzle, task.clues, turn, other))
    start = symmetry.moved_solution(puzzle, round_.start, turn, other)
    layouts = list_layouts(turned, start)
    if not layouts:
        return
    layout = layouts[random.integers(len(layouts))]

    def rotate_back(board: Ints) -> Solution:
        return symmetry.moved_solution(layout.puzzle, layout.to_solution(board), Motion(-quarters % 4), puzzle)

    begin = layout.to_board(start)
    if round_.rebuild:
        begin[list(_squares_without_holes(layout.square_numbers[count_upper_rows(layout) :].ravel()))] = FREE
    for square, placement in layout.pinned.items():
        begin[square] = placement
    least = puzzle.grid.diamonds + 1
    scan = make_beam_search(layout, random, deadline)
    for text, beam, widths in run_beam_search(scan, begin, round_.width, round_.seconds, round_.widths):
        yield RoundProgress(text, rotate_back(beam.reconstruct_board()), beam.predicted_mismatches)
        if not beam.free.any() and (mismatches := int(beam.mismatches.min())) < least:
            least = mismatches
            yield ImprovedBoard(rotate_back(beam.reconstruct_board(int(beam.mismatches.argmin()))), widths)


def _draw_rotation(puzzle: Puzzle, random: np.random.Generator) -> int:
    # A beam search fills the board along its shorter side, so the board must not have more columns than rows.
    if not puzzle.turning:
        return 0
    if puzzle.cols == puzzle.rows:
        return int(random.integers(4))
    return int(random.choice((1, 3) if puzzle.cols > puzzle.rows else (0, 2)))


def _run_polish_round(round_: Round, deadline: Deadline) -> Iterator[Event]:
    yield RoundProgress("windows", round_.start)
    random = np.random.default_rng(round_.seed)
    for layout in list_layouts(round_.task, round_.start)[:1]:
        for board in improve_windows(layout, layout.to_board(round_.start), random, round_.windows, deadline):
            yield ImprovedBoard(layout.to_solution(board))


def _run_solve_round(round_: Round, deadline: Deadline) -> Iterator[Event]:
    yield RoundProgress("a search for a solution", Solution())
    session = Session(round_.task, ClaspOptions(round_.seed), deadline)
    for answer in session.solve(conflicts=round_.conflicts):
        yield ImprovedBoard(answer.solution)
        return
    if session.result().exhausted:
        yield ProvedBound(1)


def _run_proof_round(round_: Round, deadline: Deadline) -> Iterator[Event]:
    # Raise the limit of mismatches from the lower bound until a board exists.
    yield RoundProgress("a proof", Solution())
    task = round_.task
    fillers = [Filler(layout, deadline) for layout in list_layouts(task)]
    for most in range(round_.least, task.puzzle.grid.diamonds + 1):
        for filler in fillers:
            layout = filler.layout
            fits = _candidates_up_to_rotation(layout) if layout.plus_on_even is None else layout.fits
            board = layout.to_board(layout.clues)
            free = np.flatnonzero(board == FREE).tolist()
            among = int(layout.mismatched(board).sum())
            if among > most:
                continue
            filled = filler.fill(board, free, most - among, round_.conflicts * settings.NODES_OF_CONFLICT, fits)
            if filled.board is not None:
                yield ImprovedBoard(layout.to_solution(filled.board))
                yield ProvedBound(most)
                return
            if not filled.exhausted:
                return
        if fillers:
            yield ProvedBound(most + 1)
    yield ProvedBound(None)


def _candidates_up_to_rotation(layout: BoardLayout) -> Flags:
    # Candidates that keep one of the boards that are rotations of each other.
    puzzle, fits = layout.puzzle, layout.fits.copy()
    if layout.pinned:
        return fits
    # A corner tile is confined to one corner of four. Without a frame any tile serves.
    tile = int(layout.frame_sides.argmax())
    for square, where in enumerate(layout.squares):
        turns = symmetry.board_rotations(puzzle)
        if where != min(turn.move_square(where, puzzle.grid) for turn in turns):
            fits[square, layout.tile == tile] = False
    return fits


def list_layouts(task: Task, start: Solution = Solution()) -> list[BoardLayout]:
    """List a task's layouts, one per possible checkerboard of signs.

    Args:
        task: puzzle, clues and encoding.
        start: placements that a layout must allow, in addition to the clues.
    """
    signed = task.encoding.signed and task.effective_puzzle.signed
    checkerboards = (True, False) if signed else (None,)
    layouts = [
        BoardLayout(task.effective_puzzle, task.clues, task.encoding.framed, plus_on_even)
        for plus_on_even in checkerboards
    ]
    return [layout for layout in layouts if _allows_signs(layout, start)]


def _allows_signs(layout: BoardLayout, start: Solution) -> bool:
    if layout.plus_on_even is None:
        return True
    tiles = layout.puzzle.tiles
    plus_on_even = layout.plus_on_even
    signs = [(clue.square, tiles[clue.tile].sign) for clue in (*layout.clues, *start)]
    room = Counter(Sign.PLUS if square.even == plus_on_even else Sign.MINUS for square in layout.squares)
    return all(sign is None or sign.lies_on(square, plus_on_even=plus_on_even) for square, sign in signs) and all(
        sum(tile.sign is sign for tile in tiles) <= room[sign] for sign in Sign
    )


# ---- the first board, by a matching ----

_Numbers = NDArray[np.int64]


def build_first_board(
    layout: BoardLayout, start: Iterable[Placement], random: np.random.Generator, deadline: Deadline
) -> Ints | None:
    """Place all tiles around the clues, with few mismatches.

    Args:
        layout: layout of the puzzle.
        start: placements to keep in addition to the clues.
        random: random generator that breaks ties between tiles that match equally well.
        deadline: limits, checked periodically.

    Returns:
        A complete board, or None if the tiles cannot fill the board.
    """
    board = layout.to_board((*layout.clues, *start))
    unused = np.ones(len(layout.frame_sides), np.bool_)
    unused[layout.tile[board[board != FREE]]] = False
    squares, tiles = np.flatnonzero(board == FREE), np.flatnonzero(unused)
    may = layout.tiles_that_fit[np.ix_(squares, tiles)]
    tile_of = find_perfect_matching(may, deadline)
    if tile_of is None:
        return None
    square_of = np.argsort(tile_of)
    placements = np.flatnonzero(unused[layout.tile])
    sides, fits = layout.sides[placements], layout.fits[:, placements]
    # The tile of each placement, as a column of `may`.
    columns = np.searchsorted(tiles, layout.tile[placements])
    for row, square in enumerate(squares.tolist()):
        deadline.check()
        # A tile can move here if it is not on an earlier square, and if the tile that it replaces fits on its square.
        old = int(tile_of[row])
        holders = square_of[columns]
        able = np.flatnonzero(fits[square] & (holders >= row) & may[holders, old])
        matched = np.zeros(len(able), np.int64)
        for side in Side:
            other = int(layout.neighbours[square, side])
            if other >= 0 and board[other] != FREE:
                matched += sides[able, side] == layout.sides[board[other], side.opposite]
        chosen = int(random.choice(able[matched == matched.max()]))
        board[square] = placements[chosen]
        new, holder = int(columns[chosen]), int(holders[chosen])
        tile_of[holder], square_of[old] = old, holder
        tile_of[row], square_of[new] = new, row
    return board


def find_perfect_matching(may: Flags, deadline: Deadline = FOREVER) -> _Numbers | None:
    """Find a perfect matching of rows and columns.

    Args:
        may: square matrix of flags: whether a row may be matched with a column.
        deadline: limits, checked periodically.

    Returns:
        The column of each row, or None if there is no perfect matching.
    """
    size = len(may)
    column_of, row_of = np.full(size, -1), np.full(size, -1)
    # Rows with few columns to choose from come first.
    for row in np.argsort(may.sum(axis=1), kind="stable").tolist():
        deadline.check()
        end, came_from = _find_free_column(may, row, row_of)
        if end < 0:
            return None
        # Each row on the way passes its column on to the one before it.
        while end >= 0:
            giver = int(came_from[end])
            row_of[end] = giver
            column_of[giver], end = end, int(column_of[giver])
    return column_of


def _find_free_column(may: Flags, row: int, row_of: _Numbers) -> tuple[int, _Numbers]:
    # The end of an augmenting path, breadth first, and the row from which each column was reached. The column is -1 if
    # no path exists.
    came_from = np.full(len(may), -1)
    waiting = [row]
    for current in waiting:
        columns = np.flatnonzero(may[current] & (came_from < 0))
        came_from[columns] = current
        free = columns[row_of[columns] < 0]
        if len(free):
            return int(free[0]), came_from
        waiting += row_of[columns].tolist()
    return -1, came_from


# ---- beam search over rows and columns ----


def run_beam_search(
    scan: BeamSearch, board: Ints, width: int, seconds: float | None = None, widths: Sequence[int] = ()
) -> Iterator[tuple[str, Beam, tuple[int, ...]]]:
    """Complete a board by beam search.

    The upper rows are filled first, then the columns below them. A second pass fills one more row without mismatches,
    then the columns below it. This pass costs little, since few boards reach it, and often finds a better board if
    there are clues in the last rows.

    Args:
        scan: beam search that extends the beams.
        board: partial board to start from.
        width: number of boards to keep in the second half of the upper rows. Other widths follow from it.
        seconds: time limit, None for no limit. If the search is late, it reduces the width.
        widths: widths of an earlier beam search, to repeat it. If they end with its first pass, there is no second
            pass.

    Yields:
        The name of each row or column, the beam after filling it, and all widths so far.
    """
    layout = scan.layout
    upper = count_upper_rows(layout)
    top = _row_strips(layout, range(upper), width, upper)
    ending = _column_strips(layout, upper, width)
    pace = _WidthSchedule(seconds, [*top, *ending], board, widths)
    beam: Beam | None = scan.start(board)
    for line, then in zip(top, [*top[1:], ending[0]], strict=False):
        beam = _fill_strip(scan, beam, line, then, pace) if beam else None
        if beam:
            yield line.text, beam, tuple(pace.widths)
    longer = _row_strips(layout, range(upper, upper + 1), width, upper + 1) + _column_strips(layout, upper + 1, width)
    both = 0 < upper < layout.puzzle.rows - 2 and not 0 < len(widths) <= len(top) + len(ending)
    for lines in [ending, longer] if both else [ending]:
        last = beam
        for line, then in zip_longest(lines, lines[1:]):
            last = _fill_strip(scan, last, line, then, pace) if last else None
            if last:
                yield line.text, last, tuple(pace.widths)


def count_upper_rows(layout: BoardLayout) -> int:
    """Return how many rows to fill before the columns."""
    rows = layout.puzzle.rows
    inner = [square for square in layout.pinned if (layout.neighbours[square] >= 0).all()]
    clued = any(layout.squares[square].row >= rows - settings.LAST_ROWS for square in inner)
    return max(0, rows - (settings.LAST_ROWS_WITH_CLUES if clued else settings.LAST_ROWS))


@dataclass(frozen=True)
class Strip:
    """Row or column that a beam search fills square by square.

    Attributes:
        text: name of the row or column, e.g. `row 3 of 12`.
        squares: numbers of the squares, in order.
        most: greatest number of mismatches on a square.
        width: number of boards to keep.
    """

    text: str
    squares: tuple[int, ...]
    most: int
    width: int


def _row_strips(layout: BoardLayout, rows: range, width: int, upper: int) -> list[Strip]:
    return [
        Strip(
            f"row {row + 1} of {upper}",
            _squares_without_holes(layout.square_numbers[row]),
            0,
            width if row >= upper // 2 else settings.first_rows_width(width),
        )
        for row in rows
    ]


def _column_strips(layout: BoardLayout, upper: int, width: int) -> list[Strip]:
    cols = layout.puzzle.cols
    last = settings.last_columns_width(width, len(layout.squares))
    return [
        Strip(
            f"column {col + 1} of {cols}",
            _squares_without_holes(layout.square_numbers[upper:, col]),
            2 if col >= cols - settings.LOOSE_COLUMNS else 1,
            last,
        )
        for col in range(cols)
    ]


def _squares_without_holes(numbers: Ints) -> tuple[int, ...]:
    return tuple(numbers[numbers >= 0].tolist())


def _fill_strip(scan: BeamSearch, beam: Beam, line: Strip, then: Strip | None, pace: _WidthSchedule) -> Beam | None:
    width = pace.next_width(line)
    free = [square for square in line.squares if beam.free[square]]
    later = [square for square in then.squares[:1] if beam.free[square]] if then else []
    for square, following in zip_longest(free, [*free[1:], *later][: len(free)]):
        extended = scan.extend(beam, square, width, line.most, following)
        for most in range(line.most + 1, 5):
            if extended is not None and len(extended) >= min(len(beam), settings.THIN * width):
                break
            extended = scan.extend(beam, square, width, most, following) or extended
        if extended is None:
            return None
        beam = extended
    pace.record_line(line, width)
    # Trimming a short history takes longer than keeping it.
    return beam.trim_history() if beam.history_length > max(settings.LONG_HISTORY, settings.HISTORY * width) else beam


class _WidthSchedule:
    """Widths with which a beam search ends in time.

    Attributes:
        widths: width of each row or column filled so far.
    """

    def __init__(self, seconds: float | None, lines: list[Strip], board: Ints, widths: Sequence[int]) -> None:
        self._seconds, self._begun, self._board = seconds, monotonic(), board
        self._first, self.widths = widths, list[int]()
        self._left = sum(map(self._expected_work, lines))
        self._done = 0.0

    def _expected_work(self, line: Strip) -> float:
        return float(line.width * (1 + 2 * line.most) * (self._board[list(line.squares)] == FREE).sum())

    def next_width(self, line: Strip) -> int:
        self.widths.append(
            self._first[len(self.widths)] if len(self.widths) < len(self._first) else self._affordable_width(line)
        )
        return self.widths[-1]

    def _affordable_width(self, line: Strip) -> int:
        if self._seconds is None or not self._done:
            return line.width
        elapsed = monotonic() - self._begun
        needed = elapsed / self._done * self._left
        share = max(self._seconds - elapsed, 0.0) / max(needed, 1e-9)
        return max(min(line.width, settings.QUICK), int(line.width * min(1.0, share)))

    def record_line(self, line: Strip, width: int) -> None:
        work = self._expected_work(line)
        self._left = max(0.0, self._left - work)
        self._done += work * width / line.width


# ---- windows that improve a board ----


def improve_windows(
    layout: BoardLayout, board: Ints, random: np.random.Generator, windows: int, deadline: Deadline
) -> Iterator[Ints]:
    """Improve random windows, and yield each new best board."""
    current, least = board.copy(), int(layout.mismatched(board).sum())
    for _ in range(windows):
        deadline.check()
        wrong = layout.adjacent_pairs[layout.mismatched(current)]
        if not len(wrong):
            return
        now = len(wrong)
        squares = _draw_window(layout, wrong, random)
        uphill = now == least and random.random() < settings.UPHILL
        changed = _improve_window(layout, current, squares, uphill, int(random.integers(1, 2**31)))
        if changed is None:
            continue
        current = changed
        cost = int(layout.mismatched(current).sum())
        if cost < least:
            least = cost
            yield current.copy()


_SHAPES = ((3, 4), (4, 3), (2, 6), (6, 2), (4, 4), (2, 8), (8, 2), (3, 5), (5, 3))


def _draw_window(layout: BoardLayout, wrong: NDArray[np.int32], random: np.random.Generator) -> list[int]:
    # Around a random mismatch: the squares of several mismatches, a rectangle, or a cluster.
    one, other, _ = wrong[random.integers(len(wrong))]
    # Different shapes get stuck on different boards, so their types alternate at random.
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
        col, row = layout.squares[one]
        left = int(np.clip(col - random.integers(across), 0, cols - across))
        top = int(np.clip(row - random.integers(down), 0, rows - down))
        return [
            square
            for square in _squares_without_holes(layout.square_numbers[top : top + down, left : left + across].ravel())
            if free[square]
        ]
    chosen = [int(one), int(other)]
    touched = set(map(int, wrong[:, :2].ravel()))
    size = int(random.integers(12, 15))
    while len(chosen) < min(size, len(free)):
        edge = [int(n) for square in chosen for n in layout.neighbours[square] if n >= 0 and int(n) not in chosen]
        if not edge:  # the region of a board with holes is complete
            break
        # A window improves a board only if it covers mismatches, so it grows towards them.
        weights = np.array([4.0 if square in touched else 1.0 for square in edge])
        chosen.append(edge[random.choice(len(edge), p=weights / weights.sum())])
    return sorted(square for square in chosen if free[square])


def _improve_window(layout: BoardLayout, board: Ints, squares: list[int], uphill: bool, number: int) -> Ints | None:
    # The result is not worse, or worse by one mismatch if uphill.
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
    step = build_step(layout, rest, squares, candidates)._replace(most=before + uphill).drop_bad_candidates()
    answer = best_filling(step, StepEffort(1 if uphill else 0, settings.POLISH_CONFLICTS, number))
    if not answer.placements:
        return None
    changed = rest
    changed[squares] = answer.placements[-1]
    return changed
