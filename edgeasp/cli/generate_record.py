"""What `edgeasp generate --format json` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from edgeasp.cli.generate_output import Output, command
from edgeasp.generate import Recipe


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedRecord:
    """A puzzle that was written."""

    puzzle: Annotated[str, "The file of the puzzle."]
    solution: Annotated[str | None, "The file of the planted solution; null if it was not written."]
    clues: Annotated[str | None, "The file of the clues; null if there are none."]
    seed: Annotated[int, "The seed of its random numbers."]
    inner_colours: Annotated[int, "The number of inner colours; of all colours without a frame."]
    border_colours: Annotated[int | None, "The number of border colours; null without a frame."]
    command: Annotated[str, "The command that generates the puzzle again, without clues."]
    unique: Annotated[bool | None, "Whether it was proved to have one solution; null if that was not asked for."]
    conflicts: Annotated[tuple[int, ...], "Of the searches that rated it, in their order; none if it was not rated."]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateRecord:
    """The object that `edgeasp generate --format json` prints."""

    schema: Annotated[Literal["edgeasp.generate"], "The name of this schema."] = "edgeasp.generate"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    cols: Annotated[int, "Columns of each board."]
    rows: Annotated[int, "Rows of each board."]
    framed: Annotated[bool, "Whether the boards have a frame."]
    difficulty: Annotated[str | None, "The class for which the puzzles were selected; null if for none."]
    sheets: Annotated[str | None, "The file or folder of the sheets; null if there are none."]
    puzzles: Annotated[tuple[GeneratedRecord, ...], "In the order of their seeds."]


def generated(recipe: Recipe, output: Output, conflicts: tuple[int, ...], *, unique: bool | None) -> GeneratedRecord:
    """The record of a puzzle that was written."""
    puzzle, solution, clues = output.paths(recipe)
    return GeneratedRecord(
        puzzle=str(puzzle),
        solution=solution,
        clues=clues,
        seed=recipe.seed,
        inner_colours=recipe.inner,
        border_colours=recipe.border if recipe.framed else None,
        command=command(recipe),
        unique=unique,
        conflicts=conflicts,
    )
