"""`edgeasp info`."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

import typer

from edgeasp.api.info_record import record
from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.formats import files, laying
from edgeasp.puzzle.card import ColourCounts, Summary, summarise
from edgeasp.puzzle.expected import calibration, power, scientific
from edgeasp.puzzle.model import Puzzle, side_order
from edgeasp.system.lines import number_of, plural

_INDENT = 20
_WIDEST = 100
_SHOWN = 12
"""The number of tiles, or of groups of tiles, that a line names; it counts the rest."""


_MISMATCHES = (0, 2, 4, 6, 10, 14, 20)
"""Those with which boards are counted in the text."""


@examples(
    "edgeasp info puzzle.puz",
    "edgeasp info puzzle.puz --clue corner.clue",
    "edgeasp info puzzle.puz facts.lp",
    "edgeasp info puzzle.puz --format json | jq .expected_solutions",
)
@shared_options.with_groups
def info(
    puzzles: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE...", help="The puzzle: a .puz, or a file in any other format, a link, e2, or -; or several."
        ),
    ],
    options: shared_options.PuzzleOptions,
    form: shared_options.Form = "text",
    output: shared_options.OutputFile = None,
) -> None:
    """Describe a puzzle, without a search.

    The summary includes reasons, found by counting, why there is no solution, the expected number of solutions by
    Brendan Owen's finite-supply model of framed puzzles without signs, and that of boards by the diamonds that match.
    No solution is no error. Of several puzzles, as JSON, each is an object in a line.
    """
    delivery.require_writable(output, delivery.content_of(form), options.inputs(*puzzles))
    files.require_one_stdin(options.inputs(*puzzles))
    texts = []
    for puzzle in puzzles:
        task = options.task(puzzle)
        summary, name = summarise(task.puzzle, task.clues), files.shown_name(puzzle)
        if form == "json":
            texts.append(delivery.object_text(record(summary, name), alone=len(puzzles) == 1))
        else:
            text = describe(summary, min(console.width(), _WIDEST))
            texts.append(text if len(puzzles) == 1 else f"{name}: {text}")
    delivery.deliver(("\n" if form == "text" else "").join(texts), output)


def describe(summary: Summary, width: int) -> str:
    """The summary as text, at most so many columns wide."""
    puzzle = summary.puzzle
    title = f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, {len(puzzle.tiles)} tiles"
    if not puzzle.turning:
        title += ", no tile may be turned"
    title += f", {summary.clues} {plural(summary.clues, 'clue')}" if summary.clues else ""
    lines = [title]
    for name, text in _entries(summary):
        lines += textwrap.wrap(
            text,
            max(width, 40),
            initial_indent=f"{name:<{_INDENT}}",
            subsequent_indent=" " * _INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _entries(summary: Summary) -> Iterator[tuple[str, str]]:
    name = laying.published(summary.puzzle)
    if name is not None:
        differs = name.differences or (() if name.differences is None else ("tiles as published",))
        yield "known as", ", ".join([name.title, *differs])
    if summary.tiles:
        yield "zeros", _zeros(summary)
        kinds = [(name, has, summary.squares[name]) for name, has in summary.tiles.items()]
        needs = {name: f" (for {squares} squares)" for name, has, squares in kinds if has != squares}
        yield "tiles", ", ".join(f"{has} {name}{needs.get(name, '')}" for name, has, _ in kinds)
    if summary.unplaceable:
        yield "cannot be placed", _unplaceable(summary)
    yield from _colours(summary)
    yield "identical tiles", _grouped(summary) or "none"
    yield "symmetric tiles", _symmetric(summary) or "none"
    if summary.puzzle.signed:
        bare = len(summary.puzzle.tiles) - summary.plus - summary.minus
        yield "signs", f"{summary.plus} +, {summary.minus} -, {bare} without"
    figure = calibration(summary.puzzle)
    if figure is not None:
        size = f"4*{summary.puzzle.cols}*{summary.puzzle.rows}/{len(summary.colours)}^2"
        yield "calibration", f"{size} = {float(figure):.3g} (without a frame, hardest near 2)"
    for reason in summary.contradictions:
        yield "no solution", reason
    if not summary.contradictions:
        yield "expected solutions", _expected(summary)
    if summary.boards:
        yield "boards by score", _boards(summary)
    if summary.nodes:
        yield (
            "nodes of a search",
            ", ".join(
                f"{power(node.log10)} {node.order} (most at {node.peak} {plural(node.peak, 'tile')})"
                for node in summary.nodes
            ),
        )


def _boards(summary: Summary) -> str:
    """The expected number of boards for some scores; those between go evenly."""
    most = summary.puzzle.grid.diamonds
    shown = [mismatches for mismatches in _MISMATCHES if mismatches < len(summary.boards) and mismatches <= most]
    return ", ".join(f"{most - mismatches}: {scientific(summary.boards[mismatches], 2)}" for mismatches in shown)


def _zeros(summary: Summary) -> str:
    zeros, outside = summary.puzzle.zeros, summary.puzzle.grid.outside
    if zeros == outside:
        return f"{zeros} sides, as many as lie outside"
    text = f"{zeros} sides, but {outside} lie outside"
    surplus = zeros - outside
    return f"{text}: {surplus} meet each other inside" if surplus > 0 else text


def _unplaceable(summary: Summary) -> str:
    text = f"{_listed(summary.puzzle, summary.unplaceable)}: 0 on opposite or on more than two sides"
    if not summary.side_order:
        return text
    order = ", ".join(side.name.lower() for side in side_order(summary.side_order))
    return f"{text}; if the file lists sides as {order}, all tiles fit"


def _colours(summary: Summary) -> Iterator[tuple[str, str]]:
    if summary.ring is None or summary.inner is None:
        yield "colours", _sides(summary.puzzle, summary.colours)
    else:
        yield "colours in the ring", _sides(summary.puzzle, summary.ring)
        yield "colours inside", _sides(summary.puzzle, summary.inner)
        if summary.shared:
            yield "in ring and inside", _named(summary.puzzle, summary.shared)
    if summary.puzzle.partners:
        number = Counter(dict(summary.colours))
        name = summary.puzzle.names.colour
        pairs = (
            f"{name(one)}-{name(other)} on {number[one]} and {number[other]} sides"
            for one, other in summary.puzzle.partners
        )
        yield "partners", "; ".join(pairs)
    elif summary.odd:
        yield "odd colours", _sides(summary.puzzle, summary.odd)


def _sides(puzzle: Puzzle, counts: ColourCounts) -> str:
    """The number of colours and of the sides of each; colours with equally many sides together."""
    by_number: dict[int, list[int]] = {}
    for colour, number in counts:
        by_number.setdefault(number, []).append(colour)
    parts = [f"{_named(puzzle, by)} on {number_of(number, 'side')}" for number, by in sorted(by_number.items())]
    return f"{len(counts)}: {'; '.join(reversed(parts))}" if counts else "none"


def _named(puzzle: Puzzle, numbers: Sequence[int]) -> str:
    """Colours by their names, or else by their ascending numbers, three or more in a row as a range."""
    if puzzle.names.colours:
        return ", ".join(map(puzzle.names.colour, numbers))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _symmetric(summary: Summary) -> str:
    turns = ((summary.half_turn, "half"), (summary.quarter_turn, "quarter"))
    return "; ".join(f"{_listed(summary.puzzle, tiles)} after a {turn} turn" for tiles, turn in turns if tiles)


def _listed(puzzle: Puzzle, tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - _SHOWN} more" if len(tiles) > _SHOWN else ""
    return f"{plural(len(tiles), 'tile')} {', '.join(str(puzzle.names.number(tile)) for tile in tiles[:_SHOWN])}{more}"


def _grouped(summary: Summary) -> str:
    groups = summary.identical_tiles
    more = f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else ""
    return "; ".join(_same(summary.puzzle, group) for group in groups[:_SHOWN]) + more


def _same(puzzle: Puzzle, group: Sequence[int]) -> str:
    more = [f"and {len(group) - _SHOWN} more"] if len(group) > _SHOWN else []
    return " = ".join([*(str(puzzle.names.number(tile)) for tile in group[:_SHOWN]), *more])


def _expected(summary: Summary) -> str:
    solutions = summary.expected.solutions
    if solutions is None:
        return f"unknown: {summary.expected.reason}"
    short = not solutions or Fraction(1, 1000) <= solutions < 10**5
    number = f"{float(solutions):.5g}" if short else scientific(solutions)
    turns = f"all {summary.turns} turns of the board counted" if summary.turns > 1 else ""
    parts = ["that keep the clues" if summary.clues else turns]
    if summary.identical_tiles:
        parts.append("identical tiles counted apart")
    if _symmetric(summary) and summary.puzzle.turning:
        parts.append("rotations of symmetric tiles counted apart")
    least, most = sorted((summary.puzzle.cols, summary.puzzle.rows))
    if least == 3 and most >= _LONG:
        parts.append("the mean of sets that differ a hundredfold, as they do on three rows")
    words = ", ".join(filter(None, parts))
    return f"{number} ({words})" if words else number


_LONG = 6
"""Squares along a board of three rows from which on most sets have a tenth of the expected solutions, or ten times."""
