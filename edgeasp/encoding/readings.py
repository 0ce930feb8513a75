"""Other ways to read an answer, which a program of a user may have had in mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from edgeasp.encoding.atoms import Atom
from edgeasp.puzzle.model import Puzzle


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
        if len(atom.arguments) != 3 or not all(isinstance(each, int) for each in atom.arguments):
            return None
        x, y, value = (int(atom.arguments[each]) for each in order)
        if self.swaps:
            x, y = y, x
        x = puzzle.cols + 1 - x if self.across else x
        y = puzzle.rows + 1 - y if self.down else y
        if atom.name == "chosenRotation":
            value = ((-value if self.counter else value) + self.ahead) % 360
        return Atom(atom.name, (x, y, value))


def _readings() -> Iterator[Reading]:
    orders = sorted(permutations(range(3)), key=lambda order: order != (0, 1, 2))
    tile, rotation = ("column", "row", "tile"), ("column", "row", "rotation")
    for one, other in sorted(product(orders, orders), key=lambda pair: sum(each != (0, 1, 2) for each in pair)):
        words = [
            f"the arguments of {name} are {', '.join(names[order.index(each)] for each in range(3))}"
            for name, names, order in (("chosenTile", tile, one), ("chosenRotation", rotation, other))
            if order != (0, 1, 2)
        ]
        if words:
            expected = "column, row, tile" if one != (0, 1, 2) else "column, row, rotation"
            yield Reading(f"{' and '.join(words)}; expected {expected}", one, other)
    flags = sorted(product((False, True), (False, True), (False, True), (False, True), (0, 180, 90, 270)), key=_weight)
    for swaps, across, down, counter, ahead in flags[1:]:
        words = [
            *["columns and rows are exchanged"] * swaps,
            *["columns are counted from the right"] * across,
            *["rows are counted from the bottom"] * down,
            *["rotations are anticlockwise"] * counter,
            *[f"{ahead} degrees are added to rotations"] * bool(ahead),
        ]
        expected = "clockwise" if counter or ahead else "columns from the left, rows from the top"
        text = f"{', '.join(words)}; expected {expected}"
        yield Reading(text, swaps=swaps, across=across, down=down, counter=counter, ahead=ahead)


def _weight(flags: tuple[bool, bool, bool, bool, int]) -> int:
    return sum(map(bool, flags))


READINGS = tuple(_readings())
"""Other readings than the right one, the simplest first."""
