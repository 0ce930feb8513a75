"""Grading of a user program on a puzzle whose boards are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import ClassVar

from edgeasp.encoding.facts import Atom, colour_name
from edgeasp.encoding.own_rules import UserRules
from edgeasp.encoding.render import EncodingRequest, read_rules
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Side, Solution, degrees
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.search.interpretations import check_atoms
from edgeasp.search.solve import Session
from edgeasp.search.task import Task, make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline, LimitReached, Limits

MOST_BOARDS = 2_000
"""Largest number of boards of a puzzle that are compared with a program's answers."""

# Largest number of answers to read. A board has many answers if tiles are identical or have symmetric rotations.
_MOST_ANSWERS = 20_000

# Number of wrong or repeated answers after which the search stops.
_ENOUGH = 100

# Largest number of boards to test one by one, if there are too many answers to read.
_MOST_TESTED = 6

# Minimum time limit, in seconds, for edgeasp to find the boards of a puzzle, even if the program has less time.
_PATIENCE = 30.0


class UnknownBoardsError(OptionError):
    """Error for a puzzle whose boards are not found within the limits."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Fault of a program.

    Attributes:
        text: what is wrong.
        places: lines to blame, e.g. `x.lp:3`, the likeliest first.
    """

    text: str
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Format the fault like an error of a compiler."""
        if not self.places:
            return self.text
        more = f" (see also {', '.join(self.places[1:])})" if len(self.places) > 1 else ""
        return f"{self.places[0]}: {self.text}{more}"


class Fault(Enum):
    """Type of fault of a user program on a puzzle."""

    REFUSED = "refused"
    TOO_MANY = "too many"
    TOO_FEW = "too few"
    DOUBLE = "double"
    TOO_SLOW = "too slow"


@dataclass(frozen=True)
class ExamQuestion:
    """Puzzle on which programs are graded, with the conditions to check.

    Attributes:
        name: name of the puzzle.
        puzzle: puzzle to solve.
        clues: placements that every board must contain.
        framed: whether sides on the boundary must match the frame.
        limits: limits on edgeasp's own search for the boards. A time limit below 30 seconds is raised to 30 seconds.
    """

    name: str
    puzzle: Puzzle
    clues: Solution = Solution()
    framed: bool = True
    limits: Limits = Limits()

    def task(self, own: UserRules = UserRules()) -> Task:
        """Build the search task, with edgeasp's rules or user rules."""
        parts = ["framed" if self.framed and self.puzzle.framed else "decision"]
        if self.puzzle.signed:
            parts.append("signed")
        return make_task(self.puzzle, self.clues, EncodingRequest("+".join(parts)), own=own)

    @cached_property
    def boards(self) -> Mapping[bytes, Solution]:
        """Boards of the puzzle, keyed by digest.

        edgeasp finds at most `MOST_BOARDS`.

        Raises:
            UnknownBoardsError: a limit is reached before the search ends.
        """
        return self._search_boards(lambda: None)

    def find_boards(self, on_tick: Callable[[], None]) -> None:
        """Find `boards` in advance, unless they are known already.

        An exception from `on_tick` ends the search.
        """
        # A cached property has its value there.
        if "boards" not in vars(self):
            vars(self)["boards"] = self._search_boards(on_tick)

    def _search_boards(self, on_tick: Callable[[], None]) -> Mapping[bytes, Solution]:
        seconds = None if self.limits.seconds is None else max(self.limits.seconds, _PATIENCE)
        deadline = Deadline(Limits(seconds, memory=self.limits.memory), on_tick, ends_process=False)
        session = Session(self.task(), deadline=deadline)
        boards = {board_digest(self.puzzle, answer.solution): answer.solution for answer in session.solve(MOST_BOARDS)}
        if session.stopped:
            raise UnknownBoardsError(
                f"{self.name}: expected a puzzle whose boards edgeasp finds in time, found a {session.stopped} before"
            )
        return boards

    @property
    def complete(self) -> bool:
        """Whether `boards` has all boards of the puzzle."""
        return len(self.boards) < MOST_BOARDS

    @cached_property
    def rules(self) -> int | None:
        """Number of ground rules of edgeasp's encoding."""
        return self.task().ground_size().rules


