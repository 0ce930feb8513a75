"""Instances of benchmarks (puzzles with clues), in lists called tiers."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from edgeasp.formats import files, plain
from edgeasp.generate import Recipe, generate
from edgeasp.puzzle import counting, features
from edgeasp.puzzle.clues import ClueFile, merge_clues
from edgeasp.puzzle.counting import side_supply
from edgeasp.puzzle.model import FRAME, Placement, Puzzle, Solution, Square, rotate_sides
from edgeasp.system import writing
from edgeasp.system.errors import InputError


def read_puzzle_and_clues(path: str, clue: str | Path | None) -> tuple[Puzzle, Solution]:
    """Read a puzzle and its clues from files."""
    document = files.read(path)
    puzzle = document.puzzle
    sources = [ClueFile(path, document.clues), *([files.read_clues(str(clue), puzzle)] if clue else [])]
    return puzzle, merge_clues(puzzle, sources)


def read_instance(path: str, clue: str | Path | None) -> tuple[Puzzle, Solution]:
    """Read a puzzle and its clues for the task `all`.

    If there are no clues, a corner tile at (0,0) becomes the only clue, see `corner_clue`.
    """
    puzzle, clues = read_puzzle_and_clues(path, clue)
    features.require_support("bench", puzzle, source=files.printable_name(path))
    return puzzle, clues if clues.placements else corner_clue(puzzle)


def corner_clue(puzzle: Puzzle) -> Solution:
    """Return the first corner tile at (0,0) as a clue.

    The clue is satisfied by exactly one of the four rotations of each solution. Returns no clue if some solution might
    violate the clue in all rotations. This can happen on a board that is not square, since only two rotations fit. It
    can also happen without a frame, or with inner sides of colour 0, since then any tile may be in a corner.
    """
    fixed = puzzle.turning and puzzle.cols == puzzle.rows and puzzle.exact
    if not fixed or counting.contradictions(puzzle, signed=False):
        return Solution()
    for index, tile in enumerate(puzzle.tiles):
        for rot in range(4):
            north, _, _, west = rotate_sides(tile.sides, rot)
            if north == west == FRAME:
                return Solution((Placement(index, Square(0, 0), rot),))
    return Solution()


PUZZLES = (".puz", ".lp")


@dataclass(frozen=True)
class BenchInstance:
    """Puzzle of a benchmark, with its clues.

    Attributes:
        name: name of the instance.
        path: file of the puzzle.
        clue: file of the clues. None if there is no such file. The clues may then come from the puzzle's file or from
            `corner_clue`.
        puzzle: puzzle to solve.
        clues: placements that every solution must contain.
        half: half of the list that contains the instance, `development` or `validation`. Empty if the list is not
            divided.
        planted: whether a solution with these clues is known to exist.
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
        """First 12 hexadecimal digits of the SHA-256 of puzzle and clues."""
        text = plain.write_puz(self.puzzle) + plain.write_sol(self.clues)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def colour_counts(self) -> tuple[int | None, int]:
        """Numbers of border and inner colours.

        The first is None if it is unknown.
        """
        try:
            counts = side_supply(self.puzzle)
        except ValueError:
            return None, len({*self.puzzle.side_colours} - {FRAME})
        return len(counts.ring), len(counts.inner)


@dataclass(frozen=True, slots=True)
class ListedInstance:
    """Instance in a list, before its puzzle is generated.

    Attributes:
        recipe: recipe of the puzzle.
        half: half of the list that contains the instance, `development` or `validation`. Empty if the list is not
            divided.
    """

    recipe: Recipe
    half: str

    @property
    def name(self) -> str:
        """Name made of size, inner colours, border colours and seed, e.g. `10x10-c20-f4-s3`."""
        recipe = self.recipe
        border = f"-f{recipe.border}" if recipe.border else ""
        return f"{recipe.cols}x{recipe.rows}-c{recipe.inner}{border}-s{recipe.seed}"


def generate_instances(listed: Iterable[ListedInstance], folder: Path) -> list[BenchInstance]:
    """Generate the instances of a list in a folder.

    A file is left alone if it already has the right content.
    """
    instances = []
    for instance in listed:
        planted = generate(instance.recipe)
        path, clue = folder / f"{instance.name}.puz", folder / f"{instance.name}.clue"
        for file, text in ((path, plain.write_puz(planted.puzzle)), (clue, plain.write_sol(planted.clues))):
            if not (file.is_file() and file.read_text(encoding="utf-8") == text):
                writing.write_text(str(file), text)
        instances.append(
            BenchInstance(instance.name, path, clue, planted.puzzle, planted.clues, instance.half, planted=True)
        )
    return instances


def load_instances(path: str) -> list[BenchInstance]:
    """Load puzzles from a file or folder, for task `all`.

    A puzzle without clues gets a corner tile as a clue, see `read_instance`.
    """
    clues = {name: _find_clue_file(name) for name in _puzzle_files(path)}
    return [BenchInstance(name, Path(name), clue, *read_instance(name, clue)) for name, clue in clues.items()]


