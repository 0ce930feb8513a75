"""Steps: some free squares that clasp fills, with the squares around them as they are.

`asp/best/step.lp` states what a step asks, `asp/best/fewest.lp` which answer is the best. A walk from
board to board takes thousands of steps, and grounding one takes longer than solving it, so this module writes the
ground program itself, in the intermediate format aspif.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from edgeasp.puzzle.model import Side, Sides

if TYPE_CHECKING:
    from clingo import Control

Known = tuple[int, Side, int]
"""A square of a step by its number, one of its sides, and the colour that it meets there."""

Link = tuple[int, int, Side]
"""Two squares of a step by their numbers, and the side on which the first meets the second."""


@dataclass(frozen=True, slots=True)
class Step:
    """Free squares to fill, each with one of its candidates, and no tile twice.

    Attributes:
        tiles: the tile of each placement, by the number of the placement.
        sides: the colours that each placement shows, likewise.
        candidates: for each square the numbers of the placements that may lie there.
        links: where two squares of the step meet.
        known: where a square of the step meets a tile that lies already.
        most: the largest number of mismatches.
    """

    tiles: Sequence[int]
    sides: Sequence[Sides]
    candidates: Sequence[Sequence[int]]
    links: Sequence[Link] = ()
    known: Sequence[Known] = ()
    most: int = 0

    def trimmed(self) -> Step:
        """The same step without candidates that have more mismatches than allowed with the tiles around them."""
        around: dict[int, list[tuple[Side, int]]] = {}
        for square, side, colour in self.known:
            around.setdefault(square, []).append((side, colour))
        return replace(
            self,
            candidates=[
                [placement for placement in candidates if self._misses(placement, around.get(square, [])) <= self.most]
                for square, candidates in enumerate(self.candidates)
            ],
        )

    def _misses(self, placement: int, around: Sequence[tuple[Side, int]]) -> int:
        sides = self.sides[placement]
        return sum(sides[side] != colour for side, colour in around)


@dataclass(frozen=True, slots=True)
class StepEffort:
    """The options of a step.

    Attributes:
        models: the number of answers after which to stop.
        conflicts: the number of conflicts after which to stop.
        seed: of the random numbers.
    """

    models: int = 1
    conflicts: int = 3000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Fillings:
    """The answers to a step.

    Attributes:
        placements: for each answer the number of the placement on each square.
        exhausted: whether there are no others; of the best of a step, whether there is no better one.
    """

    placements: list[tuple[int, ...]]
    exhausted: bool


def best_filling(step: Step, effort: StepEffort, *, core_guided: bool = False) -> Fillings:
    """The best way to fill the squares that was found, the last of `placements`; within the bounds of the step.

    The core-guided search proves a larger step best, but has nothing before that; it gives one answer, the best.
    """
    how = ("--opt-mode=opt", "--opt-strategy=usc,k,0,stratify") if core_guided else (f"--opt-mode=opt,{step.most}",)
    limits = (f"--models={effort.models}", f"--seed={effort.seed}", f"--solve-limit={effort.conflicts}")
    control = _control(_Writer(step).text(), [*limits, "--rand-freq=0.05", "--sign-def=rnd", *how])
    answers, squares = [], len(step.candidates)
    with control.solve(yield_=True) as handle:
        for model in handle:
            filling = [0] * squares
            for symbol in model.symbols(shown=True):
                number = symbol.number
                filling[number % squares] = number // squares
            answers.append(tuple(filling))
        return Fillings(answers, bool(handle.get().exhausted))


class _Writer:
    """Writes the rules of a step, each with the statement of `asp/best/step.lp` that it is an instance of.

    The atom of placement P on square Q is shown as the number Q + n * P.
    """

    def __init__(self, step: Step) -> None:
        self._step = step
        self._lines = ["asp 1 0 0"]
        self._atoms = 0
        # For each square the atoms of its candidates.
        self._placed: list[list[int]] = []

    def text(self) -> str:
        """The ground program, in aspif."""
        self._places()
        mismatches = [*self._links(), *self._known()]
        if self._step.most < len(mismatches):  # :- most + 1 { mismatch(Q,S) }.
            self._lines.append(_at_least(self._step.most + 1, mismatches))
        return "\n".join([*self._lines, f"2 0 {_counted(mismatches)}", "0\n"])

    def _new(self) -> int:
        self._atoms += 1
        return self._atoms

    def _places(self) -> None:
        """{ place(P,Q) : candidate(P,Q) } = 1 :- free(Q).   :- of(_,T), 2 { place(P,Q) : of(P,T) }."""
        step, add = self._step, self._lines.append
        count, last = len(step.candidates), 0
        tiles = step.tiles
        by_tile: defaultdict[int, list[int]] = defaultdict(list)
        shared: set[int] = set()
        for square, candidates in enumerate(step.candidates):
            atoms = list(range(last + 1, last + len(candidates) + 1))
            last += len(candidates)
            self._placed.append(atoms)
            here: set[int] = set()
            for atom, placement in zip(atoms, candidates, strict=True):
                shown = str(square + count * placement)
                add(f"4 {len(shown)} {shown} 1 {atom}")
                tile = tiles[placement]
                if tile in by_tile and tile not in here:
                    shared.add(tile)
                by_tile[tile].append(atom)
                here.add(tile)
            if candidates:
                add(f"1 1 {len(atoms)} {' '.join(map(str, atoms))} 0 0")
                if len(atoms) > 1:
                    add(_at_least(2, atoms))
            add(f"1 0 0 0 {_none_of(atoms)}")
        self._atoms = last
        for tile in shared:
            add(_at_least(2, by_tile[tile]))

    def _by_colour(self, square: int, side: Side) -> dict[int, list[int]]:
        """The atoms of the candidates for a square by the colour that they show on a side."""
        by_colour: defaultdict[int, list[int]] = defaultdict(list)
        sides = self._step.sides
        for atom, placement in zip(self._placed[square], self._step.candidates[square], strict=True):
            by_colour[sides[placement][side]].append(atom)
        return by_colour

    def _any(self, atoms: list[int]) -> int:
        """shows(Q,S,C) :- place(P,Q), side(P,S,C)."""
        if len(atoms) == 1:
            return atoms[0]
        shows = self._new()
        self._lines.append(f"1 0 1 {shows} 1 1 {_counted(atoms)}")
        return shows

    def _links(self) -> Iterator[int]:
        """mismatch(Q,S) :- shows(Q,S,C), not shows(N,O,C).   mismatch(Q,S) :- shows(N,O,C), not shows(Q,S,C)."""
        add, soft = self._lines.append, self._step.most > 0
        for one, other, side in self._step.links:
            here = {colour: self._any(atoms) for colour, atoms in self._by_colour(one, side).items()}
            there = {colour: self._any(atoms) for colour, atoms in self._by_colour(other, side.opposite).items()}
            head = f"1 {mismatch}" if soft and (mismatch := self._new()) else "0"
            for colour, shown in here.items():
                add(f"1 0 {head} 0 2 {shown} -{there[colour]}" if colour in there else f"1 0 {head} 0 1 {shown}")
            for colour, shown in there.items():
                add(f"1 0 {head} 0 2 {shown} -{here[colour]}" if colour in here else f"1 0 {head} 0 1 {shown}")
            if soft:
                yield mismatch

    def _known(self) -> Iterator[int]:
        """mismatch(Q,S) :- known(Q,S,C), not shows(Q,S,C)."""
        add, soft = self._lines.append, self._step.most > 0
        for square, side, colour in self._step.known:
            atoms = self._by_colour(square, side).get(colour, [])
            head = f"1 {mismatch}" if soft and (mismatch := self._new()) else "0"
            add(f"1 0 {head} 0 {_none_of(atoms)}")
            if soft:
                yield mismatch


def _at_least(number: int, atoms: Sequence[int]) -> str:
    """The constraint that fewer than so many of the atoms hold."""
    return f"1 0 0 1 {number} {_counted(atoms)}"


def _counted(atoms: Sequence[int]) -> str:
    """Atoms that count 1 each, with their number in front; no space may follow if there are none."""
    return " ".join([str(len(atoms)), *(f"{atom} 1" for atom in atoms)])


def _none_of(atoms: Sequence[int]) -> str:
    """The body that holds if none of the atoms does."""
    return " ".join(map(str, (len(atoms), *(-atom for atom in atoms))))


def _control(text: str, arguments: Sequence[str]) -> Control:
    """A control with a program in aspif, which clingo reads from a file only."""
    import clingo

    control = clingo.Control(arguments)
    # Closed before clingo opens it, as Windows wants it, and removed at once: a process may be killed at any moment.
    handle, name = tempfile.mkstemp(prefix="edgeasp-", suffix=".aspif")
    try:
        with open(handle, "wb", buffering=0) as file:
            file.write(text.encode())
        control.load_aspif([name])
    finally:
        os.unlink(name)
    return control
