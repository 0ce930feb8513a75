"""Ground atoms as plain values: what crosses the door to clingo, and what facts and answers are made of."""

from __future__ import annotations

from dataclasses import dataclass

Argument = int | str
"""A number, or a constant by its name; any other term appears as its text in parentheses."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A ground atom such as `chosenTile(1,2,3)`."""

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}({','.join(map(str, self.arguments))})"
