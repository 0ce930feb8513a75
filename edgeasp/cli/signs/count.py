"""`edgeasp signs count`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Annotated

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.cli.signs import signs_options
from edgeasp.cli.solve_summary import all_digits
from edgeasp.formats import files

EPILOG = examples(
    "edgeasp signs count puzzle.puz",
    "edgeasp signs count puzzle.puz --conditions colours --fix-sign",
    "edgeasp signs count puzzle.puz --clue corner.clue --format json",
)


class CountFormat(Enum):
    """The form of the count."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class SignCountRecord:
    """The object that `edgeasp signs count --format json` prints; tiles count from 0."""

    schema: Annotated[str, "The name of this schema."]
    schema_version: Annotated[int, "Grows when a field changes its meaning or is removed."]
    source: Annotated[str, "The file that the puzzle was read from, as the user named it."]
    cols: Annotated[int, "Columns of the board."]
    rows: Annotated[int, "Rows of the board."]
    conditions: Annotated[tuple[str, ...], "The conditions that were stated, of colours and kinds."]
    known_signs: Annotated[int, "Number of tiles whose sign is given, the one of --fix-sign included."]
    clues: Annotated[int, "Number of clues."]
    assignments: Annotated[int, "The number of assignments of signs to all tiles that meet the conditions; exact."]
    seconds: Annotated[float, "Wall time, with reading."]


@shared_options.with_groups
def count(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    question: signs_options.SignOptions,
    fix_sign: signs_options.FixSign = False,
    limits: signs_options.SignLimits = signs_options.SignLimits(),
    form: CountFormat = output_option(CountFormat.TEXT, "--format", help="How to print it."),
    output: shared_options.OutputFile = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Count the assignments of signs that the conditions allow.

    The count is exact. It holds up to 8 x 8 squares, which take half a minute; a larger puzzle needs known signs or
    clues, or fewer conditions.
    """
    if quiet:
        console.set_quiet()
    shared_options.require_writable(output, options.inputs(puzzle))
    caps = limits.limits()
    with signs_options.deadline(caps, "counting") as clock:
        task = options.task(puzzle)
        task = signs_options.with_one_fixed(task) if fix_sign else task
        possible = question.possible(task, clock)
        record = SignCountRecord(
            schema="edgeasp.signs-count",
            schema_version=1,
            source=files.shown_name(puzzle),
            cols=task.puzzle.cols,
            rows=task.puzzle.rows,
            conditions=signs_options.names(question.chosen(task)),
            known_signs=sum(tile.sign is not None for tile in task.puzzle.tiles),
            clues=len(task.clues),
            assignments=possible.count,
            seconds=round(clock.seconds(), 3),
        )
    with all_digits():
        if form is CountFormat.JSON:
            text = json.dumps(asdict(record), indent=1) + "\n"
        else:
            text = f"{possible.count:,} assignment{'s' * (possible.count != 1)} of signs\n"
    shared_options.deliver(text, output)
