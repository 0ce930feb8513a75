"""Models and statistics as numbers: by what is private in clingo, or without it.

The variable `EDGEASP_PUBLIC_CLINGO` hides what is private; where a release of clingo lacks it, it is not used either.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from edgeasp.solvers.interface import ProblemSize, Statistics

if TYPE_CHECKING:
    from clingo import Control, Symbol

    from edgeasp.solvers.clingo import private, public

Answer = bytes
"""The shown symbols of a model: a number for each, in eight bytes, native order."""


def shown_symbols() -> private.ShownSymbols | public.ShownSymbols:
    """What reads the models of one search, one after the other."""
    return _way().ShownSymbols()  # type: ignore[no-any-return]


def numbers_in(answer: Answer) -> list[int]:
    """The numbers of the symbols of an answer."""
    return memoryview(answer).cast("Q").tolist()


def symbol(number: int) -> Symbol:
    """The symbol that has a number."""
    return _way().symbol(number)  # type: ignore[no-any-return]


def counts(control: Control) -> tuple[Statistics, ProblemSize]:
    """The effort of the last search that a control has ended, and the size of its program.

    Raises:
        RuntimeError: clasp has none: it was interrupted while it prepared the program.
    """
    numbers: private.Numbers | public.Numbers = _way().Numbers(control)
    effort = (numbers.number("solving", "solvers", name) for name in ("conflicts", "choices", "restarts"))
    constraints = ("constraints", "constraints_binary", "constraints_ternary")
    size = ProblemSize(
        variables=numbers.number("problem", "generator", "vars"),
        constraints=sum(numbers.number("problem", "generator", name) for name in constraints),
        rules=numbers.number("problem", "lp", "rules"),
        atoms=numbers.number("problem", "lp", "atoms"),
        tight=numbers.number("problem", "lp", "sccs") == 0,
    )
    return Statistics(*effort), size


@cache
def _way() -> ModuleType:
    """The module that reads them."""
    from edgeasp.solvers.clingo import private, public

    return public if os.environ.get("EDGEASP_PUBLIC_CLINGO") or not private.is_there() else private
