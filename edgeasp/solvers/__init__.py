"""The solvers behind one interface: clingo, SAT solvers, CP-SAT, row-scan. Solver objects do not leave this package."""
