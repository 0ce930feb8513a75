"""Parameters of the search for best boards, with the reason for each.

The parameters were tuned on Eternity II without clues and on some of the corner-pinned boards. Times are in processor
seconds.
"""

from __future__ import annotations

LAST_ROWS = 4
"""Number of last rows, which are filled column by column.

Short lines let the search choose often. At a width of 10,000, the values 3, 4, 5, 6 and 7 gave 460.5, 462.0, 460.8,
461.4 and 461.0 matching edges on average: with 3, most beams die before the end.
"""

LAST_ROWS_WITH_CLUES = 5
"""Number of last rows if they contain a clue.

A clue takes choices away, and the mismatches that these rows may cost give some back.
"""

LOOSE_COLUMNS = 4
"""Number of last columns whose tiles may cost two mismatches instead of one: with clues there, beams die otherwise."""

THIN = 0.002
"""Fraction of the width below which a square may cost one more mismatch.

Many boards with a mismatch are better than a few without one that descend from the same board.
"""

FIRST_SHARE = 0.25
"""Width of the first half of the upper rows, relative to the other rows: nearly all boards there die out.

With all rows equally wide, beam searches on Eternity II end with equally good boards and take a third more time.
"""

FIRST_LEAST = 16_000
"""Least width of the first rows, unless the other rows are narrower.

With 2,500 boards instead of 10,000, boards with five clues had 23.2 mismatches on average instead of 23.0.
"""

LAST_SHARE = 0.5
"""Width of the columns, relative to the rows.

With 100,000 boards and five clues, 0.3, 0.5 and 1 gave 20.8, 20.4 and 20.0 mismatches on average in 1, 1.3 and 2 times
the time. Doubling the width of everything saves half a mismatch.
"""

LAST_SHARE_SMALL = 0.3
"""Width of the columns of a small board, relative to the rows.

On the 12 x 12 of META'10 and a planted one, 128,000 boards end with 7.9 and 7.0 mismatches. With 0.5 they end with 8.0
and 7.0, in more time.
"""

LAST_LEAST = 1000
"""Least width of the columns, unless the rows are narrower: narrow columns lose more edges than they save time."""

LAST_LEAST_SMALL = 16_000
"""Least width of the columns of a small board, where columns have a larger part of the squares.

On the 10 x 10 of META'10, a beam that keeps its width of 16,000 has 174.0 of 180 on average in 0.6 s. A beam of 32,000
that shrinks to 9,600 has 173.5.
"""

POLISH_CONFLICTS = 2000
"""Limit of conflicts for one window: many small windows gain more than few that are proved optimal."""

UPHILL = 0.2
"""Fraction of windows that may add one mismatch, so that the walk leaves a local optimum."""

WINDOWS = 300
"""Number of windows that improve the board a user starts from, in a few seconds.

They gain nothing on boards that come from a beam search.
"""

SOLVE_TILES = 1e12
"""Greatest expected number of tiles that the compiled search places per solution for which rounds look for one.

It is hours of that search. On 10 x 10 with ten inner colours, where 1e16 and 1e17 tiles are expected, such rounds took
most of the time for nothing. On 12 x 12 with 24 colours, where 3e6 are expected, the first round answers at once.
"""

SOLVABLE = 100
"""Greatest number of squares for which rounds look for a solution if there is no such expectation."""

SOLVE_CONFLICTS = 20_000
"""Limit of conflicts of the first search for a solution, a few seconds. Each further search has four times as many."""

AROUND = 2
"""Distance from a mismatch to the squares of the window around it: at most 18 squares, about a window of 4 x 4."""

WINDOW_NODES = 50_000
WINDOW_GROWTH = 8
"""Limit of squares that are filled to prove a window before the next has its turn, and its factor from round to round.

Most 4 x 4 windows of record boards are proved in the first round.
"""

WINDOW_SHARE = 0.2
"""Fraction of a time limit that is reserved to prove windows after the search."""

