"""Contradictions in a puzzle that counting finds, without a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from edgeasp.puzzle.model import FRAME, Puzzle, Sign
from edgeasp.puzzle.supply import supply, unbalanced


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
                f"tile {index} has the frame colour 0 on sides that no square has outside together "
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
    if puzzle.zeros == puzzle.outside and (reason := unbalanced(supply(puzzle))):
        yield reason


def _colours(puzzle: Puzzle, *, framed: bool) -> Iterator[str]:
    counts = Counter(colour for tile in puzzle.tiles for colour in tile.sides)
    odd = sorted(colour for colour, count in counts.items() if count % 2)
    if framed:
        for colour in odd:
            times = _times(puzzle, colour, counts[colour])
            yield f"colour {colour} occurs {times}, but its sides have to meet in pairs"
    elif len(odd) > puzzle.outside:
        yield (
            f"{len(odd)} colours occur an odd number of times, but only {puzzle.outside} sides lie outside, "
            "where a side meets no other"
        )


def _times(puzzle: Puzzle, colour: int, count: int) -> str:
    """How often a colour occurs; where it is once, on which tile."""
    if count > 1:
        return f"{count} times"
    return f"once, on tile {next(index for index, tile in enumerate(puzzle.tiles) if colour in tile.sides)}"


def _signs(puzzle: Puzzle) -> Iterator[str]:
    """Each sign has half of the squares; on a board of odd size one sign has one more."""
    counts = {sign: sum(tile.sign is sign for tile in puzzle.tiles) for sign in Sign}
    less, more = len(puzzle.tiles) // 2, (len(puzzle.tiles) + 1) // 2
    if max(counts.values()) > more:
        yield (
            f"{counts[Sign.PLUS]} tiles bear + and {counts[Sign.MINUS]} bear -, "
            f"but a checkerboard has {less} squares of one kind and {more} of the other"
        )
