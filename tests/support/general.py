"""Small puzzles with what goes beyond the usual ones, at random, and all their boards by plain backtracking.

The search shares nothing with the encodings nor with the checker: it knows the fields of a puzzle, and what they mean.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations, count, islice, product

import edgeasp
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Side, Sign, Solution, Square, as_sides
from edgeasp.puzzle.symmetry import symmetries
from edgeasp.search.cubes import Order
from edgeasp.search.solve import Session
from edgeasp.search.task import Job, make_task
from edgeasp.solvers.backtrack import BacktrackRun
from edgeasp.solvers.clingo.options import ClaspOptions
from tests.support import laboratory
from tests.support.boards import peculiar
from tests.support.solving import leaves

KINDS = ("relation", "subset", "open", "outline", "wraps", "rim", "flips", "only")
"""What a puzzle can have beyond the usual ones."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to the north, east, south and west."""

Shown = tuple[int, ...]
"""The colours on a square, from the north clockwise."""

Picture = tuple[tuple[Shown, str, tuple[Shown, ...]], ...]
"""What one sees on each square, row by row: colours, sign, and what a tile may show of which some ways are named."""


# ---- boards by plain backtracking ----


def pictures(puzzle: Puzzle) -> frozenset[Picture]:
    """The boards of a puzzle as one sees them."""
    return frozenset(
        tuple((shown, *_marks(puzzle, tile)) for tile, shown in board)
        for board in islice(_boards(puzzle), MOST_BOARDS + 1)
    )


def _marks(puzzle: Puzzle, tile: int) -> tuple[str, tuple[Shown, ...]]:
    """The sign of a tile, and what it may show if some tile may lie in some ways only."""
    sign, told = puzzle.tiles[tile].sign, any(other.only for other in puzzle.tiles)
    return sign.value if sign else "", tuple(sorted(set(orientations(puzzle, tile).values()))) if told else ()


def moves(puzzle: Puzzle) -> list[Callable[[Picture], Picture]]:
    """What the symmetries of a board do to what one sees.

    A symmetry rotates, reflects or shifts the squares onto themselves; tiles can show on the boundary what they could
    before, and each tile may lie as it lay. The board is the one that its squares make: margins are no part of it, and
    it is unrolled if nothing lies across a single gap.
    """
    partner, at = partners(puzzle), _positions(puzzle)
    (across, down), square_at = _periods(puzzle), {spot: square for square, spot in at.items()}
    ends = _ends(puzzle)
    found: list[Callable[[Picture], Picture]] = []
    for over, quarters, first in product(range(1 + puzzle.flipping), range(4 if puzzle.turning else 1), at.values()):
        if quarters % 2 and across != down:
            continue

        def turned(spot: tuple[int, int], over: int = over, quarters: int = quarters) -> tuple[int, int]:
            east, south = -spot[0] if over else spot[0], spot[1]
            for _ in range(quarters):
                east, south = -south, east
            return east, south

        def shown_after(shown: Shown, over: int = over, quarters: int = quarters) -> Shown:
            if over:
                shown = tuple(partner.get(shown[side], shown[side]) for side in (0, 3, 2, 1))
            return tuple(shown[(side - quarters) % 4] for side in range(4))

        begin = turned(next(iter(at.values())))
        by = first[0] - begin[0], first[1] - begin[1]
        spots = {square: turned(spot) for square, spot in at.items()}
        spots = {square: (east + by[0], south + by[1]) for square, (east, south) in spots.items()}
        spots = {
            square: (east % across if across else east, south % down if down else south)
            for square, (east, south) in spots.items()
        }
        if set(spots.values()) != set(square_at):
            continue
        to = {square: square_at[spot] for square, spot in spots.items()}
        behind = {colour: partner.get(colour, colour) if over else colour for end in ends.values() for colour in end}
        moved_ends = {
            (to[square], ((-side if over else side) + quarters) % 4): {behind[colour] for colour in end}
            for (square, side), end in ends.items()
        }
        limited = [tile for tile in range(len(puzzle.tiles)) if puzzle.tiles[tile].only]
        looks = [set(orientations(puzzle, tile).values()) for tile in limited]
        if moved_ends == ends and all({*map(shown_after, shown)} == shown for shown in looks):
            found.append(partial(_moved, puzzle, to, shown_after))
    return found


