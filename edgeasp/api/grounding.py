"""Limits and profiles for the grounding of user programs."""

from __future__ import annotations

from edgeasp.generate import Recipe, generate
from edgeasp.search import profile
from edgeasp.search.profile import Profile, endless_rules
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.control import TooManyRules
from edgeasp.system.errors import InputError
from edgeasp.system.limits import Deadline, Limits, usual_memory

_MOST_MEMORY = 2 * 10**9
"""Memory for the grounding of any program of a user, in bytes, unless another limit is given."""

_UNLESS_SAID = 60.0, 10**9
"""Seconds and bytes for a profile, and for programs for which grounding may never end, unless others are given."""

SIZES = (3, 4, 5)
"""Columns and rows of the boards on which growth is measured."""

_SMALLER = ((2, 2, 0), (3, 2, 1))
"""Columns, rows and colours inside of the boards that are taken if the others have too many ground rules."""


def endless(task: Task) -> list[str]:
    """List user rules whose grounding may never end."""
    return endless_rules(task.own) if task.own else []


def ground_limits(limits: Limits, task: Task, *, profiled: bool) -> Limits:
    """Return the limits, with defaults if grounding may explode."""
    seconds, memory = limits.seconds, limits.memory
    long = profiled or bool(endless(task))
    if long and seconds is None:
        seconds = _UNLESS_SAID[0]
    if (long or task.own) and memory is None:
        memory = usual_memory(_UNLESS_SAID[1] if long else _MOST_MEMORY)
    return Limits(seconds, memory=memory)


def profile_of(task: Task, deadline: Deadline) -> Profile:
    """Profile a program's ground instances on small boards.

    Raises:
        InputError: the program is too large even on the smallest board.
    """
    border = 2 if task.puzzle.framed else 0
    boards = [generate(Recipe(size, size, 3, border)).puzzle for size in SIZES]
    smaller = [generate(Recipe(*size, border) if border else Recipe(*size[:2], 3, 0)).puzzle for size in _SMALLER]
    try:
        return profile.profile(task.own, boards, len(task.puzzle.tiles), deadline, smaller=smaller)
    except TooManyRules:
        rules = "".join(f"\n{rule}" for rule in endless(task))
        cols, rows, _ = _SMALLER[0]
        expected = f"expected at most {profile.MOST_RULES:,} ground rules on {cols} x {rows} squares, found more"
        raise InputError(task.own.files[0].name, None, expected + rules) from None
