"""Puzzles and answers as ASP: facts and atoms, and the programs rendered from `asp/`."""
