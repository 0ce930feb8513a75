"""A user program on small puzzles whose boards are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from edgeasp.encoding.facts import Atom
from edgeasp.encoding.own_rules import OwnRules
from edgeasp.encoding.render import EncodingRequest
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.puzzle.symmetry import board_digest
from edgeasp.search.interpretations import judged, laid
from edgeasp.search.solve import Session
from edgeasp.search.task import Task, make_task
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import Deadline, LimitReached, Limits

if TYPE_CHECKING:
    pass


MOST_BOARDS = 2_000
"""Boards of a puzzle on which a program is graded; of one that has more, these are graded."""

_MOST_ANSWERS = 20_000
"""Answers to a program that are read: of identical tiles and turned ones, each assignment is one."""

_ENOUGH = 100
"""Answers that are wrong, or come again, after which no more are wanted."""

_ASKED = 6
"""Boards that are asked for one by one where there are too many answers to read them all."""


_PATIENCE = 30.0
"""Seconds that edgeasp has to find the boards of a puzzle, if a program has no more."""


class UnknownBoardsError(OptionError):
    """A puzzle is too hard to grade on."""


class Fault(Enum):
    """A fault of a program on a puzzle."""

    REFUSED = "refused"
    TOO_MANY = "too many"
    TOO_FEW = "too few"
    DOUBLE = "double"
    TOO_SLOW = "too slow"


@dataclass(frozen=True)
class ExamQuestion:
    """A puzzle to grade on, with the conditions that count.

    Attributes:
        name: of the puzzle.
        puzzle: the puzzle.
        clues: placements that its boards keep.
        framed: whether a frame counts.
        limits: on the search for its boards; on time, if it is more than half a minute.
    """

    name: str
    puzzle: Puzzle
    clues: Solution = Solution()
    framed: bool = True
    limits: Limits = Limits()

    def task(self, own: OwnRules = OwnRules()) -> Task:
        """The task, by edgeasp's rules or by those of the user."""
        parts = ["framed" if self.framed and self.puzzle.framed else "decision"]
        if self.puzzle.signed:
            parts.append("signed")
        return make_task(self.puzzle, self.clues, EncodingRequest("+".join(parts)), own=own)

    @cached_property
    def boards(self) -> Mapping[bytes, Solution]:
        """All boards by edgeasp's rules, or `MOST_BOARDS` of them, by what one sees of them.

        Raises:
            UnknownBoardsError: they are not found within the limits.
        """
        return self._found(lambda: None)

    def find_boards(self, on_tick: Callable[[], None]) -> None:
        """Find `boards`, unless they are known; an exception that `on_tick` raises ends the search."""
        if "boards" not in vars(self):
            vars(self)["boards"] = self._found(on_tick)

    def _found(self, on_tick: Callable[[], None]) -> Mapping[bytes, Solution]:
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
        """Whether `boards` are all there are."""
        return len(self.boards) < MOST_BOARDS

    @cached_property
    def rules(self) -> int | None:
        """The ground rules of edgeasp's encoding."""
        return self.task().ground_size().rules


@dataclass(frozen=True)
class Wrong:
    """An answer that is no board of the puzzle: the first of them, and why.

    Attributes:
        text: what is wrong, in the terms of the facts.
        board: what lies where; None if the answer says no such thing.
        report: of the checker on that board.
    """

    text: str
    board: Solution | None = None
    report: Report | None = None


