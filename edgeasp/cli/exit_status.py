"""The one table of exit statuses."""

from __future__ import annotations

ANSWERED = 0
UNANSWERED = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143

TABLE = (
    (ANSWERED, "the question was answered: a solution, a count, or a proof that there is none"),
    (
        UNANSWERED,
        "it was not, within the limits; check, certify, decode, grade and verify: something is wrong; "
        "bench: a run failed",
    ),
    (USAGE, "bad input or usage: nothing was written (of that board, in a suite or series)"),
    (FAULT, "a fault in edgeasp or clingo, for example an answer that the checker rejects"),
    (INTERRUPTED, "interrupted (Ctrl-C)"),
    (BROKEN_PIPE, "the reader of standard output has closed the pipe, as head does"),
    (TERMINATED, "terminated (SIGTERM)"),
)

SOLVER_UNKNOWN = 0
SOLVER_INTERRUPTED = 1
SOLVER_SATISFIABLE = 10
SOLVER_UNSATISFIABLE = 20
SOLVER_EXHAUSTED = 30
"""The statuses of clasp, for `--solver-exit-codes`: 30 is satisfiable, and all answers were found."""
