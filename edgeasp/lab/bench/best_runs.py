"""Benchmark of programs that search for best boards within a time limit.

A system is `edgeasp`, `edgeasp:jobs=2` or a user program, `command='./solver {puz} {seconds} {seed}'`. The program
prints boards in a format that `systems` describes, and is scored by the best board that it prints within the limit.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path

from edgeasp._version import __version__
from edgeasp.formats import files
from edgeasp.lab.bench import systems
from edgeasp.lab.bench.instances import BenchInstance
from edgeasp.lab.bench.systems import COMMAND, CommandSolver, parse_systems, read_boards
from edgeasp.lab.bench.table import BenchmarkReport, ReportTable, TableFormat, open_for_appending, parse_fields, utc_now
from edgeasp.parallel.processes import Call, CallContext, EndedCall, PoolExecutor, qualified_name
from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system import writing
from edgeasp.system.errors import CheckError, InputError, OptionError, ProgramError
from edgeasp.system.lines import format_csv_row, parse_csv_rows, quoted

# Seconds after the time limit at which a program and its descendants are killed.
_GRACE = 20.0

_OWN = re.compile(r"edgeasp(?::jobs=([1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class BestSystem:
    """Program that searches for best boards.

    Attributes:
        label: name, as the user typed it.
        words: command line, with placeholders as in `systems.PLACES`.
        own: whether the program is edgeasp itself, which reports the time of each board.
        threads: number of threads of the program.
    """

    label: str
    words: tuple[str, ...]
    own: bool = False
    threads: int = 1

    @classmethod
    def parse(cls, texts: Iterable[str]) -> list[BestSystem]:
        """Parse comma-separated lists of systems.

        Raises:
            OptionError: a name is not a system, or the system's program is not installed.
        """
        systems: list[BestSystem] = []
        for text in texts:
            listed, name, rest = text.partition(f"{COMMAND}=")
            for system in filter(None, (part.strip() for part in listed.split(","))):
                match = _OWN.fullmatch(system)
                if match is None:
                    raise OptionError(f"expected edgeasp, edgeasp:jobs=N or command=WORDS, found {system!r}")
                jobs = match[1] or "1"
                call = "-m edgeasp best {puz_with_comments} --clue {clue} --seed {seed} --time-limit {seconds} --jobs"
                start = (sys.executable, *call.split(), jobs, "--format", "json", "-q")
                systems.append(cls(system, start, own=True, threads=int(jobs)))
            for program in parse_systems([name + rest]) if name else ():
                assert isinstance(program, CommandSolver)
                program.require()
                systems.append(cls(program.label, program.words))
        return systems


@dataclass(frozen=True, slots=True, kw_only=True)
class BestRow:
    """Row of the table: one search for a best board.

    Seconds are wall time unless stated otherwise.
    """

    board: str
    system: str
    seconds: float
    seed: int
    score: int | None
    diamonds: int
    proved: bool
    wall: float
    cpu: float
    memory: int
    trajectory: str
    puzzle_hash: str
    version: str
    host: str
    date: str
    message: str

    @property
    def key(self) -> tuple[str, str, float, int]:
        """Fields that identify the run.

        A run whose key is in the table is not repeated.
        """
        return self.puzzle_hash, self.system, self.seconds, self.seed

    @property
    def improvements(self) -> list[tuple[float, int]]:
        """Time in seconds and score of each improvement."""
        pairs = (step.split(":") for step in self.trajectory.split())
        return [(float(seconds), int(score)) for seconds, score in pairs]


COLUMNS = tuple(field.name for field in fields(BestRow))


@dataclass(frozen=True, slots=True)
class BestRun:
    """Run to measure: system, puzzle, seed and time limit.

    Raises:
        EncodingError: the program may ignore a feature of the puzzle, see `systems.require_comments_supported`.
    """

    instance: BenchInstance
    system: BestSystem
    seconds: float
    seed: int

    def __post_init__(self) -> None:
        systems.require_comments_supported(self.system.words, self.instance.puzzle)

    @property
    def key(self) -> tuple[str, str, float, int]:
        """Key of the run's row, see `BestRow.key`."""
        return self.instance.hash, self.system.label, self.seconds, self.seed


@dataclass(frozen=True, slots=True)
class BestOutcome:
    """Result of a program: score of its best board, or a failure."""

    score: int | None = None
    proved: bool = False
    trajectory: str = ""
    message: str = ""


