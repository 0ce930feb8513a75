"""`edgeasp ground`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Annotated, Literal

from edgeasp.cli import delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.own_rules_options import OwnRulesOptions
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files
from edgeasp.formats.endings import Content
from edgeasp.search.ground import ground_size, ground_text
from edgeasp.search.task import Task

EPILOG = examples(
    "edgeasp ground puzzle.puz",
    "edgeasp ground puzzle.puz --format json",
    "edgeasp ground puzzle.puz --format aspif | clasp",
    "edgeasp ground puzzle.puz --program mine.lp",
)


class GroundFormat(Enum):
    """What to print of a ground program."""

    TABLE = "table"
    JSON = "json"
    TEXT = "text"
    ASPIF = "aspif"


_CONTENTS = {
    GroundFormat.TABLE: Content.LINES,
    GroundFormat.JSON: Content.JSON,
    GroundFormat.TEXT: Content.PROGRAM,
    GroundFormat.ASPIF: Content.ASPIF,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundRecord:
    """The object that `edgeasp ground --format json` prints."""

    schema: Annotated[Literal["edgeasp.ground"], "The name of this schema."] = "edgeasp.ground"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    encoding: Annotated[str, "The encoding in words."]
    variables: Annotated[int, "Variables of the solver."]
    constraints: Annotated[int, "Constraints of the solver."]
    rules: Annotated[int | None, "Rules of the ground program."]
    atoms: Annotated[int | None, "Atoms of the ground program."]
    tight: Annotated[bool | None, "Whether no atom depends on itself."]


@shared_options.with_groups
def ground(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingOptions,
    own: OwnRulesOptions,
    form: GroundFormat = output_option(
        GroundFormat.TABLE, "--format", help="The size as a table or as JSON, or the program as text or as aspif."
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Ground a puzzle with an encoding and print the size, or the ground program itself."""
    inputs = [*options.inputs(puzzle), *own.inputs()]
    delivery.require_writable(output, _CONTENTS[form], inputs)
    files.require_one_stdin(inputs)
    task = options.task(puzzle, encoding.request(), own=own.rules(encoding))
    if form in (GroundFormat.TEXT, GroundFormat.ASPIF):
        delivery.deliver(ground_text(task, aspif=form is GroundFormat.ASPIF), output)
        return
    size = asdict(ground_size(task))
    if form is GroundFormat.JSON:
        record = GroundRecord(encoding=_description(task), **size)
        delivery.deliver(delivery.json_text(record), output)
    else:
        rows = {**{name: f"{value:,}" for name, value in size.items()}, "tight": "yes" if size["tight"] else "no"}
        width = max(map(len, rows.values()))
        delivery.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in rows.items()), output)


def _description(task: Task) -> str:
    return task.name if task.own.program else task.encoding.description()
