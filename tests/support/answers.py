"""Tables of questions and whole answers, in the form of a transcript.

Unindented lines are prose. Indented by two blanks are a question (`$ `), its input (`> `) and its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import unified_diff

import pytest

from tests.support.transcripts import steps


def answered(text: str, answer: Callable[[str, tuple[str, ...]], Iterable[str]]) -> str:
    """Return a table with the answers of now."""
    written: list[str] = []
    for step in steps(text):
        if step.command is None:
            written += step.lines
        else:
            written += [f"  $ {step.command}", *(f"  > {line}".rstrip() for line in step.lines)]
            written += [f"  {line}" for line in answer(step.command, step.lines)]
    return "".join(f"{line}\n" for line in written)


def require_same(written: str, now: str) -> None:
    """Fail with the difference between the table and the answers of now, if there is one."""
    if written != now:
        difference = unified_diff(written.splitlines(), now.splitlines(), "written", "now", lineterm="")
        pytest.fail("\n".join(["write it anew: make generated", *difference]), pytrace=False)
