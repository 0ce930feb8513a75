"""Edge-matching puzzles (Eternity II and its relatives) solved with answer set programming.

>>> import edgeasp
>>> puzzle = edgeasp.load("instances/frame-3x3.puz")
>>> solution = next(edgeasp.solve(puzzle))
>>> edgeasp.check(puzzle, solution).solved
True
>>> sum(1 for _ in edgeasp.solve(puzzle))
16
"""

__version__ = "0.1.0"

from edgeasp.checker import Report, Violation, check
from edgeasp.encoding import Request
from edgeasp.errors import EdgeaspError, EncodingError, InputError, LimitError
from edgeasp.library import load, load_solution, solve
from edgeasp.limits import Limits
from edgeasp.pipeline import Search, Task, prepare
from edgeasp.puzzle import Placement, Puzzle, Side, Sign, Solution, Square, Tile

__all__ = [
    "EdgeaspError",
    "EncodingError",
    "InputError",
    "LimitError",
    "Limits",
    "Placement",
    "Puzzle",
    "Report",
    "Request",
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
