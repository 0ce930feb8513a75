"""Checking a certificate: nothing of what made it is believed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Protocol

from edgeasp.formats import files, puz, sol
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square
from edgeasp.search.certificate import folder as names
from edgeasp.search.certificate.audit import Audit, AuditError
from edgeasp.search.certificate.claim import (
    COUNTED,
    ClaimRecord,
    boards_in_all,
    colour_records,
    is_justified,
    sentence,
    symmetry_of,
)
from edgeasp.search.certificate.external import PROGRAMS, ProgramChecker
from edgeasp.search.certificate.hint_check import HintChecker, ProofError
from edgeasp.search.certificate.plain_check import PlainChecker
from edgeasp.search.certificate.views import Conditions, looks_of

CHECKERS = {
    "hints": "edgeasp's own checker of hints",
    "minisat": "unit propagation of MiniSat",
    **{name: f"the program {name}" for name in PROGRAMS},
}
"""What can check the proof."""

_PAUSE = 1000
"""Clauses or lemmas between two reports."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a certificate that was found right: its name, what was checked, and by what."""

    name: str
    found: str
    checker: str


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that was checked: its claim, as the check has found it, and its parts."""

    claim: str
    parts: tuple[Part, ...]


class _ProofChecker(Protocol):
    """Takes the clauses of a formula, then checks the lines of a proof.

    Attributes:
        lemmas: the number of lemmas that were checked.
    """

    lemmas: int

    def add(self, literals: tuple[int, ...], /) -> None: ...

    def check(self, lines: Iterable[str], /) -> None: ...


def verify(
    folder: str,
    *,
    checker: str = "hints",
    puzzle: Puzzle | None = None,
    clues: Solution | None = None,
    on_part: Callable[[Part], object] = lambda part: None,
    on_progress: Callable[[str, int], object] = lambda phase, count: None,
) -> Verified:
    """Check a certificate.

    Args:
        folder: the certificate.
        checker: of the proof, one of `CHECKERS`.
        puzzle: the one that it has to be about; None for the one in the folder.
        clues: those that it has to be about.
        on_part: called with each part that was found right.
        on_progress: called often, with the phase and how many clauses or lemmas were checked.

    Raises:
        InputError: the first thing that is wrong: its file, and its line where there is one.
        OptionError: there is no such checker here.
    """
    if checker not in CHECKERS:
        raise OptionError(f"expected a checker ({', '.join(CHECKERS)}), found {checker!r}")
    path = Path(folder)
    claim = read_claim(path)
    parts: list[Part] = []

    def done(name: str, found: str, by: str) -> None:
        parts.append(Part(name, found, by))
        on_part(parts[-1])

    conditions = _conditions(path, claim)
    if puzzle is not None and puzzle != conditions.puzzle:
        raise InputError(str(path / names.PUZZLE), None, "expected the given puzzle, found another one")
    if clues is not None and _clue_set(conditions.puzzle, clues) != _clue_set(conditions.puzzle, conditions.clues):
        raise InputError(str(path / names.CLUES), None, "expected the given clues, found others")
    yours = "compared with yours" if puzzle is not None else "as in the folder: compare it with yours, by --puzzle"
    done("puzzle", _puzzle_text(conditions), yours)
    boards = _boards(path, conditions)
    done("boards", f"{len(boards):,}, all different", "the checker of solutions")
    _require_claim(path, claim, conditions, boards)
    sizes = _proved(path, conditions, boards, checker, done, on_progress)
    for name in ("variables", "clauses", "lemmas"):
        should, found = getattr(sizes, name), getattr(claim, name)
        if should != found:
            raise _wrong(path / names.CLAIM, f"expected {name} {should}, as the files have it, found {found!r}")
    _require_digests(path, claim)
    done("files", f"{len(claim.files)} that claim.json names", "SHA-256")
    return Verified(sentence(conditions, len(boards)), tuple(parts))


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
        record = json.loads(text)
        if record["schema"] != "edgeasp.claim" or record["schema_version"] != 1:
            raise ValueError
        given = {field.name: record[field.name] for field in fields(ClaimRecord)}
        given["colours"] = tuple((int(a), int(b), str(side), int(c)) for a, b, side, c in given["colours"])
        given["files"] = {str(name): str(digest) for name, digest in given["files"].items()}
        return ClaimRecord(**given)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(str(path), None, "expected a claim as edgeasp certify writes it") from None


def _conditions(folder: Path, claim: ClaimRecord) -> Conditions:
    """The puzzle and the clues in the folder, with the anchor and the colours that the claim states."""
    puzzle = puz.read(files.read_text(str(folder / names.PUZZLE)), str(folder / names.PUZZLE))
    clues = Solution()
    if (folder / names.CLUES).exists():
        clues = sol.read(files.read_text(str(folder / names.CLUES)), puzzle, str(folder / names.CLUES))
    try:
        colours = tuple((Square(col, row), Side[side.upper()], colour) for col, row, side, colour in claim.colours)
        stated: Any = claim.symmetry
        anchor = None
        if stated is not None and stated["kind"] == "anchor":
            anchor = int(stated["tile"]), tuple(map(int, stated["rotations"]))
            if not 0 <= anchor[0] < len(puzzle.tiles):
                raise ValueError
        conditions = Conditions(puzzle, clues, anchor, colours)
        if not is_justified(conditions) or not all(puzzle.has_square(square) for square, _, _ in colours):
            raise ValueError
    except (ValueError, TypeError, KeyError, IndexError):
        raise _wrong(folder / names.CLAIM, "expected a symmetry that the puzzle has, found another one") from None
    return conditions


def _boards(folder: Path, conditions: Conditions) -> list[Solution]:
    """The boards in the folder, each a solution, no two the same."""
    puzzle = conditions.puzzle
    found: dict[object, str] = {}
    boards = []
    for path in names.boards(folder):
        board = sol.read(files.read_text(str(path)), puzzle, str(path))
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise _wrong(path, f"expected a solution, but {broken}")
        on = board.by_square()
        if any(puzzle.sides(on[square])[side] != colour for square, side, colour in conditions.colours):
            raise _wrong(path, "expected a board with the given colours, found another one")
        if conditions.anchor is not None:
            tile, rotations = conditions.anchor
            if not any(each.tile == tile and each.rot in rotations for each in board):
                raise _wrong(path, f"expected tile {tile} in a rotation that the claim allows, found another one")
        other = found.setdefault(looks_of(puzzle, board), path.name)
        if other != path.name:
            raise _wrong(path, f"expected another board than that of {other}, found the same")
        boards.append(board)
    return boards


def _require_claim(folder: Path, claim: ClaimRecord, conditions: Conditions, boards: Sequence[Solution]) -> None:
    """Make sure that the claim says what the puzzle, the clues and the boards say."""
    puzzle, symmetric = conditions.puzzle, symmetry_of(conditions)
    expected = replace(
        claim,
        claim=sentence(conditions, len(boards)),
        counted=COUNTED,
        cols=puzzle.cols,
        rows=puzzle.rows,
        clues=len(conditions.clues),
        colours=colour_records(conditions),
        boards=len(boards),
        assignments=len(boards) * symmetry.assignments_per_board(puzzle, conditions.clues),
        symmetry=symmetric,
        boards_in_all=boards_in_all(conditions, len(boards)),
    )
    for field in fields(ClaimRecord):
        should, found = getattr(expected, field.name), getattr(claim, field.name)
        if field.name == "symmetry" and should is not None:
            should = json.loads(json.dumps({each.name: getattr(should, each.name) for each in fields(should)}))
        if should != found:
            raise _wrong(
                folder / names.CLAIM, f"expected {field.name} {should!r}, as the files have it, found {found!r}"
            )


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The numbers of variables, clauses and lemmas."""

    variables: int
    clauses: int
    lemmas: int


