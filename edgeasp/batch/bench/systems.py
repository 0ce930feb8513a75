"""The systems that can be measured: a table of solvers, and the texts that name them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from edgeasp.batch.bench import command, own_program
from edgeasp.batch.bench.command import Command
from edgeasp.batch.bench.edgeasp_solver import NAME, Edgeasp
from edgeasp.batch.bench.own_program import OwnProgram
from edgeasp.solvers.cp_sat import CpSat
from edgeasp.solvers.interface import Solver
from edgeasp.solvers.row_scan import RowScan
from edgeasp.solvers.sat.sat_search import Sat
from edgeasp.system.errors import OptionError

SOLVERS: list[type[Solver]] = [Edgeasp, Sat, CpSat, RowScan, OwnProgram, Command]
"""All kinds of solvers."""

_COMMAND = re.compile(rf"(?:^|,)\s*({command.NAME}=.*)", re.DOTALL)
"""A command, at the end of a list of systems."""


def parse_all(texts: Iterable[str]) -> list[Solver]:
    """The systems that texts name, several in one joined by commas; each once. A command takes all that follows."""
    parts: list[str] = []
    for text in texts:
        last = _COMMAND.search(text)
        listed = text[: last.start()] if last else text
        pieces = re.split(r"\s*,\s*", listed.strip()) if listed.strip() or not last else []
        for piece in [*pieces, *([last[1].strip()] if last else [])]:
            # Options of edgeasp are joined by commas as well: a piece that names no system continues the one before.
            if parts and parts[-1].startswith(f"{NAME}:") and not _is_name(piece):
                parts[-1] += f",{piece}"
            else:
                parts.append(piece)
    return list({solver.label: solver for solver in map(parse, parts)}.values())


def parse(text: str) -> Solver:
    """The system that a text names."""
    for kind in SOLVERS:
        solver = kind.parse(text)
        if solver is not None:
            return solver
    known = ", ".join(form for kind in SOLVERS for form, _ in kind.describe())
    raise OptionError(f"expected a system ({known}), found {text!r}")


def require(systems: Iterable[Solver], *, every: bool = False) -> None:
    """Check, before hours of measuring, that every system can run here; for `every`, that none omits solutions."""
    for system in systems:
        symmetries = set(system.request.symmetry or ()) if isinstance(system, Edgeasp) else set()
        if every and {"board-rotations", "polarity"} & symmetries:
            raise OptionError(
                f"the system {system.label}: the symmetries board-rotations and polarity leave out solutions that "
                "other systems count; they are for the task first"
            )
        if every and isinstance(system, Command) and not system.takes_clues:
            raise OptionError(
                f"the system {system.label}: the task all gives clues: add {{clue}} or {{lp}}, or take --tasks first"
            )
        try:
            system.require()
        except OptionError as error:
            raise OptionError(f"the system {system.label}: {error}") from None


def _is_name(text: str) -> bool:
    """Whether a text names a system, rather than an option of one."""
    if text.partition(":")[0] == NAME or text.partition("=")[0] in (own_program.NAME, command.NAME):
        return True
    return "=" not in text and any(kind.parse(text) is not None for kind in SOLVERS if kind is not Edgeasp)
