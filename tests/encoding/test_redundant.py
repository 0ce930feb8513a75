"""Each redundant constraint, alone in a relaxed search space, excludes exactly what its sentence states.

The relaxation drops the rules that sides that meet have the same colour and that each diamond has one colour: what is
left puts every tile on some square of its kind, perhaps several on one. A constraint that lost its rule would exclude
nothing there; one that is too strong would exclude more than the sentence, which is written out here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest

from edgeasp.encoding.render import REDUNDANT, EncodingRequest
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square
from tests.support import boards
from tests.support.solving import all_answers, as_clues, number_of_answers, task_for


@dataclass(frozen=True)
class Arrangement:
    """Every tile on some square, whatever the rules."""

    puzzle: Puzzle
    placements: tuple[Placement, ...]

    def halves(self) -> set[tuple[Square, Side, int]]:
        """The colours of the inner halves of diamonds."""
        return {
            (arrangement.square, side, self.puzzle.sides(arrangement)[side])
            for arrangement in self.placements
            for side in Side
            if arrangement.square.neighbour(side) in self.puzzle.grid
        }

    def plus(self) -> list[Placement]:
        """The tiles on even squares."""
        return [each for each in self.placements if each.square.even]


def forbidden_colours(arrangement: Arrangement) -> bool:
    return all(
        colour in arrangement.puzzle.tiles[each.tile].sides
        for each in arrangement.placements
        for square, _, colour in arrangement.halves()
        if square == each.square
    )


def colour_supply(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    supply = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    used = Counter(colour for _, side, colour in arrangement.halves() if side in (Side.EAST, Side.SOUTH))
    if not puzzle.framed:
        return all(2 * used[colour] <= supply[colour] for colour in supply)
    supply[0] -= puzzle.grid.outside
    return all(2 * used[colour] == supply[colour] for colour in supply)


def sign_colours(arrangement: Arrangement) -> bool:
    supply = Counter(colour for tile in arrangement.puzzle.tiles for colour in tile.sides)
    plus = Counter(colour for each in arrangement.plus() for colour in arrangement.puzzle.tiles[each.tile].sides)
    return all(2 * plus[colour] == supply[colour] for colour in supply if colour)


def sign_kinds(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    if puzzle.zeros != puzzle.grid.outside:
        return True
    squares = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares if square.even)
    tiles = Counter(puzzle.tiles[each.tile].sides.count(0) for each in arrangement.plus())
    return squares == tiles


def seam_balance(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    seam = [
        colour
        for square, side, colour in arrangement.halves()
        if not puzzle.grid.outer_sides(square) and puzzle.grid.outer_sides(square.neighbour(side))
    ]
    if puzzle.zeros != puzzle.grid.outside or min(puzzle.cols, puzzle.rows) < 3:
        return True
    inward = [tile.sides[(tile.sides.index(0) + 2) % 4] for tile in puzzle.tiles if tile.sides.count(0) == 1]
    return Counter(seam) == Counter(inward)


def ring_balance(arrangement: Arrangement) -> bool:
    puzzle = arrangement.puzzle
    if puzzle.zeros != puzzle.grid.outside:
        return True
    ahead: Counter[int] = Counter()
    behind: Counter[int] = Counter()
    for tile in puzzle.tiles:
        for side in range(4):
            if tile.sides[side] == 0:
                ahead[tile.sides[(side + 1) % 4]] += 1
                behind[tile.sides[(side - 1) % 4]] += 1
    ring = Counter(
        colour
        for square, side, colour in arrangement.halves()
        if square.neighbour(Side((side - 1) % 4)) not in puzzle.grid
    )
    del ahead[0], behind[0]
    return ahead == behind and ring == ahead


SENTENCES: dict[str, Callable[[Arrangement], bool]] = {
    "forbidden-colours": forbidden_colours,
    "colour-supply": colour_supply,
    "sign-colours": sign_colours,
    "sign-kinds": sign_kinds,
    "seam-balance": seam_balance,
    "ring-balance": ring_balance,
}


def spaces() -> dict[str, tuple[Puzzle, Solution]]:
    """Puzzles with so many clues that all arrangements of the other tiles can be listed."""
    ring = boards.planted(1, 3, 2, 2, framed=True)
    wide = boards.planted(5, 4, 3, 3, framed=True)
    turned = boards.planted(6, 3, 3, 3, framed=True)
    loose = boards.planted(3, 2, 2, 2)
    surplus = boards.planted(2, 2, 2, 2, framed=True, surplus=True)
    return {
        "ring": (ring, Solution()),
        "unbalanced ring": (boards.unbalanced(), Solution()),
        "interior": (wide, pinned(wide, lambda puzzle, square: bool(puzzle.grid.outer_sides(square)))),
        "ring around a centre": (turned, pinned(turned, lambda _, square: square.even)),
        "unframed": (loose, pinned(loose, lambda _, square: square == Square(1, 1))),
        "surplus zeros": (surplus, Solution()),
    }


def pinned(puzzle: Puzzle, chosen: Callable[[Puzzle, Square], bool]) -> Solution:
    """The part of a solution on the chosen squares."""
    [first, *_] = boards.solved(puzzle)
    return as_clues({(s.col, s.row): first[i] for i, s in enumerate(puzzle.grid.squares) if chosen(puzzle, s)}, puzzle)


@cache
def arrangements(puzzle: Puzzle, clues: Solution) -> list[Arrangement]:
    """All arrangements of the tiles without a clue on squares without a clue where their zeros allow it."""
    clues = Solution(tuple(puzzle.canonical(clue) for clue in clues))
    tiles = [tile for tile in range(len(puzzle.tiles)) if tile not in {clue.tile for clue in clues}]
    squares = [square for square in puzzle.grid.squares if square not in clues.by_square()]
    exact = puzzle.zeros == puzzle.grid.outside

    def may(arrangement: Placement) -> bool:
        for side, colour in zip(Side, puzzle.sides(arrangement), strict=True):
            outside = arrangement.square.neighbour(side) not in puzzle.grid
            if puzzle.framed and ((outside and colour) or (exact and not outside and not colour)):
                return False
        return True

    options = [
        [
            placement
            for square in squares
            for rot in range(puzzle.tiles[tile].period)
            if may(placement := Placement(tile, square, rot))
        ]
        for tile in tiles
    ]
    return [Arrangement(puzzle, (*clues, *placements)) for placements in product(*options)]


SPACES = spaces()


@pytest.mark.parametrize("name", SPACES)
def test_the_relaxed_space_is_as_large_as_it_should_be(name: str) -> None:
    puzzle, clues = SPACES[name]
    request = EncodingRequest(symmetry=("tile-rotations",))
    assert number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond")) == len(
        arrangements(puzzle, clues)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("idea", [idea.name for idea in REDUNDANT])
def test_an_idea_cuts_exactly_what_it_says(idea: str) -> None:
    cut = 0
    for puzzle, clues in SPACES.values():
        known = [each for each in REDUNDANT if each.name == idea]
        if "framed" in known[0].needs and not puzzle.framed:
            continue
        request = EncodingRequest("signed", redundant=(idea,), symmetry=("tile-rotations",))
        left = number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond"))
        every = arrangements(puzzle, clues)
        assert left == sum(map(SENTENCES[idea], every))
        cut += len(every) - left
        # What the idea cuts by itself, its absence leaves.
        uncut = number_of_answers(task_for(puzzle, clues, request), drop=("adjoining", "diamond", idea))
        assert uncut == len(every)
    assert cut > 0


def test_every_idea_has_its_sentence() -> None:
    assert list(SENTENCES) == [idea.name for idea in REDUNDANT]


@pytest.mark.parametrize("sign", Sign)
@pytest.mark.parametrize("idea", [idea.name for idea in REDUNDANT])
def test_no_idea_depends_on_which_squares_have_the_plus_signs(idea: str, sign: Sign) -> None:
    """The tile of the centre, an even square, has the sign of the five even squares."""
    *rim, centre = boards.FRAME_3X3.tiles
    puzzle = Puzzle(3, 3, (*rim, replace(centre, sign=sign)))
    assert len(all_answers(task_for(puzzle, request=EncodingRequest("signed", redundant=(idea,))))) == 16
