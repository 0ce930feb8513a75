"""Ground atoms as plain values: facts, answers and assumptions are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
