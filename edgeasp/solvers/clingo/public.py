"""The work of `private.py` by clingo's documented interface alone, for a release that has changed what is beneath it.

To find and check 22,716 boards takes a fifth longer that way; see docs/clingo-6.md.
"""

from __future__ import annotations

from array import array
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clingo import Control, Model, Symbol

_symbols: list[Symbol] = []
_known: dict[Symbol, int] = {}
_learning = Lock()


class ShownSymbols:
    """Reads the models of one search, one after the other."""

    def of(self, model: Model) -> bytes:
        """A number for each shown symbol of a model, while it lasts; it is the same for all models of the process."""
        symbols = model.symbols(shown=True)
        try:
            return array("Q", [_known[symbol] for symbol in symbols]).tobytes()
        except KeyError:
            return array("Q", [_learn(symbol) for symbol in symbols]).tobytes()


def _learn(symbol: Symbol) -> int:
    """The number of a symbol, a new one if it has none; several threads may search."""
    with _learning:
        number = _known.setdefault(symbol, len(_symbols))
        if number == len(_symbols):
            _symbols.append(symbol)
        return number


def symbol(number: int) -> Symbol:
    """The symbol that has a number."""
    return _symbols[number]


class Numbers:
    """The numbers of the last search that a control has ended.

    Raises:
        RuntimeError: clasp has none: it was interrupted while it prepared the program.
    """

    def __init__(self, control: Control) -> None:
        self._statistics: Any = control.statistics

    def number(self, *names: str) -> int:
        """The number in a section of a section, and so on."""
        value = self._statistics
        for name in names:
            try:
                value = value[name]
            except (KeyError, TypeError):
                raise RuntimeError(f"clasp has no number {' '.join(names)}") from None
        return int(value)
