"""Answers of a search, read and checked: each becomes a solution with the checker's report, or an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from edgeasp.encoding.facts import AnswerReader, Atom, colour_name, expand_placements, from_atoms, read_place, to_atoms
from edgeasp.encoding.own_rules import READINGS, Reading
from edgeasp.puzzle import identity
from edgeasp.puzzle.checker import Condition, Report, Violation, check
from edgeasp.puzzle.mass_checker import NEEDED, MassChecker
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, Square
from edgeasp.search.task import Found, Task
from edgeasp.solvers.clingo.syntax import ANSWER, lacking_answers, read
from edgeasp.system.errors import AnswerError, CheckError, ProgramError

if TYPE_CHECKING:
    from edgeasp.solvers.clingo.ground_program import GroundProgram
    from edgeasp.solvers.clingo.model_stream import Answer
    from edgeasp.solvers.clingo.shared_program import SharedProgram
    from edgeasp.solvers.row_scan import Lying, RowScanRun


# ---- the answers of a search, checked ----

if TYPE_CHECKING:
    Searched: TypeAlias = GroundProgram | SharedProgram
    """A program that gives answers, and knows which atoms they show."""


Batches: TypeAlias = Generator[Sequence[Found], None, None]
"""Checked solutions, many at a time."""

MANY = 16
"""Answers from which on it pays to read them together."""


class CheckedAnswers:
    """Reads and checks the answers to a task, one search after the other.

    Attributes:
        last: the solution that was checked last; None before there was one.
    """

    def __init__(self, task: Task, timed: Callable[[str], AbstractContextManager[None]]) -> None:
        """Get ready; `timed` measures what happens within, given the name of a phase."""
        self._task, self._timed = task, timed
        self._reader = AnswerReader(task.puzzle)
        self._mass: MassReading[MassReader] | None = None
        self._single = False
        self._seen: set[bytes] = set()
        self.last: Solution | None = None

    def start(self, *, single: bool) -> None:
        """Get ready for the answers of another search, which wants a single solution or several."""
        self._single, self._seen = single, set()

    def checked(self, program: Searched, batches: Generator[list[Answer], None, None]) -> Batches:
        """The solutions that the answers of a program say, without those that count as one with another."""
        with closing(batches):
            while True:
                with self._timed("solve"):
                    batch = next(batches, None)
                if batch is None:
                    return
                # A program of a user may mean something else by the atoms that edgeasp's rules show.
                together = len(batch) >= MANY and not self._task.own.program
                answers = self._together(program, batch) if together else None
                if answers is None:
                    answers = [self.one(program.read(answer)) for answer in batch]
                if wanted := self._distinct(answers):
                    self.last = wanted[-1].solution
                    yield wanted

    def _distinct(self, answers: Sequence[Found]) -> Sequence[Found]:
        """Those that do not count as one with another, if these are not wanted."""
        task = self._task
        if task.needs_symmetry_filter:
            puzzle, clues = task.effective_puzzle, task.clues
            return [answer for answer in answers if identity.is_least(puzzle, answer.solution, clues)]
        if task.own and not self._single:
            return [answer for answer in answers if self._is_new(answer.solution)]
        return answers

    def one(self, shown: Sequence[Atom]) -> Found:
        """The solution that the shown atoms of an answer say."""
        with self._timed("decode"):
            solution, atoms = self._of_program(shown) if self._task.own.program else self._reader.read(shown)
        with self._timed("check"):
            report = check(self._task.puzzle, solution, self._task.clues, self._task.conditions)
        return self._found(solution, report, atoms)

    def of(self, solution: Solution) -> Sequence[Found]:
        """A solution that was not found by an answer set; nothing if it counts as one with another."""
        task = self._task
        if task.up_to_rotation and not identity.is_least(task.effective_puzzle, solution, task.clues):
            return []
        self.last = solution
        with self._timed("check"):
            report = check(task.puzzle, solution, task.clues, task.conditions)
        return [self._found(solution, report, to_atoms(solution))]

    def scanned(self, scan: RowScanRun, batch: Lying, together: Sequence[Found] | None) -> Sequence[Found]:
        """The solutions of a batch that a scan has found, without those that count as one with another.

        If the batch was not read together, each board is read for itself.
        """
        if together is None:
            return [answer for solution in scan.read(batch) for answer in self.of(solution)]
        self.last = together[-1].solution if together else self.last
        return together

    def reading(self, *, alone: bool) -> Callable[[Lying], Sequence[Found] | None]:
        """A reader of batches that a scan has found, for one thread or for several, which are not timed.

        It returns None for a batch that has few boards, or one that is no solution.
        """
        task, scans = self._task, MassReading(self._task, ScanReader(self._task.puzzle))
        timed = self._timed if alone else nullcontext

        def read(batch: Lying) -> Sequence[Found] | None:
            if scans.reader is None or len(batch.tiles) < MANY:
                return None
            with timed("decode"):
                boards = scans.reader.read(*batch)
                if task.up_to_rotation:
                    boards = boards.only(identity.are_least(task.effective_puzzle, *batch, task.clues))
            with timed("check"):
                return scans.checked(boards)

        return read

    def _found(self, solution: Solution, report: Report, atoms: Sequence[Atom]) -> Found:
        """A solution with the checker's report, which has to be a good one unless other boards are wanted."""
        own = self._task.own
        if not (report.solved or own.relaxed):
            if own.program:
                raise ProgramError(_wrong(own.program_name, report) + self._suspected(atoms))
            raise CheckError(
                "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
                + "; ".join(violation.text for violation in report.violations[:3])
            )
        return Found(solution, report, tuple(atoms))

    def _is_new(self, solution: Solution) -> bool:
        """Whether it is the first solution that shows its board."""
        before = len(self._seen)
        self._seen.add(identity.board_digest(self._task.puzzle, solution))
        return len(self._seen) > before

    def _together(self, program: Searched, batch: Sequence[Answer]) -> Sequence[Found] | None:
        """A batch, if every answer of it is a solution and no more; None if each has to be read for itself."""
        if self._mass is None:
            self._mass = MassReading(self._task, MassReader(self._task.puzzle, program.atom))
        with self._timed("decode"):
            boards = self._mass.reader.read(batch) if self._mass.reader else None
        with self._timed("check"):
            return self._mass.checked(boards)

    def _of_program(self, shown: Sequence[Atom]) -> tuple[Solution, Sequence[Atom]]:
        """The solution that an answer of a program of a user says, and its atoms."""
        own = self._task.own
        try:
            return from_atoms(shown, self._task.puzzle, partial=own.relaxed), shown
        except AnswerError as error:
            text = f"{own.program_name}: an answer is no board: {error}"
            raise ProgramError(text + self._suspected(shown)) from None

    def _suspected(self, shown: Sequence[Atom]) -> str:
        """The convention by which a wrong answer of a program of a user would be right, if there is one."""
        suspected = suspicion(self._task, shown)
        return f"; {suspected}" if suspected else ""


