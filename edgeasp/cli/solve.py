"""`edgeasp solve`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import typer

from edgeasp.api import solve_summary
from edgeasp.cli import console, exit_status, outputs, shared_options, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.outputs import SolveFormat, SolveRequest, make_request
from edgeasp.cli.shared_options import OwnRulesOptions, encoding_option, output_option, question_option, search_option
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.formats import files
from edgeasp.formats.document import Document
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.clues import Source, given
from edgeasp.search.plan import with_threads
from edgeasp.search.session import Session
from edgeasp.search.task import Job, Result, Search, make_task
from edgeasp.solvers.interface import Status
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline

if TYPE_CHECKING:
    from edgeasp.cli.live_view import LiveView


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """Options on the question, the search, and where solutions go."""

    number: int | None = question_option(
        None, "-n", "--number", metavar="N|all", min=0, help="Find N solutions, or all. One if not given."
    )
    count: shared_options.Count = False
    unique: bool = question_option(
        False,
        "--unique",
        help="Say whether there is exactly one, up to rotation of the board; with rules of your own, exactly one.",
    )
    up_to_rotation: shared_options.UpToRotation = False
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    own: OwnRulesOptions = OwnRulesOptions()
    relaxed: bool = encoding_option(
        False, "--relaxed", help="With --program: take boards that break conditions, and say which."
    )
    seed: shared_options.Seed = 1
    jobs: shared_options.Jobs = None
    narrow: bool = search_option(
        True, "--narrow/--no-narrow", help="On a large board, find out first what may lie on each square, if that pays."
    )
    scan: bool = search_option(
        True,
        "--scan/--no-scan",
        help="Let a program in C try tiles square by square, in place of clingo, if that is faster.",
    )
    config: shared_options.Configuration = "auto"
    clasp: list[str] | None = search_option(
        None, "--clasp", metavar="OPTIONS", help="More options for clasp, such as '--restarts=no'."
    )
    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: str | None = output_option(
        None,
        "-o",
        "--output",
        metavar="FILE|DIR",
        help="Write to FILE: a .sol, a page (.html), a picture (.svg, .png), a .pdf; several to DIR as sol_1.sol, ...",
    )
    form: SolveFormat | None = output_option(
        None, "--format", help="By the ending of FILE if not given, or a board at a terminal, or else sol."
    )
    live: bool = output_option(False, "--watch", help="Follow the search live: the board it tries, its pace.")
    stats: bool = output_option(False, "--stats", help="Print statistics of the search.")
    solver_exit_codes: bool = output_option(
        False, "--solver-exit-codes", help="Exit as clasp does: 10, 30 satisfiable, 20 not, 0, 1 unknown."
    )


@examples(
    "edgeasp solve puzzle.puz",
    "edgeasp solve puzzle.puz -o puzzle.sol",
    "edgeasp solve puzzle.puz -o puzzle.svg",
    "edgeasp solve puzzle.puz --clue corner.clue --clue hints.sol",
    "edgeasp solve puzzle.puz --clue partial.sol --time-limit 10m",
    "edgeasp solve puzzle.puz -n all -o solutions/",
    "edgeasp solve puzzle.puz --count --up-to-rotation",
    "edgeasp solve puzzle.puz --unique",
    "edgeasp solve puzzle.puz -n all -o solutions.html",
    "edgeasp solve puzzle.puz --count --jobs 2",
    "edgeasp solve puzzle.puz --format json --jobs 2 > run.json",
    "edgeasp solve puzzle.puz --add rules.lp",
    "edgeasp solve puzzle.puz --program mine.lp --relaxed",
)
@shared_options.with_groups
def solve(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: SolveOptions,
) -> None:
    """Find solutions, check them, and show them.

    At a terminal the output is the board; in a pipe, or with -o, a .sol. Every solution has passed a checker
    that shares nothing with the encoding.
    """
    caps = wanted.limits.limits()
    source = files.shown_name(puzzle)
    request = make_request(wanted.number, wanted.form, wanted.output, source, count=wanted.count, unique=wanted.unique)
    request = replace(request, stats=wanted.stats, solver_codes=wanted.solver_exit_codes)
    inputs = [*options.inputs(puzzle), *wanted.own.inputs()]
    files.require_one_stdin(inputs)
    request.require_name(inputs)
    rules = _own_rules(wanted)
    view = _view(wanted.live)

    def tick() -> None:
        signals.raise_pending()
        view.tick()

    deadline = Deadline(caps, tick)
    recognised = options.document(puzzle, ignores_board=True)
    if rules:
        recognised = recognised.in_facts()
    sources = options.sources(puzzle, recognised)
    up_to_rotation = wanted.up_to_rotation or (wanted.unique and not rules)
    encoding = wanted.encoding.request()
    task = make_task(recognised.document.puzzle, sources, encoding, up_to_rotation=up_to_rotation, own=rules)
    job = Job(
        task,
        request.limit,
        shared_options.clasp_options(wanted.seed, wanted.config, wanted.clasp or ()),
        caps,
        counts=wanted.count,
        narrow=wanted.narrow,
        scan=wanted.scan,
    )
    session: Search
    # Who watches a search sees that of one thread.
    processes = wanted.jobs or 1
    if not wanted.live:
        job, processes = with_threads(job, processes, check=deadline.check)
    if processes == 1:
        session = view.session_type(task, job.options, deadline)
    else:
        from edgeasp.parallel.split import SplitSearch

        session = SplitSearch(task, job.options, deadline, processes, watched=wanted.live)
    session.seconds["read"] = deadline.seconds()
    view.session = session
    # A relaxation, or rules of one's own, have no solution for reasons of their own.
    words = options.words(puzzle)
    why = None if task.omitted_conditions or rules else partial(_why, recognised.document, sources, words, deadline)
    _run(request, job, session, view, why, words)


def _own_rules(wanted: SolveOptions) -> OwnRules:
    """The rules of the user; an `OptionError` if another option makes no sense beside them."""
    rules = wanted.own.rules(wanted.encoding, relaxed=wanted.relaxed)
    option = "--program" if rules.program else "--add"
    if rules and wanted.up_to_rotation:
        raise OptionError(
            f"--up-to-rotation: your rules may tell rotations of a board apart: leave it out with {option}"
        )
    if rules.program and wanted.live:
        raise OptionError("--watch follows edgeasp's own rules: leave it out with --program")
    return rules


class _ProgressView:
    """The phase, the time and the number of solutions so far, in one line.

    clasp reports conflicts only between the slices of a search, so an enumeration shows none.
    """

    session_type: type[Session] = Session

    def __init__(self) -> None:
        self.session: Search | None = None
        self._progress = ProgressLine()

    def tick(self) -> None:
        session = self.session
        if session is None or not self._progress.due:
            return
        solutions = f"{session.found:,} found" if session.found else ""
        pace = f"{session.pace:,.0f} conflicts/s" if session.pace else ""
        self._progress.show(
            session.phase or "read", pace, solutions, share=session.share, at_most=session.deadline.left()
        )

    def clear(self) -> None:
        self._progress.clear()

    make_way = clear


def _view(live: bool) -> LiveView | _ProgressView:
    if live:
        from edgeasp.cli import live_view

        if live_view.wanted():
            return live_view.LiveView()
    return _ProgressView()


def _why(document: Document, sources: Sequence[Source], words: str, deadline: Deadline) -> list[str]:
    """The reasons why there is no solution, as far as they cost little."""
    from edgeasp.cli import explain

    try:
        return explain.why_lines(document, given(document.puzzle, sources), words, deadline.left())
    except KeyboardInterrupt:
        return []


def _run(
    request: SolveRequest,
    job: Job,
    session: Search,
    view: LiveView | _ProgressView,
    why: Callable[[], list[str]] | None,
    words: str,
) -> None:
    """Search, write what is found, and sum it up; `why` says why there is no solution, `words` name the puzzle."""
    interrupt: KeyboardInterrupt | None = None
    signals.defer()
    with ExitStack() as stack:
        relaxed = [
            f"the encoding {job.task.encoding.name} knows no {_NOUN[condition]}: it solves a relaxation of the puzzle"
            for condition in job.task.omitted_conditions
        ]
        alone = not request.several
        sink = outputs.choose(request, job.task, relaxed, stack)
        for note in relaxed:
            console.note(note)
        try:
            for answer in session.run(job):
                view.make_way()
                sink.add(answer, session.found)
                if request.lists and (note := solve_summary.broken_text(answer.report, session.found, whole=alone)):
                    console.note(note)
        except KeyboardInterrupt as caught:
            interrupt = caught
        finally:
            view.clear()
            for note in session.notes:
                console.note(note)
        result = session.result()
        sink.end(job, result)
    interrupt = interrupt or signals.pending()
    if request.form != "json" and request.count:
        console.line(solve_summary.count_text(job, result))
    if request.form != "json" and request.unique:
        console.line(solve_summary.uniqueness_text(job, result))
    if request.stats:
        from edgeasp.api import solve_record

        console.note(f"statistics\n{solve_record.statistics_text(job, result, request.source)}")
    done = "counted" if request.count else "decided" if request.unique else None
    text = solve_summary.summary_text(job, result, done=done, interrupted=interrupt is not None)
    if result.stopped and not (result.found or done or job.task.own):
        text += f"; for the best board: edgeasp best {words}"
    if request.form != "board" or done or interrupt:
        console.note(text)
    elif not console.is_quiet():
        console.line(text)
    if result.stopped and result.size is None and job.task.own:
        from edgeasp.search.diagnosis import endless_rules

        for note in endless_rules(job.task.own):
            console.note(note)
    if why and result.exhausted and not result.found and not (interrupt or console.is_quiet()):
        for note in why():
            console.note(note)
    console.flush()
    status = _status(request, result, interrupt)
    if interrupt is not None or result.stopped:
        leave(status)  # clingo may still be grounding
    raise typer.Exit(status)


_NOUN = {Condition.BOUNDARY: "frame", Condition.SIGN: "signs"}


def _status(request: SolveRequest, result: Result, interrupt: KeyboardInterrupt | None) -> int:
    if request.solver_codes:
        match result.status:
            case Status.SATISFIABLE:
                return exit_status.SOLVER_EXHAUSTED if result.exhausted else exit_status.SOLVER_SATISFIABLE
            case Status.UNSATISFIABLE:
                return exit_status.SOLVER_UNSATISFIABLE
        return exit_status.SOLVER_INTERRUPTED if interrupt else exit_status.SOLVER_UNKNOWN
    if interrupt is not None:
        return signals.status_of(interrupt)
    settled = result.answered or (request.unique and result.found > 1)
    return exit_status.ANSWERED if settled else exit_status.UNANSWERED
