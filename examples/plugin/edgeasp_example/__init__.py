"""A format and a solver for edgeasp, found by their entry points."""