def measure_run(run: BestRun, context: CallContext) -> BestOutcome:
    """Run a program and score the best board it printed."""
    puzzle, clues, own = run.instance.puzzle, run.instance.clues, run.system.own
    with tempfile.TemporaryDirectory(prefix="edgeasp-") as folder:
        words = systems.fill_placeholders(
            run.system.words, Path(folder), puzzle, clues, seed=run.seed, seconds=run.seconds
        )
        begun = time.monotonic()
        # edgeasp stops at the limit by itself, and then writes its record. Other programs are stopped at the limit.
        status, output, errors = systems.run_program(words, Path(folder), run.seconds + (_GRACE if own else 0))
        wall = time.monotonic() - begun
    try:
        outcome = (_score_own_output if own else _score_other_output)(output, puzzle, clues, min(wall, run.seconds))
    except (CheckError, ProgramError, ValueError) as error:
        last = errors.splitlines()[-1:]
        return BestOutcome(message="; ".join([*last, str(error)]))
    # Printed boards count even if the program fails later. The status of edgeasp is 1 at its limit, so it is ignored.
    if not own and status is not None and (failure := systems.failure_text(status, errors)):
        return replace(outcome, message=failure)
    if outcome.score is None:
        says = "no board within the limit" if own else "the program says that there is no board"
        return replace(outcome, message=says)
    return outcome


def _score_own_output(text: str, puzzle: Puzzle, clues: Solution, wall: float) -> BestOutcome:
    record = json.loads(text)
    if record["board"] is None:
        return BestOutcome(proved=record["proved"])
    placed = (Placement(tile, Square(col, row), rot) for tile, col, row, rot in record["board"])
    curve = " ".join(f"{step['seconds']:.1f}:{step['score']}" for step in record["trajectory"])
    return BestOutcome(count_matches(puzzle, Solution(tuple(placed)), clues), record["proved"], curve)


def _score_other_output(text: str, puzzle: Puzzle, clues: Solution, wall: float) -> BestOutcome:
    parts = [part for part in systems.SEPARATOR.split(text) if part.strip()]
    try:
        boards = read_boards(text, puzzle, "the program")
    except ProgramError:
        # The time limit may have cut off the last board.
        if len(parts) < 2:
            raise
        boards = [read_boards(part, puzzle, "the program")[0] for part in parts[:-1]]
    best = max((count_matches(puzzle, board, clues) for board in boards), default=None)
    return BestOutcome(best, trajectory="" if best is None else f"{wall:.1f}:{best}")


def count_matches(puzzle: Puzzle, board: Solution, clues: Solution = Solution()) -> int:
    """Count the matching edges of a board.

    Raises:
        CheckError: the board is incomplete, or violates the frame, the signs or a clue.
    """
    report = check(puzzle, board, clues)
    # Only the condition that is counted may be violated.
    wrong = [violation.text for violation in report.violations if violation.condition is not Condition.ADJOINING]
    if wrong or report.missing:
        raise CheckError("; ".join(wrong[:2]) or f"{len(report.missing)} squares hold no tile")
    return report.matched


def measure_missing(
    runs: Sequence[BestRun],
    path: Path,
    host: str,
    cores: Sequence[int],
    report: Callable[[BestRow | None], object] = lambda row: None,
) -> list[BestRow]:
    """Measure the runs that are missing from the table.

    Args:
        runs: all runs of the benchmark.
        path: file of the table, to which each new row is appended.
        host: description of the machine.
        cores: cores to use.
        report: called with each new row, and with None several times a second.

    Returns:
        the rows of all runs, old and new.
    """
    systems.require_cores({run.system.label: run.system.threads for run in runs}, len(cores))
    with open_for_appending(path, BEST_RUNS) as (rows, append):
        known = {row.key: row for row in rows}
        todo = (run for run in runs if run.key not in known)
        works = [Call(qualified_name(measure_run), run, run.system.threads, run.seconds + 2 * _GRACE) for run in todo]
        with closing(PoolExecutor(len(cores), fresh=True, cores=cores).run(works, lambda _: report(None))) as executed:
            for ended in executed:
                row = _build_row(ended, host)
                known[row.key] = row
                append(row)
                report(row)
    return [known[run.key] for run in runs]


def _build_row(ended: EndedCall, host: str) -> BestRow:
    run = ended.call.argument
    outcome = ended.value or BestOutcome(message=ended.failure or ended.killed)
    return BestRow(
        board=run.instance.name,
        system=run.system.label,
        seconds=run.seconds,
        seed=run.seed,
        score=outcome.score,
        diamonds=run.instance.puzzle.grid.diamonds,
        proved=outcome.proved,
        wall=round(ended.wall, 1),
        cpu=round(ended.cpu, 1),
        memory=ended.memory,
        trajectory=outcome.trajectory,
        puzzle_hash=run.instance.hash,
        version=__version__ if run.system.own else "",
        host=host,
        date=utc_now(),
        message=" ".join(outcome.message.split()),
    )