@dataclass(frozen=True)
class WrongAnswer:
    """Wrong answer of a program.

    Attributes:
        text: what is wrong, with numbers as in the facts.
        board: board of the answer, None if the answer does not describe a board.
        report: report of the checker on the board.
    """

    text: str
    board: Solution | None = None
    report: Report | None = None


@dataclass(frozen=True)
class ExamResult:
    """Result of a program on a puzzle.

    Attributes:
        question: puzzle with the conditions to check.
        faults: faults of the program, empty if it is right.
        answers: number of answers that were read.
        found: number of different boards among the answers that are right.
        wrong: first wrong answer, None if no answer is wrong.
        missing: boards of the puzzle that are not answers of the program.
        samples: wrong answers, each as a list of its atoms.
        rules: number of ground rules, None if grounding did not end.
        seconds: wall time in seconds.
        stopped: limit that was reached, empty if none was reached.
        notes: clingo's warnings.
        unasked: number of boards of the puzzle for which it is unknown whether the program has them as answers.
    """

    JSON: ClassVar = (
        ("puzzle", "The name of the puzzle.", "question.name"),
        "faults",
        ("boards", "The boards of the puzzle.", "question.boards.__len__"),
        "found",
        "answers",
        "unasked",
        ("wrong", "The first wrong answer, with columns, rows and tiles from 1; null without one.", "wrong.text"),
        "rules",
        "edgeasp_rules=question.rules",
        "seconds",
        "stopped",
    )

    question: ExamQuestion
    faults: tuple[Fault, ...]
    answers: int = 0
    found: int = 0
    wrong: WrongAnswer | None = None
    missing: tuple[Solution, ...] = ()
    samples: tuple[Sequence[Atom], ...] = ()
    rules: int | None = None
    seconds: float = 0.0
    stopped: str = ""
    notes: tuple[str, ...] = ()
    unasked: int = 0


def examine(
    own: UserRules, question: ExamQuestion, limits: Limits = Limits(), on_tick: Callable[[], None] = lambda: None
) -> ExamResult:
    """Grade a program on a puzzle.

    Args:
        own: program to grade.
        question: puzzle to grade on.
        limits: limits for this puzzle.
        on_tick: called regularly. An exception from it ends the search.

    Raises:
        InputError: clingo refuses the program.
    """
    question.find_boards(on_tick)
    return _ProgramGrading(own, question, Deadline(limits, on_tick, ends_process=False)).grade()


class _ProgramGrading:
    """Grading of a program on a puzzle, in progress."""

    def __init__(self, own: UserRules, question: ExamQuestion, deadline: Deadline) -> None:
        self._question, self._task, self._boards = question, question.task(own), question.boards
        self._deadline = deadline
        self._seen: set[frozenset[Atom]] = set()
        self._found: set[bytes] = set()
        self._samples: list[Sequence[Atom]] = []
        self._wrong: WrongAnswer | None = None
        self._answers, self._doubles, self._ended = 0, 0, False

    def grade(self) -> ExamResult:
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        task, boards, stopped, rules, unasked = self._task, self._boards, "", None, 0
        notes: list[str] = []
        try:
            program = GroundProgram("".join(task.search_program()), deadline=self._deadline, own=task.own)
            notes = program.notes
            rules = program.measure_size().rules
            # If the program optimises, only its optimal answers count.
            batches = program.best_batches(0) if task.own.optimises else program.batches(0)
            with closing(batches):
                for batch in batches:
                    for answer in batch:
                        self._count_answer(program.atoms_in(answer))
                    if max(len(self._samples), self._doubles) >= _ENOUGH or self._answers >= _MOST_ANSWERS:
                        break
                else:
                    self._ended = True
            left = [board for digest, board in boards.items() if digest not in self._found]
        except LimitReached as limit:
            left, stopped = [], str(limit)
        if left and not self._ended:
            left, unasked = self._find_missing(left)
        faults = [
            *([Fault.TOO_MANY] if self._wrong else []),
            *([Fault.TOO_FEW] if left else []),
            *([Fault.DOUBLE] if self._doubles else []),
            *([Fault.TOO_SLOW] if stopped else []),
        ]
        return ExamResult(
            question=self._question,
            faults=tuple(faults),
            answers=self._answers,
            found=len(self._found),
            wrong=self._wrong,
            missing=tuple(left),
            samples=tuple(self._samples),
            rules=rules,
            seconds=round(self._deadline.seconds(), 3),
            stopped=stopped,
            notes=tuple(notes),
            unasked=unasked,
        )

    def _find_missing(self, boards: Sequence[Solution]) -> tuple[list[Solution], int]:
        """Test which boards are missing among the program's answers.

        At most `_MOST_TESTED` boards are tested, since each test is a search.

        Returns:
            the missing boards, and the number of boards that were not tested.
        """
        missing = []
        for number, board in enumerate(boards[:_MOST_TESTED]):
            try:
                if not self._accepts_board(board):
                    missing.append(board)
            except LimitReached:
                return missing, len(boards) - number
        return missing, len(boards[_MOST_TESTED:])

    def _accepts_board(self, board: Solution) -> bool:
        from edgeasp.solvers.clingo.ground_program import GroundProgram
        from edgeasp.solvers.clingo.probes import make_switchable

        # No constraint is switched off.
        program = make_switchable(self._task.own.files).text + "#defined _off/1.\n"
        text = self._task.facts() + program + board_rules(self._question.puzzle, board)
        return any(GroundProgram(text, deadline=self._deadline).answers())

    def _count_answer(self, shown: Sequence[Atom]) -> None:
        atoms = [atom for atom in shown if atom.name in ("chosenTile", "chosenRotation")]
        self._answers += 1
        key = frozenset(atoms)
        if key in self._seen:
            self._doubles += 1
            return
        self._seen.add(key)
        board, report, text = check_atoms(self._task, atoms)
        if report is not None and report.solved and board is not None:
            self._found.add(board_digest(self._question.puzzle, board))
        else:
            self._wrong = self._wrong or WrongAnswer(text, board, report)
            self._samples.append(atoms)


