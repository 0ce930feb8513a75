"""Writer of certificates: boards, formula and a reduced proof.

Either a compiled search finds the boards together with a proof, or clingo finds the boards and CaDiCaL proves that the
list is complete.

A proof is written twice: as LRAT, in which a lemma has a number and *hints*, the numbers of the clauses from which it
follows, and as DRAT, which has neither. Both delete a lemma after its last use. `check.proof` describes the formats.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from edgeasp._version import __version__
from edgeasp.formats import files, plain
from edgeasp.lab.bench.peers import create_pysat_solver
from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.claim import ClaimRecord, build_claim, find_anchor, is_in_cube, readme_text
from edgeasp.lab.certificate.refuter import MemoryFullError, Refuter, is_supported
from edgeasp.lab.certificate.views import Conditions, board_appearance
from edgeasp.lab.cnf import cnf, dimacs
from edgeasp.lab.cnf.cnf import Clause, Formula
from edgeasp.puzzle import features, symmetry
from edgeasp.puzzle.candidates import Candidate
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.expected import expected_fitting_tiles
from edgeasp.puzzle.model import Solution
from edgeasp.search.orders import growth_order, start_squares
from edgeasp.search.solve import Session
from edgeasp.search.strategy import MANY_FIT
from edgeasp.search.task import Task
from edgeasp.solvers.interface import Statistics
from edgeasp.system import writing
from edgeasp.system.errors import CheckError, InputError, OptionError, OutputError, SolverError, os_reason
from edgeasp.system.limits import FOREVER, Deadline, Limit, LimitReached, Stopped
from edgeasp.system.processes import call_without_interrupts
from edgeasp.system.writing import LockTaken, lock_folder, make_folder, require_no_links

NAME = "cadical195"
"""Name of the SAT solver in PySAT."""

EXTRA = "proof"
"""Extra of edgeasp that installs PySAT."""

_OPTIONS = {
    # Write the proof as text, with hints.
    "binary": 0,
    "lrat": 1,
    # The formula has no model, and the phases that look for one take half of the conflicts.
    "stabilize": 0,
    "phase": 0,
    # Measured on boards from 5x5 to 10x10: without these, proofs need a half to all of the conflicts, and are shorter.
    "chrono": 0,
    "elim": 0,
    "vivify": 0,
}
_IN_ORDER = {
    # The highest variable is always decided first. With a fixed order, a restart only repeats the same decisions.
    "bump": 0,
    "restart": 0,
}
# Conflicts between two checks of limits and signals.
_SLICE = 1000


def require_solver() -> None:
    """Raise OptionError if the SAT solver is not installed."""
    create_pysat_solver(NAME, EXTRA).delete()


class Prover:
    """CaDiCaL with a formula, writing its proof to a file.

    Attributes:
        model: true variables of a model, empty until the solver finds a model.
        statistics: statistics of the search so far.
        clauses: number of clauses of the formula.
        empty: number, from 1, of an empty clause in the formula, which refutes it without a search. None if there is
            no empty clause.
    """

    def __init__(self, clauses: Iterable[Clause], path: str, count: int = 0, first: Sequence[int] = ()) -> None:
        """Load the clauses and open the LRAT file.

        Args:
            clauses: clauses of the formula.
            path: path of the LRAT file. If `first` is passed, variables have other numbers there, see `literal_names`.
            count: number of variables of the formula, required with `first`.
            first: variables to decide first, in this order. Default: the solver chooses.

        Raises:
            OptionError: PySAT is not installed.
            OutputError: the file cannot be written.
        """
        self.model: frozenset[int] = frozenset()
        self.statistics = Statistics()
        self.clauses = 0
        self.empty: int | None = None
        self._solver = create_pysat_solver(NAME, EXTRA)
        import pysolvers  # type: ignore[import-not-found]

        self._solver.configure(_OPTIONS | _IN_ORDER if first else _OPTIONS)
        others = sorted(set(range(1, count + 1)).difference(first)) if first else []
        # The solver decides the highest variable first, so the first variables get the highest numbers.
        self._theirs = {ours: number for number, ours in enumerate([*others, *reversed(first)], start=1)}
        self._ours = {number: ours for ours, number in self._theirs.items()}
        try:
            self._file = open(path, "w+b")  # noqa: SIM115  # closed with the solver
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {os_reason(error)}") from None
        # PySAT's option `with_proof` would write a temporary file and read it into memory.
        self._proof = pysolvers.cadical195_tracepr(self._solver.solver.cadical, self._file)
        for number, clause in enumerate(clauses, start=1):
            self._solver.add_clause(_rename_literals(clause, self._theirs))
            self.clauses = number
            if not clause:
                self.empty = number

    def refute(self, deadline: Deadline, conflicts: int | None = None, spent: int = 0) -> bool:
        """Search for a model, and return whether none exists.

        Args:
            deadline: deadline of the call.
            conflicts: limit on the conflicts of all searches together, None for no limit.
            spent: conflicts of earlier searches.

        Raises:
            LimitReached: the limit on conflicts is reached.
        """
        while True:
            deadline.check()
            done = spent + (self.statistics.conflicts or 0)
            if conflicts is not None and done >= conflicts:
                raise LimitReached(Stopped(Limit.CONFLICTS, conflicts))
            self._solver.conf_budget(_SLICE if conflicts is None else min(_SLICE, conflicts - done))
            # At Ctrl-C, PySAT would leave the solver by a longjmp, in the middle of a line of the proof.
            satisfiable = call_without_interrupts(self._solver.solve_limited)
            counts = self._solver.accum_stats()
            self.statistics = Statistics(counts["conflicts"], counts["decisions"], counts["restarts"])
            if satisfiable is not None:
                break
        if satisfiable:
            self.model = frozenset(
                _rename_literals((literal for literal in self._solver.get_model() if literal > 0), self._ours)
            )
        return not satisfiable

    @property
    def version(self) -> str:
        """Names and versions of the solver and of its package."""
        from importlib.metadata import version

        return f"CaDiCaL 1.9.5 of python-sat {version('python-sat')}"

    @property
    def literal_names(self) -> dict[bytes, bytes]:
        """Literals of the formula, keyed by literals of the LRAT file.

        Empty if variables are not renumbered.
        """
        return {
            b"%d" % (sign * number): b"%d" % (sign * ours) for number, ours in self._ours.items() for sign in (1, -1)
        }

    def close(self) -> None:
        """Free the solver and flush the proof file."""
        import pysolvers

        self._solver.delete()
        with suppress(OSError):
            pysolvers.flushpr(self._proof)
        self._file.close()


def _rename_literals(literals: Iterable[int], names: Mapping[int, int]) -> list[int]:
    if not names:
        return list(literals)
    return [names[literal] if literal > 0 else -names[-literal] for literal in literals]


# Bytes of a proof that are read at a time.
_BLOCK = 1 << 20

# Lines between two checks of the deadline.
_PAUSE = 10_000


@dataclass(frozen=True, slots=True)
class ReducedProof:
    """Size of a proof after dropping unneeded lemmas.

    Attributes:
        written: number of lemmas that the solver wrote.
        kept: number of lemmas on which the empty clause depends.
        clauses: numbers, from 1, of the clauses of the formula on which the empty clause depends.
    """

    written: int
    kept: int
    clauses: tuple[int, ...]


def write_trivial_proof(
    empty: int,
    clauses: int,
    write_lrat: Callable[[bytes], object],
    write_drat: Callable[[bytes], object],
    *,
    only_needed: bool = False,
) -> ReducedProof:
    """Write the proof of a formula with an empty clause.

    Args:
        empty: number of the empty clause, from 1.
        clauses: number of clauses of the formula.
        write_lrat: writes a piece of the proof with hints.
        write_drat: writes a piece of the proof without hints.
        only_needed: whether the written formula only has the clauses that the proof needs.
    """
    write_lrat(b"2 0 1 0\n" if only_needed else b"%d 0 %d 0\n" % (clauses + 1, empty))
    write_drat(b"0\n")
    return ReducedProof(1, 1, (empty,))


def reduce_proof(
    proof: BinaryIO,
    clauses: int,
    write_lrat: Callable[[bytes], object],
    write_drat: Callable[[bytes], object],
    deadline: Deadline = FOREVER,
    *,
    names: Mapping[bytes, bytes] | None = None,
    only_needed: bool = False,
) -> ReducedProof:
    """Copy the lemmas that the empty clause depends on.

    Lemmas are renumbered, and each is deleted after its last use. Numbers remain text where possible, for speed: proofs
    have hundreds of megabytes.

    Args:
        proof: LRAT file of the solver, which numbers clauses and lemmas in a common sequence.
        clauses: number of clauses of the formula.
        write_lrat: writes a piece of the proof with hints.
        write_drat: writes a piece of the proof without hints.
        deadline: deadline of the call.
        names: map from literals of the proof to literals of the formula, None if they are equal.
        only_needed: whether the written formula only has the clauses that the proof needs.

    Raises:
        SolverError: the proof has no empty clause, or a lemma that does not follow by unit propagation.
    """
    # A first pass, from the end, finds the needed lemmas. A second pass copies them.
    needed, unused_after, taken = _find_needed_lemmas(proof, clauses, deadline)
    own = _map_clause_numbers(needed, taken, clauses)
    numbers = {b"%d" % theirs: b"%d" % ours for theirs, ours in own.items()}
    if only_needed:
        numbers = {theirs: b"%d" % ours for ours, theirs in enumerate(numbers, start=1)}
    literals_of: dict[int, bytes] = {}
    last = before = len(own) if only_needed else clauses
    proof.seek(0)
    for count, line in enumerate(proof):
        if count % _PAUSE == 0:
            deadline.check()
        number, rest = line.split(None, 1)
        if number not in needed or rest.startswith(b"d"):
            continue
        literals, hints = _split_lemma(rest)
        if names and literals:
            literals = b" ".join([names[literal] for literal in literals.split()])
        last += 1
        renamed = b" ".join(map(numbers.__getitem__, hints.split()))
        numbers[number] = b"%d" % last
        literals_of[last] = literals
        lemma = literals + b" 0" if literals else b"0"
        lrat = b"%d %s %s 0\n" % (last, lemma, renamed)
        drat = lemma + b"\n"
        unused = sorted(int(numbers.pop(hint)) for hint in unused_after.pop(number, ()))
        if unused and literals:
            lrat += b"%d d %s 0\n" % (last, b" ".join([b"%d" % lemma_number for lemma_number in unused]))
            lemmas = [literals_of.pop(lemma_number) for lemma_number in unused if lemma_number > before]
            # Other checkers ignore the deletion of a unit clause, and warn.
            drat += b"".join([b"d %s 0\n" % clause for clause in lemmas if b" " in clause])
        write_lrat(lrat)
        write_drat(drat)
        if not literals:
            break
    return ReducedProof(sum(taken), last - before, tuple(own.values()))


def _find_needed_lemmas(
    proof: BinaryIO, clauses: int, deadline: Deadline
) -> tuple[set[bytes], dict[bytes, set[bytes]], bytearray]:
    needed: set[bytes] = set()
    unused_after: dict[bytes, set[bytes]] = {}
    taken = bytearray(clauses + 1)
    for count, line in enumerate(_read_lines_backwards(proof)):
        if count % _PAUSE == 0:
            deadline.check()
        number, rest = line.split(None, 1)
        if rest.startswith(b"d"):
            continue
        place = int(number)
        if place >= len(taken):
            taken.extend(bytes(place + 1 - len(taken)))
        taken[place] = 1
        # Read backwards, a lemma is needed if a needed lemma has it as a hint, starting with the empty clause.
        if not needed and rest.startswith(b"0"):
            needed.add(number)
        if number not in needed:
            continue
        _, hints = _split_lemma(rest)
        if b"-" in hints:
            raise SolverError("expected a proof by unit propagation, found a lemma that needs more")
        # Read backwards, the first use of a hint is its last use in the proof.
        fresh = set(hints.split()).difference(needed)
        needed |= fresh
        if fresh:
            unused_after[number] = fresh
    if not needed:
        raise SolverError("expected a proof that ends with the empty clause, found none")
    return needed, unused_after, taken


def _map_clause_numbers(needed: set[bytes], taken: bytearray, clauses: int) -> dict[int, int]:
    numbers: dict[int, int] = {}
    theirs = 0
    for ours in range(1, clauses + 1):
        theirs += 1
        # Clauses have the numbers that no lemma took.
        while theirs < len(taken) and taken[theirs]:
            theirs += 1
        if b"%d" % theirs in needed:
            numbers[theirs] = ours
    return numbers


def _split_lemma(rest: bytes) -> tuple[bytes, bytes]:
    literals, zero, hints = rest.partition(b" 0 ")
    if rest.startswith(b"0"):
        literals, zero, hints = b"", b"0", rest[1:]
    words, end, _ = hints.rpartition(b" 0") if zero else (b"", b"", b"")
    if not end:
        raise ValueError("expected a line that ends with 0")
    return literals, words


def _read_lines_backwards(stream: BinaryIO) -> Iterator[bytes]:
    place, rest = stream.seek(0, os.SEEK_END), b""
    while place > 0:
        size = min(_BLOCK, place)
        place -= size
        stream.seek(place)
        # The first line of a block may begin in the block before it.
        first, *lines = (stream.read(size) + rest).split(b"\n")
        yield from (line for line in reversed(lines) if line)
        rest = first
    if rest:
        yield rest


# Bytes of a proof that are written, or counted, at a time.
_BATCH = 1 << 16


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """Progress of writing a certificate.

    Attributes:
        phase: current step: `boards`, `formula`, `proof` or `reduce`.
        conflicts: conflicts of the solver so far.
        lemmas: number of lemmas so far.
        bytes: size of the lemmas so far.
        searched: conflicts of the search for boards. The proof is expected to need about as many.
    """

    phase: str
    conflicts: int = 0
    lemmas: int = 0
    bytes: int = 0
    searched: int = 0


@dataclass(frozen=True, slots=True)
class ProofResult:
    """Outcome of a proof attempt: size of the proof, or a model.

    Attributes:
        model: true variables of a model, None if the formula is refuted.
        clauses: number of clauses in the file of the formula.
        written: number of lemmas that the solver wrote.
        kept: number of lemmas that the proof needs.
        statistics: statistics of the solver.
        solver: name and version of the solver, empty for edgeasp's own search.
        suffix: extension of the formula and the proofs, `.gz` or empty.
    """

    model: frozenset[int] | None
    clauses: int
    written: int
    kept: int
    statistics: Statistics
    solver: str
    suffix: str


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """Options of a proof.

    Attributes:
        deadline: limits of the call, and its cancellation.
        conflicts: limit on the conflicts of all searches together, None for no limit.
        spent: conflicts of earlier searches.
        compress: whether to compress the formula and the proof, None to compress large ones.
        on_progress: called about once a second.
        on_note: called with notes for the user.
        only_needed: whether to write only those clauses of the formula that the proof needs.
        own_search: whether to use edgeasp's compiled search, if it supports the puzzle.
    """

    deadline: Deadline
    conflicts: int | None = None
    spent: int = 0
    compress: bool | None = False
    on_progress: Callable[[ProofProgress], object] = lambda making: None
    on_note: Callable[[str], object] = lambda words: None
    only_needed: bool = False
    own_search: bool = True

    @property
    def suffix(self) -> str:
        """Requested extension of the formula and proofs: `.gz` or empty."""
        return names.COMPRESSED if self.compress else ""


def prove(formula: Formula, more: Sequence[Clause], path: Path, options: ProofOptions) -> ProofResult:
    """Refute a formula with CaDiCaL, and write formula and proof.

    Args:
        formula: formula of the puzzle.
        more: further clauses, e.g. clauses that exclude the known boards.
        path: folder of the certificate.
        options: options of the proof.

    Raises:
        LimitReached: a limit is reached, so there is no proof.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    options.on_progress(ProofProgress("formula"))
    target = str(path / (names.FORMULA + options.suffix))
    if not options.only_needed:
        _write_pieces(target, map(str.encode, dimacs.formula_text(formula, more)), options)
    with writing.temporary_name(str(path / names.HINTED)) as raw:
        # As for clasp: a fixed order that starts at the clues only pays if few tiles fit a square.
        sparse = expected_fitting_tiles(formula.puzzle) <= MANY_FIT
        order = cnf.decision_order(formula.variables, formula.clues) if sparse else []
        prover = Prover(chain(formula.clauses(), more), raw, formula.variables.count, order)
        growth = _LemmaCounter(raw)

        def check_limits() -> None:
            options.on_progress(
                ProofProgress("proof", prover.statistics.conflicts or 0, *growth.count_and_size(), options.spent)
            )
            options.deadline.check()

        try:
            # The deadline of the call is checked by `check_limits`, after it has reported the progress.
            refuted = prover.refute(Deadline(on_tick=check_limits), options.conflicts, options.spent)
        finally:
            prover.close()
        if not refuted:
            return ProofResult(prover.model, prover.clauses, 0, 0, prover.statistics, prover.version, options.suffix)
        options.on_progress(ProofProgress("reduce", prover.statistics.conflicts or 0, *growth.count_and_size()))
        reduced = _write_reduced_proof(raw, prover, path, options)
    clauses = len(reduced.clauses) if options.only_needed else prover.clauses
    if options.only_needed:
        _write_pieces(target, map(str.encode, dimacs.formula_text(formula, more, frozenset(reduced.clauses))), options)
    return ProofResult(None, clauses, reduced.written, reduced.kept, prover.statistics, prover.version, options.suffix)


