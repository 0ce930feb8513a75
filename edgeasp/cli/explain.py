"""Commands `explain`, `hint` and `diff`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, get_args

import typer

from edgeasp.api import explaining
from edgeasp.api.explaining import Explained, Hinted
from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import end_search, examples
from edgeasp.cli.options import group_without
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files, plain
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import OptionError
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.api.instance import Board

MarkedFormat = Literal["board", "text", "json", "svg", "png", "html"]
"""Output formats of boards with remarks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOptions:
    """Options for the limits, the file and the format of an answer."""

    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: shared_options.OutputFile = None
    form: MarkedFormat | None = output_option(
        "--format",
        "Output format. Default: from FILE's extension (.txt, .json, .svg, .png, .html), "
        "else a board on a terminal and text in a pipe.",
    )

    def choose_output(self, inputs: Sequence[str | None]) -> tuple[MarkedFormat, str | None]:
        """Choose the format, and check that the file is writable."""
        output = None if self.output == files.STDIN else self.output
        default: MarkedFormat = "board" if console.is_terminal() else "text"
        form = delivery.choose_format(
            get_args(MarkedFormat), self.form, output, default, ".json, .svg, .png, .html, .txt, .htm"
        )
        delivery.require_writable(output, None, inputs)
        return form, output


def _deliver_remarks(
    to: tuple[MarkedFormat, str | None],
    shown: Board | None,
    drawn: Sequence[tuple[str, Board]],
    lines: Sequence[str],
    source: str,
    document: Callable[[], dict[str, Any]],
) -> None:
    """Write boards with remarks.

    Args:
        to: format and file.
        shown: board to print above the lines, None for no board.
        drawn: boards to draw as a picture or a page, with their names.
        lines: human-readable remarks.
        source: title of a picture or a page.
        document: function that returns the JSON.
    """
    form, output = to
    match form:
        case "board":
            if shown is not None:
                delivery.print_board(shown, coordinates=True)
            for line in lines:
                console.print_line(line)
        case "text":
            delivery.deliver_wrapped_text("".join(f"{line}\n" for line in lines), output)
        case "json":
            delivery.deliver(delivery.json_text(document()), output)
        case _:
            from edgeasp.draw.view import DrawStyle

            style = DrawStyle(coordinates=True)
            delivery.deliver(delivery.draw_boards(form, drawn, Path(source).name, lines, style), output)
            if form != "html" and output is not None and not any(board.remarks for _, board in drawn):
                # A picture has no words, and here nothing is marked.
                for line in lines:
                    console.print_line(line)


def _deliver_and_exit(
    answer: Explained | Hinted, to: tuple[MarkedFormat, str | None], name: str, source: str
) -> NoReturn:
    board = answer.board

    def json_answer() -> dict[str, Any]:
        """Return the JSON, without the parts that the level hides."""
        from edgeasp.api.plain import json_document

        record = json_document(answer, source=source)
        if isinstance(answer, Hinted) and answer.found.step is not None:
            # The keys stay, with null, so the record has the same fields at every level.
            record["step"] |= dict.fromkeys(answer.untold)
        return record

    shown = board if board.solution or board.remarks else None
    _deliver_remarks(to, shown, [(name, board)], answer.lines, source, json_answer)
    end_search(signals.pending(), answered=answer.found.answered, stopped=answer.found.stopped is not None)


@examples(
    "edgeasp explain puzzle.puz",
    "edgeasp explain puzzle.puz --clue hints.sol",
    "edgeasp explain puzzle.puz --clue hints.sol -n all --most",
    "edgeasp explain puzzle.puz --clue hints.sol -o clash.html",
    "edgeasp explain puzzle.puz --time-limit 1m --format json",
)
def explain(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    number: int = question_option(
        "-n --number N|all", "List N minimal sets of conflicting clues (MUS), or all.", 1, min=0
    ),
    most: bool = question_option(
        "--most", "Also find a smallest set of clues to remove so that the rest has a solution (MCS).", False
    ),
    answer: AnswerOptions = AnswerOptions(),
) -> None:
    """Explain why a puzzle has no solution.

    First it tries counting arguments, which name tiles and lines of the file. Next it looks for a minimal set of
    conflicting clues. Failing that, it looks for squares that cannot be filled together. If a limit is reached, it
    prints what is known so far.
    """
    to = answer.choose_output(options.input_files(puzzle))
    limits, instance = answer.limits.limits(), options.read_instance(puzzle)
    with console.show_progress(limits.seconds) as tick:
        explained = explaining.explain(instance, number=number, most=most, limits=limits, on_tick=tick)
    _deliver_and_exit(explained, to, "clues", instance.source)


