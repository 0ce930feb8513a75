"""Information that signs have about generated boards.

`python -m studies.sign_study` prints the tables of the page of results. Boards, samples and searches have fixed seeds,
and times are processor seconds. Tables can be named: counts, estimates, excess, checks, searches, known.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import geometric_mean, mean, median, stdev

import numpy as np
from numpy.typing import NDArray

from edgeasp.generate import Recipe, generate
from edgeasp.lab.signs.annealing import draw_samples, estimate_count
from edgeasp.lab.signs.possible import (
    Assignment,
    Marks,
    PossibleSigns,
    fix_one_sign,
    sign_systems,
    with_signs,
)
from edgeasp.puzzle.model import FRAME, Puzzle, Sign, Solution
from edgeasp.search.solve import Session
from edgeasp.search.task import make_task
from edgeasp.system.limits import Deadline, Limits
from studies.sign_search import REQUEST, Link, chain, counted, paths, search
from tests.lab.support.signs import signs_of

SIZES = {5: (4, 6, 9), 6: (5, 7, 10), 7: (7, 9, 12), 8: (9, 12, 15)}
"""Inner colours by size."""

ESTIMATED = {9: (12, 15, 18), 10: (14, 17, 20), 16: (17,)}
"""Inner colours by size, for boards that are not counted."""

MOST = 4_000_000
"""Most assignments to inspect completely, rather than by samples."""

SAMPLES = 10_000
BLOCK = 1 << 16
LEARNT, PLACED = 4_000, 1_000
"""Samples by annealing: for the chain, and for the rank of the solution."""

CHAINS = 8192
BOARDS = {5: 300, 6: 100, 7: 6, 8: 2, 9: 4, 10: 4, 16: 2}
"""Boards for each number of colours, by size."""

SEARCHED = {5: 8, 6: 3}
"""Number of boards that are searched, by size."""

PAIRS = 5
"""Pairs of equal sides for two tiles to be similar, such as two and three sides of one colour."""

HELPED = {9: 2, 10: 2}
"""Number of boards that are searched with known signs, by size."""

CONFLICTS = 20_000
"""Conflict limit of searches with known signs."""

SECONDS = 10.0
"""Wall time after which a search counts as unfinished."""

DEPTHS = (None, 20, 10)
KNOWN = (1, 0.5)
"""Fractions of the tiles whose true sign is known to the search."""


@dataclass(frozen=True)
class Board:
    """Generated board with one fixed sign, and its planted signs."""

    puzzle: Puzzle
    own: Marks


def board(size: int, colours: int, seed: int) -> Board:
    """Generate the board of a seed."""
    ring = 2 if size == 5 else 3 if size < 8 else 4 if size <= 10 else 5
    made = generate(Recipe(size, size, colours, ring, seed=seed))
    assert made.solution is not None
    signs = signs_of(made.puzzle, made.solution)
    assert signs is not None
    puzzle = fix_one_sign(made.puzzle)
    marks = as_marks(signs)
    return Board(puzzle, marks if signs[0] is Sign.PLUS else ~marks)


def as_marks(signs: Assignment) -> Marks:
    """Turn an assignment into a row of marks."""
    return np.array([sign is Sign.PLUS for sign in signs])


@dataclass(frozen=True)
class Correlations:
    """Correlations of signs, and the chain of the strongest ones.

    Attributes:
        same: symmetric matrix of the number of assignments in which two tiles have the same sign.
        assignments: number of inspected assignments.
    """

    same: NDArray[np.int64]
    assignments: int

    @property
    def links(self) -> list[Link]:
        """Return the chain."""
        return chain(self.same, self.assignments)

    def strength(self, link: Link) -> float:
        """Return the strength of a link's correlation.

        It is 1 if its tiles always or never have the same sign, and 0 if they do in half of the assignments.
        """
        return abs(2 * int(self.same[link.parent, link.tile]) - self.assignments) / self.assignments

    def mean_strength(self) -> float:
        """Return the mean strength along the chain."""
        return mean(self.strength(link) for link in self.links)


def blocks(space: PossibleSigns) -> Iterator[Marks]:
    """Yield all possible assignments in blocks of some thousand."""
    for begin in range(0, space.count, BLOCK):
        yield space.assignments_by_rank(range(begin, min(begin + BLOCK, space.count)))


def correlations(space: PossibleSigns) -> Correlations:
    """Compute the correlations over all possible assignments."""
    return Correlations(np.sum([counted(rows) for rows in blocks(space)], axis=0), space.count)


def sampled(rows: Marks) -> Correlations:
    """Compute the correlations over samples."""
    return Correlations(counted(rows), len(rows))


def place(links: list[Link], rows: Marks, row: Marks) -> int:
    """Count the assignments that a search tries before this one."""
    departs, [own] = paths(links, rows), paths(links, row[None])
    departures, mine = departs.sum(axis=1), own.sum()
    # Of two paths with as many departures, the path that departs at their first difference comes later.
    rivals = departs[departures == mine]
    differs = rivals != own
    first = differs.argmax(axis=1)
    earlier = differs.any(axis=1) & own[first]
    return int((departures < mine).sum() + earlier.sum())


def study(size: int, colours: int, boards: int) -> str:
    """Compute a row of the first table, with exact counts.

    It has counts, correlations along the chain, and the rank of the solution.
    """
    counts, strengths, departures, places, seconds = [], [], [], [], []
    for seed in range(1, boards + 1):
        each = board(size, colours, seed)
        begin = time.process_time()
        space = PossibleSigns(each.puzzle)
        seconds.append(time.process_time() - begin)
        counts.append(space.count)
        exact = space.count <= MOST
        found = correlations(space) if exact else sampled(space.sample(SAMPLES, 1))
        links = found.links
        strengths.append(found.mean_strength())
        departures.append(paths(links, each.own[None]).mean())
        inspected: Iterator[Marks] = blocks(space) if exact else iter([space.sample(SAMPLES, 2)])
        before = sum(place(links, rows, each.own) for rows in inspected)
        # The solution counts as one half, so that a random rank is one half.
        places.append((before + 0.5) / found.assignments)
    cells = [f"{size} x {size}", str(colours), str(boards), f"{geometric_mean(counts):,.0f}"]
    cells += [f"{mean(strengths):.2f}", f"{mean(departures):.2f}", f"{median(places):.2f}", f"{mean(places):.2f}"]
    cells += [f"{mean(seconds):.2f}"]
    return "| " + " | ".join(cells) + " |"


def estimated(size: int, colours: int, boards: int) -> str:
    """Compute a row of the first table by annealing."""
    counts, errors, strengths, departures, places, seconds = [], [], [], [], [], []
    for seed in range(1, boards + 1):
        each = board(size, colours, seed)
        systems = sign_systems(each.puzzle)
        begin = time.process_time()
        found = estimate_count(systems, CHAINS, seed)
        seconds.append(time.process_time() - begin)
        counts.append(found.count)
        errors.append(found.error)
        rows = draw_samples(systems, LEARNT + PLACED, seed)
        learnt = sampled(rows[:LEARNT])
        links = learnt.links
        strengths.append(learnt.mean_strength())
        departures.append(paths(links, each.own[None]).mean())
        places.append(place(links, rows[LEARNT:], each.own) / PLACED)
    cells = [f"{size} x {size}", str(colours), str(boards)]
    cells += [f"{geometric_mean(counts):.2g}, {mean(errors):.1%}", f"{mean(strengths):.2f}", f"{mean(departures):.2f}"]
    cells += [f"{median(places):.2f}", f"{mean(places):.2f}", f"{mean(seconds):.1f}", _listed(places)]
    return "| " + " | ".join(cells) + " |"


def checked(size: int, colours: int, boards: int) -> str:
    """Compare annealing with exact counts and samples.

    The row has numbers, and ranks of the solution.
    """
    ratios, errors, offs, differences = [], [], [], []
    for seed in range(1, boards + 1):
        each = board(size, colours, seed)
        systems = sign_systems(each.puzzle)
        space = PossibleSigns(each.puzzle)
        found = estimate_count(systems, CHAINS, seed)
        ratios.append(found.count / space.count)
        errors.append(found.error)
        offs.append((ratios[-1] - 1) / found.error)
        links = sampled(space.sample(SAMPLES, 1)).links
        rows, exact = draw_samples(systems, PLACED, seed), space.sample(SAMPLES, 2)
        differences.append(place(links, rows, each.own) / PLACED - place(links, exact, each.own) / SAMPLES)
    cells = [f"{size} x {size}", str(colours), str(boards), f"{mean(ratios):.3f}", f"{mean(errors):.1%}"]
    cells += [_listed(offs), _listed(differences)]
    return "| " + " | ".join(cells) + " |"


def excess(size: int, colours: int, boards: int) -> str:
    """Compare departures of solutions and of random signs.

    The row has the ratio, by the number of sides of a link.
    """
    more: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(1, boards + 1):
        each = board(size, colours, seed)
        found = correlations(PossibleSigns(each.puzzle))
        links = found.links
        for link, departs in zip(links, paths(links, each.own[None])[0].tolist(), strict=True):
            more[_pairs(each.puzzle, link) >= PAIRS].append(departs - (1 - found.strength(link)) / 2)
    cells = [f"{size} x {size}", str(colours), str(boards)]
    for alike in (True, False):
        error = stdev(more[alike]) / len(more[alike]) ** 0.5
        cells.append(f"{len(more[alike]):,}: {mean(more[alike]):+.3f}, {error:.3f}")
    return "| " + " | ".join(cells) + " |"


def _pairs(puzzle: Puzzle, link: Link) -> int:
    one, other = (Counter(puzzle.tiles[tile].sides) for tile in (link.tile, link.parent))
    return sum(one[colour] * other[colour] for colour in one if colour != FRAME)


def _listed(numbers: Sequence[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in numbers)


def compare(size: int, colours: int, boards: int) -> str:
    """Measure seconds and conflicts to the first solution."""
    cells = [f"{size} x {size}", str(colours), str(boards)]
    cells.append(_measured(boards, lambda seed: _plain(board(size, colours, seed).puzzle)))
    for share in KNOWN:
        cells.append(_measured(boards, partial(_with_known, size, colours, share)))
    for depth in DEPTHS:
        cells.append(_measured(boards, partial(_by_signs_of, size, colours, depth)))
    return "| " + " | ".join(cells) + " |"


def helped(size: int, colours: int, boards: int) -> str:
    """Measure the value of known signs.

    The boards have too many assignments to search them all.
    """
    cells = [f"{size} x {size}", str(colours), str(boards)]
    cells.append(_measured(boards, lambda seed: _plain(board(size, colours, seed).puzzle, CONFLICTS)))
    for share in KNOWN:
        cells.append(_measured(boards, partial(_with_known, size, colours, share, conflicts=CONFLICTS)))
    return "| " + " | ".join(cells) + " |"


def _by_signs_of(size: int, colours: int, depth: int | None, seed: int) -> tuple[bool, int]:
    return _by_signs(board(size, colours, seed).puzzle, depth)


def _measured(boards: int, solve: Callable[[int], tuple[bool, int]]) -> str:
    solved, seconds, conflicts = 0, [], []
    for seed in range(1, boards + 1):
        begin = time.process_time()
        found, spent = solve(seed)
        solved += found
        seconds.append(time.process_time() - begin)
        conflicts.append(spent)
    return f"{solved}; {mean(seconds):.2f}; {mean(conflicts):,.0f}"


def _plain(puzzle: Puzzle, conflicts: int | None = None) -> tuple[bool, int]:
    return _solved(with_signs(puzzle, [None] * len(puzzle.tiles)), conflicts)


def _with_known(size: int, colours: int, share: float, seed: int, conflicts: int | None = None) -> tuple[bool, int]:
    each = board(size, colours, seed)
    known = [Sign.PLUS if plus else Sign.MINUS for plus in each.own[: round(share * size * size)]]
    return _solved(with_signs(each.puzzle, [*known, *[None] * (size * size - len(known))]), conflicts)


def _solved(puzzle: Puzzle, conflicts: int | None) -> tuple[bool, int]:
    """Search within a number of conflicts and `SECONDS`.

    Returns:
        Whether a solution is found, and the conflicts.
    """
    session = Session(make_task(puzzle), deadline=Deadline(Limits(SECONDS if conflicts is None else None)))
    found = list(session.solve(conflicts=conflicts))
    return bool(found), (session.statistics.conflicts or 0) if session.statistics else 0


def _by_signs(puzzle: Puzzle, depth: int | None) -> tuple[bool, int]:
    session = Session(make_task(puzzle, Solution(), REQUEST), deadline=Deadline(Limits(SECONDS)))
    space = PossibleSigns(puzzle)
    found = search(session, correlations(space).links, space.assignments_by_rank(range(space.count)), depth)
    return found, (session.statistics.conflicts or 0) if session.statistics else 0


@dataclass(frozen=True)
class Table:
    """Table: function for a row, and boards by size and colours."""

    row: Callable[[int, int, int], str]
    boards: Mapping[int, int]


TABLES = {
    "counts": Table(study, {size: BOARDS[size] for size in SIZES}),
    "estimates": Table(estimated, {size: BOARDS[size] for size in ESTIMATED}),
    "excess": Table(excess, {5: BOARDS[5]}),
    "checks": Table(checked, {size: BOARDS[size] for size in (7, 8)}),
    "searches": Table(compare, SEARCHED),
    "known": Table(helped, HELPED),
}


def main() -> None:
    """Print all tables or the named ones, row by row."""
    for name in sys.argv[1:] or TABLES:
        table = TABLES[name]
        for size, boards in table.boards.items():
            for colours in (SIZES | ESTIMATED)[size]:
                sys.stdout.write(f"{table.row(size, colours, boards)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
