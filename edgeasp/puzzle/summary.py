"""Summary of a board, human-readable and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import FRAME, Grid, Placement, Puzzle, Side, Solution, Square
from edgeasp.puzzle.symmetry import board_rotations, moved_solution
from edgeasp.system.lines import with_noun

# Most places that a line lists. The rest are counted.
_SHOWN = 24


class Zone(Enum):
    """Part of the board that a mismatch is in.

    The value completes "a mismatch ...".
    """

    RING = "along the frame"
    RIM = "between ring and inside"
    INSIDE = "inside"

    @property
    def word(self) -> str:
        """Name of the zone in JSON."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class PublishedPuzzle:
    """What is published about a puzzle, for the summary of its boards.

    Attributes:
        title: name of the puzzle.
        differences: differences from the published puzzle, such as renamed colours. None if only its name is published.
        numbers: published number of each tile, or None.
        clues: official clues, or None.
    """

    title: str
    differences: tuple[str, ...] | None = None
    numbers: tuple[int, ...] | None = None
    clues: Solution | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Diamond whose two sides do not match.

    Attributes:
        square: the upper or left square.
        side: the side of that square: right or bottom.
        zone: the zone of the diamond: ring (along the frame), rim (between ring and inside) or inside.
    """

    JSON: ClassVar = ("*square", "place=square.place", "side", "zone")

    square: Square
    side: Side
    zone: Zone


@dataclass(frozen=True, slots=True)
class RepeatedTile:
    """Tile that is on several squares.

    Attributes:
        tile: the index of the tile in the puzzle's file, from 0.
        piece: its published number, or None.
        squares: the squares.
    """

    JSON: ClassVar = ("tile", "piece", "places")

    tile: int
    piece: int | None
    squares: tuple[Square, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the squares, such as I8."""
        return tuple(square.place for square in self.squares)


@dataclass(frozen=True, slots=True)
class KeptClue:
    """Official clue of a known puzzle, and whether a board keeps it.

    Attributes:
        clue: the clue.
        piece: the published number of its tile.
        kept: whether the tile is on its square, in the right rotation.
        held: the placement on its square. None if the square is empty.
    """

    JSON: ClassVar = ("*clue.square", "place=clue.square.place", "tile=clue.tile", "piece", "kept", "held=held.tile")

    clue: Placement
    piece: int
    kept: bool
    held: Placement | None


@dataclass(frozen=True, slots=True)
class Windows:
    """Number of windows of one type that are proved optimal.

    A window is a set of squares whose tiles are rearranged while the rest of the board stays fixed.

    Attributes:
        kind: type of the windows: a size such as 4x4, rows, columns, or around (the squares around a mismatch).
        number: number of windows.
        proved: number of windows proved optimal: no other arrangement of their tiles has fewer mismatches.
    """

    kind: str
    number: int
    proved: int

    @property
    def unproved(self) -> int:
        """Number of windows not proved optimal."""
        return self.number - self.proved

    def __str__(self) -> str:
        """Describe the windows proved, or else those left unproved."""
        line = {"rows": "row", "columns": "column"}.get(self.kind)
        which = " around a mismatch" if self.kind == "around" else f" of {self.kind.replace('x', ' x ')}"
        if not self.unproved:
            return f"no {line or 'window' + which} improves it ({self.number:,} proved)"
        return f"{self.unproved:,} of {self.number:,} {self.kind if line else 'windows' + which} left unproved"


