"""Parts of a board that grow, the fillings they are expected to have, and their division by colours.

Outward, a square grows around each origin. Of the orders in which a filled part can grow from a corner, this one leaves
almost the fewest fillings on the way, by their expected numbers.

The expected number is the first moment, as in Brendan Owen's estimates: every assignment of tiles to the squares of the
part is counted, times the chance that all diamonds within it match. Two sides of the ring, or two other sides, have the
same colour as often as two that are drawn from the supply. Colours that are used up are disregarded, so the numbers
hold for parts of a board, not for whole ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import exp, inf, log

from edgeasp.puzzle.candidates import Candidate, Diamond
from edgeasp.puzzle.counting import alike, kind_of, supply
from edgeasp.puzzle.model import FRAME, Puzzle, Side, Solution, Square

FEW_ORIGINS = 16
"""Origins that are compared with every square; among more, the nearest is searched for."""


def origins(clues: Solution) -> list[Square]:
    """The squares where a search begins, as in `asp/heuristic/outward.lp`: at the clues, or in a corner."""
    return [clue.square for clue in clues] or [Square(0, 0)]


def growth(squares: Iterable[Square], origins: Sequence[Square]) -> list[Square]:
    """Squares in the order in which they are reached; as in `asp/heuristic/outward.lp`, but by columns and rows from 0.

    First the columns at either side of what is filled, then the rows above and below, and so on.
    """
    near = _near(origins)

    def place(square: Square) -> tuple[int, int, int, int]:
        return min(_place(square, origin) for origin in near(square))

    return sorted(squares, key=lambda square: (place(square), square.col, square.row))


def _place(square: Square, origin: Square) -> tuple[int, int, int, int]:
    """The rank of a square in the growth around an origin; the distance comes first."""
    beside, above = abs(square.col - origin.col), abs(square.row - origin.row)
    return (beside, 0, square.col, above) if beside > above else (above, 1, square.row, beside)


def _near(origins: Sequence[Square]) -> Callable[[Square], Collection[Square]]:
    """The origins that may be the nearest to a square; with many of them, those at the least distance."""
    if len(origins) <= FEW_ORIGINS:
        return lambda _: origins
    every = frozenset(origins)

    def near(square: Square) -> Collection[Square]:
        for distance in count():
            if ring := every.intersection(_ring(square, distance)):
                return ring
        raise AssertionError  # there are origins

    return near


def _ring(square: Square, distance: int) -> Iterator[Square]:
    """The squares at a distance, a row or a column at most; also such as lie beyond the board."""
    col, row = square
    for step in range(-distance, distance + 1):
        yield Square(col + step, row - distance)
        yield Square(col + step, row + distance)
        yield Square(col - distance, row + step)
        yield Square(col + distance, row + step)


def log_fillings(puzzle: Puzzle, order: Sequence[Square], clues: Solution = Solution()) -> list[float]:
    """The natural logarithm of the expected number of ways to fill the first square of an order, the first two, ...

    The squares of clues are filled already, and add nothing. Infinitely small if there are too few tiles of a kind.

    Raises:
        ValueError: the puzzle has a frame, but not exactly as many sides of its colour as the outside has.
    """
    used = {clue.tile for clue in clues}
    ring, inner = _log_chances(puzzle, used)
    tiles = Counter(
        kind_of(puzzle, (side for side in Side if tile.sides[side] == FRAME))
        for i, tile in enumerate(puzzle.tiles)
        if i not in used
    )
    filled = {clue.square for clue in clues}
    expected, logs = 0.0, []
    for square in order:
        if square not in filled:
            outside = puzzle.grid.outer_sides(square)
            kind = kind_of(puzzle, outside)
            # A tile at the frame has one rotation that fits, another one four.
            expected += log_of(tiles[kind] * (1 if kind else _rotations(puzzle)))
            tiles[kind] -= 1
            for side in Side:
                beyond = square.neighbour(side)
                if beyond in filled:
                    expected += ring if puzzle.framed and outside & puzzle.grid.outer_sides(beyond) else inner
            filled.add(square)
        logs.append(expected)
    return logs


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of the sum of numbers, given their logarithms."""
    most = max(logs, default=-inf)
    return most + log(sum(exp(value - most) for value in logs)) if most > -inf else most


