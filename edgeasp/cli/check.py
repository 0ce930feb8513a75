"""Commands `check` and `info`, which describe boards and puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from edgeasp.api.info import board_line, board_table, board_text, info_text
from edgeasp.api.info import info as figures_of
from edgeasp.api.plain import json_document
from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files, known
from edgeasp.puzzle.checker import Condition
from edgeasp.puzzle.features import supports
from edgeasp.puzzle.model import Solution
from edgeasp.puzzle.summary import BoardSummary, seems_foreign, summarize
from edgeasp.system.errors import OptionError


@examples(
    "edgeasp check puzzle.puz x.sol",
    "edgeasp solve puzzle.puz | edgeasp check puzzle.puz -",
    "edgeasp check puzzle.puz x.sol --clue corner.clue --rules",
    "edgeasp check puzzle.puz x.sol best.sol",
    "edgeasp check board.url --prove 4x4,around --time-limit 10m",
    "edgeasp check links.tsv --prove 3x3,4x4 --jobs 2",
    "edgeasp check board.url --format json",
)
def check(
    puzzle: shared_options.PuzzleFile,
    solutions: list[str] = typer.Argument(
        None,
        metavar="SOLUTION...",
        help="Boards in any format, complete or partial, folders of .sol files, files of links, "
        "or - for standard input. Not needed if PUZZLE is a board.",
    ),
    options: shared_options.PuzzleOptions = shared_options.PuzzleOptions(),
    rules: bool = output_option("--rules", "Also list the named rules of the encoding that are violated.", False),
    prove: str | None = question_option(
        "--prove WINDOWS",
        "Also prove that no window of a complete board can be improved: 4x4 or another size, "
        "rows, columns, around (each mismatch), joined by commas.",
    ),
    jobs: shared_options.Jobs = None,
    time_limit: shared_options.TimeLimit = None,
    form: shared_options.Form = "text",
) -> None:
    """Check a solution, list violated conditions, and print the score.

    An edge is where two adjacent squares touch. The score is the number of edges whose two sides have the same colour.
    Given only a link or a board, check also prints a summary: which puzzle it is, its tiles, mismatches, frame and
    official clues. Squares are named as on the board of Eternity II: rows from A and columns from 1. Several boards are
    printed one per line: as text, as rows of a table with --prove, or as JSON objects. If every argument is a link or a
    file of links, each link is a board. The checker shares no code with the encodings and uses no solver. Exits 0 only
    if every board is a solution.
    """
    from edgeasp.api.instance import Board, make_task

    puzzle, named, linked = _split_arguments(puzzle, solutions or [])
    files.require_one_stdin(options.input_files(puzzle, *(path for _, path in named)))
    document = options.read_document(puzzle, partial=not named)
    if linked:
        # The hints of one link are not the clues of the others.
        document = replace(document, hints=Solution())
    if rules:
        document = shared_options.with_fact_names(document)
    task = make_task(options.add_clues(puzzle, document))
    board = task.puzzle
    if not named and not document.is_board:
        shown = files.printable_name(puzzle)
        raise OptionError(f"{shown} is a puzzle: name a board of it, as in edgeasp check {shown} BOARD.sol")
    published, rows, solved = known.published_details(board), list[tuple[str, BoardSummary]](), True
    boards: list[tuple[str | None, str | None]] = [*named] or [(None, None)]

    def read_all() -> Iterator[tuple[BoardSummary, Solution]]:
        for name, path in boards:
            placements = document.placements
            if path is not None:
                placements = options.read_board(path, board, repeats=True, name=name)
            broken = tuple(task.violated_rules(placements)) if rules else None
            yield summarize(board, placements, task.clues, published, broken), placements

    checked = read_all() if prove is None else _prove_windows([*read_all()], task.clues, prove, jobs, time_limit)
    for (name, path), (summary, placements) in zip(boards, checked, strict=True):
        solved = solved and summary.report.solved
        if form == "json":
            written = json_document(summary, puzzle=files.printable_name(puzzle), board=name)
            console.write(delivery.json_object_text(written, alone=len(boards) == 1))
        elif len(boards) == 1:
            console.print_lines(
                board_text(summary, min(console.width(), _WIDEST), with_summary=path is None or summary.has_details)
            )
        elif prove is None:
            console.print_line(f"{name}: {board_line(summary)}")
        else:
            rows.append((name or "", summary))
        if prove is not None and summary.improved is None and not summary.windows:
            why = "it has empty squares" if summary.report.missing else "it breaks other conditions than matching edges"
            console.note(f"{name or files.printable_name(puzzle)}: no window is proved, as {why}")
        if path is not None and len(boards) == 1 and form != "json" and not solved and signals.pending() is None:
            console.flush()
            note = Board(board, placements, task.clues).meant
            # Only numbers can belong to another puzzle: a link shows tiles.
            if not note and path.endswith(".sol") and seems_foreign(board, placements):
                note = "few edges match: is it a board of another puzzle?"
            # The other commands take placements that exist.
            if note or not any(violation.condition is Condition.RANGE for violation in summary.report.violations):
                console.note(note or f"what next: {_next_command(summary, puzzle, path, options)}")
    if rows:
        console.print_lines("\n".join(console.align_columns(*board_table(rows))))
    if (interrupt := signals.pending()) is not None:
        console.note("interrupted: showing the windows proved so far")
        commands.end_search(interrupt, answered=False, stopped=True)
    if not solved:
        raise typer.Exit(commands.UNANSWERED)


def _split_arguments(puzzle: str, solutions: Sequence[str]) -> tuple[str, list[tuple[str, str]], bool]:
    """Split the arguments into the puzzle and its boards.

    Returns:
        The puzzle, a pair of name and path for each board, and whether every argument is a URL.
    """
    links = [files.links_in(argument) for argument in (puzzle, *solutions)]
    if all(links) and sum(map(len, links)) > 1:
        named = [link for argument in links for link in argument]
        return named[0][1], named, True
    return puzzle, [board for argument in solutions for board in files.boards_in(argument)], False


def _prove_windows(
    checked: Sequence[tuple[BoardSummary, Solution]],
    clues: Solution,
    windows: str,
    jobs: int | None,
    time_limit: float | None,
) -> Iterator[tuple[BoardSummary, Solution]]:
    from edgeasp.api.best_board import add_proofs

    summaries, boards = zip(*checked, strict=True)
    with console.show_progress(time_limit) as tick:
        proved = [*add_proofs(summaries, boards, clues, windows, jobs=jobs or 1, time_limit=time_limit, on_tick=tick)]
    return zip(proved, boards, strict=True)


# Number of empty squares above which a hint rarely ends within its time limit.
_MANY_SQUARES = 100


def _next_command(summary: BoardSummary, puzzle: str, board: str, options: shared_options.PuzzleOptions) -> str:
    # A complete board with nothing but mismatches can be improved. Any other has to be completed first.
    placements = shared_options.quote_argument(board, "BOARD")
    conditions = {violation.condition for violation in summary.report.violations}
    full = summary.placed == summary.puzzle.grid.size
    if full and conditions == {Condition.ADJOINING} and supports("best", summary.puzzle):
        return f"edgeasp best {options.command_words(puzzle, '--start', placements)} -o better.sol"
    empty = summary.puzzle.grid.size - summary.placed
    if empty > _MANY_SQUARES and not conditions and supports("best", summary.puzzle):
        return f"edgeasp best {options.command_words(puzzle, '--clue', placements)} -o better.sol"
    return f"edgeasp hint {options.command_words(puzzle, placements)}"


# Maximum width of the text of both commands, in columns.
_WIDEST = 100


# ---- `edgeasp info` ----


@examples(
    "edgeasp info puzzle.puz",
    "edgeasp info puzzle.puz --clue corner.clue",
    "edgeasp info puzzle.puz facts.lp",
    "edgeasp info puzzle.puz --format json | jq .expected_solutions",
)
def info(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="Puzzle files in any format, links, e2 (Eternity II), or - for standard input."
        ),
    ],
    options: shared_options.PuzzleOptions,
    form: shared_options.Form = "text",
    output: shared_options.OutputFile = None,
) -> None:
    """Describe a puzzle without searching.

    Prints tile and colour counts, the expected number of solutions (Brendan Owen's finite-supply model, for framed
    puzzles without signs), and how many boards reach each score. If counting alone rules out a solution, it says why. A
    puzzle without a solution is not an error. Several puzzles are printed as JSON with one object per line.
    """
    delivery.require_writable(output, delivery.content_type(form), options.input_files(*puzzles))
    texts = []
    for puzzle in puzzles:
        instance = options.read_instance(puzzle)
        figures = figures_of(instance)
        if form == "json":
            texts.append(delivery.json_object_text(json_document(figures), alone=len(puzzles) == 1))
        else:
            text = info_text(instance.puzzle, figures, min(console.width(), _WIDEST))
            texts.append(text if len(puzzles) == 1 else f"{figures.source}: {text}")
    delivery.deliver(("\n" if form == "text" else "").join(texts), output)
