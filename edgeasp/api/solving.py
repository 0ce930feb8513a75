"""Solutions one by one, all of them, or their number."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from edgeasp.api import solve_summary
from edgeasp.api.instance import Board, Instance, Placements, as_instance, draw_gallery, draw_html
from edgeasp.api.running import CountArguments, SearchArguments, SolveArguments, search_of
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.task import Job, Result, Search
from edgeasp.system.errors import LimitError, guided

if TYPE_CHECKING:
    from edgeasp.api.solve_record import Value


class Solutions(Iterator[Solution]):
    """The solutions of a puzzle, one by one, as `solve` finds them; the search goes on when the next one is asked for.

    Closing it, leaving its `with`, or dropping it stops the search. It can be used from any thread, by one at a time:
    others wait, but not with `cancel`. Many searches may run side by side.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> with edgeasp.solve(puzzle) as solutions:
    ...     board = puzzle.board(next(solutions))
    >>> board.solved, solutions.result().found
    (True, 1)

    In a coroutine, `async for` leaves the event loop free; a task that is cancelled stops the search:

    >>> import asyncio
    >>> async def first():
    ...     async for solution in edgeasp.solve(puzzle):
    ...         return solution
    >>> asyncio.run(first())
    Solution(9 placements)

    Attributes:
        instance: the puzzle and all clues.
        job: the search as a value.
    """

    def __init__(self, instance: Instance, job: Job, session: Search, cancelled: threading.Event) -> None:
        """`solve` makes one; `cancelled` is what the clock of the session heeds."""
        self.instance = instance
        self.job = job
        self._session = session
        self._cancelled = cancelled
        self._found = session.run(job)
        self._busy = threading.Lock()
        self._ended = False

    def __next__(self) -> Solution:
        with self._busy:
            answer = next(self._found, None)
            if answer is not None:
                return answer.solution
            stopped = None if self._ended else self._session.result().stopped
            self._ended = True
        if stopped:
            raise LimitError(f"stopped by the {stopped}")
        raise StopIteration

    def board(self) -> Board | None:
        """The next solution as a board; None if there is none."""
        solution = next(self, None)
        return None if solution is None else self.instance.board(solution)

    def result(self) -> Result:
        """The result of the search, as far as it has run."""
        return self._session.result()

    def cancel(self) -> None:
        """Stop the search from any thread, within a moment; who waits for a solution gets a LimitError."""
        self._cancelled.set()

    def close(self) -> None:
        """Stop the search, and wait until it has stopped."""
        self.cancel()
        with self._busy:
            self._ended = True
            self._found.close()

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Solutions:
        return self

    async def __anext__(self) -> Solution:
        import asyncio

        try:
            solution = await asyncio.to_thread(next, self, None)
        except asyncio.CancelledError:
            self.cancel()
            raise
        if solution is None:
            raise StopAsyncIteration
        return solution

    def __repr__(self) -> str:
        state = "ended" if self._ended else "open"
        return f"Solutions({self._session.found:,} found, {state})"


@guided
def solve(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SolveArguments]) -> Solutions:
    """Give the solutions of a puzzle, one by one, each checked.

    The iterator may be abandoned at any time; closing it, or dropping it, stops the search. `solve_all` gives several
    at once, with figures; for searches under assumptions, use a `Session`.

    >>> puzzle = edgeasp.load("instances/frame-3x3.puz")
    >>> next(edgeasp.solve(puzzle))
    Solution(9 placements)
    >>> sum(1 for solution in edgeasp.solve(puzzle, up_to_rotation=True))
    4
    >>> centre = ":- not chosenTile(2,2,9)."  # the last tile lies in the centre
    >>> sum(1 for solution in edgeasp.solve(puzzle, add=centre, time_limit=60))
    16

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        number: the number of solutions after which to stop; 0 for all.
        encoding: variants joined by `+`, such as `framed+signed`, or a request; as fits the puzzle if None.
        add: rules to add, which may use `chosenTile/3` and `chosenRotation/3`: a text, a file, or several.
        program: a program in place of edgeasp's rules, which reads the facts: a text or a file.
        relaxed: give boards of the program that break conditions, too.
        up_to_rotation: give one of the solutions that are rotations of one another.
        limits: what the search may cost.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        seed: of the random numbers; the same seed gives the same solutions in the same order.
        scan: let a program in C try tiles square by square, in place of clingo, if that is faster.
        jobs: the number of processes over which the search is split; with several, solutions come in any order.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle; raised at once, as the next two are.
        InputError: the clues contradict the puzzle or one another.
        OptionError: the seed or the number of processes is out of range.
        LimitError: a limit is reached, so there may be further solutions. If clingo is grounding then, it goes on in
            a thread of its own, and the interpreter waits for it at exit.
    """
    instance = as_instance(puzzle, clues)
    cancelled = threading.Event()
    job, session = search_of(puzzle, clues, cancelled=cancelled, **arguments)
    return Solutions(instance, job, session, cancelled)


@dataclass(frozen=True, repr=False)
class Outcome:
    """The solutions that a search has found, and what it cost.

    A notebook shows the boards.

    >>> outcome = edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz"))
    >>> len(outcome.solutions), outcome.result.exhausted
    (16, True)
    >>> outcome.boards[0]
    Board(3 x 3, 12 of 12 diamonds match: solved)
    >>> row = outcome.record()  # a row of a table: pandas.DataFrame([row, ...])
    >>> row["puzzle_source"], row["counts_boards"], row["stopped"]
    ('instances/frame-3x3.puz', 16, None)

    Attributes:
        instance: the puzzle and all clues.
        job: the search as a value.
        result: its status, counts, seconds and statistics.
        solutions: those found, each checked.
    """

    instance: Instance
    job: Job
    result: Result
    solutions: tuple[Solution, ...]

    @property
    def boards(self) -> tuple[Board, ...]:
        """The solutions as boards."""
        return tuple(map(self.instance.board, self.solutions))

    def record(self) -> dict[str, Value]:
        """Question, answer and cost in one flat record, but without the solutions; None stands for what is not known.

        The fields are those of the JSON of `edgeasp solve`, and mean what docs/schemas/solve.schema.json says.
        """
        from edgeasp.api import solve_record

        return solve_record.flat(solve_record.record(self.job, self.result, self.instance.source))

    def html(self, title: str = "") -> str:
        """A page of its own with all boards, which needs no network."""
        named = [(f"solution {number}", board) for number, board in enumerate(self.boards, 1)]
        return draw_html(self.instance.puzzle, self.instance.clues, named, title, [f"{self._summary}."])

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)

    @property
    def _summary(self) -> str:
        return solve_summary.summary_text(self.job, self.result, done=None, interrupted=False)

    def __repr__(self) -> str:
        return f"Outcome({self._summary})"

    def _repr_html_(self) -> str:
        return draw_gallery([self._summary], self.boards)


@guided
def solve_all(
    puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SolveArguments]
) -> Outcome:
    """Find all solutions of a puzzle, or so many, each checked. A limit that is reached is no error here.

    >>> edgeasp.solve_all(edgeasp.load("instances/frame-3x3.puz"), number=3).result.found
    3
    >>> hard = edgeasp.generate_puzzle(6, colours=3, seed=1)
    >>> print(edgeasp.solve_all(hard, limits=edgeasp.Limits(conflicts=1)).result.stopped)
    conflict limit of 1

    The arguments are those of `solve`.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
        InputError: the clues contradict the puzzle or one another.
        OptionError: a number is out of range.
    """
    instance = as_instance(puzzle, clues)
    job, session = search_of(puzzle, clues, **arguments)
    solutions = tuple(answer.solution for answer in session.run(job))
    return Outcome(instance, job, session.result(), solutions)


@guided
def count(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[CountArguments]) -> int:
    """Count the solutions of a puzzle, as boards: identical tiles may change places, and that is the same board.

    >>> edgeasp.count(edgeasp.load("instances/golden.lp"))
    104
    >>> edgeasp.count(edgeasp.load("instances/golden.lp"), number=100)  # at least so many
    100

    The arguments are those of `solve`, and so are its errors.

    Raises:
        LimitError: a limit is reached; the message says how many there are at least.
    """
    job, session = search_of(puzzle, clues, counts=True, **arguments)
    for _ in session.run(job):
        pass
    result = session.result()
    if result.stopped or result.counts.boards is None:
        least = "" if result.counts.boards is None else f": at least {result.counts.boards:,} boards"
        raise LimitError(f"stopped by the {result.stopped}{least}")
    return result.counts.boards


@guided
def is_unique(puzzle: Puzzle | Instance, clues: Placements = Solution(), **arguments: Unpack[SearchArguments]) -> bool:
    """Whether a puzzle has exactly one solution, up to rotation of the board; with rules of one's own, just one.

    >>> edgeasp.is_unique(edgeasp.load("instances/planted-5x5.puz"))
    True

    The arguments are those of `solve`, and so are its errors.

    Raises:
        LimitError: a limit is reached before that is known.
    """
    job, session = search_of(puzzle, clues, unique=True, **arguments)
    number = sum(1 for _ in session.run(job))
    result = session.result()
    if number < 2 and result.stopped:
        raise LimitError(f"stopped by the {result.stopped}")
    return number == 1
