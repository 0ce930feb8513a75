"""Checking a certificate: nothing of what made it is believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from edgeasp.formats import files
from edgeasp.puzzle.errors import InputError, OptionError
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.certificate import folder as names
from edgeasp.search.certificate.audit import Audit, AuditError
from edgeasp.search.certificate.claim import ClaimRecord, sentence
from edgeasp.search.certificate.contents import (
    boards_in,
    conditions_of,
    read_claim,
    require_claim,
    require_digests,
    wrong,
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
    """A certificate that was checked.

    Attributes:
        claim: in one sentence, as the check has found it.
        parts: what was checked.
        conditions: what the boards keep.
        boards: all of them.
    """

    claim: str
    parts: tuple[Part, ...]
    conditions: Conditions
    boards: tuple[Solution, ...]


VerifyCubes = Callable[[Sequence[str]], Iterable[tuple[str, Verified]]]
"""Verifies the certificates in folders, in any order: each folder with what was found, or the first error."""


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
    verify_cubes: VerifyCubes | None = None,
) -> Verified:
    """Check a certificate.

    Args:
        folder: the certificate.
        checker: of the proof, one of `CHECKERS`.
        puzzle: the one that it has to be about; None for the one in the folder.
        clues: those that it has to be about.
        on_part: called with each part that was found right.
        on_progress: called often, with the phase and how many clauses, lemmas or cubes were checked.
        verify_cubes: checks the cubes of a divided certificate; one after the other if None.

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

    conditions = conditions_of(path, claim)
    if puzzle is not None and puzzle != conditions.puzzle:
        raise InputError(str(path / names.PUZZLE), None, "expected the given puzzle, found another one")
    if clues is not None and _clue_set(conditions.puzzle, clues) != _clue_set(conditions.puzzle, conditions.clues):
        raise InputError(str(path / names.CLUES), None, "expected the given clues, found others")
    yours = "compared with yours" if puzzle is not None else "as in the folder: compare it with yours, by --puzzle"
    done("puzzle", _puzzle_text(conditions), yours)
    if claim.cubes:
        cubes = _cubes(path, claim, conditions)
        sizes = _proved(path, conditions, (), cubes, checker, done, on_progress)
        boards = _in_cubes(cubes, verify_cubes or _one_by_one(checker, on_progress), on_progress)
        done("cubes", f"{len(cubes):,}, with {len(boards):,} boards, all different", "each is a certificate, verified")
        require_claim(path, claim, conditions, len(boards))
    else:
        boards = boards_in(path, conditions)
        done("boards", f"{len(boards):,}, all different", "the checker of solutions")
        require_claim(path, claim, conditions, len(boards))
        sizes = _proved(path, conditions, boards, {}, checker, done, on_progress)
    for name in ("variables", "clauses", "lemmas"):
        should, found = getattr(sizes, name), getattr(claim, name)
        if should != found:
            raise wrong(path / names.CLAIM, f"expected {name} {should}, as the files have it, found {found!r}")
    require_digests(path, claim)
    done("files", f"{len(claim.files)} that claim.json names", "SHA-256")
    return Verified(sentence(conditions, len(boards), claim.cubes), tuple(parts), conditions, tuple(boards))


def _cubes(folder: Path, claim: ClaimRecord, whole: Conditions) -> dict[str, Conditions]:
    """The cubes of a divided certificate by their folders, each a part of the whole, as their claims state them."""
    if whole.is_cube:
        raise wrong(folder / names.CLAIM, "expected cubes of all boards, found a cube that is divided")
    found = {}
    for path in names.cubes(folder):
        stated = read_claim(path)
        cube = conditions_of(path, stated)
        if stated.cubes:
            raise wrong(path / names.CLAIM, "expected a cube that is not divided itself, found one that is")
        if cube.puzzle != whole.puzzle:
            raise wrong(path / names.PUZZLE, "expected the puzzle of the whole, found another one")
        if _clue_set(cube.puzzle, cube.clues) != _clue_set(whole.puzzle, whole.clues):
            raise wrong(path / names.CLUES, "expected the clues of the whole, found others")
        if cube.anchor != whole.anchor:
            raise wrong(path / names.CLAIM, "expected the symmetry of the whole, found another one")
        found[str(path)] = cube
    if len(found) != claim.cubes:
        raise wrong(folder / names.CUBES, f"expected {claim.cubes} cubes, as claim.json says, found {len(found)}")
    return found


def _in_cubes(
    cubes: dict[str, Conditions], verify_cubes: VerifyCubes, on_progress: Callable[[str, int], object]
) -> list[Solution]:
    """The boards in all cubes, whose certificates are verified; no board lies in two of them."""
    seen: dict[object, str] = {}
    boards: list[Solution] = []
    for number, (folder, verified) in enumerate(verify_cubes(list(cubes)), start=1):
        if verified.conditions != cubes[folder]:
            raise wrong(Path(folder), "expected files that nothing alters while they are checked")
        for board in verified.boards:
            other = seen.setdefault(looks_of(verified.conditions.puzzle, board), folder)
            if other != folder:
                raise wrong(Path(folder) / names.BOARDS, f"expected other boards than those in {other}, found one")
        boards += verified.boards
        on_progress("cubes", number)
    return boards


def _one_by_one(checker: str, on_progress: Callable[[str, int], object]) -> VerifyCubes:
    """One cube after the other."""

    def verify_cubes(folders: Sequence[str]) -> Iterator[tuple[str, Verified]]:
        for number, folder in enumerate(folders):
            tick = partial(on_progress, "cubes", number)
            yield folder, verify(folder, checker=checker, on_progress=lambda *_: tick())  # noqa: B023

    return verify_cubes


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
    cubes: dict[str, Conditions],
    checker: str,
    done: Callable[[str, str, str], None],
    on_progress: Callable[[str, int], object],
) -> _Sizes:
    """Audit the formula, then check the proof that it has no model."""
    formula, proof = _existing(folder, names.FORMULA), _proof_checker(folder, checker, on_progress)
    audited, reasons = Audit(conditions, boards, cubes.values()), Counter[str]()
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
            raise wrong(formula, f"expected a clause that excludes the board of {path.name}, found none")
    clauses = reasons.total()
    excludes = f"{reasons['cube']:,} exclude a cube" if cubes else f"{reasons['board']:,} exclude a board"
    found = (
        f"{clauses:,} clauses: {reasons['square']:,} follow from what may lie on a square, {reasons['tile']:,} from "
        f"where a tile may lie, {reasons['order']:,} order identical tiles, {excludes}"
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


def _clue_set(puzzle: Puzzle, clues: Solution) -> set[object]:
    return set(map(puzzle.canonical, clues))


def _puzzle_text(conditions: Conditions) -> str:
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    kind = "framed" if puzzle.framed else "unframed"
    signed = ", signed" if puzzle.signed else ""
    given = f", {clues} clue{'s' * (clues != 1)}" if clues else ""
    return f"{puzzle.cols} x {puzzle.rows}, {kind}{signed}{given}"
