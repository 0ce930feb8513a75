"""Proving that a formula has no model: the formula and the proof, written to a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from edgeasp.encoding import cnf
from edgeasp.encoding.cnf import Clause, Formula
from edgeasp.formats import dimacs
from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate import lrat
from edgeasp.lab.certificate.prover import Prover
from edgeasp.puzzle.expected import fitting
from edgeasp.search.outlook import SETTINGS
from edgeasp.solvers.interface import Statistics
from edgeasp.system import writing
from edgeasp.system.errors import OutputError, SolverError
from edgeasp.system.limits import Deadline

_BATCH = 1 << 16
"""Bytes of a proof that are written at a time."""


@dataclass(frozen=True, slots=True)
class Making:
    """The progress of a certificate.

    Attributes:
        phase: `boards`, `formula`, `proof` or `reduce`.
        conflicts: of the solver so far.
        lemmas: that it has written.
        bytes: that they take on disk.
        searched: conflicts of the search before, which says about how many the proof will take.
    """

    phase: str
    conflicts: int = 0
    lemmas: int = 0
    bytes: int = 0
    searched: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """A formula with its proof.

    Attributes:
        model: the true variables of a model; None if it is proved that there is none.
        clauses: of the formula, as it is written.
        written: the number of lemmas that the solver wrote.
        kept: the number of those that the proof needs.
        statistics: of the solver.
        solver: the solver with its version, as the claim names it.
        ending: of the names of the files.
    """

    model: frozenset[int] | None
    clauses: int
    written: int
    kept: int
    statistics: Statistics
    solver: str
    ending: str


@dataclass(frozen=True, slots=True)
class ProofOptions:
    """The options of a proof.

    Attributes:
        deadline: the limits.
        conflicts: the number of conflicts after which to stop; None for no limit.
        spent: how many of them other searches have had.
        compress: whether the formula and the proof are compressed; None if large proofs are.
        on_progress: called about once a second.
        on_note: takes what the user should know.
        only_needed: whether the formula is written without the clauses that the proof does not need.
        own_search: whether edgeasp's own search makes the proof where it can.
    """

    deadline: Deadline
    conflicts: int | None = None
    spent: int = 0
    compress: bool | None = False
    on_progress: Callable[[Making], object] = lambda making: None
    on_note: Callable[[str], object] = lambda words: None
    only_needed: bool = False
    own_search: bool = True

    @property
    def ending(self) -> str:
        """The ending of the names of the files, where it is not known how large they will be."""
        return names.COMPRESSED if self.compress else ""


def prove(formula: Formula, more: Sequence[Clause], path: Path, options: ProofOptions) -> Proof:
    """Write a formula with more clauses to a folder, and then a proof that it has no model, with hints and without.

    Raises:
        LimitReached: a limit is reached; there is no proof then.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    options.on_progress(Making("formula"))
    if not options.only_needed:
        _write(formula, more, None, path, options)
    with writing.scratch(str(path / names.HINTED)) as raw:
        # As for clasp: where many tiles fit, contradictions do not show near the origin.
        sparse = fitting(formula.puzzle) <= SETTINGS.many_fit
        order = cnf.outward(formula.variables, formula.clues) if sparse else []
        prover = Prover(chain(formula.clauses(), more), raw, formula.variables.count, order)
        growth = _Growth(raw)

        def watch() -> None:
            options.on_progress(Making("proof", prover.statistics.conflicts or 0, *growth.measured(), options.spent))
            options.deadline.check()

        try:
            refuted = prover.refute(watch, options.conflicts, options.spent)
        finally:
            prover.close()
        if not refuted:
            return Proof(prover.model, prover.clauses, 0, 0, prover.statistics, prover.version, options.ending)
        options.on_progress(Making("reduce", prover.statistics.conflicts or 0, *growth.measured()))
        reduced = _reduce(raw, prover, path, options)
    clauses = len(reduced.clauses) if options.only_needed else prover.clauses
    if options.only_needed:
        _write(formula, more, frozenset(reduced.clauses), path, options)
    return Proof(None, clauses, reduced.written, reduced.kept, prover.statistics, prover.version, options.ending)


def _write(
    formula: Formula, more: Sequence[Clause], only: frozenset[int] | None, path: Path, options: ProofOptions
) -> None:
    with writing.writing_bytes(str(path / (names.FORMULA + options.ending))) as write:
        for piece in dimacs.write(formula, more, only):
            options.deadline.check()
            write(piece.encode())


class _Growth:
    """The proof while the solver writes it."""

    def __init__(self, path: str) -> None:
        self._path, self._lemmas, self._size = path, 0, 0

    def measured(self) -> tuple[int, int]:
        """The number of lemmas so far, and of bytes."""
        with open(self._path, "rb") as stream:
            stream.seek(self._size)
            while data := stream.read(_BATCH):
                # A line is a lemma, or it deletes clauses, after a `d`.
                self._lemmas += data.count(b"\n") - data.count(b"d")
                self._size += len(data)
        return self._lemmas, self._size


def _reduce(raw: str, prover: Prover, path: Path, options: ProofOptions) -> lrat.Reduced:
    """Write the lemmas that are needed, with hints and without."""
    with ExitStack() as stack:
        proof = stack.enter_context(open(raw, "rb"))
        hinted, plain = (
            _Batches(stack.enter_context(writing.writing_bytes(str(path / (name + options.ending)))))
            for name in (names.HINTED, names.PLAIN)
        )
        if prover.empty is not None:
            reduced = lrat.repeat(prover.empty, prover.clauses, hinted.add, plain.add, alone=options.only_needed)
        else:
            try:
                reduced = lrat.reduce(
                    proof,
                    prover.clauses,
                    hinted.add,
                    plain.add,
                    options.deadline.check,
                    names=prover.names,
                    alone=options.only_needed,
                )
            except (ValueError, LookupError, SolverError) as error:
                # The solver does not notice what it cannot write.
                raise OutputError(f"{path}: the proof was not written whole: is the disk full? ({error})") from None
        hinted.end()
        plain.end()
    return reduced


class _Batches:
    """Collects short pieces, so that a file is written in long ones."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write, self._pieces, self._size = write, list[bytes](), 0

    def add(self, piece: bytes) -> None:
        """Take a piece."""
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size > _BATCH:
            self.end()

    def end(self) -> None:
        """Write what is left."""
        self._write(b"".join(self._pieces))
        self._pieces, self._size = [], 0
