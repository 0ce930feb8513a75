"""How far a campaign is: the entries of its ledger, one after another, applied to the cubes that are open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from edgeasp.batch.campaign.ledger import Entry, Kind
from edgeasp.batch.frontier import OpenCube
from edgeasp.encoding.atoms import Assumption, Atom
from edgeasp.puzzle.errors import InputError
from edgeasp.search.cubes import Choice, Cube, Split

NO_VERDICT = "expected the verdict on its cube, which is written with it, found none: entries were taken out"
"""What is wrong with a solution of a cube that would be searched again, and its solutions found a second time."""

_ATOM = re.compile(r"([a-z]+)\(([\w,]+)\)", re.ASCII)


@dataclass
class Progress:
    """How far a campaign is.

    Attributes:
        open: the cubes that are to be searched or split, by their text.
        done: the part of the search that is done, by the shares of the cubes.
        found: the number of solutions in cubes that are done, or that were found early.
        boards: these solutions, each as the text of a `.sol`; none if they are counted only.
        verdicts: share and entry of each cube that is done.
        costs: the entries of all that was split, searched or given up.
        refuted: the number of cubes that were refuted when they were made.
    """

    open: dict[str, OpenCube] = field(default_factory=lambda: {"": OpenCube(Cube(), splits=True)})
    done: float = 0.0
    found: int = 0
    boards: list[str] = field(default_factory=list)
    verdicts: list[tuple[float, Entry]] = field(default_factory=list)
    costs: list[Entry] = field(default_factory=list)
    refuted: int = 0

    @property
    def conflicts(self) -> int:
        """All conflicts so far."""
        return sum(int(each.body["conflicts"]) for each in self.costs)

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
        _apply(progress, entry, progress.open.pop(entry.cube))
    progress.found = max(progress.found, len(progress.boards))
    if waiting and not 0 < limit <= progress.found:
        raise InputError(source, None, f"{min(waiting.values(), key=lambda each: each.number)}: {NO_VERDICT}")
    return progress


def _apply(progress: Progress, entry: Entry, each: OpenCube) -> None:
    match entry.kind:
        case Kind.SPLIT:
            choices = entry.body["choices"]
            progress.refuted += sum(len(choice["refuted"]) for choice in choices)
            live = choices[-1]["live"]
            for atom in live:
                text = f"{choices[-1]['cube']} {atom}".strip()
                progress.open[text] = OpenCube(Cube(parse(text), each.cube.share / len(live)))
            progress.done += 0.0 if live else each.cube.share
        case Kind.WHOLE:
            progress.open[entry.cube] = OpenCube(each.cube, whole=True)
        case Kind.GIVEN_UP:
            progress.open[entry.cube] = OpenCube(each.cube, splits=True)
        case Kind.VERDICT:
            progress.done += each.cube.share
            progress.found += entry.body["solutions"]
            progress.verdicts.append((each.cube.share, entry))


def text_of(assumptions: Sequence[Assumption]) -> str:
    """The text of a cube: its atoms with blanks between them."""
    return " ".join(map(str, assumptions))


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
            "cube": text_of(choice.assumptions),
            "live": list(map(str, choice.live)),
            "refuted": list(map(str, choice.refuted)),
        }

    return {"choices": list(map(written, split.choices))}
