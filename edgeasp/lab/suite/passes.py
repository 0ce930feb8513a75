"""Boards of a suite in folders, and passes that solve them.

A suite has the layout `N/C/board_i/`: boards of N x N squares (`8x5` for a rectangle) with C inner colours. The folder
of a board has these files:

- `puzzle.puz`: the puzzle;
- `puzzle.clue`: placements that every solution must contain;
- `default_sol.sol`: the planted solution;
- `sol_k.sol`: further solutions, numbered by k;
- `done`: an empty file, which marks that there are no further solutions with the clue.

The table `passes.csv` in the folder of a suite has a row for each estimate, and a row for each board that a pass tried,
with the limits of the pass. Rows are appended atomically, and the row of a completed board is written before its file
`done`. A pass that is killed at any moment therefore loses no row, and the next pass repeats none. Several passes may
append at the same time.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256
from itertools import count, groupby
from math import inf, isfinite, log
from pathlib import Path
from statistics import median
from typing import ClassVar, Literal

from edgeasp._version import __version__
from edgeasp.formats import files, plain
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.generate.recipes import hardest_colours, require_possible, usual_border_colours
from edgeasp.parallel.processes import Call, CallContext, OnTick, PoolExecutor, qualified_name
from edgeasp.puzzle import features
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.clues import merge_clues
from edgeasp.puzzle.estimate import inner_diamonds
from edgeasp.puzzle.expected import log_nodes, log_sum, model_applies
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import BoardKey, board_key
from edgeasp.search.solve import Session
from edgeasp.search.strategy import scan_order
from edgeasp.search.task import Job, Result, make_task
from edgeasp.system import writing
from edgeasp.system.errors import (
    AnswerError,
    CheckError,
    EdgeaspError,
    InputError,
    OptionError,
    OutputError,
    SolverError,
    os_reason,
)
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.lines import Size, format_csv_row, parse_csv_rows, parse_numbers
from edgeasp.system.writing import (
    BINARY,
    Content,
    LockTaken,
    append_atomically,
    flush_folder,
    lock_folder,
    require_extension,
    require_no_link,
    require_no_links,
    try_lock,
)

PUZZLE = "puzzle.puz"
CLUE = "puzzle.clue"
PLANTED = "default_sol.sol"
DONE = "done"

_BOARD = re.compile(r"([1-9][0-9]*)(?:x([1-9][0-9]*))?/(0|[1-9][0-9]*)/board_(0|[1-9][0-9]*)", re.ASCII)
_FOUND = re.compile(r"sol_([1-9][0-9]*)\.sol", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class PlaceInSuite:
    """Place of a board in a suite: size, inner colours and number.

    Places sort by columns, rows, colours and number.
    """

    cols: int
    rows: int
    colours: int
    index: int

    @property
    def group_name(self) -> str:
        """Path of the folder for this size and colours, within the suite."""
        size = str(self.cols) if self.cols == self.rows else f"{self.cols}x{self.rows}"
        return f"{size}/{self.colours}"

    @property
    def name(self) -> str:
        """Path of the board's folder, relative to the suite."""
        return f"{self.group_name}/board_{self.index}"


@dataclass(frozen=True, slots=True)
class SuiteBoard:
    """Board of a suite, with its folder."""

    place: PlaceInSuite
    folder: Path

    @property
    def done(self) -> bool:
        """Whether all solutions of the board are known."""
        return (self.folder / DONE).exists()

    @property
    def root(self) -> Path:
        """Folder of the suite."""
        return self.folder.parents[2]


@dataclass(frozen=True, slots=True)
class BoardContents:
    """Content of a board's folder.

    Attributes:
        puzzle: puzzle of the board.
        clues: placements that every solution must contain.
        known: known solutions, keyed by file name, the planted one first.
    """

    puzzle: Puzzle
    clues: Solution
    known: dict[str, Solution]


