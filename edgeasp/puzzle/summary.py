"""A summary of a board: how it stands, for a person and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import ClassVar

from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.identity import identify
from edgeasp.puzzle.model import FRAME, Grid, Placement, Puzzle, Side, Solution, Square
from edgeasp.puzzle.symmetry import moved_solution, rotations
from edgeasp.system.lines import number_of

_SHOWN = 24
"""The number of places that a line names; it counts the rest."""


class Zone(Enum):
    """The zone of a diamond; the value completes "a mismatch ..."."""

    RING = "along the frame"
    RIM = "between ring and inside"
    INSIDE = "inside"

    @property
    def word(self) -> str:
        """The zone in JSON."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Published:
    """Published facts on a puzzle, for its summaries.

    Attributes:
        title: what the puzzle is called.
        differences: how its description differs from the published one; None if only its identity is known.
        numbers: the published number of each tile; None if there are none.
        clues: the official clues; None if there are none.
    """

    title: str
    differences: tuple[str, ...] | None = None
    numbers: tuple[int, ...] | None = None
    clues: Solution | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A diamond whose two sides differ.

    Attributes:
        square: the upper or left square.
        side: the side of that square: right or bottom.
        zone: where the diamond lies: ring (along the frame), rim (between ring and inside) or inside.
    """

    JSON: ClassVar = ("*square", "place=square.place", "side", "zone")

    square: Square
    side: Side
    zone: Zone


@dataclass(frozen=True, slots=True)
class RepeatedTile:
    """A tile that lies on several squares.

    Attributes:
        tile: the tile from 0, in the order of the puzzle's file.
        piece: its published number; None if it has none.
        squares: the squares.
    """

    JSON: ClassVar = ("tile", "piece", "places")

    tile: int
    piece: int | None
    squares: tuple[Square, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The squares, such as I8."""
        return tuple(square.place for square in self.squares)


