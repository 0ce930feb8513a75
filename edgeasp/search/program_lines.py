"""The lines of a program of a user that state something about answers: those to begin with where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from edgeasp.encoding.own_rules import OwnRules, Reading
from edgeasp.solvers.clingo.syntax import ANSWER, INPUT, Kind, Signature, Statement, read

MOST_PLACES = 6
"""Lines that a remark names."""

_ABOUT = {"crowded": "chosenTile", "empty": "chosenTile", "unturned": "chosenRotation", "twisted": "chosenRotation"}
"""For each fault in the structure of an answer, the predicate that is wrong."""

_ROTATIONS = {"90", "180", "270", "360", "\\"}
_SIDE_OR_ROTATION = re.compile(r"\b(top|right|bottom|left|90|180|270|360)\b|\\")
_TURNED = re.compile(r"\b(90|180|270|360)\b|\\|\b(top|right|bottom|left)\b.*\b(top|right|bottom|left)\b")
"""Text of rules and facts that rotate sides."""

_SIDES = ("tileSide", 3)


class ProgramLines:
    """The statements of a program with their lines; each method names `MOST_PLACES` lines at most, such as `x.lp:3`.

    Attributes:
        statements: the statements, in the order of the files.
        reads: the predicates that some statement reads.
    """

    def __init__(self, own: OwnRules) -> None:
        self.statements: Sequence[Statement] = read(own.files)
        self.reads = {name for statement in self.statements for name in statement.reads}

    def that_give(self, names: Iterable[Signature], depth: int = 9, *, choices: bool = False) -> tuple[str, ...]:
        """The lines that give predicates, then those that give what these read, and so on `depth` times.

        With `choices`, choices alone where a level has some, and nothing that these read.
        """
        places: dict[str, None] = {}
        level, seen = set(names), set(INPUT)
        while level - seen and depth:
            seen |= level
            giving = [statement for statement in self.statements if _given(statement) & level]
            wanted = [statement for statement in giving if statement.kind is Kind.CHOICE] if choices else giving
            places |= {statement.place: None for statement in wanted or giving}
            level = {name for statement in giving for name in statement.reads} if not (choices and wanted) else set()
            depth -= 1
        return tuple(places)[:MOST_PLACES]

    def read_by(self, statements: Sequence[Statement]) -> tuple[str, ...]:
        """The lines that give what statements read, without those of the statements."""
        own = {statement.place for statement in statements}
        reads = {name for statement in statements for name in statement.reads}
        return tuple(place for place in self.that_give(reads, 1) if place not in own)

    def of_structure(self, faults: Sequence[str]) -> tuple[str, ...]:
        """The lines that give answers, and constraints on nothing else, where squares are crowded, empty and so on."""
        about = [name for name in sorted(ANSWER) if name[0] in {_ABOUT.get(fault, name[0]) for fault in faults}]
        behind = {name for predicate in about for name in self._behind(predicate)}
        constraints = [
            statement.place
            for statement in self.statements
            if statement.kind is Kind.CONSTRAINT and len(statement.reads - INPUT) == 1 and statement.reads & behind
        ]
        giving = self.that_give(ANSWER)[: MOST_PLACES - min(2, len(constraints))]
        return tuple(dict.fromkeys((*giving, *constraints)))[:MOST_PLACES]

    def _behind(self, predicate: Signature) -> set[Signature]:
        """A predicate, and those that the rules for it read, and so on."""
        behind, waiting = {predicate}, [predicate]
        for name in waiting:
            reads = {other for statement in self.statements if name in _given(statement) for other in statement.reads}
            waiting += reads - behind - INPUT
            behind |= reads - INPUT
        return behind

    def of_reading(self, reading: Reading) -> tuple[str, ...]:
        """The lines that state a convention: how an answer counts, or in which order its arguments stand."""
        if reading.permutes:
            return tuple(statement.place for statement in self.statements if _given(statement) & ANSWER)
        words: dict[str, set[str]] = {}
        for statement in self.statements:
            if statement.gives:
                used = (match[0] for match in _SIDE_OR_ROTATION.finditer(statement.text))
                words.setdefault(statement.place, set()).update(used)
        return tuple(place for place, used in words.items() if len(used) > 1 or used & _ROTATIONS)[:MOST_PLACES]

    def of_rotations(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """The lines that rotate tiles: what reads their sides beside a rotation, and the tables for that.

        Those that name one of the numbers, which are degrees, come first.
        """
        tables = [statement for statement in self.statements if statement.gives and _TURNED.search(statement.text)]
        table_predicates = {name for table in tables for name in _given(table)}
        readers = [
            statement
            for statement in self.statements
            if statement.gives and statement.reads & table_predicates and _SIDES in statement.reads
        ]
        named = [table for table in tables if any(re.search(rf"\b{number}\b", table.text) for number in numbers)]
        return tuple(dict.fromkeys(statement.place for statement in (*named, *readers, *tables)))[:MOST_PLACES]


def _given(statement: Statement) -> set[Signature]:
    """The predicates that a statement gives."""
    return {name for name, _ in statement.gives}
