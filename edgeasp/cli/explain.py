"""`edgeasp explain` and `edgeasp hint`, and what `solve` says of it where there is no solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from edgeasp.api import explaining
from edgeasp.api.explaining import slip_lines
from edgeasp.cli import console, delivery, shared_options, signals
from edgeasp.cli.commands import end_search, examples, run_search
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import output_option, question_option
from edgeasp.formats import files, plain
from edgeasp.formats.document import Document
from edgeasp.puzzle.clues import GivenClue, combine, given
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline, Limits
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.api.explaining import Explained, Hinted
    from edgeasp.search.explain import Explainer, Hinter


MarkedFormat = Literal["board", "text", "json", "svg", "png", "html"]
"""The forms of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOptions:
    """The costs of an answer, its file and its form."""

    limits: shared_options.LimitOptions = shared_options.LimitOptions()
    output: shared_options.OutputFile = None
    form: MarkedFormat | None = output_option(
        None,
        "--format",
        help="By the ending of FILE if not given: .txt, .json, .svg, .png, .html. A board at a terminal, or else text.",
    )


class _Question:
    """A question on its way: where its answer goes, in which form, and how far the search is.

    Attributes:
        search: the search, once there is one.
    """

    def __init__(self, options: AnswerOptions) -> None:
        """Start the clock; an `OptionError` says that the form cannot go there."""
        self.output = None if options.output == files.STDIN else options.output
        default: MarkedFormat = "board" if console.is_terminal() else "text"
        endings = ".json, .svg, .png, .html, .txt, .htm"
        self.form = delivery.choose(get_args(MarkedFormat), options.form, self.output, default, endings)
        self.search: Explainer | Hinter | None = None
        self.progress = ProgressLine()
        limits = options.limits.limits()
        self.conflicts, self.deadline = limits.conflicts, Deadline(limits, self._tick)

    def _tick(self) -> None:
        signals.raise_pending()
        if (search := self.search) is not None and self.progress.due:
            conflicts = f"{search.conflicts:,} conflicts" if search.conflicts else ""
            self.progress.show(search.doing, conflicts, share=search.share, at_most=self.deadline.left())

    def deliver(self, answer: Explained | Hinted, name: str, title: str, record: Callable[[], object]) -> None:
        """Write the answer; pictures and pages hold the board of that name, and a page the lines as well."""
        board = answer.board
        match self.form:
            case "board":
                if board.solution or board.remarks:
                    delivery.print_board(board, coordinates=True)
                for line in answer.lines:
                    console.line(line)
            case "text":
                delivery.deliver_words("".join(f"{line}\n" for line in answer.lines), self.output)
            case "json":
                delivery.deliver(delivery.json_text(record()), self.output)
            case _:
                from edgeasp.draw.view import DrawStyle

                style = DrawStyle(coordinates=True)
                drawn = delivery.drawn(self.form, [(name, board)], title, answer.lines, style)
                delivery.deliver(drawn, self.output)


@examples(
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
    answer: AnswerOptions = AnswerOptions(),
) -> None:
    """Say why a puzzle has no solution.

    Counting comes first, and names tiles and lines of the file. Then it is a minimal set of clues that clash, or, where
    no clue is to blame, squares whose sides cannot all match. What is known when a limit is reached is printed.
    """
    from edgeasp.api import explaining
    from edgeasp.search.explain import Explainer

    question = _Question(answer)
    inputs = options.inputs(puzzle)
    files.require_one_stdin(inputs)
    delivery.require_writable(question.output, None, inputs)
    recognised = options.document(puzzle, ignores_board=True)
    sources = options.sources(puzzle, recognised)
    board = recognised.document.puzzle
    question.search = explainer = Explainer(
        board, given(board, sources), deadline=question.deadline, conflicts=question.conflicts
    )
    interrupt = run_search(lambda: explainer.run(number, most=most), question.progress.clear)
    explained = explaining.explained(explainer, recognised.document, most=most, interrupted=interrupt is not None)
    explanation, source = explained.found, files.shown_name(puzzle)
    record = partial(explaining.explain_record, explainer, explanation, recognised.document, source)
    question.deliver(explained, "clues", source, record)
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
    from edgeasp.search.explain import Explainer

    lines = []
    pointer = f"to learn more: edgeasp explain {words}"
    if clues:
        limits = Limits(_WHY_SECONDS if seconds is None else max(0.0, min(_WHY_SECONDS, seconds)))
        explainer = Explainer(
            document.puzzle, clues, deadline=Deadline(limits, signals.raise_pending), conflicts=_WHY_CONFLICTS
        )
        explainer.run(conditions=False)
        explanation = explainer.explanation()
        for clash in explanation.clashes:
            lines += explaining.clash_lines(document.puzzle, clash, len(clues))
        if explanation.narrowed is not None:
            lines += explaining.narrowed_lines(document.puzzle, explanation.narrowed, len(clues))
        if explanation.without_clues:
            lines.append("there is none without the clues either")
    notes: list[str] = []
    for line in [*lines, *slip_lines(document), pointer]:
        if line.startswith(" "):
            notes[-1] += f"\n{line}"
        else:
            notes.append(line)
    return notes


@dataclass(frozen=True, slots=True, kw_only=True)
class HintOptions:
    """Options on the hint, and where it goes."""

    level: int = question_option(
        explaining.WHY,
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
    answer: AnswerOptions = AnswerOptions()


@examples(
    "edgeasp hint puzzle.puz partial.sol",
    "edgeasp hint puzzle.puz partial.sol --level 3",
    "edgeasp hint puzzle.puz partial.sol --mend mended.sol",
    "edgeasp hint puzzle.puz partial.sol --all -o candidates.html",
    "edgeasp hint puzzle.puz partial.sol --time-limit 1m --format json",
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
    from edgeasp.api import explaining
    from edgeasp.search.explain import Hinter

    question = _Question(wanted.answer)
    if wanted.mend is not None and wanted.mend == question.output:
        raise OptionError("--mend and -o name the same file")
    inputs = options.inputs(puzzle, board)
    files.require_one_stdin(inputs)
    delivery.require_writable(question.output, None, inputs)
    delivery.require_writable(wanted.mend, Content.BOARD, inputs)
    recognised = options.document(puzzle, ignores_board=True)
    sources = options.sources(puzzle, recognised)
    tiles = recognised.document.puzzle
    clues = combine(tiles, sources)
    placements = options.board(board, tiles)
    question.search = hinter = Hinter(
        tiles, placements, clues, deadline=question.deadline, conflicts=question.conflicts
    )
    interrupt = run_search(lambda: hinter.run(everything=wanted.everything), question.progress.clear)
    hinted = explaining.hinted(hinter, clues, wanted.level, interrupted=interrupt is not None)
    if wanted.mend is not None and hinted.mended is not None:
        delivery.deliver(plain.write_sol(hinted.mended), wanted.mend)
    elif wanted.mend is not None:
        console.note(f"{files.shown_name(wanted.mend)}: not written: no board is known that can be completed")
    hint, source = hinted.found, files.shown_name(puzzle)
    record = partial(explaining.hint_record, hint, source, wanted.level)
    question.deliver(hinted, files.shown_name(board), source, record)
    end_search(interrupt, answered=hint.answered, stopped=hint.stopped is not None)
