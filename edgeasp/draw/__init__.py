"""Puzzles and boards for people to look at."""
