"""The way of a puzzle through `edgeasp solve`: the functions that it passes, their files, and how often it climbs.

A stop is a function of edgeasp that stands on the call stack at one of the key events of the search, from the bytes of
the file to the summary: see `tests/support/flow.py`. In the order of first visits, a climb is a step from a file to one
of a room that lies higher.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.support import flow

ROOT = Path(__file__).parents[1]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PUZZLE = "instances/planted-4x4.puz"

MOST_STOPS = 41
MOST_FILES = 20
MOST_CLIMBS = 9


@cache
def stacks() -> dict[str, list[tuple[str, str]]]:
    """The functions on the stack at each event, by file and name, of a search for one solution of a small board."""
    command = [sys.executable, flow.__file__, "solve", PUZZLE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    events = json.loads(done.stdout.splitlines()[-1])
    return {event: [(file, name) for file, name in stack] for event, stack in events.items()}


def rooms() -> list[str]:
    """The rooms from the highest to the lowest."""
    table = ARCHITECTURE.partition("|---|")[2].partition("\n\n")[0]
    return ["__main__.py", *re.findall(r"^\| \[`(\w+)/`\]", table, re.MULTILINE)]


def way() -> tuple[list[tuple[str, str]], int, str]:
    """The stops in the order of first visits, the number of climbs, and both as lines to read."""
    order, stops, climbs, lines = rooms(), list[tuple[str, str]](), 0, list[str]()
    before = 0
    for event, stack in stacks().items():
        lines.append(f"{event}:")
        for file, name in stack:
            if (file, name) not in stops:
                level = order.index(file.partition("/")[0])
                lines.append(f"  {file} {name}{' (a climb)' if level < before else ''}")
                climbs += level < before
                before = level
                stops.append((file, name))
    return stops, climbs, "\n".join(lines)


def test_every_event_happens() -> None:
    events = {"the file is read", "the summary is said", *flow.CALLS.values(), *flow.OF_CLINGO.values()}
    assert set(stacks()) == events


def test_a_puzzle_passes_few_functions() -> None:
    stops, climbs, lines = way()
    files = {file for file, _ in stops}
    assert len(stops) <= MOST_STOPS, lines
    assert len(files) <= MOST_FILES, lines
    assert climbs <= MOST_CLIMBS, lines
