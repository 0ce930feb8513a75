"""Generating a suite: boards by size and colours, each from a seed of its own."""

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
from edgeasp.batch.suite.lock import LockTaken, locked
from edgeasp.batch.suite.selection import Size
from edgeasp.formats import files, puz, sol
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.generate.presets import hardest
from edgeasp.generate.validation import require_possible
from edgeasp.puzzle.errors import OptionError, OutputError
from edgeasp.puzzle.estimate import ring_diamonds


@dataclass(frozen=True, slots=True)
class Plan:
    """Which boards a suite is to have.

    Attributes:
        sizes: columns and rows.
        boards: how many there are to be of each size and number of colours.
        colours: the numbers of inner colours; None for those around the hardest of the size.
        around: how many colours to either side of the hardest to go.
        border: the number of border colours; None for what makes boards hardest with the inner ones.
        distinct: no two tiles of a board are identical.
    """

    sizes: list[Size]
    boards: int
    colours: list[int] | None = None
    around: int = 1
    border: int | None = None
    distinct: bool = False

    def recipes(self) -> list[tuple[BoardPlace, Recipe]]:
        """Where the boards go and what they are made from, but for their seeds.

        Raises:
            OptionError: there is no such board; nothing has been tried then.
        """
        made = []
        for cols, rows in self.sizes:
            for inner in self._colours(cols, rows):
                _, border = hardest(cols, rows, inner, self.border)
                recipe = Recipe(cols, rows, inner, border, clues="corner", distinct=self.distinct)
                places = [BoardPlace(cols, rows, inner, index) for index in range(1, self.boards + 1)]
                with _naming(places[0].cell):
                    require_possible(recipe)
                made += [(place, recipe) for place in places]
        return made

    def _colours(self, cols: int, rows: int) -> list[int]:
        if self.colours is not None:
            return self.colours
        middle, _ = hardest(cols, rows, None, self.border)
        inside = 2 * cols * rows - cols - rows - ring_diamonds(cols, rows)
        least, most = max(1, middle - self.around), min(inside, middle + self.around)
        return list(range(least, most + 1)) if inside else [0]


def seed_of(seed: int, place: BoardPlace) -> int:
    """The seed of a board: it follows from that of the suite and from the place of the board, and nothing else.

    So a suite can grow by sizes, colours or boards without a change to what is there.
    """
    text = f"{seed} {place.cols} {place.rows} {place.colours} {place.index}"
    return int.from_bytes(sha256(text.encode("ascii")).digest()[:6], "big")


def make(root: Path, recipes: Iterable[tuple[BoardPlace, Recipe]], seed: int) -> Iterator[tuple[BoardPlace, bool]]:
    """Write boards, each whole or not at all; tell of each whether it was written or was there before.

    A board that is there is left alone. The recipes' own seeds are replaced.

    Raises:
        OptionError: no puzzle is as a recipe wants it.
        OutputError: a folder cannot be made or written to, or another process generates boards there.
    """
    _make_folder(root)
    try:
        with locked(root, 0.0):
            for left in root.glob("*/*/.board_*.part"):
                shutil.rmtree(left, ignore_errors=True)
            for place, recipe in recipes:
                folder = root / place.name
                if not folder.exists():
                    seeded = replace(recipe, seed=seed_of(seed, place))
                    with _naming(place.name):
                        planted = generate(seeded)
                    _write(folder, planted)
                    yield place, True
                else:
                    yield place, False
    except LockTaken:
        raise OutputError(f"{root}: another process generates boards there") from None


@contextmanager
def _naming(boards: str) -> Iterator[None]:
    """Let a refusal say of which boards it speaks."""
    try:
        yield
    except OptionError as error:
        raise OptionError(f"{boards}: {error}") from None


def _write(folder: Path, planted: Planted) -> None:
    """Write a board beside its place, and then put it there in one step."""
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    _make_folder(part)
    try:
        files.write_text(str(part / folders.PUZZLE), puz.write(planted.puzzle))
        if len(planted.clues):
            files.write_text(str(part / folders.CLUE), sol.write(planted.clues))
        if planted.solution is not None:
            files.write_text(str(part / folders.PLANTED), sol.write(planted.solution))
        _at(folder, lambda: part.rename(folder))
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _make_folder(path: Path) -> None:
    _at(path, lambda: path.mkdir(parents=True, exist_ok=True))


def _at(path: Path, do: Callable[[], object]) -> None:
    try:
        do()
    except OSError as error:
        raise OutputError(f"{path}: cannot be made: {(error.strerror or str(error)).lower()}") from None