@dataclass(frozen=True)
class BoardSummary:
    """State of a board, as `edgeasp check` prints it and as JSON.

    Attributes:
        published: what is published about the puzzle, or None.
        report: the report of the checker.
        placed: the number of squares with a tile.
        repeated: tiles that are on several squares.
        mismatches: inner diamonds whose two sides do not match.
        ring_matched: the number of diamonds along the frame whose two sides match.
        ring_diamonds: the number of all diamonds along the frame.
        border: the number of squares along the frame with a tile, and the number of all squares along the frame.
        frame_met: the number of matches between two frame-coloured sides inside. The score includes them, but viewers
            do not count them.
        clues: the official clues. Empty if the puzzle has none.
        turn: the rotation of the board that keeps the most official clues, in clockwise quarter turns, and the number
            of clues that it keeps. None if no rotation keeps more clues than the present one.
        rules: violated rules of the encoding. None if not requested.
        windows: for each type of window, how many are proved optimal. Empty if not requested, or if the board can be
            improved.
        improved: the number of matching diamonds after rearranging the tiles of windows. None if no better arrangement
            is known.
    """

    SCHEMA: ClassVar = ("edgeasp.check", 2)
    JSON: ClassVar = (
        *("known_as=published.title", "differences=published.differences", "identity", "cols=puzzle.cols"),
        *("rows=puzzle.rows", "solved=report.solved", "tiles", "placed", "repeated", "score=report.matched"),
        *("edges=report.edges", "diamonds=report.diamonds", "frame_met", "mismatches", "ring_matched"),
        *("ring_diamonds", "frame_whole", "official_clues", "official_clues_if_turned=turn"),
        *("violations=report.violations", "rules", "windows", "improved"),
    )

    puzzle: Puzzle
    published: PublishedPuzzle | None
    report: Report
    placed: int
    repeated: tuple[RepeatedTile, ...]
    mismatches: tuple[Mismatch, ...]
    ring_matched: int
    ring_diamonds: int
    border: tuple[int, int]
    frame_met: int
    clues: tuple[KeptClue, ...]
    turn: tuple[int, int] | None
    rules: tuple[str, ...] | None = None
    windows: tuple[Windows, ...] = ()
    improved: int | None = None

    @property
    def tiles(self) -> int:
        """Number of tiles of the puzzle."""
        return len(self.puzzle.tiles)

    @property
    def identity(self) -> str | None:
        """Key that isomorphic puzzles share, None if unknown."""
        identity = identify(self.puzzle)
        return identity.key if identity else None

    @property
    def frame_whole(self) -> bool | None:
        """Whether the frame is complete, None without a frame.

        It is complete if all squares along it have tiles that show the frame colour there.
        """
        if not self.puzzle.framed:
            return None
        broken = any(violation.condition is Condition.BOUNDARY for violation in self.report.violations)
        return self.border[0] == self.border[1] and not broken

    @property
    def official_clues(self) -> tuple[KeptClue, ...] | None:
        """Official clues of the puzzle, or None."""
        return self.clues or None

    @property
    def has_details(self) -> bool:
        """Whether more than the name of the puzzle is published."""
        return self.published is not None and self.published.differences is not None

    def tile_name(self, tile: int) -> str:
        """Name a tile by its published number, if known."""
        numbers = self.published.numbers if self.published else None
        return f"tile {numbers[tile] if numbers else self.puzzle.names.number(tile)}"


