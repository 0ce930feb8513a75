"""Edge-matching puzzles such as Eternity II, solved with answer set programming.

Only the names in `__all__` are stable. Everything else may change with any version.

>>> import edgeasp
>>> puzzle = edgeasp.load("instances/frame-3x3.puz")
>>> board = puzzle.board(next(edgeasp.solve(puzzle)))
>>> board.solved
True
>>> edgeasp.count(puzzle)
16

In a notebook, puzzles, boards and results are shown as pictures. All examples assume `import edgeasp` and a checkout.

Every name can be used in any thread, and from coroutines by `asyncio.to_thread`. Values are frozen and can be shared. A
mutable object, such as a `Session`, belongs to one thread at a time. Wrong arguments raise at the call. Nothing in the
package prints, exits, or handles signals.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import Any

from edgeasp._version import __version__ as __version__


@cache
def _modules() -> dict[str, str]:
    """Map public names to their modules, as in `__init__.pyi`."""
    import pkgutil
    import re
    from importlib.util import find_spec

    stub = (pkgutil.get_data("edgeasp", "__init__.pyi") or b"").decode()
    names = {name: module for module, name in re.findall(r"^from (\S+) import ([A-Za-z]\w*) as \2$", stub, re.M)}
    if find_spec("edgeasp.lab") is None:  # it may be left out
        names = {name: module for name, module in names.items() if not module.startswith("edgeasp.lab.")}
    return names


# Common guesses, mapped to the public names that users mean.
_MEANT = {
    "unique": "is_unique",
    "read": "load",
    "open": "load",
    "load_puzzle": "load",
    "loads": "parse",
    "write": "save",
    "dump": "save",
    "compare": "diff",
    "to_facts": "facts",
    "to_link": "link",
    "export": "save",
    **dict.fromkeys(("optimise", "optimize", "improve"), "best"),
    "validate": "check",
}

# Advice for common guesses without a public equivalent.
#
# `encoding`, `formats` and `generate` are also packages, which become attributes when they are imported.
_ADVICE = {
    "expected_solutions": "edgeasp.info(puzzle) has what is expected",
    "score": "edgeasp.check(puzzle, board).matched, or board.score",
    **dict.fromkeys(
        ("enumerate", "solutions", "all_solutions", "solve_one", "first"),
        "edgeasp.solve(puzzle) gives solutions one by one, edgeasp.solve_all(puzzle) all",
    ),
    **dict.fromkeys(
        ("show", "draw", "plot", "svg", "render"),
        "board.svg() is a picture, edgeasp.save(board, 'board.png') writes one, and a notebook shows a board by itself",
    ),
    **dict.fromkeys(("encode", "encoding"), "edgeasp.make_task(puzzle).rules().text has the rules"),
    "formats": "edgeasp.list_formats() lists the formats",
    "generate": "edgeasp.generate_puzzle(6) generates one, edgeasp.generate_book several",
    "ground": "edgeasp.make_task(puzzle) has ground_size() and ground_text()",
    "version": "edgeasp.__version__",
    **dict.fromkeys(("e2", "E2", "eternity2"), "edgeasp.load('e2')"),
    **dict.fromkeys(("bench", "campaign", "suite", "cnf"), "it is a command of the shell, see edgeasp --help"),
    "Clue": "clues are edgeasp.Placement(tile, square, rot)",
    "Rotation": "rotations are numbers, of anticlockwise quarter turns",
}


def __getattr__(name: str) -> Any:
    # Lazy imports: the command line starts faster, and can be interrupted sooner.
    if name == "__all__":
        return sorted(_modules())
    name = _MEANT.get(name, name)
    if name.startswith("_") or name not in _modules():
        meant = f": {_ADVICE[name]}" if name in _ADVICE else ""
        text = f"module 'edgeasp' has no attribute {name!r}{meant}"
        raise AttributeError(text, name=name, obj=sys.modules[__name__])
    return getattr(import_module(_modules()[name]), name)


def __dir__() -> list[str]:
    return sorted([*_modules(), "__all__", "__version__", "__doc__"])