def find_boards(root: Path) -> list[SuiteBoard]:
    """Find the boards of a suite, small boards first.

    Other files and folders are ignored.
    """
    if not root.is_dir():
        raise InputError(str(root), None, "expected the folder of a suite")
    boards = [
        SuiteBoard(place, folder) for folder in root.glob("*/*/board_*") if (place := _parse_place(folder)) is not None
    ]
    if not boards:
        raise InputError(str(root), None, "expected a suite (boards in folders such as 8/12/board_1), found none")
    require_no_link(root / TABLE)
    for cell in {board.folder.parent for board in boards}:
        _require_no_links_above(cell)
    for board in boards:
        require_no_links(board.folder)
    return sorted(boards, key=lambda board: (board.place.cols * board.place.rows, board.place))


def read_puzzle(board: SuiteBoard) -> tuple[Puzzle, Solution]:
    """Read the puzzle of a board and its clues."""
    name, place = str(board.folder / PUZZLE), board.place
    puzzle = plain.read_puz(files.read_text(name), name)
    if (puzzle.cols, puzzle.rows) != (place.cols, place.rows):
        raise InputError(
            name, None, f"expected a board of {place.cols} x {place.rows}, found {puzzle.cols} x {puzzle.rows}"
        )
    features.require_support("suite", puzzle, source=name)
    clue = board.folder / CLUE
    if not clue.exists():
        return puzzle, Solution()
    source = files.read_clues(str(clue), puzzle)
    if not source.clues:
        raise InputError(str(clue), None, "expected what solutions have to keep, found an empty file")
    return puzzle, merge_clues(puzzle, [source])


def read_board(board: SuiteBoard) -> BoardContents:
    """Read a board's folder, and check every solution in it."""
    puzzle, clues = read_puzzle(board)
    numbers = sorted(int(match[1]) for path in board.folder.iterdir() if (match := _FOUND.fullmatch(path.name)))
    planted = [PLANTED] if (board.folder / PLANTED).exists() else []
    names = [*planted, *(f"sol_{number}.sol" for number in numbers)]
    return BoardContents(puzzle, clues, {name: _read_solution(board.folder / name, puzzle, clues) for name in names})


def _require_no_links_above(cell: Path) -> None:
    # A link could lead a pass to write outside of the suite.
    require_no_link(cell.parent)
    require_no_link(cell)


def _parse_place(folder: Path) -> PlaceInSuite | None:
    # Returns None for folders that are not boards.
    match = _BOARD.fullmatch("/".join(folder.parts[-3:]))
    if not (match and folder.is_dir()):
        return None
    cols, rows, colours, index = match.groups()
    return PlaceInSuite(int(cols), int(rows or cols), int(colours), int(index))


def _read_solution(path: Path, puzzle: Puzzle, clues: Solution) -> Solution:
    solution = plain.read_sol(files.read_text(str(path)), puzzle, str(path))
    report = check(puzzle, solution, clues)
    if report.missing:
        placed = f"{len(solution)} of {len(puzzle.tiles)} tiles"
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, found {placed}")
    if report.violations:
        raise InputError(str(path), None, f"expected a solution of {PUZZLE}, but {report.violations[0].text}")
    return solution


_MOST = 9_999


def parse_colour_numbers(text: str) -> list[int]:
    """Parse a list of numbers of colours, e.g. `5-9,12`."""
    return parse_numbers(text, "colours such as 5-9,12", 1, _MOST)