def summarize(
    puzzle: Puzzle,
    solution: Solution,
    clues: Solution = Solution(),
    published: PublishedPuzzle | None = None,
    rules: tuple[str, ...] | None = None,
) -> BoardSummary:
    """Summarise a complete or partial board.

    Args:
        puzzle: the puzzle.
        solution: the placements on the board.
        clues: placements that the board must contain.
        published: what is published about the puzzle, if anything.
        rules: the rules of the encoding that the board violates, if known.
    """
    report = check(puzzle, solution, clues)
    zones = _zones_by_side(puzzle.grid)
    on = solution.by_square()
    squares: dict[int, list[Square]] = {}
    for placement in solution:
        squares.setdefault(placement.tile, []).append(placement.square)
    mismatches = tuple(
        Mismatch(violation.square, violation.side, zones[violation.square, violation.side])
        for violation in report.violations
        if violation.condition is Condition.ADJOINING and violation.side is not None
    )
    shown = {square: puzzle.sides(placement) for square, placement in on.items() if puzzle.has_placement(placement)}
    met = [
        (zones[square, side], shown[square][side], shown[other][side.opposite])
        for square, side, other in puzzle.grid.pairs
        if square in shown and other in shown
    ]
    border = [square for square in puzzle.grid.squares if puzzle.grid.outer_sides(square)]
    official = published.clues if published and published.clues else Solution()
    numbers = published.numbers if published else None
    pieces = numbers or range(1, len(puzzle.tiles) + 1)
    return BoardSummary(
        puzzle=puzzle,
        published=published,
        report=report,
        placed=len(on),
        repeated=tuple(
            RepeatedTile(tile, numbers[tile] if numbers else None, tuple(sorted(at)))
            for tile, at in sorted(squares.items())
            if len(at) > 1
        ),
        mismatches=mismatches,
        ring_matched=sum(zone is Zone.RING and there in puzzle.meeting(here) for zone, here, there in met),
        ring_diamonds=sum(zone is Zone.RING for zone in zones.values()),
        border=(sum(square in on for square in border), len(border)),
        frame_met=sum(here == there == FRAME for _, here, there in met),
        clues=tuple(
            KeptClue(clue, pieces[clue.tile], _keeps_clue(puzzle, clue, held := on.get(clue.square)), held)
            for clue in official
        ),
        turn=_best_rotation(puzzle, solution, official),
        rules=rules,
    )


