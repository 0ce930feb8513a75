"""`edgeasp suite solve`."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.delivery import json_text
from edgeasp.cli.progress import Progress, left
from edgeasp.cli.shared_options import Form, Jobs, LimitOptions, ReportFormat, limit_option
from edgeasp.cli.suite import suite_options

if TYPE_CHECKING:
    from edgeasp.batch.suite_boards import SuiteBoard
    from edgeasp.batch.suite_passes import BoardOutcome
    from edgeasp.batch.work import Running


@dataclass(frozen=True, slots=True)
class SolvedBoardRecord:
    """What came of a board in a pass."""

    board: Annotated[str, "The folder of the board, within that of the suite."]
    state: Annotated[Literal["done", "open", "bad", "broken"], "bad: a fault in its folder; broken: one in edgeasp."]
    why: Annotated[str, "Why it is open, bad or broken, or done without a search; else empty."]
    new: Annotated[int, "Solutions that this pass has found and written."]
    known: Annotated[int | None, "Solutions that are known now; null if the folder was not read."]
    seconds: Annotated[float, "Wall time, in seconds."]
    conflicts: Annotated[int, "Conflicts of the search."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSolveRecord:
    """The object that `edgeasp suite solve --format json` prints at its end."""

    schema: Annotated[Literal["edgeasp.suite-solve"], "The name of this schema."] = "edgeasp.suite-solve"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    suite: Annotated[str, "The folder of the suite."]
    boards: Annotated[int, "Boards of the suite, of the sizes and colours asked for."]
    done_before: Annotated[int, "Of these, those that were done before."]
    passed: Annotated[tuple[SolvedBoardRecord, ...], "The boards that this pass has tried, in the order of their ends."]
    interrupted: Annotated[bool, "Whether Ctrl-C or SIGTERM ended the pass."]


EPILOG = examples(
    "edgeasp suite solve boards --time-limit 10",
    "edgeasp suite solve boards --sizes 4-6 --time-limit 10m --jobs 4",
)


def solve(
    folder: suite_options.Folder,
    sizes: suite_options.Sizes = None,
    colours: suite_options.Colours = None,
    jobs: Jobs = None,
    time_limit: float | None = limit_option(
        None,
        "--time-limit",
        metavar="TIME",
        min=0,
        help="Leave a board after this time, such as 90 (seconds), 30m or 8h.",
    ),
    conflict_limit: int | None = limit_option(
        None,
        "--conflict-limit",
        metavar="N",
        min=1,
        help="Leave a board after N conflicts of the search, the same on every machine.",
    ),
    memory_limit: str | None = limit_option(
        None, "--memory-limit", metavar="SIZE", help="Leave a board that takes more memory, such as 500M or 2G."
    ),
    solution_limit: int | None = limit_option(
        None, "--solution-limit", metavar="N", min=1, help="Leave a board that has more solutions."
    ),
    form: Form = ReportFormat.TEXT,
) -> None:
    """Find all solutions of the boards, given their clues, small boards first.

    What is found is written at once: further solutions as sol_1.sol, sol_2.sol and so on, and an empty file done
    when it is proved that there are no others. Boards that are done are passed over, so a suite can be solved in
    passes with growing limits, and a pass may be killed and begun again at any time. The table passes.csv gets a row
    for each board that was tried. The exit status is 1 if a board is left open, 2 if one is not what it should be; the
    others are solved all the same.
    """
    from edgeasp.batch.suite_passes import append, solve_boards

    limits = LimitOptions(time_limit, conflict_limit, memory_limit).limits()
    boards = suite_options.boards(folder, sizes, colours)
    waiting = [board for board in boards if not board.done]
    signals.defer()
    line = Progress(total=len(waiting))
    ended: list[tuple[SuiteBoard, BoardOutcome]] = []
    slots = jobs or 1
    interrupt: KeyboardInterrupt | None = None

    def on_tick(running: list[Running]) -> None:
        signals.raise_pending()
        if line.due:
            now = time.monotonic()
            busy = ", ".join(f"{each.work.argument.board.place.name} {now - each.since:.0f} s" for each in running)
            recent = [outcome.seconds for _, outcome in ended[-2 * slots :]]
            rest = left(recent, len(waiting) - len(ended), slots)
            done = f"{len(ended):,} of {len(waiting):,} boards"
            line.show(done, busy, share=len(ended) / len(waiting), left=rest)

    try:
        for board, outcome in solve_boards(waiting, limits, solution_limit, slots, on_tick):
            line.clear()
            ended.append((board, outcome))
            append(Path(folder), board, outcome, limits, solution_limit)
            _print_outcome(board, outcome, lines=form is ReportFormat.TEXT)
    except KeyboardInterrupt as caught:
        interrupt = caught
    line.clear()
    tally = Counter(outcome.state.value for _, outcome in ended)
    if form is ReportFormat.JSON:
        console.out(_json(folder, ended, len(boards) - len(waiting), len(boards), interrupted=interrupt is not None))
    _sum_up(tally, before=len(boards) - len(waiting), of=len(boards), since=line.start, interrupt=interrupt)
    console.flush()
    if interrupt is not None:
        leave(signals.status_of(interrupt))
    statuses = {"broken": exit_status.FAULT, "bad": exit_status.USAGE, "open": exit_status.UNANSWERED}
    raise typer.Exit(next((code for state, code in statuses.items() if tally[state]), exit_status.ANSWERED))


def _json(
    folder: str, ended: list[tuple[SuiteBoard, BoardOutcome]], before: int, number: int, *, interrupted: bool
) -> str:
    passed = tuple(
        SolvedBoardRecord(
            *(board.place.name, outcome.state.value, outcome.why, outcome.new, outcome.known),
            *(round(outcome.seconds, 3), outcome.conflicts),
        )
        for board, outcome in ended
    )
    record = SuiteSolveRecord(suite=folder, boards=number, done_before=before, passed=passed, interrupted=interrupted)
    return json_text(record)


def _print_outcome(board: SuiteBoard, outcome: BoardOutcome, *, lines: bool) -> None:
    if outcome.state.value == "bad":
        console.error(outcome.why)  # it names the file
    elif outcome.state.value == "broken":
        console.error(f"{board.place.name}: {outcome.why}")
    elif lines and not console.is_quiet():
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
