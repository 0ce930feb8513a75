"""Solvers: clingo and compiled searches. Solver objects do not leave this package."""
