"""Command `generate`: single puzzles, series, difficulty classes, books."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import typer

from edgeasp.cli import commands, console, delivery, shared_options, signals
from edgeasp.cli.commands import end_search, examples, run_search
from edgeasp.cli.console import ProgressLine, format_duration
from edgeasp.cli.options import make_completer, option_factory
from edgeasp.cli.show import PrintOptions, SheetOutput, read_palette_of
from edgeasp.draw.shapes import PAPERS
from edgeasp.draw.sheets import PrintedPuzzle, SheetOptions, SheetStyle, handy_tile_width
from edgeasp.formats import edits, files, marks, plain
from edgeasp.generate import PRESETS, Recipe
from edgeasp.search.cubes import DIFFICULTIES, UNIQUE_LIMIT, Difficulty
from edgeasp.system import lines, writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.limits import MOST_CONFLICTS
from edgeasp.system.lines import Size, read_size, with_noun
from edgeasp.system.writing import Content, make_folder

if TYPE_CHECKING:
    from edgeasp.api.generate import Generated, GeneratedRecord, RecipeArguments
    from edgeasp.parallel.processes import RunningCall
    from edgeasp.parallel.series import RatedPuzzle, Series


# ---- options of `edgeasp generate`, and the recipe and the series that they ask for ----

_PRESETS = ", ".join(preset.name for preset in PRESETS)
_DIFFICULTIES = ", ".join(difficulty.name for difficulty in DIFFICULTIES)


_TITLES = [(preset.name, preset.title) for preset in PRESETS]
_HEADINGS = ("Board", "Selection", "Colours", "Tiles", "Output")
_board, _select, _colour, _tile, _output = (option_factory(heading, show_default=False) for heading in _HEADINGS)


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """Options of `edgeasp generate`."""

    size: str | None = _board("--size COLSxROWS", "Columns and rows: 10x8, or 10 for a square.")
    mask: str | None = _board(
        "--mask MASK",
        "Use a board of another shape: # is a square, . a hole, / ends a row (or a file with such a drawing).",
    )
    wrap: str | None = _board(*shared_options.WRAP)
    rim: list[str] | None = _board(*shared_options.RIM)
    preset: str | None = _board(
        "--preset NAME",
        f"{_PRESETS}; --help-all describes them.",
        autocompletion=make_completer(lambda: _TITLES),
    )
    unframed: bool = _board("--unframed", "Generate a puzzle without a frame.", False)
    random: bool = _board(
        "--random", "Generate random tiles that pass all counting tests but may have no solution.", False
    )
    seed: int = option_factory("Board")(*shared_options.SEED, 1, min=0)
    unique: bool = _select("--unique", "Keep only puzzles proved to have one solution (rotations aside).", False)
    difficulty: str | None = _select(
        "--difficulty NAME",
        f"As --unique, with this difficulty: {_DIFFICULTIES}. Also sets the number of colours unless you do.",
    )
    book: str | None = _select(
        "--book CLASSES",
        "Generate a book in the folder -o, e.g. '4 easy, 4 medium, 4 hard', easiest puzzles "
        "first, with a PDF. --size may be a range, e.g. 5-7.",
    )
    conflict_limit: int | None = _select(
        "--conflict-limit N",
        f"Try another puzzle when a proof takes N conflicts. Default: {UNIQUE_LIMIT:,}.",
        min=1,
        max=MOST_CONFLICTS,
    )
    jobs: shared_options.Jobs = None
    colours: int | None = _colour("--colours N", "Number of inner colours (of all colours, if unframed).", min=0)
    border_colours: int | None = _colour("--border-colours N", "Number of border colours.", min=1)
    shared: bool = _colour(
        "--shared-palette/--own-palettes", "Number border and inner colours both from 1, or consecutively.", False
    )
    balanced: bool | None = _colour(
        "--balanced/--uniform", "Use all colours equally often, or draw each one uniformly."
    )
    distinct: bool | None = _tile("--distinct/--any-tiles", "Exclude or allow tiles that are identical up to rotation.")
    symmetric: bool | None = _tile(
        "--symmetric/--no-symmetric", "Allow or exclude tiles that a half turn leaves unchanged."
    )
    heads: bool = _colour(
        "--heads-and-tails",
        "Cut motifs in half: a head matches its tail. The numbers of colours then count motifs.",
        False,
    )
    whole: float = _colour(
        "--whole-motifs SHARE", "With --heads-and-tails: the fraction of motifs that match themselves, 0 to 1.", 0.0
    )
    partners: str | None = _colour(*shared_options.PARTNERS)
    upright: bool = _tile("--upright", "Tiles may not be rotated, as in TetraVex.", False)
    flipping: bool = _tile("--two-sided", "Allow tiles to be flipped: the back is the mirror image.", False)
    fixed: float = _tile("--fixed SHARE", "Fraction of tiles that may not be rotated, 0 to 1.", 0.0)
    spare: int = _tile("--spare N", "Number of spare tiles.", 0)
    signed: float = _tile("--signed SHARE", "Fraction of tiles that carry a sign, 0 to 1.", 0.0)
    shuffle: bool = _tile("--shuffle/--no-shuffle", "Shuffle the tiles, or keep the order of the solution.", True)
    turn: bool = _tile("--turn/--no-turn", "Rotate the tiles at random, or keep them as in the solution.", True)
    clue: str | None = _output(
        "--clues WHICH",
        "Write clues to a .clue file next to the puzzle: corner, centre, five, or a number of random clues.",
    )
    output: str | None = _output("-o --output FILE|DIR", "Write the puzzle to FILE or DIR/puzzle_SEED.puz.")
    solution: str | None = _output(
        "--save-solution FILE|DIR", "Also write the planted solution, to FILE or DIR/puzzle_SEED.sol."
    )
    count: int | None = _output(
        "-n --number N", "Generate N puzzles, with seeds counting up from --seed. -o names a folder.", min=1
    )
    sheets: str | None = _output(
        "--sheets FILE|DIR",
        "Also write printable sheets of tiles and solutions to a .pdf, or to a folder/ of .svg files.",
    )
    look: PrintOptions = PrintOptions()
    comment: bool = _output("--comment/--no-comment", "Start the file with a comment that quotes the command.", True)
    form: shared_options.Form = "text"

    def requested_size(self) -> Size | None:
        """Return the requested columns and rows, or None."""
        if self.mask is not None:
            if self.size is not None:
                raise OptionError("--mask gives the size of the board: leave out --size")
            return edits.read_outline(self.mask)[:2]
        return None if self.size is None else read_size(self.size, "--size as columns and rows")

    def requested_difficulty(self) -> Difficulty | None:
        """Return the requested difficulty class, or None."""
        if self.difficulty is None:
            return None
        for difficulty in DIFFICULTIES:
            if difficulty.name == self.difficulty:
                return difficulty
        raise OptionError(f"--difficulty: expected {_DIFFICULTIES}, found {self.difficulty!a}")

    def recipe_arguments(self) -> RecipeArguments:
        """Convert the options to arguments of `edgeasp.generate_puzzle`."""
        from edgeasp.api.generate import PresetArguments, RecipeArguments, parse_clues

        same = [field.name for field in fields(self) if field.name in RecipeArguments.__optional_keys__]
        arguments: dict[str, Any] = {name: getattr(self, name) for name in same} | {
            "framed": not self.unframed,
            "jobs": self.jobs or 1,
            "on_tick": None,
            "clues": parse_clues(self.clue),
            "holes": None if self.mask is None else edits.read_outline(self.mask)[2],
            "wraps": None if self.wrap is None else edits.read_wrapping(self.wrap),
            "partners": None if self.partners is None else edits.read_pairs(self.partners),
            "rim": edits.read_rim_parts(self.rim) if self.rim else None,
            "planted": False if self.random else None,
            "heads": self.heads or None,
            "turning": False if self.upright else None,
        }
        # The preset decides what is not requested.
        left_out = {name for name, value in arguments.items() if value is None} - PresetArguments.__optional_keys__
        return cast("RecipeArguments", {name: value for name, value in arguments.items() if name not in left_out})

    def make_series(self, size: Size | None, number: int, difficulty: Difficulty | None) -> Series:
        """Describe a series of puzzles of a size and class."""
        from edgeasp.api.generate import describe_series, make_recipe

        arguments, limit = self.recipe_arguments(), self.conflict_limit or UNIQUE_LIMIT
        return describe_series(make_recipe(size, arguments), number, difficulty, arguments, limit)


# ---- `edgeasp generate`, and where it writes puzzles, with their solutions and clues ----

_CLASSES = (
    "\n\nPresets, which other options override; moderate by default:\n"
    + "\n".join(f"  {preset.name:<9}{preset.title}" for preset in PRESETS)
    + "\n\nDifficulties, by the conflicts of the search for all solutions:\n"
    + "\n".join(f"  {difficulty.name:<9}{difficulty.least:,} to {difficulty.most:,}" for difficulty in DIFFICULTIES)
)


@examples(
    "edgeasp generate --size 6 | edgeasp solve -",
    "edgeasp generate --size 10 --seed 3 -o puzzle.puz --save-solution puzzle.sol",
    "edgeasp generate --preset e2-like --clues five -o puzzle.puz",
    "edgeasp generate --book '4 easy, 4 hard' --size 5-7 -o book/ --title Winter",
    "edgeasp generate --size 4 --seed 7 -o four.puz && edgeasp play four.puz",
    "edgeasp generate --size 8x6 --unframed --signed 0.5",
    "edgeasp generate --size 7 --colours 9 --distinct --number 100 -o puzzles/",
    "edgeasp generate --size 6 --difficulty medium -n 5 -o book/ --sheets book.pdf",
    "edgeasp generate --size 5 --random | edgeasp solve -",
    "edgeasp generate --preset scramble -n 5 -o cards/ --sheets cards.pdf",
    after=_CLASSES,
    daily="--size --preset --colours --unframed --seed --unique --difficulty --book -n -o --save-solution --sheets",
)
def generate(wanted: GenerateOptions) -> None:
    """Generate puzzles by colouring a board and shuffling its tiles.

    Every puzzle therefore has a solution. The number of colours determines how hard a puzzle is. By default, edgeasp
    can solve it in seconds, up to 16 x 16 squares. --preset hardest uses the number of colours that makes puzzles
    hardest. The same seed gives the same bytes.

    --unique and --difficulty select among puzzles with consecutive seeds. Difficulty is measured by the search that
    finds the solution and proves it unique. Five such searches, each with tiles and colours numbered in another order,
    all have to stay well within the bounds of the class.
    """
    from edgeasp.api.generate import (
        GenerateRecord,
        add_recipe,
        generate_from_recipe,
        make_recipe,
        preset_implies_unique,
        series_text,
    )

    sheet_options = wanted.look.sheet_options()
    if wanted.look.palette is not None:
        read_palette_of(wanted.look.palette, [])  # what is wrong with it is said before any work
    as_json = wanted.form == "json"
    if wanted.book is not None:
        _make_book(wanted, replace(sheet_options, tray=True, contents=True))
    size, number = wanted.requested_size(), wanted.count or 1
    recipe = make_recipe(size, wanted.recipe_arguments())
    output_to = PuzzleOutput(wanted, recipe)
    if as_json and output_to.prints:
        raise OptionError("--format json needs -o: the puzzle is written to a file")
    chosen = wanted.requested_difficulty()
    selected = wanted.unique or preset_implies_unique(wanted.preset) or chosen is not None
    require_compatible(wanted, chosen, selected=selected)
    output_to.prepare_files(number, selected=selected)
    sheets_to = None if wanted.sheets is None else SheetOutput.choose(wanted.sheets)
    printed: list[PrintedPuzzle] = []
    records: list[GeneratedRecord] = []
    remarks: dict[str, None] = {}
    silent = output_to.prints or as_json

    def write(puzzle: Generated, comments: Sequence[str] = (), conflicts: tuple[int, ...] = ()) -> None:
        """Write one puzzle and record it."""
        records.append(output_to.write(puzzle, comments, conflicts, unique=selected or None))
        remarks.update(dict.fromkeys(marks.note_lost_features(puzzle.puzzle)))
        if sheets_to is not None:
            solved, level = (puzzle.solution,) if puzzle.solution else (), chosen.name if chosen else ""
            name = output_to.puzzle_name(puzzle.recipe)
            page = PrintedPuzzle(name, puzzle.puzzle, solved, puzzle.clues, level=level, unique=selected)
            printed.append(wanted.look.style_page(page))

    if selected:
        series = wanted.make_series(size, number, chosen)
        _select_puzzles(
            series,
            wanted.jobs or 1,
            lambda rated: write(add_recipe(rated.recipe, rated.planted), series.remarks(rated), rated.effort.conflicts),
            summarised=not silent,
            written=output_to.clues_text,
        )
    else:
        for further in range(number):
            write(generate_from_recipe(replace(recipe, seed=wanted.seed + further)))
        if not silent:
            console.note(series_text(recipe, number) + output_to.clues_text)
    for remark in () if silent else remarks:
        console.note(remark)
    if sheets_to is not None:
        summary_of_pages = sheets_to.write(printed, SheetStyle(PAPERS[wanted.look.paper]), sheet_options)
        if not as_json:
            console.note(f"{files.printable_name(sheets_to.path)}: {summary_of_pages}")
    if as_json:
        record = GenerateRecord(
            cols=recipe.cols,
            rows=recipe.rows,
            framed=recipe.framed,
            difficulty=chosen.name if chosen else None,
            sheets=wanted.sheets,
            puzzles=tuple(records),
        )
        console.write(delivery.json_text(record))


def require_compatible(wanted: GenerateOptions, chosen: Difficulty | None, *, selected: bool) -> None:
    """Raise OptionError for options that exclude each other."""
    look, usual = wanted.look, PrintOptions()
    for field in fields(PrintOptions):
        if not wanted.sheets and getattr(look, field.name) != getattr(usual, field.name):
            raise OptionError(f"--{field.name.replace('_', '-')} needs --sheets or --book")
    limit = wanted.conflict_limit
    if limit is not None and not selected:
        raise OptionError("--conflict-limit needs --unique or --difficulty")
    if limit is not None and chosen and limit < chosen.fewest_conflicts:
        least = f"expected at least {chosen.fewest_conflicts:,} for {chosen.name} puzzles, found {limit:,}"
        raise OptionError(f"--conflict-limit: {least}")
    if wanted.random and selected:
        raise OptionError("--random makes tile sets that may have no solution: leave out --unique")


_NUMBERED = re.compile(r"puzzle_([0-9]{1,20})\.(?:puz|sol|clue)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PuzzleOutput:
    """Files that generated puzzles are written to.

    Attributes:
        wanted: options of the command.
        recipe: recipe of the first puzzle.
    """

    wanted: GenerateOptions
    recipe: Recipe

    def __post_init__(self) -> None:
        """Raise OptionError if a destination is missing."""
        several, solution = (self.wanted.count or 1) > 1, self.wanted.solution
        if self.prints and several:
            raise OptionError("-n: expected a folder for several puzzles, such as -o puzzles/")
        if self.prints and self.writes_clues:
            raise OptionError("--clues needs -o: the clues go to a .clue next to the puzzle")
        if solution is not None and not self.recipe.planted:
            raise OptionError("--save-solution: a random tile set has no planted solution")
        if self.prints and solution == files.STDIN:
            raise OptionError("--save-solution: expected a file, or -o for the puzzle: both cannot be printed")

    @property
    def prints(self) -> bool:
        """Whether the puzzle goes to standard output."""
        return self.wanted.output in (None, files.STDIN)

    @property
    def writes_clues(self) -> bool:
        """Whether clues are written next to the puzzle."""
        return self.recipe.clues not in ("none", 0)

    @property
    def in_folders(self) -> bool:
        """Whether the destinations are folders."""
        path = self.wanted.output
        return path is not None and ((self.wanted.count or 1) > 1 or writing.is_folder_name(path))

    @property
    def clues_text(self) -> str:
        """End of a note on the file of clues, if any."""
        path = None if self.in_folders else self.file_paths(self.recipe)[2]
        return "" if path is None else f"; clues in {files.printable_name(path)}"

    def prepare_files(self, count: int, *, selected: bool) -> None:
        """Create folders, or raise OutputError if puzzles would be replaced.

        Args:
            count: number of puzzles.
            selected: whether puzzles are selected by --unique or --difficulty. Their seeds are then unknown, so no file
                may have the recipe's seed or a larger one.
        """
        output, seed = self.wanted.output, self.recipe.seed
        if not self.in_folders:
            paths = self.file_paths(self.recipe)
            targets = [Path(path) for path in paths if path is not None]
            if len({*targets}) < len(targets):
                raise OutputError(f"{output}: expected different names for puzzle, solution and clues")
            for path, content in zip(paths, (Content.PUZZLE, Content.BOARD, Content.CLUES), strict=True):
                delivery.require_writable(path, content)
            return
        folders = [str(output), str(output if self.wanted.solution is None else self.wanted.solution)]
        for folder in folders:
            make_folder(folder)
        last = None if selected else seed + count - 1
        for folder in folders:
            for there in lines.sort_by_number(Path(folder).iterdir()):
                match = _NUMBERED.fullmatch(there.name)
                if match and seed <= int(match[1]) and (last is None or int(match[1]) <= last):
                    raise OutputError(
                        f"{there} already exists: expected a folder without these puzzles, or other seeds"
                    )

    def write(
        self, puzzle: Generated, remarks: Sequence[str], conflicts: tuple[int, ...], *, unique: bool | None
    ) -> GeneratedRecord:
        """Write a puzzle, and return its record.

        `remarks` are written as comments, after the comment with the command.
        """
        recipe = puzzle.recipe
        path, solution, clues = self.file_paths(recipe)
        if puzzle.solution is not None and solution is not None:
            self._write_text(plain.write_sol(puzzle.solution), solution)
        if clues is not None:
            self._write_text(plain.write_sol(puzzle.clues), clues)
        comments = "".join(f"c {line}\n" for line in (recipe.command, *remarks)) if self.wanted.comment else ""
        self._write_text(comments + plain.write_puz(puzzle.puzzle), path)
        from edgeasp.api.generate import GeneratedRecord

        return GeneratedRecord(
            puzzle=str(path),
            solution=solution,
            clues=clues,
            seed=recipe.seed,
            inner_colours=recipe.inner,
            border_colours=recipe.border if recipe.framed else None,
            command=recipe.command,
            unique=unique,
            conflicts=conflicts,
        )

    def _write_text(self, text: str, path: str | None) -> None:
        if self.in_folders and path is not None:
            # Another process may have begun to write puzzles with these seeds.
            writing.write_new_text(path, text, flushed=True)
        else:
            delivery.deliver(text, path)

    def puzzle_name(self, recipe: Recipe) -> str:
        """Name a puzzle after its file or its seed."""
        return f"puzzle_{recipe.seed}" if self.in_folders or self.prints else Path(str(self.wanted.output)).stem

    def file_paths(self, recipe: Recipe) -> tuple[str | None, str | None, str | None]:
        """Return the paths of puzzle, solution and clues.

        A path is None if the file is not written.
        """
        path, solution = self.wanted.output, self.wanted.solution
        if self.in_folders:
            name = self.puzzle_name(recipe)
            path = str(Path(str(path), f"{name}.puz"))
            solution = None if solution is None else str(Path(solution, f"{name}.sol"))
        return path, solution, str(Path(str(path)).with_suffix(".clue")) if self.writes_clues else None


# ---- puzzles with one solution and of a difficulty, written one by one or as a printed book ----


def _select_puzzles(
    series: Series, jobs: int, write: Callable[[RatedPuzzle], object], *, summarised: bool, written: str
) -> list[RatedPuzzle]:
    """Select puzzles, and write each at once.

    After an interrupt, or with too few puzzles, the command ends here.

    Args:
        series: recipe, number and difficulty of the puzzles.
        jobs: number of processes.
        write: function that writes a puzzle.
        summarised: whether to print a summary.
        written: end of the summary.
    """
    from edgeasp.api.generate import make_selection, selection_text

    selection = make_selection(series, jobs)
    selected: list[RatedPuzzle] = []
    progress = ProgressLine(total=series.count)

    def on_tick(_: list[RunningCall]) -> None:
        """Show progress, and stop the search after a signal."""
        signals.raise_pending()
        if progress.due:
            # In the first moment, any rate would be too high.
            pace = selection.tried / max(time.monotonic() - progress.start, 0.1)
            so_far = f"{selection.given:,} of {series.count:,} puzzles"
            tried = f"{selection.tried:,} candidates, {pace:,.1f} a second"
            progress.show(so_far, tried, share=selection.given / series.count)

    def search() -> None:
        """Run the selection and write its puzzles."""
        for rated in selection.run(on_tick):
            write(rated)
            selected.append(rated)

    interrupt = run_search(search, progress.clear)
    if interrupt is not None:
        console.note(f"interrupted: {len(selected):,} of {series.count:,} puzzles written")
    elif selected and summarised:
        tried = with_noun(selection.tried, "candidate")
        console.note(
            f"{selection_text(series, selected)}; {tried}, {format_duration(time.monotonic() - progress.start)}"
            + written
        )
    if interrupt is not None:
        end_search(interrupt, answered=False, stopped=True)
    if selection.given_up:
        console.error(selection.given_up)
        raise typer.Exit(commands.UNANSWERED)
    return selected


def _make_book(wanted: GenerateOptions, sheet_options: SheetOptions) -> NoReturn:
    """Select, number, write and print the puzzles of a book.

    The command ends here.
    """
    from edgeasp.api.generate import BOOK, collect_book, make_book_selection, plan_book

    for option, value in (
        ("--difficulty", wanted.difficulty),
        ("--number", wanted.count),
        ("--save-solution", wanted.solution),
        ("--random", wanted.random),
        ("--format json", wanted.form == "json"),
    ):
        if value:
            raise OptionError(f"--book already chooses the puzzles and their files: leave out {option}")
    size = wanted.size
    if wanted.mask is not None and (drawn := wanted.requested_size()):
        size = f"{drawn[0]}x{drawn[1]}"
    planned, folder = plan_book(str(wanted.book), size, wanted.output), str(wanted.output)
    target = SheetOutput.choose(wanted.sheets or str(Path(folder) / BOOK))
    progress, selecting = ProgressLine(total=planned.count), make_book_selection(planned)

    def tick(_: list[RunningCall]) -> None:
        """Show progress, and stop the search after a signal."""
        signals.raise_pending()
        if progress.due:
            done = f"{len(selecting.found):,} of {planned.count:,} puzzles"
            tried = f"{selecting.level}, {selecting.tried:,} candidates"
            progress.show(done, tried, share=len(selecting.found) / planned.count)

    interrupt = run_search(lambda: [*selecting.run(wanted.make_series, wanted.jobs or 1, tick)], progress.clear)
    for given_up in selecting.given_up:
        console.error(given_up)
    if interrupt is not None:
        console.note(f"interrupted: {len(selecting.found):,} of {planned.count:,} puzzles")
    if not selecting.found:
        if interrupt is not None:
            end_search(interrupt, answered=False, stopped=True)
        raise typer.Exit(commands.UNANSWERED)
    book = collect_book(selecting.sorted_entries())
    book.write(folder)
    paper = PAPERS[wanted.look.paper]
    pages = target.write(
        list(map(wanted.look.style_page, book.printed())),
        SheetStyle(paper, handy_tile_width(paper, *planned.sizes[-1])),
        sheet_options,
    )
    classes = ", ".join(f"{book.levels.count(name)} {name}" for name in dict.fromkeys(book.levels))
    many = f"{len(book)} puzzles with one solution each" if len(book) > 1 else "1 puzzle with one solution"
    console.note(f"{many}: {classes}; {folder}")
    for remark in dict.fromkeys(remark for entry in book for remark in marks.note_lost_features(entry.puzzle)):
        console.note(remark)
    console.note(f"{files.printable_name(target.path)}: {pages}")
    if interrupt is not None:
        end_search(interrupt, answered=False, stopped=True)
    raise typer.Exit(commands.UNANSWERED if selecting.given_up else commands.ANSWERED)
