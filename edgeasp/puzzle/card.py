"""Puzzles and boards in words: what counting finds, and a card of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from edgeasp.puzzle import counting, estimate
from edgeasp.puzzle.checker import Condition, Report, check
from edgeasp.puzzle.counting import kind, lonely, supply
from edgeasp.puzzle.estimate import expected_boards
from edgeasp.puzzle.expected import Nodes, expected_nodes
from edgeasp.puzzle.identity import turned_solution, turns
from edgeasp.puzzle.model import (
    FRAME,
    SIDE_ORDERS,
    Placement,
    Puzzle,
    Side,
    Sign,
    Solution,
    Square,
    Tile,
    place_name,
    reordered,
    side_order,
)

_SHOWN = 24
"""The number of places that a line names; it counts the rest."""


class Zone(Enum):
    """The zone of a diamond; the value completes "a mismatch ..."."""

    RING = "along the frame"
    RIM = "between ring and inside"
    INSIDE = "inside"


@dataclass(frozen=True, slots=True)
class Published:
    """Published facts on a puzzle, for its cards.

    Attributes:
        title: what it is called.
        differences: how its description differs from the published one; None if only its identity is known.
        numbers: the published number of each tile; None if there are none.
        clues: the official clues; None if there are none.
    """

    title: str
    differences: tuple[str, ...] | None = None
    numbers: tuple[int, ...] | None = None
    clues: Solution | None = None


@dataclass(frozen=True, slots=True)
class CardMismatch:
    """A diamond whose two sides differ: the upper or left square, the side of it, and where on the board."""

    square: Square
    side: Side
    zone: Zone


@dataclass(frozen=True, slots=True)
class CardClue:
    """An official clue, and whether the board keeps it; `held` is the placement on its square, or None."""

    clue: Placement
    held: Placement | None
    kept: bool


@dataclass(frozen=True)
class Card:
    """A description of a board for people.

    Attributes:
        published: what is known of the puzzle; None if nothing is.
        report: the report of the checker.
        placed: the number of squares that hold a tile.
        repeated: the squares of each tile that lies on several.
        mismatches: diamonds whose two sides differ.
        ring: how many diamonds along the frame match, and how many there are.
        border: how many squares along the frame hold a tile, and how many there are.
        frame_met: diamonds inside where two sides of the frame colour meet; viewers do not count these.
        clues: the official clues; empty if there are none.
        turn: by how many quarters the board has to be turned clockwise to keep most of them, and how many; None if it
            keeps as many as it lies.
    """

    puzzle: Puzzle
    published: Published | None
    report: Report
    placed: int
    repeated: tuple[tuple[int, tuple[Square, ...]], ...]
    mismatches: tuple[CardMismatch, ...]
    ring: tuple[int, int]
    border: tuple[int, int]
    frame_met: int
    clues: tuple[CardClue, ...]
    turn: tuple[int, int] | None

    @property
    def official(self) -> bool:
        """Whether the tiles of the puzzle are published, so that there is more to say than its name."""
        return self.published is not None and self.published.differences is not None

    def name_of(self, tile: int) -> str:
        """A tile by its number for people, which is the published one where there is one."""
        numbers = self.published.numbers if self.published else None
        return f"tile {numbers[tile] if numbers else self.puzzle.names.number(tile)}"


def make_card(
    puzzle: Puzzle, solution: Solution, clues: Solution = Solution(), published: Published | None = None
) -> Card:
    """The card of a board, complete or partial."""
    report = check(puzzle, solution, clues)
    on = solution.by_square()
    squares: dict[int, list[Square]] = {}
    for placement in solution:
        squares.setdefault(placement.tile, []).append(placement.square)
    mismatches = tuple(
        CardMismatch(violation.square, violation.side, _zone(puzzle, violation.square, violation.side))
        for violation in report.violations
        if violation.condition is Condition.ADJOINING and violation.side is not None
    )
    shown = {square: puzzle.sides(placement) for square, placement in on.items() if puzzle.has_placement(placement)}
    met = [
        (_zone(puzzle, square, side), puzzle.partner(shown[square][side]), shown[other][side.opposite])
        for square, side, other in puzzle.grid.pairs
        if square in shown and other in shown
    ]
    border = [square for square in puzzle.grid.squares if puzzle.grid.outer_sides(square)]
    ring = sum(_zone(puzzle, square, side) is Zone.RING for square, side, _ in puzzle.grid.pairs)
    official = published.clues if published and published.clues else Solution()
    return Card(
        puzzle=puzzle,
        published=published,
        report=report,
        placed=len(on),
        repeated=tuple((tile, tuple(sorted(at))) for tile, at in sorted(squares.items()) if len(at) > 1),
        mismatches=mismatches,
        ring=(sum(zone is Zone.RING and here == there for zone, here, there in met), ring),
        border=(sum(square in on for square in border), len(border)),
        frame_met=sum(here == there == FRAME for _, here, there in met),
        clues=tuple(_clue(puzzle, clue, on.get(clue.square)) for clue in official),
        turn=_turn(puzzle, solution, official),
    )


def seems_foreign(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether so few sides match that placements by number are rather those of another puzzle.

    Half of the diamonds between tiles, and at least eight, differ; colours at random differ more often.
    """
    report = check(puzzle, solution)
    differ = sum(violation.condition is Condition.ADJOINING for violation in report.violations)
    return differ >= max(8, report.matched)


