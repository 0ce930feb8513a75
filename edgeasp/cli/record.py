"""What `edgeasp solve --format json` prints, and `--stats` shows. The schema is in `schemas/solve.schema.json`."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from typing import Any

from edgeasp._version import __version__
from edgeasp.encoding import render
from edgeasp.puzzle.model import Solution
from edgeasp.search.pipeline import PHASES, Search
from edgeasp.solvers.limits import peak_memory

SCHEMA = "edgeasp.solve"
SCHEMA_VERSION = 1


def opening() -> str:
    """The beginning of the object, up to the first solution."""
    return f'{{"schema": "{SCHEMA}", "schema_version": {SCHEMA_VERSION},\n "solutions": ['


def solution_text(solution: Solution) -> str:
    """A solution as a list of placements: tile, column, row, anticlockwise quarter turns, all from 0."""
    return json.dumps([[lain.tile, lain.square.col, lain.square.row, lain.rot] for lain in solution])


def closing(search: Search, read_from: str) -> str:
    """The rest of the object, after the last solution."""
    rest = json.dumps(facts_of(search, read_from), indent=1)
    return "],\n" + rest.removeprefix("{\n") + "\n"


def facts_of(search: Search, read_from: str) -> dict[str, Any]:
    """Everything about a search but its solutions, as plain values."""
    from importlib.metadata import version

    from edgeasp.solvers.clingo import Options

    task, options = search.task, search.options or Options()
    counts = search.counts()
    return {
        "result": search.result,
        "exhausted": search.exhausted,
        "answered": search.answered,
        "stopped": search.stopped,
        "counts": {"boards": counts.boards, "assignments": counts.assignments, "up_to_rotation": task.up_to_rotation},
        "reasons": search.reasons,
        "relaxed": [condition.value for condition in task.omitted_conditions],
        "puzzle": {
            "source": read_from,
            "cols": task.puzzle.cols,
            "rows": task.puzzle.rows,
            "framed": task.puzzle.framed,
            "signed": task.puzzle.signed,
            "clues": len(task.clues),
        },
        "encoding": {
            "name": task.encoding.name,
            "description": task.encoding.description(),
            "hash": render.render(task.encoding).hash,
        },
        "options": {
            "limit": search.limit,
            "seed": options.seed,
            "threads": options.threads,
            "configuration": options.configuration,
            "extra": list(options.extra),
        },
        "limits": asdict(search.limits),
        "versions": {"edgeasp": __version__, "clingo": version("clingo"), "python": platform.python_version()},
        "seconds": {phase: round(search.seconds.get(phase, 0.0), 6) for phase in PHASES}
        | {"total": round(search.watch.seconds(), 6) if search.watch else 0.0},
        "ground": asdict(search.size) if search.size else None,
        "conflicts": search.effort.conflicts if search.effort else None,
        "choices": search.effort.choices if search.effort else None,
        "restarts": search.effort.restarts if search.effort else None,
        "peak_memory": peak_memory(),
    }


def statistics(search: Search, read_from: str) -> str:
    """The same for a person, a line a fact."""
    lines = []
    for name, value in facts_of(search, read_from).items():
        if isinstance(value, dict):
            shown = ", ".join(f"{key} {_plain(each)}" for key, each in value.items() if each not in (None, []))
        else:
            shown = _plain(value)
        if shown:
            lines.append(f"{name:<12} {shown}")
    return "\n".join(lines)


def _plain(value: Any) -> str:
    match value:
        case None | []:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}"
        case list():
            return ", ".join(map(str, value))
        case _:
            return str(value)
