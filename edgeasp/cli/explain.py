"""`edgeasp explain`, and what `solve` says of it where there is no solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from edgeasp.api import explain_summary
from edgeasp.api.explain_summary import slip_lines
from edgeasp.cli import delivery, drawn_boards, shared_options, signals
from edgeasp.cli.app import end_search, examples, run_search
from edgeasp.cli.drawn_boards import MarkedBoard, MarkedFormat
from edgeasp.cli.progress import ProgressLine
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files
from edgeasp.formats.document import Document
from edgeasp.puzzle.clues import GivenClue, given
from edgeasp.puzzle.model import Solution
from edgeasp.system.limits import Deadline, Limits

if TYPE_CHECKING:
    from edgeasp.search.explain.explainer import Explainer

EPILOG = examples(
    "edgeasp explain puzzle.puz",
    "edgeasp explain puzzle.puz --clue hints.sol",
    "edgeasp explain puzzle.puz --clue hints.sol -n all --most",
    "edgeasp explain puzzle.puz --clue hints.sol -o clash.html",
    "edgeasp explain puzzle.puz --time-limit 1m --format json",
)


@shared_options.with_groups
def explain(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    number: int = question_option(
        1, "-n", "--number", metavar="N|all", min=0, help="Name N minimal sets of clues that clash (MUS), or all."
    ),
    most: bool = question_option(
        False,
        "--most",
        help="Also find as many clues as possible that can stay; the others are a smallest set to leave out (MCS).",
    ),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: shared_options.OutputFile = None,
    form: MarkedFormat | None = output_option(
        None,
        "--format",
        help="By the ending of FILE if not given: .txt, .json, .svg, .png, .html. A board at a terminal, or else text.",
    ),
) -> None:
    """Say why a puzzle has no solution.

    Counting comes first, and names tiles and lines of the file. Then it is a minimal set of clues that clash, or, where
    no clue is to blame, squares whose sides cannot all match. What is known when a limit is reached is printed.
    """
    from edgeasp.search.explain.explainer import Explainer

    output = None if output == files.STDIN else output
    chosen = drawn_boards.choose_form(form, output)
    progress = ProgressLine()
    explainer: Explainer | None = None

    def tick() -> None:
        signals.raise_pending()
        if explainer is not None and progress.due:
            conflicts = f"{explainer.conflicts:,} conflicts" if explainer.conflicts else ""
            progress.show(explainer.doing, conflicts, share=explainer.share, at_most=deadline.left())

    caps = limits.limits()
    deadline = Deadline(caps, tick)
    inputs = options.inputs(puzzle)
    files.require_one_stdin(inputs)
    delivery.require_writable(output, None, inputs)
    found = options.read(puzzle)
    sources = options.sources(puzzle, found)
    board = found.document.puzzle
    explainer = Explainer(board, given(board, sources), deadline=deadline, conflicts=caps.conflicts)
    interrupt = run_search(lambda: explainer.run(number, most=most), progress)
    explanation = explainer.explanation()
    clues = Solution(tuple(clue.placement for clue in explainer.clues))
    source = files.shown_name(puzzle)
    drawn_boards.deliver_marked(
        chosen,
        output,
        MarkedBoard(board, clues, clues, source, "clues"),
        explain_summary.lines(
            explainer, explanation, slip_lines(found.document), most=most, interrupted=interrupt is not None
        ),
        lambda: explain_summary.remarks(explainer, explanation),
        lambda: explain_summary.record(explainer, explanation, found.document, source),
    )
    end_search(interrupt, answered=explanation.answered, stopped=explanation.stopped is not None)


_WHY_SECONDS = 3.0
_WHY_CONFLICTS = 5_000
"""The most conflicts that the search for clues that clash may take."""


def why_lines(document: Document, clues: Sequence[GivenClue], words: str, seconds: float | None) -> list[str]:
    """The known reasons, and the command that searches for more: a note each, perhaps of several lines.

    Args:
        document: the puzzle.
        clues: its clues.
        words: the puzzle and its options as words of a command line.
        seconds: wall time that is left; any if None.
    """
    from edgeasp.search.explain.explainer import Explainer

    lines = []
    pointer = f"to learn more: edgeasp explain {words}"
    if clues:
        limits = Limits(_WHY_SECONDS if seconds is None else max(0.0, min(_WHY_SECONDS, seconds)))
        explainer = Explainer(
            document.puzzle, clues, deadline=Deadline(limits, signals.raise_pending), conflicts=_WHY_CONFLICTS
        )
        explainer.run(conditions=False)
        found = explainer.explanation()
        for clash in found.clashes:
            lines += explain_summary.clash_lines(document.puzzle, clash, len(clues))
        if found.narrowed is not None:
            lines += explain_summary.narrowed_lines(document.puzzle, found.narrowed, len(clues))
        if found.without_clues:
            lines.append("there is none without the clues either")
    return _blocks([*lines, *slip_lines(document), pointer])


def _blocks(lines: Sequence[str]) -> list[str]:
    """The lines, each with the indented ones that follow it."""
    blocks: list[str] = []
    for line in lines:
        if line.startswith(" "):
            blocks[-1] += f"\n{line}"
        else:
            blocks.append(line)
    return blocks