def select_boards(
    boards: Iterable[SuiteBoard], sizes: list[Size] | None, colours: list[int] | None
) -> list[SuiteBoard]:
    """Select boards by size and number of inner colours.

    Args:
        boards: boards to select from.
        sizes: sizes to select, None for all.
        colours: numbers of inner colours to select, None for all.
    """
    return [
        board
        for board in boards
        if (sizes is None or (board.place.cols, board.place.rows) in sizes)
        and (colours is None or board.place.colours in colours)
    ]


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """Boards to generate for a suite.

    Attributes:
        sizes: sizes of the boards.
        boards: number of boards for each size and number of colours.
        colours: numbers of inner colours, for all sizes. None to use, for each size, the number that makes boards
            hardest, and the numbers up to `around` below and above it.
        around: see `colours`.
        border: number of border colours, None for the number that makes boards hardest.
        distinct: whether to exclude identical tiles.
    """

    sizes: list[Size]
    boards: int
    colours: list[int] | None = None
    around: int = 1
    border: int | None = None
    distinct: bool = False

    def recipes(self) -> list[tuple[PlaceInSuite, Recipe]]:
        """List the place and the recipe of each board.

        The recipes have no seed yet, see `derive_seed`.
        """
        planned = []
        for cols, rows in self.sizes:
            for inner in self._colour_numbers(cols, rows):
                border = self.border or usual_border_colours(cols, rows, inner)
                recipe = Recipe(cols, rows, inner, border, clues="corner", distinct=self.distinct)
                places = [PlaceInSuite(cols, rows, inner, index) for index in range(1, self.boards + 1)]
                with _prefix_errors(places[0].group_name):
                    require_possible(recipe)
                planned += [(place, recipe) for place in places]
        return planned

    def _colour_numbers(self, cols: int, rows: int) -> list[int]:
        if self.colours is not None:
            return self.colours
        middle, inside = hardest_colours(cols, rows, self.border), inner_diamonds(cols, rows)
        least, most = max(1, middle - self.around), min(inside, middle + self.around)
        # Boards without inner diamonds have no inner colours.
        return list(range(least, most + 1)) if inside else [0]


def derive_seed(seed: int, place: PlaceInSuite) -> int:
    """Derive the seed of a board from its place.

    So sizes, colours and boards can be added to a suite without changing existing boards.

    Args:
        seed: seed of the suite.
        place: place of the board.
    """
    text = f"{seed} {place.cols} {place.rows} {place.colours} {place.index}"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:6], "big")


def generate_boards(
    root: Path, recipes: Iterable[tuple[PlaceInSuite, Recipe]], seed: int
) -> Iterator[tuple[PlaceInSuite, bool]]:
    """Generate the missing boards of a suite, each atomically.

    Args:
        root: folder of the suite.
        recipes: place and recipe of each board.
        seed: seed of the suite.

    Yields:
        the place of each board, and whether the board is new.
    """
    if not root.is_dir():
        require_extension(str(root), Content.FOLDER)
    _translate_os_error(root, lambda: root.mkdir(parents=True, exist_ok=True))
    recipes = list(recipes)
    for cell in {place.group_name for place, _ in recipes}:
        _require_no_links_above(root / cell)
    try:
        with lock_folder(root, 0.0):
            # A process that was killed may have left incomplete boards.
            for left in root.glob("*/*/.board_*.part"):
                shutil.rmtree(left, ignore_errors=True)
            for place, recipe in recipes:
                folder = root / place.name
                missing = not folder.exists()
                if missing:
                    with _prefix_errors(place.name):
                        planted = generate(replace(recipe, seed=derive_seed(seed, place)))
                    _write_planted_board(folder, planted)
                yield place, missing
    except LockTaken:
        raise OutputError(f"{root}: another process generates boards there") from None


@contextmanager
def _prefix_errors(boards: str) -> Iterator[None]:
    try:
        yield
    except OptionError as error:
        raise OptionError(f"{boards}: {error}") from None


