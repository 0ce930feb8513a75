"""Generate a suite: boards by size and colours, each from its own seed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from edgeasp.batch.suite import folders
from edgeasp.batch.suite.folders import BoardPlace
from edgeasp.batch.suite.selection import Size
from edgeasp.formats import puz, sol
from edgeasp.formats.endings import Content, require_ending
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.generate.presets import border_share, hardest
from edgeasp.generate.validation import require_possible
from edgeasp.puzzle.estimate import inner_diamonds
from edgeasp.system import writing
from edgeasp.system.errors import OptionError, OutputError, os_reason
from edgeasp.system.lock import LockTaken, locked
from edgeasp.system.writing import sync_folder


@dataclass(frozen=True, slots=True)
class Plan:
    """The boards of a suite: so many of each size and number of inner colours.

    Attributes:
        colours: numbers of inner colours; None for those around the hardest number of each size.
        around: distance from the hardest number of inner colours, both ways.
        border: number of border colours; None for the hardest number.
        distinct: no two tiles of a board are identical.
    """

    sizes: list[Size]
    boards: int
    colours: list[int] | None = None
    around: int = 1
    border: int | None = None
    distinct: bool = False

    def recipes(self) -> list[tuple[BoardPlace, Recipe]]:
        """The places of the boards and their recipes, without seeds."""
        made = []
        for cols, rows in self.sizes:
            for inner in self._colours(cols, rows):
                border = self.border or border_share(cols, rows, inner)
                recipe = Recipe(cols, rows, inner, border, clues="corner", distinct=self.distinct)
                places = [BoardPlace(cols, rows, inner, index) for index in range(1, self.boards + 1)]
                with _naming(places[0].cell):
                    require_possible(recipe)
                made += [(place, recipe) for place in places]
        return made

    def _colours(self, cols: int, rows: int) -> list[int]:
        if self.colours is not None:
            return self.colours
        middle, inside = hardest(cols, rows, self.border), inner_diamonds(cols, rows)
        least, most = max(1, middle - self.around), min(inside, middle + self.around)
        return list(range(least, most + 1)) if inside else [0]


def seed_of(seed: int, place: BoardPlace) -> int:
    """The seed of a board: a hash of the seed of the suite and the place of the board.

    So sizes, colours or boards can be added to a suite, and existing boards stay the same.
    """
    text = f"{seed} {place.cols} {place.rows} {place.colours} {place.index}"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:6], "big")


def make(root: Path, recipes: Iterable[tuple[BoardPlace, Recipe]], seed: int) -> Iterator[tuple[BoardPlace, bool]]:
    """Write the boards that do not exist, each completely or not at all; `seed` is that of the suite.

    Gives each place, and whether its board was written.
    """
    if not root.is_dir():
        require_ending(str(root), Content.FOLDER)
    _at(root, lambda: root.mkdir(parents=True, exist_ok=True))
    try:
        with locked(root, 0.0):
            for left in root.glob("*/*/.board_*.part"):
                shutil.rmtree(left, ignore_errors=True)
            for place, recipe in recipes:
                folder = root / place.name
                missing = not folder.exists()
                if missing:
                    with _naming(place.name):
                        planted = generate(replace(recipe, seed=seed_of(seed, place)))
                    _write(folder, planted)
                yield place, missing
    except LockTaken:
        raise OutputError(f"{root}: another process generates boards there") from None


@contextmanager
def _naming(boards: str) -> Iterator[None]:
    """Add the name of the boards to an error."""
    try:
        yield
    except OptionError as error:
        raise OptionError(f"{boards}: {error}") from None


def _write(folder: Path, planted: Planted) -> None:
    """Write a board to a temporary folder, then rename that."""
    part = folder.with_name(f".{folder.name}.{os.urandom(8).hex()}.part")
    _at(part, lambda: part.mkdir(parents=True))
    try:
        writing.write_text(str(part / folders.PUZZLE), puz.write(planted.puzzle))
        if len(planted.clues):
            writing.write_text(str(part / folders.CLUE), sol.write(planted.clues))
        if planted.solution is not None:
            writing.write_text(str(part / folders.PLANTED), sol.write(planted.solution))
        _at(folder, lambda: part.rename(folder))
        sync_folder(folder.parent)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _at(path: Path, do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {os_reason(error)}") from None
