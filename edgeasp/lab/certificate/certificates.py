"""Certificates that a list of boards is complete, and their verification."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Unpack

from edgeasp.api import with_defaults
from edgeasp.api.instance import (
    Board,
    Instance,
    Placements,
    as_file_name,
    as_instance,
    as_solution,
    clue_sources,
    draw_gallery,
    make_task,
)
from edgeasp.api.solving import Costs, Progress, require_range, start_clock
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.make import ProofOptions, ProofProgress
from edgeasp.puzzle.clues import merge_clues
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import InputError, LimitError
from edgeasp.system.limits import MOST_JOBS, LimitReached


@dataclass(frozen=True, repr=False)
class Certificate:
    """Certificate of a complete list of boards. A notebook displays the boards.

    >>> certificate = edgeasp.certify(edgeasp.load("instances/frame-3x3.puz"), "proved")
    >>> certificate
    Certificate(The puzzle of 3 x 3 tiles in puzzle.puz has exactly 16 boards, those in boards.)
    >>> edgeasp.verify("proved", edgeasp.load("instances/frame-3x3.puz")).claim == certificate.claim
    True

    Attributes:
        folder: folder of the certificate.
        claim: what the certificate proves, as a sentence.
        boards: boards that the certificate lists.
        checked: a line for each part that `verify` has checked. Empty if `certify` returned the certificate.
    """

    folder: Path
    claim: str
    boards: tuple[Board, ...]
    checked: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Certificate({self.claim})"

    def _repr_html_(self) -> str:
        return draw_gallery([self.claim, *self.checked], self.boards)


@with_defaults
def certify(
    puzzle: Puzzle | Instance,
    folder: str | PathLike[str],
    clues: Placements = Solution(),
    *,
    solutions: Iterable[Placements] | None = None,
    up_to_rotation: bool = False,
    compress: bool | None = None,
    **costs: Unpack[Costs],
) -> Certificate:
    """Prove that a list of solutions is complete.

    The certificate is a folder that anybody can check.

    >>> made = edgeasp.certify(edgeasp.load("instances/golden.puz"), "golden")
    >>> len(made.boards), (made.folder / "proof.lrat").exists()
    (104, True)

    Args:
        puzzle: puzzle, or instance with clues.
        folder: new or empty folder for the certificate.
        clues: placements that every board must contain, in addition to the clues of an instance.
        solutions: all solutions, if they are known. Default: search for them.
        up_to_rotation: whether to list only one of several boards that are rotations of each other.
        compress: whether to compress formula and proof, None to compress large ones.
        limits: limits of search and proof together. Default: none.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` about twenty times a second. The call stops if it returns False or raises an
            exception.

    Raises:
        InputError: the clues contradict the puzzle or each other, or the list of solutions is wrong or incomplete.
        LimitError: a limit is reached, so there is no certificate.
        OptionError: `up_to_rotation` is set but no tile distinguishes the rotations of a board, or PySAT (extra
            `proof`) is not installed.
        OutputError: the folder is not empty, or cannot be written.
    """
    name = as_file_name(folder)
    make.require_solver()
    clock = start_clock(costs)
    task = make_task(puzzle, clues, up_to_rotation=up_to_rotation)
    conditions = make.conditions_to_certify(task, up_to_rotation=up_to_rotation, option="up_to_rotation")
    boards = None
    if solutions is not None:
        known = (as_solution(solution, "a solution") for solution in solutions)
        named = ((f"solution {number}", solution) for number, solution in enumerate(known, 1))
        boards = make.normalise_boards(conditions, named)

    def report_progress(now: ProofProgress) -> None:
        clock.progress_at = lambda seconds: Progress(now.phase, seconds, conflicts=now.conflicts)

    clock.progress_at = lambda seconds: Progress("solve", seconds)
    options = ProofOptions(clock, clock.limits.conflicts, compress=compress, on_progress=report_progress)
    try:
        with make.open_folder(name):
            certificate = make.certify(task, conditions, boards, name, options)
    except LimitReached as reached:
        raise LimitError(f"stopped by the {reached}: there is no certificate") from None
    if certificate.claim is None:
        raise InputError("the solutions", None, "expected all of them, but there is another one")
    # The boards as the certificate lists them, in their normal form.
    boards = verification.read_boards(Path(name), conditions)
    return Certificate(Path(name), certificate.claim.claim, _as_boards(task.puzzle, boards, task.clues))


@with_defaults
def verify(
    folder: str | PathLike[str],
    puzzle: Puzzle | Instance | None = None,
    clues: Placements = Solution(),
    *,
    jobs: int = 1,
    **costs: Unpack[Costs],
) -> Certificate:
    r"""Check a certificate without trusting its author.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> made = edgeasp.certify(puzzle, "proved")
    >>> print(*edgeasp.verify("proved", puzzle).checked[:2], sep="\n")
    puzzle: 3 x 3, framed, no clues (both compared with yours)
    boards: 16, all different (the checker of solutions)

    Args:
        folder: folder of the certificate.
        puzzle: puzzle to compare with, including its clues. Default: no comparison.
        clues: further clues to compare with.
        jobs: number of processes that check the cubes of a campaign.
        limits: limits on time and memory. A hostile certificate can take very long to check.
        time_limit: seconds, or a text such as `8h`. Short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` regularly. The call stops if it returns False or raises an exception.

    Raises:
        InputError: the certificate is wrong. The message has the file and, if possible, the line.
        LimitError: a limit is reached, so the certificate is neither verified nor refused.
        OptionError: the number of processes is out of range.
    """
    name = as_file_name(folder)
    require_range("number of processes", jobs, 1, MOST_JOBS)
    expected = None if puzzle is None else as_instance(puzzle, clues).puzzle
    kept = Solution() if puzzle is None or expected is None else merge_clues(expected, clue_sources(puzzle, clues))
    clock = start_clock(costs)

    def report_progress(phase: str, count: int, number: int) -> None:
        clock.progress_at = lambda seconds: Progress(phase, seconds, share=count / number if number else None)
        clock.check()

    try:
        verified = verification.verify(name, puzzle=expected, clues=kept, jobs=jobs, on_progress=report_progress)
    except LimitReached as reached:
        raise LimitError(f"stopped by the {reached}: neither verified nor refused") from None
    conditions = verified.conditions
    parts = tuple(f"{part.name}: {part.found} ({part.checker})" for part in verified.parts)
    boards = _as_boards(conditions.puzzle, verified.boards, conditions.clues)
    return Certificate(Path(name), verified.claim, boards, parts)


def _as_boards(puzzle: Puzzle, boards: Iterable[Solution], clues: Solution) -> tuple[Board, ...]:
    return tuple(Board(puzzle, board, clues) for board in boards)
