"""Shell completion of option values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgeasp.encoding.render import Component


Values = Iterable[tuple[str, str]]
"""Values, each with its meaning."""


def one_of(values: Callable[[], Values], separator: str = "\n") -> Callable[[str], list[tuple[str, str]]]:
    """Return a completer for the last of some values.

    Args:
        values: called when a value is completed.
        separator: between values.
    """

    def complete(incomplete: str) -> list[tuple[str, str]]:
        """List the unused values that complete the last one."""
        before, joined, last = incomplete.rpartition(separator)
        used = before.split(separator) if joined else ()
        fitting = [(name, meaning) for name, meaning in values() if name.startswith(last) and name not in used]
        return [(before + joined + name, meaning) for name, meaning in fitting]

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

    return dict([*puzzle_formats(), *((form.name, form.title) for form in recognition.boards())]).items()
