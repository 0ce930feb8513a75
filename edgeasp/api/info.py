"""Summaries of puzzles and boards, as values and as text."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from edgeasp.api.instance import Instance, Placements, as_instance, clue_sources
from edgeasp.formats import known
from edgeasp.puzzle import counting, features
from edgeasp.puzzle.clues import merge_clues
from edgeasp.puzzle.estimate import (
    calibration_figure,
    expected_boards,
    expected_solutions_of,
    format_log10,
    format_scientific,
    log10,
)
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import FRAME, SIDE_ORDERS, Matching, Puzzle, Sign, Solution, Tile, clockwise_sides, side_order
from edgeasp.puzzle.summary import BoardSummary, Windows, summary_lines
from edgeasp.puzzle.symmetry import board_rotations
from edgeasp.search.orders import expected_nodes
from edgeasp.system.lines import plural, with_noun

ColourCounts = tuple[tuple[int, int], ...]
"""Colours in ascending order, each with the number of sides that have it."""


@dataclass(frozen=True, slots=True)
class Info:
    """JSON object of `edgeasp info`. Tiles are numbered from 0.

    >>> found = edgeasp.info(edgeasp.load("instances/planted-6x6.puz"))
    >>> found.cols, found.framed, found.zeros, found.impossible
    (6, True, 24, ())

    Attributes:
        source: The file that the puzzle was read from, as the user named it.
        cols: Columns of the board.
        rows: Rows of the board.
        framed: Whether some side has the frame colour 0, so that every boundary side must have it.
        signed: Whether some tile carries a sign.
        clues: Number of clues.
        identity: Key that isomorphic puzzles share, None if it could not be computed.
        known_as: Name under which the puzzle was published, None for other puzzles.
        differences: Differences from the published tiles as text, None if they are unknown.
        zeros: Number of sides with the frame colour 0.
        outside: Number of sides on the boundary: 2 * (cols + rows).
        corner_squares: Number of squares with two boundary sides.
        side_squares: Number of squares with one boundary side.
        centre_squares: Number of squares without a boundary side.
        corner_tiles: Number of tiles with two adjacent sides 0, None without a frame.
        side_tiles: Number of tiles with one side 0, None without a frame.
        centre_tiles: Number of tiles with no side 0, None without a frame.
        unplaceable_tiles: Tiles that fit on no square, since two opposite sides are 0. Empty if more sides are 0 than
            the boundary has.
        side_order: Order of sides, as initials, that would make unplaceable tiles placeable. None if there is no need,
            or no such order.
        colours: Number of colours without the frame colour.
        colour_sides: Colours, each with its number of sides.
        ring_sides: Colours between adjacent border tiles, None if the tiles do not determine them.
        inner_sides: Colours of all other inner sides, None if the tiles do not determine them.
        shared_colours: Colours between border tiles that also occur further inside.
        odd_colours: Colours with an odd number of sides.
        identical_tiles: Groups of tiles that are identical up to rotation.
        half_turn_tiles: Tiles that a half turn does not change, but a quarter turn changes.
        quarter_turn_tiles: Tiles that a quarter turn does not change.
        plus_tiles: Number of tiles that carry a plus.
        minus_tiles: Number of tiles that carry a minus.
        calibration: Figure by which Martin Brain calibrates puzzles: 4 * cols * rows / colours^2. None without colours.
        expected_solutions: Expected number of solutions that keep the clues (finite-supply model), to five digits.
            Identical tiles and all rotations count separately. A text, because it may exceed the range of a number.
            None if the model does not apply.
        expected_solutions_log10: Decimal logarithm of the expected number, None if the number is unknown or 0.
        expected_solutions_turns: Number of rotations in which a solution is counted: 4, on a rectangle 2, with clues 1.
            None if the model does not apply.
        expected_solutions_unknown: Reason why the model does not apply, None if the model applies.
        expected_boards: Expected number of boards for each score, from the highest down, by the same model. Empty if
            it does not apply, or the board is large.
        expected_nodes: Expected nodes of searches that fill one square after the other, row by row and from the centre.
            Each entry has the order, the decimal logarithm of the expected number of nodes, and the number of filled
            squares with the most nodes. A node is a placement that matches its neighbours. Empty if the model does not
            apply, or the board is large.
        impossible: Reasons, found by counting, why there is no solution.
    """

    SCHEMA: ClassVar = ("edgeasp.info", 1)

    source: str
    cols: int
    rows: int
    framed: bool
    signed: bool
    clues: int
    identity: str | None
    known_as: str | None
    differences: tuple[str, ...] | None
    zeros: int
    outside: int
    corner_squares: int
    side_squares: int
    centre_squares: int
    corner_tiles: int | None
    side_tiles: int | None
    centre_tiles: int | None
    unplaceable_tiles: tuple[int, ...]
    side_order: str | None
    colours: int
    colour_sides: ColourCounts
    ring_sides: ColourCounts | None
    inner_sides: ColourCounts | None
    shared_colours: tuple[int, ...]
    odd_colours: tuple[int, ...]
    identical_tiles: tuple[tuple[int, ...], ...]
    half_turn_tiles: tuple[int, ...]
    quarter_turn_tiles: tuple[int, ...]
    plus_tiles: int
    minus_tiles: int
    calibration: float | None
    expected_solutions: str | None
    expected_solutions_log10: float | None
    expected_solutions_turns: int | None
    expected_solutions_unknown: str | None
    expected_boards: tuple[tuple[int, str], ...]
    expected_nodes: tuple[tuple[str, float, int], ...]
    impossible: tuple[str, ...]


def info(puzzle: Puzzle | Instance, clues: Placements = Solution()) -> Info:
    """Summarise a puzzle by counting, without a search.

    >>> found = edgeasp.info(edgeasp.load("instances/frame-3x3.puz"))
    >>> found.colours, found.corner_tiles, found.expected_solutions
    (4, 4, '2.8212e+0')
    >>> from dataclasses import asdict
    >>> asdict(found)["known_as"]  # with asdict it is a row of a table
    'instances/frame-3x3.puz'

    Raises:
        InputError: the clues contradict the puzzle or each other.
    """
    instance = as_instance(puzzle, clues)
    puzzle, clues = instance.puzzle, merge_clues(instance.puzzle, clue_sources(puzzle, clues))
    features.require_support("info", puzzle)
    kinds = list(map(counting.count_frame_sides, puzzle.tiles))
    squares = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares)
    # If zeros remain for the inside, any tile may be placeable.
    tight = puzzle.exact and puzzle.grid.ringed
    unplaceable = tuple(tile for tile, kind in enumerate(kinds) if kind is None and tight)
    colours = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    del colours[FRAME]
    supply = counting.side_supply(puzzle) if tight and not unplaceable else None
    signs = Counter(tile.sign for tile in puzzle.tiles)
    identity, name = identify(puzzle), known.published_details(puzzle)
    expected, figure = expected_solutions_of(puzzle, clues), calibration_figure(puzzle)
    solutions = expected.solutions
    return Info(
        source=instance.source,
        cols=puzzle.cols,
        rows=puzzle.rows,
        framed=puzzle.framed,
        signed=puzzle.signed,
        clues=len(clues),
        identity=identity.key if identity else None,
        known_as=name.title if name else None,
        differences=name.differences if name else None,
        zeros=puzzle.zeros,
        outside=puzzle.outside,
        corner_squares=squares[2],
        side_squares=squares[1],
        centre_squares=squares[0],
        corner_tiles=kinds.count(2) if puzzle.framed else None,
        side_tiles=kinds.count(1) if puzzle.framed else None,
        centre_tiles=kinds.count(0) if puzzle.framed else None,
        unplaceable_tiles=unplaceable,
        side_order=_fitting_side_order(puzzle) if len(unplaceable) > puzzle.spare else None,
        colours=len(colours),
        colour_sides=_sort_counts(colours),
        ring_sides=_sort_counts(supply.ring) if supply else None,
        inner_sides=_sort_counts(supply.inner) if supply else None,
        shared_colours=tuple(sorted({*supply.ring} & {*supply.inner})) if supply else (),
        odd_colours=tuple(sorted(counting.unmatched_sides(puzzle, colours))),
        identical_tiles=tuple(map(tuple, puzzle.identical_tiles())),
        half_turn_tiles=_tiles_of_period(puzzle, 2),
        quarter_turn_tiles=_tiles_of_period(puzzle, 1),
        plus_tiles=signs[Sign.PLUS],
        minus_tiles=signs[Sign.MINUS],
        calibration=None if figure is None else float(figure),
        expected_solutions=None if solutions is None else format_scientific(solutions),
        expected_solutions_log10=log10(solutions) if solutions else None,
        expected_solutions_turns=None if solutions is None else 1 if len(clues) else len(board_rotations(puzzle)),
        expected_solutions_unknown=expected.reason or None,
        expected_boards=tuple(
            (puzzle.grid.diamonds - mismatches, format_scientific(number))
            for mismatches, number in enumerate(expected_boards(puzzle, clues) or ())
        ),
        expected_nodes=tuple((node.order, round(node.log10, 4), node.peak) for node in expected_nodes(puzzle, clues)),
        impossible=tuple(counting.contradictions(puzzle)),
    )


def _fitting_side_order(puzzle: Puzzle) -> str | None:
    # With this order of sides, the zeros of all tiles would fit on the boundary.
    for name in SIDE_ORDERS:
        order = side_order(name)
        if not any(Tile(clockwise_sides(tile.sides, order)).has_opposite_zeros for tile in puzzle.tiles):
            return name
    return None


def _sort_counts(counts: Counter[int]) -> ColourCounts:
    return tuple(sorted(counts.items()))


def _tiles_of_period(puzzle: Puzzle, period: int) -> tuple[int, ...]:
    return tuple(index for index, tile in enumerate(puzzle.tiles) if tile.period == period)


# ---- summaries of puzzles as text ----

_INDENT = 20
# Maximum number of tiles, or groups of tiles, named in a line. The rest is counted.
_SHOWN = 12


# Numbers of mismatches for which the text shows the expected number of boards.
_MISMATCHES = (0, 2, 4, 6, 10, 14, 20)


def info_text(puzzle: Puzzle, figures: Info, width: int) -> str:
    """Summarise a puzzle as text, at most `width` columns wide."""
    title = f"{figures.cols} x {figures.rows}, {'framed' if figures.framed else 'unframed'}, {len(puzzle.tiles)} tiles"
    if not puzzle.turning:
        title += ", tiles may not be rotated"
    title += "".join(f", {kind}" for kind in puzzle.beyond)
    title += f", {with_noun(figures.clues, 'clue')}" if figures.clues else ""
    lines = [title]
    for name, text in _info_entries(puzzle, figures):
        lines += textwrap.wrap(
            text,
            max(width, 40),
            initial_indent=f"{name:<{_INDENT}}",
            subsequent_indent=" " * _INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _info_entries(puzzle: Puzzle, figures: Info) -> Iterator[tuple[str, str]]:
    if figures.known_as is not None:
        differs = figures.differences or (() if figures.differences is None else ("tiles as published",))
        yield "known as", ", ".join([figures.known_as, *differs])
    if figures.framed:
        yield "zeros", _zeros_text(puzzle, figures)
        yield "tiles", _tile_types_text(figures)
    if figures.unplaceable_tiles:
        yield "cannot be placed", _unplaceable_tiles_text(puzzle, figures)
    yield from _colour_entries(puzzle, figures)
    yield "identical tiles", _tile_groups_text(puzzle, figures.identical_tiles) or "none"
    yield "symmetric tiles", _symmetric_tiles_text(puzzle, figures) or "none"
    if figures.signed:
        bare = len(puzzle.tiles) - figures.plus_tiles - figures.minus_tiles
        yield "signs", f"{figures.plus_tiles} +, {figures.minus_tiles} -, {bare} without"
    if figures.calibration is not None:
        whole = f"{figures.cols}*{figures.rows}" if puzzle.grid.ringed else f"{puzzle.grid.size}"
        size = f"4*{whole}/{figures.colours}^2"
        yield "calibration", f"{size} = {figures.calibration:.3g} (without a frame, hardest near 2)"
    for reason in figures.impossible:
        yield "no solution", reason
    if not figures.impossible:
        yield "expected solutions", _expected_solutions_text(puzzle, figures)
    if figures.expected_boards:
        # The scores between go evenly.
        shown = [figures.expected_boards[wrong] for wrong in _MISMATCHES if wrong < len(figures.expected_boards)]
        boards = (f"{score}: {format_scientific(Fraction(number), 2)}" for score, number in shown if score >= 0)
        yield "boards by score", ", ".join(boards)
    if figures.expected_nodes:
        nodes = (
            f"{format_log10(log10)} {order} (most at {with_noun(peak, 'tile')})"
            for order, log10, peak in figures.expected_nodes
        )
        yield "nodes of a search", ", ".join(nodes)


def _zeros_text(puzzle: Puzzle, figures: Info) -> str:
    surplus = figures.zeros - figures.outside
    if not surplus:
        return f"{figures.zeros} sides, as many as are on the boundary"
    text = f"{figures.zeros} sides, but {figures.outside} are on the boundary"
    where = "touch each other inside" if puzzle.loose else "are on spare tiles"
    return f"{text}: {surplus} {where}" if surplus > 0 else text


def _tile_types_text(figures: Info) -> str:
    kinds = (
        ("corner", figures.corner_tiles, figures.corner_squares),
        ("side", figures.side_tiles, figures.side_squares),
        ("centre", figures.centre_tiles, figures.centre_squares),
    )
    return ", ".join(
        f"{tiles} {name}" + (f" (for {with_noun(squares, 'square')})" if tiles != squares else "")
        for name, tiles, squares in kinds
    )


def _unplaceable_tiles_text(puzzle: Puzzle, figures: Info) -> str:
    text = f"{_tiles_text(puzzle, figures.unplaceable_tiles)}: 0 on opposite or on more than two sides"
    if not figures.side_order:
        return text
    order = ", ".join(side.name.lower() for side in side_order(figures.side_order))
    return f"{text}; if the file lists sides as {order}, all tiles fit"


def _colour_entries(puzzle: Puzzle, figures: Info) -> Iterator[tuple[str, str]]:
    if figures.ring_sides is None or figures.inner_sides is None:
        yield "colours", _side_counts_text(puzzle, figures.colour_sides)
    else:
        yield "colours in the ring", _side_counts_text(puzzle, figures.ring_sides)
        yield "colours inside", _side_counts_text(puzzle, figures.inner_sides)
        if figures.shared_colours:
            yield "in ring and inside", _colours_text(puzzle, figures.shared_colours)
    number = dict(figures.colour_sides)
    if puzzle.partners:
        yield "partners", "; ".join(_partner_texts(puzzle, number))
    elif figures.odd_colours:
        yield "odd colours", _side_counts_text(puzzle, [(colour, number[colour]) for colour in figures.odd_colours])


def _partner_texts(puzzle: Puzzle, number: Mapping[int, int]) -> Iterator[str]:
    name = puzzle.names.colour
    match puzzle.matching:
        case Matching.DIFFERENT:
            yield "any two that differ"
        case Matching.SEVERAL:
            for colour in puzzle.colours:
                yield f"{name(colour)} meets {', '.join(map(name, puzzle.meeting(colour)))}"
        case _:
            for one, other in puzzle.partners:
                yield f"{name(one)}-{name(other)} on {number.get(one, 0)} and {number.get(other, 0)} sides"


def _side_counts_text(puzzle: Puzzle, counts: Sequence[Sequence[int]]) -> str:
    by_number: dict[int, list[int]] = {}
    for colour, number in counts:
        by_number.setdefault(number, []).append(colour)
    parts = [f"{_colours_text(puzzle, by)} on {with_noun(number, 'side')}" for number, by in sorted(by_number.items())]
    return f"{len(counts)}: {'; '.join(reversed(parts))}" if counts else "none"


def _colours_text(puzzle: Puzzle, numbers: Sequence[int]) -> str:
    if puzzle.names.colours:
        return ", ".join(map(puzzle.names.colour, numbers))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _symmetric_tiles_text(puzzle: Puzzle, figures: Info) -> str:
    turns = ((figures.half_turn_tiles, "half"), (figures.quarter_turn_tiles, "quarter"))
    return "; ".join(f"{_tiles_text(puzzle, tiles)} after a {turn} turn" for tiles, turn in turns if tiles)


def _tiles_text(puzzle: Puzzle, tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - _SHOWN} more" if len(tiles) > _SHOWN else ""
    return f"{plural(len(tiles), 'tile')} {', '.join(str(puzzle.names.number(tile)) for tile in tiles[:_SHOWN])}{more}"


def _tile_groups_text(puzzle: Puzzle, groups: Sequence[Sequence[int]]) -> str:
    more = f"; and {len(groups) - _SHOWN} more groups" if len(groups) > _SHOWN else ""
    return "; ".join(_identical_tiles_text(puzzle, group) for group in groups[:_SHOWN]) + more


def _identical_tiles_text(puzzle: Puzzle, group: Sequence[int]) -> str:
    more = [f"and {len(group) - _SHOWN} more"] if len(group) > _SHOWN else []
    return " = ".join([*(str(puzzle.names.number(tile)) for tile in group[:_SHOWN]), *more])


def _expected_solutions_text(puzzle: Puzzle, figures: Info) -> str:
    if figures.expected_solutions is None:
        return f"unknown: {figures.expected_solutions_unknown}"
    solutions, turns = Fraction(figures.expected_solutions), figures.expected_solutions_turns or 1
    # Other numbers are easier to read with an exponent.
    short = not solutions or Fraction(1, 1000) <= solutions < 10**5
    number = f"{float(solutions):.5g}" if short else figures.expected_solutions
    parts = (
        ["that keep the clues"]
        if figures.clues
        else [f"all {turns} rotations of the board counted"]
        if turns > 1
        else []
    )
    if figures.identical_tiles:
        parts.append("identical tiles counted apart")
    if puzzle.turning and (figures.half_turn_tiles or figures.quarter_turn_tiles):
        parts.append("rotations of symmetric tiles counted apart")
    least, most = sorted((figures.cols, figures.rows))
    if least == 3 and most >= _LONG:
        parts.append("a mean over tile sets that differ by a factor of 100, as on three rows")
    return f"{number} ({', '.join(parts)})" if parts else number


# Length of a three-row board from which on most tile sets have a tenth of the mean, or ten times the mean.
_LONG = 6


def tiles_line(puzzle: Puzzle) -> str:
    """Describe size, frame, tiles and colours in one line."""
    colours = {*puzzle.side_colours} - {FRAME}
    frame = "framed" if puzzle.framed else "unframed"
    number = sum(tile.sign is not None for tile in puzzle.tiles)
    parts = [f"{puzzle.cols} x {puzzle.rows}", frame, f"{len(puzzle.tiles)} tiles", f"{len(colours)} colours"]
    return ", ".join([*parts, *([f"{number} signs"] if number else []), *puzzle.beyond])


# ---- boards as text ----


def board_text(summary: BoardSummary, width: int, *, with_summary: bool) -> str:
    """Return verdict, violations and score of a board."""
    report = summary.report
    lines = [_verdict_text(summary)]
    lines += [f"  {violation.condition.value}: {violation.text}" for violation in report.violations]
    lines.append(f"score: {report.matched} of {report.diamonds} edges")
    if with_summary:
        lines += _summary_lines(summary, width)
    else:
        lines += [f"{name}: {words}" for name, words in summary_lines(summary) if name in ("spare", "windows")]
    if summary.rules is not None:
        lines.append(_violated_rules_text(summary.rules))
    return "\n".join(lines) + "\n"


def board_line(summary: BoardSummary) -> str:
    """Return verdict and score of a board in one line."""
    report = summary.report
    broken = "" if summary.rules is None else f"; {_violated_rules_text(summary.rules)}"
    return f"{_verdict_text(summary)}, {report.matched} of {report.diamonds} edges{broken}"


def board_table(rows: Sequence[tuple[str, BoardSummary]]) -> tuple[list[list[str]], set[int]]:
    """Format the summaries of named boards as a table.

    Returns the rows, headings first, and the indices of the columns with text.
    """
    summaries = [summary for _, summary in rows]
    kinds = next((windows for summary in summaries if (windows := [kind.kind for kind in summary.windows])), [])
    head = ["board", "score", "mismatches", *(["clues"] if any(summary.clues for summary in summaries) else []), *kinds]
    improved = any(summary.improved is not None for summary in summaries)
    head += ["improved to"] if improved else []
    table = [head if summaries[0].rules is None else [*head, "rules"]]
    for name, summary in rows:
        row = [name, f"{summary.report.matched} of {summary.report.diamonds}", str(len(summary.mismatches))]
        row += [f"{sum(clue.kept for clue in summary.clues)} of {len(summary.clues)}"] if summary.clues else []
        row += list(map(_proved_windows_text, summary.windows)) or ["-"] * len(kinds)
        row += [str(summary.improved or "-")] if improved else []
        table.append(row if summary.rules is None else [*row, ", ".join(summary.rules) or "none"])
    return table, {0, table[0].index("rules")} if "rules" in table[0] else {0}


def _proved_windows_text(windows: Windows) -> str:
    return f"{windows.proved:,} of {windows.number:,}" if windows.unproved else f"all {windows.number:,}"


def _violated_rules_text(names: Sequence[str]) -> str:
    return f"rules: {', '.join(names) or 'none is broken'}"


def _summary_lines(summary: BoardSummary, width: int) -> Iterator[str]:
    for name, words in summary_lines(summary):
        if name != "score":
            # A place stays together with what is said of it.
            joined = re.sub(r"\b([A-Z]+[0-9]+) ", "\\1\N{NO-BREAK SPACE}", f"{name}: {words}")
            wrapped = textwrap.wrap(
                joined, max(width, 40), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
            )
            yield from (line.replace("\N{NO-BREAK SPACE}", " ") for line in wrapped)


def _verdict_text(summary: BoardSummary) -> str:
    report = summary.report
    if report.solved:
        return "solved"
    broken = len(report.violations)
    state = f"{broken} {plural(broken, 'condition')} broken" if broken else "nothing broken"
    placed = f"{summary.placed} of {summary.puzzle.grid.size} tiles placed"
    return f"not solved: {placed}, {state}" if report.missing else f"not solved: {state}"
