"""Puzzles from recipes: `recipes` defines them, `planting` generates the puzzle."""

from __future__ import annotations

from edgeasp.generate.planting import generate
from edgeasp.generate.recipes import PRESETS, Clues, Planted, Recipe, resolve_preset

__all__ = ["PRESETS", "Clues", "Planted", "Recipe", "generate", "resolve_preset"]