@dataclass(frozen=True, slots=True)
class KeptClue:
    """An official clue of a known puzzle.

    Attributes:
        clue: the clue.
        piece: the published number of its tile.
        kept: whether that tile lies there, turned as it should be.
        held: the placement on its square; None if the square is empty.
    """

    JSON: ClassVar = ("*clue.square", "place=clue.square.place", "tile=clue.tile", "piece", "kept", "held=held.tile")

    clue: Placement
    piece: int
    kept: bool
    held: Placement | None


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows of one kind on a board, and how many are proved.

    Attributes:
        kind: A size such as 4x4, rows, columns, or around for the squares around each mismatch.
        number: Of windows.
        proved: Those of which it is proved that no other way to lay their tiles has fewer mismatches.
    """

    kind: str
    number: int
    proved: int

    @property
    def left(self) -> int:
        """The number of windows that may improve the board."""
        return self.number - self.proved

    def __str__(self) -> str:
        """The outcome in words."""
        line = {"rows": "row", "columns": "column"}.get(self.kind)
        which = " around a mismatch" if self.kind == "around" else f" of {self.kind.replace('x', ' x ')}"
        if not self.left:
            return f"no {line or 'window' + which} improves it ({self.number:,} proved)"
        return f"{self.left:,} of {self.number:,} {self.kind if line else 'windows' + which} left unproved"


@dataclass(frozen=True)
class BoardSummary:
    """A board as it stands: what `edgeasp check` says, in words and as JSON.

    Attributes:
        published: what is known of the puzzle; None if nothing is.
        report: the report of the checker.
        placed: the number of squares that hold a tile.
        repeated: tiles that lie on several squares.
        mismatches: inner diamonds whose two sides differ.
        ring_matched: diamonds along the frame whose two sides have the same colour.
        ring_diamonds: all diamonds along the frame.
        border: how many squares along the frame hold a tile, and how many there are.
        frame_met: of the score, diamonds where two sides of the frame colour meet inside; viewers do not count these.
        clues: the official clues; empty if there are none.
        turn: by how many quarters the board has to be turned clockwise to keep more official clues, and how many it
            then keeps; None if no turn keeps more.
        rules: violated rules of the encoding; None if not asked for.
        windows: what is proved of windows of the board, by kind; none if it was not asked for, or one improves it.
        improved: the diamonds that match once windows have improved the board; None if none is known to do so.
    """

    SCHEMA: ClassVar = ("edgeasp.check", 2)
    JSON: ClassVar = (
        "known_as=published.title",
        "differences=published.differences",
        "identity",
        "cols=puzzle.cols",
        "rows=puzzle.rows",
        "solved=report.solved",
        "tiles",
        "placed",
        "repeated",
        "score=report.matched",
        "edges=report.edges",
        "diamonds=report.diamonds",
        "frame_met",
        "mismatches",
        "ring_matched",
        "ring_diamonds",
        "frame_whole",
        "official_clues",
        "official_clues_if_turned=turn",
        "violations=report.violations",
        "rules",
        "windows",
        "improved",
    )

    puzzle: Puzzle
    published: Published | None
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
        """A key that the same puzzles share, under whatever names; None if not found."""
        identity = identify(self.puzzle)
        return identity.key if identity else None

    @property
    def frame_whole(self) -> bool | None:
        """Whether all squares along the frame hold tiles with the frame outside; None without a frame."""
        if not self.puzzle.framed:
            return None
        broken = any(violation.condition is Condition.BOUNDARY for violation in self.report.violations)
        return self.border[0] == self.border[1] and not broken

    @property
    def official_clues(self) -> tuple[KeptClue, ...] | None:
        """The official clues; None if the puzzle has none."""
        return self.clues or None

    @property
    def official(self) -> bool:
        """Whether the tiles of the puzzle are published, so that there is more to say than its name."""
        return self.published is not None and self.published.differences is not None

    def name_of(self, tile: int) -> str:
        """A tile by its number for people, which is the published one where there is one."""
        numbers = self.published.numbers if self.published else None
        return f"tile {numbers[tile] if numbers else self.puzzle.names.number(tile)}"


def summarize(
    puzzle: Puzzle,
    solution: Solution,
    clues: Solution = Solution(),
    published: Published | None = None,
    rules: tuple[str, ...] | None = None,
) -> BoardSummary:
    """The summary of a board, complete or partial; `rules` are those that it violates, if that is known."""
    report = check(puzzle, solution, clues)
    zones = _zones(puzzle.grid)
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
            KeptClue(
                clue,
                numbers[clue.tile] if numbers else clue.tile + 1,
                clue.square in on and _keeps(puzzle, clue, on[clue.square]),
                on.get(clue.square),
            )
            for clue in official
        ),
        turn=_turn(puzzle, solution, official),
        rules=rules,
    )


def seems_foreign(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether so few sides match that placements by number are rather those of another puzzle.

    Half of the diamonds between tiles, and at least eight, differ; colours at random differ more often.
    """
    report = check(puzzle, solution)
    differ = sum(violation.condition is Condition.ADJOINING for violation in report.violations)
    return differ >= max(8, report.matched)


def headline(summary: BoardSummary) -> str:
    """The summary in one line."""
    parts = [f"{summary.report.matched} of {summary.report.diamonds} edges match"]
    if summary.placed < summary.puzzle.grid.size:
        parts.append(f"{summary.placed} of {summary.puzzle.grid.size} tiles")
    if summary.repeated:
        parts.append(f"{len(summary.repeated)} of them several times")
    if summary.clues:
        parts.append(f"{sum(clue.kept for clue in summary.clues)} of {len(summary.clues)} official clues")
    title = f"{summary.published.title}: " if summary.published else ""
    return title + ", ".join(parts)


def entries(summary: BoardSummary) -> Iterator[tuple[str, str]]:
    """The lines of the summary: a name, and what is to be said."""
    yield "puzzle", _puzzle(summary)
    yield "tiles", _tiles(summary)
    if summary.report.left_over:
        yield "spare", listed(list(map(summary.name_of, summary.report.left_over)))
    score, met = f"{summary.report.matched} of {summary.report.diamonds} edges", summary.frame_met
    if met:
        score += f", {met} of them where two sides of the frame meet inside, which viewers do not count"
    yield "score", score
    yield "mismatches", _mismatches(summary)
    if summary.puzzle.framed:
        yield "frame", _frame(summary)
    if summary.clues:
        yield "official clues", _clues(summary)
    if summary.improved is not None:
        yield "windows", f"improve it to {summary.improved} of {summary.report.diamonds} edges"
    elif summary.windows:
        yield "windows", "; ".join(map(str, summary.windows))


