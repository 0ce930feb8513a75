"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer

from edgeasp.cli import console
from edgeasp.encoding.components import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, Component, EncodingRequest
from edgeasp.formats import files
from edgeasp.formats.recognition import Recognised
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Puzzle
from edgeasp.search.task import Task, make_task


def _group(panel: str) -> Callable[..., Any]:
    """`typer.Option` for the options under one heading of a command's help."""
    return partial(typer.Option, rich_help_panel=panel)


puzzle_option, question_option, encoding_option = _group("Puzzle"), _group("Question"), _group("Encoding")
search_option, limit_option, output_option = _group("Search"), _group("Limits"), _group("Output")
picture_option, matrix_option, boards_option = _group("Picture"), _group("Matrix"), _group("Boards")


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
    puzzle_option(
        "--from", metavar="FORMAT", help="The format of the puzzle, if it is not clear: see edgeasp formats."
    ),
]
Sides = Annotated[
    str | None,
    puzzle_option("--sides", metavar="ORDER", help="For plain text: the order of the sides of a tile, such as nswe."),
]
ClueFiles = Annotated[
    list[str] | None,
    puzzle_option("--clue", metavar="FILE", help="Keep the placements in FILE (.clue or .sol). May be repeated."),
]
SignsFile = Annotated[str | None, puzzle_option("--signs", metavar="FILE", help="Add the signs in FILE (.signs).")]
Frame = Annotated[
    str | None,
    puzzle_option("--frame", metavar="COLOUR", help="For class facts without a frame fact: the colour of the outside."),
]
EncodingName = Annotated[
    str | None,
    encoding_option(
        "--encoding",
        metavar="NAMES",
        help="decision, framed, signed, redundant, or several joined by '+'. As fits the puzzle if not given.",
    ),
]
FormulationName = Annotated[
    str, encoding_option("--formulation", metavar="NAME", help=f"How matching is stated: {_names(FORMULATIONS)}.")
]
RedundantNames = Annotated[
    str | None,
    encoding_option(
        "--redundant", metavar="NAMES", help=f"Implied constraints, joined by ',', or 'all': {_names(REDUNDANT)}."
    ),
]
SymmetryNames = Annotated[
    str | None,
    encoding_option(
        "--symmetry",
        metavar="NAMES",
        help=f"Symmetries to break, joined by ',', or 'none': {_names(SYMMETRY)}. The first two if not given.",
    ),
]
HeuristicName = Annotated[
    str, encoding_option("--heuristic", metavar="NAME", help=f"Search guidance: {_names(HEURISTICS)}.")
]
OutputFile = Annotated[
    str | None, output_option("-o", "--output", metavar="FILE", help="Write to FILE, whole or not at all.")
]
TimeLimit = Annotated[
    float | None, limit_option("--time-limit", metavar="SECONDS", min=0, help="Wall time, over everything.")
]
ConflictLimit = Annotated[
    int | None, limit_option("--conflict-limit", metavar="N", min=1, help="Conflicts; deterministic.")
]
MemoryLimit = Annotated[
    str | None, limit_option("--memory-limit", metavar="SIZE", help="Memory at its peak, such as 500M or 2G.")
]
Quiet = Annotated[bool, output_option("-q", "--quiet", help="Print results and errors only.")]


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
