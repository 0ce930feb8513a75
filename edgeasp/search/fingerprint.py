"""What a search is made of: two searches with the same fingerprint have the same cubes and the same solutions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from edgeasp._version import __version__
from edgeasp.search.task import Task
from edgeasp.solvers.clingo import control


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The versions of edgeasp and of clingo, and the first 16 digits of the SHA-256 of the program."""

    edgeasp: str
    clingo: str
    program: str

    def __str__(self) -> str:
        return f"edgeasp {self.edgeasp}, clingo {self.clingo}, program {self.program}"


def fingerprint(task: Task) -> Fingerprint:
    """The fingerprint of the search for a task."""
    program = hashlib.sha256((task.facts() + task.search_rules() + task.own.text()).encode()).hexdigest()
    return Fingerprint(__version__, control.version(), program[:16])
