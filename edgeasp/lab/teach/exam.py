"""Exams: user programs, graded on a set of small puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import ClassVar

from edgeasp.api.instance import Board, Rules, read_rules_argument
from edgeasp.encoding.facts import colour_name
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.formats import files
from edgeasp.formats.files import read_rules
from edgeasp.lab.teach.diagnosis import diagnose
from edgeasp.lab.teach.grading import ExamQuestion, ExamResult, Finding, UnknownBoardsError, examine
from edgeasp.puzzle import features
from edgeasp.puzzle.model import Names
from edgeasp.search.profile import endless_rule_texts
from edgeasp.system.errors import EdgeaspError, InputError, OptionError, type_name
from edgeasp.system.limits import Limits, enforceable_memory, parse_bytes
from edgeasp.system.lines import with_noun

SETTING = (
    *("unframed-2x2", "wide-3x2", "tall-2x3", "turning-3x2", "framed-3x3", "none-3x3", "inside-3x3", "signed-4x3"),
    *("framed-4x3", "framed-3x4", "framed-4x4"),
)
"""Names of the packaged puzzles, small puzzles first. They cover all features, and one has no solution."""

COLUMNS = (
    *("program", "verdict", "right", "puzzles", "too_many", "too_few", "double", "too_slow", "rules", "edgeasp_rules"),
    *("seconds", "remark"),
)
"""Columns of the table of graded programs."""


MEMORY = "2G"
"""Default memory limit for each puzzle."""


def puzzle_folder() -> Path:
    """Return the folder of the packaged puzzles.

    The folder is in the package if it is installed, and in `instances` in a checkout.
    """
    package = Path(__file__).parents[2]
    inside = package / "grading"
    return inside if inside.is_dir() else package.parent / "instances" / "grading"


@dataclass(frozen=True, repr=False)
class Grade:
    """Grade of a user program.

    >>> grade = edgeasp.grade(":- tile(1).", ["instances/frame-3x3.puz"])
    >>> grade.verdict, grade.right, grade.outcomes[0].question.name
    ('wrong', 0, 'frame-3x3')

    Attributes:
        program: name of the program's file.
        outcomes: result on each puzzle, empty if clingo refuses the program.
        remarks: faults of the program, with the lines to blame.
        refused: reason why clingo refuses the program, or an empty text.
    """

    JSON: ClassVar = (
        "program",
        "verdict",
        "refused",
        ("warnings", "Warnings of clingo.", "notes"),
        ("remarks", "What is wrong with it, each with lines that it is about.", "texts"),
        "puzzles=outcomes",
    )

    program: str
    outcomes: tuple[ExamResult, ...] = ()
    remarks: tuple[Finding, ...] = ()
    refused: str = ""

    def __str__(self) -> str:
        """Return the verdict and the faults."""
        of = f", {self.right} of {with_noun(len(self.outcomes), 'puzzle')}" if self.outcomes else ""
        return "\n".join([f"{self.program}: {self.verdict}{of}", *filter(None, [self.refused, *self.texts])])

    def __repr__(self) -> str:
        return f"Grade({str(self).splitlines()[0]})"

    @property
    def right(self) -> int:
        """Number of puzzles on which the program is right."""
        return sum(not outcome.faults for outcome in self.outcomes)

    @property
    def verdict(self) -> str:
        """Verdict on the program: `right`, `wrong` or `refused`."""
        if self.refused:
            return "refused"
        return "right" if self.right == len(self.outcomes) else "wrong"

    @property
    def texts(self) -> tuple[str, ...]:
        """Faults as text, each with its lines."""
        return tuple(map(str, self.remarks))

    @property
    def notes(self) -> tuple[str, ...]:
        """Warnings of clingo about the program."""
        return tuple(dict.fromkeys(note for outcome in self.outcomes for note in outcome.notes))

    @property
    def wrong_board(self) -> Board | None:
        """First wrong answer that is a board, or None."""
        outcome = next((outcome for outcome in self.outcomes if outcome.wrong), None)
        if outcome is None or outcome.wrong is None or outcome.wrong.board is None:
            return None
        puzzle = outcome.question.puzzle
        colours = tuple(map(colour_name, range(puzzle.side_colours[-1] + 1)))
        return Board(replace(puzzle, names=Names(colours=colours)), outcome.wrong.board)

    def row(self) -> tuple[object, ...]:
        """Return the values of `COLUMNS`.

        Ground rules are counted on the last puzzle.
        """
        last = self.outcomes[-1] if self.outcomes else None
        faults = [fault.value for outcome in self.outcomes for fault in outcome.faults]
        return (
            *(self.program, self.verdict, self.right, len(self.outcomes)),
            *(faults.count(name) for name in ("too many", "too few", "double", "too slow")),
            *(
                last and last.rules,
                last and last.question.rules,
                round(sum(outcome.seconds for outcome in self.outcomes), 2),
            ),
            self.refused or (str(self.remarks[0]) if self.remarks else ""),
        )


@dataclass(frozen=True)
class Grades:
    """Grades of some programs.

    Attributes:
        programs: grade of each program, in the order of the command line.
    """

    SCHEMA: ClassVar = ("edgeasp.grade", 1)

    programs: tuple[Grade, ...]


class Exam:
    """Set of puzzles on which programs are graded."""

    def __init__(
        self,
        paths: Sequence[str] = (),
        *,
        framed: bool = True,
        limits: Limits = Limits(),
        on_tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Choose the puzzles.

        Args:
            paths: files of puzzles, or folders of them. Default: the packaged puzzles.
            framed: whether sides on the boundary must match the frame. If False, packaged puzzles with a frame are
                skipped.
            limits: limits for each puzzle.
            on_tick: called regularly while a program is graded. An exception from it stops the grading.

        Raises:
            InputError: a puzzle cannot be read.
            OptionError: there is no puzzle.
        """
        self._framed, self._limits, self._on_tick = framed, limits, on_tick
        files = [file for path in paths for file in _puzzle_files(path)]
        self._files = files if paths else [str(puzzle_folder() / f"{name}.puz") for name in SETTING]
        # Puzzles that the user passes are never skipped.
        self._all = bool(paths)
        if not self.questions(signed=False):
            raise OptionError("expected puzzles to grade on, found none")

    @cache  # noqa: B019  # an exam lasts as long as the command
    def questions(self, *, signed: bool) -> tuple[ExamQuestion, ...]:
        """Read the puzzles, with or without the signs of tiles."""
        read_questions = []
        for path in self._files:
            read = files.read(path)
            puzzle = read.puzzle
            features.require_support("grade", puzzle, source=path)
            if not signed:
                puzzle = replace(puzzle, tiles=tuple(replace(tile, sign=None) for tile in puzzle.tiles))
            if self._all or self._framed or not puzzle.framed:
                own = Path(path).stem, puzzle, read.clues, self._framed, self._limits
                read_questions.append(ExamQuestion(*own))
        return tuple(read_questions)

    def grade(self, path: str) -> Iterator[ExamResult | Grade]:
        """Yield a program's result on each puzzle, then its grade.

        Signs are checked if the program reads `tileSign/2`. A program that clingo cannot read is refused.

        Raises:
            UnknownBoardsError: edgeasp does not find the boards of a puzzle within the limits.
        """
        name = files.printable_name(path)
        try:
            rules = read_rules(path)
        except InputError as error:
            yield Grade(name, refused=str(error))
            return
        yield from self.grade_rules(rules, name)

    def grade_rules(self, rules: tuple[RulesFile, ...], name: str) -> Iterator[ExamResult | Grade]:
        """Grade a program that is already read, as `grade` does."""
        from edgeasp.solvers.clingo.syntax import parse_files

        # Relaxed, so that wrong boards are reported by the checker rather than excluded by the search.
        own = UserRules(rules, relaxed=True)
        try:
            signed = any(("tileSign", 2) in statement.reads for statement in parse_files(own.files))
            outcomes = []
            for question in self.questions(signed=signed):
                outcomes.append(examine(own, question, self._limits, self._on_tick))
                yield outcomes[-1]
                if (
                    outcomes[-1].stopped
                    and outcomes[-1].rules is None
                    and len(outcomes) == 1
                    and endless_rule_texts(own)
                ):
                    break  # it will not end on another puzzle either
        except InputError as error:
            yield Grade(name, refused=str(error))
            return
        # This is the fault of a puzzle rather than of the program.
        except UnknownBoardsError:
            raise
        except EdgeaspError as error:
            yield Grade(name, refused=f"{name}: {error}")
            return
        yield Grade(name, tuple(outcomes), tuple(diagnose(own, outcomes, on_tick=self._on_tick)))


