"""Programs with one fault each, as edits of right ones, and how to tell that a remark leads to the fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from edgeasp.encoding.own_rules import OwnRules, RulesFile
from edgeasp.search.diagnosis import Finding

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

    def led_to(self, remarks: Sequence[Finding]) -> bool:
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
        "right and bottom exchanged",
        GUESS,
        "right,X+1,Y,left) :- col(X), row(Y), col(X+1).\nmeets(X,Y,bottom,X,Y+1,top) :- col(X), row(Y), row(Y+1).",
        "bottom,X+1,Y,top) :- col(X), row(Y), col(X+1).\nmeets(X,Y,right,X,Y+1,left) :- col(X), row(Y), row(Y+1).",
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

HELD_OUT = [
    Faulty("two steps down", "terms", "step(bottom,0,1)", "step(bottom,0,2)"),
    Faulty("equal for less", "terms", "P < Q", "P = Q"),
    Faulty("columns do not face", "terms", "facing(left,right). facing(right,left).\n", "", "between columns"),
    Faulty("degrees for quarters", "terms", "(A+R/90)", "(A+R)"),
    Faulty("numbers that clash", "oriented", "4*T+K", "T+K"),
    Faulty("quarters from one", "oriented", "0..3", "1..4"),
    Faulty("right beside right", "oriented", "not col4(Q,3,C)", "not col4(Q,1,C)"),
    Faulty("least for most", "oriented", "W = #max", "W = #min"),
    Faulty("the line below for the line beside", "edges", "v(X+1,Y,C)", "v(X,Y+1,C)"),
    Faulty("lines between rows of any colour", "edges", ":- h(X,Y,C), h(X,Y,D), C < D.\n", "", "between rows"),
    Faulty("the frame a column early", "edges", "not col(X), C", "not col(X+1), C"),
    Faulty("anticlockwise by four", "loops", "D,A,B,C) :- sides", "B,C,D,A) :- sides"),
    Faulty("twice in a column", "loops", ":- put(X,Y,T), put(X,V,T), Y < V.\n", "", "tile may lie on two squares"),
    Faulty("squares left empty", "loops", ":- col(X), row(Y), not filled(X,Y).\n", "", "square may hold no tile"),
    Faulty("three rotations", "loops", " | turned(X,Y,270)", ""),
    Faulty("twice is not too often", "counting", "chosenTile(X,Y,T) } > 1", "chosenTile(X,Y,T) } > 2"),
    Faulty("two colours are not too many", "counting", "C : color(X+1,Y,270,C) } > 1", "C : color(X+1,Y,270,C) } > 2"),
    Faulty("one rotation at least", "counting", "chosenRotation(X,Y,R) } != 1", "chosenRotation(X,Y,R) } = 0"),
    Faulty("width for height", "ids", "(Y-1)*W+X", "(X-1)*W+Y"),
    Faulty("a quarter too far", "ids", "(D+K-1)", "(D+K)"),
    Faulty("upside down", "ids", "s(I,3,C), s(J,1,C)", "s(I,1,C), s(J,3,C)"),
    Faulty("a table the wrong way", "ids", "deg(1,90). deg(2,180). deg(3,270)", "deg(1,270). deg(2,180). deg(3,90)"),
    Faulty("twice in different rotations", "ids", "I != J.", "I != J, r(I,K), r(J,K)."),
    Faulty("before the turn", "colours", "not has(X,Y,Z,C)", "not has(X,Y,S,C)"),
    Faulty(
        "one side of the frame",
        "colours",
        "turn(0,S,S) :-",
        ":- has(X,Y,S,C), has(X,Y,Z,C), frame(C), S != Z.\nturn(0,S,S) :-",
    ),
    Faulty("tiles not used", "colours", ":- tile(T), not used(T).\n", "", "tile may lie on two squares"),
    Faulty("turned halfway", "fluents", "R < 270", "R < 180"),
    Faulty("rotations as tiles", "fluents", "{ holds(Cell,rot(R)) :", "{ holds(Cell,tile(R)) :"),
    Faulty(
        "corners only",
        "fluents",
        ":- beyond(Cell,S), holds(Cell,colour(S,C)), frame(F), F != C.",
        ":- beyond(Cell,S), beyond(Cell,Z), S != Z, holds(Cell,colour(S,C)), frame(F), F != C.",
    ),
    Faulty("every tile against itself", "clauses", "T < P", "T <= P"),
    Faulty(
        "all placements at once",
        "clauses",
        ":- tile(T), not x(T,R,X,Y) : rotation(R), col(X), row(Y).",
        ":- tile(T), not x(T,R,X,Y), rotation(R), col(X), row(Y).",
    ),
    Faulty("the same tile differs", "clauses", "shift(left,top)", "shift(left,left)"),
    Faulty("open at the end", "domains", "row(Y), row(Y+1).\nopen", "row(Y), row(Y+2).\nopen"),
    Faulty("matched one way", "domains", "south(X,Y,C) :- set", "south(X,Y,C) :- C != a, C = a, set"),
]
"""Faults in the programs that were written afterwards, in the manners of other authors.

