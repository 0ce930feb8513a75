"""Puzzles to ask about, and what to make of the answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from edgeasp.cli import commands
from edgeasp.formats import plain
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from tests.support import boards, brute
from tests.support.running import Run
from tests.tools.schemas import FOLDER

SCHEMA = json.loads((FOLDER / "solve.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

FRAME = boards.FRAME_3X3
# Counting finds nothing, but the corners with a 1 cannot be joined to those with a 2.
UNSOLVABLE = "2 2\n0 0 1 1\n0 0 1 1\n0 0 2 2\n0 0 2 2\n"
TOO_FEW_ZEROS = "2 2\n0 0 1 1\n0 0 1 1\n0 0 1 1\n0 1 1 1\n"
# One board; told apart by tiles and rotations, 6! * 4^6 answers, and hardly a conflict between them.
ALIKE = Puzzle(2, 3, (Tile((1, 1, 1, 1)),) * 6)
MILLIONS = ["alike.puz", "--symmetry", "none"]
# Some 22,000 boards.
MANY = boards.planted(1, 3, 3, 3)
HARD = boards.hard()


def lay(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def record(result: Run) -> dict[str, Any]:
    """The JSON object that a command printed, after a look at the schema."""
    said: dict[str, Any] = json.loads(result.stdout)
    VALIDATOR.validate(said)
    return said


def stream(text: str, puzzle: Puzzle) -> list[Solution]:
    """The solutions in a stream, numbered without a gap."""
    parts = re.split(r"^c solution (\d+)\n", text, flags=re.MULTILINE)
    assert parts[0] == ""
    assert parts[1::2] == [str(number) for number in range(1, len(parts) // 2 + 1)]
    return [plain.read_sol(part, puzzle, "stream") for part in parts[2::2]]


def whole(puzzle: Puzzle, *solutions: Solution) -> bool:
    return all(check(puzzle, solution).solved for solution in solutions)


def refused(result: Run) -> str:
    """What a command says that refuses to work, on one line and without having written anything."""
    assert (result.status, result.stdout) == (commands.USAGE, ""), result
    assert re.fullmatch(r"edgeasp: error: [^\n]+\n", result.stderr), result.stderr
    return result.stderr.removeprefix("edgeasp: error: ").strip()


def turned_right(picture: brute.Picture, cols: int, rows: int) -> brute.Picture:
    """A board of so many columns and rows after a quarter turn clockwise: what was west is north."""
    at = [
        picture[(rows - 1 - col) * cols + row]  # what comes to (col, row) was at (row, rows - 1 - col)
        for row in range(cols)
        for col in range(rows)
    ]
    return tuple(((west, north, east, south), sign) for (north, east, south, west), sign in at)


def orbits(puzzle: Puzzle, pictures: frozenset[brute.Picture]) -> set[frozenset[brute.Picture]]:
    """The pictures put together that turning the board makes from one another."""
    found = set()
    for picture in pictures:
        turns, cols, rows = [picture], puzzle.cols, puzzle.rows
        for _ in range(3):
            turns.append(turned_right(turns[-1], cols, rows))
            cols, rows = rows, cols
        found.add(frozenset(turns if puzzle.cols == puzzle.rows else turns[::2]))
    return found


BOARDS = boards.various()
SMALL = {
    name: BOARDS[name]
    for name in (
        *("golden", "unframed 2x3", "unframed 3x2 partly signed", "framed 2x3 spoilt", "framed 2x2 signed"),
        *("surplus 2x3", "half-turn symmetric twins", "twins with and without sign", "framed corner twins"),
    )
}


def counted(result: Run) -> tuple[int, int]:
    """Boards and assignments as `--count` tells them."""
    match = re.fullmatch(r"(\d+) boards?[a-z ]*(?:, (\d+) assignments \(some tiles are identical\))?\n", result.stdout)
    assert match, result.stdout
    return int(match[1]), int(match[2] or match[1])


def as_solution(placements: list[list[int]]) -> Solution:
    return Solution(tuple(Placement(tile, Square(col, row), rot) for tile, col, row, rot in placements))