NODES_OF_CONFLICT = 1000
"""Number of squares that the compiled search fills in about the time of one conflict of clasp."""

PROVABLE = 49
"""Greatest number of free squares for which an optimality proof is tried: some 7 x 7 boards take seconds."""

PROOF_CONFLICTS = 20_000
"""Limit of conflicts of the first optimality proof. Each further attempt has four times as many."""

QUICK = 100
"""Width of the beam search before the first round."""

NARROW = 1000
"""Width of the first beam search after that. Each further beam search is twice as wide."""

GROWTH_BITS = 2
GROWTH = 1 << GROWTH_BITS
"""Factor of the width from beam search to beam search within a time limit.

Once the time left is enough for only one more, that one takes all of it.
"""

OVERHEAD = 6000
"""Number of boards that take as long as the fixed cost of a beam search, half a second with the start of its process.

With 1000, beam searches of 5 s were too narrow: 462.3 edges match on Eternity II instead of 462.6 (7 seeds).
"""

WIDE = 1_000_000
"""Greatest width of a beam search.

With the starter piece, 34 beam searches of a million boards reach 464.1 on average and 465 eight times. Seven of four
million, in the same time, reach 464.3 and 465 twice.
"""

SMALL = 100
WIDE_SMALL = 64_000
DOUBLING = 39
"""Greatest width on a board of `SMALL` squares, and the number of further squares that doubles it, up to `WIDE`.

On 10 x 10, beams of 100,000 boards and more end with the same boards whatever the seed, 174 of 180, while every fourth
beam search of 16,000 reaches 175.
"""

VARIED = 3
"""Number of widths that alternate on a small board once the greatest is reached, each half of the one before.

Of two 10 x 10 boards, one favours narrow beam searches, as there are more of them, and the other wide ones.
"""

LONG_HISTORY = 1_000_000
"""Length of the history of a beam, in tiles, from which boards without descendants are dropped: 6 MB."""

HISTORY = 24
"""Length of the history from which a wide beam drops them, in tiles per board: two lines are trimmed at a time."""

BYTES = 1100
"""Memory that a beam search takes for each board, in bytes."""

BASE_BYTES = 120_000_000
"""Memory that a process takes in addition, in bytes."""

MEMORY = 8_000_000_000
"""Memory of all processes of a search without a limit, in bytes, or half of the machine's memory if that is less."""

TIME_SHARE = 0.9
"""Fraction of the time left that a beam search is planned for. It becomes narrower when it is late."""


def greatest_width(squares: int) -> int:
    """Return the greatest width for a board of this size."""
    return min(WIDE, WIDE_SMALL << max(0, squares - SMALL) // DOUBLING)


def varied_width(widest: int, number: int, squares: int) -> int:
    """Vary the widths of successive beam searches.

    Args:
        widest: greatest width for the board.
        number: number of the beam search, from 0.
        squares: number of squares on the board.
    """
    return widest >> number % VARIED if _is_small_board(squares) else widest


def untimed_width(number: int) -> int:
    """Return the n-th beam width for searches without time limit."""
    return NARROW << min(number, 20)


def timed_width(number: int) -> int:
    """Return the n-th beam width for searches with time limit.

    The last beam search ignores this width and uses the rest of the time.
    """
    return NARROW << min(number, 10) * GROWTH_BITS


def first_rows_width(width: int) -> int:
    """Return the beam width of the first rows.

    Args:
        width: width of the second half of the upper rows.
    """
    return max(int(FIRST_SHARE * width), min(width, FIRST_LEAST))


def last_columns_width(width: int, squares: int) -> int:
    """Return the beam width of the last columns.

    Args:
        width: width of the rows.
        squares: number of squares on the board.
    """
    small = _is_small_board(squares)
    share, least = (LAST_SHARE_SMALL, LAST_LEAST_SMALL) if small else (LAST_SHARE, LAST_LEAST)
    return max(int(share * width), min(width, least))


def _is_small_board(squares: int) -> bool:
    return greatest_width(squares) < WIDE
