"""Fast access to symbols and statistics through clingo's C interface.

clingo's Python objects for the symbols of a model cost more than finding the next model of a small program, and a copy
of all statistics, more than a hundred numbers, takes longer than many searches. The C functions called here are
documented, but reached through private names: the module `clingo._internal`, and the attribute `_rep` of controls and
models. Packages that extend clingo use both. If a release of clingo changes them, tests/solvers/test_private.py fails,
and `public.py` is used instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clingo import Control, Model, Symbol

_NOTHING = 2**64 - 1


class _CInterface:
    """C interface of clingo, with helpers to call it.

    Attributes:
        lib: functions by their names in clingo.h.
        ffi: makes values of C types.
        require: raises RuntimeError if a function reports failure.
    """

    def __init__(self) -> None:
        from clingo import _internal

        layer: Any = _internal
        self.lib, self.ffi, self.require = layer._lib, layer._ffi, layer._handle_error

    @staticmethod
    def pointer_of(value: Control | Model) -> Any:
        """Return the C pointer of a control or a model."""
        wrapped: Any = value
        return wrapped._rep


def is_available() -> bool:
    """Whether clingo has the private parts that this module needs."""
    try:
        from clingo import Control, _internal
    except ImportError:
        return False
    parts = (hasattr(_internal, name) for name in ("_lib", "_ffi", "_handle_error"))
    return all(parts) and hasattr(Control(), "_rep")


class ShownSymbols:
    """Reader of the shown symbols of a search's models."""

    def __init__(self) -> None:
        layer = _CInterface()
        self._ffi, self._lib, self._require = layer.ffi, layer.lib, layer.require
        self._kind = self._lib.clingo_show_type_shown
        self._allocate(1)

    def numbers_of(self, model: Model) -> bytes:
        """Return the numbers of the symbols that a model shows.

        Each number has 8 bytes, and is clingo's C representation of a symbol.
        """
        # Asking for their number takes as long as reading them, and it hardly ever changes.
        numbers, last, model_ = self._numbers, self._last, _CInterface.pointer_of(model)
        numbers[last] = _NOTHING
        if self._lib.clingo_model_symbols(model_, self._kind, numbers, last + 1) and numbers[last] != _NOTHING:
            return bytes(self._buffer)
        count = self._ffi.new("size_t*")
        self._require(self._lib.clingo_model_symbols_size(model_, self._kind, count))
        if count[0] == 0:
            return b""
        self._allocate(count[0])
        self._require(self._lib.clingo_model_symbols(model_, self._kind, self._numbers, count[0]))
        return bytes(self._buffer)

    def _allocate(self, count: int) -> None:
        self._last = count - 1
        self._numbers = self._ffi.new("clingo_symbol_t[]", count)
        self._buffer = self._ffi.buffer(self._numbers)


def symbol_of(number: int) -> Symbol:
    """Convert a number of `ShownSymbols` to its symbol."""
    from clingo import Symbol

    return Symbol(number)  # type: ignore[no-untyped-call]


# Reading the ten counters that are used takes 0.015 ms, copying all statistics 0.67 ms.
class SearchStatistics:
    """Statistics of a control's last search, each read on request.

    Raises:
        RuntimeError: clasp was interrupted during preprocessing. Reading a number raises this error, too.
    """

    def __init__(self, control: Control) -> None:
        layer = _CInterface()
        self._lib, self._require = layer.lib, layer.require
        self._key, self._number = layer.ffi.new("uint64_t*"), layer.ffi.new("double*")
        pointer = layer.ffi.new("clingo_statistics_t**")
        self._require(self._lib.clingo_control_statistics(_CInterface.pointer_of(control), pointer))
        self._statistics = pointer[0]
        self._control = control  # the statistics end with it

    def read_counter(self, *names: str) -> int:
        """Read the counter at a path of section names."""
        self._require(self._lib.clingo_statistics_root(self._statistics, self._key))
        for name in names:
            self._require(self._lib.clingo_statistics_map_at(self._statistics, self._key[0], name.encode(), self._key))
        self._require(self._lib.clingo_statistics_value_get(self._statistics, self._key[0], self._number))
        return int(self._number[0])
