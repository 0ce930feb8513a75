"""Candidates of squares, on empty and partial boards.

A candidate is a tile in a rotation in which it fits on a square. A diamond is the edge between two adjacent squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, product
from typing import NamedTuple

from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Sides, Sign, Solution, Square, as_sides
from edgeasp.system.limits import FOREVER, Deadline


class Candidate(NamedTuple):
    """Tile and rotation, with the colours of the diamonds around it.

    A diamond has the colour that the tile shows, unless colours have partners: see `Puzzle.diamonds_around`. Rotations
    that show the same sides are one candidate.
    """

    tile: int
    rot: int
    sides: Sides

    @classmethod
    def from_placement(cls, placement: Placement, puzzle: Puzzle) -> Candidate:
        """Return the candidate that corresponds to a placement."""
        return cls(placement.tile, placement.rot, puzzle.diamonds_around(placement))


class Diamond(NamedTuple):
    """Edge between two squares, identified by its left or upper square.

    Without a frame, sides on the boundary are diamonds, too. If some colour matches several colours, one side of an
    edge does not determine the colour of the other side, so each side is a diamond of its own.
    """

    square: Square
    side: Side


@dataclass(frozen=True)
class Candidates:
    """Numbered squares and diamonds of a puzzle, with their candidates.

    The boundary of a framed puzzle has no diamonds, since its colour is known. The boundary of an unframed puzzle has
    diamonds, because two rotations of a tile may differ only there. So the colours of all diamonds determine the board.
    """

    puzzle: Puzzle

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row."""
        return tuple(self.puzzle.grid.squares)

    @cached_property
    def diamonds(self) -> tuple[Diamond, ...]:
        """All diamonds, in the order of their squares."""
        between, named = [], (Side.EAST, Side.SOUTH) if self.puzzle.paired else tuple(Side)
        boundary, alone = self.puzzle.statement.boundary, frozenset({FRAME})
        for square in self.squares:
            for side in Side:
                colours = boundary.get((square, side))
                if side in named if colours is None else colours != alone:
                    between.append(Diamond(square, side))
        return tuple(between)

    @cached_property
    def diamonds_around(self) -> tuple[tuple[int | None, ...], ...]:
        """For each square, its diamonds to the north, east, south and west.

        Each diamond is given by its index in `diamonds`, or None for a side on the frame.
        """
        numbers = {(diamond.square, diamond.side): number for number, diamond in enumerate(self.diamonds)}
        for (square, side), number in list(numbers.items()):
            numbers.setdefault((self.puzzle.grid.neighbour(square, side), side.opposite), number)
        return tuple(tuple(numbers.get((square, side)) for side in Side) for square in self.squares)

    @cached_property
    def by_square(self) -> tuple[tuple[Candidate, ...], ...]:
        """Candidates of each square under the boundary condition.

        They are sorted by tile and rotation. If all sides of the frame colour have to be on the frame, no candidate
        shows the frame colour elsewhere.
        """
        puzzle, statement = self.puzzle, self.puzzle.statement
        every = [(tile, rots[0], shown) for tile, looks in enumerate(statement.looks) for shown, rots in looks.items()]
        alone, anywhere = frozenset({FRAME}), frozenset(puzzle.side_colours)
        spared = anywhere if puzzle.loose else anywhere - alone
        # Squares with the same allowed colours share one tuple: a large board needs a few filters instead of thousands.
        by_form: dict[tuple[frozenset[int], ...], tuple[Candidate, ...]] = {}
        fitting = []
        for square in self.squares:
            allowed = statement.allowed_colours(square)
            form = tuple(colours if colours == alone else colours & spared for colours in allowed)
            if form not in by_form:
                fits = every
                # A large puzzle has a hundred thousand candidates: the frame leaves few of them, so it comes first.
                for side in sorted(Side, key=lambda side: len(form[side])):
                    if form[side] != anywhere:
                        fits = [placed for placed in fits if placed[2][side] in form[side]]
                by_form[form] = tuple(Candidate(tile, rot, puzzle.as_diamonds(shown)) for tile, rot, shown in fits)
            fitting.append(by_form[form])
        return tuple(fitting)

    @cached_property
    def square_classes(self) -> tuple[int, ...]:
        """For each square, the index of the first square with equal candidates.

        The candidates depend only on the sides of the square that are on the boundary.
        """
        first: dict[int, int] = {}
        # `by_square` has one tuple for all of them, so its id tells whether candidates are the same.
        return tuple(first.setdefault(id(candidates), number) for number, candidates in enumerate(self.by_square))

    @property
    def at(self) -> dict[Square, tuple[Candidate, ...]]:
        """Candidates of each square, keyed by square."""
        return dict(zip(self.squares, self.by_square, strict=True))

    @cached_property
    def by_tile(self) -> tuple[Mapping[int, tuple[Candidate, ...]], ...]:
        """For each square, its candidates grouped by tile."""
        grouped: dict[int, dict[int, tuple[Candidate, ...]]] = {}
        for kind in set(self.square_classes):
            by_tile = grouped[kind] = {}
            for placement in self.by_square[kind]:
                by_tile[placement.tile] = (*by_tile.get(placement.tile, ()), placement)
        return tuple(grouped[kind] for kind in self.square_classes)

    @cached_property
    def domains(self) -> tuple[tuple[int, ...], ...]:
        """For each diamond, the colours that candidates can show on it.

        All diamonds in the ring have one domain, and all other diamonds have another.
        """
        colours: dict[bool, set[int]] = {True: set(), False: set()}
        # Squares of a class show the same colours, so each class is visited once.
        different = {
            (kind, side, self._in_ring[number])
            for around, kind in zip(self.diamonds_around, self.square_classes, strict=True)
            for side, number in enumerate(around)
            if number is not None
        }
        for kind, side, ring in different:
            colours[ring].update(placement.sides[side] for placement in self.by_square[kind])
        domains = {ring: tuple(sorted(used)) for ring, used in colours.items()}
        return tuple(domains[ring] for ring in self._in_ring)

    @cached_property
    def _in_ring(self) -> tuple[bool, ...]:
        """Whether the two squares of each diamond are adjacent along the frame."""
        grid, outside = self.puzzle.grid, self.puzzle.statement.frame_sides
        return tuple(
            bool(outside(diamond.square) & outside(grid.neighbour(diamond.square, diamond.side)))
            for diamond in self.diamonds
        )