def load_without_extra_clues(path: str) -> list[BenchInstance]:
    """Load puzzles with only the clues that their files contain."""
    clues = {name: _find_clue_file(name) for name in _puzzle_files(path)}
    return [
        BenchInstance(Path(name).stem, Path(name), clue, *read_puzzle_and_clues(name, clue))
        for name, clue in clues.items()
    ]


def _puzzle_files(path: str) -> list[str]:
    place = Path(path)
    if not place.is_dir():
        return [path]
    paths = sorted(file for file in place.rglob("*") if file.suffix in PUZZLES and file.is_file())
    if not paths:
        raise InputError(path, None, f"expected a folder with puzzles ({', '.join(PUZZLES)}), found none")
    return list(map(str, paths))


def _find_clue_file(name: str) -> Path | None:
    clue = Path(name).with_suffix(".clue")
    return clue if clue.is_file() else None


HALVES = ("development", "validation")
"""Halves of a list. Parameters are tuned on the first half only, and results are reported for both."""

DEFAULTS = {
    "about": "",
    "clues": "corner",
    "systems": "edgeasp",
    "tasks": "all",
    "seeds": "1",
    "seeds-first": "1-5",
    "time-limit": "60",
    "memory-limit": "2G",
}
"""Default settings. A list overrides them by lines such as `# seeds: 1-5`.

The task `first` has more seeds, as its time varies more.
"""

_COLUMNS = ["cols", "rows", "inner", "border", "seed", "half"]


@dataclass(frozen=True, slots=True)
class Tier:
    """List of instances with settings.

    Attributes:
        name: name of the list's file, without extension.
        listed: instances of the list.
        defaults: settings, with the keys of `DEFAULTS`.
    """

    name: str
    listed: tuple[ListedInstance, ...]
    defaults: dict[str, str]


def tier_folder() -> Path:
    """Return the folder of tiers, in package or checkout."""
    package = Path(__file__).parents[2]
    inside = package / "tiers"
    return inside if inside.is_dir() else package.parent / "instances" / "tiers"


def tier_names() -> list[str]:
    """List the names of the tiers."""
    return sorted(path.stem for path in tier_folder().glob("*.csv"))


def is_tier_or_list(name: str) -> bool:
    """Whether a name is a tier or the file of a list.

    Reads a `.csv` file to decide, since a puzzle in the format `binary` has this extension as well.
    """
    if name in tier_names():
        return True
    if not name.endswith(".csv"):
        return False
    lines = (line for line in files.read_text(name).splitlines() if line.strip() and not line.startswith("#"))
    first = next(lines, "")
    # A puzzle begins with its size, a list with the names of its columns.
    return not first or any(map(str.isalpha, first))


def load_tier(name: str) -> Tier:
    """Load a tier by name, or a list by file."""
    path = tier_folder() / f"{name}.csv" if name in tier_names() else Path(name)
    shown = str(path) if path.name != f"{name}.csv" else path.name
    return read_tier(files.read_text(str(path)), shown, path.stem)


def read_tier(text: str, source: str, name: str) -> Tier:
    """Parse a list of instances: its settings and recipes."""
    defaults = dict(DEFAULTS)
    records: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            word, colon, value = line.removeprefix("#").partition(":")
            if colon and word.strip() in DEFAULTS:
                defaults[word.strip()] = value.strip()
        elif line.strip():
            records.append((number, [cell.strip() for cell in next(csv.reader(io.StringIO(line)))]))
    if not records or records[0][1] != _COLUMNS:
        first = records[0][0] if records else None
        raise InputError(source, first, f"expected a list of instances with the columns {','.join(_COLUMNS)}")
    if len(records) == 1:
        raise InputError(source, None, "expected a list of instances, found none")
    listed: list[ListedInstance] = []
    for number, record in records[1:]:
        one = _parse_listed_instance(record, source, number, defaults["clues"])
        if one.name in {other.name for other in listed}:
            raise InputError(source, number, f"expected each instance once, found {one.name} again")
        listed.append(one)
    return Tier(name, tuple(listed), defaults)


def _parse_listed_instance(record: list[str], source: str, number: int, clues: str) -> ListedInstance:
    *texts, half = record
    if len(record) != len(_COLUMNS) or not all(text.isascii() and text.isdigit() for text in texts):
        raise InputError(source, number, f"expected five numbers and a half, found {','.join(record)!r}")
    if half not in ("", *HALVES):
        raise InputError(source, number, f"expected {' or '.join(HALVES)}, found {half!r}")
    if clues not in ("corner", "five"):
        raise InputError(source, None, f"expected the clues corner or five, found {clues!r}")
    cols, rows, inner, border, seed = map(int, texts)
    # As in the usual board suites: identical tiles are allowed, and one corner tile is a clue.
    return ListedInstance(
        Recipe(cols, rows, inner, border, seed, clues="corner" if clues == "corner" else "five"), half
    )
