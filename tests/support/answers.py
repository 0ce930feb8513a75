"""Tables of questions and whole answers, in the form of a transcript.

Unindented lines are prose. Indented by two blanks are a question (`$ `), its input (`> `) and its answer. In the input
`\\x1b` and the like are characters, and `\\` at the end leaves out the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff

import pytest

from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Puzzle, Solution
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


def unescaped(lines: tuple[str, ...]) -> str:
    """Return the input of a question as a text."""
    text = "".join(f"{line}\n" for line in lines).removesuffix("\\\n")
    return re.sub(r"\\(r|t|x..|u....)", lambda found: found[0].encode().decode("unicode_escape"), text)


def described(puzzle: Puzzle, solution: Solution = Solution()) -> Iterator[str]:
    """Describe a puzzle by all its sides, and where tiles lie."""
    signs = [each.sign.value if each.sign else "" for each in puzzle.tiles]
    names = ["/".join(map(puzzle.names.colour, each.sides)) for each in puzzle.tiles]
    yield f"{puzzle!r}: {' '.join(name + sign for name, sign in zip(names, signs, strict=True))}"
    numbers = {puzzle.names.colour(side): f"{side}" for tile in puzzle.tiles for side in tile.sides}
    if any(name != number for name, number in numbers.items()):
        yield f"colours {' '.join(f'{name}={number}' for name, number in numbers.items())}"
    if puzzle.partners:
        yield f"partners {' '.join(f'{puzzle.names.colour(a)}-{puzzle.names.colour(b)}' for a, b in puzzle.partners)}"
    yield from lies(solution, puzzle) if solution else ()


def lies(solution: Solution, puzzle: Puzzle) -> Iterator[str]:
    """Tell where tiles lie, and whether that solves the puzzle."""
    yield f"lies {placements(solution)}{', solved' * check(puzzle, solution).solved}"


def placements(solution: Solution) -> str:
    """List the number of each tile, its square and its quarter turns."""
    placed = sorted(solution, key=lambda each: (each.square.row, each.square.col))
    return " ".join(f"{each.tile}@{each.square.place}.{each.rot}" for each in placed) or "nothing"
