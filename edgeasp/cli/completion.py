"""Shell completion of option values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgeasp.encoding.render import Component
    from edgeasp.formats.document import BoardFormat, PuzzleFormat


Values = Iterable[tuple[str, str]]
"""Values, each with its meaning."""


def one_of(values: Callable[[], Values]) -> Callable[[str], list[tuple[str, str]]]:
    """Return a completer for one value, evaluated only when needed."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        """List the values with a prefix."""
        return [(name, meaning) for name, meaning in values() if name.startswith(incomplete)]

    return complete


def some_of(values: Callable[[], Values], separator: str) -> Callable[[str], list[tuple[str, str]]]:
    """Return a completer for the last of several joined values."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        """List the unused values that complete the last one."""
        before, joined, last = incomplete.rpartition(separator)
        used = before.split(separator)
        return [
            (before + joined + name, meaning)
            for name, meaning in values()
            if name.startswith(last) and name not in used
        ]

    return complete


def components(*of: Component, more: Values = ()) -> Callable[[], Values]:
    """Return a source of component names and further values."""
    return lambda: [*((value.name, value.meaning) for value in of), *more]


def puzzle_formats() -> Values:
    """List the formats of puzzles with their titles."""
    from edgeasp.formats import recognition

    return [(form.name, form.title) for form in recognition.puzzles()]


def formats() -> Values:
    """List the formats of puzzles and solutions with their titles."""
    from edgeasp.formats import recognition

    every: list[PuzzleFormat | BoardFormat] = [*recognition.puzzles(), *recognition.boards()]
    return {form.name: form.title for form in every}.items()
