"""Puzzle generation: a recipe with a seed determines a puzzle, on every platform and in every version."""

from __future__ import annotations

from edgeasp.generate.planting import generate
from edgeasp.generate.recipe import Clues, Planted, Recipe

__all__ = ["Clues", "Planted", "Recipe", "generate"]
