"""A part of a board as the program `asp/narrow/region.lp`, and the candidates that it leaves as facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from edgeasp.encoding.atoms import Assumption, Assumptions, Atom
from edgeasp.encoding.render import rules_of
from edgeasp.puzzle.candidates import Candidate
from edgeasp.puzzle.expected import diamonds, partition
from edgeasp.puzzle.model import Puzzle, Side, Square, degrees


@dataclass(frozen=True)
class Region:
    """Squares to fill, each with one of its candidates, so that all sides that meet within the region match.

    Attributes:
        candidates: for each square what may lie there; the squares in the order in which they are to be decided.
        guided: whether the search follows that order.
        check: called for each square while the text is made, which may be a long one; what it raises ends that.
    """

    candidates: dict[Square, tuple[Candidate, ...]]
    guided: bool = False
    check: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)

    @property
    def size(self) -> int:
        """The number of candidates on all squares."""
        return sum(map(len, self.candidates.values()))

    @cached_property
    def _placements(self) -> dict[Candidate, int]:
        """The number of each placement."""
        numbers: dict[Candidate, int] = {}
        # Squares with the same outer sides may share one tuple.
        for candidates in {id(pool): pool for pool in self.candidates.values()}.values():
            self.check()
            for placement in candidates:
                numbers.setdefault(placement, len(numbers))
        return numbers

    def cubes(self, enough: int) -> list[Assumptions]:
        """Cubes that have all fillings between them, each filling in one; the one with most to search first.

        They differ in the colours of the first diamonds, of so many that there are enough cubes.
        """
        number = self._numbers
        return [
            tuple(Assumption(Atom("half", (number[at.square], int(at.side), colour))) for at, colour in part)
            for part in partition(self.candidates, enough)
        ]

    @cached_property
    def _numbers(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.candidates)}

    def program(self) -> str:
        """The facts and the rules."""
        return "\n".join([*self._facts(), rules_of("narrow/region.lp")])

    def _facts(self) -> Iterator[str]:
        number = self._numbers
        pools: dict[int, str] = {}
        for square, index in number.items():
            self.check()
            yield f"free({index})."
            if candidates := self.candidates[square]:
                if id(candidates) not in pools:
                    pools[id(candidates)] = ";".join(str(self._placements[placement]) for placement in candidates)
                yield f"candidate(({pools[id(candidates)]}),{index})."
        for level, at in zip(count(2 * len(number), -1), diamonds(number)):
            index, side = number[at.square], at.side
            yield f"link({index},{side:d},{number[at.square.neighbour(side)]},{side.opposite:d})."
            if self.guided:
                yield f"early({index},{side:d},{level})."
        for candidate, placement in self._placements.items():
            if placement % 1000 == 0:
                self.check()
            sides = (f"side({placement},{side:d},{candidate.sides[side]})." for side in Side)
            yield " ".join([f"of({placement},{candidate.tile}).", *sides])
        colours = sorted({colour for placement in self._placements for colour in placement.sides})
        yield " ".join(f"colour({colour})." for colour in colours)

    def read(self, atoms: Iterable[Atom]) -> dict[Square, tuple[Candidate, ...]]:
        """For each square the candidates that some `place(P,Q)` puts there."""
        placements, squares = list(self._placements), list(self.candidates)
        candidates: dict[Square, list[Candidate]] = defaultdict(list)
        for atom in atoms:
            placement, square = map(int, atom.arguments)
            candidates[squares[square]].append(placements[placement])
        return {square: tuple(sorted(candidates[square], key=self._placements.__getitem__)) for square in squares}


def domain_facts(puzzle: Puzzle, domains: Mapping[Square, Iterable[Candidate]]) -> str:
    """The candidates of narrowed squares as facts, each in all rotations in which it shows the same."""
    lines = ["", "% Candidates for squares, as far as they are narrowed."]
    for square, candidates in domains.items():
        x, y = square.col + 1, square.row + 1
        fitting = (
            f"fits({x},{y},{placement.tile + 1},{degrees(rot)})."
            for placement in candidates
            for rot in puzzle.tiles[placement.tile].rotations_like(placement.rot)
        )
        lines.append(" ".join([f"narrowed({x},{y}).", *fitting]))
    return "\n".join(lines) + "\n"
