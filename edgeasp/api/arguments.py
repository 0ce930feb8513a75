"""Arguments of the public calls: limits, rules and sizes as a first guess gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike, fspath

from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.formats.files import read_rules, rules_in
from edgeasp.system.errors import OptionError, kind_of
from edgeasp.system.limits import Limits, in_seconds
from edgeasp.system.lines import quoted

Rules = str | PathLike[str]
"""Rules as a text, or as a file: a path, or a name that ends in `.lp`."""


def limits_of(limits: Limits, time_limit: float | str | None) -> Limits:
    """The limits of a call, to which the short form of the one on time belongs.

    Raises:
        OptionError: time is limited twice, or by something that is no time.
        TypeError: they are no limits.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"expected edgeasp.Limits(seconds=...) as limits, or time_limit=..., found {kind_of(limits)}")
    if time_limit is None:
        return limits
    if limits.seconds is not None:
        raise OptionError("time_limit and limits.seconds are one limit: give one of them")
    if isinstance(time_limit, str):
        return replace(limits, seconds=in_seconds(time_limit))
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float):
        raise OptionError(f"expected a number of seconds, or a time such as '8h', as time_limit, found {time_limit!r}")
    return replace(limits, seconds=float(time_limit))


def own_rules(add: Rules | Iterable[Rules], program: Rules | None, *, relaxed: bool = False) -> OwnRules:
    """The rules of a user, from texts and files.

    Raises:
        InputError: a file cannot be read, or clingo does not read its characters.
        OptionError: wrong boards are wanted, but there is no program that may give any.
        TypeError: something is neither a text nor a path.
    """
    added = list(add) if isinstance(add, Iterable) and not isinstance(add, str) else [add]
    rules = [file for rule in added for file in _rules(rule, "add")]
    if relaxed and program is None:
        raise OptionError("relaxed is for program=...: edgeasp's own rules give boards that keep all conditions")
    return OwnRules(() if program is None else _rules(program, "program"), tuple(rules), relaxed)


def _rules(rules: Rules, what: str) -> tuple[RulesFile, ...]:
    if isinstance(rules, PathLike):
        return read_rules(fspath(rules))
    if not isinstance(rules, str):
        raise TypeError(f"expected rules as a text or the path of a file as {what}, found {kind_of(rules)}")
    # No rule ends so, and no program but in a comment.
    if rules.endswith(".lp") and "\n" not in rules and "%" not in rules:
        return read_rules(rules)
    return rules_in(rules, what)


def as_size(size: int | str | tuple[int, int], rows: int | None = None) -> tuple[int, int]:
    """Columns and rows from a number, two of them, or a text such as `12x6`; a number alone is that of both.

    Raises:
        OptionError: they are no columns and rows from 2.
    """
    numbers: Sequence[object]
    if isinstance(size, str):
        match = re.fullmatch(r"\s*([0-9]{1,4})(?:\s*[xX, ]\s*([0-9]{1,4}))?\s*", size, re.ASCII)
        numbers = (int(match[1]), int(match[2] or match[1])) if match else ()
    else:
        numbers = size if isinstance(size, Sequence) else (size, size if rows is None else rows)
    match list(numbers):
        case [int(cols), int(high)] if min(cols, high) >= 2 and rows in (None, high):
            return cols, high
    text = quoted(size) if isinstance(size, str) else repr(size if rows is None else (size, rows))
    raise OptionError(f"expected columns and rows from 2, such as 12x6, found {text}")


def as_name(path: str | PathLike[str]) -> str:
    """The name of a file.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"expected the name of a file, found {kind_of(path)}")
    return fspath(path)


def as_text(text: str) -> str:
    """The same text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a text, found {kind_of(text)}")
    return text
