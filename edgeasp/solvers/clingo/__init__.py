"""The one door to clingo: text in, plain values out. No clingo object leaves this package."""

from edgeasp.solvers.clingo.export import aspif, ground_rules
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions

__all__ = ["ClaspOptions", "GroundProgram", "aspif", "ground_rules"]
