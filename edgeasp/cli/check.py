"""Commands `check` and `info`: verdicts, and results of counting."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import typer

from edgeasp.api.info import Info
from edgeasp.api.info import info as figures_of
from edgeasp.api.plain import json_document
from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files, known
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.estimate import power, scientific
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import Matching, Puzzle, Solution, side_order
from edgeasp.puzzle.summary import BoardSummary, Windows, entries, seems_foreign, summarize
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of, plural


@examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
    "edgeasp check puzzle.puz x.sol best.sol",
    "edgeasp check board.url --prove 4x4,around --time-limit 10m",
    "edgeasp check links.tsv --prove 3x3,4x4 --jobs 2",
    "edgeasp check board.url --format json",
)
@shared_options.with_groups
def check(
    puzzle: shared_options.PuzzleFile,
    solutions: list[str] = typer.Argument(
        None,
        metavar="SOLUTION...",
        help="A .sol, complete or partial, or any other board; - for standard input; or several, or folders of .sol, "
        "or files of links. Not needed if PUZZLE is a board.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    rules: bool = output_option(False, "--rules", help="Also list the named rules of the encoding that are violated."),
    prove: str | None = question_option(
        None,
        "--prove",
        metavar="WINDOWS",
        help="Also prove that no window improves a complete board: 4x4 or another size, rows, columns, around (each "
        "mismatch), joined by commas.",
    ),
    jobs: shared_options.Jobs = None,
    time_limit: shared_options.TimeLimit = None,
    form: shared_options.Form = "text",
) -> None:
    """Check a solution, list violated conditions, and print the score.

    An edge is where two adjacent squares touch. The score is the number of edges whose two sides have the same colour.
    Given only a link or a board, check also prints a summary: which puzzle it is, its tiles, mismatches, frame and
    official clues. Squares are named as on the board of Eternity II, rows A, B, ... and columns from 1. Several boards:
    one line each, with --prove a row of a table, as JSON one object per line. If every argument is a link or a file of
    links, each link is a board. Exits 0 only if every board is a solution. The checker shares no code with the
    encodings and uses no solver.
    """
    from edgeasp.api.instance import Board, make_task

    puzzle, named, linked = _arguments(puzzle, solutions or [])
    files.require_one_stdin(options.inputs(puzzle, *(path for _, path in named)))
    document = options.document(puzzle, partial=not named)
    if linked:
        # The hints of one link are not the clues of the others.
        document = replace(document, hints=Solution())
    if rules:
        document = shared_options.in_facts(document)
    task = make_task(options.instance_in(puzzle, document))
    board = task.puzzle
    if not named and not document.is_board:
        shown = files.shown_name(puzzle)
        raise OptionError(f"{shown} is a puzzle: name a board of it, as in edgeasp check {shown} BOARD.sol")
    published, rows, solved = known.published(board), list[tuple[str, BoardSummary]](), True
    boards: list[tuple[str | None, str | None]] = [*named] or [(None, None)]

    def read() -> Iterator[tuple[BoardSummary, Solution]]:
        for name, path in boards:
            placements = document.placements
            if path is not None:
                placements = options.board(path, board, repeats=True, name=name)
            broken = tuple(task.violated_rules(placements)) if rules else None
            yield summarize(board, placements, task.clues, published, broken), placements

    checked = read() if prove is None else _proved([*read()], task.clues, prove, jobs, time_limit)
    for (name, path), (summary, placements) in zip(boards, checked, strict=True):
        solved = solved and summary.report.solved
        if form == "json":
            written = json_document(summary, puzzle=files.shown_name(puzzle), board=name)
            console.out(delivery.object_text(written, alone=len(boards) == 1))
        elif len(boards) == 1:
            console.lines(_text(summary, console.width(), with_summary=path is None or summary.official))
        elif prove is None:
            console.line(f"{name}: {_line(summary)}")
        else:
            rows.append((name or "", summary))
        if prove is not None and summary.improved is None and not summary.windows:
            why = "it has empty squares" if summary.report.missing else "it breaks more than diamonds"
            console.note(f"{name or files.shown_name(puzzle)}: no window is proved, as {why}")
        if path is not None and len(boards) == 1 and form != "json" and not solved and signals.pending() is None:
            console.flush()
            note = Board(board, placements, task.clues).meant
            # Only numbers can belong to another puzzle: a link shows tiles.
            if not note and path.endswith(".sol") and seems_foreign(board, placements):
                note = "hardly anything matches: perhaps it is a board of another puzzle"
            # The other commands take placements that exist.
            if note or not any(violation.condition is Condition.RANGE for violation in summary.report.violations):
                console.note(note or f"what next: {_next(summary, puzzle, path, options)}")
    if rows:
        console.lines("\n".join(_table(rows)))
    if (interrupt := signals.pending()) is not None:
        console.note("interrupted: showing the windows proved so far")
        commands.end_search(interrupt, answered=False, stopped=True)
    if not solved:
        raise typer.Exit(commands.UNANSWERED)


def _arguments(puzzle: str, solutions: Sequence[str]) -> tuple[str, list[tuple[str, str]], bool]:
    """Split arguments into the puzzle and boards.

    Returns:
        The puzzle, the name and the path of each board, and whether all of them are links.
    """
    links = [files.links_in(argument) for argument in (puzzle, *solutions)]
    if all(links) and sum(map(len, links)) > 1:
        named = [link for argument in links for link in argument]
        return named[0][1], named, True
    return puzzle, [board for argument in solutions for board in files.boards_in(argument)], False


def _proved(
    checked: Sequence[tuple[BoardSummary, Solution]],
    clues: Solution,
    windows: str,
    jobs: int | None,
    time_limit: float | None,
) -> Iterator[tuple[BoardSummary, Solution]]:
    from edgeasp.api.best_board import with_windows

    summaries, boards = zip(*checked, strict=True)
    with console.ticking(time_limit) as tick:
        proved = [*with_windows(summaries, boards, clues, windows, jobs=jobs or 1, time_limit=time_limit, on_tick=tick)]
    return zip(proved, boards, strict=True)


def _next(summary: BoardSummary, puzzle: str, board: str, options: shared_options.PuzzleOptions) -> str:
    # A complete board with nothing but mismatches can be improved. Any other has to be completed first.
    placements = shared_options.argument(board, "BOARD")
    conditions = {violation.condition for violation in summary.report.violations}
    full = summary.placed == summary.puzzle.grid.size
    if full and conditions == {Condition.ADJOINING} and supports("best", summary.puzzle):
        return f"edgeasp best {options.words(puzzle, '--start', placements)} -o better.sol"
    return f"edgeasp hint {options.words(puzzle, placements)}"


_WIDEST = 100
"""The widest text of both commands, however wide the terminal is."""


def _text(summary: BoardSummary, width: int, *, with_summary: bool) -> str:
    report = summary.report
    lines = [_verdict(summary)]
    lines += [f"  {violation.condition.value}: {violation.text}" for violation in report.violations]
    lines.append(f"score: {report.matched} of {report.diamonds} diamonds")
    if with_summary:
        lines += _summary_lines(summary, min(width, _WIDEST))
    else:
        lines += [f"{name}: {words}" for name, words in entries(summary) if name in ("spare", "windows")]
    if summary.rules is not None:
        lines.append(_rules(summary.rules))
    return "\n".join(lines) + "\n"


def _line(summary: BoardSummary) -> str:
    report = summary.report
    broken = "" if summary.rules is None else f"; {_rules(summary.rules)}"
    return f"{_verdict(summary)}, {report.matched} of {report.diamonds} diamonds{broken}"


def _table(rows: Sequence[tuple[str, BoardSummary]]) -> list[str]:
    summaries = [summary for _, summary in rows]
    kinds = next((windows for summary in summaries if (windows := [kind.kind for kind in summary.windows])), [])
    head = ["board", "score", "mismatches", *(["clues"] if any(summary.clues for summary in summaries) else []), *kinds]
    improved = any(summary.improved is not None for summary in summaries)
    head += ["improved to"] if improved else []
    table = [head if summaries[0].rules is None else [*head, "rules"]]
    for name, summary in rows:
        row = [name, f"{summary.report.matched} of {summary.report.diamonds}", str(len(summary.mismatches))]
        row += [f"{sum(clue.kept for clue in summary.clues)} of {len(summary.clues)}"] if summary.clues else []
        row += list(map(_share, summary.windows)) or ["-"] * len(kinds)
        row += [str(summary.improved or "-")] if improved else []
        table.append(row if summary.rules is None else [*row, ", ".join(summary.rules) or "none"])
    return console.aligned(table, left={0, table[0].index("rules")} if "rules" in table[0] else {0})


def _share(windows: Windows) -> str:
    return f"{windows.proved:,} of {windows.number:,}" if windows.left else f"all {windows.number:,}"


def _rules(names: Sequence[str]) -> str:
    return f"rules: {', '.join(names) or 'none is broken'}"


def _summary_lines(summary: BoardSummary, width: int) -> Iterator[str]:
    for name, words in entries(summary):
        if name != "score":
            # A place stays together with what is said of it.
            joined = re.sub(r"\b([A-Z]+[0-9]+) ", "\\1\N{NO-BREAK SPACE}", f"{name}: {words}")
            wrapped = textwrap.wrap(
                joined, max(width, 40), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
            )
            yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped)


def _verdict(summary: BoardSummary) -> str:
    report = summary.report
    if report.solved:
        return "solved"
    broken = len(report.violations)
    state = f"{broken} {plural(broken, 'condition')} broken" if broken else "nothing broken"
    placed = f"{summary.placed} of {summary.puzzle.grid.size} tiles placed"
    return f"not solved: {placed}, {state}" if report.missing else f"not solved: {state}"


# ---- `edgeasp info` ----

_INDENT = 20
_SHOWN = 12
"""The number of tiles, or of groups of tiles, that a line names; it counts the rest."""


_MISMATCHES = (0, 2, 4, 6, 10, 14, 20)
"""Those with which boards are counted in the text."""


@examples(
    "edgeasp info puzzle.puz",
    "edgeasp info puzzle.puz --clue corner.clue",
    "edgeasp info puzzle.puz facts.lp",
    "edgeasp info puzzle.puz --format json | jq .expected_solutions",
)
@shared_options.with_groups
def info(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="The puzzle: a .puz, or a file in any other format, a link, e2, or -; or several."
        ),
    ],
    options: shared_options.PuzzleOptions,
    form: shared_options.Form = "text",
    output: shared_options.OutputFile = None,
) -> None:
    """Describe a puzzle without searching.

    Prints tile and colour counts, the expected number of solutions (Brendan Owen's finite-supply model, for framed
    puzzles without signs), and how many boards reach each score. If counting alone rules out a solution, it says why. A
    puzzle without a solution is not an error. Several puzzles as JSON: one object per line.
    """
    delivery.require_writable(output, delivery.content_of(form), options.inputs(*puzzles))
    files.require_one_stdin(options.inputs(*puzzles))
    texts = []
    for puzzle in puzzles:
        instance = options.instance(puzzle)
        figures = figures_of(instance)
        if form == "json":
            texts.append(delivery.object_text(json_document(figures), alone=len(puzzles) == 1))
        else:
            text = describe(instance.puzzle, figures, min(console.width(), _WIDEST))
            texts.append(text if len(puzzles) == 1 else f"{figures.source}: {text}")
    delivery.deliver(("\n" if form == "text" else "").join(texts), output)


def describe(puzzle: Puzzle, figures: Info, width: int) -> str:
    """Summarise a puzzle as text, at most `width` columns wide."""
    title = f"{figures.cols} x {figures.rows}, {'framed' if figures.framed else 'unframed'}, {len(puzzle.tiles)} tiles"
    if not puzzle.turning:
        title += ", no tile may be turned"
    title += "".join(f", {kind}" for kind in puzzle.beyond)
    title += f", {number_of(figures.clues, 'clue')}" if figures.clues else ""
    lines = [title]
    for name, text in _entries(puzzle, figures):
        lines += textwrap.wrap(
            text,
            max(width, 40),
            initial_indent=f"{name:<{_INDENT}}",
            subsequent_indent=" " * _INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _entries(puzzle: Puzzle, figures: Info) -> Iterator[tuple[str, str]]:
    if figures.known_as is not None:
        differs = figures.differences or (() if figures.differences is None else ("tiles as published",))
        yield "known as", ", ".join([figures.known_as, *differs])
    if figures.framed:
        yield "zeros", _zeros(puzzle, figures)
        yield "tiles", _kinds(figures)
    if figures.unplaceable_tiles:
        yield "cannot be placed", _unplaceable(puzzle, figures)
    yield from _colours(puzzle, figures)
    yield "identical tiles", _grouped(puzzle, figures.identical_tiles) or "none"
    yield "symmetric tiles", _symmetric(puzzle, figures) or "none"
    if figures.signed:
        bare = len(puzzle.tiles) - figures.plus_tiles - figures.minus_tiles
        yield "signs", f"{figures.plus_tiles} +, {figures.minus_tiles} -, {bare} without"
    if figures.calibration is not None:
        whole = f"{figures.cols}*{figures.rows}" if puzzle.grid.ringed else f"{puzzle.grid.size}"
        size = f"4*{whole}/{figures.colours}^2"
        yield "calibration", f"{size} = {figures.calibration:.3g} (without a frame, hardest near 2)"
    for reason in figures.impossible:
        yield "no solution", reason
    if not figures.impossible:
        yield "expected solutions", _expected(puzzle, figures)
    if figures.expected_boards:
        # The scores between go evenly.
        shown = [figures.expected_boards[wrong] for wrong in _MISMATCHES if wrong < len(figures.expected_boards)]
        boards = (f"{score}: {scientific(Fraction(number), 2)}" for score, number in shown if score >= 0)
        yield "boards by score", ", ".join(boards)
    if figures.expected_nodes:
        nodes = (
            f"{power(log10)} {order} (most at {number_of(peak, 'tile')})"
            for order, log10, peak in figures.expected_nodes
        )
        yield "nodes of a search", ", ".join(nodes)


def _zeros(puzzle: Puzzle, figures: Info) -> str:
    surplus = figures.zeros - figures.outside
    if not surplus:
        return f"{figures.zeros} sides, as many as are on the boundary"
    text = f"{figures.zeros} sides, but {figures.outside} are on the boundary"
    where = "touch each other inside" if puzzle.loose else "are on spare tiles"
    return f"{text}: {surplus} {where}" if surplus > 0 else text


def _kinds(figures: Info) -> str:
    kinds = (
        ("corner", figures.corner_tiles, figures.corner_squares),
        ("side", figures.side_tiles, figures.side_squares),
        ("centre", figures.centre_tiles, figures.centre_squares),
    )
    return ", ".join(
        f"{tiles} {name}" + (f" (for {number_of(squares, 'square')})" if tiles != squares else "")
        for name, tiles, squares in kinds
    )


def _unplaceable(puzzle: Puzzle, figures: Info) -> str:
    text = f"{_listed(puzzle, figures.unplaceable_tiles)}: 0 on opposite or on more than two sides"
    if not figures.side_order:
        return text
    order = ", ".join(side.name.lower() for side in side_order(figures.side_order))
    return f"{text}; if the file lists sides as {order}, all tiles fit"


def _colours(puzzle: Puzzle, figures: Info) -> Iterator[tuple[str, str]]:
    if figures.ring_sides is None or figures.inner_sides is None:
        yield "colours", _sides(puzzle, figures.colour_sides)
    else:
        yield "colours in the ring", _sides(puzzle, figures.ring_sides)
        yield "colours inside", _sides(puzzle, figures.inner_sides)
        if figures.shared_colours:
            yield "in ring and inside", _named(puzzle, figures.shared_colours)
    number = dict(figures.colour_sides)
    if puzzle.partners:
        yield "partners", "; ".join(_meeting(puzzle, number))
    elif figures.odd_colours:
        yield "odd colours", _sides(puzzle, [(colour, number[colour]) for colour in figures.odd_colours])


def _meeting(puzzle: Puzzle, number: Mapping[int, int]) -> Iterator[str]:
    name = puzzle.names.colour
    match puzzle.matching:
        case Matching.DIFFERENT:
            yield "any two that differ"
        case Matching.SEVERAL:
            for colour in puzzle.colours:
                yield f"{name(colour)} meets {', '.join(map(name, puzzle.meeting(colour)))}"
        case _:
            for one, other in puzzle.partners:
                yield f"{name(one)}-{name(other)} on {number.get(one, 0)} and {number.get(other, 0)} sides"


def _sides(puzzle: Puzzle, counts: Sequence[Sequence[int]]) -> str:
    by_number: dict[int, list[int]] = {}
    for colour, number in counts:
        by_number.setdefault(number, []).append(colour)
    parts = [f"{_named(puzzle, by)} on {number_of(number, 'side')}" for number, by in sorted(by_number.items())]
    return f"{len(counts)}: {'; '.join(reversed(parts))}" if counts else "none"


def _named(puzzle: Puzzle, numbers: Sequence[int]) -> str:
    if puzzle.names.colours:
        return ", ".join(map(puzzle.names.colour, numbers))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _symmetric(puzzle: Puzzle, figures: Info) -> str:
    turns = ((figures.half_turn_tiles, "half"), (figures.quarter_turn_tiles, "quarter"))
    return "; ".join(f"{_listed(puzzle, tiles)} after a {turn} turn" for tiles, turn in turns if tiles)


def _listed(puzzle: Puzzle, tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - _SHOWN} more" if len(tiles) > _SHOWN else ""
    return f"{plural(len(tiles), 'tile')} {', '.join(str(puzzle.names.number(tile)) for tile in tiles[:_SHOWN])}{more}"


def _grouped(puzzle: Puzzle, groups: Sequence[Sequence[int]]) -> str:
    more = f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else ""
    return "; ".join(_same(puzzle, group) for group in groups[:_SHOWN]) + more


def _same(puzzle: Puzzle, group: Sequence[int]) -> str:
    more = [f"and {len(group) - _SHOWN} more"] if len(group) > _SHOWN else []
    return " = ".join([*(str(puzzle.names.number(tile)) for tile in group[:_SHOWN]), *more])


def _expected(puzzle: Puzzle, figures: Info) -> str:
    if figures.expected_solutions is None:
        return f"unknown: {figures.expected_solutions_unknown}"
    solutions, turns = Fraction(figures.expected_solutions), figures.expected_solutions_turns or 1
    short = not solutions or Fraction(1, 1000) <= solutions < 10**5
    number = f"{float(solutions):.5g}" if short else figures.expected_solutions
    parts = (
        ["that keep the clues"] if figures.clues else [f"all {turns} turns of the board counted"] if turns > 1 else []
    )
    if figures.identical_tiles:
        parts.append("identical tiles counted apart")
    if puzzle.turning and (figures.half_turn_tiles or figures.quarter_turn_tiles):
        parts.append("rotations of symmetric tiles counted apart")
    least, most = sorted((figures.cols, figures.rows))
    if least == 3 and most >= _LONG:
        parts.append("the mean of sets that differ a hundredfold, as they do on three rows")
    return f"{number} ({', '.join(parts)})" if parts else number


_LONG = 6
"""Squares along a board of three rows from which on most sets have a tenth of the expected solutions, or ten times."""
