"""Eternity II, and titles of other known sets of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from edgeasp.formats import plain
from edgeasp.puzzle.model import Puzzle, Solution

if TYPE_CHECKING:
    from edgeasp.puzzle.identity import Translation
    from edgeasp.puzzle.summary import PublishedPuzzle


FOLDER = Path(__file__).parent / "sets"
"""Folder with the tiles and clues of known puzzles, and the identities of other known sets of tiles."""


class KnownPuzzle(NamedTuple):
    """Puzzle that is part of the package.

    Attributes:
        title: name of the puzzle, for sentences.
        puzzle: the puzzle, with published tile order, rotations and colour numbers.
        clues: published clues by name. `NAME:CLUES` can be used as a file of clues.
    """

    title: str
    puzzle: Puzzle
    clues: dict[str, Solution]


class KnownCopy(NamedTuple):
    """Known puzzle as it appears in a file, perhaps with other numbers.

    Attributes:
        known: the puzzle as published.
        to_file: translation of boards from the published puzzle to the puzzle of the file.
        to_published: translation of boards from the puzzle of the file to the published puzzle.
    """

    known: KnownPuzzle
    to_file: Translation
    to_published: Translation

    @property
    def difference_text(self) -> str:
        """Differences between the file and the published puzzle."""
        return ", ".join(self.to_file.differences) or "as published"


@cache
def eternity2() -> KnownPuzzle:
    """Return Eternity II with its five official clues.

    The centre clue is part of the rules. The other four clues come from the four clue puzzles.
    """
    puzzle = plain.read_puz(_packaged_text("e2.puz"), "e2")
    official = plain.read_sol(_packaged_text("e2.clue"), puzzle, "e2:official")
    clues = {"official": official, "centre": Solution(official.placements[:1])}
    return KnownPuzzle("Eternity II", puzzle, clues)


NAMED = {"e2": eternity2}
"""Known puzzles that can be named instead of a file, keyed by name."""


@lru_cache(16)
def known_copy(puzzle: Puzzle) -> KnownCopy | None:
    """Recognise a known puzzle that may have been renumbered.

    Colours, tile numbers and rotations may differ. Returns None if the puzzle has other tiles.
    """
    # Eternity II is the only known puzzle with a list of tiles.
    if (puzzle.cols, puzzle.rows) != (16, 16):
        return None
    from edgeasp.puzzle.identity import find_translation, isomorphism_invariants

    known = eternity2()
    if isomorphism_invariants(known.puzzle) != isomorphism_invariants(puzzle):
        return None
    to_file, to_published = find_translation(known.puzzle, puzzle), find_translation(puzzle, known.puzzle)
    return KnownCopy(known, to_file, to_published) if to_file and to_published else None


def title_of(puzzle: Puzzle) -> str | None:
    """Return the name of a puzzle, or None.

    A puzzle is recognised by its tiles.
    """
    from edgeasp.puzzle.identity import identify

    identity = identify(puzzle)
    return _titles_by_identity().get(identity.key) if identity else None


def published_details(puzzle: Puzzle) -> PublishedPuzzle | None:
    """Return what is published about a puzzle: name, numbers, clues.

    Returns None if its tiles are not known.
    """
    from edgeasp.puzzle.summary import PublishedPuzzle

    copy = known_copy(puzzle)
    if copy is None:
        name = title_of(puzzle)
        return PublishedPuzzle(name) if name else None
    official = copy.to_file.translate(copy.known.clues["official"])
    return PublishedPuzzle(copy.known.title, copy.to_file.differences, published_numbers(puzzle), official)


def published_numbers(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the published numbers of a puzzle's tiles.

    If the puzzle is not known, its tiles are numbered from 1.
    """
    copy = known_copy(puzzle)
    return tuple(tile + 1 for tile, _ in copy.to_published.tiles) if copy else tuple(range(1, len(puzzle.tiles) + 1))


@cache
def _titles_by_identity() -> dict[str, str]:
    import csv

    return {row["identity"]: row["title"] for row in csv.DictReader(_packaged_text("identities.csv").splitlines())}


def _packaged_text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def official_clues_on(puzzle: Puzzle, boards: Iterable[Solution]) -> Solution:
    """Return the official clues that all these boards keep."""
    copy = published_details(puzzle)
    placed = [set(map(puzzle.canonical, filter(puzzle.has_placement, board))) for board in boards]
    if copy is None or copy.clues is None or not placed:
        return Solution()
    return Solution(tuple(clue for clue in copy.clues if all(puzzle.canonical(clue) in laid for laid in placed)))