def headline(card: Card) -> str:
    """The card in one line."""
    parts = [f"{card.report.matched} of {card.report.diamonds} diamonds match"]
    if card.placed < len(card.puzzle.tiles):
        parts.append(f"{card.placed} of {len(card.puzzle.tiles)} tiles")
    if card.repeated:
        parts.append(f"{len(card.repeated)} of them several times")
    if card.clues:
        parts.append(f"{sum(clue.kept for clue in card.clues)} of {len(card.clues)} official clues")
    title = f"{card.published.title}: " if card.published else ""
    return title + ", ".join(parts)


def entries(card: Card) -> Iterator[tuple[str, str]]:
    """The lines of the card: a name, and what is to be said."""
    yield "puzzle", _puzzle(card)
    yield "tiles", _tiles(card)
    score, met = f"{card.report.matched} of {card.report.diamonds} diamonds", card.frame_met
    if met:
        score += f", {met} of them where two sides of the frame meet inside, which viewers do not count"
    yield "score", score
    yield "mismatches", _mismatches(card)
    if card.puzzle.framed:
        yield "frame", _frame(card)
    if card.clues:
        yield "official clues", _clues(card)


def _puzzle(card: Card) -> str:
    puzzle, known = card.puzzle, card.published
    if known is None:
        return f"{puzzle.cols} x {puzzle.rows}, {'framed' if puzzle.framed else 'unframed'}, none that is known by name"
    if known.differences is None:
        return known.title
    return f"{known.title}, {', '.join(known.differences) or 'tiles as published'}"


def _tiles(card: Card) -> str:
    if not card.repeated:
        return f"{card.placed} of {len(card.puzzle.tiles)}, each once"
    again = [f"{card.name_of(tile)} at {_listed(list(map(place_name, on)))}" for tile, on in card.repeated]
    different = card.placed - sum(len(on) - 1 for _, on in card.repeated)
    return f"{different} of {len(card.puzzle.tiles)} on {card.placed} squares: {_listed(again, '; ')}"


def _mismatches(card: Card) -> str:
    if not card.mismatches:
        return "none"
    zones = [(zone, sum(mismatch.zone is zone for mismatch in card.mismatches)) for zone in Zone]
    where = ", ".join(f"{number} {zone.value}" for zone, number in zones if number)
    return f"{len(card.mismatches)} ({where})"


def _frame(card: Card) -> str:
    outside = [violation for violation in card.report.violations if violation.condition is Condition.BOUNDARY]
    held, all_held = card.border
    matched, ring = card.ring
    diamonds = f"{matched} of {ring} diamonds along it match"
    if outside:
        return f"broken on {len({violation.square for violation in outside})} squares; {diamonds}"
    return f"{'whole' if held == all_held else f'{held} of {all_held} squares hold tiles'}; {diamonds}"


def _clues(card: Card) -> str:
    kept = [_official(card, clue) for clue in card.clues if clue.kept]
    lost = [_official(card, clue) for clue in card.clues if not clue.kept]
    text = f"{len(kept)} of {len(card.clues)} kept"
    text += f": {', '.join(kept)}" if kept else ""
    text += f"; not {', '.join(lost)}" if lost else ""
    if card.turn is None:
        return text
    quarters, number = card.turn
    turned = {1: "a quarter clockwise", 2: "a half", 3: "a quarter anticlockwise"}[quarters]
    return f"{text}; {number} if the board is turned by {turned}"


def _official(card: Card, clue: CardClue) -> str:
    text = f"{place_name(clue.clue.square)} ({card.name_of(clue.clue.tile).removeprefix('tile ')})"
    if clue.kept:
        return text
    if clue.held is None:
        return f"{text}, which is empty"
    if clue.held.tile == clue.clue.tile:
        return f"{text}, which lies turned"
    return text


def _listed(words: Sequence[str], separator: str = ", ") -> str:
    more = [f"and {len(words) - _SHOWN} more"] if len(words) > _SHOWN else []
    return separator.join([*words[:_SHOWN], *more])


def _zone(puzzle: Puzzle, square: Square, side: Side) -> Zone:
    """The zone of the diamond on a side of a square."""
    outer = puzzle.grid.outer_sides(square), puzzle.grid.outer_sides(square.neighbour(side))
    if all(outer) and (outer[0] & outer[1]):
        return Zone.RING
    return Zone.RIM if any(outer) else Zone.INSIDE


