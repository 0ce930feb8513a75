"""Puzzles as formulas in conjunctive normal form, and models as solutions. Only `sat_search` needs PySAT."""
