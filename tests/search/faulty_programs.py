"""Programs with one fault each, as edits of right ones, and how to tell that a remark leads to the fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from edgeasp.encoding.own_rules import RulesFile, UserRules

REPOSITORY = Path(__file__).parents[2]
OTHERS = REPOSITORY / "tests" / "search" / "grading"
LATER = REPOSITORY / "tests" / "search" / "held_out"
RIGHT = {
    path.stem: path
    for path in [*(REPOSITORY / "docs" / "lesson").glob("*.lp"), *OTHERS.glob("*.lp"), *LATER.glob("*.lp")]
}
"""Right programs in different styles: the steps of the lesson, four others, and ten that were written afterwards."""

GUESS, COLOURS, DECISION, FITS, DIAMONDS = (
    *("1-guess-and-check", "2-colours-between", "3-one-decision", "4-what-fits", "5-one-colour"),
)

LED = 6
"""The most lines that may be named, of which one is that of the fault."""


@dataclass(frozen=True)
class Faulty:
    """A right program with an edit that makes it wrong.

    Attributes:
        name: of the fault.
        base: the right program.
        old: what is replaced; with nothing in its place, lines are left out.
        new: what replaces it.
        words: of a fault that is something left out, what a remark has to say.
    """

    name: str
    base: str
    old: str
    new: str
    words: str = ""

    @property
    def text(self) -> str:
        """The wrong program."""
        text = RIGHT[self.base].read_text(encoding="utf-8")
        assert self.old in text, self.name
        return text.replace(self.old, self.new, 1)

    def rules(self) -> UserRules:
        """The wrong program, as a file."""
        return UserRules((RulesFile("mine.lp", self.text),), relaxed=True)

    @property
    def lines(self) -> set[int]:
        """The lines that the edit has changed, and those on which their statements begin."""
        before = RIGHT[self.base].read_text(encoding="utf-8").splitlines()
        after = self.text.splitlines()
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        changed = {line for kind, _, _, start, end in blocks if kind != "equal" for line in range(start, end)}
        begins = {begin for line in changed for begin in range(line + 1) if _is_one(after[begin : line + 1])}
        return {line + 1 for line in changed | begins}

    def led_to(self, remarks: Sequence[object]) -> bool:
        """Whether one of the first two remarks leads to the fault: names its line among few, or what is left out."""
        for remark in remarks[:2]:
            named = {int(number) for number in re.findall(r"mine\.lp:(\d+)", str(remark))}
            if self.words and re.search(self.words, str(remark)):
                return True
            if named & self.lines and len(named) <= LED:
                return True
        return False


def _is_one(lines: Sequence[str]) -> bool:
    """Whether these lines begin a statement of which the last is a part."""
    return bool(lines[0].strip()) and all(line.startswith("   ") for line in lines[1:])


def _read(title: str) -> list[Faulty]:
    """The faults below a title of `faults.txt`."""
    text = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8").partition(f"= {title}\n")[2]
    found = []
    for block in text.partition("\n= ")[0].strip().split("\n\n"):
        head, *lines = block.splitlines()
        name, _, base = head.rpartition(": ")
        old, new, words = ("\n".join(line[2:] for line in lines if line[0] == mark) for mark in "<>?")
        found.append(Faulty(name, base, old, new, words))
    return found


FAULTY, HELD_OUT, STUDENTS = map(_read, ("FAULTY", "HELD_OUT", "STUDENTS"))
"""Faults, those of programs that were written afterwards, in the manners of other authors, and those of students.

Before anything was changed for the later programs, the remarks led to the lines of 23 of their 34 faults.
"""
