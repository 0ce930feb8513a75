"""`edgeasp signs search`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.cli import console, delivery, outputs, shared_options, signals
from edgeasp.cli.app import end_search, examples
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.outputs import make_request
from edgeasp.cli.shared_options import output_option, question_option, search_option
from edgeasp.cli.signs.assignments import SignOptions, SignRecord, condition_names, deadline
from edgeasp.formats import files, sol
from edgeasp.search.sign_search import SignFound, SignSearch, begin, sign_task
from edgeasp.search.task import Task
from edgeasp.system import writing
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of


@dataclass(frozen=True, slots=True)
class SignSolutionRecord:
    """A solution."""

    before: Annotated[int, "How many possible assignments of signs come before that of the solution."]
    path: Annotated[str, "For each link of the chain 1 if the signs of the solution depart from it, else 0."]
    departures: Annotated[int, "The number of links from which they depart."]
    placements: Annotated[tuple[sol.Quadruple, ...], "Tile, column, row and rotation, as in a .sol."]


@dataclass(frozen=True, slots=True)
class SignSearchRecord(SignRecord):
    """The object that `edgeasp signs search --format json` prints; tiles count from 0."""

    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    depth: Annotated[int | None, "The number of links whose signs were assumed; null for all."]
    possible: Annotated[int, "The number of possible assignments along these links, of opposite ones one counted."]
    start: Annotated[int, "How many assignments were left out, because an earlier search settled them."]
    settled: Annotated[int, "The number of assignments, in order, whose solutions are all known; to go on from."]
    tried: Annotated[int, "How many of them were searched."]
    excluded: Annotated[int, "How many were excluded by signs that clashed in an earlier one; some may be later ones."]
    exhausted: Annotated[bool, "Whether there are no other solutions, but for assignments that were left out."]
    stopped: Annotated[str | None, "The limit that was reached, in words; null if none was."]
    conflicts: Annotated[int, "The conflicts of all searches."]
    seconds: Annotated[float, "Wall time, with reading."]
    solutions: Annotated[tuple[SignSolutionRecord, ...], "The solutions, in the order of their assignments."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignSearchOptions:
    """Options on the search, and where solutions go."""

    question: SignOptions = SignOptions()
    number: int = question_option(
        1,
        "-n",
        "--number",
        metavar="N|all",
        min=0,
        show_default=False,
        help="Find N solutions, or all. One if not given.",
    )
    depth: int | None = search_option(
        None, "--depth", metavar="N", min=0, help="Assume the signs along the first N links only. All if not given."
    )
    start: int = search_option(
        0, "--skip", metavar="N", min=0, help="Leave out the first N assignments, which an earlier search settled."
    )
    seed: shared_options.Seed = 1
    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: str | None = output_option(
        None, "-o", "--output", metavar="FILE|DIR", help="Write to FILE; several solutions to DIR as sol_1.sol, ..."
    )
    form: Literal["sol", "board", "json"] | None = output_option(
        None, "--format", help="By the ending of FILE if not given, or a board at a terminal, or else sol."
    )


@examples(
    "edgeasp signs search puzzle.puz",
    "edgeasp signs search puzzle.puz -n all --clue corner.clue -o solutions/",
    "edgeasp signs search puzzle.puz --format json --time-limit 1m > search.json",
)
@shared_options.with_groups
def search(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: SignSearchOptions,
) -> None:
    """Search for solutions assignment of signs by assignment of signs.

    The tiles make a chain: each link adds the tile whose sign depends most on that of a tile before it. First comes the
    assignment that follows the chain everywhere, then those that depart from it once, and so on: limited discrepancy
    search. It takes a framed puzzle with at most four million possible
    assignments. With --depth they are partial: fewer, and each is harder. A search that is stopped says with which
    --skip the next one goes on.
    """
    caps = wanted.limits.limits()
    request = make_request(wanted.number, wanted.form, wanted.output, files.shown_name(puzzle))
    if request.form == "html":
        raise OptionError("signs search writes no pages: expected a name that does not end in .html")
    request.require_name(options.inputs(puzzle))
    line = ProgressLine()
    signs: SignSearch | None = None

    def now() -> tuple[str, float | None]:
        if signs is None:
            return "counting", None
        share = signs.settled / len(signs) if len(signs) else None
        return f"{signs.settled:,} of {len(signs):,} assignments, {signs.found:,} found", share

    with deadline(caps, line, now) as clock, ExitStack() as stack:
        task = sign_task(options.task(puzzle))
        write: Callable[[str], object] = console.out
        sink = outputs.NullSink()
        if request.form != "json":
            sink = outputs.choose(request, task, [], stack)
        elif request.output is not None:
            write = stack.enter_context(writing.writing(request.output))
        solutions: list[SignFound] = []
        interrupt: KeyboardInterrupt | None = None
        signals.defer()
        try:
            signs = begin(task, wanted.question.possible(task, clock), wanted.depth, wanted.seed, clock)
            for run in signs.run(request.limit, conflicts=caps.conflicts, start=wanted.start):
                line.clear()
                solutions.append(run)
                sink.add(run.found, len(solutions))
        except KeyboardInterrupt as caught:
            interrupt = caught
        line.clear()
        interrupt = interrupt or signals.pending()
        if signs is None:
            raise interrupt or KeyboardInterrupt
        if request.form == "json":
            write(delivery.json_text(_record(request.source, wanted, task, signs, solutions, clock.seconds())))
    console.note(_text(signs, wanted.start, solutions, clock.seconds(), interrupted=interrupt is not None))
    end_search(interrupt, answered=signs.stopped is None, stopped=signs.stopped is not None)


def _record(
    source: str,
    wanted: SignSearchOptions,
    task: Task,
    signs: SignSearch,
    solutions: list[SignFound],
    seconds: float,
) -> SignSearchRecord:
    return SignSearchRecord(
        schema="edgeasp.signs-search",
        schema_version=1,
        source=source,
        conditions=condition_names(wanted.question.chosen(task)),
        depth=wanted.depth,
        possible=len(signs),
        start=wanted.start,
        settled=signs.settled,
        tried=signs.tried,
        excluded=signs.excluded,
        exhausted=signs.exhausted,
        stopped=None if signs.stopped is None else str(signs.stopped),
        conflicts=signs.conflicts,
        seconds=round(seconds, 3),
        solutions=tuple(
            SignSolutionRecord(
                answer.before,
                answer.path,
                answer.path.count("1"),
                sol.quadruples(answer.found.solution),
            )
            for answer in solutions
        ),
    )


def _text(signs: SignSearch, start: int, solutions: list[SignFound], seconds: float, *, interrupted: bool) -> str:
    several = "s" * (len(solutions) != 1)
    if signs.exhausted and not solutions:
        what = "no solution"
    else:
        what = f"{len(solutions):,} solution{several}" + ", and no others" * signs.exhausted
    if start:
        what += f" after the first {start:,} assignments"
    lines = f"{what}; {signs.tried:,} of {len(signs):,} assignments searched, {signs.excluded:,} excluded by others, "
    lines += f"{number_of(signs.conflicts, 'conflict')}, {seconds:.2f} s"
    path = solutions[0].path if solutions else ""
    if path:
        lines += f"\n{solutions[0].before:,} assignments come before that of the first solution, which departs from "
        lines += f"{path.count('1')} of {len(path)} links: {path}"
    if signs.stopped or interrupted:
        why = "interrupted" if interrupted else f"stopped by the {signs.stopped}"
        lines += f"\n{why}; to go on: --skip {signs.settled}"
    return lines
