"""`edgeasp hint`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.api import hint_summary
from edgeasp.cli import console, delivery, drawn_boards, shared_options, signals
from edgeasp.cli.app import end_search, examples, run_search
from edgeasp.cli.drawn_boards import MarkedBoard, MarkedFormat
from edgeasp.cli.progress import ProgressLine
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files, sol
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.search.explain.hinter import Hint, Hinter

EPILOG = examples(
    "edgeasp hint puzzle.puz partial.sol",
    "edgeasp hint puzzle.puz partial.sol --level 3",
    "edgeasp hint puzzle.puz partial.sol --mend mended.sol",
    "edgeasp hint puzzle.puz partial.sol --all -o candidates.html",
    "edgeasp hint puzzle.puz partial.sol --time-limit 1m --format json",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HintOptions:
    """Options on the hint, and where it goes."""

    level: int = question_option(
        hint_summary.WHY,
        "--level",
        metavar="N",
        min=1,
        max=3,
        help="How much to give away: 1 the square, 2 the reason as well, 3 the tile as well.",
    )
    everything: bool = question_option(
        False, "--all", help="For each empty square, name the tiles that lie there in solutions."
    )
    mend: str | None = question_option(
        None, "--mend", metavar="FILE", help="Write the board without the tiles to lift to FILE (.sol)."
    )
    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: shared_options.OutputFile = None
    form: MarkedFormat | None = output_option(
        None,
        "--format",
        help="By the ending of FILE if not given: .txt, .json, .svg, .png, .html. A board at a terminal, or else text.",
    )


@shared_options.with_groups
def hint(
    puzzle: shared_options.PuzzleFile,
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="The board so far, in any format of solutions; - for standard input.")
    ],
    options: shared_options.PuzzleOptions,
    wanted: HintOptions,
) -> None:
    """Say whether a partial board can be completed, and what next.

    If it cannot, the fewest tiles are named that have to be lifted. If it can, a square is named where one tile alone
    can lie, or else one with the fewest tiles. Clues stay; all other tiles of BOARD may be lifted.
    """
    from edgeasp.search.explain.hinter import Hinter

    output = None if wanted.output == files.STDIN else wanted.output
    chosen = drawn_boards.choose_form(wanted.form, output)
    if wanted.mend is not None and wanted.mend == output:
        raise OptionError("--mend and -o name the same file")
    progress = ProgressLine()
    hinter: Hinter | None = None

    def tick() -> None:
        signals.raise_pending()
        if hinter is not None and progress.due:
            conflicts = f"{hinter.conflicts:,} conflicts" if hinter.conflicts else ""
            progress.show(hinter.doing, conflicts, share=hinter.share, at_most=deadline.left())

    caps = wanted.limits.limits()
    deadline = Deadline(caps, tick)
    inputs = options.inputs(puzzle, board)
    files.require_one_stdin(inputs)
    delivery.require_writable(output, None, inputs)
    delivery.require_writable(wanted.mend, Content.BOARD, inputs)
    found = options.read(puzzle)
    sources = options.sources(puzzle, found)
    tiles = found.document.puzzle
    clues = combine(tiles, sources)
    placements = options.board(board, tiles)
    hinter = Hinter(tiles, placements, clues, deadline=deadline, conflicts=caps.conflicts)
    interrupt = run_search(lambda: hinter.run(everything=wanted.everything), progress)
    result = hinter.hint()
    if wanted.mend is not None:
        _mend(hinter, result, wanted.mend)
    source = files.shown_name(puzzle)
    chosen_level: Literal[1, 2, 3] = 1 if wanted.level == 1 else 2 if wanted.level == 2 else 3
    drawn_boards.deliver_marked(
        chosen,
        output,
        MarkedBoard(tiles, Solution((*clues, *hinter.board)), clues, source, files.shown_name(board)),
        hint_summary.lines(hinter, result, wanted.level, interrupted=interrupt is not None),
        lambda: hint_summary.remarks(hinter.puzzle, result, wanted.level),
        lambda: hint_summary.record(result, source, chosen_level),
    )
    end_search(interrupt, answered=result.answered, stopped=result.stopped is not None)


def _mend(hinter: Hinter, found: Hint, path: str) -> None:
    """Write the board that can be completed, if one is known."""
    if found.completable:
        delivery.deliver(sol.write(hinter.mended(())), path)
    elif found.lifted is not None:
        delivery.deliver(sol.write(hinter.mended(found.lifted)), path)
    else:
        console.note(f"{files.shown_name(path)}: not written: no board is known that can be completed")
