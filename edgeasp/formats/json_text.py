"""Strict JSON for the JSON formats, with messages that name the place.

Numbers are integers of limited length, `true` is no 1, each key occurs once, and the nesting is limited.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from edgeasp.formats.lines import DIGITS, quoted
from edgeasp.puzzle.errors import InputError
from edgeasp.puzzle.model import Sides, Tile


def load(text: str, source: str) -> dict[str, object]:
    """The JSON object that the text holds.

    Raises:
        InputError: the text is not JSON, or no object, or breaks one of these rules.
    """

    def integer(digits: str) -> int:
        if len(digits.lstrip("-")) > DIGITS:
            raise InputError(source, None, f"expected numbers of at most {DIGITS} digits, found {quoted(digits)}")
        return int(digits)

    def constant(name: str) -> object:
        raise InputError(source, None, f"expected JSON, found {name}")

    def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                raise InputError(source, None, f"expected each key once, found {quoted(key)} again")
            found[key] = value
        return found

    try:
        value = json.loads(text, parse_int=integer, parse_constant=constant, object_pairs_hook=mapping)
    except json.JSONDecodeError as error:
        message = f"expected JSON, found something else in column {error.colno} ({error.msg[0].lower()}{error.msg[1:]})"
        raise InputError(source, error.lineno, message) from None
    except RecursionError:
        raise InputError(source, None, "expected JSON that describes a puzzle, found deeply nested lists") from None
    if not isinstance(value, dict):
        raise InputError(source, None, f"expected a JSON object, found {described(value)}")
    return value


def member(value: dict[str, object], key: str, source: str, where: str = "") -> object:
    """The value of a key.

    Raises:
        InputError: it is missing; `where` names the object.
    """
    if key not in value:
        raise InputError(source, None, f"expected {quoted(key)} in {where or 'the object'}, found none")
    return value[key]


def number(value: object, low: int, high: int, source: str, where: str) -> int:
    """A natural number in a range; `where` names its place.

    Raises:
        InputError: it is anything else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = f"{where} to be a number from {low} to {high}"
        raise InputError(source, None, f"expected {wanted}, found {described(value)}")
    return value


def items(value: object, source: str, where: str) -> list[object]:
    """A list; `where` names its place.

    Raises:
        InputError: it is anything else.
    """
    if not isinstance(value, list):
        raise InputError(source, None, f"expected {where} to be a list, found {described(value)}")
    return value


def tiles(value: object, cols: int, rows: int, source: str) -> tuple[Tile, ...]:
    """The tiles that the list `pieces` describes, each clockwise from the top.

    Raises:
        InputError: it is no such list, or not one for the size of the board.
    """
    pieces = items(value, source, "'pieces'")
    if len(pieces) != cols * rows:
        raise InputError(source, None, f"expected {cols * rows} pieces for {cols} x {rows}, found {len(pieces)}")
    return tuple(Tile(_sides(piece, source, f"pieces[{index}]")) for index, piece in enumerate(pieces))


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


def _sides(value: object, source: str, where: str) -> Sides:
    colours = items(value, source, where)
    if len(colours) != 4:
        raise InputError(source, None, f"expected {where} to have four sides, found {len(colours)}")
    highest = 10**DIGITS - 1
    north, east, south, west = (
        number(colour, 0, highest, source, f"{where}[{side}]") for side, colour in enumerate(colours)
    )
    return north, east, south, west
