"""Rules that a user adds, or a program in place of the encoding, and what is asked about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from edgeasp.encoding.facts import Atom, colour_name
from edgeasp.encoding.render import rules_of
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, degrees

_SKIPPED = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?(?:\*%|\Z)|%[^\n]*', re.DOTALL)
_OBJECTIVE = re.compile(r":~|#(?:minimi[sz]e|maximi[sz]e)\b")
_GUIDANCE = re.compile(r"#heuristic\b")


def blanked(text: str) -> str:
    """A program with blanks in place of comments and strings: every line keeps its number."""
    return _SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A file of rules: its name in messages, and its text."""

    name: str
    text: str

    @property
    def code(self) -> str:
        """The text without comments and strings."""
        return blanked(self.text)


@dataclass(frozen=True, slots=True)
class OwnRules:
    """Rules that a user brings.

    Attributes:
        program: a whole program in place of edgeasp's rules: the file, and before it those that it includes. It reads
            the facts of the class, and answers with `chosenTile/3` and `chosenRotation/3`.
        added: files of rules that are added, and may use these two predicates.
        relaxed: whether boards are wanted that break conditions of the puzzle.
    """

    program: tuple[RulesFile, ...] = ()
    added: tuple[RulesFile, ...] = ()
    relaxed: bool = False

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def files(self) -> tuple[RulesFile, ...]:
        """All files, in the order in which they are read."""
        return (*self.program, *self.added)

    @property
    def program_name(self) -> str:
        """The name of the program; empty if there is none."""
        return self.program[-1].name if self.program else ""

    @property
    def added_names(self) -> str:
        """The names of the files that are added, for a sentence."""
        return ", ".join(file.name for file in self.added)

    @property
    def guided(self) -> bool:
        """Whether the rules guide the search, by `#heuristic`."""
        return any(_GUIDANCE.search(file.code) for file in self.files)

    @property
    def optimises(self) -> bool:
        """Whether the rules ask for the least cost, by `#minimize`, `#maximize` or weak constraints."""
        return any(_OBJECTIVE.search(file.code) for file in self.files)

    def text(self) -> str:
        """All files one after the other, each with its name in a comment."""
        return "".join(f"\n% ---- from {file.name}\n{file.text.rstrip()}\n" for file in self.files)


def around_program(puzzle: Puzzle, clues: Solution) -> str:
    """The statements around a program of a user: what is shown, what may be no fact, and the clues as rules."""
    lines = [
        "% ---- around a program: what an answer shows, and clues that are kept",
        "#show chosenTile/3.",
        "#show chosenRotation/3.",
        "#defined frame/1.",
        "#defined partner/2.",
        "#defined tileSign/2.",
        "#defined clue/4.",
    ]
    for clue in clues:
        x, y = clue.square.col + 1, clue.square.row + 1
        lines.append(f":- not chosenTile({x},{y},{clue.tile + 1}).")
        same = map(degrees, puzzle.tiles[clue.tile].rotations_like(clue.rot))
        lines.append(f":- {', '.join(f'not chosenRotation({x},{y},{rot})' for rot in same)}.")
    return "\n".join(lines) + "\n"


# ---- questions about a program of a user, as rules, and other ways to read its answers ----


def inspection(puzzle: Puzzle, *, framed: bool) -> str:
    """The rules for `_broken(W,S,X,Y)`, with their facts; whether the frame counts."""
    lines = []
    for tile, rot in product(range(len(puzzle.tiles)), range(4)):
        colours = puzzle.sides(Placement(tile, puzzle.grid.squares[0], rot))
        lines += [f"_turned({tile + 1},{degrees(rot)},{side.word},{colour_name(colours[side])})." for side in Side]
    for square in puzzle.grid.squares:
        lines.append(f"_square({square.col + 1},{square.row + 1}).")
        if framed and puzzle.framed:
            for side in sorted(puzzle.grid.outer_sides(square)):
                lines.append(f"_outside({square.col + 1},{square.row + 1},{side.word},{colour_name(FRAME)}).")
    for one, side, other in puzzle.grid.pairs:
        here = f"{one.col + 1},{one.row + 1},{side.word}"
        there = f"{other.col + 1},{other.row + 1},{side.opposite.word}"
        lines.append(f"_meets({here},{there}).")
    return "\n".join(lines) + "\n" + rules_of("grade/inspect.lp")


