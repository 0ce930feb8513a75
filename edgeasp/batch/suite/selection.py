"""Which sizes and which colours: what `4-8,10x6` and `5-9,12` stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edgeasp.batch.suite.folders import Board
from edgeasp.puzzle.errors import OptionError

_RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", re.ASCII)
_RECTANGLE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)

Size = tuple[int, int]
"""Columns and rows."""


def sizes(text: str) -> list[Size]:
    """The sizes that a list names: numbers, ranges, and rectangles such as `10x6`.

    Raises:
        OptionError: it is not such a list, or a size is smaller than 2.
    """
    found: list[Size] = []
    for word in _words(text):
        rectangle = _RECTANGLE.fullmatch(word)
        if rectangle:
            found.append((int(rectangle[1]), int(rectangle[2])))
        else:
            found += [(size, size) for size in _range(word, "sizes such as 4-8 or 4,6,10x8", 2)]
    if min(map(min, found)) < 2:
        raise OptionError(f"expected sizes of at least 2, found {text!r}")
    return list(dict.fromkeys(found))


def numbers(text: str) -> list[int]:
    """The numbers of colours that a list of numbers and ranges names.

    Raises:
        OptionError: it is not such a list.
    """
    return list(dict.fromkeys(number for word in _words(text) for number in _range(word, "colours such as 5-9,12", 1)))


def chosen(boards: Iterable[Board], sizes: list[Size] | None, colours: list[int] | None) -> list[Board]:
    """Those boards that have one of the sizes and one of the numbers of colours; None means any."""
    return [
        board
        for board in boards
        if (sizes is None or (board.place.cols, board.place.rows) in sizes)
        and (colours is None or board.place.colours in colours)
    ]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _range(word: str, what: str, least: int) -> range:
    match = _RANGE.fullmatch(word)
    if not match or not least <= int(match[1]) <= int(match[2] or match[1]):
        raise OptionError(f"expected {what}, found {word!r}")
    return range(int(match[1]), int(match[2] or match[1]) + 1)
