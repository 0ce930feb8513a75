"""Programs with one fault each, as edits of right ones, and how to tell that a remark leads to the fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.search.diagnosis import Remark

REPOSITORY = Path(__file__).parents[2]
OTHERS = REPOSITORY / "tests" / "search" / "grading"
RIGHT = {path.stem: path for path in [*(REPOSITORY / "docs" / "lesson").glob("*.lp"), *OTHERS.glob("*.lp")]}
"""Right programs in different styles: the steps of the lesson, and three others."""

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

    def rules(self) -> OwnRules:
        """The wrong program, as a file."""
        return OwnRules((RulesFile("mine.lp", self.text),), relaxed=True)

    @property
    def lines(self) -> set[int]:
        """The lines that the edit has changed, and those on which their statements begin."""
        before = RIGHT[self.base].read_text(encoding="utf-8").splitlines()
        after = self.text.splitlines()
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        changed = {line for kind, _, _, start, end in blocks if kind != "equal" for line in range(start, end)}
        begins = {begin for line in changed for begin in range(line + 1) if _is_one(after[begin : line + 1])}
        return {line + 1 for line in changed | begins}

    def led_to(self, remarks: Sequence[Remark]) -> bool:
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


FAULTY = [
    Faulty("a rotation is not guessed", GUESS, "R) : rotation(R) }", "R) : rotation(R), R < 270 }"),
    Faulty("a rotation is not shown", COLOURS, "rotation(R+90).", "rotation(R+90), R < 180."),
    Faulty("no boundary", COLOURS, ":- frame(C), outer(X,Y,S), not half(X,Y,S,C).", "", "on the outside"),
    Faulty(
        "anticlockwise",
        COLOURS,
        "clockwise(top,right). clockwise(right,bottom). clockwise(bottom,left). clockwise(left,top).",
        "clockwise(right,top). clockwise(bottom,right). clockwise(left,bottom). clockwise(top,left).",
    ),
    Faulty(
        "columns and rows exchanged in the answer",
        "numbered",
        "chosenTile(X,Y,T) :- position(T,X,Y).\nchosenRotation(X,Y,90*N)",
        "chosenTile(Y,X,T) :- position(T,X,Y).\nchosenRotation(Y,X,90*N)",
    ),
    Faulty(
        "a tile twice", "lines", ":- tile(T), #count { X,Y : put(X,Y,T,_) } != 1.\n", "", "tile may lie on two squares"
    ),
    Faulty(
        "a constraint too many",
        DECISION,
        "% Where two sides",
        ":- place(T,R,X,Y), place(T+1,R,X+1,Y).\n% Where two sides",
    ),
    Faulty("another modulus", "cells", "(A+R)\\360", "(A+R)\\270"),
    Faulty(
        "rows do not meet", COLOURS, "meets(X,Y,bottom,X,Y+1,top) :- col(X), row(Y), row(Y+1).\n", "", "between rows"
    ),
    Faulty("the last columns do not meet", COLOURS, "row(Y), col(X+1).", "row(Y), col(X+2)."),
    Faulty("a tile twice in a row", GUESS, "(X,Y) < (U,V)", "X < U, Y < V"),
    Faulty("bottom meets bottom", "numbered", "shows(X,Y+1,0,D)", "shows(X,Y+1,2,D)"),
    Faulty("a difference for a sum", "numbered", "(K+N)\\4", "(K-N+4)\\4"),
    Faulty(
        "no boundary below", "numbered", ":- frame(C), last(_,Y), shows(X,Y,2,D), C != D.\n", "", "outside, at bottom"
    ),
    Faulty("tile before square", "lines", "#show chosenTile(X,Y,T)", "#show chosenTile(T,X,Y)"),
    Faulty("a small letter", FITS, "chosenTile(X,Y,T)     :-", "chosentile(X,Y,T)     :-"),
    Faulty("a predicate that is none", COLOURS, "not half(U,V,Z,C)", "not halves(U,V,Z,C)"),
    Faulty("an idle choice", DECISION, "% The tile on", "{ lucky(T) } :- tile(T), T < 3.\n% The tile on"),
    Faulty("a choice without bounds", "cells", "tile(T) } = 1 :- cell(I).", "tile(T) } :- cell(I)."),
    Faulty(
        "two tiles on a square",
        "numbered",
        ":- position(T,X,Y), position(P,X,Y), T < P.\n",
        "",
        "square may hold (two tiles|no tile)",
    ),
    Faulty("the frame colour only outside", FITS, "inner(X,Y,S), plenty.", "inner(X,Y,S), scarce."),
    Faulty(
        "sides in another order",
        FITS,
        "wants(X,Y,right,B), wants(X,Y,bottom,C)",
        "wants(X,Y,bottom,B), wants(X,Y,right,C)",
    ),
    Faulty("columns for rows", "lines", "Y : row(Y) }.", "Y : col(Y) }."),
    Faulty("rows that go on", "cells", "size(W,_), (I+1) \\ W != 0.", "size(W,_)."),
    Faulty(
        "quotient for remainder",
        "cells",
        "chosenTile(I\\W+1,I/W+1,T) :- in(I,T,_), size(W,_).\nchosenRotation(I\\W+1,I/W+1,R)",
        "chosenTile(I/W+1,I\\W+1,T) :- in(I,T,_), size(W,_).\nchosenRotation(I/W+1,I\\W+1,R)",
    ),
    Faulty(
        "no tile with equal sides",
        DIAMONDS,
        "% Where two sides",
        ":- place(T,R,X,Y), shown(T,R,S,C), shown(T,R,Z,C), S < Z.\n% Where two sides",
    ),
    Faulty("a slip in a table", "lines", "after(90,top,right)", "after(90,top,left)"),
    Faulty(
        "nothing is compared",
        DIAMONDS,
        ":- meets(X,Y,S,U,V,Z), half(X,Y,S,C), not half(U,V,Z,C).\n"
        ":- meets(X,Y,S,U,V,Z), half(U,V,Z,C), not half(X,Y,S,C).\n",
        "",
        "sides that meet .* may differ",
    ),
    Faulty("turned once at least", "numbered", "turn(T,0..3)", "turn(T,1..3)"),
    Faulty("sides that meet differ", GUESS, "shown(P,Q,Z,D), C != D.", "shown(P,Q,Z,D), C = D."),
    Faulty("half of the board for tile 1", DECISION, "% The tile on", ":- place(1,R,X,Y), X > 1.\n% The tile on"),
    Faulty("an unsafe variable", DIAMONDS, "half(X,Y,S,C) :- place", "half(X,Y,S,D) :- place"),
    Faulty("a missing full stop", COLOURS, "not half(U,V,Z,C).", "not half(U,V,Z,C)"),
    Faulty("anticlockwise in the answer", "numbered", "90*N)", "360-90*N)"),
    Faulty("without end", "cells", "east(I,I+1)", "cell(I+1) :- cell(I).\neast(I,I+1)"),
    Faulty("the boundary inside", COLOURS, "outer(X,Y,S) :-", "outer(X,Y,top) :- col(X), row(Y).\nouter(X,Y,S) :-"),
]