def _wrong(name: str, report: Report) -> str:
    """The error in the answer of a program."""
    texts = [violation.text for violation in report.violations]
    more = f" and {len(texts) - 2} more" if len(texts) > 2 else ""
    advice = "--relaxed shows such boards"
    if {violation.condition for violation in report.violations} <= {Condition.BOUNDARY, Condition.SIGN}:
        advice = "for a program that knows no frame and no signs: --encoding decision"
    return f"{name}: an answer is no solution: {'; '.join(texts[:2])}{more} ({advice})"


# ---- answers of a program of a user, judged in the terms of its facts, and other readings that make them right ----


def suspicion(task: Task, shown: Sequence[Atom]) -> str:
    """The suspected fault of a program with an answer that is wrong; empty if there is none."""
    if lacking := [text for text, _ in lacking_answers(read(task.own.files))]:
        return lacking[0]
    atoms = [atom for atom in shown if (atom.name, len(atom.arguments)) in ANSWER]
    meant = next((reading for reading in READINGS if reads_right(reading, task, atoms)), None)
    return f"the answer is right if {meant.words}" if meant else ""


def reads_right(reading: Reading, task: Task, atoms: Sequence[Atom]) -> bool:
    """Whether an answer is a board, read in another way."""
    read_so = list(filter(None, (reading.of(atom, task.puzzle) for atom in atoms)))
    _, report, _ = judged(task, read_so)
    return len(read_so) == len(atoms) and report is not None and report.solved


