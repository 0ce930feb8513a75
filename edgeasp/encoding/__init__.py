"""Puzzles and answers as facts and atoms, encodings as programs."""
