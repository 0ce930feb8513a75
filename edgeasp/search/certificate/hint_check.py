"""Checks a proof with hints, in the format LRAT, without a solver: each lemma follows from the clauses that it names.

A lemma holds if its literals cannot all be false: then each clause that the hints name has one literal left, which
must be true, until a clause has none. See "Efficient certified RAT verification" (Cruz-Filipe, Heule, Hunt, Kaufmann
and Schneider-Kamp, 2017), whose RAT steps this checker does not take. It imports nothing of edgeasp.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clause = Sequence[int] | frozenset[int]


class ProofError(Exception):
    """A line of a proof, from 1, and what is wrong with it."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message


class HintChecker:
    """The clauses of a formula, numbered from 1, and the lemmas that were checked.

    Attributes:
        lemmas: how many.
        refuted: whether one of them is the empty clause, so that the formula has no model.
    """

    def __init__(self) -> None:
        self.lemmas = 0
        self.refuted = False
        self._clauses: dict[int, Clause] = {}

    def add(self, literals: Sequence[int]) -> None:
        """Add the next clause of the formula."""
        self._clauses[len(self._clauses) + 1] = _stored(literals)

    def check(self, lines: Iterable[str]) -> None:
        """Check the lines of a proof, up to the empty clause.

        Raises:
            ProofError: a lemma does not follow from its hints, or there is no empty clause.
        """
        line = 0
        for line, text in enumerate(lines, start=1):
            self.step(line, text)
            if self.refuted:
                return
        raise ProofError(line + 1, "expected a proof that ends with the empty clause, found the end of the file")

    def step(self, line: int, text: str) -> None:
        """Check one line: a lemma with its hints, or clauses to delete."""
        words = text.split()
        if words[1:2] == ["d"]:
            self._delete(line, _numbers(line, words[2:]))
            return
        number, *rest = _numbers(line, words)
        if 0 not in rest:
            raise ProofError(line, "expected a lemma: a number, literals, 0, hints, 0")
        end = rest.index(0)
        literals = rest[:end]
        if number in self._clauses:
            raise ProofError(line, f"expected the number of a new lemma, found {number}, which is another clause")
        if not self._follows(line, literals, rest[end + 1 :]):
            raise ProofError(line, f"expected a lemma that follows from its hints, found: {_said(literals)}")
        self._clauses[number] = _stored(literals)
        self.lemmas += 1
        self.refuted = not literals

    def _follows(self, line: int, literals: Sequence[int], hints: Sequence[int]) -> bool:
        false = set(literals)
        for hint in hints:
            clause = self._clauses.get(hint)
            if clause is None:
                raise ProofError(line, f"expected the number of a clause as a hint, found {hint}, which is none")
            left = clause - false if isinstance(clause, frozenset) else [each for each in clause if each not in false]
            if not left:
                return True
            if len(left) > 1:
                return False
            false.update(-each for each in left)
        return False

    def _delete(self, line: int, numbers: Sequence[int]) -> None:
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise ProofError(line, f"expected clauses to delete, found {number}, which is none")


def _stored(literals: Sequence[int]) -> Clause:
    # A long clause loses its false literals faster as a set; short ones take less memory as they are.
    return frozenset(literals) if len(literals) > 4 else tuple(literals)


def _numbers(line: int, words: Sequence[str]) -> list[int]:
    """The numbers of a line, without the 0 at its end."""
    try:
        *numbers, end = map(int, words)
    except ValueError:
        end = -1
    if end != 0 or not words:
        raise ProofError(line, "expected numbers that end with 0")
    return numbers


def _said(literals: Sequence[int]) -> str:
    said = " ".join(map(str, literals[:8]))
    return f"{said} ..." if len(literals) > 8 else said or "the empty clause"
