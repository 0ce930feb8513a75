"""Why a search found no solution, as far as that costs little: likely slips of typing, and clues that clash."""

from __future__ import annotations

from collections.abc import Sequence

from edgeasp.api import explain_summary
from edgeasp.api.explain_summary import slip_lines
from edgeasp.cli import signals
from edgeasp.formats.document import Document
from edgeasp.puzzle.clues import GivenClue
from edgeasp.system.limits import Deadline, Limits

_SECONDS = 3.0
_CONFLICTS = 5_000
"""What the search for clues that clash may cost at most."""


def why_lines(document: Document, clues: Sequence[GivenClue], words: str, seconds: float | None) -> list[str]:
    """What is known of the reasons, and the command that searches for more: a note each, perhaps of several lines.

    Args:
        document: the puzzle.
        clues: its clues.
        words: the puzzle and its options as words of a command line.
        seconds: wall time that is left; any if None.
    """
    from edgeasp.search.explain.explainer import Explainer

    lines = []
    pointer = f"to learn more: edgeasp explain {words}"
    if clues:
        limits = Limits(_SECONDS if seconds is None else max(0.0, min(_SECONDS, seconds)))
        explainer = Explainer(
            document.puzzle, clues, deadline=Deadline(limits, signals.raise_pending), conflicts=_CONFLICTS
        )
        explainer.run(conditions=False)
        found = explainer.explanation()
        for clash in found.clashes:
            lines += explain_summary.clash_lines(document.puzzle, clash, len(clues))
        if found.narrowed is not None:
            lines += explain_summary.narrowed_lines(document.puzzle, found.narrowed, len(clues))
        if found.without_clues:
            lines.append("there is none without the clues either")
    return _blocks([*lines, *slip_lines(document), pointer])


def _blocks(lines: Sequence[str]) -> list[str]:
    """The lines, each with the indented ones that follow it."""
    blocks: list[str] = []
    for line in lines:
        if line.startswith(" "):
            blocks[-1] += f"\n{line}"
        else:
            blocks.append(line)
    return blocks
