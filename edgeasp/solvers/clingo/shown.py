"""What a model shows, as numbers: clingo's Python objects cost more than finding the next model of a small program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clingo import Model, Symbol

Answer = bytes
"""The shown symbols of a model: the number that clingo's C interface has for each, in eight bytes, native order."""


_NOTHING = 2**64 - 1


class ShownSymbols:
    """Reads the models of one search, one after the other."""

    def __init__(self) -> None:
        # Clingo's Python layer is a thin one over these; packages that extend clingo use them as well.
        from clingo import _internal

        layer: Any = _internal
        self._ffi, self._lib, self._require = layer._ffi, layer._lib, layer._handle_error
        self._kind = self._lib.clingo_show_type_shown
        self._make_room(1)

    def of(self, model: Model) -> Answer:
        """The shown symbols of a model, while it lasts."""
        # To ask for their number takes as long as to ask for them, and hardly ever gives another one than before.
        numbers, last, model_ = self._numbers, self._last, model._rep
        numbers[last] = _NOTHING
        if self._lib.clingo_model_symbols(model_, self._kind, numbers, last + 1) and numbers[last] != _NOTHING:
            return bytes(self._buffer)
        count = self._ffi.new("size_t*")
        self._require(self._lib.clingo_model_symbols_size(model_, self._kind, count))
        if count[0] == 0:
            return b""
        self._make_room(count[0])
        self._require(self._lib.clingo_model_symbols(model_, self._kind, self._numbers, count[0]))
        return bytes(self._buffer)

    def _make_room(self, count: int) -> None:
        self._last = count - 1
        self._numbers = self._ffi.new("clingo_symbol_t[]", count)
        self._buffer = self._ffi.buffer(self._numbers)


def numbers_in(answer: Answer) -> list[int]:
    """The numbers of the symbols of an answer."""
    return memoryview(answer).cast("Q").tolist()


def symbol(number: int) -> Symbol:
    """The symbol that has a number."""
    from clingo import Symbol

    return Symbol(number)  # type: ignore[no-untyped-call]
