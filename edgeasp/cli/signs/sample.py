"""`edgeasp signs sample`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option, question_option, search_option
from edgeasp.cli.signs import signs_options
from edgeasp.cli.signs.signs_options import SamplerName
from edgeasp.formats import endings, files, puz
from edgeasp.formats.endings import Content
from edgeasp.puzzle.signs.conditions import with_signs
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError

EPILOG = examples(
    "edgeasp signs sample puzzle.puz --seed 3 -o puzzle.signs",
    "edgeasp signs sample puzzle.puz -n 100 -o samples/",
    "edgeasp signs sample puzzle.puz -n 1000 --format json > samples.json",
    "edgeasp signs sample puzzle.puz -n 10 --sampler annealing -o nearly/",
)


class SampleFormat(Enum):
    """The form of the samples."""

    SIGNS = "signs"
    JSON = "json"


_CONTENTS = {SampleFormat.SIGNS: Content.SIGNS, SampleFormat.JSON: Content.JSON}


@dataclass(frozen=True, slots=True)
class SignSampleRecord:
    """The object that `edgeasp signs sample --format json` prints; tiles count from 0."""

    schema: Annotated[str, "The name of this schema."]
    schema_version: Annotated[int, "Grows when a field changes its meaning or is removed."]
    source: Annotated[str, "The file that the puzzle was read from, as the user named it."]
    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    seed: Annotated[int, "The seed of the random numbers."]
    sampler: Annotated[str, "What drew them: exact or annealing."]
    assignments: Annotated[int | None, "The number of assignments that were drawn from; null if only exact knows."]
    samples: Annotated[tuple[str, ...], "The samples: for each tile + or -, tile 0 first. One may occur again."]


@shared_options.with_groups
def sample(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    question: signs_options.SignOptions,
    fix_sign: signs_options.FixSign = False,
    number: int = question_option(1, "-n", "--number", metavar="N", min=1, help="Draw N assignments."),
    sampler: SamplerName = search_option(SamplerName.EXACT, "--sampler", help="What draws them."),
    seed: shared_options.Seed = 1,
    limits: signs_options.SignLimits = signs_options.SignLimits(),
    output: str | None = output_option(
        None, "-o", "--output", metavar="FILE|DIR", help="Write to FILE; several samples to DIR as sample_1.signs, ..."
    ),
    form: SampleFormat = output_option(SampleFormat.SIGNS, "--format", help="Print signs or JSON."),
) -> None:
    """Draw assignments of signs at random from those that the conditions allow.

    Each assignment has the same probability, exactly; one may be drawn again. It works where signs count does. On
    larger boards annealing draws nearly uniformly, but promises nothing. Every sample is checked.
    """
    folder = form is SampleFormat.SIGNS and number > 1 and output not in (None, files.STDIN)
    if not folder:
        delivery.require_writable(output, _CONTENTS[form], options.inputs(puzzle))
    caps = limits.limits()
    with signs_options.deadline(caps, "sampling") as clock:
        task = options.task(puzzle)
        task = signs_options.with_one_fixed(task) if fix_sign else task
        if folder and Path(output or "").is_file():
            raise OptionError(
                f"{files.shown_name(output or '')}: expected a folder for {number:,} samples, found a file"
            )
        if sampler is SamplerName.EXACT:
            possible = question.possible(task, clock)
            assignments: int | None = possible.count
            drawn = [possible.checked(row) for row in possible.sample(number, seed)]
        else:
            drawn = question.annealed(task, number, seed, clock)
            assignments = None if drawn else 0
    if not drawn:
        console.note("no assignment of signs meets the conditions")
    if form is SampleFormat.JSON:
        record = SignSampleRecord(
            schema="edgeasp.signs-sample",
            schema_version=1,
            source=files.shown_name(puzzle),
            conditions=signs_options.names(question.chosen(task)),
            seed=seed,
            sampler=sampler.value,
            assignments=assignments,
            samples=tuple("".join(sign.value for sign in each) for each in drawn),
        )
        delivery.deliver(delivery.json_text(record), output)
        return
    texts = [puz.write_signs(with_signs(task.puzzle, each)) for each in drawn]
    if folder:
        _write_folder(output or "", texts)
    elif number == 1:
        delivery.deliver("".join(texts), output)
    else:
        parts = (f"c sample {index}\n{text}" for index, text in enumerate(texts, 1))
        delivery.deliver("".join(parts), output)


def _write_folder(path: str, texts: Sequence[str]) -> None:
    """Each sample in a file of its own; the folder held none before."""
    endings.make_folder(path)
    if before := sorted(Path(path).glob("sample_*.signs")):
        raise OutputError(f"{path}: expected a folder without samples, found {before[0].name}")
    for index, text in enumerate(texts, 1):
        writing.write_new_text(str(Path(path) / f"sample_{index}.signs"), text)
    writing.settle(path)
