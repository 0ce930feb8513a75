"""Puzzles, and their signs, as formulas of propositional logic."""
