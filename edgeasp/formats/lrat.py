"""Proofs as text: LRAT, with hints, and DRAT, without; a solver's proof reduced to the lemmas that it needs.

LRAT, a line a lemma: its number, its literals, 0, the numbers of the clauses that it follows from, 0; or after `d` the
numbers of clauses that are not needed any more. The clauses of the formula have the numbers from 1. DRAT says the same
without numbers: the literals of a lemma, 0; after `d` those of a lemma that is not needed any more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from edgeasp.system.errors import SolverError

_BLOCK = 1 << 20
_PAUSE = 10_000
"""Lines between two calls of `check`."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """What the empty clause needs.

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
    alone: bool = False,
) -> Reduced:
    """Write the lemmas that the empty clause needs, numbered anew, each deleted after its last use.

    Args:
        proof: LRAT in which the solver numbered clauses and lemmas together, in the order in which it met them.
        clauses: the number of clauses of the formula.
        write_lrat: takes pieces of the proof with hints.
        write_drat: takes pieces of the proof without.
        check: called now and then, to stop with an exception.
        alone: whether the proof is to be about a formula of the clauses that it needs, and no others.

    Raises:
        SolverError: the proof has no empty clause, or a lemma that does not follow by unit propagation.
    """
    needed, unused_after, taken = _needed(proof, clauses, check)
    numbers = _clause_numbers(needed, taken, clauses)
    own = tuple(numbers.values())
    if alone:
        numbers = {theirs: ours for ours, theirs in enumerate(numbers, start=1)}
    literals_of: dict[int, bytes] = {}
    written = sum(taken)
    last = before = len(own) if alone else clauses
    proof.seek(0)
    for count, line in enumerate(proof):
        if count % _PAUSE == 0:
            check()
        number, deletes, rest = _parts(line)
        if deletes or number not in needed:
            continue
        end = rest.index(b"0")
        literals, hints = b" ".join(rest[:end]), [numbers[int(hint)] for hint in rest[end + 1 : -1]]
        last += 1
        numbers[number] = last
        literals_of[last] = literals
        lemma = literals + b" 0" if literals else b"0"
        lrat = b"%d %s %s 0\n" % (last, lemma, b" ".join(b"%d" % hint for hint in hints))
        drat = lemma + b"\n"
        unused = sorted(numbers.pop(each) for each in unused_after.pop(number, ()))
        if unused and literals:
            lrat += b"%d d %s 0\n" % (last, b" ".join(b"%d" % each for each in unused))
            lemmas = [literals_of.pop(each) for each in unused if each > before]
            # Other programs ignore that a unit clause is deleted, and complain.
            drat += b"".join(b"d %s 0\n" % each for each in lemmas if b" " in each)
        write_lrat(lrat)
        write_drat(drat)
        if not literals:
            break
    return Reduced(written, last - before, own)


def _needed(
    proof: BinaryIO, clauses: int, check: Callable[[], None]
) -> tuple[set[int], dict[int, list[int]], bytearray]:
    """What the empty clause follows from, what is not used after a lemma, and which numbers are those of lemmas."""
    needed: set[int] = set()
    unused_after: dict[int, list[int]] = {}
    taken = bytearray(clauses + 1)
    for count, line in enumerate(_backwards(proof)):
        if count % _PAUSE == 0:
            check()
        number, deletes, rest = _parts(line)
        if deletes:
            continue
        if number >= len(taken):
            taken.extend(bytes(number + 1 - len(taken)))
        taken[number] = 1
        if rest[0] == b"0" and not needed:
            needed.add(number)
        if number not in needed:
            continue
        for word in rest[rest.index(b"0") + 1 : -1]:
            hint = int(word)
            if hint < 0:
                raise SolverError("expected a proof by unit propagation, found a lemma that needs more")
            if hint not in needed:
                needed.add(hint)
                unused_after.setdefault(number, []).append(hint)
    if not needed:
        raise SolverError("expected a proof that ends with the empty clause, found none")
    return needed, unused_after, taken


def _clause_numbers(needed: set[int], taken: bytearray, clauses: int) -> dict[int, int]:
    """The clauses of the formula that are needed: by their number in the solver's proof the one in the formula."""
    numbers: dict[int, int] = {}
    theirs = 0
    for ours in range(1, clauses + 1):
        theirs += 1
        while theirs < len(taken) and taken[theirs]:
            theirs += 1
        if theirs in needed:
            numbers[theirs] = ours
    return numbers


def _parts(line: bytes) -> tuple[int, bool, list[bytes]]:
    """The number at the beginning of a line, whether it deletes clauses, and the rest."""
    number, *rest = line.split()
    return int(number), rest[:1] == [b"d"], rest


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
