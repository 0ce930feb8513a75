"""Puzzles by recipe: a board is coloured, then taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from edgeasp.api.instance import Board, Instance
from edgeasp.generate import Clues, Recipe, generate
from edgeasp.generate.presets import resolve_preset
from edgeasp.generate.validation import require_possible
from edgeasp.puzzle.errors import OptionError
from edgeasp.puzzle.model import Solution


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


@dataclass(frozen=True, repr=False)
class Generated(Instance):
    """A generated puzzle, which can be solved, saved and shown like one that was loaded.

    >>> puzzle = edgeasp.generate_puzzle(6, seed=3)
    >>> puzzle.planted.solved
    True
    >>> puzzle.recipe.inner, puzzle.recipe.border
    (12, 4)

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


def generate_puzzle(
    cols: int | None = None,
    rows: int | None = None,
    *,
    preset: str | None = None,
    colours: int | None = None,
    border_colours: int | None = None,
    framed: bool = True,
    seed: int = 1,
    **switches: Unpack[RecipeSwitches],
) -> Generated:
    """Make a puzzle of a size, by default with as many colours as make that size hardest.

    Equal arguments give equal puzzles on every machine, and those that `edgeasp generate` makes.

    >>> edgeasp.generate_puzzle(6, seed=3)
    Generated(6 x 6, framed, 36 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(5, 3, framed=False, signed=1.0)
    Generated(5 x 3, unframed, signed, 15 tiles, 0 clues)
    >>> edgeasp.generate_puzzle(8, preset="easy", distinct=True, clues="corner").clues
    Solution(1 placement)

    Args:
        cols: the number of columns; a preset may know it.
        rows: the number of rows; as many as columns if None.
        preset: `hard`, `easy`, `class` or `e2-like`.
        colours: the number of inner colours; without a frame, of all colours.
        border_colours: the number of colours of the diamonds along the frame.
        framed: whether there is a frame.
        seed: of the random numbers.
        switches: `distinct`, `symmetric`, `balanced`, `shared`, `signed`, `clues`, `shuffle`, `turn` or `planted`, as
            `Recipe` has them: `distinct=True` for tiles that all differ, `planted=False` for a random tile set.

    Raises:
        OptionError: there is no such preset, or no such puzzle.
        TypeError: there is no such switch.
    """
    if unknown := sorted(switches.keys() - RecipeSwitches.__annotations__.keys()):
        raise TypeError(f"expected a switch ({', '.join(RecipeSwitches.__annotations__)}), found {unknown[0]!r}")
    if seed < 0:
        raise OptionError(f"expected a seed from 0, found {seed}")
    size = None if cols is None else (cols, cols if rows is None else rows)
    recipe = resolve_preset(preset, size, unframed=not framed, inner=colours, border=border_colours)
    recipe = replace(recipe, seed=seed, **switches)
    require_possible(recipe)
    made = generate(recipe)
    return Generated(made.puzzle, made.clues, solution=made.solution, recipe=recipe)
