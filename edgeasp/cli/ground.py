"""`edgeasp ground`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from textwrap import shorten
from typing import Annotated, Literal

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import OwnRulesOptions, output_option
from edgeasp.formats import files
from edgeasp.formats.endings import Content
from edgeasp.search.ground import ground_size, ground_text
from edgeasp.search.task import Task
from edgeasp.system.errors import OptionError

EPILOG = examples(
    "edgeasp ground puzzle.puz",
    "edgeasp ground puzzle.puz --format json",
    "edgeasp ground puzzle.puz --format aspif | clasp",
    "edgeasp ground puzzle.puz --program mine.lp",
    "edgeasp ground puzzle.puz --program mine.lp --profile",
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
    by_line: bool = output_option(
        False,
        "--profile",
        help="Of a --program: the ground instances of each statement on three small boards, how they grow, and the two "
        "variables to blame.",
    ),
    output: shared_options.OutputFile = None,
) -> None:
    """Ground a puzzle with an encoding and print the size, or the ground program itself."""
    inputs = [*options.inputs(puzzle), *own.inputs()]
    delivery.require_writable(output, _CONTENTS[form], inputs)
    files.require_one_stdin(inputs)
    task = options.task(puzzle, encoding.request(), own=own.rules(encoding))
    if by_line:
        if not task.own.program or form is not GroundFormat.TABLE:
            raise OptionError("--profile is for the table of a --program")
        delivery.deliver_words(_profile(task), output)
        return
    if form in (GroundFormat.TEXT, GroundFormat.ASPIF):
        delivery.deliver(ground_text(task, console.note, aspif=form is GroundFormat.ASPIF), output)
        return
    size = asdict(ground_size(task, console.note))
    if form is GroundFormat.JSON:
        record = GroundRecord(encoding=_description(task), **size)
        delivery.deliver(delivery.json_text(record), output)
    else:
        rows = {**{name: f"{value:,}" for name, value in size.items()}, "tight": "yes" if size["tight"] else "no"}
        width = max(map(len, rows.values()))
        delivery.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in rows.items()), output)


SIZES = (3, 4, 5)
"""Columns and rows of the boards on which growth is measured."""

_LISTED = 8
"""Statements that are listed: those with the most instances."""


def _profile(task: Task) -> str:
    """The statements of a program as a table, and which of them explodes."""
    from edgeasp.generate import Recipe, generate
    from edgeasp.search.grounding import profile

    border = 2 if task.puzzle.framed else 0
    puzzle = task.puzzle
    found = profile(task.own, [generate(Recipe(size, size, 3, border)).puzzle for size in SIZES], len(puzzle.tiles))
    sizes = [f"{cols} x {rows}" for cols, rows in found.boards]
    boards = [*sizes, "share", "grows as", f"{puzzle.cols} x {puzzle.rows}"]
    rows = [["", *boards, "statement"]]
    for each in found.statements[:_LISTED]:
        share = f"{100 * each.numbers[-1] / max(1, found.instances):.0f} %"
        grows = "" if each.exponent is None else f"squares^{each.exponent:.1f}"
        numbers = [*(f"{number:,}" for number in each.numbers), share, grows, f"{each.expected:,}"]
        rows.append([each.statement.place, *numbers, each.statement.text])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        *cells, text = row
        aligned = [
            f"{cell:<{widths[0]}}" if cell is cells[0] else f"{cell:>{width}}"
            for cell, width in zip(cells, widths, strict=False)
        ]
        lines.append(f"{'  '.join(aligned)}  {shorten(text, 36, placeholder=' ...')}".rstrip())
    first = found.statements[0]
    text = f"{first.statement.place}: some {first.expected:,} instances are to be expected on this puzzle"
    if pair := first.blamed:
        (one, other), (here, there) = pair.names, pair.literals
        places = f"{one} in {here} and {other} in {there}" if here and there else f"{one} and {other}"
        text += f"; no literal joins {places}, which take {pair.values:,} pairs of values"
    return "\n".join([*lines, text]) + "\n"


def _description(task: Task) -> str:
    return task.name if task.own.program else task.encoding.description()