def _moved(
    puzzle: Puzzle, to: dict[tuple[int, int], tuple[int, int]], shown_after: Callable[[Shown], Shown], picture: Picture
) -> Picture:
    laid = {
        to[square]: (shown_after(shown), *marks)
        for square, (shown, *marks) in zip(squares(puzzle), picture, strict=True)
    }
    return tuple(laid[square] for square in squares(puzzle))  # type: ignore[misc]


def _gap(puzzle: Puzzle, line: int) -> int | None:
    """The column (0) or row (1) after the only gap of a wrap-around board there; None if there is no such gap."""
    name, number = (("columns", puzzle.cols), ("rows", puzzle.rows))[line]
    taken = {square[line] for square in squares(puzzle)}
    after = [each for each in range(number) if each in taken and (each - 1) % number not in taken]
    return after[0] if name in puzzle.wraps and len(after) == 1 else None


def _positions(puzzle: Puzzle) -> dict[tuple[int, int], tuple[int, int]]:
    left, top = _gap(puzzle, 0) or 0, _gap(puzzle, 1) or 0
    return {square: ((square[0] - left) % puzzle.cols, (square[1] - top) % puzzle.rows) for square in squares(puzzle)}


def _periods(puzzle: Puzzle) -> tuple[int, int]:
    """How many columns and rows bring one back to where one was; 0 if nothing does."""
    closed = ["columns" in puzzle.wraps and _gap(puzzle, 0) is None, "rows" in puzzle.wraps and _gap(puzzle, 1) is None]
    return puzzle.cols * closed[0], puzzle.rows * closed[1]


def _ends(puzzle: Puzzle) -> dict[tuple[tuple[int, int], int], set[int]]:
    """The colours that tiles have for each side on the boundary."""
    has = {partner for tile in puzzle.tiles for colour in tile.sides for partner in _both(puzzle, colour)}
    framed, spare = any(0 in tile.sides for tile in puzzle.tiles), len(puzzle.tiles) > len(squares(puzzle))
    named = {side.word: set[int]() for side in puzzle.open_sides} | {part: set(some) for part, some in puzzle.rim}
    free = has - {0} if framed and spare else has
    ends = {}
    for square, side in product(squares(puzzle), range(4)):
        if beyond(puzzle, square, side) is None:
            some = named.get(part_of(puzzle, square, side))
            ends[square, side] = ({0} if framed else free) if some is None else free & some if some else free
    return ends


def _both(puzzle: Puzzle, colour: int) -> set[int]:
    return {colour, partners(puzzle)[colour]} if puzzle.flipping else {colour}


MOST_BOARDS = 3_000
"""A puzzle with more boards, lookalikes counted apart, takes too long to compare."""


