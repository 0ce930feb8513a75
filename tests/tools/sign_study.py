"""What signs know of generated boards: `python -m tests.tools.sign_study` prints the tables of the page of results.

Boards, samples and searches have fixed seeds; seconds are processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from statistics import geometric_mean, mean, median

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.errors import LimitError
from edgeasp.puzzle.model import Puzzle, Sign, Solution
from edgeasp.puzzle.signs.conditions import signs_of, with_fixed_sign, with_signs
from edgeasp.puzzle.signs.correlation import MOST, Correlations, chain, correlations, paths
from edgeasp.puzzle.signs.discrepancy import place
from edgeasp.puzzle.signs.possible import Marks, PossibleSigns, as_marks
from edgeasp.search.session import Session
from edgeasp.search.sign_search import REQUEST, SignSearch
from edgeasp.search.task import make_task
from edgeasp.solvers.limits import Deadline, Limits

SIZES = {5: (4, 6, 9), 6: (5, 7, 10), 7: (7, 9, 12), 8: (9, 12, 15)}
"""Inner colours by size."""

SAMPLES = 10_000
BOARDS = {5: 40, 6: 40, 7: 6, 8: 2}
"""Boards for each number of colours, by size."""

SEARCHED = {5: 8, 6: 3}
"""Those that are searched."""

SECONDS = 10.0
"""Wall time after which a search counts as unfinished."""

DEPTHS = (None, 20, 10)
KNOWN = (1, 0.5)
"""Shares of the tiles whose true sign is given to the search."""


@dataclass(frozen=True)
class Board:
    """A generated board with one sign fixed, and the signs of its planted solution."""

    puzzle: Puzzle
    own: Marks


def board(size: int, colours: int, seed: int) -> Board:
    """The board of a seed."""
    made = generate(Recipe(size, size, colours, 2 if size == 5 else 3 if size < 8 else 4, seed=seed))
    assert made.solution is not None
    signs = signs_of(made.puzzle, made.solution)
    assert signs is not None
    puzzle = with_fixed_sign(made.puzzle)
    marks = as_marks(signs)
    return Board(puzzle, marks if signs[0] is Sign.PLUS else ~marks)


def study(size: int, colours: int, boards: int) -> str:
    """A row of the first table: counts, correlations along the chain, the place of the solution."""
    counts, strengths, departures, places, seconds = [], [], [], [], []
    for seed in range(1, boards + 1):
        each = board(size, colours, seed)
        begin = time.process_time()
        space = PossibleSigns(each.puzzle)
        seconds.append(time.process_time() - begin)
        counts.append(space.count)
        found = correlations(space, None if space.count <= MOST else SAMPLES)
        links = chain(found)
        strengths.append(_strength(found))
        departures.append(paths(links, each.own[None]).mean())
        blocks: Iterator[Marks] = space.blocks() if found.exact else iter([space.sample(SAMPLES, 2)])
        before = sum(place(links, rows, each.own) for rows in blocks)
        places.append(before / found.assignments)
    cells = [f"{size} x {size}", str(colours), str(boards), f"{geometric_mean(counts):,.0f}"]
    cells += [f"{mean(strengths):.2f}", f"{mean(departures):.2f}", f"{median(places):.2f}", f"{mean(places):.2f}"]
    cells += [f"{mean(seconds):.2f}"]
    return "| " + " | ".join(cells) + " |"


def _strength(found: Correlations) -> float:
    values = found.values
    return mean(abs(float(values[link.parent, link.tile])) for link in chain(found))


def compare(size: int, colours: int, boards: int) -> str:
    """A row of the second table: seconds and conflicts to the first solution."""
    cells = [f"{size} x {size}", str(colours), str(boards)]
    cells.append(_measured(boards, lambda seed: _plain(board(size, colours, seed).puzzle)))
    for share in KNOWN:
        cells.append(_measured(boards, partial(_with_known, size, colours, share)))
    for depth in DEPTHS:
        cells.append(_measured(boards, partial(_by_signs_of, size, colours, depth)))
    return "| " + " | ".join(cells) + " |"


def _by_signs_of(size: int, colours: int, depth: int | None, seed: int) -> tuple[bool, int]:
    return _by_signs(board(size, colours, seed).puzzle, depth)


def _measured(boards: int, search: Callable[[int], tuple[bool, int]]) -> str:
    solved, seconds, conflicts = 0, [], []
    for seed in range(1, boards + 1):
        begin = time.process_time()
        found, spent = search(seed)
        solved += found
        seconds.append(time.process_time() - begin)
        conflicts.append(spent)
    return f"{solved}; {mean(seconds):.2f}; {mean(conflicts):,.0f}"


def _plain(puzzle: Puzzle) -> tuple[bool, int]:
    bare = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
    session = Session(make_task(bare), deadline=Deadline(Limits(SECONDS)))
    found = list(session.solve())
    statistics = session.statistics
    return bool(found), (statistics.conflicts or 0) if statistics else 0


def _with_known(size: int, colours: int, share: float, seed: int) -> tuple[bool, int]:
    each = board(size, colours, seed)
    known = [Sign.PLUS if plus else Sign.MINUS for plus in each.own[: round(share * size * size)]]
    puzzle = with_signs(each.puzzle, [*known, *[None] * (size * size - len(known))])
    session = Session(make_task(puzzle), deadline=Deadline(Limits(SECONDS)))
    found = list(session.solve())
    return bool(found), (session.statistics.conflicts or 0) if session.statistics else 0


def _by_signs(puzzle: Puzzle, depth: int | None) -> tuple[bool, int]:
    session = Session(make_task(puzzle, Solution(), REQUEST), deadline=Deadline(Limits(SECONDS)))
    space = PossibleSigns(puzzle)
    links = chain(correlations(space))
    search = SignSearch(session, links, space.assignments(range(space.count)), depth)
    return bool(list(search.run())), search.conflicts


def main() -> None:
    """Print both tables, row by row."""
    for size, row in SIZES.items():
        for colours in row:
            try:
                text = study(size, colours, BOARDS[size])
            except LimitError as error:
                text = f"{size} x {size}, {colours} colours: {error}"
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
    for size, boards in SEARCHED.items():
        for colours in SIZES[size]:
            sys.stdout.write(f"{compare(size, colours, boards)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
