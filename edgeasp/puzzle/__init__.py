"""What a puzzle is, and what follows from it without a search: the model, the checker, clues, symmetry, counting."""
