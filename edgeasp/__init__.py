"""Edge-matching puzzles (Eternity II and its relatives) solved with answer set programming.

Only the names in `__all__` are stable; everything else may change with any version.

>>> import edgeasp
>>> puzzle = edgeasp.load("instances/frame-3x3.puz")
>>> board = puzzle.board(next(edgeasp.solve(puzzle)))
>>> board.solved
True
>>> edgeasp.count(puzzle)
16

In a notebook, puzzles, boards and results are pictures. Examples of other names take `import edgeasp` for granted, and
run in a checkout.

Every name can be used in any thread, and from coroutines by `asyncio.to_thread`; values are frozen and can be shared.
An object that is no value, such as a `Session`, belongs to one thread at a time. What is wrong with arguments is raised
at the call. Nothing here prints, exits, or handles signals.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from edgeasp._version import __version__ as __version__

if TYPE_CHECKING:
    from edgeasp.api.best_board import BestBoard, best
    from edgeasp.api.certificates import Certificate, certify, verify
    from edgeasp.api.checking import check
    from edgeasp.api.explaining import Explained, Hinted, explain, hint
    from edgeasp.api.info_record import InfoRecord, info
    from edgeasp.api.instance import Board, Instance
    from edgeasp.api.making import Generated, generate_puzzle
    from edgeasp.api.outcome import Outcome, count, is_unique, solve_all
    from edgeasp.api.reading import decode, load, load_board, load_solution, parse, parse_solution
    from edgeasp.api.records import read_runs
    from edgeasp.api.signs import Signs
    from edgeasp.api.solving import Solutions, solve
    from edgeasp.api.writing import convert, list_formats, save
    from edgeasp.batch.bench.table import RunRow
    from edgeasp.draw.view import DrawStyle
    from edgeasp.encoding.atoms import Assumption, Atom
    from edgeasp.encoding.components import EncodingRequest
    from edgeasp.generate.recipe import Recipe
    from edgeasp.puzzle.checker import Report, Violation
    from edgeasp.puzzle.errors import (
        AnswerError,
        CheckError,
        EdgeaspError,
        EncodingError,
        FormatError,
        InputError,
        LimitError,
        OptionError,
        OutputError,
        SolverError,
    )
    from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, Tile
    from edgeasp.search.job import Job, Result
    from edgeasp.search.session import Session
    from edgeasp.search.task import Task, make_task
    from edgeasp.solvers.limits import Limits

_ROOMS = {
    "api.best_board": (
        "BestBoard",
        "best",
    ),
    "api.certificates": ("Certificate", "certify", "verify"),
    "api.checking": ("check",),
    "api.explaining": (
        "Explained",
        "Hinted",
        "explain",
        "hint",
    ),
    "api.info_record": (
        "InfoRecord",
        "info",
    ),
    "api.instance": (
        "Board",
        "Instance",
    ),
    "api.making": (
        "Generated",
        "generate_puzzle",
    ),
    "api.outcome": (
        "Outcome",
        "count",
        "is_unique",
        "solve_all",
    ),
    "api.reading": (
        "decode",
        "load",
        "load_board",
        "load_solution",
        "parse",
        "parse_solution",
    ),
    "api.records": ("read_runs",),
    "api.signs": ("Signs",),
    "api.solving": (
        "Solutions",
        "solve",
    ),
    "api.writing": (
        "convert",
        "list_formats",
        "save",
    ),
    "batch.bench.table": ("RunRow",),
    "draw.view": ("DrawStyle",),
    "encoding.atoms": (
        "Assumption",
        "Atom",
    ),
    "encoding.components": ("EncodingRequest",),
    "generate.recipe": ("Recipe",),
    "puzzle.checker": ("Report", "Violation"),
    "puzzle.errors": (
        "AnswerError",
        "CheckError",
        "EdgeaspError",
        "EncodingError",
        "FormatError",
        "InputError",
        "LimitError",
        "OptionError",
        "OutputError",
        "SolverError",
    ),
    "puzzle.model": (
        "Placement",
        "Puzzle",
        "Side",
        "Sign",
        "Solution",
        "Square",
        "Tile",
    ),
    "search.job": (
        "Job",
        "Result",
    ),
    "search.session": ("Session",),
    "search.task": (
        "Task",
        "make_task",
    ),
    "solvers.limits": ("Limits",),
}

__all__ = [
    "AnswerError",
    "Assumption",
    "Atom",
    "BestBoard",
    "Board",
    "Certificate",
    "CheckError",
    "DrawStyle",
    "EdgeaspError",
    "EncodingError",
    "EncodingRequest",
    "Explained",
    "FormatError",
    "Generated",
    "Hinted",
    "InfoRecord",
    "InputError",
    "Instance",
    "Job",
    "LimitError",
    "Limits",
    "OptionError",
    "Outcome",
    "OutputError",
    "Placement",
    "Puzzle",
    "Recipe",
    "Report",
    "Result",
    "RunRow",
    "Session",
    "Side",
    "Sign",
    "Signs",
    "Solution",
    "Solutions",
    "SolverError",
    "Square",
    "Task",
    "Tile",
    "Violation",
    "best",
    "certify",
    "check",
    "convert",
    "count",
    "decode",
    "explain",
    "generate_puzzle",
    "hint",
    "info",
    "is_unique",
    "list_formats",
    "load",
    "load_board",
    "load_solution",
    "make_task",
    "parse",
    "parse_solution",
    "read_runs",
    "save",
    "solve",
    "solve_all",
    "verify",
]


def __getattr__(name: str) -> Any:
    # Names are fetched when they are asked for: the command line starts faster, and can be interrupted sooner.
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"edgeasp.{room}"), name)
    raise AttributeError(f"module 'edgeasp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
