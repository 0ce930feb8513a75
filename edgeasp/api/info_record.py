"""The findings of counting in a puzzle, as plain values: a row of a table, or the JSON of `edgeasp info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from edgeasp.api.instance import Instance, Placements, as_instance, sources_of
from edgeasp.formats import known
from edgeasp.puzzle.card import Summary, summarise
from edgeasp.puzzle.clues import combine
from edgeasp.puzzle.estimate import calibration, log10, scientific
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system.errors import guided


@dataclass(frozen=True, slots=True)
class InfoRecord:
    """The object that `edgeasp info --format json` prints; tiles count from 0.

    >>> found = edgeasp.info(edgeasp.load("instances/planted-6x6.puz"))
    >>> found.cols, found.framed, found.zeros, found.impossible
    (6, True, 24, ())
    """

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
    expected_boards: Annotated[
        tuple[tuple[int, str], ...],
        "The expected number of boards by score, from that of a solution down, by the same model; empty if it does not "
        "apply, or the board is large.",
    ]
    expected_nodes: Annotated[
        tuple[tuple[str, float, int], ...],
        "Of a search square by square, row by row and outward: its order, the decimal logarithm of the expected number "
        "of placements that match what lies around them, and the number of squares that are filled where most of "
        "these lie; empty if the model does not apply, or the board is large.",
    ]
    impossible: Annotated[tuple[str, ...], "Reasons, found by counting, why there is no solution."]


def record(summary: Summary, source: str) -> InfoRecord:
    """The summary as plain values."""
    tiles, solutions, figure = summary.tiles or {}, summary.expected.solutions, calibration(summary.puzzle)
    identity, name = identify(summary.puzzle), known.published(summary.puzzle)
    return InfoRecord(
        schema="edgeasp.info",
        schema_version=1,
        source=source,
        cols=summary.puzzle.cols,
        rows=summary.puzzle.rows,
        framed=summary.puzzle.framed,
        signed=summary.puzzle.signed,
        clues=summary.clues,
        identity=identity.key if identity else None,
        known_as=name.title if name else None,
        differences=name.differences if name else None,
        zeros=summary.puzzle.zeros,
        outside=summary.puzzle.grid.outside,
        corner_squares=summary.squares["corner"],
        side_squares=summary.squares["side"],
        centre_squares=summary.squares["centre"],
        corner_tiles=tiles.get("corner"),
        side_tiles=tiles.get("side"),
        centre_tiles=tiles.get("centre"),
        unplaceable_tiles=summary.unplaceable,
        side_order=summary.side_order,
        colours=len(summary.colours),
        colour_sides=summary.colours,
        ring_sides=summary.ring,
        inner_sides=summary.inner,
        shared_colours=summary.shared,
        odd_colours=tuple(colour for colour, _ in summary.odd),
        identical_tiles=summary.identical_tiles,
        half_turn_tiles=summary.half_turn,
        quarter_turn_tiles=summary.quarter_turn,
        plus_tiles=summary.plus,
        minus_tiles=summary.minus,
        calibration=None if figure is None else float(figure),
        expected_solutions=None if solutions is None else scientific(solutions),
        expected_solutions_log10=log10(solutions) if solutions else None,
        expected_solutions_turns=None if solutions is None else summary.turns,
        expected_solutions_unknown=summary.expected.reason or None,
        expected_boards=tuple(
            (summary.puzzle.grid.diamonds - mismatches, scientific(number))
            for mismatches, number in enumerate(summary.boards)
        ),
        expected_nodes=tuple((node.order, round(node.log10, 4), node.peak) for node in summary.nodes),
        impossible=summary.contradictions,
    )


@guided
def info(puzzle: Puzzle | Instance, clues: Placements = Solution()) -> InfoRecord:
    """Summarise a puzzle without a search: its colours, its tiles, how many solutions are to be expected.

    >>> found = edgeasp.info(edgeasp.load("instances/frame-3x3.puz"))
    >>> found.colours, found.corner_tiles, found.expected_solutions
    (4, 4, '2.8212e+0')
    >>> from dataclasses import asdict
    >>> asdict(found)["known_as"]  # with asdict it is a row of a table
    'instances/frame-3x3.puz'

    Raises:
        InputError: the clues contradict the puzzle or one another.
    """
    instance = as_instance(puzzle, clues)
    kept = combine(instance.puzzle, sources_of(puzzle, clues))
    return record(summarise(instance.puzzle, kept), instance.source)
