"""`edgeasp solve`."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from typing import Annotated, NoReturn

import typer

from edgeasp.cli import console, exit_status, outputs, record, report, shared_options, signals, watch
from edgeasp.cli.app import examples, leave
from edgeasp.cli.progress import Progress
from edgeasp.cli.solve_request import Format, SolveRequest, ask
from edgeasp.formats import files
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.errors import OptionError
from edgeasp.search.observed import Observed
from edgeasp.search.pipeline import Search, prepare
from edgeasp.solvers import limits
from edgeasp.solvers.clingo.options import CONFIGURATIONS, Options

EPILOG = examples(
    "edgeasp solve puzzle.puz",
    "edgeasp solve puzzle.puz -o puzzle.sol",
    "edgeasp solve puzzle.puz --clue corner.clue --clue hints.sol",
    "edgeasp solve puzzle.puz --complete partial.sol --time-limit 60",
    "edgeasp solve puzzle.puz -n 0 -o solutions/",
    "edgeasp solve puzzle.puz --count --up-to-symmetry",
    "edgeasp solve puzzle.puz --unique",
    "edgeasp solve puzzle.puz -n 0 -o solutions.html",
    "edgeasp solve puzzle.puz --format json --threads 2 > run.json",
)


def solve(
    puzzle: shared_options.PuzzleFile,
    clue: shared_options.ClueFiles = None,
    complete: Annotated[
        str | None,
        typer.Option(
            "--complete", metavar="FILE", help="Complete the partial solution in FILE.", rich_help_panel="Puzzle"
        ),
    ] = None,
    signs: shared_options.SignsFile = None,
    frame: shared_options.Frame = None,
    origin: shared_options.From = None,
    sides: shared_options.Sides = None,
    number: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--number",
            metavar="N",
            min=0,
            help="Find N solutions; 0 for all. One if not given.",
            rich_help_panel="Question",
        ),
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="Count all solutions without writing them.", rich_help_panel="Question")
    ] = False,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Is there exactly one, up to rotation of the board?", rich_help_panel="Question"),
    ] = False,
    up_to_symmetry: Annotated[
        bool,
        typer.Option(
            "--up-to-symmetry", help="Of solutions that turning the board makes, take one.", rich_help_panel="Question"
        ),
    ] = False,
    encoding: shared_options.EncodingName = None,
    formulation: shared_options.FormulationName = "halves",
    redundant: shared_options.RedundantNames = None,
    symmetry: shared_options.SymmetryNames = None,
    heuristic: shared_options.HeuristicName = "outward",
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, max=2**32 - 1, help="Seed of the random numbers.", rich_help_panel="Search"
        ),
    ] = 1,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            metavar="N",
            min=1,
            max=64,
            help="Search side by side; then no run is like another.",
            rich_help_panel="Search",
        ),
    ] = 1,
    config: Annotated[
        str,
        typer.Option(
            "--config",
            metavar="NAME",
            help=f"clasp's configuration: {', '.join(CONFIGURATIONS)}.",
            rich_help_panel="Search",
        ),
    ] = "auto",
    clasp: Annotated[
        list[str] | None,
        typer.Option(
            "--clasp",
            metavar="OPTIONS",
            help="More options for clasp, such as '--restarts=no'.",
            rich_help_panel="Search",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit", metavar="SECONDS", min=0, help="Wall time, over everything.", rich_help_panel="Limits"
        ),
    ] = None,
    conflict_limit: Annotated[
        int | None,
        typer.Option(
            "--conflict-limit", metavar="N", min=1, help="Conflicts; deterministic.", rich_help_panel="Limits"
        ),
    ] = None,
    memory_limit: Annotated[
        str | None,
        typer.Option(
            "--memory-limit", metavar="SIZE", help="Memory at its peak, such as 500M or 2G.", rich_help_panel="Limits"
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|DIR",
            help="Write to FILE, which may be a page (.html); several solutions to DIR as sol_1.sol, ...",
            rich_help_panel="Output",
        ),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", help="A board if somebody is looking, else sol, if not given.", rich_help_panel="Output"
        ),
    ] = None,
    live: Annotated[
        bool,
        typer.Option("--watch", help="Deadline the search: the board it tries, its pace.", rich_help_panel="Output"),
    ] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Tell what it cost.", rich_help_panel="Output")] = False,
    quiet: Annotated[
        bool, typer.Option("-q", "--quiet", help="Print results and errors only.", rich_help_panel="Output")
    ] = False,
    solver_exit_codes: Annotated[
        bool,
        typer.Option(
            "--solver-exit-codes",
            help="Exit as clasp does: 10, 30 satisfiable, 20 not, 0, 1 unknown.",
            rich_help_panel="Output",
        ),
    ] = False,
) -> None:
    """Find solutions, check them, and show them.

    At a terminal you see the board; in a pipe, or with -o, the output is a .sol. Every solution has passed
    a checker that shares nothing with the encoding.
    """
    caps = limits.Limits(time_limit, conflict_limit, None if memory_limit is None else limits.size(memory_limit))
    asked = ask(number, count, unique, form, output, stats, solver_exit_codes, files.shown_name(puzzle))
    show = _show(live, quiet)
    if quiet:
        console.set_quiet()

    def tick() -> None:
        signals.raise_pending()
        show.tick()

    clock = limits.Deadline(caps, tick)

    given = [*(clue or []), *([complete] if complete is not None else [])]
    board, sources = shared_options.load(puzzle, given, signs, frame, origin, sides)
    request = shared_options.request(encoding, formulation, redundant, symmetry, heuristic)
    conditions = prepare(board, request=request).conditions
    task = prepare(
        board, shared_options.agreed(board, sources, conditions), request, up_to_rotation=up_to_symmetry or unique
    )
    if config not in CONFIGURATIONS:
        raise OptionError(f"expected --config {', '.join(CONFIGURATIONS)}, found {config!r}")
    extra = tuple(word for words in clasp or [] for word in _words(words))
    kind = Observed if isinstance(show, watch.View) else Search
    search = kind(task, asked.limit, Options(seed, threads, config, extra=extra), caps, watch=clock)
    search.seconds["read"] = clock.seconds()
    show.search = search
    _run(asked, search, show)


def _show(live: bool, quiet: bool) -> Progress | watch.View:
    """What a person who waits gets to see."""
    if live and quiet:
        raise OptionError("--watch shows what --quiet keeps back: leave out one")
    if live and not watch.possible():
        console.note("there is no terminal to watch the search on: standard error is none")
        live = False
    return watch.View() if live else Progress(quiet=quiet)


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise OptionError(f"expected options of clasp, found {text!r} ({str(error).lower()})") from None


def _run(ask: SolveRequest, search: Search, show: Progress | watch.View) -> None:
    """Search, hand on what is found, and tell how it ended."""
    interrupt: KeyboardInterrupt | None = None
    signals.defer()
    with ExitStack() as stack:
        relaxed = [
            f"the encoding {search.task.encoding.name} knows no {_WORD[condition]}: "
            "what it solves is a relaxation of the puzzle"
            for condition in search.task.omitted_conditions
        ]
        sink = outputs.choose(ask, search.task, relaxed, stack)
        for note in relaxed:
            console.note(note)
        try:
            for solved in search:
                show.make_way()
                sink.add(solved, search.found)
        except KeyboardInterrupt as caught:
            interrupt = caught
        finally:
            show.clear()
        sink.end(search)
    interrupt = interrupt or signals.pending()
    if ask.form is not Format.JSON and ask.count:
        console.line(report.verdict_on_number(search))
    if ask.form is not Format.JSON and ask.unique:
        console.line(report.verdict_on_uniqueness(search))
    if ask.stats:
        console.note(f"statistics\n{record.statistics(search, ask.source)}")
    _conclude(ask, search, interrupt)
    _exit(ask, search, interrupt)


_WORD = {Condition.BOUNDARY: "frame", Condition.SIGN: "signs"}


def _conclude(ask: SolveRequest, search: Search, interrupt: KeyboardInterrupt | None) -> None:
    """One line on the run, for a person: on standard output if the board is there, too."""
    done = "counted" if ask.count else "decided" if ask.unique else None
    told = report.summary(search, done=done, interrupted=interrupt is not None)
    if ask.form is Format.BOARD and not (done or interrupt):
        if not console.is_quiet():
            console.line(told)
    else:
        console.note(told)


def _exit(ask: SolveRequest, search: Search, interrupt: KeyboardInterrupt | None) -> NoReturn:
    """End with the status that tells how it went."""
    console.flush()
    status = _status(ask, search, interrupt)
    if interrupt is not None or search.stopped:
        leave(status)  # clingo may still be grounding
    raise typer.Exit(status)


def _status(ask: SolveRequest, search: Search, interrupt: KeyboardInterrupt | None) -> int:
    if ask.solver_codes:
        satisfied = exit_status.SOLVER_EXHAUSTED if search.exhausted else exit_status.SOLVER_SATISFIABLE
        known = {"SATISFIABLE": satisfied, "UNSATISFIABLE": exit_status.SOLVER_UNSATISFIABLE}
        return known.get(search.result, exit_status.SOLVER_INTERRUPTED if interrupt else exit_status.SOLVER_UNKNOWN)
    if interrupt is not None:
        return signals.status_of(interrupt)
    settled = search.answered or (ask.unique and search.found > 1)
    return exit_status.ANSWERED if settled else exit_status.UNANSWERED