MOST_LISTED = 1_000_000
"""Most candidates that a row-by-row search lists if colours match several colours. They take a tenth of a gigabyte."""


def can_be_listed(puzzle: Puzzle) -> bool:
    """Whether a row-by-row search can list all candidates of a square.

    If a colour matches several colours, a candidate is listed once for each combination of colours that match it at
    sides with a known neighbour. There are two such sides, and one more for each direction in which the board wraps
    around. The search can list at most `MOST_LISTED` candidates.
    """
    if puzzle.paired:
        return True
    several = max(len(puzzle.meeting(colour)) for colour in puzzle.colours)
    return len(puzzle.rots) * len(puzzle.tiles) * int(several ** (2 + len(puzzle.wraps))) <= MOST_LISTED


def sides_toward_known(puzzle: Puzzle, square: Square, known: Collection[Square]) -> list[Side]:
    """List a square's sides towards squares with known tiles.

    At these sides, the known tiles may show any colour that matches a candidate, so a search lists the candidate once
    for each of these colours. No sides are returned if each colour matches only one colour.
    """
    return [] if puzzle.paired else [side for side in Side if puzzle.grid.neighbour(square, side) in known]


def pair_with_matching_colours(
    puzzle: Puzzle, every: Sequence[Candidate], sides: Sequence[Side]
) -> Iterator[tuple[Candidate, Sides]]:
    """Pair candidates with colours that match them.

    Yields a candidate once for each combination of colours that match it at `sides`, with these colours. At all other
    sides, the colours are the candidate's own.
    """
    if not sides:
        yield from ((candidate, candidate.sides) for candidate in every)
        return
    for candidate in every:
        shown = candidate.sides
        met = [puzzle.meeting(shown[side]) if side in sides else (shown[side],) for side in Side]
        yield from ((candidate, as_sides(colours)) for colours in product(*met))


