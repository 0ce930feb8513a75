"""Values of options that a shell completes, each with what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgeasp.encoding.components import Component
    from edgeasp.formats.document import BoardFormat, PuzzleFormat

Values = Iterable[tuple[str, str]]
"""Values, each with its meaning."""


def one_of(values: Callable[[], Values]) -> Callable[[str], list[tuple[str, str]]]:
    """Completes one of some values; they are asked for only when a shell completes."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        return [(name, meaning) for name, meaning in values() if name.startswith(incomplete)]

    return complete


def some_of(values: Callable[[], Values], separator: str) -> Callable[[str], list[tuple[str, str]]]:
    """Completes the last of several values that are joined by a separator, none of them twice."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        before, joined, last = incomplete.rpartition(separator)
        used = before.split(separator)
        return [
            (before + joined + name, meaning)
            for name, meaning in values()
            if name.startswith(last) and name not in used
        ]

    return complete


def components(*of: Component, more: Values = ()) -> Callable[[], Values]:
    """The names of parts of encodings, and further values."""
    return lambda: [*((each.name, each.meaning) for each in of), *more]


def puzzle_formats() -> Values:
    """The formats of puzzles."""
    from edgeasp.formats import registry

    return [(each.name, each.title) for each in registry.puzzles()]


def formats() -> Values:
    """The formats of puzzles and of solutions; those that are of both once."""
    from edgeasp.formats import registry

    every: list[PuzzleFormat | BoardFormat] = [*registry.puzzles(), *registry.boards()]
    return {each.name: each.title for each in every}.items()
