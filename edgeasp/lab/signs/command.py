"""Command `signs`, with `count` and `sample`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from edgeasp.api.plain import json_document
from edgeasp.api.solving import unlimited_digits
from edgeasp.cli import clock, commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import examples
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import output_option, question_option, search_option
from edgeasp.formats import files, plain
from edgeasp.lab.signs import possible
from edgeasp.lab.signs.possible import AssignmentCount, SignCondition, SignCount, SignSample
from edgeasp.puzzle.estimate import format_scientific
from edgeasp.search.task import Task
from edgeasp.system import writing
from edgeasp.system.errors import LimitError, OptionError, OutputError
from edgeasp.system.limits import Deadline, LimitReached, Limits
from edgeasp.system.lines import plural
from edgeasp.system.writing import make_folder

if TYPE_CHECKING:
    from edgeasp.lab.signs.possible import PossibleSigns


FixSign = Annotated[
    bool,
    question_option(
        "--fix-sign", "Fix a plus on one tile if no sign is given, to count each pair of opposite assignments once."
    ),
]


@dataclass(frozen=True, slots=True)
class SignOptions:
    """Options that choose the conditions on sign assignments."""

    conditions: str | None = question_option(
        "--conditions NAMES", "The conditions: colours, kinds, both joined by ',', or none. Default: both."
    )

    def chosen_conditions(self, task: Task) -> frozenset[SignCondition]:
        """Return the requested conditions, by default all that apply.

        Raises:
            OptionError: a name is not a condition.
        """
        if self.conditions is None:
            return possible.applicable_conditions(task.puzzle)
        names = [name.strip() for name in self.conditions.split(",")]
        if "none" in names and len(names) > 1:
            raise OptionError("--conditions none stands alone")
        names = [] if names == ["none"] else names
        return possible.find_conditions(names, "--conditions {} or none")

    def count_possible_signs(self, task: Task, deadline: Deadline) -> PossibleSigns:
        """Count the possible assignments exactly.

        Raises:
            LimitError: the puzzle is too large for an exact count.
        """
        from edgeasp.lab.signs.possible import PossibleSigns

        return PossibleSigns(task.puzzle, task.clues, self.chosen_conditions(task), deadline)

    def draw_by_annealing(self, task: Task, number: int, seed: int, deadline: Deadline) -> list[possible.Assignment]:
        """Sample assignments by annealing, and check each.

        Raises:
            LimitError: annealing found no assignment. Assignments may exist nevertheless.
        """
        from edgeasp.lab.signs import annealing
        from edgeasp.lab.signs.possible import check_assignment, marks_to_signs

        conditions = self.chosen_conditions(task)
        systems = tuple(possible.sign_systems(task.puzzle, task.clues, conditions))
        rows = annealing.draw_samples(systems, number, seed, deadline)
        return [check_assignment(task.puzzle, task.clues, marks_to_signs(row), conditions) for row in rows]


@contextmanager
def _deadline_with_progress(limits: Limits, phase: str) -> Iterator[Deadline]:
    # Shows `phase` as progress. At a limit, prints why and exits.
    progress = ProgressLine()

    def show_progress() -> None:
        signals.raise_pending()
        if progress.due:
            progress.show(phase)

    deadline = clock.make_deadline(limits, show_progress)
    try:
        yield deadline
    except (LimitReached, LimitError) as reached:
        progress.clear()
        console.error(f"{reached}" if isinstance(reached, LimitError) else f"stopped by the {reached}")
        raise typer.Exit(commands.UNANSWERED) from None
    finally:
        progress.clear()


def _fix_sign_in_task(task: Task) -> Task:
    return replace(task, puzzle=possible.fix_one_sign(task.puzzle, task.clues))


# Default number of chains. The standard error for 10 x 10 squares is then about four per cent.
_CHAINS = 4096

# Smallest estimate that is printed in scientific notation, as its other digits would be noise.
_LONG = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOptions:
    """Options of `signs count`."""

    question: SignOptions = SignOptions()
    fix_sign: FixSign = False
    estimate: bool = question_option(
        "--estimate", "Estimate by annealing: takes seconds on boards of any size, without a guarantee.", False
    )
    chains: int | None = search_option(
        "--chains N",
        f"Number of chains of the estimate: four times as many halve its error. Default: {_CHAINS}.",
        min=100,
    )
    seed: int = search_option(*shared_options.SEED, 1, min=0, max=2**31 - 1)
    limits: shared_options.LimitOptions = shared_options.limits_without_conflicts()
    form: shared_options.Form = "text"
    output: shared_options.OutputFile = None


@examples(
    "edgeasp signs count puzzle.puz",
    "edgeasp signs count puzzle.puz --conditions colours --fix-sign",
    "edgeasp signs count puzzle.puz --estimate --chains 1000 --format json",
    "edgeasp signs count puzzle.puz --clue corner.clue --format json",
)
def count(puzzle: shared_options.PuzzleFile, options: shared_options.PuzzleOptions, wanted: CountOptions) -> None:
    """Count the sign assignments that the conditions allow.

    The count is exact up to 8 x 8 squares, which take half a minute. For a larger puzzle, add known signs or clues, or
    use fewer conditions. A statistical estimate takes seconds for 10 x 10 squares and prints its standard error, but
    has no guarantee.
    """
    delivery.require_writable(wanted.output, delivery.content_type(wanted.form), options.input_files(puzzle))
    if wanted.chains is not None and not wanted.estimate:
        raise OptionError("--chains goes with --estimate")
    chains = wanted.chains or _CHAINS
    with _deadline_with_progress(wanted.limits.limits(), "counting") as clock:
        task = options.make_task(puzzle)
        task = _fix_sign_in_task(task) if wanted.fix_sign else task
        conditions = wanted.question.chosen_conditions(task)
        if wanted.estimate:
            from edgeasp.lab.signs import annealing

            systems = possible.sign_systems(task.puzzle, task.clues, conditions)
            number = annealing.estimate_count(systems, chains, wanted.seed, clock)
        else:
            number = AssignmentCount(wanted.question.count_possible_signs(task, clock).count, exact=True)
        of_chains, seed = (None, None) if number.exact else (chains, wanted.seed)
        counted = SignCount(task, possible.sort_conditions(conditions), number, of_chains, seed, clock.seconds())
    with unlimited_digits():
        if wanted.form == "json":
            text = delivery.json_text(json_document(counted, source=files.printable_name(puzzle)))
        else:
            text = f"{_assignment_count_text(number)} {plural(number.count, 'assignment')} of signs\n"
    delivery.deliver(text, wanted.output)
    if wanted.form == "text" and not number.exact:
        console.note(f"a statistical estimate with a standard error of {number.error:.1%}; it promises nothing")


def _assignment_count_text(number: AssignmentCount) -> str:
    about = "" if number.exact else "about "
    return about + (format_scientific(number.count, 3) if about and number.count >= _LONG else f"{number.count:,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleOptions:
    """Options of `signs sample`."""

    question: SignOptions = SignOptions()
    fix_sign: FixSign = False
    number: int = question_option("-n --number N", "Draw N assignments.", 1, min=1)
    sampler: Literal["exact", "annealing"] = search_option("--sampler", "The sampling method.", "exact")
    seed: shared_options.Seed = 1
    limits: shared_options.LimitOptions = shared_options.limits_without_conflicts()
    output: str | None = output_option(
        "-o --output FILE|DIR", "Write to FILE, or several samples to DIR as sample_1.signs, ..."
    )
    form: Literal["signs", "json"] = output_option("--format", "Print signs or JSON.", "signs")


@examples(
    "edgeasp signs sample puzzle.puz --seed 3 -o puzzle.signs",
    "edgeasp signs sample puzzle.puz -n 100 -o samples/",
    "edgeasp signs sample puzzle.puz -n 1000 --format json > samples.json",
    "edgeasp signs sample puzzle.puz -n 10 --sampler annealing -o nearly/",
)
def sample(puzzle: shared_options.PuzzleFile, options: shared_options.PuzzleOptions, wanted: SampleOptions) -> None:
    """Draw random sign assignments that the conditions allow.

    If signs count can count the assignments exactly, samples are drawn uniformly, with repetition. On larger boards,
    they are drawn by annealing, which is nearly uniform, without a guarantee. Every sample is checked.
    """
    folder = wanted.form == "signs" and wanted.number > 1 and wanted.output not in (None, files.STDIN)
    if not folder:
        delivery.require_writable(wanted.output, delivery.content_type(wanted.form), options.input_files(puzzle))
    with _deadline_with_progress(wanted.limits.limits(), "sampling") as clock:
        task = options.make_task(puzzle)
        task = _fix_sign_in_task(task) if wanted.fix_sign else task
        if folder and wanted.output and Path(wanted.output).is_file():
            raise OptionError(
                f"{files.printable_name(wanted.output)}: expected a folder for {wanted.number:,} samples, found a file"
            )
        if wanted.sampler == "exact":
            every = wanted.question.count_possible_signs(task, clock)
            assignments: int | None = every.count
            drawn = [every.check_row(row) for row in every.sample(wanted.number, wanted.seed)]
        else:
            drawn = wanted.question.draw_by_annealing(task, wanted.number, wanted.seed, clock)
            assignments = None if drawn else 0
    if not drawn:
        console.note("no assignment of signs meets the conditions")
    if wanted.form == "json":
        conditions = possible.sort_conditions(wanted.question.chosen_conditions(task))
        sampled = SignSample(conditions, wanted.seed, wanted.sampler, assignments, tuple(drawn))
        delivery.deliver(delivery.json_text(json_document(sampled, source=files.printable_name(puzzle))), wanted.output)
        return
    texts = [plain.write_signs(possible.with_signs(task.puzzle, signs)) for signs in drawn]
    if folder:
        _write_samples(wanted.output or "", texts)
    elif wanted.number == 1:
        delivery.deliver("".join(texts), wanted.output)
    else:
        parts = (f"c sample {index}\n{text}" for index, text in enumerate(texts, 1))
        delivery.deliver("".join(parts), wanted.output)


def _write_samples(path: str, texts: Sequence[str]) -> None:
    make_folder(path)
    if before := sorted(Path(path).glob("sample_*.signs")):
        raise OutputError(f"{path}: expected a folder without samples, found {before[0].name}")
    for index, text in enumerate(texts, 1):
        writing.write_new_text(str(Path(path) / f"sample_{index}.signs"), text)
    # So that a power cut after the command ends loses no sample.
    writing.flush_files(path)


COMMANDS = (count, sample)
"""The commands of the group, in the order of its help."""


def signs() -> None:
    """Study the signs that tiles of a solution can have.

    If the squares of a solution are coloured like a checkerboard, each tile is on a plus or a minus square. The two
    sides of a diamond have opposite signs, so half of the inner sides of a colour are on plus tiles (condition:
    colours). There are as many plus tiles as plus squares in each class of corner, side and centre tiles (condition:
    kinds). An assignment is possible if it satisfies these conditions, the signs that tiles carry, and the clues.
    """
