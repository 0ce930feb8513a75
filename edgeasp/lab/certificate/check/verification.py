"""Verification of a certificate, part by part, without a solver.

A file has a single valid form, so that no two programs read different content from it. Puzzle, clues and boards must be
exactly as edgeasp writes them. `claim.json` must follow its schema, with each key once.

The formula is read once. Each clause goes to both the audit and the checker of the proof.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from edgeasp._version import __version__
from edgeasp.formats import document, plain
from edgeasp.formats.document import JsonValue
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.check.audit import AuditError, FormulaAudit
from edgeasp.lab.certificate.check.proof import HintChecker, Lemma, ProofError, StepError, max_line_length, read_steps
from edgeasp.lab.certificate.claim import ClaimRecord
from edgeasp.lab.certificate.views import Conditions, board_appearance
from edgeasp.puzzle import features, symmetry
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Solution, Square
from edgeasp.system.errors import EdgeaspError, InputError, SolverError
from edgeasp.system.lines import with_noun

if TYPE_CHECKING:
    from edgeasp.parallel.processes import CallContext

# Largest number of digits in a claim: identical tiles multiply the assignments of a board by factorials.
_MOST_DIGITS = 4000

_HIGHEST = 10**_MOST_DIGITS
# Largest number of characters of a field that a message shows.
_MOST_SHOWN = 240

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PROGRAM = r"[A-Za-z][A-Za-z0-9-]* [0-9][A-Za-z0-9.+-]*"
# Programs that wrote a certificate, each with its version. A stranger cannot put other text here.
_PROGRAMS = re.compile(rf"{_PROGRAM}(?:(?:, | of ){_PROGRAM})*", re.ASCII)


def require_certificate(name: str | Path) -> Path:
    """Return the path of a certificate's folder.

    Raises:
        InputError: the folder is missing, or has no claim.
    """
    folder = Path(name)
    if not os.path.exists(folder):
        raise file_error(folder, "not found: expected the folder of a certificate")
    if not folder.is_dir():
        raise file_error(folder, "not the folder of a certificate")
    if not (folder / names.CLAIM).exists():
        if (folder / names.UNFINISHED).exists():
            raise file_error(folder, "expected a certificate, found one that is not finished: it has no claim.json yet")
        raise file_error(folder, "expected the folder of a certificate, found no claim.json in it")
    return folder


def read_claim(name: str | Path) -> ClaimRecord:
    """Read the claim of a certificate.

    Raises:
        InputError: the claim is missing, or does not follow its schema.
    """
    path = require_certificate(name) / names.CLAIM
    stated = document.parse_json(names.read_text(path), str(path), _MOST_DIGITS)
    _refuse_unknown_keys(stated, ClaimRecord)
    for key, value in (("schema", "edgeasp.claim"), ("schema_version", 1)):
        member = stated.member(key)
        # In Python, true of JSON equals 1.
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
        colours=tuple(_read_coloured_side(part) for part in stated.member("colours").items()),
        placements=tuple(_read_placement(part) for part in stated.member("placements").items()),
        symmetry=_read_symmetry(stated.member("symmetry")),
        written_by=written_by.text(),
        files=_read_digests(stated.member("files")),
        **{name: stated.member(name).number(high=_HIGHEST) for name in (*numbers, *sizes)},
    )


def _refuse_unknown_keys(value: JsonValue, record: type) -> None:
    # Only unknown keys: a missing key raises when it is read.
    more = value.keys - {field.name for field in fields(record)}
    if more:
        raise InputError(value.source, None, f"expected no key {document.describe_json(min(more))}, found it")


def _read_four_values(value: JsonValue) -> list[JsonValue]:
    parts = value.items()
    if len(parts) != 4:
        raise value.error("a list of four")
    return parts


def _read_coloured_side(value: JsonValue) -> tuple[int, int, names.SideName, int]:
    col, row, side, colour = _read_four_values(value)
    for name in names.SIDE_NAMES:
        if side.content == name:
            return col.number(), row.number(), name, colour.number()
    raise side.error("north, east, south or west")


def _read_placement(value: JsonValue) -> tuple[int, int, int, int]:
    tile, col, row, rot = (part.number() for part in _read_four_values(value))
    return tile, col, row, rot


def _read_symmetry(value: JsonValue) -> names.SymmetryRecord | None:
    if value.content is None:
        return None
    kind = value.member("kind").text()
    _refuse_unknown_keys(value, names.SymmetryRecord)
    if kind not in ("anchor", "clue"):
        raise value.member("kind").error("anchor or clue")
    return names.SymmetryRecord(
        "anchor" if kind == "anchor" else "clue",
        value.member("tile").number(),
        tuple(part.number(high=3) for part in value.member("rotations").items()),
        value.member("factor").number(),
        value.member("reason").text(),
    )


def _read_digests(value: JsonValue) -> dict[str, str]:
    digests = {name: value.member(name).text() for name in value.keys}
    for name, digest in digests.items():
        if not _DIGEST.fullmatch(digest):
            raise value.member(name).error("a SHA-256 in 64 hexadecimal digits")
    return digests


def read_conditions(folder: Path, claim: ClaimRecord) -> Conditions:
    """Read puzzle, clues, anchor and cube of a certificate.

    Raises:
        InputError: a file is invalid, or the puzzle does not have the symmetry or the cube that the claim names.
    """
    path = folder / names.PUZZLE
    text = names.read_text(path)
    puzzle = plain.read_puz(text, str(path))
    if (feature := features.unsupported_feature("certify", puzzle)) is not None:
        raise file_error(path, f"expected a puzzle that certificates support, found one with {feature}")
    _require_exact_text(path, text, plain.write_puz(puzzle))
    if not claim.clues and (folder / names.CLUES).exists():
        raise file_error(folder / names.CLUES, "expected no clues, as claim.json says, found some")
    clues = _read_placements(folder / names.CLUES, puzzle) if claim.clues else Solution()
    colours = tuple((Square(col, row), Side[side.upper()], colour) for col, row, side, colour in claim.colours)
    placements = tuple(Placement(tile, Square(col, row), rot) for tile, col, row, rot in claim.placements)
    squares = [*(square for square, _, _ in colours), *(placement.square for placement in placements)]
    if not all(square in puzzle.grid for square in squares) or not all(
        puzzle.has_placement(placement) and placement == puzzle.canonical(placement) for placement in placements
    ):
        raise file_error(folder / names.CLAIM, "expected a cube that the puzzle has, found another one")
    anchor = None
    if claim.symmetry is not None and claim.symmetry.kind == "anchor":
        anchor = claim.symmetry.tile, claim.symmetry.rotations
    conditions = Conditions(puzzle, clues, anchor, colours, placements)
    if anchor is not None and (anchor[0] >= len(puzzle.tiles) or not names.anchor_is_sound(conditions)):
        raise file_error(folder / names.CLAIM, "expected a symmetry that the puzzle has, found another one")
    return conditions


def _read_placements(path: Path, puzzle: Puzzle) -> Solution:
    text = names.read_text(path)
    placements = plain.read_sol(text, puzzle, str(path))
    _require_exact_text(path, text, plain.write_sol(placements))
    return placements


def _require_exact_text(path: Path, text: str, should: str) -> None:
    # Another program could interpret another form differently.
    if text == should:
        return
    pairs = zip((*text.splitlines(), ""), (*should.splitlines(), ""), strict=False)
    line = next((number for number, (one, other) in enumerate(pairs, start=1) if one != other), None)
    raise InputError(str(path), line, "expected the file as edgeasp writes it, found another form")


def read_boards(
    folder: Path, conditions: Conditions, on_board: Callable[[int], object] = lambda number: None
) -> list[Solution]:
    """Read and check the boards of a certificate.

    Args:
        folder: folder of the certificate.
        conditions: conditions of the boards.
        on_board: called with the number of boards read so far.

    Raises:
        InputError: a board is not a solution, or occurs twice, or the folder has an unexpected file.
    """
    puzzle = conditions.puzzle
    first: dict[object, str] = {}
    boards: list[Solution] = []
    for path in list_numbered_files(folder / names.BOARDS, "sol_{}.sol"):
        on_board(len(boards))
        board = _read_placements(path, puzzle)
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise file_error(path, f"expected a solution, but {broken}")
        # A cube is defined for identical tiles in the order of the squares.
        if not names.is_in_cube(conditions, symmetry.sort_identical_tiles(puzzle, board, conditions.clues).by_square()):
            raise file_error(path, "expected a board in the cube of the claim, found another one")
        if conditions.anchor is not None:
            tile, rotations = conditions.anchor
            if not any(placement.tile == tile and placement.rot in rotations for placement in board):
                raise file_error(path, f"expected tile {tile} in a rotation that the claim allows, found another one")
        other = first.setdefault(board_appearance(puzzle, board), path.name)
        if other != path.name:
            raise file_error(path, f"expected another board than {other}, found the same")
        boards.append(board)
    return boards


def list_numbered_files(folder: Path, name: str) -> list[Path]:
    """List a folder's files, which must be numbered from 1.

    Args:
        folder: folder to list.
        name: pattern of the names, with `{}` for the number.

    Raises:
        InputError: the folder has other files, or a number is missing.
    """
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    should = [name.format(number) for number in range(1, len(there) + 1)]
    if more := there.difference(should):
        lacking = next(path for path in should if path not in there)
        message = f"expected {name.format(1)} to {name.format(len(there))} alone, found another name and no {lacking}"
        raise file_error(folder / min(more), message)
    return [folder / name for name in should]


def compare_claim(folder: Path, claim: ClaimRecord, conditions: Conditions, boards: int) -> None:
    """Compare each field of the claim with the checked files.

    Raises:
        InputError: a field differs.
    """
    expected = names.build_claim(
        conditions,
        boards,
        claim.cubes,
        variables=claim.variables,
        clauses=claim.clauses,
        lemmas=claim.lemmas,
        written_by=claim.written_by,
        files=claim.files,
    )
    for part in fields(ClaimRecord):
        should, stated = getattr(expected, part.name), getattr(claim, part.name)
        if should != stated:
            message = f"expected {part.name} {_shorten(should)}, as the files have it, found {_shorten(stated)}"
            raise file_error(folder / names.CLAIM, message)


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def compare_file_digests(folder: Path, claim: ClaimRecord) -> str:
    """Compare files with their digests, and README.md with the claim.

    Returns:
        how many files were compared, and which were not, as text.

    Raises:
        InputError: a file is missing, changed or unexpected.
    """
    kind, other = (
        (names.CUBES, names.board_files(folder)) if claim.cubes else (names.BOARDS, names.cube_folders(folder))
    )
    if other:
        raise file_error(other[0], f"expected {kind} alone, found something else")
    digests = dict(names.file_digests(folder))
    for name in sorted({*digests, *claim.files}):
        if digests.get(name) != claim.files.get(name):
            raise file_error(folder / name, "expected the file that claim.json names, found another one, or none")
    there = {path.relative_to(folder).as_posix() for path in folder.iterdir() if path.is_file()}
    others = len(there - {names.CLAIM, *digests})
    words = f"{len(digests):,} that claim.json names"
    # Other versions may write another README.md for the same claim.
    if not claim.written_by.startswith(f"edgeasp {__version__},"):
        words += f"; {names.WORDS}, of another version of edgeasp, says more, which was not compared"
    elif names.read_text(folder / names.WORDS) != names.readme_text(claim, names.formula_extension(folder)):
        raise file_error(folder / names.WORDS, "expected the page that follows from claim.json, found another text")
    return words + (f"; {with_noun(others, 'other file')} in the folder, not read" if others else "")


def has_certificate(folder: Path, conditions: Conditions, boards: Iterable[Solution]) -> bool:
    """Whether a folder has an unaltered certificate of these boards.

    The proof is not checked again.
    """
    if not (folder / names.CLAIM).is_file():
        return False
    try:
        claim = read_claim(folder)
        if claim.cubes or read_conditions(folder, claim) != conditions:
            return False
        kept = read_boards(folder, conditions)
        compare_claim(folder, claim, conditions, len(kept))
        compare_file_digests(folder, claim)
    except InputError:
        return False
    puzzle = conditions.puzzle
    return {board_appearance(puzzle, board) for board in kept} == {board_appearance(puzzle, board) for board in boards}


def file_error(path: Path, message: str) -> InputError:
    """Return an InputError about a file, without a line."""
    return InputError(str(path), None, message)


# Clauses or lemmas between two reports of progress.
_PAUSE = 1000

# Largest length of a comment in a formula, in characters.
_LONGEST_COMMENT = 1 << 16

PartName = Literal["puzzle", "boards", "formula", "proof", "cubes", "files"]


@dataclass(frozen=True, slots=True)
class VerifyPart:
    """Verified part of a certificate.

    Attributes:
        name: Name of the part. `cubes` replaces `boards` in a divided certificate.
        found: Size and other findings, as text.
        checker: Checker of this part, as text.
    """

    name: PartName
    found: str
    checker: str


@dataclass(frozen=True, slots=True)
class VerifiedCertificate:
    """Result of verifying a certificate.

    Attributes:
        claim: verified claim in one sentence.
        parts: verified parts.
        conditions: conditions of the boards.
        boards: all boards.
    """

    claim: str
    parts: tuple[VerifyPart, ...]
    conditions: Conditions
    boards: tuple[Solution, ...]

    @property
    def boards_in_all(self) -> int:
        """Number of boards together with their rotations."""
        return names.count_with_rotations(self.conditions, len(self.boards))


OnProgress = Callable[[str, int, int], object]
"""Called with the phase of a check, the number of items checked, and their total according to the claim."""


def verify(
    folder: str,
    *,
    puzzle: Puzzle | None = None,
    clues: Solution = Solution(),
    jobs: int = 1,
    on_part: Callable[[VerifyPart], object] = lambda part: None,
    on_progress: OnProgress = lambda phase, count, number: None,
) -> VerifiedCertificate:
    """Verify a certificate.

    Args:
        folder: folder of the certificate.
        puzzle: puzzle that the certificate must be about, None to trust the puzzle in the folder.
        clues: clues that the certificate must be about. Ignored if `puzzle` is None.
        jobs: number of processes that check the cubes of a divided certificate.
        on_part: called with each verified part.
        on_progress: called often, with the phase, the number of boards, clauses, lemmas or cubes checked, and their
            total.

    Raises:
        InputError: something is wrong. The message names the file and, if possible, the line.
    """
    path = Path(folder)
    claim = read_claim(path)
    conditions = read_conditions(path, claim)
    check = _CertificateCheck(path, claim, conditions, on_part, on_progress)
    if puzzle is not None:
        _require_same_puzzle(path, conditions, puzzle, clues)
    yours = "not compared with yours: name it by --puzzle" if puzzle is None else "both compared with yours"
    check.report_part("puzzle", _puzzle_text(conditions), yours)
    if claim.cubes:
        cubes = _read_cubes(path, claim, conditions)
        # Before the cubes, as it fails at once if they leave a gap.
        check.check_formula_and_proof((), cubes)
        boards = _verify_cubes(cubes, jobs, on_progress)
        check.report_part(
            "cubes", f"{len(cubes):,}, with {len(boards):,} boards, all different", "each is a certificate, verified"
        )
        compare_claim(path, claim, conditions, len(boards))
    else:
        boards = read_boards(path, conditions, lambda number: on_progress("boards", number, claim.boards))
        check.report_part("boards", f"{len(boards):,}, all different", "the checker of solutions")
        compare_claim(path, claim, conditions, len(boards))
        check.check_formula_and_proof(boards, {})
    check.report_part("files", compare_file_digests(path, claim), "SHA-256")
    return VerifiedCertificate(
        names.claim_sentence(conditions, len(boards), claim.cubes), tuple(check.parts), conditions, tuple(boards)
    )


def _require_same_puzzle(folder: Path, conditions: Conditions, puzzle: Puzzle, clues: Solution) -> None:
    if puzzle != conditions.puzzle:
        raise file_error(folder / names.PUZZLE, "expected the given puzzle, found another one")
    if _canonical_clues(puzzle, clues) != _canonical_clues(puzzle, conditions.clues):
        clues_text = f"exactly the given clues ({len(clues)})" if clues.placements else "no clues, as none are given"
        others = f"others ({len(conditions.clues)})" if conditions.clues.placements else "none"
        raise file_error(folder / names.CLUES, f"expected {clues_text}, found {others}")


def _read_cubes(folder: Path, claim: ClaimRecord, whole: Conditions) -> dict[str, Conditions]:
    if whole.is_cube:
        raise file_error(folder / names.CLAIM, "expected cubes of all boards, found a cube that is divided")
    number = len(names.cube_folders(folder))
    if number != claim.cubes:
        raise file_error(folder / names.CUBES, f"expected {claim.cubes} cubes, as claim.json says, found {number}")
    cubes = {}
    for path in list_numbered_files(folder / names.CUBES, "{}"):
        stated = read_claim(path)
        cube = read_conditions(path, stated)
        if stated.cubes:
            raise file_error(path / names.CLAIM, "expected a cube that is not divided itself, found one that is")
        if cube.puzzle != whole.puzzle:
            raise file_error(path / names.PUZZLE, "expected the puzzle of the whole, found another one")
        if _canonical_clues(cube.puzzle, cube.clues) != _canonical_clues(whole.puzzle, whole.clues):
            raise file_error(path / names.CLUES, "expected the clues of the whole, found others")
        if cube.anchor != whole.anchor:
            raise file_error(path / names.CLAIM, "expected the symmetry of the whole, found another one")
        cubes[str(path)] = cube
    return cubes


def _verify_cubes(cubes: dict[str, Conditions], jobs: int, on_progress: OnProgress) -> list[Solution]:
    seen: dict[object, str] = {}
    done: list[VerifiedCertificate] = []
    check = _verify_one_by_one if jobs == 1 else partial(_verify_in_processes, jobs)
    for folder, verified in check(list(cubes), lambda: on_progress("cubes", len(done), len(cubes))):
        if verified.conditions != cubes[folder]:
            raise file_error(Path(folder), "expected files that nothing alters while they are checked")
        for board in verified.boards:
            # Cubes may overlap, but no board may count twice.
            other = seen.setdefault(board_appearance(verified.conditions.puzzle, board), folder)
            if other != folder:
                raise file_error(Path(folder) / names.BOARDS, f"expected other boards than those in {other}, found one")
        done.append(verified)
    return [board for verified in done for board in verified.boards]


def _verify_one_by_one(folders: Sequence[str], tick: Callable[[], object]) -> Iterator[tuple[str, VerifiedCertificate]]:
    for folder in folders:
        yield folder, verify(folder, on_progress=lambda *_: tick())


def _verify_in_processes(
    jobs: int, folders: Sequence[str], tick: Callable[[], object]
) -> Iterator[tuple[str, VerifiedCertificate]]:
    from edgeasp.parallel.processes import Call, PoolExecutor, RetryingExecutor, qualified_name, worker_memory

    works = (Call(qualified_name(verify_cube), folder) for folder in folders)
    executor = RetryingExecutor(PoolExecutor(jobs, worker_memory(jobs)))
    with closing(executor.run(works, lambda _: tick())) as executed:
        for ended in executed:
            if isinstance(ended.value, EdgeaspError):
                raise ended.value
            if ended.value is None:
                raise SolverError(f"a process that checks a cube failed: {ended.failure}")
            yield ended.call.argument, ended.value


def verify_cube(folder: str, context: CallContext) -> VerifiedCertificate | EdgeaspError:
    """Verify the certificate of a cube in a worker process.

    Errors are returned rather than raised, so that they can be pickled with their details.
    """
    try:
        return verify(folder, on_progress=lambda *_: context.check())
    except EdgeaspError as error:
        return error


@dataclass(frozen=True)
class _CertificateCheck:
    """Check of a certificate in progress, with the parts verified so far."""

    folder: Path
    claim: ClaimRecord
    conditions: Conditions
    on_part: Callable[[VerifyPart], object]
    on_progress: OnProgress
    parts: list[VerifyPart] = field(default_factory=list)

    def report_part(self, name: PartName, words: str, by: str) -> None:
        self.parts.append(VerifyPart(name, words, by))
        self.on_part(self.parts[-1])

    def check_formula_and_proof(self, boards: Sequence[Solution], cubes: dict[str, Conditions]) -> None:
        hints = HintChecker()
        self.report_part("formula", self._audit_formula(boards, cubes, hints), "the audit")
        self._check_proof(hints)
        words = f"{hints.lemmas:,} lemmas, the last one is the empty clause"
        self.report_part("proof", words, "edgeasp's own checker of hints")

    def _audit_formula(self, boards: Sequence[Solution], cubes: dict[str, Conditions], hints: HintChecker) -> str:
        claim, conditions = self.claim, self.conditions
        path = names.require_one_file(self.folder, names.FORMULA)
        # The claim bounds the length of lines, so a hostile one must not name more variables than the puzzle needs.
        if claim.variables > names.max_variables(conditions.puzzle):
            message = "expected as many variables as a formula of the puzzle can have, found more"
            raise file_error(self.folder / names.CLAIM, message)
        audit, reasons = FormulaAudit(conditions, boards, cubes.values()), Counter[str]()
        excluded: set[int] = set()
        lines = names.read_lines(path, max(_LONGEST_COMMENT, max_line_length(claim.variables)))
        lines = _report_progress(
            lines, lambda count: self.on_progress("formula", min(count, claim.clauses), claim.clauses)
        )
        try:
            for clause in audit.audit_clauses(lines):
                reasons[clause.reason] += 1
                if clause.board is not None:
                    excluded.add(clause.board)
                hints.add_clause(clause.literals)
        except AuditError as error:
            raise InputError(str(path), error.line, error.message) from None
        for number in range(len(boards)):
            if number not in excluded:
                raise file_error(path, f"expected a clause that excludes the board of sol_{number + 1}.sol, found none")
        self._require_stated_count("variables", audit.variables, claim.variables)
        self._require_stated_count("clauses", reasons.total(), claim.clauses)
        excludes = f"{reasons['cube']:,} exclude a cube" if cubes else f"{reasons['board']:,} exclude a board"
        return (
            f"{reasons.total():,} clauses: {reasons['square']:,} follow from the placements on a square, "
            f"{reasons['tile']:,} from the placements of a tile, {reasons['order']:,} order identical tiles, {excludes}"
        )

    def _check_proof(self, hints: HintChecker) -> None:
        claim = self.claim
        hinted, plain = (
            names.require_one_file(self.folder, names.HINTED),
            names.require_one_file(self.folder, names.PLAIN),
        )
        longest = max_line_length(claim.variables)
        lines = names.read_lines(hinted, longest)
        lines = _report_progress(lines, lambda _: self.on_progress("proof", hints.lemmas, claim.lemmas))
        line = None
        try:
            for step in read_steps(lines, names.read_lines(plain, longest), claim.clauses, claim.variables):
                line = step.line
                if isinstance(step, Lemma):
                    hints.check_lemma(step.literals, step.hints)
                else:
                    hints.delete_clauses(step.clauses)
        except StepError as error:
            raise InputError(str(hinted if error.hinted else plain), error.line, error.message) from None
        except ProofError as error:
            raise InputError(str(hinted), line, str(error)) from None
        self._require_stated_count("lemmas", hints.lemmas, claim.lemmas)

    def _require_stated_count(self, name: str, counted: int, stated: int) -> None:
        if counted != stated:
            message = f"expected {name} {counted}, as the files have it, found {stated}"
            raise file_error(self.folder / names.CLAIM, message)


def _report_progress(lines: Iterable[str], report: Callable[[int], object]) -> Iterator[str]:
    for count, line in enumerate(lines):
        if count % _PAUSE == 0:
            report(count)
        yield line


def _canonical_clues(puzzle: Puzzle, clues: Solution) -> set[object]:
    return set(map(puzzle.canonical, clues))


def _puzzle_text(conditions: Conditions) -> str:
    puzzle, clues = conditions.puzzle, len(conditions.clues)
    kind = "framed" if puzzle.framed else "unframed"
    signed = ", signed" if puzzle.signed else ""
    with_clues = f", {with_noun(clues, 'clue')}" if clues else ", no clues"
    beyond = "".join(f", {feature}" for feature in puzzle.beyond)
    return f"{puzzle.cols} x {puzzle.rows}, {kind}{signed}{beyond}{with_clues}"
