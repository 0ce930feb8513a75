"""The best board of a puzzle, which may have no known solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

from edgeasp.api import best_summary
from edgeasp.api.instance import Board, Instance, Placements, as_instance, as_solution, draw_gallery
from edgeasp.api.running import Costs, SearchOutlook, clock_of, make_task, require
from edgeasp.api.solve_record import Value, flat
from edgeasp.batch.best_search import BestSearch
from edgeasp.batch.best_state import BestJob, BestResult
from edgeasp.puzzle.checker import Report
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.solvers.clingo.options import MOST_SEED
from edgeasp.system.errors import OptionError
from edgeasp.system.guessing import guided
from edgeasp.system.limits import MOST_JOBS


@dataclass(frozen=True, repr=False)
class BestBoard:
    """The best board that a search has found, and what is known of it. A notebook shows the board.

    >>> best = edgeasp.best(edgeasp.load("instances/random-4x4.puz"))
    >>> best.board
    Board(4 x 4, 22 of 24 diamonds match, 2 broken conditions)
    >>> best.proved, best.record()["score"]
    (True, 22)

    Attributes:
        instance: the puzzle and all clues.
        job: the search as a value.
        result: the board with its report, whether it is proved best, what the rounds did.
    """

    instance: Instance
    job: BestJob
    result: BestResult

    @property
    def board(self) -> Board | None:
        """The board; None if there is none, or none was found in time."""
        return None if self.result.board is None else self.instance.board(self.result.board)

    @property
    def score(self) -> int | None:
        """The number of diamonds that match; None without a board."""
        return None if self.result.report is None else self.result.report.matched

    @property
    def proved(self) -> bool:
        """Whether it is proved that no board is better."""
        return self.result.proved

    def record(self) -> dict[str, Value]:
        """The search in one flat record, but without the board; its fields are those of docs/schemas."""
        row = flat(best_summary.record(self.job, self.result, self.instance.source))
        return {name: row[name] for name in row if name not in ("schema", "schema_version")}

    def __repr__(self) -> str:
        return f"BestBoard({best_summary.summary_text(self.result, interrupted=False)})"

    def _repr_html_(self) -> str:
        words = best_summary.summary_text(self.result, interrupted=False)
        return draw_gallery([words], [self.board] if self.board else [])


@guided
def best(
    puzzle: Puzzle | Instance,
    clues: Placements = Solution(),
    *,
    start: Placements = Solution(),
    goal: int | None = None,
    encoding: str | None = None,
    rounds: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    on_better: Callable[[Board], object] | None = None,
    **costs: Unpack[Costs],
) -> BestBoard:
    """Place all tiles so that as many diamonds as possible match; the frame, the signs and the clues are kept.

    It ends when the board is proved best, at the goal or at a limit, which is no error. A large puzzle needs a limit.

    >>> edgeasp.best(edgeasp.load("instances/planted-4x4.puz"), goal=20, rounds=1).score >= 20
    True

    Args:
        puzzle: the puzzle; of an instance, its clues are kept as well.
        clues: placements to keep.
        start: a board to begin with, complete or partial; it is never made worse.
        goal: the number of matched diamonds that is enough; all if None.
        encoding: `decision`, `framed` or `signed`: the conditions to keep; as fits the puzzle if None.
        rounds: the number of rounds: the same board on every machine.
        seed: of the random numbers.
        jobs: the number of processes.
        on_better: called with each better board.
        limits: on time and memory; conflicts are not limited.
        time_limit: seconds, or a text such as `8h`; short for `limits=Limits(seconds=...)`.
        on_tick: called with a `Progress` some twenty times a second; an exception that it raises ends the search.

    Raises:
        EncodingError: the encoding makes no sense for the puzzle.
        InputError: the clues contradict the puzzle or one another, or the board to begin with breaks a condition.
        OptionError: the goal or a number is out of range.
    """
    instance = as_instance(puzzle, clues)
    clock = clock_of(costs)
    task = make_task(puzzle, clues, encoding)
    if task.encoding.redundant or clock.limits.conflicts is not None:
        raise OptionError("best boards need no implied constraints, and know no conflict limit: limit rounds or time")
    require("number of processes", jobs, 1, MOST_JOBS)
    require("seed", seed, 0, MOST_SEED)
    job = BestJob(task, as_solution(start, "start"), goal, clock.limits, rounds, seed, jobs)

    def improved(board: Solution, _: Report) -> None:
        if on_better is not None:
            on_better(instance.board(board))

    search = BestSearch(job, clock, improved)
    clock.look = lambda: _look(search)
    return BestBoard(instance, job, search.run())


def _look(search: BestSearch) -> SearchOutlook:
    """The progress of a search."""
    phase = next((progress.text for progress in search.running.values()), "search")
    return {
        "phase": phase,
        "boards": search.improvements,
        "score": search.score,
        "bound": search.bound if search.bound >= 0 else None,
    }