def _puzzle(summary: BoardSummary) -> str:
    puzzle, known = summary.puzzle, summary.published
    if known is None:
        return f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, none that is known by name"
    if known.differences is None:
        return known.title
    return f"{known.title}, {', '.join(known.differences) or 'tiles as published'}"


def _tiles(summary: BoardSummary) -> str:
    if not summary.repeated:
        return f"{summary.placed} of {summary.puzzle.grid.size}, each once"
    again = [f"{summary.name_of(twice.tile)} at {listed(twice.places)}" for twice in summary.repeated]
    different = summary.placed - sum(len(twice.squares) - 1 for twice in summary.repeated)
    return f"{different} of {summary.puzzle.grid.size} on {summary.placed} squares: {listed(again, '; ')}"


def _mismatches(summary: BoardSummary) -> str:
    if not summary.mismatches:
        return "none"
    zones = [(zone, sum(mismatch.zone is zone for mismatch in summary.mismatches)) for zone in Zone]
    where = ", ".join(f"{number} {zone.value}" for zone, number in zones if number)
    return f"{len(summary.mismatches)} ({where})"


def _frame(summary: BoardSummary) -> str:
    outside = [violation for violation in summary.report.violations if violation.condition is Condition.BOUNDARY]
    held, all_held = summary.border
    diamonds = f"{summary.ring_matched} of {summary.ring_diamonds} edges along it match"
    if outside:
        return f"broken on {number_of(len({violation.square for violation in outside}), 'square')}; {diamonds}"
    return f"{'whole' if held == all_held else f'{held} of {all_held} squares hold tiles'}; {diamonds}"


def _clues(summary: BoardSummary) -> str:
    kept = [_official(summary, clue) for clue in summary.clues if clue.kept]
    lost = [_official(summary, clue) for clue in summary.clues if not clue.kept]
    text = f"{len(kept)} of {len(summary.clues)} kept"
    text += f": {', '.join(kept)}" if kept else ""
    text += f"; not {', '.join(lost)}" if lost else ""
    if summary.turn is None:
        return text
    quarters, number = summary.turn
    turned = {1: "a quarter clockwise", 2: "a half", 3: "a quarter anticlockwise"}[quarters]
    return f"{text}; {number} if the board is turned by {turned}"


def _official(summary: BoardSummary, clue: KeptClue) -> str:
    text = f"{clue.clue.square.place} ({summary.name_of(clue.clue.tile).removeprefix('tile ')})"
    if clue.kept:
        return text
    if clue.held is None:
        return f"{text}, which is empty"
    if clue.held.tile == clue.clue.tile:
        return f"{text}, which lies turned"
    return text


def listed(words: Sequence[str], separator: str = ", ") -> str:
    """The words with commas, of which only so many are shown."""
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return separator.join([*words[:_SHOWN], *more])


@lru_cache(maxsize=1)
def _zones(grid: Grid) -> Mapping[tuple[Square, Side], Zone]:
    """The zone of each diamond, by a square and the side of it."""
    zones = {}
    for square, side, other in grid.pairs:
        here, there = grid.outer_sides(square), grid.outer_sides(other)
        zones[square, side] = Zone.RING if here & there else Zone.RIM if here or there else Zone.INSIDE
    return zones


def _turn(puzzle: Puzzle, solution: Solution, official: Solution) -> tuple[int, int] | None:
    """The rotation of the board that keeps most official clues, if it is none that keeps more as it lies."""
    wanted = set(map(puzzle.canonical, official))
    if not wanted:
        return None
    tiles = {placement.tile for placement in wanted}
    # Many boards are judged, so no tile is turned that tells nothing.
    placed = Solution(tuple(lying for lying in solution if lying.tile in tiles and puzzle.has_placement(lying)))
    kept = {
        motion.quarters: len(wanted & set(map(puzzle.canonical, moved_solution(puzzle, placed, motion))))
        for motion in rotations(puzzle)
    }
    best = max(kept, key=lambda quarters: (kept[quarters], -quarters))
    return (best, kept[best]) if best else None


def _keeps(puzzle: Puzzle, clue: Placement, held: Placement) -> bool:
    return puzzle.has_placement(held) and puzzle.canonical(held) == puzzle.canonical(clue)
