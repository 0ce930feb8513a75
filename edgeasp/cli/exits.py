"""The one table of exit statuses."""

from __future__ import annotations

ANSWERED = 0
UNANSWERED = 1
USAGE = 2
FAULT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141

TABLE = (
    (ANSWERED, "the question was answered: a solution, or a proof that there is none"),
    (UNANSWERED, "it was not; and for check: the file is not a solution"),
    (USAGE, "bad input or usage; nothing was written"),
    (FAULT, "a fault in edgeasp or clingo, for example an answer that the checker rejects"),
    (INTERRUPTED, "interrupted (Ctrl-C)"),
)
