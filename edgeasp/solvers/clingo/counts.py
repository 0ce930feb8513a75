"""What clasp counts, number by number.

Clingo's Python layer copies all of them, more than a hundred, at once, which takes longer than many a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from edgeasp.solvers.interface import ProblemSize, Statistics

if TYPE_CHECKING:
    from clingo import Control


class Counts:
    """The numbers of the last search that a control has ended, read one by one.

    Raises:
        RuntimeError: here and at each number, clasp has none: it was interrupted while it prepared the program.
    """

    def __init__(self, control: Control) -> None:
        # As for the symbols of models, packages that extend clingo use this layer as well.
        from clingo import _internal

        layer: Any = _internal
        self._lib, self._require = layer._lib, layer._handle_error
        self._key, self._number = layer._ffi.new("uint64_t*"), layer._ffi.new("double*")
        found = layer._ffi.new("clingo_statistics_t**")
        self._require(self._lib.clingo_control_statistics(control._rep, found))
        self._statistics = found[0]

    def statistics(self) -> Statistics:
        """The effort of the search."""
        count = self._section("solving", "solvers")
        return Statistics(*(self._count(count, name) for name in ("conflicts", "choices", "restarts")))

    def size(self) -> ProblemSize:
        """The size of the program, before and after it was made constraints."""
        program, solver = self._section("problem", "lp"), self._section("problem", "generator")
        constraints = ("constraints", "constraints_binary", "constraints_ternary")
        return ProblemSize(
            variables=self._count(solver, "vars"),
            constraints=sum(self._count(solver, name) for name in constraints),
            rules=self._count(program, "rules"),
            atoms=self._count(program, "atoms"),
            tight=self._count(program, "sccs") == 0,
        )

    def _section(self, *names: str) -> int:
        self._require(self._lib.clingo_statistics_root(self._statistics, self._key))
        for name in names:
            self._enter(self._key[0], name)
        return int(self._key[0])

    def _enter(self, section: int, name: str) -> None:
        self._require(self._lib.clingo_statistics_map_at(self._statistics, section, name.encode(), self._key))

    def _count(self, section: int, name: str) -> int:
        self._enter(section, name)
        self._require(self._lib.clingo_statistics_value_get(self._statistics, self._key[0], self._number))
        return int(self._number[0])
