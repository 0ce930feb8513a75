"""Checking a certificate: nothing of what made it is believed.

Formula and proof are read once, in one form, by `audit` and `proof_steps`. All checkers get what was read there, so no
two of them can judge different formulas or proofs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, Protocol, Self

from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate.check.audit import Audit, AuditError
from edgeasp.lab.certificate.check.contents import (
    boards_in,
    conditions_of,
    numbered,
    read_claim,
    require_claim,
    require_files,
    wrong,
)
from edgeasp.lab.certificate.check.external import PROGRAMS, ProgramChecker
from edgeasp.lab.certificate.check.hint_check import HintChecker, ProofError
from edgeasp.lab.certificate.check.proof_steps import Deletion, Lemma, StepError, longest_line, steps
from edgeasp.lab.certificate.claim import ClaimRecord, most_variables, sentence
from edgeasp.lab.certificate.views import Conditions, looks_of
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import InputError, OptionError

CHECKERS = {
    "hints": "edgeasp's own checker of hints",
    "minisat": "unit propagation of MiniSat",
    **{name: f"the program {name}" for name in PROGRAMS},
}
"""The checkers of proofs: the first one always checks, another one may do so besides."""


class Checker(Protocol):
    """A checker of proofs besides edgeasp's own of hints; as a context it is freed at its end."""

    @property
    def name(self) -> str:
        """Its name in `CHECKERS`."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def add(self, literals: tuple[int, ...]) -> None:
        """Take the next clause of the formula."""

    def take(self, step: Lemma | Deletion) -> None:
        """Take the next step of the proof; ProofError if it is found wrong."""

    def end(self) -> None:
        """The proof is complete; ProofError if it is found wrong."""


_PAUSE = 1000
"""Clauses or lemmas between two reports."""

_LONGEST_COMMENT = 1 << 16
"""Characters of a line in the head of a formula."""

PartName = Literal["puzzle", "boards", "formula", "proof", "cubes", "files"]


@dataclass(frozen=True, slots=True)
class VerifyPart:
    """A part of a certificate that was found right."""

    name: Annotated[
        PartName,
        "The part; `cubes` takes the place of `boards` in a divided certificate.",
    ]
    found: Annotated[str, "What was found, in words."]
    checker: Annotated[str, "What checked it, in words."]


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
    parts: tuple[VerifyPart, ...]
    conditions: Conditions
    boards: tuple[Solution, ...]


OnProgress = Callable[[str, int, int], object]
"""Takes the phase of a check, how many things were checked, and how many there are, as far as the claim says."""

VerifyCubes = Callable[[Sequence[str]], Iterable[tuple[str, Verified]]]
"""Verifies the certificates in folders, in any order: each folder with what was found, or the first error."""


def verify(
    folder: str,
    *,
    checker: str = "hints",
    puzzle: Puzzle | None = None,
    clues: Solution = Solution(),
    on_part: Callable[[VerifyPart], object] = lambda part: None,
    on_progress: OnProgress = lambda phase, count, number: None,
    verify_cubes: VerifyCubes | None = None,
    minisat: Callable[[], Checker] | None = None,
) -> Verified:
    """Check a certificate.

    Args:
        folder: the certificate.
        checker: of the proof, one of `CHECKERS`; that of hints checks it in any case.
        puzzle: the puzzle that it has to be about; None for the one in the folder.
        clues: exactly those that it has to be about; only compared if a puzzle is given.
        on_part: called with each part that was found right.
        on_progress: called often, with the phase, how many boards, clauses, lemmas or cubes were checked, and how many
            there are.
        verify_cubes: checks the cubes of a divided certificate; one after the other if None.
        minisat: makes the checker `minisat`, since no solver is imported here.

    Raises:
        InputError: the first thing that is wrong: its file, and its line where there is one.
        OptionError: there is no such checker here.
    """
    if checker not in CHECKERS:
        raise OptionError(f"expected a checker ({', '.join(CHECKERS)}), found {checker!r}")
    path = Path(folder)
    claim = read_claim(path)
    conditions = conditions_of(path, claim)
    check = _Check(path, claim, conditions, checker, minisat, on_part, on_progress)
    if puzzle is not None:
        _require_yours(path, conditions, puzzle, clues)
    yours = "not compared with yours: name it by --puzzle" if puzzle is None else "both compared with yours"
    check.done("puzzle", _puzzle_text(conditions), yours)
    if claim.cubes:
        cubes = _cubes(path, claim, conditions)
        check.prove((), cubes)
        boards = _in_cubes(cubes, verify_cubes or _one_by_one(checker, minisat, on_progress), on_progress)
        check.done(
            "cubes", f"{len(cubes):,}, with {len(boards):,} boards, all different", "each is a certificate, verified"
        )
        require_claim(path, claim, conditions, len(boards))
    else:
        boards = boards_in(path, conditions, lambda number: on_progress("boards", number, claim.boards))
        check.done("boards", f"{len(boards):,}, all different", "the checker of solutions")
        require_claim(path, claim, conditions, len(boards))
        check.prove(boards, {})
    check.done("files", require_files(path, claim), "SHA-256")
    return Verified(sentence(conditions, len(boards), claim.cubes), tuple(check.parts), conditions, tuple(boards))


def _require_yours(folder: Path, conditions: Conditions, puzzle: Puzzle, clues: Solution) -> None:
    """Make sure that the certificate is about the puzzle and the clues of the user."""
    if puzzle != conditions.puzzle:
        raise wrong(folder / names.PUZZLE, "expected the given puzzle, found another one")
    if _clue_set(puzzle, clues) != _clue_set(puzzle, conditions.clues):
        clues_text = f"exactly the given clues ({len(clues)})" if clues.placements else "no clues, as none are given"
        others = f"others ({len(conditions.clues)})" if conditions.clues.placements else "none"
        raise wrong(folder / names.CLUES, f"expected {clues_text}, found {others}")


def _cubes(folder: Path, claim: ClaimRecord, whole: Conditions) -> dict[str, Conditions]:
    """The cubes of a divided certificate by their folders, each a part of the whole, as their claims state them."""
    if whole.is_cube:
        raise wrong(folder / names.CLAIM, "expected cubes of all boards, found a cube that is divided")
    number = len(names.cubes(folder))
    if number != claim.cubes:
        raise wrong(folder / names.CUBES, f"expected {claim.cubes} cubes, as claim.json says, found {number}")
    cubes = {}
    for path in numbered(folder / names.CUBES, "{}"):
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
        cubes[str(path)] = cube
    return cubes


def _in_cubes(cubes: dict[str, Conditions], verify_cubes: VerifyCubes, on_progress: OnProgress) -> list[Solution]:
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
        on_progress("cubes", number, len(cubes))
    return boards


def _one_by_one(checker: str, minisat: Callable[[], Checker] | None, on_progress: OnProgress) -> VerifyCubes:
    """One cube after the other."""

    def verify_cubes(folders: Sequence[str]) -> Iterator[tuple[str, Verified]]:
        for number, folder in enumerate(folders):
            tick = partial(on_progress, "cubes", number, len(folders))
            yield folder, verify(folder, checker=checker, minisat=minisat, on_progress=lambda *_: tick())  # noqa: B023

    return verify_cubes


@dataclass(frozen=True)
class _Check:
    """The check of one certificate: what its parts have in common."""

    folder: Path
    claim: ClaimRecord
    conditions: Conditions
    checker: str
    minisat: Callable[[], Checker] | None
    on_part: Callable[[VerifyPart], object]
    on_progress: OnProgress
    parts: list[VerifyPart] = field(default_factory=list)

    def done(self, name: PartName, words: str, by: str) -> None:
        """Report a part that was found right."""
        self.parts.append(VerifyPart(name, words, by))
        self.on_part(self.parts[-1])

    def prove(self, boards: Sequence[Solution], cubes: dict[str, Conditions]) -> None:
        """Audit the formula, then check the proof that it has no model."""
        hints = HintChecker()
        with ExitStack() as stack:
            other = self._second_checker()
            if other is not None:
                stack.enter_context(other)

            def add(literals: tuple[int, ...]) -> None:
                hints.add(literals)
                if other is not None:
                    other.add(literals)

            self.done("formula", self._audited(boards, cubes, add), "the audit")
            self._check_proof(hints, other)
        also = "" if other is None else f", and {CHECKERS[other.name]}"
        by = f"{CHECKERS['hints']}{also}"
        self.done("proof", f"{hints.lemmas:,} lemmas, the last one is the empty clause", by)

    def _second_checker(self) -> Checker | None:
        """The checker of the proof besides edgeasp's own of hints."""
        if self.checker == "hints":
            return None
        if self.checker == "minisat":
            if self.minisat is None:
                raise OptionError("expected MiniSat from the caller, since no solver is imported here")
            return self.minisat()
        claim = self.claim
        tick = partial(self.on_progress, "proof", claim.lemmas, claim.lemmas)
        return ProgramChecker(self.checker, claim.variables, claim.clauses, tick)

    def _audited(
        self, boards: Sequence[Solution], cubes: dict[str, Conditions], add: Callable[[tuple[int, ...]], object]
    ) -> str:
        """Audit the formula, give each clause to `add`, and describe the formula."""
        claim, conditions = self.claim, self.conditions
        path = names.the_one(self.folder, names.FORMULA)
        if claim.variables > most_variables(conditions.puzzle):
            message = "expected as many variables as a formula of the puzzle can have, found more"
            raise wrong(self.folder / names.CLAIM, message)
        audit, reasons = Audit(conditions, boards, cubes.values()), Counter[str]()
        excluded: set[int] = set()
        lines = names.text_lines(path, max(_LONGEST_COMMENT, longest_line(claim.variables)))
        lines = _counted(lines, lambda count: self.on_progress("formula", min(count, claim.clauses), claim.clauses))
        try:
            for clause in audit.clauses(lines):
                reasons[clause.reason] += 1
                if clause.board is not None:
                    excluded.add(clause.board)
                add(clause.literals)
        except AuditError as error:
            raise InputError(str(path), error.line, error.message) from None
        for number in range(len(boards)):
            if number not in excluded:
                raise wrong(path, f"expected a clause that excludes the board of sol_{number + 1}.sol, found none")
        self._require_size("variables", audit.variables, claim.variables)
        self._require_size("clauses", reasons.total(), claim.clauses)
        excludes = f"{reasons['cube']:,} exclude a cube" if cubes else f"{reasons['board']:,} exclude a board"
        return (
            f"{reasons.total():,} clauses: {reasons['square']:,} follow from what may lie on a square, "
            f"{reasons['tile']:,} from where a tile may lie, {reasons['order']:,} order identical tiles, {excludes}"
        )

    def _check_proof(self, hints: HintChecker, other: Checker | None) -> None:
        """Check each step of the proof by its hints, and then by another checker if there is one."""
        claim = self.claim
        hinted, plain = names.the_one(self.folder, names.HINTED), names.the_one(self.folder, names.PLAIN)
        longest = longest_line(claim.variables)
        lines = names.text_lines(hinted, longest)
        lines = _counted(lines, lambda _: self.on_progress("proof", hints.lemmas, claim.lemmas))
        line = None
        try:
            for step in steps(lines, names.text_lines(plain, longest), claim.clauses, claim.variables):
                line = step.line
                if isinstance(step, Lemma):
                    hints.lemma(step.literals, step.hints)
                else:
                    hints.delete(step.clauses)
                if other is not None:
                    other.take(step)
            line = None
            if other is not None:
                other.end()
        except StepError as error:
            raise InputError(str(hinted if error.hinted else plain), error.line, error.message) from None
        except ProofError as error:
            raise InputError(str(hinted), line, str(error)) from None
        self._require_size("lemmas", hints.lemmas, claim.lemmas)

    def _require_size(self, name: str, counted: int, stated: int) -> None:
        if counted != stated:
            message = f"expected {name} {counted}, as the files have it, found {stated}"
            raise wrong(self.folder / names.CLAIM, message)


def _counted(lines: Iterable[str], report: Callable[[int], object]) -> Iterator[str]:
    """Lines, with reports on how many."""
    for count, line in enumerate(lines):
        if count % _PAUSE == 0:
            report(count)
        yield line


def _clue_set(puzzle: Puzzle, clues: Solution) -> set[object]:
    return set(map(puzzle.canonical, clues))


def _puzzle_text(conditions: Conditions) -> str:
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    kind = "framed" if puzzle.framed else "unframed"
    signed = ", signed" if puzzle.signed else ""
    with_clues = f", {clues} clue{'s' * (clues != 1)}" if clues else ", no clues"
    return f"{puzzle.cols} x {puzzle.rows}, {kind}{signed}{with_clues}"
