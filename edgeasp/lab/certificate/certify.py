"""`edgeasp certify`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import typer

from edgeasp.cli import console, exit_status, shared_options
from edgeasp.cli.app import examples, leave
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import output_option, puzzle_option, question_option
from edgeasp.formats import files, plain
from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate import prover
from edgeasp.lab.certificate.make import certifying
from edgeasp.lab.certificate.make.proving import Making, ProofOptions
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import Task
from edgeasp.system.limits import Deadline, LimitReached


@examples(
    "edgeasp certify puzzle.puz -o certificate",
    "edgeasp certify puzzle.puz --clue corner.clue -o certificate",
    "edgeasp certify puzzle.puz --up-to-rotation -o certificate --compress",
    "edgeasp certify puzzle.puz --solution solutions -o certificate",
)
@shared_options.with_groups
def certify(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    solutions: list[str] | None = puzzle_option(
        None,
        "--solution",
        metavar="FILE|DIR",
        help="Certify that these are all boards, instead of a search for them. May be repeated.",
    ),
    up_to_rotation: bool = question_option(
        False,
        "--up-to-rotation",
        help="Of boards that are rotations of one another, take one; the claim says why that is enough.",
    ),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the certificate."),
    compress: bool | None = output_option(
        None, "--compress/--no-compress", help="Compress formula and proofs, as .gz; by default if they are large."
    ),
) -> None:
    """Certify that the boards of a puzzle are all there are: a claim with a proof that anybody can check.

    The boards are found as solve finds them, or given. A SAT solver then proves that there is no other one. The folder
    holds claim.json, the boards, the formula, the proof and a page that says how to check each part; edgeasp verify
    checks all of it. The exit status is 1 if a limit is reached, or if there is a board that was not given.
    """
    caps = limits.limits()
    files.require_one_stdin(options.inputs(puzzle, *(solutions or [])))
    prover.require()
    task = options.task(puzzle, up_to_rotation=up_to_rotation)
    conditions = certifying.conditions_of(task, up_to_rotation=up_to_rotation, option="--up-to-rotation")
    boards = certifying.conforming(conditions, _given(options, task, solutions)) if solutions else None
    certifying.prepare(output)
    progress, now = ProgressLine(), Making("boards")

    def take(how_far: Making) -> None:
        nonlocal now
        now = how_far

    deadline = Deadline(caps, lambda: _show(progress, now, deadline))
    try:
        how = ProofOptions(deadline, caps.conflicts, compress=compress, on_progress=take, on_note=console.note)
        certificate = certifying.certify(task, conditions, boards, output, how)
    except LimitReached as reached:
        progress.clear()
        boards_so_far = len(names.boards(Path(output)))
        console.note(
            f"stopped by the {reached}: there is no certificate; boards found so far, in its folder: {boards_so_far:,}"
        )
        leave(exit_status.UNANSWERED)  # clingo may still be grounding
    finally:
        progress.clear()
    if certificate.claim is None:
        assert certificate.other is not None
        console.out(plain.write_sol(certificate.other))
        console.note("no certificate: there is a board that was not given; it is on standard output")
        raise typer.Exit(exit_status.UNANSWERED)
    console.line(certificate.claim.claim)
    console.note(
        f"certified; {deadline.seconds():.2f} s, {certificate.statistics.conflicts:,} conflicts, "
        f"{certificate.claim.lemmas:,} of {certificate.written:,} lemmas kept; "
        f"to check it: edgeasp verify {shlex.quote(output)}"
    )


def _given(options: shared_options.PuzzleOptions, task: Task, paths: list[str]) -> Iterator[tuple[str, Solution]]:
    """The boards in files and folders."""
    for path in paths:
        for file in files.solution_files(path):
            yield files.shown_name(file), options.board(file, task.puzzle)


def _show(progress: ProgressLine, now: Making, deadline: Deadline) -> None:
    """The phase, and how much the proof has grown, in one line."""
    if not progress.due:
        return
    grown = ""
    if now.bytes:
        before = f" (the search took {now.searched:,})" if now.searched else ""
        grown = f"{now.conflicts:,} conflicts{before}, {now.lemmas:,} lemmas, {now.bytes / 10**6:,.0f} MB"
    step = f"{_PHASES[now.phase]} (step {list(_PHASES).index(now.phase) + 1} of {len(_PHASES)})"
    progress.show(step, grown, at_most=deadline.left())


_PHASES = {"boards": "searching boards", "formula": "writing the formula", "proof": "proving", "reduce": "reducing"}
