"""The difference between two boards of a puzzle, tile by tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from edgeasp.api.instance import Board
from edgeasp.draw.view import Remark
from edgeasp.puzzle.identity import turned_puzzle, turned_solution, turns
from edgeasp.puzzle.model import Placement, Puzzle, Sides, Sign, Solution, Square
from edgeasp.system.errors import OptionError, guided
from edgeasp.system.lines import number_of, plural


@dataclass(frozen=True, slots=True)
class Change:
    """A square that shows something else.

    Attributes:
        square: the square.
        before: the placement on it before; None if it was empty.
        after: the placement on it now; None if it is empty.
        origin: the square from which the tile came; None if it lay there, or nowhere.
    """

    JSON: ClassVar = ("*square", "place=square.place", "before", "after", "origin=origin.place")

    square: Square
    before: Placement | None
    after: Placement | None
    origin: Square | None = None


@dataclass(frozen=True)
class Changes:
    """The difference between two boards of a puzzle, up to a rotation of the board and to identical tiles.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> board = puzzle.board(next(edgeasp.solve(puzzle)))
    >>> edgeasp.diff(board, puzzle.board(board.placements[1:])).same
    8

    Attributes:
        before: the first board, turned so that most squares show what they show on the second.
        after: the second board.
        turned: the clockwise quarter turns of the first board.
        squares: the squares that show something else, row by row.
        same: the number of squares that show the same tile.
    """

    SCHEMA: ClassVar = ("edgeasp.diff", 1)
    JSON: ClassVar = (
        "turned",
        "same",
        ("score_before", "The diamonds that matched before.", "before.score"),
        ("score_after", "The diamonds that match now.", "after.score"),
        ("diamonds", "All inner diamonds.", "after.report.diamonds"),
        "squares",
    )

    before: Board
    after: Board
    turned: int
    squares: tuple[Change, ...]
    same: int

    @property
    def lines(self) -> tuple[str, ...]:
        """The difference in words."""
        lines = [_TURNED[self.turned]] if self.turned else []
        if not self.squares:
            return (*lines, "the boards show the same")
        score = f"{self.before.score} of {self.after.report.diamonds} diamonds before, {self.after.score} now"
        many = number_of(len(self.squares), "square")
        lines.append(f"{many} {plural(len(self.squares), 'shows', 'show')} another tile, {self.same} the same; {score}")
        return (*lines, *(f"  {remark.square.place}: {remark.text}" for remark in self.board.remarks))

    @cached_property
    def board(self) -> Board:
        """The second board with a remark on each square that shows something else."""
        remarks = (Remark(change.square, _words(self.after.puzzle, change)) for change in self.squares)
        return replace(self.after, remarks=tuple(remarks))


_TURNED = (
    "",
    "the first board is turned right by a quarter, so that most lies alike",
    "the first board is turned by a half, so that most lies alike",
    "the first board is turned left by a quarter, so that most lies alike",
)


def _words(puzzle: Puzzle, change: Change) -> str:
    names, before, after = puzzle.names, change.before, change.after
    if after is None:
        assert before is not None
        return f"empty now, tile {names.number(before.tile)} before"
    tile = f"tile {names.number(after.tile)} {names.turn(after.rot)}"
    if before is None:
        what = "on an empty square"
    elif before.tile == after.tile:
        what = f"{names.turn(before.rot)} before"
    else:
        what = f"in place of tile {names.number(before.tile)}"
    came = "" if change.origin is None else f", from {names.place(change.origin)}"
    return f"{tile}{came}, {what}"


@guided
def diff(before: Board, after: Board) -> Changes:
    """Compare two boards of a puzzle, complete or partial.

    What cannot be seen is no difference: identical tiles are exchanged, and the first board is turned so that most
    squares show the same.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> one, other = (puzzle.board(solution) for solution in edgeasp.solve(puzzle, number=2))
    >>> edgeasp.diff(one, one).lines
    ('the boards show the same',)
    >>> edgeasp.diff(one, other).same + len(edgeasp.diff(one, other).squares)
    9

    Raises:
        OptionError: they are boards of different puzzles.
    """
    if before.puzzle != after.puzzle:
        raise OptionError("expected two boards of one puzzle, found boards of two")
    puzzle = after.puzzle
    ways = [quarters for quarters in range(4) if turned_puzzle(puzzle, quarters).grid == puzzle.grid]
    if turns(puzzle) == 1:
        ways = [0]
    laid = {quarters: turned_solution(puzzle, before.solution, quarters) for quarters in ways}
    now = _shown(puzzle, after.solution)
    alike = {quarters: _shown(puzzle, board).items() & now.items() for quarters, board in laid.items()}
    best = max(ways, key=lambda quarters: (len(alike[quarters]), -quarters))
    then = laid[best]
    changes = tuple(_changes(puzzle, then, after.solution, {square for square, _ in alike[best]}))
    return Changes(replace(before, solution=then, remarks=()), after, best, changes, len(alike[best]))


_Shown = tuple[Sides, Sign | None]


def _shown(puzzle: Puzzle, board: Solution) -> dict[Square, _Shown]:
    """The sides and the sign that each square shows."""
    return {
        square: (puzzle.sides(placement), puzzle.tiles[placement.tile].sign)
        for square, placement in board.by_square().items()
    }


def _changes(puzzle: Puzzle, then: Solution, now: Solution, alike: set[Square]) -> Iterator[Change]:
    """The squares that show something else; a tile comes from where it lay, or from where one like it did."""
    before, after = then.by_square(), now.by_square()
    left: dict[object, list[Square]] = {}
    for square in puzzle.grid.squares:
        if square in before and square not in alike:
            left.setdefault(puzzle.appearance(before[square].tile), []).append(square)
    for square in puzzle.grid.squares:
        one, other = before.get(square), after.get(square)
        if square in alike or (one is None and other is None):
            continue
        origin = None
        if other is not None:
            lay = left.get(puzzle.appearance(other.tile), [])
            origin = next((place for place in lay if place == square), lay[0] if lay else None)
            if origin is not None:
                lay.remove(origin)
            if origin == square and one is not None:
                one, origin = replace(one, tile=other.tile), None
        yield Change(square, one, other, origin)
