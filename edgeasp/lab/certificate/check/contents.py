"""Reading the files of a certificate but the formula and the proof, and whether they say the same.

Each file has one form, so that no other reader takes it for something else: puzzle, clues and boards are as edgeasp
writes them, and `claim.json` is as its schema wants it, with each key once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

from edgeasp._version import __version__
from edgeasp.formats import document, plain
from edgeasp.formats.document import Value
from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate.claim import (
    SIDE_NAMES,
    ClaimRecord,
    SideName,
    SymmetryRecord,
    is_justified,
    lies_in,
    record,
)
from edgeasp.lab.certificate.folder import page
from edgeasp.lab.certificate.views import Conditions, looks_of
from edgeasp.puzzle import identity
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Square
from edgeasp.system.errors import InputError

_MOST_DIGITS = 4000
"""Of a number in a claim: identical tiles multiply the assignments of a board by factorials."""

_HIGHEST = 10**_MOST_DIGITS
_MOST_SHOWN = 240
"""Characters of a field that a message shows."""

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PROGRAM = r"[A-Za-z][A-Za-z0-9-]* [0-9][A-Za-z0-9.+-]*"
_PROGRAMS = re.compile(rf"{_PROGRAM}(?:(?:, | of ){_PROGRAM})*", re.ASCII)
"""The programs that wrote a certificate, each with its version: no room for other words."""


def require_certificate(name: str | Path) -> Path:
    """The folder of a certificate.

    Raises:
        InputError: there is no such folder, or no claim in it.
    """
    folder = Path(name)
    if not folder.exists():
        raise wrong(folder, "expected the folder of a certificate: there is none of that name")
    if not folder.is_dir():
        raise wrong(folder, "expected the folder of a certificate, found something else")
    if not (folder / names.CLAIM).exists():
        if (folder / names.UNFINISHED).exists():
            raise wrong(folder, "expected a certificate, found one that is not finished: it has no claim.json yet")
        raise wrong(folder, "expected the folder of a certificate, found no claim.json in it")
    return folder


def read_claim(name: str | Path) -> ClaimRecord:
    """The claim of a certificate, as the folder states it.

    Raises:
        InputError: there is none, or it is not by its schema.
    """
    path = require_certificate(name) / names.CLAIM
    stated = document.load(names.text(path), str(path), _MOST_DIGITS)
    _require_keys(stated, ClaimRecord)
    for key, value in (("schema", "edgeasp.claim"), ("schema_version", 1)):
        member = stated.member(key)
        if member.content != value or type(member.content) is not type(value):
            raise member.error(f"{value!r}")
    written_by = stated.member("written_by")
    if not _PROGRAMS.fullmatch(written_by.text()):
        raise written_by.error("programs with their versions")
    numbers = ("cols", "rows", "clues", "cubes", "boards", "assignments", "boards_in_all")
    sizes = ("variables", "clauses", "lemmas")
    return ClaimRecord(
        schema="edgeasp.claim",
        schema_version=1,
        claim=stated.member("claim").text(),
        counted=stated.member("counted").text(),
        colours=tuple(_colour(part) for part in stated.member("colours").items()),
        placements=tuple(_placement(part) for part in stated.member("placements").items()),
        symmetry=_symmetry(stated.member("symmetry")),
        written_by=written_by.text(),
        files=_files(stated.member("files")),
        **{name: stated.member(name).number(high=_HIGHEST) for name in (*numbers, *sizes)},
    )


def _require_keys(value: Value, record: type) -> None:
    """Refuse a key that the record does not have; one that is missing is noticed where it is read."""
    more = value.keys - {field.name for field in fields(record)}
    if more:
        raise InputError(value.source, None, f"expected no key {document.described(min(more))}, found it")


def _four(value: Value) -> list[Value]:
    parts = value.items()
    if len(parts) != 4:
        raise value.error("a list of four")
    return parts


def _colour(value: Value) -> tuple[int, int, SideName, int]:
    col, row, side, colour = _four(value)
    for name in SIDE_NAMES:
        if side.content == name:
            return col.number(), row.number(), name, colour.number()
    raise side.error("north, east, south or west")


def _placement(value: Value) -> tuple[int, int, int, int]:
    tile, col, row, rot = (part.number() for part in _four(value))
    return tile, col, row, rot


def _symmetry(value: Value) -> SymmetryRecord | None:
    if value.content is None:
        return None
    kind = value.member("kind").text()
    _require_keys(value, SymmetryRecord)
    if kind not in ("anchor", "clue"):
        raise value.member("kind").error("anchor or clue")
    return SymmetryRecord(
        "anchor" if kind == "anchor" else "clue",
        value.member("tile").number(),
        tuple(part.number(high=3) for part in value.member("rotations").items()),
        value.member("factor").number(),
        value.member("reason").text(),
    )


def _files(value: Value) -> dict[str, str]:
    digests = {name: value.member(name).text() for name in value.keys}
    for name, digest in digests.items():
        if not _DIGEST.fullmatch(digest):
            raise value.member(name).error("a SHA-256 in 64 hexadecimal digits")
    return digests


def conditions_of(folder: Path, claim: ClaimRecord) -> Conditions:
    """The puzzle and the clues in the folder, with the anchor and the cube that the claim states.

    Raises:
        InputError: a file is not as it should be, or the puzzle has no such symmetry, or no such cube.
    """
    path = folder / names.PUZZLE
    text = names.text(path)
    puzzle = plain.read_puz(text, str(path))
    _require_form(path, text, plain.write_puz(puzzle))
    if not claim.clues and (folder / names.CLUES).exists():
        raise wrong(folder / names.CLUES, "expected no clues, as claim.json says, found some")
    clues = _placements(folder / names.CLUES, puzzle) if claim.clues else Solution()
    colours = tuple((Square(col, row), Side[side.upper()], colour) for col, row, side, colour in claim.colours)
    placements = tuple(Placement(tile, Square(col, row), rot) for tile, col, row, rot in claim.placements)
    squares = [*(square for square, _, _ in colours), *(placement.square for placement in placements)]
    if not all(square in puzzle.grid for square in squares) or not all(
        placement.tile < len(puzzle.tiles) and placement == puzzle.canonical(placement) for placement in placements
    ):
        raise wrong(folder / names.CLAIM, "expected a cube that the puzzle has, found another one")
    anchor = None
    if claim.symmetry is not None and claim.symmetry.kind == "anchor":
        anchor = claim.symmetry.tile, claim.symmetry.rotations
    conditions = Conditions(puzzle, clues, anchor, colours, placements)
    if anchor is not None and (anchor[0] >= len(puzzle.tiles) or not is_justified(conditions)):
        raise wrong(folder / names.CLAIM, "expected a symmetry that the puzzle has, found another one")
    return conditions


def _placements(path: Path, puzzle: Puzzle) -> Solution:
    """The placements in a file, which has to be as edgeasp writes them."""
    text = names.text(path)
    placements = plain.read_sol(text, puzzle, str(path))
    _require_form(path, text, plain.write_sol(placements))
    return placements


def _require_form(path: Path, text: str, should: str) -> None:
    """Refuse a file that says the same in another way, which another reader may take for something else."""
    if text == should:
        return
    pairs = zip((*text.splitlines(), ""), (*should.splitlines(), ""), strict=False)
    line = next((number for number, (one, other) in enumerate(pairs, start=1) if one != other), None)
    raise InputError(str(path), line, "expected the file as edgeasp writes it, found another form")


def boards_in(
    folder: Path, conditions: Conditions, on_board: Callable[[int], object] = lambda number: None
) -> list[Solution]:
    """The boards in the folder, each a solution with these conditions, no two the same.

    `on_board` is called with the number of boards that were read so far.

    Raises:
        InputError: one of them is something else, or there is another file.
    """
    puzzle = conditions.puzzle
    first: dict[object, str] = {}
    boards: list[Solution] = []
    for path in numbered(folder / names.BOARDS, "sol_{}.sol"):
        on_board(len(boards))
        board = _placements(path, puzzle)
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise wrong(path, f"expected a solution, but {broken}")
        if not lies_in(conditions, identity.in_order(puzzle, board, conditions.clues).by_square()):
            raise wrong(path, "expected a board in the cube of the claim, found another one")
        if conditions.anchor is not None:
            tile, rotations = conditions.anchor
            if not any(placement.tile == tile and placement.rot in rotations for placement in board):
                raise wrong(path, f"expected tile {tile} in a rotation that the claim allows, found another one")
        other = first.setdefault(looks_of(puzzle, board), path.name)
        if other != path.name:
            raise wrong(path, f"expected another board than that of {other}, found the same")
        boards.append(board)
    return boards


def numbered(folder: Path, name: str) -> list[Path]:
    """The entries of a folder, named by the numbers from 1; InputError if there is anything else."""
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    should = [name.format(number) for number in range(1, len(there) + 1)]
    if more := there.difference(should):
        message = f"expected {name.format(1)} to {name.format(len(there))} alone, found another name"
        raise wrong(folder / min(more), message)
    return [folder / name for name in should]


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
        should, stated = getattr(expected, field.name), getattr(claim, field.name)
        if should != stated:
            message = f"expected {field.name} {_short(should)}, as the files have it, found {_short(stated)}"
            raise wrong(folder / names.CLAIM, message)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def require_files(folder: Path, claim: ClaimRecord) -> str:
    """Make sure that the files are those that the claim names, and that the page of words says what the claim says.

    Raises:
        InputError: one of them is another one, or there is none, or one too many.

    Returns:
        what was compared, and what was not, in words.
    """
    kind, other = (names.CUBES, names.boards(folder)) if claim.cubes else (names.BOARDS, names.cubes(folder))
    if other:
        raise wrong(other[0], f"expected {kind} alone, found something else")
    digests = dict(names.digests(folder))
    for name in sorted({*digests, *claim.files}):
        if digests.get(name) != claim.files.get(name):
            raise wrong(folder / name, "expected the file that claim.json names, found another one, or none")
    there = {path.relative_to(folder).as_posix() for path in folder.iterdir() if path.is_file()}
    others = len(there - {names.CLAIM, *digests})
    words = f"{len(digests):,} that claim.json names"
    if not claim.written_by.startswith(f"edgeasp {__version__},"):
        words += f"; {names.WORDS}, of another version of edgeasp, says more, which was not compared"
    elif names.text(folder / names.WORDS) != page(claim, names.ending(folder)):
        raise wrong(folder / names.WORDS, "expected the page that follows from claim.json, found another text")
    return words + (f"; {others:,} other file{'s' * (others > 1)} in the folder, not read" if others else "")


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
        require_files(folder, claim)
    except InputError:
        return False
    puzzle = conditions.puzzle
    return {looks_of(puzzle, board) for board in kept} == {looks_of(puzzle, board) for board in boards}


def wrong(path: Path, message: str) -> InputError:
    """An error in a file as a whole."""
    return InputError(str(path), None, message)
