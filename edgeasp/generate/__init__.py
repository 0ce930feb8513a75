"""Puzzles by recipe: `recipes` says what is generated, `planting` generates it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from edgeasp.generate.planting import generate
from edgeasp.generate.recipes import (
    PRESETS,
    Clues,
    Planted,
    Recipe,
    border_share,
    colour_places,
    easiest,
    find_preset,
    hardest,
    moderate,
    possible_tiles,
    require_possible,
    resolve_preset,
    shortages,
    with_enough_colours,
    with_places_for_colours,
)

__all__ = [
    "PRESETS",
    "Clues",
    "Planted",
    "Recipe",
    "border_share",
    "colour_places",
    "easiest",
    "find_preset",
    "generate",
    "hardest",
    "moderate",
    "possible_tiles",
    "require_possible",
    "resolve_preset",
    "shortages",
    "with_enough_colours",
    "with_places_for_colours",
]


class _Callable(ModuleType):
    """This module, which makes a puzzle when it is called: `edgeasp.generate(5)` is a name that people guess."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        # The call is above this room: the public names lead there.
        import edgeasp

        return edgeasp.generate_puzzle(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
