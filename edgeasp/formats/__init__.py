"""Readers and writers of puzzles and solutions: one file a format, each a pair of pure functions."""
