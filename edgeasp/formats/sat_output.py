"""The models in the output of a SAT solver."""

from __future__ import annotations

import re
from dataclasses import dataclass

from edgeasp.formats.lines import quoted
from edgeasp.puzzle.errors import InputError

_LITERAL = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_VERDICT = re.compile(r"(?:s\s+)?(SAT|SATISFIABLE|UNSAT|UNSATISFIABLE|INDET|INDETERMINATE|UNKNOWN)")
_NUMBERS = re.compile(r"(?:v\s+)?-?[0-9]+(?:\s|$)", re.ASCII)
_OF_A_SOLVER = re.compile(r"^(?:v[ \t]+-?[0-9]|-?[0-9]|SAT\s*$|UNSAT\s*$)", re.ASCII | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Model:
    """The true variables of a model, the largest variable in it, and its first line."""

    true: frozenset[int]
    largest: int
    line: int


def is_output(text: str) -> bool:
    """Whether the text is probably the output of a SAT solver rather than that of clingo."""
    return bool(_OF_A_SOLVER.search(text))


def read(text: str, source: str) -> list[Model]:
    """The models in the output of a SAT solver; none if it is UNSATISFIABLE.

    The formats are that of the SAT competitions (`s SATISFIABLE`, `v 1 -2 ... 0`), with any number of models, and the
    result files of MiniSat (`SAT`, then the literals). Variables that a model does not name are false.

    Raises:
        InputError: the text is neither, or holds no answer.
    """
    found: list[Model] = []
    literals: list[int] = []
    verdict, start = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        match = _VERDICT.fullmatch(line.strip())
        if match:
            verdict = match[1]
        elif _NUMBERS.match(line):
            start = start or number
            for word in line.removeprefix("v").split():
                if not _LITERAL.fullmatch(word):
                    raise InputError(source, number, f"expected a literal, a number, found {quoted(word)}")
                if int(word):
                    literals.append(int(word))
                    continue
                found.append(_model(literals, source, start))
                literals, start = [], 0
    if literals:
        raise InputError(source, start, "expected a model that ends with 0: it was cut off")
    if not found and not verdict.startswith("UNSAT"):
        what = f"no model, but {verdict}" if verdict else "none"
        raise InputError(source, None, f"expected the output of a SAT solver with a model (lines 'v'), found {what}")
    return found


def _model(literals: list[int], source: str, line: int) -> Model:
    true = frozenset(literal for literal in literals if literal > 0)
    both = [literal for literal in literals if -literal in true]
    if both:
        raise InputError(source, line, f"expected a model, found variable {-both[0]} both true and false")
    return Model(true, max(map(abs, literals), default=0), line)