def laid(puzzle: Puzzle, board: Solution, *, softly: bool = False) -> str:
    """The rules that keep a board, up to what one cannot see of it; `softly`, but for each `_miss(X,Y)`."""
    lines = ["#defined chosenTile/3.", "#defined chosenRotation/3."]
    for placement in board:
        square, seen = placement.square, puzzle.sides(placement)
        at, sign = f"{square.col + 1},{square.row + 1}", puzzle.tiles[placement.tile].sign
        for tile, rot in product(range(len(puzzle.tiles)), range(4)):
            if puzzle.tiles[tile].sign == sign and puzzle.sides(Placement(tile, square, rot)) == seen:
                lines.append(f"_laid({at}) :- chosenTile({at},{tile + 1}), chosenRotation({at},{degrees(rot)}).")
        lines += (
            [f"{{ _miss({at}) }}.", f":- not _laid({at}), not _miss({at})."] if softly else [f":- not _laid({at})."]
        )
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read the atoms of an answer.

    Attributes:
        words: what is different.
        tile: which argument stands where in `chosenTile`: column, row, tile.
        rotation: likewise in `chosenRotation`.
        swaps: whether columns and rows are exchanged.
        across: whether columns count from the right.
        down: whether rows count from the bottom.
        counter: whether degrees are anticlockwise.
        ahead: degrees that are added.
    """

    words: str
    tile: tuple[int, ...] = (0, 1, 2)
    rotation: tuple[int, ...] = (0, 1, 2)
    swaps: bool = False
    across: bool = False
    down: bool = False
    counter: bool = False
    ahead: int = 0

    @property
    def permutes(self) -> bool:
        """Whether arguments stand in another order."""
        return self.tile != (0, 1, 2) or self.rotation != (0, 1, 2)

    def of(self, atom: Atom, puzzle: Puzzle) -> Atom | None:
        """The atom that is meant; None if it makes no sense."""
        order = self.tile if atom.name == "chosenTile" else self.rotation
        if len(atom.arguments) != 3 or not all(isinstance(argument, int) for argument in atom.arguments):
            return None
        x, y, value = (int(atom.arguments[place]) for place in order)
        if self.swaps:
            x, y = y, x
        x = puzzle.cols + 1 - x if self.across else x
        y = puzzle.rows + 1 - y if self.down else y
        if atom.name == "chosenRotation":
            if value not in range(0, 360, 90):
                return None
            value = ((-value if self.counter else value) + self.ahead) % 360
        return Atom(atom.name, (x, y, value))


def _readings() -> Iterator[Reading]:
    orders = sorted(permutations(range(3)), key=lambda order: order != (0, 1, 2))
    tile, rotation = ("column", "row", "tile"), ("column", "row", "rotation")
    for one, other in sorted(product(orders, orders), key=lambda pair: sum(order != (0, 1, 2) for order in pair)):
        words = [
            f"the arguments of {name} are {', '.join(names[order.index(place)] for place in range(3))}"
            for name, names, order in (("chosenTile", tile, one), ("chosenRotation", rotation, other))
            if order != (0, 1, 2)
        ]
        if words:
            expected = "column, row, tile" if one != (0, 1, 2) else "column, row, rotation"
            yield Reading(f"{' and '.join(words)}; expected {expected}", one, other)
    both = (False, True)
    flags = sorted(product(both, both, both, both, (0, 180, 90, 270)), key=lambda flags: sum(map(bool, flags)))
    for swaps, across, down, counter, ahead in flags[1:]:
        differences = [
            (swaps, "columns and rows are exchanged"),
            (across, "columns are counted from the right"),
            (down, "rows are counted from the bottom"),
            (counter, "rotations are anticlockwise"),
            (ahead, f"{ahead} degrees are added to rotations"),
        ]
        expected = "clockwise" if counter or ahead else "columns from the left, rows from the top"
        text = f"{', '.join(word for differs, word in differences if differs)}; expected {expected}"
        yield Reading(text, swaps=swaps, across=across, down=down, counter=counter, ahead=ahead)


READINGS = tuple(_readings())
"""Other readings than the right one, the simplest first."""