@dataclass(frozen=True)
class ExamResult:
    """The result of a program on a puzzle.

    Attributes:
        question: the puzzle.
        faults: what is wrong; nothing if it is right.
        answers: the number of answers that were read.
        found: the right boards among them.
        wrong: a wrong answer; None if there is none.
        missing: right boards that it has not.
        samples: some answers, as atoms, that are wrong.
        rules: its ground rules; None if it was not ground.
        seconds: wall time.
        stopped: the limit that was reached, or what clingo refuses; empty if neither.
        notes: what clingo says about the program that is no error.
        unasked: boards of the puzzle of which it is not known whether the program has them.
    """

    JSON: ClassVar = (
        ("puzzle", "The name of the puzzle.", "question.name"),
        "faults",
        ("boards", "The boards of the puzzle.", "question.boards.__len__"),
        "found",
        "answers",
        "unasked",
        ("wrong", "The first wrong answer in words, columns, rows and tiles from 1; null if none is.", "wrong.text"),
        "rules",
        "edgeasp_rules=question.rules",
        "seconds",
        "stopped",
    )

    question: ExamQuestion
    faults: tuple[Fault, ...]
    answers: int = 0
    found: int = 0
    wrong: Wrong | None = None
    missing: tuple[Solution, ...] = ()
    samples: tuple[Sequence[Atom], ...] = ()
    rules: int | None = None
    seconds: float = 0.0
    stopped: str = ""
    notes: tuple[str, ...] = ()
    unasked: int = 0


def examine(
    own: OwnRules, question: ExamQuestion, limits: Limits = Limits(), on_tick: Callable[[], None] = lambda: None
) -> ExamResult:
    """Grade a program on a puzzle.

    Args:
        own: the program.
        question: the puzzle.
        limits: on this puzzle.
        on_tick: called all the time; an exception that it raises ends this.

    Raises:
        InputError: clingo refuses the program.
    """
    question.find_boards(on_tick)
    return _Grading(own, question, Deadline(limits, on_tick, ends_process=False)).outcome()


class _Grading:
    """One program on one puzzle."""

    def __init__(self, own: OwnRules, question: ExamQuestion, deadline: Deadline) -> None:
        self._question, self._task, self._boards = question, question.task(own), question.boards
        self._deadline = deadline
        self._seen: set[frozenset[Atom]] = set()
        self._found: set[bytes] = set()
        self._samples: list[Sequence[Atom]] = []
        self._wrong: Wrong | None = None
        self._answers, self._doubles, self._ended = 0, 0, False

    def outcome(self) -> ExamResult:
        from edgeasp.solvers.clingo.ground_program import GroundProgram

        task, boards, stopped, rules, unasked = self._task, self._boards, "", None, 0
        notes: list[str] = []
        try:
            program = GroundProgram("".join(task.search_program()), deadline=self._deadline, own=task.own)
            notes = program.notes
            rules = program.measure().rules
            batches = program.best_batches(0) if task.own.optimises else program.batches(0)
            with closing(batches):
                for batch in batches:
                    for answer in batch:
                        self._take(program.read(answer))
                    if max(len(self._samples), self._doubles) >= _ENOUGH or self._answers >= _MOST_ANSWERS:
                        break
                else:
                    self._ended = True
            left = [board for digest, board in boards.items() if digest not in self._found]
        except LimitReached as limit:
            left, stopped = [], str(limit)
        if left and not self._ended:
            left, unasked = self._missing(left)
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

    def _missing(self, boards: Sequence[Solution]) -> tuple[list[Solution], int]:
        """The boards that are not among the answers, as far as there is time, and how many were not asked about."""
        missing = []
        for number, board in enumerate(boards[:_ASKED]):
            try:
                if not self._has(board):
                    missing.append(board)
            except LimitReached:
                return missing, len(boards) - number
        return missing, len(boards[_ASKED:])

    def _has(self, board: Solution) -> bool:
        """Whether a board is among the answers."""
        from edgeasp.solvers.clingo.ground_program import GroundProgram
        from edgeasp.solvers.clingo.probes import switchable

        program = switchable(self._task.own.files).text + "#defined _off/1.\n"
        text = self._task.facts() + program + laid(self._question.puzzle, board)
        return any(GroundProgram(text, deadline=self._deadline).answers())

    def _take(self, shown: Sequence[Atom]) -> None:
        """Judge an answer."""
        atoms = [atom for atom in shown if atom.name in ("chosenTile", "chosenRotation")]
        self._answers += 1
        key = frozenset(atoms)
        if key in self._seen:
            self._doubles += 1
            return
        self._seen.add(key)
        board, report, text = judged(self._task, atoms)
        if report is not None and report.solved and board is not None:
            self._found.add(board_digest(self._question.puzzle, board))
        else:
            self._wrong = self._wrong or Wrong(text, board, report)
            self._samples.append(atoms)
