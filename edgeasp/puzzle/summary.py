"""A summary of a puzzle without a search."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from edgeasp.puzzle import counting, estimate
from edgeasp.puzzle.counting import kind, lonely, supply
from edgeasp.puzzle.estimate import expected_boards
from edgeasp.puzzle.expected_nodes import Nodes, expected_nodes
from edgeasp.puzzle.model import FRAME, SIDE_ORDERS, Puzzle, Sign, Solution, Tile, reordered, side_order
from edgeasp.puzzle.symmetry import turns

ColourCounts = tuple[tuple[int, int], ...]
"""Colours in ascending order, each with the number of sides that have it."""


KindCounts = dict[str, int]
"""The numbers of tiles, or squares, with two outer sides (`corner`), one (`side`), or none (`centre`)."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of a puzzle.

    Attributes:
        tiles: the tiles by kind; None without a frame.
        unplaceable: tiles with zeros on opposite sides, if all zeros lie outside.
        side_order: the order of sides in which no tile is unplaceable, if some are; None if there is none.
        colours: all colours except that of the frame.
        ring: the colours of sides that face a neighbour along the outside; None if not determined.
        inner: the colours of all other inner sides; None if not determined.
        half_turn: tiles that a half turn does not change, but a quarter turn changes.
        boards: the expected numbers of boards with 0, 1, .. mismatches; empty if the model does not apply.
        nodes: the expected numbers of nodes of searches square by square; empty if the model does not apply.
        turns: the number of rotations of the board that the expected number of solutions counts.
    """

    puzzle: Puzzle
    clues: int
    tiles: KindCounts | None
    squares: KindCounts
    unplaceable: tuple[int, ...]
    side_order: str | None
    colours: ColourCounts
    ring: ColourCounts | None
    inner: ColourCounts | None
    odd: ColourCounts
    identical_tiles: tuple[tuple[int, ...], ...]
    half_turn: tuple[int, ...]
    quarter_turn: tuple[int, ...]
    plus: int
    minus: int
    expected: estimate.Expected
    boards: tuple[Fraction, ...]
    nodes: tuple[Nodes, ...]
    turns: int
    contradictions: tuple[str, ...]

    @property
    def shared(self) -> tuple[int, ...]:
        """Colours that occur both in the ring and inside."""
        if self.ring is None or self.inner is None:
            return ()
        return tuple(sorted({colour for colour, _ in self.ring} & {colour for colour, _ in self.inner}))


_KINDS = ((2, "corner"), (1, "side"), (0, "centre"))


def summarise(puzzle: Puzzle, clues: Solution = Solution()) -> Summary:
    """Summarise a puzzle and perhaps clues."""
    kinds = [kind(tile) for tile in puzzle.tiles]
    # With zeros left over for the inside, any tile may be placeable.
    tight = puzzle.zeros == puzzle.grid.outside
    unplaceable = tuple(index for index, kind in enumerate(kinds) if kind is None and tight)
    colours = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    del colours[FRAME]
    counts = supply(puzzle) if tight and not unplaceable else None
    signs = Counter(tile.sign for tile in puzzle.tiles)
    outer = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares)
    return Summary(
        puzzle=puzzle,
        clues=len(clues),
        tiles={name: kinds.count(sides) for sides, name in _KINDS} if puzzle.framed else None,
        squares={name: outer[sides] for sides, name in _KINDS},
        unplaceable=unplaceable,
        side_order=_order(puzzle) if unplaceable else None,
        colours=_counts(colours),
        ring=_counts(counts.ring) if counts else None,
        inner=_counts(counts.inner) if counts else None,
        odd=_counts(Counter({colour: colours[colour] for colour in lonely(puzzle, colours)})),
        identical_tiles=tuple(map(tuple, puzzle.identical_tiles())),
        half_turn=_of_period(puzzle, 2),
        quarter_turn=_of_period(puzzle, 1),
        plus=signs[Sign.PLUS],
        minus=signs[Sign.MINUS],
        expected=estimate.expected_number(puzzle, clues),
        boards=tuple(expected_boards(puzzle, clues) or ()),
        nodes=expected_nodes(puzzle, clues),
        turns=1 if len(clues) else turns(puzzle),
        contradictions=tuple(counting.contradictions(puzzle)),
    )


def _order(puzzle: Puzzle) -> str | None:
    """The order of sides in which the zeros of all tiles can lie on the outside."""
    for name in SIDE_ORDERS:
        order = side_order(name)
        if not any(Tile(reordered(tile.sides, order)).has_opposite_zeros for tile in puzzle.tiles):
            return name
    return None


def _counts(counts: Counter[int]) -> ColourCounts:
    return tuple(sorted(counts.items()))


def _of_period(puzzle: Puzzle, period: int) -> tuple[int, ...]:
    return tuple(index for index, tile in enumerate(puzzle.tiles) if tile.period == period)
