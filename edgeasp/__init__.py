"""Edge-matching puzzles (Eternity II and its relatives) solved with answer set programming.

>>> import edgeasp
>>> puzzle = edgeasp.load("instances/frame-3x3.puz")
>>> solution = next(edgeasp.solve(puzzle))
>>> edgeasp.check(puzzle, solution).solved
True
>>> sum(1 for _ in edgeasp.solve(puzzle))
16
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from edgeasp._version import __version__ as __version__

if TYPE_CHECKING:
    from edgeasp.encoding.components import EncodingRequest
    from edgeasp.puzzle.checker import Report, Violation, check
    from edgeasp.puzzle.errors import EdgeaspError, EncodingError, FormatError, InputError, LimitError
    from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile
    from edgeasp.search.api import load, load_solution, solve
    from edgeasp.search.pipeline import Search, Task, prepare
    from edgeasp.solvers.limits import Limits

_ROOMS = {
    "puzzle.checker": ("Report", "Violation", "check"),
    "encoding.components": ("EncodingRequest",),
    "puzzle.errors": ("EdgeaspError", "EncodingError", "FormatError", "InputError", "LimitError"),
    "search.api": ("load", "load_solution", "solve"),
    "solvers.limits": ("Limits",),
    "search.pipeline": ("Search", "Task", "prepare"),
    "puzzle.model": ("Placement", "Puzzle", "Side", "Sign", "Solution", "Square", "Tile"),
}

__all__ = [
    "EdgeaspError",
    "EncodingError",
    "EncodingRequest",
    "FormatError",
    "InputError",
    "LimitError",
    "Limits",
    "Placement",
    "Puzzle",
    "Report",
    "Search",
    "Side",
    "Sign",
    "Solution",
    "Square",
    "Task",
    "Tile",
    "Violation",
    "check",
    "load",
    "load_solution",
    "prepare",
    "solve",
]


def __getattr__(name: str) -> Any:
    # Names are fetched when they are asked for: the command line starts faster, and can be interrupted sooner.
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"edgeasp.{room}"), name)
    raise AttributeError(f"module 'edgeasp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
