"""Arguments and options that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from edgeasp.cli import console
from edgeasp.encoding.components import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, Component, EncodingRequest
from edgeasp.formats import files
from edgeasp.formats.recognition import Recognised
from edgeasp.puzzle.checker import EVERY, Condition
from edgeasp.puzzle.clues import Source, combine
from edgeasp.puzzle.model import Puzzle, Solution


def _names(ideas: tuple[Component, ...]) -> str:
    return ", ".join(idea.name for idea in ideas)


PuzzleFile = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE", help="A .puz, or any other format of puzzles; - for standard input.", show_default=False
    ),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="The format of the puzzle, if it is not clear: see edgeasp formats.",
        rich_help_panel="Puzzle",
    ),
]
Sides = Annotated[
    str | None,
    typer.Option(
        "--sides",
        metavar="ORDER",
        help="For plain text: the order of the sides of a tile, such as nswe.",
        rich_help_panel="Puzzle",
    ),
]
ClueFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--clue",
        metavar="FILE",
        help="Keep the placements in FILE (.clue or .sol). May be repeated.",
        rich_help_panel="Puzzle",
    ),
]
SignsFile = Annotated[
    str | None,
    typer.Option("--signs", metavar="FILE", help="Add the signs in FILE (.signs).", rich_help_panel="Puzzle"),
]
Frame = Annotated[
    str | None,
    typer.Option(
        "--frame",
        metavar="COLOUR",
        help="For class facts without a frame fact: the colour of the outside.",
        rich_help_panel="Puzzle",
    ),
]
EncodingName = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAMES",
        help="decision, framed, signed, redundant, or several joined by '+'. By the puzzle if not given.",
        rich_help_panel="Encoding",
    ),
]
FormulationName = Annotated[
    str,
    typer.Option(
        "--formulation",
        metavar="NAME",
        help=f"How matching is stated: {_names(FORMULATIONS)}.",
        rich_help_panel="Encoding",
    ),
]
RedundantNames = Annotated[
    str | None,
    typer.Option(
        "--redundant",
        metavar="NAMES",
        help=f"Implied constraints, joined by ',', or 'all': {_names(REDUNDANT)}.",
        rich_help_panel="Encoding",
    ),
]
SymmetryNames = Annotated[
    str | None,
    typer.Option(
        "--symmetry",
        metavar="NAMES",
        help=f"Symmetries to break, joined by ',', or 'none': {_names(SYMMETRY)}. The first two if not given.",
        rich_help_panel="Encoding",
    ),
]
HeuristicName = Annotated[
    str,
    typer.Option(
        "--heuristic", metavar="NAME", help=f"Search guidance: {_names(HEURISTICS)}.", rich_help_panel="Encoding"
    ),
]
OutputFile = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all.", rich_help_panel="Output"
    ),
]


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of the group "Puzzle"."""

    clue: ClueFiles = None
    signs: SignsFile = None
    frame: Frame = None
    source_format: From = None
    sides: Sides = None

    def inputs(self, *others: str | None) -> list[str | None]:
        """The files that these options name, and others."""
        return [*others, self.signs, *(self.clue or [])]

    def document(self, puzzle: str) -> Recognised:
        """The content of a puzzle file, without clues from other files."""
        return document(puzzle, self.signs, self.frame, self.source_format, self.sides)

    def load(self, puzzle: str) -> tuple[Puzzle, list[Source]]:
        """The puzzle of a file, and all clues with their sources."""
        return load(puzzle, self.clue, self.signs, self.frame, self.source_format, self.sides)


@dataclass(frozen=True, slots=True)
class EncodingOptions:
    """The options of the group "Encoding"."""

    encoding: EncodingName = None
    formulation: FormulationName = "halves"
    redundant: RedundantNames = None
    symmetry: SymmetryNames = None
    heuristic: HeuristicName = "outward"

    def request(self) -> EncodingRequest:
        """The encoding that these options request."""
        return request(self.encoding, self.formulation, self.redundant, self.symmetry, self.heuristic)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the fields of `PuzzleOptions` and other such classes in place of the parameters of these types."""
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, Any] = {
        name: each.annotation for name, each in signature.parameters.items() if is_dataclass(each.annotation)
    }
    parameters: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        if name not in groups:
            parameters.append(parameter)
            continue
        hints = get_type_hints(groups[name], include_extras=True)
        for field in fields(groups[name]):
            parameters.append(parameter.replace(name=field.name, default=field.default, annotation=hints[field.name]))

    @wraps(command)
    def ungrouped(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    ungrouped.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    ungrouped.__annotations__ = {each.name: each.annotation for each in parameters}
    return ungrouped


def request(
    encoding: str | None, formulation: str, redundant: str | None, symmetry: str | None, heuristic: str
) -> EncodingRequest:
    """The encoding that the options of the group "Encoding" request."""
    return EncodingRequest(encoding, _list(redundant), formulation, _list(symmetry), heuristic)


def _list(names: str | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    return () if names == "none" else tuple(name.strip() for name in names.split(","))


def document(path: str, signs: str | None, frame: str | None, form: str | None, sides: str | None) -> Recognised:
    """The content of a puzzle file; its format is reported unless it is obvious."""
    found = files.read_document(path, signs_path=signs, frame=frame, form=form, sides=sides)
    notes = [] if found.obvious else [f"read as {found.format.name}: {found.format.summary}"]
    for note in (*notes, *found.document.notes):
        console.note(f"{files.shown_name(path)}: {note}")
    return found


def load(
    puzzle: str,
    clues: list[str] | None,
    signs: str | None,
    frame: str | None,
    form: str | None = None,
    sides: str | None = None,
) -> tuple[Puzzle, list[Source]]:
    """The puzzle and the clues that the arguments name; at most one of them is `-`."""
    files.require_one_stdin([puzzle, signs, *(clues or [])])
    found = document(puzzle, signs, frame, form, sides)
    if found.format.is_board:
        console.note(f"{files.shown_name(puzzle)}: its board is ignored: edgeasp convert makes a .sol of it")
    sources = [Source(files.shown_name(puzzle), found.clues)]
    sources += [files.read_clues(path, found.document.puzzle) for path in clues or []]
    return found.document.puzzle, sources


def agreed(puzzle: Puzzle, sources: list[Source], conditions: frozenset[Condition] = EVERY) -> Solution:
    """All clues, which must not contradict the puzzle or one another."""
    return combine(puzzle, sources, conditions)


def require_writable(output: str | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that the result can be written and replaces no input."""
    if output is not None and output != files.STDIN:
        files.require_writable(output)
        files.require_other_file(output, inputs)


def deliver(text: str, output: str | None) -> None:
    """Write the result to a file, or to standard output without one."""
    if output is None or output == files.STDIN:
        console.out(text)
    else:
        files.write_text(output, text)
