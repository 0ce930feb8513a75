"""Puzzles and answers as ASP: facts and atoms, and the programs that are rendered from `asp/`."""
