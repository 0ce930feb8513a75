"""The steps of a proof, read in the one way in which every program reads them, and checked by their hints.

Two programs can read one text as two proofs: to a program in C, `08` may be 0 and then 8. So each number, each line
and each lemma has one form here, and anything else is refused. `proof.lrat` is the proof; `proof.drat` has to be the
same without numbers and hints, line by line.

LRAT has a line a lemma: its number, its literals, 0, the numbers of the clauses that it follows from, 0; or, after the
number of the last lemma and `d`, the numbers of clauses that are deleted, 0. DRAT has the literals of a lemma, 0; or
`d`, and the literals of a lemma that is deleted, 0. It is silent on deleted clauses of the formula and on deleted
units, which other programs would not delete.

A lemma holds if its literals cannot all be false: then each clause that the hints name has one literal left, which
must be true, until one has none. What is named behind that one is ignored, as other programs do. See "Efficient
certified RAT verification" (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, 2017), whose RAT steps this checker
does not take. It imports nothing of edgeasp.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# A number ends where its digits end, and a list at its 0: nothing is to be tried again with fewer of them.
_NATURAL = "[1-9][0-9]{0,17}+"
_LEMMA = re.compile(rf"({_NATURAL})((?: -?{_NATURAL})*+) 0((?: {_NATURAL})*+) 0\n", re.ASCII)
_DELETION = re.compile(rf"({_NATURAL}) d((?: {_NATURAL})++) 0\n", re.ASCII)


class StepError(Exception):
    """A line of a proof, from 1, and what is wrong with it; `hinted` tells proof.lrat from proof.drat."""

    def __init__(self, line: int, message: str, *, hinted: bool = True) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message
        self.hinted = hinted


@dataclass(frozen=True, slots=True)
class Lemma:
    """A clause that follows, with the numbers of the clauses that it follows from.

    Attributes:
        line: its line in proof.lrat.
        drat: the line of proof.drat.
        number: that of the clause, after those of the formula.
        literals: of the clause.
        hints: the numbers of other clauses.
    """

    line: int
    drat: str
    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deletion:
    """Clauses that are not used any more.

    Attributes:
        line: its line in proof.lrat.
        drat: the lines of proof.drat, of which there may be none.
        number: that of the lemma before it.
        clauses: their numbers.
    """

    line: int
    drat: str
    number: int
    clauses: tuple[int, ...]


def longest_line(variables: int) -> int:
    """The most characters of a line: each literal and each hint sets another variable."""
    return 40 * (variables + 8)


def steps(hinted: Iterable[str], plain: Iterable[str], clauses: int, variables: int) -> Iterator[Lemma | Deletion]:
    """The steps of a proof, the last of which is the empty clause.

    Args:
        hinted: the lines of proof.lrat, each with its end.
        plain: those of proof.drat.
        clauses: the number of clauses of the formula.
        variables: the number of its variables.

    Raises:
        StepError: a line has not its only form, the files differ, or there is no empty clause at their end.
    """
    number, line = clauses, 0
    live: dict[int, str] = {}
    beside = _Beside(plain)
    rest = enumerate(hinted, start=1)
    for line, text in rest:
        step: Lemma | Deletion
        if match := _LEMMA.fullmatch(text):
            number += 1
            literals = match[2]
            drat = f"{literals[1:]} 0\n" if literals else "0\n"
            step = Lemma(line, drat, int(match[1]), *map(_integers, match.group(2, 3)))
            _require_lemma(step, number, variables)
            live[number] = literals
        elif match := _DELETION.fullmatch(text):
            deleted = _integers(match[2])
            # A unit has one blank, before its literal.
            lemmas = [lemma for clause in deleted if (lemma := live.pop(clause, "")).count(" ") > 1]
            drat = "".join(f"d{lemma} 0\n" for lemma in lemmas)
            step = Deletion(line, drat, int(match[1]), deleted)
            if step.number != number or number == clauses:
                raise StepError(line, f"expected the number of the lemma before it, found {step.number}")
        else:
            raise StepError(line, "expected a lemma (number, literals, 0, hints, 0) or a deletion (number, d, ..., 0)")
        yield step
        beside.require(step.drat)
        if isinstance(step, Lemma) and not step.literals:
            for after, _ in rest:
                raise StepError(after, "expected the end of the file after the empty clause, found more")
            beside.require_end()
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


def _integers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


class _Beside:
    """The proof without hints, read beside the other one."""

    def __init__(self, plain: Iterable[str]) -> None:
        self._lines = enumerate(plain, start=1)
        self._line = 0

    def require(self, expected: str) -> None:
        """Make sure that the next lines are these."""
        for wanted in expected.splitlines(keepends=True):
            self._line, line = next(self._lines, (self._line + 1, ""))
            if line != wanted:
                message = "expected the lemma or deletion that proof.lrat has there, found another line"
                raise StepError(self._line, message if line else f"{message[:-12]}the end of the file", hinted=False)

    def require_end(self) -> None:
        """Make sure that nothing follows."""
        for line, _ in self._lines:
            raise StepError(line, "expected the end of the file after the empty clause, found more", hinted=False)


class ProofError(Exception):
    """A step of a proof that does not hold, and why."""


class HintChecker:
    """The clauses of a formula, numbered from 1, and the lemmas that were checked, numbered from there on.

    Attributes:
        lemmas: how many.
        refuted: whether one of them is the empty clause, so that the formula has no model.
    """

    def __init__(self) -> None:
        self.lemmas = 0
        self.refuted = False
        self._clauses: dict[int, frozenset[int]] = {}
        # The one object of each literal: a set finds what it holds at once, and compares other objects digit by digit.
        self._literals: dict[int, int] = {}
        self._last = 0

    def add(self, literals: Sequence[int]) -> None:
        """Add the next clause of the formula, or a lemma that was checked."""
        self._last += 1
        self._clauses[self._last] = frozenset(map(self._literals.setdefault, literals, literals))

    def lemma(self, literals: Sequence[int], hints: Sequence[int]) -> None:
        """Check the next lemma, and keep it.

        Raises:
            ProofError: it does not follow from its hints.
        """
        if not self._follows(literals, hints):
            raise ProofError(f"expected a lemma that follows from its hints, found: {_said(literals)}")
        self.add(literals)
        self.lemmas += 1
        self.refuted = self.refuted or not literals

    def delete(self, numbers: Sequence[int]) -> None:
        """Forget clauses by their numbers; ProofError if there is no such clause."""
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise ProofError(f"expected clauses to delete, found {number}, which is none")

    def _follows(self, literals: Sequence[int], hints: Sequence[int]) -> bool:
        """Whether each hint leaves one literal, until one leaves none."""
        same, false = self._literals.get, set(literals)
        try:
            for clause in map(self._clauses.__getitem__, hints):
                left = clause - false
                if len(left) != 1:
                    return not left
                [literal] = left
                false.add(same(-literal, -literal))
        except KeyError as error:
            raise ProofError(f"expected the number of a clause as a hint, found {error}, which is none") from None
        return False


def _said(literals: Sequence[int]) -> str:
    shown = " ".join(map(str, literals[:8]))
    return f"{shown} ..." if len(literals) > 8 else shown or "the empty clause"
