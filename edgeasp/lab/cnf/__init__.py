"""Puzzles as propositional formulas, and models of SAT solvers as boards."""
