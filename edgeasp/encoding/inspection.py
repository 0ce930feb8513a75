"""Questions about a program of a user, as rules, and other ways to read its answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from edgeasp.encoding.facts import Atom, colour_name
from edgeasp.encoding.render import rules_of
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, degrees


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
    def of_a_file(self) -> str:
        """The same of a `.sol`, which counts quarter turns the other way."""
        words = self.words.replace("rotations are anticlockwise", "turns are clockwise").replace(
            "to rotations", "to turns"
        )
        return words.replace("expected clockwise", "expected anticlockwise quarter turns")

    @property
    def differences(self) -> int:
        """The number of things that are different in squares and turns."""
        return sum((self.swaps, self.across, self.down, self.counter, self.ahead > 0))

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
