"""Check the answers of a search.

Each answer becomes a solution with the checker's report. An answer that is not a solution raises an error.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from edgeasp.encoding.facts import AnswerReader, Atom, answer_atoms, solution_from_atoms
from edgeasp.puzzle import symmetry
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.model import Solution
from edgeasp.search.task import FoundSolution, Task, Timed
from edgeasp.system.errors import AnswerError, CheckError, ProgramError

if TYPE_CHECKING:
    from edgeasp.search.mass_reading import MassAnswerReader, ScanReader
    from edgeasp.solvers.backtrack import ScannedBoards
    from edgeasp.solvers.clingo.control import Answer
    from edgeasp.solvers.clingo.ground_program import GroundProgram


Batches: TypeAlias = Generator[Sequence[FoundSolution], None, None]
"""Checked solutions, many at a time."""


class CountedSolutions(Sequence[FoundSolution]):
    """Solutions that were counted, but not read or checked."""

    def __init__(self, number: int) -> None:
        self.number = number  # a count over a frontier may exceed sys.maxsize, the limit of len()

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, index: object) -> Any:
        """Raise LookupError, since counted solutions are not stored."""
        raise LookupError("these solutions were counted, and not read")


MANY = 16
"""Answers from which on it pays to read them together."""


def check_answers(
    task: Task,
    program: GroundProgram,
    batches: Generator[list[Answer], None, None],
    reader: AnswerReader,
    timed: Timed,
    *,
    distinct: bool = True,
) -> Batches:
    """Check the answers of a ground program, batch by batch.

    Args:
        task: the task.
        program: the ground program.
        batches: answers of the ground program, in batches.
        reader: reader that decodes single answers.
        timed: stopwatch of the phases.
        distinct: whether to skip further answers with a board that was already found. User rules can cause them.
    """
    seen: set[bytes] = set()

    def is_new(solution: Solution) -> bool:
        before = len(seen)
        seen.add(symmetry.board_digest(task.puzzle, solution))
        return len(seen) > before

    mass: MassAnswerReader | None = None
    with closing(batches):
        while True:
            with timed("solve"):
                batch = next(batches, None)
            if batch is None:
                return
            solutions: Sequence[FoundSolution] | None = None
            # A user program may give another meaning to the atoms that edgeasp's rules show.
            if len(batch) >= MANY and not task.own.program and Condition.ADJOINING in task.conditions:
                # Counting 57,304 boards takes 1.5 times as long as clingo alone with arrays, and 3 to 5 times without.
                if mass is None:
                    # Imports numpy, which takes a tenth of a second.
                    from edgeasp.search.mass_reading import MassAnswerReader

                    mass = MassAnswerReader(task, program.numbered_atom)
                with timed("decode"):
                    boards = mass.read(batch)
                with timed("check"):
                    solutions = mass.check_boards(boards)
            if not solutions:
                solutions = []
                for answer in batch:
                    with timed("decode"):
                        shown = program.atoms_in(answer)
                        solution, atoms = (
                            _decode_program_answer(task, shown) if task.own.program else reader.read_answer(shown)
                        )
                    with timed("check"):
                        report = check(task.puzzle, solution, task.clues, task.conditions)
                    solutions.append(_make_found(task, solution, report, atoms))
            if task.needs_symmetry_filter:
                solutions = [answer for answer in solutions if task.orbit.is_least(answer.solution)]
            elif task.own and distinct:
                solutions = [answer for answer in solutions if is_new(answer.solution)]
            if solutions:
                yield solutions


def check_board(task: Task, solution: Solution, timed: Timed) -> Sequence[FoundSolution]:
    """Check a solution of the compiled search.

    Returns an empty sequence if the board is a symmetric duplicate.
    """
    if task.up_to_rotation and not task.orbit.is_least(solution):
        return []
    with timed("check"):
        report = check(task.puzzle, solution, task.clues, task.conditions)
    return [_make_found(task, solution, report, answer_atoms(solution))]


def make_batch_checker(task: Task, timed: Timed) -> Callable[[ScannedBoards], Sequence[FoundSolution] | None]:
    """Make a function that checks batches of the compiled search.

    The function drops symmetric duplicates. It returns None if a batch is too small to be checked as an array, or
    contains a board that is not a solution.
    """

    @cache
    def make_reader() -> ScanReader:
        from edgeasp.search.mass_reading import ScanReader

        return ScanReader(task)

    def read(batch: ScannedBoards) -> Sequence[FoundSolution] | None:
        if len(batch) < MANY or Condition.ADJOINING not in task.conditions:
            return None
        reader = make_reader()
        with timed("decode"):
            tiles, turns = batch.as_arrays()
            boards = reader.read(tiles, turns)
            if task.up_to_rotation:
                boards = boards.select(task.orbit.are_least(tiles, turns))
        with timed("check"):
            return reader.check_boards(boards)

    return read


def _make_found(task: Task, solution: Solution, report: Report, atoms: Sequence[Atom]) -> FoundSolution:
    """Combine a solution with its report.

    Raises an error if the board is not a solution, unless relaxed boards are requested.
    """
    own = task.own
    if not (report.solved or own.relaxed):
        if own.program:
            raise ProgramError(_wrong_answer_text(own.program_name, report) + _likely_mistake_text(task, atoms))
        raise CheckError(
            "the solver's answer is not a solution; this is a fault in edgeasp or in clingo, please report it: "
            + "; ".join(violation.text for violation in report.violations[:3])
        )
    return FoundSolution(solution, report, tuple(atoms))


def _decode_program_answer(task: Task, shown: Sequence[Atom]) -> tuple[Solution, Sequence[Atom]]:
    """Decode an answer of a user program.

    Returns the board and the atoms of the answer.
    """
    own = task.own
    try:
        return solution_from_atoms(shown, task.puzzle, partial=own.relaxed), shown
    except AnswerError as error:
        text = f"{own.program_name}: an answer is not a board: {error}"
        raise ProgramError(text + _likely_mistake_text(task, shown)) from None


def _likely_mistake_text(task: Task, shown: Sequence[Atom]) -> str:
    """Name a convention that would make a wrong answer right.

    Returns text to append to the error message, empty if there is no such convention.
    """
    from edgeasp.search.interpretations import describe_likely_mistake

    suspected = describe_likely_mistake(task, shown)
    return f"; {suspected}" if suspected else ""


def _wrong_answer_text(name: str, report: Report) -> str:
    texts = [violation.text for violation in report.violations]
    more = f" and {len(texts) - 2} more" if len(texts) > 2 else ""
    advice = "--relaxed shows such boards"
    if {violation.condition for violation in report.violations} <= {Condition.BOUNDARY, Condition.SIGN}:
        advice = "for a program without frame and signs: --encoding decision"
    return f"{name}: an answer is not a solution: {'; '.join(texts[:2])}{more} ({advice})"
