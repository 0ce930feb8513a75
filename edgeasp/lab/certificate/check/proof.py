"""Reader and checker of LRAT and DRAT proofs.

Two programs can read the same text as different proofs: to a program in C, `08` may be 0 and then 8. So each number,
line and lemma has a single valid form here, and any other form is refused. `proof.lrat` is the proof. `proof.drat` must
be the same proof without numbers and hints, line by line.

A line of an LRAT file either adds a lemma (`NUMBER LITERALS 0 HINTS 0`) or deletes clauses (`LAST d NUMBERS 0`). The
*hints* are the numbers of the clauses from which the lemma follows, and LAST is the number of the last lemma. A line of
a DRAT file either adds a lemma (`LITERALS 0`) or deletes a lemma (`d LITERALS 0`). The DRAT file does not delete
clauses of the formula, or lemmas with a single literal, since other programs ignore these deletions.

A lemma is checked by unit propagation: assume that all its literals are false, and go through the hints. In the clause
of each hint, all literals but one must be false already, and the remaining literal becomes true. The lemma holds once
all literals of a clause are false. Later hints are ignored, as in other programs. See "Efficient RAT verification"
(Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, 2017), whose RAT steps this checker does not support. The module
imports nothing of edgeasp.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# Possessive quantifiers: a number ends with its digits and a list at its 0, so backtracking would only cost time.
_NATURAL = "[1-9][0-9]{0,17}+"
_LEMMA = re.compile(rf"({_NATURAL})((?: -?{_NATURAL})*+) 0((?: {_NATURAL})*+) 0\n", re.ASCII)
_DELETION = re.compile(rf"({_NATURAL}) d((?: {_NATURAL})++) 0\n", re.ASCII)


class StepError(Exception):
    """Error in a line of a proof.

    Attributes:
        line: number of the line, from 1.
        message: what was expected, and what was found.
        hinted: whether the line is in proof.lrat rather than in proof.drat.
    """

    def __init__(self, line: int, message: str, *, hinted: bool = True) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message
        self.hinted = hinted


@dataclass(frozen=True, slots=True)
class Lemma:
    """Lemma with its hints.

    Attributes:
        line: line number in proof.lrat.
        drat: line that proof.drat must have for the lemma.
        number: number of the lemma. Lemmas are numbered after the clauses of the formula.
        literals: literals of the lemma.
        hints: numbers of the clauses from which the lemma follows.
    """

    line: int
    drat: str
    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deletion:
    """Deletion of clauses.

    Attributes:
        line: line number in proof.lrat.
        drat: lines that proof.drat must have for the deletion, as one text. Empty if it must have no line.
        number: number of the preceding lemma.
        clauses: numbers of the deleted clauses.
    """

    line: int
    drat: str
    number: int
    clauses: tuple[int, ...]


def max_line_length(variables: int) -> int:
    """Return the maximum length of a proof's line in characters.

    A line has at most as many literals and hints as there are variables, since each assigns another variable.
    """
    return 40 * (variables + 8)


def read_steps(hinted: Iterable[str], plain: Iterable[str], clauses: int, variables: int) -> Iterator[Lemma | Deletion]:
    """Yield the lemmas and deletions of a proof, in order.

    Args:
        hinted: lines of proof.lrat, each with its line end.
        plain: lines of proof.drat, each with its line end.
        clauses: number of clauses of the formula.
        variables: number of variables of the formula.

    Raises:
        StepError: a line is malformed, the files are not the same proof, or the last lemma is not the empty clause.
    """
    number, line = clauses, 0
    live: dict[int, str] = {}
    plain_proof = _DratProof(plain)
    rest = enumerate(hinted, start=1)
    for line, text in rest:
        step: Lemma | Deletion
        if match := _LEMMA.fullmatch(text):
            number += 1
            literals = match[2]
            drat = f"{literals[1:]} 0\n" if literals else "0\n"
            step = Lemma(line, drat, int(match[1]), *map(_parse_integers, match.group(2, 3)))
            _require_lemma(step, number, variables)
            live[number] = literals
        elif match := _DELETION.fullmatch(text):
            deleted = _parse_integers(match[2])
            # The text of a unit clause has a single blank, before its literal.
            lemmas = [lemma for clause in deleted if (lemma := live.pop(clause, "")).count(" ") > 1]
            drat = "".join(f"d{lemma} 0\n" for lemma in lemmas)
            step = Deletion(line, drat, int(match[1]), deleted)
            if step.number != number or number == clauses:
                raise StepError(line, f"expected the number of the lemma before it, found {step.number}")
        else:
            raise StepError(line, "expected a lemma (number, literals, 0, hints, 0) or a deletion (number, d, ..., 0)")
        yield step
        plain_proof.require_lines(step.drat)
        if isinstance(step, Lemma) and not step.literals:
            for after, _ in rest:
                raise StepError(after, "expected the end of the file after the empty clause, found more")
            plain_proof.require_end()
            return
    raise StepError(line + 1, "expected a proof that ends with the empty clause, found the end of the file")


def _require_lemma(lemma: Lemma, number: int, variables: int) -> None:
    if lemma.number != number:
        raise StepError(lemma.line, f"expected the number of the next lemma, {number}, found {lemma.number}")
    occurring = set(map(abs, lemma.literals))
    if len(occurring) < len(lemma.literals):
        raise StepError(lemma.line, "expected each variable once in a lemma, found one twice")
    if occurring and max(occurring) > variables:
        raise StepError(lemma.line, f"expected variables of the formula, up to {variables}, found {max(occurring)}")


def _parse_integers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


class _DratProof:
    """Lines of proof.drat, read in parallel to proof.lrat."""

    def __init__(self, plain: Iterable[str]) -> None:
        self._lines = enumerate(plain, start=1)
        self._line = 0

    def require_lines(self, expected: str) -> None:
        for wanted in expected.splitlines(keepends=True):
            self._line, line = next(self._lines, (self._line + 1, ""))
            if line != wanted:
                message = "expected the lemma or deletion that proof.lrat has there, found another line"
                # At the end of the file, "another line" is replaced, which has 12 letters.
                raise StepError(self._line, message if line else f"{message[:-12]}the end of the file", hinted=False)

    def require_end(self) -> None:
        for line, _ in self._lines:
            raise StepError(line, "expected the end of the file after the empty clause, found more", hinted=False)


class ProofError(Exception):
    """Error for a step of a proof that does not hold."""


class HintChecker:
    """Checker of a proof with hints.

    Clauses of the formula are numbered from 1, and lemmas continue the numbering.

    Attributes:
        lemmas: number of lemmas checked.
        refuted: whether a checked lemma is the empty clause, which proves that the formula has no model.
    """

    def __init__(self) -> None:
        self.lemmas = 0
        self.refuted = False
        self._clauses: dict[int, frozenset[int]] = {}
        # Equal literals share one object: a set finds an identical object faster than an equal one.
        self._shared_literals: dict[int, int] = {}
        self._last = 0

    def add_clause(self, literals: Sequence[int]) -> None:
        """Add a clause of the formula or a checked lemma."""
        self._last += 1
        self._clauses[self._last] = frozenset(map(self._shared_literals.setdefault, literals, literals))

    def check_lemma(self, literals: Sequence[int], hints: Sequence[int]) -> None:
        """Check the next lemma and add it to the clauses.

        Raises:
            ProofError: the lemma does not follow from its hints.
        """
        if not self._lemma_follows(literals, hints):
            raise ProofError(f"expected a lemma that follows from its hints, found: {_lemma_text(literals)}")
        self.add_clause(literals)
        self.lemmas += 1
        self.refuted = self.refuted or not literals

    def delete_clauses(self, numbers: Sequence[int]) -> None:
        """Delete clauses by number.

        Raises:
            ProofError: there is no clause with a given number.
        """
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise ProofError(f"expected clauses to delete, found {number}, which is not a clause")

    def _lemma_follows(self, literals: Sequence[int], hints: Sequence[int]) -> bool:
        same, false = self._shared_literals.get, set(literals)
        try:
            for clause in map(self._clauses.__getitem__, hints):
                left = clause - false
                if len(left) != 1:
                    return not left
                [literal] = left
                false.add(same(-literal, -literal))
        except KeyError as error:
            raise ProofError(
                f"expected the number of a clause as a hint, found {error}, which is not a clause"
            ) from None
        return False


def _lemma_text(literals: Sequence[int]) -> str:
    shown = " ".join(map(str, literals[:8]))
    return f"{shown} ..." if len(literals) > 8 else shown or "the empty clause"