# Default time limit of a hint in seconds, as on the page. Most boards need less, an almost empty one never ends.
_PATIENCE = 10.0


@examples(
    "edgeasp hint puzzle.puz partial.sol",
    "edgeasp hint puzzle.puz partial.sol --level 3",
    "edgeasp hint puzzle.puz partial.sol --mend repaired.sol",
    "edgeasp hint puzzle.puz partial.sol --all -o candidates.html",
    "edgeasp hint puzzle.puz partial.sol --time-limit 1m --format json",
    daily="--level --all --mend --time-limit -o --format",
)
def hint(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    board: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="The board so far, in any solution format, or - for standard input. Default: an empty board.",
        ),
    ] = None,
    level: int = question_option(
        "--level N",
        "How much to reveal: 1 the square, 2 also the reason, 3 also the tile.",
        explaining.WHY,
        min=1,
        max=3,
    ),
    everything: bool = question_option(
        "--all", "For each empty square, list the tiles that some solution places there.", False
    ),
    mend: str | None = question_option(
        "--mend FILE", "Write the repaired board, without the tiles to remove, to FILE (.sol)."
    ),
    answer: AnswerOptions = AnswerOptions(),
) -> None:
    """Check whether a partial board can be completed, and how.

    If so, prints a square where only one tile fits, or else the square with the fewest candidates. If not, prints the
    smallest set of tiles to remove. Clues are never removed, but any other tile of BOARD may be. Stops after ten
    seconds unless --time-limit is set.
    """
    inputs = options.input_files(puzzle, board)
    to = answer.choose_output(inputs)
    if mend is not None and mend == to[1]:
        raise OptionError("--mend and -o name the same file")
    delivery.require_writable(mend, Content.BOARD, inputs)
    limits, instance = answer.limits.limits(), options.read_instance(puzzle)
    if limits.seconds is None:
        limits = replace(limits, seconds=_PATIENCE)
    laid = Solution() if board is None else options.read_board(board, instance.puzzle)
    with console.show_progress(limits.seconds) as tick:
        hinted = explaining.hint(instance, laid, level=level, everything=everything, limits=limits, on_tick=tick)
    if mend is not None and hinted.mended is not None:
        delivery.deliver(plain.write_sol(hinted.mended), mend)
    elif mend is not None:
        console.note(f"{files.printable_name(mend)}: not written: no board is known that can be completed")
    _deliver_and_exit(hinted, to, files.printable_name(puzzle if board is None else board), instance.source)


# ---- `edgeasp diff` ----


@examples(
    "edgeasp diff puzzle.puz x.sol best.sol",
    "edgeasp diff puzzle.puz x.sol best.sol -o changes.svg",
    "edgeasp diff board.url board.url --format json",
)
def diff(
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE", help="The puzzle, in any format. Not needed if BEFORE is a link or shows its tiles."
        ),
    ],
    boards: Annotated[
        list[str],
        typer.Argument(
            metavar="BEFORE AFTER", help="Two boards of the puzzle, complete or partial.", show_default=False
        ),
    ],
    options: shared_options.PuzzleOptions,
    wanted: AnswerOptions = group_without(AnswerOptions(), "limits"),
) -> None:
    """List the changes between two boards, square by square.

    Swaps of identical tiles are ignored, and the first board is rotated to match the second as well as possible. A
    picture shows the second board with the changed squares marked, and a page shows both boards. Exits 0 if the boards
    are the same, and 1 if not.
    """
    from edgeasp.api.explaining import diff as changes_of
    from edgeasp.api.instance import Board
    from edgeasp.api.plain import json_document

    first = len(boards) == 1
    if len(boards) > 2:
        raise OptionError(f"expected two boards, found {len(boards)}")
    to = wanted.choose_output(options.input_files(puzzle, *boards))
    document = options.read_document(puzzle, partial=first)
    content = document.puzzle
    if first and not document.is_board:
        raise OptionError(f"{files.printable_name(puzzle)} is a puzzle: name two boards of it")
    solutions = [document.placements] if first else []
    solutions += [options.read_board(path, content) for path in boards]
    before, after = (Board(content, solution, document.clues) for solution in solutions)
    changes = changes_of(before, after)
    names = [files.printable_name(path) for path in ([puzzle] if first else []) + boards]
    head = {"puzzle": files.printable_name(puzzle), "before": names[0], "after": names[1]}
    shown = [(names[1], changes.board), (names[0], changes.before)]
    _deliver_remarks(to, changes.board, shown, changes.lines, names[1], lambda: json_document(changes, **head))
    if changes.squares:
        raise typer.Exit(commands.UNANSWERED)
