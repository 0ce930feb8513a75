"""Certificates of tiny puzzles, whose boards brute force finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.claim import ClaimRecord, is_in_cube
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.limits import Deadline
from tests.support import brute
from tests.support.solving import as_clues, as_solution


def boards_of(puzzle: Puzzle, clues: brute.Clues | None = None) -> list[Solution]:
    """All boards, each once, as a certificate lists them."""
    found = sorted(brute.solve(puzzle, clues=clues).assignments)
    conditions = Conditions(puzzle, as_clues(clues or {}, puzzle))
    return make.normalise_boards(conditions, [("brute force", as_solution(puzzle, each)) for each in found])


def certified(
    folder: Path, conditions: Conditions, boards: list[Solution], *, compress: bool = False
) -> ClaimRecord | None:
    """Make a certificate; None if there is another board."""
    make.prepare_folder(str(folder))
    return make.write_certificate(conditions, boards, str(folder), ProofOptions(Deadline(), compress=compress)).claim


def change(folder: Path, name: str, edit: Callable[[str], str]) -> None:
    """Change a file of a certificate, and the claim such that its sums are right again."""
    path = folder / name
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
    sign(folder)


def sign(folder: Path) -> None:
    """Let the claim name the files as they are."""
    path = folder / names.CLAIM
    claim = json.loads(path.read_text(encoding="utf-8"))
    claim["files"] = dict(names.file_digests(folder))
    path.write_text(json.dumps(claim, indent=1), encoding="utf-8")


def divided(folder: Path, whole: Conditions, cubes: list[Conditions]) -> ClaimRecord | None:
    """Make a certificate that is divided into cubes; None if there is a board in none of them."""
    boards = boards_of(whole.puzzle)
    inside = [[board for board in boards if is_in_cube(cube, board.by_square())] for cube in cubes]

    def certify_cubes(_: object) -> None:
        for number, (cube, found) in enumerate(zip(cubes, inside, strict=True), start=1):
            assert certified(names.cube_folder(folder, number), cube, found)

    make.prepare_folder(str(folder), divided="0123456789abcdef")
    total = sum(map(len, inside))
    return make.write_divided_certificate(
        whole, cubes, total, str(folder), ProofOptions(Deadline()), certify_cubes
    ).claim
