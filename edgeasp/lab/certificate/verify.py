"""`edgeasp verify`, and its verdict on a certificate in lines and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import typer

from edgeasp.cli import console, delivery, exit_status, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import puzzle_option, question_option
from edgeasp.formats import files
from edgeasp.lab.certificate.check import contents
from edgeasp.lab.certificate.check.external import PROGRAMS
from edgeasp.lab.certificate.check.verification import CHECKERS, Verified, VerifyPart
from edgeasp.lab.certificate.claim import boards_in_all
from edgeasp.puzzle.model import Solution
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.limits import Deadline, LimitReached

_WIDEST = 100


@dataclass(frozen=True, slots=True)
class VerifyRefusal:
    """The first thing that is wrong."""

    file: Annotated[str, "The file or the folder."]
    line: Annotated[int | None, "The line, from 1; null if it concerns the file as a whole."]
    message: Annotated[str, "What was expected, and what was found."]


@dataclass(frozen=True, slots=True)
class VerifyRecord:
    """The object that `edgeasp verify --format json` prints."""

    schema: Annotated[Literal["edgeasp.verify"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    certificate: Annotated[str, "The folder, as the user named it."]
    verified: Annotated[bool, "Whether all of it was checked and is right."]
    claim: Annotated[str | None, "What is proved, in one sentence; null if that is not proved."]
    boards: Annotated[int | None, "The number of boards; null if that is not proved."]
    boards_in_all: Annotated[
        int | None, "The number of boards with those for which they stand by symmetry; null if that is not proved."
    ]
    parts: Annotated[tuple[VerifyPart, ...], "The parts that were found right, in the order of the check."]
    refusal: Annotated[VerifyRefusal | None, "Why the certificate is refused; null if it is not."]
    stopped: Annotated[str | None, "The limit that ended the check, in words; null if none did."]


def _record(folder: str, parts: Sequence[VerifyPart], outcome: Verified | InputError | LimitReached) -> VerifyRecord:
    """The outcome of the check of a folder."""
    verified = outcome if isinstance(outcome, Verified) else None
    refused = outcome if isinstance(outcome, InputError) else None
    boards = len(verified.boards) if verified else None
    return VerifyRecord(
        schema="edgeasp.verify",
        schema_version=1,
        certificate=folder,
        verified=verified is not None,
        claim=verified.claim if verified else None,
        boards=boards,
        boards_in_all=boards_in_all(verified.conditions, len(verified.boards)) if verified else None,
        parts=tuple(parts),
        refusal=VerifyRefusal(refused.source, refused.line, refused.message) if refused else None,
        stopped=str(outcome) if isinstance(outcome, LimitReached) else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """Options on the checker of the certificate, and for how long it runs."""

    puzzle: str | None = puzzle_option(
        None, "--puzzle", metavar="FILE", help="Make sure that the certificate is about this puzzle, and --clue."
    )
    checker: str = question_option(
        "hints",
        "--checker",
        metavar="NAME",
        help=f"What checks the proof: {', '.join(CHECKERS)}. Hints are always followed; {', '.join(PROGRAMS)} are "
        "programs on the path.",
    )
    limits: shared_options.CostOptions = shared_options.CostOptions()
    jobs: shared_options.Jobs = None
    form: shared_options.Form = "text"


@examples(
    "edgeasp verify certificate",
    "edgeasp verify certificate --puzzle puzzle.puz --clue corner.clue",
    "edgeasp verify certificate --checker minisat",
    "edgeasp verify certificate --time-limit 10m --memory-limit 2G",
    "edgeasp verify certificate --format json",
)
@shared_options.with_groups
def verify(
    folder: Annotated[
        str,
        typer.Argument(metavar="DIR", help="A certificate, as edgeasp certify or edgeasp campaign certify writes it."),
    ],
    options: shared_options.PuzzleOptions,
    wanted: VerifyOptions,
) -> None:
    """Check a certificate, and print what it proves, or the first thing that is wrong.

    Nothing that made it is believed. Each board is checked. Each clause of the formula has to follow from the puzzle,
    or to exclude one of the boards; what decides that shares no code with what wrote the formula. The proof is checked
    lemma by lemma, without a solver, and with --checker by another program as well. Of a campaign all cubes are
    checked; DIR/cubes/1 is one of them alone.

    With --puzzle, puzzle and clues are compared with yours: without --clue, there may be none. A certificate of a
    stranger may be made to take long: set limits. The exit status is 1 if something is wrong, or if a limit is reached,
    and 2 if there is no certificate.
    """
    from edgeasp.lab.certificate import cube_verifier

    contents.require_certificate(folder)
    limits = wanted.limits.limits()
    expected = None
    if wanted.puzzle is not None:
        expected = options.task(wanted.puzzle)
    elif any(options.inputs()):
        raise OptionError("--clue and --signs are compared together with --puzzle: add it")
    progress = ProgressLine()
    parts: list[VerifyPart] = []
    now = ("puzzle", 0, 0)

    def show() -> None:
        if progress.due:
            phase, count, number = now
            of = f"{count:,} of {number:,} {_THINGS[phase]}" if number else ""
            share = count / number if number else None
            progress.show(f"checking the {phase}", of, share=share, at_most=deadline.left())

    deadline = Deadline(limits, show)

    def on_progress(phase: str, count: int, number: int) -> None:
        nonlocal now
        now = phase, count, number
        deadline.check()

    def on_part(part: VerifyPart) -> None:
        progress.clear()
        parts.append(part)
        if not console.is_quiet() and wanted.form == "text":
            words, width = f"{part.found} ({part.checker})", min(console.width(), _WIDEST)
            text = textwrap.fill(words, width, initial_indent=f"{part.name:<9}", subsequent_indent=" " * 9)
            console.out(f"{text}\n")
            console.flush()

    outcome: Verified | InputError | LimitReached
    try:
        outcome = cube_verifier.verify(
            folder,
            checker=wanted.checker,
            puzzle=expected.puzzle if expected else None,
            clues=expected.clues if expected else Solution(),
            on_part=on_part,
            on_progress=on_progress,
            verify_cubes=cube_verifier.for_certificate(folder, wanted.checker, wanted.jobs or 1, deadline.check),
        )
    except (InputError, LimitReached) as error:
        outcome = error
    finally:
        progress.clear()
    if wanted.form == "json":
        console.out(delivery.json_text(_record(files.shown_name(folder), parts, outcome)))
    elif isinstance(outcome, InputError):
        console.line(f"refused: {outcome}")
    elif isinstance(outcome, LimitReached):
        console.line(f"stopped by the {outcome}: neither verified nor refused")
    else:
        console.line(f"verified: {outcome.claim}")
    if not isinstance(outcome, Verified):
        raise typer.Exit(exit_status.UNANSWERED)


_THINGS = {"boards": "boards", "formula": "clauses", "proof": "lemmas", "cubes": "cubes"}