def squares(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The squares of the board, column and row, row by row."""
    every = [(col, row) for row, col in product(range(puzzle.rows), range(puzzle.cols))]
    return [square for square in every if square not in puzzle.holes]


def beyond(puzzle: Puzzle, square: tuple[int, int], side: int) -> tuple[int, int] | None:
    """The square across a side; None on the outside."""
    (col, row), (across, down) = square, STEPS[side]
    there = col + across, row + down
    if "columns" in puzzle.wraps:
        there = there[0] % puzzle.cols, there[1]
    if "rows" in puzzle.wraps:
        there = there[0], there[1] % puzzle.rows
    return there if there in squares(puzzle) else None


def part_of(puzzle: Puzzle, square: tuple[int, int], side: int) -> str:
    """The part of the rim to which a side on the outside belongs: `hole`, or a side of the board."""
    there = square[0] + STEPS[side][0], square[1] + STEPS[side][1]
    if "columns" in puzzle.wraps:
        there = there[0] % puzzle.cols, there[1]
    if "rows" in puzzle.wraps:
        there = there[0], there[1] % puzzle.rows
    return "hole" if there in puzzle.holes else ("top", "right", "bottom", "left")[side]


def meeting(puzzle: Puzzle) -> dict[int, set[int]]:
    """For each colour those that it meets: of its pairs, or itself if it is in none."""
    colours = {colour for tile in puzzle.tiles for colour in tile.sides} | {
        colour for _, rim in puzzle.rim for colour in rim
    }
    meets: dict[int, set[int]] = {}
    for one, other in puzzle.partners:
        meets.setdefault(one, set()).add(other)
        meets.setdefault(other, set()).add(one)
    return {colour: {colour} for colour in colours} | meets


def partners(puzzle: Puzzle) -> dict[int, int]:
    """What the back shows of a colour: its partner, if no colour has several, else the colour itself."""
    meets = meeting(puzzle)
    several = any(len(others) > 1 for others in meets.values())
    return {colour: colour if several else min(others) for colour, others in meets.items()}


def orientations(puzzle: Puzzle, tile: int) -> dict[int, Shown]:
    """The colours of a tile in each way in which it may lie, by the number of that way."""
    colours = list(puzzle.tiles[tile].sides)
    partner = partners(puzzle)
    behind = [partner.get(colours[side], colours[side]) for side in (0, 3, 2, 1)]
    ways = {}
    for turn in range(4):
        ways[turn] = tuple(colours[turn:] + colours[:turn])
        if puzzle.flipping:
            ways[4 + turn] = tuple(behind[turn:] + behind[:turn])
    named = puzzle.tiles[tile].only
    return {
        way: shown
        for way, shown in sorted(ways.items())
        if (way % 4 == 0 or puzzle.turning) and (named is None or way in named)
    }


def _boards(puzzle: Puzzle) -> Iterator[list[tuple[int, Shown]]]:
    """What lies on each square, row by row: the tile and its colours; lookalikes several times."""
    meets = meeting(puzzle)
    board, size = squares(puzzle), len(squares(puzzle))
    framed = any(0 in tile.sides for tile in puzzle.tiles)
    ways = [(tile, shown) for tile in range(len(puzzle.tiles)) for shown in set(orientations(puzzle, tile).values())]
    bare, rim = {Side(side).word for side in puzzle.open_sides}, dict(puzzle.rim)
    across = {square: [beyond(puzzle, square, side) for side in range(4)] for square in board}
    laid: dict[tuple[int, int], tuple[int, Shown]] = {}

    def may_lie(square: tuple[int, int], shown: Shown) -> bool:
        for side, (colour, there) in enumerate(zip(shown, across[square], strict=True)):
            part = part_of(puzzle, square, side)
            at_frame = framed and there is None and part not in bare and part not in rim
            if there is None and rim.get(part) and colour not in rim[part]:
                return False
            if at_frame and colour != 0:
                return False
            if framed and not at_frame and colour == 0 and len(puzzle.tiles) > size:
                return False
            if there == square and shown[(side + 2) % 4] not in meets[colour]:
                return False
        return True

    alone = {square: [(tile, shown) for tile, shown in ways if may_lie(square, shown)] for square in board}

    def fits(known: list[tuple[int, Shown]], shown: Shown) -> bool:
        return all(there[(side + 2) % 4] in meets[shown[side]] for side, there in known)

    def extend(number: int) -> Iterator[list[tuple[int, Shown]]]:
        if number == size:
            signs = {
                (sign is Sign.PLUS) == ((col + row) % 2 == 0)
                for (col, row), (tile, _) in laid.items()
                if (sign := puzzle.tiles[tile].sign)
            }
            if len(signs) < 2:
                yield [laid[square] for square in board]
            return
        used = {tile for tile, _ in laid.values()}
        near = across[board[number]]
        known = [(side, laid[there][1]) for side, there in enumerate(near) if there is not None and there in laid]
        for tile, shown in alone[board[number]]:
            if tile not in used and fits(known, shown):
                laid[board[number]] = tile, shown
                yield from extend(number + 1)
                del laid[board[number]]

    yield from extend(0)


def most_matches(puzzle: Puzzle) -> int | None:
    """The most diamonds that match on any board with all tiles; None if none keeps the frame and the signs."""
    meets, ends = meeting(puzzle), _ends(puzzle)
    board, laid = squares(puzzle), dict[tuple[int, int], Shown]()
    most: list[int | None] = [None]

    def extend(number: int, used: frozenset[int], matches: int, left: int, plus: int) -> None:
        if most[0] is not None and matches + left <= most[0]:
            return
        if number == len(board):
            most[0] = matches
            return
        near = [beyond(puzzle, board[number], side) for side in range(4)]
        known = [(side, laid[there]) for side, there in enumerate(near) if there in laid]
        outside = [(side, ends[board[number], side]) for side, there in enumerate(near) if there is None]
        for tile in set(range(len(puzzle.tiles))) - used:
            sign = puzzle.tiles[tile].sign
            if sign and (sum(board[number]) % 2 == plus) != (sign is Sign.PLUS):
                continue
            for shown in set(orientations(puzzle, tile).values()):
                if any(shown[side] not in end for side, end in outside):
                    continue
                met = sum(other[(side + 2) % 4] in meets[shown[side]] for side, other in known)
                laid[board[number]] = shown
                extend(number + 1, used | {tile}, matches + met, left - len(known), plus)
                del laid[board[number]]

    diamonds = sum(beyond(puzzle, square, side) is not None for square, side in product(board, (1, 2)))
    for plus in (0, 1):
        extend(0, frozenset(), 0, diamonds, plus)
    return most[0]


# ---- puzzles at random ----


def general(seed: int | str, kinds: Iterable[str]) -> Puzzle:
    """A puzzle of at most six squares with these kinds, mostly with a board, and not with too many."""
    every = (_general(f"{seed} {number}", kinds) for number in count())
    return next(puzzle for puzzle in every if len(list(islice(_boards(puzzle), MOST_BOARDS + 1))) <= MOST_BOARDS)


def _general(seed: str, kinds: Iterable[str]) -> Puzzle:
    rng, kinds = random.Random(f"general {seed}"), set(kinds)
    puzzle = peculiar(f"general {seed}", 6, framed="open" in kinds or rng.random() < 0.5)
    if rng.random() < 0.5:
        puzzle = _usual(puzzle, rng)
    if "relation" in kinds:
        puzzle = _related(puzzle, rng)
    if kinds & {"outline", "wraps"}:
        puzzle = _laid_out(puzzle, kinds, rng)
    if "open" in kinds:
        puzzle = _opened(puzzle, rng)
    if "rim" in kinds:
        puzzle = _rimmed(puzzle, rng)
    if "subset" in kinds:
        puzzle = _with_more(puzzle, rng)
    if "flips" in kinds:
        puzzle = _turned_over(puzzle, rng)
    if "only" in kinds:
        puzzle = _named(puzzle, rng)
    return puzzle


def _laid_out(puzzle: Puzzle, kinds: set[str], rng: random.Random) -> Puzzle:
    """A puzzle on a board with holes, or one that wraps around, with colours that the given one has.

    Its tiles are those of a board at random, of which one in three has a side of another colour.
    """
    signed = any(tile.sign for tile in puzzle.tiles)
    sizes = [
        (cols, rows) for cols, rows in product(range(2, 5), repeat=2) if cols * rows <= (9 if "outline" in kinds else 6)
    ]
    cols, rows = rng.choice(sizes)
    wraps = frozenset(rng.choice([["columns"], ["rows"], ["columns", "rows"]]) if "wraps" in kinds else [])
    if signed and (("columns" in wraps and cols % 2) or ("rows" in wraps and rows % 2)):
        cols = rows = 2
    every = [Square(col, row) for row, col in product(range(rows), range(cols))]
    least = max(1, len(every) - 6)
    number = rng.randint(least, max(least, len(every) - 3)) if "outline" in kinds else 0
    holes = frozenset(rng.sample(every, min(number, len(every) - 1)))
    if "outline" in kinds and rng.random() < 0.5:
        # A block of squares in a larger outline, which is the more symmetric.
        wide, high = rng.choice([(2, 2), (2, 2), (3, 2), (2, 3), (1, 3), (3, 1), (1, 2)])
        wide, high = min(wide, cols), min(high, rows)
        left, top = rng.randint(0, cols - wide), rng.randint(0, rows - high)
        holes = frozenset(one for one in every if not (0 <= one.col - left < wide and 0 <= one.row - top < high))
    filler = puzzle.tiles * len(every)
    board = replace(puzzle, cols=cols, rows=rows, tiles=filler[: len(every) - len(holes)], holes=holes, wraps=wraps)
    framed = any(0 in tile.sides for tile in puzzle.tiles)
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0}) or [1]
    meets = meeting(puzzle)
    shown: dict[tuple[tuple[int, int], int], int] = {}
    tiles = []
    for square in squares(board):
        for side in range(4):
            there = beyond(board, square, side)
            colour = 0 if framed and there is None else rng.choice(colours)
            if framed and there is not None and rng.random() < 0.05:
                colour = 0
            shown.setdefault((square, side), colour)
            if there is not None:
                met = sorted(meets.get(shown[square, side], {shown[square, side]}))
                shown.setdefault((there, (side + 2) % 4), rng.choice(met))
    for number, square in enumerate(squares(board)):
        sides = [shown[square, side] for side in range(4)]
        if rng.random() < 0.1:
            sides[rng.randrange(4)] = rng.choice(colours)
        turn = rng.randrange(4) if puzzle.turning else 0
        sign = None
        if signed and rng.random() < 0.6:
            sign = Sign.PLUS if (square[0] + square[1]) % 2 == 0 else Sign.MINUS
        tiles.append(replace(board.tiles[number], sides=tuple(sides[turn:] + sides[:turn]), sign=sign))  # type: ignore[arg-type]
    rng.shuffle(tiles)
    return replace(board, tiles=tuple(tiles))


def _related(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same whose colours meet several: all but themselves, or some pairs at random; and some tiles recoloured."""
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0})
    colours = [*colours, *range(max(colours, default=0) + 1, 10)][: rng.randint(3, 4)]
    every = [(one, other) for one in colours for other in colours if one <= other]
    pairs = [(one, other) for one, other in every if one != other]
    if rng.random() < 0.6:
        pairs = rng.sample(every, rng.randint(2, len(every)))
    tiles = tuple(
        replace(tile, sides=as_sides(rng.choice([one, one, *colours]) if one else one for one in tile.sides))
        for tile in puzzle.tiles
    )
    return replace(puzzle, tiles=tiles, partners=tuple(pairs))


