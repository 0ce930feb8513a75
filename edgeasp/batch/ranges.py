"""Lists of numbers and ranges on the command line, such as `5-9,12`."""

from __future__ import annotations

import re

from edgeasp.system.errors import OptionError

_RANGE = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?", re.ASCII)
_LONGEST = 10_000


def parse_numbers(text: str, expected: str, least: int, most: int) -> list[int]:
    """The numbers that a list names, each once, in its order.

    `expected` is an example for the message of an error, such as `seeds such as 1-5`.
    """
    found: dict[int, None] = {}
    for word in text.split(","):
        match = _RANGE.fullmatch(word.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not (match and least <= first <= last <= most and last - first < _LONGEST):
            raise OptionError(f"expected {expected}, found {word.strip()!r}")
        found |= dict.fromkeys(range(first, last + 1))
    return list(found)
