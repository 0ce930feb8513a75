"""Atoms and assumptions as plain values, the names of colours in them, and the text of facts.

The reader of facts knows comments, and arguments that are numbers and constants, or intervals `1..4` and pools
`(red;blue)` of these; `#const n=2.` gives a constant its value, and `#show` says nothing about facts. clingo's parser
would read far more: rules, other files, and terms that crash it or never end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod
from typing import NamedTuple

from edgeasp.puzzle.model import FRAME
from edgeasp.system.errors import InputError
from edgeasp.system.lines import DIGITS

Argument = int | str
"""A number, or a constant by its name; any other term as its text in parentheses."""


class Atom(NamedTuple):
    """A ground atom such as `chosenTile(1,2,3)`.

    >>> print(edgeasp.Atom("chosenTile", (1, 2, 3)))
    chosenTile(1,2,3)
    """

    # A tuple, because answers look atoms up: its hash needs no call of Python.

    name: str
    arguments: tuple[Argument, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True, slots=True)
class Assumption:
    """An atom that a search takes for true, or for false.

    `place(T,R,X,Y)` is tile T on the square in column X and row Y, turned R degrees clockwise, all from 1.

    >>> session = edgeasp.Session(edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz").puzzle))
    >>> corner = edgeasp.Assumption(edgeasp.Atom("place", (4, 270, 1, 1)))
    >>> sum(1 for found in session.solve(0, assumptions=[corner]))
    4
    """

    atom: Atom
    holds: bool = True

    def __str__(self) -> str:
        return str(self.atom) if self.holds else f"not {self.atom}"


Assumptions = tuple[Assumption, ...]
"""Assumptions that hold together."""


FRAME_NAME = "black"

_WORDS = (
    *(FRAME_NAME, "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta"),
    *("brown", "pink", "grey", "white", "olive", "teal", "navy", "maroon"),
)
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_REGULAR = re.compile(r"colour([1-9][0-9]{1,8})")


def colour_name(number: int) -> str:
    """The name of a colour: `black` for the frame, a plain colour word, or `colour17` and so on."""
    return _WORDS[number] if number < len(_WORDS) else f"colour{number}"


def colour_number(name: str) -> int | None:
    """The colour with this name, or None for a name that is not in the table."""
    if name in _NUMBERS:
        return _NUMBERS[name]
    match = _REGULAR.fullmatch(name)
    if match and int(match[1]) >= len(_WORDS):
        return int(match[1])
    return None


def colour_numbers(names: list[str], frame: str | None) -> dict[str, int]:
    """Colour numbers for the names of an instance, given in the order of its `colour` facts.

    If all names are in the table, and `black` is the frame if it occurs, these are the numbers of the table. Names that
    are all numbers are their own, if 0 is the frame or does not occur. Otherwise the frame, if there is one, is 0, and
    the others are numbered from 1 by first appearance.
    """
    number = int if all(map(str.isdecimal, names)) else colour_number
    table = {name: value for name in names if (value := number(name)) is not None}
    frame_fits = all((value == FRAME) == (name == frame) for name, value in table.items())
    if frame_fits and len({*table.values()}) == len({*names}):
        return table
    others = [name for name in dict.fromkeys(names) if name != frame]
    return {name: value for value, name in enumerate(others, start=1)} | ({frame: FRAME} if frame else {})


def names_by_number(names: Mapping[int, str]) -> tuple[str, ...]:
    """The names of colours in the order of their numbers, as `Puzzle` has them; none where numbers are far apart."""
    highest = max(names, default=0)
    # A colour may have a number of nine digits.
    return tuple(names.get(number, "") for number in range(highest + 1)) if highest <= 2 * len(names) else ()


MOST_ATOMS = 1_000_000
"""The most atoms that the intervals and pools of a file may stand for; more is taken for a damaged file."""

# Quantifiers are possessive or bounded, so that no text is read twice.
_BLANKS = r"[ \t\r\n]*+"
_NAME = r"(?!not\b)[_']{0,9}+[a-z][\w']{0,60}+"
_NUMBER = rf"-?(?:0|[1-9][0-9]{{0,{DIGITS - 1}}}+)"
_FACT = re.compile(
    rf"{_BLANKS}({_NAME}){_BLANKS}(?:\(((?:[^().]++|\.\.|\([^()]*+\))*+)\){_BLANKS})?+\.(?!\.)", re.ASCII
)
_ARGUMENT = re.compile(rf"{_BLANKS}(?:\(([^(),]++)\)|([^(),;]++)){_BLANKS}([,;]|\Z)", re.ASCII)
_CONST = re.compile(rf"{_BLANKS}#const{_BLANKS}({_NAME}){_BLANKS}={_BLANKS}({_NUMBER}){_BLANKS}\.(?!\.)", re.ASCII)
_SHOW = re.compile(
    rf"{_BLANKS}#show{_BLANKS}(?:-?{_NAME}{_BLANKS}/{_BLANKS}[0-9]{{1,9}}+{_BLANKS})?+\.(?!\.)", re.ASCII
)
_BOUND = rf"{_BLANKS}({_NUMBER}|{_NAME}){_BLANKS}"
_INTERVAL = re.compile(rf"{_BOUND}\.\.{_BOUND}", re.ASCII)
_TERM = re.compile(rf"{_BLANKS}(?:({_NUMBER})|({_NAME})){_BLANKS}", re.ASCII)
_IN_BLOCK = re.compile(r"\*%|%\*|%[^\n]*+")
_END = re.compile(r"\n|\.(?=\s|\Z)")

_Values = list[Sequence[Argument]]
"""The values of an argument: those of each interval and each term of a pool."""


def parse_facts(text: str, source: str) -> Iterator[tuple[Atom, int]]:
    """The atoms of a text that holds nothing but facts, each with the line on which its fact begins.

    Intervals and pools stand for all their atoms.

    Raises:
        InputError: the text holds something that is not a fact, or stands for too many atoms.
    """
    code = _without_comments(text, source)
    terms, left = _Terms(), MOST_ATOMS
    statements = _statements(code, source, terms.constants)
    # A constant may get its value behind its use.
    for name, body, line, start in list(statements) if "#" in code else statements:
        try:
            # Nearly all facts are without intervals and pools.
            atom = Atom(name, tuple(map(terms.__getitem__, body.split(","))) if body is not None else ())
        except KeyError:
            rows = _rows(body or "", terms)
        else:
            yield atom, line
            continue
        if rows is None:
            expected = f"a fact with constants, numbers of at most {DIGITS} digits, intervals and pools as arguments"
            raise InputError(source, line, f"expected {expected}, found {_quoted(code, start)}")
        for row in rows:
            count = prod(sum(map(len, values)) for values in row)
            left -= count
            if left < 0:
                expected = f"intervals and pools for at most {MOST_ATOMS:,} atoms in the file"
                raise InputError(source, line, f"expected {expected}, found more at {_quoted(code, start)}")
            if count:  # beside an empty interval, `product` would still list a long one
                values = product(*map(chain.from_iterable, row))
                yield from ((Atom(name, arguments), line) for arguments in values)


def _without_comments(text: str, source: str) -> str:
    """The text with blanks for its comments, on as many lines."""
    parts = []
    at = 0
    while (start := text.find("%", at)) >= 0:
        parts.append(text[at:start])
        if text.startswith("%*", start):
            at = _end_of_block(text, start, source)
            parts.append(" " + "\n" * text.count("\n", start, at))
        else:
            newline = text.find("\n", start)
            at = newline if newline >= 0 else len(text)
    return "".join(parts) + text[at:]


def _end_of_block(text: str, start: int, source: str) -> int:
    """The end of a comment `%* *%`. As in clingo, such comments nest, and `%` hides the rest of its line in them."""
    depth = 0
    for mark in _IN_BLOCK.finditer(text, start):
        depth += {"%*": 1, "*%": -1}.get(mark[0], 0)
        if not depth:
            return mark.end()
    raise InputError(source, text.count("\n", 0, start) + 1, "expected '*%' at the end of the comment, found none")


def _statements(code: str, source: str, constants: dict[str, int]) -> Iterator[tuple[str, str | None, int, int]]:
    """The name of each fact, the text between its parentheses, and the line and the position on which it begins.

    The values of constants are added to `constants` on the way.
    """
    line, counted, end = 1, 0, 0
    while match := _FACT.match(code, end) or _CONST.match(code, end) or _SHOW.match(code, end):
        start, end = match.start(match.re.groups and 1), match.end()
        line, counted = line + code.count("\n", counted, start), start
        if match.re is _FACT:
            yield match[1], match[2], line, start
        elif match.re is _CONST and constants.setdefault(match[1], int(match[2])) != int(match[2]):
            expected = f"one value for the constant {match[1]}, {constants[match[1]]}"
            raise InputError(source, line, f"expected {expected}, found {match[2]}")
    rest = code[end:].lstrip(" \t\r\n")
    if rest:
        start = len(code) - len(rest)
        stop = "" if "." in rest else " that ends with '.'"
        line += code.count("\n", counted, start)
        raise InputError(source, line, f"expected a fact{stop}, found {_quoted(code, start)}")


def _rows(body: str, terms: _Terms) -> list[list[_Values]] | None:
    """The alternatives between the parentheses of a fact, each with the values of its arguments.

    None if there is anything but terms, intervals and pools.
    """
    rows: list[list[_Values]] = [[]]
    at, separator = 0, ","
    while separator:
        argument = _ARGUMENT.match(body, at)
        if argument is None:
            return None
        pool, single, separator = argument.groups()
        values: _Values = []
        for item in (pool or single).split(";"):
            if interval := _INTERVAL.fullmatch(item):
                first, last = terms[interval[1]], terms[interval[2]]
                if isinstance(first, str) or isinstance(last, str):
                    return None
                values.append(range(first, last + 1))
            elif _TERM.fullmatch(item):
                values.append((terms[item],))
            else:
                return None
        rows[-1].append(values)
        if separator == ";":
            rows.append([])
        at = argument.end()
    return rows


class _Terms(dict[str, Argument]):
    """The values of numbers and constants, by their text."""

    def __init__(self) -> None:
        super().__init__()
        self.constants: dict[str, int] = {}

    def __missing__(self, text: str) -> Argument:
        match = _TERM.fullmatch(text)
        if match is None:
            raise KeyError(text)
        self[text] = value = int(match[1]) if match[1] else self.constants.get(match[2], match[2])
        return value


def _quoted(code: str, start: int) -> str:
    """The statement that begins here, as an error message quotes it."""
    end = _END.search(code, start, start + 60)
    quoted = ascii(code[start : end.end() if end else start + 60].strip())
    return quoted if len(quoted) <= 80 else quoted[:80] + "..."
