"""Selection of boards by sizes and numbers of colours, as in `4-8,10x6` and `5-9,12`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edgeasp.batch.suite.folders import SuiteBoard
from edgeasp.system.errors import OptionError
from edgeasp.system.lines import parse_numbers

_RECTANGLE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)
_MOST = 9_999

Size = tuple[int, int]
"""Columns and rows."""


def sizes(text: str) -> list[Size]:
    """The sizes in a list of numbers, ranges, and rectangles such as `10x6`."""
    found: list[Size] = []
    for word in map(str.strip, text.split(",")):
        if rectangle := _RECTANGLE.fullmatch(word):
            found.append((int(rectangle[1]), int(rectangle[2])))
        else:
            found += [(size, size) for size in parse_numbers(word, "sizes such as 4-8 or 4,6,10x8", 2, _MOST)]
    if min(map(min, found)) < 2:
        raise OptionError(f"expected sizes of at least 2, found {text!r}")
    return list(dict.fromkeys(found))


def numbers(text: str) -> list[int]:
    """The numbers of colours in a list of numbers and ranges."""
    return parse_numbers(text, "colours such as 5-9,12", 1, _MOST)


def select(boards: Iterable[SuiteBoard], sizes: list[Size] | None, colours: list[int] | None) -> list[SuiteBoard]:
    """The boards that have one of the sizes and one of the numbers of colours; None allows any."""
    return [
        board
        for board in boards
        if (sizes is None or (board.place.cols, board.place.rows) in sizes)
        and (colours is None or board.place.colours in colours)
    ]
