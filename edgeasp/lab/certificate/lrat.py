"""Proofs as text: LRAT, with hints, and DRAT, without; a solver's proof reduced to the lemmas that it needs.

LRAT, a line a lemma: its number, its literals, 0, the numbers of the clauses that it follows from, 0; or after `d` the
numbers of clauses that are not needed any more. The clauses of the formula have the numbers from 1. DRAT says the same
without numbers: the literals of a lemma, 0; after `d` those of a lemma that is not needed any more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from edgeasp.system.errors import SolverError

_BLOCK = 1 << 20
_PAUSE = 10_000
"""Lines between two calls of `check`."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """The part of a proof that the empty clause needs.

    Attributes:
        written: the number of lemmas that the solver wrote.
        kept: the number of those that are needed.
        clauses: the numbers, from 1, of the clauses of the formula that are needed.
    """

    written: int
    kept: int
    clauses: tuple[int, ...]


def repeat(
    empty: int,
    clauses: int,
    write_lrat: Callable[[bytes], object],
    write_drat: Callable[[bytes], object],
    *,
    alone: bool = False,
) -> Reduced:
    """Write the proof for a formula whose clause of that number is empty: the empty clause, once more."""
    write_lrat(b"2 0 1 0\n" if alone else b"%d 0 %d 0\n" % (clauses + 1, empty))
    write_drat(b"0\n")
    return Reduced(1, 1, (empty,))


def reduce(
    proof: BinaryIO,
    clauses: int,
    write_lrat: Callable[[bytes], object],
    write_drat: Callable[[bytes], object],
    check: Callable[[], None] = lambda: None,
    *,
    names: Mapping[bytes, bytes] | None = None,
    alone: bool = False,
) -> Reduced:
    """Write the lemmas that the empty clause needs, numbered anew, each deleted after its last use.

    Numbers stay text wherever they can: proofs have hundreds of megabytes.

    Args:
        proof: LRAT in which the solver numbered clauses and lemmas together, in the order in which it met them.
        clauses: the number of clauses of the formula.
        write_lrat: takes pieces of the proof with hints.
        write_drat: takes pieces of the proof without.
        check: called now and then, to stop with an exception.
        names: the literals of the proof with those of the formula; None or empty if they are the same.
        alone: whether the proof is to be about a formula of the clauses that it needs, and no others.

    Raises:
        SolverError: the proof has no empty clause, or a lemma that does not follow by unit propagation.
    """
    needed, unused_after, taken = _needed(proof, clauses, check)
    own = _clause_numbers(needed, taken, clauses)
    numbers = {b"%d" % theirs: b"%d" % ours for theirs, ours in own.items()}
    if alone:
        numbers = {theirs: b"%d" % ours for ours, theirs in enumerate(numbers, start=1)}
    literals_of: dict[int, bytes] = {}
    last = before = len(own) if alone else clauses
    proof.seek(0)
    for count, line in enumerate(proof):
        if count % _PAUSE == 0:
            check()
        number, rest = line.split(None, 1)
        if number not in needed or rest.startswith(b"d"):
            continue
        literals, hints = _parts(rest)
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
            # Other programs ignore that a unit clause is deleted, and complain.
            drat += b"".join([b"d %s 0\n" % clause for clause in lemmas if b" " in clause])
        write_lrat(lrat)
        write_drat(drat)
        if not literals:
            break
    return Reduced(sum(taken), last - before, tuple(own.values()))


def _needed(
    proof: BinaryIO, clauses: int, check: Callable[[], None]
) -> tuple[set[bytes], dict[bytes, set[bytes]], bytearray]:
    """The numbers that the empty clause follows from, those not used after each lemma, and those of lemmas."""
    needed: set[bytes] = set()
    unused_after: dict[bytes, set[bytes]] = {}
    taken = bytearray(clauses + 1)
    for count, line in enumerate(_backwards(proof)):
        if count % _PAUSE == 0:
            check()
        number, rest = line.split(None, 1)
        if rest.startswith(b"d"):
            continue
        place = int(number)
        if place >= len(taken):
            taken.extend(bytes(place + 1 - len(taken)))
        taken[place] = 1
        if not needed and rest.startswith(b"0"):
            needed.add(number)
        if number not in needed:
            continue
        _, hints = _parts(rest)
        if b"-" in hints:
            raise SolverError("expected a proof by unit propagation, found a lemma that needs more")
        fresh = set(hints.split()).difference(needed)
        needed |= fresh
        if fresh:
            unused_after[number] = fresh
    if not needed:
        raise SolverError("expected a proof that ends with the empty clause, found none")
    return needed, unused_after, taken


def _clause_numbers(needed: set[bytes], taken: bytearray, clauses: int) -> dict[int, int]:
    """The clauses of the formula that are needed: by their number in the solver's proof the one in the formula."""
    numbers: dict[int, int] = {}
    theirs = 0
    for ours in range(1, clauses + 1):
        theirs += 1
        while theirs < len(taken) and taken[theirs]:
            theirs += 1
        if b"%d" % theirs in needed:
            numbers[theirs] = ours
    return numbers


def _parts(rest: bytes) -> tuple[bytes, bytes]:
    """The literals of a lemma, and its hints, of what follows its number."""
    literals, zero, hints = rest.partition(b" 0 ")
    if rest.startswith(b"0"):
        literals, zero, hints = b"", b"0", rest[1:]
    words, end, _ = hints.rpartition(b" 0") if zero else (b"", b"", b"")
    if not end:
        raise ValueError("expected a line that ends with 0")
    return literals, words


def _backwards(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, the last one first."""
    place, rest = stream.seek(0, os.SEEK_END), b""
    while place > 0:
        size = min(_BLOCK, place)
        place -= size
        stream.seek(place)
        first, *lines = (stream.read(size) + rest).split(b"\n")
        yield from (line for line in reversed(lines) if line)
        rest = first
    if rest:
        yield rest
