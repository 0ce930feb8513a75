"""Parser of edgeasp runs for potassco's benchmark-tool.

It reads the output of `edgeasp solve --format json` and of runlim. For runs of clingo with your encoding, use
benchmark-tool's parser `clasp`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Measures = dict[str, tuple[str, Any]]


def parse(path: str, runspec: Any, instance: Any, run: int) -> Measures:
    """Return the measures of a run, called by benchmark-tool.

    A run that was not answered within the limits counts as a timeout, with the time limit as its time.
    """
    timeout = float(runspec.project.job.timeout)
    watched = _watched(Path(path) / "runsolver.watcher")
    try:
        solved = json.loads((Path(path) / "runsolver.solver").read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError):
        solved = {}
    memout = watched.get("status") == "out of memory"
    ended = watched.get("status", "").startswith("out of")
    error = not (solved or ended)
    if error:
        sys.stderr.write(f"*** WARNING: run {run} of {instance.name} has failed, see {path}/solver.err\n")
    answered = bool(solved.get("answered")) and not ended
    measures: Measures = {
        "time": ("float", _number(watched.get("real", "")) if answered else timeout),
        "timeout": ("float", float(not answered)),
        "memout": ("float", float(memout)),
        "error": ("float", float(error)),
        "status": ("string", solved.get("status", "UNKNOWN")),
    }
    if "space" in watched:
        measures["mem"] = ("float", _number(watched["space"]))
    values = {"boards": (solved.get("counts") or {}).get("boards"), **(solved.get("ground") or {})}
    values |= {name: solved.get(name) for name in ("conflicts", "choices", "restarts")}
    for name, value in values.items():
        if value is not None:
            measures[name] = ("float", float(value))
    return measures


def _watched(file: Path) -> dict[str, str]:
    """Parse runlim's report, e.g. `real: 0.32 seconds`."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    parts = (line.removeprefix("[runlim]").partition(":") for line in lines if line.startswith("[runlim]"))
    return {name.strip(): value.strip() for name, colon, value in parts if colon}


def _number(text: str) -> float:
    """Return the leading number of a text, or 0."""
    try:
        return float(text.split(maxsplit=1)[0])
    except (IndexError, ValueError):
        return 0.0
