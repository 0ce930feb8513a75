"""Answers in the output of a stand-alone clingo, as text or JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from edgeasp.encoding import answers
from edgeasp.encoding.atoms import Atom
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import AnswerError, InputError

_ANSWER = re.compile(r"Answer: \d+")
# A whole atom, neither negated nor an argument of another one; no board needs longer numbers.
_CHOSEN = re.compile(r"(?<![^\s.])(chosenTile|chosenRotation)\((\d{1,9}),(\d{1,9}),(\d{1,9})\)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answer:
    """The atoms of the class in one answer, and its line in text output."""

    atoms: tuple[Atom, ...]
    line: int | None


def read(text: str, source: str) -> list[Answer]:
    """The answers in the output of clingo: text, JSON (`--outf=2`), or plain atoms as facts; else InputError.

    The output UNSATISFIABLE has no answers.
    """
    if text.lstrip().startswith("{"):
        return _from_json(text, source)
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _ANSWER.match(line)]
    if starts:
        # The answer is on the line after its number; it may be empty.
        return [Answer(_atoms(lines[number + 1] if number + 1 < len(lines) else ""), number + 2) for number in starts]
    if re.search(r"^(s )?UNSATISFIABLE\s*$", text, re.MULTILINE):
        return []
    atoms = _atoms(re.sub("%.*", "", text))
    if not atoms:
        raise InputError(source, None, "expected the output of clingo with chosenTile and chosenRotation, found none")
    return [Answer(atoms, None)]


def solutions(text: str, source: str, puzzle: Puzzle, *, partial: bool = False) -> list[Solution]:
    """The answers in the output of clingo as solutions, which are not checked; `partial` as for `answers.from_atoms`.

    Raises:
        InputError: as `read` does, or an answer is not a tile and a rotation for each square.
    """
    found = []
    for number, each in enumerate(read(text, source), start=1):
        try:
            found.append(answers.from_atoms(each.atoms, puzzle, partial=partial))
        except AnswerError as error:
            raise InputError(source, each.line, f"answer {number}: {error}") from None
    return found


def _atoms(text: str) -> tuple[Atom, ...]:
    return tuple(Atom(name, (int(x), int(y), int(value))) for name, x, y, value in _CHOSEN.findall(text))


def _from_json(text: str, source: str) -> list[Answer]:
    try:
        output = json.loads(text)
        witnesses = [witness["Value"] for call in output["Call"] for witness in call.get("Witnesses", [])]
        found = [Answer(_atoms(" ".join(atoms)), None) for atoms in witnesses]
        result = output["Result"]
    except json.JSONDecodeError as error:
        raise InputError(source, error.lineno, f"expected JSON as clingo --outf=2 prints it ({error.msg})") from None
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError):
        raise InputError(source, None, "expected JSON as clingo --outf=2 prints it, found other JSON") from None
    if not found and result != "UNSATISFIABLE":
        raise InputError(source, None, f"expected answers, or the result UNSATISFIABLE, found {str(result)[:24]!a}")
    return found
