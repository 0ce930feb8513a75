"""Options of `edgeasp generate`, and the recipe and the series that they ask for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from edgeasp.cli import completion, shared_options
from edgeasp.cli.sheets import PaperSize, Text, Title
from edgeasp.generate import Clues, Recipe
from edgeasp.generate.presets import PRESETS, resolve_preset
from edgeasp.generate.recipe import require_possible
from edgeasp.search.cubes import DIFFICULTIES, UNIQUE_LIMIT, Difficulty
from edgeasp.system import lines
from edgeasp.system.errors import OptionError
from edgeasp.system.limits import MOST_CONFLICTS

if TYPE_CHECKING:
    from edgeasp.parallel.series import Series, Size

_SIZE = re.compile(r"([0-9]{1,6})(?:[xX]([0-9]{1,6}))?", re.ASCII)
_CLUES = ("corner", "centre", "five")
_PRESETS = ", ".join(preset.name for preset in PRESETS)
_DIFFICULTIES = ", ".join(difficulty.name for difficulty in DIFFICULTIES)
_TITLES = [(preset.name, preset.title) for preset in PRESETS]


def _panel(name: str) -> Callable[..., Any]:
    return partial(typer.Option, rich_help_panel=name, show_default=False)


_board, _select, _colour, _tile, _output = map(_panel, ("Board", "Selection", "Colours", "Tiles", "Output"))


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """Options on the puzzle, and where it goes."""

    size: str | None = _board(None, "--size", metavar="COLSxROWS", help="Columns and rows: 10x8, or 10 for a square.")
    preset_name: str | None = _board(
        None,
        "--preset",
        metavar="NAME",
        help=f"{_PRESETS}; see below.",
        autocompletion=completion.one_of(lambda: _TITLES),
    )
    unframed: bool = _board(False, "--unframed", help="Without a frame.")
    random: bool = _board(
        False, "--random", help="Random tiles that satisfy all counting conditions; there may be no solution."
    )
    seed: int = _board(1, "--seed", metavar="N", min=0, help="Seed of the random numbers; 1 if not given.")
    unique: bool = _select(
        False, "--unique", help="Only puzzles with one solution, up to rotation of the board: each is proved to."
    )
    difficulty: str | None = _select(
        None,
        "--difficulty",
        metavar="NAME",
        help=f"The same, and as hard as that: {_DIFFICULTIES}; see below. The colours follow if not given.",
    )
    book: str | None = _select(
        None,
        "--book",
        metavar="CLASSES",
        help="A book in the folder -o, such as '4 easy, 4 medium, 4 hard': numbered in rising order, with a PDF. "
        "--size then gives sizes, such as 5-7.",
    )
    conflict_limit: int | None = _select(
        None,
        "--conflict-limit",
        metavar="N",
        min=1,
        max=MOST_CONFLICTS,
        help=f"Conflicts of a proof, after which another puzzle is tried; {UNIQUE_LIMIT:,} if not given.",
    )
    jobs: shared_options.Jobs = None
    colours: int | None = _colour(
        None, "--colours", metavar="N", min=0, help="Number of inner colours; of all colours, if unframed."
    )
    border_colours: int | None = _colour(
        None, "--border-colours", metavar="N", min=1, help="Number of colours of the diamonds along the frame."
    )
    shared: bool = _colour(
        False, "--shared-palette/--own-palettes", help="Number border and inner colours both from 1, or consecutively."
    )
    balanced: bool | None = _colour(
        None, "--balanced/--uniform", help="Use all colours equally often, or draw each one uniformly."
    )
    distinct: bool | None = _tile(
        None, "--distinct/--any-tiles", help="No two tiles identical up to rotation, or allow identical tiles."
    )
    symmetric: bool | None = _tile(
        None, "--symmetric/--no-symmetric", help="Allow or exclude tiles that a half turn maps to themselves."
    )
    heads: bool = _colour(
        False, "--heads-and-tails", help="Motifs in halves: a head meets a tail. The numbers of colours are of motifs."
    )
    whole: float = _colour(
        0.0,
        "--whole-motifs",
        metavar="SHARE",
        help="With heads and tails, the share of motifs that meet themselves, 0 to 1.",
    )
    upright: bool = _tile(False, "--upright", help="No tile may be turned, as in TetraVex.")
    signed: float = _tile(0.0, "--signed", metavar="SHARE", help="The share of tiles that carry a sign, 0 to 1.")
    shuffle: bool = _tile(True, "--shuffle/--no-shuffle", help="Tiles in random order, or as in the solution.")
    turn: bool = _tile(True, "--turn/--no-turn", help="Tiles turned at random, or as in the solution.")
    clue: str | None = _output(
        None,
        "--clues",
        metavar="WHICH",
        help=f"Write clues to a .clue beside the puzzle: {', '.join(_CLUES)}, or a number of random ones.",
    )
    output: str | None = _output(
        None, "-o", "--output", metavar="FILE|DIR", help="Write the puzzle to FILE or DIR/puzzle_SEED.puz."
    )
    solution: str | None = _output(
        None,
        "--save-solution",
        metavar="FILE|DIR",
        help="Also write the planted solution, to FILE or DIR/puzzle_SEED.sol.",
    )
    count: int | None = _output(
        None,
        "-n",
        "--number",
        metavar="N",
        min=1,
        help="Generate N puzzles with seeds from that on; -o names a folder.",
    )
    sheets: str | None = _output(
        None,
        "--sheets",
        metavar="FILE|DIR",
        help="Also write sheets of tiles to print, and pages of solutions: a .pdf, or a folder/ for .svg files.",
    )
    paper: PaperSize = "a4"
    title: Title = ""
    text: Text = None
    comment: bool = _output(True, "--comment/--no-comment", help="Begin with a comment that quotes the command.")
    form: shared_options.Form = "text"

    def chosen_size(self) -> Size | None:
        """Columns and rows, if they are given; an `OptionError` if they are none."""
        if self.size is None:
            return None
        match = _SIZE.fullmatch(self.size)
        if not match:
            raise OptionError(f"--size: expected a number, or columns and rows such as 10x8, found {self.size!a}")
        cols, rows = match.groups()
        return int(cols), int(rows or cols)

    def chosen_difficulty(self) -> Difficulty | None:
        """The class of the puzzles, if one is given; an `OptionError` if there is none of that name."""
        if self.difficulty is None:
            return None
        for difficulty in DIFFICULTIES:
            if difficulty.name == self.difficulty:
                return difficulty
        raise OptionError(f"--difficulty: expected {_DIFFICULTIES}, found {self.difficulty!a}")

    def recipe(self, size: Size | None) -> Recipe:
        """The parameters of puzzles of a size; an `OptionError` says why there are none."""
        recipe = resolve_preset(
            self.preset_name, size, unframed=self.unframed, inner=self.colours, border=self.border_colours
        )
        recipe = replace(
            recipe,
            seed=self.seed,
            shared=self.shared,
            signed=self.signed,
            distinct=recipe.distinct if self.distinct is None else self.distinct,
            symmetric=recipe.symmetric if self.symmetric is None else self.symmetric,
            balanced=recipe.balanced if self.balanced is None else self.balanced,
            clues=_clues(self.clue),
            shuffle=self.shuffle,
            turn=self.turn,
            planted=recipe.planted and not self.random,
            heads=recipe.heads or self.heads,
            whole=self.whole,
            turning=recipe.turning and not self.upright,
        )
        require_possible(recipe)
        return recipe

    def series(self, size: Size | None, number: int, difficulty: Difficulty | None) -> Series:
        """So many puzzles of a size and a class."""
        from edgeasp.parallel.series import Series

        free = self.preset_name is None and self.colours is None
        limit = self.conflict_limit or UNIQUE_LIMIT
        return Series(self.recipe(size), number, difficulty, free, free and self.border_colours is None, limit)


def _clues(text: str | None) -> Clues:
    match text:
        case None:
            return "none"
        case "corner" | "centre" | "five":
            return text
        case number if number.isdecimal() and number.isascii() and len(number) <= lines.DIGITS:
            return int(number)
    raise OptionError(f"--clues: expected {', '.join(_CLUES)} or a number, found {text!a}")
