"""Whether to follow edgeasp's guidance: not at once where it might do harm.

Beside two neighbours a number of tiles is expected to fit, see `puzzle.fillings.fitting`. With hardly more than one, a
search that decides diamond by diamond, outward, is the faster one. With many, the solver's own order is, and
`asp/heuristic/outward.lp` leaves it alone. In between guidance saves half of the time on most boards, and takes several
times as long on some, of which the solver by itself makes short work; so it gets a trial first, unless the search
is a short one anyway. Where no search will come to an end, only luck finds a solution, and the solver's own order has
more of it.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache
from math import exp, inf, log, sqrt

from edgeasp.encoding.components import EncodingRequest
from edgeasp.puzzle.fillings import fitting, log_fillings
from edgeasp.puzzle.growth import growth, origins
from edgeasp.puzzle.model import Puzzle, Solution, Square
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.options import ClaspOptions

FEW_FIT = 1.2
"""Tiles that are expected to fit beside two neighbours, so few that guidance is the better choice."""

MANY_FIT = 1.5
"""The same, so many that there is none, as in `asp/heuristic/outward.lp`."""

SHORT_SEARCH = 9e6
"""The fillings that are expected of all parts that a search outward fills, together, so few that it is no trial longer.

A guided search takes a conflict for some hundred to a thousand of them.
"""

ENDLESS_SEARCH = 1e12
"""The same, so many that a guided search does not come to an end."""

LEAST_SHARED = 1e6
"""The same, from which on it pays that threads share a search outward."""

TRIAL = 16_000
"""Conflicts of a search without guidance of one thread: a second or less, as boards in doubt have up to 9 x 9."""

MOST_KEPT = 1_000
"""Solutions that a trial may find: it gives none before it has ended, so that none is given twice."""


def is_own_choice(task: Task) -> bool:
    """Whether edgeasp chose the rules: who chooses others wants to see what these do."""
    usual, encoding = EncodingRequest(), task.encoding
    if task.relaxed or task.own or encoding.redundant:
        return False
    return (encoding.formulation, encoding.heuristic) == (usual.formulation, usual.heuristic)


class Advice(Enum):
    """What to do about guidance."""

    FOLLOW = "follow"
    TRY_WITHOUT = "try without first"
    LEAVE = "leave"


def advice(task: Task, options: ClaspOptions) -> Advice:
    """Whether the search of a task is to follow edgeasp's guidance; to be followed if the user chose otherwise."""
    if options.configuration != "auto" or not is_own_choice(task) or not FEW_FIT < fitting(task.puzzle) <= MANY_FIT:
        return Advice.FOLLOW
    fillings = log_length(task)
    if fillings < log(SHORT_SEARCH):
        return Advice.FOLLOW
    return Advice.TRY_WITHOUT if fillings < log(ENDLESS_SEARCH) else Advice.LEAVE


def trial(threads: int) -> int:
    """Conflicts of each thread in a trial: what competing threads save grows as the root of their number, at best."""
    return int(TRIAL / sqrt(threads))


def is_guided(task: Task, options: ClaspOptions) -> bool:
    """Whether a search goes outward, as few enough tiles fit: at once, or after a trial without guidance."""
    return fitting(task.puzzle) <= MANY_FIT and advice(task, options) is not Advice.LEAVE


def is_worth_sharing(task: Task) -> bool:
    """Whether a search outward is so long that threads find the solutions faster together."""
    return log_length(task) >= log(LEAST_SHARED)


def unguided(task: Task) -> Task:
    """A task without guidance."""
    return replace(task, encoding=replace(task.encoding, heuristic="none"))


def log_length(task: Task) -> float:
    """The logarithm of the expected number of fillings of all parts that a search outward fills."""
    return _log_length(task.puzzle, task.clues)


@lru_cache(8)
def _log_length(puzzle: Puzzle, clues: Solution) -> float:
    """The same; kept, since a search asks several times, and of a board of thousands of squares it takes a while."""
    squares = [Square(col, row) for col in range(puzzle.cols) for row in range(puzzle.rows)]
    order = growth(squares, origins(clues))
    try:
        expected = log_fillings(puzzle, order, clues)
    except ValueError:
        return log(SHORT_SEARCH)  # frame colours inside: nothing is expected
    most = max(expected)
    return most + log(sum(exp(each - most) for each in expected)) if most > -inf else most
