"""The manifest of instances/: `python -m tests.tools.manifest` makes the puzzles and all it tells of them again.

To add a puzzle, add an entry with its file and its command (or its origin) and run this. Solutions are counted
where the entry says nothing of them; null stands for an unknown number.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from typing import Any

from edgeasp.formats import known
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import FRAME, Puzzle
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from tests.support.reading import read_puzzle
from tests.support.running import INSTANCES, run

MANIFEST = INSTANCES / "manifest.json"
IDENTITIES = known.FOLDER / "identities.csv"

Entry = dict[str, Any]


def read() -> list[Entry]:
    """The entries, in the order of the file."""
    entries: list[Entry] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return entries


def puzzle_of(entry: Entry) -> Puzzle:
    """The puzzle of an entry, as its file says."""
    return read_puzzle(str(INSTANCES / entry["file"]))[0]


def made(entry: Entry) -> bytes:
    """What the command of an entry prints."""
    program, *arguments = shlex.split(entry["command"])
    result = run(*arguments)
    assert (program, result.status, result.stderr) == ("edgeasp", 0, ""), result.stderr
    return result.stdout.encode()


def described(entry: Entry) -> Entry:
    """What the file of an entry tells: board, colours, checksum."""
    puzzle = puzzle_of(entry)
    return {
        "cols": puzzle.cols,
        "rows": puzzle.rows,
        "framed": puzzle.framed,
        "signed": puzzle.signed,
        "colours": len({colour for tile in puzzle.tiles for colour in tile.sides} - {FRAME}),
        "sha256": hashlib.sha256((INSTANCES / entry["file"]).read_bytes()).hexdigest(),
    }


def counted(entry: Entry) -> int:
    """The number of solutions, as boards, by complete enumeration."""
    session = Session(make_task(puzzle_of(entry)))
    boards = len({found.solution for found in session.solve(0)})
    assert session.result().exhausted
    return boards


def identities(entries: list[Entry]) -> str:
    """The table of known puzzles, with those of the entries in place of those that it has of instances."""
    rows = [row for row in IDENTITIES.read_text(encoding="utf-8").splitlines() if ",instances/" not in row]
    for entry in entries:
        identity = identify(puzzle_of(entry))
        assert identity is not None
        if not any(row.startswith(identity.key) for row in rows):
            rows.append(f"{identity.key},instances/{entry['file']}")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Write the puzzles and the manifest."""
    entries = []
    for entry in read():
        if "command" in entry:
            (INSTANCES / entry["file"]).write_bytes(made(entry))
        known = entry["solutions"] if "solutions" in entry else counted(entry)
        entries.append({**entry, **described(entry), "solutions": known})
    MANIFEST.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
    IDENTITIES.write_text(identities(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