def _write_pieces(path: str, pieces: Iterable[bytes], options: ProofOptions) -> None:
    with writing.open_bytes_atomically(path) as write:
        for piece in pieces:
            options.deadline.check()
            write(piece)


class _LemmaCounter:
    """Counter of lemmas in a proof that is still being written."""

    def __init__(self, path: str) -> None:
        self._path, self._lemmas, self._size = path, 0, 0

    def count_and_size(self) -> tuple[int, int]:
        with open(self._path, "rb") as stream:
            stream.seek(self._size)
            while data := stream.read(_BATCH):
                # A line is a lemma, or it is a deletion and has a `d`.
                self._lemmas += data.count(b"\n") - data.count(b"d")
                self._size += len(data)
        return self._lemmas, self._size


def _write_reduced_proof(raw: str, prover: Prover, path: Path, options: ProofOptions) -> ReducedProof:
    with ExitStack() as stack:
        proof = stack.enter_context(open(raw, "rb"))
        hinted, plain = (
            _BatchWriter(stack.enter_context(writing.open_bytes_atomically(str(path / (name + options.suffix)))))
            for name in (names.HINTED, names.PLAIN)
        )
        if prover.empty is not None:
            reduced = write_trivial_proof(
                prover.empty, prover.clauses, hinted.add, plain.add, only_needed=options.only_needed
            )
        else:
            try:
                reduced = reduce_proof(
                    proof,
                    prover.clauses,
                    hinted.add,
                    plain.add,
                    options.deadline,
                    names=prover.literal_names,
                    only_needed=options.only_needed,
                )
            except (ValueError, LookupError, SolverError) as error:
                # The solver does not report failed writes.
                raise OutputError(f"{path}: the proof was not written whole: is the disk full? ({error})") from None
        hinted.flush()
        plain.flush()
    return reduced


