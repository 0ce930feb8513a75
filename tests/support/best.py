"""Best boards by plain search, and boards that keep the conditions."""

from __future__ import annotations

import random
from functools import lru_cache

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Sides, Sign, Solution, Square, Tile, rotate_sides
from edgeasp.search.task import Task
from tests.support import boards, brute

# ---- plain search ----


def fewest(puzzle: Puzzle, clues: brute.Clues | None = None) -> int | None:
    """The fewest mismatches of any board that keeps the frame, the signs and the clues; None if there is none.

    It shares nothing with the search, nor with the checker.
    """
    return _fewest(puzzle, tuple((clues or {}).items()))


@lru_cache(1000)
def _fewest(puzzle: Puzzle, clues: tuple[tuple[tuple[int, int], brute.Lying], ...]) -> int | None:
    search = _Fewest(puzzle, dict(clues))
    # A larger number is tried only after all smaller ones have failed.
    return next((most for most in range(puzzle.grid.diamonds + 1) if search.possible(most)), None)


class _Fewest:
    def __init__(self, puzzle: Puzzle, clues: brute.Clues) -> None:
        self.puzzle, self.clues = puzzle, clues
        # Tiles that look the same are tried in the order of their numbers, except where a clue names one.
        named = {tile for tile, _ in clues.values()}
        kinds = [
            (("named", index),) if index in named else (("kind", *min(_rotations(tile)), tile.sign),)
            for index, tile in enumerate(puzzle.tiles)
        ]
        self.named = named
        self.lyings = [
            (index, sides, (kinds[index], sides))
            for index, tile in enumerate(puzzle.tiles)
            for sides in dict.fromkeys(_rotations(tile))
        ]

    def possible(self, most: int) -> bool:
        polarities = (True, False) if self.puzzle.signed else (None,)
        return any(self._extend([], set(), most, self._fitting(plus_on_even)) for plus_on_even in polarities)

    def _fitting(self, plus_on_even: bool | None) -> list[list[tuple[int, Sides, int]]]:
        """For each square what may lie on it by the frame, the clues and the signs; with a number for its look."""
        puzzle = self.puzzle
        looks: dict[object, int] = {}
        fitting = []
        for place in range(len(puzzle.tiles)):
            row, col = divmod(place, puzzle.cols)
            outside = (row == 0, col == puzzle.cols - 1, row == puzzle.rows - 1, col == 0)
            outer = [side for side in range(4) if puzzle.framed and outside[side]]
            clue = self.clues.get((col, row))
            here = []
            for tile, sides, look in self.lyings:
                if any(sides[side] for side in outer):
                    continue
                if clue is not None and (tile, sides) != (clue[0], rotate_sides(puzzle.tiles[clue[0]].sides, clue[1])):
                    continue
                if clue is None and tile in self.named:
                    continue
                sign, even = puzzle.tiles[tile].sign, (row + col) % 2 == 0
                if plus_on_even is not None and sign and (sign is Sign.PLUS) != even ^ (not plus_on_even):
                    continue
                here.append((tile, sides, looks.setdefault(look, len(looks))))
            fitting.append(here)
        return fitting

    def _extend(
        self, placed: list[Sides], used: set[int], left: int, fitting: list[list[tuple[int, Sides, int]]]
    ) -> bool:
        if len(placed) == len(fitting):
            return True
        row, col = divmod(len(placed), self.puzzle.cols)
        above = placed[-self.puzzle.cols][2] if row else None
        before = placed[-1][1] if col else None
        tried = set()
        for tile, sides, look in fitting[len(placed)]:
            # The test that fails most often comes first.
            cost = (above is not None and above != sides[0]) + (before is not None and before != sides[3])
            if cost > left or tile in used or look in tried:
                continue
            tried.add(look)
            if self._extend([*placed, sides], used | {tile}, left - cost, fitting):
                return True
        return False


def _rotations(tile: Tile) -> list[Sides]:
    return [rotate_sides(tile.sides, rot) for rot in range(4)]


# ---- puzzles and boards ----


def random_puzzle(seed: int, cols: int, rows: int, colours: int, *, framed: bool = True, signs: float = 0.0) -> Puzzle:
    """A puzzle whose frame and signs can be kept, with other colours at random: most have no solution."""
    rng = random.Random(f"random {seed} {cols} {rows} {colours} {framed} {signs}")
    planted = boards.planted(seed, cols, rows, colours, framed=framed, signs=signs)
    tiles = []
    for tile in planted.tiles:
        north, east, south, west = (colour and rng.randint(1, colours) for colour in tile.sides)
        tiles.append(Tile((north, east, south, west), tile.sign))
    return Puzzle(cols, rows, tuple(tiles))


def with_twins(puzzle: Puzzle) -> Puzzle:
    """The puzzle with one tile of each kind replaced by a copy of another one of that kind."""
    tiles = list(puzzle.tiles)
    by_kind: dict[tuple[int, Sign | None], list[int]] = {}
    for index, tile in enumerate(tiles):
        by_kind.setdefault((tile.sides.count(FRAME), tile.sign), []).append(index)
    for _, same in sorted(by_kind.items(), key=str):
        if len(same) > 1:
            tiles[same[0]] = tiles[same[1]]
    return Puzzle(puzzle.cols, puzzle.rows, tuple(tiles))


def kept(puzzle: Puzzle, board: Solution, conditions: frozenset[Condition], clues: Solution = Solution()) -> list[str]:
    """What is wrong with a board besides mismatches: nothing, if it is complete and keeps the conditions."""
    report = check(puzzle, board, clues, conditions)
    wrong = [each.text for each in report.violations if each.condition is not Condition.ADJOINING]
    return [*wrong, *(f"{square} is empty" for square in report.missing)]


def kept_by(task: Task, board: Solution) -> list[str]:
    """What is wrong with a board of a task besides mismatches."""
    return kept(task.puzzle, board, task.conditions, task.clues)


def shuffled(task: Task, board: Solution, seed: int, swaps: int = 30) -> Solution:
    """Another board that keeps the conditions: tiles of one that does, exchanged and turned at random."""
    rng, puzzle = random.Random(f"shuffled {seed}"), task.puzzle
    fixed = {clue.square for clue in task.clues}
    framed = Condition.BOUNDARY in task.conditions and puzzle.framed

    def laid(tile: int, square: Square) -> Placement | None:
        fitting = [
            each
            for each in (Placement(tile, square, rot) for rot in range(4))
            if not framed or all(puzzle.sides(each)[side] == FRAME for side in puzzle.grid.outer_sides(square))
        ]
        return rng.choice(fitting) if fitting else None

    current = list(board)
    free = [index for index, each in enumerate(current) if each.square not in fixed]
    for _ in range(swaps if free else 0):
        one, other = rng.choice(free), rng.choice(free)
        first = laid(current[one].tile, current[other].square)
        second = laid(current[other].tile, current[one].square)
        if first is None or second is None or one == other:
            continue
        changed = list(current)
        changed[one], changed[other] = first, second
        if not puzzle.signed or not kept_by(task, Solution(tuple(changed))):
            current = changed
    shuffled_ = Solution(tuple(map(puzzle.canonical, current)))
    assert not kept_by(task, shuffled_)
    return shuffled_
