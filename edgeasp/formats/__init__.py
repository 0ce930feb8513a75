"""Readers and writers of puzzles and solutions: a record for each format, with a pair of pure functions."""
