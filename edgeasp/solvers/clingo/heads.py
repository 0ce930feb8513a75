"""The predicates that rules of a user define: none of those of an encoding, but those of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from edgeasp.encoding.own_rules import RulesFile
from edgeasp.solvers.clingo.syntax import Kind, Signature, Statement, read
from edgeasp.system.errors import InputError

INPUT = frozenset(
    {
        *(("tile", 1), ("colour", 1), ("col", 1), ("row", 1), ("rotation", 1), ("side", 1), ("tileSide", 3)),
        *(("frame", 1), ("tileSign", 2), ("clue", 4)),
    }
)
"""The predicates of the facts, by name and number of arguments."""

ANSWER = frozenset({("chosenTile", 3), ("chosenRotation", 3)})
"""Those of an answer."""


def require_new(files: tuple[RulesFile, ...], encoding: str) -> None:
    """Make sure that rules which are added to an encoding define predicates of their own only.

    Raises:
        InputError: they define one of the encoding, the facts or the answer, or are no rules.
    """
    if not files:
        return
    known = {signature for each in read([RulesFile("", encoding)]) for signature, _ in each.gives} | INPUT
    for file in files:
        for (name, arity), line in (
            given for each in read([file]) if each.kind is not Kind.SHOW for given in each.gives
        ):
            if (name, arity) in ANSWER:
                advice = "state a condition on it, as in ':- not chosenTile(1,1,7).'"
            elif (name, arity) in known:
                advice = "choose another name"
            else:
                continue
            raise InputError(file.name, line, f"expected a predicate of your own, found {name}/{arity}: {advice}")


def lacking_answers(program: Sequence[Statement]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """For each predicate of an answer that a program does not give: what it gives instead, and on which lines."""
    given = {signature: each.place for each in program for signature, _ in each.gives}
    others = [signature for signature in given if signature not in INPUT | ANSWER]
    for name, arity in sorted(ANSWER, reverse=True):
        if (name, arity) in given:
            continue
        close = get_close_matches(name, [one for one, _ in others], 3, 0.6)
        like = [each for each in others if each[0].lower() == name.lower() or each[0] in close]
        text = f"no rule gives {name}/{arity}; the program gives {', '.join(map(words, given)) or 'nothing'}"
        perhaps = f"; perhaps {words(like[0])} is meant" if like else ""
        yield text + perhaps, tuple(dict.fromkeys(given[each] for each in like))


def words(signature: Signature) -> str:
    """A predicate as people write it."""
    return f"{signature[0]}/{signature[1]}"
