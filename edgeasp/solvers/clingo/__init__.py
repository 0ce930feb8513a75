"""The one door to clingo: text in, plain values out. No clingo object leaves this room."""

from edgeasp.solvers.clingo.export import aspif, ground_rules
from edgeasp.solvers.clingo.options import Options
from edgeasp.solvers.clingo.search import Effort, Grounded, GroundSize

__all__ = ["Effort", "GroundSize", "Grounded", "Options", "aspif", "ground_rules"]
