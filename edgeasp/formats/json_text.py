"""Strict JSON for the JSON formats, with messages that name the place.

Numbers are integers of limited length, `true` is no 1, each key occurs once, and the nesting is limited.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from edgeasp.puzzle.model import Sides, Tile, as_sides
from edgeasp.system.errors import InputError
from edgeasp.system.lines import HIGHEST, quoted

MOST_DIGITS = 20
"""The most digits of a number, for the hashes of 64 bits in some files; other numbers are shorter."""


_MOST = 10**12
"""More than any amount: seconds since 1970 are fewer."""


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and its place in the text, for messages; its methods raise InputError."""

    content: object
    source: str
    place: str = ""

    def error(self, kind: str) -> InputError:
        """An error that expects another kind of value."""
        return InputError(self.source, None, f"expected {self.place} to be {kind}, found {described(self.content)}")

    @property
    def keys(self) -> set[str]:
        """The keys of an object."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        return set(self.content)

    def get(self, key: str) -> object:
        """The content of a key, whatever it is; None if there is none."""
        return self.member(key).content if key in self.keys else None

    def member(self, key: str) -> Value:
        """The value of a key."""
        if not isinstance(self.content, dict):
            raise self.error("an object")
        if key not in self.content:
            where = self.place or "the object"
            raise InputError(self.source, None, f"expected {quoted(key)} in {where}, found none")
        return Value(self.content[key], self.source, f"{self.place}.{key}" if self.place else quoted(key))

    def number(self, low: int = 0, high: int = HIGHEST) -> int:
        """A natural number in a range."""
        value = self.content
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(f"a number from {low} to {high}")
        return value

    def amount(self) -> float:
        """A number that may have a fraction, at least 0 and less than a trillion."""
        value = self.content
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < _MOST:
            raise self.error("an amount of at least 0")
        return value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.content, bool):
            raise self.error("true or false")
        return self.content

    def text(self) -> str:
        """A string."""
        if not isinstance(self.content, str):
            raise self.error("a string")
        return self.content

    def texts(self) -> tuple[str, ...]:
        """The strings of a list."""
        return tuple(item.text() for item in self.items())

    def items(self) -> list[Value]:
        """The values of a list."""
        if not isinstance(self.content, list):
            raise self.error("a list")
        name = self.place.strip("'")
        return [Value(item, self.source, f"{name}[{index}]") for index, item in enumerate(self.content)]

    def tiles(self, cols: int, rows: int) -> tuple[Tile, ...]:
        """The tiles that a list of pieces describes, each clockwise from the top, as many as the board has squares."""
        pieces = self.items()
        if len(pieces) != cols * rows:
            wanted = f"{cols * rows} pieces for {cols} x {rows}"
            raise InputError(self.source, None, f"expected {wanted}, found {len(pieces)}")
        return tuple(Tile(piece.sides()) for piece in pieces)

    def sides(self) -> Sides:
        """The sides of a tile."""
        colours = [item.number() for item in self.items()]
        if len(colours) != 4:
            raise InputError(self.source, None, f"expected {self.place} to have four sides, found {len(colours)}")
        return as_sides(colours)


def load(text: str, source: str, most_digits: int = MOST_DIGITS) -> Value:
    """The JSON object that the text holds; InputError if it is none, or breaks one of these rules."""

    def integer(digits: str) -> int:
        if len(digits.lstrip("-")) > most_digits:
            raise InputError(source, None, f"expected numbers of at most {most_digits} digits, found {quoted(digits)}")
        return int(digits)

    def constant(name: str) -> object:
        raise InputError(source, None, f"expected JSON, found {name}")

    def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members: dict[str, object] = {}
        for key, value in pairs:
            if key in members:
                raise InputError(source, None, f"expected each key once, found {quoted(key)} again")
            members[key] = value
        return members

    try:
        value = json.loads(text, parse_int=integer, parse_constant=constant, object_pairs_hook=mapping)
    except json.JSONDecodeError as error:
        message = f"expected JSON, found something else in column {error.colno} ({error.msg[0].lower()}{error.msg[1:]})"
        raise InputError(source, error.lineno, message) from None
    except RecursionError:
        raise InputError(source, None, "expected JSON, found deeply nested lists") from None
    if not isinstance(value, dict):
        raise InputError(source, None, f"expected a JSON object, found {described(value)}")
    return Value(value, source)


def has_keys(text: str, *keys: str) -> bool:
    """Whether a text begins like a JSON object and has all these keys somewhere."""
    return text.lstrip().startswith("{") and all(re.search(rf'"{key}"\s*:', text) for key in keys)


def piece_list(pieces: Sequence[Tile]) -> str:
    """The canonical text of the list `pieces`, a line a piece."""
    return "[\n" + ",\n".join(f"    {json.dumps(tile.sides)}" for tile in pieces) + "\n  ]"


def described(value: object) -> str:
    """A value as a message names it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return quoted(str(value)) if isinstance(value, str) else str(value)
