"""Command `suite`: puzzles by size and colours, solved in passes."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edgeasp.api.plain import convert_to_json, json_document, json_fields
from edgeasp.cli import commands, console, shared_options, signals
from edgeasp.cli.commands import examples, exit_at_once
from edgeasp.cli.console import ProgressLine, format_duration
from edgeasp.cli.delivery import content_type, deliver, json_text, require_writable
from edgeasp.cli.shared_options import LimitOptions, boards_option, limit_option, output_option
from edgeasp.lab.plots import require_plottable
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import format_csv_row, read_sizes, with_noun

if TYPE_CHECKING:
    from edgeasp.lab.suite.passes import BoardJob, BoardOutcome, StatusRow, SuiteBoard, SuitePass, TriedBoard
    from edgeasp.parallel.processes import RunningCall


Folder = Annotated[str, typer.Argument(metavar="DIR", help="The folder of the suite.")]
Sizes = Annotated[str | None, boards_option("--sizes LIST", "Sizes, e.g. 4-8 or 4,6,10x8. Default: all.")]
Colours = Annotated[str | None, boards_option("--colours LIST", "Numbers of inner colours, e.g. 5-9,12. Default: all.")]


def select_boards(folder: str, sizes: str | None, colours: str | None) -> list[SuiteBoard]:
    """List the selected boards.

    Raises:
        OptionError: no board is selected.
    """
    from edgeasp.lab.suite import passes

    wanted_sizes = None if sizes is None else read_sizes(sizes)
    wanted_colours = None if colours is None else passes.parse_colour_numbers(colours)
    boards = passes.select_boards(passes.find_boards(Path(folder)), wanted_sizes, wanted_colours)
    if not boards:
        raise OptionError(f"{folder}: no board has one of these sizes and numbers of colours")
    return boards


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteGenerateOptions:
    """Options of `suite generate`."""

    sizes: Annotated[str, boards_option("--sizes LIST", "Sizes, e.g. 4-8 or 4,6,10x8.")]
    colours: str | None = boards_option(
        "--colours LIST", "Numbers of inner colours, e.g. 5-9,12. Default: around the hardest number."
    )
    around: int | None = boards_option(
        "--around N", "Use numbers of inner colours from N below to N above the hardest. Default: 1.", min=0, max=1000
    )
    border_colours: int | None = boards_option(
        "--border-colours N", "Number of border colours. Default: the hardest number.", min=1
    )
    boards: int = boards_option("--boards N", "Boards for each size and number of colours.", 10, min=1)
    distinct: bool = boards_option("--distinct", "Exclude tiles that are identical up to rotation.", False)
    seed: int = boards_option(*shared_options.SEED, 1, min=0)


@examples(
    "edgeasp suite generate boards --sizes 4-8 --boards 10",
    "edgeasp suite generate boards --sizes 6,8x5 --colours 5-9 --boards 3 --seed 7",
)
def generate(folder: Folder, wanted: SuiteGenerateOptions) -> None:
    """Generate framed boards with a planted solution.

    The clue of each board is a corner tile. A board is determined by the seed, its size, its colours and its number, so
    you can extend a suite later. Existing boards are kept.
    """
    from edgeasp.lab.suite import passes

    if wanted.colours is not None and wanted.around is not None:
        raise OptionError("--colours and --around exclude each other")
    numbers = None if wanted.colours is None else passes.parse_colour_numbers(wanted.colours)
    around = 1 if wanted.around is None else wanted.around
    sizes = read_sizes(wanted.sizes)
    plan = passes.SuitePlan(sizes, wanted.boards, numbers, around, wanted.border_colours, wanted.distinct)
    written: Counter[str] = Counter()
    before: Counter[str] = Counter()
    for place, new in passes.generate_boards(Path(folder), plan.recipes(), wanted.seed):
        (written if new else before)[place.group_name] += 1
        if written[place.group_name] + before[place.group_name] == wanted.boards and not console.is_quiet():
            there = f", {before[place.group_name]:,} existed" if before[place.group_name] else ""
            console.print_line(f"{place.group_name:<10} {with_noun(written[place.group_name], 'board')} made{there}")
    console.note(f"{with_noun(written.total(), 'board')} made in {folder}, {before.total():,} existed")


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSolveOptions:
    """Options of `suite solve`."""

    sizes: Sizes = None
    colours: Colours = None
    jobs: shared_options.Jobs = None
    time_limit: float | None = shared_options.time_limit_option("Abandon a board")
    conflict_limit: int | None = shared_options.conflict_limit_option("Abandon a board")
    memory_limit: str | None = shared_options.memory_limit_option("Abandon a board that uses more memory")
    solution_limit: int | None = limit_option(
        "--solution-limit N", "Abandon a board that has more than N solutions.", min=1
    )
    tile_limit: float | None = limit_option(
        "--tile-limit N",
        "Skip boards if the compiled search is expected to place more than N tiles, e.g. 1e10 (1e8 take about 1 s).",
        min=1,
    )
    form: shared_options.Form = "text"


@examples(
    "edgeasp suite solve boards --time-limit 10",
    "edgeasp suite solve boards --tile-limit 1e10",
    "edgeasp suite solve boards --sizes 4-6 --time-limit 10m --jobs 4",
)
def solve(folder: Folder, wanted: SuiteSolveOptions) -> None:
    """Find all solutions of each board, given its clues.

    Boards are solved in order of expected work. Each solution is written as soon as it is found, as sol_1.sol,
    sol_2.sol and so on. Once a board is proved to have no other solutions, an empty file named done is added. Boards
    with this file are skipped, so you can solve a suite in passes with growing limits, and kill and restart a pass at
    any time. The table passes.csv gets a row for each estimate and for each tried board. An error in one board does not
    stop the pass. Exits 1 if a board remains open, and 2 if a board has an error.
    """
    from edgeasp.lab.suite import passes

    limits = LimitOptions(wanted.time_limit, wanted.conflict_limit, wanted.memory_limit).limits()
    boards = select_boards(folder, wanted.sizes, wanted.colours)
    signals.defer()
    jobs: list[BoardJob] = []
    left_out: list[BoardJob] = []
    ended: list[TriedBoard] = []
    waiting = [board for board in boards if not board.done]
    interrupt: KeyboardInterrupt | None = None
    line = ProgressLine(total=len(waiting))
    try:
        rows = passes.read_passes(Path(folder))
        waiting = list(passes.mark_counted_boards(waiting, passes.digests_by_board(rows)))
        for job in passes.plan_jobs(waiting, limits, wanted.solution_limit, rows):
            signals.raise_pending()
            tiles = job.expected.log_tiles if job.expected else 0.0
            (left_out if wanted.tile_limit and tiles > log10(wanted.tile_limit) else jobs).append(job)
            if line.due:
                line.show(f"{len(jobs) + len(left_out):,} of {len(waiting):,} boards estimated")
        line.clear()
        pace = PassForecast(jobs, wanted.jobs or 1)
        if pace.work > _WORTH_SAYING:
            console.note(f"{with_noun(len(jobs), 'board')}, {pace.forecast_text}")
        line = ProgressLine(total=len(jobs))

        def show_progress(running: list[RunningCall]) -> None:
            signals.raise_pending()
            if line.due:
                since = {call.call.argument.board.place.name: time.monotonic() - call.since for call in running}
                busy = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in since.items())
                so_far = f"{len(ended):,} of {len(jobs):,} boards"
                line.show(so_far, busy, share=pace.share, left=pace.seconds_left(sum(since.values())))

        for tried in passes.solve_boards(passes.sort_by_work(jobs), pace.slots, show_progress):
            line.clear()
            ended.append(tried)
            pace.record(tried.job, tried.outcome)
            _print_outcome(tried.job.board, tried.outcome, lines=wanted.form == "text")
    except KeyboardInterrupt as caught:
        interrupt = caught
    line.clear()
    before, interrupted = len(boards) - len(waiting), interrupt is not None
    passed = passes.SuitePass(folder, len(boards), before, len(left_out), tuple(ended), interrupted)
    if wanted.form == "json":
        console.write(json_text(json_document(passed)))
    _print_summary(passed, time.monotonic() - line.start)
    console.flush()
    if interrupt is not None:
        exit_at_once(signals.exit_status(interrupt))
    # The worst state of a board decides.
    statuses = {"broken": commands.FAULT, "bad": commands.USAGE, "open": commands.UNANSWERED}
    status = next((code for state, code in statuses.items() if passed.count_in_states(state)), commands.ANSWERED)
    raise typer.Exit(status or (commands.UNANSWERED if left_out else commands.ANSWERED))


# Expected work, in seconds, from which a forecast is printed in advance.
_WORTH_SAYING = 60

# Number of recent boards by which the forecast is corrected: the ratio of their actual to their expected time.
_RECENT = 40


class PassForecast:
    """Forecast of the time of a pass, corrected as boards end.

    Attributes:
        work: expected processor seconds for all boards.
        slots: number of processes.
    """

    def __init__(self, jobs: list[BoardJob], slots: int) -> None:
        self.work, self.slots = sum(job.expected_seconds for job in jobs), slots
        self._done = 0.0
        self._recent: deque[tuple[float, float]] = deque(maxlen=_RECENT)

    def record(self, job: BoardJob, outcome: BoardOutcome) -> None:
        """Record the time of a board that has ended."""
        self._done += job.expected_seconds
        self._recent.append((job.expected_seconds, outcome.seconds))

    @property
    def forecast_text(self) -> str:
        """Expected work and time, as text."""
        shared = f", about {format_duration(self.work / self.slots)} on {self.slots}" if self.slots > 1 else ""
        return f"expected to take {format_duration(self.work)} of one core{shared}"

    @property
    def share(self) -> float:
        """Completed fraction of the expected work."""
        return self._done / self.work if self.work else 1.0

    def seconds_left(self, begun: float) -> float:
        """Estimate the seconds until the pass ends.

        Args:
            begun: seconds that the boards in progress have taken so far.
        """
        # Before the first board has ended, the forecast is not corrected.
        expected = sum(expected for expected, _ in self._recent) or 1.0
        taken = sum(taken for _, taken in self._recent) or 1.0
        return max(0.0, (self.work - self._done) * taken / expected - begun) / self.slots


def _print_outcome(board: SuiteBoard, outcome: BoardOutcome, *, lines: bool) -> None:
    if outcome.state.value == "bad":
        console.error(outcome.why)  # it names the file
    elif outcome.state.value == "broken":
        console.error(f"{board.place.name}: {outcome.why}")
    elif lines and not console.is_quiet():
        why = f": {outcome.why}" if outcome.why else ""
        known = "" if outcome.known is None else f"{with_noun(outcome.known, 'solution')}, "
        new = f"{outcome.new:,} new, " if outcome.new else ""
        console.print_line(f"{board.place.name:<18} {outcome.state.value}{why}; {known}{new}{outcome.seconds:.2f} s")
        console.flush()


def _print_summary(passed: SuitePass, seconds: float) -> None:
    done = passed.done_before + passed.count_in_states("done")
    numbers = [
        (passed.done_before, "of them before"),
        (passed.boards - done, "open"),
        (passed.count_in_states("bad", "broken"), "of them bad"),
        (passed.left_out, "of them left out"),
    ]
    more = "".join(f", {number:,} {text}" for number, text in numbers if number)
    start = "interrupted: " if passed.interrupted else ""
    console.note(f"{start}{done:,} of {passed.boards:,} boards done{more}; {seconds:.1f} s")


@examples(
    "edgeasp suite status boards",
    "edgeasp suite status boards --format csv > boards.csv",
    "edgeasp suite status boards --plot boards.svg",
)
def status(
    folder: Folder,
    sizes: Sizes = None,
    colours: Colours = None,
    form: shared_options.TableFormat = output_option("--format", "Print text, JSON or CSV.", "text"),
    output: shared_options.OutputFile = None,
    picture: Path | None = output_option("--plot FILE", "Also draw a plot to FILE, an .svg or .png."),
) -> None:
    """Print the numbers of completed boards and known solutions.

    Every solution is checked. Times are the totals of all passes recorded in passes.csv. Exits 2 if the folder of a
    board has an error.
    """
    from edgeasp.lab.suite.passes import TABLE, StatusRow, digests_by_board, read_passes, seconds_spent, summarise_suite

    require_plottable(picture)
    require_writable(output, content_type(form), [str(Path(folder) / TABLE)])
    rows = read_passes(Path(folder))
    known = summarise_suite(select_boards(folder, sizes, colours), seconds_spent(rows), digests_by_board(rows))
    if form == "json":
        deliver(json_text(json_document(known)), output)
    elif form == "csv":
        table = [json_fields(StatusRow), *(convert_to_json(row).values() for row in known.rows)]
        deliver("".join(map(format_csv_row, table)), output)
    else:
        deliver(_status_text(known.rows), output)
    if picture is not None:
        from edgeasp.lab import plots

        plots.plot_suite(known.rows, picture)
    for board in known.bad:
        console.error(board.fault)
    if known.bad:
        raise typer.Exit(commands.USAGE)


@examples("edgeasp suite results boards", "edgeasp suite results boards -o counts.csv")
def results(
    folder: Folder, sizes: Sizes = None, colours: Colours = None, output: shared_options.OutputFile = None
) -> None:
    """Print a CSV with the number of boards per puzzle.

    Each row also has a digest of the boards: half of the SHA-256 of their lines, sorted. The line of a board lists the
    colours of each square (north, east, south, west), row by row. To continue in another folder with the same puzzles
    and solutions, save the table there as passes.csv and run suite solve.
    """
    from edgeasp.lab.suite.passes import COUNT_COLUMNS, TABLE, completed_rows, read_passes

    require_writable(output, content_type("csv"), [str(Path(folder) / TABLE)])
    rows = completed_rows(select_boards(folder, sizes, colours), read_passes(Path(folder)))
    table = [COUNT_COLUMNS, *([row.get(name) for name in COUNT_COLUMNS] for row in rows)]
    deliver("".join(map(format_csv_row, table)), output)


_HEADINGS = ("size", "colours", "boards", "done", "open", "bad", "solutions", "least", "median", "most")


def _status_text(rows: Sequence[StatusRow]) -> str:
    cells = [[*_HEADINGS, "time"]]
    for row in rows:
        size = str(row.cols) if row.cols == row.rows else f"{row.cols}x{row.rows}"
        numbers = [getattr(row, name) for name in _HEADINGS[1:]]
        words = ["-" if number is None else f"{number:,g}" for number in numbers]
        cells.append([size, *words, format_duration(row.seconds)])
    sums = (sum(getattr(row, name) for row in rows) for name in ("boards", "done", "open", "bad", "solutions"))
    whole = format_duration(sum(row.seconds for row in rows))
    cells.append(["all", "", *(f"{number:,}" for number in sums), "", "", "", whole])
    return "\n".join(console.align_columns(cells)) + "\n"


COMMANDS = (generate, solve, status, results)
"""The commands of the group, in the order of its help."""


def suite() -> None:
    """Generate and solve puzzles by size and colours.

    A suite is a folder of boards such as 8/12/board_1: size 8 x 8, 12 inner colours, number 1. A board of 10 x 6
    squares is in 10x6/12/board_1. The folder of a board contains the puzzle (puzzle.puz), the clues that every solution
    keeps (puzzle.clue), the planted solution (default_sol.sol) and other solutions (sol_1.sol and so on). An empty file
    named done means that there are no further solutions.
    """
