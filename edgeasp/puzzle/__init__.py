"""Puzzles, and everything about them that needs no search."""
