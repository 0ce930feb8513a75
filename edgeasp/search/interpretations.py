"""Detect other conventions behind a wrong answer or board.

A user program may number rows from the bottom, or rotate anticlockwise. If an answer is right under such an
interpretation, the error message names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import permutations, product

from edgeasp.encoding.facts import Atom, answer_atoms, colour_name, solution_from_atoms
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square, clockwise_sides, side_order
from edgeasp.search.task import Task
from edgeasp.solvers.clingo.syntax import ANSWER, missing_answer_predicates, parse_files
from edgeasp.system.errors import AnswerError


def describe_likely_mistake(task: Task, shown: Sequence[Atom]) -> str:
    """Describe the likely mistake behind a wrong answer, if any."""
    if lacking := [text for text, _ in missing_answer_predicates(parse_files(task.own.files))]:
        return lacking[0]
    atoms = [atom for atom in shown if (atom.name, len(atom.arguments)) in ANSWER]
    meant = next((reading for reading in INTERPRETATIONS if is_valid_under(reading, task, atoms)), None)
    return f"the answer is right if {meant.words}" if meant else ""


def is_valid_under(reading: Interpretation, task: Task, atoms: Sequence[Atom]) -> bool:
    """Whether an answer is a valid board under an interpretation."""
    read_so = list(filter(None, (reading.translate(atom, task.puzzle) for atom in atoms)))
    meant = replace(task, puzzle=mirror_tiles(task.puzzle)) if reading.mirrors else task
    _, report, _ = check_atoms(meant, read_so)
    return len(read_so) == len(atoms) and report is not None and report.solved


def mirror_tiles(puzzle: Puzzle) -> Puzzle:
    """Reflect each tile along its diagonal.

    The right side is swapped with the bottom side, and the left side with the top side.
    """
    return replace(
        puzzle, tiles=tuple(replace(tile, sides=clockwise_sides(tile.sides, _MIRRORED)) for tile in puzzle.tiles)
    )


_MIRRORED = (Side.WEST, Side.SOUTH, Side.EAST, Side.NORTH)


def describe_convention(puzzle: Puzzle, board: Solution, report: Report, clues: Solution = Solution()) -> str:
    """Name the convention that would make a wrong board right.

    Empty if there is no such convention. Also empty if most edges match, since the usual convention then applies.
    """
    if report.solved or report.missing or report.matched * _MOST_RIGHT[1] > report.diamonds * _MOST_RIGHT[0]:
        return ""
    turned = [reading for reading in INTERPRETATIONS if not (reading.permutes_arguments or reading.mirrors)]
    if not puzzle.turning:
        turned = [reading for reading in turned if not (reading.swaps or reading.counter or reading.ahead)]
    simple = [reading for reading in turned if reading.difference_count == 1]
    others = [reading for reading in turned if reading.difference_count > 1]
    words = _find_convention(puzzle, board, clues, simple) or _find_side_order(puzzle, board, clues)
    words = words or _find_convention(puzzle, board, clues, others)
    return f"the board is right if {words}" if words else ""


def _find_convention(puzzle: Puzzle, board: Solution, clues: Solution, readings: Sequence[Interpretation]) -> str:
    """Find an interpretation of squares and rotations that fits."""
    for reading in readings:
        atoms = [atom for atom in (reading.translate(atom, puzzle) for atom in answer_atoms(board)) if atom]
        with suppress(AnswerError):
            if check(puzzle, solution_from_atoms(atoms, puzzle), clues).solved:
                return reading.words if puzzle.names.as_facts else reading.words_for_files
    return ""


def _find_side_order(puzzle: Puzzle, board: Solution, clues: Solution) -> str:
    """Find an order of tile sides that fits."""
    for order in map("".join, permutations("nesw")):
        tiles = tuple(replace(tile, sides=clockwise_sides(tile.sides, side_order(order))) for tile in puzzle.tiles)
        if order != "nesw" and check(replace(puzzle, tiles=tiles), board, clues).solved:
            words = ", ".join(side.word for side in side_order(order))
            return f"the sides of tiles are listed in the order {words} ({order})"
    return ""


# Numerator and denominator of the fraction of matches above which a board follows the usual convention.
_MOST_RIGHT = (3, 4)


def check_atoms(task: Task, atoms: Sequence[Atom]) -> tuple[Solution | None, Report | None, str]:
    """Check the atoms of an answer.

    Returns the board, its report, and a description of the errors. Board and report are None if the atoms do not form a
    board.
    """
    try:
        board = solution_from_atoms(atoms, task.puzzle, partial=True)
    except AnswerError as error:
        return None, None, str(error)
    report = check(task.puzzle, board, task.clues, task.conditions)
    texts = [describe_violation(task.puzzle, board, violation) for violation in report.violations]
    texts += [f"{_square_text(square)} has no tile" for square in report.missing]
    more = f", and {len(texts) - 2} more" if len(texts) > 2 else ""
    return board, report, "; ".join(texts[:2]) + more


def describe_violation(puzzle: Puzzle, board: Solution, violation: Violation) -> str:
    """Describe a violation in terms of the facts.

    Columns, rows and tiles are numbered from 1, and colours have their names.
    """
    square, side, on = violation.square, violation.side, board.by_square()
    at = _square_text(square)
    if side is None:
        number = int(match[1]) if (match := re.fullmatch(r"tile\((\d+)\)", violation.name)) else 0
        return f"tile {number} is on two squares" if number else f"{violation.condition.value} at {at}"
    here = f"{at} shows {_shown_colour(puzzle, on[square], side)} at {side.word}"
    if violation.condition is Condition.BOUNDARY:
        return f"{here}, the outside is {colour_name(FRAME)}"
    other = puzzle.grid.neighbour(square, side)
    return (
        f"{here}, {_square_text(other)} shows {_shown_colour(puzzle, on[other], side.opposite)} at {side.opposite.word}"
    )


def _square_text(square: Square) -> str:
    return f"column {square.col + 1}, row {square.row + 1}"


def _shown_colour(puzzle: Puzzle, placement: Placement, side: Side) -> str:
    return colour_name(puzzle.sides(placement)[side])


# ---- ways to read an answer ----


@dataclass(frozen=True, slots=True)
class Interpretation:
    """Interpretation of the atoms of an answer.

    Attributes:
        words: description of what differs from the usual interpretation.
        tile: order in which `chosenTile` has the arguments column, row and tile.
        rotation: order of the arguments of `chosenRotation`.
        swaps: whether columns and rows are exchanged.
        across: whether columns count from the right.
        down: whether rows count from the bottom.
        counter: whether degrees are anticlockwise.
        ahead: degrees to add to a rotation.
        mirrors: whether right and bottom sides of tiles are exchanged, as well as left and top.
    """

    words: str
    tile: tuple[int, ...] = (0, 1, 2)
    rotation: tuple[int, ...] = (0, 1, 2)
    swaps: bool = False
    across: bool = False
    down: bool = False
    counter: bool = False
    ahead: int = 0
    mirrors: bool = False

    @property
    def words_for_files(self) -> str:
        """The description for a `.sol`, whose quarter turns are anticlockwise."""
        words = self.words.replace("rotations are anticlockwise", "turns are clockwise").replace(
            "to rotations", "to turns"
        )
        return words.replace("expected clockwise", "expected anticlockwise quarter turns")

    @property
    def difference_count(self) -> int:
        """Number of differences in squares and rotations."""
        return sum((self.swaps, self.across, self.down, self.counter, self.ahead > 0))

    @property
    def permutes_arguments(self) -> bool:
        """Whether the arguments are in another order."""
        return self.tile != (0, 1, 2) or self.rotation != (0, 1, 2)

    def translate(self, atom: Atom, puzzle: Puzzle) -> Atom | None:
        """Translate an atom to the usual interpretation.

        Returns None if an argument is not an integer, or the rotation not a multiple of 90 degrees.
        """
        order = self.tile if atom.name == "chosenTile" else self.rotation
        if len(atom.arguments) != 3 or not all(isinstance(argument, int) for argument in atom.arguments):
            return None
        x, y, value = (int(atom.arguments[place]) for place in order)
        if self.swaps:
            x, y = y, x
        x = puzzle.cols + 1 - x if self.across else x
        y = puzzle.rows + 1 - y if self.down else y
        if atom.name == "chosenRotation":
            if value not in range(0, 360, 90):
                return None
            value = ((-value if self.counter else value) + self.ahead) % 360
        return Atom(atom.name, (x, y, value))


# Number of interpretations with one difference, after which mirrored tiles are tried.
_SIMPLE = 7


def _list_interpretations() -> Iterator[Interpretation]:
    orders = sorted(permutations(range(3)), key=lambda order: order != (0, 1, 2))
    tile, rotation = ("column", "row", "tile"), ("column", "row", "rotation")
    # A program that swaps the arguments of one predicate is likelier than one that swaps both.
    for one, other in sorted(product(orders, orders), key=lambda pair: sum(order != (0, 1, 2) for order in pair)):
        words = [
            f"the arguments of {name} are {', '.join(names[order.index(place)] for place in range(3))}"
            for name, names, order in (("chosenTile", tile, one), ("chosenRotation", rotation, other))
            if order != (0, 1, 2)
        ]
        if words:
            expected = "column, row, tile" if one != (0, 1, 2) else "column, row, rotation"
            yield Interpretation(f"{' and '.join(words)}; expected {expected}", one, other)
    both = (False, True)
    # The interpretation with the fewest differences is the likeliest, so it is tried first.
    flags = sorted(product(both, both, both, both, (0, 180, 90, 270)), key=lambda flags: sum(map(bool, flags)))
    for number, (swaps, across, down, counter, ahead) in enumerate(flags[1:]):
        if number == _SIMPLE:
            text = "right and bottom are exchanged, and left and top; expected right in the next column, bottom in the "
            yield Interpretation(f"{text}next row", counter=True, mirrors=True)
        differences = [
            (swaps, "columns and rows are exchanged"),
            (across, "columns are counted from the right"),
            (down, "rows are counted from the bottom"),
            (counter, "rotations are anticlockwise"),
            (ahead, f"{ahead} degrees are added to rotations"),
        ]
        expected = "clockwise" if counter or ahead else "columns from the left, rows from the top"
        text = f"{', '.join(word for differs, word in differences if differs)}; expected {expected}"
        yield Interpretation(text, swaps=swaps, across=across, down=down, counter=counter, ahead=ahead)


INTERPRETATIONS = tuple(_list_interpretations())
"""All interpretations except the usual one, likeliest first."""
