"""The one door to clingo: text in, plain values out. No clingo object leaves this package."""

from edgeasp.solvers.clingo.ground_program import GroundProgram, aspif, ground_rules
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.clingo.shared_program import SharedProgram

__all__ = ["ClaspOptions", "GroundProgram", "SharedProgram", "aspif", "ground_rules"]
