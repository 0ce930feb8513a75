"""The tiny boards on which every encoding is compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Sign, Solution, Square, Tile, rotate_sides
from tests.support import brute
from tests.support.strategies import unturned

GOLDEN = Puzzle(2, 2, tuple(map(Tile, [(1, 2, 4, 4), (3, 1, 4, 4), (2, 1, 4, 4), (1, 3, 4, 4)])))
"""The example of the ASP class: red 1, green 2, blue 3, black 4."""

FOURSQUARES = Puzzle(2, 2, tuple(map(Tile, [(3, 1, 2, 4), (3, 4, 1, 2), (2, 1, 3, 4), (1, 4, 3, 2)])))

FRAME_3X3 = Puzzle(
    3,
    3,
    tuple(
        map(
            Tile,
            [
                *((0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 2, 1), (0, 0, 2, 2)),
                *((0, 1, 3, 2), (0, 1, 4, 1), (0, 2, 3, 1), (0, 2, 4, 2), (3, 3, 4, 4)),
            ],
        )
    ),
)

CENTRE = Puzzle(
    3,
    3,
    tuple(
        map(
            Tile,
            [
                *((0, 1, 2, 0), (0, 3, 5, 1), (0, 0, 6, 3), (5, 5, 5, 5), (2, 5, 8, 0)),
                *((6, 0, 7, 5), (8, 9, 0, 0), (5, 4, 0, 9), (7, 0, 0, 4)),
            ],
        )
    ),
)
"""Unique up to rotation, with a tile in the centre that all rotations map to itself."""

CENTRE_CLUE = Solution((Placement(3, Square(1, 1), 0),))
"""Its clue: it holds in all rotations of the board."""


def necklaces(colours: range) -> list[Sides]:
    """Every tile over these colours, up to rotation."""
    return [
        (n, e, s, w)
        for n, e, s, w in product(colours, repeat=4)
        if (n, e, s, w) == min((n, e, s, w), (e, s, w, n), (s, w, n, e), (w, n, e, s))
    ]


def all_2x2(tiles: list[Sides]) -> Iterator[Puzzle]:
    """Every choice of four of these tiles, with repetition."""
    for chosen in combinations_with_replacement(tiles, 4):
        yield Puzzle(2, 2, tuple(map(Tile, chosen)))


def planted(
    seed: int, cols: int, rows: int, colours: int, *, framed: bool = False, surplus: bool = False, signs: float = 0.0
) -> Puzzle:
    """A puzzle with at least one solution.

    Args:
        seed: makes the same puzzle again.
        cols: columns.
        rows: rows.
        colours: how many colours, besides that of the frame.
        framed: the outside is 0.
        surplus: 0 is among the colours inside, too.
        signs: the share of tiles that carry a sign.
    """
    rng = random.Random(f"planted {seed} {cols} {rows} {colours} {framed} {surplus} {signs}")
    low = 0 if surplus else 1
    across = [[rng.randint(low, colours) for _ in range(cols + 1)] for _ in range(rows)]
    down = [[rng.randint(low, colours) for _ in range(cols)] for _ in range(rows + 1)]
    plus_on_even = rng.random() < 0.5
    tiles = []
    for row, col in product(range(rows), range(cols)):
        sides = [down[row][col], across[row][col + 1], down[row + 1][col], across[row][col]]
        outside = [row == 0, col == cols - 1, row == rows - 1, col == 0]
        if framed:
            sides = [0 if out else colour for out, colour in zip(outside, sides, strict=True)]
        plus = ((row + col) % 2 == 0) == plus_on_even
        sign = (Sign.PLUS if plus else Sign.MINUS) if rng.random() < signs else None
        turn = rng.randrange(4)
        north, east, south, west = sides[turn:] + sides[:turn]
        tiles.append(Tile((north, east, south, west), sign))
    rng.shuffle(tiles)
    return Puzzle(cols, rows, tuple(tiles))


def cut_up(cols: int, rows: int, colours: int) -> tuple[Puzzle, Solution]:
    """A framed puzzle and its solution, always the same."""
    rng = random.Random(f"{cols} {rows} {colours}")

    def paint(inner: bool) -> int:
        return rng.randint(1, colours) if inner else 0

    across = [[paint(0 < x < cols) for x in range(cols + 1)] for _ in range(rows)]
    down = [[paint(0 < y < rows) for _ in range(cols)] for y in range(rows + 1)]
    tiles, placements = [], []
    for index in range(cols * rows):
        x, y, rot = index % cols, index // cols, rng.randrange(4)
        tiles.append(Tile(unturned((down[y][x], across[y][x + 1], down[y + 1][x], across[y][x]), rot)))
        placements.append(Placement(index, Square(x, y), rot))
    return Puzzle(cols, rows, tuple(tiles)), Solution(tuple(placements))


def spoilt(seed: int, puzzle: Puzzle) -> Puzzle:
    """The same puzzle with the colours of two sides exchanged, if two have one: perhaps without solutions."""
    rng = random.Random(f"spoilt {seed}")
    sides = [list(tile.sides) for tile in puzzle.tiles]
    places = [(tile, side) for tile in range(len(sides)) for side in range(4) if sides[tile][side]]
    if len(places) < 2:
        return puzzle
    (a, i), (b, j) = rng.sample(places, 2)
    sides[a][i], sides[b][j] = sides[b][j], sides[a][i]
    tiles = tuple(Tile((n, e, s, w), tile.sign) for (n, e, s, w), tile in zip(sides, puzzle.tiles, strict=True))
    return Puzzle(puzzle.cols, puzzle.rows, tiles)


@cache
def hard() -> Puzzle:
    """A puzzle of 100 tiles that is ground at once, but not solved while a test waits."""
    return generate(Recipe(10, 10, 7, 4, seed=1)).puzzle


def unbalanced() -> Puzzle:
    """A framed 2x2 in whose ring colour 1 runs clockwise more often than counter-clockwise."""
    return Puzzle(2, 2, tuple(map(Tile, [(0, 1, 2, 0), (0, 1, 2, 0), (0, 2, 2, 0), (0, 1, 1, 0)])))


@cache
def solved(puzzle: Puzzle) -> list[brute.Assignment]:
    """The solutions of the puzzle, in a fixed order."""
    return sorted(brute.solve(puzzle).assignments)


def few_if_relaxed() -> list[str]:
    """The names of various boards that have few solutions even if the frame and the signs do not count."""
    return [name for name, puzzle in various().items() if len(puzzle.tiles) <= 6 and name != "surplus 2x3"]


def kind(name: str) -> tuple[str, str, bool]:
    """What the tests tell apart about one of the various boards: the outside, the signs and whether it is a square."""
    puzzle = various()[name]
    outside = "unframed" if not puzzle.framed else "exact" if puzzle.zeros == puzzle.grid.outside else "surplus"
    with_sign = sum(tile.sign is not None for tile in puzzle.tiles)
    signs = "none" if not with_sign else "all" if with_sign == len(puzzle.tiles) else "some"
    return outside, signs, puzzle.cols == puzzle.rows


@cache
def various() -> dict[str, Puzzle]:
    """Boards of every sort: 2x2 to 3x4, framed or not, signed or not, twins, symmetric tiles, surplus zeros."""
    boards = {"golden": GOLDEN, "foursquares": FOURSQUARES, "frame 3x3": FRAME_3X3}
    for seed, (cols, rows, colours) in enumerate([(2, 2, 3), (2, 3, 3), (3, 2, 4), (3, 3, 8)]):
        boards[f"unframed {cols}x{rows}"] = planted(seed, cols, rows, colours)
        boards[f"unframed {cols}x{rows} partly signed"] = planted(seed, cols, rows, colours, signs=0.5)
        boards[f"unframed {cols}x{rows} spoilt"] = spoilt(seed, planted(seed, cols, rows, colours))
    for seed, (cols, rows, colours) in enumerate([(2, 2, 2), (2, 3, 2), (3, 2, 2), (3, 3, 2), (4, 3, 3), (3, 4, 2)]):
        boards[f"framed {cols}x{rows}"] = planted(seed, cols, rows, colours, framed=True)
        boards[f"framed {cols}x{rows} signed"] = planted(seed, cols, rows, colours, framed=True, signs=1.0)
        boards[f"framed {cols}x{rows} partly signed"] = planted(seed, cols, rows, colours, framed=True, signs=0.3)
        boards[f"framed {cols}x{rows} spoilt"] = spoilt(seed, planted(seed, cols, rows, colours, framed=True))
    for seed, (cols, rows, colours) in enumerate([(2, 2, 1), (2, 3, 2), (3, 3, 3)]):
        boards[f"surplus {cols}x{rows}"] = planted(seed, cols, rows, colours, framed=True, surplus=True)
        boards[f"surplus {cols}x{rows} signed"] = planted(
            seed, cols, rows, colours, framed=True, surplus=True, signs=0.5
        )
    boards["all alike"] = Puzzle(2, 2, (Tile((1, 1, 1, 1)),) * 4)
    boards["half-turn symmetric twins"] = Puzzle(2, 2, (Tile((1, 2, 1, 2)),) * 2 + (Tile((1, 1, 2, 2)),) * 2)
    boards["twins with and without sign"] = Puzzle(
        2, 2, (Tile((1, 1, 2, 2)), Tile((1, 1, 2, 2), Sign.PLUS), Tile((1, 2, 2, 1), Sign.PLUS), Tile((1, 1, 1, 2)))
    )
    boards["symmetric centre"] = Puzzle(3, 3, (*FRAME_3X3.tiles[:8], Tile((3, 4, 3, 4))))
    boards["framed corner twins"] = planted(9, 2, 2, 1, framed=True)
    return boards


def apart(puzzle: Puzzle) -> Puzzle:
    """The puzzle with colours of their own for the sides between border tiles."""
    tiles = []
    for tile in puzzle.tiles:
        beside = [0 in (tile.sides[side - 1], tile.sides[(side + 1) % 4]) for side in range(4)]
        north, east, south, west = (
            colour and 2 * (colour % 1000) + 1 + outer for colour, outer in zip(tile.sides, beside, strict=True)
        )
        tiles.append(replace(tile, sides=(north, east, south, west)))
    return replace(puzzle, tiles=tuple(tiles))


# ---- partners, and tiles that may not be turned ----


SIZES = ((2, 2), (3, 2), (2, 3), (3, 3))


def peculiar(seed: int | str, most: int = 9, *, framed: bool | None = None, signed: bool | None = None) -> Puzzle:
    """A puzzle of at most so many tiles."""
    rng = random.Random(f"peculiar {seed}")
    cols, rows = rng.choice([size for size in SIZES if size[0] * size[1] <= most])
    colours = list(range(1, rng.choice([4, 5, 6] if cols * rows == 9 else [2, 3, 4]) + 1))
    partners = tuple(pair for pair in zip(colours[::2], colours[1::2], strict=False) if rng.random() < 0.8)
    turning = rng.random() < 0.6 if partners else False
    meets = {one: other for pair in partners for one, other in (pair, pair[::-1])}
    framed = rng.random() < 0.3 if framed is None else framed
    east: dict[tuple[int, int], int] = {}
    south: dict[tuple[int, int], int] = {}
    tiles = []
    plus_on_even, share = rng.random() < 0.5, (0.5 if rng.random() < 0.3 else 0.0) if signed is None else 0.5 * signed
    for row, col in product(range(rows), range(cols)):
        above, left = south.get((col, row - 1)), east.get((col - 1, row))
        outside = 0 if framed else rng.choice(colours)
        north = outside if above is None else meets.get(above, above)
        west = (0 if framed else rng.choice(colours)) if left is None else meets.get(left, left)
        east[col, row] = 0 if framed and col == cols - 1 else rng.choice(colours)
        south[col, row] = 0 if framed and row == rows - 1 else rng.choice(colours)
        sign = Sign.PLUS if ((col + row) % 2 == 0) == plus_on_even else Sign.MINUS
        lying = north, east[col, row], south[col, row], west
        sides = rotate_sides(lying, rng.randrange(4) if turning else 0)
        tiles.append(Tile(sides, sign if rng.random() < share else None))
    if rng.random() < 0.15:
        north, east_, south_, west = (rng.choice(colours) for _ in range(4))
        tiles[0] = replace(tiles[0], sides=(north, east_, south_, west))
    if rng.random() < 0.3:
        tiles[1] = tiles[-1]
    rng.shuffle(tiles)
    return Puzzle(cols, rows, tuple(tiles), partners, turning)


def every_small(colours: int, partners: tuple[tuple[int, int], ...], *, turning: bool) -> list[Puzzle]:
    """All puzzles of 2 x 2 over so many colours whose tiles are listed as they lie; in one of all orders."""
    any_colour = range(1, colours + 1)
    tiles = [Tile(sides) for sides in product(any_colour, any_colour, any_colour, any_colour)]
    if turning:
        tiles = [tile for tile in tiles if tile.appearance[0] == tile.sides]
    return [Puzzle(2, 2, four, partners, turning) for four in combinations_with_replacement(tiles, 4)]