class _BatchWriter:
    """Buffer that turns short pieces into long writes."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write, self._pieces, self._size = write, list[bytes](), 0

    def add(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size > _BATCH:
            self.flush()

    def flush(self) -> None:
        self._write(b"".join(self._pieces))
        self._pieces, self._size = [], 0


# Memory of the compiled search, in bytes, from which its proof is compressed. As text, it is up to twice as large.
_LARGE = 1 << 22


def can_search_with_proof(formula: Formula, options: ProofOptions) -> bool:
    """Whether the compiled search is allowed and supports the puzzle."""
    return options.own_search and is_supported(formula.variables)


def search_with_proof(
    conditions: Conditions, formula: Formula, path: Path, options: ProofOptions, on_board: Callable[[Solution], bool]
) -> ProofResult | None:
    """Find all boards by the compiled search, with a proof.

    The formula only has the clauses that the proof needs.

    Args:
        conditions: conditions of the boards.
        formula: formula of the puzzle. Only its variables are used.
        path: folder of the certificate.
        options: options of the proof.
        on_board: called with each board, which is not checked yet. The search stops if it returns False.

    Returns:
        the proof, or None if `on_board` stopped the search or memory is full.

    Raises:
        LimitReached: a limit is reached, so there is no proof.
        OutputError: a file cannot be written.
    """
    puzzle, deadline = conditions.puzzle, options.deadline
    clued = [clue.tile for clue in conditions.clues]
    order = list(growth_order(list(puzzle.grid.squares), start_squares(conditions.clues)))
    groups = puzzle.identical_tiles(clued)
    try:
        with closing(
            Refuter(formula.variables, fitting_candidates(conditions, formula), groups, order, deadline)
        ) as search:
            taken, done = 0, False
            while not done:
                options.on_progress(ProofProgress("boards", search.lemmas, search.lemmas, search.bytes))
                deadline.check()
                left = None if options.conflicts is None else options.conflicts - options.spent - search.lemmas
                if left is not None and left <= 0:
                    raise LimitReached(Stopped(Limit.CONFLICTS, options.conflicts))
                done = search.run(left)
                for board in search.boards(taken):
                    taken += 1
                    if not on_board(board):
                        return None
            return _write_search_proof(search, formula, path, options)
    except MemoryFullError:
        options.on_note("the search that is its own proof has no memory left: CaDiCaL makes the proof")
        return None


def _write_search_proof(search: Refuter, formula: Formula, path: Path, options: ProofOptions) -> ProofResult:
    written = search.lemmas
    options.on_progress(ProofProgress("formula", written, written, search.bytes))
    suffix = options.suffix if options.compress is not None or search.bytes < _LARGE else names.COMPRESSED
    search.trim_proof(options.deadline)
    head = (piece.encode() for piece in dimacs.header_text(formula, search.clauses))
    for name, pieces in (
        (names.FORMULA, chain(head, search.formula_text())),
        (names.HINTED, search.lrat_text()),
        (names.PLAIN, search.drat_text()),
    ):
        if name == names.HINTED:
            options.on_progress(ProofProgress("reduce", written, written, search.bytes))
        _write_pieces(str(path / (name + suffix)), pieces, options)
    return ProofResult(None, search.clauses, written, search.lemmas, Statistics(written), "", suffix)


def fitting_candidates(conditions: Conditions, formula: Formula) -> list[list[Candidate]]:
    """List the candidates of each square that satisfy the conditions."""
    puzzle, candidates = conditions.puzzle, formula.variables.candidates
    clues = [*map(puzzle.canonical, conditions.clues), *conditions.placements]
    tiles = {clue.tile for clue in clues}
    on = {
        clue.square: {(placement.tile, placement.rot) for placement in clues if placement.square == clue.square}
        for clue in clues
    }
    anchored, rotations = conditions.anchor or (-1, ())
    shown: dict[int, set[int]] = {}
    squares = {square: number for number, square in enumerate(candidates.squares)}
    for square, side, colour in conditions.colours:
        diamond = candidates.diamonds_around[squares[square]][side]
        shown.setdefault(-1 if diamond is None else diamond, set()).add(colour)

    kept = {
        kind: [c for c in candidates.by_square[kind] if c.tile != anchored or c.rot in rotations]
        for kind in set(candidates.square_classes)
    }
    unclued = {kind: [candidate for candidate in every if candidate.tile not in tiles] for kind, every in kept.items()}

    def candidates_of(number: int) -> list[Candidate]:
        kind, clue = candidates.square_classes[number], on.get(candidates.squares[number])
        lying = unclued[kind] if clue is None else [c for c in kept[kind] if clue == {(c.tile, c.rot)}]
        stated = [
            (side, shown[diamond])
            for side, diamond in enumerate(candidates.diamonds_around[number])
            if diamond in shown
        ]
        return [c for c in lying if all({c.sides[side]} == colours for side, colours in stated)] if stated else lying

    # -1 is the boundary: a cube that fixes a colour there has no board.
    return [candidates_of(number) if -1 not in shown else [] for number in range(len(candidates.squares))]


_UNFINISHED = """\
This certificate is not finished: there is no claim.
Another call of edgeasp certify may replace what is in this folder.
"""
_DIVIDED = """\
This certificate is not finished: there is no claim.
The same call of edgeasp campaign certify continues: campaign {}
"""


@dataclass(frozen=True, slots=True)
class CertificateResult:
    """Result of writing a certificate.

    Attributes:
        claim: proved claim, None if the list of boards is incomplete.
        other: board that is missing from the list, None if it is complete.
        written: number of lemmas that the solver wrote.
        statistics: statistics of the solver.
    """

    claim: ClaimRecord | None
    other: Solution | None
    written: int
    statistics: Statistics


def normalise_boards(conditions: Conditions, boards: Iterable[tuple[str, Solution]]) -> list[Solution]:
    """Check boards, rotate them to normal form, drop duplicates.

    In the normal form, the anchor has an allowed rotation, and identical tiles are in the order of the squares.

    Args:
        conditions: conditions of the boards.
        boards: pairs of a name, for messages, and a board.

    Raises:
        InputError: a board is not a solution, or not in the cube.
    """
    puzzle = conditions.puzzle
    kept: dict[object, Solution] = {}
    for name, board in boards:
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise InputError(name, None, f"expected a solution of the puzzle, but {broken}")
        turned = (
            symmetry.sort_identical_tiles(puzzle, rotated, conditions.clues)
            for rotated in _anchored_rotations(conditions, board)
        )
        ordered = next((rotated for rotated in turned if is_in_cube(conditions, rotated.by_square())), None)
        if ordered is None:
            raise InputError(name, None, "expected a solution in the cube, found another one")
        kept.setdefault(board_appearance(puzzle, ordered), ordered)
    return list(kept.values())


def _anchored_rotations(conditions: Conditions, board: Solution) -> Iterator[Solution]:
    # Yields the rotation of the board in which the anchor tile has an allowed rotation.
    if conditions.anchor is None:
        yield board
        return
    tile, rotations = conditions.anchor
    for motion in symmetry.board_rotations(conditions.puzzle):
        turned = symmetry.moved_solution(conditions.puzzle, board, motion)
        if any(placement.tile == tile and placement.rot in rotations for placement in turned):
            yield turned


def build_formula(
    conditions: Conditions, boards: Sequence[Solution], cubes: Iterable[Conditions] = ()
) -> tuple[Formula, list[Clause]]:
    """Build a formula whose models are the missing boards.

    A board is missing if it is neither a known board nor in one of the cubes. So if the formula has no model, no board
    is missing.

    Args:
        conditions: conditions of the boards.
        boards: known boards to exclude, as `normalise_boards` returns them.
        cubes: cubes whose boards are excluded as well.

    Returns:
        the formula of the puzzle, and further clauses: to restrict boards to the anchor and to the cube in
        `conditions`, and to exclude `boards` and `cubes`.
    """
    formula = Formula(conditions.puzzle, conditions.clues, "direct")
    variables, more = formula.variables, list[Clause]()
    if conditions.anchor is not None:
        more += cnf.restrict_rotations(variables, *conditions.anchor)
    more += cnf.restrict_to_cube(_cube_literals(formula, conditions))
    for cube in cubes:
        more += cnf.exclude_cube(_cube_literals(formula, cube))
    more += (cnf.exclude_board(variables, board) for board in boards)
    return formula, more


def _cube_literals(formula: Formula, cube: Conditions) -> list[int] | None:
    return cnf.cube_variables(formula.variables, cube.colours, cube.placements)


def prepare_folder(folder: str, divided: str = "") -> None:
    """Create the folder, and remove an unfinished certificate from it.

    Args:
        folder: folder of the certificate.
        divided: digest of the campaign whose certificate is divided into cubes. The certificates of cubes that an
            earlier run finished are then kept. Empty for a certificate that is not divided.

    Raises:
        OutputError: the folder has other files, or cannot be written.
    """
    path = Path(folder)
    finished = os.path.exists(path / names.CLAIM)
    # Only an unfinished certificate is emptied: other files may be the user's.
    stray = os.path.isdir(path) and any(path.iterdir()) and not (path / names.UNFINISHED).exists()
    if finished or stray or (not divided and os.path.exists(path / names.CUBES)):
        there = names.CLAIM if finished else "other files"
        raise OutputError(f"{files.printable_name(folder)}: expected a new or an empty folder, found {there} in it")
    unfinished = _DIVIDED.format(divided) if divided else _UNFINISHED
    if divided and (mark := path / names.UNFINISHED).exists():
        held = mark.read_text(encoding="utf-8", errors="replace")
        if held.startswith(_DIVIDED.partition("{")[0]) and held != unfinished:
            raise OutputError(f"{files.printable_name(folder)}: holds cubes of another campaign: choose another folder")
    make_folder(folder)
    for inner in path.iterdir():
        require_no_links(inner)
    writing.write_text(str(path / names.UNFINISHED), unfinished)
    make_folder(str(path / (names.CUBES if divided else names.BOARDS)))
    for name in (names.CLUES, names.FORMULA, names.HINTED, names.PLAIN, names.WORDS):
        # There may be a plain and a compressed file.
        while (old := names.find_file(path, name)) is not None:
            _remove_file(old)
    for old in names.board_files(path):
        _remove_file(old)


# Seconds to wait for another process with the same certificate, which may be about to stop.
_PATIENCE = 2.0


@contextmanager
def open_folder(folder: str, divided: str = "") -> Iterator[None]:
    """Prepare the folder of a certificate, and keep it locked.

    Takes the arguments of `prepare_folder`.

    Raises:
        OutputError: the folder has other files, or another process writes a certificate to it.
    """
    make_folder(folder)
    try:
        with lock_folder(Path(folder), _PATIENCE):
            prepare_folder(folder, divided)
            yield
    except LockTaken:
        taken = "another process makes a certificate there: wait for it, or choose another folder"
        raise OutputError(f"{files.printable_name(folder)}: {taken}") from None


def remove_claim(folder: Path) -> None:
    """Remove the claim, so that `prepare_folder` accepts the folder."""
    # In this order, a process that is killed in between leaves a folder that can be reused.
    writing.write_text(str(folder / names.UNFINISHED), _UNFINISHED)
    _remove_file(folder / names.CLAIM)


def _remove_file(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be removed: {os_reason(error)}") from None


def write_boards(conditions: Conditions, boards: Sequence[Solution], folder: str) -> None:
    """Write puzzle, clues and boards to a certificate's folder."""
    path = Path(folder)
    writing.write_text(str(path / names.PUZZLE), plain.write_puz(conditions.puzzle))
    if conditions.clues.placements:
        writing.write_text(str(path / names.CLUES), plain.write_sol(conditions.clues))
    for number, board in enumerate(boards, start=1):
        writing.write_text(str(path / names.BOARDS / f"sol_{number}.sol"), plain.write_sol(board), flushed=False)
    if boards:
        writing.flush_files(str(path / names.BOARDS))


