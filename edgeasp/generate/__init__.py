"""Puzzles by the thousand: from a recipe, in which a seed stands for all rng, to a puzzle, the same to the byte."""

from __future__ import annotations

from edgeasp.generate.planting import generate
from edgeasp.generate.recipe import Clues, Planted, Recipe

__all__ = ["Clues", "Planted", "Recipe", "generate"]
