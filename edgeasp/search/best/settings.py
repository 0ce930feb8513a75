"""The numbers that steer the search for best boards, in one place, each with its reason.

They were tuned on Eternity II without clues and on some of the corner-pinned boards, in processor seconds.
"""

from __future__ import annotations

LAST_ROWS = 4
"""Rows that are filled column by column at the end. At 10,000 boards, 3, 4, 5, 6 and 7 gave 460.5, 462.0, 460.8, 461.4
and 461.0 on average: with 3, most beams die before. Short lines let the search choose often."""

LAST_ROWS_WITH_CLUES = 5
"""The same where a clue lies in them: a clue takes choices away, and mismatches give some back."""

LOOSE_COLUMNS = 4
"""Columns at the end where a tile may cost two mismatches instead of one: with clues there, beams die otherwise."""

THIN = 0.002
"""The part of a beam below which a square may cost a mismatch more: many boards with a mismatch are better than a few
of one origin without."""

FIRST_SHARE = 0.25
"""The width of the first half of the upper rows, of that of the others: nearly all boards there die out. With all rows
as wide, sweeps of Eternity II end with boards as good, and take a third more time."""

FIRST_LEAST = 16_000
"""The first rows are no narrower than that, unless the others are: with 2,500 instead of 10,000 boards, those with five
clues had 23.2 mismatches on average instead of 23.0."""

LAST_SHARE = 0.5
"""The width of the columns, of that of the rows. With 100,000 boards and five clues, 0.3, 0.5 and 1 gave 20.8, 20.4 and
20.0 mismatches on average in 1, 1.3 and 2 times the time, where twice as many boards have half a mismatch less."""

LAST_SHARE_SMALL = 0.3
"""The same on a small board: on the 12 x 12 of META'10 and a planted one, 128,000 boards have 7.9 and 7.0 mismatches
with it, 8.0 and 7.0 with 0.5, in more time."""

LAST_LEAST = 1000
"""The columns are no narrower than that, unless the rows are: narrow ones cost more diamonds than time."""

LAST_LEAST_SMALL = 16_000
"""The same on a small board, where columns have more of the squares: a beam of 16,000 that stays so wide has 174.0 of
180 on average on the 10 x 10 of META'10 in 0.6 s, one of 32,000 that shrinks to 9,600 has 173.5."""

POLISH_CONFLICTS = 2000
"""Of one window: many small windows win over few that are proved best."""

UPHILL = 0.2
"""The part of windows that may become worse by one mismatch, so that the walk leaves a dead end."""

WINDOWS = 300
"""Windows by which a board to begin with is improved, in some seconds. On the boards of sweeps they gain nothing."""

SOLVE_TILES = 1e12
"""Tiles up to which a search for a solution is worth rounds: so many a scan is expected to lay until it has one, hours
of it. On 10 x 10 with ten colours inside, 1e16 and 1e17, such rounds took most of the time for nothing; on 12 x 12 with
24, 3e6, the first one answers at once."""

SOLVABLE = 100
"""The same in squares, where there is no such expectation."""

SOLVE_CONFLICTS = 20_000
"""Of the first search for a solution, some seconds; each further one may take four times as many."""

AROUND = 2
"""Steps from a mismatch to the squares of the window around it: 18 squares and fewer, as much as a window of 4 x 4."""

WINDOW_NODES = 50_000
WINDOW_GROWTH = 8
"""Squares that are filled to prove a window before the next one has its turn, and by how much more in the next round:
of the windows of 4 x 4 of record boards, most are proved in the first."""

WINDOW_SHARE = 0.2
"""Of a time limit, what is kept to prove windows after the search."""

NODES_OF_CONFLICT = 1000
"""Squares that the search in C fills in about the time of a conflict of clasp."""

PROVABLE = 49
"""Free squares with which the best board can perhaps be proved best: some boards of 7 x 7 take seconds."""

PROOF_CONFLICTS = 20_000
"""Of the first attempt to prove a board best; each further one may take four times as many."""

QUICK = 100
"""Boards in the sweep that comes before the first round."""

NARROW = 1000
"""Boards in the first sweep after that; each further one has twice as many."""

GROWTH_BITS = 2
GROWTH = 1 << GROWTH_BITS
"""The growth of each sweep within a time limit, until the time left is enough for one more: that takes it all."""

OVERHEAD = 6000
"""Boards that would take as long as what a sweep takes besides, the start of its process included: half a second. With
1000, sweeps of 5 s were too narrow: 462.3 on Eternity II instead of 462.6 (7 seeds)."""

WIDE = 1_000_000
"""Boards in the widest sweep: with the starter piece, 34 sweeps of a million have 464.1 on average and 465 eight times,
seven of four million in the same time 464.3 and 465 twice."""

SMALL = 100
WIDE_SMALL = 64_000
DOUBLING = 39
"""The same on a board of so many squares, and how many more make it twice as wide, up to `WIDE`: on 10 x 10, beams of
100,000 and more have the same boards with each seed, 174 of 180, where each fourth sweep of 16,000 has 175."""

VARIED = 3
"""The widths that follow one another on a small board, each half as wide, once sweeps are as wide as that: on one of
two 10 x 10 boards narrow sweeps win, as there are more, on the other wide ones."""

LONG_HISTORY = 1_000_000
"""Tiles laid on boards of a beam and those before it, from which on those that led nowhere are forgotten: 6 MB."""

HISTORY = 24
"""The same for each board of a wide beam, so that two lines are trimmed at a time."""

BYTES = 1100
"""Of memory that a sweep takes for each board."""

BASE_BYTES = 120_000_000
"""Of memory that a process takes besides."""

MEMORY = 8_000_000_000
"""The memory of all processes of a search where no limit says so, or half of the machine's if that is less."""

TIME_SHARE = 0.9
"""Of the time that is left, what a sweep is planned for; it becomes narrower when it is late."""


def widest(squares: int) -> int:
    """The number of boards in the widest sweep on so many squares."""
    return min(WIDE, WIDE_SMALL << max(0, squares - SMALL) // DOUBLING)


def varied(widest: int, number: int, squares: int) -> int:
    """The number of boards in the sweep of that number, from 0, where it is to be as wide as can be."""
    return widest >> number % VARIED if _is_small(squares) else widest


def width(number: int) -> int:
    """The number of boards in the sweep of that number, unless that is too wide."""
    return NARROW << min(number, 20)


def grown(number: int) -> int:
    """The same where a time limit is near, unless the time left is enough for one sweep only."""
    return NARROW << min(number, 10) * GROWTH_BITS


def first_width(width: int) -> int:
    """The number of boards in the first half of the upper rows, where the others have so many."""
    return max(int(FIRST_SHARE * width), min(width, FIRST_LEAST))


def last_width(width: int, squares: int) -> int:
    """The number of boards while columns are filled, where rows have so many."""
    small = _is_small(squares)
    share, least = (LAST_SHARE_SMALL, LAST_LEAST_SMALL) if small else (LAST_SHARE, LAST_LEAST)
    return max(int(share * width), min(width, least))


def _is_small(squares: int) -> bool:
    return widest(squares) < WIDE