def _puzzle_files(path: str) -> list[str]:
    if not Path(path).is_dir():
        return [path]
    return sorted(str(file) for file in Path(path).iterdir() if file.suffix in (".puz", ".lp"))


def exam_limits(seconds: float | None, memory: int | str) -> Limits:
    """Return the limits for each puzzle.

    The default memory limit does not apply if the system does not report memory.

    Raises:
        OptionError: a limit is invalid, or the system cannot enforce it.
    """
    return Limits(seconds, memory=enforceable_memory(parse_bytes(MEMORY)) if memory == MEMORY else memory)


# ---- for Python ----


def grade(
    program: Rules,
    puzzles: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
    *,
    framed: bool = True,
    time_limit: float = 10,
    memory_limit: int | str = MEMORY,
) -> Grade:
    """Grade a program on small puzzles whose boards are known.

    >>> program = edgeasp.make_task(edgeasp.load("instances/frame-3x3.puz")).rules().text
    >>> edgeasp.grade(program, ["instances/frame-3x3.puz"]).verdict
    'right'

    Args:
        program: program, as text or as a file.
        puzzles: files of puzzles, or folders of them. Default: the packaged puzzles.
        framed: whether sides on the boundary must match the frame.
        time_limit: seconds for each puzzle. edgeasp itself has at least 30 seconds to find the boards of a puzzle.
        memory_limit: memory for each puzzle, such as `2G`, or in bytes.

    Raises:
        InputError: a file cannot be read.
        TypeError: the puzzles are not files.
    """
    paths = [puzzles] if isinstance(puzzles, str | PathLike) else [*puzzles]
    if others := [path for path in paths if not isinstance(path, str | PathLike)]:
        raise TypeError(f"expected files of puzzles, or folders of them, found {type_name(others[0])}")
    exam = Exam([fspath(path) for path in paths], framed=framed, limits=exam_limits(time_limit, memory_limit))
    name = fspath(program) if isinstance(program, PathLike) else "program"
    *_, last = exam.grade_rules(read_rules_argument(program, "program"), name)
    assert isinstance(last, Grade)
    return last