class _Requirements(NamedTuple):
    """Requirements of an empty square, equal for squares with the same candidates.

    Attributes:
        kind: the class of the square, see `Candidates.square_classes`.
        even: whether the square has the checkerboard colour of the top-left square.
        wanted: the sides next to a placed tile, each with the colours that match.
    """

    kind: int
    even: bool
    wanted: tuple[tuple[Side, tuple[int, ...]], ...]


@dataclass(frozen=True)
class FittingPlacements:
    """Placements that fit on each empty square of a board.

    A placement fits if its tile is unused, its sides match the placed neighbours, the boundary condition holds, and
    its sign can alternate with the signs on the board.

    Attributes:
        puzzle: the puzzle.
        board: placements in range that violate no condition.
        deadline: the time limit, checked between squares.
    """

    puzzle: Puzzle
    board: Solution
    deadline: Deadline = field(default=FOREVER, repr=False)
    _shown: dict[tuple[int, tuple[Side, ...]], Mapping[tuple[int, ...], list[Candidate]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _tiles: dict[_Requirements, tuple[int, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @cached_property
    def placements_by_square(self) -> Mapping[Square, tuple[Placement, ...]]:
        """Placements that fit on each empty square, sorted by tile and rotation."""
        return {square: self.placements_on(square) for square in self.empty_squares}

    def placements_on(self, square: Square) -> tuple[Placement, ...]:
        """Return the placements that fit on an empty square."""
        left = self._remaining_candidates[self._requirements[square]]
        return tuple(Placement(candidate.tile, square, candidate.rot) for candidate in left)

    @property
    def empty_squares(self) -> Collection[Square]:
        """Squares without a tile, row by row."""
        return self._requirements.keys()

    @cached_property
    def _requirements(self) -> Mapping[Square, _Requirements]:
        on, forms = self.board.by_square(), {}
        for square, kind in zip(self._candidates.squares, self._candidates.square_classes, strict=True):
            if square not in on:
                self.deadline.check()
                forms[square] = _Requirements(kind, square.even, tuple(self._required_colours(square).items()))
        return forms

    @cached_property
    def _remaining_candidates(self) -> Mapping[_Requirements, tuple[Candidate, ...]]:
        """Unused candidates that satisfy each set of requirements."""
        used = {placement.tile for placement in self.board}
        left = {}
        for form in dict.fromkeys(self._requirements.values()):
            self.deadline.check()
            left[form] = tuple(
                candidate
                for candidate in self._matching_candidates(form)
                if candidate.tile not in used and self._sign_fits(candidate.tile, even=form.even)
            )
        return left

    @cached_property
    def _candidates(self) -> Candidates:
        return Candidates(self.puzzle)

    @cached_property
    def _diamonds_by_square(self) -> Mapping[Square, Sides]:
        return {placement.square: self.puzzle.diamonds_around(placement) for placement in self.board}

    def _required_colours(self, square: Square) -> dict[Side, tuple[int, ...]]:
        """Map sides with a placed neighbour to matching colours."""
        # A diamond has one colour. If colours match several colours, each of its half-diamonds has a colour instead.
        return {
            side: (colour,) if self.puzzle.paired else self.puzzle.meeting(colour)
            for side in Side
            if (beyond := self.puzzle.grid.neighbour(square, side)) in self._diamonds_by_square
            for colour in [self._diamonds_by_square[beyond][side.opposite]]
        }

    def _matching_candidates(self, form: _Requirements) -> Iterator[Candidate]:
        showing = self._candidates_by_colours(form.kind, tuple(side for side, _ in form.wanted))
        every = product(*(colours for _, colours in form.wanted))
        yield from sorted(chain.from_iterable(showing.get(colours, ()) for colours in every))

    def _candidates_by_colours(self, kind: int, sides: tuple[Side, ...]) -> Mapping[tuple[int, ...], list[Candidate]]:
        """Group a square class's candidates by their colours on `sides`.

        `kind` is the index of the first square of the class.
        """
        # One look-up per square instead of a pass over all candidates. Without it, a hint on 40 x 40 two-sided tiles
        # took 8 s longer.
        if (kind, sides) not in self._shown:
            showing = self._shown[kind, sides] = defaultdict(list)
            for candidate in self._candidates.by_square[kind]:
                showing[tuple(candidate.sides[side] for side in sides)].append(candidate)
        return self._shown[kind, sides]

    @cached_property
    def _checkerboards(self) -> Mapping[bool, Placement]:
        """Placements whose signs determine the checkerboard.

        Maps whether plus signs are on even squares to a placement whose sign implies it. Empty if no placed tile has a
        sign.
        """
        return {
            (sign is Sign.PLUS) == placement.square.even: placement
            for placement in self.board
            if (sign := self.puzzle.tiles[placement.tile].sign) is not None
        }

    def _sign_fits(self, tile: int, *, even: bool) -> bool:
        sign = self.puzzle.tiles[tile].sign
        return sign is None or not self._checkerboards or ((sign is Sign.PLUS) == even) in self._checkerboards

    def blocking_placements(self, square: Square) -> frozenset[Placement]:
        """Return the placements that leave no tile for a square.

        A placement is responsible if it is adjacent, if it uses a tile that would fit, or if its sign rules out an
        unused tile that would fit otherwise.
        """
        on, of_tile = self.board.by_square(), {placement.tile: placement for placement in self.board}
        around = (on.get(self.puzzle.grid.neighbour(square, side)) for side in Side)
        placements = {placement for placement in around if placement is not None}
        for candidate in self._matching_candidates(self._requirements[square]):
            if candidate.tile in of_tile:
                placements.add(of_tile[candidate.tile])
            else:
                placements.update(self._checkerboards.values())
        return frozenset(placements)

    @cached_property
    def dead_ends(self) -> tuple[Square, ...]:
        """Empty squares on which no tile fits."""
        return tuple(square for square, form in self._requirements.items() if not self._remaining_candidates[form])

    def tiles_on(self, square: Square) -> tuple[int, ...]:
        """Return the distinct tiles that fit on an empty square."""
        form = self._requirements[square]
        if form not in self._tiles:
            self.deadline.check()
            first: dict[object, int] = {}
            for tile in dict.fromkeys(candidate.tile for candidate in self._remaining_candidates[form]):
                first.setdefault(self._appearances[tile], tile)
            self._tiles[form] = tuple(first.values())
        return self._tiles[form]

    @cached_property
    def _appearances(self) -> Sequence[object]:
        """For each tile, a value that is equal for identical tiles."""
        return [self.puzzle.appearance(tile) for tile in range(len(self.puzzle.tiles))]

    @cached_property
    def only_squares(self) -> Mapping[int, Square]:
        """Square of each tile that fits on one square only.

        Empty if the puzzle has spare tiles, since such a tile may then be spare.
        """
        sharing: dict[_Requirements, list[Square]] = {}
        for square, form in self._requirements.items() if self.puzzle.complete else ():
            sharing.setdefault(form, []).append(square)
        fitting: dict[int, list[Square]] = {}
        for form, squares in sharing.items():
            for tile in {candidate.tile for candidate in self._remaining_candidates[form]}:
                # Two squares show that the tile fits on several.
                fitting.setdefault(tile, []).extend(squares[:2])
        return {tile: squares[0] for tile, squares in sorted(fitting.items()) if len(squares) == 1}

    def requirements_text(self, square: Square) -> str:
        """Describe the colours required around a square, or return "".

        For example, `3 on its top and 0 on its left`.
        """
        on, statement = self.board.by_square(), self.puzzle.statement
        parts = []
        for side in Side:
            beyond, wanted = on.get(self.puzzle.grid.neighbour(square, side)), statement.boundary.get((square, side))
            if beyond is not None:
                wanted = statement.meets[self.puzzle.sides(beyond)[side.opposite]]
            elif wanted == statement.inside:
                continue
            if wanted is not None:
                parts.append(f"{' or '.join(map(self.puzzle.names.colour, sorted(wanted)))} on its {side.word}")
        return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def diamonds_in_order(squares: Collection[Square]) -> Iterator[Diamond]:
    """Yield the diamonds between squares, square by square.

    Each square adds the diamonds on its south and east sides. If the squares are in the order of
    `search.orders.growth_order`, this is the order in which `asp/heuristic/outward.lp` decides diamonds.
    """
    for square in squares:
        for side in (Side.SOUTH, Side.EAST):
            if square.neighbour(side) in squares:
                yield Diamond(square, side)
