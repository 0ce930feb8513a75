"""Puzzles as formulas in conjunctive normal form, and SAT solvers' models as solutions. Only `solving` needs PySAT."""