def judged(task: Task, atoms: Sequence[Atom]) -> tuple[Solution | None, Report | None, str]:
    """The board that an answer says, the checker's report, and what is wrong in the terms of the facts."""
    try:
        board = from_atoms(atoms, task.puzzle, partial=True)
    except AnswerError as error:
        return None, None, str(error)
    report = check(task.puzzle, board, task.clues, task.conditions)
    texts = [in_facts(task.puzzle, board, violation) for violation in report.violations]
    texts += [f"{_at(square)} has no tile" for square in report.missing]
    more = f", and {len(texts) - 2} more" if len(texts) > 2 else ""
    return board, report, "; ".join(texts[:2]) + more


def in_facts(puzzle: Puzzle, board: Solution, violation: Violation) -> str:
    """A violated condition in the terms of the facts: columns, rows and tiles from 1, and the names of colours."""
    square, side, on = violation.square, violation.side, board.by_square()
    at = _at(square)
    if side is None:
        number = int(match[1]) if (match := re.fullmatch(r"tile\((\d+)\)", violation.name)) else 0
        return f"tile {number} lies on two squares" if number else f"{violation.condition.value} at {at}"
    here = f"{at} shows {_colour(puzzle, on[square], side)} at {side.word}"
    if violation.condition is Condition.BOUNDARY:
        return f"{here}, the outside is {colour_name(FRAME)}"
    other = square.neighbour(side)
    return f"{here}, {_at(other)} shows {_colour(puzzle, on[other], side.opposite)} at {side.opposite.word}"


def _at(square: Square) -> str:
    return f"column {square.col + 1}, row {square.row + 1}"


def _colour(puzzle: Puzzle, placement: Placement, side: Side) -> str:
    return colour_name(puzzle.sides(placement)[side])


# ---- many boards that a search finds at once ----

Integers = NDArray[np.int64]


class Boards(NamedTuple):
    """Boards, each a row of as many placements as there are tiles, in the order of the answers.

    Attributes:
        tiles: from 0; -1 for what is no placement on the board.
        squares: counted from 0 row by row.
        turns: anticlockwise quarter turns.
        entries: the entry of each placement in the `placements` and the `atoms` of what has read them.
    """

    tiles: Integers
    squares: Integers
    turns: Integers
    entries: NDArray[np.intp]

    def only(self, wanted: NDArray[np.bool_]) -> Boards:
        """Those of them that are wanted."""
        return Boards(*(array[wanted] for array in self))


class MassReader:
    """Reads answers that consist of one `place(T,R,X,Y)` for each tile.

    Attributes:
        placements: all placements that were met, with canonical rotations; None for an atom that is none.
        atoms: the same as `chosenTile/3` and `chosenRotation/3`.
    """

    def __init__(self, puzzle: Puzzle, atom: Callable[[int], Atom]) -> None:
        """Get ready for answers as numbers, each of which `atom` knows the atom of."""
        self._puzzle, self._atom = puzzle, atom
        self._numbers = np.zeros(0, np.uint64)
        self._entries = np.zeros(0, np.intp)
        self._fields = np.zeros((0, 3), np.int64)
        self.placements: list[Placement | None] = []
        self.atoms: list[tuple[Atom, ...]] = []

    def read(self, answers: Sequence[bytes]) -> Boards | None:
        """The boards of answers, eight bytes an atom; None if one has another number of atoms than there are tiles."""
        size = len(self._puzzle.tiles)
        if any(len(answer) != 8 * size for answer in answers):
            return None
        numbers = np.frombuffer(b"".join(answers), np.uint64).reshape(-1, size)
        at = self._find(numbers)
        if at is None:
            self._learn(numbers)
            at = self._find(numbers)
            assert at is not None
        entries = self._entries[at]
        tiles, squares, turns = np.moveaxis(self._fields[entries], 2, 0)
        return Boards(tiles, squares, turns, entries)

    def _find(self, numbers: NDArray[np.uint64]) -> NDArray[np.intp] | None:
        """The places of numbers among the known ones, which are sorted; None if one is not known."""
        if not len(self._numbers):
            return None
        at = np.searchsorted(self._numbers, numbers)
        at[at == len(self._numbers)] = 0
        return at if (self._numbers[at] == numbers).all() else None

    def _learn(self, numbers: NDArray[np.uint64]) -> None:
        new = np.setdiff1d(numbers, self._numbers)
        for atom in map(self._atom, new.tolist()):
            placement = read_place(atom)
            lies = placement is not None and self._puzzle.has_placement(placement)
            self.placements.append(self._puzzle.canonical(placement) if placement and lies else None)
            self.atoms.append(tuple(expand_placements([atom])))
        rows = [
            (-1, 0, 0)
            if placement is None
            else (placement.tile, placement.square.row * self._puzzle.cols + placement.square.col, placement.rot)
            for placement in self.placements
        ]
        self._fields = np.array(rows, np.int64)
        known = np.concatenate([self._numbers, new])
        order = np.argsort(known)
        self._numbers = known[order]
        self._entries = np.concatenate([self._entries, np.arange(len(known) - len(new), len(known))])[order]


