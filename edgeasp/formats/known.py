"""Puzzles known by name. Eternity II is in `sets/`."""

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
"""A puzzle and its clues for each name, and the identities of all known puzzles."""


class KnownPuzzle(NamedTuple):
    """Puzzle that the package contains.

    Attributes:
        title: name in sentences.
        puzzle: tiles with published order, rotations and colour numbers.
        clues: published clues by name. `NAME:CLUES` can be used as a file of clues.
    """

    title: str
    puzzle: Puzzle
    clues: dict[str, Solution]


class KnownCopy(NamedTuple):
    """Known puzzle as it appears in some file.

    Attributes:
        there: translation from the published puzzle to the file.
        back: translation from the file to the published puzzle.
    """

    known: KnownPuzzle
    there: Translation
    back: Translation

    @property
    def difference_text(self) -> str:
        """Describe how the file differs from the published puzzle."""
        return ", ".join(self.there.differences) or "as published"


@cache
def eternity2() -> KnownPuzzle:
    """Return Eternity II with its five official clues.

    The centre clue is part of the rules. The other four were prizes.
    """
    puzzle = plain.read_puz(_packaged_text("e2.puz"), "e2")
    official = plain.read_sol(_packaged_text("e2.clue"), puzzle, "e2:official")
    clues = {"official": official, "centre": Solution(official.placements[:1])}
    return KnownPuzzle("Eternity II", puzzle, clues)


NAMED = {"e2": eternity2}
"""Puzzles whose names can replace a file."""


@lru_cache(16)
def known_copy(puzzle: Puzzle) -> KnownCopy | None:
    """Recognise a copy of a known puzzle, or return None."""
    if (puzzle.cols, puzzle.rows) != (16, 16):
        return None
    from edgeasp.puzzle.identity import find_translation, isomorphism_invariants

    known = eternity2()
    if isomorphism_invariants(known.puzzle) != isomorphism_invariants(puzzle):
        return None
    there, back = find_translation(known.puzzle, puzzle), find_translation(puzzle, known.puzzle)
    return KnownCopy(known, there, back) if there and back else None


def title_of(puzzle: Puzzle) -> str | None:
    """Return the name of a known puzzle, or None."""
    from edgeasp.puzzle.identity import identify

    identity = identify(puzzle)
    return _titles_by_identity().get(identity.key) if identity else None


def published_details(puzzle: Puzzle) -> PublishedPuzzle | None:
    """Return the published details of a known puzzle, or None."""
    from edgeasp.puzzle.summary import PublishedPuzzle

    copy = known_copy(puzzle)
    if copy is None:
        name = title_of(puzzle)
        return PublishedPuzzle(name) if name else None
    official = copy.there.translate(copy.known.clues["official"])
    return PublishedPuzzle(copy.known.title, copy.there.differences, published_numbers(puzzle), official)


def published_numbers(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the published tile numbers, or else numbers from 1."""
    copy = known_copy(puzzle)
    return tuple(tile + 1 for tile, _ in copy.back.tiles) if copy else tuple(range(1, len(puzzle.tiles) + 1))


@cache
def _titles_by_identity() -> dict[str, str]:
    import csv

    return {row["identity"]: row["title"] for row in csv.DictReader(_packaged_text("identities.csv").splitlines())}


def _packaged_text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def official_clues_on(puzzle: Puzzle, boards: Iterable[Solution]) -> Solution:
    """Return the official clues that all boards keep."""
    copy = published_details(puzzle)
    placed = [set(map(puzzle.canonical, filter(puzzle.has_placement, board))) for board in boards]
    if copy is None or copy.clues is None or not placed:
        return Solution()
    return Solution(tuple(clue for clue in copy.clues if all(puzzle.canonical(clue) in laid for laid in placed)))
