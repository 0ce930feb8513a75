"""`edgeasp ground`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Literal

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import OwnRulesOptions, output_option
from edgeasp.formats import files
from edgeasp.search.grading import ground_size, ground_text
from edgeasp.search.task import Task
from edgeasp.system.errors import OptionError
from edgeasp.system.writing import Content

if TYPE_CHECKING:
    from edgeasp.puzzle.model import Puzzle
    from edgeasp.search.grading import Profile


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRecord:
    """A statement of a program, and how its ground instances grow."""

    file: Annotated[str, "The file that it stands in."]
    line: Annotated[int, "The line on which it begins."]
    statement: Annotated[str, "The statement, as clingo writes it."]
    instances: Annotated[tuple[int, ...], "Its ground instances on each board."]
    exponent: Annotated[float | None, "The power of the number of squares with which they grow, if that is known."]
    expected: Annotated[int, "The instances that are to be expected on the puzzle."]
    blamed: Annotated[tuple[str, str] | None, "Of the variables that no literal joins, the two with the most pairs."]
    pairs: Annotated[int | None, "The pairs of values that these two take on the puzzle."]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundProfileRecord:
    """The object that `edgeasp ground --profile --format json` prints."""

    schema: Annotated[Literal["edgeasp.ground-profile"], "The name of this schema."] = "edgeasp.ground-profile"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    boards: Annotated[tuple[tuple[int, int], ...], "Columns and rows of the boards on which instances were counted."]
    statements: Annotated[tuple[StatementRecord, ...], "The statements, those with the most expected instances first."]


@examples(
    "edgeasp ground puzzle.puz",
    "edgeasp ground puzzle.puz --format json",
    "edgeasp ground puzzle.puz --format aspif | clasp",
    "edgeasp ground puzzle.puz --program mine.lp",
    "edgeasp ground puzzle.puz --program mine.lp --profile",
    "edgeasp ground puzzle.puz --program mine.lp --profile --format json",
)
@shared_options.with_groups
def ground(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    encoding: shared_options.EncodingOptions,
    own: OwnRulesOptions,
    form: Literal["table", "json", "text", "aspif"] = output_option(
        "table", "--format", help="The size as a table or as JSON, or the program as text or as aspif."
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
    content = Content.PROGRAM if form == "text" else delivery.content_of(form)
    delivery.require_writable(output, content, inputs)
    files.require_one_stdin(inputs)
    task = options.task(puzzle, encoding.request(), own=own.rules(encoding))
    if by_line:
        if not task.own.program or form not in ("table", "json"):
            raise OptionError("--profile is for a --program, as a table or as JSON")
        profiled = _profile(task)
        if form == "json":
            delivery.deliver(delivery.json_text(_profile_record(profiled)), output)
        else:
            delivery.deliver_words(_profile_text(task.puzzle, profiled), output)
        return
    if form in ("text", "aspif"):
        delivery.deliver(ground_text(task, console.note, aspif=form == "aspif"), output)
        return
    size = asdict(ground_size(task, console.note))
    if form == "json":
        record = GroundRecord(encoding=task.name if task.own.program else task.encoding.description(), **size)
        delivery.deliver(delivery.json_text(record), output)
    else:
        rows = {**{name: f"{value:,}" for name, value in size.items()}, "tight": "yes" if size["tight"] else "no"}
        width = max(map(len, rows.values()))
        delivery.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in rows.items()), output)


SIZES = (3, 4, 5)
"""Columns and rows of the boards on which growth is measured."""

_LISTED = 8
"""Statements that are listed: those with the most instances."""


def _profile(task: Task) -> Profile:
    """The instances of the statements of a program on small boards like the puzzle."""
    from edgeasp.generate import Recipe, generate
    from edgeasp.search.grading import profile

    border = 2 if task.puzzle.framed else 0
    boards = [generate(Recipe(size, size, 3, border)).puzzle for size in SIZES]
    return profile(task.own, boards, len(task.puzzle.tiles))


def _profile_record(profile: Profile) -> GroundProfileRecord:
    """The statements of a program, as JSON."""
    statements = [
        StatementRecord(
            file=growth.statement.file,
            line=growth.statement.line,
            statement=growth.statement.text,
            instances=growth.numbers,
            exponent=None if growth.exponent is None else round(growth.exponent, 2),
            expected=growth.expected,
            blamed=growth.blamed.names if growth.blamed else None,
            pairs=growth.blamed.values if growth.blamed else None,
        )
        for growth in profile.statements
    ]
    return GroundProfileRecord(boards=profile.boards, statements=tuple(statements))


def _profile_text(puzzle: Puzzle, profile: Profile) -> str:
    """The statements of a program as a table, and which of them explodes."""
    sizes = [f"{cols} x {rows}" for cols, rows in profile.boards]
    boards = [*sizes, "share", "grows as", f"{puzzle.cols} x {puzzle.rows}"]
    rows = [["", *boards, "statement"]]
    for growth in profile.statements[:_LISTED]:
        share = f"{100 * growth.numbers[-1] / max(1, profile.instances):.0f} %"
        grows = "" if growth.exponent is None else f"squares^{growth.exponent:.1f}"
        numbers = [*(f"{number:,}" for number in growth.numbers), share, grows, f"{growth.expected:,}"]
        rows.append([growth.statement.place, *numbers, shorten(growth.statement.text, 36, placeholder=" ...")])
    lines = console.aligned(rows, left=(0, len(boards) + 1))
    first = profile.statements[0]
    text = f"{first.statement.place}: some {first.expected:,} instances are to be expected on this puzzle"
    if pair := first.blamed:
        (one, other), (here, there) = pair.names, pair.literals
        places = f"{one} in {here} and {other} in {there}" if here and there else f"{one} and {other}"
        text += f"; no literal joins {places}, which take {pair.values:,} pairs of values"
    return "\n".join([*lines, text]) + "\n"