def fitting(puzzle: Puzzle) -> float:
    """The number of interior tiles that are expected to fit beside two neighbours; 0 if there are none.

    Each of N tiles has four rotations, and two sides that meet in the interior have the same colour with a certain
    chance. If all of C colours are as frequent this is 4N/C²; it is more, the less even they are.
    """
    inward: Counter[int] = Counter()
    interior = 0
    for tile in puzzle.tiles:
        out = [puzzle.framed and colour == FRAME for colour in tile.sides]
        interior += not any(out)
        inward.update(
            colour
            for side, colour in enumerate(tile.sides)
            if not (out[side - 1] or out[side] or out[(side + 1) % len(out)])
        )
    return _rotations(puzzle) * interior * exp(2 * _log_alike(puzzle, inward)) if interior else 0.0


def _rotations(puzzle: Puzzle) -> int:
    return 4 if puzzle.turning else 1


def _log_chances(puzzle: Puzzle, used: set[int]) -> tuple[float, float]:
    """The logarithms of the chances that a diamond of the ring matches, and any other one."""
    if not puzzle.framed:
        return 0.0, _log_alike(
            puzzle,
            Counter(side for i, tile in enumerate(puzzle.tiles) if i not in used for side in tile.sides),
        )
    left = supply(puzzle, used)
    meeting = sum(number * left.anticlockwise[puzzle.partner(colour)] for colour, number in left.clockwise.items())
    ring = log_of(meeting) - 2 * log_of(left.clockwise.total()) if meeting else -inf
    return ring, _log_alike(puzzle, left.inner)


def _log_alike(puzzle: Puzzle, sides: Counter[int]) -> float:
    """The logarithm of the chance that two sides of a supply match."""
    ways, total = alike(puzzle, sides), sides.total()
    return log_of(ways) - log_of(total * (total - 1)) if ways else -inf


def log_of(number: int) -> float:
    """The logarithm of a number, which may be 0."""
    return log(number) if number > 0 else -inf


Part = tuple[tuple[Diamond, int], ...]
"""The fillings in which some diamonds have certain colours."""

_Domains = Mapping[Square, tuple[Candidate, ...]]


def diamonds(squares: Collection[Square]) -> Iterator[Diamond]:
    """The diamonds between squares as a search decides them: square by square, the one below and the one to the right.

    So does `asp/heuristic/outward.lp`, with the squares in the order of `growth`.
    """
    for square in squares:
        for side in (Side.SOUTH, Side.EAST):
            if square.neighbour(side) in squares:
                yield Diamond(square, side)


def partition(candidates: _Domains, enough: int) -> list[Part]:
    """Parts that have all fillings between them, each filling in one; the part with most to search comes first.

    A part has colours for the first diamonds, as many as it takes to have enough parts. Those are left out in which
    no candidate is left for some square. How much there is to search is judged by the candidates for each square.

    Args:
        candidates: what may lie on each square; the squares in the order in which they are to be filled.
        enough: the number of parts that will do; there are fewer if the diamonds have fewer colours.
    """
    # Each part with the squares on which it leaves fewer candidates: after the same diamonds, these are the same.
    parts: list[tuple[Part, _Domains]] = [((), {})]
    for diamond in diamonds(candidates):
        if len(parts) >= enough:
            break
        parts = [
            ((*part, (diamond, colour)), {**left, **domains})
            for part, left in parts
            for colour, domains in _by_colour(left, candidates, diamond)
        ]
    parts.sort(key=lambda item: sum(log(len(left)) for left in item[1].values() if left), reverse=True)
    return [part for part, _ in parts]


def _by_colour(left: _Domains, candidates: _Domains, diamond: Diamond) -> Iterator[tuple[int, _Domains]]:
    """The candidates left on both squares of a diamond, by its colour, for colours that leave some on both."""
    square, side = diamond.square, diamond.side
    beyond = square.neighbour(side)
    here = _showing(left.get(square, candidates[square]), side)
    there = _showing(left.get(beyond, candidates[beyond]), side.opposite)
    for colour in sorted(here.keys() & there.keys()):
        yield colour, {square: tuple(here[colour]), beyond: tuple(there[colour])}


def _showing(candidates: Iterable[Candidate], side: Side) -> dict[int, list[Candidate]]:
    """Candidates by the colour of a side."""
    candidates_by_colour: dict[int, list[Candidate]] = defaultdict(list)
    for placement in candidates:
        candidates_by_colour[placement.sides[side]].append(placement)
    return candidates_by_colour