def _proved(
    folder: Path,
    conditions: Conditions,
    boards: Sequence[Solution],
    checker: str,
    done: Callable[[str, str, str], None],
    on_progress: Callable[[str, int], object],
) -> _Sizes:
    """Audit the formula, then check the proof that it has no model."""
    formula, proof = _existing(folder, names.FORMULA), _proof_checker(folder, checker, on_progress)
    audited, reasons = Audit(conditions, boards), Counter[str]()
    excluded: set[int] = set()
    try:
        for clause in audited.clauses(_counted(formula, "formula", on_progress)):
            reasons[clause.reason] += 1
            if clause.board is not None:
                excluded.add(clause.board)
            proof.add(clause.literals)
    except AuditError as error:
        raise InputError(str(formula), error.line, error.message) from None
    for number, path in enumerate(names.boards(folder)):
        if number not in excluded:
            raise _wrong(formula, f"expected a clause that excludes the board of {path.name}, found none")
    clauses = reasons.total()
    found = (
        f"{clauses:,} clauses: {reasons['square']:,} follow from what may lie on a square, {reasons['tile']:,} from "
        f"where a tile may lie, {reasons['order']:,} order identical tiles, {reasons['board']:,} exclude a board"
    )
    done("formula", found, "the audit")
    path = _existing(folder, _proof_of(checker))
    try:
        proof.check(_counted(path, "proof", on_progress))
    except ProofError as error:
        raise InputError(str(path), error.line, error.message) from None
    done("proof", f"{proof.lemmas:,} lemmas, the last one is the empty clause", f"{path.name}, {CHECKERS[checker]}")
    return _Sizes(audited.variables, clauses, proof.lemmas)


def _counted(path: Path, phase: str, on_progress: Callable[[str, int], object]) -> Iterator[str]:
    """The lines of a file, with reports."""
    for count, line in enumerate(files.read_lines(str(path))):
        if count % _PAUSE == 0:
            on_progress(phase, count)
        yield line


def _proof_of(checker: str) -> str:
    """The file that a checker reads."""
    if checker in PROGRAMS:
        return PROGRAMS[checker][0]
    return names.HINTED if checker == "hints" else names.PLAIN


def _proof_checker(folder: Path, checker: str, on_progress: Callable[[str, int], object]) -> _ProofChecker:
    if checker == "hints":
        return HintChecker()
    if checker == "minisat":
        return PlainChecker()
    return ProgramChecker(checker, folder, lambda: on_progress("proof", 0))


def _existing(folder: Path, name: str) -> Path:
    return names.existing(folder, name) or folder / name


def _require_digests(folder: Path, claim: ClaimRecord) -> None:
    """Make sure that the files are those that the claim names."""
    found = dict(names.digests(folder))
    for name in sorted({*found, *claim.files}):
        if found.get(name) != claim.files.get(name):
            raise _wrong(folder / name, "expected the file that claim.json names, found another one, or none")


def _clue_set(puzzle: Puzzle, clues: Solution) -> set[object]:
    return set(map(puzzle.canonical, clues))


def _puzzle_text(conditions: Conditions) -> str:
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    kind = "framed" if puzzle.framed else "unframed"
    signed = ", signed" if puzzle.signed else ""
    given = f", {clues} clue{'s' * (clues != 1)}" if clues else ""
    return f"{puzzle.cols} x {puzzle.rows}, {kind}{signed}{given}"


def _wrong(path: Path, message: str) -> InputError:
    return InputError(str(path), None, message)
