"""Generation of puzzles and puzzle books."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack, overload

from edgeasp.api import with_defaults
from edgeasp.api.instance import Board, Instance, as_file_name, as_size
from edgeasp.api.sheets import find_paper, make_sheet_options
from edgeasp.api.solving import Clock, OnTick, Progress, check_callback, require_range
from edgeasp.formats import plain
from edgeasp.generate import Clues, Planted, Recipe, generate, resolve_preset
from edgeasp.generate.recipes import find_preset, require_possible, with_places_for_colours
from edgeasp.parallel.series import USUAL, BookEntry, BookPlan, BookSelection, PuzzleSelection, RatedPuzzle, Series
from edgeasp.puzzle.model import (
    DIFFERENT,
    RIM_PARTS,
    WRAPPING,
    Grid,
    Partners,
    Rim,
    Solution,
    Square,
    normalise_pairs,
    normalise_rim,
)
from edgeasp.puzzle.symmetry import has_reflections_or_shifts, motions_text
from edgeasp.search.cubes import DIFFICULTIES, UNIQUE_LIMIT, Difficulty
from edgeasp.system import writing
from edgeasp.system.errors import LimitError, OptionError, OutputError
from edgeasp.system.limits import MOST_JOBS, Limits
from edgeasp.system.lines import DIGITS, Size, is_whole, quoted, read_sizes
from edgeasp.system.writing import make_folder, require_no_link

if TYPE_CHECKING:
    from edgeasp.draw.sheets import PrintedPuzzle


# ---- puzzles by recipe ----


class RecipeSwitches(TypedDict, total=False):
    """Arguments that are passed to the recipe under the same name."""

    shared: bool
    signed: float
    distinct: bool
    symmetric: bool
    balanced: bool
    clues: Clues
    shuffle: bool
    turn: bool
    planted: bool
    heads: bool
    whole: float
    partners: str | Iterable[tuple[int, int]]
    turning: bool
    flipping: bool
    fixed: float
    holes: Iterable[tuple[int, int]]
    wraps: Iterable[str]
    rim: Mapping[str, Iterable[int]]
    spare: int


class PresetArguments(TypedDict, total=False):
    """Preset, main parameters and callbacks, with their defaults."""

    preset: Annotated[str | None, None]
    colours: Annotated[int | None, None]
    border_colours: Annotated[int | None, None]
    framed: Annotated[bool, True]
    seed: Annotated[int, 1]
    jobs: Annotated[int, 1]
    on_tick: Annotated[OnTick | None, None]


class RecipeArguments(PresetArguments, RecipeSwitches, total=False):
    """All arguments of a recipe. Presets decide the defaults of switches."""


@dataclass(frozen=True, repr=False)
class Generated(Instance):
    """Generated puzzle, to solve, save and show like a loaded one.

    >>> puzzle = edgeasp.generate_puzzle(6, preset="hardest", seed=3)
    >>> puzzle.planted.solved
    True
    >>> puzzle.recipe.inner, puzzle.recipe.border
    (5, 3)

    Attributes:
        solution: planted solution, None for a random tile set.
        recipe: all parameters, including those chosen for the size.
    """

    solution: Solution | None = field(default=None, kw_only=True)
    recipe: Recipe = field(kw_only=True)

    @property
    def planted(self) -> Board | None:
        """Board from which the puzzle was made, None for random tiles."""
        return None if self.solution is None else self.board(self.solution)


@with_defaults
def generate_puzzle(
    cols: int | str | tuple[int, int] | None = None,
    rows: int | None = None,
    *,
    unique: bool = False,
    difficulty: str | None = None,
    **recipe: Unpack[RecipeArguments],
) -> Generated:
    """Generate a puzzle.

    edgeasp solves a puzzle with default arguments in seconds. The same arguments yield the same puzzle on every
    machine, and with `edgeasp generate`. With `unique` or `difficulty`, consecutive seeds are tried until a puzzle
    fits.

    >>> edgeasp.generate_puzzle(6, seed=3)
    Generated(6 x 6, framed, 36 tiles, 0 clues)
    >>> edgeasp.generate_puzzle("6x4").rows
    4
    >>> edgeasp.generate_puzzle(5, 3, framed=False, signed=1.0)
    Generated(5 x 3, unframed, signed, 15 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(4, holes=[(1, 1)], wraps=["columns"])
    Generated(4 x 4, framed, holes, a wrap-around board, 15 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(4, partners="different", rim={"top": [1, 2], "left": []})
    Generated(4 x 4, framed, colours that match several others, open sides or boundary colours, 16 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(8, preset="easy", distinct=True, clues="corner").clues
    Solution(1 placement)
    >>> edgeasp.is_unique(edgeasp.generate_puzzle(5, difficulty="easy"))
    True

    Args:
        cols: number of columns, or both numbers as in `"6x4"` or `(6, 4)`. Some presets have a size.
        rows: number of rows, None for as many as columns.
        preset: `moderate`, `hardest`, `easy`, `class`, `e2-like`, `scramble`, `tetravex` or `macmahon`.
        colours: number of inner colours, or of all colours without a frame.
        border_colours: number of colours between adjacent border tiles.
        framed: whether there is a frame.
        seed: seed of the random numbers. If several puzzles are tried, the first seed.
        unique: whether to require a unique solution, up to rotation of the board.
        difficulty: required difficulty, measured in conflicts: `easy`, `medium` or `hard`. Implies `unique`.
        jobs: number of processes that try puzzles.
        on_tick: called with a `Progress` several times a second while puzzles are tried. Raising stops the search.
        shared: whether border colours and inner colours are both numbered from 1.
        signed: fraction of the tiles that have a sign, from 0 to 1.
        distinct: whether all tiles differ up to rotation.
        symmetric: whether a half or quarter turn may map a tile to itself.
        balanced: whether all colours are about equally frequent.
        clues: placements of the solution that become clues: `none`, `corner`, `centre`, `five`, or a number.
        shuffle: whether the tiles are in random order.
        turn: whether the tiles are rotated at random.
        planted: whether to plant a solution. Otherwise the tile set is random.
        heads: whether colours come in matching pairs of heads and tails.
        whole: with `heads`, fraction of the motifs that match themselves, from 0 to 1.
        partners: pairs of matching colours, or `"different"` if any two different colours match. Colours without a
            pair match themselves.
        turning: whether tiles may be rotated.
        flipping: whether tiles may be flipped. Their back is the mirror image.
        fixed: fraction of the tiles that may not be rotated, from 0 to 1.
        holes: squares that are not on the board, as columns and rows from 0.
        wraps: `columns` if the last column is adjacent to the first, `rows` if the last row is adjacent to the first.
        rim: boundary colours for `top`, `right`, `bottom`, `left` or `hole`, in place of the frame. An empty list
            allows any colour.
        spare: number of spare tiles, at most the number of squares.

    Raises:
        LimitError: too many puzzles in a row did not fit.
        OptionError: a preset or difficulty is unknown, or no puzzle can have these parameters.
        TypeError: an argument is unknown.
    """
    drawn = make_recipe(None if cols is None else as_size(cols, rows), recipe)
    require_range("number of processes", recipe["jobs"], 1, MOST_JOBS)
    check_callback(recipe["on_tick"], "on_tick", "edgeasp.Progress")
    if unique or preset_implies_unique(recipe["preset"]) or difficulty is not None:
        chosen = None if difficulty is None else _find_difficulty(difficulty)
        return _select_puzzle(describe_series(drawn, 1, chosen, recipe), recipe["jobs"], recipe["on_tick"])
    return generate_from_recipe(drawn)


def preset_implies_unique(preset: str | None) -> bool:
    """Whether a preset only accepts puzzles with one solution."""
    return find_preset(preset).unique


def generate_from_recipe(recipe: Recipe) -> Generated:
    """Generate the puzzle of a recipe."""
    return add_recipe(recipe, generate(recipe))


def make_recipe(size: tuple[int, int] | None, wanted: RecipeArguments) -> Recipe:
    """Make the recipe for a size, or raise OptionError."""
    if not is_whole(wanted["seed"]) or wanted["seed"] < 0:
        raise OptionError(f"expected a seed from 0, found {wanted['seed']!r}")
    inner, border = wanted["colours"], wanted["border_colours"]
    recipe = resolve_preset(wanted["preset"], size, unframed=not wanted["framed"], inner=inner, border=border)
    switches: dict[str, Any] = {name: value for name, value in wanted.items() if name in RecipeSwitches.__annotations__}
    grid = Grid(recipe.cols, recipe.rows)
    if "holes" in wanted:
        holes, every = [*wanted["holes"]], {*grid.squares}
        known = all(isinstance(hole, tuple) and all(map(is_whole, hole)) and hole in every for hole in holes)
        if not known or every <= {*holes}:
            raise OptionError(f"expected holes on squares of {grid.cols} x {grid.rows}, such as (1, 1), and not on all")
        switches["holes"] = frozenset(Square(*hole) for hole in holes)
    if "wraps" in wanted:
        switches["wraps"] = wraps = frozenset(wanted["wraps"])
        if not wraps.issubset(WRAPPING):
            raise OptionError(f"expected wraps among {WRAPPING}, found {wanted['wraps']!r}")
    if "partners" in wanted:
        switches["partners"] = _parse_partners(wanted["partners"])
    if "rim" in wanted:
        switches["rim"] = _parse_rim(wanted["rim"])
    recipe = replace(recipe, seed=wanted["seed"], **switches)
    recipe = with_places_for_colours(recipe, inner=inner is None, border=border is None and recipe.framed)
    require_possible(recipe)
    return recipe


def _parse_partners(wanted: str | Iterable[tuple[int, int]]) -> Partners | Literal["different"]:
    if isinstance(wanted, str) and wanted == DIFFERENT:
        return "different"
    pairs: Iterable[Any] = [wanted] if isinstance(wanted, str) else wanted
    try:
        # `index` accepts integers of other libraries, such as numpy, and refuses fractions.
        return normalise_pairs(tuple((index(one), index(other)) for one, other in pairs))
    except (TypeError, ValueError):
        expected = f"expected partners as pairs of colours from 1, such as (1, 2), or {DIFFERENT!r}"
        raise OptionError(f"{expected}, found {wanted!r:.60}") from None


def _parse_rim(wanted: Mapping[str, Iterable[int]]) -> Rim:
    try:
        parts: Iterable[Any] = wanted.items() if isinstance(wanted, Mapping) else wanted
        return normalise_rim(tuple((part, tuple(map(index, colours))) for part, colours in parts))
    except (TypeError, ValueError):
        parts = ", ".join(RIM_PARTS)
        expected = f"expected colours from 1 for parts of the rim ({parts}), such as {{'top': [1, 2]}}"
        raise OptionError(f"{expected}, found {wanted!r:.60}") from None


def describe_series(
    recipe: Recipe, number: int, difficulty: Difficulty | None, wanted: RecipeArguments, limit: int = UNIQUE_LIMIT
) -> Series:
    """Describe a series of puzzles to select.

    If preset and colours are left open, the number of colours may vary within the series.
    """
    free = wanted["preset"] is None and wanted["colours"] is None
    return Series(recipe, number, difficulty, free, free and wanted["border_colours"] is None, limit)


def make_selection(series: Series, jobs: int) -> PuzzleSelection:
    """Create the search for the puzzles of a series."""
    return PuzzleSelection(series, jobs)


def _select_puzzle(series: Series, jobs: int, on_tick: OnTick | None) -> Generated:
    if not series.recipe.planted:
        raise OptionError("a random tile set may have no solution: expected it without unique and difficulty")
    selection, clock = make_selection(series, jobs), Clock(Limits(), on_tick)
    clock.progress_at = lambda seconds: Progress(f"{selection.tried} tried", seconds, selection.given)
    # Closing it stops the processes that try further puzzles.
    with closing(selection.run(lambda _: clock.report_progress())) as selected:
        for rated in selected:
            return add_recipe(rated.recipe, rated.planted)
    raise LimitError(selection.given_up)


def _find_difficulty(name: str) -> Difficulty:
    known = {difficulty.name: difficulty for difficulty in DIFFICULTIES}
    if name not in known:
        raise OptionError(f"expected a difficulty ({', '.join(known)}), found {name!r}")
    return known[name]


def add_recipe(recipe: Recipe, planted: Planted) -> Generated:
    """Combine a puzzle with its recipe."""
    return Generated(planted.puzzle, planted.clues, solution=planted.solution, recipe=recipe)


# ---- books of puzzles ----

_CLASS = re.compile(r"([0-9]{1,4})\s*([a-z]+)", re.ASCII)


@dataclass(frozen=True, repr=False)
class Book(Sequence[Generated]):
    """Puzzles with one solution each, sorted by difficulty.

    >>> book = edgeasp.generate_book({"easy": 2}, sizes=[4])
    >>> book.names, book.levels, all(edgeasp.is_unique(puzzle) for puzzle in book)
    (('01', '02'), ('easy', 'easy'), True)

    Attributes:
        puzzles: puzzles, each with its planted board.
        levels: difficulty of each puzzle: `easy`, `medium` or `hard`.
        comments: first lines of each puzzle's file: the command that makes the puzzle, and the effort to solve it.
    """

    puzzles: tuple[Generated, ...]
    levels: tuple[str, ...]
    comments: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return len(self.puzzles)

    @overload
    def __getitem__(self, place: int) -> Generated: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Generated]: ...
    def __getitem__(self, place: int | slice) -> Generated | Sequence[Generated]:
        """Return puzzles by their index."""
        return self.puzzles[place]

    def __iter__(self) -> Iterator[Generated]:
        """Iterate over the puzzles."""
        return iter(self.puzzles)

    def __repr__(self) -> str:
        """Show the number of puzzles of each difficulty."""
        counts = ", ".join(f"{self.levels.count(level)} {level}" for level in dict.fromkeys(self.levels))
        return f"Book({counts})"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the files: `01` and so on."""
        width = max(2, len(str(len(self))))
        return tuple(f"{number:0{width}}" for number in range(1, len(self) + 1))

    def save(
        self,
        folder: str | PathLike[str],
        *,
        title: str = "",
        text: Sequence[str] | None = None,
        paper: Literal["a4", "letter"] = "a4",
        language: str = "en",
    ) -> Path:
        """Write the book to a folder: puzzles, solutions and `book.pdf`.

        >>> book = edgeasp.generate_book("2 easy", "4")
        >>> sorted(path.name for path in book.save("winter", title="Winter").iterdir())
        ['01.puz', '01.sol', '02.puz', '02.sol', 'book.pdf']

        Args:
            folder: new folder, or one without puzzles.
            title: text above each puzzle, before its number.
            text: up to three lines below the title, None for the rules.
            paper: paper size of the pages.
            language: language of all other texts: `en`, `de`, or a file with lines such as `Solutions = Lösungen`.

        Raises:
            InputError: the file of a language cannot be read.
            OptionError: the paper size is unknown, or ReportLab (extra `pdf`) is not installed.
            OutputError: the folder has puzzles already, or cannot be written.
        """
        from edgeasp.draw import shapes
        from edgeasp.draw.sheets import SheetStyle, arrange_pages, handy_tile_width

        # Fail before any file is written.
        shapes.require_reportlab()
        size, words = find_paper(paper), make_sheet_options(title, text, language, tray=True, contents=True)
        name = as_file_name(folder)
        _make_empty_folder(name)
        largest = max(self.puzzles, key=lambda puzzle: puzzle.cols * puzzle.rows)
        style = SheetStyle(size, handy_tile_width(size, largest.cols, largest.rows))
        pages = arrange_pages(self.printed(), style, words).pages
        self.write(name)
        writing.write_bytes(str(Path(name) / BOOK), shapes.write_pdf([page for _, page in pages], title or "book"))
        return Path(name)

    def write(self, folder: str) -> None:
        """Write puzzles, solutions and clues, without replacing files."""
        for name, puzzle, comments in zip(self.names, self.puzzles, self.comments, strict=True):
            path = Path(folder) / name
            assert puzzle.solution is not None
            # Another process may have begun to write to the folder.
            writing.write_new_text(
                f"{path}.puz", "".join(f"c {line}\n" for line in comments) + plain.write_puz(puzzle.puzzle)
            )
            writing.write_new_text(f"{path}.sol", plain.write_sol(puzzle.solution))
            if puzzle.clues:
                writing.write_new_text(f"{path}.clue", plain.write_sol(puzzle.clues))
        writing.flush_files(folder)

    def printed(self) -> list[PrintedPuzzle]:
        """Return the puzzles for printing."""
        from edgeasp.draw.sheets import PrintedPuzzle

        return [
            PrintedPuzzle(
                name,
                puzzle.puzzle,
                (puzzle.solution,) if puzzle.solution else (),
                puzzle.clues,
                level=level,
                unique=True,
            )
            for name, puzzle, level in zip(self.names, self.puzzles, self.levels, strict=True)
        ]


def make_book_selection(plan: BookPlan) -> BookSelection:
    """Create the search for the puzzles of a book."""
    return BookSelection(plan)


def collect_book(entries: Sequence[BookEntry]) -> Book:
    """Make a book of selected puzzles."""
    return Book(
        tuple(add_recipe(entry.rated.recipe, entry.rated.planted) for entry in entries),
        tuple(entry.level.name for entry in entries),
        tuple((entry.rated.recipe.command, *entry.series.remarks(entry.rated)) for entry in entries),
    )


def _parse_book_classes(wanted: str | Mapping[str, int]) -> tuple[tuple[Difficulty, int], ...]:
    """Parse the number of puzzles of each difficulty.

    Raises:
        OptionError: the text has another format.
    """
    known = {difficulty.name: difficulty for difficulty in DIFFICULTIES}
    counts: dict[str, int] = {}
    pairs: list[tuple[str, int]] = []
    if isinstance(wanted, str):
        matches = [_CLASS.fullmatch(part.strip()) for part in re.split(r"[,+]|\band\b", wanted) if part]
        pairs = [("", 0) if match is None else (match[2], int(match[1])) for match in matches]
    elif isinstance(wanted, Mapping):
        pairs = list(wanted.items())
    for name, number in pairs:
        if name not in known or not is_whole(number) or number < 1:
            pairs = []
            break
        counts[name] = counts.get(name, 0) + number
    if not pairs:
        shown = quoted(wanted) if isinstance(wanted, str) else repr(wanted)
        raise OptionError(f"expected a number for each class, as in '4 easy, 4 hard', found {shown}")
    return tuple((difficulty, counts[difficulty.name]) for difficulty in DIFFICULTIES if difficulty.name in counts)


def _parse_book_sizes(text: str) -> tuple[Size, ...]:
    """Read sizes, ascending, from a text such as `5-7`.

    Raises:
        OptionError: the text has another format.
    """
    return tuple(sorted(read_sizes(text), key=lambda size: (size[0] * size[1], size)))


BOOK = "book.pdf"
"""The name of the printed book in its folder."""


def _make_empty_folder(folder: str) -> None:
    """Create a folder, or raise OutputError if it has puzzles."""
    make_folder(folder)
    # In a folder of another user, a link could redirect the book to any file.
    require_no_link(Path(folder, BOOK))
    if there := next((path for path in sorted(Path(folder).iterdir()) if path.suffix in (".puz", ".sol")), None):
        raise OutputError(f"{there} already exists: expected a folder without puzzles")


def plan_book(text: str, size: str | None, output: str | None) -> BookPlan:
    """Plan the book that the options describe.

    Raises:
        OptionError: the options describe no book.
        OutputError: the folder has puzzles already.
    """
    if output is None or output == "-":
        raise OptionError("--book: expected a folder, such as -o book/")
    try:
        classes = _parse_book_classes(text)
    except OptionError as error:
        raise OptionError(f"--book: {error}") from None
    try:
        sizes = _parse_book_sizes(size) if size else USUAL
    except OptionError as error:
        raise OptionError(f"--size: {error}") from None
    _make_empty_folder(output)
    return BookPlan(classes, sizes)


@with_defaults
def generate_book(
    classes: str | Mapping[str, int],
    sizes: str | int | Sequence[int | str | tuple[int, int]] = "5-7",
    **recipe: Unpack[RecipeArguments],
) -> Book:
    """Make a book of easy, medium and hard puzzles.

    Each puzzle has one solution, and the easiest puzzle comes first. The same arguments yield the same book on every
    machine, and with `edgeasp generate --book`.

    >>> edgeasp.generate_book("2 easy", "4")
    Book(2 easy)

    Args:
        classes: number of puzzles of each difficulty, as in `"4 easy, 4 hard"` or `{"easy": 4, "hard": 4}`.
        sizes: board sizes, e.g. `"5-7"` or `[5, "6x4", (7, 7)]`. They are spread over the puzzles of each difficulty.
        preset: preset as in `generate_puzzle`, which describes all arguments not listed here.
        colours: number of inner colours, None to choose it for the difficulty.
        border_colours: number of colours between adjacent border tiles.
        framed: whether there is a frame.
        seed: seed of the random numbers. If several puzzles are tried, the first seed.
        jobs: number of processes that try puzzles.
        on_tick: called with a `Progress` several times a second. Raising stops the search.

    Raises:
        LimitError: too many puzzles in a row did not fit.
        OptionError: a class, size or preset is unknown, or no puzzle can have these parameters.
        TypeError: an argument is unknown.
    """
    require_range("number of processes", recipe["jobs"], 1, MOST_JOBS)
    chosen = _parse_book_sizes(sizes) if isinstance(sizes, str) else _parse_size_list(sizes)
    plan = BookPlan(_parse_book_classes(classes), chosen)

    def make_series(size: Size, number: int, difficulty: Difficulty) -> Series:
        """Describe a series of the book."""
        return describe_series(make_recipe(size, recipe), number, difficulty, recipe)

    selecting, clock = make_book_selection(plan), Clock(Limits(), recipe["on_tick"])
    clock.progress_at = lambda seconds: Progress(
        f"{selecting.level}, {selecting.tried} tried",
        seconds,
        len(selecting.found),
        share=len(selecting.found) / plan.count,
    )
    for _ in selecting.run(make_series, recipe["jobs"], lambda _: clock.report_progress()):
        pass
    if selecting.given_up:
        raise LimitError("; ".join(selecting.given_up))
    return collect_book(selecting.sorted_entries())


def _parse_size_list(named: int | Sequence[int | str | tuple[int, int]]) -> tuple[Size, ...]:
    sizes = [named] if isinstance(named, int) else list(named)
    if not sizes:
        raise OptionError("expected sizes such as '5-7', or [5, '6x4'], found none")
    return tuple(sorted({as_size(size) for size in sizes}, key=lambda size: (size[0] * size[1], size)))


# ---- records and texts of generated puzzles ----


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedRecord:
    """A puzzle that was written."""

    puzzle: Annotated[str, "The file of the puzzle."]
    solution: Annotated[str | None, "The file of the planted solution; null if it was not written."]
    clues: Annotated[str | None, "File of the clues, null without clues."]
    seed: Annotated[int, "The seed of its random numbers."]
    inner_colours: Annotated[int, "The number of inner colours; of all colours without a frame."]
    border_colours: Annotated[int | None, "The number of border colours; null without a frame."]
    command: Annotated[str, "The command that generates the puzzle again, without clues."]
    unique: Annotated[bool | None, "Whether it was proved to have one solution; null if this was not requested."]
    conflicts: Annotated[tuple[int, ...], "Conflicts of the searches that rated it; empty if it was not rated."]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateRecord:
    """The object that `edgeasp generate --format json` prints."""

    schema: Annotated[Literal["edgeasp.generate"], "The name of this schema."] = "edgeasp.generate"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    cols: Annotated[int, "Columns of each board."]
    rows: Annotated[int, "Rows of each board."]
    framed: Annotated[bool, "Whether the boards have a frame."]
    difficulty: Annotated[str | None, "The class for which the puzzles were selected; null if for none."]
    sheets: Annotated[str | None, "File or folder of the sheets, null without sheets."]
    puzzles: Annotated[tuple[GeneratedRecord, ...], "In the order of their seeds."]


def series_text(recipe: Recipe, count: int) -> str:
    """Summarise a puzzle or a series of consecutive seeds."""
    kind = "framed" if recipe.framed else "all squares" if recipe.every else "unframed"
    text = f"{recipe.cols} x {recipe.rows}, {kind}, {recipe.colours}, seed"
    if count == 1:
        return f"{text} {recipe.seed}"
    return f"{count:,} puzzles: {text}s {recipe.seed} to {recipe.seed + count - 1}"


def selection_text(series: Series, selected: list[RatedPuzzle]) -> str:
    """Summarise the selected puzzles in one line."""
    first, last, recipe = selected[0], selected[-1], selected[0].recipe
    inner = sorted({rated.recipe.inner for rated in selected})
    colours = recipe.colours
    if len(inner) > 1:
        what = "motifs" if recipe.heads else "colours"
        colours = f"{inner[0]} to {inner[-1]} {'inner ' if recipe.framed else ''}{what}"
    parts = [f"{recipe.cols} x {recipe.rows}", "framed" if recipe.framed else "unframed", colours]
    if series.difficulty:
        parts.append(f"{series.difficulty.name}")
    many = len(selected) > 1
    parts.append(f"seeds {first.recipe.seed} to {last.recipe.seed}" if many else f"seed {recipe.seed}")
    what = f"{len(selected):,} puzzles with one solution each" if many else "one solution"
    if has_reflections_or_shifts(first.planted.puzzle):
        what += f" up to {motions_text(first.planted.puzzle)}"
    return f"{what}: {', '.join(parts)}"


def parse_clues(text: str | None) -> Clues:
    """Parse the value of `--clues`, None for no clues."""
    match text:
        case None:
            return "none"
        case "corner" | "centre" | "five":
            return text
        case number if number.isdecimal() and number.isascii() and len(number) <= DIGITS:
            return int(number)
    raise OptionError(f"--clues: expected corner, centre, five or a number, found {text!a}")