def _write_planted_board(folder: Path, planted: Planted) -> None:
    # A rename is atomic, so a board has all its files as soon as it exists.
    part = folder.with_name(f".{folder.name}.{os.urandom(8).hex()}.part")
    _translate_os_error(part, lambda: part.mkdir(parents=True))
    try:
        writing.write_text(str(part / PUZZLE), plain.write_puz(planted.puzzle))
        if len(planted.clues):
            writing.write_text(str(part / CLUE), plain.write_sol(planted.clues))
        if planted.solution is not None:
            writing.write_text(str(part / PLANTED), plain.write_sol(planted.solution))
        _translate_os_error(folder, lambda: part.rename(folder))
        flush_folder(folder.parent)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _translate_os_error(path: Path, do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {os_reason(error)}") from None


# Seconds to wait for a board that another process has locked, since that process may be about to stop.
_PATIENCE = 3.0


Engine = Literal["scan", "clingo", "none", ""]


class BoardState(Enum):
    """State of a board after a pass."""

    DONE = "done"
    """All solutions are known."""
    OPEN = "open"
    """There may be further solutions."""
    BAD = "bad"
    """Its folder has an error."""
    BROKEN = "broken"
    """edgeasp or clingo has a fault."""


@dataclass(frozen=True, slots=True)
class ExpectedWork:
    """Expected work on a board.

    Attributes:
        log_tiles: decimal logarithm of the number of tiles that the compiled search places.
        log_boards: decimal logarithm of the number of solutions.
    """

    log_tiles: float
    log_boards: float

    @property
    def seconds(self) -> float:
        """Expected processor seconds on an average machine."""
        # 10 ** 309 overflows a float.
        return _SECONDS_TO_START + 10 ** min(self.log_tiles, 300.0) / _TILES_PER_SECOND


# Seconds to read a board and plan its search, and placements of the compiled search per second.
_SECONDS_TO_START, _TILES_PER_SECOND = 0.3, 7e7


@dataclass(frozen=True, slots=True)
class BoardJob:
    """Board to solve, with limits.

    Attributes:
        board: board of the suite.
        limits: limits on time, conflicts and memory.
        most: number of known solutions at which the search stops, None for no limit.
        expected: expected work, None if it is unknown.
    """

    board: SuiteBoard
    limits: Limits = Limits()
    most: int | None = None
    expected: ExpectedWork | None = None

    @property
    def expected_seconds(self) -> float:
        """Expected processor seconds, at most the time limit."""
        expected = self.expected.seconds if self.expected else _SECONDS_TO_START
        return expected if self.limits.seconds is None else min(expected, self.limits.seconds)


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """Outcome of a board in a pass.

    Attributes:
        state: State after the pass: `done`, `open`, `bad` (error in the folder) or `broken` (fault of a program).
        why: Reason why the board is open, bad or broken, or done without a search. Otherwise empty.
        new: Number of solutions that this pass has found and written.
        known: Number of solutions known now, or None if the folder was not read.
        seconds: Wall time in seconds.
        conflicts: Number of conflicts of the search.
        engine: Engine that searched, `none` if no search was needed, empty if unknown.
        tiles: Number of tiles that the compiled search has placed, or None for another engine.
        processor: Processor time of the search in seconds.
        digest: Digest of all solutions known now, empty if the folder was not read.
    """

    state: BoardState
    why: str = ""
    new: int = 0
    known: int | None = None
    seconds: float = 0.0
    conflicts: int = 0
    engine: Engine = ""
    tiles: int | None = None
    processor: float = 0.0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class TriedBoard:
    """Board that a pass has tried, with its outcome."""

    JSON: ClassVar = ("board=job.board.place.name", "*outcome")

    job: BoardJob
    outcome: BoardOutcome


@dataclass(frozen=True, slots=True)
class SuitePass:
    """Pass over a suite, which tries each selected board once.

    Attributes:
        suite: Folder of the suite.
        boards: Number of boards of the selected sizes and colours.
        done_before: Number of these boards that were done before the pass.
        left_out: Number of these boards that were skipped, since the compiled search is expected to place more tiles
            than the limit.
        passed: Boards that this pass has tried, in the order in which they ended.
        interrupted: Whether Ctrl-C or SIGTERM ended the pass.
    """

    SCHEMA: ClassVar = ("edgeasp.suite-solve", 1)

    suite: str
    boards: int
    done_before: int
    left_out: int
    passed: tuple[TriedBoard, ...]
    interrupted: bool

    def count_in_states(self, *states: str) -> int:
        """Count the boards that this pass left in given states."""
        return sum(tried.outcome.state.value in states for tried in self.passed)


def solve_boards(
    works: Iterable[BoardJob], jobs: int, on_tick: OnTick = lambda _: None
) -> Generator[TriedBoard, None, None]:
    """Solve boards in parallel, each in a separate process.

    Closing the iterator ends all processes. So does the end of this process, even by SIGKILL.

    Args:
        works: boards to solve.
        jobs: number of processes.
        on_tick: called several times a second. An exception from it ends the pass.

    Yields:
        each board with its outcome, as soon as it ends.
    """
    calls = (Call(qualified_name(solve_in_worker), job) for job in works)
    with closing(PoolExecutor(jobs, fresh=True).run(calls, on_tick)) as executed:
        for ended in executed:
            outcome = ended.value
            if outcome is None:
                # A process that was killed by a signal, e.g. for its memory, does not show a fault in edgeasp.
                state = BoardState.OPEN if ended.status < 0 else BoardState.BROKEN
                seconds, processor = round(ended.wall, 3), round(ended.cpu, 3)
                outcome = BoardOutcome(state, ended.failure, seconds=seconds, processor=processor)
                append_row(ended.call.argument, outcome)
            yield TriedBoard(ended.call.argument, outcome)


def solve_in_worker(job: BoardJob, context: CallContext) -> BoardOutcome:
    """Solve a board in a worker, returning errors as outcomes."""
    try:
        return solve_board(job, context.check)
    except (AnswerError, CheckError, SolverError) as fault:
        outcome = BoardOutcome(BoardState.BROKEN, str(fault))
    except EdgeaspError as error:
        outcome = BoardOutcome(BoardState.BAD, str(error))
    append_row(job, outcome)
    return outcome


def solve_board(job: BoardJob, on_tick: Callable[[], None] = lambda: None) -> BoardOutcome:
    """Find a board's unknown solutions, and mark it if complete.

    The search finds solutions in the same order each time, so an interrupted and repeated search leaves the same files
    as a single search. A board that another process has locked is skipped.
    """
    deadline, board = Deadline(job.limits, on_tick), job.board
    try:
        with lock_folder(board.folder, _PATIENCE, on_tick):
            # A process that was killed may have left incomplete files.
            for path in board.folder.glob(".*.part"):
                path.unlink(missing_ok=True)
            if board.done or _mark_if_counted(board, digests_by_board(read_passes(board.root))):
                return BoardOutcome(BoardState.DONE, "another process was first", seconds=_rounded_seconds(deadline))
            outcome = _find_solutions(job, deadline)
            # The row comes first, so that a pass that is killed here does not lose it.
            append_row(job, outcome)
            if outcome.state is BoardState.DONE:
                _mark_done(board)
            return outcome
    except LockTaken:
        return BoardOutcome(BoardState.OPEN, "another process is busy with it", seconds=_rounded_seconds(deadline))


def _rounded_seconds(deadline: Deadline) -> float:
    return round(deadline.seconds(), 3)


def mark_counted_boards(boards: Iterable[SuiteBoard], counted: Mapping[str, str]) -> Iterator[SuiteBoard]:
    """Mark boards as done if an earlier pass counted them.

    A board is marked if the digest of the solutions in its folder equals the digest in the table. So a pass in a copy
    of the folders needs no search if the copy has the solutions and the table.

    Args:
        boards: boards that may be marked.
        counted: digests keyed by board name, see `digests_by_board`.

    Yields:
        the boards that are not marked, including unreadable ones.
    """
    for board in boards:
        done = False
        if board.place.name in counted:
            # A pass that holds the lock is solving the board: the next call can mark it.
            with suppress(EdgeaspError, LockTaken), lock_folder(board.folder, 0.0):
                done = board.done or _mark_if_counted(board, counted)
        if not done:
            yield board


def _mark_if_counted(board: SuiteBoard, counted: Mapping[str, str]) -> bool:
    # Returns whether the solutions in the folder agree with the table.
    wanted = counted.get(board.place.name)
    if not wanted:
        return False
    contents = read_board(board)
    if boards_digest(board_key(contents.puzzle, solution) for solution in contents.known.values()) != wanted:
        return False
    _mark_done(board)
    return True


def _mark_done(board: SuiteBoard) -> None:
    writing.write_text(str(board.folder / DONE), "")


def boards_digest(boards: Iterable[BoardKey]) -> str:
    """Compute a digest of a set of boards.

    Each board becomes a line of text. For each square, row by row, the line has the colours to the north, east, south
    and west, and the sign of the tile if it has a sign. The digest is the first half of the SHA-256 of the sorted
    lines, so that other programs can compute it as well.
    """
    lines = {" ".join(word for sides, sign in board for word in (*map(str, sides), *sign)) + "\n" for board in boards}
    return sha256("".join(sorted(lines)).encode()).hexdigest()[:32]


def _find_solutions(job: BoardJob, deadline: Deadline) -> BoardOutcome:
    board, begun = job.board, time.process_time()
    contents = read_board(board)
    # Before the search, rather than after hours.
    writing.require_writable(str(board.folder / DONE))
    known = {board_key(contents.puzzle, solution): name for name, solution in contents.known.items()}
    missing, before = dict(known), len(known)
    numbers = (f"sol_{number}.sol" for number in count(1))
    names = (name for name in numbers if name not in contents.known)
    full = False
    session = Session(make_task(contents.puzzle, contents.clues), deadline=deadline)
    for answer in session.run(Job(session.task, 0, limits=job.limits, scan=True)):
        key = board_key(contents.puzzle, answer.solution)
        missing.pop(key, None)
        if key in known:
            continue
        # Only a solution beyond the limit ends the search, so a board with exactly `most` solutions can be completed.
        full = job.most is not None and len(known) >= job.most
        if full:
            break
        known[key] = next(names)
        writing.write_text(str(board.folder / known[key]), plain.write_sol(answer.solution))
    result = session.result()
    if result.exhausted and missing:
        raise CheckError(
            f"the search is complete without {min(missing.values())}, which the checker accepts; "
            "this is a fault in edgeasp or in clingo, please report it"
        )
    return BoardOutcome(
        BoardState.DONE if result.exhausted else BoardState.OPEN,
        "" if result.exhausted else f"solution limit of {job.most:,}" if full else str(result.stopped or ""),
        len(known) - before,
        len(known),
        _rounded_seconds(deadline),
        result.statistics.conflicts or 0 if result.statistics else 0,
        _engine_name(result),
        result.scanned,
        round(time.process_time() - begun, 3),
        boards_digest(known),
    )


def _engine_name(result: Result) -> Engine:
    return "scan" if result.scanned is not None else "clingo" if result.statistics else "none"


TABLE = "passes.csv"

COLUMNS = (
    *("date", "board", "state", "boards", "engine", "tiles", "log10_tiles", "log10_boards"),
    *("processor", "seconds", "digest", "version", "conflicts", "new"),
    *("time_limit", "conflict_limit", "memory_limit", "solution_limit", "why"),
)
"""Columns of the table of passes. A missing value is empty.

In order: end of the search in UTC, board, state, number of known solutions, engine, placements of the compiled search,
expected placements and solutions as decimal logarithms, processor seconds, wall seconds, digest of the solutions,
version of edgeasp, conflicts, number of new solutions, and limits.
"""

COUNT_COLUMNS = COLUMNS[: COLUMNS.index("version") + 1]
"""Columns of a table of counts (`suite results`), which can also be read as a table of passes."""

EXPECTED = "expected"
"""State of a board in a row that only records its estimate."""

_NUMBERS = ("boards", "tiles", "log10_tiles", "log10_boards", "processor", "seconds")

Row = Mapping[str, str]
"""Row of the table of passes: cells keyed by column. Tables of older versions have fewer columns."""


def append_row(job: BoardJob, outcome: BoardOutcome | None) -> None:
    """Append a row for a board to the table.

    Args:
        job: board with its limits and expected work.
        outcome: outcome of the board, None to record only the expected work.

    Raises:
        OutputError: the table cannot be written.
    """
    expected = (job.expected.log_tiles, job.expected.log_boards) if job.expected else (None, None)
    names = [None if number is None else f"{number:.4f}" for number in expected]
    head: list[object] = [datetime.now(UTC).isoformat(timespec="seconds"), job.board.place.name]
    if outcome is None:
        values = [*head, EXPECTED, *[None] * 3, *names, None, 0, None, __version__, *[None] * 7]
    else:
        values = [
            *(*head, outcome.state.value, outcome.known, outcome.engine, outcome.tiles, *names),
            *(f"{outcome.processor:.3f}", f"{outcome.seconds:.3f}", outcome.digest, __version__),
            *(outcome.conflicts, outcome.new, job.limits.seconds, job.limits.conflicts, job.limits.memory),
            *(job.most, " ".join(outcome.why.split())),
        ]
    path, columns = job.board.root / TABLE, format_csv_row(COLUMNS).encode()
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | BINARY, 0o666)
        try:
            while not try_lock(handle):
                time.sleep(0.01)
            before = _read_whole_file(handle)
            whole = before[: before.rfind(b"\n") + 1]
            if len(whole) < len(before):
                # A full disk or a power cut has left an incomplete row.
                os.ftruncate(handle, len(whole))
            # A table of another version gets a second header.
            append_atomically(handle, (b"" if columns in whole else columns) + format_csv_row(values).encode())
        finally:
            os.close(handle)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None


