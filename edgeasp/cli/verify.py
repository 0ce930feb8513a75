"""`edgeasp verify`."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from edgeasp.cli import console, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.progress import Progress
from edgeasp.cli.shared_options import puzzle_option
from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.search.certificate import contents, verification
from edgeasp.search.certificate.verification import CHECKERS, Part

EPILOG = examples(
    "edgeasp verify certificate",
    "edgeasp verify certificate --puzzle puzzle.puz --clue corner.clue",
    "edgeasp verify certificate --checker minisat",
)


@shared_options.with_groups
def verify(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A certificate, as edgeasp certify writes it.")],
    options: shared_options.PuzzleOptions,
    puzzle: str | None = puzzle_option(
        None, "--puzzle", metavar="FILE", help="Make sure that the certificate is about this puzzle, and --clue."
    ),
    checker: str = typer.Option(
        "hints",
        "--checker",
        metavar="NAME",
        help=f"What checks the proof: {', '.join(CHECKERS)}; the last {len(CHECKERS) - 2} are programs on the path.",
    ),
    quiet: shared_options.Quiet = False,
) -> None:
    """Check a certificate, and print what it proves, or the first thing that is wrong.

    Nothing of what made it is believed. Each board is checked. Each clause of the formula has to follow from the
    puzzle, or to exclude one of the boards, as a part of edgeasp decides that shares no code with what writes
    formulas. The proof is checked lemma by lemma, without a solver, or by another one than the solver that wrote it.
    The exit status is 1 if something is wrong.
    """
    if quiet:
        console.set_quiet()
    expected = None
    if puzzle is not None:
        expected = options.task(puzzle)
    elif any(options.inputs()):
        raise OptionError("--clue and --signs are compared together with --puzzle: add it")
    progress = Progress(quiet=quiet)

    def on_progress(phase: str, count: int) -> None:
        if progress.due:
            progress.show(f"checking the {phase}" + (f", line {count:,}" if count else ""))

    def on_part(part: Part) -> None:
        progress.clear()
        if not quiet:
            console.out(_text(part))
            console.flush()

    contents.read_claim(folder)
    try:
        verified = verification.verify(
            folder,
            checker=checker,
            puzzle=expected.puzzle if expected else None,
            clues=expected.clues if expected and expected.clues.placements else None,
            on_part=on_part,
            on_progress=on_progress,
        )
    except InputError as error:
        progress.clear()
        console.line(f"refused: {error}")
        raise typer.Exit(exit_status.UNANSWERED) from None
    finally:
        progress.clear()
    console.line(f"verified: {verified.claim}")


def _text(part: Part) -> str:
    """A part that is right, and by what it was checked."""
    words = f"{part.found} ({part.checker})"
    return (
        textwrap.fill(words, min(console.width(), 100), initial_indent=f"{part.name:<9}", subsequent_indent=" " * 9)
        + "\n"
    )
