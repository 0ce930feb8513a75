"""`edgeasp info`."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files, known
from edgeasp.puzzle.estimate import calibration, log10, scientific
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.summary import ColourCounts, Summary, summarise

EPILOG = examples(
    "edgeasp info puzzle.puz",
    "edgeasp info puzzle.puz --clue corner.clue",
    "edgeasp info puzzle.puz --format json | jq .expected_solutions",
)

_INDENT = 20
_WIDEST = 100
_SHOWN = 12
"""The number of tiles, or of groups of tiles, that a line names; it counts the rest."""


class InfoFormat(Enum):
    """The form of the summary."""

    TEXT = "text"
    JSON = "json"


@shared_options.with_groups
def info(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    form: InfoFormat = output_option(InfoFormat.TEXT, "--format", help="How to print it."),
    output: shared_options.OutputFile = None,
) -> None:
    """Summarise a puzzle without a search.

    The summary includes reasons, found by counting, why there is no solution, and the expected number of solutions by
    Brendan Owen's finite-supply model of framed puzzles without signs. No solution is no error.
    """
    shared_options.require_writable(output, options.inputs(puzzle))
    task = options.task(puzzle)
    found = summarise(task.puzzle, task.clues)
    if form is InfoFormat.JSON:
        values = asdict(record(found, files.shown_name(puzzle)))
        lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in values.items()]
        text = "{\n" + ",\n".join(lines) + "\n}\n"
    else:
        text = describe(found, min(console.width(), _WIDEST))
    shared_options.deliver(text, output)


@dataclass(frozen=True, slots=True)
class InfoRecord:
    """The object that `edgeasp info --format json` prints; tiles count from 0."""

    schema: Annotated[str, "The name of this schema."]
    schema_version: Annotated[int, "Grows when a field changes its meaning or is removed."]
    source: Annotated[str, "The file that the puzzle was read from, as the user named it."]
    cols: Annotated[int, "Columns of the board."]
    rows: Annotated[int, "Rows of the board."]
    framed: Annotated[bool, "Whether some side has the frame colour 0, so that every side outside must have it."]
    signed: Annotated[bool, "Whether some tile carries a sign."]
    clues: Annotated[int, "Number of clues."]
    identity: Annotated[str | None, "A key that the same puzzles share, under whatever names; null if not found."]
    known_as: Annotated[str | None, "What the puzzle is called, under whatever names; null if it is not known."]
    differences: Annotated[
        tuple[str, ...] | None, "How the file differs from the published tiles, in words; null if these are not known."
    ]
    zeros: Annotated[int, "Sides that have the frame colour 0."]
    outside: Annotated[int, "Sides of squares that lie outside: 2 * (cols + rows)."]
    corner_squares: Annotated[int, "Squares with two sides outside."]
    side_squares: Annotated[int, "Squares with one side outside."]
    centre_squares: Annotated[int, "Squares with no side outside."]
    corner_tiles: Annotated[int | None, "Tiles with two sides 0, which are neighbours; null without a frame."]
    side_tiles: Annotated[int | None, "Tiles with one side 0; null without a frame."]
    centre_tiles: Annotated[int | None, "Tiles with no side 0; null without a frame."]
    unplaceable_tiles: Annotated[
        tuple[int, ...], "Where as many sides are 0 as lie outside, tiles with 0 on opposite sides."
    ]
    side_order: Annotated[
        str | None,
        "The order of sides, as initials, in which the file would have no such tiles; null if it has none, or in "
        "every order.",
    ]
    colours: Annotated[int, "Number of colours, that of the frame not counted."]
    colour_sides: Annotated[tuple[tuple[int, ...], ...], "The colours, each with the number of sides that have it."]
    ring_sides: Annotated[
        tuple[tuple[int, ...], ...] | None,
        "The same for sides that meet a neighbour along the outside; null if the tiles do not determine them.",
    ]
    inner_sides: Annotated[
        tuple[tuple[int, ...], ...] | None,
        "The same for all other sides inside; null if the tiles do not determine them.",
    ]
    shared_colours: Annotated[tuple[int, ...], "Colours that occur both along the outside and elsewhere inside."]
    odd_colours: Annotated[tuple[int, ...], "Colours that an odd number of sides have."]
    identical_tiles: Annotated[tuple[tuple[int, ...], ...], "Groups of tiles that are identical up to rotation."]
    half_turn_tiles: Annotated[tuple[int, ...], "Tiles that a half turn does not change, but a quarter turn changes."]
    quarter_turn_tiles: Annotated[tuple[int, ...], "Tiles that a quarter turn does not change."]
    plus_tiles: Annotated[int, "Number of tiles that carry a plus."]
    minus_tiles: Annotated[int, "Number of tiles that carry a minus."]
    calibration: Annotated[float | None, "4 * cols * rows / colours^2; null if there are no colours."]
    expected_solutions: Annotated[
        str | None,
        "The expected number of solutions that keep the clues, by the finite-supply model, to five digits; "
        "identical tiles and all rotations count apart. A text, since it may be too large or small for a number; "
        "null if the model does not apply.",
    ]
    expected_solutions_log10: Annotated[float | None, "The decimal logarithm of that; null where it has none."]
    expected_solutions_turns: Annotated[
        int | None,
        "How many turns of the board that counts: 4, on a rectangle 2, and 1 with clues; null if the model does "
        "not apply.",
    ]
    expected_solutions_unknown: Annotated[str | None, "Why the model does not apply; null if it does."]
    impossible: Annotated[tuple[str, ...], "Reasons, found by counting, why there is no solution."]


def record(found: Summary, source: str) -> InfoRecord:
    """The summary as plain values."""
    tiles, solutions, figure = found.tiles or {}, found.expected.solutions, calibration(found.puzzle)
    identity, name = identify(found.puzzle), known.published(found.puzzle)
    return InfoRecord(
        schema="edgeasp.info",
        schema_version=1,
        source=source,
        cols=found.puzzle.cols,
        rows=found.puzzle.rows,
        framed=found.puzzle.framed,
        signed=found.puzzle.signed,
        clues=found.clues,
        identity=identity.key if identity else None,
        known_as=name.title if name else None,
        differences=name.differences if name else None,
        zeros=found.puzzle.zeros,
        outside=found.puzzle.outside,
        corner_squares=found.squares["corner"],
        side_squares=found.squares["side"],
        centre_squares=found.squares["centre"],
        corner_tiles=tiles.get("corner"),
        side_tiles=tiles.get("side"),
        centre_tiles=tiles.get("centre"),
        unplaceable_tiles=found.unplaceable,
        side_order=found.side_order,
        colours=len(found.colours),
        colour_sides=found.colours,
        ring_sides=found.ring,
        inner_sides=found.inner,
        shared_colours=found.shared,
        odd_colours=tuple(colour for colour, _ in found.odd),
        identical_tiles=found.identical_tiles,
        half_turn_tiles=found.half_turn,
        quarter_turn_tiles=found.quarter_turn,
        plus_tiles=found.plus,
        minus_tiles=found.minus,
        calibration=None if figure is None else float(figure),
        expected_solutions=None if solutions is None else scientific(solutions),
        expected_solutions_log10=log10(solutions) if solutions else None,
        expected_solutions_turns=None if solutions is None else found.turns,
        expected_solutions_unknown=found.expected.reason or None,
        impossible=found.contradictions,
    )


def describe(found: Summary, width: int) -> str:
    """The summary as text, at most so many columns wide."""
    puzzle = found.puzzle
    title = f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, {len(puzzle.tiles)} tiles"
    title += f", {found.clues} clue{'s' * (found.clues > 1)}" if found.clues else ""
    lines = [title]
    for name, text in _entries(found):
        lines += textwrap.wrap(
            text,
            max(width, 40),
            initial_indent=f"{name:<{_INDENT}}",
            subsequent_indent=" " * _INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _entries(found: Summary) -> Iterator[tuple[str, str]]:
    name = known.published(found.puzzle)
    if name is not None:
        differs = name.differences or (() if name.differences is None else ("tiles as published",))
        yield "known as", ", ".join([name.title, *differs])
    if found.tiles:
        yield "zeros", _zeros(found)
        needs = {name: f" (for {squares} squares)" for name, squares in found.squares.items()}
        kinds = found.tiles.items()
        yield "tiles", ", ".join(f"{has} {name}{needs[name] * (has != found.squares[name])}" for name, has in kinds)
    if found.unplaceable:
        yield "cannot be placed", _unplaceable(found)
    yield from _colours(found)
    yield "identical tiles", _grouped(found.identical_tiles) or "none"
    yield "symmetric tiles", _symmetric(found) or "none"
    if found.puzzle.signed:
        bare = len(found.puzzle.tiles) - found.plus - found.minus
        yield "signs", f"{found.plus} +, {found.minus} -, {bare} without"
    figure = calibration(found.puzzle)
    if figure is not None:
        size = f"4*{found.puzzle.cols}*{found.puzzle.rows}/{len(found.colours)}^2"
        yield "calibration", f"{size} = {float(figure):.3g} (without a frame, hardest near 2)"
    for reason in found.contradictions:
        yield "no solution", reason
    if not found.contradictions:
        yield "expected solutions", _expected(found)


def _zeros(found: Summary) -> str:
    zeros, outside = found.puzzle.zeros, found.puzzle.outside
    if zeros == outside:
        return f"{zeros} sides, as many as lie outside"
    text = f"{zeros} sides, but {outside} lie outside"
    surplus = zeros - outside
    return f"{text}: {surplus} meet each other inside" if surplus > 0 else text


def _unplaceable(found: Summary) -> str:
    text = f"{_listed(found.unplaceable)}: 0 on opposite or on more than two sides"
    if not found.side_order:
        return text
    return f"{text}; if the file lists sides as {', '.join(_SIDES[each] for each in found.side_order)}, all tiles fit"


_SIDES = {"n": "north", "e": "east", "s": "south", "w": "west"}


def _colours(found: Summary) -> Iterator[tuple[str, str]]:
    if found.ring is None or found.inner is None:
        yield "colours", _sides(found.colours)
    else:
        yield "colours in the ring", _sides(found.ring)
        yield "colours inside", _sides(found.inner)
        if found.shared:
            yield "in ring and inside", ", ".join(map(str, found.shared))
    if found.odd:
        yield "odd colours", _sides(found.odd)


def _sides(counts: ColourCounts) -> str:
    """The number of colours and of the sides of each; colours with equally many sides together."""
    by_number: dict[int, list[int]] = {}
    for colour, number in counts:
        by_number.setdefault(number, []).append(colour)
    parts = [f"{_ranges(by)} on {number:,} side{'s' * (number != 1)}" for number, by in sorted(by_number.items())]
    return f"{len(counts)}: {'; '.join(reversed(parts))}" if counts else "none"


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers, three or more in a row as a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _symmetric(found: Summary) -> str:
    turns = ((found.half_turn, "half"), (found.quarter_turn, "quarter"))
    return "; ".join(f"{_listed(tiles)} after a {turn} turn" for tiles, turn in turns if tiles)


def _listed(tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - _SHOWN} more" if len(tiles) > _SHOWN else ""
    return f"tile{'s' * (len(tiles) > 1)} {', '.join(map(str, tiles[:_SHOWN]))}{more}"


def _grouped(groups: Sequence[Sequence[int]]) -> str:
    more = f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else ""
    return "; ".join(map(_same, groups[:_SHOWN])) + more


def _same(group: Sequence[int]) -> str:
    more = [f"and {len(group) - _SHOWN} more"] * (len(group) > _SHOWN)
    return " = ".join([*map(str, group[:_SHOWN]), *more])


def _expected(found: Summary) -> str:
    solutions = found.expected.solutions
    if solutions is None:
        return f"unknown: {found.expected.reason}"
    short = not solutions or Fraction(1, 1000) <= solutions < 10**5
    number = f"{float(solutions):.5g}" if short else scientific(solutions)
    turns = "that keep the clues" if found.clues else f"all {found.turns} turns of the board counted"
    apart = ", identical tiles counted apart" * bool(found.identical_tiles)
    apart += ", rotations of symmetric tiles counted apart" * bool(_symmetric(found))
    return f"{number} ({turns}{apart})"
