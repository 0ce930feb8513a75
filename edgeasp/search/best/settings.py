"""The numbers that steer the search for best boards, in one place, each with its reason.

They were tuned on Eternity II without clues and on two of the corner-pinned boards, in processor seconds.
"""

from __future__ import annotations

from edgeasp.search.best.beam import Width

TAIL_LINES = 5
"""Rows that are filled column by column at the end: with 4 or 6 boards were two diamonds worse. Mismatches arise
here; short lines let the beam choose often, and leave the worst to the last columns."""

JOINT_SQUARES = 15
"""Squares that are filled together at the end: with 20, few boards are finished within the conflicts, and the score is
one diamond lower after twice the time."""

JOINT_BOARDS = 600
"""Boards that are finished, the most promising first: of three sweeps, one gained a diamond from 600 instead of 150."""

JOINT_CONFLICTS = 3000

FIRST_ROW_CALLS = 40
"""The first row has one parent, so it takes many calls to get many rows that differ."""

SWEEP_CONFLICTS = 3000
"""Of one line: nearly all end far below."""

SHARE = 1 / 8
"""Of a beam that may come from one board: with more, the beam forgets all but a few beginnings."""

BRANCHING = 1.3
"""Ways to go on at a square that the pool leaves on average: with fewer, lines die; with more, nothing is used up."""

BRANCHING_AT_CLUES = 1.8
"""The same in the row of a clue and the one above it, where a clue takes choices away."""

CLUE_FACTOR = 3
"""How much wider the beam is before a row with clues, since most boards have no way past them."""

ROW_MISMATCHES = (0, 1, 2, 3, 5, 8, 12, 20, 40, 1000)
"""Mismatches that a row may have: the next number only if no board has a way to go on."""

POLISH_CONFLICTS = 2000
"""Of one window: many small windows win over few that are proved best."""

UPHILL = 0.2
"""The part of windows that may become worse by one mismatch, so that the walk leaves a dead end."""

WINDOWS = 300
"""Windows by which the board of a sweep is improved, in some seconds: half of the boards gain a diamond. Of a narrow
sweep, as many as boards in its beam, so that the improvement takes no more time than the sweep."""

SOLVABLE = 150
"""Squares up to which a search for a solution is worth a round: its program is small, so clingo grounds it fast."""

SOLVE_CONFLICTS = 20_000
"""Of the first search for a solution, some seconds; each further one may take four times as many."""

PROVABLE = 36
"""Free squares with which the best board can perhaps be proved best."""

PROOF_CONFLICTS = 20_000
"""Of the first attempt to prove a board best; each further one may take four times as many."""

QUICK = 8
"""Boards in the beam of the sweep that comes before the first round: on Eternity II 446 to 450 diamonds after 2 s of
processor time. Narrower ones take hardly less time, since most of it goes into the first row."""

QUICK_GROWTH = 35
"""Boards by which a sweep may be wider than the quick one for each time that it may take in addition: on Eternity II
one of 60 boards takes two and a half times as long."""

QUICK_SQUARES = 324
"""Squares up to which that sweep takes some 3 s at most: on 20 x 20 squares it takes 5, on 24 x 24 up to 7."""

NARROW = 60
"""Boards in the first beam, which gives a good board after some seconds."""

WIDE = 3000
"""Boards in the widest beam. On Eternity II without clues, widths of 200, 1000 and 3000 gave 458.3 (12 s), 459.5 (50 s)
and 460.5 (145 s of processor time) on average; the memory is still no concern."""


TIME_SHARE = 0.85
"""Of the time that is left, what a sweep may be expected to take."""


SHARED_PACE = 0.85
"""What a process adds to a sweep that several share, of what it would do alone: some steps are not divided."""


def width(number: int) -> int:
    """The width of the beam in the sweep of that number, from 0: each twice as wide as the one before."""
    return min(NARROW << min(number, 10), WIDE)


def top(width: int) -> Width:
    """For rows without mismatches: models are nearly free, calls are not."""
    return Width(max(30, min(width, 200)), calls=2, models=60, conflicts=SWEEP_CONFLICTS, share=SHARE)


def tail(width: int) -> Width:
    """For columns with mismatches."""
    return Width(width, calls=1, models=20, conflicts=SWEEP_CONFLICTS, share=SHARE)
