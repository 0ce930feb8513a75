"""`edgeasp decode`."""

from __future__ import annotations

from typing import Annotated

import typer

from edgeasp import answer, files, transcript
from edgeasp.checker import check
from edgeasp.cli import exits, options, say
from edgeasp.cli.app import examples
from edgeasp.errors import AnswerError, InputError
from edgeasp.formats import sol
from edgeasp.pipeline import prepare

EPILOG = examples(
    "edgeasp decode puzzle.puz answer.txt",
    "edgeasp decode puzzle.puz answers.json -o puzzle.sol",
    "edgeasp facts puzzle.puz | clingo - program.lp | edgeasp decode puzzle.puz -",
)


def decode(
    puzzle: options.PuzzleFile,
    answers: Annotated[
        str,
        typer.Argument(
            metavar="ANSWERS", help="What clingo printed, as text or JSON; - for standard input.", show_default=False
        ),
    ],
    clue: options.ClueFiles = None,
    signs: options.SignsFile = None,
    frame: options.Frame = None,
    encoding: options.EncodingName = None,
    output: options.OutputFile = None,
) -> None:
    """Turn the answers of a stand-alone clingo, with any encoding of the class, into checked solutions.

    An answer that is not a solution is named on standard error, and the exit status is 1. With an encoding that
    knows less than the puzzle says, --encoding decision asks for less, too.
    """
    options.require_writable(output)
    files.require_one_stdin([puzzle, answers, signs, *(clue or [])])
    board, sources = options.load(puzzle, clue, signs, frame)
    request = options.request(encoding, "halves", None, None, "none")
    conditions = prepare(board, request=request).conditions
    clues = options.agreed(board, sources, conditions)
    source = files.shown_name(answers)
    found = transcript.read(files.read_text(answers), source)
    texts, wrong = [], 0
    for number, each in enumerate(found, start=1):
        try:
            solution = answer.decode(each.atoms, board)
        except AnswerError as error:
            raise InputError(source, each.line, f"answer {number}: {error}") from None
        report = check(board, solution, clues, conditions)
        if report.solved:
            texts.append((f"c solution {number}\n" if len(found) > 1 else "") + sol.write(solution))
            continue
        wrong += 1
        first = report.violations[0]
        more = f" and {len(report.violations) - 1} more" if len(report.violations) > 1 else ""
        say.note(f"answer {number} is no solution: {first.condition.value}: {first.text}{more}")
    if texts or not found:
        options.deliver("".join(texts) or "c UNSATISFIABLE\n", output)
    if wrong:
        raise typer.Exit(exits.UNANSWERED)
