"""The solvers behind one interface: clingo, and the scan in C. Solver objects do not leave this package."""
