"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from edgeasp.cli import console
from edgeasp.encoding.components import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, Component, EncodingRequest
from edgeasp.formats import files
from edgeasp.formats.recognition import Recognised
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Puzzle
from edgeasp.search.task import Task, make_task


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
        help="The format of the puzzle, where it is not clear: see edgeasp formats.",
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
        help="decision, framed, signed, redundant, or several joined by '+'. As fits the puzzle if not given.",
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


def request(
    encoding: str | None, formulation: str, redundant: str | None, symmetry: str | None, heuristic: str
) -> EncodingRequest:
    """What the options of the group "Encoding" ask for."""
    return EncodingRequest(encoding, _list(redundant), formulation, _list(symmetry), heuristic)


def _list(names: str | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    return () if names == "none" else tuple(name.strip() for name in names.split(","))


def document(path: str, signs: str | None, frame: str | None, form: str | None, sides: str | None) -> Recognised:
    """What a file of a puzzle says, after telling the user what it was taken for, unless that is obvious."""
    found = files.read_document(path, signs_path=signs, frame=frame, form=form, sides=sides)
    told = [] if found.obvious else [f"read as {found.format.name}: {found.format.summary}"]
    for note in (*told, *found.document.notes):
        console.note(f"{files.shown_name(path)}: {note}")
    return found


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of the group "Puzzle": files by name, and what helps to read them."""

    puzzle: str
    clues: Sequence[str] | None = None
    signs: str | None = None
    frame: str | None = None
    form: str | None = None
    sides: str | None = None


def read_sources(given: PuzzleOptions) -> tuple[Puzzle, list[Source]]:
    """The puzzle and the clues in the files of these options, of which at most one is `-`."""
    clues = given.clues or ()
    files.require_one_stdin([given.puzzle, given.signs, *clues])
    found = document(given.puzzle, given.signs, given.frame, given.form, given.sides)
    if found.format.is_board:
        console.note(f"{files.shown_name(given.puzzle)}: its board is ignored: edgeasp convert makes a .sol of it")
    sources = [Source(files.shown_name(given.puzzle), found.clues)]
    sources += [files.read_clues(path, found.document.puzzle) for path in clues]
    return found.document.puzzle, sources


def read_task(
    given: PuzzleOptions, request: EncodingRequest = EncodingRequest(), *, up_to_rotation: bool = False
) -> Task:
    """The task that files and options describe: the one way from a command line to a task.

    Raises:
        EncodingError: the request makes no sense for the puzzle.
        FormatError: a file can be read in several ways.
        InputError: a file is wrong, or the clues contradict the puzzle or one another.
    """
    puzzle, sources = read_sources(given)
    return make_task(puzzle, sources, request, up_to_rotation=up_to_rotation)


def require_writable(output: str | None, inputs: Iterable[str | None] = ()) -> None:
    """Make sure, before any work, that the result can be delivered, and replaces none of the inputs."""
    if output is not None and output != files.STDIN:
        files.require_writable(output)
        files.require_other_file(output, inputs)


def deliver(text: str, output: str | None) -> None:
    """Write the result to the file that was asked for, or else to standard output."""
    if output is None or output == files.STDIN:
        console.out(text)
    else:
        files.write_text(output, text)