def seems_foreign(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether a board seems to belong to another puzzle.

    Tile numbers of another puzzle show the wrong colours, so few sides match. A board seems foreign if at least half of
    the diamonds between tiles, and at least eight, are mismatches. Boards of random tiles have more mismatches.
    """
    report = check(puzzle, solution)
    differ = sum(violation.condition is Condition.ADJOINING for violation in report.violations)
    return differ >= max(8, report.matched)


def summary_headline(summary: BoardSummary) -> str:
    """Summarise a board in one line."""
    parts = [f"{summary.report.matched} of {summary.report.diamonds} edges match"]
    if summary.placed < summary.puzzle.grid.size:
        parts.append(f"{summary.placed} of {summary.puzzle.grid.size} tiles")
    if summary.repeated:
        parts.append(f"{len(summary.repeated)} of them several times")
    if summary.clues:
        parts.append(f"{sum(clue.kept for clue in summary.clues)} of {len(summary.clues)} official clues")
    title = f"{summary.published.title}: " if summary.published else ""
    return title + ", ".join(parts)


def summary_lines(summary: BoardSummary) -> Iterator[tuple[str, str]]:
    """Yield each line of a summary, as name and text."""
    yield "puzzle", _puzzle_text(summary)
    yield "tiles", _tiles_text(summary)
    if summary.report.left_over:
        yield "spare", join_with_limit(list(map(summary.tile_name, summary.report.left_over)))
    score, met = f"{summary.report.matched} of {summary.report.diamonds} edges", summary.frame_met
    if met:
        score += f", {met} of them with frame sides touching inside, which viewers do not count"
    yield "score", score
    yield "mismatches", _mismatches_text(summary)
    if summary.puzzle.framed:
        yield "frame", _frame_text(summary)
    if summary.clues:
        yield "official clues", _clues_text(summary)
    if summary.improved is not None:
        yield "windows", f"improve it to {summary.improved} of {summary.report.diamonds} edges"
    elif summary.windows:
        yield "windows", "; ".join(map(str, summary.windows))


def _puzzle_text(summary: BoardSummary) -> str:
    puzzle, known = summary.puzzle, summary.published
    if known is None:
        return f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, not a known puzzle"
    if known.differences is None:
        return known.title
    return f"{known.title}, {', '.join(known.differences) or 'tiles as published'}"


def _tiles_text(summary: BoardSummary) -> str:
    if not summary.repeated:
        return f"{summary.placed} of {summary.puzzle.grid.size}, each once"
    again = [f"{summary.tile_name(twice.tile)} at {join_with_limit(twice.places)}" for twice in summary.repeated]
    different = summary.placed - sum(len(twice.squares) - 1 for twice in summary.repeated)
    return f"{different} of {summary.puzzle.grid.size} on {summary.placed} squares: {join_with_limit(again, '; ')}"


def _mismatches_text(summary: BoardSummary) -> str:
    if not summary.mismatches:
        return "none"
    zones = [(zone, sum(mismatch.zone is zone for mismatch in summary.mismatches)) for zone in Zone]
    where = ", ".join(f"{number} {zone.value}" for zone, number in zones if number)
    return f"{len(summary.mismatches)} ({where})"


def _frame_text(summary: BoardSummary) -> str:
    outside = [violation for violation in summary.report.violations if violation.condition is Condition.BOUNDARY]
    held, all_held = summary.border
    diamonds = f"{summary.ring_matched} of {summary.ring_diamonds} edges along it match"
    if outside:
        return f"broken on {with_noun(len({violation.square for violation in outside}), 'square')}; {diamonds}"
    return f"{'whole' if held == all_held else f'{held} of {all_held} squares hold tiles'}; {diamonds}"


def _clues_text(summary: BoardSummary) -> str:
    kept = [_official_clue_text(summary, clue) for clue in summary.clues if clue.kept]
    lost = [_official_clue_text(summary, clue) for clue in summary.clues if not clue.kept]
    text = f"{len(kept)} of {len(summary.clues)} kept"
    text += f": {', '.join(kept)}" if kept else ""
    text += f"; not {', '.join(lost)}" if lost else ""
    if summary.turn is None:
        return text
    quarters, number = summary.turn
    turned = {1: "90 degrees", 2: "180 degrees", 3: "270 degrees"}[quarters]
    return f"{text}; {number} if the board is rotated by {turned}"


def _official_clue_text(summary: BoardSummary, clue: KeptClue) -> str:
    text = f"{clue.clue.square.place} ({summary.tile_name(clue.clue.tile).removeprefix('tile ')})"
    if clue.kept:
        return text
    if clue.held is None:
        return f"{text}, which is empty"
    if clue.held.tile == clue.clue.tile:
        return f"{text}, which is rotated"
    return text


def join_with_limit(words: Sequence[str], separator: str = ", ") -> str:
    """Join the first 24 texts, and count the rest."""
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return separator.join([*words[:_SHOWN], *more])


@lru_cache(maxsize=1)
def _zones_by_side(grid: Grid) -> Mapping[tuple[Square, Side], Zone]:
    zones = {}
    for square, side, other in grid.pairs:
        here, there = grid.outer_sides(square), grid.outer_sides(other)
        zones[square, side] = Zone.RING if here & there else Zone.RIM if here or there else Zone.INSIDE
    return zones


def _best_rotation(puzzle: Puzzle, solution: Solution, official: Solution) -> tuple[int, int] | None:
    """Find a board rotation that keeps more official clues.

    The result is its clockwise quarter turns and the number of clues kept, or None if no rotation keeps more than the
    present one.
    """
    wanted = set(map(puzzle.canonical, official))
    if not wanted:
        return None
    tiles = {placement.tile for placement in wanted}
    # Only tiles of clues are rotated, since a run may summarise thousands of boards: 10,000 boards of 5 x 5 take 22 s
    # instead of 46 s.
    placed = Solution(tuple(lying for lying in solution if lying.tile in tiles and puzzle.has_placement(lying)))
    kept = {
        motion.quarters: len(wanted & set(map(puzzle.canonical, moved_solution(puzzle, placed, motion))))
        for motion in board_rotations(puzzle)
    }
    best = max(kept, key=lambda quarters: (kept[quarters], -quarters))
    return (best, kept[best]) if best else None


def _keeps_clue(puzzle: Puzzle, clue: Placement, held: Placement | None) -> bool:
    return held is not None and puzzle.has_placement(held) and puzzle.canonical(held) == puzzle.canonical(clue)
