"""Puzzles by recipe: a board is coloured, then taken apart."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Annotated, TypedDict, Unpack

from edgeasp.api.arguments import as_size
from edgeasp.api.instance import Board, Instance
from edgeasp.api.running import Clock, OnTick, Progress, require
from edgeasp.generate import Clues, Planted, Recipe, find_preset, generate, require_possible, resolve_preset
from edgeasp.parallel.series import Selection, Series
from edgeasp.puzzle.model import Solution
from edgeasp.search.cubes import DIFFICULTIES, Difficulty
from edgeasp.system.errors import LimitError, OptionError, guided
from edgeasp.system.limits import MOST_JOBS, Limits


class RecipeSwitches(TypedDict, total=False):
    """Parameters of a recipe that have the same names there, and mean the same."""

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
    turning: bool


class PresetArguments(TypedDict, total=False):
    """Arguments that have other names in a recipe, or are none of its parameters, with their defaults."""

    preset: Annotated[str | None, None]
    colours: Annotated[int | None, None]
    border_colours: Annotated[int | None, None]
    framed: Annotated[bool, True]
    seed: Annotated[int, 1]
    jobs: Annotated[int, 1]
    on_tick: Annotated[OnTick | None, None]


class RecipeArguments(PresetArguments, RecipeSwitches, total=False):
    """Arguments that say what is generated; the default of a switch is up to the preset."""


@dataclass(frozen=True, repr=False)
class Generated(Instance):
    """A generated puzzle, which can be solved, saved and shown like one that was loaded.

    >>> puzzle = edgeasp.generate_puzzle(6, preset="hardest", seed=3)
    >>> puzzle.planted.solved
    True
    >>> puzzle.recipe.inner, puzzle.recipe.border
    (5, 3)

    Attributes:
        solution: the planted solution; None for a random tile set.
        recipe: all parameters, with those that were chosen for the size.
    """

    solution: Solution | None = field(default=None, kw_only=True)
    recipe: Recipe = field(kw_only=True)

    @property
    def planted(self) -> Board | None:
        """The board from which the puzzle was made; None for a random tile set."""
        return None if self.solution is None else self.board(self.solution)


@guided
def generate_puzzle(
    cols: int | str | tuple[int, int] | None = None,
    rows: int | None = None,
    *,
    unique: bool = False,
    difficulty: str | None = None,
    **recipe: Unpack[RecipeArguments],
) -> Generated:
    """Make a puzzle of a size, by default with so many colours that edgeasp solves it in seconds.

    Equal arguments give equal puzzles on every machine, and those that `edgeasp generate` makes. With `unique` or
    `difficulty`, puzzles with one seed after the other are tried until one fits.

    >>> edgeasp.generate_puzzle(6, seed=3)
    Generated(6 x 6, framed, 36 tiles, 0 clues)
    >>> edgeasp.generate_puzzle("6x4").rows
    4
    >>> edgeasp.generate_puzzle(5, 3, framed=False, signed=1.0)
    Generated(5 x 3, unframed, signed, 15 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(8, preset="easy", distinct=True, clues="corner").clues
    Solution(1 placement)
    >>> edgeasp.is_unique(edgeasp.generate_puzzle(5, difficulty="easy"))
    True

    Args:
        cols: the number of columns, or both numbers, as in `"6x4"` or `(6, 4)`; a preset may know them.
        rows: the number of rows; as many as columns if None.
        preset: `moderate`, `hardest`, `easy`, `class`, `e2-like`, `scramble`, `tetravex` or `macmahon`.
        colours: the number of inner colours; without a frame, of all colours.
        border_colours: the number of colours of the diamonds along the frame.
        framed: whether there is a frame.
        seed: of the random numbers; the first one that is tried.
        unique: only a puzzle with one solution, up to rotation of the board.
        difficulty: only such a puzzle, and as hard as that: `easy`, `medium` or `hard`, by conflicts.
        jobs: the number of processes that try puzzles.
        on_tick: called with a `Progress` several times a second while puzzles are tried; an exception that it raises
            ends that.
        shared: number the colours along the frame and inside both from 1.
        signed: the part of the tiles that carry a sign, from 0 to 1.
        distinct: only tiles that all differ, however they are turned.
        symmetric: allow tiles that a half or quarter turn maps to themselves.
        balanced: let all colours be about equally frequent.
        clues: the placements of the solution that become clues: `none`, `corner`, `centre`, `five`, or how many.
        shuffle: put the tiles in random order.
        turn: turn the tiles at random.
        planted: plant a solution; otherwise the tile set is random.
        heads: heads and tails: colours come in pairs that meet.
        whole: the part of the motifs that meet themselves, with heads and tails.
        turning: tiles may be turned.

    Raises:
        LimitError: many puzzles in a row did not fit.
        OptionError: there is no such preset or difficulty, or no such puzzle.
        TypeError: there is no such switch.
    """
    drawn = recipe_of(None if cols is None else as_size(cols, rows), recipe)
    unique = unique or find_preset(recipe["preset"]).unique
    if unique or difficulty is not None:
        require("number of processes", recipe["jobs"], 1, MOST_JOBS)
        chosen = None if difficulty is None else _difficulty(difficulty)
        return _selected(series_of(drawn, 1, chosen, recipe), recipe["jobs"], recipe["on_tick"])
    return generated(drawn, generate(drawn))


def recipe_of(size: tuple[int, int] | None, wanted: RecipeArguments) -> Recipe:
    """All parameters of puzzles of a size; an `OptionError` says why there are none."""
    if not isinstance(wanted["seed"], int) or wanted["seed"] < 0:
        raise OptionError(f"expected a seed from 0, found {wanted['seed']!r}")
    inner, border = wanted["colours"], wanted["border_colours"]
    recipe = resolve_preset(wanted["preset"], size, unframed=not wanted["framed"], inner=inner, border=border)
    switches = {name: value for name, value in wanted.items() if name in RecipeSwitches.__annotations__}
    recipe = replace(recipe, seed=wanted["seed"], **switches)  # type: ignore[arg-type]
    require_possible(recipe)
    return recipe


def series_of(recipe: Recipe, number: int, difficulty: Difficulty | None, wanted: RecipeArguments) -> Series:
    """So many puzzles of a recipe and a class, whose colours may vary where they were not given."""
    free = wanted["preset"] is None and wanted["colours"] is None
    return Series(recipe, number, difficulty, free, free and wanted["border_colours"] is None)


def _selected(series: Series, jobs: int, on_tick: OnTick | None) -> Generated:
    """The first puzzle of a series that fits."""
    if not series.recipe.planted:
        raise OptionError("a random tile set may have no solution: expected it without unique and difficulty")
    selection, clock = Selection(series, jobs), Clock(Limits(), on_tick)
    clock.look = lambda seconds: Progress(f"{selection.tried} tried", seconds, selection.given)
    with closing(selection.run(lambda _: clock.check())) as selected:
        for rated in selected:
            return generated(rated.recipe, rated.planted)
    raise LimitError(selection.given_up)


def _difficulty(name: str) -> Difficulty:
    known = {difficulty.name: difficulty for difficulty in DIFFICULTIES}
    if name not in known:
        raise OptionError(f"expected a difficulty ({', '.join(known)}), found {name!r}")
    return known[name]


def generated(recipe: Recipe, planted: Planted) -> Generated:
    """A puzzle as it was made."""
    return Generated(planted.puzzle, planted.clues, solution=planted.solution, recipe=recipe)
