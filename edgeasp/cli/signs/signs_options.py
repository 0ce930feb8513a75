"""Options and outputs that the commands on signs share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from edgeasp.cli import console, exit_status, signals
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import question_option
from edgeasp.puzzle.signs.conditions import Assignment, SignCondition, applicable, sign_systems, with_fixed_sign
from edgeasp.search.task import Task
from edgeasp.system.errors import LimitError, OptionError
from edgeasp.system.limits import Deadline, LimitReached, Limits

if TYPE_CHECKING:
    from edgeasp.puzzle.signs.possible import PossibleSigns


@dataclass(frozen=True, slots=True)
class SignRecord:
    """The first fields of what each of these commands prints as JSON; tiles count from 0."""

    schema: Annotated[str, "The name of this schema."]
    schema_version: Annotated[int, "Grows when a field changes its meaning or is removed."]
    source: Annotated[str, "The file that the puzzle was read from, as the user named it."]


FixSign = Annotated[
    bool,
    question_option(
        "--fix-sign",
        help="Give one tile a plus, if none carries a sign, so that of two opposite assignments one counts.",
    ),
]


@dataclass(frozen=True, slots=True)
class SignOptions:
    """Options on the assignments of signs that count as possible."""

    conditions: Annotated[
        str | None,
        question_option(
            "--conditions",
            metavar="NAMES",
            help="The conditions: colours, kinds, both joined by ',', or none. Both if not given.",
        ),
    ] = None

    def chosen(self, task: Task) -> frozenset[SignCondition]:
        """The conditions; an `OptionError` says which name is none."""
        if self.conditions is None:
            return applicable(task.puzzle)
        names = [] if self.conditions == "none" else [name.strip() for name in self.conditions.split(",")]
        known = {condition.value: condition for condition in SignCondition}
        for name in names:
            if name not in known:
                raise OptionError(f"expected --conditions {', '.join(known)} or none, found {name!r}")
        return frozenset(known[name] for name in names)

    def possible(self, task: Task, deadline: Deadline) -> PossibleSigns:
        """All possible assignments; a `LimitError` says that they are too many to count."""
        from edgeasp.puzzle.signs.possible import PossibleSigns

        return PossibleSigns(task.puzzle, task.clues, self.chosen(task), deadline.check)

    def annealed(self, task: Task, number: int, seed: int, deadline: Deadline) -> list[Assignment]:
        """Assignments that are drawn by annealing, without an exact count, each checked; none if there is none.

        Raises:
            LimitError: annealing met none, which proves nothing.
        """
        from edgeasp.puzzle.signs import annealing
        from edgeasp.puzzle.signs.possible import as_signs, checked

        conditions = self.chosen(task)
        systems = tuple(sign_systems(task.puzzle, task.clues, conditions))
        rows = annealing.draw(systems, number, seed, deadline.check)
        return [checked(task.puzzle, task.clues, as_signs(row), conditions) for row in rows]


@contextmanager
def deadline(limits: Limits, progress: ProgressLine, now: Callable[[], tuple[str, float | None]]) -> Iterator[Deadline]:
    """A clock that shows the phase now, and the part that is done; at a limit, the command ends unanswered."""

    def tick() -> None:
        signals.raise_pending()
        if progress.due:
            phase, share = now()
            progress.show(phase, share=share)

    clock = Deadline(limits, tick)
    try:
        yield clock
    except (LimitReached, LimitError) as reached:
        progress.clear()
        console.error(f"{reached}" if isinstance(reached, LimitError) else f"stopped by the {reached}")
        raise typer.Exit(exit_status.UNANSWERED) from None
    finally:
        progress.clear()


def with_one_fixed(task: Task) -> Task:
    """The task with a plus on one tile, unless a tile carries a sign."""
    return replace(task, puzzle=with_fixed_sign(task.puzzle, task.clues))


def names(conditions: frozenset[SignCondition]) -> tuple[str, ...]:
    """The names of conditions in a fixed order."""
    return tuple(condition.value for condition in SignCondition if condition in conditions)