The first time, before anything was changed for them, all 34 were graded wrong and the ten programs right, and the
remarks led to the lines of 23. What they missed was mended, so now they are of the same kind as the others.
"""

STUDENT = "student"
STUDENTS = [
    Faulty(
        "rotated the other way",
        STUDENT,
        "next(top,right). next(right,bottom). next(bottom,left). next(left,top).",
        "next(right,top). next(bottom,right). next(left,bottom). next(top,left).",
        "right if rotations are anticlockwise",
    ),
    Faulty(
        "a tile is not unique",
        STUDENT,
        ":- chosenTile(X,Y,T), chosenTile(U,V,T), (X,Y) < (U,V).\n",
        "",
        "tile may lie on two squares.*no constraint forbids it",
    ),
    Faulty(
        "steps for degrees",
        STUDENT,
        "R+90) :- turned(T,S,C,R), next(S,Z), R < 270",
        "R+1) :- turned(T,S,C,R), next(S,Z), R < 3",
        "only where a tile is rotated",
    ),
    Faulty("a predicate misspelt", STUDENT, "R), next(S,Z)", "R), nxt(S,Z)"),
    Faulty("a variable without a value", STUDENT, "R), turned(T,S,C,R).", "R), turned(T,S,D,R)."),
    Faulty("a full stop forgotten", STUDENT, "D), C != D.\n:- shows(X,Y,bottom", "D), C != D\n:- shows(X,Y,bottom"),
    Faulty(
        "the frame forgotten", STUDENT, ":- frame(F), outside(X,Y,S), shows(X,Y,S,C), C != F.\n", "", "on the outside"
    ),
    Faulty("a choice of any number", STUDENT, "tile(T) } = 1", "tile(T) }"),
    Faulty("row before column in the choice", STUDENT, "{ chosenTile(X,Y,T)", "{ chosenTile(Y,X,T)"),
    Faulty("a recursion without a bound", STUDENT, ", R < 270", ""),
    Faulty("the next column but one", STUDENT, "X+1", "X+2"),
    Faulty(
        "right and bottom exchanged",
        STUDENT,
        "right,C), shows(X+1,Y,left,D), C != D.\n:- shows(X,Y,bottom,C), shows(X,Y+1,top,D)",
        "bottom,C), shows(X+1,Y,top,D), C != D.\n:- shows(X,Y,right,C), shows(X,Y+1,left,D)",
        "right if right and bottom are exchanged",
    ),
    Faulty(
        "all pairs of placements",
        STUDENT,
        "shows(X,Y,S,C) :-",
        "pair(X,Y,T,U,V,P,Q) :- col(X), col(U), row(Y), row(V), tile(T), tile(P), rotation(Q), (X,Y) < (U,V).\n"
        "shows(X,Y,S,C) :-",
    ),
    Faulty(
        "six tiles in a row",
        STUDENT,
        "shows(X,Y,S,C) :-",
        "row6(A,B,C,D,E,F) :- tile(A), tile(B), tile(C), tile(D), tile(E), tile(F), A != B.\nshows(X,Y,S,C) :-",
    ),
]
"""Fourteen slips that students make."""
