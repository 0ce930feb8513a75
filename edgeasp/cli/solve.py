"""Command `solve`: its options, and where solutions are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, repeat
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import typer

from edgeasp.api import solving
from edgeasp.api.solving import Outcome, prepare_job
from edgeasp.cli import clock, commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples, exit_at_once
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.search_view import SearchView
from edgeasp.cli.shared_options import UserRulesOptions, encoding_option, output_option, question_option, search_option
from edgeasp.encoding.own_rules import UserRules
from edgeasp.formats import files, plain
from edgeasp.puzzle.checker import Condition, Report
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import FoundSolution, Job, Result, Search, Task
from edgeasp.solvers.interface import Status
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.limits import MOST_SOLUTIONS, Deadline, Limits
from edgeasp.system.writing import make_folder, require_extension

if TYPE_CHECKING:
    from rich.text import Text

    from edgeasp.api.instance import Instance
    from edgeasp.cli.live_view import LiveScreen


# ---- options of `edgeasp solve` ----

SolveFormat = Literal["sol", "json", "html", "atoms", "board", "svg", "png", "pdf"]
"""Output formats of `solve`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """Options of `edgeasp solve`.

    After `resolve`, `number` is 0 for all solutions, and `output` is None for standard output.
    """

    number: int | None = question_option("-n --number N|all", "Find N solutions, or all. Default: 1.", min=0)
    count: shared_options.Count = False
    unique: bool = question_option(
        "--unique", "Decide whether there is exactly one solution (rotations aside, unless you add rules).", False
    )
    up_to_rotation: shared_options.UpToRotation = False
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    own: UserRulesOptions = UserRulesOptions()
    relaxed: bool = encoding_option(
        "--relaxed", "With --program: accept boards that break conditions, and list these.", False
    )
    seed: shared_options.Seed = 1
    jobs: shared_options.Jobs = None
    narrow: bool = search_option(
        "--narrow/--no-narrow", "Filter domains before grounding a large board, if that saves time.", True
    )
    scan: bool = search_option(
        "--scan/--no-scan", "Use the compiled search if it is expected to be faster than clingo.", True
    )
    config: shared_options.Configuration = "auto"
    clasp: list[str] | None = search_option("--clasp OPTIONS", "Further options for clasp, e.g. '--restarts=no'.")
    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: str | None = output_option(
        "-o --output FILE|DIR",
        "Write to FILE (.sol, .html, .svg, .png, .pdf, .json), or several solutions to DIR as sol_1.sol, ...",
    )
    form: SolveFormat | None = output_option(
        "--format", "Output format. Default: from FILE's extension, else a board on a terminal and sol in a pipe."
    )
    live: bool = output_option("--watch", "Show the search live: the current board and the rate.", False)
    stats: bool = output_option("-v --verbose --stats", "Print statistics of the search.", False)
    solver_exit_codes: bool = output_option(
        "--solver-exit-codes", "Use clasp's exit codes: 10 or 30 satisfiable, 20 unsatisfiable, 0 or 1 unknown.", False
    )

    @property
    def finds_several(self) -> bool:
        """Whether several solutions may be found."""
        return self.number != 1

    @property
    def writes_solutions(self) -> bool:
        """Whether solutions are written, rather than counted."""
        return not (self.count or self.unique)

    @property
    def writes_folder(self) -> bool:
        """Whether the output is a folder, with a file for each solution."""
        if self.output is None or self.form != "sol":
            return False
        return self.finds_several or writing.is_folder_name(self.output)

    def resolve(self) -> SolveOptions:
        """Check the options, and set default number and format."""
        number, form, count, unique = self.number, self.form, self.count, self.unique
        output = None if self.output == files.STDIN else self.output
        if number is not None and number > MOST_SOLUTIONS:
            raise OptionError(f"-n: expected at most {MOST_SOLUTIONS:,}, found {number:,}")
        if count and unique:
            raise OptionError("--count cannot be combined with --unique: use one of them")
        if unique and number is not None:
            raise OptionError("--unique looks for two solutions: leave out -n")
        if (count or unique) and form not in (None, "json"):
            raise OptionError("--count and --unique write no solutions: they support only --format json")
        if (count or unique) and output is not None and form != "json":
            raise OptionError("--count and --unique write no solutions: leave out -o, or add --format json")
        if output is not None and form in ("atoms", "board"):
            raise OptionError("-o writes .sol, JSON, a page, a picture or a PDF: send other formats to a file with >")
        limit = 2 if unique else (0 if count else 1) if number is None else number
        chosen = form or _default_format(output)
        if chosen in ("svg", "png") and limit != 1:
            raise OptionError(
                f"a .{chosen} shows one board: write several to a .pdf, to a page (.html), or to a folder"
            )
        if output is None:
            delivery.require_no_terminal(chosen)
        return replace(self, number=limit, form=chosen, output=output)

    def require_output_name(self, inputs: Iterable[str | None]) -> None:
        """Raise an error if the output name is misleading.

        It must not replace an input, and its extension has to match the format.
        """
        files.require_other_file(self.output, inputs)
        content = delivery.content_type(str(self.form))
        if self.output is not None and not self.writes_folder and content is not None:
            require_extension(self.output, content)


