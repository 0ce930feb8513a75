"""User rules, which are added to the encoding or replace it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from edgeasp.puzzle.model import Puzzle, Solution, degrees

# A string may contain %, and a comment may contain quotes, so both are found in one pass.
_SKIPPED = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?(?:\*%|\Z)|%[^\n]*', re.DOTALL)
_OBJECTIVE = re.compile(r":~|#(?:minimi[sz]e|maximi[sz]e)\b")
_GUIDANCE = re.compile(r"#heuristic\b")

PROPAGATORS = "docs/propagators.md shows how to solve with clingo's own API"
"""Advice for programs that need theory atoms or Python."""


def blank_comments(text: str) -> str:
    """Blank comments and strings, and keep line numbers."""
    return _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


class RulesFile(NamedTuple):
    """File with user rules.

    Attributes:
        name: its name in messages.
        text: its content.
    """

    name: str
    text: str

    @property
    def code(self) -> str:
        """Text in which comments and strings are blanked."""
        return blank_comments(self.text)


@dataclass(frozen=True, slots=True)
class UserRules:
    """User rules of a task.

    Attributes:
        program: files of a program that replaces edgeasp's rules, included files first. It reads the facts of an
            instance, and answers with `chosenTile/3` and `chosenRotation/3`.
        added: files of rules that are added to the encoding. They may use `chosenTile/3` and `chosenRotation/3`.
        relaxed: whether to accept boards that break conditions of the puzzle.
    """

    program: tuple[RulesFile, ...] = ()
    added: tuple[RulesFile, ...] = ()
    relaxed: bool = False

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def files(self) -> tuple[RulesFile, ...]:
        """All files, in the order in which they are loaded."""
        return (*self.program, *self.added)

    @property
    def program_name(self) -> str:
        """Name of the main file of the program, "" without a program."""
        return self.program[-1].name if self.program else ""

    @property
    def added_names(self) -> str:
        """Names of the added files, as part of a sentence."""
        return ", ".join(file.name for file in self.added)

    @property
    def guided(self) -> bool:
        """Whether the rules have `#heuristic` statements."""
        return any(_GUIDANCE.search(file.code) for file in self.files)

    @property
    def optimises(self) -> bool:
        """Whether the rules have `#minimize`, `#maximize` or weak constraints."""
        return any(_OBJECTIVE.search(file.code) for file in self.files)

    def joined_text(self) -> str:
        """Join the files, each with its name in a comment."""
        return "".join(f"\n% ---- from {file.name}\n{file.text.rstrip()}\n" for file in self.files)


def statements_around_program(puzzle: Puzzle, clues: Solution) -> str:
    """Write the statements that surround a user program.

    They show the answer atoms, declare facts that an instance may lack, and enforce the clues.
    """
    lines = [
        "% ---- around a program: what an answer shows, and clues that are kept",
        "#show chosenTile/3.",
        "#show chosenRotation/3.",
        "#defined frame/1.",
        "#defined partner/2.",
        "#defined only/2.",
        "#defined tileSign/2.",
        "#defined clue/4.",
    ]
    for clue in clues:
        x, y = clue.square.col + 1, clue.square.row + 1
        lines.append(f":- not chosenTile({x},{y},{clue.tile + 1}).")
        same = map(degrees, puzzle.alike(clue.tile, clue.rot))
        lines.append(f":- {', '.join(f'not chosenRotation({x},{y},{rot})' for rot in same)}.")
    return "\n".join(lines) + "\n"
