"""`edgeasp ground`."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import Enum
from typing import Annotated

import typer

from edgeasp.cli import options
from edgeasp.cli.app import examples
from edgeasp.search.pipeline import Task, ground_size, ground_text, prepare

EPILOG = examples(
    "edgeasp ground puzzle.puz",
    "edgeasp ground puzzle.puz --format json",
    "edgeasp ground puzzle.puz --format aspif | clasp",
)


class Format(Enum):
    """What to print of a ground program."""

    TABLE = "table"
    JSON = "json"
    TEXT = "text"
    ASPIF = "aspif"


def ground(
    puzzle: options.PuzzleFile,
    clue: options.ClueFiles = None,
    signs: options.SignsFile = None,
    frame: options.Frame = None,
    source_format: options.From = None,
    sides: options.Sides = None,
    encoding: options.EncodingName = None,
    formulation: options.FormulationName = "halves",
    redundant: options.RedundantNames = None,
    symmetry: options.SymmetryNames = None,
    heuristic: options.HeuristicName = "outward",
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="The size as a table or as JSON, or the program as text or as aspif.",
            rich_help_panel="Output",
        ),
    ] = Format.TABLE,
    output: options.OutputFile = None,
) -> None:
    """Ground a puzzle with an encoding and tell the size, or print the ground program itself."""
    options.require_writable(output)
    board, sources = options.load(puzzle, clue, signs, frame, source_format, sides)
    plain = prepare(board, request=options.request(encoding, formulation, redundant, symmetry, heuristic))
    task = Task(board, options.agreed(board, sources, plain.conditions), plain.encoding)
    if form in (Format.TEXT, Format.ASPIF):
        options.deliver(ground_text(task, aspif=form is Format.ASPIF), output)
        return
    size = asdict(ground_size(task))
    if form is Format.JSON:
        options.deliver(json.dumps({"encoding": task.encoding.description(), **size}, indent=2) + "\n", output)
    else:
        rows = [
            (name, f"{value:,}" if not isinstance(value, bool) else "yes" if value else "no")
            for name, value in size.items()
        ]
        width = max(len(value) for _, value in rows)
        options.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in rows), output)
