"""Atoms and assumptions as plain values, and the names of colours in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from edgeasp.puzzle.model import FRAME

Argument = int | str
"""A number, or a constant by its name; any other term as its text in parentheses."""


class Atom(NamedTuple):
    """A ground atom such as `chosenTile(1,2,3)`.

    >>> print(edgeasp.Atom("chosenTile", (1, 2, 3)))
    chosenTile(1,2,3)
    """

    # A tuple, because answers look atoms up: its hash needs no call of Python.

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True, slots=True)
class Assumption:
    """An atom that a search takes for true, or for false.

    `place(T,R,X,Y)` is tile T on the square in column X and row Y, turned R degrees clockwise, all from 1.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> corner = edgeasp.Assumption(edgeasp.Atom("place", (4, 270, 1, 1)))
    >>> sum(1 for found in session.solve(0, assumptions=[corner]))
    4
    """

    atom: Atom
    holds: bool = True

    def __str__(self) -> str:
        return str(self.atom) if self.holds else f"not {self.atom}"


Assumptions = tuple[Assumption, ...]
"""Assumptions that hold together."""


FRAME_NAME = "black"

_WORDS = (
    *(FRAME_NAME, "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta"),
    *("brown", "pink", "grey", "white", "olive", "teal", "navy", "maroon"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_REGULAR = re.compile(r"colour([1-9][0-9]{1,8})")


def colour_name(number: int) -> str:
    """The name of a colour: `black` for the frame, a plain colour word, or `colour17` and so on."""
    return _WORDS[number] if number < len(_WORDS) else f"colour{number}"


def colour_number(name: str) -> int | None:
    """The colour with this name, or None for a name that is not in the table."""
    if name in _NUMBERS:
        return _NUMBERS[name]
    match = _REGULAR.fullmatch(name)
    if match and int(match[1]) >= len(_WORDS):
        return int(match[1])
    return None


def colour_numbers(names: list[str], frame: str | None) -> dict[str, int]:
    """Colour numbers for the names of an instance, given in the order of its `colour` facts.

    If all names are in the table, and `black` is the frame if it occurs, these are the numbers of the table.
    Otherwise the frame, if there is one, is 0, and the others are numbered from 1 by first appearance.
    """
    table = {name: value for name in names if (value := colour_number(name)) is not None}
    if len(table) == len(set(names)) and all((value == FRAME) == (name == frame) for name, value in table.items()):
        return table
    others = [name for name in dict.fromkeys(names) if name != frame]
    return {name: value for value, name in enumerate(others, start=1)} | ({frame: FRAME} if frame else {})


def names_by_number(names: Mapping[int, str]) -> tuple[str, ...]:
    """The names of colours in the order of their numbers, as `Puzzle` has them; none where numbers are far apart."""
    highest = max(names, default=0)
    # A colour may have a number of nine digits.
    return tuple(names.get(number, "") for number in range(highest + 1)) if highest <= 2 * len(names) else ()
