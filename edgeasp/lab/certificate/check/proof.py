"""The steps of a proof, read in one way for all checkers.

Two programs can read one text as two proofs: to a program in C, `08` may be 0 and then 8. So each number, each line
and each lemma has one form here, anything else is refused, and other programs get files that are written anew from the
steps. `proof.lrat` is the proof; `proof.drat` has to be the same without numbers and hints, line by line.

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
from collections.abc import Iterable, Iterator
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
        lrat: that line.
        drat: the line of proof.drat.
        number: that of the clause, after those of the formula.
        literals: of the clause.
        hints: the numbers of other clauses.
    """

    line: int
    lrat: str
    drat: str
    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deletion:
    """Clauses that are not used any more.

    Attributes:
        line: its line in proof.lrat.
        lrat: that line.
        drat: the lines of proof.drat, of which there may be none.
        number: that of the lemma before it.
        clauses: their numbers.
        lemmas: the literals of those that proof.drat deletes.
    """

    line: int
    lrat: str
    drat: str
    number: int
    clauses: tuple[int, ...]
    lemmas: tuple[tuple[int, ...], ...]


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
            step = Lemma(
                line,
                text,
                f"{literals[1:]} 0\n" if literals else "0\n",
                int(match[1]),
                *map(_integers, match.group(2, 3)),
            )
            _require_lemma(step, number, variables)
            live[number] = literals
        elif match := _DELETION.fullmatch(text):
            deleted = _integers(match[2])
            # A unit has one blank, before its literal.
            lemmas = [lemma for clause in deleted if (lemma := live.pop(clause, "")).count(" ") > 1]
            drat = "".join(f"d{lemma} 0\n" for lemma in lemmas)
            step = Deletion(line, text, drat, int(match[1]), deleted, tuple(map(_integers, lemmas)))
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