def _read_whole_file(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = iter(lambda: os.read(handle, 1 << 20), b"")
    return b"".join(parts)


def read_passes(root: Path) -> list[Row]:
    """Read the table of passes, if it exists.

    Tables of older versions are accepted, and an incomplete last row is ignored.

    Raises:
        InputError: the file is not a table of passes.
    """
    path = root / TABLE
    if not path.exists():
        return []
    text = files.read_text(str(path))
    names: list[str] = []
    rows: list[Row] = []
    for number, cells in enumerate(parse_csv_rows(text[: text.rfind("\n") + 1], str(path)), start=1):
        # Each version that has written to the table has a header of its own.
        if cells[:2] == ["date", "board"]:
            names = cells
            continue
        row = dict(zip(names, cells, strict=False))
        if len(cells) != len(names) or not _is_valid_row(row):
            raise InputError(str(path), number, "expected a row of passes over the suite")
        rows.append(row)
    return rows


def _is_valid_row(row: Row) -> bool:
    try:
        numbers = {name: float(text) for name in _NUMBERS if (text := row.get(name))}
    except ValueError:
        return False
    together = ("log10_tiles" in numbers) == ("log10_boards" in numbers)
    # The logarithms may be negative: fewer than one solution, or placement, may be expected.
    positive = all(number >= 0 for name, number in numbers.items() if not name.startswith("log10"))
    known = row.get("state") in {EXPECTED, *(state.value for state in BoardState)}
    return known and "seconds" in numbers and together and positive and all(map(isfinite, numbers.values()))


def seconds_spent(rows: Iterable[Row]) -> dict[str, float]:
    """Sum up the seconds of all passes for each board."""
    spent: dict[str, float] = {}
    for row in rows:
        spent[row["board"]] = spent.get(row["board"], 0.0) + float(row["seconds"])
    return spent


def digests_by_board(rows: Iterable[Row]) -> dict[str, str]:
    """Map each completed board's name to its solutions' digest."""
    return {row["board"]: row.get("digest", "") for row in rows if row["state"] == BoardState.DONE.value}


def completed_rows(boards: Iterable[SuiteBoard], rows: Iterable[Row]) -> list[Row]:
    """List the first row of each completed board.

    Raises:
        CheckError: two passes counted a board differently.
    """
    done: dict[str, Row] = {}
    for row in rows:
        if row["state"] != BoardState.DONE.value or not row.get("digest"):
            continue
        first = done.setdefault(row["board"], row)
        if (first["digest"], first["boards"]) != (row["digest"], row["boards"]):
            raise CheckError(
                f"{row['board']}: two passes have counted {first['boards']} and {row['boards']} boards, which differ; "
                "this is a fault in edgeasp or in clingo, please report it"
            )
    return [done[board.place.name] for board in boards if board.place.name in done]


def plan_jobs(
    boards: Iterable[SuiteBoard], limits: Limits, most: int | None, rows: Iterable[Row]
) -> Iterator[BoardJob]:
    """Yield a job for each board, with its expected work.

    Missing estimates are computed, and appended to the table of passes.
    """
    estimated = {
        row["board"]: ExpectedWork(float(row["log10_tiles"]), float(row["log10_boards"]))
        for row in rows
        if row.get("log10_tiles")
    }
    for board in boards:
        job = BoardJob(board, limits, most, estimated.get(board.place.name))
        if job.expected is None:
            with suppress(InputError):  # the pass will say what is wrong with the board
                job = replace(job, expected=estimate_work(*read_puzzle(board)))
            if job.expected:
                append_row(job, None)
        yield job


def sort_by_work(jobs: Iterable[BoardJob]) -> list[BoardJob]:
    """Sort jobs by expected work, with unknown work last."""
    return sorted(jobs, key=lambda job: job.expected.log_tiles if job.expected else inf)


def estimate_work(puzzle: Puzzle, clues: Solution) -> ExpectedWork | None:
    """Estimate the work of the compiled search on a board.

    Returns:
        the estimate, or None if the model of `puzzle.expected` does not apply.
    """
    laid = log_nodes(puzzle, scan_order(puzzle, clues).squares, clues) if model_applies(puzzle) else []
    return ExpectedWork(log_sum(laid) / log(10), laid[-1] / log(10)) if laid else None


@dataclass(frozen=True, slots=True)
class StatusRow:
    """Summary of the boards with equal size and number of inner colours.

    Attributes:
        cols: Number of columns.
        rows: Number of rows.
        colours: Number of inner colours.
        boards: Number of boards.
        done: Number of boards whose solutions are all known.
        open: Number of boards that may have further solutions.
        bad: Number of boards with an error in their folder.
        solutions: Number of known solutions of all boards that are not bad.
        least: Fewest known solutions of a board that is not bad, or None if all are bad.
        median: Median number of known solutions of the boards that are not bad, or None if all are bad.
        most: Most known solutions of a board that is not bad, or None if all are bad.
        seconds: Wall time that passes have spent on these boards, in seconds.
    """

    cols: int
    rows: int
    colours: int
    boards: int
    done: int
    open: int
    bad: int
    solutions: int
    least: int | None
    median: float | None
    most: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class BadBoard:
    """Board with an error in its folder.

    Attributes:
        board: Path of the board's folder, relative to the suite.
        fault: Text of the error.
    """

    board: str
    fault: str


@dataclass(frozen=True, slots=True)
class SuiteStatus:
    """State of the boards of a suite.

    Attributes:
        rows: Summaries by size and number of colours, small boards first.
        bad: Boards with an error in their folder.
    """

    SCHEMA: ClassVar = ("edgeasp.suite-status", 1)

    rows: tuple[StatusRow, ...]
    bad: tuple[BadBoard, ...]


def summarise_suite(
    boards: Iterable[SuiteBoard], spent: Mapping[str, float], counted_before: Mapping[str, str]
) -> SuiteStatus:
    """Summarise the boards after checking every solution.

    Args:
        boards: boards to summarise.
        spent: seconds that passes took, keyed by board name, see `seconds_spent`.
        counted_before: digests of earlier passes, see `digests_by_board`. If the solutions of a completed board have
            another digest, the board is bad.
    """
    counted: list[tuple[SuiteBoard, int | None]] = []
    bad: list[BadBoard] = []
    for board in boards:
        try:
            contents = read_board(board)
            known = {board_key(contents.puzzle, solution) for solution in contents.known.values()}
            wanted = counted_before.get(board.place.name) if board.done else None
            if wanted and boards_digest(known) != wanted:
                raise InputError(
                    str(board.folder / DONE),
                    None,
                    "expected the solutions that passes.csv has counted, found others: remove this file, and suite "
                    "solve finds them again",
                )
        except EdgeaspError as error:
            bad.append(BadBoard(board.place.name, str(error)))
            counted.append((board, None))
        else:
            counted.append((board, len(known)))
    groups = groupby(counted, lambda pair: (pair[0].place.cols, pair[0].place.rows, pair[0].place.colours))
    return SuiteStatus(tuple(_summarise_group(key, list(group), spent) for key, group in groups), tuple(bad))


def _summarise_group(
    key: tuple[int, int, int], boards: list[tuple[SuiteBoard, int | None]], spent: Mapping[str, float]
) -> StatusRow:
    numbers = [known for _, known in boards if known is not None]
    done = sum(board.done for board, known in boards if known is not None)
    return StatusRow(
        *key,
        boards=len(boards),
        done=done,
        open=len(numbers) - done,
        bad=len(boards) - len(numbers),
        solutions=sum(numbers),
        seconds=round(sum(spent.get(board.place.name, 0.0) for board, _ in boards), 3),
        least=min(numbers, default=None),
        median=float(median(numbers)) if numbers else None,
        most=max(numbers, default=None),
    )
