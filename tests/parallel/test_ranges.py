"""Lists of numbers and ranges, as seeds, sizes and numbers of colours are given."""

from __future__ import annotations

import pytest

from edgeasp.system.errors import OptionError
from edgeasp.system.lines import number_of, parse_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("7", [7]), ("2-4", [2, 3, 4]), (" 9, 2-3 ,3", [9, 2, 3]), ("0-9999", list(range(10_000))), ("20000", [20_000])],
)
def test_lists(text: str, numbers: list[int]) -> None:
    assert parse_numbers(text, "numbers", 0, 20_000) == numbers


@pytest.mark.parametrize("text", ["", "4,", "x", "-3", "3-", "5-4", "1", "20001", "2-10002", "٣", "1.5", "9" * 11])
def test_other_texts_are_refused(text: str) -> None:
    word = text.rsplit(",", maxsplit=1)[-1]
    with pytest.raises(OptionError, match=rf"expected numbers such as 2-4, found '{word}'"):
        parse_numbers(text, "numbers such as 2-4", 2, 20_000)


def test_a_number_of_things_is_said_in_the_singular_or_the_plural() -> None:
    assert [number_of(number, "board") for number in (0, 1, 2, 3000)] == [
        "0 boards",
        "1 board",
        "2 boards",
        "3,000 boards",
    ]
    assert [number_of(number, "colour of a side", "colours of sides") for number in (1, 2)] == [
        "1 colour of a side",
        "2 colours of sides",
    ]
