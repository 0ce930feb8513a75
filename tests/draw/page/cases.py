"""Puzzles and boards on which the modules of the page are compared with Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import edgeasp
from edgeasp.draw.page.html import puzzle_record
from edgeasp.puzzle.candidates import FittingPlacements
from edgeasp.puzzle.model import Names, Placement, Puzzle, Solution, Square
from tests.support import boards
from tests.support.boards import peculiar
from tests.support.general import general


def record(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the page has it, without what people call its tiles and colours."""
    return puzzle_record(replace(puzzle, names=Names()))


def codes(puzzle: Puzzle, solution: Solution) -> list[int]:
    """A board as the page has it: a number for each placement, or -1; -2 for a hole."""
    on = solution.by_square()
    return [code(puzzle, on[each]) if each in on else -2 if each in puzzle.holes else -1 for each in every(puzzle)]


def code(puzzle: Puzzle, placement: Placement) -> int:
    """4 * tile + rot; of a tile that is turned over, 4 * (all tiles + tile) + rot."""
    return 4 * (placement.tile + len(puzzle.tiles) * (placement.rot > 3)) + placement.rot % 4


def every(puzzle: Puzzle) -> list[Square]:
    """The squares within the columns and rows, holes with them."""
    return [square(puzzle, index) for index in range(puzzle.cols * puzzle.rows)]


def solution_of(puzzle: Puzzle, laid: list[int]) -> Solution:
    """The board that codes stand for."""
    found = []
    for square, number in zip(every(puzzle), laid, strict=True):
        if number >= 0:
            over, tile = divmod(number // 4, len(puzzle.tiles))
            found.append(Placement(tile, square, 4 * over + number % 4))
    return Solution(tuple(found))


def hard() -> tuple[Puzzle, Solution]:
    """A puzzle that is too hard for a page, and a solution."""
    made = edgeasp.generate_puzzle(16, 16, colours=11, seed=1)
    assert made.solution
    return made.puzzle, made.solution


def square(puzzle: Puzzle, index: int) -> Square:
    return Square(index % puzzle.cols, index // puzzle.cols)


def random_boards(puzzle: Puzzle, seed: int, number: int) -> Iterator[list[int]]:
    """Boards with some tiles anywhere, in any rotation that they may have: most of them break conditions."""
    chance = random.Random(f"{seed} {number}")
    for _ in range(number):
        tiles = list(range(len(puzzle.tiles)))
        chance.shuffle(tiles)
        density = chance.random()
        laid = zip(tiles, puzzle.grid.squares, strict=False)
        some = (Placement(tile, at, chance.choice(puzzle.allowed(tile))) for tile, at in laid)
        yield codes(puzzle, Solution(tuple(each for each in some if chance.random() < density)))


def careful_boards(puzzle: Puzzle, seed: int, number: int) -> Iterator[list[int]]:
    """Boards laid one by one with tiles that fit, as a person does: many of them cannot be completed."""
    chance = random.Random(f"careful {seed} {number}")
    for _ in range(number):
        solution = Solution()
        for _ in range(chance.randrange(puzzle.grid.size)):
            fitting = FittingPlacements(puzzle, solution)
            choices = [each for placements in fitting.placements_by_square.values() for each in placements]
            beside = [each for each in choices if fitting.requirements_text(each.square)]
            if not choices:
                break
            solution = Solution((*solution, chance.choice(beside or choices)))
        yield codes(puzzle, solution)


def small() -> dict[str, Puzzle]:
    """Puzzles of all kinds on which every question has an answer at once."""
    return {
        **boards.various(),
        "framed 4x4": boards.planted(3, 4, 4, 4, framed=True),
        "framed 5x4": boards.planted(5, 5, 4, 5, framed=True),
        **unusual(),
        **with_spare_tiles(),
        **beyond(),
    }


KINDS = ("relation", "subset", "open", "outline", "wraps", "rim", "flips", "only")
"""The kinds beyond the usual puzzles that the table knows."""


def beyond() -> dict[str, Puzzle]:
    """Puzzles of each kind beyond the usual ones, and of each two of them; most have five or six squares."""
    found = {}
    for kinds in [*((kind,) for kind in KINDS), *combinations(KINDS, 2)]:
        name = "+".join(kinds)
        some = (general(f"page {number} {name}", kinds) for number in range(8))
        found[name] = max(some, key=lambda puzzle: puzzle.grid.size)
    return found


def with_spare_tiles() -> dict[str, Puzzle]:
    """Puzzles of which some tiles are left over: copies of three that lie on it."""
    found = {}
    for puzzle in [*boards.various().values(), *unusual().values()]:
        kind = f"spare {puzzle.framed} {puzzle.signed} {bool(puzzle.partners)} {puzzle.turning}"
        if kind not in found and puzzle.grid.size > 4 and not puzzle.loose:
            found[kind] = replace(puzzle, tiles=(*puzzle.tiles[::-1], puzzle.tiles[0], *puzzle.tiles[2:4]))
    return found


def unusual() -> dict[str, Puzzle]:
    """Puzzles with partners, and those whose tiles may not be turned: with and without a frame and signs."""
    found: dict[str, Puzzle] = {}
    for framed, signed, seed in product((False, True), (False, True), range(30)):
        puzzle = peculiar(f"page {seed}", framed=framed, signed=signed)
        kind = f"{framed} {signed} {bool(puzzle.partners)} {puzzle.turning}"
        if len(puzzle.tiles) > 4:
            found.setdefault(kind, puzzle)
    return found
