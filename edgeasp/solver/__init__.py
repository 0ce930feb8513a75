"""The one door to clingo: text in, plain values out. No clingo object leaves this room."""

from edgeasp.solver.export import aspif, ground_rules
from edgeasp.solver.options import Options
from edgeasp.solver.parse import parse_facts
from edgeasp.solver.search import Effort, Grounded, GroundSize

__all__ = ["Effort", "GroundSize", "Grounded", "Options", "aspif", "ground_rules", "parse_facts"]