# ---- what is asked about a program, as rules ----


def inspection_rules(puzzle: Puzzle, *, framed: bool) -> str:
    """Return rules that derive the violated conditions of an answer.

    The atom `_broken(W,S,X,Y)` names the condition W, the side S, and the square (X,Y) that violates it.

    Args:
        puzzle: puzzle to solve.
        framed: whether sides on the boundary must match the frame.
    """
    lines = []
    for tile, rot in product(range(len(puzzle.tiles)), puzzle.rots):
        colours = puzzle.sides(Placement(tile, puzzle.grid.squares[0], rot))
        lines += [f"_turned({tile + 1},{degrees(rot)},{side.word},{colour_name(colours[side])})." for side in Side]
    for square in puzzle.grid.squares:
        lines.append(f"_square({square.col + 1},{square.row + 1}).")
        if framed and puzzle.framed:
            for side in sorted(puzzle.grid.outer_sides(square)):
                lines.append(f"_outside({square.col + 1},{square.row + 1},{side.word},{colour_name(FRAME)}).")
    for one, side, other in puzzle.grid.pairs:
        here = f"{one.col + 1},{one.row + 1},{side.word}"
        there = f"{other.col + 1},{other.row + 1},{side.opposite.word}"
        lines.append(f"_meets({here},{there}).")
    return "\n".join(lines) + "\n" + read_rules("grade/inspect.lp")


def board_rules(puzzle: Puzzle, board: Solution, *, softly: bool = False) -> str:
    """Return rules that only allow answers with a given board.

    A square may hold any tile and rotation that look like the board there.

    Args:
        puzzle: puzzle to solve.
        board: board to keep.
        softly: whether an answer may differ from the board, with an atom `_miss(X,Y)` for each different square.
    """
    lines = ["#defined chosenTile/3.", "#defined chosenRotation/3."]
    for placement in board:
        square, seen = placement.square, puzzle.sides(placement)
        at, sign = f"{square.col + 1},{square.row + 1}", puzzle.tiles[placement.tile].sign
        for tile, rot in product(range(len(puzzle.tiles)), puzzle.rots):
            # Identical tiles and symmetric rotations look equal, so each of them may be on the square.
            if puzzle.tiles[tile].sign == sign and puzzle.sides(Placement(tile, square, rot)) == seen:
                lines.append(f"_laid({at}) :- chosenTile({at},{tile + 1}), chosenRotation({at},{degrees(rot)}).")
        lines += (
            [f"{{ _miss({at}) }}.", f":- not _laid({at}), not _miss({at})."] if softly else [f":- not _laid({at})."]
        )
    return "\n".join(lines) + "\n"
