"""Every question of `solve`, in every way of searching, on puzzles that brute force can solve: the answers agree.

`make test` has each eighth combination on one puzzle each; `make test-all` has every one on 26 of them or more. With
EDGEASP_TEST_STRIDE=1, each combination is tried on each puzzle: 62,400 searches, in an hour.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from edgeasp.cli import commands
from edgeasp.cli import solve as command
from edgeasp.formats import plain
from edgeasp.puzzle.model import Placement, Puzzle, Sign, Solution, Square, Tile
from tests.support import brute
from tests.support.executing import carry_out_here
from tests.support.lanes import represented
from tests.support.running import run
from tests.support.strategies import unturned
from tests.support.waiting import PATIENCE

PUZZLES = 200
SLICES = 40
STRIDE = int(os.environ.get("EDGEASP_TEST_STRIDE", "8"))
"""Of this many combinations, a puzzle is asked one."""

CONFLICTS = 20_000
"""More than any of these puzzles takes, so none is searched without an end."""

RULE = ":- chosenTile(1,1,1).\n"
"""A rule of a user: the first tile does not lie on the upper left corner."""


@dataclass(frozen=True)
class Asked:
    """A question, and how it is answered.

    Attributes:
        question: `list`, `count` or `unique`.
        number: of solutions; None if not given.
        up_to_rotation: whether rotations of the board count as one.
        clued: whether there is a clue.
        added: whether there is a rule of the user.
        jobs: the number of processes.
    """

    question: str
    number: int | None
    up_to_rotation: bool
    clued: bool
    added: bool
    jobs: int

    @property
    def options(self) -> list[str]:
        """The options that ask so."""
        words = [*(["--clue", "clue.sol"] * self.clued), *(["--add", "rule.lp"] * self.added)]
        words += ["--up-to-rotation"] * self.up_to_rotation + [f"--{self.question}"] * (self.question != "list")
        words += [] if self.number is None else ["-n", str(self.number)]
        words += ["--jobs", str(self.jobs)]
        return [*words, "--conflict-limit", str(CONFLICTS), "--time-limit", str(PATIENCE), "--format", "json"]


def every_way() -> list[Asked]:
    """All combinations that make sense."""
    questions: list[tuple[str, int | None]] = [("list", number) for number in (None, 0, 1, 3)]
    questions += [("count", number) for number in (None, 0, 1, 3)]
    questions.append(("unique", None))
    both = (False, True)
    return [
        Asked(question, number, up, clued, added, jobs)
        for (question, number), up, clued, added, jobs in product(questions, both, both, both, (1, 2, 3))
        if not (up and (added or question == "unique"))
    ]


WAYS = every_way()


# ---- puzzles, and what is true of them ----


@cache
def puzzle(number: int) -> tuple[Puzzle, Placement]:
    """A small puzzle, most often with solutions, often with identical tiles, with signs or symmetric tiles; and a clue.

    The clue is most often part of a solution, now and then in the centre, where a rotation of the board keeps it.
    """
    chance = random.Random(number)
    cols, rows = chance.choice([(2, 2), (3, 2), (2, 3), (3, 3), (3, 3)])
    framed, signed = chance.random() < 0.6, chance.random() < 0.3
    # So many that brute force is done in no time.
    fewest = {4: 1, 6: 2, 9: 3}[cols * rows] + (0 if framed else cols * rows // 3)
    colours = chance.randint(fewest, fewest + 2)

    def colour(inner: bool) -> int:
        return chance.randint(1, colours) if inner or not framed else 0

    across = [[colour(0 < x < cols) for x in range(cols + 1)] for _ in range(rows)]
    down = [[colour(0 < y < rows) for _ in range(cols)] for y in range(rows + 1)]
    squares = [(x, y) for y in range(rows) for x in range(cols)]
    chance.shuffle(squares)
    tiles, placements = [], []
    for tile, (x, y) in enumerate(squares):
        rot = chance.randrange(4)
        sides = unturned((down[y][x], across[y][x + 1], down[y + 1][x], across[y][x]), rot)
        if spoilt := chance.random() < 0.02:
            sides = (*sides[:2], sides[3], sides[2])
        sign = (Sign.PLUS, Sign.MINUS)[(x + y) % 2] if signed and chance.random() < 0.8 else None
        tiles.append(Tile(sides, sign))
        # A clue on a tile that does not fit there would be refused.
        placements += [] if spoilt else [Placement(tile, Square(x, y), rot)]
    centre = [each for each in placements if each.square == Square(1, 1) and (cols, rows) == (3, 3)]
    return Puzzle(cols, rows, tuple(tiles)), chance.choice(centre * 3 or placements)


def fields(placement: Placement) -> tuple[int, int, int, int]:
    return placement.tile, placement.square.col, placement.square.row, placement.rot


def picture(what: Puzzle, placed: Iterable[Sequence[int]]) -> brute.Picture:
    """What one sees, row by row, of placements as `solve --format json` gives them: tile, column, row, rotation."""
    signed = any(tile.sign for tile in what.tiles)
    on = {(row, col): brute.seen(what, (tile, rot), signed) for tile, col, row, rot in placed}
    return tuple(on[place] for place in sorted(on))


def turned(seen: brute.Picture, cols: int, rows: int) -> brute.Picture:
    """A board that is turned clockwise by a quarter: its columns become rows, and of each tile the west its north."""
    after = []
    for row in range(cols):
        for col in range(rows):
            (north, east, south, west), sign = seen[(rows - 1 - col) * cols + row]
            after.append(((west, north, east, south), sign))
    return tuple(after)


def rotations(what: Puzzle, seen: brute.Picture) -> list[brute.Picture]:
    """The board itself, and as it looks turned by two or four quarters, such that it has the same shape."""
    found, cols, rows = [seen], what.cols, what.rows
    for quarters in range(1, 4):
        seen = turned(seen, cols, rows)
        cols, rows = rows, cols
        found += [seen] * (what.cols == what.rows or quarters == 2)
    return found


@cache
def boards(number: int, *, clued: bool, added: bool) -> frozenset[brute.Picture]:
    """All boards, by brute force."""
    what, clue = puzzle(number)
    clues = {(clue.square.col, clue.square.row): (clue.tile, clue.rot)} if clued else None
    found = brute.solve(what, clues=clues)
    if not added:
        return found.pictures
    signed = any(tile.sign for tile in what.tiles)
    return frozenset(
        tuple(brute.seen(what, lying, signed) for lying in each) for each in found.assignments if each[0][0] != 0
    )


def orbit(number: int, seen: brute.Picture, *, clued: bool) -> frozenset[brute.Picture]:
    """The boards that count as one with a board: its rotations, with a clue those that show the clue where it is."""
    what, clue = puzzle(number)
    turns = rotations(what, seen)
    if not clued:
        return frozenset(turns)
    place = clue.square.row * what.cols + clue.square.col
    # Only a clue on a square that a rotation keeps may be kept, and it is if the square shows the same.
    marked = [rotations(what, tuple(((k, k, k, k), "") for k in range(what.cols * what.rows)))]
    kept = [
        turn
        for turn, marks in zip(turns, marked[0], strict=True)
        if marks[place][0][0] == place and turn[place] == seen[place]
    ]
    return frozenset(kept)


def orbits(number: int, asked: Asked) -> set[frozenset[brute.Picture]]:
    """All boards, those together that count as one."""
    every = boards(number, clued=asked.clued, added=asked.added)
    together = (asked.up_to_rotation or asked.question == "unique") and not asked.added
    return {orbit(number, seen, clued=asked.clued) if together else frozenset([seen]) for seen in every}


# ---- answers ----


def answer(asked: Asked) -> tuple[int, dict[str, Any]]:
    result = run("solve", "puzzle.puz", *asked.options)
    return result.status, json.loads(result.stdout)


def require_right(number: int, asked: Asked) -> None:
    """Ask a question, and compare the answer with what brute force knows."""
    what, clue = puzzle(number)
    Path("puzzle.puz").write_text(plain.write_puz(what), encoding="utf-8")
    Path("clue.sol").write_text(plain.write_sol(Solution((clue,))), encoding="utf-8")
    Path("rule.lp").write_text(RULE, encoding="utf-8")
    wanted = orbits(number, asked)
    default = {"list": 1, "count": 0, "unique": 2}[asked.question]
    limit = default if asked.number is None else asked.number
    expected = min(limit or len(wanted), len(wanted))
    status, said = answer(asked)
    assert (status, said["stopped"]) == (commands.ANSWERED, None)
    assert said["counts"]["boards"] == expected
    assert said["status"] == ("SATISFIABLE" if wanted else "UNSATISFIABLE")
    if not limit or limit > len(wanted):
        assert said["exhausted"]
    elif limit < len(wanted):
        assert not said["exhausted"]
    if asked.question == "list":
        seen = [picture(what, each) for each in said["solutions"]]
        of = [next((each for each in wanted if board in each), None) for board in seen]
        assert None not in of
        assert len(seen) == len(set(of)) == expected
    else:
        assert said["solutions"] == []


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def leave(status: int) -> None:
        raise AssertionError(f"a limit was reached, and the process would end with status {status}")

    carry_out_here(monkeypatch)
    monkeypatch.setattr(command, "exit_at_once", leave)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@represented("start", range(16))
def test_each_combination_on_some_puzzle(start: int) -> None:
    for number in range(start, len(WAYS), 16):
        require_right(number % PUZZLES, WAYS[number])


@pytest.mark.long
@pytest.mark.parametrize("start", range(SLICES))
def test_each_combination_on_each_puzzle_of_a_stride(start: int) -> None:
    """Each puzzle is asked other questions than the one before it."""
    for number in range(start, PUZZLES, SLICES):
        for asked in WAYS[number % STRIDE :: STRIDE]:
            require_right(number, asked)


@pytest.mark.long
def test_the_puzzles_are_of_many_kinds() -> None:
    numbers = [len(boards(number, clued=False, added=False)) for number in range(PUZZLES)]
    assert {0, 1, 2, 4} <= set(numbers)
    assert max(numbers) > 100
    kinds = {(what.framed, what.signed, bool(what.identical_tiles())) for what, _ in map(puzzle, range(PUZZLES))}
    assert len(kinds) == 8
    kept = Asked("unique", None, False, clued=True, added=False, jobs=1)
    assert any(len(each) > 1 for number in range(PUZZLES) for each in orbits(number, kept))
