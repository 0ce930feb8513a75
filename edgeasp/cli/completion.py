"""The values that a shell completes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgeasp.encoding.render import Component
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
    return lambda: [*((value.name, value.meaning) for value in of), *more]


def puzzle_formats() -> Values:
    """The formats of puzzles."""
    from edgeasp.formats import recognition

    return [(form.name, form.title) for form in recognition.puzzles()]


def formats() -> Values:
    """The formats of puzzles and of solutions; those that are of both once."""
    from edgeasp.formats import recognition

    every: list[PuzzleFormat | BoardFormat] = [*recognition.puzzles(), *recognition.boards()]
    return {form.name: form.title for form in every}.items()
