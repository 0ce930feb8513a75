"""The instances of a benchmark: puzzles from files, or generated from recipes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from edgeasp.batch.bench.reading import read
from edgeasp.formats import puz, sol
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle.counting import supply
from edgeasp.puzzle.model import FRAME, Puzzle, Solution
from edgeasp.system import writing
from edgeasp.system.errors import InputError

PUZZLES = (".puz", ".lp")


@dataclass(frozen=True)
class BenchInstance:
    """A puzzle on disk with the clues of the task `all`.

    `clue` is None if the clues are derived from the puzzle. A `planted` puzzle has a solution with these clues.
    """

    name: str
    path: Path
    clue: Path | None
    puzzle: Puzzle
    clues: Solution
    half: str = ""
    planted: bool = False

    @cached_property
    def hash(self) -> str:
        """The first 12 hexadecimal digits of the SHA-256 of the puzzle and the clue."""
        text = puz.write(self.puzzle) + sol.write(self.clues)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def colours(self) -> tuple[int | None, int]:
        """The number of border colours, None if unknown, and of all others without the frame colour."""
        try:
            counts = supply(self.puzzle)
        except ValueError:
            return None, len({colour for tile in self.puzzle.tiles for colour in tile.sides} - {FRAME})
        return len(counts.ring), len(counts.inner)


@dataclass(frozen=True, slots=True)
class ListedInstance:
    """An instance of a list: its recipe and its half."""

    recipe: Recipe
    half: str

    @property
    def name(self) -> str:
        """Board, inner and border colours, seed, as in kept results: `10x10-c20-f4-s3`."""
        recipe = self.recipe
        border = f"-f{recipe.border}" if recipe.border else ""
        return f"{recipe.cols}x{recipe.rows}-c{recipe.inner}{border}-s{recipe.seed}"


def make(listed: Iterable[ListedInstance], folder: Path) -> list[BenchInstance]:
    """Generate the instances of a list in a folder; files with the right content are kept."""
    made = []
    for each in listed:
        planted = generate(each.recipe)
        path, clue = folder / f"{each.name}.puz", folder / f"{each.name}.clue"
        for file, text in ((path, puz.write(planted.puzzle)), (clue, sol.write(planted.clues))):
            if not (file.is_file() and file.read_text(encoding="utf-8") == text):
                writing.write_text(str(file), text)
        made.append(BenchInstance(each.name, path, clue, planted.puzzle, planted.clues, each.half, planted=True))
    return made


def load(path: str) -> list[BenchInstance]:
    """The puzzle in a file, or all puzzles below a folder."""
    place = Path(path)
    if not place.is_dir():
        return [_load(place, path)]
    found = sorted(file for file in place.rglob("*") if file.suffix in PUZZLES and file.is_file())
    if not found:
        raise InputError(path, None, f"expected a folder with puzzles ({', '.join(PUZZLES)}), found none")
    return [_load(file, str(file)) for file in found]


def _load(file: Path, name: str) -> BenchInstance:
    clue = file.with_suffix(".clue")
    puzzle, clues = read(str(file), str(clue) if clue.is_file() else None)
    return BenchInstance(name, file, clue if clue.is_file() else None, puzzle, clues)
