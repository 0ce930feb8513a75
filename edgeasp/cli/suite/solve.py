"""`edgeasp suite solve`."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.progress import Progress
from edgeasp.cli.shared_options import limit_option, search_option
from edgeasp.cli.suite import suite_options
from edgeasp.solvers import limits

if TYPE_CHECKING:
    from edgeasp.batch.suite.folders import SuiteBoard
    from edgeasp.batch.suite.solve_board import BoardOutcome
    from edgeasp.batch.work import Running

EPILOG = examples(
    "edgeasp suite solve boards --time-limit 10",
    "edgeasp suite solve boards --sizes 4-6 --time-limit 600 --jobs 4",
)


def solve(
    folder: suite_options.Folder,
    sizes: suite_options.Sizes = None,
    colours: suite_options.Colours = None,
    jobs: int | None = search_option(
        None,
        "--jobs",
        metavar="N",
        min=1,
        max=1024,
        envvar="EDGEASP_JOBS",
        help="Boards to work on at the same time; as many as there are processors if not given.",
    ),
    time_limit: float | None = limit_option(
        None, "--time-limit", metavar="SECONDS", min=0, help="Wall time for a board."
    ),
    conflict_limit: int | None = limit_option(
        None, "--conflict-limit", metavar="N", min=1, help="Conflicts for a board; deterministic."
    ),
    memory_limit: str | None = limit_option(
        None, "--memory-limit", metavar="SIZE", help="Memory for a board at its peak, such as 500M or 2G."
    ),
    solution_limit: int | None = limit_option(
        None, "--solution-limit", metavar="N", min=1, help="Leave a board that has more solutions."
    ),
    quiet: suite_options.Quiet = False,
) -> None:
    """Find all solutions of the boards, given their clues, small boards first.

    What is found is written at once: further solutions as sol_1.sol, sol_2.sol and so on, and an empty file done
    when it is proved that there are no others. Boards that are done are passed over, so a suite can be solved in
    passes with growing limits, and a pass may be killed and begun again at any time. The exit status is 1 if a
    board is left open, 2 if one is not what it should be; the others are solved all the same.
    """
    from edgeasp.batch.suite.solve_board import solve_boards
    from edgeasp.solvers.system import available_cores

    if quiet:
        console.set_quiet()
    bounds = limits.Limits(time_limit, conflict_limit, limits.size(memory_limit) if memory_limit else None)
    boards = suite_options.boards(folder, sizes, colours)
    waiting = [board for board in boards if not board.done]
    signals.defer()
    line = Progress(quiet=quiet, total=len(waiting))
    tally: Counter[str] = Counter()
    interrupt: KeyboardInterrupt | None = None

    def on_tick(running: list[Running]) -> None:
        signals.raise_pending()
        if line.due:
            now = time.monotonic()
            busy = ", ".join(f"{each.work.argument.board.place.name} {now - each.since:.0f} s" for each in running)
            line.show(f"{tally.total()} of {len(waiting)}; {busy}", tally.total())

    try:
        passed = solve_boards(waiting, bounds, solution_limit, jobs or len(available_cores()), on_tick)
        for board, outcome in passed:
            line.clear()
            tally[outcome.state.value] += 1
            _print_outcome(board, outcome)
    except KeyboardInterrupt as caught:
        interrupt = caught
    line.clear()
    _sum_up(tally, before=len(boards) - len(waiting), of=len(boards), since=line.start, interrupt=interrupt)
    console.flush()
    if interrupt is not None:
        leave(signals.status_of(interrupt))
    statuses = {"broken": exit_status.FAULT, "bad": exit_status.USAGE, "open": exit_status.UNANSWERED}
    raise typer.Exit(next((code for state, code in statuses.items() if tally[state]), exit_status.ANSWERED))


def _print_outcome(board: SuiteBoard, outcome: BoardOutcome) -> None:
    if outcome.state.value == "bad":
        console.error(outcome.why)  # it names the file
    elif outcome.state.value == "broken":
        console.error(f"{board.place.name}: {outcome.why}")
    elif not console.is_quiet():
        why = f": {outcome.why}" if outcome.why else ""
        known = "" if outcome.known is None else f"{outcome.known:,} solution{'s' * (outcome.known != 1)}, "
        new = f"{outcome.new:,} new, " if outcome.new else ""
        console.line(f"{board.place.name:<18} {outcome.state.value}{why}; {known}{new}{outcome.seconds:.2f} s")
        console.flush()


def _sum_up(tally: dict[str, int], *, before: int, of: int, since: float, interrupt: KeyboardInterrupt | None) -> None:
    done = before + tally.get("done", 0)
    parts = [f"{done:,} of {of:,} boards done"]
    parts += [f"{before:,} of them before"] * (before > 0)
    parts += [f"{of - done:,} open"] * (of > done)
    bad = tally.get("bad", 0) + tally.get("broken", 0)
    parts += [f"{bad:,} of them bad"] * (bad > 0)
    start = "interrupted: " if interrupt else ""
    console.note(f"{start}{', '.join(parts)}; {time.monotonic() - since:.1f} s")
