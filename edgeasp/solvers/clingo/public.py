"""Access to symbols and statistics through clingo's documented interface.

This module replaces `private.py` if a release of clingo changes its private parts. With it, finding and checking 22,716
boards takes a fifth longer: see docs/clingo-6.md.
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
    """Reader of the shown symbols of a search's models."""

    def numbers_of(self, model: Model) -> bytes:
        """Return the numbers of the symbols that a model shows.

        Each number has 8 bytes. A symbol keeps its number as long as the process runs.
        """
        symbols = model.symbols(shown=True)
        try:
            return array("Q", [_known[symbol] for symbol in symbols]).tobytes()
        except KeyError:
            return array("Q", [_assign_number(symbol) for symbol in symbols]).tobytes()


def _assign_number(symbol: Symbol) -> int:
    with _learning:
        number = _known.setdefault(symbol, len(_symbols))
        if number == len(_symbols):
            _symbols.append(symbol)
        return number


def symbol_of(number: int) -> Symbol:
    """Convert a number of `ShownSymbols` to its symbol."""
    return _symbols[number]


class SearchStatistics:
    """Statistics of a control's last search.

    Raises:
        RuntimeError: clasp was interrupted during preprocessing.
    """

    def __init__(self, control: Control) -> None:
        self._statistics: Any = control.statistics

    def read_counter(self, *names: str) -> int:
        """Read the counter at a path of section names."""
        value = self._statistics
        for name in names:
            try:
                value = value[name]
            except (KeyError, TypeError):
                raise RuntimeError(f"clasp has no number {' '.join(names)}") from None
        return int(value)
