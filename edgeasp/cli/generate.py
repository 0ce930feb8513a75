"""`edgeasp generate`, and where it writes puzzles, with their solutions and clues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from edgeasp.cli import console, delivery, shared_options
from edgeasp.cli.app import examples
from edgeasp.cli.generate_options import GenerateOptions
from edgeasp.cli.sheets import SheetOutput, text_lines
from edgeasp.draw.shapes import PAPERS
from edgeasp.draw.sheets import Printed, SheetStyle, SheetWords
from edgeasp.formats import files, plain
from edgeasp.generate import Planted, Recipe
from edgeasp.generate import generate as make
from edgeasp.generate.presets import PRESETS, find_preset
from edgeasp.generate.recipe import command, describe
from edgeasp.search.cubes import DIFFICULTIES
from edgeasp.system import lines, writing
from edgeasp.system.errors import OptionError, OutputError
from edgeasp.system.writing import Content, make_folder

_CLASSES = (
    "\n\nPresets, which other options override; moderate by default:\n"
    + "\n".join(f"  {preset.name:<9}{preset.title}" for preset in PRESETS)
    + "\n\nDifficulties, by the conflicts of the search for all solutions:\n"
    + "\n".join(f"  {difficulty.name:<9}{difficulty.least:,} to {difficulty.most:,}" for difficulty in DIFFICULTIES)
)


@examples(
    "edgeasp generate --size 6 | edgeasp solve -",
    "edgeasp generate --size 10 --seed 3 -o puzzle.puz --save-solution puzzle.sol",
    "edgeasp generate --size 8x6 --unframed --signed 0.5",
    "edgeasp generate --size 7 --colours 9 --distinct --number 100 -o puzzles/",
    "edgeasp generate --size 6 --difficulty medium -n 5 -o book/ --sheets book.pdf",
    "edgeasp generate --book '4 easy, 4 hard' --size 5-7 -o book/ --title Winter",
    "edgeasp generate --size 4 --seed 7 -o four.puz && edgeasp play four.puz",
    "edgeasp generate --preset e2-like --clues five -o puzzle.puz",
    "edgeasp generate --size 5 --random | edgeasp solve -",
    "edgeasp generate --preset scramble -n 5 -o cards/ --sheets cards.pdf",
    after=_CLASSES,
)
@shared_options.with_groups
def generate(wanted: GenerateOptions) -> None:
    """Generate puzzles by colouring a board and shuffling its tiles, so that there is a solution.

    The same options and seed give the same bytes on every platform. The number of colours decides how hard a puzzle
    is: by default edgeasp solves it in seconds, up to 16 x 16 squares; --preset hardest takes the hardest number.

    --unique and --difficulty select among puzzles with consecutive seeds. How hard a puzzle is says
    the search that finds the solution and proves that there is no other: five such searches, each with tiles and
    colours numbered in another order, all lie well within the bounds of the class.
    """
    words = SheetWords(wanted.title, text_lines(wanted.text), tray=bool(wanted.book), contents=bool(wanted.book))
    unique = wanted.unique or find_preset(wanted.preset_name).unique
    as_json = wanted.form == "json"
    if wanted.book is not None:
        from edgeasp.cli import generate_book

        generate_book.make(wanted, words)
    size, number = wanted.chosen_size(), wanted.count or 1
    recipe = wanted.recipe(size)
    output_to = make_output(recipe, wanted.count, wanted.output, wanted.solution, comment=wanted.comment)
    if as_json and output_to.printed:
        raise OptionError("--format json: expected -o, too: the puzzle goes to a file")
    chosen = wanted.chosen_difficulty()
    selected = unique or chosen is not None
    if wanted.conflict_limit is not None and not selected:
        raise OptionError("--conflict-limit goes with --unique or --difficulty")
    if wanted.random and selected:
        raise OptionError("--random makes tile sets that may have no solution: expected it without --unique")
    output_to.prepare(recipe, number, selected=selected)
    sheets_to = None if wanted.sheets is None else SheetOutput.choose(wanted.sheets)
    printed: list[Printed] = []
    records: list[GeneratedRecord] = []
    silent = output_to.printed or as_json

    def write(planted: Planted, own: Recipe, comments: Sequence[str] = (), conflicts: tuple[int, ...] = ()) -> None:
        output_to.write(own, planted, comments)
        records.append(generated(own, output_to, conflicts, unique=selected or None))
        if sheets_to is not None:
            solved, level = (planted.solution,) if planted.solution else (), chosen.name if chosen else ""
            printed.append(
                Printed(output_to.name(own), planted.puzzle, solved, planted.clues, level=level, unique=selected)
            )

    if selected:
        from edgeasp.cli.generate_book import select
        from edgeasp.parallel.series import remarks

        series = wanted.series(size, number, chosen)
        select(
            series,
            wanted.jobs or 1,
            lambda rated: write(rated.planted, rated.recipe, remarks(series, rated), rated.effort.conflicts),
            summarised=not silent,
        )
    else:
        for further in range(number):
            own = replace(recipe, seed=wanted.seed + further)
            write(make(own), own)
        if not silent:
            console.note(summary(recipe, number))
    if sheets_to is not None:
        summary_of_pages = sheets_to.write(printed, SheetStyle(PAPERS[wanted.paper]), words)
        if not as_json:
            console.note(f"{files.shown_name(sheets_to.path)}: {summary_of_pages}")
    if as_json:
        record = GenerateRecord(
            cols=recipe.cols,
            rows=recipe.rows,
            framed=recipe.framed,
            difficulty=chosen.name if chosen else None,
            sheets=wanted.sheets,
            puzzles=tuple(records),
        )
        console.out(delivery.json_text(record))


_NUMBERED = re.compile(r"puzzle_([0-9]{1,20})\.(?:puz|sol|clue)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Output:
    """The place where puzzles go.

    Attributes:
        path: a file or, for a series, a folder; None for standard output.
        solution: the same for solutions; None for nowhere.
        clued: whether there are clues, which go beside the puzzle.
        series: whether these are folders.
        comment: whether puzzles begin with comments.
    """

    path: str | None
    solution: str | None
    clued: bool
    series: bool
    comment: bool

    @property
    def printed(self) -> bool:
        """Whether the puzzle goes to standard output."""
        return self.path in (None, files.STDIN)

    def prepare(self, recipe: Recipe, count: int, *, selected: bool) -> None:
        """Refuse, before any work, what cannot be written or would replace puzzles.

        Selected puzzles can have any seeds from that of the recipe on.
        """
        if not self.series:
            targets = [path for path in self.paths(recipe) if path is not None]
            if len({Path(path) for path in targets}) < len(targets):
                raise OutputError(f"{self.path}: expected different names for puzzle, solution and clues")
            contents = (Content.PUZZLE, Content.BOARD, Content.CLUES)
            for path, content in zip(self.paths(recipe), contents, strict=True):
                delivery.require_writable(path, content)
            return
        folders = [str(self.path), str(self.path) if self.solution is None else self.solution]
        for folder in folders:
            make_folder(folder)
        last = None if selected else recipe.seed + count - 1
        for folder in folders:
            for there in lines.in_order(Path(folder).iterdir()):
                match = _NUMBERED.fullmatch(there.name)
                if match and recipe.seed <= int(match[1]) and (last is None or int(match[1]) <= last):
                    raise OutputError(
                        f"{there} already exists: expected a folder without these puzzles, or other seeds"
                    )

    def write(self, recipe: Recipe, planted: Planted, remarks: Sequence[str] = ()) -> None:
        """Write a puzzle; remarks are comments after that which quotes the command."""
        path, solution, clues = self.paths(recipe)
        if planted.solution is not None and solution is not None:
            delivery.deliver(plain.write_sol(planted.solution), solution)
        if clues is not None:
            writing.write_text(clues, plain.write_sol(planted.clues))
        comments = "".join(f"c {line}\n" for line in (command(recipe), *remarks)) if self.comment else ""
        delivery.deliver(comments + plain.write_puz(planted.puzzle), path)

    def name(self, recipe: Recipe) -> str:
        """The name of a puzzle: by its file, or else by its seed."""
        return f"puzzle_{recipe.seed}" if self.series or self.printed else Path(str(self.path)).stem

    def paths(self, recipe: Recipe) -> tuple[str | None, str | None, str | None]:
        """The names of puzzle, solution and clues; in a series, after the seed."""
        if not self.series:
            clues = str(Path(str(self.path)).with_suffix(".clue")) if self.clued else None
            return self.path, self.solution, clues
        name = self.name(recipe)
        solution = None if self.solution is None else str(Path(self.solution) / f"{name}.sol")
        clues = str(Path(str(self.path)) / f"{name}.clue") if self.clued else None
        return str(Path(str(self.path)) / f"{name}.puz"), solution, clues


def make_output(recipe: Recipe, count: int | None, path: str | None, solution: str | None, *, comment: bool) -> Output:
    """The place where puzzles of a recipe go; an `OptionError` if some output would have no destination."""
    clued = recipe.clues not in ("none", 0)
    series = path is not None and ((count or 1) > 1 or writing.names_folder(path))
    output = Output(path, solution, clued, series, comment)
    if output.printed and (count or 1) > 1:
        raise OptionError("-n: expected a folder for several puzzles, such as -o puzzles/")
    if output.printed and clued:
        raise OptionError("--clues: expected -o, too: the clues go to a .clue beside the puzzle")
    if solution is not None and not recipe.planted:
        raise OptionError("--save-solution: a random tile set has no planted solution")
    if output.printed and solution == files.STDIN:
        raise OptionError("--save-solution: expected a file, or -o for the puzzle: both cannot be printed")
    return output


def summary(recipe: Recipe, count: int) -> str:
    """One line about a puzzle, or about puzzles with consecutive seeds."""
    kind = "framed" if recipe.framed else "all squares" if recipe.every else "unframed"
    text = f"{recipe.cols} x {recipe.rows}, {kind}, {describe(recipe)}, seed"
    if count == 1:
        return f"{text} {recipe.seed}"
    return f"{count:,} puzzles: {text}s {recipe.seed} to {recipe.seed + count - 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedRecord:
    """A puzzle that was written."""

    puzzle: Annotated[str, "The file of the puzzle."]
    solution: Annotated[str | None, "The file of the planted solution; null if it was not written."]
    clues: Annotated[str | None, "The file of the clues; null if there are none."]
    seed: Annotated[int, "The seed of its random numbers."]
    inner_colours: Annotated[int, "The number of inner colours; of all colours without a frame."]
    border_colours: Annotated[int | None, "The number of border colours; null without a frame."]
    command: Annotated[str, "The command that generates the puzzle again, without clues."]
    unique: Annotated[bool | None, "Whether it was proved to have one solution; null if that was not asked for."]
    conflicts: Annotated[tuple[int, ...], "Of the searches that rated it, in their order; none if it was not rated."]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateRecord:
    """The object that `edgeasp generate --format json` prints."""

    schema: Annotated[Literal["edgeasp.generate"], "The name of this schema."] = "edgeasp.generate"
    schema_version: Annotated[Literal[1], "Increases when a field changes its meaning or is removed."] = 1
    cols: Annotated[int, "Columns of each board."]
    rows: Annotated[int, "Rows of each board."]
    framed: Annotated[bool, "Whether the boards have a frame."]
    difficulty: Annotated[str | None, "The class for which the puzzles were selected; null if for none."]
    sheets: Annotated[str | None, "The file or folder of the sheets; null if there are none."]
    puzzles: Annotated[tuple[GeneratedRecord, ...], "In the order of their seeds."]


def generated(recipe: Recipe, output: Output, conflicts: tuple[int, ...], *, unique: bool | None) -> GeneratedRecord:
    """The record of a puzzle that was written."""
    puzzle, solution, clues = output.paths(recipe)
    return GeneratedRecord(
        puzzle=str(puzzle),
        solution=solution,
        clues=clues,
        seed=recipe.seed,
        inner_colours=recipe.inner,
        border_colours=recipe.border if recipe.framed else None,
        command=command(recipe),
        unique=unique,
        conflicts=conflicts,
    )
