"""What counting finds without a search: contradictions, and mismatches that every board has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from edgeasp.puzzle.checker import Condition, check
from edgeasp.puzzle.model import FRAME, Puzzle, Side, Sign, Solution
from edgeasp.puzzle.supply import demand, kind, lonely, supply, unbalanced


def contradictions(puzzle: Puzzle, *, framed: bool = True, signed: bool = True) -> list[str]:
    """Reasons, found by counting, why there is no solution, each a clause; an empty list proves nothing.

    Without `framed` or `signed`, the boundary or the sign condition does not apply.
    """
    reasons: list[str] = []
    if framed and puzzle.framed:
        reasons += _frame(puzzle)
    reasons += _colours(puzzle, framed=framed and puzzle.framed)
    if framed and puzzle.framed and not reasons:
        reasons += _ring(puzzle)
    if not puzzle.turning:
        reasons += _directions(puzzle)
    if signed:
        reasons += _signs(puzzle)
    return reasons


def _frame(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.zeros < puzzle.outside:
        yield f"the outside has {puzzle.outside} sides, but only {puzzle.zeros} sides have the frame colour 0"
    if puzzle.zeros != puzzle.outside:
        return
    for index, tile in enumerate(puzzle.tiles):
        if tile.has_opposite_zeros:
            yield (
                f"tile {puzzle.number(index)} has the frame colour 0 on sides that no square has outside together "
                "(does the file list the sides in another order than north, east, south, west?)"
            )
            return
    squares = Counter(len(puzzle.outer_sides(square)) for square in puzzle.squares())
    tiles = Counter(tile.sides.count(FRAME) for tile in puzzle.tiles)
    for outer, name in ((2, "corner"), (1, "side"), (0, "centre")):
        if squares[outer] != tiles[outer]:
            board = f"the board has {squares[outer]} {name} squares"
            yield f"{board}, but {tiles[outer]} tiles have {outer} sides of the frame colour 0"


def _ring(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.zeros == puzzle.outside and (reason := unbalanced(puzzle, supply(puzzle))):
        yield reason


def _colours(puzzle: Puzzle, *, framed: bool) -> Iterator[str]:
    counts = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    left = lonely(puzzle, counts)
    if framed:
        for colour in sorted(left):
            times = _times(puzzle, colour, counts[colour])
            if (partner := puzzle.partner(colour)) == colour:
                yield f"colour {puzzle.colour(colour)} occurs {times}, but its sides have to meet in pairs"
            else:
                other = f"its partner {puzzle.colour(partner)} {counts[partner]} times"
                yield f"colour {puzzle.colour(colour)} occurs {times} and {other}, but they meet"
    elif left.total() > puzzle.outside:
        what = "sides have none to meet" if puzzle.partners else "colours occur an odd number of times"
        yield f"{left.total()} {what}, but only {puzzle.outside} sides lie outside, where a side meets no other"


def _directions(puzzle: Puzzle) -> Iterator[str]:
    """Where no tile may be turned, what faces right has to meet what faces left, and what faces down what faces up."""
    for side, lines in ((Side.EAST, puzzle.rows), (Side.SOUTH, puzzle.cols)):
        facing = Counter(tile.sides[side] for tile in puzzle.tiles)
        meeting = Counter(puzzle.partner(tile.sides[side.opposite]) for tile in puzzle.tiles)
        for left, word in ((facing - meeting, side.word), (meeting - facing, side.opposite.word)):
            if left.total() > lines:
                yield (
                    f"no tile may be turned, and {left.total()} of the sides at the {word} of tiles have none to meet, "
                    f"but only {lines} lie outside"
                )


def _times(puzzle: Puzzle, colour: int, count: int) -> str:
    """How often a colour occurs; where it is once, on which tile."""
    if count > 1:
        return f"{count} times"
    tile = next(index for index, tile in enumerate(puzzle.tiles) if colour in tile.sides)
    return f"once, on tile {puzzle.number(tile)}"


def _signs(puzzle: Puzzle) -> Iterator[str]:
    """Each sign has half of the squares; on a board of odd size one sign has one more."""
    counts = {sign: sum(tile.sign is sign for tile in puzzle.tiles) for sign in Sign}
    less, more = len(puzzle.tiles) // 2, (len(puzzle.tiles) + 1) // 2
    if max(counts.values()) > more:
        yield (
            f"{counts[Sign.PLUS]} tiles bear + and {counts[Sign.MINUS]} bear -, "
            f"but a checkerboard has {less} squares of one kind and {more} of the other"
        )


def fewest_mismatches(puzzle: Puzzle, clues: Solution = Solution(), *, framed: bool = True) -> int:
    """A number of mismatches that every board with the clues has at least; with `framed`, every one with a frame.

    Of each colour, the sides that are left match what clues ask for, and pair among themselves; what they cannot match
    does not, nor does the last one of an odd number. In the ring, only sides of opposite directions pair.
    """
    among = check(puzzle, clues, conditions=[Condition.ADJOINING])
    undecided = puzzle.diamonds - among.matched - len(among.violations)
    placed = {clue.tile for clue in clues}
    exact = framed and puzzle.framed and puzzle.zeros == puzzle.outside
    if exact and all(kind(tile) is not None for tile in puzzle.tiles):
        left, asked = supply(puzzle, placed), demand(puzzle, clues)
        matched = _pairs(puzzle, left.inner, asked.inner)
        facing = left.ring | asked.ring
        for colour in {*facing, *map(puzzle.partner, facing)}:
            one, other = (
                (have[each], min(have[each], want[each]))
                for have, want, each in (
                    (left.clockwise, asked.clockwise, colour),
                    (left.anticlockwise, asked.anticlockwise, puzzle.partner(colour)),
                )
            )
            matched += one[1] + other[1] + min(one[0] - one[1], other[0] - other[1])
    else:
        sides = Counter(
            colour for index, tile in enumerate(puzzle.tiles) for colour in tile.sides if index not in placed
        )
        if framed and puzzle.framed:
            sides[FRAME] -= puzzle.outside - sum(len(puzzle.outer_sides(clue.square)) for clue in clues)
        wanted = demand(puzzle, clues)
        matched = _pairs(puzzle, sides, wanted.inner + wanted.ring)
    return len(among.violations) + max(0, undecided - matched)


def _pairs(puzzle: Puzzle, left: Counter[int], asked: Counter[int]) -> int:
    """The most matches of sides with what is asked for, and with one another."""
    met = {colour: min(number, asked[colour]) for colour, number in left.items()}
    others = Counter({colour: number - met[colour] for colour, number in left.items()})
    return sum(met.values()) + (others.total() - lonely(puzzle, others).total()) // 2