def _turn(puzzle: Puzzle, solution: Solution, official: Solution) -> tuple[int, int] | None:
    """The rotation of the board that keeps most official clues, if it is none that keeps more as it lies."""
    wanted = set(map(puzzle.canonical, official))
    placed = Solution(tuple(placement for placement in solution if puzzle.has_placement(placement)))
    kept = {
        quarters: len(wanted & set(map(puzzle.canonical, turned_solution(puzzle, placed, quarters))))
        for quarters in range(0, 4, 4 // turns(puzzle))
    }
    best = max(kept, key=lambda quarters: (kept[quarters], -quarters))
    return (best, kept[best]) if best else None


def _clue(puzzle: Puzzle, clue: Placement, held: Placement | None) -> CardClue:
    kept = held is not None and puzzle.has_placement(held) and puzzle.canonical(held) == puzzle.canonical(clue)
    return CardClue(clue, held, kept)


# ---- a summary of a puzzle without a search ----

ColourCounts = tuple[tuple[int, int], ...]
"""Colours in ascending order, each with the number of sides that have it."""


KindCounts = dict[str, int]
"""The numbers of tiles, or squares, with two outer sides (`corner`), one (`side`), or none (`centre`)."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of a puzzle.

    Attributes:
        tiles: the tiles by kind; None without a frame.
        unplaceable: tiles with zeros on opposite sides, if all zeros lie outside.
        side_order: the order of sides in which no tile is unplaceable, if some are; None if there is none.
        colours: all colours except that of the frame.
        ring: the colours of sides that face a neighbour along the outside; None if not determined.
        inner: the colours of all other inner sides; None if not determined.
        half_turn: tiles that a half turn does not change, but a quarter turn changes.
        boards: the expected numbers of boards with 0, 1, .. mismatches; empty if the model does not apply.
        nodes: the expected numbers of nodes of searches square by square; empty if the model does not apply.
        turns: the number of rotations of the board that the expected number of solutions counts.
    """

    puzzle: Puzzle
    clues: int
    tiles: KindCounts | None
    squares: KindCounts
    unplaceable: tuple[int, ...]
    side_order: str | None
    colours: ColourCounts
    ring: ColourCounts | None
    inner: ColourCounts | None
    odd: ColourCounts
    identical_tiles: tuple[tuple[int, ...], ...]
    half_turn: tuple[int, ...]
    quarter_turn: tuple[int, ...]
    plus: int
    minus: int
    expected: estimate.Expected
    boards: tuple[Fraction, ...]
    nodes: tuple[Nodes, ...]
    turns: int
    contradictions: tuple[str, ...]

    @property
    def shared(self) -> tuple[int, ...]:
        """Colours that occur both in the ring and inside."""
        if self.ring is None or self.inner is None:
            return ()
        return tuple(sorted({colour for colour, _ in self.ring} & {colour for colour, _ in self.inner}))


_KINDS = ((2, "corner"), (1, "side"), (0, "centre"))


def summarise(puzzle: Puzzle, clues: Solution = Solution()) -> Summary:
    """Summarise a puzzle and perhaps clues."""
    kinds = [kind(tile) for tile in puzzle.tiles]
    # With zeros left over for the inside, any tile may be placeable.
    tight = puzzle.zeros == puzzle.grid.outside
    unplaceable = tuple(index for index, kind in enumerate(kinds) if kind is None and tight)
    colours = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    del colours[FRAME]
    counts = supply(puzzle) if tight and not unplaceable else None
    signs = Counter(tile.sign for tile in puzzle.tiles)
    outer = Counter(len(puzzle.grid.outer_sides(square)) for square in puzzle.grid.squares)
    return Summary(
        puzzle=puzzle,
        clues=len(clues),
        tiles={name: kinds.count(sides) for sides, name in _KINDS} if puzzle.framed else None,
        squares={name: outer[sides] for sides, name in _KINDS},
        unplaceable=unplaceable,
        side_order=_order(puzzle) if unplaceable else None,
        colours=_counts(colours),
        ring=_counts(counts.ring) if counts else None,
        inner=_counts(counts.inner) if counts else None,
        odd=_counts(Counter({colour: colours[colour] for colour in lonely(puzzle, colours)})),
        identical_tiles=tuple(map(tuple, puzzle.identical_tiles())),
        half_turn=_of_period(puzzle, 2),
        quarter_turn=_of_period(puzzle, 1),
        plus=signs[Sign.PLUS],
        minus=signs[Sign.MINUS],
        expected=estimate.expected_number(puzzle, clues),
        boards=tuple(expected_boards(puzzle, clues) or ()),
        nodes=expected_nodes(puzzle, clues),
        turns=1 if len(clues) else turns(puzzle),
        contradictions=tuple(counting.contradictions(puzzle)),
    )


def _order(puzzle: Puzzle) -> str | None:
    """The order of sides in which the zeros of all tiles can lie on the outside."""
    for name in SIDE_ORDERS:
        order = side_order(name)
        if not any(Tile(reordered(tile.sides, order)).has_opposite_zeros for tile in puzzle.tiles):
            return name
    return None


def _counts(counts: Counter[int]) -> ColourCounts:
    return tuple(sorted(counts.items()))


def _of_period(puzzle: Puzzle, period: int) -> tuple[int, ...]:
    return tuple(index for index, tile in enumerate(puzzle.tiles) if tile.period == period)