def write_certificate(
    conditions: Conditions, boards: Sequence[Solution], folder: str, options: ProofOptions
) -> CertificateResult:
    """Write a certificate that a list of boards is complete.

    The claim is written last, so a folder with a claim is complete.

    Args:
        conditions: conditions of the boards.
        boards: boards, as `normalise_boards` returns them.
        folder: folder that `prepare_folder` has prepared.
        options: options of the proof.

    Raises:
        LimitReached: a limit is reached, so there is no claim.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    write_boards(conditions, boards, folder)
    formula = Formula(conditions.puzzle, conditions.clues, "direct", options.deadline)
    path = Path(folder)
    if can_search_with_proof(formula, options):
        known = {board_appearance(conditions.puzzle, board) for board in boards}
        others: list[Solution] = []

        def stop_if_unknown(board: Solution) -> bool:
            others.extend([] if board_appearance(conditions.puzzle, board) in known else [board])
            return not others

        proof = search_with_proof(conditions, formula, path, options, stop_if_unknown)
        if others:
            return CertificateResult(None, _require_solved(conditions, others[0]), 0, Statistics())
        if proof is not None:
            return _write_claim(conditions, len(boards), 0, path, options, formula, proof)
    return _prove_and_claim(conditions, len(boards), 0, path, options, build_formula(conditions, boards))


def write_divided_certificate(
    conditions: Conditions,
    cubes: Sequence[Conditions],
    boards: int,
    folder: str,
    options: ProofOptions,
    certify_cubes: Callable[[Statistics], object],
) -> CertificateResult:
    """Certify that the given cubes contain all boards.

    Args:
        conditions: conditions of the boards.
        cubes: cubes that are expected to contain all boards.
        boards: number of boards in the cubes.
        folder: folder that `prepare_folder` has prepared.
        options: options of the proof.
        certify_cubes: called with the statistics of the proof once the cubes are proved to cover all boards. It writes
            the certificates of the cubes to the folders named by `claim.cube_folder`.
    """
    write_boards(conditions, (), folder)
    about = build_formula(conditions, (), cubes)
    return _prove_and_claim(conditions, boards, len(cubes), Path(folder), options, about, certify_cubes)


def _prove_and_claim(
    conditions: Conditions,
    boards: int,
    cubes: int,
    path: Path,
    options: ProofOptions,
    about: tuple[Formula, list[Clause]],
    on_proof: Callable[[Statistics], object] = lambda statistics: None,
) -> CertificateResult:
    formula, more = about
    proof = prove(formula, more, path, options)
    if proof.model is not None:
        other = _require_solved(conditions, formula.meaning.decode_model(proof.model, conditions.puzzle))
        return CertificateResult(None, other, 0, proof.statistics)
    on_proof(proof.statistics)
    return _write_claim(conditions, boards, cubes, path, options, formula, proof)


def _write_claim(
    conditions: Conditions,
    boards: int,
    cubes: int,
    path: Path,
    options: ProofOptions,
    formula: Formula,
    proof: ProofResult,
) -> CertificateResult:
    claim = build_claim(
        conditions,
        boards,
        cubes,
        variables=formula.variables.count,
        clauses=proof.clauses,
        lemmas=proof.kept,
        written_by=program_versions(proof.solver),
        files={},
    )
    # Before the digests, which include README.md.
    writing.write_text(str(path / names.WORDS), readme_text(claim, proof.suffix))
    claim = replace(claim, files=dict(names.file_digests(path)))
    options.deadline.check()
    writing.write_text(str(path / names.CLAIM), json.dumps(asdict(claim), indent=1) + "\n")
    _remove_file(path / names.UNFINISHED)
    return CertificateResult(claim, None, proof.written, proof.statistics)


def _require_solved(conditions: Conditions, board: Solution) -> Solution:
    if not check(conditions.puzzle, board, conditions.clues).solved:
        raise CheckError("the solver's model is not a solution; this is a fault in edgeasp or in the solver")
    return board


def program_versions(solver: str) -> str:
    """List the programs that wrote a certificate, with their versions.

    Args:
        solver: name and version of the SAT solver, empty if edgeasp's own search made the proof.
    """
    from importlib.metadata import version

    return ", ".join([f"edgeasp {__version__}", f"clingo {version('clingo')}", *([solver] if solver else [])])


def conditions_to_certify(task: Task, *, up_to_rotation: bool, option: str) -> Conditions:
    """Build the conditions on the boards to certify.

    Args:
        task: puzzle and clues.
        up_to_rotation: whether to list only one of several boards that are rotations of each other.
        option: name by which the user knows `up_to_rotation`, for messages.

    Raises:
        OptionError: `up_to_rotation` is set, but no tile distinguishes the rotations of a board.
    """
    features.require_support("certify", task.puzzle)
    if task.needs_symmetry_filter and task.clues.placements:
        raise OptionError(f"{option}: a rotation of the board maps these clues to themselves: leave it out")
    if not up_to_rotation or task.clues.placements:
        return Conditions(task.puzzle, task.clues)
    symmetry = find_anchor(task.puzzle, task.clues)
    if symmetry is None:
        needs = "a rectangle that turns freely, with a tile that occurs once and has four different rotations"
        raise OptionError(f"{option} needs {needs}: leave it out")
    return Conditions(task.puzzle, anchor=(symmetry.tile, symmetry.rotations))


def certify(
    task: Task, conditions: Conditions, known: Sequence[Solution] | None, folder: str, options: ProofOptions
) -> CertificateResult:
    """Find the boards if needed, and write a certificate.

    Args:
        task: puzzle and clues.
        conditions: conditions of the boards.
        known: all boards, as `normalise_boards` returns them, or None to search for them.
        folder: folder that `open_folder` has locked.
        options: options of the proof, whose limits include the search.

    Raises:
        CheckError: there is a board that the search did not find.
        LimitReached: a limit is reached. The folder has the boards found so far.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    if known is not None:
        return write_certificate(conditions, known, folder, options)
    formula = Formula(conditions.puzzle, conditions.clues, "direct", options.deadline)
    path = Path(folder)
    session = Session(task, deadline=options.deadline)
    named = list[tuple[str, Solution]]()
    proof = None

    def collect_board(board: Solution) -> bool:
        named.append(("the search", board))
        return True

    try:
        if can_search_with_proof(formula, options):
            proof = search_with_proof(conditions, formula, path, options, collect_board)
        if proof is None:
            # A search that ran out of memory may have found boards that clingo finds again.
            named.clear()
            for answer in session.solve(0, conflicts=options.conflicts):
                named.append(("clingo", answer.solution))
            if session.stopped:
                raise LimitReached(session.stopped)
    except (LimitReached, KeyboardInterrupt):
        write_boards(conditions, normalise_boards(conditions, named), folder)
        raise
    boards = normalise_boards(conditions, named)
    if proof is not None:
        write_boards(conditions, boards, folder)
        return _write_claim(conditions, len(boards), 0, path, options, formula, proof)
    spent = session.statistics.conflicts or 0 if session.statistics else 0
    # The compiled search ran out of memory, so it is not tried again.
    options = replace(options, spent=options.spent + spent, own_search=False)
    certificate = write_certificate(conditions, boards, folder, options)
    if certificate.claim is None:
        raise CheckError("the SAT solver finds a board that clingo does not: please report it")
    return certificate
