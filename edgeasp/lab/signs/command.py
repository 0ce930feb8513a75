"""`edgeasp signs`: its commands `count` and `sample`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.api.summary import all_digits
from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import output_option, question_option, search_option
from edgeasp.formats import files, plain
from edgeasp.lab.signs.possible import Assignment, SignCondition, applicable, sign_systems, with_fixed_sign, with_signs
from edgeasp.puzzle.estimate import scientific
from edgeasp.search.task import Task
from edgeasp.system import writing
from edgeasp.system.errors import LimitError, OptionError, OutputError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from edgeasp.system.lines import plural
from edgeasp.system.writing import make_folder

if TYPE_CHECKING:
    from edgeasp.lab.signs.possible import PossibleSigns


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
        from edgeasp.lab.signs.possible import PossibleSigns

        return PossibleSigns(task.puzzle, task.clues, self.chosen(task), deadline.check)

    def annealed(self, task: Task, number: int, seed: int, deadline: Deadline) -> list[Assignment]:
        """Assignments that are drawn by annealing, without an exact count, each checked; none if there is none.

        Raises:
            LimitError: annealing met none, which proves nothing.
        """
        from edgeasp.lab.signs import annealing
        from edgeasp.lab.signs.possible import as_signs, checked

        conditions = self.chosen(task)
        systems = tuple(sign_systems(task.puzzle, task.clues, conditions))
        rows = annealing.draw(systems, number, seed, deadline.check)
        return [checked(task.puzzle, task.clues, as_signs(row), conditions) for row in rows]


@contextmanager
def _deadline(limits: Limits, phase: str) -> Iterator[Deadline]:
    """A clock that shows a phase; at a limit, the command ends unanswered."""
    progress = ProgressLine()

    def tick() -> None:
        signals.raise_pending()
        if progress.due:
            progress.show(phase)

    clock = Deadline(limits, tick)
    try:
        yield clock
    except (LimitReached, LimitError) as reached:
        progress.clear()
        console.error(f"{reached}" if isinstance(reached, LimitError) else f"stopped by the {reached}")
        raise typer.Exit(commands.UNANSWERED) from None
    finally:
        progress.clear()


def _with_one_fixed(task: Task) -> Task:
    """The task with a plus on one tile, unless a tile carries a sign."""
    return replace(task, puzzle=with_fixed_sign(task.puzzle, task.clues))


def _condition_names(conditions: frozenset[SignCondition]) -> tuple[str, ...]:
    """The names of conditions in a fixed order."""
    return tuple(condition.value for condition in SignCondition if condition in conditions)


_CHAINS = 4096
"""With these, 10 x 10 squares have a standard error of some four per cent."""

_LONG = 10**6
"""From here on, the digits of an estimate say too much."""


@dataclass(frozen=True, slots=True)
class SignCountRecord(SignRecord):
    """The object that `edgeasp signs count --format json` prints; tiles count from 0."""

    cols: Annotated[int, "Columns of the board."]
    rows: Annotated[int, "Rows of the board."]
    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    known_signs: Annotated[int, "Number of tiles whose sign is given, the one of --fix-sign included."]
    clues: Annotated[int, "Number of clues."]
    assignments: Annotated[int, "The number of assignments of signs to all tiles that meet the conditions."]
    exact: Annotated[bool, "Whether that is exact; an estimate is only where no condition is left to meet."]
    standard_error: Annotated[
        float | None, "The standard error of an estimated number, as a share of it; null for others."
    ]
    chains: Annotated[int | None, "The number of chains of an estimate; null for others."]
    seed: Annotated[int | None, "The seed of an estimated number; null if exact."]
    seconds: Annotated[float, "Wall time, with reading."]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOptions:
    """Options on the count, and where it goes."""

    question: SignOptions = SignOptions()
    fix_sign: FixSign = False
    estimate: bool = question_option(
        False, "--estimate", help="Estimate by annealing, in seconds on boards of any size, with no promise."
    )
    chains: int = search_option(
        _CHAINS, "--chains", metavar="N", min=100, help="Chains of the estimate: four times as many halve its error."
    )
    seed: Annotated[int, shared_options.seed_of(search_option, 2**31 - 1)] = 1
    limits: shared_options.CostOptions = shared_options.CostOptions()
    form: shared_options.Form = "text"
    output: shared_options.OutputFile = None


@examples(
    "edgeasp signs count puzzle.puz",
    "edgeasp signs count puzzle.puz --conditions colours --fix-sign",
    "edgeasp signs count puzzle.puz --estimate --chains 1000 --format json",
    "edgeasp signs count puzzle.puz --clue corner.clue --format json",
)
@shared_options.with_groups
def count(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: CountOptions,
) -> None:
    """Count the assignments of signs that the conditions allow.

    The count is exact up to 8 x 8 squares, which take half a minute; a larger puzzle needs known signs or clues, or
    fewer conditions. A statistical estimate takes seconds for 10 x 10 squares; it says its standard error, and promises
    nothing.
    """
    delivery.require_writable(wanted.output, delivery.content_of(wanted.form), options.inputs(puzzle))
    with _deadline(wanted.limits.limits(), "counting") as clock:
        task = options.task(puzzle)
        task = _with_one_fixed(task) if wanted.fix_sign else task
        systems = tuple(sign_systems(task.puzzle, task.clues, wanted.question.chosen(task)))
        error, known = None, True
        if wanted.estimate:
            from edgeasp.lab.signs import annealing

            estimated = annealing.estimate(systems, wanted.chains, wanted.seed, clock.check)
            assignments, error, known = estimated.count, estimated.error, estimated.exact
        else:
            assignments = wanted.question.possible(task, clock).count
        record = SignCountRecord(
            schema="edgeasp.signs-count",
            schema_version=2,
            source=files.shown_name(puzzle),
            cols=task.puzzle.cols,
            rows=task.puzzle.rows,
            conditions=_condition_names(wanted.question.chosen(task)),
            known_signs=sum(tile.sign is not None for tile in task.puzzle.tiles),
            clues=len(task.clues),
            assignments=assignments,
            exact=known,
            standard_error=None if known else error,
            chains=wanted.chains if wanted.estimate and not known else None,
            seed=None if known else wanted.seed,
            seconds=round(clock.seconds(), 3),
        )
    with all_digits():
        if wanted.form == "json":
            text = delivery.json_text(record)
        else:
            text = f"{_in_words(record)} {plural(assignments, 'assignment')} of signs\n"
    delivery.deliver(text, wanted.output)
    if wanted.form == "text" and not record.exact:
        console.note(
            f"a statistical estimate with a standard error of {record.standard_error:.1%}; it promises nothing"
        )


def _in_words(record: SignCountRecord) -> str:
    if record.exact:
        return f"{record.assignments:,}"
    if record.standard_error is not None and record.assignments >= _LONG:
        return f"about {scientific(record.assignments, 3)}"
    return f"about {record.assignments:,}"


@dataclass(frozen=True, slots=True)
class SignSampleRecord(SignRecord):
    """The object that `edgeasp signs sample --format json` prints; tiles count from 0."""

    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    seed: Annotated[int, "The seed of the random numbers."]
    sampler: Annotated[str, "What drew them: exact or annealing."]
    assignments: Annotated[int | None, "The number of assignments that were drawn from; null if only exact knows."]
    samples: Annotated[tuple[str, ...], "The samples: for each tile + or -, tile 0 first. One may occur again."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleOptions:
    """Options on the samples, and where they go."""

    question: SignOptions = SignOptions()
    fix_sign: FixSign = False
    number: int = question_option(1, "-n", "--number", metavar="N", min=1, help="Draw N assignments.")
    sampler: Literal["exact", "annealing"] = search_option("exact", "--sampler", help="What draws them.")
    seed: shared_options.Seed = 1
    limits: shared_options.CostOptions = shared_options.CostOptions()
    output: Annotated[
        str | None,
        shared_options.output_to("FILE|DIR", "Write to FILE; several samples to DIR as sample_1.signs, ..."),
    ] = None
    form: Literal["signs", "json"] = output_option("signs", "--format", help="Print signs or JSON.")


@examples(
    "edgeasp signs sample puzzle.puz --seed 3 -o puzzle.signs",
    "edgeasp signs sample puzzle.puz -n 100 -o samples/",
    "edgeasp signs sample puzzle.puz -n 1000 --format json > samples.json",
    "edgeasp signs sample puzzle.puz -n 10 --sampler annealing -o nearly/",
)
@shared_options.with_groups
def sample(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: SampleOptions,
) -> None:
    """Draw assignments of signs at random from those that the conditions allow.

    Each assignment has the same probability, exactly; one may be drawn again. It works where signs count does. On
    larger boards annealing draws nearly uniformly, but promises nothing. Every sample is checked.
    """
    folder = wanted.form == "signs" and wanted.number > 1 and wanted.output not in (None, files.STDIN)
    if not folder:
        delivery.require_writable(wanted.output, delivery.content_of(wanted.form), options.inputs(puzzle))
    with _deadline(wanted.limits.limits(), "sampling") as clock:
        task = options.task(puzzle)
        task = _with_one_fixed(task) if wanted.fix_sign else task
        if folder and wanted.output and Path(wanted.output).is_file():
            raise OptionError(
                f"{files.shown_name(wanted.output)}: expected a folder for {wanted.number:,} samples, found a file"
            )
        if wanted.sampler == "exact":
            possible = wanted.question.possible(task, clock)
            assignments: int | None = possible.count
            drawn = [possible.checked(row) for row in possible.sample(wanted.number, wanted.seed)]
        else:
            drawn = wanted.question.annealed(task, wanted.number, wanted.seed, clock)
            assignments = None if drawn else 0
    if not drawn:
        console.note("no assignment of signs meets the conditions")
    if wanted.form == "json":
        record = SignSampleRecord(
            schema="edgeasp.signs-sample",
            schema_version=1,
            source=files.shown_name(puzzle),
            conditions=_condition_names(wanted.question.chosen(task)),
            seed=wanted.seed,
            sampler=wanted.sampler,
            assignments=assignments,
            samples=tuple("".join(sign.value for sign in signs) for signs in drawn),
        )
        delivery.deliver(delivery.json_text(record), wanted.output)
        return
    texts = [plain.write_signs(with_signs(task.puzzle, signs)) for signs in drawn]
    if folder:
        _write_folder(wanted.output or "", texts)
    elif wanted.number == 1:
        delivery.deliver("".join(texts), wanted.output)
    else:
        parts = (f"c sample {index}\n{text}" for index, text in enumerate(texts, 1))
        delivery.deliver("".join(parts), wanted.output)


def _write_folder(path: str, texts: Sequence[str]) -> None:
    """Each sample in a file of its own; the folder held none before."""
    make_folder(path)
    if before := sorted(Path(path).glob("sample_*.signs")):
        raise OutputError(f"{path}: expected a folder without samples, found {before[0].name}")
    for index, text in enumerate(texts, 1):
        writing.write_new_text(str(Path(path) / f"sample_{index}.signs"), text)
    writing.settle(path)


COMMANDS = (count, sample)
"""The commands of the group, in the order of its help."""


def signs() -> None:
    """Study the signs that the tiles of a solution can have.

    Lay a checkerboard over a solution, and each tile is plus or minus. In a diamond a plus meets a minus, so half of
    the inner sides of a colour are on plus tiles (the condition colours), and among corner, side and centre tiles there
    are as many plus tiles as plus squares (kinds). An assignment of signs is possible if it meets these conditions, the
    signs that tiles carry, and the clues.
    """
