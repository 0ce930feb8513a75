"""How far a campaign is: the entries of its ledger, one after another, applied to the cubes that are open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from edgeasp.batch.campaign.ledger import Entry, Kind
from edgeasp.batch.frontier import CubeEnd, Frontier, OpenCube
from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.search.cubes import Choice, Cube, Split
from edgeasp.system.errors import InputError

NO_VERDICT = "expected the verdict on its cube, which is written with it, found none: entries were taken out"
"""What is wrong with a solution of a cube that would be searched again, and its solutions found a second time."""

KINDS = {
    CubeEnd.SPLIT: Kind.SPLIT,
    CubeEnd.WHOLE: Kind.WHOLE,
    CubeEnd.GIVEN_UP: Kind.GIVEN_UP,
    CubeEnd.COMPLETE: Kind.VERDICT,
}
"""The kind of entry that records an end."""

_ENDS = {kind: end for end, kind in KINDS.items()}
_ATOM = re.compile(r"([a-z]+)\(([\w,]+)\)", re.ASCII)


@dataclass
class Progress:
    """How far a campaign is.

    Attributes:
        frontier: the cubes that are to be searched or split, and how much is done.
        found: the number of solutions in cubes that are done, or that were found early.
        boards: these solutions, each as the text of a `.sol`; none if they are counted only.
        verdicts: share and entry of each cube that is done.
        costs: the entries of all that was split, searched or given up.
        refuted: the number of cubes that were refuted when they were made.
    """

    frontier: Frontier = field(default_factory=Frontier)
    found: int = 0
    boards: list[str] = field(default_factory=list)
    verdicts: list[tuple[float, Entry]] = field(default_factory=list)
    costs: list[Entry] = field(default_factory=list)
    refuted: int = 0

    @property
    def open(self) -> dict[str, OpenCube]:
        """The cubes that are to be searched or split, by their text."""
        return self.frontier.open

    @property
    def cpu(self) -> float:
        """All seconds of processor time so far."""
        return sum(float(each.body["cpu"]) for each in self.costs)


def replay(entries: Iterable[Entry], source: str, limit: int = 0) -> Progress:
    """How far the entries lead.

    Args:
        entries: those of a ledger.
        source: its name.
        limit: the number of solutions that end the campaign; 0 for all.

    Raises:
        InputError: an entry is about a cube that is not open at that moment; or there are solutions of a cube, but not
            the verdict that is written with them, though the campaign has not ended with them.
    """
    progress = Progress()
    waiting: dict[str, Entry] = {}
    for entry in entries:
        if entry.cube not in progress.open:
            raise InputError(source, None, f"{entry}: expected an open cube")
        if entry.kind is Kind.SOLUTION:
            progress.boards.append(entry.body["board"])
            waiting.setdefault(entry.cube, entry)
            continue
        if (before := waiting.pop(entry.cube, None)) is not None and entry.kind is not Kind.VERDICT:
            raise InputError(source, None, f"{before}: {NO_VERDICT}")
        progress.costs.append(entry)
        _apply(progress, entry, progress.open.pop(entry.cube).cube)
    progress.found = max(progress.found, len(progress.boards))
    if waiting and not 0 < limit <= progress.found:
        raise InputError(source, None, f"{min(waiting.values(), key=lambda each: each.number)}: {NO_VERDICT}")
    return progress


def _apply(progress: Progress, entry: Entry, cube: Cube) -> None:
    parts = []
    if entry.kind is Kind.SPLIT:
        choices = entry.body["choices"]
        progress.refuted += sum(len(choice["refuted"]) for choice in choices)
        path, live = choices[-1]["cube"], choices[-1]["live"]
        parts = [Cube(parse(f"{path} {atom}"), cube.share / len(live)) for atom in live]
    if entry.kind is Kind.VERDICT:
        progress.found += entry.body["solutions"]
        progress.verdicts.append((cube.share, entry))
        progress.frontier.filled = True
    progress.frontier.end(cube, _ENDS[entry.kind], parts, int(entry.body["conflicts"]))


def parse(text: str) -> tuple[Assumption, ...]:
    """The assumptions of a cube from its text."""
    found = []
    for name, arguments in _ATOM.findall(text):
        values = tuple(int(each) if each.isdigit() else each for each in arguments.split(","))
        found.append(Assumption(Atom(name, values)))
    return tuple(found)


def split_body(split: Split) -> dict[str, Any]:
    """A split as an entry has it."""

    def written(choice: Choice) -> dict[str, Any]:
        return {
            "cube": Cube(choice.assumptions).text,
            "live": list(map(str, choice.live)),
            "refuted": list(map(str, choice.refuted)),
        }

    return {"choices": list(map(written, split.choices))}
