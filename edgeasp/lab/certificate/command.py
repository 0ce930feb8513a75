"""Commands `certify` and `verify`."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from edgeasp.api.plain import json_document
from edgeasp.cli import clock, commands, console, delivery, shared_options
from edgeasp.cli.commands import examples, exit_at_once
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import output_option, puzzle_option, question_option
from edgeasp.formats import files, plain
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.verification import VerifiedCertificate, VerifyPart
from edgeasp.lab.certificate.make import ProofOptions, ProofProgress
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.system.errors import InputError, OptionError
from edgeasp.system.limits import Deadline, LimitReached, Stopped


@examples(
    "edgeasp certify puzzle.puz -o certificate",
    "edgeasp certify puzzle.puz --clue corner.clue -o certificate",
    "edgeasp certify puzzle.puz --up-to-rotation -o certificate --compress",
    "edgeasp certify puzzle.puz --solution solutions -o certificate",
)
def certify(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    solutions: list[str] | None = puzzle_option(
        "--solution FILE|DIR", "Certify that these are all the boards, instead of searching for them. May be repeated."
    ),
    up_to_rotation: bool = question_option(
        "--up-to-rotation", "Treat rotated boards as one solution. The claim states why this is enough.", False
    ),
    *,
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: Annotated[str, output_option("-o --output DIR", "Write the certificate to DIR.")],
    compress: bool | None = output_option(
        "--compress/--no-compress", "Compress the formula and the proofs (.gz). Default: if they are large."
    ),
) -> None:
    """Prove that a list of solutions is complete.

    The boards come from a search like solve, or from --solution. A SAT solver then proves that no board is missing. DIR
    gets claim.json, the boards, the formula, the proof and README.md, which explains how anyone can check each part.
    edgeasp verify checks all of it. Exits 1 if a limit is reached, or if a board is missing from --solution.
    """
    caps = limits.limits()
    files.require_one_stdin(options.input_files(puzzle, *(solutions or [])))
    make.require_solver()
    task = options.make_task(puzzle, up_to_rotation=up_to_rotation)
    conditions = make.conditions_to_certify(task, up_to_rotation=up_to_rotation, option="--up-to-rotation")
    boards = make.normalise_boards(conditions, _read_solutions(options, task, solutions)) if solutions else None
    progress, now = ProgressLine(), ProofProgress("boards")

    def record_progress(how_far: ProofProgress) -> None:
        nonlocal now
        now = how_far

    deadline = clock.make_deadline(caps, lambda: _show_progress(progress, now, deadline))
    try:
        how = ProofOptions(
            deadline, caps.conflicts, compress=compress, on_progress=record_progress, on_note=console.note
        )
        with make.open_folder(output):
            certificate = make.certify(task, conditions, boards, output, how)
    except LimitReached as reached:
        progress.clear()
        boards_so_far = len(names.board_files(Path(output)))
        console.note(
            f"stopped by the {reached}: there is no certificate; boards found so far, in its folder: {boards_so_far:,}"
        )
        exit_at_once(commands.UNANSWERED)  # clingo may still be grounding
    finally:
        progress.clear()
    if certificate.claim is None:
        assert certificate.other is not None
        console.write(plain.write_sol(certificate.other))
        console.note("no certificate: there is a board that was not given; it is on standard output")
        raise typer.Exit(commands.UNANSWERED)
    console.print_line(certificate.claim.claim)
    console.note(
        f"certified; {deadline.seconds():.2f} s, {certificate.statistics.conflicts:,} conflicts, "
        f"{certificate.claim.lemmas:,} of {certificate.written:,} lemmas kept; "
        f"to check it: edgeasp verify {shlex.quote(output)}"
    )


def _read_solutions(
    options: shared_options.PuzzleOptions, task: Task, paths: list[str]
) -> Iterator[tuple[str, Solution]]:
    for path in paths:
        for file in files.solution_files(path):
            yield files.printable_name(file), options.read_board(file, task.puzzle)


def _show_progress(progress: ProgressLine, now: ProofProgress, deadline: Deadline) -> None:
    if not progress.due:
        return
    grown = ""
    if now.bytes:
        before = f" (the search took {now.searched:,})" if now.searched else ""
        grown = f"{now.conflicts:,} conflicts{before}, {now.lemmas:,} lemmas, {now.bytes / 10**6:,.0f} MB"
    step = f"{_PHASES[now.phase]} (step {list(_PHASES).index(now.phase) + 1} of {len(_PHASES)})"
    progress.show(step, grown, at_most=deadline.seconds_left())


_PHASES = {"boards": "searching boards", "formula": "writing the formula", "proof": "proving", "reduce": "reducing"}


_WIDEST = 100


@dataclass(frozen=True, slots=True)
class Refusal:
    """First error in a certificate.

    Attributes:
        file: File or folder with the error.
        line: Line of the error, from 1, or None if the error concerns the whole file.
        message: What was expected, and what was found.
    """

    file: str
    line: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a certificate.

    Attributes:
        certificate: Folder, as the user named it.
        proved: Claim that is proved, or None if the certificate is refused, or a limit was reached.
        parts: Verified parts, in the order in which they were checked.
        refusal: First error, or None if the certificate is not refused.
        stopped: Limit that stopped the check, or None if no limit was reached.
    """

    SCHEMA: ClassVar = ("edgeasp.verify", 1)
    JSON: ClassVar = (
        *("certificate", "verified"),
        ("claim", "What is proved, in one sentence; null if that is not proved.", "proved.claim"),
        ("boards", "The number of boards; null if that is not proved.", "proved.boards.__len__"),
        "boards_in_all=proved.boards_in_all",
        *("parts", "refusal", "stopped"),
    )

    certificate: str
    proved: VerifiedCertificate | None
    parts: tuple[VerifyPart, ...]
    refusal: Refusal | None = None
    stopped: Stopped | None = None

    @property
    def verified(self) -> bool:
        """Whether all parts were checked and are right."""
        return self.proved is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """Options of `verify`: the expected puzzle and the limits of the check."""

    puzzle: str | None = puzzle_option(
        "--puzzle FILE", "Check that the certificate is for this puzzle (and its --clue)."
    )
    limits: shared_options.LimitOptions = shared_options.limits_without_conflicts()
    jobs: shared_options.Jobs = None
    form: shared_options.Form = "text"


