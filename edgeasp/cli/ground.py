"""`edgeasp ground`."""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import Enum
from typing import Annotated

import typer

from edgeasp.cli import shared_options
from edgeasp.cli.app import examples
from edgeasp.search.ground import ground_size, ground_text

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
    puzzle: shared_options.PuzzleFile,
    clue: shared_options.ClueFiles = None,
    signs: shared_options.SignsFile = None,
    frame: shared_options.Frame = None,
    source_format: shared_options.From = None,
    sides: shared_options.Sides = None,
    encoding: shared_options.EncodingName = None,
    formulation: shared_options.FormulationName = "halves",
    redundant: shared_options.RedundantNames = None,
    symmetry: shared_options.SymmetryNames = None,
    heuristic: shared_options.HeuristicName = "outward",
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="The size as a table or as JSON, or the program as text or as aspif.",
            rich_help_panel="Output",
        ),
    ] = Format.TABLE,
    output: shared_options.OutputFile = None,
) -> None:
    """Ground a puzzle with an encoding and tell the size, or print the ground program itself."""
    shared_options.require_writable(output)
    task = shared_options.read_task(
        shared_options.PuzzleOptions(puzzle, clue, signs, frame, source_format, sides),
        shared_options.request(encoding, formulation, redundant, symmetry, heuristic),
    )
    if form in (Format.TEXT, Format.ASPIF):
        shared_options.deliver(ground_text(task, aspif=form is Format.ASPIF), output)
        return
    size = asdict(ground_size(task))
    if form is Format.JSON:
        shared_options.deliver(json.dumps({"encoding": task.encoding.description(), **size}, indent=2) + "\n", output)
    else:
        rows = [
            (name, f"{value:,}" if not isinstance(value, bool) else "yes" if value else "no")
            for name, value in size.items()
        ]
        width = max(len(value) for _, value in rows)
        shared_options.deliver("".join(f"{name:<12}{value:>{width}}\n" for name, value in rows), output)
