"""Edge-matching puzzles (Eternity II and its relatives) solved with answer set programming.

Only the names in `__all__` are stable; everything else may change with any version.

>>> import edgeasp
>>> instance = edgeasp.load("instances/frame-3x3.puz")
>>> solution = next(edgeasp.solve(instance))
>>> edgeasp.check(instance.puzzle, solution, instance.clues).solved
True
>>> sum(1 for _ in edgeasp.solve(instance))
16
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from edgeasp._version import __version__ as __version__

if TYPE_CHECKING:
    from edgeasp.api.instance import Instance
    from edgeasp.api.reading import load, load_solution
    from edgeasp.api.solving import solve
    from edgeasp.encoding.atoms import Assumption, Atom
    from edgeasp.encoding.components import EncodingRequest
    from edgeasp.puzzle.checker import Report, Violation, check
    from edgeasp.puzzle.errors import EdgeaspError, EncodingError, FormatError, InputError, LimitError
    from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile
    from edgeasp.search.job import Job, Result
    from edgeasp.search.session import Session
    from edgeasp.search.task import Task, make_task
    from edgeasp.solvers.limits import Limits

_ROOMS = {
    "api.instance": ("Instance",),
    "api.reading": ("load", "load_solution"),
    "api.solving": ("solve",),
    "puzzle.checker": ("Report", "Violation", "check"),
    "encoding.atoms": ("Assumption", "Atom"),
    "encoding.components": ("EncodingRequest",),
    "puzzle.errors": ("EdgeaspError", "EncodingError", "FormatError", "InputError", "LimitError"),
    "solvers.limits": ("Limits",),
    "search.job": ("Job", "Result"),
    "search.session": ("Session",),
    "search.task": ("Task", "make_task"),
    "puzzle.model": ("Placement", "Puzzle", "Side", "Sign", "Solution", "Square", "Tile"),
}

__all__ = [
    "Assumption",
    "Atom",
    "EdgeaspError",
    "EncodingError",
    "EncodingRequest",
    "FormatError",
    "InputError",
    "Instance",
    "Job",
    "LimitError",
    "Limits",
    "Placement",
    "Puzzle",
    "Report",
    "Result",
    "Session",
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
    "make_task",
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
