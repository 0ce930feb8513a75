"""A puzzle as a formula in conjunctive normal form, in encodings by name."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from edgeasp.encoding.sat import clauses as shared
from edgeasp.encoding.sat import direct_encoding, heule_encoding
from edgeasp.encoding.sat.meaning import Meaning, meaning
from edgeasp.encoding.sat.variables import Clause, Variables, number
from edgeasp.puzzle.candidates import Candidates
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import EncodingError

ENCODINGS = {
    "heule-cmp": "Heule 2008: tiles on squares, colours on diamonds, no rotations",
    "heule-fbc": "heule-cmp, and a tile forbids the colours that it lacks",
    "heule-exp": "heule-cmp, and no tile is on two squares",
    "heule-all": "heule-cmp with the clauses of both",
    "direct": "heule-exp with a variable for each rotation of a tile",
}


@dataclass(frozen=True)
class Formula:
    """A puzzle with its clues in one of the `ENCODINGS`.

    The models are the boards, each once: identical tiles without a clue are in the order of the squares.
    """

    puzzle: Puzzle
    clues: Solution = Solution()
    encoding: str = "heule-all"

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise EncodingError(f"expected a CNF encoding ({', '.join(ENCODINGS)}), found {self.encoding!a}")

    @cached_property
    def variables(self) -> Variables:
        """The variables with their numbers."""
        return number(Candidates(self.puzzle), placements=self.encoding == "direct")

    @cached_property
    def meaning(self) -> Meaning:
        """The meaning of the variables."""
        return meaning(self.variables)

    def clauses(self) -> Iterator[Clause]:
        """All clauses, generated one by one: there may be many millions."""
        variables = self.variables
        one_square = self.encoding not in ("heule-cmp", "heule-fbc")
        yield from shared.covering(variables)
        # As there are as many tiles as squares, one square a tile implies one tile a square.
        yield from shared.one_square_a_tile(variables) if one_square else shared.same_colours_apart(variables)
        yield from shared.one_colour_a_diamond(variables)
        if self.encoding == "direct":
            yield from direct_encoding.some_rotation(variables)
            yield from direct_encoding.colours_around(variables)
        else:
            yield from heule_encoding.colours_around(variables)
        if self.encoding in ("heule-fbc", "heule-all"):
            yield from heule_encoding.lacking_colours(variables)
        yield from shared.signs(variables)
        yield from shared.identical_tiles_in_order(variables, self.clues)
        yield from shared.clues(variables, self.clues)

    def other_boards(self, true: Set[int]) -> Clause:
        """The clause that excludes the board with these true variables: models of any other board satisfy it.

        Boards differ in the colour of a diamond, or in the signs of tiles of the same colours.
        """
        colours = chain.from_iterable(domain.values() for domain in self.variables.colour)
        return (*(-colour for colour in colours if colour in true), *self._other_signs(true))

    def _other_signs(self, true: Set[int]) -> Iterator[int]:
        """For each square whose tile has the colours of tiles with another sign: that one of those is on it."""
        tiles, on = self.puzzle.tiles, self.variables.tile
        for group in shared.same_colours(self.puzzle):
            for tile in group:
                others = [other for other in group if tiles[other].sign is not tiles[tile].sign]
                for square in [square for square, variable in on[tile].items() if others and variable in true]:
                    yield from (on[other][square] for other in others)