@examples(
    "edgeasp verify certificate",
    "edgeasp verify certificate --puzzle puzzle.puz --clue corner.clue",
    "edgeasp verify certificate --time-limit 10m --memory-limit 2G",
    "edgeasp verify certificate --format json",
)
def verify(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="A certificate written by edgeasp certify or edgeasp campaign certify.")
    ],
    options: shared_options.PuzzleOptions,
    wanted: VerifyOptions,
) -> None:
    """Check a certificate and print what it proves.

    If the certificate is wrong, verify prints the first error. It trusts neither encoder nor solver. Each board is
    checked. Each clause of the formula has to follow from the puzzle, or to exclude one of the boards. The check of the
    clauses shares no code with the encoder. The proof is checked lemma by lemma, without a solver. README.md in the
    folder explains how other programs check the proof. For a campaign, all cubes are checked. To check a single cube,
    pass e.g. DIR/cubes/1.

    With --puzzle, the puzzle and the clues are compared with yours. If you then pass no --clue, the certificate must
    have no clues. A hostile certificate can take very long to check: set limits. Exits 1 if something is wrong or a
    limit is reached, and 2 if there is no certificate.
    """
    verification.require_certificate(folder)
    limits = wanted.limits.limits()
    expected = None
    if wanted.puzzle is not None:
        expected = options.make_task(wanted.puzzle)
    elif any(options.input_files()):
        raise OptionError("--clue and --signs are compared together with --puzzle: add it")
    progress = ProgressLine()
    parts: list[VerifyPart] = []
    now = ("puzzle", 0, 0)

    def show_progress() -> None:
        if progress.due:
            phase, count, number = now
            of = f"{count:,} of {number:,} {_THINGS[phase]}" if number else ""
            share = count / number if number else None
            progress.show(f"checking the {phase}", of, share=share, at_most=deadline.seconds_left())

    deadline = clock.make_deadline(limits, show_progress)

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
            console.write(f"{text}\n")
            console.flush()

    name = files.printable_name(folder)
    try:
        proved = verification.verify(
            folder,
            puzzle=expected.puzzle if expected else None,
            clues=expected.clues if expected else Solution(),
            jobs=wanted.jobs or 1,
            on_part=on_part,
            on_progress=on_progress,
        )
        verdict, words = Verdict(name, proved, proved.parts), f"verified: {proved.claim}"
    except InputError as error:
        refusal = Refusal(error.source, error.line, error.message)
        verdict, words = Verdict(name, None, tuple(parts), refusal), f"refused: {error}"
    except LimitReached as reached:
        verdict = Verdict(name, None, tuple(parts), stopped=reached.stopped)
        words = f"stopped by the {reached}: neither verified nor refused"
    finally:
        progress.clear()
    if wanted.form == "json":
        console.write(delivery.json_text(json_document(verdict)))
    else:
        console.print_line(words)
    if not verdict.verified:
        raise typer.Exit(commands.UNANSWERED)


_THINGS = {"boards": "boards", "formula": "clauses", "proof": "lemmas", "cubes": "cubes"}