class ScanReader:
    """Reads boards that a scan square by square has found, see `solvers.row_scan`.

    Attributes:
        placements: those that were asked for.
        atoms: the same as `chosenTile/3` and `chosenRotation/3`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._squares = tuple(puzzle.grid.squares)
        self._tiles = len(puzzle.tiles)
        self.placements: Mapping[int, Placement] = _Met(self._placement)
        self.atoms: Mapping[int, tuple[Atom, ...]] = _Met(
            lambda entry: tuple(to_atoms(Solution((self.placements[entry],))))
        )

    def read(self, tiles: Integers, turns: Integers) -> Boards:
        """The boards with these tiles and turns, each a row, square after square, row by row."""
        squares = np.broadcast_to(np.arange(len(self._squares)), tiles.shape)
        return Boards(tiles, squares, turns, 4 * (self._tiles * squares + tiles) + turns)

    def _placement(self, entry: int) -> Placement:
        lying, turn = divmod(entry, 4)
        square, tile = divmod(lying, self._tiles)
        return Placement(tile, self._squares[square], turn)


Value = TypeVar("Value")


class _Met(dict[int, Value]):
    """Values by number, each made when it is first asked for."""

    def __init__(self, make: Callable[[int], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Value:
        self[number] = value = self._make(number)
        return value


Reader = TypeVar("Reader", MassReader, ScanReader)


class MassReading(Generic[Reader]):
    """A reader, and the checker of a task.

    Attributes:
        reader: of boards; None for a relaxation whose boards need not match: of these, nothing is read here.
    """

    def __init__(self, task: Task, reader: Reader) -> None:
        self.reader: Reader | None = reader if task.conditions >= NEEDED else None
        self._checker = MassChecker(task.puzzle, task.clues, task.conditions) if self.reader else None

    def checked(self, boards: Boards | None) -> Sequence[Found] | None:
        """The solutions, each made when it is asked for; None without boards, or if one is no solution."""
        if boards is None or self.reader is None or self._checker is None:
            return None
        if not self._checker.solved(boards.tiles, boards.squares, boards.turns).all():
            return None
        return _Solutions(boards.entries, self.reader.placements, self.reader.atoms, self._checker.report)


class _Solutions(Sequence[Found]):
    """Boards that are solutions, as such."""

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
    def __getitem__(self, index: int) -> Found: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Found]: ...

    def __getitem__(self, index: int | slice) -> Found | Sequence[Found]:
        if isinstance(index, slice):
            return _Solutions(self._entries[index], self._placements, self._atoms, self._report)
        shown = self._entries[index].tolist()
        placements, atoms = self._placements, self._atoms
        solution = Solution(tuple(sorted([placements[entry] for entry in shown], key=_tile)))
        return Found(solution, self._report, tuple([atom for entry in shown for atom in atoms[entry]]))


_tile = attrgetter("tile")
