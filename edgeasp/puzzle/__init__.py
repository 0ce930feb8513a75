"""Puzzles, and what follows from them without a search: the model, the checker, clues, symmetry, counting."""