def _default_format(output: str | None) -> SolveFormat:
    if output is None:
        return "board" if console.is_terminal() else "sol"
    if Path(output).suffix[1:].isalpha() and not (Path(output).exists() or writing.is_known_extension(output)):
        expected = "expected a name that ends in .sol, .html, .svg, .png, .pdf or .json, or a --format"
        raise OptionError(f"{files.printable_name(output)}: {expected}")
    named = None if Path(output).is_dir() else writing.format_of_extension(output)
    return next((form for form in get_args(SolveFormat) if form == named), "sol")


# ---- sinks: solutions are printed at once, written to files, or collected until the end ----


def _write_nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class StreamSink:
    """Sink that writes each solution when it is found.

    Attributes:
        add: function called with a solution and its number, from 1.
        finish: function called after the search.
    """

    add: Callable[[FoundSolution, int], object] = _write_nothing
    finish: Callable[[Outcome], object] = _write_nothing


@dataclass(frozen=True, slots=True)
class FileSink:
    """Sink of `.sol` files: one file, or `sol_1.sol`, ... in a folder.

    Attributes:
        path: file or folder to write.
        folder: whether `path` is a folder, with a file for each solution.
    """

    path: str
    folder: bool

    def __post_init__(self) -> None:
        """Create the folder, or raise OutputError if it has solutions."""
        if not self.folder:
            writing.require_writable(self.path)
            return
        make_folder(self.path)
        if solutions := sorted(Path(self.path).glob("sol_*.sol")):
            raise OutputError(f"{self.path}: expected a folder without solutions, found {solutions[0].name}")

    def add(self, answer: FoundSolution, number: int) -> None:
        """Write the solution."""
        text = plain.write_sol(answer.solution)
        if not self.folder:
            writing.write_text(self.path, text)
            return
        # Another process may have begun to write to the folder.
        writing.write_new_text(str(Path(self.path, f"sol_{number}.sol")), text)
        # Many boards may come at once, at the end of a split search too, and a disk be slow.
        signals.raise_pending(signals.KEEPING)

    def finish(self, outcome: Outcome) -> None:
        """Flush the folder to disk."""
        if self.folder:
            writing.flush_files(self.path)


@dataclass(frozen=True, slots=True)
class CollectingSink:
    """Sink that collects the solutions, and writes all at the end.

    Attributes:
        draw: function that formats all solutions. Returns None if there is nothing to write.
        write: function that writes the output.
        solutions: solutions so far.
    """

    draw: Callable[[Outcome], str | bytes | None]
    write: Callable[[Any], object]
    solutions: list[Solution] = field(default_factory=list)

    def add(self, answer: FoundSolution, number: int) -> None:
        """Keep the solution."""
        self.solutions.append(answer.solution)

    def finish(self, outcome: Outcome) -> None:
        """Write all solutions."""
        with signals.DrawingGuard():
            drawn = self.draw(replace(outcome, solutions=tuple(self.solutions)))
        if drawn is not None:
            self.write(drawn)


