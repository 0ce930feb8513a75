"""Decode and check many boards at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from edgeasp.encoding.facts import Atom, answer_atoms, expand_placements, placement_from_atom
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.mass_checker import MassChecker
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.search.task import FoundSolution, Task

Integers = NDArray[np.int64]


class BoardArrays(NamedTuple):
    """Boards as arrays: one row of placements per board.

    Attributes:
        tiles: tile numbers from 0, -1 if an atom is not a placement on the board.
        squares: square numbers from 0, row by row.
        turns: anticlockwise quarter turns.
        entries: for each placement, its index in the attributes `placements` and `atoms` of the reader.
    """

    tiles: Integers
    squares: Integers
    turns: Integers
    entries: NDArray[np.intp]

    def select(self, wanted: NDArray[np.bool_]) -> BoardArrays:
        """Return the selected boards."""
        return BoardArrays(*(array[wanted] for array in self))


class BoardReader:
    """Base of readers that decode and check many boards of a task.

    Attributes:
        placements: placement of each atom seen so far, by entry, None if the atom is not a placement.
        atoms: for each placement, its atoms `chosenTile/3` and `chosenRotation/3`.
    """

    placements: Mapping[int, Placement] | Sequence[Placement | None]
    atoms: Mapping[int, tuple[Atom, ...]] | Sequence[tuple[Atom, ...]]

    def __init__(self, task: Task) -> None:
        self._puzzle = task.puzzle
        self._checker = MassChecker(task.puzzle, task.clues, task.conditions)

    def check_boards(self, boards: BoardArrays | None) -> Sequence[FoundSolution] | None:
        """Check boards, and return a lazy sequence of solutions.

        Returns None if `boards` is None, or if any board is not a solution.
        """
        if boards is None or not self._checker.are_solutions(boards.tiles, boards.squares, boards.turns).all():
            return None
        return _LazySolutions(boards.entries, self.placements, self.atoms, self._checker.report)


class MassAnswerReader(BoardReader):
    """Decodes many answers at once.

    Each answer has one `place(T,R,X,Y)` per square, in a canonical rotation.
    """

    def __init__(self, task: Task, atom: Callable[[int], Atom]) -> None:
        """Prepare a reader.

        Args:
            task: the task.
            atom: function that maps a number that occurs in an answer to its atom.
        """
        super().__init__(task)
        self._atom = atom
        self._squares = {square: number for number, square in enumerate(task.puzzle.grid.squares)}
        self._numbers = np.zeros(0, np.uint64)
        self._entries = np.zeros(0, np.intp)
        self._fields = np.zeros((0, 3), np.int64)
        self.placements: list[Placement | None] = []
        self.atoms: list[tuple[Atom, ...]] = []

    def read(self, answers: Sequence[bytes]) -> BoardArrays | None:
        """Decode the boards of answers, eight bytes per atom.

        Returns None if an answer has more or fewer atoms than the board has squares.
        """
        size = self._puzzle.grid.size
        if any(len(answer) != 8 * size for answer in answers):
            return None
        numbers = np.frombuffer(b"".join(answers), np.uint64).reshape(-1, size)
        at = self._entry_positions(numbers)
        if at is None:
            self._add_atoms(numbers)
            at = self._entry_positions(numbers)
            assert at is not None
        entries = self._entries[at]
        tiles, squares, turns = np.moveaxis(self._fields[entries], 2, 0)
        return BoardArrays(tiles, squares, turns, entries)

    def _entry_positions(self, numbers: NDArray[np.uint64]) -> NDArray[np.intp] | None:
        """Find each number among the sorted known numbers.

        Returns None if a number is not known.
        """
        if not len(self._numbers):
            return None
        at = np.searchsorted(self._numbers, numbers)
        at[at == len(self._numbers)] = 0
        return at if (self._numbers[at] == numbers).all() else None

    def _add_atoms(self, numbers: NDArray[np.uint64]) -> None:
        new = np.setdiff1d(numbers, self._numbers)
        for atom in map(self._atom, new.tolist()):
            placement = placement_from_atom(atom)
            lies = placement is not None and self._puzzle.has_placement(placement)
            self.placements.append(self._puzzle.canonical(placement) if placement and lies else None)
            self.atoms.append(tuple(expand_placements([atom])))
        rows = [
            (-1, 0, 0) if placement is None else (placement.tile, self._squares[placement.square], placement.rot)
            for placement in self.placements
        ]
        self._fields = np.array(rows, np.int64)
        known = np.concatenate([self._numbers, new])
        order = np.argsort(known)
        self._numbers = known[order]
        self._entries = np.concatenate([self._entries, np.arange(len(known) - len(new), len(known))])[order]


class ScanReader(BoardReader):
    """Decodes boards of the compiled search."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self._squares = tuple(task.puzzle.grid.squares)
        self._tiles = len(task.puzzle.tiles)
        self.placements: Mapping[int, Placement] = _ComputedDict(self._placement_of_entry)
        self.atoms = _ComputedDict(lambda entry: tuple(answer_atoms(Solution((self.placements[entry],)))))

    def read(self, tiles: Integers, turns: Integers) -> BoardArrays:
        """Decode boards from the tiles and turns of their squares.

        Each board is a row.
        """
        squares = np.broadcast_to(np.arange(len(self._squares)), tiles.shape)
        return BoardArrays(tiles, squares, turns, 8 * (self._tiles * squares + tiles) + turns)

    def _placement_of_entry(self, entry: int) -> Placement:
        lying, turn = divmod(entry, 8)
        square, tile = divmod(lying, self._tiles)
        return Placement(tile, self._squares[square], turn)


Value = TypeVar("Value")


class _ComputedDict(dict[int, Value]):
    """Dictionary that computes the value of a missing key."""

    def __init__(self, make: Callable[[int], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Value:
        self[number] = value = self._make(number)
        return value


class _LazySolutions(Sequence[FoundSolution]):
    """Lazy sequence of checked boards."""

    def __init__(
        self,
        entries: NDArray[np.intp],
        placements: Mapping[int, Placement] | Sequence[Placement | None],
        atoms: Mapping[int, tuple[Atom, ...]] | Sequence[tuple[Atom, ...]],
        report: Report,
    ) -> None:
        self._entries, self._atoms, self._report = entries, atoms, report
        # None of them is None, since the boards are solutions.
        self._placements = cast("Mapping[int, Placement]", placements)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> FoundSolution: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[FoundSolution]: ...

    def __getitem__(self, index: int | slice) -> FoundSolution | Sequence[FoundSolution]:
        if isinstance(index, slice):
            return _LazySolutions(self._entries[index], self._placements, self._atoms, self._report)
        shown = self._entries[index].tolist()
        placements, atoms = self._placements, self._atoms
        solution = Solution(tuple(sorted([placements[entry] for entry in shown], key=_tile)))
        return FoundSolution(solution, self._report, tuple([atom for entry in shown for atom in atoms[entry]]))


_tile = attrgetter("tile")
