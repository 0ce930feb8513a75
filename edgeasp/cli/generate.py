"""`edgeasp generate`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import typer

from edgeasp.cli import console, shared_options
from edgeasp.cli.app import examples
from edgeasp.formats import files, lines, puz, sol
from edgeasp.generate import Clues, Recipe
from edgeasp.generate import generate as make
from edgeasp.generate.presets import PRESETS, resolve_preset
from edgeasp.generate.validation import describe, require_possible
from edgeasp.puzzle.errors import OptionError, OutputError

EPILOG = examples(
    "edgeasp generate --size 6 | edgeasp solve -",
    "edgeasp generate --size 10 --seed 3 -o puzzle.puz --solution puzzle.sol",
    "edgeasp generate --size 8x6 --unframed --signed 0.5",
    "edgeasp generate --size 7 --colours 9 --distinct --count 100 -o puzzles/",
    "edgeasp generate --preset e2-like --clue five -o puzzle.puz",
    "edgeasp generate --size 5 --random | edgeasp solve -",
) + (
    "\n\nPresets, which other options override; moderate by default:\n"
    + "\n".join(f"  {each.name:<9}{each.title}" for each in PRESETS)
)

_SIZE = re.compile(r"([0-9]{1,6})(?:[xX]([0-9]{1,6}))?", re.ASCII)
_CLUES = ("corner", "centre", "five")
_PRESETS = ", ".join(each.name for each in PRESETS)


def _panel(name: str) -> Callable[..., Any]:
    return partial(typer.Option, rich_help_panel=name, show_default=False)


_board, _colour, _tile, _output = map(_panel, ("Board", "Colours", "Tiles", "Output"))


def generate(
    size: str | None = _board(None, "--size", metavar="N|CxR", help="Columns and rows: 10, or 10x8."),
    preset_name: str | None = _board(None, "--preset", metavar="NAME", help=f"{_PRESETS}; see below."),
    unframed: bool = _board(False, "--unframed", help="Without a frame."),
    random: bool = _board(
        False, "--random", help="A random tile set that satisfies all counting conditions; it may have no solution."
    ),
    seed: int = _board(1, "--seed", metavar="N", min=0, help="Seed of the random numbers; 1 if not given."),
    colours: int | None = _colour(
        None, "--colours", metavar="N", min=0, help="Number of inner colours; of all colours, if unframed."
    ),
    border_colours: int | None = _colour(
        None, "--border-colours", metavar="N", min=1, help="Number of colours of the diamonds along the frame."
    ),
    shared: bool = _colour(
        False, "--shared-palette/--own-palettes", help="Number border and inner colours both from 1, or consecutively."
    ),
    balanced: bool | None = _colour(
        None, "--balanced/--uniform", help="Use all colours equally often, or draw each one uniformly."
    ),
    distinct: bool | None = _tile(
        None, "--distinct/--any-tiles", help="No two tiles identical up to rotation, or allow identical tiles."
    ),
    symmetric: bool | None = _tile(
        None, "--symmetric/--no-symmetric", help="Allow or exclude tiles that a half turn maps to themselves."
    ),
    signed: float = _tile(0.0, "--signed", metavar="SHARE", help="Fraction of the tiles that carry a sign: 0 to 1."),
    shuffle: bool = _tile(True, "--shuffle/--no-shuffle", help="Tiles in random order, or as in the solution."),
    turn: bool = _tile(True, "--turn/--no-turn", help="Tiles turned at random, or as in the solution."),
    clue: str | None = _output(
        None,
        "--clue",
        metavar="WHICH",
        help=f"Write clues to a .clue beside the puzzle: {', '.join(_CLUES)}, or a number of random ones.",
    ),
    output: str | None = _output(
        None, "-o", "--output", metavar="FILE|DIR", help="Write the puzzle to FILE or DIR/puzzle_SEED.puz."
    ),
    solution: str | None = _output(
        None, "--solution", metavar="FILE|DIR", help="Also write the planted solution, to FILE or DIR/puzzle_SEED.sol."
    ),
    count: int | None = _output(
        None, "--count", metavar="K", min=1, help="Generate K puzzles with consecutive seeds; -o names a folder."
    ),
    comment: bool = _output(True, "--comment/--no-comment", help="Begin with a comment that quotes the command."),
) -> None:
    """Generate puzzles by colouring a board and shuffling its tiles, so that there is a solution.

    The same options and seed give the same bytes on every platform. The number of colours decides how hard a puzzle
    is: by default edgeasp solves it in seconds, up to 16 x 16 squares; --preset hardest takes the hardest number.
    """
    recipe = resolve_preset(preset_name, _size(size), unframed=unframed, inner=colours, border=border_colours)
    recipe = replace(
        recipe,
        seed=seed,
        shared=shared,
        signed=signed,
        distinct=recipe.distinct if distinct is None else distinct,
        symmetric=recipe.symmetric if symmetric is None else symmetric,
        balanced=recipe.balanced if balanced is None else balanced,
        clues=_clues(clue),
        shuffle=shuffle,
        turn=turn,
        planted=not random,
    )
    require_possible(recipe)
    _require_targets(recipe, output, solution, count)
    number = count or 1
    if output is not None and (number > 1 or output.endswith("/") or Path(output).is_dir()):
        _write_series(recipe, number, output, solution, comment=comment)
    else:
        _write_one(recipe, output, solution, comment=comment)
    if output not in (None, files.STDIN):
        console.note(_summary(recipe, number))


def command(recipe: Recipe) -> str:
    """The command that generates the puzzle of a recipe; it names no preset, and no clues, which do not change it."""
    size = f"{recipe.cols}" if recipe.cols == recipe.rows else f"{recipe.cols}x{recipe.rows}"
    words = ["edgeasp generate --size", size, "--colours", f"{recipe.inner}"]
    words += ["--border-colours", f"{recipe.border}"] if recipe.framed else ["--unframed"]
    words += ["--seed", f"{recipe.seed}"]
    words += ["--random"] * (not recipe.planted) + ["--shared-palette"] * recipe.shared
    words += ["--balanced"] * recipe.balanced + ["--distinct"] * recipe.distinct
    words += ["--no-symmetric"] * (not recipe.symmetric)
    words += ["--signed", repr(float(recipe.signed)).removesuffix(".0")] * (recipe.signed > 0)
    words += ["--no-shuffle"] * (not recipe.shuffle) + ["--no-turn"] * (not recipe.turn)
    return " ".join(words)


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _SIZE.fullmatch(text)
    if not match:
        raise OptionError(f"--size: expected a number, or columns and rows such as 10x8, found {text!a}")
    cols, rows = match.groups()
    return int(cols), int(rows or cols)


def _clues(text: str | None) -> Clues:
    match text:
        case None:
            return "none"
        case "corner" | "centre" | "five":
            return text
        case number if number.isdecimal() and number.isascii() and len(number) <= lines.DIGITS:
            return int(number)
    raise OptionError(f"--clue: expected {', '.join(_CLUES)} or a number, found {text!a}")


def _require_targets(recipe: Recipe, output: str | None, solution: str | None, count: int | None) -> None:
    """Refuse options whose output would have no destination."""
    printed = output in (None, files.STDIN)
    if printed and (count or 1) > 1:
        raise OptionError("--count: expected a folder for several puzzles, such as -o puzzles/")
    if printed and recipe.clues not in ("none", 0):
        raise OptionError("--clue: expected -o, too: the clues go to a .clue beside the puzzle")
    if solution is not None and not recipe.planted:
        raise OptionError("--solution: a random tile set has no planted solution")
    if printed and solution == files.STDIN:
        raise OptionError("--solution: expected a file, or -o for the puzzle: both cannot be printed")


def _write_one(recipe: Recipe, output: str | None, solution: str | None, *, comment: bool) -> None:
    clues = None if recipe.clues in ("none", 0) else str(Path(str(output)).with_suffix(".clue"))
    targets = [path for path in (output, solution, clues) if path is not None]
    if len({Path(path) for path in targets}) < len(targets):
        raise OutputError(f"{output}: expected different names for puzzle, solution and clues")
    for path in targets:
        shared_options.require_writable(path)
    _write(recipe, output, solution, clues, comment=comment)


def _write_series(recipe: Recipe, count: int, output: str, solution: str | None, *, comment: bool) -> None:
    """Write puzzles named after their seeds, with solutions and clues of the same names."""
    recipes = [replace(recipe, seed=recipe.seed + number) for number in range(count)]
    files.make_folder(output)
    if solution is not None:
        files.make_folder(solution)
    for each in recipes:
        for folder, suffix in ((output, ".puz"), (output, ".clue"), (solution or output, ".sol")):
            path = _named(folder, each, suffix)
            if Path(path).exists():
                raise OutputError(f"{path} already exists: expected a folder without these puzzles, or other seeds")
    for each in recipes:
        planted = None if solution is None else _named(solution, each, ".sol")
        clues = None if recipe.clues in ("none", 0) else _named(output, each, ".clue")
        _write(each, _named(output, each, ".puz"), planted, clues, comment=comment)


def _named(folder: str, recipe: Recipe, suffix: str) -> str:
    return str(Path(folder) / f"puzzle_{recipe.seed}{suffix}")


def _write(recipe: Recipe, output: str | None, solution: str | None, clues: str | None, *, comment: bool) -> None:
    made = make(recipe)
    if made.solution is not None and solution is not None:
        shared_options.deliver(sol.write(made.solution), solution)
    if clues is not None:
        files.write_text(clues, sol.write(made.clues))
    shared_options.deliver((f"c {command(recipe)}\n" if comment else "") + puz.write(made.puzzle), output)


def _summary(recipe: Recipe, count: int) -> str:
    kind = "framed" if recipe.framed else "unframed"
    text = f"{recipe.cols} x {recipe.rows}, {kind}, {describe(recipe)}, seed"
    if count == 1:
        return f"{text} {recipe.seed}"
    return f"{count:,} puzzles: {text}s {recipe.seed} to {recipe.seed + count - 1}"
