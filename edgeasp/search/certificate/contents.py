"""What the files of a certificate say, and whether they say the same: all but the formula and the proof."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from edgeasp.formats import files, puz, sol
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Square
from edgeasp.search.certificate import folder as names
from edgeasp.search.certificate.claim import ClaimRecord, is_justified, lies_in, record
from edgeasp.search.certificate.views import Conditions, looks_of

_NO_SYMMETRY = "expected a symmetry that the puzzle has, found another one"


def read_claim(name: str | Path) -> ClaimRecord:
    """The claim of a certificate, as the folder states it.

    Raises:
        InputError: there is none, or it is not as `edgeasp certify` writes it.
    """
    folder = Path(name)
    path = folder / names.CLAIM
    if folder.is_dir() and not path.is_file():
        raise InputError(str(folder), None, "expected a certificate, found no claim.json: it was not finished")
    text = files.read_text(str(path))
    try:
        stated = json.loads(text)
        if stated["schema"] != "edgeasp.claim" or stated["schema_version"] != 1:
            raise ValueError
        given = {field.name: stated[field.name] for field in fields(ClaimRecord)}
        given["cubes"] = int(given["cubes"])
        given["colours"] = tuple((int(a), int(b), str(side), int(c)) for a, b, side, c in given["colours"])
        given["placements"] = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in given["placements"])
        given["files"] = {str(name): str(digest) for name, digest in given["files"].items()}
        return ClaimRecord(**given)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(str(path), None, "expected a claim as edgeasp certify writes it") from None


def conditions_of(folder: Path, claim: ClaimRecord) -> Conditions:
    """The puzzle and the clues in the folder, with the anchor and the cube that the claim states.

    Raises:
        InputError: a file is not as it should be, or the puzzle has no such symmetry, or no such cube.
    """
    puzzle = puz.read(files.read_text(str(folder / names.PUZZLE)), str(folder / names.PUZZLE))
    clues = Solution()
    if (folder / names.CLUES).exists():
        clues = sol.read(files.read_text(str(folder / names.CLUES)), puzzle, str(folder / names.CLUES))
    try:
        colours = tuple((Square(col, row), Side[side.upper()], colour) for col, row, side, colour in claim.colours)
        placements = tuple(Placement(tile, Square(col, row), rot) for tile, col, row, rot in claim.placements)
        for square in (*(each[0] for each in colours), *(each.square for each in placements)):
            if not puzzle.has_square(square):
                raise ValueError
        if not all(0 <= each.tile < len(puzzle.tiles) and each == puzzle.canonical(each) for each in placements):
            raise ValueError
    except (ValueError, TypeError, KeyError):
        raise wrong(folder / names.CLAIM, "expected a cube that the puzzle has, found another one") from None
    conditions = Conditions(puzzle, clues, _anchor(folder, puzzle, claim), colours, placements)
    if not is_justified(conditions):
        raise wrong(folder / names.CLAIM, _NO_SYMMETRY)
    return conditions


def _anchor(folder: Path, puzzle: Puzzle, claim: ClaimRecord) -> tuple[int, tuple[int, ...]] | None:
    stated: Any = claim.symmetry
    try:
        if stated is None or stated["kind"] != "anchor":
            return None
        tile, rotations = int(stated["tile"]), tuple(map(int, stated["rotations"]))
        if not 0 <= tile < len(puzzle.tiles):
            raise ValueError
    except (ValueError, TypeError, KeyError):
        raise wrong(folder / names.CLAIM, _NO_SYMMETRY) from None
    return tile, rotations


def boards_in(folder: Path, conditions: Conditions) -> list[Solution]:
    """The boards in the folder, each a solution with these conditions, no two the same.

    Raises:
        InputError: one of them is something else.
    """
    puzzle = conditions.puzzle
    found: dict[object, str] = {}
    boards = []
    for path in names.boards(folder):
        board = sol.read(files.read_text(str(path)), puzzle, str(path))
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise wrong(path, f"expected a solution, but {broken}")
        if not lies_in(conditions, symmetry.in_order(puzzle, board, conditions.clues).by_square()):
            raise wrong(path, "expected a board in the cube of the claim, found another one")
        if conditions.anchor is not None:
            tile, rotations = conditions.anchor
            if not any(each.tile == tile and each.rot in rotations for each in board):
                raise wrong(path, f"expected tile {tile} in a rotation that the claim allows, found another one")
        other = found.setdefault(looks_of(puzzle, board), path.name)
        if other != path.name:
            raise wrong(path, f"expected another board than that of {other}, found the same")
        boards.append(board)
    return boards


def require_claim(folder: Path, claim: ClaimRecord, conditions: Conditions, boards: int) -> None:
    """Make sure that the claim says what the puzzle, the clues and the boards say.

    Raises:
        InputError: a field says something else.
    """
    expected = record(
        conditions,
        boards,
        claim.cubes,
        variables=claim.variables,
        clauses=claim.clauses,
        lemmas=claim.lemmas,
        written_by=claim.written_by,
        files=claim.files,
    )
    for field in fields(ClaimRecord):
        should, found = getattr(expected, field.name), getattr(claim, field.name)
        if field.name == "symmetry" and should is not None:
            should = json.loads(json.dumps(asdict(should)))
        if should != found:
            raise wrong(
                folder / names.CLAIM, f"expected {field.name} {should!r}, as the files have it, found {found!r}"
            )


def require_digests(folder: Path, claim: ClaimRecord) -> None:
    """Make sure that the files are those that the claim names.

    Raises:
        InputError: one of them is another one, or there is none.
    """
    found = dict(names.digests(folder))
    for name in sorted({*found, *claim.files}):
        if found.get(name) != claim.files.get(name):
            raise wrong(folder / name, "expected the file that claim.json names, found another one, or none")


def is_there(folder: Path, conditions: Conditions, boards: Iterable[Solution]) -> bool:
    """Whether a folder has a certificate of these boards, with the files that it was written with.

    The proof is not checked again.
    """
    if not (folder / names.CLAIM).is_file():
        return False
    try:
        claim = read_claim(folder)
        if claim.cubes or conditions_of(folder, claim) != conditions:
            return False
        kept = boards_in(folder, conditions)
        require_claim(folder, claim, conditions, len(kept))
        require_digests(folder, claim)
    except InputError:
        return False
    puzzle = conditions.puzzle
    return {looks_of(puzzle, each) for each in kept} == {looks_of(puzzle, each) for each in boards}


def wrong(path: Path, message: str) -> InputError:
    """What is wrong with a file as a whole."""
    return InputError(str(path), None, message)