def _rimmed(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same with other colours on some parts of the rim, mostly such as its tiles show there on a board."""
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0}) or [1]
    parts = rng.sample(["top", "right", "bottom", "left", "hole"], rng.choice([1, 2, 3, 5]))
    if puzzle.holes and rng.random() < 0.7:
        parts.append("hole")
    rim = {part: [] if rng.random() < 0.2 else rng.sample(colours, rng.randint(1, len(colours))) for part in parts}
    tiles = list(puzzle.tiles)
    board = next(iter(_boards(puzzle)), None)
    for square, (tile, shown) in zip(squares(puzzle), board or [], strict=False):
        new = list(shown)
        for side in range(4):
            part = part_of(puzzle, square, side)
            if beyond(puzzle, square, side) is None and part in rim and rng.random() < 0.95:
                new[side] = rng.choice(rim[part] or colours)
        turn = rng.randrange(4) if puzzle.turning else 0
        tiles[tile] = replace(tiles[tile], sides=tuple(new[turn:] + new[:turn]))  # type: ignore[arg-type]
    return replace(puzzle, tiles=tuple(tiles), rim=tuple((part, tuple(some)) for part, some in rim.items()))


def _usual(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The tiles of a puzzle without partners, turned."""
    colours = [colour for tile in puzzle.tiles for colour in tile.sides]
    meets = {one: one for one in colours} | {tail: head for head, tail in puzzle.partners}
    tiles = []
    for tile in puzzle.tiles:
        turn, sides = rng.randrange(4), [meets[colour] for colour in tile.sides]
        tiles.append(replace(tile, sides=tuple(sides[turn:] + sides[:turn])))  # type: ignore[arg-type]
    return Puzzle(puzzle.cols, puzzle.rows, tuple(tiles))


def _opened(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same with some sides of the board open, and on some of the tiles there another colour than that of the frame.

    Which of the tiles lie there is not known, so some of the puzzles have no board.
    """
    sides = frozenset(rng.sample(list(Side), rng.choice([1, 2, 2, 3, 4])))
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0}) or [1]
    tiles = list(puzzle.tiles)
    board = next(iter(_boards(puzzle)), None)
    for square, (tile, shown) in zip(squares(puzzle), board or [], strict=False):
        new = [
            rng.choice(colours) if Side(side) in sides and beyond(puzzle, square, side) is None else colour
            for side, colour in enumerate(shown)
        ]
        turn = rng.randrange(4) if puzzle.turning else 0
        tiles[tile] = replace(tiles[tile], sides=tuple(new[turn:] + new[:turn]))  # type: ignore[arg-type]
    rim = {side.word: () for side in sides} | dict(puzzle.rim)
    return replace(puzzle, tiles=tuple(tiles), rim=tuple(rim.items()))


def _turned_over(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same, whose tiles may be turned over; some have been."""
    over = replace(puzzle, flipping=True)
    tiles = [
        replace(tile, sides=rng.choice(list(orientations(over, index).values())))  # type: ignore[arg-type]
        for index, tile in enumerate(puzzle.tiles)
    ]
    return replace(over, tiles=tuple(tiles))


def _named(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same, some of whose tiles may only lie as they do on some board, or in some other ways besides."""
    board = next(iter(_boards(puzzle)), [])
    lying, named = dict(board), rng.randrange(len(puzzle.tiles))
    tiles = []
    for index, tile in enumerate(puzzle.tiles):
        ways = orientations(puzzle, index)
        fitting = [way for way, shown in ways.items() if shown == lying.get(index)] or list(ways)
        only = {rng.choice(fitting), *(way for way in ways if rng.random() < 0.3)}
        tiles.append(tile if index != named and rng.random() < 0.4 else replace(tile, only=tuple(sorted(only))))
    return replace(puzzle, tiles=tuple(tiles))


def _with_more(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The same with one to three tiles more, made of those that there are; some fit no square of a frame."""
    colours = sorted({colour for tile in puzzle.tiles for colour in tile.sides} - {0}) or [1]
    tiles = list(puzzle.tiles)
    for _ in range(rng.choice([1, 1, 2, 3])):
        tile = rng.choice(tiles)
        if rng.random() < 0.7 and colours:
            sides = list(tile.sides)
            at = rng.randrange(4)
            sides[at] = rng.choice(colours) if sides[at] else 0
            tile = replace(tile, sides=tuple(sides))  # type: ignore[arg-type]
        if 0 in tile.sides and rng.random() < 0.3:
            tile = replace(tile, sides=(0, rng.choice(colours), 0, rng.choice(colours)))
        tiles.insert(rng.randrange(len(tiles) + 1), tile)
    return replace(puzzle, tiles=tuple(tiles))


# ---- comparisons ----


def seen(puzzle: Puzzle, solution: Solution) -> Picture:
    """A board as one sees it; each placement by the ways of this module."""
    on = {(placement.square.col, placement.square.row): placement for placement in solution}
    picture = []
    for square in squares(puzzle):
        tile = on[square].tile
        picture.append((orientations(puzzle, tile)[on[square].rot], *_marks(puzzle, tile)))
    return tuple(picture)


def _by_session(puzzle: Puzzle, request: EncodingRequest, threads: int = 1) -> list[Picture]:
    task = make_task(puzzle, Solution(), request)
    session = Session(task, ClaspOptions(threads=threads))
    return [seen(puzzle, found.solution) for found in session.solve(0)]


def _scanned(puzzle: Puzzle, threads: int = 1) -> list[Picture]:
    run = BacktrackRun(puzzle, Solution(), every=True, seed=0)
    run.threads, run.split = threads, int(threads > 1)
    return [seen(puzzle, solution) for solution in run]


def _counted(puzzle: Puzzle) -> int:
    """By the scan alone, which looks at no last tile for itself."""
    run = BacktrackRun(puzzle, Solution(), every=True, seed=0)
    run.most_given = 0
    return sum(number for number in run.batches(1, len) if isinstance(number, int))


def _by_cubes(puzzle: Puzzle, order: Order) -> list[Picture]:
    """As several processes do, each on its part."""
    session = Session(make_task(puzzle))
    cubes, _ = leaves(session, 5, order)
    return [seen(puzzle, one.solution) for cube in cubes for one in session.solve(0, assumptions=cube.assumptions)]


def _by_plan(puzzle: Puzzle) -> list[Picture]:
    """As `edgeasp solve` does: with a scan where it pays, and narrowing."""
    task = make_task(puzzle)
    return [seen(puzzle, found.solution) for found in Session(task).run(Job(task, limit=0, scan=True))]


def _by_formula(puzzle: Puzzle) -> list[Picture]:
    """All models of a formula, in one of the encodings."""
    cnf = import_module("edgeasp.lab.cnf.cnf")
    formula = cnf.Formula(puzzle, encoding=random.Random(repr(puzzle.tiles)).choice(list(cnf.ENCODINGS)))
    with import_module("pysat.solvers").Solver("minisat22", bootstrap_with=list(formula.clauses())) as solver:
        models = [{literal for literal in model if literal > 0} for model in solver.enum_models()]
    return [seen(puzzle, formula.meaning.decode_model(true, puzzle)) for true in models]


WAYS: dict[str, Callable[[Puzzle], list[Picture]]] = {
    "halves": lambda puzzle: _by_session(puzzle, EncodingRequest()),
    "heule": lambda puzzle: _by_session(puzzle, EncodingRequest(formulation="heule")),
    "no guidance": lambda puzzle: _by_session(puzzle, EncodingRequest(heuristic="none")),
    "redundant": lambda puzzle: _by_session(puzzle, EncodingRequest(redundant=("all",))),
    "threads": lambda puzzle: _by_session(puzzle, EncodingRequest(), threads=2),
    "cubes": lambda puzzle: _by_cubes(puzzle, "outward"),
    "cubes by corners": lambda puzzle: _by_cubes(puzzle, "corners"),
    "plan": _by_plan,
    **({"formula": _by_formula} if laboratory.HERE else {}),
    "scan": _scanned,
    "scan by threads": lambda puzzle: _scanned(puzzle, 2),
}
"""The ways to find all boards, each once."""


def compare(puzzle: Puzzle, names: Iterable[str] = tuple(WAYS)) -> list[str]:
    """The ways whose boards differ from those of brute force, or that give one twice; the checker is one of them."""
    every = pictures(puzzle)
    wrong = []
    for name in names:
        if puzzle.signed and name.startswith("scan"):
            continue
        found = WAYS[name](puzzle)
        if len(found) != len(set(found)) or set(found) != every:
            wrong.append(f"{name}: {len(found)} boards, {len(set(found))} different, of {len(every)}")
    if not puzzle.signed and (number := _counted(puzzle)) != len(every):
        wrong.append(f"counted: {number} boards of {len(every)}")
    motions = moves(puzzle)
    least = {min((motion(picture) for motion in motions), key=repr) for picture in every}
    for scan in (False, True):
        task = make_task(puzzle, up_to_rotation=True)
        found = [seen(puzzle, one.solution) for one in Session(task).run(Job(task, limit=0, scan=scan))]
        if {min((motion(picture) for motion in motions), key=repr) for picture in found} != least or len(found) != len(
            least
        ):
            wrong.append(f"up to rotation: {len(found)} boards of {len(least)}")
    if any(check(puzzle, board).solved != (seen(puzzle, board) in every) for board in _some(puzzle, len(every))):
        wrong.append("the checker")
    return wrong


def compare_symmetries(puzzle: Puzzle) -> list[str]:
    """The answers about boards up to rotation that differ from those of brute force."""
    motions = moves(puzzle)
    number = len({min((motion(picture) for motion in motions), key=repr) for picture in pictures(puzzle)})
    idle = tuple((part, (1,)) for part in ("top", "right", "bottom", "left", "hole") if part not in _parts(puzzle))
    answers = {
        "symmetries": (len(symmetries(puzzle)), len(motions)),
        "count": (edgeasp.count(puzzle, up_to_rotation=True), number),
        "unique": (edgeasp.is_unique(puzzle), number == 1),
        "idle parts of the rim": (replace(puzzle, rim=(*puzzle.rim, *idle)), puzzle),
    }
    return [f"{name}: {found}, not {right}" for name, (found, right) in answers.items() if found != right]


def _parts(puzzle: Puzzle) -> set[str]:
    sides = product(squares(puzzle), range(4))
    return {part_of(puzzle, *side) for side in sides if beyond(puzzle, *side) is None}


def _some(puzzle: Puzzle, seed: int, number: int = 30) -> Iterator[Solution]:
    """Boards of a puzzle at random, and all of its solutions with two placements exchanged or one changed."""
    rng = random.Random(seed)
    cells = [Square(*square) for square in squares(puzzle)]
    for _ in range(number):
        tiles = rng.sample(range(len(puzzle.tiles)), len(cells))
        yield Solution(
            tuple(
                Placement(tile, square, rng.choice(list(orientations(puzzle, tile))))
                for tile, square in zip(tiles, cells, strict=True)
            )
        )


def pairs() -> list[tuple[str, ...]]:
    """The kinds, each alone and in pairs."""
    return [*((kind,) for kind in KINDS), *combinations(KINDS, 2)]