def choose_sink(
    wanted: SolveOptions, instance: Instance, task: Task, notes: Sequence[str], stack: ExitStack
) -> StreamSink | FileSink | CollectingSink:
    """Choose the sink of the solutions, before the search.

    `notes` appear on an HTML page. `stack` closes the output file at the end.
    """
    form, output = wanted.form, wanted.output
    if form in ("json", "html"):
        write = console.write if output is None else stack.enter_context(writing.open_atomically(output))
        return CollectingSink(partial(_draw_page, notes), write) if form == "html" else _json_sink(wanted, task, write)
    if not wanted.writes_solutions:
        return StreamSink()
    if form in delivery.DRAWN_FORMS:
        delivery.require_drawable(form)
        if output is not None:
            writing.require_writable(output)
        return CollectingSink(partial(_draw_solutions, form), partial(delivery.deliver, output=output))
    return _printing_sink(wanted, instance) if output is None else FileSink(output, wanted.writes_folder)


def _printing_sink(wanted: SolveOptions, instance: Instance) -> StreamSink:
    def print_solution(answer: FoundSolution, number: int) -> None:
        """Print a solution in the chosen format."""
        if wanted.form == "atoms":
            console.print_line(" ".join(map(str, answer.atoms)))
        elif wanted.form == "board":
            if wanted.finds_several:
                console.print_line(f"solution {number}")
            delivery.print_board(instance.board(answer.solution))
        else:
            console.write((f"c solution {number}\n" if wanted.finds_several else "") + plain.write_sol(answer.solution))
        console.flush()

    def print_status(outcome: Outcome) -> None:
        """Print the status as comments of a `.sol` file."""
        # A reader of the .sol sees why there is no solution, or no more.
        if not outcome.result.found:
            console.print_line(f"c {outcome.result.status.value}")
        if outcome.result.stopped:
            console.print_line(f"c stopped by the {outcome.result.stopped}")

    return StreamSink(print_solution, print_status if wanted.form == "sol" else _write_nothing)


def _json_sink(wanted: SolveOptions, task: Task, write: Callable[[str], object]) -> StreamSink:
    # The beginning of the JSON object is written with the first output, so that it always has an end.
    before = chain(['{"schema": "edgeasp.solve", "schema_version": 2,\n "solutions": ['], repeat(","))
    reports: list[Report] = []

    def write_solution(answer: FoundSolution, number: int) -> None:
        """Write a solution as the next item of the array."""
        import json

        write(f"{next(before)}\n  {json.dumps(plain.as_quadruples(answer.solution))}")
        if task.own.relaxed:
            reports.append(answer.report)

    @solving.unlimited_digits()
    def write_end(outcome: Outcome) -> None:
        """Close the array, and write all other fields."""
        import json

        rest = json.dumps(
            solving.json_without_solutions(replace(outcome, reports=tuple(reports))), indent=1
        ).removeprefix("{\n")
        write(f"{next(before).removesuffix(',')}],\n{rest}\n")

    return StreamSink(write_solution if wanted.writes_solutions else _write_nothing, write_end)


def _file_name(outcome: Outcome) -> str:
    return Path(outcome.instance.source).name


def _draw_page(notes: Sequence[str], outcome: Outcome) -> str:
    from edgeasp.api.instance import draw_html

    text = solving.summary_text(outcome.job, outcome.result, done=None, interrupted=signals.pending() is not None)
    named = [(f"solution {number}", board) for number, board in enumerate(outcome.boards, 1)]
    words = [*notes, f"{text[:1].upper()}{text[1:]}."]
    return draw_html(outcome.instance.puzzle, outcome.instance.clues, named, _file_name(outcome), words)


# Number of boards that can be drawn in a few seconds.
_MANY = 100


def _draw_solutions(form: str, outcome: Outcome) -> str | bytes | None:
    boards, title = outcome.boards, _file_name(outcome)
    named = [(f"{title}, {number}" if len(boards) > 1 else title, board) for number, board in enumerate(boards, 1)]
    if len(boards) > _MANY and signals.pending() is not None:
        console.note(f"draws {len(boards):,} boards: press Ctrl-C again to stop without a file")
    return delivery.draw_boards(form, named, title, embedded=True) if boards else None


# ---- `edgeasp solve` ----


