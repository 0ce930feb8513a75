"""Slips of typing: what people do wrong when they type a puzzle, a line a tile."""

from __future__ import annotations

import random

KEYS = dict(zip("1234567890", ["2q", "13w", "24e", "35r", "46t", "57y", "68u", "79i", "80o", "9p"], strict=True))
"""The keys beside those of the digits."""

KINDS = ("key", "stuck", "joined", "left out", "twice", "line twice", "swapped")
"""A key beside the right one; a digit that comes twice; two numbers without a blank; a number that is missing, or comes
twice; a line that comes twice in place of the next; two neighbouring numbers of a border tile in the wrong order."""


def slip(rng: random.Random, kind: str, lines: list[list[str]]) -> tuple[list[list[str]], int]:
    """The lines of the tiles with a slip, and which of them, from 0, is wrong then."""
    typed = [list(words) for words in lines]
    at = rng.randrange(len(typed))
    if kind == "line twice":
        at = rng.randrange(1, len(typed))
        typed[at] = list(typed[at - 1])
        return typed, at
    if kind == "swapped":
        at = rng.choice([number for number, words in enumerate(typed) if "0" in words])
    words = typed[at]
    place = rng.randrange(3 if kind in ("joined", "swapped") else 4)
    word = words[place]
    digit = rng.randrange(len(word))
    if kind == "key":
        words[place] = word[:digit] + rng.choice(KEYS[word[digit]]) + word[digit + 1 :]
    elif kind == "stuck":
        words[place] = word[: digit + 1] + word[digit:]
    elif kind == "joined":
        words[place : place + 2] = [word + words[place + 1]]
    elif kind == "left out":
        del words[place]
    elif kind == "twice":
        words.insert(place, word)
    else:
        words[place : place + 2] = [words[place + 1], word]
    return typed, at