def format_row(row: BestRow) -> str:
    """Format a row as a line of CSV."""
    return format_csv_row(getattr(row, name) for name in COLUMNS)


def write_table(path: Path, rows: Iterable[BestRow]) -> None:
    """Write a table to a file."""
    writing.write_text(str(path), "".join([format_csv_row(COLUMNS), *map(format_row, rows)]))


def read_table(path: Path) -> list[BestRow]:
    """Read a table from a file.

    Raises:
        InputError: the file is not a table written by `write_table`.
    """
    return parse_rows(files.read_text(str(path)), str(path))


def parse_rows(text: str, source: str) -> list[BestRow]:
    """Parse a table's text, ignoring an incomplete last line.

    Raises:
        InputError: the text is not a table of searches for best boards.
    """
    first, *records = parse_csv_rows(text[: text.rfind("\n") + 1], source) or [[*COLUMNS]]
    if tuple(first) != COLUMNS:
        raise InputError(source, 1, "expected the columns of edgeasp bench --best, found others")
    return [_parse_row(record, source, number) for number, record in enumerate(records, start=2)]


def _parse_row(record: list[str], source: str, number: int) -> BestRow:
    row = BestRow(**parse_fields(BestRow, record, source, number))
    for name, what in {"board": "name", "system": "name", "seconds": "limit", "diamonds": "number"}.items():
        if not getattr(row, name):
            raise InputError(source, number, f"expected a {what} as {name}, found {record[COLUMNS.index(name)]!r}")
    try:
        scores = [score for _, score in row.improvements]
    except ValueError:
        shown = quoted(row.trajectory)
        raise InputError(source, number, f"expected as trajectory seconds:score, found {shown}") from None
    if max([row.score or 0, *scores]) > row.diamonds:
        raise InputError(source, number, f"expected a score up to the {row.diamonds} edges, found a higher one")
    return row


BEST_RUNS = TableFormat(COLUMNS, parse_rows, format_row)
"""Table of searches for best boards."""


def build_report(rows: Sequence[BestRow]) -> BenchmarkReport:
    """Build a report with a score table per time limit.

    A row shows how one system scored on one board: the score for each seed, the median and the mean. The last row of a
    system has its mean over all boards.
    """
    tables = []
    for seconds in sorted({row.seconds for row in rows}):
        here = [row for row in rows if row.seconds == seconds]
        lines = []
        for system in dict.fromkeys(row.system for row in here):
            means, boards = [], dict.fromkeys(row.board for row in here)
            for board in boards:
                own = [row for row in here if (row.board, row.system) == (board, system)]
                scores = [row.score for row in own if row.score is not None]
                # A board without a score is left out of the means, and the last row says so.
                if not scores:
                    continue
                every = " ".join("-" if row.score is None else str(row.score) for row in own)
                means.append(statistics.mean(scores))
                spent = statistics.mean(row.cpu for row in own)
                middle, mean, best = statistics.median(scores), means[-1], max(scores)
                numbers = f"{middle:g}", f"{mean:.1f}", str(best), f"{spent:.0f}"
                lines.append((board, system, every, *numbers))
            if len(means) > 1:
                which = "all" if len(means) == len(boards) else f"{len(means)} of {len(boards)}"
                lines.append((f"mean of {which} boards", system, "", "", f"{statistics.mean(means):.1f}", "", ""))
        heads = ("Board", "System", "Scores", "Median", "Mean", "Best", "CPU s")
        tables.append(ReportTable(f"Matching edges within {seconds:g} s", heads, tuple(lines)))
    failed = [f"{row.system} on {row.board}, seed {row.seed}: {row.message}" for row in rows if row.message]
    return BenchmarkReport(tuple(tables), (), tuple(failed))


def median_score_at(rows: Sequence[BestRow], seconds: float) -> float | None:
    """Return the median score of runs at a given time.

    Returns:
        the score, or None if half of the runs have no board yet.
    """
    # A run without a board counts as worse than all others.
    scores = [max((score for when, score in row.improvements if when <= seconds), default=-1) for row in rows]
    middle = statistics.median_low(scores) if scores else -1
    return None if middle < 0 else middle
