"""Hypothesis strategies for puzzles, solutions, partial solutions and clues."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import strategies as st

from edgeasp.generate import Clues, Recipe
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Sign, Solution, Square, Tile

LARGEST = 999_999_999

few_colours = st.integers(1, 3)
any_colours = st.one_of(few_colours, st.integers(1, 60), st.integers(1, LARGEST))
signs = st.sampled_from([None, Sign.PLUS, Sign.MINUS])


@st.composite
def sides(draw: st.DrawFn, colours: st.SearchStrategy[int]) -> Sides:
    """Four colours; often such that the tile looks the same after a half or a quarter turn."""
    a, b = draw(colours), draw(colours)
    shape = draw(st.sampled_from(["any", "any", "half", "quarter"]))
    if shape == "half":
        return a, b, a, b
    if shape == "quarter":
        return a, a, a, a
    return a, b, draw(colours), draw(colours)


@st.composite
def puzzles(
    draw: st.DrawFn, colours: st.SearchStrategy[int] = any_colours, most: int = 16, *, square: bool = False
) -> Puzzle:
    """Any puzzle of up to so many tiles: framed or not, signed in full, in part or not, often with identical tiles."""
    sizes = [(cols, rows) for cols, rows in product((2, 3, 4), repeat=2) if cols * rows <= most]
    cols, rows = draw(st.sampled_from([size for size in sizes if size[0] == size[1] or not square]))
    if draw(st.booleans()):
        colours = st.one_of(st.just(0), colours)
    sign = draw(st.sampled_from([st.none(), signs, st.sampled_from(Sign)]))
    pool = draw(st.lists(st.builds(Tile, sides(colours), sign), min_size=1, max_size=cols * rows))
    tiles = draw(st.lists(st.sampled_from(pool), min_size=cols * rows, max_size=cols * rows))
    return Puzzle(cols, rows, tuple(tiles))


@st.composite
def partial_solutions(draw: st.DrawFn, puzzle: Puzzle, *, full: bool = False) -> Solution:
    """Placements of some tiles, or of all, on squares of their own; they need not fit together."""
    squares = draw(st.permutations(list(puzzle.grid.squares)))
    tiles = draw(st.permutations(range(len(puzzle.tiles))))
    count = len(tiles) if full else draw(st.integers(0, len(tiles)))
    return Solution(
        tuple(
            Placement(tile, square, draw(st.integers(0, 3)))
            for tile, square in zip(tiles[:count], squares, strict=False)
        )
    )


@st.composite
def with_placements(draw: st.DrawFn, *, full: bool = False) -> tuple[Puzzle, Solution]:
    """A puzzle and some, or all, of its tiles placed at random."""
    puzzle = draw(puzzles())
    return puzzle, draw(partial_solutions(puzzle, full=full))


@st.composite
def planted(
    draw: st.DrawFn,
    *,
    framed: bool | None = None,
    signed: bool | None = None,
    surplus: bool = True,
    square: bool = False,
) -> tuple[Puzzle, Solution]:
    """A puzzle and a solution of it, made by colouring the diamonds of a board and cutting it up.

    Args:
        draw: hypothesis' own.
        framed: whether the outside is 0; None for either.
        signed: whether signs may be given; None for either.
        surplus: whether diamonds of a framed puzzle may be 0.
        square: whether there are as many rows as columns.
    """
    cols = draw(st.integers(2, 4))
    rows = cols if square else draw(st.integers(2, 4))
    framed = draw(st.booleans()) if framed is None else framed
    colours = draw(st.sampled_from([few_colours, any_colours]))
    inner = st.one_of(st.just(0), colours) if framed and surplus and draw(st.booleans()) else colours
    outer = st.just(0) if framed else colours
    # across[y][x] lies to the left of square (x, y), and down[y][x] above it.
    across = [[draw(inner if 0 < x < cols else outer) for x in range(cols + 1)] for _ in range(rows)]
    down = [[draw(inner if 0 < y < rows else outer) for _ in range(cols)] for y in range(rows + 1)]
    order = draw(st.permutations([(x, y) for y in range(rows) for x in range(cols)]))
    bearing = signs if (draw(st.booleans()) if signed is None else signed) else st.just(None)
    plus_on = draw(st.integers(0, 1))
    tiles, placements = [], []
    for index, (x, y) in enumerate(order):
        shown = (down[y][x], across[y][x + 1], down[y + 1][x], across[y][x])
        rot = draw(st.integers(0, 3))
        sign = Sign.PLUS if (x + y) % 2 == plus_on else Sign.MINUS
        tiles.append(Tile(unturned(shown, rot), sign if draw(bearing) else None))
        placements.append(Placement(index, Square(x, y), rot))
    return Puzzle(cols, rows, tuple(tiles)), Solution(tuple(placements))


@st.composite
def planted_with_clues(draw: st.DrawFn) -> tuple[Puzzle, Solution, Solution]:
    """A puzzle, a solution, and some placements of that solution as clues, in any order."""
    puzzle, solution = draw(planted())
    clues = draw(st.lists(st.sampled_from(solution.placements), unique=True, max_size=len(solution)))
    return puzzle, solution, Solution(tuple(clues))


def unturned(shown: Sequence[int], rot: int) -> Sides:
    """The sides of a tile that shows these colours after `rot` anticlockwise quarter turns."""
    north, east, south, west = (shown[(side - rot) % 4] for side in range(4))
    return north, east, south, west


some_clues: st.SearchStrategy[Clues] = st.one_of(
    st.sampled_from(["none", "corner", "centre", "five"]), st.integers(0, 9)
)


@st.composite
def recipes(draw: st.DrawFn, *, planted: bool | None = None, framed: bool | None = None) -> Recipe:
    """Any recipe for a board of up to 8 x 8 squares."""
    flag = st.booleans()
    planted = draw(flag) if planted is None else planted
    framed = draw(flag) if framed is None else framed
    return Recipe(
        cols=draw(st.integers(2, 8)),
        rows=draw(st.integers(2, 8)),
        inner=draw(st.integers(0, 9)),
        border=draw(st.integers(1, 5)) if framed else 0,
        seed=draw(st.integers(0, 2**64)),
        shared=draw(flag),
        signed=draw(st.sampled_from([0.0, 0.3, 0.5, 1.0])),
        distinct=draw(flag),
        symmetric=draw(flag),
        balanced=draw(flag),
        clues=draw(some_clues) if planted else "none",
        shuffle=draw(flag),
        turn=draw(flag),
        planted=planted,
    )
