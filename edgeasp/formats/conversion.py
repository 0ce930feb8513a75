"""Conversion between formats: what the target cannot express is refused or reported, never dropped silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from edgeasp.formats import files, registry
from edgeasp.formats.document import BoardFormat, Document, Feature, PuzzleFormat
from edgeasp.formats.tiles import misfit
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import FormatError, OutputError
from edgeasp.system.lines import plural, printable
from edgeasp.system.writing import require_ending_of

Target = PuzzleFormat | BoardFormat


def choose_format(name: str | None, path: str | None, *, solution: bool, option: str = "the format") -> Target:
    """The format to write.

    Args:
        name: the name of the format; None to choose it by the file.
        path: the file to write; None if there is none.
        solution: whether a solution is to be written, so that its formats come first.
        option: what names the format, for messages.

    Raises:
        FormatError: there is no such format, or the file's name does not decide.
        OutputError: the file's name is that of something else.
    """
    boards, puzzles = registry.boards(), registry.puzzles()
    everything: list[Target] = [*boards, *puzzles] if solution else [*puzzles, *boards]
    if name is not None:
        for form in everything:
            if form.name == name:
                if path is not None:
                    require_ending_of(path, f"the format {name}", form.suffixes)
                return form
        names = ", ".join(dict.fromkeys(form.name for form in everything))
        raise FormatError(f"expected {option} {names}, found {name!r}")
    if path is None:
        return registry.SOL if solution else registry.PUZ
    suffix = Path(path).suffix.lower()
    fitting = {form.name: form for form in reversed(everything) if suffix in form.suffixes}
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        names = ", ".join(reversed(fitting))
        raise FormatError(f"{printable(path)}: several formats end in {suffix}: say which with {option} ({names})")
    raise FormatError(f"{printable(path)}: no format ends in {suffix or 'nothing'!r}: say which with {option}")


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
    _require_each_once(document.placements, document.puzzle)
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
    _require_each_once(solution, puzzle)
    if target.shows_tiles and puzzle.partners:
        raise FormatError(f"the format {target.name} cannot hold {Feature.PARTNERS.value}: it shows what matches")
    if not target.partial and len(solution) < len(puzzle.tiles):
        empty = len(puzzle.tiles) - len(solution)
        raise FormatError(f"the format {target.name} cannot hold {Feature.PARTIAL.value}, and {empty} are empty")
    return target.write(solution, puzzle)


def _require_each_once(solution: Solution, puzzle: Puzzle) -> None:
    """Make sure that no tile lies on two squares, as on some boards that show tiles; FormatError if one does."""
    for tile, times in Counter(placement.tile for placement in solution).items():
        if times > 1:
            raise FormatError(f"tile {puzzle.names.number(tile)} lies on several squares: edgeasp check lists them")


def _refusals(document: Document, target: PuzzleFormat) -> Iterator[str]:
    """Reasons why the format cannot hold the puzzle."""
    puzzle, placed = document.puzzle, len(document.placements)
    highest = max(colour for tile in puzzle.tiles for colour in tile.sides)
    has = {
        Feature.SIGNS: puzzle.signed and not target.is_board,
        Feature.RECTANGLES: puzzle.cols != puzzle.rows,
        Feature.UNFRAMED: not puzzle.framed,
        Feature.LOOSE_ZEROS: puzzle.framed and (puzzle.zeros != puzzle.grid.outside or misfit(puzzle) is not None),
        Feature.BARE: placed == 0,
        Feature.PARTIAL: target.is_board and 0 < placed < len(puzzle.tiles),
        Feature.PARTNERS: bool(puzzle.partners),
        Feature.FIXED: not puzzle.turning,
    }
    hints = {
        Feature.BARE: ": give a solution of it, and --puzzle",
        Feature.PARTIAL: f": and {len(puzzle.tiles) - placed} squares are empty",
        **dict.fromkeys((Feature.SIGNS, Feature.PARTNERS, Feature.FIXED), ": choose puz or facts"),
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


def save(converted: Converted, document: Document, path: str) -> str | None:
    """Write both files or none; the name of the second, a `.sol` or `.clue`, or None if nothing is left out.

    Raises:
        OutputError: a file cannot be written, or the second exists with other content.
    """
    number = len(converted.sidecar)
    if not number:
        writing.write_text(path, converted.text)
        return None
    beside = str(Path(path).with_suffix(".sol" if number == len(document.puzzle.tiles) else ".clue"))
    text = registry.SOL.write(converted.sidecar, document.puzzle)
    if Path(beside).exists() and files.read_text(beside) != text:
        what = f"{number} {plural(number, 'placement')}"
        raise OutputError(f"{beside}: exists with other content: it would hold {what} that {path} cannot")
    with writing.writing(beside) as write_sidecar, writing.writing(path) as write:
        write_sidecar(text)
        write(converted.text)
    return beside