@examples(
    "edgeasp solve puzzle.puz",
    "edgeasp solve puzzle.puz -o puzzle.sol",
    "edgeasp solve puzzle.puz --clue partial.sol --time-limit 10m",
    "edgeasp solve puzzle.puz -n all -o solutions/",
    "edgeasp solve puzzle.puz --unique",
    "edgeasp solve puzzle.puz -o puzzle.svg",
    "edgeasp solve puzzle.puz --clue corner.clue --clue hints.sol",
    "edgeasp solve puzzle.puz --count --up-to-rotation",
    "edgeasp solve puzzle.puz -n all -o solutions.html",
    "edgeasp solve puzzle.puz --count --jobs 2",
    "edgeasp solve puzzle.puz --format json --jobs 2 > run.json",
    "edgeasp solve puzzle.puz --add rules.lp",
    "edgeasp solve puzzle.puz --program mine.lp --relaxed",
    daily="-n --count --unique --clue --jobs --time-limit -o --watch",
)
def solve(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: SolveOptions,
) -> None:
    """Find solutions, check them, and show them.

    The output is a board on a terminal, and a .sol file in a pipe or with -o. Every solution is verified by an
    independent checker.
    """
    wanted = wanted.resolve()
    inputs = [*options.input_files(puzzle), *wanted.own.input_files()]
    files.require_one_stdin(inputs)
    wanted.require_output_name(inputs)
    rules = _read_user_rules(wanted)
    view = SearchView(_show_progress, _live_picture, watch=wanted.live)
    request = wanted.encoding.make_request()
    clasp = solving.parse_clasp_options(wanted.seed, wanted.config, wanted.clasp or ())
    deadline = clock.make_deadline(wanted.limits.limits(), view.tick)
    start = deadline.seconds()
    document = options.read_document(puzzle, ignores_board=True)
    instance = options.add_clues(puzzle, shared_options.with_fact_names(document) if rules else document)
    job, session = prepare_job(
        instance,
        (),
        request,
        rules,
        deadline,
        number=wanted.number or 0,
        up_to_rotation=wanted.up_to_rotation or (wanted.unique and not rules),
        options=clasp,
        jobs=wanted.jobs or 1,
        counts=wanted.count,
        narrow=wanted.narrow,
        scan=wanted.scan,
        watched=wanted.live,
    )
    session.seconds["read"] = deadline.seconds() - start
    view.search = session
    # A relaxation, or rules of one's own, have no solution for reasons of their own.
    words = options.command_words(puzzle)
    why = None if job.task.omitted_conditions or rules else partial(_no_solution_notes, instance, words, deadline)
    _run_and_report(wanted, instance, job, session, view, why, words)


def _read_user_rules(wanted: SolveOptions) -> UserRules:
    rules = wanted.own.read_user_rules(wanted.encoding, relaxed=wanted.relaxed)
    option = "--program" if rules.program else "--add"
    if rules and wanted.up_to_rotation:
        raise OptionError(
            f"--up-to-rotation: your rules may distinguish rotations of a board: leave it out with {option}"
        )
    if rules.program and wanted.live:
        raise OptionError("--watch supports only edgeasp's encodings: leave it out with --program")
    return rules


# clasp reports conflicts only between slices of a search, so an enumeration shows none.
def _show_progress(search: Search, line: ProgressLine) -> None:
    solutions = f"{search.found:,} found" if search.found else ""
    pace = f"{search.pace:,.0f} conflicts/s" if search.pace else ""
    if search.tiles:
        laid, expected = search.tiles
        # Two digits: the estimate is not more precise.
        some = f" of some {float(f'{expected:.2g}'):,.0f}" if expected else ""
        pace = f"{laid:,}{some} placements"
    line.show(search.phase or "read", pace, solutions, share=search.share, at_most=search.deadline.seconds_left())


def _live_picture(search: Search, screen: LiveScreen) -> Text | None:
    from edgeasp.cli.live_view import WatchableSearch, add_board_below

    if not isinstance(search, WatchableSearch):
        return None
    puzzle, candidate = search.task.puzzle, search.candidate()
    seconds = int(search.deadline.seconds())
    share = "" if search.share is None else f", {search.share:.0%} done"
    lines = [f"{search.phase or 'read'}{share} {seconds // 60}:{seconds % 60:02}, {search.found:,} found"]
    if (counters := search.statistics) and counters.conflicts:
        pace = f", {search.pace:,.0f} conflicts a second" if search.pace else ""
        lines.append(f"{counters.conflicts:,} conflicts, {counters.restarts:,} restarts at clasp's last report{pace}")
    if candidate.placements or search.most_placed:
        lines.append(f"trying {len(candidate)} of {puzzle.grid.size} tiles, {search.most_placed} at most so far")
    elif search.last:
        lines.append("the last solution")
    shown = candidate if candidate.placements or not search.last else search.last
    return add_board_below(screen, lines, puzzle, shown)


