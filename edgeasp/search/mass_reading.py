"""Many answers of a search at once: read as arrays, checked as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import cast, overload

from edgeasp.encoding.atoms import Atom
from edgeasp.encoding.mass_answers import Boards, MassReader
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.mass_checker import NEEDED, MassChecker
from edgeasp.puzzle.model import Placement, Solution
from edgeasp.search.job import Found
from edgeasp.search.task import Task


class MassReading:
    """The reader and the checker of a task, for answers as numbers, each of which `atom` knows the atom of."""

    def __init__(self, task: Task, atom: Callable[[int], Atom]) -> None:
        """Get ready; of a relaxation whose boards need not match, nothing is read here."""
        self._reader = MassReader(task.puzzle, atom)
        self._checker = MassChecker(task.puzzle, task.clues, task.conditions) if task.conditions >= NEEDED else None

    def decode(self, answers: Sequence[bytes]) -> Boards | None:
        """The boards of answers; None if they are to be read one by one."""
        return self._reader.read(answers) if self._checker else None

    def checked(self, boards: Boards | None) -> Sequence[Found] | None:
        """The solutions, each made when it is asked for; None without boards, or if one is no solution."""
        if boards is None or self._checker is None:
            return None
        if not self._checker.solved(boards.tiles, boards.squares, boards.turns).all():
            return None
        return _Solutions(boards, self._reader, self._checker.report)


class _Solutions(Sequence[Found]):
    """Boards that are solutions, as such."""

    def __init__(self, boards: Boards, reader: MassReader, report: Report) -> None:
        self._boards, self._report = boards, report
        # All of them are placements, since the boards are solutions.
        self._placements, self._atoms = cast(list[Placement], reader.placements), reader.atoms

    def __len__(self) -> int:
        return len(self._boards.entries)

    @overload
    def __getitem__(self, index: int) -> Found: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Found]: ...

    def __getitem__(self, index: int | slice) -> Found | Sequence[Found]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        shown = self._boards.entries[index].tolist()
        placements, atoms = self._placements, self._atoms
        solution = Solution(tuple(sorted([placements[entry] for entry in shown], key=_tile)))
        return Found(solution, self._report, tuple([atom for entry in shown for atom in atoms[entry]]))


_tile = attrgetter("tile")
