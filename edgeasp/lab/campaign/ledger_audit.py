"""Audit of a ledger, starting from the puzzle.

The audit shares no code with the search. It checks that the leaves of the tree cover the whole search and do not
overlap, and that each solution is valid, occurs once, and belongs to the cube that its entry names. It trusts two
results of the solver: a searched cube has no further solutions, and a cube refuted at a split has no solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

from edgeasp.encoding.facts import colour_name
from edgeasp.formats import plain
from edgeasp.lab.campaign.ledger import CampaignStatement, EntryKind, LedgerEntry
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Placement, Side, Solution, Square, degrees, quarter_turns
from edgeasp.system.errors import InputError


@dataclass(frozen=True, slots=True)
class Audited:
    """Figures of an audited ledger, whose cubes form a tree.

    Attributes:
        splits: number of cubes that were split.
        searched: number of leaves that were searched completely.
        refuted: number of leaves that were refuted when their parent was split.
        open: number of leaves that are still to be searched.
        solutions: number of boards, each checked, or None if the campaign only counts.
    """

    SCHEMA: ClassVar = ("edgeasp.campaign-check", 1)

    splits: int
    searched: int
    refuted: int
    open: int
    solutions: int | None


def audit_ledger(statement: CampaignStatement, entries: Iterable[LedgerEntry], source: str) -> Audited:
    """Check that the entries of a ledger prove its result.

    Args:
        statement: task of the campaign.
        entries: entries as `Ledger.entries` yields them, in order.
        source: path of the ledger, for messages.

    Raises:
        InputError: an entry is wrong. The message names its number and its cube.
    """
    auditor = _LedgerAuditor(statement, source)
    for entry in entries:
        auditor.check_entry(entry)
    return auditor.summarise()


class _LedgerAuditor:
    """Audit in progress, with the tree of cubes so far."""

    def __init__(self, statement: CampaignStatement, source: str) -> None:
        self._statement, self._source = statement, source
        self._task = statement.task()
        self._leaves = {""}
        self._searched: dict[str, LedgerEntry] = {}
        self._splits = self._refuted = 0
        self._boards: dict[frozenset[Placement], list[LedgerEntry]] = {}
        self._found: Counter[str] = Counter()
        self._waiting: dict[str, LedgerEntry] = {}
        puzzle = statement.puzzle
        # Without this symmetry, every rotation of a tile that shows the same sides is an answer of its own.
        self._turned = "tile-rotations" not in self._task.encoding.symmetry
        self._clued = {clue.tile for clue in statement.clues}
        self._colour_numbers = {colour_name(colour): colour for colour in puzzle.side_colours}
        self._diamonds = {
            f"half({square.col + 1},{square.row + 1},{'right' if side is Side.EAST else 'bottom'},": (square, side)
            for square, side, _ in puzzle.grid.pairs
        }

    def check_entry(self, entry: LedgerEntry) -> None:
        if entry.cube not in self._leaves:
            raise self._error(entry, "expected a leaf of the tree, found a cube that no split leads to, or a split one")
        if entry.cube in self._searched:
            raise self._error(entry, f"the cube was searched to its end before, {self._searched[entry.cube]}")
        try:
            match entry.kind:
                case EntryKind.SPLIT:
                    self._check_split(entry)
                case EntryKind.SOLUTION:
                    self._check_solution(entry)
                case EntryKind.VERDICT:
                    self._check_verdict(entry)
        except KeyError as error:
            raise self._error(entry, f"expected {error} in it, found none") from None

    def summarise(self) -> Audited:
        if self._waiting and not 0 < self._statement.limit <= self._found.total():
            [first, *_] = self._waiting.values()
            raise self._error(first, "expected the verdict on its cube, which is written with it, found none")
        return Audited(
            self._splits,
            len(self._searched),
            self._refuted,
            len(self._leaves) - len(self._searched),
            None if self._statement.counts else len(self._boards),
        )

    def _error(self, entry: LedgerEntry, message: str) -> InputError:
        return InputError(self._source, None, f"{entry}: {message}")

    def _check_split(self, entry: LedgerEntry) -> None:
        # A choice lists all colours of one diamond, or all placements of one corner. A split follows the only live atom
        # of each choice but the last, whose live atoms become the children.
        cube, choices = entry.cube, entry.body["choices"]
        self._leaves.remove(cube)
        self._splits += 1
        for number, choice in enumerate(choices, 1):
            if choice["cube"] != cube:
                raise self._error(entry, f"choice {number} is made below {choice['cube'] or 'the whole search'!r}")
            live, refuted = choice["live"], choice["refuted"]
            self._require_all_alternatives(entry, number, cube, [*live, *refuted])
            if number < len(choices) and len(live) != 1:
                raise self._error(entry, f"expected one live atom in choice {number}, found {len(live)}")
            self._refuted += len(refuted)
            children = [f"{cube} {atom}".strip() for atom in live]
            cube = children[0] if children else ""
        self._leaves |= set(children)

    def _require_all_alternatives(self, entry: LedgerEntry, number: int, cube: str, atoms: list[str]) -> None:
        wanted, place = self._exclusive_atoms(atoms[0])
        if not wanted:
            raise self._error(
                entry, f"choice {number}: {atoms[0]} is neither a colour of a diamond nor a tile on a corner"
            )
        # `place` is the text of an atom without its colour, or without its tile and rotation.
        if place in cube:
            raise self._error(entry, f"choice {number}: {place}...) is decided in the cube already")
        if missing := wanted - set(atoms):
            raise self._error(entry, f"choice {number}: {min(missing)} is left out")
        if len(atoms) != len(wanted):
            raise self._error(entry, f"choice {number}: expected each alternative of {place}...) once, and no other")

    def _exclusive_atoms(self, atom: str) -> tuple[set[str], str]:
        # Returns all atoms that exclude one another with `atom`: every board has exactly one of them.
        puzzle = self._statement.puzzle
        begin = atom.rpartition(",")[0] + ","
        if begin in self._diamonds:
            return {f"{begin}{name})" for name in self._colour_numbers}, begin
        corners = {Square(col, row) for col in (0, puzzle.cols - 1) for row in (0, puzzle.rows - 1)}
        for square in corners.intersection(puzzle.grid.squares):
            end = f",{square.col + 1},{square.row + 1})"
            tiles, rots = range(len(puzzle.tiles)), puzzle.rots
            lying = [f"place({tile + 1},{degrees(rot)}{end}" for tile in tiles for rot in rots]
            if atom in lying:
                return set(lying), end
        return set(), ""

    def _check_solution(self, entry: LedgerEntry) -> None:
        puzzle, task = self._statement.puzzle, self._task
        solution = plain.read_sol(entry.body["board"], puzzle, f"{self._source}: {entry}")
        report = check(puzzle, solution, task.clues, task.conditions)
        if not report.solved:
            raise self._error(entry, f"the board is not a solution: {report.violations[0].text}")
        same = self._boards.setdefault(frozenset(map(puzzle.canonical, solution)), [])
        if len(same) >= self._count_answers_per_board(solution):
            raise self._error(entry, f"the same board as {same[0]}")
        same.append(entry)
        self._found[entry.cube] += 1
        self._waiting.setdefault(entry.cube, entry)
        if outside := [atom for atom in entry.cube.split() if not self._atom_holds(atom, solution)]:
            raise self._error(entry, f"the board is outside the cube: {outside[0]} does not hold")

    def _count_answers_per_board(self, solution: Solution) -> int:
        # Answers may differ in rotations that show the same sides.
        if not self._turned:
            return 1
        puzzle = self._statement.puzzle
        return prod(
            sum(puzzle.shown(placed.tile, rot) == puzzle.sides(placed) for rot in puzzle.allowed(placed.tile))
            for placed in solution
            if placed.tile not in self._clued
        )

    def _atom_holds(self, atom: str, solution: Solution) -> bool:
        puzzle = self._statement.puzzle
        begin, _, last = atom.removesuffix(")").rpartition(",")
        if f"{begin}," in self._diamonds:
            square, side = self._diamonds[f"{begin},"]
            [placement] = [placement for placement in solution if placement.square == square]
            return puzzle.sides(placement)[side] == self._colour_numbers[last]
        tile, rotation, x, y = map(int, atom.removeprefix("place(").removesuffix(")").split(","))
        # A board is written with one of the rotations that show the same.
        wanted = Placement(tile - 1, Square(x - 1, y - 1), quarter_turns(rotation))
        return puzzle.canonical(wanted) in map(puzzle.canonical, solution)

    def _check_verdict(self, entry: LedgerEntry) -> None:
        body: dict[str, Any] = entry.body
        if not self._statement.counts and body["solutions"] != self._found[entry.cube]:
            number = self._found[entry.cube]
            raise self._error(entry, f"it says {body['solutions']} solutions, but {number} are there before it")
        made_of = self._statement.made_of
        versions = (body["edgeasp"], body["clingo"], body["program"])
        # Verdicts of another program may rest on cubes of another meaning.
        if versions != (made_of.edgeasp, made_of.clingo, made_of.program):
            raise self._error(
                entry, f"it was made by edgeasp {versions[0]}, clingo {versions[1]}, program {versions[2]}"
            )
        self._searched[entry.cube] = entry
        self._waiting.pop(entry.cube, None)