def _no_solution_notes(instance: Instance, words: str, deadline: Deadline) -> list[str]:
    from edgeasp.api.explaining import no_solution_notes

    try:
        return no_solution_notes(instance, words, Deadline(Limits(deadline.seconds_left()), signals.raise_pending))
    except KeyboardInterrupt:
        return []


def _run_and_report(
    wanted: SolveOptions,
    instance: Instance,
    job: Job,
    session: Search,
    view: SearchView,
    why: Callable[[], list[str]] | None,
    words: str,
) -> None:
    interrupt: KeyboardInterrupt | None = None
    signals.defer()
    with ExitStack() as stack:
        relaxed = [
            f"the encoding {job.task.encoding.name} does not support {_NOUN[condition]}: "
            "it solves a relaxation of the puzzle"
            for condition in job.task.omitted_conditions
        ]
        sink = choose_sink(wanted, instance, job.task, relaxed, stack)
        for note in relaxed:
            console.note(note)
        try:
            for answer in session.run(job):
                view.clear_for_result()
                sink.add(answer, session.found)
                broken = solving.violations_text(answer.report, session.found, whole=not wanted.finds_several)
                if broken and wanted.writes_solutions:
                    console.note(broken)
        except KeyboardInterrupt as caught:
            interrupt = caught
        finally:
            view.clear()
            for note in session.notes:
                console.note(note)
        outcome = solving.make_outcome(instance, job, session, clasp=wanted.stats)
        sink.finish(outcome)
    result = outcome.result
    interrupt = interrupt or signals.pending()
    for say, text in _closing_notes(wanted, outcome, words, interrupted=interrupt is not None):
        say(text)
    if why and result.exhausted and not result.found and not (interrupt or console.is_quiet()):
        for note in why():
            console.note(note)
    console.flush()
    status = _exit_status(wanted, result, interrupt)
    if interrupt is not None or result.stopped:
        exit_at_once(status)  # clingo may still be grounding
    raise typer.Exit(status)


def _closing_notes(
    wanted: SolveOptions, outcome: Outcome, words: str, *, interrupted: bool
) -> Iterator[tuple[Callable[[str], None], str]]:
    job, result = outcome.job, outcome.result
    done = "counted" if wanted.count else "decided" if wanted.unique else None
    if done and wanted.form != "json":
        yield console.print_line, (solving.count_text if wanted.count else solving.uniqueness_text)(job, result)
    if wanted.stats:
        yield console.note, f"statistics\n{solving.statistics_text(outcome)}"
    text = solving.summary_text(job, result, done=done, interrupted=interrupted)
    if result.stopped and not (result.found or done or job.task.own):
        text += _other_commands_text(job.task.puzzle, result, words)
    beside = wanted.form == "board" and not (done or interrupted)
    if not (beside and console.is_quiet()):
        yield (console.print_line if beside else console.note), text
    if result.stopped and result.size is None and job.task.own:
        yield from ((console.note, note) for note in solving.list_endless_rules(job.task))


def _other_commands_text(puzzle: Puzzle, result: Result, words: str) -> str:
    text = ""
    if result.expected_tiles and result.engine != "scan":
        days = " (edgeasp campaign can run for days)" if supports("campaign", puzzle) else ""
        text += f"; a complete search would place about 10^{log10(result.expected_tiles):.0f} tiles{days}"
    if supports("best", puzzle):
        text += f"; for the best board: edgeasp best {words}"
    return text


_NOUN = {Condition.BOUNDARY: "frames", Condition.SIGN: "signs"}


def _exit_status(wanted: SolveOptions, result: Result, interrupt: KeyboardInterrupt | None) -> int:
    if wanted.solver_exit_codes:
        match result.status:
            case Status.SATISFIABLE:
                return commands.SOLVER_EXHAUSTED if result.exhausted else commands.SOLVER_SATISFIABLE
            case Status.UNSATISFIABLE:
                return commands.SOLVER_UNSATISFIABLE
        return commands.SOLVER_INTERRUPTED if interrupt else commands.SOLVER_UNKNOWN
    if interrupt is not None:
        return signals.exit_status(interrupt)
    # Two solutions answer --unique, even at a limit.
    settled = result.answered or (wanted.unique and result.found > 1)
    return commands.ANSWERED if settled else commands.UNANSWERED
