"""Puzzles from recipes: `recipes` defines them, `planting` generates the puzzle."""

from __future__ import annotations

from edgeasp.generate.planting import generate as generate
from edgeasp.generate.recipes import PRESETS as PRESETS
from edgeasp.generate.recipes import Clues as Clues
from edgeasp.generate.recipes import Planted as Planted
from edgeasp.generate.recipes import Recipe as Recipe
from edgeasp.generate.recipes import border_share as border_share
from edgeasp.generate.recipes import colour_places as colour_places
from edgeasp.generate.recipes import easiest as easiest
from edgeasp.generate.recipes import find_preset as find_preset
from edgeasp.generate.recipes import hardest as hardest
from edgeasp.generate.recipes import moderate as moderate
from edgeasp.generate.recipes import possible_tiles as possible_tiles
from edgeasp.generate.recipes import require_possible as require_possible
from edgeasp.generate.recipes import resolve_preset as resolve_preset
from edgeasp.generate.recipes import shortages as shortages
from edgeasp.generate.recipes import with_enough_colours as with_enough_colours
from edgeasp.generate.recipes import with_places_for_colours as with_places_for_colours
