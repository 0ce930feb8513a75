"""Conversion between formats: what the target cannot express is refused or reported, never dropped silently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import misfit
from edgeasp.puzzle.errors import FormatError
from edgeasp.puzzle.model import Puzzle, Solution


@dataclass(frozen=True, slots=True)
class Converted:
    """A puzzle in its new format.

    Attributes:
        sidecar: placements that the format cannot hold, for a file beside it.
        notes: losses to report, a clause each.
    """

    text: str
    sidecar: Solution
    notes: tuple[str, ...]


def convert(document: Document, target: PuzzleFormat) -> Converted:
    """The puzzle in another format; FormatError if the format cannot hold it."""
    _require_each_once(document.placements)
    for reason in _refusals(document, target):
        raise FormatError(f"the format {target.name} cannot hold {reason}")
    keeps = target.is_board or Feature.CLUES in target.holds
    sidecar = Solution() if keeps else document.placements
    kept = document if keeps else replace(document, placements=Solution())
    lossy = target.is_board and document.puzzle.signed and Feature.SIGNS not in target.holds
    notes = (f"the signs of the tiles are left out, which {target.name} cannot show",) if lossy else ()
    return Converted(target.write(kept), sidecar, notes + target.remarks(kept))


def convert_board(solution: Solution, puzzle: Puzzle, target: BoardFormat) -> str:
    """The placements in another format; FormatError if the format cannot hold them."""
    _require_each_once(solution)
    if not target.partial and len(solution) < len(puzzle.tiles):
        empty = len(puzzle.tiles) - len(solution)
        raise FormatError(f"the format {target.name} cannot hold {Feature.PARTIAL.value}, and {empty} are empty")
    return target.write(solution, puzzle)


def _require_each_once(solution: Solution) -> None:
    """Make sure that no tile lies on two squares, as on some boards that show tiles; FormatError if one does."""
    tiles = [each.tile for each in solution]
    repeated = next((tile for tile in tiles if tiles.count(tile) > 1), None) if len(set(tiles)) < len(tiles) else None
    if repeated is not None:
        raise FormatError(f"tile {repeated} lies on several squares: edgeasp check lists them")


def _refusals(document: Document, target: PuzzleFormat) -> Iterator[str]:
    """Reasons why the format cannot hold the puzzle."""
    puzzle, placed = document.puzzle, len(document.placements)
    highest = max(colour for tile in puzzle.tiles for colour in tile.sides)
    has = {
        Feature.SIGNS: puzzle.signed and not target.is_board,
        Feature.RECTANGLES: puzzle.cols != puzzle.rows,
        Feature.UNFRAMED: not puzzle.framed,
        Feature.LOOSE_ZEROS: puzzle.framed and (puzzle.zeros != puzzle.outside or misfit(puzzle) is not None),
        Feature.BARE: placed == 0,
        Feature.PARTIAL: target.is_board and 0 < placed < len(puzzle.tiles),
    }
    hints = {
        Feature.BARE: ": give a solution of it, and --puzzle",
        Feature.PARTIAL: f": and {len(puzzle.tiles) - placed} squares are empty",
        Feature.SIGNS: ": choose puz or facts",
    }
    if puzzle.framed and target.frameless:
        yield "puzzles with a frame"
    for feature, present in has.items():
        if present and feature not in target.holds:
            yield feature.value + hints.get(feature, "")
    if target.colours is not None and highest > target.colours:
        yield (
            f"colours above {target.colours}, and the puzzle goes up to {highest}: "
            "to share it, send the .puz and the .sol, or a picture of the board"
        )
